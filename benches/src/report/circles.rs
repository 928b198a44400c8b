use super::Measurements;
use scenes::Size;
use std::time::Duration;

/// Steps a scene makes before anything is counted: until what falls has landed.
const SETTLING: u32 = 150;

/// Steps that are counted.
const STEPS: u32 = 40;

/// How many pairs of boxes the test of their bounding circles removes in each scene, and what it takes and saves.
///
/// What a removed pair would have cost is not measured but taken for what a candidate costs on the average.
pub fn measure(progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for named in scenes::all() {
        progress(named.name);
        let scene = named.scene(Size::Full, 1);
        let mut world = scene.build().expect("the named scenes are valid");
        let (mut pairs, mut candidates) = (0, 0);
        let (mut filter, mut narrow_phase) = (Duration::ZERO, Duration::ZERO);
        for step in 0..SETTLING + STEPS {
            world.step().expect("a fixed time step and an undisturbed script do not fail");
            if step >= SETTLING {
                let report = world.world().report();
                pairs += report.pairs;
                candidates += report.candidates;
                filter += report.times.circle_filter;
                narrow_phase += report.times.narrow_phase;
            }
        }
        let nanoseconds = |time: Duration, count: usize| time.as_nanos() as f64 / count.max(1) as f64;
        let removed = (pairs - candidates) as f64;
        let saved = removed * nanoseconds(narrow_phase, candidates) - filter.as_nanos() as f64;
        let numbers = [
            ("pairs_per_step", pairs as f64 / f64::from(STEPS)),
            ("percent_removed", 100.0 * removed / pairs.max(1) as f64),
            ("ns_per_test", nanoseconds(filter, pairs)),
            ("ns_per_candidate", nanoseconds(narrow_phase, candidates)),
            ("us_saved_per_step", saved / 1e3 / f64::from(STEPS)),
        ];
        for (metric, value) in numbers {
            into.add("circles", named.name, "ours", metric, value);
        }
    }
}
