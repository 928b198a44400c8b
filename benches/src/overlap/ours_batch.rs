//! Our batches: eight pairs in lanes, in the order of memory for the kinds that have such a batch, and through indices into
//! a set for all. The difference of the two is what sorting and gathering cost, less what discs decide.

use super::OverlapTask;
use crate::form::Form;
use crate::harness::Task;
use crate::pair_workload::{PairWorkload, PosedForm};
use sat_simd::batch::{
    self, CircleBatch, MAX_BATCH_VERTICES, PairMask, PairPlan, PolygonBatch, RectBatch, ShapeSet,
    circle_circle_overlaps, polygon_circle_overlaps, polygon_polygon_overlaps, rect_rect_overlaps,
};
use sat_simd::{Circle, Rect, Shape};
use std::hint::black_box;

/// Our batches for `workload`. Posed shapes in, a bit per pair out.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn OverlapTask>> {
    let in_order = workload.pairs.iter().zip(0..).all(|(pair, index)| *pair == (index, index));
    aligned(workload).filter(|_| in_order).into_iter().chain([indexed(workload)]).collect()
}

fn aligned(workload: &PairWorkload) -> Option<Box<dyn OverlapTask>> {
    match (&workload.a[0].form, &workload.b[0].form) {
        (Form::Rect { .. }, Form::Rect { .. }) => {
            let (a, b) = (rects(&workload.a), rects(&workload.b));
            Some(task("ours_batch", move |mask| rect_rect_overlaps(black_box(&a), black_box(&b), mask)))
        }
        (Form::Circle { .. }, Form::Circle { .. }) => {
            let (a, b) = (circles(&workload.a), circles(&workload.b));
            Some(task("ours_batch", move |mask| circle_circle_overlaps(black_box(&a), black_box(&b), mask)))
        }
        (Form::Polygon { vertices }, b) if vertices.len() <= MAX_BATCH_VERTICES => {
            let a = polygons(&workload.a);
            if matches!(b, Form::Circle { .. }) {
                let b = circles(&workload.b);
                Some(task("ours_batch", move |mask| polygon_circle_overlaps(black_box(&a), black_box(&b), mask)))
            } else {
                let b = polygons(&workload.b);
                Some(task("ours_batch", move |mask| polygon_polygon_overlaps(black_box(&a), black_box(&b), mask)))
            }
        }
        _ => None,
    }
}

fn indexed(workload: &PairWorkload) -> Box<dyn OverlapTask> {
    let mut set = ShapeSet::new();
    for posed in workload.a.iter().chain(&workload.b) {
        set.push(&posed.form.shape(), &posed.pose);
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

fn task(engine: &'static str, overlaps: impl FnMut(&mut PairMask) + 'static) -> Box<dyn OverlapTask> {
    Box::new(Batch { engine, overlaps, mask: PairMask::new() })
}

impl<F: FnMut(&mut PairMask)> Task for Batch<F> {
    fn engine(&self) -> &'static str {
        self.engine
    }

    fn run(&mut self) {
        (self.overlaps)(&mut self.mask);
        black_box(&self.mask);
    }
}

impl<F: FnMut(&mut PairMask)> OverlapTask for Batch<F> {
    fn verdict(&self, index: usize) -> bool {
        self.mask.get(index).expect("a batch answers for every pair")
    }
}

fn rect(posed: &PosedForm) -> Rect {
    let Form::Rect { half } = posed.form else { unreachable!("rect workloads hold boxes") };
    Rect::new(half).expect("workloads hold valid shapes only")
}

pub(crate) fn rects(forms: &[PosedForm]) -> RectBatch {
    let mut batch = RectBatch::new();
    forms.iter().for_each(|posed| batch.push(&rect(posed), &posed.pose));
    batch
}

fn circles(forms: &[PosedForm]) -> CircleBatch {
    let mut batch = CircleBatch::new();
    for posed in forms {
        let circle = Circle::new(posed.form.radius()).expect("workloads hold valid shapes only");
        batch.push(&circle, posed.pose.translation);
    }
    batch
}

fn polygons(forms: &[PosedForm]) -> PolygonBatch {
    let mut batch = PolygonBatch::new();
    for posed in forms {
        let Shape::Polygon(polygon) = posed.form.shape() else { unreachable!("polygon workloads hold polygons") };
        batch.push(&polygon, &posed.pose).expect("these polygons have few vertices");
    }
    batch
}
