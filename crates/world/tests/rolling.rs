//! What is round rolls as on a level table: it neither sinks nor hops as it turns, and loses no speed.

mod common;

use common::{add, circle, position, rect, run, weightless, world};
use std::f32::consts::FRAC_PI_4;
use world::{BodyDef, ColliderDef, Pose, Rot, Shape, Vec2, World};

/// A ball that rolls to the right at this speed, on ground whose collider comes before its own or after it.
fn rolling(radius: f32, speed: f32, ground_first: bool) -> (World, world::BodyId) {
    let mut world = world();
    let ground = (BodyDef::fixed(Vec2::new(0.0, -0.5)), ColliderDef::new(rect(1000.0, 0.5)));
    let motion =
        BodyDef { linear_velocity: Vec2::new(speed, 0.0), angular_velocity: -speed / radius, ..BodyDef::default() };
    let ball = BodyDef { pose: Pose::from_translation(Vec2::new(0.0, radius)), ..motion };
    let reports = ColliderDef { hit_events: true, ..ColliderDef::new(circle(radius)) };
    if ground_first {
        add(&mut world, &ground.0, &ground.1);
    }
    let (ball, _) = add(&mut world, &ball, &reports);
    if !ground_first {
        add(&mut world, &ground.0, &ground.1);
    }
    world.set_settings(world::Settings { hit_speed: 0.01, ..*world.settings() }).unwrap();
    (world, ball)
}

#[test]
fn a_ball_rolls_on_without_sinking_hopping_or_slowing_down() {
    for (radius, speed) in [(0.5, 3.0), (0.5, 60.0), (0.1, 10.0), (0.0135, 2.5)] {
        for ground_first in [true, false] {
            let (mut world, ball) = rolling(radius, speed, ground_first);
            run(&mut world, 5);
            for _ in 0..120 {
                run(&mut world, 1);
                assert!(world.events().hit.is_empty(), "{radius} m at {speed} m/s: {:?}", world.events().hit);
                // Up to 300 m from the ground's middle anchors are rounded by 2e-5 m, which is 5e-3 m/s in a sub-step.
                let (height, velocity) = (position(&world, ball).y - radius, world.linear_velocity(ball).unwrap());
                assert!(
                    height.abs() < 1e-4 && velocity.y.abs() < 5e-3,
                    "{radius} m at {speed} m/s: {height}, {velocity}"
                );
            }
            let (velocity, spin) = (world.linear_velocity(ball).unwrap().x, world.angular_velocity(ball).unwrap());
            assert!((velocity / speed - 1.0).abs() < 1e-4, "{radius} m at {speed} m/s: {velocity}");
            assert!((spin * radius / -speed - 1.0).abs() < 1e-4, "{radius} m at {speed} m/s: {spin}");
        }
    }
}

#[test]
fn a_ball_rolls_down_a_slope_at_two_thirds_of_what_slides() {
    let mut world = world();
    let slope =
        BodyDef { pose: Pose::new(Vec2::ZERO, Rot::from_angle(-FRAC_PI_4 / 2.0)), ..BodyDef::fixed(Vec2::ZERO) };
    let down = slope.pose.transform_vector(Vec2::X);
    add(&mut world, &slope, &ColliderDef::new(Shape::segment(Vec2::new(-50.0, 0.0), Vec2::new(50.0, 0.0)).unwrap()));
    let at = slope.pose.transform_point(Vec2::new(0.0, 0.1));
    let (ball, _) = add(&mut world, &BodyDef::dynamic(at), &ColliderDef::new(circle(0.1)));
    run(&mut world, 120);
    let (speed, pull) = (world.linear_velocity(ball).unwrap().dot(down), world.settings().gravity.dot(down));
    assert!((speed / (2.0 * pull * 2.0 / 3.0) - 1.0).abs() < 2e-3, "{speed} m/s");
}

/// In four sub-steps an eighth of a turn each, where all else turns by that much in the whole step.
#[test]
fn a_disc_may_turn_four_times_as_fast_as_a_box() {
    let limit = FRAC_PI_4 * 60.0;
    let cases = [
        (circle(0.3), 150.0, 150.0),
        (circle(0.3), 300.0, 4.0 * limit),
        (circle(0.3), -300.0, -4.0 * limit),
        (rect(0.3, 0.3), 150.0, limit),
    ];
    for (shape, spin, expected) in cases {
        let mut world = weightless();
        let body = BodyDef { angular_velocity: spin, ..BodyDef::default() };
        let (body, _) = add(&mut world, &body, &ColliderDef::new(shape));
        run(&mut world, 3);
        let found = world.angular_velocity(body).unwrap();
        assert!((found / expected - 1.0).abs() < 1e-6, "{spin}: {found}");
    }
}

/// What is nearly round touches with two points at times, and turns from one side of it to the next: points that were kept where its
/// surface turned to let it roll at 1.4 m/s in the end.
#[test]
fn what_is_nearly_round_gains_nothing_whichever_side_it_is() {
    let capsule = Shape::capsule(Vec2::new(-0.02, 0.0), Vec2::new(0.02, 0.0), 0.3).unwrap();
    for (speed, ground_first) in [(0.3, true), (0.3, false), (0.5, true), (0.5, false)] {
        let mut world = world();
        let ground = (BodyDef::fixed(Vec2::new(0.0, -1.0)), ColliderDef::new(rect(200.0, 1.0)));
        if ground_first {
            add(&mut world, &ground.0, &ground.1);
        }
        let (linear_velocity, angular_velocity) = (Vec2::new(speed, 0.0), -speed / 0.3);
        let rolls = BodyDef { linear_velocity, angular_velocity, ..BodyDef::dynamic(Vec2::new(0.0, 0.3)) };
        let (body, _) = add(&mut world, &rolls, &ColliderDef::new(capsule.clone()));
        if !ground_first {
            add(&mut world, &ground.0, &ground.1);
        }
        for _ in 0..900 {
            run(&mut world, 1);
            let now = world.linear_velocity(body).unwrap();
            assert!(now.length() < 1.01 * speed, "{now} after {speed} m/s");
        }
    }
}
