//! The pair taken apart: which axes are tested, what they show, and that text, drawing and data say the same.

use sat_simd::{AxisSource, Explanation, Polygon, Pose, Relation, Rot, Shape, Vec2, explain};

fn at(x: f32, y: f32) -> Pose {
    Pose::from_translation(Vec2::new(x, y))
}

fn polygon(points: &[(f32, f32)]) -> Shape {
    let points: Vec<Vec2> = points.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
    Shape::polygon(&points).unwrap()
}

/// A regular polygon with an odd number of vertices has no parallel edges.
fn regular(n: usize) -> Shape {
    let turn = |i: usize| Rot::from_angle(std::f32::consts::TAU * i as f32 / n as f32).rotate(Vec2::X);
    Shape::from(Polygon::hull(&(0..n).map(turn).collect::<Vec<_>>()).unwrap())
}

fn explained(a: &Shape, b: &Shape) -> Explanation {
    explain(a, &Pose::IDENTITY, b, &at(1.0, 0.5)).unwrap()
}

#[test]
fn two_boxes_have_four_axes() {
    let a = Shape::rect(1.0, 2.0).unwrap();
    assert_eq!(explained(&a, &a).axes.len(), 4);
}

#[test]
fn a_circle_and_a_polygon_of_n_edges_have_n_plus_one_axes() {
    let circle = Shape::circle(0.5).unwrap();
    for n in [3, 5, 7, 15] {
        assert_eq!(explained(&regular(n), &circle).axes.len(), n + 1);
        assert_eq!(explained(&circle, &regular(n)).axes.len(), n + 1);
    }
}

#[test]
fn two_polygons_have_as_many_axes_as_edges_and_half_when_those_are_parallel() {
    assert_eq!(explained(&regular(3), &regular(5)).axes.len(), 8);
    let hexagon = polygon(&[(2., 0.), (1., 2.), (-1., 2.), (-2., 0.), (-1., -2.), (1., -2.)]);
    assert_eq!(explained(&hexagon, &regular(3)).axes.len(), 6);
}

#[test]
fn two_circles_have_the_one_axis_through_their_centres() {
    let circle = Shape::circle(1.0).unwrap();
    let explanation = explain(&circle, &Pose::IDENTITY, &circle, &at(3.0, 4.0)).unwrap();
    assert_eq!(explanation.axes.len(), 1);
    let axis = explanation.axes[0];
    assert_eq!((axis.source, axis.normal), (AxisSource::Vertices { a: 0, b: 0 }, Vec2::new(0.6, 0.8)));
    assert_eq!((axis.gap, axis.a.max), (3.0, 1.0));
}

#[test]
fn the_first_gap_and_the_widest_are_told_apart() {
    let (a, b) = (polygon(&[(0., 0.), (3., 0.), (0., 4.)]), Shape::rect(0.5, 0.5).unwrap());
    // One metre above and three metres to the right of the triangle's box; its slope is farther still.
    let explanation = explain(&a, &Pose::IDENTITY, &b, &at(6.5, 5.5)).unwrap();
    assert_eq!(explanation.relation, Relation::Separated);
    let gaps: Vec<f64> = explanation.axes.iter().map(|axis| axis.gap).collect();
    assert_eq!(explanation.first_separating, gaps.iter().position(|&gap| gap > 0.0));
    assert!(gaps.iter().all(|&gap| gap <= gaps[explanation.winner]));
    assert_ne!(explanation.first_separating, Some(explanation.winner));
}

#[test]
fn the_shadows_of_the_canvas_article_are_its_numbers() {
    let a = polygon(&[(1., 0.), (9., 0.), (9., 16.), (1., 16.)]);
    let b = polygon(&[(10., 0.), (13., 0.), (13., 16.), (10., 16.)]);
    let explanation = explain(&a, &Pose::IDENTITY, &b, &Pose::IDENTITY).unwrap();
    let axis = explanation.axes[explanation.winner];
    assert_eq!((axis.a.min, axis.a.max, axis.b.min, axis.b.max, axis.gap), (1.0, 9.0, 10.0, 13.0, 1.0));
}

#[test]
fn far_from_the_origin_the_gaps_keep_their_digits() {
    let a = Shape::rect(1.0, 1.0).unwrap();
    let explanation = explain(&a, &at(1e6, -1e6), &a, &at(1e6 + 2.25, -1e6)).unwrap();
    assert_eq!(explanation.axes[explanation.winner].gap, 0.25);
}

#[test]
fn the_table_lines_up_and_names_the_axes() {
    let (tile, ball) = (Shape::rect(2.0, 1.5).unwrap(), Shape::circle(1.25).unwrap());
    let text = explain(&tile, &at(2.0, 1.5), &ball, &at(5.0, 4.0)).unwrap().to_string();
    let expected = "\
box A and circle B are separated

  axis                            normal            shadow of A       shadow of B           gap
  1 edges 0 and 2 of A            (0.0000, 1.0000)  [0.0000, 3.0000]  [2.7500, 5.2500]  -0.2500
  2 edges 1 and 3 of A            (1.0000, 0.0000)  [0.0000, 4.0000]  [3.7500, 6.2500]  -0.2500
  3 corner 2 of A to centre of B  (0.7071, 0.7071)  [0.0000, 4.9497]  [5.1140, 7.6140]   0.1642  separates first, widest gap

distance 0.1642 from (4.0000, 3.0000) on A to (4.1161, 3.1161) on B";
    assert_eq!(text, expected);
}

#[test]
fn contact_points_are_those_of_the_manifold_in_the_world() {
    let (tile, post) = (Shape::rect(2.0, 1.0).unwrap(), Shape::rect(0.5, 0.5).unwrap());
    let quarter = Pose::new(Vec2::new(10.0, 20.0), Rot::new(0.0, 1.0).unwrap());
    let explanation = explain(&tile, &quarter, &post, &at(8.75, 21.0)).unwrap();
    // The tile stands upright, its left side at x = 9; the post's right side is at 9.25.
    let mut contacts = explanation.contacts.clone();
    contacts.sort_by(|a, b| a[1].total_cmp(&b[1]));
    assert_eq!(contacts, [[9.125, 20.5], [9.125, 21.5]]);
    assert!(
        explanation.to_string().ends_with("\ncontact points (9.1250, 21.5000), (9.1250, 20.5000)"),
        "{explanation}"
    );
    let rings = |explanation: &Explanation| explanation.svg().matches("stroke-width=\"4\"").count();
    assert_eq!(rings(&explanation), 3); // and one in the legend

    let apart = explain(&tile, &quarter, &post, &at(8.25, 21.0)).unwrap();
    assert!(apart.contacts.is_empty() && !apart.to_string().contains("contact") && rings(&apart) == 0);
    let touching = explain(&tile, &quarter, &post, &at(8.5, 21.0)).unwrap();
    assert_eq!((touching.relation, touching.contacts.len()), (Relation::Touching, 2));
}

/// Heights rounded to more than zero used to leave pairs that touch, or overlap by less, without any contact.
#[test]
fn shapes_that_overlap_by_less_than_the_tolerance_have_contacts() {
    let capsule = |a: [f32; 2], b: [f32; 2]| Shape::capsule(Vec2::from(a), Vec2::from(b), 0.5).unwrap();
    let (a, b) = (capsule([-1.625, 1.625], [-1.25, -1.75]), capsule([1.5, 2.0], [2.0, -1.125]));
    let pose_b = at(-2.13246, -0.2559);
    let found = explain(&a, &Pose::IDENTITY, &b, &pose_b).unwrap();
    assert_eq!(found.relation, Relation::Overlapping);
    assert!(found.mtv.unwrap().depth < 4e-4 && !found.contacts.is_empty(), "{found:?}");
}

#[test]
fn what_is_seen_end_on_has_a_shadow_that_ends_after_it_starts() {
    let segment = Shape::segment(Vec2::new(0.85, 0.95), Vec2::new(-0.82, -0.71)).unwrap();
    for step in 0..2000u16 {
        let place = f32::from(step) * 0.01;
        let pose = Pose::new(Vec2::new(place, -0.3 * place), Rot::from_angle(place));
        let found = explain(&segment, &pose, &Shape::rect(1.0, 1.0).unwrap(), &Pose::IDENTITY).unwrap();
        for axis in &found.axes {
            assert!(axis.a.min <= axis.a.max && axis.b.min <= axis.b.max, "{step}: {axis:?}");
        }
    }
}

#[test]
fn pairs_have_contact_points_unless_they_are_apart() {
    let turns = [(1.0, 0.0), (0.0, 1.0), (0.6, 0.8), (-0.8, 0.6)].map(|(cos, sin)| Rot::new(cos, sin).unwrap());
    let shapes = [
        Shape::rect(0.5, 0.5).unwrap(),
        Shape::rect(0.25, 1.0).unwrap(),
        Shape::circle(0.5).unwrap(),
        Shape::capsule(Vec2::new(-0.3, -0.4), Vec2::new(0.3, 0.4), 0.25).unwrap(),
        Shape::segment(Vec2::new(-0.6, 0.8), Vec2::new(0.6, -0.8)).unwrap(),
        polygon(&[(0., 0.), (1., 0.), (0., 1.)]),
        regular(9),
    ];
    let (known_a, known_b) = (at(-0.25, 0.5), Pose::new(Vec2::new(-0.5, -0.5), turns[2]));
    assert!(!explain(&shapes[0], &known_a, &shapes[1], &known_b).unwrap().contacts.is_empty());
    let mut touching = 0;
    for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
        for (place, turn) in (0..81u8).flat_map(|place| turns.map(|turn| (place, turn))) {
            let [x, y] = [place % 9, place / 9].map(|step| f32::from(step) * 0.25 - 1.0);
            for (pose_a, corner) in turns.iter().flat_map(|turn| [(*turn, 0.0), (*turn, 1000.0)]) {
                let pose_a = Pose::new(Vec2::splat(corner), pose_a);
                let pose_b = Pose::new(Vec2::new(corner + x, corner + y), turn);
                let Explanation { relation, contacts, .. } = explain(a, &pose_a, b, &pose_b).unwrap();
                assert_eq!(contacts.is_empty(), relation == Relation::Separated, "{a:?} {pose_a:?} {b:?} {pose_b:?}");
                touching += u32::from(relation == Relation::Touching);
            }
        }
    }
    assert!(touching > 500, "only {touching} touch");
}

#[test]
fn every_pair_of_kinds_at_every_scale_is_drawn_with_numbers() {
    for scale in [1e-38f32, 1.0, 1e30] {
        let s = |x: f32| x * scale;
        let triangle = polygon(&[(0., 0.), (s(3.), s(0.5)), (s(1.), s(2.5))]);
        let Shape::Polygon(sharp) = &triangle else { panic!("not a polygon") };
        let shapes = [
            Shape::circle(s(1.0)).unwrap(),
            Shape::circle(0.0).unwrap(),
            Shape::capsule(Vec2::ZERO, Vec2::new(s(1.), s(2.)), s(0.3)).unwrap(),
            Shape::segment(Vec2::ZERO, Vec2::new(s(1.), s(2.))).unwrap(),
            Shape::segment(Vec2::ZERO, Vec2::ZERO).unwrap(),
            Shape::rect(s(2.0), s(1.0)).unwrap(),
            Shape::from(sharp.with_radius(s(0.25)).unwrap()),
            triangle,
        ];
        for a in &shapes {
            for b in &shapes {
                for x in [0.0, 0.5, 4.0] {
                    let explanation = explain(a, &Pose::IDENTITY, b, &at(s(x), 0.0)).unwrap();
                    let svg = explanation.svg();
                    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{explanation}");
                    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
                    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
                    assert!(!explanation.to_string().contains("NaN"));
                }
            }
        }
    }
}

/// What the list shows of an axis: its number, the shadow of either shape, and what lies between them.
fn rows(explanation: &Explanation) -> [usize; 4] {
    let svg = explanation.svg();
    let rects = |height: &str, fill: &str| {
        let (height, fill) = (format!(" height=\"{height}\""), format!(" fill=\"{fill}"));
        svg.lines().filter(|line| line.starts_with("<rect") && line.contains(&height) && line.contains(&fill)).count()
    };
    let in_list = |line: &&str| line.starts_with("<circle cx=\"718.00\"") && line.contains(" r=\"8.50\"");
    [svg.lines().filter(in_list).count(), rects("5.00", "#1f6fb4"), rects("5.00", "#d9791a"), rects("16.00", "#")]
}

#[test]
fn the_picture_lists_every_axis_with_both_shadows_and_what_is_between() {
    let (circle, tile) = (Shape::circle(0.5).unwrap(), Shape::rect(1.0, 0.5).unwrap());
    let Shape::Polygon(nonagon) = regular(9) else { panic!("not a polygon") };
    let rounded = Shape::from(nonagon.with_radius(0.1).unwrap());
    for (a, b, axes) in [
        (&circle, &circle, 1),
        (&tile, &circle, 3),
        (&tile, &tile, 4),
        (&regular(5), &regular(3), 8),
        (&regular(9), &regular(7), 16),
        (&rounded, &regular(7), 17),
    ] {
        for x in [0.25, 1.0, 4.0] {
            let explanation = explain(a, &Pose::IDENTITY, b, &at(x, 0.1)).unwrap();
            assert_eq!(explanation.axes.len(), axes);
            assert_eq!(rows(&explanation), [axes; 4], "{explanation}");
            let svg = explanation.svg();
            assert!(!svg.contains(" more, with less"), "{explanation}");
            let what = if explanation.relation == Relation::Separated { ">gap " } else { ">overlap " };
            assert!(svg.contains(what), "{explanation}");
        }
    }
}

#[test]
fn the_picture_says_how_many_axes_it_leaves_out() {
    let explanation = explained(&regular(15), &regular(13));
    assert_eq!(rows(&explanation), [18; 4]);
    assert!(explanation.svg().contains(">and 10 more, with less of a gap<"), "{explanation}");
}

#[test]
fn the_axis_that_separates_first_is_listed_and_the_widest_gap_drawn_from_all_sides() {
    let (circle, many, even) = (Shape::circle(0.5).unwrap(), regular(23), regular(12));
    for (a, b) in [(&many, &circle), (&many, &even), (&even, &circle), (&even, &even)] {
        for step in 0..90u8 {
            let side = Rot::from_angle(f32::from(step) * 0.07).rotate(Vec2::new(7.0, 0.0));
            let explanation = explain(a, &Pose::IDENTITY, b, &Pose::from_translation(side)).unwrap();
            let svg = explanation.svg();
            assert!(svg.contains("separates first") && svg.contains(">gap "), "{explanation}");
        }
    }
}

#[test]
fn shapes_in_one_place_have_the_axis_to_the_right() {
    let circle = Shape::circle(0.5).unwrap();
    let explanation = explain(&circle, &at(2.0, 3.0), &circle, &at(2.0, 3.0)).unwrap();
    assert_eq!(explanation.axes.len(), 1);
    assert_eq!((explanation.axes[0].normal, explanation.axes[0].gap), (Vec2::X, -1.0));
}

#[test]
fn no_normal_has_a_minus_before_a_zero() {
    let tile = Shape::rect(1.0, 0.5).unwrap();
    for pose in [at(3.0, 3.0), at(-3.0, 3.0), at(3.0, -3.0), at(-3.0, -3.0)] {
        for axis in explain(&tile, &Pose::IDENTITY, &tile, &pose).unwrap().axes {
            let zeros = axis.normal.to_array().into_iter().filter(|number| *number == 0.0);
            assert!(zeros.clone().count() == 1 && zeros.into_iter().all(f32::is_sign_positive), "{axis:?}");
        }
    }
}

#[test]
fn long_numbers_have_an_exponent() {
    let large = Shape::circle(1e12).unwrap();
    let table = explain(&large, &Pose::IDENTITY, &large, &at(1e12, 0.0)).unwrap().to_string();
    assert!(table.contains("e12") && !table.contains("000000"), "{table}");
}

#[test]
fn a_pose_that_is_not_finite_is_refused() {
    let a = Shape::rect(1.0, 1.0).unwrap();
    let error = explain(&a, &at(f32::NAN, 0.0), &a, &Pose::IDENTITY).unwrap_err();
    assert_eq!(error.to_string(), "the position of A (NaN, 0) must be finite");
}

/// Turned, a contact point of shapes as large as numbers go leaves the range of `f32`.
#[test]
fn pictures_of_the_largest_shapes_are_all_numbers() {
    let capsule =
        Shape::capsule(Vec2::new(-1.7014118e38, -1.7008906e38), Vec2::new(-1.5679677e38, -1.7014116e38), 1.7013619e38);
    let segment = Shape::segment(Vec2::new(-1.5679678e38, -1.5679678e38), Vec2::new(-1.5679453e38, -1.5679678e38));
    let pose = Pose::new(Vec2::new(-1.5679678e38, -1.5679677e38), Rot::new(0.9437971, 0.33052537).unwrap());
    let found = explain(&capsule.unwrap(), &pose, &segment.unwrap(), &at(-1.0436e38, -3.4028235e38)).unwrap();
    assert!(!found.contacts.is_empty());
    let picture = found.svg();
    assert!(!picture.contains("inf") && !picture.contains("NaN"), "{picture}");
}

#[cfg(feature = "serde")]
#[test]
fn the_data_can_be_written_as_json() {
    let a = Shape::rect(1.0, 1.0).unwrap();
    let json = serde_json::to_value(explain(&a, &Pose::IDENTITY, &a, &at(1.5, 0.0)).unwrap()).unwrap();
    assert_eq!(json["relation"], "Overlapping");
    assert_eq!(json["axes"][1]["gap"], -0.5);
    assert_eq!(json["mtv"]["normal"], serde_json::json!([1.0, 0.0]));
    assert_eq!(json["a"]["kind"], "box");
}
