//! Polygons: the one edge through which the ray's line comes in, and the one through which it goes out.

use super::super::core_block::{CoreBlock, EdgeColumn};
use super::super::distance_kernel::{dot, minus, turn, turn_back};
use super::{HitWide, RayWide};
use crate::lanes::{F32s, min_wide};

/// Eight rays at eight polygons; rounded ones stay open.
///
/// A function of its own for each vertex count, so that its loop has a known length.
#[inline]
pub(super) fn cast(ray: &RayWide, block: &CoreBlock) -> HitWide {
    match block.max_len {
        3 => cast_at::<3>(ray, block),
        4 => cast_at::<4>(ray, block),
        6 => cast_at::<6>(ray, block),
        _ => cast_at::<8>(ray, block),
    }
}

#[inline(never)]
fn cast_at<const N: usize>(ray: &RayWide, block: &CoreBlock) -> HitWide {
    let zero = F32s::splat(0.0);
    let (cos, sin) = (F32s::new(block.at.cos), F32s::new(block.at.sin));
    let offset = minus(ray.origin, [F32s::new(block.at.x), F32s::new(block.at.y)]);
    let (error, is_usual) = ray.error(offset, F32s::new(block.at.reach));
    let (from, way) = (turn_back(offset, cos, sin), turn_back(ray.way, cos, sin));
    let line = Line::new(block.first_edges::<N>(), from, way);

    // A side is off by 16u of the size times the way. A closing gap that is positive at the end of the way was so all along,
    // as one that opens is from a positive start.
    let twice = error + error;
    let is_clear = line.nearest.simd_gt(twice * ray.way_size()) & F32s::new(block.radius).simd_eq(zero) & is_usual;
    let opening = dot(line.normal, way);
    let end = line.gap_in + opening;
    let starts_before = line.gap_in.simd_gt(twice);
    let passes = !line.is_crossing | (starts_before & end.simd_gt(twice)) | line.gap_out.simd_gt(twice);
    let hits = line.is_crossing & starts_before & end.simd_lt(-twice);
    HitWide {
        hits: hits & is_clear,
        misses: passes & is_clear,
        fraction: line.gap_in / -opening,
        normal: turn(line.normal, cos, sin),
    }
}

/// How eight lines go through polygons.
struct Line {
    /// The lanes whose vertices lie on both sides.
    is_crossing: F32s,
    /// How near a vertex comes to the line, times the length of the way.
    nearest: F32s,
    /// The normal of the edge through which the line comes in; zero where it does not.
    normal: [F32s; 2],
    /// How far the start is in front of that edge, and of the one through which the line goes out.
    gap_in: F32s,
    gap_out: F32s,
}

impl Line {
    /// Counter-clockwise, an edge goes from the left of the line to its right where that comes in, and back where it goes
    /// out. Columns that repeat a vertex change no side.
    #[inline(always)]
    fn new<const N: usize>(edges: &[EdgeColumn; N], from: [F32s; 2], way: [F32s; 2]) -> Self {
        let zero = F32s::splat(0.0);
        let mut nearest = F32s::splat(f32::INFINITY);
        let [mut normal_x, mut normal_y, mut behind_in, mut behind_out, mut is_crossing] = [zero; 5];
        // From the start of the way to a vertex, and on which side of the way that is.
        let side = |edge: &EdgeColumn| {
            let to = minus(edge.vertex(), from);
            (to, way[0] * to[1] - way[1] * to[0])
        };
        let first = side(&edges[0]);
        let (mut to, mut start) = first;
        for (index, edge) in edges.iter().enumerate() {
            let (to_next, end) = if index + 1 < N { side(&edges[index + 1]) } else { first };
            nearest = min_wide(start.abs(), nearest);
            let (starts_left, ends_left) = (start.simd_gt(zero), end.simd_gt(zero));
            let (comes_in, goes_out) = (starts_left & !ends_left, ends_left & !starts_left);
            let behind = dot(edge.normal(), to);
            // At most one edge is either: or is as good as a choice.
            normal_x |= comes_in & F32s::new(edge.nx);
            normal_y |= comes_in & F32s::new(edge.ny);
            behind_in |= comes_in & behind;
            behind_out |= goes_out & behind;
            is_crossing |= comes_in;
            (to, start) = (to_next, end);
        }
        Self { is_crossing, nearest, normal: [normal_x, normal_y], gap_in: -behind_in, gap_out: -behind_out }
    }
}
