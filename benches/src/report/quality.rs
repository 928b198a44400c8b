use super::{Measurements, measurement::STEPS};
use crate::harness::Effort;
use crate::quality::{self, Pace};
use crate::step;
use scenes::{Scene, Size};

/// Scenes that are looked at in uneven steps as well: one that is to stand, and one that is to come to rest.
const UNEVEN: [&str; 2] = ["large_pyramid", "barrel"];

/// What each scene comes to in each engine: energy, overlaps, drift and lost bodies. One engine after the other, no times.
///
/// Scenes without a peer are left out: there is nothing to set them against.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for named in scenes::all() {
        let scene = named.scene(Size::Full, 1);
        if step::builders(&scene).len() == 1 {
            continue;
        }
        progress(named.name);
        measure_scene(&scene, &scene.name, Pace::Even, effort, into);
        if UNEVEN.contains(&named.name) {
            measure_scene(&scene, &format!("{}_uneven", scene.name), Pace::Uneven, effort, into);
        }
    }
}

fn measure_scene(scene: &Scene, workload: &str, pace: Pace, effort: &Effort, into: &mut Measurements) {
    for build in step::builders(scene) {
        let mut task = build(scene);
        let steps = scene.steps.min(effort.quality_steps);
        let found = quality::measure(scene, &mut *task, steps, pace);
        into.add("quality", workload, task.engine(), STEPS, steps.into());
        let lost = step::lost_bodies(&*task, scene) as f64;
        let millimetres = |metres: f64| metres * 1e3;
        let numbers = [
            ("energy_ratio", found.energy),
            ("max_penetration_mm", Some(millimetres(found.deepest))),
            ("mean_penetration_mm", Some(millimetres(found.depth_per_body))),
            ("top_drift_mm", found.drift.map(millimetres)),
            ("lost_bodies", Some(lost)),
            ("allocs_per_step", Some(found.allocations)),
        ];
        for (metric, value) in numbers {
            if let Some(value) = value {
                into.add("quality", workload, task.engine(), metric, value);
            }
        }
    }
}
