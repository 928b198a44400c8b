use super::edge::{self, Edge};
use super::{Answer, Ray, disc};
use crate::precise::{turn, widen};
use geom::{Pose, Vec2};
use glam::DVec2;

/// What the ray along `way` does to the segment from `a` to `b` at `pose`, which is `offset` from its origin, grown by
/// `radius`.
///
/// From outside the strip along the segment it meets the side it comes from or the disc that ends it; from inside the
/// strip, the disc of the end it stands before.
#[inline(always)]
pub(super) fn cast(a: Vec2, b: Vec2, pose: &Pose, radius: f64, offset: DVec2, way: DVec2) -> Answer {
    let (start, along) = (offset + turn(pose.rotation, widen(a)), turn(pose.rotation, widen(b) - widen(a)));
    let reach = start.x.abs() + start.y.abs() + along.x.abs() + along.y.abs() + radius;
    let ray = Ray::new(way, offset, reach);
    let (height, length_sq) = (along.perp_dot(-start), along.dot(along));
    if height * height > radius * radius * length_sq {
        // The left side is the right side of the way back.
        let side = if height < 0.0 { Edge { start, along } } else { Edge { start: start + along, along: -along } };
        return edge::cast(&ray, &side, radius);
    }
    let (before, slack) = (along.dot(start), ray.error * (along.x.abs() + along.y.abs()));
    if before > slack {
        disc::cast(&ray, start, radius)
    } else if before < -length_sq - slack {
        disc::cast(&ray, start + along, radius)
    } else if length_sq == 0.0 {
        disc::cast(&ray, start, radius)
    } else {
        Answer::Unsure
    }
}
