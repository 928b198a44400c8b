use super::clip::IndexedEdge;
use super::segments::{Edge, Segment};
use crate::lanes::LANES;
use crate::shape::{Block, Polygon, Rect, ShapeRef};
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

/// What an [`Outline`] looks at: a polygon's blocks, or one built for a core that has none of its own.
pub(super) enum Vertices<'a> {
    OfPolygon(&'a Polygon),
    Built { block: Block, len: usize, size: f32, reach: f32 },
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
        Self::Built { block, len: 4, size: core_size(ShapeRef::Rect(rect)), reach: rect.reach() }
    }

    /// The two sides of a segment.
    #[inline]
    pub(super) fn of_segment(segment: &Segment) -> Self {
        let Edge { start, end, normal } = segment.edge;
        let repeat = |first: f32, rest: f32| [first, rest, rest, rest, rest, rest, rest, rest];
        let block = Block {
            x: repeat(start.x, end.x),
            y: repeat(start.y, end.y),
            nx: repeat(normal.x, -normal.x),
            ny: repeat(normal.y, -normal.y),
        };
        Self::Built { block, len: 2, size: segment.size, reach: segment.reach }
    }

    #[inline]
    pub(super) fn outline(&self) -> Outline<'_> {
        match self {
            Self::OfPolygon(polygon) => Outline::of_polygon(polygon),
            Self::Built { block, len, size, reach } => {
                Outline { blocks: core::slice::from_ref(block), len: *len, size: *size, reach: *reach }
            }
        }
    }
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
