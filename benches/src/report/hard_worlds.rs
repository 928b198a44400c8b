use super::Measurements;
use super::panel::{Curve, ENGINES, Panel, draw_panels};
use crate::broad::{self, BroadTask, Known};
use crate::exact_pairs::exact_pairs;
use crate::hard_world::HardWorld;
use crate::harness::{Effort, median_when_warm};
use crate::stopwatch::Stopwatch;
use std::error::Error;
use std::path::Path;

/// An engine whose time would come to more than so many milliseconds in a larger world, if it grew with the square of the boxes,
/// is not asked there.
const PATIENCE_MS: f64 = 20_000.0;

/// What takes longer than so many milliseconds is timed once: a cold start does not show in it.
const LONG_MS: f64 = 1_000.0;

/// Nanoseconds of finding all pairs from nothing, or after all boxes jumped, for each box and each pair there is: what does not
/// grow with the number of boxes is forced by the output.
pub fn measure(effort: &Effort, progress: &mut dyn FnMut(&str), into: &mut Measurements) {
    for world in HardWorld::ALL {
        let mut engines: Vec<&'static str> = Vec::new();
        for (rank, count) in world.counts().into_iter().enumerate() {
            let name = workload(world, count);
            progress(&name);
            let mut tasks = broad::tasks();
            tasks.retain(|task| count <= task.most_boxes() && (rank == 0 || engines.contains(&task.engine())));
            let times = measure_world(effort, world, count, &mut tasks, &name, into);
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
fn measure_world(
    effort: &Effort,
    world: HardWorld,
    count: usize,
    tasks: &mut [Box<dyn BroadTask>],
    name: &str,
    into: &mut Measurements,
) -> Vec<f64> {
    let (before, all) = (world.boxes(count), (0..count as u32).collect::<Vec<u32>>());
    let after = if world == HardWorld::Teleports { HardWorld::boxes_after(count) } else { before.clone() };
    let exact = exact_pairs(&after);
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); tasks.len()];
    let rounds = (20_000 / count).clamp(3, effort.rounds);
    for _ in 0..=rounds {
        for (task, samples) in tasks.iter_mut().zip(&mut samples) {
            if samples.first().is_some_and(|&first| first > LONG_MS) {
                continue;
            }
            let jumps = world == HardWorld::Teleports;
            if jumps {
                task.scratch(&before);
            }
            let start = Stopwatch::start();
            if jumps {
                task.step(&after, &all);
            } else {
                task.scratch(&after);
            }
            samples.push(start.elapsed().as_secs_f64() * 1e3);
        }
        tasks.rotate_left(1);
        samples.rotate_left(1);
    }
    let times: Vec<f64> = samples.into_iter().map(median_when_warm).collect();
    for (task, time) in tasks.iter().zip(&times) {
        let mut known = Known::default();
        known.add(&**task, &after);
        known.settle(&**task, &after);
        let mismatches = known.mismatches(&exact, task.delivers());
        into.add("hard_worlds", name, task.engine(), "mismatches", mismatches as f64);
        let per_item = time * 1e6 / (count + exact.len()) as f64;
        into.add("hard_worlds", name, task.engine(), "ns_per_box_and_pair", per_item);
    }
    times
}

fn workload(world: HardWorld, count: usize) -> String {
    format!("{}_{count}", world.name())
}

/// Draws nanoseconds for each box and pair over the number of boxes, of every engine in every hard world, into an SVG file; nothing
/// when they were not measured. A level curve is work that the output forces.
///
/// # Errors
/// What the file system says.
pub fn hard_curve(measurements: &Measurements, file: &Path) -> Result<(), Box<dyn Error>> {
    let panels = HardWorld::ALL.map(|world| {
        let curves = ENGINES.map(|(engine, color)| {
            let value =
                |count| measurements.value("hard_worlds", &workload(world, count), engine, "ns_per_box_and_pair");
            let points = world.counts().into_iter().filter_map(|count| Some((count as f64, value(count)?)));
            Curve { engine, color, points: points.collect() }
        });
        Panel { title: title(world), curves: curves.into_iter().filter(|curve| !curve.points.is_empty()).collect() }
    });
    draw_panels(&panels, "ns per box and pair", file)
}

fn title(world: HardWorld) -> &'static str {
    match world {
        HardWorld::Teleports => "all jump elsewhere",
        HardWorld::Huge => "huge boxes over small ones",
        HardWorld::Point => "all in one point",
        HardWorld::Line => "in a line",
        HardWorld::Sizes => "from 1 mm to 100 km",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plot_has_a_panel_for_every_hard_world() {
        let mut all = Measurements::default();
        for world in HardWorld::ALL {
            for count in world.counts() {
                all.add("hard_worlds", &workload(world, count), "ours", "ns_per_box_and_pair", count as f64);
            }
        }
        let file = std::env::temp_dir().join(format!("hard-curve-{}.svg", std::process::id()));
        hard_curve(&all, &file).expect("the folder can be written to");
        let svg = std::fs::read_to_string(&file).expect("it was written");
        std::fs::remove_file(&file).expect("it was written");
        assert!(HardWorld::ALL.iter().all(|&world| svg.contains(title(world))));
    }
}
