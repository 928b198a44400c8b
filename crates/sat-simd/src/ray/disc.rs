use super::{Answer, Hit, Ray};
use crate::root::sqrt_f64;
use glam::DVec2;

/// What the ray does to the disc of `radius` around `center`, seen from the ray's origin.
///
/// |c − t·v| = r has the roots t = (c·v ∓ w) ÷ v² with w = √((r·|v|)² − (c × v)²), right to the rounding of c·v. There
/// the normal is −(w·v + (c × v)·v⊥) ÷ (r·v²), v⊥ being the way turned to its right: unit, as w² + (c × v)² = (r·|v|)².
/// Whether it comes before the end is asked of the end itself: it is inside, or the way has passed its closest approach.
#[inline(always)]
pub(super) fn cast(ray: &Ray, center: DVec2, radius: f64) -> Answer {
    let (radius_sq, along, across) = (radius * radius, center.dot(ray.way), center.perp_dot(ray.way));
    let (square, length) = (ray.error * ray.size, ray.error * ray.way_size);
    let power = center.dot(center) - radius_sq;
    let inside = radius_sq * ray.way_sq - across * across;
    let graze = square * ray.way_size * ray.way_size;
    let end = center - ray.way;
    let end_power = end.dot(end) - radius_sq;
    // One branch for a miss of any kind: nobody can tell which of them comes next.
    let (starts_outside, ends_outside) = (power > square, end_power > square);
    let stops_short = ends_outside & (along > ray.way_sq + length);
    if starts_outside & ((along <= 0.0) | (inside < -graze) | stops_short) {
        return Answer::Misses;
    }
    let comes_by = (end_power < -square) | (ends_outside & (along < ray.way_sq - length));
    if !(starts_outside & (inside > graze) & comes_by) {
        return Answer::Unsure;
    }
    let (root, per) = (sqrt_f64(inside), 1.0 / (radius * ray.way_sq));
    let DVec2 { x, y } = ray.way;
    let normal = DVec2::new(-(root * x + across * y), across * x - root * y) * per;
    Answer::Hits(Hit { fraction: (along - root) * (radius * per), normal, is_flat: false })
}
