//! Random shapes of a metre or so, the same on every machine.

#![allow(dead_code)] // Not every test draws all of them.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng as _, SeedableRng};
use sat_simd::{Polygon, Pose, Rot, Shape, Vec2};

/// The number in an environment variable.
pub fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|number| number.parse().ok())
}

pub struct Random(Pcg64Mcg);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub fn bytes(&mut self, words: usize) -> Vec<u8> {
        (0..words).flat_map(|_| self.next().to_le_bytes()).collect()
    }

    /// Evenly spread between −`size` and `size`.
    pub fn even(&mut self, size: f32) -> f32 {
        ((self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0) * size
    }

    pub fn vec2(&mut self, size: f32) -> Vec2 {
        Vec2::new(self.even(size), self.even(size))
    }

    pub fn pose(&mut self) -> Pose {
        Pose::new(self.vec2(2.0), Rot::from_angle(self.even(4.0)))
    }

    /// A shape of any kind, rounded or not.
    pub fn shape(&mut self) -> Shape {
        let radius = self.even(0.5).abs();
        let shape = match self.next() % 6 {
            0 => Shape::circle(radius),
            1 => Shape::capsule(self.vec2(1.0), self.vec2(1.0), radius),
            2 => Shape::segment(self.vec2(1.0), self.vec2(1.0)),
            3 => Shape::rect(0.1 + self.even(1.0).abs(), 0.1 + self.even(1.0).abs()),
            kind => {
                let points: Vec<Vec2> = (0..3 + self.next() % 14).map(|_| self.vec2(1.0)).collect();
                let radius = if kind == 4 { radius } else { 0.0 };
                Polygon::hull(&points).and_then(|polygon| polygon.with_radius(radius)).map(Shape::from)
            }
        };
        shape.expect("random points make shapes")
    }
}
