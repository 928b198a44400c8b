use super::clip::{Clip, FEATURE_TOLERANCE};
use super::contact::Rows;
use super::cores::{Core, pick};
use super::edge::{Edge, IndexedEdge};
use super::size::core_size;
use crate::lanes::{F32s, all_or_none, max, min, min_wide};
use crate::shape::ShapeRef;
use geom::{Pose, Vec2};

/// Segment against segment, both possibly rounded, B posed in A's frame.
///
/// The four sides are the axes. They are all of them unless the segments are parallel; then a gap between their ends
/// is left over, and [`Clip`] finds it.
#[inline(always)]
pub(super) fn segment_segment(
    a: &SegmentCore<'_>,
    b: &SegmentCore<'_>,
    pose_ab: &Pose,
    radii: [f32; 2],
    margin: f32,
) -> Rows {
    let tolerance = FEATURE_TOLERANCE * min(a.size, b.size);
    let (a, b) = (a.edge(), b.edge().transformed(pose_ab));
    let ((separation_a, left_of_a), (separation_b, left_of_b)) = (a.separation(&b), b.separation(&a));
    let separation = if separation_a > separation_b { separation_a } else { separation_b };
    if separation - (radii[0] + radii[1]) > margin {
        return Rows::EMPTY;
    }
    let separations = [separation_a, separation_b];
    let clip = Clip::of_segments([a, b], [left_of_a, left_of_b], separations, radii, tolerance, margin);
    clip.manifold(&clip.faces())
}

/// A segment as a core with an edge on either side.
///
/// By reference: an edge that is put together in memory is written in parts and read whole, across them, which waits until all before
/// it is done.
#[derive(Clone, Copy)]
pub(super) struct SegmentCore<'a> {
    start: &'a Vec2,
    end: &'a Vec2,
    normal: &'a Vec2,
    size: f32,
    reach: f32,
}

impl<'a> SegmentCore<'a> {
    /// The core of a segment or capsule; `None` as for [`Edge::of_segment`].
    #[inline]
    pub(super) fn new(shape: ShapeRef<'a>) -> Option<Self> {
        Edge::of_segment(shape)?;
        let (start, end, normal, reach) = match shape {
            ShapeRef::Capsule(shape) => (&shape.a, &shape.b, &shape.normal, shape.reach()),
            ShapeRef::Segment(shape) => (&shape.a, &shape.b, &shape.normal, shape.reach()),
            _ => return None,
        };
        Some(Self { start, end, normal, size: core_size(shape), reach })
    }

    #[inline]
    fn edge(&self) -> Edge {
        Edge { start: *self.start, end: *self.end, normal: *self.normal }
    }
}

impl Core for SegmentCore<'_> {
    const IS_SMALL: bool = false;

    #[inline]
    fn size(&self) -> f32 {
        self.size
    }

    #[inline]
    fn reach(&self) -> f32 {
        self.reach
    }

    #[inline]
    fn least_height_wide<const COLUMNS: usize>(&self, mx: F32s, my: F32s) -> F32s {
        let height = |Vec2 { x, y }| mx * F32s::splat(x) + my * F32s::splat(y);
        min_wide(height(*self.start), height(*self.end))
    }

    #[inline]
    fn extent(&self, direction: Vec2) -> (f32, f32) {
        let (start, end) = (direction.dot(*self.start), direction.dot(*self.end));
        (min(start, end), max(start, end))
    }

    /// The two normals are opposite, so the least height over one is minus the largest over the other.
    #[inline]
    fn max_separation<const COLUMNS: usize>(&self, other: &impl Core, pose: &Pose) -> (f32, usize) {
        let Edge { start, end, normal } = self.edge();
        let (least, most) = other.extent(pose.rotation.inv_rotate(normal));
        let from = |vertex| normal.dot(pose.translation - vertex);
        // +0 as for the other cores.
        let (right, left) = ((from(start) + least) + 0.0, -(from(end) + most) + 0.0);
        if left > right { (left, 1) } else { (right, 0) }
    }

    #[inline]
    fn incident_edge(&self, direction: Vec2) -> usize {
        usize::from(self.edge().faces_left(direction))
    }

    /// Of both sides, before it is known which: it waits for nothing but the pose.
    #[inline(always)]
    fn of_normal(&self, index: usize, of: impl Fn(Vec2) -> usize) -> usize {
        pick(index == 1, of(-*self.normal), of(*self.normal))
    }

    #[inline]
    fn edge(&self, index: usize) -> IndexedEdge {
        self.edge().indexed(all_or_none(index == 1))
    }

    #[inline]
    fn len(&self) -> usize {
        2
    }
}
