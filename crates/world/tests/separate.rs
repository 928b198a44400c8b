//! `Response::Separate`: players that are pushed out and slide.

mod common;

use common::{DT, add, add_ground, circle, position, rect, run, weightless, world};
use world::{BodyDef, ColliderDef, MotionLocks, Response, Vec2};

fn player(at: Vec2) -> BodyDef {
    BodyDef { response: Response::Separate, locks: MotionLocks::ROTATION, ..BodyDef::dynamic(at) }
}

#[test]
fn a_player_rests_without_jitter() {
    let mut world = world();
    add_ground(&mut world);
    let (body, _) = add(&mut world, &player(Vec2::new(0.0, 2.0)), &ColliderDef::new(rect(0.4, 0.9)));
    run(&mut world, 120);
    let rest = position(&world, body);
    assert!((rest.y - 0.9).abs() < 1e-3, "{rest}");
    for _ in 0..120 {
        run(&mut world, 1);
        assert!((position(&world, body) - rest).length() < 1e-4, "{}", position(&world, body));
    }
}

#[test]
fn a_player_slides_along_a_wall_and_over_the_joints_of_tiles() {
    let mut world = world();
    for x in 0..20u8 {
        add(&mut world, &BodyDef::fixed(Vec2::new(f32::from(x), -0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    }
    let (body, _) = add(&mut world, &player(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.3, 0.5)));
    for step in 1..=200u8 {
        let fall = world.linear_velocity(body).unwrap().y;
        world.set_linear_velocity(body, Vec2::new(5.0, fall)).unwrap();
        run(&mut world, 1);
        let at = position(&world, body);
        assert!((at.x - 5.0 * DT * f32::from(step)).abs() < 0.01 && (at.y - 0.5).abs() < 0.01, "step {step}: {at}");
    }
}

#[test]
fn a_wall_takes_only_the_velocity_into_it() {
    let mut world = weightless();
    add(&mut world, &BodyDef::fixed(Vec2::new(2.0, 0.0)), &ColliderDef::new(rect(0.5, 50.0)));
    let (body, _) = add(&mut world, &player(Vec2::ZERO), &ColliderDef::new(circle(0.5)));
    world.set_linear_velocity(body, Vec2::new(4.0, 3.0)).unwrap();
    run(&mut world, 60);
    assert!((world.linear_velocity(body).unwrap() - Vec2::new(0.0, 3.0)).length() < 1e-3);
    assert!((position(&world, body) - Vec2::new(1.0, 3.0)).length() < 0.02, "{}", position(&world, body));
}

#[test]
fn two_players_push_each_other_out_by_half() {
    let mut world = weightless();
    let (a, _) = add(&mut world, &player(Vec2::new(-0.3, 0.0)), &ColliderDef::new(circle(0.5)));
    let (b, _) = add(&mut world, &player(Vec2::new(0.3, 0.0)), &ColliderDef::new(circle(0.5)));
    run(&mut world, 1);
    assert!((position(&world, a) - Vec2::new(-0.5, 0.0)).length() < 1e-4, "{}", position(&world, a));
    assert!((position(&world, b) - Vec2::new(0.5, 0.0)).length() < 1e-4);
}

#[test]
fn a_player_shoves_a_crate() {
    let mut world = world();
    add_ground(&mut world);
    let (crate_, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(1.5, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    let (body, _) = add(&mut world, &player(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    for _ in 0..120 {
        world.set_linear_velocity(body, Vec2::new(2.0, 0.0)).unwrap();
        run(&mut world, 1);
    }
    assert!(position(&world, crate_).x > 2.5, "{}", position(&world, crate_));
}

#[test]
fn a_fast_player_does_not_tunnel_and_slides_on() {
    let mut world = weightless();
    add(&mut world, &BodyDef::fixed(Vec2::new(5.0, 0.0)), &ColliderDef::new(rect(0.01, 50.0)));
    let (body, _) = add(&mut world, &player(Vec2::ZERO), &ColliderDef::new(circle(0.1)));
    world.set_linear_velocity(body, Vec2::new(390.0, 60.0)).unwrap();
    run(&mut world, 3);
    let at = position(&world, body);
    assert!(at.x < 5.0 && at.x > 4.8, "{at}");
    assert!(at.y > 2.5, "{at}");
}
