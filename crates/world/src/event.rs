use crate::ColliderId;
use geom::Vec2;

/// Two colliders whose contact began or ended, `a` having the lower slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    /// Where, in world coordinates.
    pub point: Vec2,
    /// Unit, from `a` to `b`.
    pub normal: Vec2,
    /// How fast they approached along the normal, in m/s.
    pub approach_speed: f32,
}

/// A sensor, and a collider that came in or went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SensorEvent {
    /// The sensor.
    pub sensor: ColliderId,
    /// What overlaps it, or no longer does.
    pub visitor: ColliderId,
}

/// What happened in the last step, each list sorted by its colliders. Readable until the next step.
///
/// Contacts and sensors that end because a side was destroyed are reported by the next step, with the id of what is gone.
#[derive(Clone, Debug, Default)]
pub struct Events {
    /// Contacts that began: the surfaces came within [`Settings::linear_slop`](crate::Settings), or pushed.
    pub begin: Vec<ContactEvent>,
    /// Contacts that ended: the surfaces are further apart than [`Settings::speculative_margin`](crate::Settings).
    pub end: Vec<ContactEvent>,
    /// Contacts whose sides met faster than [`Settings::hit_speed`](crate::Settings).
    pub hit: Vec<HitEvent>,
    /// Sensors that something came into; touching counts.
    pub sensor_begin: Vec<SensorEvent>,
    /// Sensors that something went out of.
    pub sensor_end: Vec<SensorEvent>,
}

impl Events {
    pub(crate) fn clear(&mut self) {
        self.begin.clear();
        self.end.clear();
        self.hit.clear();
        self.sensor_begin.clear();
        self.sensor_end.clear();
    }
}
