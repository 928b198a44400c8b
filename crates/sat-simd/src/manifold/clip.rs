use super::contact::{Manifold, ManifoldPoint};
use super::segments::Edge;
use crate::feature_id::FeatureId;
use geom::{Pose, Vec2};

/// How much nearer two vertices must be than the faces, and B's edge than A's, to be preferred: a share of the smaller
/// shape's size. Larger: steadier contacts between nearly parallel edges, and depths wrong by up to that much.
pub(super) const FEATURE_TOLERANCE: f32 = 1.0 / 4096.0;

/// An edge of an outline and the indices of its two vertices.
pub(super) struct IndexedEdge {
    pub edge: Edge,
    pub start_index: u16,
    pub end_index: u16,
}

impl IndexedEdge {
    #[inline]
    pub(super) fn transformed(&self, pose: &Pose) -> Self {
        Self { edge: self.edge.transformed(pose), ..*self }
    }
}

/// The contact of a reference edge with the incident edge of the other core, both in the frame of the reference.
///
/// In coordinates (u, v) along the reference edge's normal and tangent, from its start,
///
/// ```text
///    u           end ●───────● start       incident edge; counter-clockwise outlines run opposite ways
///    │           lower        upper
///    └──▸ v   start ●────────────● end     reference edge: u = 0, 0 ≤ v ≤ length
/// ```
///
/// the incident edge is cut at both ends of the reference edge, and each remaining end is a point with separation u.
/// Where the cores are apart and the two edges' ends face each other rather than the edges themselves, the closest
/// vertices make the only point. They are ends of these two edges: the reference edge has the largest separation, so in
/// the Minkowski difference it is next to the closest vertex.
#[inline]
pub(super) fn clip(
    reference: &IndexedEdge,
    incident: &IndexedEdge,
    radius_reference: f32,
    radius_incident: f32,
    margin: f32,
    tolerance: f32,
) -> Manifold {
    let (origin, normal) = (reference.edge.start, reference.edge.normal);
    let tangent = normal.perp();
    let uv = |point: Vec2| Vec2::new(normal.dot(point - origin), tangent.dot(point - origin));
    let length = tangent.dot(reference.edge.end - origin);
    let (lower, upper) = (uv(incident.edge.end), uv(incident.edge.start));
    let radii = radius_reference + radius_incident;
    let lower_feature = FeatureId::new(reference.start_index, incident.end_index);
    let upper_feature = FeatureId::new(reference.end_index, incident.start_index);

    // `contact` is where the incident core is nearest, at `height` over the reference core in direction `direction`.
    let contact = |foot: Vec2, direction: Vec2, height: f32, feature| ManifoldPoint {
        point: foot + direction * (0.5 * (radius_reference + (height - radius_incident))),
        separation: height - radii,
        feature,
    };

    let is_below = upper.y < 0.0;
    let is_above = lower.y > length;
    let (lower_v, upper_v) = (lower.y.max(0.0), upper.y.min(length));
    let lower_u = if lower.y < 0.0 { height_at(0.0, lower, upper) } else { lower.x };
    let upper_u = if upper.y > length { height_at(length, upper, lower) } else { upper.x };
    let faces_u = if lower_u < upper_u { lower_u } else { upper_u };

    let lower_is_nearer = lower.x < upper.x;
    let at_start = is_below || (!is_above && lower_is_nearer);
    let sticks_out = if at_start { lower.y < 0.0 } else { upper.y > length };
    if sticks_out && (faces_u > 0.0 || is_below || is_above) {
        let (corner, corner_index) =
            if at_start { (Vec2::ZERO, reference.start_index) } else { (Vec2::new(0.0, length), reference.end_index) };
        let (to_lower, to_upper) = (lower - corner, upper - corner);
        let lower_is_closer = to_lower.length_squared() < to_upper.length_squared();
        let (offset, vertex_index) =
            if lower_is_closer { (to_lower, incident.end_index) } else { (to_upper, incident.start_index) };
        let distance = offset.length();
        let feature = FeatureId::new(corner_index, vertex_index);
        let foot = origin + tangent * corner.y;
        if distance > tolerance && (is_below || is_above || distance + tolerance < faces_u) {
            let direction = (normal * offset.x + tangent * offset.y) / distance;
            let point = contact(foot, direction, distance, feature);
            return Manifold::within_one(direction, point, margin);
        }
        if is_below || is_above {
            return Manifold::within_one(normal, contact(foot, normal, offset.x, feature), margin);
        }
    }

    let foot_at = |v: f32| origin + tangent * v;
    let points = [
        contact(foot_at(lower_v), normal, lower_u, lower_feature),
        contact(foot_at(upper_v), normal, upper_u, upper_feature),
    ];
    Manifold::within(normal, points, margin)
}

/// The u of the line from `near` to `far` at `v`, which lies between theirs; `near` and `far` differ in v.
#[inline]
fn height_at(v: f32, near: Vec2, far: Vec2) -> f32 {
    near.x + (far.x - near.x) * ((v - near.y) / (far.y - near.y))
}
