use super::{Measurements, measurement::STEPS};
use crate::counting::{start_counting, stop_counting, tally};
use crate::step;
use scenes::Size;

/// Steps a scene makes before its memory is read: by then what falls has landed in all of them.
const MEMORY_STEPS: u32 = 150;

/// Bytes per body after some steps, of every engine in every scene.
///
/// Counts, not times: one engine after the other. Box2D's heap is counted through its allocator hook.
pub fn measure(progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for named in scenes::all() {
        progress(named.name);
        let scene = named.scene(Size::Full, 1);
        let script: Vec<_> = (0..MEMORY_STEPS).map(|step| scene.script.actions(step, scene.bodies.len())).collect();
        for build in step::builders(&scene) {
            start_counting();
            let mut task = build(&scene);
            script.iter().for_each(|actions| task.step(actions));
            let settled = tally();
            stop_counting();
            let bodies = task.positions().len().max(1);
            into.add("memory", named.name, task.engine(), STEPS, MEMORY_STEPS.into());
            into.add("memory", named.name, task.engine(), "bytes_per_body", settled.live_bytes as f64 / bodies as f64);
        }
    }
}
