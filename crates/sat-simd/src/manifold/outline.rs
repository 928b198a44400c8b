use super::clip::IndexedEdge;
use super::segments::Edge;
use crate::filter::with_edges;
use crate::lanes::LANES;
use crate::shape::{Block, Polygon, ShapeRef};
use geom::Vec2;

/// A length of the order of the core's size, in metres: half the largest |x| + |y| from its first vertex to another, which
/// is between a quarter and three quarters of the diameter.
#[inline]
pub(crate) fn core_size(shape: ShapeRef) -> f32 {
    let sides = |vector: Vec2| vector.abs().x + vector.abs().y;
    match shape {
        ShapeRef::Circle(_) => 0.0,
        ShapeRef::Capsule(capsule) => 0.5 * sides(capsule.b() - capsule.a()),
        ShapeRef::Segment(segment) => 0.5 * sides(segment.b() - segment.a()),
        ShapeRef::Rect(rect) => sides(rect.half()),
        ShapeRef::Polygon(polygon) => polygon.size(),
    }
}

/// A core with edges, in blocks of eight vertices and normals as [`Polygon`] keeps them.
#[derive(Clone, Copy)]
pub(super) struct Outline<'a> {
    blocks: &'a [Block],
    len: usize,
    /// A length of the order of the core's size, in metres.
    pub size: f32,
    /// How far its vertices are from the local origin at most.
    pub reach: f32,
}

/// `ask` of any shape's core; a segment has an edge on either side.
#[inline]
pub(super) fn with_outline<T>(shape: ShapeRef, ask: impl FnOnce(&Outline) -> T) -> T {
    with_edges(shape, |edges| {
        ask(&Outline { blocks: edges.blocks, len: edges.len, size: core_size(shape), reach: edges.reach })
    })
}

impl<'a> Outline<'a> {
    #[inline]
    pub(super) fn of_polygon(polygon: &'a Polygon) -> Self {
        let size = core_size(ShapeRef::Polygon(polygon));
        Self { blocks: polygon.blocks(), len: polygon.len(), size, reach: polygon.reach() }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn blocks(&self) -> &[Block] {
        self.blocks
    }

    #[inline]
    pub(super) fn vertex(&self, index: usize) -> Vec2 {
        let block = self.block(index);
        Vec2::new(block.x[index % LANES], block.y[index % LANES])
    }

    #[inline]
    pub(super) fn normal(&self, index: usize) -> Vec2 {
        let block = self.block(index);
        Vec2::new(block.nx[index % LANES], block.ny[index % LANES])
    }

    /// The block with vertex `index`; for most outlines there is no choice.
    #[inline]
    fn block(&self, index: usize) -> &'a Block {
        if let [only] = self.blocks { only } else { &self.blocks[index / LANES] }
    }

    /// The edge that starts at vertex `index`.
    #[inline]
    pub(super) fn edge(&self, index: usize) -> IndexedEdge {
        let next = if index + 1 == self.len { 0 } else { index + 1 };
        IndexedEdge {
            edge: Edge { start: self.vertex(index), end: self.vertex(next), normal: self.normal(index) },
            start_index: index as u16,
            end_index: next as u16,
        }
    }
}
