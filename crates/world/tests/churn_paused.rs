//! A world that is changed and not stepped, as in an editor or a pause, does not grow.

mod common;

use common::{add, rect, run, world};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use world::{BodyDef, BodyKind, ColliderDef, Vec2};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn what_comes_and_goes_between_two_steps_leaves_nothing_behind() {
    let mut world = world();
    let collider = ColliderDef::new(rect(0.5, 0.5));
    let [switched, thawed] = [0.0, 3.0].map(|x| add(&mut world, &BodyDef::dynamic(Vec2::new(x, 0.0)), &collider).0);
    let asleep = BodyDef { is_awake: false, ..BodyDef::dynamic(Vec2::new(6.0, 0.0)) };
    let mut round = || {
        world.set_enabled(switched, false).unwrap();
        world.set_enabled(switched, true).unwrap();
        world.set_kind(thawed, BodyKind::Static).unwrap();
        world.set_kind(thawed, BodyKind::Dynamic).unwrap();
        let (guest, _) = add(&mut world, &asleep, &collider);
        world.destroy_body(guest).unwrap();
    };
    // Long enough for the harness, on its own thread, to be done with what it starts.
    (0..20_000).for_each(|_| round());
    let region = Region::new(ALLOCATOR);
    (0..10_000).for_each(|_| round());
    let used = region.change();
    assert_eq!((used.bytes_allocated, used.bytes_reallocated), (used.bytes_deallocated, 0), "{used:?}");
    run(&mut world, 1);
    assert_eq!(world.events().wake, [switched, thawed]);
}
