//! Locked motions are not made, whoever moves the body: the solver, the push-out or the sweep of fast bodies.

mod common;

use common::{add, circle, position, rect, run, weightless};
use world::{BodyDef, ColliderDef, Material, MotionLocks, Pose, Response, Rot, Settings, Vec2, World};

const LOCKED_X: MotionLocks = MotionLocks { x: true, ..MotionLocks::NONE };

fn locked(at: Vec2, response: Response) -> BodyDef {
    BodyDef { response, locks: LOCKED_X, ..BodyDef::dynamic(at) }
}

fn add_slope(world: &mut World, at: Vec2, degrees: f32) {
    let pose = Pose::new(at, Rot::from_angle(degrees.to_radians()));
    add(world, &BodyDef { pose, ..BodyDef::fixed(Vec2::ZERO) }, &ColliderDef::new(rect(10.0, 0.05)));
}

#[test]
fn a_body_that_overlaps_a_slope_leaves_it_along_its_free_axis() {
    let mut world = weightless();
    add_slope(&mut world, Vec2::ZERO, 40.0);
    let (body, _) = add(&mut world, &locked(Vec2::new(1.0, 1.4), Response::Separate), &ColliderDef::new(circle(0.5)));
    for _ in 0..10 {
        run(&mut world, 1);
        assert_eq!(position(&world, body).x, 1.0);
        assert_eq!(world.linear_velocity(body).unwrap().x, 0.0);
    }
    // The slope's upper side is at tan 40° + 0.05/cos 40° there, and the circle's middle 0.5/cos 40° above it.
    let (angle, y) = (40.0f32.to_radians(), position(&world, body).y);
    assert!((y - angle.tan() - 0.55 / angle.cos()).abs() < 1e-3, "{y}");
}

#[test]
fn of_two_that_overlap_the_one_that_is_free_to_go_goes_all_the_way() {
    let mut world = weightless();
    let (a, _) = add(&mut world, &locked(Vec2::new(-0.3, 0.0), Response::Separate), &ColliderDef::new(circle(0.5)));
    let free = BodyDef { locks: MotionLocks::NONE, ..locked(Vec2::new(0.3, 0.0), Response::Separate) };
    let (b, _) = add(&mut world, &free, &ColliderDef::new(circle(0.5)));
    // Others push it by a quarter of its width in a step.
    run(&mut world, 1);
    assert!((position(&world, b) - Vec2::new(0.55, 0.0)).length() < 1e-4, "{}", position(&world, b));
    run(&mut world, 1);
    assert_eq!(position(&world, a), Vec2::new(-0.3, 0.0));
    assert!((position(&world, b) - Vec2::new(0.7, 0.0)).length() < 1e-4, "{}", position(&world, b));
}

#[test]
fn an_overlap_that_nobody_may_leave_does_not_keep_others_from_being_left() {
    let mut world = weightless();
    // A wall at the left, which is deep in the body, and a floor that is not.
    add(&mut world, &BodyDef::fixed(Vec2::new(-1.0, 0.0)), &ColliderDef::new(rect(0.8, 3.0)));
    add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -1.0)), &ColliderDef::new(rect(5.0, 0.6)));
    let (body, _) = add(&mut world, &locked(Vec2::ZERO, Response::Separate), &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 1);
    let at = position(&world, body);
    assert!(at.x == 0.0 && (at.y - 0.1).abs() < 1e-3, "{at}");
}

#[test]
fn a_fast_body_does_not_slide_off_its_axis() {
    for response in [Response::Separate, Response::Dynamics] {
        let mut world = weightless();
        add_slope(&mut world, Vec2::new(0.0, 3.0), 30.0);
        let def = BodyDef { linear_velocity: Vec2::new(0.0, 390.0), ..locked(Vec2::ZERO, response) };
        let (body, _) = add(&mut world, &def, &ColliderDef::new(circle(0.1)));
        let mut highest = 0.0f32;
        for _ in 0..20 {
            run(&mut world, 1);
            let at = position(&world, body);
            assert!(at.x == 0.0 && at.y < 3.0, "{response:?}: {at}");
            highest = highest.max(at.y);
        }
        assert!(highest > 2.5, "{response:?}: it gets to {highest}");
    }
}

#[test]
fn a_fast_plate_does_not_carry_a_body_off_its_axis() {
    for response in [Response::Separate, Response::Dynamics] {
        let mut world = weightless();
        let pose = Pose::new(Vec2::new(0.0, -3.0), Rot::from_angle(0.5));
        let flight = BodyDef { pose, linear_velocity: Vec2::new(100.0, 200.0), ..BodyDef::kinematic(Vec2::ZERO) };
        add(&mut world, &flight, &ColliderDef::new(rect(10.0, 0.02)));
        let (body, _) = add(&mut world, &locked(Vec2::ZERO, response), &ColliderDef::new(rect(0.1, 0.1)));
        for _ in 0..5 {
            run(&mut world, 1);
            assert_eq!(position(&world, body).x, 0.0, "{response:?}");
        }
        assert!(position(&world, body).y > 1.0, "{response:?}: it was taken along");
    }
}

/// A light plank, and what lands on it.
#[test]
fn what_is_locked_altogether_carries_what_is_heavier() {
    let mut world = World::new(Settings::default()).unwrap();
    let locks = MotionLocks { x: true, y: true, rotation: true };
    let plank = BodyDef { locks, ..BodyDef::dynamic(Vec2::new(0.0, 2.0)) };
    let (plank, _) = add(&mut world, &plank, &ColliderDef { density: 0.1, ..ColliderDef::new(rect(1.0, 0.1)) });
    let heavy = ColliderDef { density: 10.0, ..ColliderDef::new(rect(0.5, 0.5)) };
    let (heavy, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 4.0)), &heavy);
    run(&mut world, 300);
    let (stands, lies) = (position(&world, heavy).y, position(&world, plank));
    assert!((stands - 2.6).abs() < 1e-3 && lies == Vec2::new(0.0, 2.0), "{stands}, {lies}");
}

#[test]
fn what_a_body_is_given_along_a_locked_axis_is_felt_by_nobody() {
    let bouncy = ColliderDef { material: Material { restitution: 0.5, ..Material::default() }, ..box_of_a_metre() };
    for locks in [LOCKED_X, MotionLocks { rotation: true, ..LOCKED_X }] {
        let mut world = weightless();
        let (body, _) = add(&mut world, &BodyDef { locks, ..BodyDef::dynamic(Vec2::ZERO) }, &bouncy);
        let (other, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(1.005, 0.0)), &bouncy);
        run(&mut world, 1);
        world.apply_impulse(body, Vec2::new(20.0, 0.0)).unwrap();
        run(&mut world, 1);
        assert!(world.events().hit.is_empty(), "{:?}", world.events().hit);
        assert_eq!(world.linear_velocity(body).unwrap(), Vec2::ZERO);
        let velocity = world.linear_velocity(other).unwrap();
        assert!(velocity.length() < 1e-5, "{velocity}");
    }
}

#[test]
fn a_spin_that_is_locked_rubs_on_nothing() {
    let mut world = World::new(Settings::default()).unwrap();
    add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -1.0)), &ColliderDef::new(rect(9.0, 1.0)));
    let upright = BodyDef { locks: MotionLocks::ROTATION, ..BodyDef::dynamic(Vec2::new(0.0, 0.5)) };
    let (body, _) = add(&mut world, &upright, &box_of_a_metre());
    let (other, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 1.5)), &box_of_a_metre());
    run(&mut world, 10);
    for _ in 0..20 {
        world.set_angular_velocity(body, 40.0).unwrap();
        run(&mut world, 1);
    }
    for (body, y) in [(body, 0.5), (other, 1.5)] {
        let at = position(&world, body);
        assert!((at - Vec2::new(0.0, y)).length() < 1e-3, "{at}");
    }
}

fn box_of_a_metre() -> ColliderDef {
    ColliderDef::new(rect(0.5, 0.5))
}
