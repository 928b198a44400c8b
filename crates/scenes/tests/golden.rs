//! Every scene, in its small size, ends in the state that was recorded: in debug and release, with SSE2, AVX2 or NEON.
//!
//! After a change that is meant to change the motion, record anew with
//! `RECORD_GOLDEN=1 cargo test -p scenes --test golden` and say in the commit why the states differ.

use std::fmt::Write;

use scenes::{Size, all};

const STEPS: u32 = 120;

/// Chooses the rain's sizes and angles.
const SEED: u64 = 1;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");

/// What each scene comes to, a line each.
fn states() -> String {
    let mut states = String::new();
    for named in all() {
        let mut scene = named.scene(Size::Small, SEED).build().unwrap();
        for _ in 0..STEPS {
            scene.step().unwrap();
        }
        let lost = scene.world().bodies().find(|&body| !scene.world().pose(body).unwrap().is_finite());
        assert_eq!(lost, None, "{}", named.name);
        writeln!(states, "{} {STEPS} {:016x}", named.name, scene.world().state_hash()).unwrap();
    }
    states
}

fn compare(states: &str, recorded: &str) {
    for (state, expected) in states.lines().zip(recorded.lines()) {
        assert_eq!(state, expected);
    }
    assert_eq!(states.lines().count(), recorded.lines().count());
}

#[test]
fn scenes_end_in_the_recorded_states() {
    let states = states();
    if std::env::var_os("RECORD_GOLDEN").is_some() {
        std::fs::write(FILE, &states).unwrap();
    }
    compare(&states, &std::fs::read_to_string(FILE).unwrap());
}

#[test]
#[cfg(feature = "parallel")]
fn scenes_end_in_the_recorded_states_on_one_two_and_four_threads() {
    let recorded = std::fs::read_to_string(FILE).unwrap();
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        compare(&pool.install(states), &recorded);
    }
}
