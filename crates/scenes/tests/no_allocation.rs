//! In steady state no scene's steps ask anything of the global allocator.

use scenes::{Size, TIME_STEP, all};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Steps that are counted, after those the scene is made for.
const COUNTED: u32 = 100;

#[test]
// Unoptimised it takes minutes, and counts the same.
#[cfg_attr(debug_assertions, ignore = "only optimised")]
fn no_scene_allocates_once_it_has_run_its_steps() {
    // Who enters rayon's pool from outside allocates there.
    #[cfg(feature = "parallel")]
    rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap().install(run_all);
    #[cfg(not(feature = "parallel"))]
    run_all();
}

fn run_all() {
    for named in all() {
        let scene = named.scene(Size::Small, 1);
        let mut running = scene.build().unwrap();
        for step in 0..scene.steps + COUNTED {
            // What the script asks for is a list of its own, and new bodies need room.
            let actions = scene.script.actions(step, scene.bodies.len());
            actions.iter().for_each(|action| running.act(action).unwrap());
            let region = Region::new(ALLOCATOR);
            running.world_mut().step(TIME_STEP).unwrap();
            let used = region.change();
            let asked = used.allocations + used.reallocations;
            assert!(step < scene.steps || asked == 0, "{}, step {step}: {used:?}", named.name);
        }
    }
}
