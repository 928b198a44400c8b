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

    /// Milliseconds of wall clock per step, on one thread and on two: ours on rayon's, Box2D's on its own. Only an idle
    /// machine with two cores can tell.
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
        total: Duration,
    }

    impl Entrant {
        fn new(task: Box<dyn StepTask + Send>, threads: usize) -> Self {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads to work on");
            Self { task, threads, pool, total: Duration::ZERO }
        }

        fn step(&mut self, block: &[Vec<Action>]) {
            let Self { task, pool, .. } = self;
            self.total += pool.install(|| {
                let start = Instant::now();
                block.iter().for_each(|actions| task.step(actions));
                start.elapsed()
            });
        }
    }

    fn compete(scene: &Scene, effort: &Effort, into: &mut Measurements) {
        let mut entrants = [
            Entrant::new(Box::new(Ours::new(scene)), 1),
            Entrant::new(Box::new(Box2d::with_workers(scene, 1)), 1),
            Entrant::new(Box::new(Ours::new(scene)), 2),
            Entrant::new(Box::new(Box2d::with_workers(scene, 2)), 2),
        ];
        let script = |step: usize| -> Vec<Action> { scene.script.actions(step as u32, scene.bodies.len()) };
        // The first step, in which there is a world to set up, is not timed.
        let mut next = 1;
        entrants.iter_mut().for_each(|entrant| entrant.step(&[script(0)]));
        entrants.iter_mut().for_each(|entrant| entrant.total = Duration::ZERO);
        while next < scene.steps as usize
            && entrants.iter().map(|entrant| entrant.total).sum::<Duration>() < effort.scene_budget
        {
            let block: Vec<Vec<Action>> = (next..scene.steps as usize).take(BLOCK).map(script).collect();
            entrants.iter_mut().for_each(|entrant| entrant.step(&block));
            next += block.len();
        }
        for Entrant { task, threads, total, .. } in &entrants {
            let workload = format!("{}_{threads}t", scene.name);
            into.add("threads", &workload, task.engine(), "ms_per_step", total.as_secs_f64() * 1e3 / (next - 1) as f64);
        }
    }
}
