use super::arms::Arms;
use super::core::Core;
use super::cores::between_turned_cores;
use super::difference::{Difference, Owner};
use super::rects::between_turned_rects;
use super::separation::Contact;
use super::widen;
use crate::filter::{Foremost, Frame, MOST_VERTICES};
use crate::root::sqrt_f64;
use crate::{Motion, ShapeRef};
use geom::{Pose, Vec2};
use glam::DVec2;

/// The way of two moving shapes toward each other, t from 0 to 1, in double precision.
pub(crate) struct Advance<'a> {
    a: Mover<'a>,
    b: Mover<'a>,
    /// The bounds on the acceleration along an axis that is fixed to A, or to B: see [`Advance::clear_for`].
    accelerations: [f64; 2],
    /// The largest gap that is taken for contact: 2⁻²⁰ of the reaches, the distance and the way.
    tolerance: f64,
    /// What rounding may take from a computed gap: 2⁻⁴⁴ of the same.
    rounding: f64,
    /// Centres further apart than this are those of shapes that are apart.
    reach: f64,
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
    arms: Arms<'a>,
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

/// How two movers stay apart along an axis that turns with one of them.
#[derive(Clone, Copy)]
struct Clear {
    /// The gap along it, less the rounding.
    height: f64,
    /// For how long they certainly do.
    time: f64,
}

/// A mover at one time.
struct Placed {
    center: DVec2,
    /// Cosine and sine.
    rotation: DVec2,
}

/// Both movers at one time.
struct Stop {
    time: f64,
    a: Placed,
    b: Placed,
}

impl Placed {
    /// `v`, seen from the shape's frame.
    fn turned_back(&self, v: DVec2) -> DVec2 {
        DVec2::new(self.rotation.dot(v), self.rotation.perp_dot(v))
    }

    /// What the rotation turns into `v`: of a stored one, which may lengthen, not quite [`turned_back`](Self::turned_back).
    fn undone(&self, v: DVec2) -> DVec2 {
        self.turned_back(v) / self.rotation.length_squared()
    }
}

impl<'a> Mover<'a> {
    #[inline(always)]
    fn new(shape: ShapeRef<'a>, motion: &Motion, origin: Vec2) -> Self {
        let rotation = DVec2::new(f64::from(motion.start.rotation.cos()), f64::from(motion.start.rotation.sin()));
        let pivot = widen(motion.center);
        let arms = Arms::new(shape, pivot);
        // A stored rotation may lengthen by 2⁻²².
        let reach = arms.reach() * (1.0 + 1e-6);
        Self {
            shape,
            arms,
            radius: f64::from(shape.radius()),
            rotation,
            pivot,
            center: widen(motion.start.translation) - widen(origin) + rotation.rotate(pivot),
            translation: widen(motion.translation),
            angle: f64::from(motion.angle),
            reach,
        }
    }

    fn at(&self, time: f64) -> Placed {
        let (sin, cos) = libm::sincos(self.angle * time);
        let rotation = self.rotation.rotate(DVec2::new(cos, sin));
        Placed { center: self.center + self.translation * time, rotation }
    }

    /// Where the origin of the shape's frame is.
    fn position(&self, at: &Placed) -> DVec2 {
        at.center - at.rotation.rotate(self.pivot)
    }
}

impl<'a> Advance<'a> {
    /// Positions are seen from `origin`.
    #[inline]
    pub(crate) fn new(a: ShapeRef<'a>, motion_a: &Motion, b: ShapeRef<'a>, motion_b: &Motion, origin: Vec2) -> Self {
        let (a, b) = (Mover::new(a, motion_a, origin), Mover::new(b, motion_b, origin));
        let speed = (b.translation - a.translation).length();
        let way = speed + (b.center - a.center).length();
        let reach = a.reach + b.reach + a.radius + b.radius;
        let size = reach + way;
        let rounding = size / 17_592_186_044_416.0; // 2⁴⁴
        let reach = reach + rounding;
        let turn_sq = (b.angle - a.angle) * (b.angle - a.angle);
        let acceleration = |still: &Mover, moving: &Mover| {
            still.angle * still.angle * reach + 2.0 * still.angle.abs() * speed + turn_sq * moving.reach
        };
        let accelerations = [acceleration(&a, &b), acceleration(&b, &a)];
        Self { a, b, accelerations, tolerance: size / 1_048_576.0, rounding, reach } // 2²⁰
    }

    /// Depth or distance at t = 0, seen from the common origin.
    pub(crate) fn start(&self) -> Arrival {
        let difference = self.difference(&self.a.at(0.0), &self.b.at(0.0));
        Arrival::new(0.0, difference.origin, &difference.contact())
    }

    /// From when to when the discs meet that hold the shapes around their pivots however they turn; `None` when not until
    /// t = 1. The discs are larger by what rounding may take, so before and after the shapes are certainly apart.
    pub(crate) fn meeting(&self) -> Option<(f64, f64)> {
        let between = self.b.center - self.a.center;
        let way = self.b.translation - self.a.translation;
        let speed = way.length();
        let along = between.dot(way);
        let (reach, across) = (self.reach * speed, between.perp_dot(way).abs());
        if across > reach {
            return None;
        }
        if speed == 0.0 {
            return (between.length() <= self.reach).then_some((0.0, 1.0));
        }
        let root = sqrt_f64((reach - across) * (reach + across));
        let (from, to) = ((-along - root) / (speed * speed), (root - along) / (speed * speed));
        (from <= 1.0 && to >= 0.0).then_some((from.max(0.0), to.min(1.0)))
    }

    /// Where the movers first meet, up to the tolerance; `None` when they stay apart until their discs part at `end`. They
    /// must be apart until `from`, when the discs meet.
    ///
    /// Conservative advancement, of second order. At every stop the two are apart along the normal between their nearest
    /// points. Fixed to the shape whose edge it is normal to, that axis keeps them apart for a time that
    /// [`Advance::clear_for`] bounds from below; that is the next step, so no step passes a contact. Along the same axis
    /// further steps follow, until the gap along it is used up: each costs a third of a stop. The bound takes the gap, its
    /// speed and its largest acceleration (B. Mirtich, *Impulse-based dynamic simulation of rigid body systems*, 1996, does
    /// without the last), so near a contact a step leaves a gap of the order of the square of the one before it, as Newton's
    /// method does.
    ///
    /// The search ends at a gap below the tolerance τ, when the next step is no longer than the one a gap of that size at rest
    /// would give; all other steps are longer or divide the gap. So it always ends: with the speed V of the fastest vertex and
    /// the acceleration M, a step from a gap above τ takes at least τ ÷ (V + M/2), one from a smaller gap √(τ ÷ M). How many
    /// there are [in practice](crate::time_of_impact()) is far from that.
    pub(crate) fn run(&self, from: f64, end: f64) -> Option<Arrival> {
        let mut stop = self.stop(from);
        if !self.has_closed_form() {
            // From disc to disc is an axis that costs nothing to find. It is never the last: a sixteenth of the discs is near.
            let normal = stop.a.undone((stop.b.center - stop.a.center).normalize_or_zero());
            stop = self.along_axis(Owner::A, normal, stop, end, self.reach / 16.0)?;
        }
        loop {
            let Stop { time, a, b } = stop;
            let (origin, contact) = self.closed_form(&a, &b).unwrap_or_else(|| self.contact(&a, &b));
            let clear = self.clear_for(contact.owner, &a, &b, contact.normal, end - time, 0.0);
            if clear.time >= end - time {
                return None;
            }
            // For how long they would stay apart if they were the tolerance apart, at rest.
            let limit = || sqrt_f64(self.tolerance / self.accelerations[contact.owner as usize]);
            let is_close = contact.separation <= self.tolerance && clear.time <= limit();
            if is_close || time + clear.time <= time {
                return Some(Arrival::new(time, origin, &contact));
            }
            let owner = if contact.owner == Owner::A { &a } else { &b };
            let normal = owner.undone(contact.normal);
            stop = self.along_axis(contact.owner, normal, self.stop(time + clear.time), end, self.tolerance)?;
        }
    }

    /// Goes on from `stop` along an axis from A to B that is fixed to its owner and seen from there, until the gap along it
    /// is `enough` or less; `None` when the end comes first.
    fn along_axis(&self, owner: Owner, normal: DVec2, mut stop: Stop, end: f64, enough: f64) -> Option<Stop> {
        loop {
            let Stop { time, a, b } = &stop;
            let rotation = if owner == Owner::A { a.rotation } else { b.rotation };
            let clear = self.clear_for(owner, a, b, rotation.rotate(normal), end - time, enough);
            if clear.time >= end - time {
                return None;
            }
            if clear.height <= enough || time + clear.time <= *time {
                return Some(stop);
            }
            stop = self.stop(time + clear.time);
        }
    }

    fn stop(&self, time: f64) -> Stop {
        Stop { time, a: self.a.at(time), b: self.b.at(time) }
    }

    /// Whether there may be a [`Advance::closed_form`].
    fn has_closed_form(&self) -> bool {
        let is_small = |shape: ShapeRef| match shape {
            ShapeRef::Rect(_) => true,
            ShapeRef::Polygon(polygon) => polygon.len() <= MOST_VERTICES,
            _ => false,
        };
        is_small(self.a.shape) && is_small(self.b.shape)
    }

    /// How they lie to each other, and the point from which it is seen, where three vertices or two faces tell.
    #[inline]
    fn closed_form(&self, a: &Placed, b: &Placed) -> Option<(DVec2, Contact)> {
        let positions = [self.a.position(a), self.b.position(b)];
        let offset = positions[1] - positions[0];
        match (self.a.shape, self.b.shape) {
            (ShapeRef::Rect(rect_a), ShapeRef::Rect(rect_b)) => {
                let (contact, _) = between_turned_rects((rect_a, a.rotation), (rect_b, b.rotation), offset)?;
                Some((positions[0], contact))
            }
            _ if self.has_closed_form() => {
                let sides = [(self.a.shape, a.rotation), (self.b.shape, b.rotation)];
                let (owner, contact) = between_turned_cores(sides[0], sides[1], offset)?;
                Some((positions[owner], contact))
            }
            _ => None,
        }
    }

    /// The same for any two shapes.
    #[inline(never)]
    fn contact(&self, a: &Placed, b: &Placed) -> (DVec2, Contact) {
        let difference = self.difference(a, b);
        let frame = Frame::of_doubles(self.b.position(b) - self.a.position(a), a.rotation, b.rotation);
        let contact = difference.contact_over(Foremost::in_frame(self.a.shape, self.b.shape, &frame));
        (difference.origin, contact)
    }

    fn difference(&self, a: &Placed, b: &Placed) -> Difference<'a> {
        let core = |mover: &Mover<'a>, at: &Placed| Core::new(mover.shape, &Pose::IDENTITY).turned_to(at.rotation);
        let (core_a, core_b) = (core(&self.a, a), core(&self.b, b));
        let first =
            |mover: &Mover, core: &Core, at: &Placed| at.center + at.rotation.rotate(core.first() - mover.pivot);
        let origin = first(&self.a, &core_a, a);
        let offset = first(&self.b, &core_b, b) - origin;
        Difference::of_cores((core_a, self.a.radius), (core_b, self.b.radius), offset, origin)
    }

    /// For how long `normal`, from A to B, keeps them apart while it turns with its owner, or until no time is `left`; zero
    /// when the gap is not more than `enough`.
    ///
    /// Seen from the owner, with d between the centres, v and ω the differences of translation and angle, and ω₀ the angle
    /// of the owner, the vertex r of the other is at Rot(−ω₀s)·(d + v·s) + Rot(ω·s)·r after s, where it has the velocity
    /// v − ω₀·d⊥ + ω·r⊥ at s = 0 and an acceleration of at most ω₀²·|d + v·s| + 2|ω₀|·|v| + ω²·|r|. While the discs meet,
    /// |d + v·s| is no more than their reach. So the height of the lowest vertex over the owner is at least
    /// min (h + ḣ·s) − M·s²/2, a concave bound: what it is at the time when the vertex that is lowest now would arrive, it
    /// is at least in proportion before that. O(vertices of both).
    fn clear_for(&self, owner: Owner, at_a: &Placed, at_b: &Placed, normal: DVec2, left: f64, enough: f64) -> Clear {
        let ((still, still_at), (moving, moving_at), normal) = match owner {
            Owner::A => ((&self.a, at_a), (&self.b, at_b), normal),
            Owner::B => ((&self.b, at_b), (&self.a, at_a), -normal),
        };
        let between = moving_at.center - still_at.center;
        let velocity = moving.translation - still.translation;
        let (turn, turn_still) = (moving.angle - still.angle, still.angle);
        let acceleration = self.accelerations[owner as usize];

        let top = still.arms.highest(still_at.turned_back(normal));
        let up = moving_at.turned_back(normal);
        let turning = -up.perp() * turn;
        let (lowest, arm) = moving.arms.lowest(up);
        let speed = turning.dot(arm);
        let height = normal.dot(between) - top + lowest - still.radius - moving.radius - self.rounding;
        if height <= enough {
            return Clear { height, time: 0.0 };
        }
        let center_speed = normal.dot(velocity - between.perp() * turn_still);
        let until = first_zero(height, center_speed + speed, acceleration).min(left);
        // The lowest then lies farthest along a direction that leans as much as the vertices will have turned.
        let lowest_then = -moving.arms.highest(-(up + turning * until));
        let then = height + (lowest_then - lowest) + until * (center_speed - 0.5 * acceleration * until);
        let time = if then < 0.0 { until * (height / (height - then)) } else { until };
        Clear { height, time }
    }
}

impl Arrival {
    fn new(time: f64, origin: DVec2, contact: &Contact) -> Self {
        Self { time, normal: contact.normal, point_b: origin + contact.point_b }
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
