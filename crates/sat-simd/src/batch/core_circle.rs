use super::circles::CircleBlock;
use super::core_block::{CoreBlock, EdgeColumn};
use super::limits::LimitsWide;
use super::nearest::FacingEdge;
use super::verdict::Verdict;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, min_wide};

/// The verdict on eight polygons and circles, by the same three rules as for the single pair: apart on an edge's axis;
/// overlapping when the centre is inside, a vertex within reach or an edge faced within reach; apart on the axis through
/// the nearest vertex.
#[inline]
pub(super) fn verdict(a: &CoreBlock, b: &CircleBlock, margin: f32) -> Verdict {
    let (center, limits) = center_and_limits(a, b, margin);
    let (low, high) = (limits.low(), limits.high());
    let tiny = F32s::splat(f32::MIN_POSITIVE);

    let nearest = nearest_wide(a.edges(), center);
    let is_apart = nearest.gap.simd_gt(limits.apart());
    let zero = F32s::splat(0.0);
    let can_reach = low.simd_gt(zero);
    let is_inside = nearest.gap.simd_lt(limits.close());
    let vertex_is_inside = can_reach & (nearest.distance_sq + tiny).simd_lt(low * low);
    let faces_edge =
        nearest.along.simd_ge(zero) & nearest.along.simd_le(nearest.length_sq - tiny) & nearest.gap.simd_lt(low);
    let overlaps = is_inside | vertex_is_inside | (can_reach & faces_edge);
    if (is_apart | overlaps).all() {
        return limits.verdict(overlaps, is_apart);
    }

    // |axis|·gap along the axis from the nearest vertex to the centre; the gap may be off by twice the error.
    let shadow = shadows_wide(a.edges(), center, nearest.offset);
    let length_sq = nearest.offset[0] * nearest.offset[0] + nearest.offset[1] * nearest.offset[1];
    let limit = high * high * length_sq * F32s::splat(1.0 + 4.0 * RELATIVE_ERROR) + tiny;
    let vertex_parts = shadow.simd_gt(zero) & (shadow * shadow).simd_gt(limit);
    // A lane that overlaps is settled already; rounding must not put it on both sides.
    let is_apart = is_apart | (!overlaps & vertex_parts);
    limits.verdict(overlaps, is_apart)
}

/// The circles' centres in the cores' frames.
#[inline]
pub(super) fn center_and_limits(a: &CoreBlock, b: &CircleBlock, margin: f32) -> ([F32s; 2], LimitsWide) {
    let (dx, dy) = (F32s::new(b.x) - F32s::new(a.at.x), F32s::new(b.y) - F32s::new(a.at.y));
    let (cos, sin) = (F32s::new(a.at.cos), F32s::new(a.at.sin));
    let size = dx.abs() + dy.abs() + F32s::new(a.at.reach);
    let radii = F32s::new(a.radius) + F32s::new(b.radius);
    ([cos * dx + sin * dy, cos * dy - sin * dx], LimitsWide::new(size, radii, margin))
}

/// Of each core the edge that faces the point (x, y) in its frame most.
#[inline]
pub(super) fn facing_edge(core: &CoreBlock, [x, y]: [F32s; 2]) -> FacingEdge {
    FacingEdge::new(core, |edge| {
        F32s::new(edge.nx) * (x - F32s::new(edge.x)) + F32s::new(edge.ny) * (y - F32s::new(edge.y))
    })
}

/// What is nearest to eight points, each in its polygon's frame.
#[derive(Clone, Copy)]
struct Nearest {
    /// The largest signed distance from an edge's line.
    gap: F32s,
    /// That edge: its squared length, and how far along it the point is, times its length.
    length_sq: F32s,
    along: F32s,
    /// The squared distance from the nearest vertex, and the point as seen from there.
    distance_sq: F32s,
    offset: [F32s; 2],
}

#[inline]
fn nearest_wide(edges: &[EdgeColumn], [x, y]: [F32s; 2]) -> Nearest {
    let nothing = F32s::splat(0.0);
    let mut nearest = Nearest {
        gap: F32s::splat(f32::NEG_INFINITY),
        length_sq: nothing,
        along: nothing,
        distance_sq: F32s::splat(f32::INFINITY),
        offset: [nothing; 2],
    };
    for (index, edge) in edges.iter().enumerate() {
        // Past the last column comes the first. Padding repeats the last vertex: of edges that tie the later is taken,
        // the one whose next vertex is right.
        let next = &edges[if index + 1 == edges.len() { 0 } else { index + 1 }];
        let (start_x, start_y) = (F32s::new(edge.x), F32s::new(edge.y));
        let (dx, dy) = (x - start_x, y - start_y);
        let gap = F32s::new(edge.nx) * dx + F32s::new(edge.ny) * dy;
        let (along_x, along_y) = (F32s::new(next.x) - start_x, F32s::new(next.y) - start_y);
        let is_larger = gap.simd_ge(nearest.gap);
        nearest.gap = is_larger.select(gap, nearest.gap);
        nearest.length_sq = is_larger.select(along_x * along_x + along_y * along_y, nearest.length_sq);
        nearest.along = is_larger.select(along_x * dx + along_y * dy, nearest.along);
        let distance_sq = dx * dx + dy * dy;
        let is_nearer = distance_sq.simd_lt(nearest.distance_sq);
        nearest.distance_sq = is_nearer.select(distance_sq, nearest.distance_sq);
        nearest.offset = [is_nearer.select(dx, nearest.offset[0]), is_nearer.select(dy, nearest.offset[1])];
    }
    nearest
}

/// The smallest product of `axis` with the way from a vertex to the point (x, y).
#[inline]
fn shadows_wide(edges: &[EdgeColumn], [x, y]: [F32s; 2], axis: [F32s; 2]) -> F32s {
    edges.iter().fold(F32s::splat(f32::INFINITY), |shadow, edge| {
        min_wide(axis[0] * (x - F32s::new(edge.x)) + axis[1] * (y - F32s::new(edge.y)), shadow)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{polygon, pose};
    use super::*;
    use crate::lanes::{LANES, min};
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Scalar twin of [`nearest_wide`]: gap, squared length, along, squared distance, offset.
    fn nearest(edges: &[EdgeColumn], [x, y]: [f32; 2], lane: usize) -> [f32; 6] {
        let [mut gap, mut length_sq, mut along, mut distance_sq] = [f32::NEG_INFINITY, 0.0, 0.0, f32::INFINITY];
        let mut offset = [0.0; 2];
        for (index, edge) in edges.iter().enumerate() {
            let next = &edges[(index + 1) % edges.len()];
            let (dx, dy) = (x - edge.x[lane], y - edge.y[lane]);
            let height = edge.nx[lane] * dx + edge.ny[lane] * dy;
            if height >= gap {
                let (along_x, along_y) = (next.x[lane] - edge.x[lane], next.y[lane] - edge.y[lane]);
                gap = height;
                length_sq = along_x * along_x + along_y * along_y;
                along = along_x * dx + along_y * dy;
            }
            if dx * dx + dy * dy < distance_sq {
                distance_sq = dx * dx + dy * dy;
                offset = [dx, dy];
            }
        }
        [gap, length_sq, along, distance_sq, offset[0], offset[1]]
    }

    /// Scalar twin of [`shadows_wide`].
    fn shadow(edges: &[EdgeColumn], [x, y]: [f32; 2], axis: [f32; 2], lane: usize) -> f32 {
        edges.iter().fold(f32::INFINITY, |shadow, edge| {
            min(axis[0] * (x - edge.x[lane]) + axis[1] * (y - edge.y[lane]), shadow)
        })
    }

    proptest! {
        #[test]
        fn wide_kernels_equal_their_twins(pairs in vec((polygon(), pose(), pose()), LANES)) {
            let mut block = CoreBlock::default();
            let mut points = [[0.0; LANES]; 2];
            for (lane, (polygon, pose, point)) in pairs.iter().enumerate() {
                block.set(lane, pose, polygon.reach(), polygon.radius(), &polygon.blocks()[0], polygon.len());
                (points[0][lane], points[1][lane]) = (point.translation.x, point.translation.y);
            }
            let center = points.map(F32s::new);
            let found = nearest_wide(block.edges(), center);
            let shadows = shadows_wide(block.edges(), center, found.offset).to_array();
            let found = [found.gap, found.length_sq, found.along, found.distance_sq, found.offset[0], found.offset[1]]
                .map(F32s::to_array);
            for lane in 0..LANES {
                let center = points.map(|coordinate| coordinate[lane]);
                let twin = nearest(block.edges(), center, lane);
                prop_assert_eq!(found.map(|v| v[lane].to_bits()), twin.map(f32::to_bits), "lane {}", lane);
                // Of two zeros either may come out of a minimum.
                let twin = shadow(block.edges(), center, [twin[4], twin[5]], lane);
                prop_assert_eq!((shadows[lane] + 0.0).to_bits(), (twin + 0.0).to_bits(), "lane {}", lane);
            }
        }
    }
}
