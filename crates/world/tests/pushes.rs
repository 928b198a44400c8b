//! What forces, impulses, damping and target poses come to.

mod common;

use common::{DT, add, rect, run, weightless};
use world::{BodyDef, BodyId, ColliderDef, Pose, Rot, Vec2, World};

/// A box of 2 kg at the origin.
const MASS: f32 = 2.0;
const INERTIA: f32 = MASS * (4.0 + 1.0) / 12.0;

fn with_box(def: &BodyDef) -> (World, BodyId) {
    let mut world = weightless();
    let (body, _) = add(&mut world, def, &ColliderDef::new(rect(1.0, 0.5)));
    (world, body)
}

/// So many roundings of a number of this size.
fn roundings(count: f32, size: f32) -> f32 {
    count * f32::EPSILON * size
}

#[test]
fn a_force_off_the_centre_pulls_by_its_mass_and_turns_by_its_arm() {
    let (mut world, body) = with_box(&BodyDef::default());
    world.apply_force_at(body, Vec2::new(30.0, 60.0), Vec2::new(1.0, 0.25)).unwrap();
    run(&mut world, 1);
    let (velocity, spin) = (world.linear_velocity(body).unwrap(), world.angular_velocity(body).unwrap());
    // In four sub-steps, each of which rounds what it adds and the sum.
    assert!((velocity - Vec2::new(0.25, 0.5)).length() <= roundings(16.0, 1.0), "{velocity}");
    // The arm (1, ¼) × (30, 60), for a sixtieth of a second.
    let expected = (1.0 * 60.0 - 0.25 * 30.0) * DT / INERTIA;
    assert!((spin - expected).abs() <= roundings(16.0, expected), "{spin}, not {expected}");
    // It is used up.
    run(&mut world, 1);
    assert_eq!((world.linear_velocity(body), world.angular_velocity(body)), (Ok(velocity), Ok(spin)));
}

#[test]
fn an_angular_impulse_changes_the_spin_by_the_inertia_and_nothing_else() {
    let (mut world, body) = with_box(&BodyDef { angular_velocity: 0.5, ..BodyDef::default() });
    world.apply_angular_impulse(body, -3.0).unwrap();
    let (spin, expected) = (world.angular_velocity(body).unwrap(), 0.5 - 3.0 / INERTIA);
    assert!((spin - expected).abs() <= roundings(8.0, 3.0 / INERTIA), "{spin}, not {expected}");
    assert_eq!(world.linear_velocity(body), Ok(Vec2::ZERO));
}

#[test]
fn damping_slows_a_spin_by_its_rate() {
    let rate = 0.5f32;
    let (mut world, body) = with_box(&BodyDef { angular_velocity: 1.0, angular_damping: rate, ..BodyDef::default() });
    run(&mut world, 60);
    let spin = world.angular_velocity(body).unwrap();
    // A sub-step of h divides by 1 + h·c, and (1 + h·c)ⁿ is less than exp n·h·c by a share of n·(h·c)²/2 at most.
    let late = 240.0 * (rate * DT / 4.0).powi(2) / 2.0;
    let expected = (-rate).exp();
    let rounding = roundings(480.0, 1.0);
    assert!((expected - rounding..=expected * (1.0 + late) + rounding).contains(&spin), "{spin}, not {expected}");
    assert_eq!(world.linear_velocity(body), Ok(Vec2::ZERO));
}

/// Where a kinematic body comes to in a step that is to turn it by `turn` and to move its origin: how far from the target its
/// angle and its origin are. `center` is where its collider is.
fn misses(turn: f32, center: Vec2) -> (f32, f32) {
    let mut world = weightless();
    let start = Pose::new(Vec2::new(3.0, -2.0), Rot::from_angle(0.7));
    let collider = ColliderDef { local_pose: Pose::from_translation(center), ..ColliderDef::new(rect(0.5, 0.25)) };
    let (body, _) = add(&mut world, &BodyDef { pose: start, ..BodyDef::kinematic(Vec2::ZERO) }, &collider);
    let target = Pose::new(Vec2::new(3.25, -2.125), Rot::from_angle(turn) * start.rotation);
    world.set_kinematic_target(body, target, DT).unwrap();
    run(&mut world, 1);
    let pose = world.pose(body).unwrap();
    (target.rotation.inv_mul(pose.rotation).angle().abs(), (pose.translation - target.translation).length())
}

#[test]
fn a_target_is_reached_by_its_angle_and_its_origin_wherever_its_colliders_are() {
    for center in [Vec2::ZERO, Vec2::new(2.0, -1.0)] {
        for turn in [0.0, 0.01, -0.05, 0.0999, -0.5] {
            let (angle, at_origin) = misses(turn, center);
            // Each of four sub-steps turns by the arctangent of its share δ, which is short of it by δ³/3 at most.
            let short = 4.0 * (turn.abs() / 4.0).powi(3) / 3.0;
            let rounding = roundings(16.0, 1.0);
            assert!(angle <= short + rounding, "{turn}, colliders at {center}: {angle} rad off");
            // Places are some metres large.
            let rounding = roundings(16.0, 4.0);
            assert!(at_origin <= rounding, "{turn}, colliders at {center}: {at_origin} m off");
        }
    }
}
