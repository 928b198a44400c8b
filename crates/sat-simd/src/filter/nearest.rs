//! The squared distance of cores that are apart: eight vertices in lanes against one edge at a time.

use super::axes::gaps;
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
    let across = edge.normal.x * dx + edge.normal.y * dy;
    let along = edge.normal.x * dy - edge.normal.y * dx;
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

/// The signed distance of two cores: the largest gap over their edges, or their distance when they are apart.
pub(crate) fn core_separation(a: &Edges, b: &Edges, frame: &Frame, error: f32) -> f32 {
    let largest = |reference: &Edges, pose: &Relative, other: &Edges| {
        let gaps = reference.blocks.iter().map(|block| gaps(block, pose, other));
        let largest = gaps.fold(F32s::splat(f32::NEG_INFINITY), |largest, gaps| max_wide(gaps, largest));
        largest.to_array().into_iter().fold(f32::NEG_INFINITY, max)
    };
    let gap = max(largest(a, &frame.b_in_a, b), largest(b, &frame.a_in_b, a));
    if gap < -error {
        return gap;
    }
    // Also for points and segments in line, which no edge normal separates.
    sqrt(nearest_sq(a, b, frame, error))
}

/// The smallest squared distance between a vertex of one core and an edge of the other, over the edges that the other
/// core is not certainly behind by more than `error`: for cores that are apart, their squared distance.
///
/// An edge has the other core in front of it, or the nearest points of the two are not on it: where the nearest point
/// of the Minkowski difference to the origin is a vertex, one of the two edges there faces the origin most of all.
pub(crate) fn nearest_sq(a: &Edges, b: &Edges, frame: &Frame, error: f32) -> f32 {
    let to_b = nearest_to_edges_sq(a, &frame.b_in_a, b, error);
    min(to_b, nearest_to_edges_sq(b, &frame.a_in_b, a, error))
}

fn nearest_to_edges_sq(reference: &Edges, other_pose: &Relative, other: &Edges, error: f32) -> f32 {
    let mut nearest = F32s::splat(f32::INFINITY);
    for (index, block) in reference.blocks.iter().enumerate() {
        let first = index * LANES;
        let live = (1u32 << (reference.len - first).min(LANES)) - 1;
        let mut facing = gaps(block, other_pose, other).simd_ge(F32s::splat(-error)).to_bitmask() & live;
        while facing != 0 {
            let edge = Edge::new(reference, first + facing.trailing_zeros() as usize);
            for block in other.blocks {
                nearest = min_wide(distances_sq(&edge, block, other_pose), nearest);
            }
            facing &= facing - 1;
        }
    }
    nearest.to_array().into_iter().fold(f32::INFINITY, min)
}
