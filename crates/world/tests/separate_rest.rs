//! `Response::Separate`: players that come to rest among dynamic bodies.

mod common;

use common::{add, add_ground, circle, rect, run, world};
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
