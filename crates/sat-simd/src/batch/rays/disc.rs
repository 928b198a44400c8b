//! Discs: the root of a quadratic, and its sign before that.

use super::super::cast_kernel::LEAST_SPEED_SQ;
use super::super::circles::CircleBlock;
use super::super::distance_kernel::{dot, minus};
use super::{HitWide, RayWide};
use crate::lanes::F32s;

/// Eight rays at eight discs.
///
/// Certain are a miss of the disc grown by 2e and a hit of the disc shrunk by 3e: at an end of the way by the distance from
/// there, in between by the area the way and the centre span, |c × v| = distance · |v|. No difference of roots is better
/// than that of squares here: d² − r² is off by 5u·d², as if the centre were moved by 3u·d toward the ray or the radius
/// by as much, and so is the square under the root. What is hit is as in the [single ray](crate::ray): one root and one
/// division.
#[inline(always)]
pub(super) fn cast(ray: &RayWide, discs: &CircleBlock) -> HitWide {
    let (zero, radius) = (F32s::splat(0.0), F32s::new(discs.radius));
    let to_center = minus([F32s::new(discs.x), F32s::new(discs.y)], ray.origin);
    let (error, is_usual) = ray.error(to_center, radius);
    let speed_sq = dot(ray.way, ray.way);
    let along = dot(to_center, ray.way);
    let across = to_center[0] * ray.way[1] - to_center[1] * ray.way[0];
    let from_end = minus(to_center, ray.way);
    let (start_sq, across_sq, end_sq) = (dot(to_center, to_center), across * across, dot(from_end, from_end));
    let (low, high) = (radius - F32s::splat(3.0) * error, radius + error + error);
    let (low_sq, high_sq) = (low * low, high * high);
    let (is_ahead, is_before_end) = (along.simd_gt(zero), along.simd_lt(speed_sq));
    let starts_apart = start_sq.simd_gt(high_sq);
    let misses =
        across_sq.simd_gt(high_sq * speed_sq) | (starts_apart & !is_ahead) | (end_sq.simd_gt(high_sq) & !is_before_end);
    let is_near = (is_before_end & across_sq.simd_lt(low_sq * speed_sq)) | (!is_before_end & end_sq.simd_lt(low_sq));
    let reach_sq = radius * radius * speed_sq;
    let is_normal = low.simd_gt(F32s::splat(13.0) * error) & reach_sq.simd_gt(F32s::splat(LEAST_SPEED_SQ));
    let hits = is_near & is_ahead & starts_apart & is_normal;
    let (fraction, normal) = hit_of_disc(radius, ray.way, along, across, reach_sq - across_sq, radius * speed_sq);
    HitWide { hits: (hits & is_usual).to_bitmask(), misses: (misses & is_usual).to_bitmask(), fraction, normal }
}

/// When rays along `way` meet discs of `radius`, and the normals there: `along` and `across` are the products of the way
/// with the centre, `root_sq` is the square under the root, `volume` the radius times the square of the way's length.
#[inline(always)]
pub(super) fn hit_of_disc(
    radius: F32s,
    way: [F32s; 2],
    along: F32s,
    across: F32s,
    root_sq: F32s,
    volume: F32s,
) -> (F32s, [F32s; 2]) {
    let (root, per) = (root_sq.sqrt(), F32s::splat(-1.0) / volume);
    let normal = [(root * way[0] + across * way[1]) * per, (root * way[1] - across * way[0]) * per];
    ((root - along) * (radius * per), normal)
}
