use super::widen;
use crate::ShapeRef;
use crate::lanes::LANES;
use crate::shape::Block;
use geom::Pose;
use glam::DVec2;

/// A shape's core, turned into the world but standing with its first vertex on the origin.
#[derive(Clone)]
pub(crate) struct Core<'a> {
    /// A polygon's vertices in its own frame; empty for the other kinds.
    blocks: &'a [Block],
    /// The first vertices in the shape's own frame, all of them but for polygons of more than eight.
    first: [DVec2; LANES],
    cos: f64,
    sin: f64,
    len: usize,
    /// The first eight vertices, computed once.
    near: [DVec2; LANES],
}

impl<'a> Core<'a> {
    pub(crate) fn new(shape: ShapeRef<'a>, pose: &Pose) -> Self {
        Self::with_rotation(shape, f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()))
    }

    /// The core of `shape`, turned by an angle of this cosine and sine.
    pub(crate) fn with_rotation(shape: ShapeRef<'a>, cos: f64, sin: f64) -> Self {
        // A segment without length is a point: it has no edge whose normal could be tested.
        let is_point = shape.core_len() == 2 && shape.core_vertex(0) == shape.core_vertex(1);
        let len = if is_point { 1 } else { shape.core_len() };
        let mut core = Self {
            blocks: if let ShapeRef::Polygon(polygon) = shape { polygon.blocks() } else { &[] },
            first: [DVec2::ZERO; LANES],
            cos,
            sin,
            len,
            near: [DVec2::ZERO; LANES],
        };
        for index in 0..len.min(LANES) {
            core.first[index] = widen(shape.core_vertex(index));
            core.near[index] = core.turned(core.first[index] - core.first[0]);
        }
        core
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
        if index < LANES { self.near[index] } else { self.turned(self.local(index) - self.first[0]) }
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
        DVec2::new(edge.y, -edge.x) / edge.length()
    }

    /// Whether two edges have one axis: exactly parallel, in either direction.
    pub(crate) fn are_parallel(&self, edge: usize, other: usize) -> bool {
        let along = |index| self.local(self.next(index)) - self.local(index);
        along(edge).perp_dot(along(other)) == 0.0
    }

    /// The vertex farthest along `direction`, found by looking at all of them.
    pub(crate) fn support(&self, direction: DVec2) -> usize {
        let mut best = (0, 0.0);
        for index in 1..self.len {
            let along = direction.dot(self.vertex(index));
            if along > best.1 {
                best = (index, along);
            }
        }
        best.0
    }

    /// The largest coordinate of a vertex, by magnitude.
    pub(crate) fn extent(&self) -> f64 {
        (1..self.len).map(|index| self.vertex(index).abs().max_element()).fold(0.0, f64::max)
    }

    /// Vertex `index` in the shape's own frame.
    #[inline]
    fn local(&self, index: usize) -> DVec2 {
        if index < LANES {
            return self.first[index];
        }
        let (block, lane) = (&self.blocks[index / LANES], index % LANES);
        DVec2::new(f64::from(block.x[lane]), f64::from(block.y[lane]))
    }

    #[inline]
    fn turned(&self, v: DVec2) -> DVec2 {
        DVec2::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y)
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
