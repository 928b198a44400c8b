use super::manifold_lanes::{Vec2s, dot, sub};
use super::placement::Placements;
use crate::lanes::{F32s, max_wide};
use crate::manifold::SHORTEST_SQ;

/// Eight segments at their world poses.
pub(super) struct SegmentBlock {
    pub at: Placements,
    pub radius: F32s,
    pub start: Vec2s,
    pub end: Vec2s,
    /// Of the right side.
    pub normal: Vec2s,
}

impl SegmentBlock {
    /// The lanes whose segments are so short that they count as points, as for the single pair.
    #[inline(always)]
    pub(super) fn points(&self) -> u32 {
        let way = sub(self.end, self.start);
        dot(way, way).simd_lt(F32s::splat(SHORTEST_SQ)).to_bitmask()
    }

    /// Lengths of the order of the segments' sizes, in metres, as of [other cores](super::edge_manifolds).
    #[inline(always)]
    pub(super) fn sizes(&self) -> F32s {
        let [x, y] = sub(self.end, self.start);
        max_wide(x.abs() + y.abs(), F32s::splat(0.0)) * F32s::splat(0.5)
    }
}
