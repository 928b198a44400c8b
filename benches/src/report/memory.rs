use super::Measurements;
use crate::counting::{start_counting, stop_counting, tally};
use crate::harness::Effort;
use crate::step;
use scenes::{Action, Scene, Size};

/// Bytes per body after some steps, and allocations per step after that, of every engine in every scene.
///
/// Counts, not times: one engine after the other. Box2D's heap is counted through its allocator hook.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for named in scenes::all() {
        progress(named.name);
        let scene = named.scene(Size::Full, 1);
        for build in step::builders(&scene) {
            start_counting();
            let mut task = build(&scene);
            let mut next = 0;
            let mut advance = || {
                for _ in 0..effort.memory_steps {
                    task.step(&actions(&scene, next));
                    next += 1;
                }
            };
            advance();
            let settled = tally();
            advance();
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
