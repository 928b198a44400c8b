//! Two boxes: four axes in A's frame, as in E. Meythaler, "2D rotated rectangle collision", gamedev.net, 2004.

use super::Verdict;
use super::frame::{Frame, Limits};
use crate::lanes::max;
use crate::shape::Rect;

/// The verdict on two boxes.
///
/// In a box's own frame two axes are x and y, and the other box's shadow on them is its half extents times the
/// absolute values of the rotation: no corners are needed. Left undecided, besides what is near the limits: boxes that
/// are apart by less than a positive reach.
#[inline]
pub(crate) fn compare_rects(a: &Rect, b: &Rect, frame: &Frame, limits: &Limits) -> Verdict {
    let (half_a, half_b) = (a.half(), b.half());
    let (cos, sin) = (frame.b_in_a.cos.abs(), frame.b_in_a.sin.abs());
    let b_in_a = frame.b_in_a.position;
    let gap_a = max(
        b_in_a.x.abs() - (half_a.x + (cos * half_b.x + sin * half_b.y)),
        b_in_a.y.abs() - (half_a.y + (sin * half_b.x + cos * half_b.y)),
    );
    let a_in_b = frame.a_in_b.position;
    let gap_b = max(
        a_in_b.x.abs() - (half_b.x + (cos * half_a.x + sin * half_a.y)),
        a_in_b.y.abs() - (half_b.y + (sin * half_a.x + cos * half_a.y)),
    );
    let gap = max(gap_a, gap_b);
    limits.trusted(gap > limits.apart, gap < limits.close)
}
