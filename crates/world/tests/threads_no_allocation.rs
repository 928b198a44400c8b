//! Steady steps allocate nothing on any thread.

mod common;

use common::{DT, heap};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use world::Snapshot;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn steps_of_several_threads_allocate_nothing() {
    rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("a pool").install(|| {
        let mut world = heap();
        for _ in 0..300 {
            world.step(DT).unwrap();
        }
        // The stirrer goes on stirring, so that there may be more to do than ever before: steps that were taken already need no room.
        let mut before = Snapshot::default();
        world.snapshot(&mut before);
        for _ in 0..20 {
            world.step(DT).unwrap();
        }
        world.restore(&before);
        let region = Region::new(ALLOCATOR);
        for _ in 0..20 {
            world.step(DT).unwrap();
        }
        let used = region.change();
        assert_eq!((used.allocations, used.reallocations), (0, 0), "{used:?}");
    });
}
