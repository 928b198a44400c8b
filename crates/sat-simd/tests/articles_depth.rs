//! Depths, distances and sweeps of the worked examples in the five classic articles, by article.

use sat_simd::{Pose, Rot, Shape, Vec2, distance, mtv, polygon_collision, sweep};

const SOMEWHERE: Pose = Pose::IDENTITY;

fn at(x: f32, y: f32) -> Pose {
    Pose::from_translation(Vec2::new(x, y))
}

fn polygon(points: &[(f32, f32)]) -> Shape {
    let points: Vec<Vec2> = points.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
    Shape::polygon(&points).unwrap()
}

/// The axis-parallel box between two corners.
fn span(min: (f32, f32), max: (f32, f32)) -> Shape {
    polygon(&[min, (max.0, min.1), max, (min.0, max.1)])
}

fn circle(radius: f32) -> Shape {
    Shape::circle(radius).unwrap()
}

mod polygon_circle {
    use super::*;

    fn rectangle() -> Shape {
        span((0.0, 0.0), (4.0, 3.0))
    }

    #[test]
    fn the_circle_beside_the_rectangle_touches_it() {
        let gap = distance(&rectangle(), &SOMEWHERE, &circle(1.0), &at(5.0, 1.0));
        assert_eq!(gap.distance, 0.0);
        assert_eq!((gap.point_a, gap.point_b, gap.normal), (Vec2::new(4.0, 1.0), Vec2::new(4.0, 1.0), Vec2::X));
        assert_eq!(mtv(&rectangle(), &SOMEWHERE, &circle(1.0), &at(5.0, 1.0)), None);
    }

    #[test]
    fn a_quarter_nearer_it_overlaps_by_a_quarter() {
        let push = mtv(&rectangle(), &SOMEWHERE, &circle(1.0), &at(4.75, 1.0)).unwrap();
        assert_eq!((push.normal, push.depth), (Vec2::X, 0.25));
        assert_eq!(push.translation(), Vec2::new(-0.25, 0.0));
    }

    #[test]
    fn a_quarter_farther_it_leaves_a_gap_of_a_quarter() {
        assert_eq!(distance(&rectangle(), &SOMEWHERE, &circle(1.0), &at(5.25, 1.0)).distance, 0.25);
    }

    #[test]
    fn the_circle_of_radius_five_touches_the_corner() {
        let gap = distance(&rectangle(), &SOMEWHERE, &circle(5.0), &at(7.0, 7.0));
        assert_eq!((gap.distance, gap.normal), (0.0, Vec2::new(0.6, 0.8)));
    }

    #[test]
    fn off_the_corner_no_edge_axis_shows_the_gap() {
        let gap = distance(&rectangle(), &SOMEWHERE, &circle(1.25), &at(5.0, 4.0)).distance;
        assert_eq!(gap, (2.0f64.sqrt() - 1.25) as f32);
    }

    #[test]
    fn a_centre_on_vertex_edge_or_inside_leaves_by_the_shortest_way() {
        for (centre, depth, normal) in [
            ((4.0, 3.0), 0.5, None),
            ((4.0, 1.0), 0.5, Some(Vec2::X)),
            ((3.75, 1.5), 0.75, Some(Vec2::X)),
            ((2.0, 0.25), 0.75, Some(-Vec2::Y)),
        ] {
            let push = mtv(&rectangle(), &SOMEWHERE, &circle(0.5), &at(centre.0, centre.1)).unwrap();
            assert_eq!(push.depth, depth, "centre {centre:?}");
            assert!(normal.is_none_or(|normal| normal == push.normal), "centre {centre:?}: {push:?}");
        }
    }
}

mod canvas {
    use super::*;

    #[test]
    fn projections_one_to_nine_and_ten_to_thirteen_leave_a_gap_of_one() {
        let (a, b) = (span((1.0, 0.0), (9.0, 16.0)), span((10.0, 0.0), (13.0, 16.0)));
        let gap = distance(&a, &SOMEWHERE, &b, &SOMEWHERE);
        assert_eq!((gap.distance, gap.normal, gap.point_a.x, gap.point_b.x), (1.0, Vec2::X, 9.0, 10.0));
    }

    #[test]
    fn projections_one_to_five_and_four_to_nine_overlap_by_one() {
        let (a, b) = (span((1.0, 0.0), (5.0, 16.0)), span((4.0, 0.0), (9.0, 16.0)));
        let push = mtv(&a, &SOMEWHERE, &b, &SOMEWHERE).unwrap();
        assert_eq!((push.depth, push.normal), (1.0, Vec2::X));
    }

    #[test]
    fn the_circle_that_three_radii_would_hit_is_apart() {
        let gap = distance(&span((0.0, 0.0), (1.0, 1.0)), &SOMEWHERE, &circle(1.0), &at(1.71875, 1.71875));
        assert_eq!(gap.distance, (0.71875 * 2.0f64.sqrt() - 1.0) as f32);
    }

    #[test]
    fn equal_circles_with_one_centre_leave_by_their_radii() {
        let push = mtv(&circle(2.0), &SOMEWHERE, &circle(1.5), &SOMEWHERE).unwrap();
        assert_eq!((push.depth, push.normal.length()), (3.5, 1.0));
    }
}

mod detour {
    use super::*;

    #[test]
    fn the_overlaps_that_detour_forgives_have_their_true_depth() {
        for exponent in [13, 14] {
            let depth = 0.5f32.powi(exponent);
            let (a, b) = (span((0.0, 0.0), (1.0, 1.0)), span((1.0 - depth, 0.0), (2.0 - depth, 1.0)));
            assert_eq!(mtv(&a, &SOMEWHERE, &b, &SOMEWHERE).unwrap().depth, depth);
        }
        let side = 0.5f32.powi(7);
        let (a, b) = (span((0.0, 0.0), (side, side)), span((side / 2.0, 0.0), (side * 1.5, side)));
        assert_eq!(mtv(&a, &SOMEWHERE, &b, &SOMEWHERE).unwrap().depth, side / 2.0);
    }

    #[test]
    fn mesh_neighbours_have_nothing_to_push_apart() {
        let (a, b) = (polygon(&[(0.0, 0.0), (3.1, 0.7), (1.3, 2.9)]), polygon(&[(3.1, 0.7), (4.0, 3.0), (1.3, 2.9)]));
        assert_eq!(mtv(&a, &SOMEWHERE, &b, &SOMEWHERE), None);
        assert_eq!(distance(&a, &SOMEWHERE, &b, &SOMEWHERE).distance, 0.0);
    }
}

mod polygon_collision {
    use super::*;

    fn demo() -> [Shape; 4] {
        [
            polygon(&[(100.0, 0.0), (150.0, 50.0), (100.0, 150.0), (0.0, 100.0)]),
            polygon(&[(130.0, 130.0), (180.0, 80.0), (230.0, 230.0)]),
            polygon(&[(300.0, 10.0), (300.0, 20.0), (310.0, 20.0)]),
            polygon(&[(300.0, 350.0), (350.0, 300.0), (450.0, 380.0), (460.0, 500.0), (290.0, 490.0)]),
        ]
    }

    #[test]
    fn the_demo_starts_with_these_gaps() {
        let demo = demo();
        for (a, b, expected) in
            [(0, 1, 17.8885), (0, 2, 152.9706), (0, 3, 282.8427), (1, 2, 134.1641), (1, 3, 134.3503), (2, 3, 282.8427)]
        {
            let gap = distance(&demo[a], &SOMEWHERE, &demo[b], &SOMEWHERE).distance;
            assert!((gap - expected).abs() < 5e-5, "{a}-{b}: {gap}");
        }
    }

    #[test]
    fn the_first_step_right_is_free_and_the_second_pushes_back() {
        let demo = demo();
        let right = Vec2::new(14.0, 0.0);
        assert!(!sweep(&demo[0], &SOMEWHERE, right, &demo[1], &SOMEWHERE).unwrap().will_intersect);
        let second = sweep(&demo[0], &at(14.0, 0.0), right, &demo[1], &SOMEWHERE).unwrap();
        assert!(second.will_intersect && second.hit && !second.intersects);
        let push = second.mtv.unwrap().translation();
        assert!((push - Vec2::new(-6.4, -3.2)).length() < 1e-5, "{push}");
    }

    #[test]
    fn the_player_that_keeps_going_right_slides_along_the_published_positions() {
        let demo = demo();
        let mut x = Vec2::ZERO;
        for expected in [
            (114.0, 0.0),
            (121.6, -3.2),
            (124.4, -8.8),
            (127.2, -14.4),
            (132.8, -22.8),
            (139.8, -29.8),
            (146.8, -36.8),
            (153.8, -43.8),
        ] {
            let velocity = Vec2::new(14.0, 0.0);
            let step = polygon_collision(&demo[0], &at(x.x, x.y), &demo[1], &SOMEWHERE, velocity).unwrap();
            x += velocity + step.minimum_translation_vector;
            let first = x + Vec2::new(100.0, 0.0);
            assert!((first - Vec2::from(expected)).length() < 1e-4, "{first}, not {expected:?}");
        }
    }

    #[test]
    fn what_moves_apart_by_half_its_depth_is_pushed_by_the_other_half() {
        let (a, b) = (span((1.0, 0.0), (3.0, 2.0)), span((0.0, 0.0), (2.0, 2.0)));
        let apart = polygon_collision(&a, &SOMEWHERE, &b, &SOMEWHERE, Vec2::new(0.5, 0.0)).unwrap();
        assert!(apart.intersect && apart.will_intersect);
        // The article's way: the shadow from 1 to 3.5 on that from 0 to 2 is a metre deep.
        assert_eq!(apart.minimum_translation_vector, Vec2::new(0.5, 0.0));
    }

    #[test]
    fn the_push_of_a_shape_shot_through_a_wall_leads_back_to_its_near_side() {
        let (unit, wall) = (span((0.0, 0.0), (1.0, 1.0)), span((50.0, -10.0), (51.0, 10.0)));
        for speed in [100.0, 50.25, 49.25] {
            let velocity = Vec2::new(speed, 0.0);
            let shot = polygon_collision(&unit, &SOMEWHERE, &wall, &SOMEWHERE, velocity).unwrap();
            assert!(!shot.intersect && shot.will_intersect);
            let end = velocity + shot.minimum_translation_vector;
            assert!((end - Vec2::new(49.0, 0.0)).length() < 1e-4, "by {speed}: {end}");
        }
    }

    #[test]
    fn the_fortieth_step_down_ends_in_exact_contact() {
        let demo = demo();
        let down = Vec2::new(0.0, 1.0);
        for step in 0..39 {
            assert!(!sweep(&demo[0], &at(0.0, step as f32), down, &demo[1], &SOMEWHERE).unwrap().will_intersect);
        }
        let last = sweep(&demo[0], &at(0.0, 39.0), down, &demo[1], &SOMEWHERE).unwrap();
        assert!(last.will_intersect && !last.hit && !last.intersects);
        assert_eq!((last.time_of_impact, last.leave_time, last.mtv), (Some(1.0), None, None));
    }

    #[test]
    fn containment_leaves_by_the_shortest_way() {
        let (a, b) = (span((0.0, -50.0), (10.0, 50.0)), span((1.0, -0.5), (2.0, 0.5)));
        let push = mtv(&a, &SOMEWHERE, &b, &SOMEWHERE).unwrap();
        assert_eq!(push.translation(), Vec2::new(2.0, 0.0));
        assert_eq!(mtv(&b, &SOMEWHERE, &a, &SOMEWHERE).unwrap().translation(), Vec2::new(-2.0, 0.0));
    }

    #[test]
    fn the_side_does_not_come_from_the_mean_of_the_vertices() {
        let mut outline: Vec<(f32, f32)> = vec![(0.0, 20.0), (0.0, -20.0), (10.0, -20.0)];
        outline.extend((1..10).map(|i| (10.0, -20.0 + 4.0 * i as f32)));
        outline.push((10.0, 20.0));
        let push = mtv(&polygon(&outline), &SOMEWHERE, &span((6.25, -1.0), (9.75, 1.0)), &SOMEWHERE).unwrap();
        assert_eq!(push.translation(), Vec2::new(-3.75, 0.0));
    }

    #[test]
    fn the_axis_across_the_motion_prevents_the_false_hit() {
        let unit = span((0.0, 0.0), (1.0, 1.0));
        let past = sweep(&unit, &SOMEWHERE, Vec2::new(10.0, 10.0), &unit, &at(9.0, 0.0)).unwrap();
        assert!(!past.will_intersect && !past.hit && !past.intersects);
        assert_eq!((past.time_of_impact, past.normal, past.mtv), (None, None, None));
    }

    #[test]
    fn nothing_tunnels_through_a_thin_wall() {
        let (unit, wall) = (span((0.0, 0.0), (1.0, 1.0)), span((50.0, -10.0), (51.0, 10.0)));
        let shot = sweep(&unit, &SOMEWHERE, Vec2::new(100.0, 0.0), &wall, &SOMEWHERE).unwrap();
        assert!(shot.hit && shot.will_intersect && !shot.intersects);
        assert_eq!((shot.time_of_impact, shot.leave_time, shot.normal), (Some(0.49), Some(0.51), Some(Vec2::X)));
        assert_eq!(shot.mtv, None, "it ends behind the wall, overlapping nothing");
    }

    #[test]
    fn a_pair_that_overlaps_and_moves_apart_is_not_pushed() {
        let (a, b) = (span((0.0, 0.0), (1.0, 1.0)), span((0.5, 0.0), (1.5, 1.0)));
        let apart = sweep(&a, &SOMEWHERE, Vec2::new(-2.0, 0.0), &b, &SOMEWHERE).unwrap();
        assert!(apart.intersects && apart.will_intersect && apart.hit);
        assert_eq!((apart.time_of_impact, apart.leave_time, apart.mtv), (Some(0.0), Some(0.25), None));
        assert_eq!(apart.normal, Some(Vec2::X));
    }

    #[test]
    fn sliding_along_a_side_grazes_and_does_not_hit() {
        let unit = span((0.0, 0.0), (1.0, 1.0));
        let slide = sweep(&unit, &at(-3.0, 1.0), Vec2::new(8.0, 0.0), &unit, &SOMEWHERE).unwrap();
        assert!(slide.will_intersect && !slide.hit && !slide.intersects);
        assert_eq!((slide.time_of_impact, slide.leave_time, slide.mtv), (Some(0.25), Some(0.5), None));
    }

    #[test]
    fn a_disc_grazes_a_corner_at_one_time() {
        let (disc, unit) = (circle(1.0), span((0.0, 0.0), (1.0, 1.0)));
        let graze = sweep(&disc, &at(-3.0, 2.0), Vec2::new(4.0, 0.0), &unit, &SOMEWHERE).unwrap();
        assert!(graze.will_intersect && !graze.hit);
        assert_eq!(graze.time_of_impact, Some(0.75));
        let corner = polygon(&[(0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)]);
        let graze = sweep(&disc, &at(-2.0, 2.0), Vec2::new(4.0, 0.0), &corner, &SOMEWHERE).unwrap();
        assert_eq!((graze.hit, graze.time_of_impact, graze.leave_time), (false, Some(0.5), Some(0.5)));
    }

    #[test]
    fn standing_still_is_a_sweep_too() {
        let unit = span((0.0, 0.0), (1.0, 1.0));
        let still = sweep(&unit, &SOMEWHERE, Vec2::ZERO, &unit, &at(0.75, 0.25)).unwrap();
        assert!(still.intersects && still.will_intersect && still.hit);
        assert_eq!((still.time_of_impact, still.leave_time, still.mtv.unwrap().depth), (Some(0.0), None, 0.25));
        let apart = sweep(&unit, &SOMEWHERE, Vec2::ZERO, &unit, &at(2.0, 0.0)).unwrap();
        assert_eq!((apart.will_intersect, apart.time_of_impact), (false, None));
    }
}

mod rotated_rectangles {
    use super::*;

    #[test]
    fn the_cross_overlaps_though_no_corner_is_inside() {
        let (a, b) = (Shape::rect(3.0, 1.0).unwrap(), Shape::rect(1.0, 3.0).unwrap());
        assert_eq!(mtv(&a, &SOMEWHERE, &b, &SOMEWHERE).unwrap().depth, 4.0);
    }

    #[test]
    fn boxes_that_meet_at_a_corner_touch() {
        let a = Shape::rect(3.0, 4.0).unwrap();
        let gap = distance(&a, &at(3.0, 4.0), &a, &at(9.0, 12.0));
        assert_eq!((gap.distance, gap.point_a, gap.point_b), (0.0, Vec2::new(6.0, 8.0), Vec2::new(6.0, 8.0)));
    }

    #[test]
    fn boxes_turned_by_pythagorean_angles_have_their_exact_depth() {
        for (x, y, z) in [(3.0f32, 4.0, 5.0), (5.0, 12.0, 13.0), (20.0, 21.0, 29.0)] {
            let turn = Rot::normalized(x / z, y / z);
            let (a, b) = (Shape::rect(2.0, 1.0).unwrap(), Shape::rect(2.0, 1.0).unwrap());
            // Side by side along A's own x axis, overlapping by 1/8: 3.875 apart.
            let offset = turn.rotate(Vec2::new(3.875, 0.0));
            let push = mtv(&a, &Pose::new(Vec2::ZERO, turn), &b, &Pose::new(offset, turn)).unwrap();
            assert!((push.depth - 0.125).abs() < 2e-6 && (push.normal - turn.rotate(Vec2::X)).length() < 1e-6);
        }
    }

    #[test]
    fn and_not_or_separates_boxes_beside_each_other() {
        let gap = distance(&span((0.0, 0.0), (1.0, 1.0)), &SOMEWHERE, &span((5.0, 0.0), (6.0, 1.0)), &SOMEWHERE);
        assert_eq!(gap.distance, 4.0);
    }
}
