//! Boxes: two slabs in the box's frame.

use super::super::distance_kernel::{minus, turn_back};
use super::super::rects::RectBlock;
use super::{HitWide, RayWide};
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, max_wide, min_wide};

/// When eight rays are between two parallel planes.
struct Slab {
    enter: F32s,
    leave: F32s,
    /// How much four errors of a gap are in time.
    slack: F32s,
}

/// Eight rays at eight boxes.
///
/// Certain are a miss of the box grown by 4e and a hit of the box shrunk by as much: that covers the error of a gap and
/// that of the speed at which it closes, within the way.
#[inline(always)]
pub(super) fn cast(ray: &RayWide, boxes: &RectBlock) -> HitWide {
    let (zero, one, sign) = (F32s::splat(0.0), F32s::splat(1.0), F32s::splat(-0.0));
    let (cos, sin) = (F32s::new(boxes.at.cos), F32s::new(boxes.at.sin));
    let offset = minus(ray.origin, [F32s::new(boxes.at.x), F32s::new(boxes.at.y)]);
    let (error, is_usual) = ray.error(offset, F32s::new(boxes.at.reach));
    let ([x, y], way) = (turn_back(offset, cos, sin), turn_back(ray.way, cos, sin));
    let (half_x, half_y) = (F32s::new(boxes.half_x), F32s::new(boxes.half_y));
    let parallel = ray.way_size() * F32s::splat(RELATIVE_ERROR);
    let margin = F32s::splat(4.0) * error;
    let by_x = Slab::new(x, way[0], half_x, parallel, margin);
    let by_y = Slab::new(y, way[1], half_y, parallel, margin);

    let enter_early = max_wide(by_x.enter - by_x.slack, by_y.enter - by_y.slack);
    let enter_late = max_wide(by_x.enter + by_x.slack, by_y.enter + by_y.slack);
    let leave_early = min_wide(by_x.leave - by_x.slack, by_y.leave - by_y.slack);
    let leave_late = min_wide(by_x.leave + by_x.slack, by_y.leave + by_y.slack);
    let starts_apart = max_wide(x.abs() - half_x, y.abs() - half_y).simd_gt(error + error);
    let meets = max_wide(enter_late, zero).simd_lt(min_wide(leave_early, one));
    let misses = max_wide(enter_early, zero).simd_gt(min_wide(leave_late, one));

    // Out of the side that is crossed last, against the way.
    let is_x = by_x.enter.simd_ge(by_y.enter);
    let out = is_x.select(-way[0], -way[1]) & sign;
    let normal = [is_x.select(cos, -sin) ^ out, is_x.select(sin, cos) ^ out];
    HitWide {
        hits: (meets & starts_apart & is_usual).to_bitmask(),
        misses: (misses & is_usual).to_bitmask(),
        fraction: max_wide(by_x.enter, by_y.enter),
        normal,
    }
}

impl Slab {
    /// From −`half` to `half`, of rays that start at `start` and go by `way`.
    ///
    /// Slower than `parallel`, a gap keeps its value up to the error: it is taken to change at just this speed, which is two
    /// errors off at most and so covered by the four of the margin.
    #[inline(always)]
    fn new(start: F32s, way: F32s, half: F32s, parallel: F32s, margin: F32s) -> Self {
        let per_speed = F32s::splat(1.0) / max_wide(way.abs(), parallel);
        // Along the way, whichever way that is.
        let start = start ^ (way & F32s::splat(-0.0));
        Self { enter: (-half - start) * per_speed, leave: (half - start) * per_speed, slack: margin * per_speed }
    }
}
