//! Manifolds of cores so close that the squares of their offsets lose digits to underflow, or all of them.

mod found_manifolds;
mod random;

use found_manifolds::{deepest, manifolds};
use random::Random;
use sat_simd::{Polygon, Pose, Rot, Shape, Vec2};

/// A disc, a capsule, a segment, a box, and polygons of several sizes, sharp and rounded: all with a corner or a centre at the origin
/// when they are moved by the vector beside them.
fn shapes(size: f32) -> Vec<(Shape, Vec2)> {
    let ngon = |corners: u8| {
        let turn = core::f32::consts::TAU / f32::from(corners);
        let corner = |k: u8| Rot::from_angle(turn * f32::from(k)).rotate(Vec2::X) * size - Vec2::X * size;
        Polygon::hull(&(0..corners).map(corner).collect::<Vec<_>>()).unwrap()
    };
    let end = Vec2::new(3.0, 1.0) * size;
    let mut shapes = vec![
        (Shape::circle(size).unwrap(), Vec2::ZERO),
        (Shape::capsule(Vec2::ZERO, end, size).unwrap(), Vec2::ZERO),
        (Shape::segment(Vec2::ZERO, end).unwrap(), Vec2::ZERO),
        (Shape::rect(size, size).unwrap(), -Vec2::splat(size)),
    ];
    for corners in [3, 8, 40] {
        shapes.push((ngon(corners).into(), Vec2::ZERO));
        shapes.push((ngon(corners).with_radius(size).unwrap().into(), Vec2::ZERO));
    }
    shapes
}

/// Roots of such squares used to be divided by: lengths from 0 to 1.4.
#[test]
fn normals_are_unit_however_close_the_centres_are() {
    let (mut random, mut found) = (Random::new(3), 0);
    for size in [1.0, 1e-12, 1e-19, 1e-25] {
        let all = shapes(size);
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            for exponent in 17..25 {
                let turn = if random.even(1.0) > 0.0 { Rot::IDENTITY } else { Rot::from_angle(random.even(3.0)) };
                let offset = random.vec2(10f32.powi(-exponent));
                let pose = Pose::new(a.1 + offset - turn.rotate(b.1), turn);
                for manifold in manifolds(&a.0, &b.0, &pose, 4.0 * size) {
                    if !manifold.is_empty() {
                        let off = (manifold.normal().length() - 1.0).abs();
                        assert!(off < 1e-6, "{:?} of {:?}, {:?} at {pose:?}", manifold.normal(), a.0, b.0);
                        found += 1;
                    }
                }
            }
        }
    }
    assert!(found > 4000, "only {found} manifolds");
}

/// The direction is that of coincident centres then; how far apart they are is not.
#[test]
fn separations_of_such_centres_are_right_to_what_the_squares_lose() {
    let mut random = Random::new(4);
    for radius in [0.0, 1e-20, 1.0] {
        let disc = Shape::circle(radius).unwrap();
        let ends =
            [Shape::circle(0.0), Shape::segment(Vec2::ZERO, Vec2::X), Shape::capsule(Vec2::ZERO, Vec2::X, 1e-20)];
        for end in ends.map(Result::unwrap) {
            for exponent in 17..25 {
                let size = 10f32.powi(-exponent);
                let offset = Vec2::new(-random.even(size).abs(), random.even(size));
                let away = f64::from(offset.x).hypot(f64::from(offset.y));
                let truly = away - f64::from(radius) - f64::from(end.radius());
                for manifold in manifolds(&end, &disc, &Pose::from_translation(offset), 1.0) {
                    let off = (f64::from(deepest(&manifold)) - truly).abs();
                    let least = 1e-22 + 1e-6 * away + 1e-7 * f64::from(radius);
                    assert!(off < least, "{off} at {offset}: {end:?}, {disc:?}");
                }
            }
        }
    }
}
