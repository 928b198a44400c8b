//! What bounces keeps what it has, however far it fell, whatever pushes it and wherever between two steps it lands.

mod common;

use common::{DT, add, circle, rect, run};
use world::{BodyDef, BodyId, ColliderDef, Material, Pose, Rot, Settings, Vec2, World};

const GRAVITY: f32 = 10.0;

fn bouncy(restitution: f32) -> Material {
    Material { restitution, friction: 0.0, ..Material::default() }
}

/// A yard of walls of restitution 1, 5 m from its middle, turned by an angle, and a ball in it.
fn yard(tilt: f32, ball: &BodyDef, settings: Settings) -> (World, BodyId) {
    let mut world = World::new(settings).unwrap();
    for side in 0..4u8 {
        let rotation = Rot::from_angle(tilt + f32::from(side) * std::f32::consts::FRAC_PI_2);
        let at = rotation.rotate(Vec2::new(6.0, 0.0));
        let wall = BodyDef { pose: Pose::new(at, rotation), ..BodyDef::fixed(at) };
        add(&mut world, &wall, &ColliderDef { material: bouncy(1.0), ..ColliderDef::new(rect(1.0, 8.0)) });
    }
    let (ball, _) = add(&mut world, ball, &ColliderDef { material: bouncy(1.0), ..ColliderDef::new(circle(0.3)) });
    (world, ball)
}

/// Energy by mass above y = −5, of what falls by Euler's method, velocities first: half of a sub-step's gravity is not yet in it.
fn energy(world: &World, ball: BodyId, gravity: f32) -> f32 {
    let velocity = world.linear_velocity(ball).unwrap();
    let push = Vec2::new(0.0, -gravity * DT / 4.0);
    0.5 * (velocity + 0.5 * push).length_squared() + gravity * (world.pose(ball).unwrap().translation.y + 5.0)
}

/// What is left of the energy of 48 balls after 20 s, each thrown another way and in other yards: the least and the most.
fn kept(speed: f32, gravity_scale: f32) -> (f32, f32) {
    let share = |throw: u8| {
        let way = Rot::from_angle(0.1 + f32::from(throw) * 0.13).rotate(Vec2::new(speed, 0.0));
        let def = BodyDef { linear_velocity: way, gravity_scale, ..BodyDef::dynamic(Vec2::ZERO) };
        let settings = Settings { sleep: false, ..Settings::default() };
        let (mut world, ball) = yard(f32::from(throw % 3) * 0.3, &def, settings);
        let start = energy(&world, ball, GRAVITY * gravity_scale);
        run(&mut world, 1200);
        energy(&world, ball, GRAVITY * gravity_scale) / start
    };
    (0..48).map(share).fold((f32::MAX, 0.0), |(least, most), share| (share.min(least), share.max(most)))
}

/// They keep 0.984 to 1.000: what lands within half its core of the surface is pushed out by a part of that only when it bounces.
/// Where a bounce was worth what a ball had when its step began, 5 % were lost by the first, up to 9 % gained by the second, whose
/// balls are stopped on their way, and 78 % by the third, which gained 4 % where what stopped them in a corner took back a push that
/// the other side had held.
#[test]
fn a_ball_in_a_yard_keeps_its_energy() {
    for (speed, gravity_scale) in [(3.0, 1.0), (30.0, 1.0), (5.0, 5.0)] {
        let (least, most) = kept(speed, gravity_scale);
        assert!(least > 0.98 && most < 1.001, "{speed} m/s, gravity × {gravity_scale}: {least} to {most}");
    }
}

/// How high a ball of a restitution still comes in the second that ends after so many seconds, having fallen by `height`.
fn height_after(height: f32, seconds: usize) -> f32 {
    let def = BodyDef::dynamic(Vec2::new(0.0, height - 4.7));
    let (mut world, ball) = yard(0.0, &def, Settings { restitution_threshold: 0.2, ..Settings::default() });
    run(&mut world, 60 * (seconds - 1));
    let in_step = |_| {
        run(&mut world, 1);
        world.pose(ball).unwrap().translation.y + 4.7
    };
    (0..60).map(in_step).fold(0.0, f32::max)
}

#[test]
fn a_ball_comes_back_to_where_it_fell_from() {
    for height in [0.1, 0.2, 0.5, 1.0, 3.0] {
        let after = height_after(height, 10);
        assert!(after > 0.96 * height && after < 1.005 * height, "{height} m → {after} m");
    }
}

#[test]
fn what_is_pushed_beyond_measure_is_no_faster_than_the_limit() {
    let settings = Settings { sleep: false, ..Settings::default() };
    let limit = settings.max_linear_speed * (1.0 + f32::EPSILON);
    for force in [1.0e5, 1.0e10, 1.0e15, 1.0e20] {
        let (mut world, ball) = yard(0.0, &BodyDef::dynamic(Vec2::ZERO), settings);
        for step in 0..300 {
            if step % 3 != 0 {
                world.apply_force(ball, Vec2::new(0.5, -1.0) * force).unwrap();
            }
            run(&mut world, 1);
            let (velocity, at) = (world.linear_velocity(ball).unwrap(), world.pose(ball).unwrap().translation);
            assert!(velocity.length() <= limit, "{force} N, step {step}: {velocity}");
            assert!(at.abs().max_element() < 5.1, "{force} N, step {step}: {at}");
        }
    }
}

#[test]
fn what_is_pushed_hard_against_the_ground_stays_there() {
    for force in [1.0e3, 1.0e4, 1.0e5, 1.0e6] {
        let mut world = World::new(Settings { sleep: false, ..Settings::default() }).unwrap();
        add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -1.0)), &ColliderDef::new(rect(100.0, 1.0)));
        let (ball, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 1.0)), &ColliderDef::new(circle(0.3)));
        let mut rises = 0.0f32;
        for _ in 0..30 {
            world.apply_force(ball, Vec2::new(0.0, -force)).unwrap();
            run(&mut world, 1);
            rises = rises.max(world.linear_velocity(ball).unwrap().y);
        }
        assert!(rises < 0.1, "{force} N: {rises} m/s");
    }
}

#[test]
fn what_is_pushed_beyond_measure_hits_no_faster_than_two_bodies_may() {
    for force in [1.0e3, 1.0e5, 1.0e10, 1.0e20] {
        for density in [1.0, 1.0e-6] {
            let settings = Settings::default();
            let (mut world, ball) = yard(0.0, &BodyDef::dynamic(Vec2::new(0.0, -4.69)), settings);
            let collider = world.colliders_of(ball).unwrap().next().unwrap();
            world.set_density(collider, density).unwrap();
            world.set_linear_velocity(ball, Vec2::new(0.0, -5.0)).unwrap();
            world.apply_force(ball, Vec2::new(0.0, -force)).unwrap();
            run(&mut world, 1);
            let hit = world.events().hit[0];
            let speeds = 5.0..=2.0 * settings.max_linear_speed;
            assert!(speeds.contains(&hit.approach_speed), "{force} N, {density} kg/m²: {hit:?}");
        }
    }
}
