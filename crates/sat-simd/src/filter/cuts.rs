//! The edge that faces the other core most, where one of the cores has more than eight vertices: few gaps are computed.
//!
//! The gap over an edge is the height of the other core's lowest vertex over it, so the height of any vertex there bounds it
//! from above. Where the bounds of a core are highest, the lowest vertex is looked up, and the bounds over all its edges come
//! down to that vertex, eight at a time; until the highest of all is a gap (J. E. Kelley, *The cutting-plane method for solving
//! convex programs*, J. SIAM 8(4), 1960). A bound is off by less than 16u of the same sizes, as a gap is, so it rules out as
//! much: of the [module's](super) numbers, t + R·w is off by 5.3u·T + 6.3u·r′ and its height n·(t + R·w − v) by
//! 9.4u·T + 12.1u·r + 10.4u·r′.

use super::circles::{largest, smallest, vertices_and_edges};
use super::edges::Edges;
use super::facing::Facing;
use super::frame::{Frame, Relative};
use crate::lanes::{F32s, LANES, max_wide, min_wide};
use crate::shape::Block;
use geom::Vec2;

/// So many times the lowest vertices are looked up: two ellipses of 16 vertices take two or three, of 64 four or five.
const MOST_STEPS: usize = 16;

/// The only edge that may be foremost and the only vertex that may be the lowest over it, of two cores of up to 64 vertices;
/// `None` for more and where `f32` cannot tell. The cost is that of two to six vertices over all edges, most often.
pub(super) fn facing_of_many(cores: [&Edges; 2], frame: &Frame, error: f32) -> Option<Facing> {
    // Over as many blocks as there may be, all loops are unrolled.
    match cores[0].blocks.len().max(cores[1].blocks.len()) {
        1..=2 => search::<2>(cores, frame, error),
        3..=4 => search::<4>(cores, frame, error),
        5..=8 => search::<8>(cores, frame, error),
        _ => None,
    }
}

#[inline(never)]
fn search<const BLOCKS: usize>(cores: [&Edges; 2], frame: &Frame, error: f32) -> Option<Facing> {
    let cores = cores.map(Outline::<BLOCKS>::new);
    let poses = [&frame.b_in_a, &frame.a_in_b];
    let mut bounds = [[F32s::splat(f32::MAX); BLOCKS]; 2];
    // From middle to middle is the axis that parts most pairs that are apart.
    let between = poses[0].apply(cores[1].middle()) - cores[0].middle();
    let lowest = [cores[1].lowest(turned_back(poses[0], between)), cores[0].lowest(-between)];
    cores[0].lower(&mut bounds[0], poses[0].apply(cores[1].vertex(lowest[0])));
    cores[1].lower(&mut bounds[1], poses[1].apply(cores[0].vertex(lowest[1])));
    let mut highest = [cores[0].highest(&bounds[0]), cores[1].highest(&bounds[1])];
    for _ in 0..MOST_STEPS {
        // For both cores, though one of them would do: neither waits for the other.
        let edges = [highest[0].0, highest[1].0];
        let up = |owner: usize| turned_back(poses[owner], cores[owner].normal(edges[owner]));
        let lowest = [cores[1].lowest(up(0)), cores[0].lowest(up(1))];
        cores[0].lower(&mut bounds[0], poses[0].apply(cores[1].vertex(lowest[0])));
        cores[1].lower(&mut bounds[1], poses[1].apply(cores[0].vertex(lowest[1])));
        highest = [cores[0].highest(&bounds[0]), cores[1].highest(&bounds[1])];
        let owner = usize::from(highest[1].1 > highest[0].1);
        let (edge, gap) = highest[owner];
        if edge == edges[owner] {
            let behind = F32s::splat(gap - 2.0 * error);
            let count = |owner: usize| cores[owner].edges_from(&bounds[owner], behind).count_ones();
            let is_only = cores[1 - owner].is_lowest(lowest[owner], up(owner), 2.0 * error);
            return (is_only && count(0) + count(1) == 1).then_some(Facing { owner, edge, vertex: lowest[owner] });
        }
    }
    None
}

/// A direction as it is seen from the frame that `pose` is the pose of.
#[inline(always)]
fn turned_back(pose: &Relative, v: Vec2) -> Vec2 {
    Vec2::new(v.x * pose.cos + v.y * pose.sin, v.y * pose.cos - v.x * pose.sin)
}

/// A core of up to so many blocks; where it has fewer, the last one is repeated.
struct Outline<'a, const BLOCKS: usize> {
    blocks: [&'a Block; BLOCKS],
    len: usize,
}

impl<'a, const BLOCKS: usize> Outline<'a, BLOCKS> {
    #[inline(always)]
    fn new(edges: &Edges<'a>) -> Self {
        let last = edges.blocks.len() - 1;
        Self { blocks: core::array::from_fn(|index| &edges.blocks[index.min(last)]), len: edges.len }
    }

    #[inline(always)]
    fn vertex(&self, index: usize) -> Vec2 {
        let (block, lane) = (self.blocks[index / LANES], index % LANES);
        Vec2::new(block.x[lane], block.y[lane])
    }

    #[inline(always)]
    fn normal(&self, edge: usize) -> Vec2 {
        let (block, lane) = (self.blocks[edge / LANES], edge % LANES);
        Vec2::new(block.nx[lane], block.ny[lane])
    }

    /// A point of the core.
    #[inline(always)]
    fn middle(&self) -> Vec2 {
        (self.vertex(0) + self.vertex(self.len / 2)) * 0.5
    }

    /// Brings the bounds of all edges down to how high `point` stands over them.
    #[inline(always)]
    fn lower(&self, bounds: &mut [F32s; BLOCKS], point: Vec2) {
        for (bound, block) in bounds.iter_mut().zip(self.blocks) {
            *bound = min_wide(vertices_and_edges(block, point).1, *bound);
        }
    }

    /// The edge with the highest bound, and that bound.
    #[inline(always)]
    fn highest(&self, bounds: &[F32s; BLOCKS]) -> (usize, f32) {
        let highest = largest(bounds.iter().fold(bounds[0], |highest, bound| max_wide(*bound, highest)));
        (first::<BLOCKS>(self.edges_from(bounds, F32s::splat(highest))), highest)
    }

    /// The edges whose bounds are `limit` or more, a bit each.
    #[inline(always)]
    fn edges_from(&self, bounds: &[F32s; BLOCKS], limit: F32s) -> u64 {
        self.live(bounds.map(|bound| bound.simd_ge(limit)))
    }

    /// The vertex that is lowest along `up`.
    #[inline(always)]
    fn lowest(&self, up: Vec2) -> usize {
        let (x, y) = (F32s::splat(up.x), F32s::splat(up.y));
        let heights = self.blocks.map(|block| x * F32s::from(block.x) + y * F32s::from(block.y));
        let least = F32s::splat(smallest(heights.iter().fold(heights[0], |least, height| min_wide(*height, least))));
        first::<BLOCKS>(self.live(heights.map(|height| height.simd_le(least))))
    }

    /// Whether both its neighbours are higher than this vertex by more than `slack`, and so all others.
    #[inline(always)]
    fn is_lowest(&self, vertex: usize, up: Vec2, slack: f32) -> bool {
        let height = |vertex: usize| up.dot(self.vertex(vertex));
        let before = if vertex == 0 { self.len - 1 } else { vertex - 1 };
        let after = if vertex + 1 == self.len { 0 } else { vertex + 1 };
        let above = height(vertex) + slack;
        (height(before) > above) & (height(after) > above)
    }

    /// The lanes of these masks that are no repetition, a bit each.
    #[inline(always)]
    fn live(&self, masks: [F32s; BLOCKS]) -> u64 {
        let bits = |(place, mask): (usize, &F32s)| u64::from(mask.to_bitmask()) << (place * LANES);
        masks.iter().enumerate().map(bits).fold(0, |all, bits| all | bits)
            & (u64::MAX >> (u64::BITS as usize - self.len))
    }
}

/// The place of the first bit; in range even if none is set, as of numbers that are NaN.
#[inline(always)]
fn first<const BLOCKS: usize>(bits: u64) -> usize {
    bits.trailing_zeros() as usize % (BLOCKS * LANES)
}
