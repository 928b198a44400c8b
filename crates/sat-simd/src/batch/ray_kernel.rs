//! The kernels behind [`ray_casts`](super::ray_casts()) for discs and for cores without a radius: eight rays each, with
//! fewer operations than the general cast takes ([`cast_kernel`](super::cast_kernel)).
//!
//! Certain are a miss of the set grown by two errors (discs) or four (planes), and a hit of the set shrunk by three or
//! four: each covers the error of a gap and that of the speed at which it closes, within the way.

use super::cast_kernel::{CastWide, LEAST_SPEED_SQ};
use super::core_block::{CoreBlock, EdgeColumn};
use super::distance_kernel::{dot, error_of, is_of_usual_size, minus, plus, select2, times};
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, max_wide, min_wide};

/// Eight rays against discs of `radius` around centres `to_center` from the rays' origins.
#[inline]
pub(super) fn discs(to_center: [F32s; 2], translation: [F32s; 2], radius: F32s) -> CastWide {
    let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
    let size = size_of(to_center, translation, radius);
    let error = error_of(size);
    let speed_sq = dot(translation, translation);
    let is_usual = is_of_usual_size(size) & speed_sq.simd_gt(F32s::splat(LEAST_SPEED_SQ));
    let along = dot(to_center, translation);
    let distance_sq = dot(to_center, to_center);
    let near = minus(to_center, times(translation, min_wide(max_wide(along / speed_sq, zero), one)));
    let near_sq = dot(near, near);
    let (low, high) = (radius - F32s::splat(3.0) * error, radius + error + error);
    let misses = near_sq.simd_gt(high * high) & is_usual;
    let meets = low.simd_gt(F32s::splat(13.0) * error) & near_sq.simd_lt(low * low);
    let hits = meets & distance_sq.simd_gt(high * high) & along.simd_gt(zero) & is_usual;

    let speed = speed_sq.sqrt();
    let across = (to_center[0] * translation[1] - to_center[1] * translation[0]).abs();
    let reach = radius * speed;
    let root = max_wide((reach - across) * (reach + across), zero).sqrt();
    let distance = distance_sq.sqrt();
    let fraction = (distance - radius) * (distance + radius) / (along + root);
    let from_hit = minus(to_center, times(translation, fraction));
    let normal = times(from_hit, one / dot(from_hit, from_hit).sqrt());
    CastWide { hits, misses, fraction: min_wide(fraction, one), normal, point_b: to_center }
}

/// Eight rays from `origin` against the inside of the edges of `block`, all in the edges' frame.
///
/// A function of its own for each vertex count, so that its loop has a known length.
#[inline]
pub(super) fn cores(block: &CoreBlock, origin: [F32s; 2], translation: [F32s; 2]) -> CastWide {
    let reach = block.at.reach.into();
    match block.max_len {
        3 => cores_of::<3>(block.first_edges(), origin, translation, reach),
        4 => cores_of::<4>(block.first_edges(), origin, translation, reach),
        6 => cores_of::<6>(block.first_edges(), origin, translation, reach),
        _ => cores_of::<8>(block.first_edges(), origin, translation, reach),
    }
}

#[inline(always)]
fn cores_of<const N: usize>(
    edges: &[EdgeColumn; N],
    origin: [F32s; 2],
    translation: [F32s; 2],
    reach: F32s,
) -> CastWide {
    let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
    let (low, high) = (F32s::splat(f32::NEG_INFINITY), F32s::splat(f32::INFINITY));
    let size = size_of(origin, translation, reach);
    let error = error_of(size);
    let speed_sq = dot(translation, translation);
    let is_usual = is_of_usual_size(size) & speed_sq.simd_gt(F32s::splat(LEAST_SPEED_SQ));
    // Slower than this, a gap keeps its value up to the error: it is taken to close or open at just this speed, which is
    // two errors off at most and so covered by the four that the times are widened by.
    let parallel = (translation[0].abs() + translation[1].abs()) * F32s::splat(RELATIVE_ERROR);
    let margin = F32s::splat(4.0) * error;
    let mut normal = [zero; 2];
    let [mut gap_max, mut enter, mut enter_early, mut enter_late] = [low; 4];
    let [mut leave_early, mut leave_late] = [high; 2];
    for edge in edges {
        let gap = dot(edge.normal(), minus(origin, edge.vertex()));
        let opening = dot(edge.normal(), translation);
        gap_max = max_wide(gap, gap_max);
        let is_closing = opening.simd_lt(zero);
        let per_speed = one / max_wide(opening.abs(), parallel);
        let (time, slack) = (gap * per_speed, margin * per_speed);
        let (enters, leaves) = (is_closing.select(time, low), is_closing.select(high, -time));
        let is_later = enters.simd_gt(enter);
        enter = max_wide(enters, enter);
        normal = select2(is_later, edge.normal(), normal);
        enter_early = max_wide(enters - slack, enter_early);
        enter_late = max_wide(enters + slack, enter_late);
        leave_early = min_wide(leaves - slack, leave_early);
        leave_late = min_wide(leaves + slack, leave_late);
    }
    let meets = max_wide(enter_late, zero).simd_lt(min_wide(leave_early, one));
    let misses = max_wide(enter_early, zero).simd_gt(min_wide(leave_late, one)) & is_usual;
    let hits = meets & gap_max.simd_gt(error + error) & is_usual;
    let fraction = min_wide(max_wide(enter, zero), one);
    let point_b = plus(origin, times(translation, fraction));
    CastWide { hits, misses, fraction, normal: [-normal[0], -normal[1]], point_b }
}

/// The sum of all lengths that go into a gap.
#[inline]
fn size_of(offset: [F32s; 2], translation: [F32s; 2], reach: F32s) -> F32s {
    (offset[0].abs() + offset[1].abs()) + (translation[0].abs() + translation[1].abs()) + reach
}
