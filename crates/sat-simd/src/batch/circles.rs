use super::error::BatchError;
use super::pair_mask::PairMask;
use super::verdict::Verdict;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, LANES};
use crate::shape::Circle;
use alloc::vec::Vec;
use geom::{Pose, Vec2};

/// Circles at their world positions, eight to a block.
#[derive(Clone, Debug, Default)]
pub struct CircleBatch {
    blocks: Vec<CircleBlock>,
    len: usize,
}

/// Eight circles.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct CircleBlock {
    pub x: [f32; LANES],
    pub y: [f32; LANES],
    pub radius: [f32; LANES],
}

impl CircleBatch {
    /// No circles.
    #[must_use]
    pub const fn new() -> Self {
        Self { blocks: Vec::new(), len: 0 }
    }

    /// How many circles there are.
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

    /// Forgets all circles; keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.len = 0;
    }

    /// Appends `circle` around `center`, in world coordinates; if that is not finite, nowhere, where it overlaps nothing.
    #[inline]
    pub fn push(&mut self, circle: &Circle, center: Vec2) {
        let lane = self.len % LANES;
        if lane == 0 {
            self.blocks.push(CircleBlock::default());
        }
        let block = &mut self.blocks[self.len / LANES];
        (block.x[lane], block.y[lane], block.radius[lane]) = (center.x, center.y, circle.radius());
        self.len += 1;
    }

    #[inline]
    pub(super) fn blocks(&self) -> &[CircleBlock] {
        &self.blocks
    }
}

impl CircleBlock {
    pub(super) fn shape(&self, lane: usize) -> Circle {
        Circle::new(self.radius[lane]).expect("it was taken from a circle")
    }

    pub(super) fn pose(&self, lane: usize) -> Pose {
        Pose::from_translation(Vec2::new(self.x[lane], self.y[lane]))
    }
}

/// Whether circle `i` of `a` and circle `i` of `b` have a point in common, for all `i`: [`overlaps`](crate::overlaps)
/// with margin 0.
///
/// # Errors
/// [`BatchError::LengthsDiffer`] when the batches do; `out` is then unchanged.
pub fn circle_circle_overlaps(a: &CircleBatch, b: &CircleBatch, out: &mut PairMask) -> Result<(), BatchError> {
    BatchError::check_lengths(a.len, b.len)?;
    let verdict = |a: &CircleBlock, b: &CircleBlock| verdict(a, b, 0.0);
    out.fill(a.len, (&a.blocks, &b.blocks), verdict, |index, lane| {
        let (a, b) = (&a.blocks[index], &b.blocks[index]);
        crate::overlaps(&a.shape(lane), &a.pose(lane), &b.shape(lane), &b.pose(lane), 0.0)
    });
    Ok(())
}

/// Whether eight pairs of circles are within `margin`: [`compare_circles`](crate::filter::compare_circles) for eight pairs,
/// with the same bound.
#[inline]
pub(super) fn verdict(a: &CircleBlock, b: &CircleBlock, margin: f32) -> Verdict {
    let (distance_sq, radii, _) = distances_sq_wide(a, b);
    verdict_of(distance_sq, radii, margin)
}

/// The same of the squared distances of the centres and the sums of the radii.
#[inline(always)]
pub(super) fn verdict_of(distance_sq: F32s, radii: F32s, margin: f32) -> Verdict {
    if margin == 0.0 {
        let reach_sq = radii * radii;
        let error = (distance_sq + reach_sq) * F32s::splat(RELATIVE_ERROR) + F32s::splat(f32::MIN_POSITIVE);
        return Verdict::of_sign(distance_sq - reach_sq, error);
    }
    let (reach, largest) = (radii + F32s::splat(margin), radii + F32s::splat(margin.abs()));
    let error = (distance_sq + largest * largest) * F32s::splat(RELATIVE_ERROR) + F32s::splat(f32::MIN_POSITIVE);
    Verdict::of_sign(distance_sq - reach * reach.abs(), error)
}

/// Squared distances of the centres, sums of the radii, and the distances in the norm |x| + |y|.
#[inline]
pub(super) fn distances_sq_wide(a: &CircleBlock, b: &CircleBlock) -> (F32s, F32s, F32s) {
    let (dx, dy) = (F32s::new(b.x) - F32s::new(a.x), F32s::new(b.y) - F32s::new(a.y));
    let reach = F32s::new(a.radius) + F32s::new(b.radius);
    (dx * dx + dy * dy, reach, dx.abs() + dy.abs())
}

#[cfg(test)]
mod tests {
    use super::super::testing::{pose, radius};
    use super::*;
    use crate::filter::compare_circles;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Scalar twin of [`distances_sq_wide`].
    fn distance_sq(a: &CircleBlock, b: &CircleBlock, lane: usize) -> [f32; 3] {
        let (dx, dy) = (b.x[lane] - a.x[lane], b.y[lane] - a.y[lane]);
        let reach = a.radius[lane] + b.radius[lane];
        [dx * dx + dy * dy, reach, dx.abs() + dy.abs()]
    }

    proptest! {
        #[test]
        fn batches_of_circles_answer_as_single_pairs(
            pairs in vec((radius(), pose(), radius(), pose()), 0..40),
            margin in prop_oneof![Just(0.0), -2.0f32..2.0, Just(1e30f32)],
        ) {
            let (mut a, mut b) = (CircleBatch::new(), CircleBatch::new());
            let mut expected = vec![];
            for (radius_a, pose_a, radius_b, pose_b) in pairs {
                let (circle_a, circle_b) = (Circle::new(radius_a).unwrap(), Circle::new(radius_b).unwrap());
                a.push(&circle_a, pose_a.translation);
                b.push(&circle_b, pose_b.translation);
                expected.push(crate::overlaps(&circle_a, &pose_a, &circle_b, &pose_b, 0.0));
            }
            let mut mask = PairMask::new();
            circle_circle_overlaps(&a, &b, &mut mask).unwrap();
            prop_assert_eq!(mask.iter().collect::<Vec<_>>(), expected);
            for (block_a, block_b) in a.blocks.iter().zip(&b.blocks) {
                let (distances_sq, reaches, sizes) = distances_sq_wide(block_a, block_b);
                let verdict = verdict(block_a, block_b, margin);
                for lane in 0..LANES {
                    let twin = compare_circles(
                        block_b.pose(lane).translation - block_a.pose(lane).translation,
                        block_a.radius[lane] + block_b.radius[lane],
                        margin,
                    );
                    let bit = |bits: u8| bits >> lane & 1 == 1;
                    prop_assert_eq!(bit(verdict.overlaps()), twin.is_close, "lane {}", lane);
                    prop_assert_eq!(bit(verdict.unsure()), !twin.is_sure(), "lane {}", lane);
                    let wide = [distances_sq, reaches, sizes].map(|v| v.to_array()[lane].to_bits());
                    prop_assert_eq!(wide, distance_sq(block_a, block_b, lane).map(f32::to_bits), "lane {}", lane);
                }
            }
        }
    }
}
