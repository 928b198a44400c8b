//! Every scene ends in the state that was recorded: in debug and release, with SSE2, AVX2 or NEON, on any number of threads.
//! In its small size after it has collided, in its full one as soon as it has: there steps are shared among threads.
//!
//! After a change that is meant to change the motion, record anew with
//! `RECORD_GOLDEN=1 cargo test --release -p scenes --test golden` and say in the commit why the states differ.

use scenes::{NamedScene, Size, all};
use world::StepReport;

/// So many steps are taken in the small size: the rain falls for 172.
const STEPS: usize = 240;

/// So many steps are compared in the full size, from when the scene has collided.
const COLLIDED_STEPS: usize = 10;

/// Until then no scene takes as many.
const FALL: usize = 300;

/// Scenes of fewer bodies are small; steps of so many are shared among threads.
const LARGE: usize = 1000;

/// The only scenes that are smaller in their full size.
const NOT_LARGE: [&str; 3] = ["restitution_ladder", "friction_ladder", "polygon_demo"];

/// The scenes that collide at once: in debug the others would take too long.
const AT_ONCE: [&str; 5] = ["large_pyramid", "many_pyramids", "compounds", "washer", "spinner"];

/// From so many bodies and pairs on each list of them is.
const MANY_BODIES: usize = 2048;
const MANY_PAIRS: usize = 4096;

/// From so many contacts on the solver's sub-steps are shared, too.
const MANY: usize = 2048 + 64;

/// Chooses the rain's sizes and angles.
const SEED: u64 = 1;

const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden.txt");
const FULL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden_full.txt");

/// What a scene comes to after each step.
struct Trace {
    name: &'static str,
    hashes: Vec<u64>,
}

/// A scene has collided when there are so many contacts, or as many as a quarter of its bodies.
fn has_collided(report: &StepReport) -> bool {
    report.manifolds >= MANY.min(report.bodies / 4).max(1)
}

/// Steps a scene until `ends` says so of the steps taken, of those in which it has collided, and of the last one.
fn trace(named: &NamedScene, size: Size, mut ends: impl FnMut(usize, usize, &StepReport) -> bool) -> Trace {
    let mut scene = named.scene(size, SEED).build().unwrap();
    let (mut hashes, mut collided) = (Vec::new(), 0);
    loop {
        let report = *scene.step().unwrap();
        collided += usize::from(has_collided(&report));
        hashes.push(scene.world().state_hash());
        if ends(hashes.len(), collided, &report) {
            break;
        }
    }
    let lost = scene.world().bodies().find(|&body| !scene.world().pose(body).unwrap().is_finite());
    assert_eq!(lost, None, "{}", named.name);
    Trace { name: named.name, hashes }
}

fn small() -> Vec<Trace> {
    let traces = all().iter().map(|named| {
        trace(named, Size::Small, |steps, collided, _| {
            assert!(steps < STEPS || collided > 0, "{} has no contacts to compare", named.name);
            steps == STEPS
        })
    });
    traces.collect()
}

fn full() -> Vec<Trace> {
    let (mut busy, mut long) = (0, 0);
    let is_quick = |named: &&NamedScene| !cfg!(debug_assertions) || AT_ONCE.contains(&named.name);
    let traces = all().iter().filter(is_quick).map(|named| {
        trace(named, Size::Full, |steps, collided, report| {
            assert!(steps < FALL, "{} does not collide", named.name);
            if collided < COLLIDED_STEPS {
                return false;
            }
            let is_shared = report.awake_bodies >= LARGE && report.manifolds >= LARGE / 2;
            assert!(is_shared || NOT_LARGE.contains(&named.name), "{}: {report:?}", named.name);
            busy += usize::from(report.manifolds >= MANY);
            long += usize::from(report.awake_bodies >= MANY_BODIES && report.pairs >= MANY_PAIRS);
            true
        })
    });
    let traces = traces.collect();
    assert!(busy >= AT_ONCE.len(), "{busy} scenes have the solver share its work");
    assert!(long >= 3, "{long} scenes have all lists shared");
    traces
}

/// Compares the last states with those of a file, or writes them there.
fn compare(traces: &[Trace], file: &str) {
    let line = |trace: &Trace| {
        format!("{} {} {:016x}\n", trace.name, trace.hashes.len(), trace.hashes[trace.hashes.len() - 1])
    };
    let states: Vec<String> = traces.iter().map(line).collect();
    if std::env::var_os("RECORD_GOLDEN").is_some() {
        assert_eq!(states.len(), all().len(), "record in release");
        std::fs::write(file, states.concat()).unwrap();
    }
    let recorded = std::fs::read_to_string(file).unwrap();
    assert_eq!(recorded.lines().count(), all().len());
    for (state, trace) in states.iter().zip(traces) {
        let expected = recorded.lines().find(|line| line.split(' ').next() == Some(trace.name));
        assert_eq!(Some(state.trim_end()), expected);
    }
}

#[cfg(not(feature = "parallel"))]
#[test]
fn small_scenes_end_in_the_recorded_states() {
    compare(&small(), SMALL);
}

#[cfg(not(feature = "parallel"))]
#[test]
fn full_scenes_come_to_the_recorded_states() {
    compare(&full(), FULL);
}

/// Compares on one thread, on two and on four.
#[cfg(feature = "parallel")]
fn compare_on_threads(traces: fn() -> Vec<Trace>, file: &str) {
    let mut one: Option<Vec<Trace>> = None;
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let many = pool.install(traces);
        for (one, many) in one.iter().flatten().zip(&many) {
            let first = one.hashes.iter().zip(&many.hashes).position(|(one, many)| one != many);
            assert_eq!(first, None, "{}: the first step in which {threads} threads differ from one", one.name);
        }
        compare(&many, file);
        one.get_or_insert(many);
    }
}

#[cfg(feature = "parallel")]
#[test]
fn small_scenes_end_in_the_recorded_states_on_one_two_and_four_threads() {
    compare_on_threads(small, SMALL);
}

#[cfg(feature = "parallel")]
#[test]
fn full_scenes_come_to_the_recorded_states_on_one_two_and_four_threads() {
    compare_on_threads(full, FULL);
}
