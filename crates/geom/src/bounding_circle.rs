use crate::Aabb;
use glam::Vec2;

/// A circle that contains a shape: the cheapest test that does not change when the shape turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BoundingCircle {
    /// Centre.
    pub center: Vec2,
    /// Radius in metres, not negative.
    pub radius: f32,
}

impl BoundingCircle {
    /// The circle around `center` with `radius`.
    #[inline]
    #[must_use]
    pub const fn new(center: Vec2, radius: f32) -> Self {
        Self { center, radius }
    }

    /// Whether centre and radius are finite and the radius is not negative.
    #[inline]
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.center.is_finite() && self.radius.is_finite() && self.radius >= 0.0
    }

    /// Whether two circles come within `margin` metres of each other; touching counts.
    ///
    /// When the squares overflow to infinity on both sides the pair passes, which is the safe answer.
    #[inline]
    #[must_use]
    pub fn may_touch(&self, other: &Self, margin: f32) -> bool {
        let (dx, dy) = (other.center.x - self.center.x, other.center.y - self.center.y);
        let reach = self.radius + other.radius + margin;
        dx * dx + dy * dy <= reach * reach
    }

    /// The smallest axis-aligned box around the circle.
    #[inline]
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        Aabb::from_center_half(self.center, Vec2::splat(self.radius))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_five_apart_touch_when_their_radii_add_up_to_five() {
        let a = BoundingCircle::new(Vec2::ZERO, 2.0);
        assert!(a.may_touch(&BoundingCircle::new(Vec2::new(3.0, 4.0), 3.0), 0.0));
        assert!(!a.may_touch(&BoundingCircle::new(Vec2::new(3.0, 4.0), 2.75), 0.0));
        assert!(a.may_touch(&BoundingCircle::new(Vec2::new(3.0, 4.0), 2.75), 0.25));
    }
}
