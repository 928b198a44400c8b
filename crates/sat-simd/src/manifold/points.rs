use super::clip::Radii;
use super::contact::{FARTHEST, Manifold};
use super::cores::Core;
use super::edge::Edge;
use crate::feature_id::FeatureId;
use geom::Vec2;

/// Point against point, both with a radius. Coincident points get the normal (1, 0).
pub(super) fn point_point(a: Vec2, b: Vec2, radius_a: f32, radius_b: f32, margin: f32) -> Manifold {
    let offset = b - a;
    let distance = offset.length();
    // Underflow of the squares makes distances below about 1e-19 m zero.
    let normal = if distance > 0.0 { offset / distance } else { Vec2::X };
    contact(a, normal, distance, radius_a, radius_b, margin)
}

/// Segment against point, both possibly with a radius. On the segment itself the normal is the segment's.
pub(super) fn segment_point(edge: &Edge, point: Vec2, radius_edge: f32, radius_point: f32, margin: f32) -> Manifold {
    let (along, to_point) = (edge.end - edge.start, point - edge.start);
    let (travelled, length_sq) = (along.dot(to_point), along.length_squared());
    if travelled <= 0.0 {
        corner_point(edge.start, point, edge.normal, radius_edge, radius_point, margin)
    } else if travelled >= length_sq {
        corner_point(edge.end, point, edge.normal, radius_edge, radius_point, margin)
    } else {
        let height = edge.normal.dot(to_point);
        let (normal, height) = if height < 0.0 { (-edge.normal, -height) } else { (edge.normal, height) };
        contact(point - normal * height, normal, height, radius_edge, radius_point, margin)
    }
}

/// Polygon or box against point, both possibly with a radius.
///
/// The edge with the largest separation is next to the nearest vertex, if a vertex is nearest, so one look at its two
/// ends replaces the axes through all vertices. `nearest` is the height over that edge and its index.
#[inline]
pub(super) fn outline_point(
    outline: &impl Core,
    nearest: (f32, usize),
    point: Vec2,
    radius_outline: f32,
    radius_point: f32,
    margin: f32,
) -> Manifold {
    let at = point.abs();
    let is_in_range = (at.x + at.y) + outline.reach() < FARTHEST;
    if !is_in_range {
        return Manifold::EMPTY;
    }
    let (height, index) = nearest;
    if height - (radius_outline + radius_point) > margin {
        return Manifold::EMPTY;
    }
    let Edge { start, end, normal } = outline.edge(index).edge;
    let tangent = normal.perp();
    if height > 0.0 && tangent.dot(point - start) < 0.0 {
        corner_point(start, point, normal, radius_outline, radius_point, margin)
    } else if height > 0.0 && tangent.dot(point - end) > 0.0 {
        corner_point(end, point, normal, radius_outline, radius_point, margin)
    } else {
        contact(point - normal * height, normal, height, radius_outline, radius_point, margin)
    }
}

/// Box, given by half extents, against point with a radius: folding the plane into one quarter leaves two faces and a
/// corner.
pub(super) fn rect_point(half: Vec2, point: Vec2, radius_point: f32, margin: f32) -> Manifold {
    let side = |coordinate: f32| if coordinate < 0.0 { -1.0 } else { 1.0 };
    let height = point.abs() - half;
    let is_y = height.y > height.x;
    let over_face = if is_y { height.y } else { height.x };
    // One side at a time: of two at once the compiler makes vectors whose unused halves hold whatever the bits of a mask
    // happen to be, and SSE stumbles over those that are subnormal: 82 instead of 15 ns.
    let face_side = side(if is_y { point.y } else { point.x });
    let face = if is_y { Vec2::new(0.0, face_side) } else { Vec2::new(face_side, 0.0) };
    if over_face - radius_point > margin {
        Manifold::EMPTY
    } else if height.x > 0.0 && height.y > 0.0 {
        corner_point(Vec2::new(side(point.x) * half.x, side(point.y) * half.y), point, face, 0.0, radius_point, margin)
    } else {
        contact(point - face * over_face, face, over_face, 0.0, radius_point, margin)
    }
}

/// `point` nearest to the vertex `corner`; `face` is the normal to use when they coincide.
fn corner_point(corner: Vec2, point: Vec2, face: Vec2, radius_corner: f32, radius_point: f32, margin: f32) -> Manifold {
    let offset = point - corner;
    let distance = offset.length();
    let normal = if distance > 0.0 { offset / distance } else { face };
    contact(corner, normal, distance, radius_corner, radius_point, margin)
}

/// The one point of two cores that are `height` apart, B's nearest point being in direction `normal` from A's, `foot`.
fn contact(foot: Vec2, normal: Vec2, height: f32, radius_a: f32, radius_b: f32, margin: f32) -> Manifold {
    let radii = Radii { reference: radius_a, incident: radius_b };
    Manifold::within_one(normal, radii.contact(foot, normal, height, FeatureId::default()), margin)
}
