//! Two boxes: verdicts by four axes, as in E. Meythaler, "2D rotated rectangle collision", gamedev.net, 2004, and separations
//! by the corners of each over one side of the other.

use super::Verdict;
use super::frame::{Frame, Limits, Relative};
use super::nearest::TIE;
use crate::lanes::{max, min};
use crate::root::sqrt;
use crate::shape::Rect;
use geom::Vec2;

/// How far another box, `position` from a box in its frame, stays outside its nearer sides on the x and on the y axis.
///
/// The other's shadow on the axes is its half extents times the absolute values of the rotation: no corners are needed.
#[inline(always)]
pub(crate) fn side_gaps(position: Vec2, half: Vec2, other: Vec2, abs_cos: f32, abs_sin: f32) -> [f32; 2] {
    [
        (position.x.abs() - half.x) - (abs_cos * other.x + abs_sin * other.y),
        (position.y.abs() - half.y) - (abs_sin * other.x + abs_cos * other.y),
    ]
}

/// The verdict on two boxes. Left undecided, besides what is near the limits: boxes that are apart by less than a positive
/// reach.
#[inline]
pub(crate) fn compare_rects(a: &Rect, b: &Rect, frame: &Frame, limits: &Limits) -> Verdict {
    let (half_a, half_b) = (a.half(), b.half());
    let (cos, sin) = (frame.b_in_a.cos.abs(), frame.b_in_a.sin.abs());
    let on_a = side_gaps(frame.b_in_a.position, half_a, half_b, cos, sin);
    let on_b = side_gaps(frame.a_in_b.position, half_b, half_a, cos, sin);
    let gap = max(max(on_a[0], on_a[1]), max(on_b[0], on_b[1]));
    limits.trusted(gap > limits.apart, gap < limits.close)
}

/// The side of a box over which another one stands farthest out, seen along its normal u and, to the left of that, v.
struct Side {
    /// How far the other box stays outside, over this side and over its neighbour, and from the middle out.
    gap: f32,
    gap_of_neighbor: f32,
    out: f32,
    /// How far the other's middle is along the side.
    along: f32,
    /// How far out the side is, and how far it reaches both ways.
    height: f32,
    limit: f32,
    /// The other's x axis: along the normal and along the side, both with one sign or the other.
    axis: Vec2,
}

impl Side {
    /// The numbers of a general core, in their order: what is mirrored has the same bits but for the sign.
    #[inline]
    fn new(other_at: &Relative, half: Vec2, other: Vec2) -> Self {
        let Relative { position: Vec2 { x, y }, cos, sin } = *other_at;
        let [gap_x, gap_y] = side_gaps(other_at.position, half, other, cos.abs(), sin.abs());
        let (gap, gap_of_neighbor) = (max(gap_x, gap_y), min(gap_x, gap_y));
        if gap_x >= gap_y {
            let (along, axis) = (if x.is_sign_negative() { -y } else { y }, Vec2::new(cos, sin));
            Self { gap, gap_of_neighbor, out: x.abs(), along, height: half.x, limit: half.y, axis }
        } else {
            let (along, axis) = (if y.is_sign_negative() { x } else { -x }, Vec2::new(sin, -cos));
            Self { gap, gap_of_neighbor, out: y.abs(), along, height: half.y, limit: half.x, axis }
        }
    }

    /// Whether rounding could have taken this side for its neighbour or for the opposite one.
    #[inline]
    fn is_tied(&self, tie: f32) -> bool {
        (self.gap_of_neighbor >= self.gap - tie) | (self.out <= tie)
    }

    /// The smallest squared distance of the other box's corners from the side.
    #[inline]
    fn nearest_sq(&self, other: Vec2) -> f32 {
        let (one, two) = (self.axis * other.x, self.axis * other.y);
        let corners = [Vec2::new(one.x - two.y, one.y + two.x), Vec2::new(one.x + two.y, one.y - two.x)];
        let distance_sq = |corner: Vec2| {
            let across = (self.out + corner.x) - self.height;
            let along = (self.along + corner.y) + self.limit;
            let beyond = max(max(0.0 - along, along - (self.limit + self.limit)), 0.0);
            across * across + beyond * beyond
        };
        let [one, two] = corners.map(|corner| min(distance_sq(corner), distance_sq(-corner)));
        min(one, two)
    }
}

/// The signed distance of two boxes: the numbers of [`core_separation`](super::nearest::core_separation). `None` where `f32`
/// cannot tell over which side of one the other stands.
#[inline]
pub(crate) fn rect_separation(a: &Rect, b: &Rect, frame: &Frame, error: f32) -> Option<f32> {
    let on_a = Side::new(&frame.b_in_a, a.half(), b.half());
    let on_b = Side::new(&frame.a_in_b, b.half(), a.half());
    let gap = max(on_a.gap, on_b.gap);
    if gap < -error {
        return Some(gap);
    }
    let tie = TIE * error;
    let is_tied = on_a.is_tied(tie) | on_b.is_tied(tie);
    (!is_tied).then(|| sqrt(min(on_a.nearest_sq(b.half()), on_b.nearest_sq(a.half()))))
}

#[cfg(test)]
mod tests {
    use super::super::edges::with_edges;
    use super::super::nearest::core_separation;
    use super::*;
    use crate::AsShape;
    use crate::batch::testing::{half, place};
    use geom::Pose;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50_000))]

        #[test]
        fn boxes_have_the_separation_of_cores(
            half_a in half(), pose_a in place(), half_b in half(), pose_b in place(),
        ) {
            let (a, b) = (Rect::new(half_a).unwrap(), Rect::new(half_b).unwrap());
            let frame = Frame::new(&pose_a, &pose_b);
            let limits = Limits::new(frame.offset, a.reach() + b.reach(), 0.0, 0.0);
            if !limits.squares_are_normal() {
                return Ok(());
            }
            let Some(got) = rect_separation(&a, &b, &frame, limits.error) else { return Ok(()) };
            let error = limits.error;
            let want = with_edges(a.as_shape(), |a| {
                with_edges(b.as_shape(), |b| core_separation(&a, &b, &frame, error))
            });
            prop_assert_eq!(got.to_bits(), want.to_bits(), "{:?} {:?} {:?} {:?}", a, pose_a, b, pose_b);
        }
    }

    #[test]
    fn boxes_side_by_side_and_corner_to_corner_are_sure() {
        let (a, b) = (Rect::new(Vec2::new(1.0, 0.5)).unwrap(), Rect::new(Vec2::new(0.5, 0.5)).unwrap());
        let at = |x, y| Frame::new(&Pose::IDENTITY, &Pose::from_translation(Vec2::new(x, y)));
        let separation = |x, y| rect_separation(&a, &b, &at(x, y), 1e-6);
        assert_eq!(separation(2.5, 0.25), Some(1.0));
        assert_eq!(separation(-0.5, -3.0), Some(2.0));
        assert_eq!(separation(4.5, -5.0), Some(5.0));
        assert_eq!(separation(0.0, 0.75), Some(-0.25));
        // Both sides of the corner are as near.
        assert_eq!(separation(2.5, 2.0), None);
    }

    /// Both sides of one are within rounding of the other's middle.
    #[test]
    fn thin_boxes_may_be_over_either_side() {
        let thin = Rect::new(Vec2::new(1.0, 1e-7)).unwrap();
        let separation = |y| {
            let frame = Frame::new(&Pose::IDENTITY, &Pose::from_translation(Vec2::new(0.25, y)));
            rect_separation(&thin, &thin, &frame, 1e-6)
        };
        assert_eq!(separation(1e-7), None);
        assert_eq!(separation(1e-3).map(|gap| (gap * 1e6).round()), Some(1000.0));
    }
}
