use super::core_block::EdgeColumn;
use crate::lanes::{F32s, max_wide, min_wide};

/// The largest gap of eight pairs over the edges of the first cores. O(edges × vertices).
#[inline(always)]
pub(super) fn gaps_wide<const N: usize, const M: usize>(
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
    use super::super::core_block::CoreBlock;
    use super::super::placement::{Relative, RelativeWide};
    use super::super::testing::{polygon, pose, put};
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
                    put(block, lane, pose, polygon.reach(), polygon.radius(), &polygon.blocks()[0], polygon.len());
                }
            }
            check_of::<2>(&a, &b)?;
            check_of::<3>(&a, &b)?;
            check_of::<4>(&a, &b)?;
            check_of::<6>(&a, &b)?;
            check_of::<8>(&a, &b)?;
        }
    }

    /// Checks the gaps over the first `N` edges, to as many vertices as any kernel is compiled for.
    fn check_of<const N: usize>(a: &CoreBlock, b: &CoreBlock) -> Result<(), TestCaseError> {
        check::<N, 2>(a, b)?;
        check::<N, 3>(a, b)?;
        check::<N, 4>(a, b)?;
        check::<N, 6>(a, b)?;
        check::<N, 8>(a, b)
    }

    fn check<const N: usize, const M: usize>(a: &CoreBlock, b: &CoreBlock) -> Result<(), TestCaseError> {
        let relative = RelativeWide::new(&a.at, &b.at);
        let (edges, others) = (a.first_edges::<N>(), b.first_edges::<M>());
        let turned = gaps_wide(edges, others, relative.b_in_a, Some((relative.cos, relative.sin))).to_array();
        let alike = gaps_wide(edges, others, relative.b_in_a, None).to_array();
        for lane in 0..LANES {
            let relative = Relative::new(&a.at, &b.at, lane);
            let twin = |cos, sin| gap(edges, others, relative.b_in_a, cos, sin, lane);
            // Of two zeros either may come out of a minimum.
            let bits = |gap: f32| (gap + 0.0).to_bits();
            prop_assert_eq!(bits(turned[lane]), bits(twin(relative.cos, relative.sin)), "{}, {}: lane {}", N, M, lane);
            prop_assert_eq!(bits(alike[lane]), bits(twin(1.0, 0.0)), "{}, {}: lane {}", N, M, lane);
        }
        Ok(())
    }
}
