use crate::BodyDef;
use geom::Pose;

/// A body that has moved for so many seconds, and got no further than it may while it rests, rocks.
const ROCKING_TIME: f32 = 6.0;

/// How far it may get, as a part of what it would at the sleep speed: what turns that fast gets further, though by a chord.
const NEAR: f32 = 0.9;

/// What rocks is damped by this much at most, in 1/s: a quarter of a second then takes most of a swing.
const MOST_DAMPING: f32 = 4.0;

/// What a body did of late, as far as falling asleep depends on it.
#[derive(Clone, Copy)]
pub(crate) struct Rest {
    /// For how long it has been slower than [`Settings::sleep_speed`](crate::Settings), in seconds. More than zero for what
    /// fell asleep, zero for what has slept since it was created.
    pub time: f32,
    /// How far its colliders reach from its centre of mass at most, in metres: what its spin moves fastest.
    pub extent: f32,
    /// While it sleeps, the next body of its island; the last one knows the first.
    pub next: u32,
    pub can_sleep: bool,
    /// For how long it has moved near [`rocks_at`](Self::rocks_at), in seconds.
    rocked_for: f32,
    /// Where it was when it began to move, or had got away from where it was before: its centre of mass and how it stood.
    rocks_at: Pose,
}

impl Rest {
    pub fn new(slot: usize, def: &BodyDef) -> Self {
        let next = slot as u32;
        Self { time: 0.0, extent: 0.0, next, can_sleep: def.can_sleep, rocked_for: 0.0, rocks_at: Pose::IDENTITY }
    }

    /// Rests anew.
    pub fn begin(&mut self) {
        (self.time, self.rocked_for) = (0.0, 0.0);
    }

    /// The speed below which it rests: twice the usual one for what has rocked for long.
    #[inline]
    pub fn slow(&self, sleep_speed: f32) -> f32 {
        if self.damping() < MOST_DAMPING { sleep_speed } else { 2.0 * sleep_speed }
    }

    /// Counts a step of `dt` seconds in which it rested.
    #[inline]
    pub fn count(&mut self, dt: f32) {
        self.time += dt;
        // What rocks is slow for a moment whenever it turns.
        if self.time > ROCKING_TIME {
            self.calm();
        }
    }

    /// Counts a step of `dt` seconds in which it moved, and came to `pose`, that of its centre of mass.
    #[inline]
    pub fn count_moving(&mut self, pose: &Pose, sleep_speed: f32, dt: f32) {
        self.time = 0.0;
        if self.rocked_for == 0.0 || self.is_away(pose, NEAR * sleep_speed * ROCKING_TIME) {
            (self.rocks_at, self.rocked_for) = (*pose, 0.0);
        }
        self.rocked_for += dt;
    }

    /// Forgets that it rocked.
    #[inline]
    pub fn calm(&mut self) {
        self.rocked_for = 0.0;
    }

    /// Whether it has come further than `near`, be it by its middle or by its ends, or has turned by a right angle.
    fn is_away(&self, pose: &Pose, near: f32) -> bool {
        let (was, is) = (self.rocks_at.rotation, pose.rotation);
        let cos = is.cos() * was.cos() + is.sin() * was.sin();
        let way = (pose.translation - self.rocks_at.translation).length_squared();
        // The square of the chord that an end has gone.
        let swing = 2.0 * (1.0 - cos) * self.extent * self.extent;
        way.max(swing) > near * near || cos < 0.0
    }

    /// What is added to its damping, in 1/s.
    ///
    /// What rocks in a heap, one round thing on another, rocks for ever: contacts that have [settled](crate::impulse::settle)
    /// lose nothing, and as normals stay what they were when a step began, each swing may even gain some.
    #[inline]
    pub fn damping(&self) -> f32 {
        (self.rocked_for - ROCKING_TIME).clamp(0.0, MOST_DAMPING)
    }
}
