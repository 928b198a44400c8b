//! Worlds in other units than metres: where all lengths and speeds are so many times as large they do the same.

mod common;

use common::{DT, add};
use world::{BodyDef, BodyId, ColliderDef, Material, Pose, Response, Settings, Shape, Vec2, World};

/// Players in a crowd between two walls on seamless tiles, a ramp of them with crates that slide up, a raft of them that lands, a ball
/// that bounces and one that would fly through a wall; the players come first.
fn scene(units: f32) -> (World, Vec<BodyId>) {
    let mut world = World::new(Settings::default().scaled(units)).unwrap();
    let at = |x: f32, y: f32| Vec2::new(x, y) * units;
    let rect = |half_x: f32, half_y: f32| common::rect(half_x * units, half_y * units);
    let collider = |shape: Shape| ColliderDef { density: (units * units).recip(), ..ColliderDef::new(shape) };
    let tile = |shape: Shape, at: Vec2| ColliderDef {
        is_seamless: true,
        local_pose: Pose::from_translation(at),
        ..collider(shape)
    };
    let mut bodies = Vec::new();
    for i in 0..8u8 {
        let player = BodyDef { response: Response::Separate, ..BodyDef::dynamic(at(0.7 * f32::from(i), 0.9)) };
        let half_width = 0.3 + 0.05 * f32::from(i % 3);
        bodies.push(add(&mut world, &player, &collider(rect(half_width, 0.9))).0);
    }
    let ground = world.create_body(&BodyDef::fixed(Vec2::ZERO)).unwrap();
    for i in 0..30u8 {
        world.create_collider(ground, &tile(rect(0.5, 0.5), at(f32::from(i) - 10.0, -0.5))).unwrap();
    }
    for i in 0..10u8 {
        let rise = |i: u8| at(20.0 + f32::from(i), 0.3 * f32::from(i));
        let segment = Shape::segment(rise(i), rise(i + 1)).unwrap();
        world.create_collider(ground, &tile(segment, Vec2::ZERO)).unwrap();
    }
    for x in [-2.0, 8.0] {
        add(&mut world, &BodyDef::fixed(at(x, 2.0)), &collider(rect(0.1, 2.0)));
    }
    let raft = world.create_body(&BodyDef::dynamic(at(4.0, 5.0))).unwrap();
    for i in 0..5u8 {
        world.create_collider(raft, &tile(rect(0.5, 0.5), at(f32::from(i) - 2.0, 0.0))).unwrap();
    }
    bodies.push(raft);
    let smooth = Material { friction: 0.1, restitution: 0.5, ..Material::default() };
    for (x, y, speed) in [(10.0, 0.5, 8.0), (12.0, 0.5, 9.0), (2.5, 6.0, 1.0), (10.0, 3.0, -380.0)] {
        let body = BodyDef { linear_velocity: at(speed, 0.0), ..BodyDef::dynamic(at(x, y)) };
        let shape = if y > 0.5 { Shape::circle(0.4 * units).unwrap() } else { rect(0.5, 0.5) };
        bodies.push(add(&mut world, &body, &ColliderDef { material: smooth, ..collider(shape) }).0);
    }
    (world, bodies)
}

#[test]
fn what_is_so_many_times_as_large_does_the_same_to_the_bit() {
    // Powers of two, which round nothing: from a kilometre to a millimetre, but for 24.
    for exponent in [-10i32, -7, -1, 5, 7, 10] {
        let units = (exponent as f32).exp2();
        let ((mut small, bodies), (mut large, _)) = (scene(1.0), scene(units));
        for step in 0..300 {
            for (i, &player) in bodies[..8].iter().enumerate() {
                let speed = if (step / 40 + i) % 2 == 0 { 4.0 } else { -3.0 };
                for (world, units) in [(&mut small, 1.0), (&mut large, units)] {
                    let fall = world.linear_velocity(player).unwrap().y;
                    world.set_linear_velocity(player, Vec2::new(speed * units, fall)).unwrap();
                }
            }
            small.step(DT).unwrap();
            large.step(DT).unwrap();
            for (i, &body) in bodies.iter().enumerate() {
                let (pose, other) = (small.pose(body).unwrap(), large.pose(body).unwrap());
                let expected = Pose::new(pose.translation * units, pose.rotation);
                assert_eq!(other, expected, "2^{exponent}, step {step}, body {i}");
                let velocity = small.linear_velocity(body).unwrap() * units;
                assert_eq!(large.linear_velocity(body), Ok(velocity), "2^{exponent}, step {step}, body {i}");
            }
        }
    }
}
