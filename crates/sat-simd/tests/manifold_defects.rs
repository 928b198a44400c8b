//! Contacts that other libraries get wrong, one test each.

use sat_simd::{Pose, Shape, Vec2, manifold};

fn square(half: f32) -> Shape {
    Shape::polygon(&[[-half, -half], [half, -half], [half, half], [-half, half]].map(Vec2::from)).unwrap()
}

fn at(x: f32, y: f32) -> Pose {
    Pose::from_translation(Vec2::new(x, y))
}

#[test]
fn d3_exactly_touching_squares_have_depth_zero_along_the_shared_side() {
    for (a, b) in [
        (square(1.0), square(1.0)),
        (square(1.0), Shape::rect(1.0, 1.0).unwrap()),
        (Shape::rect(1.0, 1.0).unwrap(), square(1.0)),
        (Shape::rect(1.0, 1.0).unwrap(), Shape::rect(1.0, 1.0).unwrap()),
    ] {
        for (direction, pose) in
            [(Vec2::X, at(2., 0.)), (Vec2::Y, at(0., 2.)), (-Vec2::X, at(-2., 0.)), (-Vec2::Y, at(0., -2.))]
        {
            let got = manifold(&a, &b, &pose, 0.0);
            assert_eq!(got.normal(), direction);
            assert_eq!(got.points().len(), 2, "{got:?}");
            assert!(got.points().iter().all(|p| p.separation == 0.0), "{got:?}");
        }
    }
}

#[test]
fn d4_identical_polygons_overlap_by_a_whole_side() {
    for shape in [square(1.0), Shape::rect(1.0, 1.0).unwrap()] {
        let got = manifold(&shape, &shape, &Pose::IDENTITY, 0.0);
        assert_eq!(got.normal().abs().max_element(), 1.0);
        assert!(got.points().len() == 2 && got.points().iter().all(|p| p.separation == -2.0), "{got:?}");
    }
}

#[test]
fn d5_an_upright_capsule_over_a_wide_box_touches_below_itself() {
    let capsule = Shape::capsule(Vec2::new(0.0, -0.25), Vec2::new(0.0, 0.25), 0.5).unwrap();
    let boxed = Shape::rect(4.0, 0.5).unwrap();
    // The capsule ends at y = −0.25 − 0.5, where the box has its top: −1.25 + 0.5.
    let pose = at(4.0 - 6.037_373_5, 1.5 - 2.75);
    let got = manifold(&capsule, &boxed, &pose, 0.1);
    let [point] = got.points() else { panic!("{got:?}") };
    assert_eq!(got.normal(), -Vec2::Y);
    assert_eq!((point.point.x, point.separation), (0.0, 0.0));
    let in_box = pose.inv_transform_point(point.point);
    assert!((in_box.x - 2.037_373_5).abs() < 1e-6, "{in_box}");
}

#[test]
fn d7_tiny_squares_touch_when_they_do() {
    let (a, b) = (square(1e-4), square(1e-4));
    assert!(manifold(&a, &b, &at(3e-4, 0.0), 0.0).is_empty());
    let got = manifold(&a, &b, &at(1.5e-4, 0.0), 0.0);
    assert_eq!(got.points().len(), 2, "{got:?}");
    assert!(got.points().iter().all(|p| (p.separation + 0.5e-4).abs() < 1e-10), "{got:?}");
}

#[test]
fn d8_a_box_sunk_into_very_wide_ground_is_as_deep_everywhere() {
    let corners = [[-1e4, -1.0], [1e4, -1.0], [1e4, 1.0], [-1e4, 1.0]].map(Vec2::from);
    let grounds = [Shape::polygon(&corners).unwrap(), Shape::rect(1e4, 1.0).unwrap()];
    let bodies = [square(0.5), Shape::rect(0.5, 0.5).unwrap()];
    for (ground, body) in grounds.iter().flat_map(|g| bodies.iter().map(move |b| (g, b))) {
        for i in 0..=2000u16 {
            let x = -9.5e3 + 9.5 * f32::from(i);
            for (a, b, pose) in [(ground, body, at(x, 1.4)), (body, ground, at(-x, -1.4))] {
                let got = manifold(a, b, &pose, 0.0);
                assert_eq!(got.points().len(), 2, "x = {x}");
                assert!(got.points().iter().all(|p| (p.separation + 0.1).abs() < 1e-6), "x = {x}: {got:?}");
            }
        }
    }
}

#[test]
fn d14_coincident_circles_have_a_direction() {
    let circle = Shape::circle(1.5).unwrap();
    let got = manifold(&circle, &circle, &Pose::IDENTITY, 0.0);
    assert_eq!(got.normal().length(), 1.0);
    assert_eq!(got.points()[0].separation, -3.0);
}

#[test]
fn d16_a_point_beyond_the_margin_is_not_reported() {
    let (a, b) = (Vec2::new(0.0, -0.5), Vec2::new(0.0, 0.5));
    let capsule = Shape::capsule(a, b, 0.25).unwrap();
    let turn = sat_simd::Rot::from_angle(0.5);
    for shape in [Shape::rect(1.0, 1.0).unwrap(), square(1.0)] {
        // The capsule leans half a radian; its lower end is 1 mm above the top.
        let low = 1.0 + 0.25 + 0.5 * turn.cos() + 0.001;
        let got = manifold(&shape, &capsule, &Pose::new(Vec2::new(0.0, low), turn), 0.002);
        let [point] = got.points() else { panic!("{got:?}") };
        assert!((point.separation - 0.001).abs() < 1e-6, "{point:?}");
        // Who asks for the upper end as well gets it, as far up as it is.
        let whole = got.with_far_end();
        let [near, far] = whole.points() else { panic!("{whole:?}") };
        assert_eq!(near, point);
        assert!((far.separation - (0.001 + turn.cos())).abs() < 1e-6, "{far:?}");
    }
}
