//! The signed distance of two segments: the numbers of [`core_separation`](super::nearest::core_separation), one at a time.

use super::frame::{Frame, Relative};
use super::nearest::{Edge, TIE, point_distance_sq};
use crate::ShapeRef;
use crate::lanes::{max, min};
use crate::root::sqrt;
use geom::Vec2;

/// A segment in its own frame, seen as two edges of opposite normals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bar {
    pub ends: [Vec2; 2],
    /// Unit, to the right of it.
    pub normal: Vec2,
    /// How far the ends are from the local origin at most.
    pub reach: f32,
}

impl Bar {
    /// The core of a segment or a capsule.
    #[inline]
    pub fn of(shape: ShapeRef) -> Option<Self> {
        match shape {
            ShapeRef::Segment(s) => Some(Self { ends: [s.a(), s.b()], normal: s.normal(), reach: s.reach() }),
            ShapeRef::Capsule(c) => Some(Self { ends: [c.a(), c.b()], normal: c.normal(), reach: c.reach() }),
            _ => None,
        }
    }

    /// The gaps over the right edge and over the left one: what is negated there has the same bits but for the sign.
    #[inline]
    fn gaps(&self, other: &Self, pose: &Relative) -> [f32; 2] {
        let (n, [start, end]) = (self.normal, self.ends);
        let (other_nx, other_ny) = (n.x * pose.cos + n.y * pose.sin, n.y * pose.cos - n.x * pose.sin);
        let [one, two] = other.ends.map(|end| other_nx * end.x + other_ny * end.y);
        let along_normal = |from: Vec2| n.x * (pose.position.x - from.x) + n.y * (pose.position.y - from.y);
        [min(one, two) + along_normal(start), -(max(one, two) + along_normal(end))]
    }

    /// The smallest squared distance of an end of `other` from the right edge or the left one.
    #[inline]
    fn nearest_sq(&self, is_left: bool, other: &Self, pose: &Relative) -> f32 {
        let (n, [start, end]) = (self.normal, self.ends);
        let length = n.x * (end.y - start.y) - n.y * (end.x - start.x);
        let edge = [Edge::of(start, n, length), Edge::of(end, -n, length)][usize::from(is_left)];
        let [one, two] = other.ends.map(|end| point_distance_sq(&edge, edge.offset_to(pose.apply(end))));
        min(one, two)
    }
}

/// `None` where `f32` cannot tell on which side of one the other is.
#[inline]
pub(crate) fn segment_separation(a: &Bar, b: &Bar, frame: &Frame, error: f32) -> Option<f32> {
    let (gaps_a, gaps_b) = (a.gaps(b, &frame.b_in_a), b.gaps(a, &frame.a_in_b));
    let (gap_a, gap_b) = (max(gaps_a[0], gaps_a[1]), max(gaps_b[0], gaps_b[1]));
    let gap = max(gap_a, gap_b);
    if gap < -error {
        return Some(gap);
    }
    let is_tied = |gaps: [f32; 2], gap: f32| min(gaps[0], gaps[1]) >= gap - TIE * error;
    if is_tied(gaps_a, gap_a) | is_tied(gaps_b, gap_b) {
        return None;
    }
    let to_b = a.nearest_sq(gaps_a[1] > gaps_a[0], b, &frame.b_in_a);
    Some(sqrt(min(to_b, b.nearest_sq(gaps_b[1] > gaps_b[0], a, &frame.a_in_b))))
}

#[cfg(test)]
mod tests {
    use super::super::edges::with_edges;
    use super::super::frame::Limits;
    use super::super::nearest::core_separation;
    use super::*;
    use crate::Shape;
    use crate::batch::testing::pose;
    use proptest::prelude::*;

    fn end() -> impl Strategy<Value = Vec2> {
        let grid = (-4i8..5, -4i8..5).prop_map(|(x, y)| Vec2::new(f32::from(x), f32::from(y)));
        prop_oneof![grid, (-5.0f32..5.0, -5.0f32..5.0).prop_map(|(x, y)| Vec2::new(x, y))]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn segments_have_the_separation_of_cores(
            ends in (end(), end(), end(), end()), pose_a in pose(), pose_b in pose(), is_near: bool,
        ) {
            let (a, b) = (Shape::segment(ends.0, ends.1).unwrap(), Shape::segment(ends.2, ends.3).unwrap());
            let (a, b) = (crate::AsShape::as_shape(&a), crate::AsShape::as_shape(&b));
            let pose_b = if is_near { geom::Pose::new(pose_a.translation, pose_b.rotation) } else { pose_b };
            let frame = Frame::new(&pose_a, &pose_b);
            let bars = [a, b].map(|shape| Bar::of(shape).unwrap());
            let error = Limits::new(frame.offset, bars[0].reach + bars[1].reach, 0.0, 0.0).error;
            let Some(got) = segment_separation(&bars[0], &bars[1], &frame, error) else { return Ok(()) };
            let want = with_edges(a, |a| with_edges(b, |b| core_separation(&a, &b, &frame, error)));
            prop_assert_eq!(got.to_bits(), want.to_bits(), "{:?} {:?} {:?} {:?}", a, pose_a, b, pose_b);
        }
    }
}
