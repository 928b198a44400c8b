use super::clip::IndexedEdge;
use super::segments::Edge;
use crate::lanes::LANES;
use crate::shape::{Block, Polygon, Rect};
use geom::Vec2;

/// A core with edges, in blocks of eight vertices and normals as [`Polygon`] keeps them.
#[derive(Clone, Copy)]
pub(super) struct Outline<'a> {
    blocks: &'a [Block],
    len: usize,
    /// A length of the order of the core's size, in metres.
    pub size: f32,
}

/// What an [`Outline`] looks at: a polygon's blocks, or one built for a core that has none of its own.
pub(super) enum Vertices<'a> {
    OfPolygon(&'a Polygon),
    Built { block: Block, len: usize, size: f32 },
}

impl<'a> Vertices<'a> {
    #[inline]
    pub(super) fn of_polygon(polygon: &'a Polygon) -> Self {
        Self::OfPolygon(polygon)
    }

    #[inline]
    pub(super) fn of_rect(rect: &Rect) -> Self {
        let Vec2 { x, y } = rect.half();
        let block = Block {
            x: [-x, x, x, -x, -x, -x, -x, -x],
            y: [-y, -y, y, y, y, y, y, y],
            nx: [0.0, 1.0, 0.0, -1.0, -1.0, -1.0, -1.0, -1.0],
            ny: [-1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        };
        Self::Built { block, len: 4, size: x + y }
    }

    /// The two sides of a segment.
    #[inline]
    pub(super) fn of_edge(edge: &Edge) -> Self {
        let Edge { start, end, normal } = *edge;
        let repeat = |first: f32, rest: f32| [first, rest, rest, rest, rest, rest, rest, rest];
        let block = Block {
            x: repeat(start.x, end.x),
            y: repeat(start.y, end.y),
            nx: repeat(normal.x, -normal.x),
            ny: repeat(normal.y, -normal.y),
        };
        Self::Built { block, len: 2, size: edge.size() }
    }

    #[inline]
    pub(super) fn outline(&self) -> Outline<'_> {
        match self {
            Self::OfPolygon(polygon) => Outline::of_polygon(polygon),
            Self::Built { block, len, size } => {
                Outline { blocks: core::slice::from_ref(block), len: *len, size: *size }
            }
        }
    }
}

impl<'a> Outline<'a> {
    #[inline]
    pub(super) fn of_polygon(polygon: &'a Polygon) -> Self {
        let size = polygon.bounding_circle().radius - polygon.radius();
        Self { blocks: polygon.blocks(), len: polygon.len(), size }
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
        let block = &self.blocks[index / LANES];
        Vec2::new(block.x[index % LANES], block.y[index % LANES])
    }

    #[inline]
    pub(super) fn normal(&self, index: usize) -> Vec2 {
        let block = &self.blocks[index / LANES];
        Vec2::new(block.nx[index % LANES], block.ny[index % LANES])
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
