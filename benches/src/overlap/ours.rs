//! Our own overlap test, one pair at a time.

use super::{OverlapTask, PairLoop};
use crate::pair_workload::{PairWorkload, PosedForm};
use geom::Pose;
use sat_simd::{Shape, overlaps};

/// Our ways to answer `workload`: exactly, for every pair.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn OverlapTask>> {
    let posed = |posed: &PosedForm| (posed.form.shape(), posed.pose);
    let a: Vec<(Shape, Pose)> = workload.a.iter().map(posed).collect();
    let b: Vec<(Shape, Pose)> = workload.b.iter().map(posed).collect();
    vec![Box::new(PairLoop::new("ours", a, b, workload, |a, b| overlaps(&a.0, &a.1, &b.0, &b.1, 0.0)))]
}
