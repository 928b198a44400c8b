use super::clip::{FEATURE_TOLERANCE, IndexedEdge, Radii, clip};
use super::contact::Manifold;
use crate::root::sqrt;
use geom::{Pose, Vec2};

/// A segment with a direction: the unit normal is to the right of `start → end`, outward on a counter-clockwise outline.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub start: Vec2,
    pub end: Vec2,
    pub normal: Vec2,
}

impl Edge {
    /// The segment from `start` to `end`; `None` when it is too short for `f32` to tell its direction.
    #[inline]
    pub(super) fn new(start: Vec2, end: Vec2) -> Option<Self> {
        let along = end - start;
        let length_sq = along.length_squared();
        // Below, squares lose digits to underflow. Such a segment is shorter than 1e-15 m.
        if length_sq < 1e-30 {
            return None;
        }
        let length = sqrt(length_sq);
        Some(Self { start, end, normal: Vec2::new(along.y / length, -along.x / length) })
    }

    /// The sum of its sides: the length to within √2.
    #[inline]
    pub(super) fn size(&self) -> f32 {
        let along = (self.end - self.start).abs();
        along.x + along.y
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
/// is left over, and [`clip`] finds it.
pub(super) fn segment_segment(
    a: &Edge,
    b: &Edge,
    pose_ab: &Pose,
    radius_a: f32,
    radius_b: f32,
    margin: f32,
) -> Manifold {
    let b = b.transformed(pose_ab);
    let ((separation_a, left_of_a), (separation_b, left_of_b)) = (a.separation(&b), b.separation(a));
    let separation = if separation_a > separation_b { separation_a } else { separation_b };
    if separation - (radius_a + radius_b) > margin {
        return Manifold::EMPTY;
    }
    let (size_a, size_b) = (a.size(), b.size());
    let tolerance = FEATURE_TOLERANCE * if size_a < size_b { size_a } else { size_b };

    if separation_b > separation_a + tolerance {
        let reference = b.indexed(left_of_b);
        let incident = a.indexed(a.normal.dot(reference.edge.normal) > 0.0);
        let radii = Radii { reference: radius_b, incident: radius_a };
        clip(&reference, &incident, radii, margin, tolerance, separation).flipped(&Pose::IDENTITY)
    } else {
        let reference = a.indexed(left_of_a);
        let incident = b.indexed(b.normal.dot(reference.edge.normal) > 0.0);
        let radii = Radii { reference: radius_a, incident: radius_b };
        clip(&reference, &incident, radii, margin, tolerance, separation)
    }
}
