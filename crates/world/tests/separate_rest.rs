//! `Response::Separate`: players that come to rest among dynamic bodies.

mod common;

use common::{add, add_ground, circle, position, rect, run, world};
use world::{BodyDef, BodyId, ColliderDef, MotionLocks, Response, Shape, Vec2, World};

fn add_crate(world: &mut World, at: Vec2, shape: Shape) -> BodyId {
    add(world, &BodyDef::dynamic(at), &ColliderDef::new(shape)).0
}

fn add_player(world: &mut World, at: Vec2, shape: Shape) -> BodyId {
    let def = BodyDef { response: Response::Separate, locks: MotionLocks::ROTATION, ..BodyDef::dynamic(at) };
    add(world, &def, &ColliderDef::new(shape)).0
}

/// Pushed out of the lower one, the player hit the upper one in each step by what gravity does in one, and threw it up by 3 mm for ever.
#[test]
fn what_lies_on_a_player_on_a_crate_comes_to_rest() {
    for (at, off, load, height) in [
        (0.0, 0.0, rect(0.25, 0.25), 0.25),
        (0.0, 0.0, circle(0.3), 0.3),
        (0.2, 0.1, rect(0.25, 0.25), 0.25),
        (0.0, 0.0, rect(0.5, 0.5), 0.5),
    ] {
        let mut world = world();
        add_ground(&mut world);
        let below = add_crate(&mut world, Vec2::new(0.0, 0.5), rect(0.5, 0.5));
        let player = add_player(&mut world, Vec2::new(at, 1.5), rect(0.3, 0.5));
        let above = add_crate(&mut world, Vec2::new(at + off, 2.0 + height), load);
        let mut fastest = 0.0f32;
        for _ in 0..120 {
            run(&mut world, 1);
            fastest = fastest.max(world.linear_velocity(above).unwrap().length());
        }
        assert!(fastest < 0.02, "{at}, {off}: the upper one at {fastest} m/s");
        let are_awake = [below, player, above].map(|body| world.is_awake(body).unwrap());
        assert_eq!(are_awake, [false; 3], "{at}, {off}");
    }
}

/// A crate in the corner of a pit, from its top at y = 0.8 to the right wall, and a disc that falls between it and the left wall, 0.9 m
/// away.
fn pit(radius: f32) -> (World, BodyId, BodyId) {
    let mut world = world();
    add_ground(&mut world);
    for side in [-1.0, 1.0] {
        add(&mut world, &BodyDef::fixed(Vec2::new(1.3 * side, 3.0)), &ColliderDef::new(rect(0.5, 3.0)));
    }
    let below = add_crate(&mut world, Vec2::new(0.45, 0.4), rect(0.35, 0.4));
    let player = add_player(&mut world, Vec2::new(radius - 0.8, 1.5), circle(radius));
    (world, below, player)
}

/// Of the velocity that gravity gives it in a step a part is left that neither the wall nor the crate takes; it goes nowhere by that.
#[test]
fn a_player_that_is_wedged_between_a_crate_and_a_wall_sleeps() {
    for radius in [0.5, 0.51, 0.52] {
        let (mut world, below, player) = pit(radius);
        run(&mut world, 240);
        let are_awake = [below, player].map(|body| world.is_awake(body).unwrap());
        assert_eq!(are_awake, [false; 2], "{radius}: it has {}", world.linear_velocity(player).unwrap());
    }
}

/// It was pushed out of the crate and of the wall once in a step, by which a part of its way into both was left, and of its velocity:
/// discs of 0.98 m came down to the ground and pressed the crate 5 cm into the wall.
#[test]
fn a_player_that_falls_between_a_crate_and_a_wall_is_stopped_there() {
    for radius in [0.48f32, 0.49, 0.5, 0.54] {
        let (mut world, below, player) = pit(radius);
        let (width, mut deepest) = (0.9 - radius, 0.0f32);
        let expected = 0.8 + (radius * radius - width * width).sqrt();
        for _ in 0..240 {
            run(&mut world, 1);
            deepest = deepest.max(world.report().deepest_penetration);
        }
        let [at, crate_at] = [player, below].map(|body| position(&world, body));
        assert!((at.y - expected).abs() < 2e-3, "{radius}: the player is at {at}, not {expected} m high");
        assert!(crate_at.x < 0.451, "{radius}: the crate is at {crate_at}");
        assert!(deepest < 0.02, "{radius}: {deepest}");
    }
}
