//! Pairs of boxes: from scratch, and step by step.

pub mod box2d;
pub mod broccoli;
pub mod brute_force;
mod known;
pub mod ours;
pub mod parry;
pub mod rstar;

pub use known::Known;

use geom::Aabb;

/// Two boxes, the lower index first.
pub type IndexPair = (u32, u32);

/// What an engine's list of pairs holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivers {
    /// Every pair there is now, of the tight boxes.
    AllTight,
    /// Every pair there is now, of boxes with a margin.
    AllFat,
    /// Those pairs of fat boxes only of which a box left its fat box in this step.
    NewFat,
}

/// A broad phase set up for a workload.
pub trait BroadTask {
    /// The engine it belongs to, as the report names it.
    fn engine(&self) -> &'static str;

    /// What [`BroadTask::pairs`] holds after a step.
    fn delivers(&self) -> Delivers;

    /// Forgets everything, takes in `boxes` and finds all pairs.
    fn scratch(&mut self, boxes: &[Aabb]);

    /// Finds the pairs after `movers` moved: `boxes` are all boxes as they are now.
    fn step(&mut self, boxes: &[Aabb], movers: &[u32]);

    /// The pairs that the last call found, in any order.
    fn pairs(&self) -> Vec<IndexPair>;

    /// Whether a step does what [`BroadTask::scratch`] does, whoever moved.
    fn rebuilds(&self) -> bool {
        false
    }

    /// It is not asked about more boxes; `slow_boxes` are the most for what is slow when they are many.
    fn most_boxes(&self, _slow_boxes: usize) -> usize {
        usize::MAX
    }
}

/// Every way of every engine that is asked about so many boxes, ours first; see [`BroadTask::most_boxes`].
#[must_use]
pub fn tasks(count: usize, slow_boxes: usize) -> Vec<Box<dyn BroadTask>> {
    let mut tasks: Vec<Box<dyn BroadTask>> = vec![
        Box::new(ours::Ours::default()),
        Box::new(parry::Incremental::default()),
        Box::new(parry::Refit::default()),
        Box::new(box2d::Box2d::default()),
        Box::new(broccoli::Broccoli::default()),
        Box::new(rstar::RStar::default()),
        Box::new(brute_force::BruteForce::default()),
    ];
    tasks.retain(|task| count <= task.most_boxes(slow_boxes));
    tasks
}

/// The margin that all engines with fat boxes are given, which is ours: 5 cm or an eighth of the larger side, whichever is
/// less. (In Box2D's worlds it is an eighth of the way from the centre to a corner, 0.5 to 0.7 times as much for small boxes;
/// its tree leaves the choice to who uses it.)
#[must_use]
pub fn fat_margin(aabb: &Aabb) -> f32 {
    (0.25 * aabb.half_extents().max_element()).min(0.05)
}

fn ordered(a: u32, b: u32) -> IndexPair {
    (a.min(b), a.max(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::box_workload::{BoxWorkload, Spread};
    use crate::exact_pairs::exact_pairs;

    #[test]
    fn every_engine_finds_every_pair_in_every_step() {
        for spread in [Spread::Uniform, Spread::Clustered] {
            for mut task in tasks(500, 500) {
                let mut workload = BoxWorkload::new(spread, 500);
                let mut known = Known::default();
                task.scratch(&workload.boxes);
                known.add(&*task, &workload.boxes);
                known.settle(&*task, &workload.boxes);
                for percent in [0, 1, 1, 10, 10, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 5, 100] {
                    let exact = exact_pairs(&workload.boxes);
                    assert_eq!(known.mismatches(&exact, task.delivers()), 0, "{} {spread:?}", task.engine());
                    let movers = workload.step(percent).to_vec();
                    task.step(&workload.boxes, &movers);
                    known.add(&*task, &workload.boxes);
                    known.settle(&*task, &workload.boxes);
                }
            }
        }
    }
}
