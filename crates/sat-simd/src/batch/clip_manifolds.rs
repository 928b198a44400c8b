//! Clipping eight reference edges against eight incident ones: the wide twin of `manifold/clip.rs`.

use super::edge_lanes::EdgeLanes;
use super::manifold_lanes::{
    ManifoldLanes, PointLanes, Vec2s, along, at_least_lowest, dot, feature, opposite_where, positive, select2, sub,
};
use crate::lanes::{F32s, larger_wide, smaller_wide};
use crate::manifold::COINCIDENT;

/// What is clipped, all in A's frame.
pub(super) struct ClipLanes {
    pub a: EdgeLanes,
    pub b: EdgeLanes,
    pub b_is_reference: F32s,
    /// The reference edge's normal.
    pub normal: Vec2s,
    pub radii: Vec2s,
    pub separation: F32s,
    pub tolerance: F32s,
    /// As for `Clip`.
    pub most_behind: F32s,
    /// As for `Clip::ends`.
    pub slack: F32s,
    /// Lanes that may have points at all.
    pub is_near: F32s,
    /// How far apart the shapes are at least.
    pub gap: F32s,
}

/// Wide twin of `manifold::clip::Ends`.
pub(super) struct EndsLanes {
    /// The lanes that have some.
    pub any: F32s,
    pub at_start: F32s,
    pub way: Vec2s,
    pub incident_at_start: F32s,
    pub incident_way: Vec2s,
    pub is_high: F32s,
    pub slack: F32s,
}

impl ClipLanes {
    /// The manifolds, and the ends that they hinge on, if any does.
    #[inline(always)]
    pub(super) fn manifolds(&self) -> (ManifoldLanes, Option<EndsLanes>) {
        let zero = F32s::splat(0.0);
        let Self { a, b, b_is_reference, normal, separation, .. } = *self;
        let of_roles = |if_b, if_a| select2(b_is_reference, if_b, if_a);
        let (origin, end) = (of_roles(b.start, a.start), of_roles(b.end, a.end));
        let (incident_start, incident_end) = (of_roles(a.start, b.start), of_roles(a.end, b.end));
        let [radius, incident_radius] = of_roles([self.radii[1], self.radii[0]], self.radii);

        let tangent = [-normal[1], normal[0]];
        let uv = |point| {
            let offset = sub(point, origin);
            [dot(normal, offset), dot(tangent, offset)]
        };
        let length = dot(tangent, sub(end, origin));
        let (lower, upper) = (uv(incident_end), uv(incident_start));

        let rise = positive(upper[1] - lower[1]);
        let cut_lower = positive(-lower[1] / rise);
        let cut_upper = positive((upper[1] - length) / rise);
        let lower_u = larger_wide(lower[0] + (upper[0] - lower[0]) * cut_lower, separation);
        let upper_u = larger_wide(upper[0] + (lower[0] - upper[0]) * cut_upper, separation);
        let lower_v = positive(lower[1]);
        let upper_v = smaller_wide(upper[1], length);

        let faces_u = smaller_wide(lower_u, upper_u);
        let (is_below, is_above) = (upper[1].simd_lt(zero), lower[1].simd_gt(length));
        let is_beside = is_below | is_above;
        let at_start = is_beside.select(is_below, lower[0].simd_lt(upper[0]));
        let sticks_out = at_start.select(lower[1].simd_lt(zero), upper[1].simd_gt(length));
        let may_be_corner = (is_beside | faces_u.simd_gt(zero)) & sticks_out & self.is_near;
        let least = separation + self.slack;
        let have_ends = (is_beside | faces_u.simd_gt(least)) & self.is_near;

        let contact = |foot, direction: Vec2s, height: F32s, feature| PointLanes {
            point: along(foot, direction, F32s::splat(0.5) * (radius + (height - incident_radius))),
            separation: at_least_lowest(height - (radius + incident_radius)),
            feature,
        };
        let none = zero.simd_gt(zero);
        let mut manifolds = ManifoldLanes {
            is_near: self.is_near,
            normal: self.away_from_a(normal),
            first: contact(along(origin, tangent, lower_v), normal, lower_u, self.lower_feature()),
            second: contact(along(origin, tangent, upper_v), normal, upper_u, self.upper_feature()),
            is_single: none,
            is_reversed: b_is_reference,
            gap: self.gap,
        };
        // Only cores that are apart meet in corners; mostly all eight skip this.
        if (may_be_corner | have_ends).none() {
            return (manifolds, None);
        }
        let corner_v = length & !at_start;
        let to_lower = [lower[0], lower[1] - corner_v];
        let to_upper = [upper[0], upper[1] - corner_v];
        let is_deep = separation.simd_lt(-self.most_behind);
        let is_behind = is_beside & is_deep & (lower[0] - upper[0]).abs().simd_gt(self.tolerance);
        let closer = dot(to_lower, to_lower).simd_lt(dot(to_upper, to_upper));
        let lower_meets_corner = is_behind.select(lower[0].simd_lt(upper[0]), closer);
        let offset = select2(lower_meets_corner, to_lower, to_upper);
        let distance = dot(offset, offset).sqrt();
        let is_far = distance.simd_gt(larger_wide(F32s::splat(COINCIDENT), self.tolerance))
            & offset[0].simd_ge(-self.most_behind);
        let is_corner = may_be_corner & (is_beside | (distance + self.tolerance).simd_lt(faces_u));
        let slanted = along([normal[0] * offset[0], normal[1] * offset[0]], tangent, offset[1]);
        let direction = select2(is_far, [slanted[0] / distance, slanted[1] / distance], normal);
        let height = is_far.select(distance, larger_wide(offset[0], separation));
        let corner =
            contact(along(origin, tangent, corner_v), direction, height, self.feature(!at_start, lower_meets_corner));
        manifolds.normal = select2(is_corner, self.away_from_a(direction), manifolds.normal);
        manifolds.first = corner.where_else(is_corner, &manifolds.first);
        manifolds.is_single = is_corner;
        let ahead = |[u, v]: Vec2s| {
            let u = positive(u);
            along([normal[0] * u, normal[1] * u], tangent, v)
        };
        let (facing, other) = (select2(at_start, to_upper, to_lower), select2(at_start, to_lower, to_upper));
        let is_deeper = other[0].simd_lt(facing[0] - (self.slack & is_beside));
        let onward = select2(is_deeper, other, facing);
        let back = ahead(facing);
        let is_within = |a: F32s, b: F32s| (a - b).abs().simd_le(self.slack);
        let is_short = is_within(lower[0], upper[0]) & is_within(lower[1], upper[1]);
        let faces = is_beside & ((lower_meets_corner ^ at_start) | is_short);
        let ends = EndsLanes {
            any: have_ends,
            at_start,
            way: ahead(onward).map(|way| way & sticks_out),
            incident_at_start: !(at_start ^ is_beside),
            incident_way: back.map(|back| faces & -back),
            is_high: smaller_wide(lower[0], upper[0]).simd_gt(least),
            slack: self.slack & is_beside & !is_deep,
        };
        (manifolds, Some(ends))
    }

    /// Directions away from the reference cores as directions away from A.
    #[inline]
    fn away_from_a(&self, direction: Vec2s) -> Vec2s {
        opposite_where(self.b_is_reference, direction)
    }

    #[inline]
    fn lower_feature(&self) -> F32s {
        let Self { a, b, b_is_reference, .. } = self;
        feature(b_is_reference.select(a.end_index, a.start_index), b_is_reference.select(b.start_index, b.end_index))
    }

    #[inline]
    fn upper_feature(&self) -> F32s {
        let Self { a, b, b_is_reference, .. } = self;
        feature(b_is_reference.select(a.start_index, a.end_index), b_is_reference.select(b.end_index, b.start_index))
    }

    /// The ids of the reference edges' ends, or starts, and the incident edges' ends, or starts.
    #[inline]
    fn feature(&self, reference_at_end: F32s, incident_at_end: F32s) -> F32s {
        let Self { a, b, b_is_reference, .. } = self;
        let a_at_end = b_is_reference.select(incident_at_end, reference_at_end);
        let b_at_end = b_is_reference.select(reference_at_end, incident_at_end);
        feature(a_at_end.select(a.end_index, a.start_index), b_at_end.select(b.end_index, b.start_index))
    }
}
