use super::state::State;
use crate::lanes::F32x4;
use std::cell::Cell;

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
