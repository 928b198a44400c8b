use super::core::Core;
use super::difference::Difference;
use super::separation::Contact;
use super::widen;
use crate::filter::{Foremost, Frame};
use crate::root::sqrt_f64;
use crate::{Motion, ShapeRef};
use geom::Vec2;
use glam::DVec2;

/// The way of two moving shapes toward each other, t from 0 to 1, in double precision.
pub(crate) struct Advance<'a> {
    a: Mover<'a>,
    b: Mover<'a>,
    /// The largest gap that is taken for contact: 2⁻²⁰ of the reaches, the distance and the way.
    tolerance: f64,
    /// What rounding may take from a computed gap: 2⁻⁴⁴ of the same.
    rounding: f64,
}

/// The end of an [`Advance`].
pub(crate) struct Arrival {
    pub(crate) time: f64,
    /// Unit, from A to B.
    pub(crate) normal: DVec2,
    /// The surface point of B, seen from the common origin.
    pub(crate) point_b: DVec2,
}

/// A shape that turns about one of its points while that point moves straight.
struct Mover<'a> {
    shape: ShapeRef<'a>,
    radius: f64,
    /// Cosine and sine at t = 0.
    rotation: DVec2,
    /// The point about which it turns, in the shape's frame.
    pivot: DVec2,
    /// Where that is at t = 0, seen from the common origin.
    center: DVec2,
    translation: DVec2,
    angle: f64,
    /// How far the core is from the pivot at most.
    reach: f64,
}

/// A mover at one time.
struct Placed {
    center: DVec2,
    /// The first vertex of the core, seen from the centre.
    first: DVec2,
    /// The origin of the shape's frame.
    position: DVec2,
    /// Cosine and sine.
    rotation: DVec2,
}

impl<'a> Mover<'a> {
    fn new(shape: ShapeRef<'a>, motion: &Motion, origin: Vec2) -> Self {
        let rotation = DVec2::new(f64::from(motion.start.rotation.cos()), f64::from(motion.start.rotation.sin()));
        let pivot = widen(motion.center);
        let lengths = (0..shape.core_len()).map(|index| (widen(shape.core_vertex(index)) - pivot).length());
        Self {
            shape,
            radius: f64::from(shape.radius()),
            rotation,
            pivot,
            center: widen(motion.start.translation) - widen(origin) + rotation.rotate(pivot),
            translation: widen(motion.translation),
            angle: f64::from(motion.angle),
            // A stored rotation may lengthen by 2⁻²².
            reach: lengths.fold(0.0, f64::max) * (1.0 + 1e-6),
        }
    }

    fn at(&self, time: f64) -> (Placed, Core<'a>) {
        let (sin, cos) = libm::sincos(self.angle * time);
        let rotation = self.rotation.rotate(DVec2::new(cos, sin));
        let first = rotation.rotate(widen(self.shape.core_vertex(0)) - self.pivot);
        let center = self.center + self.translation * time;
        let placed = Placed { center, first, position: center - rotation.rotate(self.pivot), rotation };
        (placed, Core::with_rotation(self.shape, rotation.x, rotation.y))
    }
}

impl<'a> Advance<'a> {
    /// Positions are seen from `origin`.
    pub(crate) fn new(a: ShapeRef<'a>, motion_a: &Motion, b: ShapeRef<'a>, motion_b: &Motion, origin: Vec2) -> Self {
        let (a, b) = (Mover::new(a, motion_a, origin), Mover::new(b, motion_b, origin));
        let way = (b.translation - a.translation).length() + (b.center - a.center).length();
        let size = a.reach + b.reach + a.radius + b.radius + way;
        // 2²⁰ and 2⁴⁴
        Self { a, b, tolerance: size / 1_048_576.0, rounding: size / 17_592_186_044_416.0 }
    }

    /// Depth or distance at t = 0, seen from the common origin.
    pub(crate) fn start(&self) -> Arrival {
        let ((a, core_a), (b, core_b)) = (self.a.at(0.0), self.b.at(0.0));
        let difference = self.difference(&a, core_a, &b, core_b);
        Arrival::new(0.0, &difference, &difference.contact())
    }

    /// Where the movers first meet, up to the tolerance; `None` when they stay apart through t = 1. They must be apart
    /// at t = 0.
    ///
    /// Conservative advancement, of second order. At every stop the two are apart along the normal between their nearest
    /// points. Fixed to either shape, that axis keeps them apart for a time that [`Advance::clear_for`] bounds from below;
    /// the longer one is the next step, so no step passes a contact. The bound takes the gap, its speed and its largest
    /// acceleration (B. Mirtich, *Impulse-based dynamic simulation of rigid body systems*, 1996, does without the last),
    /// so near a contact a step leaves a gap of the order of the square of the one before it, as Newton's method does.
    ///
    /// The search ends at a gap below the tolerance, when the next step is shorter than the one a gap of that size at rest
    /// would give; all other steps are at least that long or divide the gap.
    pub(crate) fn run(&self) -> Option<Arrival> {
        let mut time = 0.0;
        loop {
            let ((a, core_a), (b, core_b)) = (self.a.at(time), self.b.at(time));
            let difference = self.difference(&a, core_a, &b, core_b);
            let frame = Frame::of_doubles(b.position - a.position, a.rotation, b.rotation);
            let contact = difference.contact_over(Foremost::in_frame(self.a.shape, self.b.shape, &frame));
            let (still, moving) = ((&self.a, &a, &difference.core_a), (&self.b, &b, &difference.core_b));
            let (by_a, limit_a) = self.clear_for(still, moving, contact.normal, time);
            let (by_b, limit_b) = self.clear_for(moving, still, -contact.normal, time);
            let step = by_a.max(by_b);
            if step >= 1.0 - time {
                return None;
            }
            let is_close = contact.separation <= self.tolerance && step < limit_a.max(limit_b);
            if is_close || time + step <= time {
                return Some(Arrival::new(time, &difference, &contact));
            }
            time += step;
        }
    }

    fn difference(&self, a: &Placed, core_a: Core<'a>, b: &Placed, core_b: Core<'a>) -> Difference<'a> {
        let origin = a.center + a.first;
        Difference::of_cores((core_a, self.a.radius), (core_b, self.b.radius), b.center + b.first - origin, origin)
    }

    /// For how long `moving` stays in front of `still` along `normal`, from the latter to the former, while that axis
    /// turns with the latter, or until t = 1; and for how long it would when it stood still at the tolerance.
    ///
    /// Seen from `still`, with d between the centres, v and ω the differences of translation and angle, and ω₀ the angle
    /// of `still`, the vertex r of `moving` is at Rot(−ω₀s)·(d + v·s) + Rot(ω·s)·r after s, where it has the velocity v −
    /// ω₀·d⊥ + ω·r⊥ at s = 0 and an acceleration of at most ω₀²·|d + v·s| + 2|ω₀|·|v| + ω²·|r|. So its height h over
    /// `still` is at least h + ḣ·s − M·s²/2, and the first zero of that is the time. O(vertices of both).
    fn clear_for(
        &self,
        (still, still_at, still_core): (&Mover, &Placed, &Core),
        (moving, moving_at, moving_core): (&Mover, &Placed, &Core),
        normal: DVec2,
        time: f64,
    ) -> (f64, f64) {
        let between = moving_at.center - still_at.center;
        let velocity = moving.translation - still.translation;
        let (turn, turn_still) = (moving.angle - still.angle, still.angle);
        let farthest = between.length() + velocity.length() * (1.0 - time);
        let acceleration = turn_still * turn_still * farthest
            + 2.0 * turn_still.abs() * velocity.length()
            + turn * turn * moving.reach;

        let still_top = normal.dot(still_at.first + still_core.vertex(still_core.support(normal)));
        let height = normal.dot(between) - still_top - still.radius - moving.radius - self.rounding;
        let speed = normal.dot(velocity - between.perp() * turn_still);
        let (along, turning) = (moving_core.turned_back(normal), moving_core.turned_back(-normal.perp() * turn));
        let (first_height, first_speed) =
            (height + normal.dot(moving_at.first), speed + turn * normal.dot(moving_at.first.perp()));
        let fall = |index: usize| {
            let vertex = moving_core.local_vertex(index);
            (first_height + along.dot(vertex), first_speed + turning.dot(vertex))
        };
        // The lowest vertex comes first as a rule. Who is up at that time, and was at the start, has not been down: heights
        // are concave. So only the others' roots are taken.
        let lowest = moving_core.support(-normal);
        let (height, speed) = fall(lowest);
        let mut clear = first_zero(height, speed, acceleration).min(1.0 - time);
        for index in (0..moving_core.len()).filter(|&index| index != lowest) {
            let (height, speed) = fall(index);
            if height + clear * (speed - 0.5 * acceleration * clear) <= 0.0 {
                clear = first_zero(height, speed, acceleration).min(clear);
            }
        }
        (clear, sqrt_f64(self.tolerance / acceleration))
    }
}

impl Arrival {
    fn new(time: f64, difference: &Difference, contact: &Contact) -> Self {
        Self { time, normal: contact.normal, point_b: difference.origin + contact.point_b }
    }
}

/// The first s ≥ 0 with height + speed·s − acceleration·s²/2 ≤ 0; infinite when there is none.
fn first_zero(height: f64, speed: f64, acceleration: f64) -> f64 {
    if height <= 0.0 {
        return 0.0;
    }
    let root = sqrt_f64(speed * speed + 2.0 * acceleration * height);
    // Either form adds numbers of one sign.
    if speed <= 0.0 { 2.0 * height / (root - speed) } else { (speed + root) / acceleration }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_falling_height_reaches_zero_once() {
        assert_eq!(first_zero(2.0, -1.0, 0.0), 2.0);
        assert_eq!(first_zero(2.0, 0.0, 4.0), 1.0);
        assert_eq!(first_zero(6.0, 1.0, 1.0), 1.0 + 13.0f64.sqrt());
        assert_eq!(first_zero(1.0, 0.0, 0.0), f64::INFINITY);
        assert_eq!(first_zero(1.0, 1.0, 0.0), f64::INFINITY);
        assert_eq!(first_zero(0.0, 1.0, 1.0), 0.0);
    }
}
