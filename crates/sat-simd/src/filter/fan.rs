//! The farthest vertex of a core in a direction: eight vertices in lanes, and a search among the normals of large ones.

use super::circles::{first, largest};
use super::edges::Edges;
use crate::lanes::{F32s, max_wide};
use crate::shape::Block;
use geom::Vec2;

/// Up to this many blocks all vertices are looked at. A search among 16 blocks of normals takes as long.
const LINEAR_BLOCKS: usize = 16;

/// A vertex of `core` farthest along `direction`, which need not be a unit vector; O(log n) for many vertices.
///
/// It may be nearer than the farthest by the rounding of the dot products, 6u·|direction|·reach, and in a large core by
/// another 25u: normals within 4u of perpendicular are taken for it, and no convex outline is longer than 2π·reach.
#[inline]
pub(crate) fn farthest(core: &Edges, direction: Vec2) -> Vec2 {
    if core.blocks.len() <= LINEAR_BLOCKS {
        return farthest_of(core.blocks, direction);
    }
    let first = block_facing(core.blocks, direction);
    // The vertex after the block's last edge is in the next one; beyond the last block comes the first.
    let here = farthest_of(&core.blocks[first..core.blocks.len().min(first + 2)], direction);
    let start = core.vertex(0);
    if direction.dot(start) > direction.dot(here) { start } else { here }
}

/// The last block whose first normal is not yet past `direction`, going counter-clockwise from the core's first normal.
pub(crate) fn block_facing(blocks: &[Block], direction: Vec2) -> usize {
    let normal = |index: usize| Vec2::new(blocks[index].nx[0], blocks[index].ny[0]);
    let start = normal(0);
    let in_second_half = |v: Vec2| start.perp_dot(v) < 0.0;
    let direction_half = in_second_half(direction);
    let (mut low, mut high) = (0, blocks.len());
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        let candidate = normal(middle);
        let half = in_second_half(candidate);
        let is_past = if half == direction_half { candidate.perp_dot(direction) < 0.0 } else { half };
        if is_past { high = middle } else { low = middle }
    }
    low
}

/// The farthest vertex of these blocks, at most [`LINEAR_BLOCKS`]; of several the first.
#[inline]
fn farthest_of(blocks: &[Block], direction: Vec2) -> Vec2 {
    let (dx, dy) = (F32s::splat(direction.x), F32s::splat(direction.y));
    let mut heights = [F32s::splat(f32::NEG_INFINITY); LINEAR_BLOCKS];
    let mut highest = heights[0];
    for (height, block) in heights.iter_mut().zip(blocks) {
        *height = dx * F32s::new(block.x) + dy * F32s::new(block.y);
        highest = max_wide(*height, highest);
    }
    let highest = F32s::splat(largest(highest));
    for (height, block) in heights.iter().zip(blocks) {
        let is_highest = height.simd_eq(highest);
        if is_highest.any() {
            let lane = first(is_highest);
            return Vec2::new(block.x[lane], block.y[lane]);
        }
    }
    Vec2::new(blocks[0].x[0], blocks[0].y[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Polygon, Rot};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_vertex_is_farther_than_the_bound_allows(
            corners in 3usize..1500, squash in 1e-4f32..1.0, jitter in 0.0f32..1.0, angle in -4.0f32..4.0,
        ) {
            let turn = core::f32::consts::TAU / corners as f32;
            let points: Vec<Vec2> = (0..corners)
                .map(|k| turn * (k as f32 + jitter * ((k * 7919 % 13) as f32 / 13.0 - 0.5)))
                .map(|angle| Rot::from_angle(angle).rotate(Vec2::X) * Vec2::new(1.0, squash))
                .collect();
            if let Ok(polygon) = Polygon::hull(&points) {
                for quarter in 0..64 {
                    let direction = Rot::from_angle(angle + quarter as f32 * 0.1).rotate(Vec2::X);
                    let height = |v: Vec2| f64::from(v.x) * f64::from(direction.x) + f64::from(v.y) * f64::from(direction.y);
                    let found = height(farthest(&Edges::of_polygon(&polygon), direction));
                    let best = polygon.vertices().map(height).fold(f64::NEG_INFINITY, f64::max);
                    prop_assert!(best - found <= 31.0 / 16_777_216.0 * f64::from(polygon.reach()), "{} {}", best, found);
                }
            }
        }
    }
}
