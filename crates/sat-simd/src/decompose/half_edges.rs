use crate::shape::{precedes, turn};
use alloc::vec;
use alloc::vec::Vec;
use geom::Vec2;

/// One side of an edge between two vertices; its face is to the left.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfEdge {
    /// The vertex it starts at.
    pub start: usize,
    /// The next one around the face.
    pub next: usize,
    /// The one before.
    pub previous: usize,
    /// The other side, when that is a face as well.
    pub twin: Option<usize>,
}

/// Faces that lie beside each other, as rings of half-edges.
#[derive(Debug)]
pub(super) struct HalfEdges {
    points: Vec<Vec2>,
    edges: Vec<HalfEdge>,
    /// Per half-edge, whether it still bounds a face.
    is_kept: Vec<bool>,
}

impl HalfEdges {
    /// The faces with these corners and sides.
    pub fn new(points: Vec<Vec2>, edges: Vec<HalfEdge>) -> Self {
        let is_kept = vec![true; edges.len()];
        Self { points, edges, is_kept }
    }

    /// Takes out every edge whose two faces are convex together. An edge that has to stay once has to stay for ever,
    /// because angles only grow: one pass is enough. The longest go first, so that needles go; shortest first would
    /// leave half a percent fewer pieces of random stars.
    pub fn merge_convex(&mut self) {
        let mut inner: Vec<(f64, usize)> = self.inner_edges().map(|edge| (self.length_sq(edge), edge)).collect();
        inner.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (_, edge) in inner {
            let Some(twin) = self.edges[edge].twin else { continue };
            if self.is_convex_without(edge, twin) && self.is_convex_without(twin, edge) {
                self.remove(edge, twin);
            }
        }
    }

    /// The edges between two faces, each once.
    fn inner_edges(&self) -> impl Iterator<Item = usize> {
        (0..self.edges.len())
            .filter(|&edge| self.is_kept[edge] && self.edges[edge].twin.is_some_and(|twin| edge < twin))
    }

    /// The corners of each face in order, counter-clockwise.
    pub fn faces(&self) -> impl Iterator<Item = Vec<Vec2>> {
        let mut is_done = vec![false; self.edges.len()];
        (0..self.edges.len()).filter_map(move |first| {
            if !self.is_kept[first] || is_done[first] {
                return None;
            }
            let (mut face, mut edge) = (Vec::new(), first);
            while !is_done[edge] {
                is_done[edge] = true;
                face.push(self.points[self.edges[edge].start]);
                edge = self.edges[edge].next;
            }
            Some(face)
        })
    }

    /// The ends of the edges between two faces.
    pub fn seams(&self) -> impl Iterator<Item = [Vec2; 2]> {
        self.inner_edges().map(|edge| [self.start(edge), self.end(edge)])
    }

    fn start(&self, edge: usize) -> Vec2 {
        self.points[self.edges[edge].start]
    }

    fn end(&self, edge: usize) -> Vec2 {
        self.start(self.edges[edge].next)
    }

    fn length_sq(&self, edge: usize) -> f64 {
        (self.end(edge).as_dvec2() - self.start(edge).as_dvec2()).length_squared()
    }

    /// Whether, with `edge` and its `twin` taken out, the corner where `edge` starts is at most straight.
    fn is_convex_without(&self, edge: usize, twin: usize) -> bool {
        let before = self.start(self.edges[edge].previous);
        let (corner, after) = (self.start(edge), self.end(self.edges[twin].next));
        let turn = turn(before, corner, after);
        // Straight on is convex. Back the way it came is not: an edge would hang in its face from one end only.
        turn > 0.0 || (turn == 0.0 && precedes(before, corner) == precedes(corner, after))
    }

    fn remove(&mut self, edge: usize, twin: usize) {
        for (edge, twin) in [(edge, twin), (twin, edge)] {
            let (before, after) = (self.edges[edge].previous, self.edges[twin].next);
            self.edges[before].next = after;
            self.edges[after].previous = before;
            self.is_kept[edge] = false;
        }
    }
}
