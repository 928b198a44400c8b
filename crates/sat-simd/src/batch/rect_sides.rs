//! Over which of its sides another box stands farthest out, of eight boxes against eight: what translations and separations
//! of boxes are made of.
//!
//! The other box's shadow on a box's axes is its half extents times the absolute values of the rotation, so the gaps need no
//! corners. They have the bits of a general core's: the largest of the other's heights over an edge is that sum with its
//! sign, and what is mirrored is rounded alike.

use super::limits::LimitsWide;
use super::nearest::select2;
use super::placement::RelativeWide;
use super::rects::RectBlock;
use crate::filter::TIE;
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
        let gap_x = (position[0].abs() - half[0]) - (abs_cos * other[0] + abs_sin * other[1]);
        let gap_y = (position[1].abs() - half[1]) - (abs_sin * other[0] + abs_cos * other[1]);
        Self {
            gap: max_wide(gap_x, gap_y),
            gap_of_neighbor: min_wide(gap_x, gap_y),
            is_x: gap_x.simd_ge(gap_y),
            position,
        }
    }

    /// The outward normals. Of two opposite sides that are equally far, the left and the upper one's: the last ones,
    /// counter-clockwise from the lower one.
    #[inline(always)]
    pub fn normal(&self) -> [F32s; 2] {
        let (zero, one, sign) = (F32s::splat(0.0), F32s::splat(1.0), F32s::splat(-0.0));
        let [x, y] = self.position;
        [self.is_x & (one ^ (x.simd_le(zero) & sign)), !self.is_x & (one ^ (y.simd_lt(zero) & sign))]
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
        let RelativeWide { b_in_a, a_in_b, cos, sin, size } = RelativeWide::new(&a.at, &b.at);
        let half = |block: &RectBlock| [F32s::new(block.half_x), F32s::new(block.half_y)];
        let (half_a, half_b, abs_cos, abs_sin) = (half(a), half(b), cos.abs(), sin.abs());
        let on_a = SideWide::new(b_in_a, half_a, half_b, abs_cos, abs_sin);
        let on_b = SideWide::new(a_in_b, half_b, half_a, abs_cos, abs_sin);
        let limits = LimitsWide::new(size, F32s::splat(0.0), 0.0);
        Self { limits, gap: max_wide(on_a.gap, on_b.gap), on_a, on_b, half_a, half_b, cos, sin }
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
