//! The searches over the edges and vertices of one block, in lanes.

use super::edge::{Edge, IndexedEdge};
use crate::lanes::{F32s, LANES, max, min, min_wide};
use crate::shape::Block;
use geom::{Pose, Vec2};

/// For the edges of `block` the separation of a core, posed by `pose`, of which `least_height` gives the least height of
/// its vertices over eight directions; see [`Core::max_separation`](super::cores::Core::max_separation).
#[inline]
pub(super) fn separations_wide(block: &Block, pose: &Pose, least_height: impl Fn(F32s, F32s) -> F32s) -> F32s {
    let (cos, sin) = (F32s::splat(pose.rotation.cos()), F32s::splat(pose.rotation.sin()));
    let (tx, ty) = (F32s::splat(pose.translation.x), F32s::splat(pose.translation.y));
    let (x, y, nx, ny) = rows(block);
    let (mx, my) = (cos * nx + sin * ny, cos * ny - sin * nx);
    (nx * (tx - x) + ny * (ty - y)) + least_height(mx, my)
}

/// The least `mx·x + my·y` over the first `COLUMNS` vertices of `block`, for eight directions; of two zeros either.
#[inline]
pub(super) fn least_height_wide<const COLUMNS: usize>(block: &Block, mx: F32s, my: F32s) -> F32s {
    let height = |vertex: usize| mx * F32s::splat(block.x[vertex]) + my * F32s::splat(block.y[vertex]);
    (1..COLUMNS).fold(height(0), |least, vertex| min_wide(height(vertex), least))
}

/// How high the vertices of `block` are along `direction`.
#[inline]
pub(super) fn heights_wide(block: &Block, direction: Vec2) -> F32s {
    let (x, y, ..) = rows(block);
    F32s::splat(direction.x) * x + F32s::splat(direction.y) * y
}

/// How high `point` is over the edges of `block`.
#[inline]
pub(super) fn heights_of_point_wide(block: &Block, point: Vec2) -> F32s {
    let (x, y, nx, ny) = rows(block);
    nx * (F32s::splat(point.x) - x) + ny * (F32s::splat(point.y) - y)
}

/// How far the normals of `block` point along `direction`.
#[inline]
pub(super) fn alignment_wide(block: &Block, direction: Vec2) -> F32s {
    let (_, _, nx, ny) = rows(block);
    F32s::splat(direction.x) * nx + F32s::splat(direction.y) * ny
}

/// The vertices of `block` and its normals, in lanes.
#[inline]
pub(super) fn rows(block: &Block) -> (F32s, F32s, F32s, F32s) {
    (F32s::new(block.x), F32s::new(block.y), F32s::new(block.nx), F32s::new(block.ny))
}

/// The largest of the values, and the first lane that has it.
///
/// Padding repeats the last edge, so it never comes first. Adding +0 turns −0 into +0: the bits of a zero never depend
/// on which of two equal values came out of a minimum or maximum.
#[inline]
pub(super) fn first_max(values: F32s) -> (f32, usize) {
    let max = reduce(values, max);
    (max + 0.0, first_equal(values, max))
}

/// The first lane that has the smallest of the values.
#[inline]
pub(super) fn first_min(values: F32s) -> usize {
    first_equal(values, reduce(values, min))
}

/// The first lane with this value, which one has.
#[inline]
fn first_equal(values: F32s, value: f32) -> usize {
    // With a bit for the last lane no number of zeros is special.
    (values.simd_eq(F32s::splat(value)).to_bitmask() | 1 << (LANES - 1)).trailing_zeros() as usize
}

/// The smallest and the largest of the values; of two zeros either.
#[inline]
pub(super) fn extent(values: F32s) -> (f32, f32) {
    (reduce(values, min), reduce(values, max))
}

#[inline]
fn reduce(values: F32s, of: impl Fn(f32, f32) -> f32) -> f32 {
    let v = values.to_array();
    let pairs = [of(v[0], v[4]), of(v[1], v[5]), of(v[2], v[6]), of(v[3], v[7])];
    of(of(pairs[0], pairs[2]), of(pairs[1], pairs[3]))
}

/// The edge from vertex `index` of `block` to vertex `next` of `next_block`, both counted within their blocks.
#[inline]
pub(super) fn edge(block: &Block, index: usize, next_block: &Block, next: usize) -> Edge {
    let (index, next) = (index % LANES, next % LANES);
    Edge {
        start: Vec2::new(block.x[index], block.y[index]),
        end: Vec2::new(next_block.x[next], next_block.y[next]),
        normal: Vec2::new(block.nx[index], block.ny[index]),
    }
}

/// `edge` of an outline of `len` vertices, from vertex `index` to the next.
#[inline]
pub(super) fn indexed(index: usize, len: usize, edge: impl FnOnce(usize) -> Edge) -> IndexedEdge {
    let next = if index + 1 == len { 0 } else { index + 1 };
    IndexedEdge { edge: edge(next), start_index: index as u16, end_index: next as u16 }
}
