//! Memory of what is gone is used again.

mod common;

use common::{add, add_ground, rect, run, world};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use world::{BodyDef, ColliderDef, Vec2};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// As many as the large pyramid has.
const BODIES: u16 = 5050;

const ROUNDS: usize = if cfg!(debug_assertions) { 20 } else { 1000 };

#[test]
fn bodies_that_come_and_go_time_and_again_leave_nothing_behind() {
    let mut world = world();
    add_ground(&mut world);
    let collider = ColliderDef::new(rect(0.5, 0.5));
    let mut ids = Vec::with_capacity(BODIES.into());
    let mut round = || {
        for i in 0..BODIES {
            // A few overlap, so that contacts come and go as well.
            let at = Vec2::new(1.5 * f32::from(i % 64) - f32::from(i % 2), 0.5 + 1.5 * f32::from(i / 64));
            ids.push(add(&mut world, &BodyDef::dynamic(at), &collider).0);
        }
        run(&mut world, 1);
        let contacts = world.report().manifolds;
        ids.drain(..).for_each(|id| world.destroy_body(id).unwrap());
        contacts
    };
    let contacts: usize = (0..5).map(|_| round()).sum();
    assert!(contacts > 1000, "{contacts}");
    let region = Region::new(ALLOCATOR);
    for _ in 5..ROUNDS {
        round();
    }
    let used = region.change();
    assert_eq!((used.bytes_allocated, used.bytes_reallocated), (used.bytes_deallocated, 0), "{used:?}");
}
