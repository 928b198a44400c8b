use super::core_block::{CoreBlock, EdgeColumn};
use super::limits::LimitsWide;
use super::nearest::Nearest;
use super::placement::RelativeWide;
use super::verdict::Verdict;
use crate::lanes::{F32s, max_wide, min_wide};

/// Whether eight pairs of cores, grown by their radii, are within `margin`.
///
/// A function of its own for each pair of vertex counts: loops of known length, and nothing handed over in memory. Cores
/// that are given as they stand in the world, with poses that do not turn them, are not `TURNED`: that takes a seventh of
/// the operations away.
#[inline]
pub(super) fn verdict<const TURNED: bool>(a: &CoreBlock, b: &CoreBlock, margin: f32) -> Verdict {
    match a.max_len {
        2 => verdict_of::<2, TURNED>(a, b, margin),
        3 => verdict_of::<3, TURNED>(a, b, margin),
        4 => verdict_of::<4, TURNED>(a, b, margin),
        6 => verdict_of::<6, TURNED>(a, b, margin),
        _ => verdict_of::<8, TURNED>(a, b, margin),
    }
}

#[inline]
fn verdict_of<const N: usize, const TURNED: bool>(a: &CoreBlock, b: &CoreBlock, margin: f32) -> Verdict {
    match b.max_len {
        2 => sharp_verdict::<N, 2, TURNED>(a, b, margin),
        3 => sharp_verdict::<N, 3, TURNED>(a, b, margin),
        4 => sharp_verdict::<N, 4, TURNED>(a, b, margin),
        6 => sharp_verdict::<N, 6, TURNED>(a, b, margin),
        _ => sharp_verdict::<N, 8, TURNED>(a, b, margin),
    }
}

#[inline(never)]
fn sharp_verdict<const N: usize, const M: usize, const TURNED: bool>(
    a: &CoreBlock,
    b: &CoreBlock,
    margin: f32,
) -> Verdict {
    let relative = if TURNED { RelativeWide::new(&a.at, &b.at) } else { RelativeWide::unturned(&a.at, &b.at) };
    let limits = LimitsWide::new(relative.size, F32s::new(a.radius) + F32s::new(b.radius), margin);
    if limits.reach.simd_gt(F32s::splat(0.0)).any() {
        return rounded_verdict(a, b, &relative, &limits);
    }
    let (a, b) = (a.first_edges::<N>(), b.first_edges::<M>());
    let apart = limits.apart();
    let turn = TURNED.then_some((relative.cos, relative.sin));
    let gap_a = gaps_wide(a, b, relative.b_in_a, turn);
    if N > 4 {
        let is_apart = gap_a.simd_gt(apart);
        if is_apart.all() {
            return limits.verdict(F32s::splat(0.0), is_apart);
        }
    }
    let turn_back = turn.map(|(cos, sin)| (cos, -sin));
    let gap = max_wide(gaps_wide(b, a, relative.a_in_b, turn_back), gap_a);
    limits.verdict(gap.simd_lt(limits.close()), gap.simd_gt(apart))
}

/// The same where cores that are apart may be within reach: then their distance decides.
#[inline(never)]
fn rounded_verdict(a: &CoreBlock, b: &CoreBlock, relative: &RelativeWide, limits: &LimitsWide) -> Verdict {
    let nearest = Nearest::new(a, b, relative);
    let (is_close, is_apart) = (nearest.gap.simd_lt(limits.close()), nearest.gap.simd_gt(limits.apart()));
    if (is_close | is_apart).all() {
        return limits.verdict(is_close, is_apart);
    }
    let [on_a, on_b] = nearest.feet(a, b, relative);
    let (is_within, is_beyond) = limits.of_distance_sq(min_wide(on_a.distance_sq, on_b.distance_sq));
    // Of cores that cross, the vertices say nothing about the distance; a tie may hide the nearest vertex, but no
    // vertex is nearer than the nearest.
    let is_beyond = is_beyond & nearest.gap.simd_gt(limits.error) & !nearest.is_tied(limits);
    limits.verdict(is_close | (!is_apart & is_within), is_apart | (!is_close & is_beyond))
}

/// The largest gap of eight pairs over the edges of the first cores. O(edges × vertices).
#[inline(always)]
fn gaps_wide<const N: usize, const M: usize>(
    edges: &[EdgeColumn; N],
    others: &[EdgeColumn; M],
    position: [F32s; 2],
    turn: Option<(F32s, F32s)>,
) -> F32s {
    let mut largest = gap_wide(&edges[0], others, position, turn);
    for edge in &edges[1..] {
        largest = max_wide(gap_wide(edge, others, position, turn), largest);
    }
    largest
}

/// How far the other cores stay outside one edge: the smallest height of their vertices over it, n·(t − v) + min
/// (Rᵀn)·w, as for the single pair. Cosine and sine of R, or none where the frames are turned alike.
#[inline(always)]
pub(super) fn gap_wide<const N: usize>(
    edge: &EdgeColumn,
    others: &[EdgeColumn; N],
    position: [F32s; 2],
    turn: Option<(F32s, F32s)>,
) -> F32s {
    let [nx, ny] = edge.normal();
    let [other_nx, other_ny] = match turn {
        Some((cos, sin)) => [nx * cos + ny * sin, ny * cos - nx * sin],
        None => [nx, ny],
    };
    let height = |other: &EdgeColumn| other_nx * F32s::new(other.x) + other_ny * F32s::new(other.y);
    let mut nearest = height(&others[0]);
    for other in &others[1..] {
        nearest = min_wide(height(other), nearest);
    }
    let (dx, dy) = (position[0] - F32s::new(edge.x), position[1] - F32s::new(edge.y));
    nearest + (nx * dx + ny * dy)
}

#[cfg(test)]
mod tests {
    use super::super::placement::Relative;
    use super::super::testing::{polygon, pose};
    use super::*;
    use crate::lanes::{LANES, max, min};
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Scalar twin of [`gaps_wide`].
    fn gap(edges: &[EdgeColumn], others: &[EdgeColumn], position: [f32; 2], cos: f32, sin: f32, lane: usize) -> f32 {
        let mut largest = f32::NEG_INFINITY;
        for edge in edges {
            let (nx, ny) = (edge.nx[lane], edge.ny[lane]);
            let (other_nx, other_ny) = (nx * cos + ny * sin, ny * cos - nx * sin);
            let mut nearest = f32::MAX;
            for other in others {
                nearest = min(other_nx * other.x[lane] + other_ny * other.y[lane], nearest);
            }
            let (dx, dy) = (position[0] - edge.x[lane], position[1] - edge.y[lane]);
            largest = max(nearest + (nx * dx + ny * dy), largest);
        }
        largest
    }

    proptest! {
        #[test]
        fn wide_gaps_equal_their_twin(pairs in vec((polygon(), pose(), polygon(), pose()), LANES)) {
            let (mut a, mut b) = (CoreBlock::default(), CoreBlock::default());
            for (lane, (polygon_a, pose_a, polygon_b, pose_b)) in pairs.iter().enumerate() {
                for (block, polygon, pose) in [(&mut a, polygon_a, pose_a), (&mut b, polygon_b, pose_b)] {
                    block.set(lane, pose, polygon.reach(), polygon.radius(), &polygon.blocks()[0], polygon.len());
                }
            }
            let relative = RelativeWide::new(&a.at, &b.at);
            let (edges, others) = (a.first_edges::<8>(), b.first_edges::<8>());
            let turned = gaps_wide(edges, others, relative.b_in_a, Some((relative.cos, relative.sin))).to_array();
            let alike = gaps_wide(edges, others, relative.b_in_a, None).to_array();
            for lane in 0..LANES {
                let relative = Relative::new(&a.at, &b.at, lane);
                let twin = |cos, sin| gap(a.edges(), b.edges(), relative.b_in_a, cos, sin, lane);
                // Of two zeros either may come out of a minimum.
                let bits = |gap: f32| (gap + 0.0).to_bits();
                prop_assert_eq!(bits(turned[lane]), bits(twin(relative.cos, relative.sin)), "lane {}", lane);
                prop_assert_eq!(bits(alike[lane]), bits(twin(1.0, 0.0)), "lane {}", lane);
            }
        }
    }
}
