use super::Measurements;
use crate::box_workload::{BoxWorkload, Spread};
use crate::broad::{self, BroadTask, Delivers, Known};
use crate::counting::{start_counting, stop_counting, tally};
use crate::exact_pairs::exact_pairs;
use crate::harness::{Effort, median_when_warm};
use crate::stopwatch::Stopwatch;

const SIZES: [(usize, &str); 7] =
    [(16, "16"), (64, "64"), (256, "256"), (1_000, "1k"), (10_000, "10k"), (100_000, "100k"), (1_000_000, "1m")];

const MOTIONS: [(usize, &str); 4] = [(0, "still"), (1, "move1"), (10, "move10"), (100, "move100")];

/// Milliseconds per step of every engine, and how many exact pairs it does not know (or knows too many, if it claims to
/// be exact).
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for spread in [Spread::Uniform, Spread::Clustered] {
        for (count, size) in SIZES {
            let name = format!("{}_{size}", spread.name());
            progress(&name);
            measure_size(effort, &name, &mut BoxWorkload::new(spread, count), into);
        }
        for is_apart in [false, true] {
            measure_memory(spread, is_apart, into);
        }
    }
}

/// What a hundred thousand boxes take, all lists of pairs included, after some steps in which a tenth of them move; or what
/// they take where so few of them meet that lists of pairs do not count. Engines that build everything anew hold nothing
/// between steps and are left out.
fn measure_memory(spread: Spread, is_apart: bool, into: &mut Measurements) {
    const COUNT: usize = 100_000;
    let name = format!("{}_100k_{}", spread.name(), if is_apart { "apart" } else { "move10" });
    for mut task in broad::tasks(COUNT, COUNT).into_iter().filter(|task| !task.rebuilds()) {
        let mut workload = BoxWorkload::new(spread, COUNT);
        if is_apart {
            workload.move_apart();
        }
        start_counting();
        task.scratch(&workload.boxes);
        for _ in 0..16 {
            let movers = workload.step(10).to_vec();
            task.step(&workload.boxes, &movers);
        }
        let bytes = tally().live_bytes as f64 / COUNT as f64;
        stop_counting();
        into.add("broadphase", &name, task.engine(), "bytes_per_proxy", bytes);
    }
}

/// So many times in a turn everything is built anew.
const REBUILDS: usize = 3;

/// A broad phase, what it has told so far, and its times.
struct Entrant {
    task: Box<dyn BroadTask>,
    known: Known,
    samples: Vec<f64>,
}

fn measure_size(effort: &Effort, name: &str, workload: &mut BoxWorkload, into: &mut Measurements) {
    let count = workload.boxes.len();
    let mut entrants: Vec<Entrant> = broad::tasks(count, effort.slow_boxes)
        .into_iter()
        .map(|task| Entrant { task, known: Known::default(), samples: Vec::new() })
        .collect();
    // Fewer rounds for more boxes: a step of a million boxes is as steady as a hundred steps of ten thousand.
    let rounds = (effort.rounds * 20_000 / count).clamp(3, effort.rounds);

    for _ in 0..=rounds {
        for Entrant { task, samples, .. } in &mut entrants {
            samples.push(mean_of_turn(REBUILDS, || Stopwatch::milliseconds(|| task.scratch(&workload.boxes))));
        }
        entrants.rotate_left(1);
    }
    entrants.iter_mut().for_each(|Entrant { task, known, .. }| known.add(&**task, &workload.boxes));
    book(&format!("{name}_scratch"), &mut entrants, workload, into);

    // A proxy leaves its fat box every five to ten steps: the mean over a block of steps has its share of them, the median over
    // single steps would not. The first block lets the proxies fall out of step with each other: until then hardly any
    // leaves its box.
    let (first, block) = match count {
        ..=10_000 => (16, 16),
        10_001..=100_000 => (16, 8),
        _ => (8, 4),
    };
    for (percent, motion) in MOTIONS {
        for round in 0..=rounds {
            run_block(&mut entrants, workload, percent, if round == 0 { first } else { block });
            entrants.rotate_left(1);
        }
        book(&format!("{name}_{motion}"), &mut entrants, workload, into);
    }
}

/// Lets every engine take a block of steps in turn, the same ones, and takes down the mean time of a step of each.
///
/// An engine that builds everything anew in each step does so in the last steps of the block only: earlier ones would
/// take as long.
fn run_block(entrants: &mut [Entrant], workload: &mut BoxWorkload, percent: usize, block: usize) {
    let before = workload.clone();
    for Entrant { task, known, samples } in entrants {
        workload.clone_from(&before);
        let timed = if task.rebuilds() { block.min(REBUILDS) } else { block };
        for _ in timed..block {
            workload.step(percent);
        }
        let (mut replay, mut told) = (workload.clone(), Vec::new());
        samples.push(mean_of_turn(timed, || {
            let movers = workload.step(percent).to_vec();
            let milliseconds = Stopwatch::milliseconds(|| task.step(&workload.boxes, &movers));
            if task.delivers() == Delivers::NewFat {
                told.push(task.pairs());
            }
            milliseconds
        }));
        // Not between two steps that are timed.
        for told in told {
            replay.step(percent);
            known.add_told(told, &replay.boxes);
        }
    }
}

/// The mean of what `run` takes so many times, after a first time that counts for nothing: it pays for what the engine
/// before left in the caches.
fn mean_of_turn(times: usize, mut run: impl FnMut() -> f64) -> f64 {
    run();
    (0..times).map(|_| run()).sum::<f64>() / times as f64
}

fn book(name: &str, entrants: &mut [Entrant], workload: &BoxWorkload, into: &mut Measurements) {
    let exact = exact_pairs(&workload.boxes);
    for Entrant { task, known, samples } in entrants {
        known.settle(&**task, &workload.boxes);
        let wrong = known.mismatches(&exact, task.delivers());
        let median = median_when_warm(std::mem::take(samples));
        into.add_way("broadphase", name, task.engine(), "ms_per_step", median, Some(wrong));
    }
}
