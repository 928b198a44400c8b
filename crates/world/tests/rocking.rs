//! What rocks to and fro comes to rest, and what moves in one place otherwise goes on.

mod common;

use common::dice::Dice;
use common::{DT, add, add_ground, circle, rect, world};
use world::{BodyDef, ColliderDef, Material, Pose, Rot, Settings, Shape, Vec2, World};

/// A pit with walls, and so many things dropped into it.
fn heap(seed: u64, count: usize, shape: impl Fn(&mut Dice, usize) -> Shape) -> World {
    let (mut world, mut dice) = (world(), Dice::new(seed));
    add_ground(&mut world);
    for side in [-11.0, 11.0] {
        add(&mut world, &BodyDef::fixed(Vec2::new(side, 40.0)), &ColliderDef::new(rect(1.0, 40.0)));
    }
    for number in 0..count {
        let at = Vec2::new(dice.number(-9.0, 9.0), 1.0 + (number / 12) as f32 * 1.3 + dice.number(0.0, 0.3));
        let body = BodyDef { pose: Pose::new(at, Rot::from_angle(dice.number(-3.0, 3.0))), ..BodyDef::dynamic(at) };
        let shape = shape(&mut dice, number);
        add(&mut world, &body, &ColliderDef::new(shape));
    }
    world
}

#[test]
fn heaps_of_what_is_round_fall_asleep() {
    let capsule = |dice: &mut Dice, _| {
        let end = Vec2::new(dice.number(0.2, 0.7), 0.0);
        Shape::capsule(-end, end, dice.number(0.1, 0.4)).unwrap()
    };
    let mixed = |dice: &mut Dice, number| match number % 2 {
        0 => rect(dice.number(0.2, 0.7), dice.number(0.2, 0.7)),
        _ => circle(dice.number(0.2, 0.6)),
    };
    for seed in 0..24 {
        for (name, mut world) in [("capsules", heap(seed, 150, capsule)), ("mixed", heap(seed, 150, mixed))] {
            let asleep = (0..3000).any(|_| {
                world.step(DT).unwrap();
                world.awake_bodies().next().is_none()
            });
            assert!(asleep, "{name}, {seed}: {} never fall asleep", world.awake_bodies().count());
        }
    }
}

/// Where things are after 10 s that move in one place and do not rock: some spin, some as slowly as their ends just do not rest, one
/// swings by 5 cm on a spring of the caller's own, and one bounces by 10 cm.
fn in_one_place(sleep: bool) -> Vec<Pose> {
    let mut world = World::new(Settings { sleep, restitution_threshold: 0.5, ..Settings::default() }).unwrap();
    let floating = |at| BodyDef { gravity_scale: 0.0, ..BodyDef::dynamic(at) };
    let mut bodies = Vec::new();
    for size in [0.02_f32, 0.15, 0.17, 0.5, 3.0] {
        for spin in [0.037 / size, 40.0] {
            let body = BodyDef { angular_velocity: spin, ..floating(Vec2::new(100.0 * size, spin)) };
            bodies.push(add(&mut world, &body, &ColliderDef::new(rect(size, size))).0);
        }
    }
    let anchor = Vec2::new(-50.0, 0.0);
    let (held, _) = add(&mut world, &floating(anchor + Vec2::X * 0.05), &ColliderDef::new(circle(0.5)));
    let mass = world.mass_properties(held).unwrap().mass;
    let bouncy = Material { restitution: 1.0, ..Material::default() };
    let ground = ColliderDef { material: bouncy, ..ColliderDef::new(rect(9.0, 1.0)) };
    add(&mut world, &BodyDef::fixed(Vec2::new(-100.0, -1.0)), &ground);
    let ball = ColliderDef { material: bouncy, ..ColliderDef::new(circle(0.2)) };
    let (ball, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(-100.0, 0.3)), &ball);
    bodies.extend([held, ball]);
    for _ in 0..9600 {
        let stretched = world.pose(held).unwrap().translation - anchor;
        world.apply_force(held, stretched * (-16.0 * mass)).unwrap();
        world.step(DT / 16.0).unwrap();
    }
    bodies.into_iter().map(|body| world.pose(body).unwrap()).collect()
}

#[test]
fn what_moves_in_one_place_goes_on_if_it_does_not_rock() {
    assert_eq!(in_one_place(true), in_one_place(false));
}
