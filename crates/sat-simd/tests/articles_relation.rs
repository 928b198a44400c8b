//! The yes-or-no side of the five classic articles' systems, by article: what each must answer to count as working.

use Relation::{Overlapping, Separated, Touching};
use sat_simd::{Pose, Relation, Rot, Shape, Vec2, detour, explain, overlaps, project_onto, relation};

const HERE: Pose = Pose::IDENTITY;

fn at(x: f32, y: f32) -> Pose {
    Pose::from_translation(Vec2::new(x, y))
}

fn polygon(points: &[(f32, f32)]) -> Shape {
    let points: Vec<Vec2> = points.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
    Shape::polygon(&points).unwrap()
}

/// The axis-parallel box between two corners, as a polygon.
fn span(min: (f32, f32), max: (f32, f32)) -> Shape {
    polygon(&[min, (max.0, min.1), max, (min.0, max.1)])
}

fn circle(radius: f32) -> Shape {
    Shape::circle(radius).unwrap()
}

/// The relation both ways round, which must agree.
fn both(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Relation {
    let forward = relation(a, pose_a, b, pose_b);
    assert_eq!(relation(b, pose_b, a, pose_a), forward, "swapped");
    forward
}

mod polygon_circle {
    use super::*;

    #[test]
    fn the_worked_rectangle_and_its_neighbours() {
        let rectangle = span((0.0, 0.0), (4.0, 3.0));
        for (center, radius, expected) in [
            ((5.0, 1.0), 1.0, Touching),
            ((4.75, 1.0), 1.0, Overlapping),
            ((5.25, 1.0), 1.0, Separated),
            ((7.0, 7.0), 5.0, Touching),
            ((5.0, 4.0), 1.25, Separated),
            ((2.0, 1.0), 0.25, Overlapping),
        ] {
            let found = both(&rectangle, &HERE, &circle(radius), &at(center.0, center.1));
            assert_eq!(found, expected, "circle {center:?} r {radius}");
        }
    }

    #[test]
    fn one_ulp_decides() {
        let rectangle = span((0.0, 0.0), (4.0, 3.0));
        let with_radius = |radius: f32| both(&rectangle, &HERE, &circle(radius), &at(7.0, 7.0));
        assert_eq!(with_radius(5.0f32.next_up()), Overlapping);
        assert_eq!(with_radius(5.0f32.next_down()), Separated);
        let at_x = |x: f32| both(&rectangle, &HERE, &circle(1.0), &at(x, 1.0));
        assert_eq!((at_x(5.0f32.next_down()), at_x(5.0f32.next_up())), (Overlapping, Separated));
    }

    #[test]
    fn winding_and_repeated_vertices_do_not_matter() {
        let clockwise = polygon(&[(0., 0.), (0., 3.), (0., 3.), (4., 3.), (4., 3.), (4., 0.), (2., 0.), (0., 0.)]);
        assert_eq!(both(&clockwise, &HERE, &circle(1.0), &at(5.0, 1.0)), Touching);
        assert_eq!(both(&clockwise, &HERE, &circle(1.0), &at(5.25, 1.0)), Separated);
    }

    #[test]
    fn a_point_is_a_circle_of_radius_zero() {
        let rectangle = span((0.0, 0.0), (4.0, 3.0));
        for (center, expected) in
            [((4.0, 3.0), Touching), ((4.0, 1.0), Touching), ((2.0, 1.0), Overlapping), ((5.0, 3.0), Separated)]
        {
            assert_eq!(both(&rectangle, &HERE, &circle(0.0), &at(center.0, center.1)), expected, "{center:?}");
        }
    }

    #[test]
    fn a_centre_on_a_vertex_or_an_edge_overlaps() {
        let rectangle = span((0.0, 0.0), (4.0, 3.0));
        for center in [(4.0, 3.0), (4.0, 1.0), (0.0, 0.0)] {
            assert_eq!(both(&rectangle, &HERE, &circle(1e-30), &at(center.0, center.1)), Overlapping, "{center:?}");
        }
    }
}

mod canvas {
    use super::*;

    #[test]
    fn three_radii_are_no_test_but_the_nearest_vertex_is() {
        let square = span((0.0, 0.0), (1.0, 1.0));
        assert_eq!(both(&square, &HERE, &circle(1.0), &at(1.71875, 1.71875)), Separated);
        assert_eq!(both(&square, &HERE, &circle(1.017), &at(1.71875, 1.71875)), Overlapping);
    }

    #[test]
    fn projections_with_a_gap_of_one_and_a_depth_of_one() {
        assert_eq!(both(&span((1.0, 0.0), (9.0, 16.0)), &HERE, &span((10.0, 0.0), (13.0, 16.0)), &HERE), Separated);
        assert_eq!(both(&span((1.0, 0.0), (5.0, 16.0)), &HERE, &span((4.0, 0.0), (9.0, 16.0)), &HERE), Overlapping);
    }

    #[test]
    fn circles_touch_by_squared_distances() {
        let both_at = |x: f32, y: f32| both(&circle(2.0), &HERE, &circle(3.0), &at(x, y));
        assert_eq!(both_at(3.0, 4.0), Touching);
        assert_eq!(both_at(3.0, 4.0f32.next_up()), Separated);
        assert_eq!(both_at(3.0, 4.0f32.next_down()), Overlapping);
    }

    #[test]
    fn the_picture_has_one_axis_per_edge_and_one_for_the_circle() {
        let (triangle, quad) =
            (polygon(&[(0., 0.), (2., 0.), (0., 2.)]), polygon(&[(3., 0.), (5., 1.), (4., 3.), (3., 2.)]));
        let axes = |a: &Shape, b: &Shape| explain(a, &HERE, b, &HERE).unwrap().axes.len();
        assert!(axes(&triangle, &quad) <= 3 + 4 + 1);
        assert!(axes(&triangle, &circle(1.0)) <= 3 + 1);
    }
}

mod detour_overlap {
    use super::*;

    #[test]
    fn a_negative_margin_forgives_a_depth_in_metres() {
        let unit = span((0.0, 0.0), (1.0, 1.0));
        for side in [0.0078125, 1.0, 1024.0] {
            let square = span((0.0, 0.0), (side, side));
            let deep = |depth: f32| overlaps(&square, &HERE, &square, &at(side - depth, 0.0), -0.0009765625);
            assert!(!deep(0.0) && !deep(0.00048828125) && deep(0.001953125), "side {side}");
        }
        // Exactly as deep as the margin counts, one ulp less does not.
        assert!(overlaps(&unit, &HERE, &unit, &at(0.75, 0.0), -0.25));
        assert!(!overlaps(&unit, &HERE, &unit, &at(0.75f32.next_up(), 0.0), -0.25));
    }

    #[test]
    fn neighbours_that_share_an_edge_touch_and_do_not_overlap() {
        // A fan of triangles around a corner with awkward coordinates.
        let spokes: Vec<(f32, f32)> =
            (0..9u8).map(|k| Vec2::from_angle(f32::from(k) * 0.7) * 3.7).map(|v| (v.x + 1000.1, v.y - 777.7)).collect();
        for k in 0..7 {
            let corner = (1000.1, -777.7);
            let (a, b) =
                (polygon(&[corner, spokes[k], spokes[k + 1]]), polygon(&[corner, spokes[k + 1], spokes[k + 2]]));
            assert_eq!(both(&a, &HERE, &b, &HERE), Touching, "spoke {k}");
            assert!(!overlaps(&a, &HERE, &b, &HERE, -1e-30), "spoke {k}");
            let in_3d = |shape: &Shape| -> Vec<[f32; 3]> {
                (0..3).map(|i| shape.core_vertex(i)).map(|v| [v.x, 5.0, v.y]).collect()
            };
            assert!(!detour::overlap_poly_poly_2d(&in_3d(&a), &in_3d(&b)), "spoke {k}");
        }
    }
}

mod polygon_collision {
    use super::*;

    fn demo() -> [Shape; 4] {
        [
            polygon(&[(100., 0.), (150., 50.), (100., 150.), (0., 100.)]),
            polygon(&[(130., 130.), (180., 80.), (230., 230.)]),
            polygon(&[(300., 10.), (300., 20.), (310., 20.)]),
            polygon(&[(300., 350.), (350., 300.), (450., 380.), (460., 500.), (290., 490.)]),
        ]
    }

    #[test]
    fn the_demo_starts_free_and_meets_where_the_keys_bring_it() {
        let demo = demo();
        for i in 0..4 {
            for j in 0..i {
                assert_eq!(both(&demo[i], &HERE, &demo[j], &HERE), Separated, "{i} and {j}");
            }
        }
        assert_eq!(both(&demo[0], &at(14.0, 0.0), &demo[1], &HERE), Separated);
        assert_eq!(both(&demo[0], &at(28.0, 0.0), &demo[1], &HERE), Overlapping);
        // Forty steps down end in exact contact, as the article's program reports with an empty translation.
        assert_eq!(both(&demo[0], &at(0.0, 39.0), &demo[1], &HERE), Separated);
        assert_eq!(both(&demo[0], &at(0.0, 40.0), &demo[1], &HERE), Touching);
    }
}

mod rotated_rectangles {
    use super::*;

    #[test]
    fn the_projected_corner() {
        assert_eq!(project_onto(Vec2::new(2.0, 6.0), Vec2::new(3.0, 4.0)), Vec2::new(3.6, 4.8));
    }

    #[test]
    fn a_cross_overlaps_though_no_corner_is_inside() {
        let cross = |x: f32, y: f32| Shape::rect(x, y).unwrap();
        assert_eq!(both(&cross(3.0, 1.0), &HERE, &cross(1.0, 3.0), &HERE), Overlapping);
        let quarter = Pose::new(Vec2::ZERO, Rot::new(0.0, 1.0).unwrap());
        assert_eq!(both(&cross(3.0, 1.0), &HERE, &cross(3.0, 1.0), &quarter), Overlapping);
    }

    #[test]
    fn the_circle_test_keeps_boxes_that_touch_at_corners() {
        let tall = Shape::rect(3.0, 4.0).unwrap();
        assert_eq!(both(&tall, &at(3.0, 4.0), &tall, &at(9.0, 12.0)), Touching);
        assert_eq!(both(&tall, &at(3.0, 4.0), &tall, &at(9.0, 12.0f32.next_up())), Separated);
        let unit = Shape::rect(0.5, 0.5).unwrap();
        assert_eq!(both(&unit, &at(0.5, 0.5), &unit, &at(5.5, 0.5)), Separated);
    }

    /// A 2 by 1 rectangle turned by the angle of a Pythagorean triple, scaled to whole corners, and the same moved along
    /// its own axes until it touches: every number is exact.
    #[test]
    fn whole_number_rotations_touch_exactly() {
        for (c, s) in [(3.0f32, 4.0f32), (12.0, 5.0), (20.0, 21.0)] {
            let corner = |u: f32, v: f32| (u * c - v * s, u * s + v * c);
            let rectangle = polygon(&[corner(0., 0.), corner(2., 0.), corner(2., 1.), corner(0., 1.)]);
            for (u, v) in [(2.0, 0.0), (0.0, 1.0), (2.0, 1.0), (-2.0, 0.5), (1.0, -1.0)] {
                let (x, y) = corner(u, v);
                assert_eq!(both(&rectangle, &HERE, &rectangle, &at(x, y)), Touching, "{c} {s}: {u} {v}");
            }
            let (x, y) = corner(1.5, 0.5);
            assert_eq!(both(&rectangle, &HERE, &rectangle, &at(x, y)), Overlapping);
            let (x, y) = corner(2.5, 0.0);
            assert_eq!(both(&rectangle, &HERE, &rectangle, &at(x, y)), Separated);
        }
    }

    #[test]
    fn rectangles_in_one_turned_frame_touch_as_they_do_unturned() {
        // cos 0.6 and sin 0.8 are no exact numbers, but both boxes share them: moved by whole sides along their axes
        // they are apart or overlap by rounding of the position alone, and the verdict says which.
        let turned = |x: f32, y: f32| Pose::new(Vec2::new(x, y), Rot::new(0.6, 0.8).unwrap());
        let square = Shape::rect(2.5, 2.5).unwrap();
        let (near, far) = (turned(3.0, 4.0 - 1e-6), turned(3.0, 4.0 + 1e-6));
        assert_eq!(both(&square, &turned(0.0, 0.0), &square, &near), Overlapping);
        assert_eq!(both(&square, &turned(0.0, 0.0), &square, &far), Separated);
    }
}
