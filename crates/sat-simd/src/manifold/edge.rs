use crate::lanes::{F32Quad, choose, is_greater, max, min};
use crate::shape::ShapeRef;
use geom::{Pose, Vec2};

/// The squared length below which a segment is a point, in square metres.
pub(crate) const SHORTEST_SQ: f32 = 1e-30;

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

    /// This side, or the other one: same segment, opposite normal. Which one is a coin toss, so a mask of all lanes or of none chooses.
    #[inline]
    pub(super) fn indexed(&self, is_reversed: F32Quad) -> IndexedEdge {
        let Self { start, end, normal } = *self;
        let [start_x, start_y, end_x, end_y] =
            choose(is_reversed, [end.x, end.y, start.x, start.y], [start.x, start.y, end.x, end.y]);
        let (start, end) = (Vec2::new(start_x, start_y), Vec2::new(end_x, end_y));
        let edge = Self { start, end, normal: opposite_if(is_reversed, normal) };
        let start_index = (is_reversed.to_bitmask() & 1) as u16;
        IndexedEdge { edge, start_index, end_index: 1 - start_index }
    }

    /// Whether it is the left side that faces `normal` more directly.
    #[inline]
    pub(super) fn faces_left(&self, normal: Vec2) -> bool {
        self.normal.dot(normal) > 0.0
    }

    /// The larger separation of `other` from the two sides, and whether it is from the left one, as a mask.
    #[inline]
    pub(super) fn separation(&self, other: &Self) -> (f32, F32Quad) {
        let (start, end) = (self.normal.dot(other.start - self.start), self.normal.dot(other.end - self.start));
        let (right, left) = (min(start, end), -max(start, end));
        (max(left, right), is_greater(left, right))
    }
}

/// An edge of an outline and the indices of its two vertices.
#[derive(Clone, Copy)]
pub(super) struct IndexedEdge {
    pub edge: Edge,
    pub start_index: u16,
    pub end_index: u16,
}

impl IndexedEdge {
    #[inline]
    pub(super) fn transformed(&self, pose: &Pose) -> Self {
        Self { edge: self.edge.transformed(pose), ..*self }
    }
}

/// The opposite of `vector`, or the vector itself, by a mask of all lanes or of none.
#[inline]
pub(super) fn opposite_if(is_opposite: F32Quad, Vec2 { x, y }: Vec2) -> Vec2 {
    let [x, y, ..] = (F32Quad::new([x, y, x, y]) ^ (is_opposite & F32Quad::splat(-0.0))).to_array();
    Vec2::new(x, y)
}
