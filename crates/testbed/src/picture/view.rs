use geom::{Aabb, Vec2};

use super::Frame;

/// How metres become pixels: uniform scale, y turned downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where it is shown.
    pub frame: Frame,
    /// What is shown: fills the frame in at least one direction.
    pub world: Aabb,
    /// Pixels per metre.
    pub scale: f32,
}

impl View {
    /// Shows all of `world`, centred in `frame`.
    #[must_use]
    pub fn fit(world: Aabb, frame: Frame) -> Self {
        let extent = (world.max - world.min).max(Vec2::splat(1e-6));
        let scale = (frame.size() / extent).min_element();
        let half = frame.size() / (2.0 * scale);
        Self { frame, world: Aabb::from_center_half(world.center(), half), scale }
    }

    /// The pixel of a world point.
    #[must_use]
    pub fn point(&self, world: Vec2) -> Vec2 {
        let from_corner = (world - self.world.min) * self.scale;
        Vec2::new(self.frame.min.x + from_corner.x, self.frame.max.y - from_corner.y)
    }

    /// A world direction in pixels.
    #[must_use]
    pub fn vector(&self, world: Vec2) -> Vec2 {
        Vec2::new(world.x, -world.y) * self.scale
    }
}
