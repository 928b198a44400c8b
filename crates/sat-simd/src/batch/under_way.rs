use crate::lanes::LANES;
use core::array;

/// The pairs of two classes that are under way to each other: a round takes eight of them, and who goes on comes back.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnderWay {
    /// The first `len` are filled: up to seven from before a round and eight that go on.
    pairs: [Pending; 2 * LANES],
    len: usize,
}

/// A pair that has come as far as `time` without meeting.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    /// Its place among the caller's pairs.
    pub position: u32,
    pub time: f32,
    /// How many rounds it has made.
    pub rounds: u32,
}

impl UnderWay {
    pub const NONE: Self = Self { pairs: [Pending { position: 0, time: 0.0, rounds: 0 }; 2 * LANES], len: 0 };

    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn push(&mut self, pair: Pending) {
        self.pairs[self.len] = pair;
        self.len += 1;
    }

    /// The last eight; a short rest repeats its last one. How many they are.
    #[inline]
    pub fn take(&mut self) -> ([Pending; LANES], usize) {
        let live = self.len.min(LANES);
        let first = self.len - live;
        self.len = first;
        (array::from_fn(|lane| self.pairs[first + lane.min(live - 1)]), live)
    }
}
