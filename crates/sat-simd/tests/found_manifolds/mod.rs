//! Manifolds, and how far apart the shapes are that they are of.

#![allow(dead_code)] // Not every test asks for all of it.

use sat_simd::batch::{self, PairPlan, ShapeSet};
use sat_simd::{Manifold, Pose, Shape, distance, manifold, mtv};

/// How far apart two shapes are, negative where they overlap: in doubles.
pub fn separation(a: &Shape, b: &Shape, pose_ab: &Pose) -> f32 {
    match mtv(a, &Pose::IDENTITY, b, pose_ab) {
        Some(push) => -push.depth,
        None => distance(a, &Pose::IDENTITY, b, pose_ab).distance,
    }
}

/// The manifold, alone and in a batch, of which both shapes may come first.
pub fn manifolds(a: &Shape, b: &Shape, pose_ab: &Pose, margin: f32) -> [Manifold; 2] {
    let mut set = ShapeSet::new();
    let (of_a, of_b) = (set.push(a, &Pose::IDENTITY).unwrap(), set.push(b, pose_ab).unwrap());
    let mut found = Vec::new();
    batch::manifolds(&set, &[(of_a, of_b), (of_b, of_a)], margin, &mut PairPlan::new(), &mut found).unwrap();
    let pose_a = Pose::IDENTITY;
    let alone = [manifold(a, b, &pose_a.inv_mul(pose_ab), margin), manifold(b, a, &pose_ab.inv_mul(&pose_a), margin)];
    assert_eq!(found, alone, "{a:?} {b:?} {pose_ab:?}");
    alone
}

/// The separation of the deepest point; infinite when there is none.
pub fn deepest(manifold: &Manifold) -> f32 {
    manifold.points().iter().map(|point| point.separation).fold(f32::INFINITY, f32::min)
}
