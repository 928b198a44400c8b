use super::Measurements;
use crate::harness::{Effort, Task, interleaved_medians};
use crate::pair_workload::PAIRS;
use crate::query::{self, QUERY_SPECS, Question};

/// Nanoseconds per distance, cast or time of impact of every engine, and how many answers are wrong.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for spec in QUERY_SPECS {
        let name = spec.pairs.name;
        progress(name);
        let workload = spec.generate();
        let mut tasks = query::tasks(&workload);
        let pairs = workload.pairs.pairs.len();
        // A time of impact takes microseconds where the others take tens of nanoseconds.
        let repeats = PAIRS / pairs / if spec.question == Question::TimeOfImpact { 16 } else { 1 };
        tasks.iter_mut().for_each(|task| task.run());
        let wrong: Vec<usize> = tasks.iter().map(|task| query::mismatches(&**task, &workload)).collect();
        let mut runs: Vec<&mut dyn Task> = tasks.iter_mut().map(|task| &mut **task as &mut dyn Task).collect();
        let medians = interleaved_medians(&mut runs, effort.rounds, repeats.max(1));
        for ((task, nanoseconds), wrong) in tasks.iter().zip(medians).zip(wrong) {
            let time = nanoseconds / pairs as f64;
            into.add_way("query", name, task.engine(), "ns_per_pair", time, Some(wrong));
        }
    }
}
