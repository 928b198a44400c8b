use super::Measurements;
use super::panel::{Curve, ENGINES, Panel, draw_panels};
use crate::broad::{self, BroadTask, IndexPair, Known};
use crate::exact_pairs::exact_pairs;
use crate::hard_world::HardWorld;
use crate::harness::{Effort, median_when_warm};
use crate::stopwatch::Stopwatch;
use geom::Aabb;
use std::error::Error;
use std::path::Path;

/// An engine whose time would come to more than so many milliseconds in a larger world, if it grew with the square of the boxes,
/// is not asked there.
const PATIENCE_MS: f64 = 10_000.0;

/// What takes longer than so many milliseconds is timed once: a cold start does not show in it.
const LONG_MS: f64 = 1_000.0;

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timed {
    /// All pairs, from nothing.
    FromNothing,
    /// A step in which all boxes jump elsewhere.
    AllJump,
    /// A step in which a tenth of them leaves its fat boxes.
    TenthMoves,
}

/// What is timed in which world, in the order of the report, and the title of its panel.
const MEASURED: [(HardWorld, Timed, &str); 9] = [
    (HardWorld::Teleports, Timed::AllJump, "all jump elsewhere"),
    (HardWorld::Huge, Timed::FromNothing, "huge boxes over small ones"),
    (HardWorld::Huge, Timed::TenthMoves, "the same, a tenth moves"),
    (HardWorld::Point, Timed::FromNothing, "all in one point"),
    (HardWorld::Point, Timed::TenthMoves, "the same, a tenth of them moves"),
    (HardWorld::Line, Timed::FromNothing, "in a line"),
    (HardWorld::Line, Timed::TenthMoves, "in a line, a tenth moves"),
    (HardWorld::Sizes, Timed::FromNothing, "from 1 mm to 100 km"),
    (HardWorld::Sizes, Timed::TenthMoves, "from 1 mm to 100 km, a tenth moves"),
];

/// Boxes before and after a step, and which of them move.
struct Step {
    before: Vec<Aabb>,
    after: Vec<Aabb>,
    /// None where everything is found from nothing.
    movers: Option<Vec<u32>>,
}

impl Timed {
    fn step(self, world: HardWorld, count: usize) -> Step {
        let before = world.boxes(count);
        let (after, movers) = match self {
            Self::FromNothing => (before.clone(), None),
            Self::AllJump => (HardWorld::boxes_after(count), Some(count)),
            Self::TenthMoves => (world.boxes_after_a_tenth_moved(count), Some(count / 10)),
        };
        Step { before, after, movers: movers.map(|movers| (0..movers as u32).collect()) }
    }

    fn workload(self, world: HardWorld, count: usize) -> String {
        let moves = if self == Self::TenthMoves { "_move10" } else { "" };
        format!("{}{moves}_{count}", world.name())
    }
}

impl Step {
    /// Milliseconds of what is timed.
    fn time(&self, task: &mut dyn BroadTask) -> f64 {
        if self.movers.is_some() {
            task.scratch(&self.before);
        }
        self.time_from_there(task)
    }

    /// The same, and how many of the pairs that there are then `task` does not know, or knows wrongly.
    fn time_and_check(&self, task: &mut dyn BroadTask, exact: &[IndexPair]) -> (f64, usize) {
        let mut known = Known::default();
        if self.movers.is_some() {
            task.scratch(&self.before);
            known.add(task, &self.before);
        }
        let milliseconds = self.time_from_there(task);
        known.add(task, &self.after);
        known.settle(task, &self.after);
        (milliseconds, known.mismatches(exact, task.delivers()))
    }

    /// Milliseconds of what is timed, of an engine that knows the boxes as they were.
    fn time_from_there(&self, task: &mut dyn BroadTask) -> f64 {
        Stopwatch::milliseconds(|| match &self.movers {
            Some(movers) => task.step(&self.after, movers),
            None => task.scratch(&self.after),
        })
    }
}

/// Nanoseconds of finding all pairs from nothing, or in a step, for each box and each pair there is: what does not grow with the
/// number of boxes is forced by the output.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for (world, timed, _) in MEASURED {
        let mut engines: Vec<&'static str> = Vec::new();
        for (rank, count) in world.counts().into_iter().enumerate() {
            let name = timed.workload(world, count);
            progress(&name);
            let mut tasks = broad::tasks(count, count);
            tasks.retain(|task| rank == 0 || engines.contains(&task.engine()));
            if tasks.is_empty() {
                break;
            }
            let times = measure_step(effort, &timed.step(world, count), &mut tasks, &name, into);
            let larger = world.counts().get(rank + 1).map_or(0.0, |&next| next as f64 / count as f64);
            engines = tasks
                .iter()
                .zip(times)
                .filter(|(_, time)| time * larger * larger < PATIENCE_MS)
                .map(|(task, _)| task.engine())
                .collect();
        }
    }
}

/// The milliseconds of each task.
fn measure_step(
    effort: &Effort,
    step: &Step,
    tasks: &mut [Box<dyn BroadTask>],
    name: &str,
    into: &mut Measurements,
) -> Vec<f64> {
    let (count, exact) = (step.after.len(), exact_pairs(&step.after));
    let first: Vec<(f64, usize)> = tasks.iter_mut().map(|task| step.time_and_check(&mut **task, &exact)).collect();
    let mut samples: Vec<Vec<f64>> = first.iter().map(|(time, _)| vec![*time]).collect();
    let rounds = (20_000 / count).clamp(3, effort.rounds);
    for _ in 0..rounds {
        for (task, samples) in tasks.iter_mut().zip(&mut samples) {
            if samples[0] <= LONG_MS {
                samples.push(step.time(&mut **task));
            }
        }
        tasks.rotate_left(1);
        samples.rotate_left(1);
    }
    tasks.rotate_right(rounds % tasks.len());
    samples.rotate_right(rounds % tasks.len());
    let times: Vec<f64> = samples.into_iter().map(median_when_warm).collect();
    for ((task, time), (_, wrong)) in tasks.iter().zip(&times).zip(first) {
        into.add("hard_worlds", name, task.engine(), "mismatches", wrong as f64);
        let per_item = time * 1e6 / (count + exact.len()) as f64;
        into.add("hard_worlds", name, task.engine(), "ns_per_box_and_pair", per_item);
    }
    times
}

/// Draws nanoseconds for each box and pair over the number of boxes, of every engine in every hard world, into an SVG file; nothing
/// when they were not measured. A level curve is work that the output forces.
///
/// # Errors
/// What the file system says.
pub fn hard_curve(measurements: &Measurements, file: &Path) -> Result<(), Box<dyn Error>> {
    let panels = MEASURED.map(|(world, timed, title)| {
        let curves = ENGINES.map(|(engine, color)| {
            let value =
                |count| measurements.value("hard_worlds", &timed.workload(world, count), engine, "ns_per_box_and_pair");
            let points = world.counts().into_iter().filter_map(|count| Some((count as f64, value(count)?)));
            Curve { engine, color, points: points.collect() }
        });
        Panel { title, curves: curves.into_iter().filter(|curve| !curve.points.is_empty()).collect() }
    });
    draw_panels(&panels, "ns per box and pair", file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plot_has_a_panel_for_every_hard_world() {
        let mut all = Measurements::default();
        for (world, timed, _) in MEASURED {
            for count in world.counts() {
                all.add("hard_worlds", &timed.workload(world, count), "ours", "ns_per_box_and_pair", count as f64);
            }
        }
        let file = std::env::temp_dir().join(format!("hard-curve-{}.svg", std::process::id()));
        hard_curve(&all, &file).expect("the folder can be written to");
        let svg = std::fs::read_to_string(&file).expect("it was written");
        std::fs::remove_file(&file).expect("it was written");
        assert!(MEASURED.iter().all(|(.., title)| svg.contains(title)));
    }
}
