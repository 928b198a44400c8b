//! Chance that is the same again for the same seed.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

#[derive(Clone)]
pub struct Dice(Pcg64Mcg);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A whole number below `sides`.
    pub fn throw(&mut self, sides: u64) -> u64 {
        self.0.next_u64() % sides
    }

    pub fn one_in(&mut self, sides: u64) -> bool {
        self.throw(sides) == 0
    }

    pub fn number(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.throw(1 << 16) as f32 / 65536.0
    }
}
