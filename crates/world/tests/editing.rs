//! What an editor changes while nothing steps does not pile up.

mod common;

use common::{add, position, rect, run, world};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use world::{BodyDef, BodyId, ColliderDef, ColliderId, Filter, Pose, Vec2, World};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Twenty seamless tiles in a row, and a box that slides over them.
fn ground(world: &mut World) -> (Vec<(BodyId, ColliderId)>, BodyId) {
    let tile = ColliderDef { is_seamless: true, ..ColliderDef::new(rect(0.5, 0.5)) };
    let tiles = (0..20u8).map(|x| add(world, &BodyDef::fixed(Vec2::new(f32::from(x), -0.5)), &tile)).collect();
    let slider = BodyDef { linear_velocity: Vec2::new(12.0, 0.0), ..BodyDef::dynamic(Vec2::new(1.0, 0.5)) };
    (tiles, add(world, &slider, &ColliderDef::new(rect(0.5, 0.5))).0)
}

/// Drags a tile about, and changes what it collides with, what it is and whether it is there.
fn edit(world: &mut World, (tile, collider): (BodyId, ColliderId), times: u32) {
    let home = world.pose(tile).unwrap();
    for i in 0..times {
        let away = Vec2::new(0.0, -0.01 * f32::from((i % 100) as u8));
        world.set_pose(tile, Pose { translation: home.translation + away, ..home }).unwrap();
        world.set_filter(collider, Filter { category: 1 << (i % 2), ..Filter::default() }).unwrap();
        world.set_seamless(collider, i % 3 > 0).unwrap();
        world.set_enabled(tile, i % 5 > 0).unwrap();
    }
    world.set_pose(tile, home).unwrap();
    world.set_filter(collider, Filter::default()).unwrap();
    world.set_seamless(collider, true).unwrap();
    world.set_enabled(tile, true).unwrap();
}

#[test]
fn changes_between_two_steps_take_no_more_memory_however_many_and_leave_the_ground_seamless() {
    let (mut edited, mut untouched) = (world(), world());
    let (tiles, slider) = ground(&mut edited);
    let (_, same) = ground(&mut untouched);
    edit(&mut edited, tiles[7], 1000);
    // The least of several times, each of which would double a list: the test's runner has a thread that allocates, too.
    let held = (0..4).map(|doubled| {
        let region = Region::new(ALLOCATOR);
        edit(&mut edited, tiles[7], 10_000 << doubled);
        let used = region.change();
        used.bytes_allocated.abs_diff(used.bytes_deallocated)
    });
    assert_eq!(held.min(), Some(0));
    run(&mut edited, 120);
    run(&mut untouched, 120);
    let (at, expected) = (position(&edited, slider), position(&untouched, same));
    assert!(expected.x > 8.0 && (at - expected).length() < 1e-3, "at {at}, not at {expected}");
}
