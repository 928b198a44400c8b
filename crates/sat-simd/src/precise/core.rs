use super::widen;
use crate::ShapeRef;
use crate::lanes::LANES;
use crate::root::sqrt_f64;
use crate::shape::Block;
use geom::{Pose, Vec2};
use glam::DVec2;

/// A shape's core, turned into the world but standing with its first vertex on the origin.
///
/// Nothing is computed ahead: who asks for one face of a pair pays for three vertices, not for all.
#[derive(Clone)]
pub(crate) struct Core<'a> {
    /// A polygon's vertices in its own frame; empty for the other kinds.
    blocks: &'a [Block],
    /// The vertices of the other kinds.
    few: [Vec2; 4],
    /// The first vertex in the shape's own frame.
    first: DVec2,
    /// Cosine and sine.
    rotation: DVec2,
    len: usize,
    extent: f64,
}

impl<'a> Core<'a> {
    pub(crate) fn new(shape: ShapeRef<'a>, pose: &Pose) -> Self {
        // A segment without length is a point: it has no edge whose normal could be tested.
        let is_point = shape.core_len() == 2 && shape.core_vertex(0) == shape.core_vertex(1);
        let len = if is_point { 1 } else { shape.core_len() };
        let blocks = if let ShapeRef::Polygon(polygon) = shape { polygon.blocks() } else { &[] };
        let few = match shape {
            ShapeRef::Circle(_) | ShapeRef::Polygon(_) => [Vec2::ZERO; 4],
            ShapeRef::Capsule(capsule) => [capsule.a(), capsule.b(), Vec2::ZERO, Vec2::ZERO],
            ShapeRef::Segment(segment) => [segment.a(), segment.b(), Vec2::ZERO, Vec2::ZERO],
            ShapeRef::Rect(rect) => rect.corners(),
        };
        let rotation = DVec2::new(f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
        let mut core = Self { blocks, few, first: DVec2::ZERO, rotation, len, extent: 0.0 };
        core.first = core.local(0);
        core.extent = core.extent_of(shape);
        core
    }

    /// The same core, turned by an angle of this cosine and sine instead.
    #[inline]
    pub(crate) fn turned_to(self, rotation: DVec2) -> Self {
        Self { rotation, ..self }
    }

    /// See [`Core::extent`]. O(1), unless a polygon's size leaves the range of `f32`.
    fn extent_of(&self, shape: ShapeRef) -> f64 {
        let size = |index| {
            let along = self.local_vertex(index);
            along.x.abs() + along.y.abs()
        };
        let extent = match shape {
            ShapeRef::Circle(_) => 0.0,
            ShapeRef::Capsule(_) | ShapeRef::Segment(_) => size(self.len - 1),
            ShapeRef::Rect(_) => size(2),
            ShapeRef::Polygon(polygon) if polygon.size().is_finite() => 2.0 * f64::from(polygon.size()),
            ShapeRef::Polygon(_) => (1..self.len).map(size).fold(0.0, f64::max),
        };
        // The sizes are rounded to f32, halves of the least number to nothing, and a rotation may lengthen.
        extent * (1.0 + 1e-6) + 1e-44
    }

    /// How many distinct vertices it has.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many edges: none for a point, and both sides of a segment count.
    pub(crate) fn edge_count(&self) -> usize {
        if self.len == 1 { 0 } else { self.len }
    }

    /// Vertex `index`, seen from vertex 0, in world directions.
    #[inline]
    pub(crate) fn vertex(&self, index: usize) -> DVec2 {
        self.turned(self.local_vertex(index))
    }

    /// Vertex `index`, seen from vertex 0, in the shape's own frame.
    #[inline]
    pub(crate) fn local_vertex(&self, index: usize) -> DVec2 {
        self.local(index) - self.first
    }

    /// The first vertex in the shape's own frame.
    #[inline]
    pub(crate) fn first(&self) -> DVec2 {
        self.first
    }

    /// The index after `index`, going round.
    #[inline]
    pub(crate) fn next(&self, index: usize) -> usize {
        if index + 1 == self.len { 0 } else { index + 1 }
    }

    /// The index before `index`, going round.
    #[inline]
    pub(crate) fn prev(&self, index: usize) -> usize {
        if index == 0 { self.len - 1 } else { index - 1 }
    }

    /// The vector along edge `index`, from its own two vertices: a sliver's edges keep their direction even where the
    /// distance between them is lost beside their length.
    #[inline]
    pub(crate) fn edge(&self, index: usize) -> DVec2 {
        self.turned(self.local(self.next(index)) - self.local(index))
    }

    /// The outward unit normal of edge `index`.
    #[inline]
    pub(crate) fn normal(&self, index: usize) -> DVec2 {
        let edge = self.edge(index);
        DVec2::new(edge.y, -edge.x) * (1.0 / sqrt_f64(edge.length_squared()))
    }

    /// Whether two edges have one axis: exactly parallel, in either direction.
    pub(crate) fn are_parallel(&self, edge: usize, other: usize) -> bool {
        let along = |index| self.local(self.next(index)) - self.local(index);
        along(edge).perp_dot(along(other)) == 0.0
    }

    /// The vertex farthest along `direction`, found by looking at all of them.
    pub(crate) fn support(&self, direction: DVec2) -> usize {
        // Turned back once, it need not be met by each vertex turned.
        let direction = self.turned_back(direction);
        let mut best = (0, 0.0);
        for index in 1..self.len {
            let along = direction.dot(self.local_vertex(index));
            if along > best.1 {
                best = (index, along);
            }
        }
        best.0
    }

    /// No coordinate of a vertex is larger, by magnitude; at most twice the largest.
    pub(crate) fn extent(&self) -> f64 {
        self.extent
    }

    /// Vertex `index` in the shape's own frame.
    #[inline]
    fn local(&self, index: usize) -> DVec2 {
        let Some(block) = self.blocks.get(index / LANES) else { return widen(self.few[index]) };
        DVec2::new(f64::from(block.x[index % LANES]), f64::from(block.y[index % LANES]))
    }

    #[inline]
    fn turned(&self, v: DVec2) -> DVec2 {
        self.rotation.rotate(v)
    }

    /// By the transpose of the rotation, which is the inverse but for its length.
    #[inline]
    pub(crate) fn turned_back(&self, v: DVec2) -> DVec2 {
        let DVec2 { x: cos, y: sin } = self.rotation;
        DVec2::new(cos * v.x + sin * v.y, cos * v.y - sin * v.x)
    }
}

/// Finds the support vertices of one core for directions that turn counter-clockwise, in constant time on average.
pub(crate) struct SupportWalk<'c, 'a> {
    core: &'c Core<'a>,
    last: Option<(DVec2, usize)>,
}

impl<'c, 'a> SupportWalk<'c, 'a> {
    pub(crate) fn new(core: &'c Core<'a>) -> Self {
        Self { core, last: None }
    }

    /// The vertex of the core farthest along `direction`.
    ///
    /// Between neighbouring directions the support moves counter-clockwise through vertices that lie ever farther
    /// along the new one (rotating calipers: M. Shamos, 1978). After a turn of more than 60° all vertices are looked at
    /// instead, because on a flat core a half turn starts from a tie; a full circle holds at most six such turns.
    pub(crate) fn support(&mut self, direction: DVec2) -> usize {
        let index = match self.last {
            Some((before, start)) if self.core.len() > LANES && before.dot(direction) > 0.5 => {
                let mut index = start;
                loop {
                    let next = self.core.next(index);
                    if direction.dot(self.core.vertex(next)) <= direction.dot(self.core.vertex(index)) {
                        break index;
                    }
                    index = next;
                }
            }
            _ => self.core.support(direction),
        };
        self.last = Some((direction, index));
        index
    }
}
