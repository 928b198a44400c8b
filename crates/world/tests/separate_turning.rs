//! `Response::Separate`: players that are long and turn fast.

mod common;

use common::dice::Dice;
use common::{DT, circle, rect, run, weightless, world};
use std::f32::consts::TAU;
use world::{BodyDef, BodyId, ColliderDef, Pose, Response, Rot, Shape, Vec2, World};

/// A spear that turns about a heavy head anywhere along it, and half of its length.
fn spear(world: &mut World, dice: &mut Dice, at: Vec2) -> (BodyId, [Vec2; 2]) {
    let def = BodyDef {
        response: Response::Separate,
        pose: Pose::new(at, Rot::from_angle(dice.number(0.0, TAU))),
        angular_velocity: dice.number(-47.0, 47.0),
        ..BodyDef::dynamic(at)
    };
    let body = world.create_body(&def).unwrap();
    let (half, middle) = (dice.number(0.4, 1.0), dice.number(-0.9, 0.9));
    let local_pose = Pose::from_translation(Vec2::new(middle * half, 0.0));
    let shaft = ColliderDef { local_pose, ..ColliderDef::new(rect(half, dice.number(0.01, 0.05))) };
    world.create_collider(body, &shaft).unwrap();
    let head = ColliderDef { density: 1.0e4, ..ColliderDef::new(circle(0.01)) };
    world.create_collider(body, &head).unwrap();
    (body, [-1.0, 1.0].map(|end| local_pose.transform_point(Vec2::new(end * half, 0.0))))
}

/// Where its ends are.
fn ends(world: &World, body: BodyId, ends: [Vec2; 2]) -> [Vec2; 2] {
    ends.map(|end| world.pose(body).unwrap().transform_point(end))
}

#[test]
fn a_spear_that_spins_turns_through_no_ground() {
    for seed in 0..100 {
        let (mut dice, mut world) = (Dice::new(seed), world());
        let ground = world.create_body(&BodyDef::fixed(Vec2::ZERO)).unwrap();
        // One piece, or many that neighbours continue.
        let (half, is_seamless) = if dice.one_in(2) { (60.0, false) } else { (0.75, true) };
        for place in (0..).map(|place| half * (2.0 * place as f32 + 1.0) - 60.0).take_while(|&place| place < 60.0) {
            let segment = Shape::segment(Vec2::new(place - half, 0.0), Vec2::new(place + half, 0.0)).unwrap();
            world.create_collider(ground, &ColliderDef { is_seamless, ..ColliderDef::new(segment) }).unwrap();
        }
        let (body, local_ends) = spear(&mut world, &mut dice, Vec2::new(0.0, 2.5));
        let (velocity, spin) = (Vec2::new(dice.number(-10.0, 10.0), -20.0), world.angular_velocity(body).unwrap());
        world.set_linear_velocity(body, velocity).unwrap();
        for step in 0..90 {
            let before = world.pose(body).unwrap().rotation;
            run(&mut world, 1);
            let lowest = ends(&world, body, local_ends).map(|end| end.y).into_iter().reduce(f32::min).unwrap();
            assert!(lowest > 0.0, "seed {seed}, step {step}: its lower end at {lowest} m");
            let turned = before.inv_mul(world.pose(body).unwrap().rotation).angle();
            assert!((turned - spin * DT).abs() < 0.02, "seed {seed}, step {step}: it turns as it did");
        }
    }
}

#[test]
fn a_spear_turns_no_further_than_there_is_room() {
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let mut world = if dice.one_in(2) { weightless() } else { world() };
        let hall = world.create_body(&BodyDef::fixed(Vec2::ZERO)).unwrap();
        let (x, y) = (3.0, dice.number(0.4, 1.2));
        let corners = [[-x, -y], [x, -y], [x, y], [-x, y], [-x, -y]].map(Vec2::from);
        for wall in corners.windows(2) {
            world.create_collider(hall, &ColliderDef::new(Shape::segment(wall[0], wall[1]).unwrap())).unwrap();
        }
        let (body, local_ends) = spear(&mut world, &mut dice, Vec2::ZERO);
        world.set_pose(body, Pose::IDENTITY).unwrap();
        if dice.one_in(2) {
            world.set_angular_velocity(body, dice.number(-1.0, 1.0)).unwrap();
        }
        let speed = dice.number(0.0, 60.0);
        for step in 0..120 {
            if step % 20 == 0 {
                let way = Vec2::from_angle(dice.number(0.0, TAU));
                world.set_linear_velocity(body, way * speed).unwrap();
            }
            run(&mut world, 1);
            let ends = ends(&world, body, local_ends);
            let is_inside = ends.iter().all(|end| end.abs().cmple(Vec2::new(x, y)).all());
            assert!(is_inside, "seed {seed}, step {step}: its ends at {ends:?} in a hall of {x} by {y}");
        }
    }
}
