use super::SHORTEST_SQ;
use super::clip::{Clip, FEATURE_TOLERANCE, IndexedEdge, Radii};
use super::contact::Manifold;
use crate::shape::ShapeRef;
use geom::{Pose, Vec2};

/// A segment with a direction: the unit normal is to the right of `start → end`, outward on a counter-clockwise outline.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub start: Vec2,
    pub end: Vec2,
    pub normal: Vec2,
}

impl Edge {
    /// The core of a segment or capsule; `None` for other kinds, and where it is so short that it counts as a point.
    #[inline]
    pub(super) fn of_segment(shape: ShapeRef) -> Option<Self> {
        let (start, end, normal) = match shape {
            ShapeRef::Capsule(capsule) => (capsule.a(), capsule.b(), capsule.normal()),
            ShapeRef::Segment(segment) => (segment.a(), segment.b(), segment.normal()),
            _ => return None,
        };
        ((end - start).length_squared() >= SHORTEST_SQ).then_some(Self { start, end, normal })
    }

    #[inline]
    pub(super) fn transformed(&self, pose: &Pose) -> Self {
        Self {
            start: pose.transform_point(self.start),
            end: pose.transform_point(self.end),
            normal: pose.transform_vector(self.normal),
        }
    }

    /// The other side: same segment, opposite normal.
    #[inline]
    fn reversed(&self) -> Self {
        Self { start: self.end, end: self.start, normal: -self.normal }
    }

    #[inline]
    fn indexed(&self, is_reversed: bool) -> IndexedEdge {
        if is_reversed {
            IndexedEdge { edge: self.reversed(), start_index: 1, end_index: 0 }
        } else {
            IndexedEdge { edge: *self, start_index: 0, end_index: 1 }
        }
    }

    /// The side that faces `reference` more directly.
    #[inline]
    fn facing(&self, reference: &IndexedEdge) -> IndexedEdge {
        self.indexed(self.normal.dot(reference.edge.normal) > 0.0)
    }

    /// The larger separation of `other` from the two sides, and whether it is from the left one.
    #[inline]
    fn separation(&self, other: &Self) -> (f32, bool) {
        let (start, end) = (self.normal.dot(other.start - self.start), self.normal.dot(other.end - self.start));
        let (right, left) = (if start < end { start } else { end }, if start > end { -start } else { -end });
        if left > right { (left, true) } else { (right, false) }
    }
}

/// Segment against segment, both possibly rounded, B posed in A's frame.
///
/// The four sides are the axes. They are all of them unless the segments are parallel; then a gap between their ends
/// is left over, and [`Clip`] finds it.
pub(super) fn segment_segment(
    a: &Edge,
    b: &Edge,
    pose_ab: &Pose,
    [radius_a, radius_b]: [f32; 2],
    smaller_size: f32,
    margin: f32,
) -> Manifold {
    let b = b.transformed(pose_ab);
    let ((separation_a, left_of_a), (separation_b, left_of_b)) = (a.separation(&b), b.separation(a));
    let separation = if separation_a > separation_b { separation_a } else { separation_b };
    if separation - (radius_a + radius_b) > margin {
        return Manifold::EMPTY;
    }
    let tolerance = FEATURE_TOLERANCE * smaller_size;

    let b_is_reference = separation_b > separation_a + tolerance;
    let (reference, incident, radii) = if b_is_reference {
        let reference = b.indexed(left_of_b);
        (reference, a.facing(&reference), Radii { reference: radius_b, incident: radius_a })
    } else {
        let reference = a.indexed(left_of_a);
        (reference, b.facing(&reference), Radii { reference: radius_a, incident: radius_b })
    };
    Clip { reference, incident, b_is_reference, radii, separation, tolerance, margin }.manifold()
}
