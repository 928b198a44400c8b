//! Speed is not bought with a worse simulation than Box2D's: the same scenes, settings, steps and ruler for both.
//!
//! What churns is chaotic, so each scene is taken three times, with slightly different gravity and another seed, and held
//! against Box2D as a mean. The shares allowed are those that the README tells of full scenes, with room for the noise of
//! a few hundred bodies.

use benches::quality::{Pace, Quality, measure};
use benches::step::{builders, lost_bodies};
use scenes::{Size, by_name};

/// Overlap per body, of Box2D's: 1.01 to 1.19 in full scenes over 200 steps, and 1.31 in the rain here, over 400.
const OVERLAP_SHARE: f64 = 1.4;

/// The deepest overlap, of Box2D's, up to 1.07 in full scenes: a single pair of thousands, so it gets half as much again.
const DEEPEST_SHARE: f64 = 1.5;

/// What is left of the energy, of what Box2D leaves: gravity alone works, and it loses what friction and impacts take.
const ENERGY_SHARE: f64 = 1.05;

/// Where bodies are set in motion by gravity or by their start alone.
const FREE: [&str; 5] = ["smash", "compounds", "rain", "barrel", "restitution_ladder"];

/// Where something kinematic stirs them.
const STIRRED: [&str; 3] = ["washer", "tumbler", "spinner"];

/// Ours and Box2D's of each variant of a small scene.
fn side_by_side(name: &str, pace: Pace) -> [Vec<Quality>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    for variant in 0..3u16 {
        let mut scene = by_name(name).unwrap().scene(Size::Small, variant.into());
        scene.gravity *= 1.0 + 1.0e-3 * f32::from(variant);
        for (build, found) in builders(&scene).iter().zip(&mut found) {
            let mut task = build(&scene);
            // Heaps have only just come down after 200 steps.
            found.push(measure(&scene, &mut *task, scene.steps.min(400), pace));
            assert_eq!(lost_bodies(&*task, &scene), 0, "{name}, {}", task.engine());
        }
    }
    found
}

fn mean(found: &[Quality], of: impl Fn(&Quality) -> f64) -> f64 {
    found.iter().map(of).sum::<f64>() / found.len() as f64
}

#[test]
fn pyramids_stand_better_than_there() {
    let paces = [("large_pyramid", Pace::Even), ("many_pyramids", Pace::Even), ("large_pyramid", Pace::Uneven)];
    for (name, pace) in paces {
        let [ours, theirs] = side_by_side(name, pace);
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert!(ours.drift < theirs.drift, "{name}: {ours:?}, {theirs:?}");
            assert!(ours.deepest < theirs.deepest, "{name}: {ours:?}, {theirs:?}");
            assert!(ours.depth_per_body < theirs.depth_per_body, "{name}: {ours:?}, {theirs:?}");
        }
    }
}

#[test]
fn what_churns_overlaps_hardly_more_than_there() {
    for name in FREE.iter().chain(&STIRRED) {
        let [ours, theirs] = side_by_side(name, Pace::Even);
        for (share, of) in [
            (OVERLAP_SHARE, (|found| found.depth_per_body) as fn(&Quality) -> f64),
            (DEEPEST_SHARE, |found| found.deepest),
        ] {
            let (mine, other) = (mean(&ours, of), mean(&theirs, of));
            assert!(mine <= share * other, "{name}: {mine} m, Box2D {other} m; {ours:?}, {theirs:?}");
        }
    }
}

/// The mean tells little of a small one: its rows land in single steps, which are measured or not.
#[test]
fn the_deepest_of_a_junkyard_is_no_deeper_than_there() {
    let [ours, theirs] = side_by_side("junkyard", Pace::Even).map(|found| mean(&found, |found| found.deepest));
    assert!(ours <= DEEPEST_SHARE * theirs, "{ours} m, Box2D {theirs} m");
}

#[test]
fn no_more_energy_is_left_than_there() {
    for name in FREE {
        let [ours, theirs] = side_by_side(name, Pace::Even);
        let of = |found: &Quality| found.energy.expect("they start with energy");
        let (ours, theirs) = (mean(&ours, of), mean(&theirs, of));
        assert!(ours <= ENERGY_SHARE * theirs, "{name}: {ours}, Box2D {theirs}");
    }
}
