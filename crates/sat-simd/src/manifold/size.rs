use crate::shape::ShapeRef;
use geom::Vec2;

/// A length of the order of the core's size, in metres: half the largest |x| + |y| from its first vertex to another, which
/// is between a quarter and three quarters of the diameter.
#[inline]
pub(crate) fn core_size(shape: ShapeRef) -> f32 {
    let sides = |vector: Vec2| vector.abs().x + vector.abs().y;
    match shape {
        ShapeRef::Circle(_) => 0.0,
        ShapeRef::Capsule(capsule) => 0.5 * sides(capsule.b() - capsule.a()),
        ShapeRef::Segment(segment) => 0.5 * sides(segment.b() - segment.a()),
        ShapeRef::Rect(rect) => sides(rect.half()),
        ShapeRef::Polygon(polygon) => polygon.size(),
    }
}
