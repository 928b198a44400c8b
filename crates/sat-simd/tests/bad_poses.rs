//! A shape at a pose that is not finite is nowhere: it meets nothing, and every question says so.

use sat_simd::batch::{self, PairMask, PairPlan, ShapeSet};
use sat_simd::{Polygon, Pose, Relation, Shape, Vec2, distance, manifold, mtv, overlaps, relation, separation};

fn kinds() -> Vec<Shape> {
    let ngon = |count: u8| {
        let corner =
            |i: u8| sat_simd::Rot::from_angle(f32::from(i) * std::f32::consts::TAU / f32::from(count)).rotate(Vec2::X);
        Polygon::new(&(0..count).map(corner).collect::<Vec<_>>()).unwrap()
    };
    vec![
        Shape::circle(1.0).unwrap(),
        Shape::circle(0.0).unwrap(),
        Shape::segment(-Vec2::X, Vec2::X).unwrap(),
        Shape::segment(Vec2::X, Vec2::X).unwrap(),
        Shape::capsule(-Vec2::X, Vec2::X, 0.5).unwrap(),
        Shape::rect(1.0, 0.5).unwrap(),
        ngon(3).into(),
        ngon(4).with_radius(0.25).unwrap().into(),
        ngon(6).into(),
        ngon(12).into(),
        ngon(60).into(),
    ]
}

fn bad_poses() -> Vec<Pose> {
    let numbers = [0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
    let points = numbers.iter().flat_map(|&x| numbers.iter().map(move |&y| Vec2::new(x, y)));
    points.filter(|point| !point.is_finite()).map(Pose::from_translation).collect()
}

/// Each kind at each bad pose against each kind at a good one, at the same bad one and at another.
fn pairs() -> Vec<(Shape, Pose, Shape, Pose)> {
    let (kinds, bad) = (kinds(), bad_poses());
    let mut pairs = Vec::new();
    for (i, (a, b)) in kinds.iter().flat_map(|a| kinds.iter().map(move |b| (a, b))).enumerate() {
        for (j, &pose) in bad.iter().enumerate() {
            let other = bad[(i + j) % bad.len()];
            for (pose_a, pose_b) in [(pose, Pose::IDENTITY), (Pose::IDENTITY, pose), (pose, pose), (pose, other)] {
                pairs.push((a.clone(), pose_a, b.clone(), pose_b));
            }
        }
    }
    pairs
}

#[test]
fn nothing_meets_what_is_nowhere() {
    for (a, pose_a, b, pose_b) in pairs() {
        let about = format!("{a:?} at {pose_a:?}, {b:?} at {pose_b:?}");
        assert_eq!(relation(&a, &pose_a, &b, &pose_b), Relation::Separated, "{about}");
        for margin in [0.0, 10.0, -0.1, f32::MAX] {
            assert!(!overlaps(&a, &pose_a, &b, &pose_b, margin), "{about}");
        }
        assert_eq!(separation(&a, &pose_a, &b, &pose_b), f32::MAX, "{about}");
        assert_eq!(distance(&a, &pose_a, &b, &pose_b).distance, f32::MAX, "{about}");
        assert_eq!(mtv(&a, &pose_a, &b, &pose_b), None, "{about}");
        assert!(manifold(&a, &b, &pose_a.inv_mul(&pose_b), 1.0).is_empty(), "{about}");
    }
}

#[test]
fn nothing_meets_what_is_nowhere_in_a_batch() {
    let (mut set, mut indices, pairs) = (ShapeSet::new(), Vec::new(), pairs());
    for (a, pose_a, b, pose_b) in &pairs {
        indices.push((set.push(a, pose_a).unwrap(), set.push(b, pose_b).unwrap()));
    }
    let (mut plan, mut mask) = (PairPlan::new(), PairMask::new());
    batch::overlaps(&set, &indices, 1.0, &mut plan, &mut mask).unwrap();
    assert_eq!(mask.iter().position(|meets| meets).map(|i| &pairs[i]), None);

    let mut separations = Vec::new();
    batch::separations(&set, &indices, &mut plan, &mut separations).unwrap();
    assert_eq!(separations.iter().position(|&apart| apart != f32::MAX).map(|i| (&pairs[i], separations[i])), None);

    let mut mtvs = Vec::new();
    batch::mtvs(&set, &indices, &mut plan, &mut mtvs).unwrap();
    assert_eq!(mtvs.iter().position(Option::is_some).map(|i| &pairs[i]), None);

    let mut distances = Vec::new();
    batch::distances(&set, &indices, &mut plan, &mut distances).unwrap();
    let finite = |found: &sat_simd::Distance| found.distance != f32::MAX;
    assert_eq!(distances.iter().position(finite).map(|i| (&pairs[i], distances[i])), None);

    let mut manifolds = Vec::new();
    batch::manifolds(&set, &indices, 1.0, &mut plan, &mut manifolds).unwrap();
    assert_eq!(manifolds.iter().position(|found| !found.is_empty()).map(|i| &pairs[i]), None);
}
