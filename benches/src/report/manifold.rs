use super::Measurements;
use crate::harness::{Effort, Task, interleaved_medians};
use crate::manifold;
use crate::pair_workload::MANIFOLD_SPECS;

/// Nanoseconds per fresh manifold of every engine, and how many are wrong.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for spec in MANIFOLD_SPECS {
        progress(spec.name);
        let workload = spec.generate();
        let mut tasks = manifold::tasks(&workload);
        let (pairs, repeats) = spec.layout.pairs_and_repeats();
        tasks.iter_mut().for_each(|task| task.run());
        let wrong: Vec<usize> = tasks.iter().map(|task| manifold::mismatches(&**task, &workload)).collect();
        let mut runs: Vec<&mut dyn Task> = tasks.iter_mut().map(|task| &mut **task as &mut dyn Task).collect();
        let medians = interleaved_medians(&mut runs, effort.rounds, repeats);
        for ((task, nanoseconds), wrong) in tasks.iter().zip(medians).zip(wrong) {
            let time = nanoseconds / pairs as f64;
            into.add_way("manifold", spec.name, task.engine(), "ns_per_pair", time, Some(wrong));
        }
    }
}
