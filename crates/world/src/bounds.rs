use crate::Filter;
use geom::{BoundingCircle, Pose};
use sat_simd::Shape;

/// The circle around a shape at a pose.
///
/// Turning the centre rounds it, so the radius grows by more than that rounding: the circle always contains the shape.
#[inline]
pub(crate) fn circle_of(shape: &Shape, pose: &Pose) -> BoundingCircle {
    let local = shape.bounding_circle();
    let slack = 4.0 * f32::EPSILON * (local.radius + local.center.x.abs() + local.center.y.abs());
    BoundingCircle::new(pose.transform_point(local.center), local.radius + slack)
}

/// What the broad phase is told of a filter: colliders of one body never meet.
pub(crate) fn proxy_filter(filter: &Filter, body: usize) -> broadphase::Filter {
    let Filter { category, mask, group } = *filter;
    broadphase::Filter { category, mask, group, ..broadphase::Filter::owned_by(body as u32) }
}
