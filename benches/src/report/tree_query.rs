use super::Measurements;
use crate::box_workload::{BoxWorkload, Spread};
use crate::harness::{Effort, Task, interleaved_medians};
use crate::tree_query::{self, TREE_CAST_SPECS, TREE_QUERY_SPECS, TreeQuerySpec, TreeScene, build};

/// Cells per side of the field of Box2D's benchmark.
pub(super) const CELLS: u32 = 500;

/// Nanoseconds per query of every engine, how many answers are wrong, milliseconds to build the trees, and what they hold.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    let scene = TreeScene::new(CELLS);
    for spec in TREE_QUERY_SPECS {
        ask(&scene, &spec, effort, progress, into);
    }
    let grown = TreeScene::tree_cast(CELLS);
    for spec in TREE_CAST_SPECS {
        ask(&grown, &spec, effort, progress, into);
    }
    let uniform = BoxWorkload::new(Spread::Uniform, 100_000).boxes;
    for (name, boxes) in [("field_24k", scene.boxes), ("uniform_100k", uniform)] {
        progress(name);
        let mut builds = build::builds(&boxes);
        let mut runs: Vec<&mut dyn Task> = builds.iter_mut().map(|build| build as &mut dyn Task).collect();
        let medians = interleaved_medians(&mut runs, effort.rounds, 1);
        for (build, nanoseconds) in builds.iter_mut().zip(medians) {
            into.add("tree_query", name, build.engine(), "ms_per_build", nanoseconds / 1e6);
            let bytes = build.bytes() as f64 / boxes.len() as f64;
            into.add("tree_query", name, build.engine(), "bytes_per_proxy", bytes);
        }
    }
}

fn ask(
    scene: &TreeScene,
    spec: &TreeQuerySpec,
    effort: &Effort,
    progress: &mut dyn FnMut(&str),
    into: &mut Measurements,
) {
    progress(spec.name);
    let workload = spec.generate(scene);
    let mut tasks = tree_query::tasks(scene, &workload);
    tasks.iter_mut().for_each(|task| task.run());
    let wrong: Vec<usize> = tasks.iter().map(|task| tree_query::mismatches(&**task, scene, &workload)).collect();
    let mut runs: Vec<&mut dyn Task> = tasks.iter_mut().map(|task| &mut **task as &mut dyn Task).collect();
    let medians = interleaved_medians(&mut runs, effort.rounds * 8, 1);
    for ((task, nanoseconds), wrong) in tasks.iter().zip(medians).zip(wrong) {
        let time = nanoseconds / workload.len() as f64;
        into.add_way("tree_query", spec.name, task.engine(), "ns_per_query", time, Some(wrong));
    }
}
