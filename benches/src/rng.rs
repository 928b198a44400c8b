use geom::Rot;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng as _, SeedableRng};
use std::f32::consts::PI;

/// A stream of pseudo-random numbers, the same on every machine and in every run.
#[derive(Clone, Debug)]
pub struct Rng(Pcg64Mcg);

impl Rng {
    /// The stream that belongs to `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `low..high`.
    pub fn uniform(&mut self, low: f32, high: f32) -> f32 {
        let unit = (self.bits() >> 40) as f32 / (1u64 << 24) as f32;
        low + (high - low) * unit
    }

    /// A rotation, each as likely as any other.
    pub fn rotation(&mut self) -> Rot {
        Rot::from_angle(self.uniform(-PI, PI))
    }

    /// A whole number below `count`, which must not be zero.
    pub fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    /// Puts `items` into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_in_their_range_and_repeat_with_the_seed() {
        let (mut a, mut b) = (Rng::new(7), Rng::new(7));
        for _ in 0..1000 {
            let x = a.uniform(-2.0, 3.0);
            assert!((-2.0..3.0).contains(&x));
            assert_eq!(x, b.uniform(-2.0, 3.0));
        }
    }
}
