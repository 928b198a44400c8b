//! Numbers for worlds that are built rather than shrunk.

use geom::Vec2;

/// Numbers in [0, 1): xorshift, G. Marsaglia 2003.
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(0x9e37_79b9_7f4a_7c15 ^ seed)
    }

    /// The next number.
    pub fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 40) as f32 / (1u32 << 24) as f32
    }

    /// A point in the square from 0 to `side`.
    pub fn vector(&mut self, side: f32) -> Vec2 {
        Vec2::new(self.next() * side, self.next() * side)
    }
}
