//! Capsules and segments: one of two sides or one of two ends.

use super::super::cast_kernel::LEAST_SPEED_SQ;
use super::super::distance_kernel::{dot, minus, select2, times, turn, turn_back};
use super::super::segment_block::SegmentBlock;
use super::disc::hit_of_disc;
use super::{HitWide, RayWide};
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, max_wide, min_wide};

/// Eight rays at eight capsules, or segments, whose radius is zero.
///
/// Way and core are two segments: they cross, or are as far apart as one of their four ends is from the other segment.
/// Certain are a miss of the capsule grown by 4e and a hit of the one shrunk by as much; where the radius is not above that,
/// they have to cross by 2e. The side that the way comes from is met first, or if that is beyond an end of the core, the
/// disc around that end.
#[inline(always)]
pub(super) fn cast(ray: &RayWide, block: &SegmentBlock) -> HitWide {
    let zero = F32s::splat(0.0);
    let (cos, sin, radius) = (F32s::new(block.at.cos), F32s::new(block.at.sin), block.radius);
    let offset = minus(ray.origin, [F32s::new(block.at.x), F32s::new(block.at.y)]);
    let (error, is_usual) = ray.error(offset, F32s::new(block.at.reach) + radius);
    let (from, way) = (turn_back(offset, cos, sin), turn_back(ray.way, cos, sin));
    let normal = block.normal;
    // The core runs to the left of its normal.
    let axis = [-normal[1], normal[0]];
    let (to_a, to_b) = (minus(block.start, from), minus(block.end, from));
    let length = dot(axis, minus(to_b, to_a));
    // Along the core from its start, and across it.
    let start = [-dot(axis, to_a), -dot(normal, to_a)];
    let speed = [dot(axis, way), dot(normal, way)];
    let end = [start[0] + speed[0], start[1] + speed[1]];

    let twice = error + error;
    let (low, high) = (radius - (twice + twice), radius + (twice + twice));
    let (low_sq, high_sq) = (low * low, high * high);
    let is_thick = low.simd_gt(F32s::splat(12.0) * error);
    let speed_sq = dot(way, way);
    let per_speed_sq = F32s::splat(1.0) / speed_sq;
    let (start_sq, end_sq) = (distance_sq_of_core(start, length), distance_sq_of_core(end, length));
    let ends_sq = min_wide(distance_sq_of_way(to_a, way, per_speed_sq), distance_sq_of_way(to_b, way, per_speed_sq));
    let near_sq = min_wide(min_wide(start_sq, end_sq), ends_sq);
    let (side_a, side_b) = (cross(way, to_a), cross(way, to_b));
    let crosses = (start[1].simd_gt(zero) ^ end[1].simd_gt(zero)) & (side_a.simd_gt(zero) ^ side_b.simd_gt(zero));
    let crosses_clearly = crosses
        & min_wide(start[1].abs(), end[1].abs()).simd_gt(twice)
        & min_wide(side_a.abs(), side_b.abs()).simd_gt(twice * ray.way_size());
    let meets = crosses_clearly | (is_thick & (crosses | near_sq.simd_lt(low_sq)));
    let misses = near_sq.simd_gt(high_sq) & !crosses;

    // Slower than this the way is along the core up to the error: what it meets then is an end.
    let parallel = ray.way_size() * F32s::splat(RELATIVE_ERROR);
    let sign = speed[1] & F32s::splat(-0.0);
    let side_time = (-radius - (start[1] ^ sign)) / max_wide(speed[1].abs(), parallel);
    let side_at = start[0] + speed[0] * side_time;
    let is_side = side_time.simd_ge(zero) & side_at.simd_ge(zero) & side_at.simd_le(length);

    let is_b = side_at.simd_gt(length);
    // The sides are way × centre, what a disc wants is centre × way.
    let (along, across) = (dot(select2(is_b, to_b, to_a), way), -is_b.select(side_b, side_a));
    let (across_sq, reach_sq) = (across * across, radius * radius * speed_sq);
    let (end_time, end_normal) =
        hit_of_disc(radius, way, along, across, max_wide(reach_sq - across_sq, zero), radius * speed_sq);
    let end_at = start[0] + speed[0] * end_time;
    let is_beyond = is_b.select(end_at.simd_gt(length - twice), end_at.simd_lt(twice));
    let is_normal = across_sq.simd_lt(low_sq * speed_sq) & reach_sq.simd_gt(F32s::splat(LEAST_SPEED_SQ));
    let is_end = is_thick & is_beyond & along.simd_gt(zero) & is_normal;

    let against = sign ^ F32s::splat(-0.0);
    let normal = select2(is_side, [normal[0] ^ against, normal[1] ^ against], end_normal);
    HitWide {
        hits: (meets & start_sq.simd_gt(high_sq) & (is_side | is_end) & is_usual).to_bitmask(),
        misses: (misses & is_usual).to_bitmask(),
        fraction: is_side.select(side_time, end_time),
        normal: turn(normal, cos, sin),
    }
}

/// The squared distances of points, given along and across the cores, from them.
#[inline]
fn distance_sq_of_core([along, across]: [F32s; 2], length: F32s) -> F32s {
    let beyond = max_wide(max_wide(-along, along - length), F32s::splat(0.0));
    across * across + beyond * beyond
}

/// The squared distances of points, given from the start of the ways, from them.
#[inline]
fn distance_sq_of_way(point: [F32s; 2], way: [F32s; 2], per_speed_sq: F32s) -> F32s {
    let time = dot(point, way) * per_speed_sq;
    let from_near = minus(point, times(way, min_wide(max_wide(time, F32s::splat(0.0)), F32s::splat(1.0))));
    dot(from_near, from_near)
}

#[inline]
fn cross(a: [F32s; 2], b: [F32s; 2]) -> F32s {
    a[0] * b[1] - a[1] * b[0]
}
