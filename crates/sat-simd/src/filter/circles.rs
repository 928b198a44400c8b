//! Circles: against each other, and against an edge list with one axis more than it has edges.

use super::Verdict;
use super::edges::Edges;
use super::frame::{Limits, RELATIVE_ERROR};
use crate::lanes::{F32s, LANES, max, min, min_wide};
use crate::shape::{Block, Rect};
use geom::Vec2;

/// The verdict on two circles with their centres `offset` apart: no axis but the one through them.
///
/// By the sign of d² − R·|R|, where R is the sum of the radii and the margin: no root, and a negative R is beyond any
/// distance. With u = 2⁻²⁴ and M the sum of the radii and |margin|, d² is off by 4u·d², R by 2u·M and its square by 5u·M²,
/// and the difference by another u of both: together less than 16u·(d² + M²). What underflows is less than the smallest
/// normal number, and what overflows leaves no finite error.
#[inline]
pub(crate) fn compare_circles(offset: Vec2, radii: f32, margin: f32) -> Verdict {
    let distance_sq = offset.x * offset.x + offset.y * offset.y;
    let (reach, largest) = (radii + margin, radii + margin.abs());
    let value = distance_sq - reach * reach.abs();
    let is_sure = value.abs() > (distance_sq + largest * largest) * RELATIVE_ERROR + f32::MIN_POSITIVE;
    let is_close = value < 0.0;
    Verdict { is_apart: is_sure & !is_close, is_close: is_sure & is_close }
}

/// So many steps from one `f32` to the next the two squares of [`compare_circles_at_zero`] must differ by.
const SURE_STEPS: i64 = 16;

/// [`compare_circles`] with margin zero, by the bits of the two squares: as whole numbers they are in the order of the squares, and
/// their difference counts the `f32` between them.
///
/// A step is u of a square at least, and 2⁻¹⁴⁹ below the normal numbers. The squares are off by 4u and 3u of themselves, and by
/// 2⁻¹⁴⁹ for what underflows, so by less than half of [`SURE_STEPS`]; an infinite one, of an overflow or of a pose that is not finite,
/// is beyond all finite ones, and NaN beyond that. 42 → 36 instructions, the loop around it included.
#[inline]
pub(crate) fn compare_circles_at_zero(offset: Vec2, radii: f32) -> Verdict {
    let distance_sq = offset.x * offset.x + offset.y * offset.y;
    let steps = i64::from(distance_sq.to_bits()) - i64::from((radii * radii).to_bits());
    Verdict { is_apart: steps > SURE_STEPS, is_close: steps < -SURE_STEPS }
}

/// The verdict on a box and a circle around `center` in the box's frame.
///
/// Folding the plane into one quarter leaves two edge axes, and the corner's axis as the distance from it.
#[inline]
pub(crate) fn compare_rect_circle(rect: &Rect, center: Vec2, limits: &Limits) -> Verdict {
    let half = rect.half();
    let (across_x, across_y) = (center.x.abs() - half.x, center.y.abs() - half.y);
    let gap = max(across_x, across_y);
    let (dx, dy) = (max(across_x, 0.0), max(across_y, 0.0));
    let corner = limits.of_distance_sq(dx * dx + dy * dy);
    // With the centre less than the error outside, or inside, the square is no distance.
    let is_outside = limits.reach > 0.0;
    let is_close = (gap < limits.close) | (is_outside & corner.is_close);
    limits.trusted((gap > limits.apart) | (is_outside & corner.is_apart), is_close)
}

/// The squared distance of `center` from the block's vertex `lane` and its signed distance from that lane's edge. The
/// reference for [`vertices_and_edges`].
#[cfg(test)]
pub(crate) fn vertex_and_edge(block: &Block, lane: usize, center: Vec2) -> (f32, f32) {
    let (dx, dy) = (center.x - block.x[lane], center.y - block.y[lane]);
    (dx * dx + dy * dy, block.nx[lane] * dx + block.ny[lane] * dy)
}

/// [`vertex_and_edge`] for the eight lanes of the block.
#[inline]
pub(crate) fn vertices_and_edges(block: &Block, center: Vec2) -> (F32s, F32s) {
    let dx = F32s::splat(center.x) - F32s::from(block.x);
    let dy = F32s::splat(center.y) - F32s::from(block.y);
    (dx * dx + dy * dy, F32s::from(block.nx) * dx + F32s::from(block.ny) * dy)
}

/// The verdict on a core and a circle, and how many axes it took: the core's edges at most, eight at a time, and one
/// through its vertex nearest to the centre.
///
/// One vertex is enough: either the point of the core nearest to the centre is inside an edge, whose normal then shows
/// the whole distance, or it is the nearest vertex.
#[inline]
pub(crate) fn compare_with_circle(core: &Edges, center: Vec2, limits: &Limits) -> (Verdict, usize) {
    let low = max(limits.low(), 0.0);
    let (apart, close) = (F32s::splat(limits.apart), F32s::splat(limits.close));
    let (low_sq, tiny) = (F32s::splat(low * low), F32s::splat(f32::MIN_POSITIVE));
    let (mut is_inside, mut is_near_vertex) = (true, false);
    // The largest gap with its edge, the smallest distance with its vertex.
    let (mut gap, mut vertex) = ((f32::NEG_INFINITY, 0), (f32::INFINITY, 0));
    for (index, block) in core.blocks.iter().enumerate() {
        let (distances_sq, gaps) = vertices_and_edges(block, center);
        if gaps.simd_gt(apart).any() {
            return (limits.trusted(true, false), core.len.min((index + 1) * LANES));
        }
        is_inside &= gaps.simd_lt(close).all();
        is_near_vertex |= (distances_sq + tiny).simd_lt(low_sq).any();
        let (largest, smallest) = (largest(gaps), smallest(distances_sq));
        if largest > gap.0 {
            gap = (largest, index * LANES + first(gaps.simd_eq(F32s::splat(largest))));
        }
        if smallest < vertex.0 {
            vertex = (smallest, index * LANES + first(distances_sq.simd_eq(F32s::splat(smallest))));
        }
    }
    if is_inside | is_near_vertex || limits.reach <= 0.0 {
        return (limits.trusted(false, is_inside | is_near_vertex), core.len);
    }
    if is_close_to_edge(core, gap.1, gap.0, center, limits) {
        return (limits.trusted(false, true), core.len);
    }
    (limits.trusted(is_apart_from_vertex(core, vertex.1, center, limits), false), core.len + 1)
}

/// The largest lane; none may be NaN.
#[inline]
pub(crate) fn largest(lanes: F32s) -> f32 {
    let v = lanes.to_array();
    max(max(max(v[0], v[4]), max(v[1], v[5])), max(max(v[2], v[6]), max(v[3], v[7])))
}

/// The smallest lane; none may be NaN.
#[inline]
pub(super) fn smallest(lanes: F32s) -> f32 {
    let v = lanes.to_array();
    min(min(min(v[0], v[4]), min(v[1], v[5])), min(min(v[2], v[6]), min(v[3], v[7])))
}

/// The first lane of the mask that is set; the last, when none is.
#[inline]
pub(super) fn first(mask: F32s) -> usize {
    (mask.to_bitmask().trailing_zeros() as usize).min(LANES - 1)
}

/// Whether the centre is within reach of the inside of the edge, which it is `gap` in front of.
fn is_close_to_edge(core: &Edges, edge: usize, gap: f32, center: Vec2, limits: &Limits) -> bool {
    let edge = edge.min(core.len - 1);
    let (start, end) = (core.vertex(edge), core.vertex(edge + 1));
    let (e, w) = (end - start, center - start);
    let along = e.x * w.x + e.y * w.y;
    // An edge so short that its square is no normal number tells nothing.
    let length_sq = e.x * e.x + e.y * e.y - f32::MIN_POSITIVE;
    along >= 0.0 && along <= length_sq && gap < limits.low()
}

/// The axis through the vertex: whether the whole core stays on its side by more than the reach.
fn is_apart_from_vertex(core: &Edges, vertex: usize, center: Vec2, limits: &Limits) -> bool {
    let nearest = core.vertex(vertex.min(core.len - 1));
    let axis = center - nearest;
    let (x, y) = (F32s::splat(axis.x), F32s::splat(axis.y));
    let (center_x, center_y) = (F32s::splat(center.x), F32s::splat(center.y));
    let mut shadow = F32s::splat(f32::INFINITY);
    for block in core.blocks {
        let (dx, dy) = (center_x - F32s::from(block.x), center_y - F32s::from(block.y));
        shadow = min_wide(x * dx + y * dy, shadow);
    }
    let gap = shadow.to_array().into_iter().fold(f32::INFINITY, min);
    // gap = |axis|·separation along it.
    let apart = limits.apart + limits.error;
    let length_sq = axis.x * axis.x + axis.y * axis.y;
    gap > 0.0 && gap * gap > apart * apart * length_sq * (1.0 + 4.0 * RELATIVE_ERROR) + f32::MIN_POSITIVE
}
