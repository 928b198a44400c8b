use geom::{Aabb, BoundingCircle, Vec2};

/// Squares below this one may have lost digits: those of less than a femtometre.
const LEAST_SQUARE: f32 = f32::from_bits((127 - 100) << 23);

/// More than squares can be off by that have lost digits, a few times 2⁻¹⁵⁰. Next to [`LEAST_SQUARE`] it is nothing.
const VANISHED: f32 = f32::MIN_POSITIVE;

/// With u = 2⁻²⁴ a squared distance is off by 4u of itself, a squared radius by u, and to grow it takes two roundings more:
/// what is within the radius is within 16u more of its square. What is within that comes within 23u more of it, as it is,
/// which is 12u of the radius.
const ROUNDING: f32 = 8.0 * f32::EPSILON;

/// A circle prepared for many box tests.
///
/// What it meets by the exact numbers is met, and what is met comes within the radius and 2⁻²⁰ of it. Where squares overflow or
/// vanish `f64` decides, exactly but for a few of its roundings. A box around a box is met whenever that is.
#[derive(Clone, Copy, Debug)]
pub struct Circle {
    center: Vec2,
    radius: f32,
    /// Beyond this squared distance, as computed in `f32`, no box is met.
    reach_sq: f32,
    /// Up to it all are.
    is_plain: bool,
}

impl Circle {
    pub fn new(circle: &BoundingCircle) -> Self {
        let BoundingCircle { center, radius } = *circle;
        Self { center, radius, reach_sq: grown_square(radius), is_plain: Self::has_plain_square(radius) }
    }

    pub fn center(&self) -> Vec2 {
        self.center
    }

    /// Whether squares tell which of the distances around this one is larger.
    pub fn has_plain_square(radius: f32) -> bool {
        radius * radius >= LEAST_SQUARE && grown_square(radius) <= f32::MAX
    }

    /// The most squared distance, in `f32`, of a box that it meets.
    pub fn reach_sq(&self) -> f32 {
        self.reach_sq
    }

    /// Whether the box shares a point with the circle.
    #[inline]
    pub fn meets(&self, aabb: &Aabb) -> bool {
        aabb.distance_sq(self.center) <= self.reach_sq && (self.is_plain || self.meets_exactly(aabb))
    }

    /// Whether no more has to be known of a box than that its squared distance is within [`Circle::reach_sq`].
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    fn meets_exactly(&self, aabb: &Aabb) -> bool {
        let gap = |axis: usize| {
            let center = f64::from(self.center[axis]);
            (f64::from(aabb.min[axis]) - center).max(center - f64::from(aabb.max[axis])).max(0.0)
        };
        let (x, y, radius) = (gap(0), gap(1), f64::from(self.radius));
        x * x + y * y <= radius * radius
    }
}

/// The least squared distance, as computed in `f32`, beyond which nothing is within the radius.
fn grown_square(radius: f32) -> f32 {
    radius * radius * (1.0 + ROUNDING) + VANISHED
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn meets(radius: f32, x: f32, y: f32) -> bool {
        Circle::new(&BoundingCircle::new(Vec2::ZERO, radius)).meets(&Aabb::new(Vec2::new(x, y), Vec2::splat(f32::MAX)))
    }

    #[test]
    fn squares_that_overflow_or_vanish_decide_nothing() {
        assert!(meets(1e20, 1e20, 0.0) && !meets(1e20, 1e30, 0.0) && !meets(1e20, 0.8e20, 0.8e20));
        assert!(meets(1e-24, 1e-24, 0.0) && !meets(1e-24, 5e-24, 0.0) && !meets(1e-24, 0.8e-24, 0.8e-24));
        assert!(meets(0.0, 0.0, 0.0) && !meets(0.0, 1e-45, 0.0));
        assert!(meets(f32::MAX, f32::MAX, 0.0) && !meets(f32::MAX, f32::MAX, f32::MAX));
        // Its square is finite, but is not any more when it is grown.
        let radius = 2.0f32.powi(64).next_down();
        assert!(meets(radius, radius, 0.0) && !meets(radius, 1e30, 0.0) && !meets(radius, 0.8 * radius, 0.8 * radius));
    }

    #[test]
    fn a_corner_that_is_touched_is_met_whatever_the_size() {
        for exponent in -140..=110 {
            let size = 2.0f64.powi(exponent) as f32;
            assert!(meets(16813.0 * size, 7912.0 * size, 14835.0 * size), "{exponent}");
            assert!(!meets(16813.0 * size, 7912.0 * size, 14836.0 * size), "{exponent}");
        }
    }

    fn number() -> impl Strategy<Value = f32> {
        let signed = prop_oneof![(-5i8..=5).prop_map(f32::from), -5.0f32..5.0, Just(0.0)];
        (signed, prop_oneof![4 => Just(0), 1 => -149..=120]).prop_map(|(x, exponent)| x * 2.0f64.powi(exponent) as f32)
    }

    proptest! {
        #[test]
        fn circles_meet_what_they_meet_exactly_and_hardly_more(
            corners in (number(), number(), number(), number()), center in (number(), number()), radius in number(),
        ) {
            let ((x, y, z, w), center, radius) = (corners, Vec2::new(center.0, center.1), radius.abs());
            let aabb = Aabb::new(Vec2::new(x.min(z), y.min(w)), Vec2::new(x.max(z), y.max(w)));
            let circle = Circle::new(&BoundingCircle::new(center, radius));
            let larger = Circle::new(&BoundingCircle::new(center, radius * (1.0 + 2.0f32.powi(-20))));
            prop_assert!(circle.meets(&aabb) || !circle.meets_exactly(&aabb));
            let judge = if circle.is_plain { larger } else { circle };
            prop_assert!(!circle.meets(&aabb) || judge.meets_exactly(&aabb));
        }
    }
}
