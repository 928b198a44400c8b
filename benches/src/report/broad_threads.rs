//! Our broad phase on two threads against one. By the clock, so that the machine has to be idle, unlike anywhere else here.

use super::Measurements;
use crate::harness::Effort;

/// Without threads there is nothing to measure.
#[cfg(not(feature = "threads"))]
pub fn measure(_effort: &Effort, _progress: &mut dyn FnMut(&str), _into: &mut Measurements) {}

/// Milliseconds by the clock of builds, steps and batches of queries with one and with two threads.
#[cfg(feature = "threads")]
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    let pools = [("ours", 1), ("ours_2t", 2)].map(|(engine, threads)| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("the machine has two threads");
        (engine, pool)
    });
    for workload in with_threads::workloads() {
        progress(&workload.name);
        for _ in 0..effort.rounds {
            for (engine, pool) in &pools {
                into.add("threads", &workload.name, engine, "ms_by_clock", pool.install(|| (workload.run)()));
            }
        }
    }
}

#[cfg(feature = "threads")]
mod with_threads {
    use crate::box_workload::{BoxWorkload, Spread};
    use crate::broad::{BroadTask, ours::Ours};
    use crate::report::tree_query::CELLS;
    use crate::tree_query::{self, TREE_QUERY_SPECS, TreeQuerySpec, TreeScene};
    use std::sync::Arc;
    use std::time::Instant;

    /// What larger batches are made of.
    const LARGE: [&str; 5] = ["ray", "ray_5m", "overlap_10m", "point", "nearest_1"];

    /// How often a workload is run at a time; the fastest counts.
    const RUNS: usize = 8;

    pub struct Workload {
        pub name: String,
        /// Sets up, runs and gives the milliseconds.
        pub run: Box<dyn Fn() -> f64 + Sync>,
    }

    pub fn workloads() -> Vec<Workload> {
        let uniform = Arc::new(BoxWorkload::new(Spread::Uniform, 100_000));
        let moving = uniform.clone();
        let mut workloads = vec![
            Workload {
                name: "uniform_100k_scratch".to_owned(),
                run: Box::new(move || fastest(&mut Ours::default(), |ours| timed(|| ours.scratch(&uniform.boxes)))),
            },
            Workload {
                name: "uniform_100k_move100".to_owned(),
                run: Box::new(move || {
                    let (mut ours, mut workload) = (Ours::default(), (*moving).clone());
                    ours.scratch(&workload.boxes);
                    fastest(&mut ours, |ours| {
                        // A step in which hardly any box leaves its fat box is no measure: a block of them has its share.
                        (0..16).map(|_| step(ours, &mut workload)).sum::<f64>() / 16.0
                    })
                }),
            },
        ];
        let scene = Arc::new(TreeScene::new(CELLS));
        workloads.extend(TREE_QUERY_SPECS.map(|spec| queries(&scene, spec, 1000, spec.name.to_owned())));
        // A thread that sleeps takes as long to wake up as some of these batches take altogether.
        for spec in TREE_QUERY_SPECS.into_iter().filter(|spec| LARGE.contains(&spec.name)) {
            let sizes = [(10_000, "10k"), (100_000, "100k")];
            workloads.extend(sizes.map(|(count, size)| queries(&scene, spec, count, format!("{}_{size}", spec.name))));
        }
        workloads
    }

    fn queries(scene: &Arc<TreeScene>, spec: TreeQuerySpec, count: usize, name: String) -> Workload {
        let scene = scene.clone();
        let run = move || {
            let mut tasks = tree_query::ours::tasks(&scene, &spec.generate_many(&scene, count));
            let batch = tasks.iter_mut().find(|task| task.engine() == "ours_batch").expect("there is a batch");
            fastest(batch, |batch| timed(|| batch.run()))
        };
        Workload { name, run: Box::new(run) }
    }

    fn step(ours: &mut Ours, workload: &mut BoxWorkload) -> f64 {
        let movers = workload.step(100).to_vec();
        timed(|| ours.step(&workload.boxes, &movers))
    }

    fn timed(run: impl FnOnce()) -> f64 {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64() * 1e3
    }

    fn fastest<T: ?Sized>(task: &mut T, mut run: impl FnMut(&mut T) -> f64) -> f64 {
        (0..RUNS).map(|_| run(task)).fold(f64::MAX, f64::min)
    }
}
