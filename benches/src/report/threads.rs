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
    use crate::report::core_distance::nanoseconds_to_another_core_and_back;
    use crate::step::{StepTask, box2d::Box2d, builders, ours::Ours};
    use rayon::{ThreadPool, ThreadPoolBuilder};
    use scenes::{Action, Scene, Size};
    use std::time::{Duration, Instant};

    /// Steps of one engine before the next has its turn.
    const BLOCK: usize = 10;

    /// Worlds of each entrant. Of each step the least counts: where either core is somebody else's for a moment, both wait.
    const TRIES: usize = 3;

    /// The seed of scenes that have one.
    const SEED: u64 = 1;

    type Task = Box<dyn StepTask + Send>;

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

    fn pool(threads: usize) -> ThreadPool {
        ThreadPoolBuilder::new().num_threads(threads).build().expect("threads to work on")
    }

    /// Worlds of one engine, the threads they are stepped on, and what that took.
    struct Entrant {
        tasks: Vec<Task>,
        threads: usize,
        pool: ThreadPool,
        /// Building the scene, and its first step.
        first: Duration,
        /// Each step after it.
        steps: Vec<Duration>,
    }

    impl Entrant {
        /// Builds the worlds of a scene and makes their first steps.
        fn enter(scene: &Scene, threads: usize, build: impl Fn() -> Task + Sync) -> Self {
            let (pool, mut first) = (pool(threads), Duration::MAX);
            let actions = scene.script.actions(0, scene.bodies.len());
            let enter = || {
                pool.install(|| {
                    let start = Instant::now();
                    let mut task = build();
                    task.step(&actions);
                    (task, start.elapsed())
                })
            };
            let tasks = (0..TRIES).map(|_| enter()).map(|(task, taken)| {
                first = first.min(taken);
                task
            });
            Self { tasks: tasks.collect(), threads, pool, first, steps: Vec::new() }
        }

        /// Steps one of the worlds, of which so many steps were timed before.
        fn step(&mut self, number: usize, before: usize, block: &[Vec<Action>]) {
            let Self { tasks, pool, steps, .. } = self;
            steps.resize(before + block.len(), Duration::MAX);
            let (task, steps) = (&mut tasks[number], &mut steps[before..]);
            pool.install(|| {
                for (actions, least) in block.iter().zip(steps) {
                    let start = Instant::now();
                    task.step(actions);
                    *least = start.elapsed().min(*least);
                }
            });
        }
    }

    fn compete(scene: &Scene, effort: &Effort, into: &mut Measurements) {
        let ours = |threads| Entrant::enter(scene, threads, || Box::new(Ours::new(scene)));
        let box2d = |threads| Entrant::enter(scene, threads, || Box::new(Box2d::with_workers(scene, threads as i32)));
        let mut entrants = [ours(1), box2d(1), ours(2), box2d(2)];
        // Two of our worlds at a time, each stepped by a thread of its own: what two cores give if neither waits for the other.
        let [mut left, mut right] = [ours(1), ours(1)];
        let script = |step: usize| -> Vec<Action> { scene.script.actions(step as u32, scene.bodies.len()) };
        let (mut next, start, mut distances) = (1, Instant::now(), Vec::new());
        while next < scene.steps as usize && start.elapsed() < effort.scene_budget {
            let block: Vec<Vec<Action>> = (next..scene.steps as usize).take(BLOCK).map(script).collect();
            for number in 0..TRIES {
                entrants.iter_mut().for_each(|entrant| entrant.step(number, next - 1, &block));
                std::thread::scope(|scope| {
                    scope.spawn(|| left.step(number, next - 1, &block));
                    right.step(number, next - 1, &block);
                });
            }
            distances.push(nanoseconds_to_another_core_and_back());
            next += block.len();
        }
        let steps = (next - 1) as f64;
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        for Entrant { tasks, threads, first, steps: taken, .. } in &entrants {
            let workload = format!("{}_{threads}t", scene.name);
            let mut add = |metric, value| into.add("threads", &workload, tasks[0].engine(), metric, value);
            add("ms_per_step", milliseconds(taken.iter().sum()) / steps);
            add("timed_steps", steps);
            add("ms_to_first_step", milliseconds(*first));
            add("ms_of_slowest_step", milliseconds(taken.iter().copied().max().unwrap_or_default()));
        }
        let [one, box2d, two, box2d_on_two] = &entrants;
        let total = |entrant: &Entrant| entrant.steps.iter().sum::<Duration>();
        for (engine, gain) in [
            ("ours", total(one).div_duration_f64(total(two))),
            ("box2d", total(box2d).div_duration_f64(total(box2d_on_two))),
            ("side_by_side", 2.0 * total(one).div_duration_f64(total(&left).max(total(&right)))),
        ] {
            into.add("threads", &scene.name, engine, "times_as_fast", gain);
        }
        distances.sort_unstable_by(f64::total_cmp);
        into.add("threads", &scene.name, "machine", "ns_to_another_core_and_back", distances[distances.len() / 2]);
    }
}
