//! Manifolds of polygons thinner than the rounding of a height over their edges: what lies off a tip is outside of no edge. And of
//! such as have edges shorter than that: no end of those is deeper than the other.

mod found_manifolds;
mod random;

use found_manifolds::{deepest, manifolds, separation};
use random::Random;
use sat_simd::{Polygon, Pose, Rot, Shape, Vec2};

/// A triangle from a random point to the origin, where it is as wide as `width` times its length.
fn needle(random: &mut Random, width: f32) -> Shape {
    let tip = random.vec2(1.0);
    Polygon::hull(&[tip, Vec2::ZERO, tip.perp() * width]).expect("numbers close to zero are exact enough").into()
}

/// A disc, a capsule, a triangle and a needle.
fn others(random: &mut Random, width: f32) -> [Shape; 4] {
    let [a, b, c] = [(); 3].map(|()| random.vec2(1.0));
    let (disc, capsule) = (Shape::circle(0.5), Shape::capsule(a, b, 0.25));
    [disc.unwrap(), capsule.unwrap(), Polygon::hull(&[a, b, c]).unwrap().into(), needle(random, width)]
}

/// A triangle with one corner at the origin, and a vertex at the end of one of its sides there that is `width` long and hardly bent.
fn split_triangle(random: &mut Random, width: f32) -> Shape {
    let [corner, other] = [(); 2].map(|()| random.vec2(1.0));
    let out = if corner.perp_dot(other) > 0.0 { -corner.perp() } else { corner.perp() };
    Polygon::hull(&[Vec2::ZERO, corner * width + out * (width * 1e-9), corner, other]).expect("random points").into()
}

/// On or very nearly on the line of `needle`, turned or not.
fn along(needle: &Shape, random: &mut Random) -> Pose {
    let off_line = if random.even(1.0) > 0.0 { random.vec2(1e-3) } else { Vec2::ZERO };
    let turn = if random.even(1.0) > 0.0 { Rot::IDENTITY } else { Rot::from_angle(random.even(3.0)) };
    Pose::new(needle.core_vertex(0) * random.even(3.0) + off_line, turn)
}

/// A disc half a metre away used to be taken for one whose centre is on a side.
#[test]
fn what_lies_off_the_tip_of_a_needle_is_no_deeper_than_it_is() {
    let (mut random, mut apart) = (Random::new(5), [0; 4]);
    for width in [1e-3, 1e-5, 1e-7, 1e-9, 1e-18] {
        for _ in 0..2000 {
            let needle = needle(&mut random, width);
            for (kind, other) in others(&mut random, width).iter().enumerate() {
                let pose = along(&needle, &mut random);
                let truly = separation(&needle, other, &pose);
                for deepest in manifolds(&needle, other, &pose, 4.0).map(|found| deepest(&found)) {
                    assert!(deepest > truly - 1e-3, "{deepest}, not {truly}: {needle:?}, {other:?}, {pose:?}");
                }
                apart[kind] += u32::from(truly > 0.1);
            }
        }
    }
    assert!(apart.iter().all(|&count| count > 1000), "{apart:?} are apart");
}

/// Such an edge used to be taken for the one that faces the other shape, whose deepest corner is another: 0 m deep instead of 0.7.
#[test]
fn an_edge_without_length_does_not_hide_the_deepest_corner() {
    let (mut random, mut deep) = (Random::new(6), 0);
    for width in [1e-5, 1e-7, 1e-9, 1e-15] {
        for _ in 0..5000 {
            let (a, b) = (split_triangle(&mut random, width), split_triangle(&mut random, width));
            let turn = if random.even(1.0) > 0.0 { Rot::IDENTITY } else { Rot::from_angle(random.even(3.0)) };
            let pose = Pose::new(random.vec2(0.5), turn);
            let truly = separation(&a, &b, &pose);
            if truly < 0.0 {
                for deepest in manifolds(&a, &b, &pose, 0.0).map(|found| deepest(&found)) {
                    assert!((deepest - truly).abs() < 2e-3, "{deepest}, not {truly}: {a:?}, {b:?}, {pose:?}");
                }
                deep += u32::from(truly < -0.1);
            }
        }
    }
    assert!(deep > 1000, "{deep} are deep");
}
