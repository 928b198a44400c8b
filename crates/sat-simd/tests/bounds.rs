//! Boxes around posed shapes, against the posed vertices in doubles.

use proptest::prelude::*;
use sat_simd::{Polygon, Pose, Rot, Shape, Vec2};

fn vector(range: f32) -> impl Strategy<Value = Vec2> {
    (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
}

fn shape() -> impl Strategy<Value = Shape> {
    let radius = || prop_oneof![Just(0.0f32), 0.01f32..1.0];
    prop_oneof![
        radius().prop_map(|r| Shape::circle(r).unwrap()),
        (vector(1.5), vector(1.5), radius()).prop_map(|(a, b, r)| Shape::capsule(a, b, r).unwrap()),
        (vector(1.5), vector(1.5)).prop_map(|(a, b)| Shape::segment(a, b).unwrap()),
        (0.05f32..1.0, 0.05f32..1.0).prop_map(|(x, y)| Shape::rect(x, y).unwrap()),
        (proptest::collection::vec(vector(1.5), 3..20), radius()).prop_filter_map("flat", |(points, r)| {
            Polygon::hull(&points).ok()?.with_radius(r).ok().map(Shape::from)
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn a_box_around_a_shape_is_tight(
        shape in shape(), size in -8i32..8, at in vector(1.0), far in 0i32..24, angle in -3.2f32..3.2,
    ) {
        let scale = |v: Vec2| v * 2f32.powi(size);
        let shape = match &shape {
            Shape::Rect(rect) => Shape::rect(scale(rect.half()).x, scale(rect.half()).y).unwrap(),
            _ => shape,
        };
        let pose = Pose::new(at * 2f32.powi(far), Rot::from_angle(angle));
        let (cos, sin) = (f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
        let corners = (0..shape.core_len()).map(|k| shape.core_vertex(k).as_dvec2());
        let corners: Vec<[f64; 2]> = corners.map(|v| [cos * v.x - sin * v.y, sin * v.x + cos * v.y]).collect();
        let radius = f64::from(shape.radius());
        let reach = corners.iter().map(|v| v[0].hypot(v[1])).fold(0.0, f64::max) + radius;

        // Where the corner is placed, and where the radius is added to that.
        let roundings = if shape.core_len() > 1 && radius > 0.0 { 2u8 } else { 1 };
        let found = shape.aabb(&pose);
        for (axis, at) in pose.translation.to_array().into_iter().enumerate() {
            let low = corners.iter().map(|v| v[axis]).fold(f64::MAX, f64::min) - radius + f64::from(at);
            let high = corners.iter().map(|v| v[axis]).fold(f64::MIN, f64::max) + radius + f64::from(at);
            for (found, truth) in [(found.min[axis], low), (found.max[axis], high)] {
                let half_ulp = f64::from(f32::EPSILON) / 2.0;
                let rounding = f64::from(roundings) * half_ulp * (truth.abs() + radius);
                let off = (f64::from(found) - truth).abs();
                prop_assert!(off <= reach / 2_097_152.0 + rounding, "{} off at {}", off, truth);
            }
        }
    }
}
