//! Overlap of posed pairs: the same question to every engine.

pub mod box2d;
pub mod ours;
pub mod ours_batch;
pub mod parry;
pub mod sepax;
pub mod textbook;

use crate::harness::Task;
use crate::pair_workload::PairWorkload;
use std::hint::black_box;

/// Separations within this many metres of zero are beyond the rounding of single precision at the workload's
/// coordinates (50 metres: 4 µm a step): a verdict that differs from the arbiter's there is no mistake.
pub const NEAR_TOUCHING: f64 = 5e-5;

/// The most vertices with which engines are asked that look at every vertex on every axis.
const MAX_TEXTBOOK_VERTICES: usize = 128;

/// An engine set up to answer a workload.
pub trait OverlapTask: Task {
    /// Whether pair `index` overlaps, by the last run.
    fn verdict(&self, index: usize) -> bool;
}

/// How many verdicts of an engine differ from the arbiter's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mismatches {
    /// Pairs that are clearly apart or clearly overlapping.
    pub wrong: usize,
    /// Pairs within [`NEAR_TOUCHING`] of touching.
    pub near: usize,
}

impl std::fmt::Display for Mismatches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} verdicts wrong, {} more differ within {NEAR_TOUCHING} m of touching", self.wrong, self.near)
    }
}

/// Every engine that can answer `workload`, ours first; several ways of one engine follow each other.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn OverlapTask>> {
    let mut tasks = ours::tasks(workload);
    tasks.extend(ours_batch::tasks(workload));
    tasks.extend(parry::tasks(workload));
    tasks.extend(box2d::tasks(workload));
    // These take milliseconds for a pair of more vertices.
    if workload.a[0].form.core().len() <= MAX_TEXTBOOK_VERTICES {
        tasks.extend(sepax::tasks(workload));
        tasks.extend(textbook::tasks(workload));
    }
    tasks
}

/// Compares the verdicts of the last run with the arbiter's.
#[must_use]
pub fn verify(task: &dyn OverlapTask, workload: &PairWorkload) -> Mismatches {
    let mut mismatches = Mismatches::default();
    for (index, separation) in workload.separations.iter().enumerate() {
        if task.verdict(index) != (*separation <= 0.0) {
            if separation.abs() < NEAR_TOUCHING {
                mismatches.near += 1;
            } else {
                mismatches.wrong += 1;
            }
        }
    }
    mismatches
}

/// A test of one pair, called for every pair of a workload.
pub(crate) struct PairLoop<A, B, F> {
    engine: &'static str,
    a: Vec<A>,
    b: Vec<B>,
    pairs: Vec<(u32, u32)>,
    test: F,
    verdicts: Vec<bool>,
}

impl<A, B, F: FnMut(&A, &B) -> bool> PairLoop<A, B, F> {
    pub(crate) fn new(engine: &'static str, a: Vec<A>, b: Vec<B>, workload: &PairWorkload, test: F) -> Self {
        let pairs = workload.pairs.clone();
        let verdicts = vec![false; pairs.len()];
        Self { engine, a, b, pairs, test, verdicts }
    }
}

impl<A, B, F: FnMut(&A, &B) -> bool> Task for PairLoop<A, B, F> {
    fn engine(&self) -> &'static str {
        self.engine
    }

    fn run(&mut self) {
        let Self { a, b, pairs, test, verdicts, .. } = self;
        for (verdict, (ia, ib)) in verdicts.iter_mut().zip(black_box(&*pairs)) {
            *verdict = test(&a[*ia as usize], &b[*ib as usize]);
        }
        black_box(verdicts);
    }
}

impl<A, B, F: FnMut(&A, &B) -> bool> OverlapTask for PairLoop<A, B, F> {
    fn verdict(&self, index: usize) -> bool {
        self.verdicts[index]
    }
}
