//! Our batches: eight pairs in lanes, for the kinds that have one.

use super::OverlapTask;
use crate::form::Form;
use crate::harness::Task;
use crate::pair_workload::{PairWorkload, PosedForm};
use sat_simd::batch::{
    CircleBatch, MAX_BATCH_VERTICES, PairMask, PolygonBatch, RectBatch, RectSet, circle_circle_overlaps,
    polygon_circle_overlaps, polygon_polygon_overlaps, rect_rect_overlaps, rect_rect_overlaps_indexed,
};
use sat_simd::{Circle, Rect, Shape};
use std::hint::black_box;

/// Our batches for `workload`, if there are any for its kinds. Posed shapes in, a bit per pair out.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn OverlapTask>> {
    let in_order = workload.pairs.iter().zip(0..).all(|(pair, index)| *pair == (index, index));
    match (&workload.a[0].form, &workload.b[0].form) {
        (Form::Rect { .. }, Form::Rect { .. }) if in_order => {
            let (a, b) = (rects(&workload.a), rects(&workload.b));
            vec![batch(move |mask| rect_rect_overlaps(black_box(&a), black_box(&b), mask))]
        }
        (Form::Rect { .. }, Form::Rect { .. }) => {
            let mut set = RectSet::new();
            workload.a.iter().chain(&workload.b).for_each(|posed| set.push(&rect(posed), &posed.pose));
            let first_b = workload.a.len() as u32;
            let pairs: Vec<(u32, u32)> = workload.pairs.iter().map(|(a, b)| (*a, first_b + b)).collect();
            vec![batch(move |mask| rect_rect_overlaps_indexed(&set, black_box(&pairs), mask))]
        }
        (Form::Circle { .. }, Form::Circle { .. }) if in_order => {
            let (a, b) = (circles(&workload.a), circles(&workload.b));
            vec![batch(move |mask| circle_circle_overlaps(black_box(&a), black_box(&b), mask))]
        }
        (Form::Polygon { vertices }, b) if in_order && vertices.len() <= MAX_BATCH_VERTICES => {
            let a = polygons(&workload.a);
            if matches!(b, Form::Circle { .. }) {
                let b = circles(&workload.b);
                vec![batch(move |mask| polygon_circle_overlaps(black_box(&a), black_box(&b), mask))]
            } else {
                let b = polygons(&workload.b);
                vec![batch(move |mask| polygon_polygon_overlaps(black_box(&a), black_box(&b), mask))]
            }
        }
        _ => Vec::new(),
    }
}

struct Batch<F> {
    overlaps: F,
    mask: PairMask,
}

fn batch(overlaps: impl FnMut(&mut PairMask) + 'static) -> Box<dyn OverlapTask> {
    Box::new(Batch { overlaps, mask: PairMask::new() })
}

impl<F: FnMut(&mut PairMask)> Task for Batch<F> {
    fn engine(&self) -> &'static str {
        "ours_batch"
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
