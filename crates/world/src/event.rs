use crate::column::push;
use crate::contact::{Contact, Role};
use crate::{BodyId, ColliderId};
use geom::{Pose, Vec2};
use std::cmp::Ordering;

/// Two colliders whose contact began or ended, `a` having the lower slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContactEvent {
    /// One side.
    pub a: ColliderId,
    /// The other side.
    pub b: ColliderId,
}

/// A contact whose sides met at speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitEvent {
    /// One side.
    pub a: ColliderId,
    /// The other side.
    pub b: ColliderId,
    /// Where, in world coordinates: halfway between the surfaces as the step began, which may be as far apart as they then came.
    pub point: Vec2,
    /// Unit, from `a` to `b`, as the step began.
    pub normal: Vec2,
    /// How fast they approached along the normal, in m/s: of what bounces where they touched, of all else when the step began.
    pub approach_speed: f32,
    /// What pushed them apart along the normal in the whole step, in kg·m/s, at all points of the contact together: what breaks by a hit
    /// compares it. It takes m·v to stop a mass of m that comes at v; what carries its weight for the rest of the step is in it as well.
    pub impulse: f32,
}

impl HitEvent {
    /// By colliders, the hardest first, then by place and normal: none are equal but to the bit.
    fn order(&self, other: &Self) -> Ordering {
        let place = |hit: &Self| [hit.point.x, hit.point.y, hit.normal.x, hit.normal.y];
        let by_place = || {
            place(self).iter().zip(&place(other)).map(|(its, others)| its.total_cmp(others)).find(|order| order.is_ne())
        };
        (self.a, self.b)
            .cmp(&(other.a, other.b))
            .then_with(|| other.approach_speed.total_cmp(&self.approach_speed))
            .then_with(|| by_place().unwrap_or(Ordering::Equal))
    }
}

/// A sensor, and a collider that came in or went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SensorEvent {
    /// The sensor.
    pub sensor: ColliderId,
    /// What overlaps it, or no longer does.
    pub visitor: ColliderId,
}

/// A body that moved, or stood still and awake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveEvent {
    /// Which one.
    pub body: BodyId,
    /// Where its origin is now and how it is turned.
    pub pose: Pose,
    /// What the caller stored with it.
    pub user_data: u64,
}

/// What happened in the last step, each list sorted by its ids. Readable until the next step.
///
/// Contacts and sensors that end because a side was destroyed are reported by the next step, with the id of what is gone. Of a
/// pair that is in both lists of one step the end came first: read ends before begins. So did the sleep of a body that fell asleep
/// and woke in one step: read who fell asleep before who woke.
#[derive(Debug, Default, PartialEq)]
pub struct Events {
    /// Contacts that began: the surfaces came within [`Settings::linear_slop`](crate::Settings), or pushed.
    pub begin: Vec<ContactEvent>,
    /// Contacts that ended: the surfaces are further apart than [`Settings::speculative_margin`](crate::Settings).
    pub end: Vec<ContactEvent>,
    /// Contacts whose sides met faster than [`Settings::hit_speed`](crate::Settings); they began in this step or before. Hits are
    /// told by impulses, and a body of [`Response::Separate`](crate::Response) has none with what is static, kinematic or of its kind. It
    /// loses its velocity in the step before such a contact begins: to know how fast it came, keep
    /// [`World::linear_velocity`](crate::World::linear_velocity) of before the last two steps. Its hit of a dynamic body is told in the step in
    /// which it runs into that, one before the contact begins, if that is still there by then.
    ///
    /// One a contact: where both sides came on by themselves, the harder one; of equally hard ones that whose point is
    /// further left, then lower.
    pub hit: Vec<HitEvent>,
    /// Sensors that something came into; touching counts. A step looks where things are when it starts, so this lags by one,
    /// but for what moved so far that it might have passed by. Sensors do not see sensors.
    pub sensor_begin: Vec<SensorEvent>,
    /// Sensors that something went out of, as of the start of the step.
    pub sensor_end: Vec<SensorEvent>,
    /// Bodies that were awake, static ones aside: all whose poses an engine has to take over. What fell asleep has not moved.
    pub moved: Vec<MoveEvent>,
    /// Bodies that fell asleep.
    pub sleep: Vec<BodyId>,
    /// Bodies that woke in this step, or between it and the one before, and are still awake. In worlds where bodies sleep that includes
    /// bodies that were enabled, and static ones that were made kinematic or dynamic. A body that is disabled or made static is no longer
    /// awake either, but no list tells of that.
    pub wake: Vec<BodyId>,
}

geom::clone_in_place!(Events { begin, end, hit, sensor_begin, sensor_end, moved, sleep, wake });

impl Events {
    /// Notes which of both happened to a contact or a sensor's overlap: that it began, or that it ended.
    #[inline]
    pub(crate) fn note(&mut self, contact: &Contact, begins: Option<bool>) {
        let Some(begins) = begins else { return };
        let (a, b) = (contact.a, contact.b);
        let (sensor, visitor) = if contact.role == Role::SensorA { (a, b) } else { (b, a) };
        match (contact.is_sensor(), begins) {
            (false, true) => push(&mut self.begin, ContactEvent { a, b }),
            (false, false) => push(&mut self.end, ContactEvent { a, b }),
            (true, true) => push(&mut self.sensor_begin, SensorEvent { sensor, visitor }),
            (true, false) => push(&mut self.sensor_end, SensorEvent { sensor, visitor }),
        }
    }

    /// Puts each list in the order of its bodies or colliders, but for what moved: that is in order.
    pub(crate) fn sort(&mut self) {
        self.begin.sort_unstable();
        self.end.sort_unstable();
        // Of two hits of one contact, as both sides came on by themselves, the first one in this order counts.
        self.hit.sort_unstable_by(HitEvent::order);
        self.hit.dedup_by_key(|hit| (hit.a, hit.b));
        self.sensor_begin.sort_unstable();
        self.sensor_end.sort_unstable();
        self.wake.sort_unstable();
        // Who was woken, put out and back in between two steps is there twice.
        self.wake.dedup();
    }

    /// Empties each list, but for what moved: that is written over.
    pub(crate) fn clear(&mut self) {
        self.begin.clear();
        self.end.clear();
        self.hit.clear();
        self.sensor_begin.clear();
        self.sensor_end.clear();
        self.sleep.clear();
        self.wake.clear();
    }
}

/// What the solver has to tell of a contact.
#[derive(Clone, Copy)]
pub(crate) struct Pushed {
    pub contact: u32,
    /// It had not come within the slop, and pushes all the same.
    pub begins: bool,
    /// The sides met at speed.
    pub hit: Option<Hit>,
}

/// A point of a contact whose sides met at speed.
#[derive(Clone, Copy)]
pub(crate) struct Hit {
    /// In world coordinates, as the normal.
    pub point: Vec2,
    pub normal: Vec2,
    pub approach_speed: f32,
    pub impulse: f32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::Handle;

    #[test]
    fn of_the_hits_of_a_contact_the_hardest_is_left_and_of_equally_hard_ones_the_furthest_left() {
        let id = |slot| ColliderId(Handle { slot, generation: 1 });
        let hit = |b, approach_speed, x, y| HitEvent {
            a: id(0),
            b: id(b),
            point: Vec2::new(x, y),
            normal: Vec2::Y,
            approach_speed,
            impulse: 1.0,
        };
        let of_one = [hit(2, 3.0, 1.0, 1.0), hit(2, 3.0, 1.0, 2.0), hit(2, 3.0, 4.0, -9.0), hit(2, 2.0, -9.0, 0.0)];
        let other = hit(1, 1.0, 5.0, 0.0);
        for turn in 0..of_one.len() {
            let mut events = Events { hit: of_one.to_vec(), ..Events::default() };
            events.hit.rotate_left(turn);
            events.hit.push(other);
            events.sort();
            assert_eq!(events.hit, [other, of_one[0]]);
        }
    }
}
