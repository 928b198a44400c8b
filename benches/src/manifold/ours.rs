//! Our own manifolds: one pair at a time, and in batches.

use super::{CollideLoop, MARGIN, ManifoldTask, Touch};
use crate::harness::Task;
use crate::ours_shape::{FromForm, posed, with_kinds};
use crate::pair_workload::{PairWorkload, PosedForm};
use sat_simd::batch::{self, PairPlan, ShapeSet};
use sat_simd::{Manifold, manifold};
use std::hint::black_box;

/// Our ways to collide `workload`.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn ManifoldTask>> {
    vec![with_kinds!(workload, single), Box::new(Batch::new(workload))]
}

fn single<A: FromForm, B: FromForm>(workload: &PairWorkload) -> Box<dyn ManifoldTask> {
    let sides = (posed::<A>(&workload.a), posed::<B>(&workload.b));
    Box::new(CollideLoop::new("ours", sides, workload, Manifold::default(), touch, |a, b, out| {
        *out = manifold(&a.0, &b.0, &a.1.inv_mul(&b.1), MARGIN);
    }))
}

/// All pairs in one call, by indices into one set.
struct Batch {
    set: ShapeSet,
    pairs: Vec<(u32, u32)>,
    plan: PairPlan,
    manifolds: Vec<Manifold>,
}

impl Batch {
    fn new(workload: &PairWorkload) -> Self {
        let mut set = ShapeSet::new();
        let mut add = |posed: &PosedForm| set.push(&posed.form.shape(), &posed.pose).expect("a workload fits a set");
        // The two shapes of a pair stand next to each other where the pairs come in order.
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for (first, second) in workload.a.iter().zip(&workload.b) {
            a.push(add(first));
            b.push(add(second));
        }
        let pairs = workload.pairs.iter().map(|&(ia, ib)| (a[ia as usize], b[ib as usize])).collect();
        Self { set, pairs, plan: PairPlan::new(), manifolds: Vec::new() }
    }
}

impl Task for Batch {
    fn engine(&self) -> &'static str {
        "ours_batch"
    }

    fn run(&mut self) {
        let Self { set, pairs, plan, manifolds } = self;
        batch::manifolds(black_box(set), black_box(pairs), MARGIN, plan, manifolds).expect("the pairs are of the set");
        black_box(manifolds);
    }
}

impl ManifoldTask for Batch {
    fn touch(&self, index: usize) -> Option<Touch> {
        touch(&self.manifolds[index])
    }
}

fn touch(manifold: &Manifold) -> Option<Touch> {
    let separation = manifold.points().iter().map(|point| point.separation).reduce(f32::min)?;
    Some(Touch { normal: manifold.normal(), separation })
}
