use super::edge::Edge;
use super::{Answer, Hit, Ray};
use crate::filter::{Edges, RELATIVE_ERROR, SIZE_LIMIT, SQUARED_SIZE_LIMIT};
use crate::lanes::{F32s, LANES};
use crate::precise::widen;
use crate::shape::Block;
use geom::{Pose, Vec2};
use glam::DVec2;

/// What the ray along `way` does to a core with edges at `pose`, `offset` from its origin.
///
/// A line enters a convex outline over the one edge that starts on its left and ends on its right. Eight lanes of `f32`
/// tell the sides of the vertices, doubles the time. O(n / 8).
#[inline(always)]
pub(super) fn cast(core: &Edges, pose: &Pose, offset: DVec2, way: Vec2) -> Answer {
    let ray = Ray::new(widen(way), offset, f64::from(core.reach));
    if !(ray.size < f64::from(SIZE_LIMIT) && ray.size > f64::from(SQUARED_SIZE_LIMIT)) {
        return Answer::Unsure;
    }
    let line = Line::new(pose, offset, way, core.reach);
    let entered = match core.blocks {
        [block] => line.entered(block),
        blocks => line.entered_of_many(blocks),
    };
    let entered = match entered {
        Entry::Nowhere => return Answer::Misses,
        Entry::Unsure => return Answer::Unsure,
        Entry::Edge(index) => index,
    };
    // The last vertex is repeated in lanes of no edge.
    let edge = Edge::new(core, entered.min(core.len - 1), pose, offset);
    let crossed = edge.crossed(&ray, 0.0);
    if crossed.enters() {
        return Answer::Hits(Hit { fraction: crossed.height / crossed.closing, normal: edge.normal(), is_flat: true });
    }
    let is_kept_out = || (0..core.len).any(|index| Edge::new(core, index, pose, offset).crossed(&ray, 0.0).keeps_out());
    if crossed.keeps_out() || is_kept_out() { Answer::Misses } else { Answer::Unsure }
}

/// Where a line enters an outline.
enum Entry {
    /// It certainly passes by.
    Nowhere,
    Unsure,
    /// Over this edge, or if it is beyond the last one, over that.
    Edge(usize),
}

/// The ray's line in the core's frame, turned back by a rotation that is not quite unit, in `f32`.
struct Line {
    origin: Vec2,
    way: Vec2,
    /// What the product of a way and an offset of a vertex may be off by.
    ///
    /// In units of 2⁻²⁴ times |way| times the distance of the position d or the reach r: 4.3d for turning the origin, 8r
    /// for the square of the rotation's length, d + r for the difference, 4.3(d + r) for turning the way, 3(d + r) for
    /// products and sum; together 12.6d + 16.3r, of which 32 are taken. The smallest normal number covers underflow.
    error: f32,
}

impl Line {
    #[inline]
    fn new(pose: &Pose, offset: DVec2, way: Vec2, reach: f32) -> Self {
        let origin = pose.rotation.inv_rotate(Vec2::new(-offset.x as f32, -offset.y as f32));
        let way = pose.rotation.inv_rotate(way);
        let size = origin.x.abs() + origin.y.abs() + reach;
        let error = (way.x.abs() + way.y.abs()) * size * (2.0 * RELATIVE_ERROR) + f32::MIN_POSITIVE;
        Self { origin, way, error }
    }

    /// Where it enters an outline of up to eight vertices.
    #[inline(always)]
    fn entered(&self, block: &Block) -> Entry {
        let (left, right) = self.sides(block);
        if (left == u8::MAX) | (right == u8::MAX) {
            return Entry::Nowhere;
        }
        let edges = left & right.rotate_right(1);
        if edges == 0 { Entry::Unsure } else { Entry::Edge(edges.trailing_zeros() as usize) }
    }

    /// Where it enters a larger one.
    fn entered_of_many(&self, blocks: &[Block]) -> Entry {
        let (mut entered, mut left_of_last, mut first_is_right) = (None, 0, 0);
        let (mut all_left, mut all_right) = (u8::MAX, u8::MAX);
        for (index, block) in blocks.iter().enumerate() {
            let (left, right) = self.sides(block);
            (all_left, all_right) = (all_left & left, all_right & right);
            // Lane j stands for the edge from the vertex before.
            let found = right & (left << 1 | left_of_last);
            if found != 0 {
                entered = Some(index * LANES + found.trailing_zeros() as usize - 1);
            }
            if index == 0 {
                first_is_right = right & 1;
            }
            left_of_last = left >> (LANES - 1);
        }
        if (all_left == u8::MAX) | (all_right == u8::MAX) {
            return Entry::Nowhere;
        }
        let last = (first_is_right & left_of_last == 1).then_some(blocks.len() * LANES - 1);
        entered.or(last).map_or(Entry::Unsure, Entry::Edge)
    }

    /// Which of the block's vertices are certainly left of the line, and which right, a bit each.
    #[inline]
    fn sides(&self, block: &Block) -> (u8, u8) {
        let x = F32s::from(block.x) - F32s::splat(self.origin.x);
        let y = F32s::from(block.y) - F32s::splat(self.origin.y);
        let side = F32s::splat(self.way.x) * y - F32s::splat(self.way.y) * x;
        let (left, right) = (side.simd_gt(F32s::splat(self.error)), side.simd_lt(F32s::splat(-self.error)));
        (left.to_bitmask() as u8, right.to_bitmask() as u8)
    }
}
