//! `Response::Separate`: what a player that runs into a dynamic body gives it, and what is told of that.

mod common;

use common::{DT, add, circle, rect, weightless};
use world::{BodyDef, BodyId, ColliderDef, ColliderId, HitEvent, MotionLocks, Pose, Response, Rot, Shape, Vec2, World};

/// Of 0.6 kg, 0.2 m before a crate with its middle at the origin, at this speed.
fn add_runner(world: &mut World, y: f32, speed: f32, hit_events: bool) -> (BodyId, ColliderId) {
    let def = BodyDef {
        response: Response::Separate,
        locks: MotionLocks::ROTATION,
        linear_velocity: Vec2::new(speed, 0.0),
        ..BodyDef::dynamic(Vec2::new(-1.0, y))
    };
    add(world, &def, &ColliderDef { hit_events, ..ColliderDef::new(rect(0.3, 0.5)) })
}

/// Of 1 kg.
fn add_crate(world: &mut World, is_awake: bool, hit_events: bool) -> (BodyId, ColliderId) {
    let def = BodyDef { is_awake, ..BodyDef::dynamic(Vec2::ZERO) };
    add(world, &def, &ColliderDef { hit_events, ..ColliderDef::new(rect(0.5, 0.5)) })
}

/// The hits in steps of these lengths.
fn hits(world: &mut World, steps: impl IntoIterator<Item = f32>) -> Vec<HitEvent> {
    let mut hits = Vec::new();
    for dt in steps {
        world.step(dt).unwrap();
        hits.extend(&world.events().hit);
    }
    hits
}

#[test]
fn a_hit_points_from_a_to_b_whoever_was_there_first() {
    for player_first in [true, false] {
        let mut world = weightless();
        let (player, target) = if player_first {
            let player = add_runner(&mut world, 0.0, 6.0, true).1;
            (player, add_crate(&mut world, true, true).1)
        } else {
            let target = add_crate(&mut world, true, true).1;
            (add_runner(&mut world, 0.0, 6.0, true).1, target)
        };
        let hits = hits(&mut world, [DT; 20]);
        assert_eq!(hits.len(), 1, "{hits:?}");
        let (sides, way) = if player_first { ([player, target], 1.0) } else { ([target, player], -1.0) };
        assert_eq!([hits[0].a, hits[0].b], sides, "{hits:?}");
        assert!((hits[0].normal - Vec2::new(way, 0.0)).length() < 1e-3, "{hits:?}");
    }
}

#[test]
fn a_hit_is_told_if_either_side_tells_of_hits() {
    for (mine, theirs) in [(true, true), (true, false), (false, true), (false, false)] {
        let mut world = weightless();
        add_runner(&mut world, 0.0, 6.0, mine);
        add_crate(&mut world, true, theirs);
        let hits = hits(&mut world, [DT; 20]);
        assert_eq!(hits.len(), usize::from(mine || theirs), "{mine}, {theirs}: {hits:?}");
    }
}

/// What is hit at 0.375 m beside its middle gives way by turning, too.
#[test]
fn a_crate_hit_beside_its_middle_turns_whether_it_slept_or_not() {
    for is_awake in [true, false] {
        for side in [1.0f32, -1.0] {
            let mut world = weightless();
            let (target, _) = add_crate(&mut world, is_awake, true);
            add_runner(&mut world, side * 0.75, 20.0, true);
            let hits = hits(&mut world, [DT; 20]);
            let (arm, inertia) = (0.375f32, 1.0 / 6.0);
            let impulse = 20.0 / (1.0 / 0.6 + 1.0 + arm * arm / inertia);
            let (linear, angular) = (world.linear_velocity(target).unwrap(), world.angular_velocity(target).unwrap());
            let what = format!("awake: {is_awake}, {side}: {linear}, {angular}, {hits:?}");
            assert!(hits.len() == 1 && (hits[0].impulse - impulse).abs() < 0.02 * impulse, "{impulse}, {what}");
            assert!((linear - Vec2::new(impulse, 0.0)).length() < 0.02 * impulse, "{impulse}, {what}");
            let turning = -side * arm * impulse / inertia;
            assert!((angular - turning).abs() < 0.02 * turning.abs(), "{turning}, {what}");
        }
    }
}

#[test]
fn what_a_hit_gives_is_no_more_in_a_longer_step_that_follows() {
    for before in [DT, 0.25 * DT] {
        let mut world = weightless();
        let (target, _) = add_crate(&mut world, true, true);
        add_runner(&mut world, 0.0, 6.0, true);
        let mut impulse = None;
        for _ in 0..40 {
            impulse = hits(&mut world, [before]).first().map(|hit| hit.impulse);
            if impulse.is_some() {
                break;
            }
        }
        world.step(DT).unwrap();
        let (speed, expected) = (world.linear_velocity(target).unwrap().x, impulse.unwrap());
        assert!((speed - expected).abs() < 1e-3, "after {before} s: {speed} m/s, not {expected}");
    }
}

#[test]
fn a_player_that_goes_on_pushing_hits_only_once() {
    for density in [3.0, 10.0, 30.0] {
        let mut world = weightless();
        let locks = MotionLocks { x: false, y: true, rotation: true };
        let heavy = ColliderDef { density, ..ColliderDef::new(rect(0.5, 0.5)) };
        let (target, _) = add(&mut world, &BodyDef { locks, ..BodyDef::dynamic(Vec2::ZERO) }, &heavy);
        let (player, _) = add_runner(&mut world, 0.0, 6.0, true);
        let mut told = Vec::new();
        for _ in 0..120 {
            world.set_linear_velocity(player, Vec2::new(6.0, 0.0)).unwrap();
            told.extend(hits(&mut world, [DT]));
        }
        assert_eq!(told.len(), 1, "density {density}: {told:?}");
        assert!(world.linear_velocity(target).unwrap().x > 3.0);
    }
}

#[test]
fn a_sleeper_that_is_hit_is_awake_by_the_end_of_the_step() {
    let mut world = weightless();
    let (target, _) = add_crate(&mut world, false, true);
    let (player, _) = add_runner(&mut world, 0.0, 30.0, true);
    assert_eq!(hits(&mut world, [DT]).len(), 1);
    assert!(world.is_awake(target).unwrap());
    // In the order of the bodies, though it woke late.
    assert!(world.events().moved.iter().map(|moved| moved.body).eq([target, player]));
}

/// Along a rail it weighs more against a push the more that goes across.
#[test]
fn a_crate_on_a_rail_gives_way_along_it() {
    for angle in [0.0f32, 0.4, 0.8] {
        let mut world = weightless();
        let locks = MotionLocks { x: false, y: true, rotation: true };
        let pose = Pose::new(Vec2::ZERO, Rot::from_angle(angle));
        let (target, _) =
            add(&mut world, &BodyDef { locks, pose, ..BodyDef::default() }, &ColliderDef::new(rect(0.5, 0.5)));
        let normal = Vec2::new(angle.cos(), angle.sin());
        let def =
            BodyDef { response: Response::Separate, linear_velocity: 30.0 * normal, ..BodyDef::dynamic(-1.1 * normal) };
        let (player, _) = add(&mut world, &def, &ColliderDef::new(circle(0.4)));
        let mass = world.mass_properties(player).unwrap().mass;
        let told = hits(&mut world, [DT; 10]);
        let impulse = 30.0 / (1.0 / mass + normal.x * normal.x);
        assert!(told.len() == 1 && (told[0].impulse - impulse).abs() < 0.01 * impulse, "{angle}: {impulse}, {told:?}");
        let velocity = world.linear_velocity(target).unwrap();
        let expected = Vec2::new(impulse * normal.x, 0.0);
        assert!((velocity - expected).length() < 0.01 * impulse, "{angle}: {velocity}, not {expected}");
    }
}

/// What comes towards the player the solver stops.
#[test]
fn a_player_hits_what_comes_towards_it_by_its_own_speed_alone() {
    for speed in [0.0, 2.0, 10.0] {
        let mut world = weightless();
        let (target, _) = add_crate(&mut world, true, true);
        world.set_linear_velocity(target, Vec2::new(-speed, 0.0)).unwrap();
        add_runner(&mut world, 0.0, 6.0, true);
        let first = hits(&mut world, [DT; 20])[0];
        let HitEvent { approach_speed, impulse, .. } = first;
        assert!((approach_speed - 6.0).abs() < 0.01 && (impulse - 2.25).abs() < 0.01, "{speed} m/s: {first:?}");
    }
}

#[test]
fn a_hit_of_what_moves_on_is_where_the_player_is() {
    let mut world = weightless();
    let (target, _) = add_crate(&mut world, true, true);
    world.set_linear_velocity(target, Vec2::new(60.0, 0.0)).unwrap();
    let corners = [(-0.3, 4.5), (0.3, 4.5), (0.3, 5.5), (-0.3, 5.5)].map(|(x, y)| Vec2::new(x, y));
    let def = BodyDef {
        response: Response::Separate,
        locks: MotionLocks::ROTATION,
        linear_velocity: Vec2::new(150.0, 0.0),
        ..BodyDef::dynamic(Vec2::new(-1.0, -5.0))
    };
    add(&mut world, &def, &ColliderDef::new(Shape::polygon(&corners).unwrap()));
    let told = hits(&mut world, [DT; 10]);
    assert!(told.len() == 1 && told[0].point.y.abs() < 0.5, "{told:?}");
}
