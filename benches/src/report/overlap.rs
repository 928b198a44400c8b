use super::Measurements;
use crate::harness::{Effort, Task, interleaved_medians};
use crate::overlap;
use crate::pair_workload::OVERLAP_SPECS;

/// Nanoseconds per pair of every engine, and how many verdicts differ from the arbiter's.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for spec in OVERLAP_SPECS {
        progress(spec.name);
        let workload = spec.generate();
        let mut tasks = overlap::tasks(&workload);
        let (pairs, repeats) = spec.layout.pairs_and_repeats();
        tasks.iter_mut().for_each(|task| task.run());
        let all_found: Vec<overlap::Mismatches> =
            tasks.iter().map(|task| overlap::verify(&**task, &workload)).collect();
        let mut runs: Vec<&mut dyn Task> = tasks.iter_mut().map(|task| &mut **task as &mut dyn Task).collect();
        let medians = interleaved_medians(&mut runs, effort.rounds, repeats);
        for ((task, nanoseconds), found) in tasks.iter().zip(medians).zip(all_found) {
            if found.near > 0 || found.wrong > 0 {
                progress(&format!("{}: {found}", task.engine()));
            }
            let time = nanoseconds / pairs as f64;
            into.add_way("overlap", spec.name, task.engine(), "ns_per_pair", time, Some(found.wrong));
        }
    }
}
