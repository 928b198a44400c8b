//! What must hold for every shape made from any numbers: it is refused for the right reason, or it keeps its promises.

pub mod bytes;
pub mod exact;

use bytes::Bytes;
use num_bigint::{BigInt, Sign};
use sat_simd::{MAX_VERTICES, Polygon, Pose, Shape, ShapeError, Vec2};

/// Points are read from at most this many bytes: gift wrapping is quadratic.
const MAX_POINTS: usize = 64;

/// Makes a shape of the kind and with the numbers that `bytes` spell, and checks it against exact arithmetic.
///
/// # Panics
/// When a promise of the constructors is broken.
pub fn check(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let (kind, style) = (bytes.byte(), bytes.byte());
    match kind % 6 {
        0 => check_outline(&bytes.points(style, MAX_POINTS)),
        1 => check_hull(&bytes.points(style, MAX_POINTS)),
        2 => {
            let radius = bytes.number(style);
            check_rounded(&bytes.points(style, MAX_POINTS), radius);
        }
        3 => {
            let radius = bytes.number(style);
            let circle = Shape::circle(radius);
            assert_eq!(circle.is_ok(), radius.is_finite() && radius >= 0.0, "circle of radius {radius}");
            circle.iter().for_each(check_shape);
        }
        4 => {
            let (a, b, radius) = (bytes.point(style), bytes.point(style), bytes.number(style));
            let segment = Shape::segment(a, b);
            assert_eq!(segment.is_ok(), a.is_finite() && b.is_finite(), "segment {a} {b}");
            let capsule = Shape::capsule(a, b, radius);
            assert_eq!(capsule.is_ok(), segment.is_ok() && radius.is_finite() && radius >= 0.0, "{a} {b} {radius}");
            segment.iter().chain(&capsule).for_each(check_shape);
        }
        _ => {
            let half = bytes.point(style);
            let rect = Shape::rect(half.x, half.y);
            assert_eq!(rect.is_ok(), half.is_finite() && half.x > 0.0 && half.y > 0.0, "half extents {half}");
            rect.iter().for_each(check_shape);
        }
    }
}

/// An outline gives a polygon exactly when it is convex; every error is true.
fn check_outline(points: &[Vec2]) {
    let result = Polygon::new(points);
    if refused_at_the_door(points, result.as_ref().err()) {
        return;
    }
    let corners: Vec<exact::Point> = points.iter().map(|&p| exact::point(p)).collect();
    let flat = exact::hull(&corners).len() < 3;
    match result {
        Ok(polygon) => {
            assert!(exact::is_convex_outline(&corners), "accepted an outline that is not convex: {points:?}");
            check_polygon(&polygon, &corners);
        }
        Err(ShapeError::ZeroArea) => assert!(flat, "called flat, but has an area: {points:?}"),
        Err(ShapeError::NotConvex { .. } | ShapeError::SelfIntersecting) => {
            assert!(!flat && !exact::is_convex_outline(&corners), "refused a convex outline: {points:?}");
        }
        Err(other) => panic!("{other} for finite points {points:?}"),
    }
}

/// A hull fails on flat input only.
fn check_hull(points: &[Vec2]) {
    let result = Polygon::hull(points);
    if refused_at_the_door(points, result.as_ref().err()) {
        return;
    }
    let corners: Vec<exact::Point> = points.iter().map(|&p| exact::point(p)).collect();
    let flat = exact::hull(&corners).len() < 3;
    match result {
        Ok(polygon) => check_polygon(&polygon, &corners),
        Err(error) => assert!(flat && error == ShapeError::ZeroArea, "{error} for {points:?}"),
    }
}

/// Rounding keeps the core and accepts exactly the finite radii that are not negative.
fn check_rounded(points: &[Vec2], radius: f32) {
    let Ok(polygon) = Polygon::hull(points) else { return };
    let rounded = polygon.with_radius(radius);
    assert_eq!(rounded.is_ok(), radius.is_finite() && radius >= 0.0, "rounding by {radius}");
    if let Ok(rounded) = rounded {
        assert!(rounded.vertices().eq(polygon.vertices()) && rounded.radius() == radius);
        check_shape(&Shape::from(rounded));
    }
}

/// Whether the points are too few, too many or not finite; then the error must say so.
fn refused_at_the_door(points: &[Vec2], error: Option<&ShapeError>) -> bool {
    let expected = |found: bool| {
        assert!(found, "{error:?} for {points:?}");
        true
    };
    if points.len() < 3 {
        return expected(matches!(error, Some(ShapeError::TooFewVertices { count }) if *count == points.len()));
    }
    match points.iter().position(|p| !p.is_finite()) {
        Some(bad) => expected(matches!(error, Some(ShapeError::NotFinite { index, .. }) if *index == bad)),
        None => false,
    }
}

/// The polygon is the exact hull of its points, counter-clockwise, with unit normals that point outwards.
fn check_polygon(polygon: &Polygon, points: &[exact::Point]) {
    assert!((3..=MAX_VERTICES).contains(&polygon.len()));
    let hull = exact::hull(points);
    let vertices: Vec<exact::Point> = polygon.vertices().map(exact::point).collect();
    assert_eq!(vertices.len(), hull.len(), "vertices of the hull");
    let start = vertices.iter().position(|v| *v == hull[0]).expect("the leftmost point is a vertex");
    assert!((0..hull.len()).all(|i| vertices[(start + i) % hull.len()] == hull[i]), "not the hull, counter-clockwise");
    for index in 0..polygon.len() {
        let (normal, from, to) = (polygon.normal(index), &vertices[index], &vertices[(index + 1) % polygon.len()]);
        let length = f64::from(normal.x).hypot(f64::from(normal.y));
        assert!((length - 1.0).abs() < 1e-7, "normal {index} has length {length}");
        // |normal · edge| ≤ 2⁻²³ |edge|, and to the right of the edge: both decided on integers.
        let (edge_x, edge_y) = (&to.0 - &from.0, &to.1 - &from.1);
        let (normal_x, normal_y) = exact::point(normal);
        let along = &normal_x * &edge_x + &normal_y * &edge_y;
        let unit = BigInt::from(1) << 149u32;
        assert!(
            (&along * &along) << 46u32 <= exact::distance_sq(from, to) * &unit * &unit,
            "normal {index} is oblique"
        );
        assert_eq!((&normal_x * &edge_y - &normal_y * &edge_x).sign(), Sign::Plus, "normal {index} points inwards");
    }
    check_shape(&Shape::from(polygon.clone()));
}

/// Bounding circle and box contain the shape, and its mass is a number that is not negative.
fn check_shape(shape: &Shape) {
    let circle = shape.bounding_circle();
    let radius = exact::integer(shape.radius());
    let vertices = || (0..shape.core_len()).map(|i| exact::point(shape.core_vertex(i)));
    if circle.radius.is_finite() {
        // Core and circle are apart by at most the difference of the radii: the disc around each vertex is inside.
        let slack = exact::integer(circle.radius) - &radius;
        assert!(slack.sign() != Sign::Minus, "circle of radius {} around radius {}", circle.radius, shape.radius());
        let center = exact::point(circle.center);
        assert!(vertices().all(|v| exact::distance_sq(&v, &center) <= &slack * &slack), "{circle:?} around {shape:?}");
    }
    let aabb = shape.aabb(&Pose::default());
    for (x, y) in vertices() {
        let inside = |low: f32, high: f32, value: BigInt| {
            (!low.is_finite() || exact::integer(low) <= value) && (!high.is_finite() || value <= exact::integer(high))
        };
        assert!(inside(aabb.min.x, aabb.max.x, x) && inside(aabb.min.y, aabb.max.y, y), "{aabb:?} around {shape:?}");
    }
    let mass = shape.mass_properties(1.0);
    assert!(mass.mass >= 0.0 && mass.inertia >= 0.0 && mass.center.is_finite(), "{mass:?} of {shape:?}");
}
