use crate::{Aabb, Pose};
use glam::Vec2;

/// A circle that contains a shape: the cheapest test that does not change when the shape turns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

    /// The circle around what this one contains in its own frame, at a pose: what a broad phase wants of a shape's bounding circle.
    ///
    /// Turning the centre and moving it rounds it, so the radius grows by more than that: the circle always contains the shape, but for
    /// what underflows below 10⁻³⁷ metres.
    /// With u = ε/2, each of the two rotated coordinates is off by 2u(|x| + |y|) at most, and adding the translation t by u times
    /// the sum: together no more than 6u(|x| + |y|) + u(|tx| + |ty|). The rotation's length is one within 2u, which moves the
    /// outline by that part of the radius, and the radius is rounded itself.
    #[inline]
    #[must_use]
    pub fn posed(&self, pose: &Pose) -> Self {
        let (center, at) = (self.center, pose.translation);
        let slack = 4.0 * f32::EPSILON * (self.radius + center.x.abs() + center.y.abs())
            + f32::EPSILON * (at.x.abs() + at.y.abs());
        Self { center: pose.transform_point(center), radius: self.radius + slack }
    }

    /// Whether centre and radius are finite and the radius is not negative.
    #[inline]
    #[must_use]
    pub fn is_valid(&self) -> bool {
        // NaN fails any comparison.
        let is_within = |min: f32, number: f32| min <= number && number <= f32::MAX;
        is_within(f32::MIN, self.center.x) && is_within(f32::MIN, self.center.y) && is_within(0.0, self.radius)
    }

    /// By what [`may_touch`](Self::may_touch) multiplies the sum of the radii, lest rounding loses circles that touch.
    ///
    /// With u = ε/2 and all roundings at their worst, the squared distance d² comes out as d²(1 + u)⁴ at most. Of the reach
    /// r = s + m, the radii and the margin, the sum s loses su; grown by 8u and rounded again it is s(1 + 5.9u) at least, and
    /// the [margin](Self::grown_margin) m + 6.9u|m|. Their sum is no less than r + 5.9u(s + |m|), so r(1 + 5.9u), rounded
    /// r(1 + 4.8u), squared and rounded r²(1 + 8.5u): more than d²(1 + u)⁴ whenever d ≤ r.
    pub const RADII_GROWTH: f32 = 1.0 + 4.0 * f32::EPSILON;

    /// The margin that [`may_touch`](Self::may_touch) adds for `margin`, as much larger as rounding takes at most.
    ///
    /// Besides what [`RADII_GROWTH`](Self::RADII_GROWTH) says it is larger by 2⁻⁷³ metres: squares that vanish are off by
    /// 2⁻¹⁵⁰ each, and there are three of them, which is less than the square of that.
    #[inline]
    #[must_use]
    pub fn grown_margin(margin: f32) -> f32 {
        const LEAST: f32 = f32::from_bits((127 - 73) << 23);
        margin + 4.0 * f32::EPSILON * margin.abs() + LEAST
    }

    /// Whether two circles come within `margin` metres of each other; touching counts, for every finite input. Of a negative
    /// margin they must overlap by so much.
    ///
    /// The answer is exact but for a few roundings, in which the pair passes; it does so, too, when both squares overflow.
    #[inline]
    #[must_use]
    pub fn may_touch(&self, other: &Self, margin: f32) -> bool {
        let (dx, dy) = (other.center.x - self.center.x, other.center.y - self.center.y);
        let reach = (self.radius + other.radius) * Self::RADII_GROWTH + Self::grown_margin(margin);
        // Negative where the margin takes away more than the radii are.
        dx * dx + dy * dy <= reach * reach.abs()
    }

    /// The smallest axis-aligned box around the circle, each side rounded to the nearest number: it may be inside by as much.
    #[inline]
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        Aabb::from_center_half(self.center, Vec2::splat(self.radius))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rot;
    use proptest::prelude::*;

    #[test]
    fn circles_five_apart_touch_when_their_radii_add_up_to_five() {
        let a = BoundingCircle::new(Vec2::ZERO, 2.0);
        assert!(a.may_touch(&BoundingCircle::new(Vec2::new(3.0, 4.0), 3.0), 0.0));
        assert!(!a.may_touch(&BoundingCircle::new(Vec2::new(3.0, 4.0), 2.75), 0.0));
        assert!(a.may_touch(&BoundingCircle::new(Vec2::new(3.0, 4.0), 2.75), 0.25));
    }

    /// Circles whose centres are `(x, y)` apart and whose radii add up to `r` touch exactly: `x² + y² = r²`.
    fn touch(x: f32, y: f32, r: f32) -> bool {
        let (dot, at) = (BoundingCircle::default(), Vec2::new(x, y));
        let part = r - x;
        // The radii alone, the margin alone, both, and more than that less a margin.
        [(x, part, 0.0), (0.0, 0.0, r), (part, 0.0, x), (x, r, -x)]
            .iter()
            .all(|&(a, b, margin)| BoundingCircle { radius: a, ..dot }.may_touch(&BoundingCircle::new(at, b), margin))
    }

    #[test]
    fn circles_that_touch_exactly_are_found_whatever_their_size() {
        let triples =
            [(7912.0, 14835.0, 16813.0), (3.0, 4.0, 5.0), (20.0, 21.0, 29.0), (13.0 * 3.0, 13.0 * 4.0, 13.0 * 5.0)];
        for (x, y, r) in triples {
            for exponent in -149..=113 {
                let size = 2.0f64.powi(exponent) as f32;
                assert!(touch(x * size, y * size, r * size), "{x}, {y}, {r} times 2^{exponent}");
            }
        }
    }

    #[test]
    fn a_negative_margin_asks_for_an_overlap_of_so_much() {
        let (a, b) = (BoundingCircle::new(Vec2::ZERO, 2.0), BoundingCircle::new(Vec2::new(3.0, 0.0), 2.0));
        assert!(a.may_touch(&b, -1.0) && !a.may_touch(&b, -1.001));
        assert!(!a.may_touch(&b, -7.0) && !a.may_touch(&a, -8.0), "more than the radii is more than there is");
        assert!(!a.may_touch(&b, f32::NEG_INFINITY) && a.may_touch(&b, f32::INFINITY));
    }

    fn far(limit: f32) -> impl Strategy<Value = Vec2> {
        (-limit..limit, -limit..limit).prop_map(|(x, y)| Vec2::new(x, y))
    }

    proptest! {
        #[test]
        fn a_posed_circle_contains_all_that_it_contained_wherever_it_is(
            at in prop_oneof![far(10.0), far(1.0e7)],
            angle in -4.0f32..4.0,
            center in prop_oneof![far(0.3), far(1.0e3)],
            radius in 0.01f32..0.3,
        ) {
            let pose = Pose::new(at, Rot::from_angle(angle));
            let circle = BoundingCircle::new(center, radius).posed(&pose);
            let (sin, cos) = (f64::from(pose.rotation.sin()), f64::from(pose.rotation.cos()));
            let (x, y) = (f64::from(center.x), f64::from(center.y));
            let dx = cos * x - sin * y + f64::from(at.x) - f64::from(circle.center.x);
            let dy = sin * x + cos * y + f64::from(at.y) - f64::from(circle.center.y);
            let reach = libm::hypot(dx, dy) + f64::from(radius) * libm::hypot(sin, cos);
            prop_assert!(reach <= f64::from(circle.radius), "{reach} of {}", circle.radius);
        }
    }
}
