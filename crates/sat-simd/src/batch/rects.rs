use super::limits::LimitsWide;
use super::pair_mask::PairMask;
use super::placement::{Placements, RelativeWide};
use super::verdict::Verdict;
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
/// rect_rect_overlaps(&a, &b, &mut mask);
/// // Two metres apart they touch, and touching counts.
/// assert_eq!(mask.iter().collect::<Vec<_>>(), [true, true, true, false, false]);
/// # Ok::<(), sat_simd::ShapeError>(())
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

    /// Appends `rect` at the world pose `pose`.
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
/// # Panics
/// When the batches differ in length.
pub fn rect_rect_overlaps(a: &RectBatch, b: &RectBatch, out: &mut PairMask) {
    assert_eq!(a.len, b.len, "batches of {} and {} boxes", a.len, b.len);
    let verdict = |a: &RectBlock, b: &RectBlock| verdict(a, b, 0.0);
    out.fill(a.len, (&a.blocks, &b.blocks), verdict, |index, lane| {
        let (a, b) = (&a.blocks[index], &b.blocks[index]);
        crate::overlaps(&a.shape(lane), &a.at.pose(lane), &b.shape(lane), &b.at.pose(lane), 0.0)
    });
}

/// Whether eight pairs of boxes are within `margin`. Unsure where they are apart by less than a positive margin.
#[inline]
pub(super) fn verdict(a: &RectBlock, b: &RectBlock, margin: f32) -> Verdict {
    let (gap, size) = gaps_wide(a, b);
    let limits = LimitsWide::new(size, F32s::splat(0.0), margin);
    limits.verdict(gap.simd_lt(limits.close()), gap.simd_gt(limits.apart()))
}

/// The largest gap of eight pairs of boxes over their four axes, and the sum of the coordinates that went into it.
///
/// The same operations as for the single pair, so the same error bound holds; eight pairs are not worth an early exit.
#[inline]
fn gaps_wide(a: &RectBlock, b: &RectBlock) -> (F32s, F32s) {
    let relative = RelativeWide::new(&a.at, &b.at);
    let (cos, sin) = (relative.cos.abs(), relative.sin.abs());
    let (ax, ay) = (F32s::new(a.half_x), F32s::new(a.half_y));
    let (bx, by) = (F32s::new(b.half_x), F32s::new(b.half_y));
    let ([b_in_a_x, b_in_a_y], [a_in_b_x, a_in_b_y]) = (relative.b_in_a, relative.a_in_b);
    let gap_a = max_wide(b_in_a_x.abs() - (ax + (cos * bx + sin * by)), b_in_a_y.abs() - (ay + (sin * bx + cos * by)));
    let gap_b = max_wide(a_in_b_x.abs() - (bx + (cos * ax + sin * ay)), a_in_b_y.abs() - (by + (sin * ax + cos * ay)));
    (max_wide(gap_a, gap_b), relative.size)
}

#[cfg(test)]
mod tests {
    use super::super::placement::Relative;
    use super::super::testing::{half, pose};
    use super::*;
    use crate::lanes::max;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Scalar twin of [`gaps_wide`].
    fn gap(a: &RectBlock, b: &RectBlock, lane: usize) -> (f32, f32) {
        let relative = Relative::new(&a.at, &b.at, lane);
        let (cos, sin) = (relative.cos.abs(), relative.sin.abs());
        let (ax, ay, bx, by) = (a.half_x[lane], a.half_y[lane], b.half_x[lane], b.half_y[lane]);
        let ([b_in_a_x, b_in_a_y], [a_in_b_x, a_in_b_y]) = (relative.b_in_a, relative.a_in_b);
        let gap_a = max(b_in_a_x.abs() - (ax + (cos * bx + sin * by)), b_in_a_y.abs() - (ay + (sin * bx + cos * by)));
        let gap_b = max(a_in_b_x.abs() - (bx + (cos * ax + sin * ay)), a_in_b_y.abs() - (by + (sin * ax + cos * ay)));
        (max(gap_a, gap_b), relative.size)
    }

    proptest! {
        #[test]
        fn wide_gaps_equal_their_twin(pairs in vec((half(), pose(), half(), pose()), LANES)) {
            let (mut a, mut b) = (RectBatch::new(), RectBatch::new());
            for (half_a, pose_a, half_b, pose_b) in pairs {
                a.push(&Rect::new(half_a).unwrap(), &pose_a);
                b.push(&Rect::new(half_b).unwrap(), &pose_b);
            }
            let (gaps, sizes) = gaps_wide(&a.blocks[0], &b.blocks[0]);
            for lane in 0..LANES {
                let twin = gap(&a.blocks[0], &b.blocks[0], lane);
                prop_assert_eq!(gaps.to_array()[lane].to_bits(), twin.0.to_bits(), "lane {}", lane);
                prop_assert_eq!(sizes.to_array()[lane].to_bits(), twin.1.to_bits(), "lane {}", lane);
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
            rect_rect_overlaps(&a, &b, &mut mask);
            prop_assert_eq!(mask.iter().collect::<Vec<_>>(), expected.clone());
            prop_assert_eq!(mask.count(), expected.iter().filter(|&&yes| yes).count());
        }
    }
}
