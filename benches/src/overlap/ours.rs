//! Our own overlap test, one pair at a time.

use super::{OverlapTask, PairLoop};
use crate::ours_shape::{FromForm, posed, with_kinds};
use crate::pair_workload::PairWorkload;
use sat_simd::overlaps;

/// Our ways to answer `workload`: exactly, for every pair.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn OverlapTask>> {
    vec![with_kinds!(workload, single)]
}

fn single<A: FromForm, B: FromForm>(workload: &PairWorkload) -> Box<dyn OverlapTask> {
    let (a, b) = (posed::<A>(&workload.a), posed::<B>(&workload.b));
    Box::new(PairLoop::new("ours", a, b, workload, |a, b| overlaps(&a.0, &a.1, &b.0, &b.1, 0.0)))
}
