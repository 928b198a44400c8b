//! Polygons: the one edge through which the ray's line comes in.
//!
//! Which that is each ray finds for itself, with the polygon's vertices side by side as they lie in the set: nothing is
//! turned into columns, and polygons of three and of eight vertices need not wait for their like. What follows is one edge a
//! ray, for eight rays at once. (Columns of vertices of eight polygons of the same class took 236 instructions a ray.)

use super::super::distance_kernel::{dot, minus, turn, turn_back};
use super::super::set::ShapeSet;
use super::{HitWide, RayWide};
use crate::lanes::{F32Quad, F32s, LANES, transpose_quads};

/// Eight rays at eight polygons; rounded ones stay open.
///
/// A side is off by 15u of the size times the way. A closing gap that is positive at the end of the way was so all along.
/// Rays that start in the polygon, or behind it without having the disc around it behind them, stay open, too.
#[inline(always)]
pub(super) fn cast(ray: &RayWide, set: &ShapeSet, shapes: &[u32; LANES]) -> HitWide {
    let (at, radius, vertices) = set.gather_records(shapes);
    let (cos, sin, reach) = (F32s::new(at.cos), F32s::new(at.sin), F32s::new(at.reach));
    let offset = minus(ray.origin, [F32s::new(at.x), F32s::new(at.y)]);
    let (error, is_usual) = ray.error(offset, reach);
    let (from, way) = (turn_back(offset, cos, sin), turn_back(ray.way, cos, sin));
    let twice = error + error;
    let slack = twice * ray.way_size();
    let own = way[0] * from[1] - way[1] * from[0];
    let entries = Entries::new(set, &vertices, way, [own - slack, own + slack]);

    let is_clear = F32s::new(radius).simd_eq(F32s::splat(0.0)) & is_usual;
    let normal = entries.normal;
    let gap = dot(normal, minus(from, entries.start));
    let opening = dot(normal, way);
    let end = gap + opening;
    let starts_before = gap.simd_gt(twice) & is_clear;
    // The polygon lies behind the start, as the disc around it does.
    let (ahead, around) = (-dot(from, way), reach + twice);
    let is_behind = ahead.simd_lt(-slack) & (ahead * ahead).simd_gt(around * around * dot(way, way)) & is_clear;
    let hits = (starts_before & end.simd_lt(-twice)).to_bitmask() & entries.crossing;
    let stops_short = (starts_before & end.simd_gt(twice)).to_bitmask() & entries.crossing;
    HitWide {
        hits,
        misses: stops_short | (entries.passing & is_clear.to_bitmask()) | is_behind.to_bitmask(),
        fraction: gap / -opening,
        normal: turn(normal, cos, sin),
    }
}

/// The edges of eight polygons through which lines come in.
struct Entries {
    /// The lanes whose line certainly comes in.
    crossing: u32,
    /// The lanes whose line certainly passes by.
    passing: u32,
    /// Where the edges start; that, and the normals, mean nothing in other lanes than those of `crossing`.
    start: [F32s; 2],
    normal: [F32s; 2],
}

impl Entries {
    /// Of lines along `way`: vertices whose product with that is below the first of `limits` are to the right of the line,
    /// above the second to the left. `vertices` tells where the polygons' are.
    ///
    /// Counter-clockwise, an edge goes from the left of the line to its right where that comes in.
    #[inline(always)]
    fn new(set: &ShapeSet, vertices: &[u32; LANES], way: [F32s; 2], limits: [F32s; 2]) -> Self {
        let ([way_x, way_y], [low, high]) = (way.map(F32s::to_array), limits.map(F32s::to_array));
        let mut edges = [F32Quad::ZERO; LANES];
        let (mut lefts, mut rights) = ([0u8; LANES], [0u8; LANES]);
        for (lane, &bits) in vertices.iter().enumerate() {
            let vertices = set.vertices(bits);
            let [x, y] = vertices.in_lanes();
            let product = F32s::splat(way_x[lane]) * y - F32s::splat(way_y[lane]) * x;
            let right = product.simd_lt(F32s::splat(low[lane])).to_bitmask() as u8;
            let left = product.simd_gt(F32s::splat(high[lane])).to_bitmask() as u8;
            (lefts[lane], rights[lane]) = (left, right);
            // The last one where there is none.
            let edge = (u32::from(left & right.rotate_right(1)) | 0x80).trailing_zeros() as usize;
            edges[lane] = vertices.edge(edge);
        }
        let [start_x, start_y, normal_x, normal_y] = transpose_quads(&edges);
        let (left, right) = (u64::from_le_bytes(lefts), u64::from_le_bytes(rights));
        let after = ((right >> 1) & LOWER_BITS) | ((right & EACH_BYTE) << 7);
        let passing = !(lanes_with_bits(!left) & lanes_with_bits(!right));
        Self {
            crossing: lanes_with_bits(left & after),
            passing: passing & 0xff,
            start: [start_x, start_y],
            normal: [normal_x, normal_y],
        }
    }
}

/// The lowest bit of each of eight bytes.
const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// All bits of each byte but the highest.
const LOWER_BITS: u64 = 0x7f * EACH_BYTE;

/// A bit for each of eight bytes: whether it has any.
#[inline(always)]
fn lanes_with_bits(bytes: u64) -> u32 {
    let carried = (bytes & LOWER_BITS) + LOWER_BITS;
    let highest = ((carried | bytes) >> 7) & EACH_BYTE;
    // Each byte's bit is moved to its own place in the highest byte, and no two to the same one.
    (highest.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}
