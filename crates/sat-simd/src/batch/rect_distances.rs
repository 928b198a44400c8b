//! Eight pairs of boxes and how far they are apart, in closed form.
//!
//! Seen from a box, and mirrored so that the other one's middle stands in the first quadrant, two faces count: the right
//! one and the upper one. Over each, the lowest corner of the other box follows from its half extents and the absolute
//! values of the rotation, so no corner is made that is not asked for. The largest gap is that over a face which holds one
//! of the nearest points, also where both are corners: the directions between the normals of two neighbouring faces of the
//! Minkowski difference are nearest to both, so both gaps are positive there, and the lowest corner is the nearest one. If
//! the boxes overlap it is their depth, and that corner stands over its face.
//!
//! # Error
//! u = 2⁻²⁴, E = 16u·size, the bound of the overlaps. With T the distance of the positions and r, r′ the reaches, the gap
//! over a face of the box that reaches r is off by 3u·T for the position, 8u·r and 4u of itself for a rotation that may
//! lengthen, 4u·√2·r′ for the shadow and 3u·T + u·r + u·√2·r′ for adding up: less than 9u·size where the boxes are apart,
//! less than E where they overlap. So is the place of a corner along the face.
//!
//! Of faces of both boxes whose gaps differ by no more than 18u·size, either may be the one to take. The one over which the
//! corner stands is taken, or stands less far out: neither its gap nor that is larger than those of the right face by more
//! than an error, so the distance is not either by more than √2 of them, and since a corner is never nearer than the boxes
//! are, it is not smaller by more. Faces of one box are perpendicular: where rounding takes one for the other, boxes moved
//! by as much have both. With 2.5u for the root that is 15.3u·size, less than E.
//!
//! Of boxes that are parallel to within the rounding of a sine, 4u, two corners are lowest: the one nearer to the middle is
//! taken. The intervals that two facing sides take up meet only if that corner of one of them is over the other.

use super::distance_kernel::{ClosestWide, dot, error_of, is_of_usual_size, plus, select2, times};
use super::distances::Answers;
use super::placement::{Placements, RelativeWide};
use super::rects::RectBlock;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, max_wide, min_wide};

/// Gaps that differ by so many errors may be equal: 20u where 18u are needed.
pub(super) const TIE: f32 = 1.25;

/// How eight boxes are turned as seen from eight others.
#[derive(Clone, Copy)]
pub(super) struct TurnWide {
    /// The absolute values of cosine and sine.
    pub cos: F32s,
    pub sin: F32s,
    /// The sign of their product, and no other bit.
    pub sign: F32s,
    /// All bits; where the boxes are parallel, all but the sign.
    pub kept: F32s,
}

/// Of each of eight boxes the face over which another box stands farthest out, and that one's lowest corner over it: in
/// the box's frame, mirrored so that the other's middle is in the first quadrant.
#[derive(Clone, Copy)]
struct FacingWide {
    /// The lanes with the right face; in the others it is the upper one.
    is_right: F32s,
    /// What mirrors the frame back: the signs of the other's position, and no other bits.
    signs: [F32s; 2],
    /// How far the face is from the middle, and how far it reaches to either side.
    height: F32s,
    limit: F32s,
    /// Of the corner: how far it is out, and where along the face.
    gap: F32s,
    along: F32s,
    /// How far it stands past the face's end; zero over it.
    beyond: F32s,
}

impl TurnWide {
    #[inline]
    pub(super) fn new(cos: F32s, sin: F32s) -> Self {
        let sign = F32s::splat(-0.0);
        let (abs_cos, abs_sin) = (cos.abs(), sin.abs());
        let is_parallel = min_wide(abs_cos, abs_sin).simd_le(F32s::splat(0.25 * RELATIVE_ERROR));
        Self { cos: abs_cos, sin: abs_sin, sign: (cos ^ sin) & sign, kept: !(is_parallel & sign) }
    }

    /// As seen from the others.
    #[inline]
    pub(super) fn reversed(self) -> Self {
        Self { sign: self.sign ^ F32s::splat(-0.0), ..self }
    }
}

impl FacingWide {
    #[inline]
    fn new(position: [F32s; 2], half: [F32s; 2], other: [F32s; 2], turn: TurnWide) -> Self {
        let signs = position.map(|v| v & F32s::splat(-0.0));
        let [x, y] = position.map(F32s::abs);
        let (cos_x, sin_x) = (turn.cos * other[0], turn.sin * other[0]);
        let (cos_y, sin_y) = (turn.cos * other[1], turn.sin * other[1]);
        let gap_right = x - (half[0] + (cos_x + sin_y));
        let gap_upper = y - (half[1] + (sin_x + cos_y));
        let mirrored = |v: F32s| (v ^ (turn.sign ^ signs[0] ^ signs[1])) & turn.kept;
        let along_right = y - mirrored(sin_x - cos_y);
        let along_upper = x - mirrored(cos_x - sin_y);
        let is_right = gap_right.simd_ge(gap_upper);
        let [height, limit] = select2(is_right, half, [half[1], half[0]]);
        let along = is_right.select(along_right, along_upper);
        let beyond = max_wide(along.abs() - limit, F32s::splat(0.0));
        Self { is_right, signs, height, limit, gap: max_wide(gap_right, gap_upper), along, beyond }
    }

    /// These where `mask`, elsewhere the others.
    #[inline]
    fn or(self, mask: F32s, other: Self) -> Self {
        let either = |yes: F32s, no: F32s| mask.select(yes, no);
        Self {
            is_right: either(self.is_right, other.is_right),
            signs: select2(mask, self.signs, other.signs),
            height: either(self.height, other.height),
            limit: either(self.limit, other.limit),
            gap: either(self.gap, other.gap),
            along: either(self.along, other.along),
            beyond: either(self.beyond, other.beyond),
        }
    }

    /// The face's normal and, mirrored with it, its direction: in the world, of boxes turned by these.
    #[inline]
    fn axes(&self, cos: F32s, sin: F32s) -> [[F32s; 2]; 2] {
        let [sign_x, sign_y] = self.signs;
        let right = [cos ^ sign_x, sin ^ sign_x];
        let upper = [-sin ^ sign_y, cos ^ sign_y];
        [select2(self.is_right, right, upper), select2(self.is_right, upper, right)]
    }
}

/// The nearest, or deepest, points of eight pairs of boxes, seen from where the owner of the face stands.
struct Nearest {
    /// The lanes in which the face is one of A's.
    is_a: F32s,
    /// The distance, or minus the depth.
    separation: F32s,
    /// Unit, from the face to the corner.
    normal: [F32s; 2],
    on_face: [F32s; 2],
    corner: [F32s; 2],
    /// The lanes with boxes that are apart by more than E.
    is_apart: F32s,
    /// The lanes with boxes that overlap, or are apart, by more than that.
    is_sure: F32s,
}

impl Nearest {
    /// `owners` tells of A and of B where it stands, x and y, and cosine and sine of its angle: in the frame that the answer
    /// is wanted in.
    #[inline(always)]
    fn new(
        a: &RectBlock,
        b: &RectBlock,
        relative: &RelativeWide,
        size: F32s,
        [[a_x, a_y, a_cos, a_sin], [b_x, b_y, b_cos, b_sin]]: [[F32s; 4]; 2],
    ) -> Self {
        let error = error_of(size);
        let half_a = [F32s::new(a.half_x), F32s::new(a.half_y)];
        let half_b = [F32s::new(b.half_x), F32s::new(b.half_y)];
        let turn = TurnWide::new(relative.cos, relative.sin);
        let on_a = FacingWide::new(relative.b_in_a, half_a, half_b, turn);
        let on_b = FacingWide::new(relative.a_in_b, half_b, half_a, turn.reversed());
        let tie = error * F32s::splat(TIE);
        let bias = on_a.beyond.simd_le(on_b.beyond).select(tie, -tie);
        let is_a = (on_a.gap + bias).simd_ge(on_b.gap);
        let facing = on_a.or(is_a, on_b);

        let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
        let foot = min_wide(max_wide(facing.along, -facing.limit), facing.limit);
        let to_corner = [facing.gap, facing.along - foot];
        let distance = dot(to_corner, to_corner).sqrt();
        let is_apart = facing.gap.simd_gt(error);
        // By the highest of all faces: the one that was passed over may be higher by the tie.
        let is_deep = max_wide(on_a.gap, on_b.gap).simd_lt(-error) & facing.beyond.simd_le(error);
        let [out, aside] = select2(is_apart, [to_corner[0] / distance, to_corner[1] / distance], [one, zero]);
        let separation = is_apart.select(distance, facing.gap);

        let [normal, direction] = facing.axes(is_a.select(a_cos, b_cos), is_a.select(a_sin, b_sin));
        let on_face = plus(times(normal, facing.height), times(direction, foot));
        let on_face = plus(select2(is_a, [a_x, a_y], [b_x, b_y]), on_face);
        let normal = plus(times(normal, out), times(direction, aside));
        let corner = plus(on_face, times(normal, separation));
        let is_sure = (is_apart | is_deep) & is_of_usual_size(size);
        Self { is_a, separation, normal, on_face, corner, is_apart, is_sure }
    }

    /// The normal from A to B.
    #[inline(always)]
    fn a_to_b(&self) -> [F32s; 2] {
        let to_b = !self.is_a & F32s::splat(-0.0);
        self.normal.map(|v| v ^ to_b)
    }
}

/// The distances of eight pairs of boxes: unsure where they are within E of touching.
#[inline(never)]
pub(super) fn rect_distances_wide(a: &RectBlock, b: &RectBlock) -> Answers {
    let relative = RelativeWide::new(&a.at, &b.at);
    let place = |at: &Placements| [F32s::new(at.x), F32s::new(at.y), F32s::new(at.cos), F32s::new(at.sin)];
    let owners = [place(&a.at), place(&b.at)];
    let nearest = Nearest::new(a, b, &relative, relative.size, owners);
    let Nearest { is_a, on_face, corner, .. } = nearest;
    Answers {
        distance: nearest.is_apart.select(nearest.separation, F32s::splat(0.0)).to_array(),
        point_a: select2(is_a, on_face, corner).map(F32s::to_array),
        point_b: select2(is_a, corner, on_face).map(F32s::to_array),
        normal: nearest.a_to_b().map(F32s::to_array),
        unsure: !nearest.is_sure.to_bitmask(),
    }
}

/// The nearest, or deepest, points of eight pairs of boxes that stand to each other as `relative` tells.
#[inline(always)]
pub(super) fn closest_rects_wide(a: &RectBlock, b: &RectBlock, relative: &RelativeWide, size: F32s) -> ClosestWide {
    let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
    let [x, y] = relative.b_in_a;
    let owners = [[zero, zero, one, zero], [x, y, relative.cos, relative.sin]];
    let nearest = Nearest::new(a, b, relative, size, owners);
    let normal = nearest.a_to_b();
    ClosestWide {
        separation: nearest.separation,
        point_a: select2(nearest.is_a, nearest.on_face, nearest.corner),
        a_to_b: times(normal, nearest.separation),
        normal,
        is_a: nearest.is_a,
        is_sure: nearest.is_sure,
    }
}
