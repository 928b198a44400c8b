//! Polygons and segments that are 10¹² to 10⁵⁰ times longer than wide, and points without any size: where doubles cannot tell
//! on which side of an edge a point is, which of several edges in one line is which, or the promised digits; and rays that meet
//! such. Found by `levels_oracle.rs` and the batches' own tests.

use sat_simd::{
    Polygon, Pose, Relation, Rot, Shape, Vec2, closest_point, contains_point, distance, ray_cast, relation,
};

fn polygon(vertices: &[(f32, f32)]) -> Shape {
    let vertices: Vec<Vec2> = vertices.iter().copied().map(Vec2::from).collect();
    Shape::from(Polygon::new(&vertices).unwrap())
}

#[test]
fn a_point_beside_the_end_of_a_long_edge_is_inside() {
    let needle = polygon(&[
        (-3.069823e19, -15545295.0),
        (-29428970.0, -0.021201234),
        (-1.419964e-37, -3.3294476e-5),
        (5.803153e-11, -4.1348968e-25),
        (7.0800006e-30, 210613070.0),
    ]);
    let pose = Pose::new(Vec2::new(9.3482615e33, -2.9571453e16), Rot::new(0.6, 0.8).unwrap());
    assert_eq!(contains_point(&needle, &pose, pose.translation), Ok(true));
    let nearest = closest_point(&needle, &pose, pose.translation).unwrap();
    assert!(nearest.distance <= 0.0, "{nearest:?}");
}

#[test]
fn of_edges_in_one_line_none_is_left_out() {
    let short = polygon(&[
        (-9.689698e27, -2.7176334e-14),
        (-1.3637133e25, -869537.75),
        (7.404837e32, -5.4176422e-34),
        (1.0481343e22, -2.6037973e-32),
    ]);
    let long = polygon(&[
        (-1.8167877e38, 5.3357594e-14),
        (3.7845464e-6, -1.7765177e-12),
        (3.6704842e33, -3.1621136e-24),
        (1.2388658e37, 1.2825786e26),
    ]);
    let turned = Rot::new(0.6, 0.8).unwrap();
    let pose_a = Pose::new(Vec2::new(5.754894e-18, 10350.558), turned);
    let pose_b = Pose::new(Vec2::new(1.090076e38, 1.4534346e38), turned);
    assert_eq!(relation(&short, &pose_a, &long, &pose_b), Relation::Separated);
    // In rationals 2.165786322963e30, from the left end of the long one down to the upper edge of the short one.
    let found = distance(&short, &pose_a, &long, &pose_b).distance;
    let bound = 8.0 / 16_777_216.0 * 1.94e38;
    assert!((found - 2.165_786_3e30).abs() <= bound, "{found}");
}

#[test]
fn a_point_has_its_distance_from_another_to_seven_digits() {
    let end = Vec2::new(0.33558628, -0.92680293);
    let point = Shape::segment(end, end).unwrap();
    let pose = Pose::new(Vec2::new(-0.5837535, 0.19028133), Rot::new(1.0, 4.1617426e-13).unwrap());
    let found = closest_point(&point, &pose, Vec2::new(-0.24816725, -0.7365216)).unwrap().distance;
    // In rationals.
    assert!((f64::from(found) / 4.102_181_805_560_389e-13 - 1.0).abs() <= 8.0 / 16_777_216.0, "{found}");
}

/// Segments as long as 1e30 m took the motion of whatever met them for a normal, as if it came end-on.
#[test]
fn a_ray_at_the_end_of_an_extreme_segment_meets_its_side() {
    let wall = Shape::segment(Vec2::new(-1.198, 0.0), Vec2::new(0.0, 1e30)).unwrap();
    let down = ray_cast(&wall, &Pose::IDENTITY, Vec2::new(3.0, 4.0), Vec2::new(-10.0, -2.0)).unwrap().unwrap();
    assert_eq!(down.normal, Vec2::new(1.0, -1.198 / 1e30));
    // End-on it is the motion that is a normal.
    let up = ray_cast(&wall, &Pose::IDENTITY, Vec2::new(-1.198, -2.0), Vec2::new(0.0, 4.0)).unwrap().unwrap();
    assert_eq!(up.normal, -Vec2::Y);
}

/// What slides into a segment that it is next to, an angle below rounding away, took its motion for a normal as well.
#[test]
fn a_ray_that_sinks_into_the_middle_of_a_segment_meets_its_side() {
    let floor = Shape::segment(Vec2::ZERO, Vec2::X).unwrap();
    let hit = ray_cast(&floor, &Pose::IDENTITY, Vec2::new(0.5, 1e-20), Vec2::new(0.25, -1e-20)).unwrap().unwrap();
    assert_eq!(hit.normal, Vec2::Y);
}
