//! The separating axis kernel: eight edge normals in lanes against all vertices of the other core.

use super::edges::Edges;
use super::frame::Relative;
#[cfg(test)]
use crate::lanes::min;
use crate::lanes::{F32s, LANES, min_wide};
use crate::shape::Block;

/// How far `other` stays outside the block's edge `lane`: the smallest signed distance of its vertices from that
/// edge's line. The reference for [`gaps`], written to be read.
///
/// Turning the normal into the other frame instead of the vertices into this one costs two products an edge, however
/// many vertices there are: n·(t + R·w − v) = n·(t − v) + (Rᵀn)·w.
#[cfg(test)]
pub(crate) fn gap(block: &Block, lane: usize, other_pose: &Relative, other: &Edges) -> f32 {
    let Relative { position, cos, sin } = *other_pose;
    let (x, y, nx, ny) = (block.x[lane], block.y[lane], block.nx[lane], block.ny[lane]);
    let (other_nx, other_ny) = (nx * cos + ny * sin, ny * cos - nx * sin);
    let mut nearest = f32::MAX;
    for index in 0..other.len {
        let (block, lane) = (&other.blocks[index / LANES], index % LANES);
        nearest = min(other_nx * block.x[lane] + other_ny * block.y[lane], nearest);
    }
    nearest + (nx * (position.x - x) + ny * (position.y - y))
}

/// [`gap`] for the eight edges of the block. O(vertices of `other`).
#[inline]
pub(crate) fn gaps(block: &Block, other_pose: &Relative, other: &Edges) -> F32s {
    // Trip counts that are fixed over the padding: the end of a loop over the vertices is a guess of the branch predictor.
    if other.len <= LANES / 2 {
        gaps_over_blocks::<{ LANES / 2 }>(block, other_pose, &other.blocks[..1])
    } else {
        gaps_over_blocks::<LANES>(block, other_pose, other.blocks)
    }
}

/// [`gaps`] of a core of no more than `VERTICES` vertices, up to [`LANES`].
#[inline]
pub(crate) fn gaps_over<const VERTICES: usize>(block: &Block, other_pose: &Relative, other: &Block) -> F32s {
    gaps_over_blocks::<VERTICES>(block, other_pose, core::slice::from_ref(other))
}

#[inline(always)]
fn gaps_over_blocks<const VERTICES: usize>(block: &Block, other_pose: &Relative, others: &[Block]) -> F32s {
    let (cos, sin) = (F32s::splat(other_pose.cos), F32s::splat(other_pose.sin));
    let (nx, ny) = (F32s::from(block.nx), F32s::from(block.ny));
    let (other_nx, other_ny) = (nx * cos + ny * sin, ny * cos - nx * sin);
    let mut nearest = F32s::splat(f32::MAX);
    for other in others {
        for vertex in 0..VERTICES {
            let height = other_nx * F32s::splat(other.x[vertex]) + other_ny * F32s::splat(other.y[vertex]);
            nearest = min_wide(height, nearest);
        }
    }
    let (x, y) = (F32s::from(block.x), F32s::from(block.y));
    nearest + (nx * (F32s::splat(other_pose.position.x) - x) + ny * (F32s::splat(other_pose.position.y) - y))
}
