//! Distances, separations, translations, ray casts, shape casts and times of impact: the same question to every engine.

pub mod box2d;
pub mod ours;
pub mod parry;
pub mod sepax;
mod workload;

pub use workload::{QUERY_SPECS, QuerySpec, QueryWorkload, Question, Way};

use crate::harness::Task;
use std::hint::black_box;

/// How far from the truth a peer's answer may be, in metres: Box2D's casts and times of impact stop within its linear slop of
/// half a centimetre, by design.
const TOLERANCE: f64 = 0.01;

/// How far ours may be: batches promise times of impact within 2⁻¹⁶ of sizes that are some tens of metres at most.
const OUR_TOLERANCE: f64 = 0.001;

/// Of casts and times of impact, for which the arbiter searches step by step, so many answers are compared with its own; of all
/// else every one.
const VERIFIED_IN_MOTION: usize = 1024;

/// An engine set up to answer a workload.
pub trait QueryTask: Task {
    /// The distance, the separation, or the fraction of the way before a hit, of pair `index` by the last run; none for a miss
    /// and for shapes that no translation has to part.
    fn answer(&self, index: usize) -> Option<f32>;
}

/// Every engine that can answer `workload`, ours first; several ways of one engine follow each other.
#[must_use]
pub fn tasks(workload: &QueryWorkload) -> Vec<Box<dyn QueryTask>> {
    let mut tasks = ours::tasks(workload);
    tasks.extend(parry::tasks(workload));
    tasks.extend(box2d::tasks(workload));
    tasks.extend(sepax::tasks(workload));
    tasks
}

/// How many of the answers of the last run are further from the arbiter's than the engine's may be.
#[must_use]
pub fn mismatches(task: &dyn QueryTask, workload: &QueryWorkload) -> usize {
    let most = if workload.question.is_about_motion() { VERIFIED_IN_MOTION } else { usize::MAX };
    let count = workload.pairs.pairs.len().min(most);
    let tolerance = if task.engine().starts_with("ours") { OUR_TOLERANCE } else { TOLERANCE };
    (0..count).filter(|&index| !workload.is_right(index, task.answer(index), tolerance)).count()
}

/// A function that answers for one pair, called for every pair of a workload. It gets the pair's way as well.
pub(crate) struct QueryLoop<A, B, W, R, F> {
    engine: &'static str,
    a: Vec<A>,
    b: Vec<B>,
    ways: Vec<W>,
    pairs: Vec<(u32, u32)>,
    ask: F,
    view: fn(&R) -> Option<f32>,
    answers: Vec<R>,
}

impl<A, B, W, R, F: FnMut(&A, &B, &W) -> R> QueryLoop<A, B, W, R, F> {
    pub(crate) fn new(
        engine: &'static str,
        (a, b): (Vec<A>, Vec<B>),
        ways: Vec<W>,
        workload: &QueryWorkload,
        view: fn(&R) -> Option<f32>,
        mut ask: F,
    ) -> Self {
        let pairs = workload.pairs.pairs.clone();
        let sides = pairs.iter().map(|(ia, ib)| (&a[*ia as usize], &b[*ib as usize]));
        let answers = sides.zip(&ways).map(|((a, b), way)| ask(a, b, way)).collect();
        Self { engine, a, b, ways, pairs, ask, view, answers }
    }
}

impl<A, B, W, R, F: FnMut(&A, &B, &W) -> R> Task for QueryLoop<A, B, W, R, F> {
    fn engine(&self) -> &'static str {
        self.engine
    }

    fn run(&mut self) {
        let Self { a, b, ways, pairs, ask, answers, .. } = self;
        for ((answer, (ia, ib)), way) in answers.iter_mut().zip(black_box(&*pairs)).zip(&*ways) {
            *answer = ask(&a[*ia as usize], &b[*ib as usize], way);
        }
        black_box(answers);
    }
}

impl<A, B, W, R, F: FnMut(&A, &B, &W) -> R> QueryTask for QueryLoop<A, B, W, R, F> {
    fn answer(&self, index: usize) -> Option<f32> {
        (self.view)(&self.answers[index])
    }
}
