//! Where the newest releases of other libraries are wrong, and hard cases from their trackers: our answers.
//!
//! D numbers are defects reproduced in parry2d 0.31 and sepax2d 0.3; C numbers are cases from issue trackers. The
//! manifold's share of them is in `manifold_defects.rs`.

use sat_simd::{
    Motion, Polygon, Pose, QueryError, Relation, Rot, Shape, ShapeError, Vec2, closest_point, contains_point, distance,
    mtv, ray_cast, relation, shape_cast, shape_cast_into, sweep, time_of_impact,
};

fn at(x: f32, y: f32) -> Pose {
    Pose::from_translation(Vec2::new(x, y))
}

fn polygon(points: &[(f32, f32)]) -> Shape {
    let points: Vec<Vec2> = points.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
    Shape::polygon(&points).unwrap()
}

fn square(half: f32) -> Shape {
    polygon(&[(-half, -half), (half, -half), (half, half), (-half, half)])
}

fn rect(half_x: f32, half_y: f32) -> Shape {
    Shape::rect(half_x, half_y).unwrap()
}

fn circle(radius: f32) -> Shape {
    Shape::circle(radius).unwrap()
}

fn segment(a: (f32, f32), b: (f32, f32)) -> Shape {
    Shape::segment(a.into(), b.into()).unwrap()
}

fn capsule(a: (f32, f32), b: (f32, f32), radius: f32) -> Shape {
    Shape::capsule(a.into(), b.into(), radius).unwrap()
}

#[test]
fn d1_depth_keeps_its_digits_at_every_distance_from_the_origin() {
    let points: Vec<Vec2> =
        (0..6).map(|i| Rot::from_angle(i as f32 * std::f32::consts::FRAC_PI_3).rotate(Vec2::X)).collect();
    let hexagon = Shape::from(Polygon::hull(&points).unwrap());
    let turn = Rot::from_angle(0.4);
    let here = mtv(&hexagon, &Pose::IDENTITY, &hexagon, &Pose::new(Vec2::new(1.5, 0.25), turn)).unwrap();
    for offset in [1e3, 1e4, 1e5, 1e6] {
        let far = Vec2::splat(offset);
        let pose_b = Pose::new(far + Vec2::new(1.5, 0.25), turn);
        let there = mtv(&hexagon, &Pose::from_translation(far), &hexagon, &pose_b);
        assert_eq!(there, Some(here), "at {offset}");
    }
}

#[test]
fn d3_squares_that_exactly_touch_are_zero_apart_along_the_shared_side() {
    let a = square(1.0);
    for (offset, normal) in
        [((2.0, 0.0), Vec2::X), ((-2.0, 0.0), -Vec2::X), ((0.0, 2.0), Vec2::Y), ((0.0, -2.0), -Vec2::Y)]
    {
        for slide in [-1.5, -0.5, 0.0, 0.25, 1.0] {
            let along = normal.perp() * slide;
            let pose_b = at(offset.0 + along.x, offset.1 + along.y);
            assert_eq!(relation(&a, &Pose::IDENTITY, &a, &pose_b), Relation::Touching);
            let gap = distance(&a, &Pose::IDENTITY, &a, &pose_b);
            assert_eq!((gap.distance, gap.normal), (0.0, normal), "at {offset:?} + {along}");
            assert_eq!(mtv(&a, &Pose::IDENTITY, &a, &pose_b), None);
        }
    }
}

#[test]
fn d4_identical_polygons_leave_each_other_by_their_width() {
    let a = square(1.0);
    assert_eq!(mtv(&a, &Pose::IDENTITY, &a, &Pose::IDENTITY).unwrap().depth, 2.0);
}

#[test]
fn d5_the_witness_on_the_box_is_below_the_capsule() {
    let (capsule, ground) = (capsule((0.0, -0.25), (0.0, 0.25), 0.5), rect(4.0, 0.5));
    let gap = distance(&capsule, &at(6.037_373_5, 2.75), &ground, &at(4.0, 1.5));
    assert_eq!(gap.point_b, Vec2::new(6.037_373_5, 2.0));
    assert!((gap.point_b.x - 4.0 - 2.037_373_5).abs() < 1e-6);
    assert_eq!(gap.distance, 0.0);
}

#[test]
fn d6_what_is_not_finite_is_refused_or_has_no_contact() {
    let a = square(1.0);
    for bad in [at(f32::NAN, 0.0), at(0.0, f32::INFINITY)] {
        let (origin, down) = (Vec2::ZERO, Vec2::new(0.0, -1.0));
        assert_eq!(mtv(&a, &bad, &a, &Pose::IDENTITY), None);
        assert_eq!(distance(&a, &Pose::IDENTITY, &a, &bad).distance, f32::MAX);
        assert!(matches!(sweep(&a, &bad, down, &a, &Pose::IDENTITY), Err(QueryError::NotFinite { .. })));
        assert!(matches!(shape_cast(&a, &Pose::IDENTITY, down, &a, &bad), Err(QueryError::NotFinite { .. })));
        assert!(matches!(ray_cast(&a, &bad, origin, down), Err(QueryError::NotFinite { .. })));
        assert!(matches!(contains_point(&a, &bad, origin), Err(QueryError::NotFinite { .. })));
        assert!(matches!(closest_point(&a, &bad, origin), Err(QueryError::NotFinite { .. })));
        let point = bad.translation;
        assert!(matches!(sweep(&a, &Pose::IDENTITY, point, &a, &at(9.0, 0.0)), Err(QueryError::NotFinite { .. })));
        assert!(matches!(closest_point(&a, &Pose::IDENTITY, point), Err(QueryError::NotFinite { .. })));
    }
}

#[test]
fn d7_nothing_depends_on_the_scale() {
    // 2⁻¹³ metres is about the size at which the other library goes wrong.
    for scale in [-13, -66, -126, 0, 66].map(|exponent| 2f32.powi(exponent)) {
        let a = square(scale);
        let apart = distance(&a, &Pose::IDENTITY, &a, &at(3.0 * scale, 0.0));
        assert_eq!(apart.distance, scale);
        let push = mtv(&a, &Pose::IDENTITY, &a, &at(1.5 * scale, 0.0)).unwrap();
        assert_eq!((push.depth, push.normal), (0.5 * scale, Vec2::X));
    }
}

#[test]
fn d8_a_box_sunk_into_very_long_ground_is_as_deep_everywhere() {
    let (polygon, unit) = (polygon(&[(-1e4, -1.0), (1e4, -1.0), (1e4, 1.0), (-1e4, 1.0)]), rect(0.5, 0.5));
    for ground in [polygon, rect(1e4, 1.0)] {
        for i in 0..=2000 {
            let pose = at(-9999.0 + 9.999 * i as f32, 1.375);
            let push = mtv(&unit, &pose, &ground, &Pose::IDENTITY).unwrap();
            assert_eq!((push.depth, push.normal), (0.125, -Vec2::Y), "at x {}", pose.translation.x);
        }
    }
}

#[test]
fn d9_a_clockwise_outline_is_the_same_polygon() {
    let clockwise = polygon(&[(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)]);
    let push = mtv(&clockwise, &Pose::IDENTITY, &square(1.0), &at(1.875, 0.0)).unwrap();
    assert_eq!((push.depth, push.normal), (0.125, Vec2::X));
}

#[test]
fn d10_a_concave_outline_is_refused_with_the_vertex_that_dents_it() {
    let dart = [(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)].map(Vec2::from);
    assert_eq!(Shape::polygon(&dart), Err(ShapeError::NotConvex { index: 2 }));
}

#[test]
fn d11_a_thin_triangle_is_a_triangle() {
    for height in [1e-3, 1e-9, 1e-30] {
        let thin = polygon(&[(-100.0, 0.0), (100.0, 0.0), (0.0, height)]);
        let gap = distance(&thin, &Pose::IDENTITY, &circle(1.0), &at(102.0, 0.0));
        assert_eq!((gap.distance, gap.point_a), (1.0, Vec2::new(100.0, 0.0)), "height {height}");
        let push = mtv(&thin, &Pose::IDENTITY, &circle(1.0), &at(25.0, -0.5)).unwrap();
        assert_eq!((push.depth, push.normal), (0.5, -Vec2::Y), "height {height}");
    }
}

#[test]
fn d13_what_touches_and_slides_along_or_leaves_is_let_go() {
    let (tile, floor) = (Shape::rect(1.0, 1.0).unwrap(), Shape::rect(50.0, 1.0).unwrap());
    let start = Pose::from_translation(Vec2::new(0.0, 2.0));
    let into = |x, y| shape_cast_into(&tile, &start, Vec2::new(x, y), &floor, &Pose::IDENTITY).unwrap();
    assert_eq!((into(1.0, 0.0), into(1.0, 1.0)), (None, None));
    assert_eq!(into(1.0, -1.0).map(|hit| (hit.fraction, hit.normal)), Some((0.0, Vec2::Y)));
    let slide = sweep(&tile, &start, Vec2::X, &floor, &Pose::IDENTITY).unwrap();
    assert!(slide.intersects && !slide.hit);
}

#[test]
fn d14_equal_circles_in_one_place_overlap_and_have_a_direction() {
    let push = mtv(&circle(1.0), &at(3.0, 4.0), &circle(1.0), &at(3.0, 4.0)).unwrap();
    assert_eq!((push.depth, push.normal.length()), (2.0, 1.0));
}

#[test]
fn d15_the_side_comes_from_the_geometry_and_not_from_the_position() {
    let span = polygon(&[(-101.0, -1.0), (-99.0, -1.0), (-99.0, 1.0), (-101.0, 1.0)]);
    let push = mtv(&square(1.0), &at(0.5, 0.0), &span, &at(100.0, 0.0)).unwrap();
    assert_eq!(push.translation(), Vec2::new(1.5, 0.0));
}

#[test]
fn c1_a_circle_with_its_centre_on_a_corner_has_a_contact() {
    let push = mtv(&circle(1.0), &at(1.0, 1.0), &rect(1.0, 1.0), &Pose::IDENTITY).unwrap();
    assert_eq!(push.depth, 1.0);
    assert!((push.normal.length() - 1.0).abs() < 1e-6 && push.normal.x <= 0.0 && push.normal.y <= 0.0);
}

#[test]
fn c2_one_ball_cast_at_another_arrives_when_their_radii_meet() {
    let ball = circle(0.5);
    let hit = shape_cast(&ball, &Pose::IDENTITY, Vec2::new(10.0, 0.0), &ball, &at(10.0, 0.0)).unwrap().unwrap();
    assert_eq!((hit.fraction, hit.normal, hit.point), (0.9, -Vec2::X, Vec2::new(9.5, 0.0)));
}

#[test]
fn c3_a_ball_arrives_at_a_line_that_is_turned_by_its_pose() {
    let turned = Pose::new(Vec2::ZERO, Rot::new(0.0, -1.0).unwrap());
    let hit = shape_cast(&circle(0.5), &Pose::IDENTITY, Vec2::X, &segment((1.0, 1.0), (-1.0, 1.0)), &turned);
    let hit = hit.unwrap().expect("the line stands at x = 1");
    assert_eq!((hit.fraction, hit.normal, hit.point), (0.5, -Vec2::X, Vec2::X));
}

#[test]
fn c4_rays_and_segments_without_length_are_answered() {
    let point = segment((2.0, 0.0), (2.0, 0.0));
    let hit = ray_cast(&point, &Pose::IDENTITY, Vec2::ZERO, Vec2::new(4.0, 0.0)).unwrap().unwrap();
    assert_eq!((hit.fraction, hit.point, hit.normal), (0.5, Vec2::new(2.0, 0.0), -Vec2::X));
    assert_eq!(ray_cast(&point, &Pose::IDENTITY, Vec2::ZERO, Vec2::ZERO), Ok(None));
    let still = ray_cast(&square(1.0), &Pose::IDENTITY, Vec2::new(0.5, 0.0), Vec2::ZERO).unwrap().unwrap();
    assert_eq!((still.fraction, still.normal), (0.0, Vec2::X));
}

#[test]
fn c7_a_ball_beside_the_end_of_a_segment_has_a_unit_normal() {
    let line = segment((-10.0, 0.0), (10.0, 0.0));
    for (x, y) in [(11.0, 1.0), (11.5, 0.0), (10.0, 0.0), (10.5, 0.5)] {
        let gap = distance(&circle(1.0), &at(x, y), &line, &Pose::IDENTITY);
        assert!((gap.normal.length() - 1.0).abs() < 1e-6, "at ({x}, {y}): {gap:?}");
    }
}

#[test]
fn c8_a_segment_that_grazes_a_box_hits_it_or_not_by_the_geometry() {
    let (beam, tile) = (segment((1.0, 1.0), (124.0, 1.0)), rect(1.0, 1.0));
    let fall = Vec2::new(0.008_138_5, -0.999_966) * 100.0;
    for x in [15.689_464, 15.689_465, 15.689_466] {
        let shot = sweep(&tile, &at(x, 54.007_09), fall, &beam, &Pose::IDENTITY).unwrap();
        assert!(shot.hit, "at {x}");
        let toi = shot.time_of_impact.unwrap();
        assert!((toi * 99.996_6 - 52.007_09).abs() < 1e-4, "{toi} at {x}");
    }
}

#[test]
fn c9_the_capsule_cast_at_a_segment_hits_it() {
    let (capsule, wall) = (capsule((0.0, -14.0), (0.0, 14.0), 8.0), segment((-24.0, 48.0), (24.0, -48.0)));
    let velocity = Vec2::new(-3.333_333_7, -5.416_667_5);
    let result = sweep(&capsule, &at(-653.3891, -245.087_46), velocity, &wall, &at(-648.0, -288.0)).unwrap();
    assert!(result.will_intersect);
}

#[test]
fn c10_a_deep_capsule_leaves_the_triangle() {
    let capsule = capsule((0.0, -5.0), (0.0, 5.0), 10.0);
    let triangle = polygon(&[(64.0, 507.0), (440.0, 326.0), (1072.0, 507.0)]);
    let pose = at(381.592, 348.491);
    let push = mtv(&capsule, &pose, &triangle, &Pose::IDENTITY).unwrap();
    let after = Pose::from_translation(pose.translation + push.translation());
    assert!(mtv(&capsule, &after, &triangle, &Pose::IDENTITY).is_none_or(|left| left.depth < 1e-4));
}

/// C11 and C25: searches that expand a simplex gave up on deep pairs.
#[test]
fn c11_deep_pairs_have_the_shortest_way_out() {
    let plank = rect(10.0, 0.125);
    for n in 3..=16u8 {
        let corner = |i: u8| Rot::from_angle(f32::from(i) * std::f32::consts::TAU / f32::from(n)).rotate(Vec2::X);
        let corners: Vec<Vec2> = (0..n).map(corner).collect();
        let ngon = Shape::from(Polygon::hull(&corners).unwrap());
        let low = corners.iter().map(|v| v.y).fold(f32::INFINITY, f32::min);
        let high = corners.iter().map(|v| v.y).fold(f32::NEG_INFINITY, f32::max);
        for x in [0.0, 1e-30, 1e-7, 1e-3, 0.5] {
            let push = mtv(&ngon, &Pose::IDENTITY, &plank, &at(x, 0.0)).unwrap();
            assert_eq!((push.depth, push.normal.x), (0.125 + high.min(-low), 0.0), "{n} at {x}");
        }
    }
}

#[test]
fn c12_the_witnesses_of_boxes_side_by_side_lie_on_the_shared_side() {
    let unit = rect(0.5, 0.5);
    let gap = distance(&unit, &at(0.5, 0.5), &unit, &at(1.5, 0.5));
    assert_eq!((gap.point_a.x, gap.point_b.x, gap.distance, gap.normal), (1.0, 1.0, 0.0, Vec2::X));
    let push = mtv(&unit, &at(0.5, 0.5), &unit, &at(1.2, 0.5)).unwrap();
    assert!((push.depth - 0.3).abs() < 1e-6 && push.normal == Vec2::X);
}

#[test]
fn c12_the_witnesses_of_a_box_deep_in_a_wider_one_lie_above_each_other() {
    let (small, wide) = (rect(1.25, 0.125), rect(1.75, 1.25));
    let gap = distance(&small, &at(0.0, 0.5), &wide, &Pose::IDENTITY);
    assert_eq!((gap.normal, gap.point_a.y, gap.point_b.y), (-Vec2::Y, 0.375, 1.25));
    assert_eq!(gap.point_a.x, gap.point_b.x);
    // Centred, with four equally short ways out, the points still belong to the normal.
    let (small, wide) = (rect(0.25, 0.25), rect(1.0, 1.0));
    let gap = distance(&small, &Pose::IDENTITY, &wide, &Pose::IDENTITY);
    assert_eq!(gap.point_a - gap.point_b, gap.normal * 1.25);
}

#[test]
fn c13_the_distance_is_the_same_in_both_orders() {
    let (a, b) = (rect(1.0, 1.0), rect(1.0, 2.0));
    let far = at(-5.573_167, 0.0);
    assert_eq!(distance(&a, &Pose::IDENTITY, &b, &far).distance, 3.573_166_8);
    assert_eq!(distance(&b, &far, &a, &Pose::IDENTITY).distance, 3.573_166_8);
}

#[test]
fn c14_a_segment_through_a_box_penetrates_it() {
    let (line, tall) = (segment((60.0, 10.0), (10.0, 0.0)), rect(10.0, 100.0));
    let push = mtv(&line, &Pose::IDENTITY, &tall, &at(50.0, 50.0)).unwrap();
    assert_eq!((push.depth, push.normal), (20.0, Vec2::X));
}

#[test]
fn c15_boxes_within_a_rounding_of_each_other_have_no_false_gap() {
    let (a, b) = (rect(0.538_635_9, 0.887_437_3), rect(1.099_920_9, 0.172_194_27));
    assert!(distance(&a, &Pose::IDENTITY, &b, &at(-1.638_556_7, 1.059_632_4)).distance < 1e-5);
}

#[test]
fn c16_corner_to_corner_and_hair_thin_gaps_are_measured() {
    let a = rect(0.5, 0.5);
    let apart = distance(&a, &at(3.0, 2.5), &a, &at(5.0, 4.0));
    assert_eq!(apart.distance, 1.25f64.sqrt() as f32);
    let near = distance(&a, &at(1.0, 2.0), &a, &at(2.0 + 1e-4, 2.0));
    assert_eq!(near.distance, (f64::from(2.0f32 + 1e-4) - 2.0) as f32);
}

#[test]
fn c17_a_bar_that_turns_hits_the_box_beside_it() {
    let (bar, tile) = (rect(2.0, 0.125), rect(0.5, 0.5));
    let turn = Motion { angle: std::f32::consts::FRAC_PI_2, ..Motion::default() };
    let impact = time_of_impact(&bar, &turn, &tile, &Motion::resting(at(0.0, 2.0))).unwrap().expect("it is in the way");
    // The upper side meets the corner (1/2, 3/2), √(5/2) from the middle.
    let arm = 2.5f64.sqrt();
    let expected = (1.5f64.atan2(0.5) - (0.125 / arm).asin()) / std::f64::consts::FRAC_PI_2;
    // A gap of 2⁻²⁰ of the size, less than 5, may be left, which closes as fast as the corner goes by; and the angle is rounded.
    let early = 5.0 / 1_048_576.0 / (arm * std::f64::consts::FRAC_PI_2 * 0.99) + 2f64.powi(-22);
    let time = f64::from(impact.time);
    assert!(time <= expected + 2f64.powi(-22) && time >= expected - early, "{impact:?}, not {expected}");
}

#[test]
fn c18_a_shape_wholly_inside_another_intersects_it() {
    assert_eq!(relation(&square(4.0), &Pose::IDENTITY, &circle(0.1), &at(1.0, 1.0)), Relation::Overlapping);
    assert_eq!(mtv(&square(4.0), &Pose::IDENTITY, &circle(0.125), &at(1.0, 0.0)).unwrap().depth, 3.125);
}

#[test]
fn c19_a_capsule_slid_past_a_box_is_never_missed() {
    let (capsule, tile) = (capsule((0.0, -0.5), (0.0, 0.5), 0.25), rect(1.0, 1.0));
    for i in 0..=1000 {
        let y = -2.0 + 0.004 * i as f32;
        let depth = mtv(&capsule, &at(1.125, y), &tile, &Pose::IDENTITY).map(|push| push.depth);
        // Beside the box it is 1/8 deep; past its corners it is less, and none where the caps clear them.
        let past = (y.abs() - 1.5).max(0.0);
        let expected = 0.25 - (0.125f32 * 0.125 + past * past).sqrt();
        assert!((depth.unwrap_or(0.0) - expected.max(0.0)).abs() < 2e-6, "{depth:?} at {y}");
    }
}

#[test]
fn c24_two_hundred_small_moves_of_a_box_along_a_beam_stay_deep() {
    let (tile, beam) = (rect(5.0, 5.0), rect(150.0, 0.75));
    for i in 0..200 {
        let push = mtv(&tile, &at(-140.0 + 1.4 * i as f32, 5.5), &beam, &Pose::IDENTITY).unwrap();
        assert_eq!((push.depth, push.normal), (0.25, -Vec2::Y));
    }
}
