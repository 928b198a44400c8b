//! Sizes whose squares could leave the range of `f32`.

use crate::shape::Block;
use geom::{Pose, Vec2};

/// A power of two that brings such sizes back: it changes no answer.
#[derive(Clone, Copy)]
pub(super) struct Scale(f64);

impl Scale {
    /// The one that brings the size of two positions and the reaches around them to 1 or more, below 2.
    pub fn of([from, to]: [Vec2; 2], reaches: [f32; 2]) -> Self {
        let offset = |from: f32, to: f32| (f64::from(to) - f64::from(from)).abs();
        let size = offset(from.x, to.x) + offset(from.y, to.y) + f64::from(reaches[0]) + f64::from(reaches[1]);
        // By its exponent.
        Self(f64::from_bits(2046u64.saturating_sub(size.to_bits() >> 52) << 52))
    }

    pub fn length(self, length: f32) -> f32 {
        (f64::from(length) * self.0) as f32
    }

    pub fn point(self, point: Vec2) -> Vec2 {
        Vec2::new(self.length(point.x), self.length(point.y))
    }

    pub fn pose(self, pose: &Pose) -> Pose {
        Pose::new(self.point(pose.translation), pose.rotation)
    }

    pub fn block(self, block: &Block) -> Block {
        let scaled = |lanes: [f32; 8]| lanes.map(|length| self.length(length));
        Block { x: scaled(block.x), y: scaled(block.y), ..*block }
    }
}
