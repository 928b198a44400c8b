use crate::lanes::F32x4;
use geom::{Rot, Vec2};
use std::cell::Cell;

/// What the solver changes of a body, 32 bytes:
///
/// ```text
/// velocity   vx   vy   ω    –
/// motion     dx   dy  cos  sin     how far it moved and turned since the step began
/// ```
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct State {
    pub velocity: F32x4,
    pub motion: F32x4,
}

impl State {
    /// At rest, where the step found it.
    pub const FIXED: Self = Self { velocity: F32x4::ZERO, motion: F32x4::new([0.0, 0.0, 1.0, 0.0]) };

    pub fn new(linear: Vec2, angular: f32) -> Self {
        Self { velocity: F32x4::new([linear.x, linear.y, angular, 0.0]), ..Self::FIXED }
    }

    pub fn linear(&self) -> Vec2 {
        let [x, y, ..] = self.velocity.to_array();
        Vec2::new(x, y)
    }

    pub fn angular(&self) -> f32 {
        self.velocity.to_array()[2]
    }

    /// Whether no number overflowed of those that a body keeps; a rotation stays one whatever happens.
    pub fn is_finite(&self) -> bool {
        self.linear().is_finite() && self.angular().is_finite() && self.translation().is_finite()
    }

    /// How far the centre of mass moved.
    pub fn translation(&self) -> Vec2 {
        let [x, y, ..] = self.motion.to_array();
        Vec2::new(x, y)
    }

    /// How far the body turned either way, as the sine of that.
    pub fn turn(&self) -> f32 {
        self.motion.to_array()[3].abs()
    }

    /// How far the body turned.
    pub fn rotation(&self) -> Rot {
        let [_, _, cos, sin] = self.motion.to_array();
        Rot::normalized(cos, sin)
    }
}

/// A row that holds a body's state.
pub(super) trait Row {
    fn velocity(&self) -> F32x4;
    fn motion(&self) -> F32x4;
}

/// A row that can be written while others read it: many contacts know a body that none of them moves, and the bodies that
/// two contacts of one colour move are never the same.
pub(super) trait SharedRow: Row {
    fn set_velocity(&self, velocity: F32x4);
    fn set_motion(&self, motion: F32x4);
}

impl Row for State {
    #[inline(always)]
    fn velocity(&self) -> F32x4 {
        self.velocity
    }

    #[inline(always)]
    fn motion(&self) -> F32x4 {
        self.motion
    }
}

/// The row of a single thread.
impl Row for Cell<State> {
    #[inline(always)]
    fn velocity(&self) -> F32x4 {
        self.get().velocity
    }

    #[inline(always)]
    fn motion(&self) -> F32x4 {
        self.get().motion
    }
}

impl SharedRow for Cell<State> {
    #[inline(always)]
    fn set_velocity(&self, velocity: F32x4) {
        self.set(State { velocity, ..self.get() });
    }

    #[inline(always)]
    fn set_motion(&self, motion: F32x4) {
        self.set(State { motion, ..self.get() });
    }
}

/// States as a single thread shares them with itself.
pub(super) fn cells(states: &mut [State]) -> &[Cell<State>] {
    Cell::from_mut(states).as_slice_of_cells()
}

#[cfg(feature = "parallel")]
pub(super) use atomic::AtomicState;

#[cfg(feature = "parallel")]
mod atomic {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use wide::bytemuck::cast;

    /// The row of several threads, two numbers to an atomic. What orders their accesses is that threads join after each
    /// colour; loads and stores are plain moves, twice as many as a [`Cell`] takes.
    #[repr(C, align(32))]
    pub struct AtomicState {
        velocity: [AtomicU64; 2],
        motion: [AtomicU64; 2],
    }

    #[inline(always)]
    fn load(halves: &[AtomicU64; 2]) -> F32x4 {
        cast([halves[0].load(Relaxed), halves[1].load(Relaxed)])
    }

    #[inline(always)]
    fn store(halves: &[AtomicU64; 2], value: F32x4) {
        let [low, high]: [u64; 2] = cast(value);
        halves[0].store(low, Relaxed);
        halves[1].store(high, Relaxed);
    }

    impl AtomicState {
        pub fn new(state: &State) -> Self {
            let atomic = |value: F32x4| cast::<F32x4, [u64; 2]>(value).map(AtomicU64::new);
            Self { velocity: atomic(state.velocity), motion: atomic(state.motion) }
        }

        pub fn get(&self) -> State {
            State { velocity: self.velocity(), motion: self.motion() }
        }
    }

    impl Row for AtomicState {
        #[inline(always)]
        fn velocity(&self) -> F32x4 {
            load(&self.velocity)
        }

        #[inline(always)]
        fn motion(&self) -> F32x4 {
            load(&self.motion)
        }
    }

    impl SharedRow for AtomicState {
        #[inline(always)]
        fn set_velocity(&self, velocity: F32x4) {
            store(&self.velocity, velocity);
        }

        #[inline(always)]
        fn set_motion(&self, motion: F32x4) {
            store(&self.motion, motion);
        }
    }
}
