use super::circles::CircleBlock;
use super::core_block::{CoreBlock, EdgeColumn};
use super::limits::LimitsWide;
use super::nearest::FacingEdge;
use super::placement::Placements;
use super::verdict::Verdict;
use crate::lanes::{F32s, LANES, max_wide, min_wide};

/// Whether eight cores and circles, grown by their radii, are within `margin`.
///
/// The centre is inside, or as far away as the nearest edge: two numbers an edge, and no branch.
#[inline]
pub(super) fn verdict(a: &CoreBlock, b: &CircleBlock, margin: f32) -> Verdict {
    match a.max_len {
        2 => verdict_of::<2>(a, b, margin),
        3 => verdict_of::<3>(a, b, margin),
        4 => verdict_of::<4>(a, b, margin),
        6 => verdict_of::<6>(a, b, margin),
        _ => verdict_of::<8>(a, b, margin),
    }
}

#[inline(never)]
fn verdict_of<const N: usize>(a: &CoreBlock, b: &CircleBlock, margin: f32) -> Verdict {
    let (center, limits) = center_and_limits(&a.at, &a.radius, b, margin);
    let (gap, distance_sq) = gap_and_distance_sq(a.first_edges::<N>(), center);
    let (is_within, is_beyond) = limits.of_distance_sq(distance_sq);
    let (is_close, is_apart) = (gap.simd_lt(limits.close()), gap.simd_gt(limits.apart()));
    // Of a centre inside, the distance from the edges says nothing.
    limits.verdict(is_close | (!is_apart & is_within), !is_close & (is_apart | (is_beyond & gap.simd_gt(limits.error))))
}

/// The circles' centres in the frames of cores that are placed at `a` and grown by `radius`.
#[inline]
pub(super) fn center_and_limits(
    a: &Placements,
    radius: &[f32; LANES],
    b: &CircleBlock,
    margin: f32,
) -> ([F32s; 2], LimitsWide) {
    let (dx, dy) = (F32s::new(b.x) - F32s::new(a.x), F32s::new(b.y) - F32s::new(a.y));
    let (cos, sin) = (F32s::new(a.cos), F32s::new(a.sin));
    let size = dx.abs() + dy.abs() + F32s::new(a.reach);
    let radii = F32s::new(*radius) + F32s::new(b.radius);
    ([cos * dx + sin * dy, cos * dy - sin * dx], LimitsWide::new(size, radii, margin))
}

/// Of each core the edge that faces the point (x, y) in its frame most.
#[inline]
pub(super) fn facing_edge(core: &CoreBlock, [x, y]: [F32s; 2]) -> FacingEdge {
    FacingEdge::new(core, |edge| {
        F32s::new(edge.nx) * (x - F32s::new(edge.x)) + F32s::new(edge.ny) * (y - F32s::new(edge.y))
    })
}

/// The largest signed distance of eight points from the edges' lines, and the smallest squared distance from the edges.
///
/// Along the normal and along the edge it is the distance from the line and that from the interval between start and end.
#[inline(always)]
fn gap_and_distance_sq<const N: usize>(edges: &[EdgeColumn; N], [x, y]: [F32s; 2]) -> (F32s, F32s) {
    let offset = |edge: &EdgeColumn| (x - F32s::new(edge.x), y - F32s::new(edge.y));
    let (mut gap, mut distance_sq) = (F32s::splat(f32::NEG_INFINITY), F32s::splat(f32::INFINITY));
    for (index, edge) in edges.iter().enumerate() {
        let (nx, ny) = (F32s::new(edge.nx), F32s::new(edge.ny));
        // Past the last column comes the first: the repeated last vertex makes edges without length before it.
        let ((dx, dy), (end_dx, end_dy)) = (offset(edge), offset(&edges[(index + 1) % N]));
        let across = nx * dx + ny * dy;
        let before_start = ny * dx - nx * dy;
        let past_end = nx * end_dy - ny * end_dx;
        let beyond = max_wide(max_wide(before_start, past_end), F32s::splat(0.0));
        gap = max_wide(across, gap);
        distance_sq = min_wide(across * across + beyond * beyond, distance_sq);
    }
    (gap, distance_sq)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{polygon, pose, put};
    use super::*;
    use crate::lanes::{max, min};
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Scalar twin of [`gap_and_distance_sq`].
    fn gap_and_distance_sq_of(edges: &[EdgeColumn], [x, y]: [f32; 2], lane: usize) -> [f32; 2] {
        let (mut gap, mut distance_sq) = (f32::NEG_INFINITY, f32::INFINITY);
        for (index, edge) in edges.iter().enumerate() {
            let end = &edges[(index + 1) % edges.len()];
            let (nx, ny) = (edge.nx[lane], edge.ny[lane]);
            let (dx, dy) = (x - edge.x[lane], y - edge.y[lane]);
            let (end_dx, end_dy) = (x - end.x[lane], y - end.y[lane]);
            let across = nx * dx + ny * dy;
            let beyond = max(max(ny * dx - nx * dy, nx * end_dy - ny * end_dx), 0.0);
            gap = max(across, gap);
            distance_sq = min(across * across + beyond * beyond, distance_sq);
        }
        [gap, distance_sq]
    }

    proptest! {
        #[test]
        fn wide_kernels_equal_their_twins(pairs in vec((polygon(), pose(), pose()), LANES)) {
            let mut block = CoreBlock::default();
            let mut points = [[0.0; LANES]; 2];
            for (lane, (polygon, pose, point)) in pairs.iter().enumerate() {
                put(&mut block, lane, pose, polygon.reach(), polygon.radius(), &polygon.blocks()[0], polygon.len());
                (points[0][lane], points[1][lane]) = (point.translation.x, point.translation.y);
            }
            let center = points.map(F32s::new);
            let (gaps, distances_sq) = gap_and_distance_sq(block.first_edges::<8>(), center);
            let wide = [gaps, distances_sq].map(F32s::to_array);
            for lane in 0..LANES {
                let center = points.map(|coordinate| coordinate[lane]);
                let twin = gap_and_distance_sq_of(block.first_edges::<8>(), center, lane);
                // Of two zeros either may come out of a minimum.
                let bits = |numbers: [f32; 2]| numbers.map(|number| (number + 0.0).to_bits());
                prop_assert_eq!(bits(wide.map(|number| number[lane])), bits(twin), "lane {}", lane);
            }
        }
    }
}
