use super::Measurements;
use crate::counting::{start_counting, stop_counting, tally};
use crate::harness::Effort;
use crate::step;
use scenes::{Action, Scene, Size};

/// Bytes per body after some steps, and allocations per step after that, of every engine in every scene.
///
/// Counts, not times: one engine after the other. Box2D's heap is counted through its allocator hook. What the scripts
/// allocate is left out for the peers; our world reads its script itself.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for named in scenes::all() {
        progress(named.name);
        let scene = named.scene(Size::Full, 1);
        let script: Vec<Vec<Action>> = (0..2 * effort.memory_steps).map(|step| actions(&scene, step)).collect();
        let (first, second) = script.split_at(effort.memory_steps);
        for build in step::builders(&scene) {
            start_counting();
            let mut task = build(&scene);
            first.iter().for_each(|actions| task.step(actions));
            let settled = tally();
            second.iter().for_each(|actions| task.step(actions));
            let end = tally();
            stop_counting();
            let bodies = task.positions().len().max(1);
            let allocations = (end.allocations - settled.allocations) as f64 / effort.memory_steps as f64;
            into.add("memory", named.name, task.engine(), "bytes_per_body", settled.live_bytes as f64 / bodies as f64);
            into.add("memory", named.name, task.engine(), "allocs_per_step", allocations);
        }
    }
}

fn actions(scene: &Scene, step: usize) -> Vec<Action> {
    scene.script.actions(step as u32, scene.bodies.len())
}
