//! Blasts push what is near, by how wide it is and how far.

mod common;

use common::{circle, rect, weightless};
use std::f32::consts::PI;
use world::{BodyDef, BodyId, BodyKind, ColliderDef, Explosion, Filter, Pose, Rot, Vec2, World, WorldError};

const BLAST: Explosion =
    Explosion { center: Vec2::ZERO, radius: 4.0, falloff: 2.0, impulse_per_length: 6.0, filter: Filter::ALL };

fn add(world: &mut World, def: &BodyDef, collider: &ColliderDef) -> BodyId {
    common::add(world, def, collider).0
}

fn disc(radius: f32) -> ColliderDef {
    ColliderDef::new(circle(radius))
}

#[test]
fn a_disc_is_pushed_by_its_width_and_by_the_distance_of_its_edge() {
    for (distance, share) in [(2.0, 1.0), (4.5, 1.0), (5.0, 0.75), (5.5, 0.5), (6.4, 0.05), (6.51, 0.0)] {
        for direction in [Vec2::X, Vec2::Y, Vec2::new(-0.6, 0.8)] {
            let mut world = weightless();
            let center = Vec2::new(7.0, -3.0);
            let body = add(&mut world, &BodyDef::dynamic(center + direction * distance), &disc(0.5));
            world.explode(&Explosion { center, ..BLAST }).unwrap();
            // A metre wide, of π/4 kilograms.
            let expected = direction * (6.0 * share / (0.25 * PI));
            let got = world.linear_velocity(body).unwrap();
            assert!((got - expected).length() < 1e-4, "{got} instead of {expected} at {distance}");
            // Places within 16 m are good to 2⁻²⁰ m: six such arms' N·s on 0.098 kg·m².
            assert!(world.angular_velocity(body).unwrap().abs() < 1e-4);
        }
    }
}

#[test]
fn what_is_met_beside_its_centre_turns() {
    let mut world = weightless();
    let plank = ColliderDef::new(rect(0.25, 2.0));
    let body = add(&mut world, &BodyDef::dynamic(Vec2::new(2.25, 1.0)), &plank);
    world.explode(&BLAST).unwrap();
    // Four metres of it are seen; it is met one metre below its middle: 24 N·s on 2 kg, and 24 N·m·s on m (w² + h²) / 12.
    assert!((world.linear_velocity(body).unwrap() - Vec2::new(12.0, 0.0)).length() < 1e-4);
    assert!((world.angular_velocity(body).unwrap() - 24.0 / (2.0 * (0.25 + 16.0) / 12.0)).abs() < 1e-3);
}

#[test]
fn the_width_is_that_across_the_blast_however_a_shape_is_turned() {
    let mut world = weightless();
    let turned = BodyDef { pose: Pose::new(Vec2::new(0.0, 3.0), Rot::from_angle(0.5 * PI)), ..BodyDef::default() };
    let body = add(&mut world, &turned, &ColliderDef::new(rect(0.25, 1.0)));
    world.explode(&BLAST).unwrap();
    assert!((world.linear_velocity(body).unwrap() - Vec2::new(0.0, 12.0)).length() < 1e-3);
}

#[test]
fn each_collider_of_a_body_counts_once() {
    let mut world = weightless();
    let body = add(&mut world, &BodyDef::dynamic(Vec2::new(3.0, 0.0)), &disc(0.5));
    for y in [-1.5, 1.5] {
        let ear = ColliderDef { local_pose: Pose::from_translation(Vec2::new(0.0, y)), ..disc(0.5) };
        world.create_collider(body, &ear).unwrap();
    }
    world.explode(&BLAST).unwrap();
    let ears = 2.0 * 3.0 / Vec2::new(3.0, 1.5).length();
    let expected = 6.0 * (1.0 + ears) / (0.75 * PI);
    assert!((world.linear_velocity(body).unwrap() - Vec2::new(expected, 0.0)).length() < 1e-4);
    assert!(world.angular_velocity(body).unwrap().abs() < 1e-4);
}

#[test]
fn from_inside_it_pushes_out_of_the_nearest_side_and_below_zero_it_pulls() {
    let velocity = |x: f32, impulse_per_length: f32| {
        let mut world = weightless();
        let body = add(&mut world, &BodyDef::dynamic(Vec2::new(x, 0.0)), &ColliderDef::new(rect(0.5, 0.5)));
        world.explode(&Explosion { impulse_per_length, ..BLAST }).unwrap();
        world.linear_velocity(body).unwrap()
    };
    assert_eq!(velocity(0.4, 6.0), Vec2::new(6.0, 0.0));
    assert_eq!(velocity(-0.4, 6.0), Vec2::new(-6.0, 0.0));
    assert_eq!(velocity(3.0, -6.0), Vec2::new(-6.0, 0.0));
}

#[test]
fn only_what_moves_by_itself_and_passes_the_filter_is_pushed_and_wakes() {
    let mut world = weightless();
    let at = |angle: f32| Rot::from_angle(angle).rotate(Vec2::new(3.0, 0.0));
    let asleep = |angle: f32| BodyDef { is_awake: false, ..BodyDef::dynamic(at(angle)) };
    let near = add(&mut world, &asleep(0.0), &disc(0.5));
    let hidden = ColliderDef { filter: Filter { category: 2, ..Filter::ALL }, ..disc(0.5) };
    let hidden = add(&mut world, &asleep(1.0), &hidden);
    let sensor = add(&mut world, &asleep(2.0), &ColliderDef { is_sensor: true, ..disc(0.5) });
    let far = add(&mut world, &BodyDef { is_awake: false, ..BodyDef::dynamic(Vec2::new(0.0, 9.0)) }, &disc(0.5));
    let wall = add(&mut world, &BodyDef::fixed(at(3.0)), &disc(0.5));
    let lift = add(&mut world, &BodyDef { kind: BodyKind::Kinematic, ..BodyDef::dynamic(at(4.0)) }, &disc(0.5));
    world.explode(&Explosion { filter: Filter { mask: 1, ..Filter::ALL }, ..BLAST }).unwrap();
    assert!(world.is_awake(near).unwrap() && world.linear_velocity(near).unwrap().x > 1.0);
    for other in [hidden, sensor, far, wall, lift] {
        assert_eq!(world.linear_velocity(other), Ok(Vec2::ZERO));
    }
    assert!([hidden, sensor, far].iter().all(|&other| world.is_awake(other) == Ok(false)));
}

/// Their colliders lie among each other, so that the tree finds them by turns.
#[test]
fn each_of_many_is_pushed_as_it_is_alone() {
    let dumbbell = |world: &mut World, number: u8| {
        let place = Rot::from_angle(f32::from(number)).rotate(Vec2::new(0.05 * f32::from(number), 0.0));
        let body = add(world, &BodyDef::dynamic(place), &disc(0.1));
        let local_pose = Pose::from_translation(Vec2::new(3.0, 0.0));
        world.create_collider(body, &ColliderDef { local_pose, ..disc(0.1) }).unwrap();
        body
    };
    let velocity = |world: &World, body: BodyId| (world.linear_velocity(body), world.angular_velocity(body));
    let mut together = weightless();
    let bodies: Vec<BodyId> = (0..60).map(|number| dumbbell(&mut together, number)).collect();
    together.refresh();
    together.explode(&BLAST).unwrap();
    for (number, body) in (0..).zip(bodies) {
        let mut alone = weightless();
        let other = dumbbell(&mut alone, number);
        alone.explode(&BLAST).unwrap();
        assert_eq!(velocity(&together, body), velocity(&alone, other), "{number}");
    }
}

/// Steps refresh trees where somebody asked, which is recorded: where an explosion is replayed nobody is to do so once more.
#[test]
fn it_is_replayed_as_it_was_recorded() {
    let mut world = weightless();
    world.start_recording();
    add(&mut world, &BodyDef::dynamic(Vec2::new(3.0, 0.0)), &disc(0.5));
    for _ in 0..3 {
        world.explode(&BLAST).unwrap();
        world.step(1.0 / 60.0).unwrap();
    }
    let recording = world.stop_recording().unwrap();
    let mut again = weightless();
    again.start_recording();
    assert_eq!(recording.replay(&mut again), Ok(()));
    assert_eq!(again.stop_recording(), Some(recording));
    assert_eq!(again.state_hash(), world.state_hash());
}

#[test]
fn what_is_refused_pushes_nothing() {
    let mut world = weightless();
    add(&mut world, &BodyDef::dynamic(Vec2::new(1.0, 0.0)), &disc(0.5));
    // Its velocity would be out of range, and it comes last.
    add(&mut world, &BodyDef::dynamic(Vec2::new(2.0, 0.0)), &ColliderDef { density: 1e-4, ..disc(0.5) });
    let before = world.state_hash();
    for wrong in [
        Explosion { center: Vec2::NAN, ..BLAST },
        Explosion { center: Vec2::new(0.0, 2.0e7), ..BLAST },
        Explosion { radius: -1.0, ..BLAST },
        Explosion { radius: f32::INFINITY, ..BLAST },
        Explosion { falloff: f32::NAN, ..BLAST },
        Explosion { falloff: 2.0e7, ..BLAST },
        Explosion { impulse_per_length: f32::INFINITY, ..BLAST },
        Explosion { impulse_per_length: 1.0e4, ..BLAST },
        Explosion { impulse_per_length: 3.0e38, ..BLAST },
    ] {
        assert!(matches!(world.explode(&wrong), Err(WorldError::InvalidNumber { .. })), "{wrong:?}");
        assert_eq!(world.state_hash(), before, "{wrong:?}");
    }
    world.explode(&BLAST).unwrap();
    assert_ne!(world.state_hash(), before);
}
