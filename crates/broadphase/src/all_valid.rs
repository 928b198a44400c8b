use crate::lanes::{Corners, corners};
use geom::{Aabb, BoundingCircle, Vec2};

/// Whether all bounds of many are valid, told at the end: numbers are added up as zeros, which become NaN where one is not finite.
/// Half of the instructions of asking each.
#[derive(Debug)]
pub struct AllValid {
    zeros: Corners,
    zero_radius: f32,
    /// The least width and height, or zero; what else there is means nothing.
    least_sides: Corners,
    /// The least radius, or zero.
    least_radius: f32,
}

impl AllValid {
    /// Refuses the first of `many` that is refused, if not all are valid.
    pub fn check<T, E>(
        many: &[T],
        and: impl Fn(&T, &mut Self),
        check: impl FnMut(&T) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut all = Self::new();
        many.iter().for_each(|one| and(one, &mut all));
        if all.holds() { Ok(()) } else { many.iter().try_for_each(check) }
    }

    /// Of none so far.
    pub const fn new() -> Self {
        Self { zeros: Corners::new([0.0; 4]), zero_radius: 0.0, least_sides: Corners::new([0.0; 4]), least_radius: 0.0 }
    }

    /// And of a box, a circle and a vector.
    #[inline]
    pub fn and_of(&mut self, aabb: &Aabb, circle: &BoundingCircle, vector: Vec2) {
        self.and_box(aabb);
        self.and_circle(circle, vector);
    }

    /// And of a box.
    #[inline]
    pub fn and_box(&mut self, aabb: &Aabb) {
        let sides = corners(aabb);
        self.zeros += sides * Corners::ZERO;
        // The sign of a difference is right however small it is, and a box as wide as all numbers is infinitely wide.
        let most = Corners::new([aabb.max.x, aabb.max.y, aabb.max.x, aabb.max.y]);
        // What is NaN is no zero, either.
        self.least_sides = (most - sides).fast_min(self.least_sides);
    }

    /// And of a circle and a vector.
    #[inline]
    pub fn and_circle(&mut self, circle: &BoundingCircle, vector: Vec2) {
        let BoundingCircle { center, radius } = *circle;
        self.and_vectors(vector, center);
        self.zero_radius += radius * 0.0;
        self.least_radius = if radius < self.least_radius { radius } else { self.least_radius };
    }

    /// And of two vectors.
    #[inline]
    pub fn and_vectors(&mut self, a: Vec2, b: Vec2) {
        self.zeros += Corners::new([a.x, a.y, b.x, b.y]) * Corners::ZERO;
    }

    /// Whether all are.
    pub fn holds(&self) -> bool {
        let [least_x, least_y, ..] = self.least_sides.to_array();
        self.least_radius >= 0.0
            && least_x >= 0.0
            && least_y >= 0.0
            && self.zero_radius == 0.0
            && self.zeros.as_array().iter().all(|&zero| zero == 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = f32> {
        let odd = [0.0, -0.0, 1e-45, -1e-45, f32::MAX, f32::MIN, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
        prop_oneof![1 => prop::sample::select(odd.to_vec()), 9 => -2.0f32..2.0]
    }

    fn vector() -> impl Strategy<Value = Vec2> {
        (number(), number()).prop_map(|(x, y)| Vec2::new(x, y))
    }

    proptest! {
        #[test]
        fn all_are_valid_if_each_is(all in prop::collection::vec(((vector(), vector()), (vector(), number()), vector()), 0..3)) {
            let (mut all_valid, mut each_is) = (AllValid::new(), true);
            for ((min, max), (center, radius), vector) in all {
                let (aabb, circle) = (Aabb { min, max }, BoundingCircle { center, radius });
                all_valid.and_of(&aabb, &circle, vector);
                each_is &= aabb.is_valid() && circle.is_valid() && vector.is_finite();
            }
            prop_assert_eq!(all_valid.holds(), each_is);
        }
    }
}
