use super::{Answer, Hit, Ray};
use crate::Rect;
use geom::Pose;
use glam::DVec2;

/// What the ray along `way` does to `rect` at `pose`, `offset` from its origin.
///
/// Along the box's axes, mirrored so that the way is not negative, the box is two slabs and the one entered last is hit if
/// the ray is then within the other: T. Kay and J. Kajiya, *Ray tracing complex scenes*, SIGGRAPH 1986. Times are compared
/// as fractions, so that only a hit divides.
///
/// Turned back by a rotation of length σ, lengths grow by it; the box, seen so, is σ² larger.
#[inline(always)]
pub(super) fn cast(rect: &Rect, pose: &Pose, offset: DVec2, way: DVec2) -> Answer {
    let (cos, sin) = (f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
    let ray = Ray::new(way, offset, f64::from(rect.reach()));
    let excess = cos * cos + sin * sin - 1.0;
    let half = DVec2::new(f64::from(rect.half().x), f64::from(rect.half().y)) * (1.0 + excess);
    let (x_way, y_way) = (cos * way.x + sin * way.y, cos * way.y - sin * way.x);
    let (x_from, y_from) = (-(cos * offset.x + sin * offset.y), sin * offset.x - cos * offset.y);
    // How far before each slab the ray starts, and how fast it comes.
    let (x_speed, y_speed) = (x_way.abs(), y_way.abs());
    let x_before = -half.x - if x_way < 0.0 { -x_from } else { x_from };
    let y_before = -half.y - if y_way < 0.0 { -y_from } else { y_from };
    let is_x = x_before * y_speed > y_before * x_speed;
    let (before, speed, other_from, other_way, other_half) =
        if is_x { (x_before, x_speed, y_from, y_way, half.y) } else { (y_before, y_speed, x_from, x_way, half.x) };
    let is_past = -2.0 * half.x - x_before > ray.error || -2.0 * half.y - y_before > ray.error;
    // How far outside the other slab it enters, times the speed.
    let aside = (other_from * speed + other_way * before).abs() - other_half * speed;
    let slack = ray.error * ray.way_size;
    if is_past || before > speed + ray.error || (before > ray.error && aside > slack) {
        return Answer::Misses;
    }
    if before <= ray.error || before > speed - ray.error || aside >= -slack {
        return Answer::Unsure;
    }
    // 1 ÷ σ by its series: |σ² − 1| is below 2⁻²⁰, so the next term is below 2⁻⁶⁰.
    let per_length = 1.0 - excess * (0.5 - 0.375 * excess);
    let (axis, along) = if is_x { (DVec2::new(cos, sin), x_way) } else { (DVec2::new(-sin, cos), y_way) };
    let normal = axis * if along < 0.0 { per_length } else { -per_length };
    Answer::Hits(Hit { fraction: before / speed, normal, is_flat: true })
}
