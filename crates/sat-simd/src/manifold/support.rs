use super::outline::Outline;
use crate::lanes::{F32s, LANES};
use geom::{Pose, Vec2};

/// The largest separation of `other`, posed by `pose`, over the edges of `outline`, and the first edge that has it.
///
/// Separation over an edge is the least height of the other's vertices over it. In lanes: eight edges. The normals are
/// turned into the other's frame, so its vertices are used as they stand:
/// `min_j n·(t + R·b_j − a) = n·(t − a) + min_j (Rᵀn)·b_j`.
pub(super) fn max_separation(outline: &Outline, other: &Outline, pose: &Pose) -> (f32, usize) {
    let (cos, sin) = (F32s::splat(pose.rotation.cos()), F32s::splat(pose.rotation.sin()));
    let (tx, ty) = (F32s::splat(pose.translation.x), F32s::splat(pose.translation.y));
    let mut best = (f32::NEG_INFINITY, 0);
    for (block_index, block) in outline.blocks().iter().enumerate() {
        let (nx, ny) = (F32s::new(block.nx), F32s::new(block.ny));
        let offset = nx * (tx - F32s::new(block.x)) + ny * (ty - F32s::new(block.y));
        let (mx, my) = (cos * nx + sin * ny, cos * ny - sin * nx);
        let least = least_height(mx, my, other);
        // Adding +0 turns −0 into +0, so the sign of a zero never depends on the order of the minimum.
        let (value, lane) = first_max(offset + least + F32s::splat(0.0));
        if value > best.0 {
            best = (value, block_index * LANES + lane);
        }
    }
    best
}

/// The least `mx·x + my·y` over the vertices of `outline`, for eight directions.
#[inline]
fn least_height(mx: F32s, my: F32s, outline: &Outline) -> F32s {
    let mut least = F32s::splat(f32::INFINITY);
    let mut left = outline.len();
    for block in outline.blocks() {
        for vertex in 0..left.min(LANES) {
            let height = mx * F32s::splat(block.x[vertex]) + my * F32s::splat(block.y[vertex]);
            least = height.simd_lt(least).select(height, least);
        }
        left = left.saturating_sub(LANES);
    }
    least
}

/// Height of `point` over the edge of `outline` it is highest above, and the first such edge.
pub(super) fn nearest_edge(outline: &Outline, point: Vec2) -> (f32, usize) {
    let (px, py) = (F32s::splat(point.x), F32s::splat(point.y));
    let mut best = (f32::NEG_INFINITY, 0);
    for (block_index, block) in outline.blocks().iter().enumerate() {
        let height = F32s::new(block.nx) * (px - F32s::new(block.x)) + F32s::new(block.ny) * (py - F32s::new(block.y));
        let (value, lane) = first_max(height + F32s::splat(0.0));
        if value > best.0 {
            best = (value, block_index * LANES + lane);
        }
    }
    best
}

/// The edge of `outline` whose normal is most opposed to `direction`; the first, if several are.
pub(super) fn incident_edge(outline: &Outline, direction: Vec2) -> usize {
    let (dx, dy) = (F32s::splat(-direction.x), F32s::splat(-direction.y));
    let mut best = (f32::NEG_INFINITY, 0);
    for (block_index, block) in outline.blocks().iter().enumerate() {
        let (value, lane) = first_max(dx * F32s::new(block.nx) + dy * F32s::new(block.ny));
        if value > best.0 {
            best = (value, block_index * LANES + lane);
        }
    }
    best.1
}

/// The largest lane and the first that has it. Padding repeats the last vertex, so it never comes first.
#[inline]
fn first_max(values: F32s) -> (f32, usize) {
    let v = values.to_array();
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let halves = [larger(v[0], v[4]), larger(v[1], v[5]), larger(v[2], v[6]), larger(v[3], v[7])];
    let max = larger(larger(halves[0], halves[2]), larger(halves[1], halves[3]));
    let lane = values.simd_eq(F32s::splat(max)).to_bitmask().trailing_zeros();
    (max, lane as usize % LANES)
}
