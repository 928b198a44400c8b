use super::{Measurements, measurement::MISMATCHES, world_query};
use crate::harness::Effort;
use crate::step::{self, Builder, StepTask};
use crate::stopwatch::Stopwatch;
use scenes::{Action, Scene, Size};
use std::time::Duration;

/// Steps of one engine before the next has its turn.
const BLOCK: usize = 10;

/// The seed of scenes that have one.
const SEED: u64 = 1;

/// Milliseconds per step of every engine in every scene, with contacts recycled and without, of its slowest step, of setting up
/// with the first step, and how many bodies it lost.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for named in scenes::all() {
        progress(named.name);
        let scene = named.scene(Size::Full, SEED);
        compete(&scene, 1, effort, progress, into);
        compete_without_recycling(&Scene { recycle: false, ..scene }, effort, into);
    }
    progress("queries");
    compete(&world_query::queries().scene, 1, effort, progress, into);
    progress("sleeping_pyramid");
    compete(&sleeping_pyramid(), SETTLED, effort, progress, into);
}

/// Steps after which the pyramid sleeps in every engine.
const SETTLED: usize = 200;

/// A pyramid of 210 boxes, whose steps cost nothing but what a world costs as such.
fn sleeping_pyramid() -> Scene {
    let pyramid = scenes::by_name("large_pyramid").expect("a named scene").scene(Size::Small, SEED);
    Scene { name: "sleeping_pyramid".to_owned(), sleep: true, ..pyramid }
}

/// An engine that steps a scene, and what that took.
struct Entrant {
    task: Box<dyn StepTask>,
    /// Building the scene, and its first step.
    first: Duration,
    /// The timed steps.
    total: Duration,
    /// `None` where steps are shorter than a look at the clock.
    slowest: Option<Duration>,
}

impl Entrant {
    /// Builds a scene and makes its first step.
    fn enter(build: Builder, scene: &Scene, at_rest: bool) -> Self {
        let start = Stopwatch::start();
        let mut task = build(scene);
        task.step(&scene.script.actions(0, scene.bodies.len()));
        Self { task, first: start.elapsed(), total: Duration::ZERO, slowest: (!at_rest).then_some(Duration::ZERO) }
    }

    fn step(&mut self, block: &[Vec<Action>]) {
        let start = Stopwatch::start();
        let mut before = Duration::ZERO;
        for actions in block {
            self.task.step(actions);
            if let Some(slowest) = &mut self.slowest {
                let now = start.elapsed();
                *slowest = (*slowest).max(now - before);
                before = now;
            }
        }
        self.total += start.elapsed();
    }
}

/// Steps a scene in every engine and notes what each took after the first `untimed` steps.
fn compete(scene: &Scene, untimed: usize, effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    let mut entrants = entrants(scene, untimed > 1);
    let steps = run(scene, untimed, effort.scene_budget, &mut entrants);
    progress(&format!("{}: {steps} of {} steps", scene.name, scene.steps as usize - untimed));
    for Entrant { task, first, total, slowest } in &entrants {
        let milliseconds = |time: &Duration| time.as_secs_f64() * 1e3;
        let mean = milliseconds(total) / steps as f64;
        let lost = step::lost_bodies(&**task, scene);
        progress(&format!("{}: {mean:.4} ms, mean height {:.3} m", task.engine(), step::mean_height(&**task)));
        into.add("step", &scene.name, task.engine(), "ms_per_step", mean);
        into.add("step", &scene.name, task.engine(), "timed_steps", steps as f64);
        into.add("step", &scene.name, task.engine(), "ms_to_first_step", milliseconds(first));
        if let Some(slowest) = slowest {
            into.add("step", &scene.name, task.engine(), "ms_of_slowest_step", milliseconds(slowest));
        }
        into.add("step", &scene.name, task.engine(), MISMATCHES, lost as f64);
    }
}

/// Notes what a step takes in every engine when no contact is recycled.
fn compete_without_recycling(scene: &Scene, effort: &Effort, into: &mut Measurements) {
    let mut entrants = entrants(scene, false);
    if entrants.len() == 1 {
        return;
    }
    let steps = run(scene, 1, effort.scene_budget, &mut entrants);
    for Entrant { task, total, .. } in &entrants {
        let mean = total.as_secs_f64() * 1e3 / steps as f64;
        into.add("step", &scene.name, task.engine(), "ms_without_recycling", mean);
    }
}

/// The engines, after their first step of a scene.
fn entrants(scene: &Scene, at_rest: bool) -> Vec<Entrant> {
    step::builders(scene).into_iter().map(|build| Entrant::enter(build, scene, at_rest)).collect()
}

/// Steps all engines in turn, a block at a time, and returns how many steps were timed: all but the first
/// `untimed`, unless the budget ran out before.
fn run(scene: &Scene, untimed: usize, budget: Duration, entrants: &mut [Entrant]) -> usize {
    let script = |step: usize| -> Vec<Action> { scene.script.actions(step as u32, scene.bodies.len()) };
    for step in 1..untimed {
        entrants.iter_mut().for_each(|entrant| entrant.task.step(&script(step)));
    }
    let mut next = untimed;
    while next < scene.steps as usize && entrants.iter().map(|entrant| entrant.total).sum::<Duration>() < budget {
        let block: Vec<Vec<Action>> = (next..scene.steps as usize).take(BLOCK).map(script).collect();
        entrants.iter_mut().for_each(|entrant| entrant.step(&block));
        next += block.len();
    }
    next - untimed
}
