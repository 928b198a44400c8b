//! Rays that end within rounding of a disc: they hit it if and only if their end is not outside.

use proptest::prelude::*;
use sat_simd::batch::{self, RayCast, ShapeSet};
use sat_simd::{Pose, Shape, Vec2, ray_cast};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn a_ray_hits_a_disc_if_its_end_is_in_it(
        exponent in 1f32..12.0, angle in -3.2f32..3.2, aside in -0.6f32..0.6, near in 0.1f32..2.0,
    ) {
        let (far, out) = (exponent.exp2(), Vec2::from_angle(angle));
        // Sums and squares of such numbers are exact in doubles.
        let on_grid = |v: Vec2| (v * 1024.0).round() / 1024.0;
        let origin = on_grid(out * (far + near) + out.perp() * aside);
        let translation = on_grid(Vec2::from_angle(angle + aside) * near) - origin;
        let end = origin.as_dvec2() + translation.as_dvec2();
        let radius = end.length() as f32;
        let beyond = end.length_squared() - f64::from(radius).powi(2);

        let disc = Shape::circle(radius).unwrap();
        let one = ray_cast(&disc, &Pose::IDENTITY, origin, translation).unwrap();
        prop_assert_eq!(one.is_some(), beyond <= 0.0, "{:e}", beyond);
        let (mut set, mut hits) = (ShapeSet::new(), Vec::new());
        let shape = set.push(&disc, &Pose::IDENTITY).unwrap();
        batch::ray_casts(&set, &[RayCast { shape, origin, translation }], &mut hits).unwrap();
        prop_assert_eq!(hits[0].is_some(), beyond <= 0.0, "{:e}", beyond);
    }
}
