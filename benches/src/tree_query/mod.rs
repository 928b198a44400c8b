//! Questions to a tree of boxes that stand still: casts, overlaps, points, circles and nearest neighbours.

pub mod box2d;
pub mod build;
pub mod ours;
pub mod parry;
pub mod rstar;
mod workload;

pub use workload::{Asked, Question, TREE_CAST_SPECS, TREE_QUERY_SPECS, TreeQuerySpec, TreeQueryWorkload, TreeScene};
pub(crate) use workload::{SOME, disc_entry};

use crate::harness::Task;
use std::hint::black_box;

/// A box that was found: its number, and for casts the fraction of the way.
pub type Hit = (u32, f32);

/// How far a cast may go past the first box, or stop before it, in metres.
const TOLERANCE: f32 = 1e-3;

/// An engine with the boxes of a workload, set up to answer its queries.
pub trait TreeTask: Task {
    /// What the last run found for a query.
    fn found(&self, query: usize) -> &[Hit];
}

/// Every engine that can answer `workload`, ours first; several ways of one engine follow each other.
#[must_use]
pub fn tasks(scene: &TreeScene, workload: &TreeQueryWorkload) -> Vec<Box<dyn TreeTask>> {
    let mut tasks = ours::tasks(scene, workload);
    tasks.extend(box2d::task(scene, workload));
    tasks.extend(parry::task(scene, workload));
    tasks.extend(rstar::task(scene, workload));
    tasks
}

/// How many queries were answered otherwise than brute force does.
#[must_use]
pub fn mismatches(task: &dyn TreeTask, scene: &TreeScene, workload: &TreeQueryWorkload) -> usize {
    (0..workload.len()).filter(|&query| !workload.is_right(scene, query, task.found(query))).count()
}

/// The nearest hit so far.
#[derive(Default)]
pub(crate) struct Closest(Option<Hit>);

impl Closest {
    /// Takes a leaf's fraction in if it is within the limit, and gives the limit that then holds.
    pub(crate) fn offer(&mut self, leaf: u32, fraction: Option<f32>, max: f32) -> f32 {
        match fraction {
            Some(fraction) if fraction <= max => {
                self.0 = Some((leaf, fraction));
                fraction
            }
            _ => max,
        }
    }
}

/// Queries one after the other, their hits behind each other in one list.
pub(crate) struct OneByOne<F> {
    engine: &'static str,
    ask: F,
    hits: Vec<Hit>,
    /// By query: where its hits end.
    ends: Vec<usize>,
}

impl<F: FnMut(usize, &mut Vec<Hit>)> OneByOne<F> {
    /// `ask` appends the hits of a query to the list.
    pub(crate) fn new(engine: &'static str, queries: usize, ask: F) -> Self {
        Self { engine, ask, hits: Vec::new(), ends: vec![0; queries] }
    }
}

impl<F: FnMut(usize, &mut Vec<Hit>)> Task for OneByOne<F> {
    fn engine(&self) -> &'static str {
        self.engine
    }

    fn run(&mut self) {
        self.hits.clear();
        for (query, end) in self.ends.iter_mut().enumerate() {
            (self.ask)(query, &mut self.hits);
            *end = self.hits.len();
        }
        black_box(&self.hits);
    }
}

impl<F: FnMut(usize, &mut Vec<Hit>)> TreeTask for OneByOne<F> {
    fn found(&self, query: usize) -> &[Hit] {
        let start = query.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.hits[start..self.ends[query]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_answers_every_question_like_brute_force() {
        for (scene, specs) in
            [(TreeScene::new(60), &TREE_QUERY_SPECS[..]), (TreeScene::tree_cast(60), &TREE_CAST_SPECS[..])]
        {
            for spec in specs {
                let workload = spec.generate(&scene);
                let tasks = tasks(&scene, &workload);
                assert!(tasks.len() > 2, "{}", spec.name);
                for mut task in tasks {
                    task.run();
                    assert_eq!(mismatches(&*task, &scene, &workload), 0, "{} in {}", task.engine(), spec.name);
                }
            }
        }
    }
}
