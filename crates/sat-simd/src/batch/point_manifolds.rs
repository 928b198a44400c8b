//! Manifolds of eight pairs of which one core is a point, in lanes: the wide twins of `manifold/points.rs`.
//!
//! The core that is no point comes first, whichever of A and B it is; [`OnePoint::flipped`] then carries the result to
//! A's frame as `Manifold::flipped` does.

use super::edge_rows::{EdgeRows, NearestEdges};
use super::manifold_lanes::{OnePoint, Vec2s, along, at_least_lowest, dot, select2, sub};
use super::rects::RectBlock;
use super::segment_block::SegmentBlock;
use crate::lanes::{F32s, max_wide};
use crate::manifold::{COINCIDENT, FARTHEST, MOST_STRAY, OFF_TIP};

/// The radii of the core that comes first and of the point, and the margin.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    pub radii: Vec2s,
    pub margin: F32s,
}

/// Two cores that are `height` apart, the point being in direction `normal` from `foot`.
struct Over {
    foot: Vec2s,
    normal: Vec2s,
    height: F32s,
}

impl Over {
    #[inline]
    fn contact(&self, is_near: F32s, [radius, radius_point]: Vec2s) -> OnePoint {
        let over_foot = F32s::splat(0.5) * (radius + (self.height - radius_point));
        let separation = at_least_lowest(self.height - (radius + radius_point));
        OnePoint {
            is_near,
            normal: self.normal,
            point: along(self.foot, self.normal, over_foot),
            separation,
            gap: separation,
        }
    }

    /// Points nearest to the vertices `corner`; `face` is the normal to use where they coincide.
    #[inline]
    fn corner(corner: Vec2s, point: Vec2s, face: Vec2s) -> Self {
        let offset = sub(point, corner);
        let height = dot(offset, offset).sqrt();
        let is_apart = height.simd_ge(F32s::splat(COINCIDENT));
        let normal = select2(is_apart, [offset[0] / height, offset[1] / height], face);
        Self { foot: corner, normal, height }
    }

    /// Points over faces with the normal `normal`.
    #[inline]
    fn face(point: Vec2s, normal: Vec2s, height: F32s) -> Self {
        Self { foot: [point[0] - normal[0] * height, point[1] - normal[1] * height], normal, height }
    }

    #[inline]
    fn where_else(&self, mask: F32s, other: &Self) -> Self {
        Self {
            foot: select2(mask, self.foot, other.foot),
            normal: select2(mask, self.normal, other.normal),
            height: mask.select(self.height, other.height),
        }
    }
}

/// Wide twin of `point_point`, the first point being the origin.
#[inline]
pub(super) fn point_point(point: Vec2s, reach: Reach) -> OnePoint {
    let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
    let all = zero.simd_eq(zero);
    Over::corner([zero; 2], point, [one, zero]).contact(all, reach.radii)
}

/// Wide twin of `segment_point`.
#[inline]
pub(super) fn segment_point(segment: &SegmentBlock, point: Vec2s, reach: Reach) -> OnePoint {
    let zero = F32s::splat(0.0);
    let SegmentBlock { start, end, normal, .. } = *segment;
    let (way, to_point) = (sub(end, start), sub(point, start));
    let (travelled, length_sq) = (dot(way, to_point), dot(way, way));
    let at_start = travelled.simd_le(zero);
    let at_end = travelled.simd_ge(length_sq) & !at_start;

    let height = dot(normal, to_point);
    let is_left = height.simd_lt(zero);
    let side = select2(is_left, [-normal[0], -normal[1]], normal);
    let over_face = Over::face(point, side, is_left.select(-height, height));
    let over_corner = Over::corner(select2(at_end, end, start), point, normal);
    over_corner.where_else(at_start | at_end, &over_face).contact(zero.simd_eq(zero), reach.radii)
}

/// Wide twin of `rect_point`; the radius of the box is zero.
#[inline]
pub(super) fn rect_point(rect: &RectBlock, point: Vec2s, reach: Reach) -> OnePoint {
    let (half_x, half_y) = (F32s::new(rect.half_x), F32s::new(rect.half_y));
    let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
    let side = point.map(|coordinate| coordinate.simd_lt(zero).select(-one, one));
    let (height_x, height_y) = (point[0].abs() - half_x, point[1].abs() - half_y);
    let is_y = height_y.simd_gt(height_x);
    let face = [side[0] & !is_y, side[1] & is_y];
    let height = is_y.select(height_y, height_x);
    let is_near = !(height - reach.radii[1]).simd_gt(reach.margin);
    let is_corner = height_x.simd_gt(zero) & height_y.simd_gt(zero);
    let over_face = Over::face(point, face, height);
    let over_corner = Over::corner([side[0] * half_x, side[1] * half_y], point, face);
    over_corner.where_else(is_corner, &over_face).contact(is_near, reach.radii)
}

/// Wide twin of `outline_point`, and the lanes in which that has to go on along the outline.
#[inline(always)]
pub(super) fn outline_point<const LINES: usize>(
    outline: &EdgeRows<LINES>,
    point: Vec2s,
    reach: Reach,
) -> (OnePoint, u32) {
    let zero = F32s::splat(0.0);
    let extent = (point[0].abs() + point[1].abs()) + F32s::new(outline.at.reach);
    let NearestEdges { index, height, start, end, normal } = outline.nearest(point);
    let is_in_range = extent.simd_lt(F32s::splat(FARTHEST));
    let is_near = is_in_range & !(height - (reach.radii[0] + reach.radii[1])).simd_gt(reach.margin);
    let tangent = [-normal[1], normal[0]];
    let least = max_wide(height * F32s::splat(-OFF_TIP), zero);
    let before_start = dot(tangent, sub(start, point)).simd_gt(least);
    let after_end = dot(tangent, sub(point, end)).simd_gt(least);
    let over_face = Over::face(point, normal, height);
    let corner = select2(before_start, start, end);
    let over_corner = Over::corner(corner, point, normal);
    let is_corner = before_start | after_end;
    let contact = over_corner.where_else(is_corner, &over_face).contact(is_near, reach.radii);
    // From afar sides that are nearly alike may be taken for each other, and with them the corner: each height is right as it is.
    let contact = OnePoint { gap: (height - (reach.radii[0] + reach.radii[1])) & is_in_range, ..contact };
    let is_near_corner = is_corner & is_near;
    if is_near_corner.none() {
        return (contact, 0);
    }
    let beside = outline.normals_beside(index, !before_start);
    let along = dot([-beside[1], beside[0]], sub(point, corner)) ^ (before_start & F32s::splat(-0.0));
    let is_past = along.simd_gt(over_corner.height * F32s::splat(MOST_STRAY));
    (contact, (is_near_corner & is_past).to_bitmask())
}
