//! In steady state no scene's steps ask anything of the global allocator.

use scenes::{Size, TIME_STEP, all};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::sync::{Mutex, PoisonError};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Who counts holds it: what a test beside it asks for would count as well.
static COUNTING: Mutex<()> = Mutex::new(());

/// Steps that are counted, after four times those the scene is made for and [`LEAST`] at least: lists grow with the most that a scene
/// has at once of what they hold, and peaks come by chance, though ever more rarely. (In rain on two threads the last of 8000 steps that
/// asks for anything is the 2073rd, in junkyard one was the 2412th.)
const COUNTED: u32 = 100;

/// By then the last body of the shortest scenes has slid to where it stops.
const LEAST: u32 = 600;

#[test]
// Unoptimised it takes minutes, and counts the same.
#[cfg_attr(debug_assertions, ignore = "only optimised")]
fn no_small_scene_allocates_that_has_run_long_enough() {
    in_a_pool(|| run_all(Size::Small));
}

#[test]
#[ignore = "takes a minute even optimised"]
fn no_full_scene_allocates_that_has_run_long_enough() {
    in_a_pool(|| run_all(Size::Full));
}

fn in_a_pool(run: impl FnOnce() + Send) {
    let _counting = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    // Who enters rayon's pool from outside allocates there.
    #[cfg(feature = "parallel")]
    rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap().install(run);
    #[cfg(not(feature = "parallel"))]
    run();
}

fn run_all(size: Size) {
    for named in all() {
        let scene = named.scene(size, 1);
        let mut running = scene.build().unwrap();
        let steady = LEAST.max(4 * scene.steps);
        for step in 0..steady + COUNTED {
            // What the script asks for is a list of its own, and new bodies need room.
            let actions = scene.script.actions(step, scene.bodies.len());
            actions.iter().for_each(|action| running.act(action).unwrap());
            let region = Region::new(ALLOCATOR);
            running.world_mut().step(TIME_STEP).unwrap();
            let used = region.change();
            let asked = used.allocations + used.reallocations;
            assert!(step < steady || asked == 0, "{}, step {step}: {used:?}", named.name);
        }
    }
}
