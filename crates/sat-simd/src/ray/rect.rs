use super::{Answer, Hit, Ray, disc};
use crate::Rect;
use geom::Pose;
use glam::DVec2;

/// What the ray along `way` does to `rect` at `pose`, `offset` from its origin, grown by `radius`.
///
/// Along the box's axes, mirrored so that the way is not negative, the grown box is two slabs and the one entered last is hit if
/// the ray is then between the ends of that side: T. Kay and J. Kajiya, *Ray tracing complex scenes*, SIGGRAPH 1986. Beyond an
/// end it meets the disc around that corner or nothing, and so does one that starts beside a corner, within both slabs. Times
/// are compared as fractions, so that only a hit divides.
///
/// Turned back by a rotation of length σ, lengths grow by it; the box, seen so, is σ² larger and its radius σ.
#[inline(always)]
pub(super) fn cast(rect: &Rect, pose: &Pose, radius: f64, offset: DVec2, way: DVec2) -> Answer {
    let (cos, sin) = (f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
    let ray = Ray::new(way, offset, f64::from(rect.reach()) + radius);
    let excess = cos * cos + sin * sin - 1.0;
    let core = DVec2::new(f64::from(rect.half().x), f64::from(rect.half().y)) * (1.0 + excess);
    // σ by its series: |σ² − 1| is below 2⁻²⁰, so the next term is below 2⁻⁶³.
    let half = if radius > 0.0 { core + DVec2::splat(radius * (1.0 + excess * (0.5 - 0.125 * excess))) } else { core };
    let (x_way, y_way) = (cos * way.x + sin * way.y, cos * way.y - sin * way.x);
    let (x_from, y_from) = (-(cos * offset.x + sin * offset.y), sin * offset.x - cos * offset.y);
    // How far before each slab the ray starts, and how fast it comes.
    let (x_speed, y_speed) = (x_way.abs(), y_way.abs());
    let x_before = -half.x - if x_way < 0.0 { -x_from } else { x_from };
    let y_before = -half.y - if y_way < 0.0 { -y_from } else { y_from };
    let is_x = x_before * y_speed > y_before * x_speed;
    let (before, speed, other_from, other_way, other_core, other_half) = if is_x {
        (x_before, x_speed, y_from, y_way, core.y, half.y)
    } else {
        (y_before, y_speed, x_from, x_way, core.x, half.x)
    };
    let is_past = -2.0 * half.x - x_before > ray.error || -2.0 * half.y - y_before > ray.error;
    // Where it enters, along the side that it enters, times the speed.
    let place = other_from * speed + other_way * before;
    let slack = ray.error * ray.way_size;
    if is_past || before > speed + ray.error || (before > ray.error && place.abs() - other_half * speed > slack) {
        return Answer::Misses;
    }
    // The corner on the given sides of the box, seen from the ray's origin.
    let corner = |x_side: f64, y_side: f64| {
        let (x, y) = (f64::from(rect.half().x).copysign(x_side), f64::from(rect.half().y).copysign(y_side));
        offset + DVec2::new(cos * x - sin * y, sin * x + cos * y)
    };
    let aside = place.abs() - other_core * speed;
    if before <= ray.error || before > speed - ray.error {
        let is_beside_corner = x_from.abs() - core.x > ray.error && y_from.abs() - core.y > ray.error;
        let starts_there = radius > 0.0 && before <= ray.error && is_beside_corner;
        return if starts_there { disc::cast(&ray, corner(x_from, y_from), radius) } else { Answer::Unsure };
    }
    if aside >= -slack {
        if radius == 0.0 {
            return Answer::Unsure;
        }
        // The side that is entered looks against the way.
        let center = if is_x { corner(-x_way, place) } else { corner(place, -y_way) };
        return match disc::cast(&ray, center, radius) {
            Answer::Misses if aside <= slack => Answer::Unsure,
            answer => answer,
        };
    }
    // 1 ÷ σ by its series: the next term is below 2⁻⁶⁰.
    let per_length = 1.0 - excess * (0.5 - 0.375 * excess);
    let (axis, along) = if is_x { (DVec2::new(cos, sin), x_way) } else { (DVec2::new(-sin, cos), y_way) };
    let normal = axis * if along < 0.0 { per_length } else { -per_length };
    Answer::Hits(Hit { fraction: before / speed, normal, is_flat: true })
}
