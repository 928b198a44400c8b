//! What becomes of two materials that touch.

mod common;

use common::{add, circle, position, rect, run, weightless, world};
use world::{BodyDef, BodyId, ColliderDef, ColliderId, Material, MixRule, MotionLocks, Shape, Vec2, World};

fn with(rule: Option<MixRule>, friction: f32, restitution: f32) -> Material {
    Material { friction, friction_rule: rule, restitution, restitution_rule: rule, ..Material::default() }
}

fn wide_ground(world: &mut World, material: Material) -> ColliderId {
    let def = ColliderDef { material, ..ColliderDef::new(rect(100.0, 1.0)) };
    add(world, &BodyDef::fixed(Vec2::new(0.0, -1.0)), &def).1
}

fn sliding_box(world: &mut World, material: Material) -> BodyId {
    let def = BodyDef { linear_velocity: Vec2::new(5.0, 0.0), ..BodyDef::dynamic(Vec2::new(0.0, 0.2)) };
    add(world, &def, &ColliderDef { material, ..ColliderDef::new(rect(0.5, 0.2)) }).0
}

#[test]
fn what_slides_is_braked_by_the_friction_that_its_pair_has_by_rule() {
    let cases = [
        (None, None, 0.4),
        (Some(MixRule::Average), None, 0.5),
        (None, Some(MixRule::Minimum), 0.2),
        (Some(MixRule::Product), Some(MixRule::Average), 0.16),
        (Some(MixRule::GeometricMean), Some(MixRule::Maximum), 0.8),
    ];
    for (ground, slider, friction) in cases {
        let mut world = world();
        wide_ground(&mut world, with(ground, 0.8, 0.0));
        let body = sliding_box(&mut world, with(slider, 0.2, 0.0));
        run(&mut world, 30);
        // Half a second at 10 m/s², to a step's worth: it settles onto the ground first.
        let left = world.linear_velocity(body).unwrap().x;
        assert!((left - (5.0 - friction * 5.0)).abs() < friction * 10.0 / 60.0, "{ground:?}, {slider:?}: {left} m/s");
    }
}

#[test]
fn what_bounces_keeps_the_part_that_its_pair_has_by_rule() {
    let cases = [
        (None, None, 0.8),
        (Some(MixRule::Minimum), None, 0.5),
        (None, Some(MixRule::Minimum), 0.5),
        (Some(MixRule::Product), Some(MixRule::Average), 0.4),
        (Some(MixRule::Average), None, 0.65),
        // No more than all of it.
        (Some(MixRule::Sum), None, 1.0),
    ];
    for (rule, ball_rule, part) in cases {
        let mut world = weightless();
        let wall = ColliderDef { material: with(rule, 0.0, 0.8), ..ColliderDef::new(rect(1.0, 1.0)) };
        add(&mut world, &BodyDef::fixed(Vec2::new(3.0, 0.0)), &wall);
        let flight = BodyDef { linear_velocity: Vec2::new(10.0, 0.0), ..BodyDef::default() };
        let (ball, _) = add(
            &mut world,
            &flight,
            &ColliderDef { material: with(ball_rule, 0.0, 0.5), ..ColliderDef::new(circle(0.5)) },
        );
        run(&mut world, 30);
        let back = -world.linear_velocity(ball).unwrap().x;
        assert!((back - 10.0 * part).abs() < 0.01, "{rule:?}, {ball_rule:?}: {back} m/s");
    }
}

#[test]
fn a_rule_that_changes_is_the_rule_of_the_contacts_there_are() {
    let mut world = world();
    let ground = wide_ground(&mut world, with(None, 0.8, 0.0));
    let body = sliding_box(&mut world, with(None, 0.2, 0.0));
    run(&mut world, 10);
    world.set_material(ground, with(Some(MixRule::Product), 0.0, 0.0)).unwrap();
    let before = (position(&world, body).x, world.linear_velocity(body).unwrap().x);
    run(&mut world, 60);
    let after = (position(&world, body).x, world.linear_velocity(body).unwrap().x);
    assert!((after.1 - before.1).abs() < 1e-4 && (after.0 - before.0 - before.1).abs() < 1e-3, "{before:?}, {after:?}");
}

#[test]
fn belts_that_meet_move_by_the_speed_that_their_pair_has_by_rule() {
    for (rule, speed) in [(None, 1.0), (Some(MixRule::Minimum), -1.0), (Some(MixRule::Maximum), 2.0)] {
        let mut world = world();
        let belt = |surface_speed, rule| Material { surface_speed, surface_speed_rule: rule, ..with(None, 1.0, 0.0) };
        wide_ground(&mut world, belt(2.0, None));
        let def = BodyDef { locks: MotionLocks::ROTATION, ..BodyDef::dynamic(Vec2::new(0.0, 0.2)) };
        let slider = ColliderDef { material: belt(-1.0, rule), ..ColliderDef::new(rect(0.5, 0.2)) };
        let (body, _) = add(&mut world, &def, &slider);
        run(&mut world, 60);
        // Outlines run counter-clockwise: the ground's upper side to the left.
        let got = world.linear_velocity(body).unwrap().x;
        assert!((got + speed).abs() < 0.01, "{rule:?}: {got} m/s");
    }
}

/// How fast a ball that came at 5 m/s still rolls after half a second.
fn rolls_on(ground: f32, rule: Option<MixRule>, ball_rule: Option<MixRule>) -> f32 {
    let soft = |rolling_resistance, rolling_resistance_rule| Material {
        rolling_resistance,
        rolling_resistance_rule,
        ..with(None, 1.0, 0.0)
    };
    let mut world = world();
    wide_ground(&mut world, soft(ground, rule));
    let at = Vec2::new(0.0, 0.5);
    let rolling = BodyDef { linear_velocity: Vec2::new(5.0, 0.0), angular_velocity: -10.0, ..BodyDef::dynamic(at) };
    let (ball, _) =
        add(&mut world, &rolling, &ColliderDef { material: soft(0.05, ball_rule), ..ColliderDef::new(circle(0.5)) });
    run(&mut world, 30);
    world.linear_velocity(ball).unwrap().x
}

#[test]
fn what_rolls_is_braked_by_the_resistance_that_its_pair_has_by_rule() {
    assert!(rolls_on(0.15, None, None) < rolls_on(0.1, None, None) - 0.1);
    // Of 0.15 and 0.05, against the ground that has the outcome to itself.
    for (rule, resistance) in [(MixRule::Average, 0.1), (MixRule::Minimum, 0.05), (MixRule::Sum, 0.2)] {
        let expected = rolls_on(resistance, None, None);
        for (ground_rule, ball_rule) in [(Some(rule), None), (None, Some(rule))] {
            let got = rolls_on(0.15, ground_rule, ball_rule);
            assert!((got - expected).abs() < 1e-4, "{ground_rule:?}, {ball_rule:?}: {got}, not {expected} m/s");
        }
    }
}

/// How far a capsule that lies on the ground, a metre to either side, has turned after half a second of a torque so many times that which
/// lifts an end of what does not resist.
fn lifted(torque: f32, rolling_resistance: f32) -> f32 {
    let mut world = world();
    wide_ground(&mut world, Material::default());
    let capsule = Shape::capsule(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.1).unwrap();
    let material = Material { rolling_resistance, ..Material::default() };
    let collider = ColliderDef { material, ..ColliderDef::new(capsule) };
    let (body, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.1)), &collider);
    let weight = world.mass_properties(body).unwrap().mass * world.settings().gravity.length();
    for _ in 0..30 {
        world.apply_torque(body, torque * weight).unwrap();
        run(&mut world, 1);
    }
    world.pose(body).unwrap().rotation.angle()
}

/// It resists with half a metre times its weight, whichever end that lies on.
#[test]
fn what_lies_on_two_points_resists_with_the_load_of_both() {
    for direction in [1.0, -1.0] {
        for (torque, resistance) in [(0.9, 0.0), (1.1, 0.0), (1.4, 5.0), (1.6, 5.0)] {
            let turned = direction * lifted(direction * torque, resistance);
            let is_lifted = torque > 1.0 + 0.1 * resistance;
            assert!(
                (turned > 0.02) == is_lifted && turned > -1e-3,
                "{direction} · {torque} against {resistance}: {turned}"
            );
        }
    }
}
