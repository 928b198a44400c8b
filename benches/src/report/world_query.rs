use super::Measurements;
use super::tree_query::CELLS;
use crate::harness::{Effort, Task, interleaved_medians};
use crate::world_query::{Queries, SPECS, Worlds, tasks};
use std::rc::Rc;

/// Squares side by side, and one above the other, in Box2D's benchmark.
const SQUARES: [u16; 2] = [40, 50];

/// Steps before the questions are timed: the squares have fallen on each other.
const STEPS: u32 = 60;

/// Box2D's benchmark `queries`.
pub(super) fn queries() -> Queries {
    let [columns, rows] = SQUARES;
    Queries::new(CELLS, columns, rows)
}

/// Nanoseconds per query to whole worlds in the midst of a scene, and how many answers are wrong before its first step, when
/// both worlds are the same yet.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    let queries = queries();
    let mut worlds = Rc::new(Worlds::new(&queries.scene));
    let workloads = SPECS.map(|spec| (spec.spec.name, spec.generate(&queries.boxes)));
    let wrong = workloads.each_ref().map(|(_, workload)| {
        let mut tasks = tasks(&worlds, workload);
        tasks.iter_mut().for_each(|task| task.run());
        tasks.iter().map(|task| workload.mismatches(&**task, &queries.boxes)).collect::<Vec<_>>()
    });
    let moving = Rc::get_mut(&mut worlds).expect("nobody asks any more");
    (0..STEPS).for_each(|step| moving.step(&queries.scene.script.actions(step, queries.scene.bodies.len())));
    for ((name, workload), wrong) in workloads.iter().zip(wrong) {
        progress(name);
        let mut tasks = tasks(&worlds, workload);
        let mut runs: Vec<&mut dyn Task> = tasks.iter_mut().map(|task| &mut **task as &mut dyn Task).collect();
        let medians = interleaved_medians(&mut runs, effort.rounds * 8, 1);
        for ((task, nanoseconds), wrong) in tasks.iter().zip(medians).zip(wrong) {
            let time = nanoseconds / workload.len() as f64;
            into.add_way("tree_query", name, task.engine(), "ns_per_query", time, Some(wrong));
        }
    }
}
