//! Our batches: eight pairs in lanes, in the order of memory for the kinds that have such a batch, alone and with the time
//! to fill them, and through indices into a set for all kinds.

use super::OverlapTask;
use crate::form::Form;
use crate::harness::Task;
use crate::pair_workload::{PairWorkload, PosedForm};
use sat_simd::batch::{
    self, BatchError, CircleBatch, MAX_BATCH_VERTICES, PairMask, PairPlan, PolygonBatch, RectBatch, ShapeSet,
    circle_circle_overlaps, polygon_circle_overlaps, polygon_polygon_overlaps, rect_rect_overlaps,
};
use sat_simd::{Circle, Polygon, Pose, Rect, Shape};
use std::hint::black_box;

/// Our batches for `workload`. Posed shapes in, a bit per pair out.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn OverlapTask>> {
    let in_order = workload.pairs.iter().zip(0..).all(|(pair, index)| *pair == (index, index));
    let mut tasks = if in_order { in_order_tasks(&workload.a, &workload.b) } else { Vec::new() };
    tasks.push(indexed(workload));
    tasks
}

fn in_order_tasks(a: &[PosedForm], b: &[PosedForm]) -> Vec<Box<dyn OverlapTask>> {
    match (&a[0].form, &b[0].form) {
        (Form::Rect { .. }, Form::Rect { .. }) => both(posed(a, rect), posed(b, rect), rect_rect_overlaps),
        (Form::Circle { .. }, Form::Circle { .. }) => both(posed(a, circle), posed(b, circle), circle_circle_overlaps),
        (Form::Polygon { vertices }, other) if vertices.len() <= MAX_BATCH_VERTICES => match other {
            Form::Circle { .. } => both(posed(a, polygon), posed(b, circle), polygon_circle_overlaps),
            _ => both(posed(a, polygon), posed(b, polygon), polygon_polygon_overlaps),
        },
        _ => Vec::new(),
    }
}

/// The kernel over filled batches, and the same with the time to fill them.
fn both<A: Fill, B: Fill>(
    shapes_a: Vec<(A::Shape, Pose)>,
    shapes_b: Vec<(B::Shape, Pose)>,
    overlaps: fn(&A, &B, &mut PairMask) -> Result<(), BatchError>,
) -> Vec<Box<dyn OverlapTask>> {
    let (mut a, mut b) = (A::default(), B::default());
    a.fill(&shapes_a);
    b.fill(&shapes_b);
    let kernel = task("ours_batch", move |mask| overlaps(black_box(&a), black_box(&b), mask));
    let (mut a, mut b) = (A::default(), B::default());
    let filled = task("ours_filled", move |mask| {
        a.fill(black_box(&shapes_a));
        b.fill(black_box(&shapes_b));
        overlaps(&a, &b, mask)
    });
    vec![kernel, filled]
}

/// A batch in the order of memory.
trait Fill: Default + 'static {
    type Shape: 'static;

    /// Makes `shapes` its contents.
    fn fill(&mut self, shapes: &[(Self::Shape, Pose)]);
}

impl Fill for RectBatch {
    type Shape = Rect;

    fn fill(&mut self, shapes: &[(Rect, Pose)]) {
        self.clear();
        shapes.iter().for_each(|(rect, pose)| self.push(rect, pose));
    }
}

impl Fill for CircleBatch {
    type Shape = Circle;

    fn fill(&mut self, shapes: &[(Circle, Pose)]) {
        self.clear();
        shapes.iter().for_each(|(circle, pose)| self.push(circle, pose.translation));
    }
}

impl Fill for PolygonBatch {
    type Shape = Polygon;

    fn fill(&mut self, shapes: &[(Polygon, Pose)]) {
        self.clear();
        for (polygon, pose) in shapes {
            self.push(polygon, pose).expect("these polygons have few vertices");
        }
    }
}

fn indexed(workload: &PairWorkload) -> Box<dyn OverlapTask> {
    let mut set = ShapeSet::new();
    for posed in workload.a.iter().chain(&workload.b) {
        set.push(&posed.form.shape(), &posed.pose).expect("a workload fits a set");
    }
    let first_b = workload.a.len() as u32;
    let pairs: Vec<(u32, u32)> = workload.pairs.iter().map(|(a, b)| (*a, first_b + b)).collect();
    let mut plan = PairPlan::new();
    task("ours_indexed", move |mask| batch::overlaps(black_box(&set), black_box(&pairs), 0.0, &mut plan, mask))
}

struct Batch<F> {
    engine: &'static str,
    overlaps: F,
    mask: PairMask,
}

fn task(
    engine: &'static str,
    overlaps: impl FnMut(&mut PairMask) -> Result<(), BatchError> + 'static,
) -> Box<dyn OverlapTask> {
    Box::new(Batch { engine, overlaps, mask: PairMask::new() })
}

impl<F: FnMut(&mut PairMask) -> Result<(), BatchError>> Task for Batch<F> {
    fn engine(&self) -> &'static str {
        self.engine
    }

    fn run(&mut self) {
        (self.overlaps)(&mut self.mask).expect("the workload is a batch");
        black_box(&self.mask);
    }
}

impl<F: FnMut(&mut PairMask) -> Result<(), BatchError>> OverlapTask for Batch<F> {
    fn verdict(&self, index: usize) -> bool {
        self.mask.get(index).expect("a batch answers for every pair")
    }
}

fn posed<S>(forms: &[PosedForm], shape: fn(&Form) -> S) -> Vec<(S, Pose)> {
    forms.iter().map(|posed| (shape(&posed.form), posed.pose)).collect()
}

fn rect(form: &Form) -> Rect {
    let Form::Rect { half } = form else { unreachable!("rect workloads hold boxes") };
    Rect::new(*half).expect("workloads hold valid shapes only")
}

fn circle(form: &Form) -> Circle {
    Circle::new(form.radius()).expect("workloads hold valid shapes only")
}

fn polygon(form: &Form) -> Polygon {
    let Shape::Polygon(polygon) = form.shape() else { unreachable!("polygon workloads hold polygons") };
    (*polygon).clone()
}
