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

/// A slab from −`size` to `size` along the x axis of the pose, below it; at its right end an edge that is `width` times as long lies all
/// but in the same line.
fn cut_slab(random: &mut Random, width: f32, size: f32) -> (Shape, Pose) {
    let pose = Pose::new(
        random.vec2(size),
        if random.even(1.0) > 0.0 { Rot::IDENTITY } else { Rot::from_angle(random.even(3.0)) },
    );
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 0.0), (1.0 - width, 0.0), (-1.0, -4e-8)];
    let corners = corners.map(|(x, y)| pose.transform_point(Vec2::new(x, y) * size));
    (Polygon::hull(&corners).expect("two thirds of its corners are far from others").into(), pose)
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

/// Which of such edge's ends is nearer what is beside it is rounding: it used to be the one that does not lead there, and there was no
/// contact at all within the margin.
#[test]
fn an_edge_without_length_does_not_hide_the_side_beside_it() {
    let (mut random, mut kept) = (Random::new(7), 0);
    for width in [1e-4, 1e-6, 1e-7, 1e-8] {
        for _ in 0..2000 {
            let size = 1.0 + random.even(60.0).abs();
            let (slab, side) = cut_slab(&mut random, width, size);
            let half = Vec2::new(0.02, 0.3) * size;
            let gap = random.even(0.1) * size;
            let along = Pose::new(side.transform_point(Vec2::new(-0.9 * size, gap + half.y)), side.rotation);
            let tile = Shape::rect(half.x, half.y).unwrap();
            let truly = separation(&slab, &tile, &along);
            for found in manifolds(&slab, &tile, &along, size) {
                let deepest = deepest(&found);
                assert!((deepest - truly).abs() < 1e-3 * size, "{deepest}, not {truly}: {slab:?}, {tile:?}, {along:?}");
            }
            kept += u32::from(slab.core_len() == 5);
        }
    }
    assert!(kept > 2000, "{kept} have that edge");
}
