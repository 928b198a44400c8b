//! Our own manifolds: one pair at a time, and boxes in batches.

use super::{CollideLoop, MARGIN, ManifoldTask, Touch};
use crate::form::Form;
use crate::harness::Task;
use crate::ours_shape::{FromForm, posed, with_kinds};
use crate::overlap::ours_batch::rects;
use crate::pair_workload::PairWorkload;
use sat_simd::batch::{RectBatch, rect_rect_manifolds};
use sat_simd::{Manifold, manifold};
use std::hint::black_box;

/// Our ways to collide `workload`.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn ManifoldTask>> {
    let mut tasks = vec![with_kinds!(workload, single)];
    if let (Form::Rect { .. }, Form::Rect { .. }) = (&workload.a[0].form, &workload.b[0].form) {
        tasks.push(Box::new(Batch { a: rects(&workload.a), b: rects(&workload.b), manifolds: Vec::new() }));
    }
    tasks
}

fn single<A: FromForm, B: FromForm>(workload: &PairWorkload) -> Box<dyn ManifoldTask> {
    let sides = (posed::<A>(&workload.a), posed::<B>(&workload.b));
    Box::new(CollideLoop::new("ours", sides, workload, Manifold::default(), touch, |a, b, out| {
        *out = manifold(&a.0, &b.0, &a.1.inv_mul(&b.1), MARGIN);
    }))
}

struct Batch {
    a: RectBatch,
    b: RectBatch,
    manifolds: Vec<Manifold>,
}

impl Task for Batch {
    fn engine(&self) -> &'static str {
        "ours_batch"
    }

    fn run(&mut self) {
        rect_rect_manifolds(black_box(&self.a), black_box(&self.b), MARGIN, &mut self.manifolds);
        black_box(&self.manifolds);
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
