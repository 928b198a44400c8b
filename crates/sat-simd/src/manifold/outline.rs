use super::cores::Core;
use super::edge::IndexedEdge;
use super::support::{
    alignment_wide, edge, extent, first_max, first_min, heights_of_point_wide, heights_wide, indexed,
    least_height_wide, rows, separations_wide,
};
use crate::filter::{Edges, block_facing};
use crate::lanes::{F32s, LANES, max, min, min_wide};
use crate::shape::{Block, Polygon};
use geom::{Pose, Vec2};

/// A core of up to eight vertices, in one block.
#[derive(Clone, Copy)]
pub(super) struct SmallOutline<'a> {
    block: &'a Block,
    len: usize,
    size: f32,
    reach: f32,
}

/// A core of any number of vertices, in blocks of eight as [`Polygon`](crate::Polygon) keeps them.
#[derive(Clone, Copy)]
pub(super) struct Outline<'a> {
    blocks: &'a [Block],
    len: usize,
    size: f32,
    reach: f32,
}

impl<'a> SmallOutline<'a> {
    /// The core of `shape`, whose edges are given; `None` if it has more than one block.
    #[inline]
    pub(super) fn new(edges: &Edges<'a>, size: f32) -> Option<Self> {
        let [block] = edges.blocks else { return None };
        Some(Self { block, len: edges.len, size, reach: edges.reach })
    }

    /// The core of a polygon; `None` if it has more than eight vertices.
    #[inline]
    pub(super) fn of_polygon(polygon: &'a Polygon) -> Option<Self> {
        let block = polygon.only_block()?;
        Some(Self { block, len: polygon.len(), size: polygon.size(), reach: polygon.reach() })
    }

    /// Height of `point` over the edge it is highest above, and the first such edge.
    #[inline]
    pub(super) fn nearest_edge(&self, point: Vec2) -> (f32, usize) {
        first_max(heights_of_point_wide(self.block, point))
    }
}

impl Core for SmallOutline<'_> {
    const IS_SMALL: bool = true;

    #[inline]
    fn size(&self) -> f32 {
        self.size
    }

    #[inline]
    fn reach(&self) -> f32 {
        self.reach
    }

    /// Fixed trip counts over the padding beat a loop over the vertices, whose end the branch predictor cannot guess.
    #[inline]
    fn least_height_wide<const COLUMNS: usize>(&self, mx: F32s, my: F32s) -> F32s {
        least_height_wide::<COLUMNS>(self.block, mx, my)
    }

    #[inline]
    fn extent(&self, direction: Vec2) -> (f32, f32) {
        extent(heights_wide(self.block, direction))
    }

    #[inline]
    fn max_separation<const COLUMNS: usize>(&self, other: &impl Core, pose: &Pose) -> (f32, usize) {
        first_max(separations_wide(self.block, pose, |mx, my| other.least_height_wide::<COLUMNS>(mx, my)))
    }

    #[inline]
    fn incident_edge(&self, direction: Vec2) -> usize {
        first_min(alignment_wide(self.block, direction))
    }

    #[inline]
    fn edge(&self, index: usize) -> IndexedEdge {
        indexed(index, self.len, |next| edge(self.block, index, self.block, next))
    }

    #[inline]
    fn len(&self) -> usize {
        self.len
    }
}

impl<'a> Outline<'a> {
    #[inline]
    pub(super) fn new(edges: &Edges<'a>, size: f32) -> Self {
        Self { blocks: edges.blocks, len: edges.len, size, reach: edges.reach }
    }

    /// Height of `point` over the edge it is highest above, and the first such edge.
    pub(super) fn nearest_edge(&self, point: Vec2) -> (f32, usize) {
        self.first_max(|block| heights_of_point_wide(block, point))
    }

    /// The largest value over the edges, given those of a block, and the first edge that has it.
    #[inline]
    fn first_max(&self, values: impl Fn(&Block) -> F32s) -> (f32, usize) {
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, block) in self.blocks.iter().enumerate() {
            let (value, lane) = first_max(values(block));
            if value > best.0 {
                best = (value, index * LANES + lane);
            }
        }
        best
    }
}

/// Up to this many blocks all vertices are looked at: a search for those that face eight directions takes as long.
const FEW_BLOCKS: usize = 6;

/// Normals of eight edges in a row turn by at most 60° if each has this cosine to the first one: single edges turn by less
/// than 180°, so none goes around.
const LEAST_COSINE: f32 = 0.5;

/// Whether eight consecutive normals turn by no more than 60°; `first` is opposite to the first of them.
#[inline]
fn is_narrow(nx: F32s, ny: F32s, first: Vec2) -> bool {
    let cosine = nx * F32s::splat(-first.x) + ny * F32s::splat(-first.y);
    cosine.simd_ge(F32s::splat(LEAST_COSINE)).all()
}

impl Core for Outline<'_> {
    const IS_SMALL: bool = false;

    fn size(&self) -> f32 {
        self.size
    }

    fn reach(&self) -> f32 {
        self.reach
    }

    fn least_height_wide<const COLUMNS: usize>(&self, mx: F32s, my: F32s) -> F32s {
        let most = F32s::splat(f32::INFINITY);
        self.blocks.iter().fold(most, |least, block| min_wide(least_height_wide::<LANES>(block, mx, my), least))
    }

    /// Of a large outline only the blocks that face the fan are looked at, found among the normals in O(log n): eight
    /// directions next to each other have their lowest vertices next to each other. It may come out higher than the least
    /// by 31u·reach, as for [`farthest`](crate::filter::farthest).
    fn least_height_of_fan_wide(&self, mx: F32s, my: F32s) -> F32s {
        let (x, y) = (mx.to_array(), my.to_array());
        let (first, last) = (Vec2::new(-x[0], -y[0]), Vec2::new(-x[LANES - 1], -y[LANES - 1]));
        let count = self.blocks.len();
        if count <= FEW_BLOCKS || !is_narrow(mx, my, first) {
            return self.least_height_wide::<LANES>(mx, my);
        }
        let (from, to) = (block_facing(self.blocks, first), block_facing(self.blocks, last));
        // The fan may end in the block it starts in without having gone all the way around, if that turns little.
        let (_, _, nx, ny) = rows(&self.blocks[from]);
        let next = &self.blocks[(from + 1) % count];
        let start = Vec2::new(self.blocks[from].nx[0], self.blocks[from].ny[0]);
        if !is_narrow(nx, ny, -start) || start.dot(Vec2::new(next.nx[0], next.ny[0])) < LEAST_COSINE {
            return self.least_height_wide::<LANES>(mx, my);
        }
        // The lowest vertex may be where the last block's last edge ends, the first of the block after.
        let facing = (to + count - from) % count + 2;
        (0..facing).fold(F32s::splat(f32::INFINITY), |least, step| {
            min_wide(least_height_wide::<LANES>(&self.blocks[(from + step) % count], mx, my), least)
        })
    }

    fn extent(&self, direction: Vec2) -> (f32, f32) {
        let extents = self.blocks.iter().map(|block| extent(heights_wide(block, direction)));
        extents.fold((f32::INFINITY, f32::NEG_INFINITY), |all, one| (min(all.0, one.0), max(all.1, one.1)))
    }

    fn max_separation<const COLUMNS: usize>(&self, other: &impl Core, pose: &Pose) -> (f32, usize) {
        self.first_max(|block| separations_wide(block, pose, |mx, my| other.least_height_of_fan_wide(mx, my)))
    }

    fn incident_edge(&self, direction: Vec2) -> usize {
        self.first_max(|block| -alignment_wide(block, direction)).1
    }

    fn edge(&self, index: usize) -> IndexedEdge {
        indexed(index, self.len, |next| edge(&self.blocks[index / LANES], index, &self.blocks[next / LANES], next))
    }

    fn len(&self) -> usize {
        self.len
    }
}
