use super::Measurements;
use crate::harness::Effort;
use crate::step::{self, StepTask};
use crate::stopwatch::Stopwatch;
use scenes::{Action, Scene, Size};
use std::time::Duration;

/// Steps of one engine before the next has its turn.
const BLOCK: usize = 10;

/// The seed of scenes that have one.
const SEED: u64 = 1;

/// Milliseconds per step of every engine in every scene, and how many bodies it lost.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for named in scenes::all() {
        progress(named.name);
        let scene = named.scene(Size::Full, SEED);
        let mut entrants: Vec<(Box<dyn StepTask>, Duration)> =
            step::builders(&scene).into_iter().map(|build| (build(&scene), Duration::ZERO)).collect();
        let steps = run(&scene, effort.scene_budget, &mut entrants);
        progress(&format!("{}: {steps} of {} steps", named.name, scene.steps - 1));
        for (task, time) in &entrants {
            let mean = time.as_secs_f64() * 1e3 / steps as f64;
            let lost = step::lost_bodies(&**task, &scene);
            progress(&format!("{}: {mean:.2} ms, mean height {:.3} m", task.engine(), step::mean_height(&**task)));
            into.add("step", named.name, task.engine(), "ms_per_step", mean);
            into.add("step", named.name, task.engine(), "mismatches", lost as f64);
        }
    }
}

/// Steps all engines in turn, a block at a time, and returns how many steps were timed: all but step 0, unless the
/// budget ran out before.
fn run(scene: &Scene, budget: Duration, entrants: &mut [(Box<dyn StepTask>, Duration)]) -> usize {
    let script = |step: usize| -> Vec<Action> { scene.script.actions(step as u32, scene.bodies.len()) };
    entrants.iter_mut().for_each(|(task, _)| task.step(&script(0)));
    let mut next = 1;
    while next < scene.steps as usize && entrants.iter().map(|(_, time)| *time).sum::<Duration>() < budget {
        let block: Vec<Vec<Action>> = (next..scene.steps as usize).take(BLOCK).map(script).collect();
        for (task, time) in entrants.iter_mut() {
            let start = Stopwatch::start();
            block.iter().for_each(|actions| task.step(actions));
            *time += start.elapsed();
        }
        next += block.len();
    }
    next - 1
}
