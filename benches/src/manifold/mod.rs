//! Contact manifolds of posed pairs: made anew for every pair, in A's frame, with the same speculative margin.

pub mod box2d;
pub mod ours;
pub mod parry;

use crate::arbiter::{Posed, separation_along};
use crate::harness::Task;
use crate::pair_workload::PairWorkload;
use geom::Vec2;
use std::hint::black_box;

/// Points up to this far apart are wanted: Box2D's fixed speculative distance, given to the others as theirs.
pub const MARGIN: f32 = 0.02;

/// How far along the normal a manifold's way out may be longer than the shortest, in metres: the engines prefer one of
/// two nearly equal edges for steadiness, by up to 5 mm.
const TOLERANCE: f64 = 0.01;

/// What is compared of a manifold.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// Unit, in A's frame, from A to B.
    pub normal: Vec2,
    /// The separation of the deepest point.
    pub separation: f32,
}

/// An engine set up to collide a workload.
pub trait ManifoldTask: Task {
    /// The manifold of pair `index` by the last run; none when it has no points.
    fn touch(&self, index: usize) -> Option<Touch>;
}

/// Every engine that can collide `workload`, ours first; several ways of one engine follow each other.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn ManifoldTask>> {
    let mut tasks = ours::tasks(workload);
    tasks.extend(parry::tasks(workload));
    tasks.extend(box2d::tasks(workload));
    tasks
}

/// How many manifolds of the last run are wrong.
///
/// A manifold must be there when the shapes overlap by more than the tolerance of a centimetre, must not when they are
/// further apart than margin and tolerance; leaving along its normal must not be a longer way than the shortest, by more than
/// the tolerance, and its deepest point must be as deep as that way is long. All by the double-precision [`arbiter`](crate::arbiter).
#[must_use]
pub fn mismatches(task: &dyn ManifoldTask, workload: &PairWorkload) -> usize {
    let wrong = |index: &usize| {
        let separation = workload.separations[*index];
        match task.touch(*index) {
            None => separation < -TOLERANCE,
            Some(_) if separation > f64::from(MARGIN) + TOLERANCE => true,
            Some(touch) => {
                let (ia, ib) = workload.pairs[*index];
                let (a, b) = (&workload.a[ia as usize], &workload.b[ib as usize]);
                let normal = a.pose.transform_vector(touch.normal);
                let (a, b) = (Posed::new(&a.form, &a.pose), Posed::new(&b.form, &b.pose));
                let along = separation_along(&a, &b, [f64::from(normal.x), f64::from(normal.y)]);
                let off = (f64::from(touch.separation) - along).abs();
                along < separation - TOLERANCE || off.is_nan() || off > TOLERANCE
            }
        }
    };
    (0..workload.pairs.len()).filter(wrong).count()
}

/// A function that collides one pair, called for every pair of a workload.
pub(crate) struct CollideLoop<A, B, M, F> {
    pub(crate) engine: &'static str,
    pub(crate) a: Vec<A>,
    pub(crate) b: Vec<B>,
    pub(crate) pairs: Vec<(u32, u32)>,
    pub(crate) collide: F,
    pub(crate) view: fn(&M) -> Option<Touch>,
    pub(crate) manifolds: Vec<M>,
}

impl<A, B, M: Clone, F: FnMut(&A, &B, &mut M)> CollideLoop<A, B, M, F> {
    pub(crate) fn new(
        engine: &'static str,
        (a, b): (Vec<A>, Vec<B>),
        workload: &PairWorkload,
        empty: M,
        view: fn(&M) -> Option<Touch>,
        collide: F,
    ) -> Self {
        let pairs = workload.pairs.clone();
        let manifolds = vec![empty; pairs.len()];
        Self { engine, a, b, pairs, collide, view, manifolds }
    }
}

impl<A, B, M, F: FnMut(&A, &B, &mut M)> Task for CollideLoop<A, B, M, F> {
    fn engine(&self) -> &'static str {
        self.engine
    }

    fn run(&mut self) {
        let Self { a, b, pairs, collide, manifolds, .. } = self;
        for (manifold, (ia, ib)) in manifolds.iter_mut().zip(black_box(&*pairs)) {
            collide(&a[*ia as usize], &b[*ib as usize], manifold);
        }
        black_box(manifolds);
    }
}

impl<A, B, M, F: FnMut(&A, &B, &mut M)> ManifoldTask for CollideLoop<A, B, M, F> {
    fn touch(&self, index: usize) -> Option<Touch> {
        (self.view)(&self.manifolds[index])
    }
}
