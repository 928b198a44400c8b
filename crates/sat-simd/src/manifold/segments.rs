use super::clip::{Clip, FEATURE_TOLERANCE, IndexedEdge, Radii};
use super::contact::Manifold;
use geom::{Pose, Vec2};

/// A segment with a direction: the unit normal is to the right of `start → end`, outward on a counter-clockwise outline.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub start: Vec2,
    pub end: Vec2,
    pub normal: Vec2,
}

/// The core of a segment or capsule.
pub(super) struct Segment {
    pub edge: Edge,
    pub size: f32,
    /// How far its ends are from the local origin at most.
    pub reach: f32,
}

impl Edge {
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
    a: &Segment,
    b: &Segment,
    pose_ab: &Pose,
    radius_a: f32,
    radius_b: f32,
    margin: f32,
) -> Manifold {
    let smaller_size = if a.size < b.size { a.size } else { b.size };
    let (a, b) = (a.edge, b.edge.transformed(pose_ab));
    let ((separation_a, left_of_a), (separation_b, left_of_b)) = (a.separation(&b), b.separation(&a));
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
