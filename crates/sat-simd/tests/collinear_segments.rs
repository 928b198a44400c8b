//! Manifolds of segments and capsules of very different lengths that lie behind each other in all but one line: rounding moves an end
//! across the other one's line by more than the tolerance, which goes by the shorter length.

mod found_manifolds;
mod random;

use found_manifolds::{deepest, manifolds, separation};
use random::Random;
use sat_simd::{Pose, Rot, Shape, Vec2};

/// These are 250 m apart, and used to touch.
#[test]
fn segments_behind_each_other_are_as_far_apart_as_they_are() {
    let short = Shape::segment(Vec2::new(0.0, -1000.0), Vec2::new(0.029, -1000.0)).unwrap();
    let long = Shape::segment(Vec2::new(-250.0, -1000.0), Vec2::new(-250.0, 0.0)).unwrap();
    let pose = Pose::new(Vec2::new(750.0, -500.0), Rot::from_angle(core::f32::consts::FRAC_PI_2));
    let pose_ab = Pose::from_translation(Vec2::new(500.0, 250.0)).inv_mul(&pose);
    for found in manifolds(&short, &long, &pose_ab, 1.0) {
        assert!(found.is_empty(), "{found:?}");
    }
}

/// From so many negative powers of ten to 1.
fn length(random: &mut Random, decades: f32) -> f32 {
    10f32.powf(-random.even(decades).abs())
}

/// A capsule, another one a metre long that begins behind it, in one line but for roundings, and how far apart they are. The first is
/// as short as a millionth of the other.
fn behind_each_other(random: &mut Random) -> (Shape, Shape, Pose, f32) {
    let (short, gap) = (length(random, 6.0), length(random, 3.0));
    let start = [0.0, 1.0, 10.0][random.next() as usize % 3];
    let height = [0.0, 0.0, 1e-7, 1e-6][random.next() as usize % 4];
    let tilt = [0.0, 1e-8, -4.371_139e-8, 1e-7, -1e-6][random.next() as usize % 5];
    let rotation = Rot::from_angle([0.0, 0.7, core::f32::consts::FRAC_PI_2][random.next() as usize % 3]);
    let radii = [0.0, 0.0, 1e-4, 0.25].map(|radius: f32| radius.min(gap));
    let [radius_a, radius_b] = [(); 2].map(|()| radii[random.next() as usize % 4]);
    let capsule = |ends: [Vec2; 2], radius, is_turned| {
        let [start, end] = if is_turned { [ends[1], ends[0]] } else { ends };
        Shape::capsule(start, end, radius).expect("the ends are finite")
    };
    let to = Vec2::new(start, -start);
    let ends = [0.0, short].map(|along| rotation.inv_rotate(Vec2::new(along, height)) + to);
    let a = capsule(ends, radius_a, random.even(1.0) > 0.0);
    let b =
        capsule([Vec2::new(short + gap, 0.0), Vec2::new(short + gap + 1.0, tilt)], radius_b, random.even(1.0) > 0.0);
    (a, b, Pose::new(-rotation.rotate(to), rotation).inverse(), gap - (radius_a + radius_b))
}

/// One in 2000 such pairs used to touch.
#[test]
fn no_point_is_nearer_than_what_lies_behind_each_other() {
    let (mut random, mut apart) = (Random::new(7), 0);
    for _ in 0..400_000 {
        let (a, b, pose_ab, gap) = behind_each_other(&mut random);
        let truly = separation(&a, &b, &pose_ab);
        assert!((truly - gap).abs() < 1e-5, "{truly} {gap}");
        apart += u32::from(truly > 0.01);
        // Four tolerances of the shorter one, and roundings of coordinates of ten metres.
        let inexact = 5e-4 * a.core_vertex(0).distance(a.core_vertex(1)) + 1e-5;
        for deepest in manifolds(&a, &b, &pose_ab, 4.0).map(|found| deepest(&found)) {
            assert!((deepest - truly).abs() < inexact, "{deepest}, not {truly}: {a:?} {b:?} {pose_ab:?}");
        }
    }
    assert!(apart > 100_000, "{apart} are apart");
}
