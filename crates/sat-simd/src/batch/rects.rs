use super::distance_kernel::turn_back;
use super::error::BatchError;
use super::pair_mask::PairMask;
use super::placement::Placements;
use super::verdict::Verdict;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, LANES, max_wide};
use crate::shape::Rect;
use alloc::vec::Vec;
use geom::{Pose, Vec2};

/// Boxes at their world poses, eight to a block.
///
/// ```
/// use sat_simd::batch::{PairMask, RectBatch, rect_rect_overlaps};
/// use sat_simd::{Pose, Rect, Vec2};
///
/// let boxed = Rect::new(Vec2::ONE)?;
/// let (mut a, mut b) = (RectBatch::new(), RectBatch::new());
/// for i in 0..5 {
///     a.push(&boxed, &Pose::IDENTITY);
///     b.push(&boxed, &Pose::from_translation(Vec2::new(i as f32, 0.0)));
/// }
/// let mut mask = PairMask::new();
/// rect_rect_overlaps(&a, &b, &mut mask)?;
/// // Two metres apart they touch, and touching counts.
/// assert_eq!(mask.iter().collect::<Vec<_>>(), [true, true, true, false, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RectBatch {
    blocks: Vec<RectBlock>,
    len: usize,
}

/// Eight boxes.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct RectBlock {
    pub at: Placements,
    pub half_x: [f32; LANES],
    pub half_y: [f32; LANES],
}

impl RectBatch {
    /// No boxes.
    #[must_use]
    pub const fn new() -> Self {
        Self { blocks: Vec::new(), len: 0 }
    }

    /// How many boxes there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets all boxes; keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.len = 0;
    }

    /// Appends `rect` at the world pose `pose`; if that is not finite, nowhere, where it overlaps nothing.
    #[inline]
    pub fn push(&mut self, rect: &Rect, pose: &Pose) {
        let lane = self.len % LANES;
        if lane == 0 {
            self.blocks.push(RectBlock::default());
        }
        let block = &mut self.blocks[self.len / LANES];
        block.at.set(lane, pose, rect.reach());
        (block.half_x[lane], block.half_y[lane]) = (rect.half().x, rect.half().y);
        self.len += 1;
    }
}

impl RectBatch {
    #[inline]
    pub(super) fn blocks(&self) -> &[RectBlock] {
        &self.blocks
    }
}

impl RectBlock {
    fn shape(&self, lane: usize) -> Rect {
        Rect::new(Vec2::new(self.half_x[lane], self.half_y[lane])).expect("it was taken from a box")
    }
}

/// Whether box `i` of `a` and box `i` of `b` have a point in common, for all `i`: [`overlaps`](crate::overlaps) with
/// margin 0.
///
/// # Errors
/// [`BatchError::LengthsDiffer`] when the batches do; `out` is then unchanged.
pub fn rect_rect_overlaps(a: &RectBatch, b: &RectBatch, out: &mut PairMask) -> Result<(), BatchError> {
    BatchError::check_lengths(a.len, b.len)?;
    let verdict = |a: &RectBlock, b: &RectBlock| verdict(a, b, 0.0);
    out.fill(a.len, (&a.blocks, &b.blocks), verdict, |index, lane| {
        let (a, b) = (&a.blocks[index], &b.blocks[index]);
        crate::overlaps(&a.shape(lane), &a.at.pose(lane), &b.shape(lane), &b.at.pose(lane), 0.0)
    });
    Ok(())
}

/// Whether eight pairs of boxes are within `margin`. Unsure where they are apart by less than a positive margin.
///
/// The error bound of the single pair, 16u·(|d|₁ + S) with S for both reaches and |margin|, is here taken for a distance
/// of 9/4·S, so that nothing has to add up a distance. Further away the bound may be larger than that, but it cannot make
/// boxes overlap that are apart: A's axes see at least half of |d|₁, of which S takes 4/9, and the error a few millionths.
#[inline]
pub(super) fn verdict(a: &RectBlock, b: &RectBlock, margin: f32) -> Verdict {
    let gap = gaps_wide(a, b);
    // Infinite from a size of 2³⁰ on, which leaves the lane open. Below, a distance that overflows makes gaps of
    // infinity, and none but these and NaN.
    let of_margin = margin.abs() * OVERFLOWING * (BOUND / OVERFLOWING) + f32::MIN_POSITIVE;
    let reaches = F32s::new(a.at.reach) + F32s::new(b.at.reach);
    let error = reaches * F32s::splat(OVERFLOWING) * F32s::splat(BOUND / OVERFLOWING) + F32s::splat(of_margin);
    let verdict = Verdict::of_sign(gap - F32s::splat(margin), error);
    if margin <= 0.0 {
        return verdict;
    }
    verdict.only(gap.simd_lt(-error) | gap.simd_gt(F32s::splat(margin)))
}

/// The error bound of a gap over the sum of the reaches and the margin: that of the single pair, for the terms and 9/4 of
/// them.
const BOUND: f32 = 3.25 * RELATIVE_ERROR;

/// What sizes are multiplied with to overflow from 2³⁰ on: 2⁹⁸.
const OVERFLOWING: f32 = f32::from_bits((127 + 98) << 23);

/// The largest gap of eight pairs of boxes over their four axes.
///
/// The same operations as for the single pair, but for signs that do not matter, so the same error bound holds; eight
/// pairs are not worth an early exit.
#[inline]
fn gaps_wide(a: &RectBlock, b: &RectBlock) -> F32s {
    let offset = [F32s::new(b.at.x) - F32s::new(a.at.x), F32s::new(b.at.y) - F32s::new(a.at.y)];
    let (cos_a, sin_a) = (F32s::new(a.at.cos), F32s::new(a.at.sin));
    let (cos_b, sin_b) = (F32s::new(b.at.cos), F32s::new(b.at.sin));
    let [in_a_x, in_a_y] = turn_back(offset, cos_a, sin_a).map(F32s::abs);
    let [in_b_x, in_b_y] = turn_back(offset, cos_b, sin_b).map(F32s::abs);
    let [cos, sin] = turn_back([cos_b, sin_b], cos_a, sin_a).map(F32s::abs);
    let (ax, ay) = (F32s::new(a.half_x), F32s::new(a.half_y));
    let (bx, by) = (F32s::new(b.half_x), F32s::new(b.half_y));
    let on_a = side_gaps_wide([in_a_x, in_a_y], [ax, ay], [bx, by], cos, sin);
    let on_b = side_gaps_wide([in_b_x, in_b_y], [bx, by], [ax, ay], cos, sin);
    max_wide(max_wide(on_a[0], on_a[1]), max_wide(on_b[0], on_b[1]))
}

/// [`side_gaps`](crate::filter::side_gaps) of eight boxes, the others' positions mirrored into the first quadrant.
#[inline(always)]
pub(super) fn side_gaps_wide(
    [x, y]: [F32s; 2],
    half: [F32s; 2],
    other: [F32s; 2],
    abs_cos: F32s,
    abs_sin: F32s,
) -> [F32s; 2] {
    [
        (x - half[0]) - (abs_cos * other[0] + abs_sin * other[1]),
        (y - half[1]) - (abs_sin * other[0] + abs_cos * other[1]),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::placement::Relative;
    use super::super::testing::{half, pose};
    use super::*;
    use crate::filter::side_gaps;
    use crate::lanes::max;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Scalar twin of [`gaps_wide`].
    fn gap(a: &RectBlock, b: &RectBlock, lane: usize) -> f32 {
        let relative = Relative::new(&a.at, &b.at, lane);
        let (cos, sin) = (relative.cos.abs(), relative.sin.abs());
        let half = |block: &RectBlock| Vec2::new(block.half_x[lane], block.half_y[lane]);
        let on_a = side_gaps(relative.b_in_a.into(), half(a), half(b), cos, sin);
        let on_b = side_gaps(relative.a_in_b.into(), half(b), half(a), cos, sin);
        max(max(on_a[0], on_a[1]), max(on_b[0], on_b[1]))
    }

    /// From subnormal to as large as there are.
    fn magnitude() -> impl Strategy<Value = f32> {
        prop_oneof![0.5f32..2.0, 1e38f32..f32::MAX, (1u32..0x7f80_0000).prop_map(f32::from_bits)]
    }

    fn extreme_half() -> impl Strategy<Value = Vec2> {
        (magnitude(), magnitude()).prop_map(|(x, y)| Vec2::new(x, y))
    }

    fn extreme_pose() -> impl Strategy<Value = Pose> {
        let signed = || prop_oneof![magnitude(), magnitude().prop_map(|m| -m), Just(0.0)];
        (signed(), signed(), pose()).prop_map(|(x, y, turned)| Pose::new(Vec2::new(x, y), turned.rotation))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn wide_gaps_equal_their_twin(pairs in vec((half(), pose(), half(), pose()), LANES)) {
            let (mut a, mut b) = (RectBatch::new(), RectBatch::new());
            for (half_a, pose_a, half_b, pose_b) in pairs {
                a.push(&Rect::new(half_a).unwrap(), &pose_a);
                b.push(&Rect::new(half_b).unwrap(), &pose_b);
            }
            let gaps = gaps_wide(&a.blocks[0], &b.blocks[0]).to_array();
            for (lane, wide) in gaps.into_iter().enumerate() {
                let twin = gap(&a.blocks[0], &b.blocks[0], lane);
                prop_assert_eq!(wide.to_bits(), twin.to_bits(), "lane {}", lane);
            }
        }

        /// Where sums and products overflow or underflow, too: what is sure is right.
        #[test]
        fn verdicts_are_never_wrong(
            pairs in vec((extreme_half(), extreme_pose(), extreme_half(), extreme_pose()), LANES),
            margin in prop_oneof![Just(0.0f32), magnitude(), magnitude().prop_map(|m| -m)],
        ) {
            let (mut a, mut b) = (RectBatch::new(), RectBatch::new());
            for (half_a, pose_a, half_b, pose_b) in &pairs {
                a.push(&Rect::new(*half_a).unwrap(), pose_a);
                b.push(&Rect::new(*half_b).unwrap(), pose_b);
            }
            let verdict = verdict(&a.blocks[0], &b.blocks[0], margin);
            for (lane, (half_a, pose_a, half_b, pose_b)) in pairs.iter().enumerate() {
                let (rect_a, rect_b) = (Rect::new(*half_a).unwrap(), Rect::new(*half_b).unwrap());
                if verdict.unsure() >> lane & 1 == 0 {
                    let expected = crate::overlaps(&rect_a, pose_a, &rect_b, pose_b, margin);
                    prop_assert_eq!(verdict.overlaps() >> lane & 1 == 1, expected, "{:?} by {}", pairs[lane], margin);
                }
            }
        }

        #[test]
        fn batches_of_boxes_answer_as_single_pairs(pairs in vec((half(), pose(), half(), pose()), 0..40)) {
            let (mut a, mut b) = (RectBatch::new(), RectBatch::new());
            let mut expected = vec![];
            for (half_a, pose_a, half_b, pose_b) in pairs {
                let (rect_a, rect_b) = (Rect::new(half_a).unwrap(), Rect::new(half_b).unwrap());
                a.push(&rect_a, &pose_a);
                b.push(&rect_b, &pose_b);
                expected.push(crate::overlaps(&rect_a, &pose_a, &rect_b, &pose_b, 0.0));
            }
            let mut mask = PairMask::new();
            rect_rect_overlaps(&a, &b, &mut mask).unwrap();
            prop_assert_eq!(mask.iter().collect::<Vec<_>>(), expected.clone());
            prop_assert_eq!(mask.count(), expected.iter().filter(|&&yes| yes).count());
        }
    }
}
