//! Any shape's core as blocks of eight edges, the form the axis kernel takes.

use crate::ShapeRef;
use crate::lanes::LANES;
use crate::shape::{Block, Polygon};
use geom::Vec2;

/// Of cores of more vertices no closed form tells how they lie to others but circles: a bit of a word for each.
pub(crate) const MOST_VERTICES: usize = u64::BITS as usize;

/// The vertices of a core and the outward unit normals of the edges that start there, in blocks of eight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edges<'a> {
    /// The blocks, padded by repeating the last vertex and normal.
    pub blocks: &'a [Block],
    /// How many vertices there are.
    pub len: usize,
    /// How far they are from the local origin at most.
    pub reach: f32,
}

impl<'a> Edges<'a> {
    #[inline]
    pub fn of_polygon(polygon: &'a Polygon) -> Self {
        Self { blocks: polygon.blocks(), len: polygon.len(), reach: polygon.reach() }
    }

    /// Vertex `index`, counted round and round.
    #[inline]
    pub fn vertex(&self, index: usize) -> Vec2 {
        let index = if index >= self.len { index - self.len } else { index };
        let block = &self.blocks[index / LANES];
        Vec2::new(block.x[index % LANES], block.y[index % LANES])
    }

    /// Where edge `index` of the first block, whole in it, starts and ends.
    #[inline]
    pub fn ends(&self, index: usize) -> [Vec2; 2] {
        let (block, next) = (&self.blocks[0], if index + 1 == self.len { 0 } else { index + 1 });
        [index, next].map(|index| Vec2::new(block.x[index % LANES], block.y[index % LANES]))
    }
}

/// `ask` of the edges of `shape`'s core: polygons lend their blocks, the others fill one on the stack.
///
/// A segment has an edge on either side; a point counts as a segment of length zero, with two opposite normals.
#[inline]
pub(crate) fn with_edges<T>(shape: ShapeRef, ask: impl FnOnce(Edges) -> T) -> T {
    match shape {
        ShapeRef::Polygon(polygon) => ask(Edges::of_polygon(polygon)),
        ShapeRef::Rect(rect) => {
            let Vec2 { x, y } = rect.half();
            let block = Block {
                x: [-x, x, x, -x, -x, -x, -x, -x],
                y: [-y, -y, y, y, y, y, y, y],
                nx: [0.0, 1.0, 0.0, -1.0, -1.0, -1.0, -1.0, -1.0],
                ny: [-1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            };
            ask(Edges { blocks: &[block], len: 4, reach: rect.reach() })
        }
        ShapeRef::Segment(segment) => {
            let block = two_sided(segment.a(), segment.b(), segment.normal());
            ask(Edges { blocks: &[block], len: 2, reach: segment.reach() })
        }
        ShapeRef::Capsule(capsule) => {
            let block = two_sided(capsule.a(), capsule.b(), capsule.normal());
            ask(Edges { blocks: &[block], len: 2, reach: capsule.reach() })
        }
        ShapeRef::Circle(_) => {
            let block = two_sided(Vec2::ZERO, Vec2::ZERO, Vec2::X);
            ask(Edges { blocks: &[block], len: 2, reach: 0.0 })
        }
    }
}

/// The block of a segment and its two normals.
fn two_sided(a: Vec2, b: Vec2, normal: Vec2) -> Block {
    let repeated = |first, second| [first, second, second, second, second, second, second, second];
    Block {
        x: repeated(a.x, b.x),
        y: repeated(a.y, b.y),
        nx: repeated(normal.x, -normal.x),
        ny: repeated(normal.y, -normal.y),
    }
}
