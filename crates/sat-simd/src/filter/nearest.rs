//! The squared distance of cores that are apart: eight vertices in lanes against one edge at a time.

use super::axes::gaps;
use super::circles::vertices_and_edges;
use super::edges::Edges;
use super::frame::{Frame, Relative};
use crate::lanes::{F32s, LANES, max, max_wide, min, min_wide};
use crate::root::sqrt;
use crate::shape::Block;
use geom::Vec2;

/// One edge: where it starts, its outward unit normal, its length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    start: Vec2,
    normal: Vec2,
    length: f32,
}

impl Edge {
    pub fn new(edges: &Edges, index: usize) -> Self {
        let (block, lane) = (&edges.blocks[index / LANES], index % LANES);
        let (start, end) = (Vec2::new(block.x[lane], block.y[lane]), edges.vertex(index + 1));
        let normal = Vec2::new(block.nx[lane], block.ny[lane]);
        // The edge runs to the left of its normal.
        Self { start, normal, length: normal.x * (end.y - start.y) - normal.y * (end.x - start.x) }
    }

    #[inline]
    pub fn of(start: Vec2, normal: Vec2, length: f32) -> Self {
        Self { start, normal, length }
    }

    /// How far a point of the edge's frame is from where the edge starts.
    #[inline]
    pub fn offset_to(&self, point: Vec2) -> Vec2 {
        point - self.start
    }
}

/// The squared distance of the block's vertex `lane`, seen from the edge's frame, from the edge. The reference for
/// [`distances_sq`].
///
/// Along the normal and along the edge the distance is that from the line and that from the interval [0, length]; no
/// division.
#[cfg(test)]
pub(crate) fn distance_sq(edge: &Edge, block: &Block, lane: usize, pose: &Relative) -> f32 {
    let Relative { position, cos, sin } = *pose;
    let (x, y) = (block.x[lane], block.y[lane]);
    let dx = position.x + (cos * x - sin * y) - edge.start.x;
    let dy = position.y + (sin * x + cos * y) - edge.start.y;
    point_distance_sq(edge, Vec2::new(dx, dy))
}

/// The squared distance of a point, `offset` from where the edge starts, from the edge.
#[inline]
pub(super) fn point_distance_sq(edge: &Edge, offset: Vec2) -> f32 {
    let across = edge.normal.x * offset.x + edge.normal.y * offset.y;
    let along = edge.normal.x * offset.y - edge.normal.y * offset.x;
    let beyond = max(max(0.0 - along, along - edge.length), 0.0);
    across * across + beyond * beyond
}

/// [`distance_sq`] for the eight vertices of the block.
#[inline]
pub(crate) fn distances_sq(edge: &Edge, block: &Block, pose: &Relative) -> F32s {
    let (cos, sin) = (F32s::splat(pose.cos), F32s::splat(pose.sin));
    let (x, y) = (F32s::from(block.x), F32s::from(block.y));
    let dx = F32s::splat(pose.position.x) + (cos * x - sin * y) - F32s::splat(edge.start.x);
    let dy = F32s::splat(pose.position.y) + (sin * x + cos * y) - F32s::splat(edge.start.y);
    let (nx, ny) = (F32s::splat(edge.normal.x), F32s::splat(edge.normal.y));
    let across = nx * dx + ny * dy;
    let along = nx * dy - ny * dx;
    let zero = F32s::splat(0.0);
    let beyond = max_wide(max_wide(zero - along, along - F32s::splat(edge.length)), zero);
    across * across + beyond * beyond
}

/// Edges whose gaps differ by no more than this many error bounds may face the other core equally.
pub(crate) const TIE: f32 = 4.0;

/// The signed distance of two cores: the largest gap over their edges, or their distance when they are apart.
pub(crate) fn core_separation(a: &Edges, b: &Edges, frame: &Frame, error: f32) -> f32 {
    let (gap_a, gap_b) = (largest_gap(a, &frame.b_in_a, b), largest_gap(b, &frame.a_in_b, a));
    let gap = max(gap_a, gap_b);
    if gap < -error {
        return gap;
    }
    // Also for points and segments in line, which no edge normal separates.
    let to_b = nearest_to_edges_sq(a, gap_a, &frame.b_in_a, b, error);
    sqrt(min(to_b, nearest_to_edges_sq(b, gap_b, &frame.a_in_b, a, error)))
}

/// The signed distance of a core and a point in the core's frame: [`core_separation`] without the edges of the point.
pub(crate) fn point_separation(core: &Edges, point: Vec2, error: f32) -> f32 {
    let gaps = |block| vertices_and_edges(block, point).1;
    let gap = largest(core.blocks.iter().map(gaps));
    if gap < -error {
        return gap;
    }
    let mut nearest = f32::INFINITY;
    for (index, block) in core.blocks.iter().enumerate() {
        for edge in facing(core, index, gaps(block), gap - TIE * error) {
            nearest = min(point_distance_sq(&edge, point - edge.start), nearest);
        }
    }
    sqrt(nearest)
}

/// The smallest squared distance between a vertex of one core and one of the edges of the other that face it most: for
/// cores that are apart, their squared distance.
///
/// Where the nearest point of the Minkowski difference to the origin is a vertex, one of the two edges there is the one
/// that faces the origin most of all: the heights over other edges are no larger, since their normals lie at a larger
/// angle and the vertex behind them. What rounding could take for that edge is asked as well.
pub(crate) fn nearest_sq(a: &Edges, b: &Edges, frame: &Frame, error: f32) -> f32 {
    let to_b = nearest_to_edges_sq(a, largest_gap(a, &frame.b_in_a, b), &frame.b_in_a, b, error);
    let to_a = nearest_to_edges_sq(b, largest_gap(b, &frame.a_in_b, a), &frame.a_in_b, a, error);
    min(to_b, to_a)
}

fn largest_gap(reference: &Edges, other_pose: &Relative, other: &Edges) -> f32 {
    largest(reference.blocks.iter().map(|block| gaps(block, other_pose, other)))
}

fn largest(gaps: impl Iterator<Item = F32s>) -> f32 {
    let largest = gaps.fold(F32s::splat(f32::NEG_INFINITY), |largest, gaps| max_wide(gaps, largest));
    largest.to_array().into_iter().fold(f32::NEG_INFINITY, max)
}

fn nearest_to_edges_sq(reference: &Edges, gap: f32, other_pose: &Relative, other: &Edges, error: f32) -> f32 {
    let mut nearest = F32s::splat(f32::INFINITY);
    for (index, block) in reference.blocks.iter().enumerate() {
        for edge in facing(reference, index, gaps(block, other_pose, other), gap - TIE * error) {
            for block in other.blocks {
                nearest = min_wide(distances_sq(&edge, block, other_pose), nearest);
            }
        }
    }
    nearest.to_array().into_iter().fold(f32::INFINITY, min)
}

/// The edges of block `index` whose gap is `limit` or more.
fn facing<'a>(core: &'a Edges, index: usize, gaps: F32s, limit: f32) -> impl Iterator<Item = Edge> + use<'a> {
    let first = index * LANES;
    let live = (1u32 << (core.len - first).min(LANES)) - 1;
    let mut facing = gaps.simd_ge(F32s::splat(limit)).to_bitmask() & live;
    core::iter::from_fn(move || {
        let lane = facing.trailing_zeros() as usize;
        (facing != 0).then(|| {
            facing &= facing - 1;
            Edge::new(core, first + lane)
        })
    })
}
