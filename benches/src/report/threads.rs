use super::Measurements;
use crate::harness::Effort;

/// Without threads there is nothing to measure.
#[cfg(not(feature = "threads"))]
pub fn measure(_effort: &Effort, progress: &mut dyn FnMut(&str), _into: &mut Measurements) {
    progress("left out: build with the feature `threads`");
}

#[cfg(feature = "threads")]
pub use with_threads::measure;

#[cfg(feature = "threads")]
mod with_threads {
    use super::*;
    use crate::step::{StepTask, box2d::Box2d, builders, ours::Ours};
    use scenes::{Action, Scene, Size};
    use std::time::{Duration, Instant};

    /// Steps of one engine before the next has its turn.
    const BLOCK: usize = 10;

    /// The seed of scenes that have one.
    const SEED: u64 = 1;

    /// Milliseconds of wall clock per step, of the slowest one, and of setting up with the first, on one thread and on two: ours
    /// on rayon's, Box2D's on its own. Only an idle machine with two cores can tell.
    pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
        for named in scenes::all() {
            let scene = named.scene(Size::Full, SEED);
            if builders(&scene).len() > 1 {
                progress(named.name);
                compete(&scene, effort, into);
            }
        }
    }

    /// A world, the threads it is stepped on, and what that took.
    struct Entrant {
        task: Box<dyn StepTask + Send>,
        threads: usize,
        pool: rayon::ThreadPool,
        /// Building the scene, and its first step.
        first: Duration,
        /// The steps after it.
        total: Duration,
        slowest: Duration,
    }

    impl Entrant {
        /// Builds a scene and makes its first step.
        fn enter(scene: &Scene, threads: usize, build: impl FnOnce() -> Box<dyn StepTask + Send> + Send) -> Self {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads to work on");
            let actions = scene.script.actions(0, scene.bodies.len());
            let (task, first) = pool.install(|| {
                let start = Instant::now();
                let mut task = build();
                task.step(&actions);
                (task, start.elapsed())
            });
            Self { task, threads, pool, first, total: Duration::ZERO, slowest: Duration::ZERO }
        }

        fn step(&mut self, block: &[Vec<Action>]) {
            let Self { task, pool, total, slowest, .. } = self;
            pool.install(|| {
                for actions in block {
                    let start = Instant::now();
                    task.step(actions);
                    let taken = start.elapsed();
                    *total += taken;
                    *slowest = (*slowest).max(taken);
                }
            });
        }
    }

    fn compete(scene: &Scene, effort: &Effort, into: &mut Measurements) {
        let ours = |threads| Entrant::enter(scene, threads, || Box::new(Ours::new(scene)));
        let box2d = |threads| Entrant::enter(scene, threads, || Box::new(Box2d::with_workers(scene, threads as i32)));
        let mut entrants = [ours(1), box2d(1), ours(2), box2d(2)];
        let script = |step: usize| -> Vec<Action> { scene.script.actions(step as u32, scene.bodies.len()) };
        let mut next = 1;
        while next < scene.steps as usize
            && entrants.iter().map(|entrant| entrant.total).sum::<Duration>() < effort.scene_budget
        {
            let block: Vec<Vec<Action>> = (next..scene.steps as usize).take(BLOCK).map(script).collect();
            entrants.iter_mut().for_each(|entrant| entrant.step(&block));
            next += block.len();
        }
        let steps = (next - 1) as f64;
        for Entrant { task, threads, first, total, slowest, .. } in &entrants {
            let workload = format!("{}_{threads}t", scene.name);
            let milliseconds = |time: &Duration| time.as_secs_f64() * 1e3;
            let mut add = |metric, value| into.add("threads", &workload, task.engine(), metric, value);
            add("ms_per_step", milliseconds(total) / steps);
            add("timed_steps", steps);
            add("ms_to_first_step", milliseconds(first));
            add("ms_of_slowest_step", milliseconds(slowest));
        }
    }
}
