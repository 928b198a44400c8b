//! Over which of its sides another box stands farthest out, of eight boxes against eight: what translations and separations
//! of boxes are made of.
//!
//! The other box's shadow on a box's axes is its half extents times the absolute values of the rotation, so the gaps need no
//! corners. They have the bits of a general core's: the largest of the other's heights over an edge is that sum with its
//! sign, and what is mirrored is rounded alike.

use super::distance_kernel::turn_back;
use super::limits::LimitsWide;
use super::nearest::select2;
use super::placement::RelativeWide;
use super::rects::{RectBlock, side_gaps_wide};
use crate::filter::{RELATIVE_ERROR, TIE};
use crate::lanes::{F32s, max_wide, min_wide};

/// Of each of eight boxes the side over which another stands farthest out.
pub(super) struct SideWide {
    /// How far the other box stays outside, over this side and over its neighbour.
    pub gap: F32s,
    gap_of_neighbor: F32s,
    /// The lanes with the right or the left side; in the others it is the upper or the lower one.
    pub is_x: F32s,
    /// The other's middle, in the box's frame.
    position: [F32s; 2],
}

/// Eight pairs of boxes.
pub(super) struct RectSides {
    pub limits: LimitsWide,
    /// The largest gap over the sides of both.
    pub gap: F32s,
    pub on_a: SideWide,
    pub on_b: SideWide,
    half_a: [F32s; 2],
    half_b: [F32s; 2],
    /// Cosine and sine of B's angle in A's frame.
    cos: F32s,
    sin: F32s,
}

impl SideWide {
    #[inline(always)]
    fn new(position: [F32s; 2], half: [F32s; 2], other: [F32s; 2], abs_cos: F32s, abs_sin: F32s) -> Self {
        let [gap_x, gap_y] = side_gaps_wide(position.map(F32s::abs), half, other, abs_cos, abs_sin);
        Self {
            gap: max_wide(gap_x, gap_y),
            gap_of_neighbor: min_wide(gap_x, gap_y),
            is_x: gap_x.simd_ge(gap_y),
            position,
        }
    }

    /// The outward normals. Of two opposite sides that are equally far, the one that the sign of zero tells, as where one
    /// pair is asked in doubles.
    #[inline(always)]
    pub fn normal(&self) -> [F32s; 2] {
        let (one, sign) = (F32s::splat(1.0), F32s::splat(-0.0));
        let [x, y] = self.position.map(|v| one ^ (v & sign));
        [self.is_x & x, !self.is_x & y]
    }

    /// How far the other boxes' lowest corner stands past the ends of the side, zero over it; of two lowest corners the one
    /// nearer to the middle.
    #[inline(always)]
    fn past_end(&self, half: [F32s; 2], other: [F32s; 2], cos: F32s, sin: F32s) -> F32s {
        let [x, y] = self.position;
        let (abs_cos, abs_sin) = (cos.abs(), sin.abs());
        let is_parallel = min_wide(abs_cos, abs_sin).simd_le(F32s::splat(0.25 * RELATIVE_ERROR));
        let [near, far] =
            select2(self.is_x, [abs_sin * other[0], abs_cos * other[1]], [abs_cos * other[0], abs_sin * other[1]]);
        let mirrored = (near - far) ^ ((cos ^ sin ^ x ^ y) & F32s::splat(-0.0));
        let corner = self.is_x.select(y, x).abs() - is_parallel.select((near - far).abs(), mirrored);
        max_wide(corner.abs() - self.is_x.select(half[1], half[0]), F32s::splat(0.0))
    }

    /// The smallest squared distance of the other boxes' corners from the sides, and the lanes where rounding could have taken
    /// the side for its neighbour or for the opposite one.
    ///
    /// Seen along the normal, and to the left of it along the side. Of the other's corners two are the two others mirrored at
    /// its middle.
    #[inline(always)]
    fn nearest_sq(&self, half: [F32s; 2], other: [F32s; 2], cos: F32s, sin: F32s, tie: F32s) -> (F32s, F32s) {
        let [x, y] = self.position;
        let [out, aside] = select2(self.is_x, [x, y], [y, -x]);
        let (out, aside) = (out.abs(), aside ^ (out & F32s::splat(-0.0)));
        let is_tied = self.gap_of_neighbor.simd_ge(self.gap - tie) | out.simd_le(tie);
        let [height, limit] = select2(self.is_x, half, [half[1], half[0]]);
        let [axis_u, axis_v] = select2(self.is_x, [cos, sin], [sin, -cos]);
        let (one, two) = ([axis_u * other[0], axis_v * other[0]], [axis_u * other[1], axis_v * other[1]]);
        let (zero, length) = (F32s::splat(0.0), limit + limit);
        let distance_sq = |u: F32s, v: F32s| {
            let (across, along) = (u - height, v + limit);
            let beyond = max_wide(max_wide(zero - along, along - length), zero);
            across * across + beyond * beyond
        };
        let both = |u: F32s, v: F32s| min_wide(distance_sq(out + u, aside + v), distance_sq(out - u, aside - v));
        (min_wide(both(one[0] - two[1], one[1] + two[0]), both(one[0] + two[1], one[1] - two[0])), is_tied)
    }
}

impl RectSides {
    #[inline(always)]
    pub fn new(a: &RectBlock, b: &RectBlock) -> Self {
        let RelativeWide { b_in_a, cos, sin, size, .. } = RelativeWide::new(&a.at, &b.at);
        // Turned before it is reversed, so that zeros have the signs that doubles have.
        let offset = [F32s::new(b.at.x) - F32s::new(a.at.x), F32s::new(b.at.y) - F32s::new(a.at.y)];
        let a_in_b = turn_back(offset, b.at.cos.into(), b.at.sin.into()).map(|v| -v);
        let half = |block: &RectBlock| [F32s::new(block.half_x), F32s::new(block.half_y)];
        let (half_a, half_b, abs_cos, abs_sin) = (half(a), half(b), cos.abs(), sin.abs());
        let on_a = SideWide::new(b_in_a, half_a, half_b, abs_cos, abs_sin);
        let on_b = SideWide::new(a_in_b, half_b, half_a, abs_cos, abs_sin);
        let limits = LimitsWide::new(size, F32s::splat(0.0), 0.0);
        Self { limits, gap: max_wide(on_a.gap, on_b.gap), on_a, on_b, half_a, half_b, cos, sin }
    }

    /// The lanes where A's side is the way out, elsewhere B's: the one over which the other box stands farthest out, or of two
    /// that tie to within 2⁻²⁰ of the size the one that the other's lowest corner is over, rather A's.
    #[inline(always)]
    pub fn is_of_a(&self) -> F32s {
        let is_higher = self.on_a.gap.simd_ge(self.on_b.gap);
        // Not the error, which is more than that of sizes near the smallest normal number.
        let tie = self.limits.size * F32s::splat(RELATIVE_ERROR);
        let is_tied = (self.on_a.gap - self.on_b.gap).abs().simd_le(tie);
        if is_tied.none() { is_higher } else { is_tied.select(self.is_over_a(), is_higher) }
    }

    #[inline(always)]
    fn is_over_a(&self) -> F32s {
        let past_a = self.on_a.past_end(self.half_a, self.half_b, self.cos, self.sin);
        past_a.simd_le(self.on_b.past_end(self.half_b, self.half_a, self.cos, -self.sin))
    }

    /// The distances of boxes that do not overlap, and the lanes where rounding could have taken one side for another.
    #[inline(always)]
    pub fn distance(&self) -> (F32s, F32s) {
        let tie = F32s::splat(TIE) * self.limits.error;
        let (to_b, is_tied_a) = self.on_a.nearest_sq(self.half_a, self.half_b, self.cos, self.sin, tie);
        let (to_a, is_tied_b) = self.on_b.nearest_sq(self.half_b, self.half_a, self.cos, -self.sin, tie);
        (min_wide(to_b, to_a).sqrt(), is_tied_a | is_tied_b)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{block_of, half, place};
    use super::*;
    use crate::filter::{Frame, SQUARED_SIZE_LIMIT, rect_separation};
    use crate::lanes::LANES;
    use crate::shape::Rect;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        /// Its scalar twin answers one pair: deep overlaps by the gap, anything else by the distance, ties not at all.
        #[test]
        fn sides_of_eight_boxes_equal_their_twin(
            a in vec((half(), place()), LANES), b in vec((half(), place()), LANES),
        ) {
            let sides = RectSides::new(&block_of(&a), &block_of(&b));
            let (distance, is_tied) = sides.distance();
            let (gap, distance, is_tied) = (sides.gap.to_array(), distance.to_array(), is_tied.to_bitmask());
            let (size, error) = (sides.limits.size.to_array(), sides.limits.error.to_array());
            for lane in 0..LANES {
                if !(size[lane] > SQUARED_SIZE_LIMIT && size[lane] < 1e9) {
                    continue;
                }
                let rect = |half| Rect::new(half).unwrap();
                let ((half_a, pose_a), (half_b, pose_b)) = (&a[lane], &b[lane]);
                let twin = rect_separation(&rect(*half_a), &rect(*half_b), &Frame::new(pose_a, pose_b), error[lane]);
                prop_assert_eq!(error[lane], size[lane] * RELATIVE_ERROR + f32::MIN_POSITIVE);
                let wide = if gap[lane] < -error[lane] {
                    Some(gap[lane])
                } else {
                    (is_tied >> lane & 1 == 0).then_some(distance[lane])
                };
                prop_assert_eq!(wide.map(f32::to_bits), twin.map(f32::to_bits), "{:?} {:?}", a[lane], b[lane]);
            }
        }
    }
}
