//! Platforms that let through what comes from below.

mod common;

use common::dice::Dice;
use common::{add, add_ground, circle, position, rect, run, weightless, world};
use std::f32::consts::PI;
use world::{BodyDef, BodyId, ColliderDef, MotionLocks, Pose, Response, Rot, Shape, Vec2, World, WorldError};

/// Ground at y = 0, and a platform whose top is at y = 2.1, created first or last.
fn level(platform_first: bool, thickness: f32, body: &BodyDef, collider: &ColliderDef) -> (World, BodyId) {
    let mut world = world();
    add_ground(&mut world);
    let at = BodyDef::fixed(Vec2::new(0.0, 2.1 - 0.5 * thickness));
    let platform = ColliderDef { one_way: Some(Vec2::new(0.0, 3.0)), ..ColliderDef::new(rect(2.0, 0.5 * thickness)) };
    if platform_first {
        add(&mut world, &at, &platform);
    }
    let (body, _) = add(&mut world, body, collider);
    if !platform_first {
        add(&mut world, &at, &platform);
    }
    (world, body)
}

fn jumper(response: Response, speed: f32) -> BodyDef {
    let velocity = Vec2::new(0.0, speed);
    let def = BodyDef::dynamic(Vec2::new(0.0, 0.5));
    BodyDef { response, linear_velocity: velocity, locks: MotionLocks::ROTATION, ..def }
}

#[test]
fn a_jump_from_below_ends_on_the_platform() {
    for response in [Response::Dynamics, Response::Separate] {
        for platform_first in [true, false] {
            for thickness in [0.02, 0.2, 1.0] {
                // Slow and fast: some of these move by more than the margin, and by more than their core, in a step.
                for speed in [8.0, 15.0, 60.0] {
                    let def = jumper(response, speed);
                    let (mut world, body) = level(platform_first, thickness, &def, &ColliderDef::new(rect(0.4, 0.5)));
                    let mut highest = 0.0f32;
                    for _ in 0..900 {
                        run(&mut world, 1);
                        highest = highest.max(position(&world, body).y);
                    }
                    let (end, free) = (position(&world, body).y, 0.5 + speed * speed / 20.0);
                    let case = format!("{response:?} first {platform_first} {thickness} m at {speed} m/s");
                    // Nothing slows it on its way up; steps of a sixtieth cost half a step's speed.
                    assert!((highest - free).abs() < 0.02 + speed / 120.0, "{case}: rose to {highest}, not {free}");
                    assert!((end - 2.6).abs() < 0.01, "{case}: ends at {end}");
                }
            }
        }
    }
}

#[test]
fn a_jump_too_low_falls_back_through_the_platform() {
    for response in [Response::Dynamics, Response::Separate] {
        // Rises by 1.8 m: its middle ends just below the platform's top.
        let (mut world, body) = level(true, 0.2, &jumper(response, 6.0), &ColliderDef::new(rect(0.4, 0.5)));
        run(&mut world, 30);
        assert!(position(&world, body).y > 1.9, "{response:?}: {}", position(&world, body));
        run(&mut world, 120);
        assert!((position(&world, body).y - 0.5).abs() < 0.01, "{response:?}: {}", position(&world, body));
    }
}

#[test]
fn what_falls_fast_stops_on_top_and_what_walks_off_the_edge_does_not_catch() {
    let def = BodyDef { linear_velocity: Vec2::new(0.0, -100.0), ..BodyDef::dynamic(Vec2::new(1.0, 20.0)) };
    let (mut world, body) = level(true, 0.02, &def, &ColliderDef::new(circle(0.3)));
    run(&mut world, 30);
    assert!((position(&world, body).y - 2.4).abs() < 0.02, "{}", position(&world, body));
    world.set_linear_velocity(body, Vec2::new(3.0, 0.0)).unwrap();
    run(&mut world, 120);
    assert!((position(&world, body).y - 0.3).abs() < 0.01 && position(&world, body).x > 2.3);
}

#[test]
fn the_front_turns_with_the_collider() {
    let mut world = weightless();
    // Turned by a right angle, the front looks to the left.
    let wall = BodyDef {
        pose: Pose::new(Vec2::ZERO, Rot::from_angle(std::f32::consts::FRAC_PI_2)),
        ..BodyDef::fixed(Vec2::ZERO)
    };
    add(&mut world, &wall, &ColliderDef { one_way: Some(Vec2::Y), ..ColliderDef::new(rect(3.0, 0.1)) });
    let mut shoot = |x: f32| {
        let def = BodyDef { linear_velocity: Vec2::new(-x, 0.0), ..BodyDef::dynamic(Vec2::new(x, x / 4.0)) };
        add(&mut world, &def, &ColliderDef::new(circle(0.2))).0
    };
    let (stopped, passed) = (shoot(-4.0), shoot(4.0));
    run(&mut world, 120);
    assert!(position(&world, stopped).x < -0.29 && position(&world, passed).x < -3.9);
}

#[test]
fn what_rises_out_of_a_platform_is_not_pushed_out_of_it() {
    let mut def = jumper(Response::Separate, 4.0);
    def.pose = Pose::from_translation(Vec2::new(0.0, 2.3));
    let (mut world, body) = level(true, 0.2, &def, &ColliderDef::new(rect(0.4, 0.5)));
    run(&mut world, 3);
    assert!(position(&world, body).y < 2.3 + 3.0 * 4.0 / 60.0, "{}", position(&world, body));
    run(&mut world, 120);
    assert!((position(&world, body).y - 2.6).abs() < 0.01, "{}", position(&world, body));
}

#[test]
fn a_direction_may_be_of_any_length_but_zero() {
    let mut world = world();
    let (_, wall) = add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(circle(1.0)));
    let half = std::f32::consts::FRAC_1_SQRT_2;
    // The square of the second has few digits left in single precision, those of the last two none.
    for length in [1.0e7, 1.0e-22, 1.0e-30, f32::from_bits(1)] {
        world.set_one_way(wall, Some(Vec2::new(length, -length))).unwrap();
        assert_eq!(world.one_way(wall), Ok(Some(Vec2::new(half, -half))), "of {length} m");
    }
    assert!(matches!(world.set_one_way(wall, Some(Vec2::ZERO)), Err(WorldError::InvalidNumber { .. })));
}

/// Who is put onto a platform half-way up through it stands there, and who is put under it from on top jumps through.
#[test]
fn who_is_put_somewhere_else_meets_a_platform_anew() {
    for response in [Response::Dynamics, Response::Separate] {
        let collider = ColliderDef::new(rect(0.4, 0.5));
        let (mut world, body) = level(true, 0.2, &jumper(response, 7.0), &collider);
        while position(&world, body).y < 1.9 {
            run(&mut world, 1);
        }
        world.set_pose(body, Pose::from_translation(Vec2::new(0.0, 2.6))).unwrap();
        world.set_linear_velocity(body, Vec2::ZERO).unwrap();
        run(&mut world, 60);
        assert!((position(&world, body).y - 2.6).abs() < 0.01, "{response:?}: {}", position(&world, body).y);

        world.set_pose(body, Pose::from_translation(Vec2::new(0.0, 1.405))).unwrap();
        world.set_linear_velocity(body, Vec2::new(0.0, 10.0)).unwrap();
        run(&mut world, 30);
        assert!(position(&world, body).y > 4.0, "{response:?}: {}", position(&world, body).y);
    }
}

/// A body and a one-way segment on the x axis that holds what comes from above, created first or last.
fn over_a_segment(platform_first: bool, body: &BodyDef, shape: &Shape) -> (World, BodyId) {
    let mut world = world();
    let segment = Shape::segment(Vec2::new(-100.0, 0.0), Vec2::new(100.0, 0.0)).unwrap();
    let platform = ColliderDef { one_way: Some(Vec2::Y), ..ColliderDef::new(segment) };
    if platform_first {
        add(&mut world, &BodyDef::fixed(Vec2::ZERO), &platform);
    }
    let (body, _) = add(&mut world, body, &ColliderDef::new(shape.clone()));
    if !platform_first {
        add(&mut world, &BodyDef::fixed(Vec2::ZERO), &platform);
    }
    (world, body)
}

/// A body that spins and is thrown from a height in a direction between these, at a speed between those.
fn thrown(dice: &mut Dice, height: f32, directions: [f32; 2], speeds: [f32; 2]) -> BodyDef {
    let [direction, speed] = [directions, speeds].map(|[least, most]| dice.number(least, most));
    BodyDef {
        pose: Pose::new(Vec2::new(0.0, height), Rot::from_angle(dice.number(-PI, PI))),
        linear_velocity: Rot::from_angle(direction).rotate(Vec2::new(speed, 0.0)),
        angular_velocity: dice.number(-60.0, 60.0),
        ..BodyDef::default()
    }
}

fn missiles() -> [Shape; 6] {
    let polygon = |points: [[f32; 2]; 3]| Shape::polygon(&points.map(Vec2::from)).unwrap();
    [
        rect(0.3, 0.28),
        rect(0.6, 0.03),
        circle(0.3),
        Shape::capsule(Vec2::new(-0.3, 0.0), Vec2::new(0.3, 0.0), 0.1).unwrap(),
        polygon([[-0.6, -0.03], [0.6, -0.03], [-0.6, 0.03]]),
        polygon([[-0.3, -0.28], [0.3, -0.28], [-0.3, 0.28]]),
    ]
}

/// Of a box that spins as it slides a corner may come in from above and be on its way out again by the end of a step.
#[test]
fn what_spins_on_a_platform_does_not_fall_through() {
    let mut dice = Dice::new(11);
    for (number, shape) in (0..3000).zip(missiles().iter().cycle()) {
        let height = dice.number(0.8, 3.0);
        let def = thrown(&mut dice, height, [0.3 - PI, -0.3], [50.0, 120.0]);
        let (mut world, body) = over_a_segment(number % 2 == 0, &def, shape);
        run(&mut world, 25);
        let at = position(&world, body);
        assert!(at.y > -0.1, "throw {number}, {shape:?}, {def:?}: at {at}");
    }
}

#[test]
fn what_spins_up_through_a_platform_goes_as_if_nothing_was_there() {
    let mut dice = Dice::new(12);
    for (number, shape) in (0..3000).zip(missiles().iter().cycle()) {
        let height = dice.number(-3.0, -1.2);
        let fastest = if dice.one_in(3) { 15.0 } else { 120.0 };
        let def = thrown(&mut dice, height, [0.15, PI - 0.15], [4.0, fastest]);
        let (mut world, body) = over_a_segment(number % 2 == 0, &def, shape);
        let mut free = common::world();
        let (free_body, _) = add(&mut free, &def, &ColliderDef::new(shape.clone()));
        for step in 0..60 {
            run(&mut world, 1);
            run(&mut free, 1);
            let pose = free.pose(free_body).unwrap();
            // A tip that was above may come down again, and is held.
            if shape.aabb(&pose).min.y > -0.01 || free.linear_velocity(free_body).unwrap().y < 0.0 {
                break;
            }
            assert_eq!(world.pose(body), Ok(pose), "throw {number}, {shape:?}, {def:?}, step {step}");
        }
    }
}

/// What begins a step less than the slop deep is neither held by its manifold nor bound to pass.
#[test]
fn what_only_just_touches_a_platform_from_below_is_not_stopped_by_its_middle() {
    for overlap in [0.0, 0.002, 0.004, 0.006] {
        let velocity = Vec2::new(0.0, 22.0);
        let def = BodyDef { linear_velocity: velocity, ..BodyDef::dynamic(Vec2::new(0.0, overlap - 0.25)) };
        let (mut world, body) = over_a_segment(true, &def, &circle(0.25));
        run(&mut world, 1);
        assert!(position(&world, body).y > 0.1, "{overlap}: at {}", position(&world, body));
    }
}

/// The corner that is in the platform goes further down as the box turns, though its middle rises: it came in from above.
#[test]
fn what_is_put_on_a_platform_by_a_corner_that_comes_down_stays_on_it() {
    for platform_first in [true, false] {
        for (turn, depth) in [(0.2, 0.02), (0.2, 0.1), (0.35, 0.05), (0.35, 0.1), (0.5, 0.1)] {
            for side in [1.0, -1.0] {
                let high = BodyDef::dynamic(Vec2::new(0.0, 5.0));
                let (mut world, body) = over_a_segment(platform_first, &high, &rect(0.3, 0.3));
                run(&mut world, 1);
                // The lowest corner is as far beside the middle as this.
                let (low, beside) = (0.3 * (f32::cos(turn) + f32::sin(turn)), 0.3 * (f32::cos(turn) - f32::sin(turn)));
                let pose = Pose::new(Vec2::new(0.0, low - depth), Rot::from_angle(side * turn));
                world.set_pose(body, pose).unwrap();
                world.set_linear_velocity(body, Vec2::new(0.0, 0.5)).unwrap();
                world.set_angular_velocity(body, side * 1.5 / beside).unwrap();
                run(&mut world, 90);
                let at = position(&world, body);
                assert!((at.y - 0.3).abs() < 0.01, "turned by {turn}, {depth} m deep, side {side}: at {at}");
            }
        }
    }
}
