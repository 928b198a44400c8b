//! One-way platforms side by side, and what tumbles onto them: nobody who comes from above falls through.

mod common;

use common::dice::Dice;
use common::{add, circle, position, rect, run, weightless, world};
use std::f32::consts::PI;
use world::{BodyDef, ColliderDef, Material, MotionLocks, Pose, Response, Rot, Settings, Shape, Vec2, World};

fn one_way(half_x: f32, half_y: f32) -> ColliderDef {
    ColliderDef { one_way: Some(Vec2::Y), ..ColliderDef::new(rect(half_x, half_y)) }
}

#[test]
fn who_walks_over_planks_in_a_row_falls_between_none_of_them() {
    for response in [Response::Separate, Response::Dynamics] {
        for (first_is_solid, is_seamless) in [(false, false), (true, false), (false, true), (true, true)] {
            for (speed, start) in [1.5, 6.0, 20.0].into_iter().flat_map(|speed| (0..20u8).map(move |i| (speed, i))) {
                let mut world = world();
                for x in 0..60u8 {
                    let plank = ColliderDef { is_seamless, ..one_way(0.5, 0.1) };
                    let one_way = plank.one_way.filter(|_| x > 0 || !first_is_solid);
                    let at = Vec2::new(f32::from(x), -0.1);
                    add(&mut world, &BodyDef::fixed(at), &ColliderDef { one_way, ..plank });
                }
                let at = Vec2::new(-0.1 + 0.01 * f32::from(start), 0.5);
                let material = Material { friction: 0.0, ..Material::default() };
                let walker = BodyDef { response, locks: MotionLocks::ROTATION, ..BodyDef::dynamic(at) };
                let shape = ColliderDef { material, ..ColliderDef::new(rect(0.2, 0.5)) };
                let (walker, _) = add(&mut world, &walker, &shape);
                for _ in 0..120 {
                    let fall = world.linear_velocity(walker).unwrap().y;
                    world.set_linear_velocity(walker, Vec2::new(speed, fall)).unwrap();
                    run(&mut world, 1);
                }
                let y = position(&world, walker).y;
                assert!(y > 0.49, "{response:?}, {first_is_solid} {is_seamless}, {speed} m/s from {at}: at {y}");
            }
        }
    }
}

#[test]
fn what_tumbles_onto_a_platform_stays_on_it() {
    for (number, restitution) in (0..120u8).map(|i| (i, if i % 2 == 0 { 0.0 } else { 0.5 })) {
        let mut world = World::new(Settings { sleep: false, ..Settings::default() }).unwrap();
        add(&mut world, &BodyDef::fixed(Vec2::ZERO), &one_way(50.0, 0.1));
        let i = f32::from(number);
        let material = Material { friction: 0.5, restitution, ..Material::default() };
        let tumbler = BodyDef {
            pose: Pose::new(Vec2::new(0.0, 2.0), Rot::from_angle(0.1 * i)),
            linear_velocity: Vec2::new(i % 7.0 - 3.0, -0.05 * i),
            angular_velocity: i % 20.0 - 10.0,
            ..BodyDef::default()
        };
        let shape = if number % 3 == 0 { rect(1.5, 0.05) } else { rect(0.6, 0.2) };
        let (tumbler, _) = add(&mut world, &tumbler, &ColliderDef { material, ..ColliderDef::new(shape) });
        run(&mut world, 300);
        let y = position(&world, tumbler).y;
        assert!(y > 0.14, "{number}: at {y}");
    }
}

#[test]
fn a_platform_that_turns_about_its_end_holds_what_comes_down_on_it() {
    // Where they meet it sinks more slowly than the ball, though its middle sinks faster.
    let mut world = weightless();
    let bridge = BodyDef { angular_velocity: -0.5, ..BodyDef::kinematic(Vec2::ZERO) };
    let local_pose = Pose::from_translation(Vec2::new(5.0, 0.0));
    add(&mut world, &bridge, &ColliderDef { local_pose, ..one_way(5.0, 0.1) });
    let ball = BodyDef { linear_velocity: Vec2::new(0.0, -1.0), ..BodyDef::dynamic(Vec2::new(1.0, 0.32)) };
    let (ball, _) = add(&mut world, &ball, &ColliderDef::new(circle(0.2)));
    run(&mut world, 30);
    let at = Rot::from_angle(0.25).rotate(position(&world, ball));
    assert!(at.y > 0.28, "{at} in the platform's frame");
}

/// Where what was on its way out again passed, one of these 800 fell through.
#[test]
fn what_spins_over_seamless_tiles_does_not_fall_through() {
    let mut dice = Dice::new(20);
    let spear = Shape::polygon(&[[-0.6, -0.03], [0.6, -0.03], [-0.6, 0.03]].map(Vec2::from)).unwrap();
    for (number, shape) in (0..800).zip([circle(0.3), spear].iter().cycle()) {
        let mut world = world();
        let ground = world.create_body(&BodyDef::fixed(Vec2::ZERO)).unwrap();
        for i in -50..50i8 {
            let local_pose = Pose::from_translation(Vec2::new(f32::from(i) * 0.5 + 0.25, -0.05));
            let tile = ColliderDef { local_pose, is_seamless: true, ..one_way(0.25, 0.05) };
            world.create_collider(ground, &tile).unwrap();
        }
        let way = Rot::from_angle(dice.number(0.3 - PI, -0.3));
        let def = BodyDef {
            pose: Pose::new(Vec2::new(0.0, dice.number(0.8, 3.0)), Rot::from_angle(dice.number(-PI, PI))),
            linear_velocity: way.rotate(Vec2::new(dice.number(50.0, 120.0), 0.0)),
            angular_velocity: dice.number(-60.0, 60.0),
            ..BodyDef::default()
        };
        let (body, _) = add(&mut world, &def, &ColliderDef::new(shape.clone()));
        run(&mut world, 12);
        let at = position(&world, body);
        assert!(at.y > -0.1 || at.x.abs() > 25.0, "throw {number}, {shape:?}, {def:?}: at {at}");
    }
}
