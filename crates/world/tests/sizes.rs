//! Things from 5 cm to 50 m, and of a thousand times each other's mass.

mod common;

use common::dice::Dice;
use common::{add, add_ground, circle, position, rect, run};
use world::{BodyDef, ColliderDef, Material, Settings, Vec2, World};

#[test]
fn stacks_of_five_stand_be_they_of_5_cm_or_of_50_m() {
    for size in [0.05f32, 0.5, 5.0, 50.0] {
        let mut world = World::new(Settings { sleep: false, ..Settings::default() }).unwrap();
        add_ground(&mut world);
        let start = |i: usize| Vec2::new(0.0, size * (i as f32 + 0.5));
        let collider = ColliderDef::new(rect(size / 2.0, size / 2.0));
        let bodies: Vec<_> = (0..5).map(|i| add(&mut world, &BodyDef::dynamic(start(i)), &collider).0).collect();
        // They are laid touching, and what they sink by must not be seen beside them, nor be more than a touch.
        let most = world.settings().linear_slop.min(size / 1000.0);
        for step in 0..600 {
            run(&mut world, 1);
            for (i, &body) in bodies.iter().enumerate() {
                let way = (position(&world, body) - start(i)).length();
                assert!(way < most, "{size} m, step {step}: box {i} moved by {way} m");
            }
        }
    }
}

/// At the usual stiffness columns of ten boxes of 5 cm do, and of fifteen of 10 cm.
#[test]
fn small_boxes_that_fall_onto_each_other_stand_where_contacts_are_stiffer() {
    for (size, count) in [(0.05f32, 20u8), (0.1, 30)] {
        let settings = Settings { contact_hertz: 60.0, sleep: false, ..Settings::default() };
        let (mut world, mut dice) = (World::new(settings).unwrap(), Dice::new(0));
        add_ground(&mut world);
        let collider = ColliderDef::new(rect(size / 2.0, size / 2.0));
        for column in 0..20u8 {
            let x = 3.0 * size * f32::from(column);
            let at = |i: u8, aside: f32| size * Vec2::new(aside, 0.5 + 1.05 * f32::from(i)) + Vec2::new(x, 0.0);
            for i in 0..count {
                add(&mut world, &BodyDef::dynamic(at(i, dice.number(-0.05, 0.05))), &collider);
            }
        }
        run(&mut world, 1800);
        let highest = size * (f32::from(count) - 0.5);
        let tops: Vec<_> = world.bodies().skip(1).map(|body| position(&world, body).y).collect();
        let tops: Vec<_> = tops.chunks(count.into()).map(|column| column[column.len() - 1]).collect();
        assert!(tops.iter().all(|top| (highest - top).abs() < size), "{size} m: {tops:?} of {highest}");
    }
}

/// How fast two balls of these densities are after the first came at 5 m/s and hit the other, which stood still.
fn collide(densities: [f32; 2], restitution: f32) -> [f32; 2] {
    let mut world = World::new(Settings { gravity: Vec2::ZERO, sleep: false, ..Settings::default() }).unwrap();
    let material = Material { restitution, friction: 0.0, ..Material::default() };
    let ball = |density| ColliderDef { material, density, ..ColliderDef::new(circle(0.5)) };
    let first = BodyDef { linear_velocity: Vec2::new(5.0, 0.0), ..BodyDef::dynamic(Vec2::new(-2.0, 0.0)) };
    let (first, _) = add(&mut world, &first, &ball(densities[0]));
    let (second, _) = add(&mut world, &BodyDef::default(), &ball(densities[1]));
    run(&mut world, 60);
    [first, second].map(|body| world.linear_velocity(body).unwrap().x)
}

#[test]
fn balls_of_a_thousand_times_each_others_mass_part_as_newton_says() {
    for restitution in [0.0, 0.5, 1.0] {
        for [a, b] in [[1000.0, 1.0], [1.0, 1000.0]] {
            let speeds = collide([a, b], restitution);
            // Both at first go with the common centre, and part at a share of 5 m/s.
            let share = |mass: f32| 5.0 * mass / (a + b);
            let expected = [share(a) - restitution * share(b), share(a) * (1.0 + restitution)];
            // A rounding for each impulse of ten sub-steps or so, of what is 10 m/s at most.
            let tolerance = 64.0 * f32::EPSILON * 10.0;
            let is_close = |(speed, expected): (&f32, f32)| (speed - expected).abs() <= tolerance;
            assert!(
                speeds.iter().zip(expected).all(is_close),
                "{a} on {b}, {restitution}: {speeds:?}, not {expected:?}"
            );
        }
    }
}
