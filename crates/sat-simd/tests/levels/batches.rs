//! Batches beside the single questions.

use super::motions::{check_impact, motions_of};
use super::oracle::{Case, decode};
use super::{assert_separation, size};
use sat_simd::batch::{self, MovingPair, PairMask, PairPlan, RayCast, ShapeCast, ShapeSet};
use sat_simd::{Manifold, ManifoldPoint, Relation, manifold, overlaps, ray_cast, relation, separation, shape_cast};

/// Batches of pairs in any order agree with single calls: verdicts, separations and manifolds to the bit, the rest in what they
/// promise to be exact.
pub fn batches(bytes: &[u8]) {
    let cases: Vec<Case> = bytes.chunks(64).map(decode).collect();
    let mut set = ShapeSet::new();
    let mut pairs = Vec::new();
    for case in &cases {
        let a = set.push(&case.a, &case.pose_a).unwrap();
        pairs.push((a, set.push(&case.b, &case.pose_b).unwrap()));
    }
    // Neighbours meet as well, and each pair the other way round.
    pairs.extend(pairs.clone().windows(2).map(|pair| (pair[1].1, pair[0].0)));
    let single = |&(a, b): &(u32, u32)| {
        let [(a, pose_a), (b, pose_b)] = [a, b].map(|index| set.get(index).unwrap());
        (a, pose_a, b, pose_b)
    };
    let (mut plan, mut mask) = (PairPlan::new(), PairMask::new());
    for margin in [0.0, cases.first().map_or(0.0, |case| case.margin)] {
        batch::overlaps(&set, &pairs, margin, &mut plan, &mut mask).unwrap();
        assert_eq!(mask.len(), pairs.len());
        for (pair, found) in pairs.iter().zip(mask.iter()) {
            let (a, pose_a, b, pose_b) = single(pair);
            assert_eq!(found, overlaps(a, &pose_a, b, &pose_b, margin), "{margin}: {:?}", single(pair));
        }
    }
    let margin = cases.first().map_or(0.0, |case| case.margin.abs());
    let mut contacts = Vec::new();
    batch::manifolds(&set, &pairs, margin, &mut plan, &mut contacts).unwrap();
    assert_eq!(contacts.len(), pairs.len());
    for (pair, found) in pairs.iter().zip(&contacts) {
        let (a, pose_a, b, pose_b) = single(pair);
        let expected = manifold(a, b, &pose_a.inv_mul(&pose_b), margin);
        assert_eq!(bits(found), bits(&expected), "manifold {found:?}, not {expected:?}, of {:?}", single(pair));
    }
    let (mut separations, mut pushes, mut gaps) = (Vec::new(), Vec::new(), Vec::new());
    batch::separations(&set, &pairs, &mut plan, &mut separations).unwrap();
    batch::mtvs(&set, &pairs, &mut plan, &mut pushes).unwrap();
    batch::distances(&set, &pairs, &mut plan, &mut gaps).unwrap();
    for (index, pair) in pairs.iter().enumerate() {
        let (a, pose_a, b, pose_b) = single(pair);
        let expected = separation(a, &pose_a, b, &pose_b);
        assert_eq!(separations[index].to_bits(), expected.to_bits(), "separation of {:?}", single(pair));
        let verdict = relation(a, &pose_a, b, &pose_b);
        assert_eq!(pushes[index].is_some(), verdict == Relation::Overlapping, "push of {:?}", single(pair));
        assert_eq!(gaps[index].distance > 0.0, verdict == Relation::Separated, "distance of {:?}", single(pair));
        let case = Case { a: a.clone(), pose_a, b: b.clone(), pose_b, ..cases[0].clone() };
        let found = pushes[index].map_or(f64::from(gaps[index].distance), |push| -f64::from(push.depth));
        let bound = size(&case) / f64::from(1 << 19) + f64::from(f32::from_bits(1));
        assert_separation(&case, found, bound, "depth or distance in a batch");
    }

    let motion = |index: usize| cases[index % cases.len()].motion;
    let casts: Vec<ShapeCast> = (0..pairs.len())
        .map(|index| ShapeCast { a: pairs[index].0, b: pairs[index].1, translation: motion(index) })
        .collect();
    let mut hits = Vec::new();
    batch::shape_casts(&set, &casts, &mut plan, &mut hits).unwrap();
    for (index, pair) in pairs.iter().enumerate() {
        let (a, pose_a, b, pose_b) = single(pair);
        let expected = shape_cast(a, &pose_a, motion(index), b, &pose_b).unwrap();
        let is_at_start = |hit: sat_simd::CastHit| hit.fraction == 0.0;
        assert_eq!(
            hits[index].map(is_at_start),
            expected.map(is_at_start),
            "cast {} of {:?}",
            motion(index),
            single(pair)
        );
    }
    let rays: Vec<RayCast> = (0..pairs.len())
        .map(|index| RayCast {
            shape: pairs[index].1,
            origin: set.get(pairs[index].0).unwrap().1.translation,
            translation: motion(index),
        })
        .collect();
    batch::ray_casts(&set, &rays, &mut hits).unwrap();
    assert_eq!(hits.len(), rays.len());
    for (ray, found) in rays.iter().zip(&hits) {
        let (shape, pose) = set.get(ray.shape).unwrap();
        let expected = ray_cast(shape, &pose, ray.origin, ray.translation).unwrap();
        let is_at_start = |hit: sat_simd::CastHit| hit.fraction == 0.0;
        assert_eq!(found.map(is_at_start), expected.map(is_at_start), "{ray:?} at {shape:?} {pose:?}");
    }

    let moving: Vec<MovingPair> = (0..)
        .zip(&cases)
        .map(|(index, case)| {
            let [motion_a, motion_b] = motions_of(case);
            MovingPair { a: 2 * index, b: 2 * index + 1, motion_a, motion_b }
        })
        .collect();
    let mut impacts = Vec::new();
    batch::times_of_impact(&set, &moving, &mut plan, &mut impacts).unwrap();
    let mut alone = Vec::new();
    assert_eq!(impacts.len(), cases.len());
    for ((case, found), pair) in cases.iter().zip(impacts).zip(&moving) {
        // Among others, in any lane, and in eight equal ones.
        batch::times_of_impact(&set, &[*pair], &mut plan, &mut alone).unwrap();
        assert_eq!(alone, [found], "{case:?}");
        // Their size counts |x| + |y|, which is longer by up to √2.
        check_impact(case, &motions_of(case), found, 1.5 * 2f64.powi(-16));
    }
}

/// All numbers of a manifold.
fn bits(manifold: &Manifold) -> Vec<u32> {
    let point =
        |p: &ManifoldPoint| [p.point.x.to_bits(), p.point.y.to_bits(), p.separation.to_bits(), p.feature.to_bits()];
    let normal = manifold.normal().to_array().map(f32::to_bits);
    normal.into_iter().chain(manifold.points().iter().flat_map(point)).collect()
}
