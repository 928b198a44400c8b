use super::Measurements;
use crate::rng::Rng;
use crate::stage_workload::StageSpec;
use sat_simd::{Stage, relation_and_stage};

/// The share of pairs that doubles and whole numbers decide, per workload.
///
/// # Panics
/// When one in ten thousand random pairs, or more, goes beyond the lanes: the documentation promises fewer.
pub fn measure(progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for spec in StageSpec::ALL {
        progress(spec.name());
        let (mut rng, count) = (Rng::new(1), spec.count());
        let mut decided = [0usize; 3];
        for _ in 0..count {
            let [(a, pose_a), (b, pose_b)] = spec.pair(&mut rng);
            decided[relation_and_stage(&a, &pose_a, &b, &pose_b).1 as usize] += 1;
        }
        let share = |stage: Stage| decided[stage as usize] as f64 / count as f64;
        let (double, exact) = (share(Stage::Double), share(Stage::Integer));
        assert!(spec != StageSpec::Random || double + exact < 1e-4, "beyond the lanes: {double} and {exact}");
        into.add("stages", spec.name(), "ours", "share_double", double);
        into.add("stages", spec.name(), "ours", "share_exact", exact);
    }
}
