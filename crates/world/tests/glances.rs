//! Fast bodies that glance off one thing, and are not stopped by what lies behind it.

mod common;

use common::{DT, add, circle, position, rect, run, weightless, world};
use world::{BodyDef, ColliderDef, Material, Pose, Rot, Shape, Vec2, World};

const CORE: f32 = 0.4;

fn smooth() -> Material {
    Material { friction: 0.0, ..Material::default() }
}

/// Tiles of a metre, which know nothing of each other, from x = −5.5 on and further by `phase`; turned about the origin.
fn add_tiles(world: &mut World, tilt: Rot, phase: f32) {
    let body = world.create_body(&BodyDef { pose: Pose::new(Vec2::ZERO, tilt), ..BodyDef::fixed(Vec2::ZERO) }).unwrap();
    for i in 0..200u8 {
        let local_pose = Pose::from_translation(Vec2::new(f32::from(i) - 5.0 + phase, -0.5));
        world
            .create_collider(body, &ColliderDef { material: smooth(), local_pose, ..ColliderDef::new(rect(0.5, 0.5)) })
            .unwrap();
    }
}

/// A box that slides over tiles for a second: where a step was less than half as long as its speed afterwards makes it.
fn ended_step(tilt: f32, cores: f32, phase: f32) -> Option<usize> {
    let (mut world, tilt) = (world(), Rot::from_angle(tilt));
    add_tiles(&mut world, tilt, phase);
    let linear_velocity = tilt.rotate(Vec2::new(cores * CORE / DT, 0.0));
    let pose = Pose::new(tilt.rotate(Vec2::new(0.0, CORE + 0.001)), tilt);
    let def = BodyDef { pose, linear_velocity, ..BodyDef::dynamic(Vec2::ZERO) };
    let (body, _) = add(&mut world, &def, &ColliderDef { material: smooth(), ..ColliderDef::new(rect(CORE, CORE)) });
    (0..60).find(|_| {
        let before = position(&world, body);
        run(&mut world, 1);
        let (way, speed) = ((position(&world, body) - before).length(), world.linear_velocity(body).unwrap().length());
        way < 0.5 * speed * DT
    })
}

/// Before what is behind a glance was left alone one did in 88 of these 160 runs.
#[test]
fn no_joint_of_tiles_ends_a_step_of_what_slides_over_them() {
    let runs = [-0.2, 0.0, 0.1, 0.3].into_iter().flat_map(|tilt| {
        (0..10u8).flat_map(move |i| (0..4u8).map(move |k| (tilt, 0.6 + 0.3 * f32::from(i), 0.25 * f32::from(k))))
    });
    let ended: Vec<_> = runs.filter(|&(tilt, cores, phase)| ended_step(tilt, cores, phase).is_some()).collect();
    assert!(ended.is_empty(), "{} (tilt, cores a step, phase): {ended:?}", ended.len());
}

/// Each comes down before the joint and meets the side of what is beyond it within the same step, which is none of its way.
#[test]
fn a_ball_that_lands_before_a_joint_keeps_its_speed() {
    for (cores, start) in [2.0, 4.0].into_iter().flat_map(|cores| (1..=10u8).map(move |i| (cores, f32::from(i)))) {
        let mut world = weightless();
        for x in [-10.0, 10.0] {
            let ground = BodyDef::fixed(Vec2::new(x, -1.0));
            add(&mut world, &ground, &ColliderDef { material: smooth(), ..ColliderDef::new(rect(10.0, 1.0)) });
        }
        let linear_velocity = Vec2::new(cores, -0.45) * CORE / DT;
        // It is at the ground after 0.45 of the step, and at the joint after up to half of it: in the end its middle is beyond.
        let at = Vec2::new(-CORE - start / 20.0 * cores * CORE, 1.2 * CORE);
        let def = BodyDef { linear_velocity, ..BodyDef::dynamic(at) };
        let (body, _) = add(&mut world, &def, &ColliderDef { material: smooth(), ..ColliderDef::new(circle(CORE)) });
        run(&mut world, 5);
        let kept = world.linear_velocity(body).unwrap().x / linear_velocity.x;
        assert!(kept > 0.999, "{cores} cores a step, after {start} twentieths of it: {kept}");
    }
}

/// A post of 10 cm on the ground, behind which a body would be in the next step: what glances off the ground does not go over it.
#[test]
fn what_stands_on_what_a_body_glances_off_stops_it() {
    let speeds = [(2.0, 0.0), (4.0, 0.0), (2.0, 0.45), (4.0, 0.45)];
    for (shape, (cores, fall)) in
        [circle(CORE), rect(CORE, CORE)].into_iter().flat_map(|s| speeds.map(|speed| (s.clone(), speed)))
    {
        // What falls is lower than the post when it gets there.
        for start in (8..20u8).map(f32::from) {
            let mut world = weightless();
            let ground = BodyDef::fixed(Vec2::new(0.0, -1.0));
            add(&mut world, &ground, &ColliderDef { material: smooth(), ..ColliderDef::new(rect(20.0, 1.0)) });
            let post = BodyDef::fixed(Vec2::ZERO);
            add(&mut world, &post, &ColliderDef { material: smooth(), ..ColliderDef::new(rect(0.01, 0.1)) });
            let linear_velocity = Vec2::new(cores, -fall) * CORE / DT;
            let at = Vec2::new(-CORE - 0.01 - start / 20.0 * cores * CORE, CORE * (1.001 + 0.5 * fall));
            let def = BodyDef { linear_velocity, ..BodyDef::dynamic(at) };
            let (body, _) =
                add(&mut world, &def, &ColliderDef { material: smooth(), ..ColliderDef::new(shape.clone()) });
            run(&mut world, 1);
            let at = position(&world, body);
            assert!(at.x < 0.0, "{cores} cores a step, falling {fall}, after {start} twentieths of it: {at}");
        }
    }
}

/// Shapes that come down at a flat angle as far as such steps let them, with how many cores a step and at which angle in degrees.
fn landings() -> impl Iterator<Item = (Shape, f32, f32)> {
    let shapes =
        [circle(CORE), rect(CORE, CORE), Shape::capsule(Vec2::new(-CORE, 0.0), Vec2::new(CORE, 0.0), CORE).unwrap()];
    let speeds = [0.8, 1.5, 4.0].into_iter().flat_map(|cores| [2.0f32, 4.0, 7.0].map(|angle| (cores, angle)));
    shapes.into_iter().flat_map(move |shape| speeds.clone().map(move |(cores, angle)| (shape.clone(), cores, angle)))
}

/// Where it went on into the ground, it was up to 0.4 cores deep in it.
#[test]
fn what_lands_at_a_flat_angle_is_on_the_ground_and_goes_on() {
    for (shape, cores, angle) in landings() {
        for height in (1..8u8).map(|i| 0.02 + 0.1 * f32::from(i) * cores * angle.to_radians().sin()) {
            let mut world = weightless();
            let ground = BodyDef::fixed(Vec2::new(0.0, -1.0));
            add(&mut world, &ground, &ColliderDef { material: smooth(), ..ColliderDef::new(rect(20.0, 1.0)) });
            let linear_velocity = Rot::from_angle(-angle.to_radians()).rotate(Vec2::new(cores * CORE / DT, 0.0));
            let def = BodyDef { linear_velocity, ..BodyDef::dynamic(Vec2::new(-8.0, CORE * (1.0 + height))) };
            let (body, _) =
                add(&mut world, &def, &ColliderDef { material: smooth(), ..ColliderDef::new(shape.clone()) });
            for step in 0..8 {
                let before = position(&world, body);
                run(&mut world, 1);
                let at = position(&world, body);
                let what = format!("{shape:?} {cores} cores a step, {angle}°, from {height} cores, step {step}: {at}");
                assert!(at.y > CORE - 0.01, "{what}");
                assert!(((at - before).x / (linear_velocity.x * DT) - 1.0).abs() < 1e-3, "{what}");
            }
        }
    }
}

/// Where it comes down its bottom is flush with the tiles beside, which are none of its way.
#[test]
fn what_lands_on_tiles_goes_the_rest_of_its_step_along_them() {
    for (height, phase) in (1..=8u8).flat_map(|i| (0..10u8).map(move |k| (0.012 * f32::from(i), 0.1 * f32::from(k)))) {
        for (x, tilt) in [(2.5, 0.0), (4.0, 0.0), (2.5, 0.3), (4.0, -0.2)] {
            let (mut world, tilt) = (weightless(), Rot::from_angle(tilt));
            add_tiles(&mut world, tilt, phase);
            let linear_velocity = tilt.rotate(Vec2::new(x, -0.3) * CORE / DT);
            let pose = Pose::new(tilt.rotate(Vec2::new(0.0, CORE + height)), tilt);
            let def = BodyDef { pose, linear_velocity, ..BodyDef::default() };
            let (body, _) =
                add(&mut world, &def, &ColliderDef { material: smooth(), ..ColliderDef::new(rect(CORE, CORE)) });
            let before = position(&world, body);
            run(&mut world, 1);
            let way = tilt.inv_rotate(position(&world, body) - before).x;
            assert!((way - x * CORE).abs() < 0.01, "{height} m, {phase}, {x} cores: {way} m");
        }
    }
}
