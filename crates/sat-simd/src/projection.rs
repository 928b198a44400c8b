use crate::precise::to_vec2;
use geom::Vec2;
use glam::DVec2;

/// The point of the line through the origin along `axis` that is nearest to `point`: its shadow on that axis.
///
/// The axis need not be a unit vector; on a zero axis everything falls on the origin. Worked out in doubles and rounded
/// once, which is right to an ulp for all finite input; beyond the range of `f32` the largest numbers come back.
///
/// ```
/// use sat_simd::{Vec2, project_onto};
///
/// // The worked example of the rotated rectangles article.
/// assert_eq!(project_onto(Vec2::new(2.0, 6.0), Vec2::new(3.0, 4.0)), Vec2::new(3.6, 4.8));
/// ```
#[must_use]
pub fn project_onto(point: Vec2, axis: Vec2) -> Vec2 {
    let (x, y) = (f64::from(axis.x), f64::from(axis.y));
    let length_sq = x * x + y * y;
    if length_sq == 0.0 {
        return Vec2::ZERO;
    }
    let along = (f64::from(point.x) * x + f64::from(point.y) * y) / length_sq;
    to_vec2(DVec2::new(along * x, along * y))
}
