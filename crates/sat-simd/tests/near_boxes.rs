//! Boxes within rounding of touching, where two faces are as near: batches know whether they are apart as `relation` does.

use glam::DVec2;
use proptest::prelude::*;
use sat_simd::batch::{self, PairPlan, ShapeSet};
use sat_simd::{Pose, Rect, Relation, Rot, Shape, Vec2, relation};

/// The batch's distance of each pair is zero unless they are apart, however near that is.
fn check(pairs: &[(Rect, Pose, Rect, Pose)]) -> Result<(), TestCaseError> {
    let (mut set, mut indices) = (ShapeSet::new(), Vec::new());
    for (a, pose_a, b, pose_b) in pairs {
        let a = set.push(&Shape::from(*a), pose_a).unwrap();
        let b = set.push(&Shape::from(*b), pose_b).unwrap();
        indices.push((a, b));
    }
    let mut distances = Vec::new();
    batch::distances(&set, &indices, &mut PairPlan::new(), &mut distances).unwrap();
    for ((a, pose_a, b, pose_b), found) in pairs.iter().zip(&distances) {
        let is_apart = relation(a, pose_a, b, pose_b) == Relation::Separated;
        prop_assert_eq!(found.distance > 0.0, is_apart, "{:?} {:?} {:?} {:?}: {:?}", a, pose_a, b, pose_b, found);
    }
    Ok(())
}

fn rect(x: f32, y: f32) -> Rect {
    Rect::new(Vec2::new(x, y)).unwrap()
}

/// A's upper face stands 1.2 errors deep, and B's face, passed over by no more than a tie, above zero.
#[test]
fn boxes_apart_over_the_face_that_is_passed_over_are_apart() {
    let rotation = Rot::new(0.999_988, 0.004_898_235).unwrap();
    let pair = (
        rect(1.133_345_8, 0.577_784_5),
        Pose::IDENTITY,
        rect(0.537_172_44, 0.528_207_4),
        Pose::new(Vec2::new(1.667_924_6, 1.108_611_2), rotation),
    );
    assert_eq!(relation(&pair.0, &pair.1, &pair.2, &pair.3), Relation::Separated);
    check(&[pair; 8]).unwrap();
}

/// A corner of B a few errors below A's upper face, and A's corner on B's face beside it, to within rounding.
fn near_corners() -> impl Strategy<Value = (Rect, Pose, Rect, Pose)> {
    let half = || (0.5f32..1.5, 0.5f32..1.5);
    let turn = prop_oneof![Just(0.0f32), -3.2f32..3.2];
    (half(), half(), (0.001f32..0.02, any::<bool>()), (0.0f32..2e-5, -4i8..=4), turn).prop_map(
        |((ax, ay), (bx, by), (angle, is_left), (depth, rounding), turn)| {
            let side = if is_left { -1.0 } else { 1.0 };
            let spin = Rot::from_angle(side * angle);
            let corner = spin.rotate(Vec2::new(-side * bx, -by));
            let lift = f32::from(rounding) * (1.0 / 8_388_608.0);
            let foot = Vec2::new(side * (ax + depth * angle.tan() + lift), ay - depth);
            let pose_a = Pose::new(Vec2::ZERO, Rot::from_angle(turn));
            (rect(ax, ay), pose_a, rect(bx, by), pose_a * Pose::new(foot - corner, spin))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn corners_that_meet_are_apart_as_their_relation_says(pairs in prop::collection::vec(near_corners(), 16)) {
        check(&pairs)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// The smallest normal number, that much of which no gap loses to underflow, is no part of the size that makes sides tie.
    #[test]
    fn boxes_as_small_as_normal_numbers_part_along_the_translation_of_a_batch(
        halves in [(1u8..8, 1u8..8), (1u8..8, 1u8..8)], (x, y) in (-8i8..=8, -8i8..=8), turns in [-3.2f32..3.2, -3.2f32..3.2],
    ) {
        const UNIT: f32 = 1e-38;
        let [a, b] = halves.map(|(x, y)| rect(f32::from(x) * UNIT, f32::from(y) * UNIT));
        let [turned_a, turned_b] = turns.map(Rot::from_angle);
        let offset = Vec2::new(f32::from(x), f32::from(y)) * UNIT;
        let (pose_a, pose_b) = (Pose::new(Vec2::ZERO, turned_a), Pose::new(offset, turned_b));
        let mut set = ShapeSet::new();
        let pair = (set.push(&Shape::from(a), &pose_a).unwrap(), set.push(&Shape::from(b), &pose_b).unwrap());
        let mut found = Vec::new();
        batch::mtvs(&set, &[pair], &mut PairPlan::new(), &mut found).unwrap();
        let Some(mtv) = found[0] else { return Ok(()) };
        let normal = mtv.normal.as_dvec2();
        let reach = |rect: Rect, turned: Rot| {
            let (right, half) = (DVec2::new(turned.cos().into(), turned.sin().into()), rect.half().as_dvec2());
            normal.dot(right).abs() * half.x + normal.perp_dot(right).abs() * half.y
        };
        let depth = reach(a, turned_a) + reach(b, turned_b) - normal.dot(offset.as_dvec2());
        let size = [offset, a.half(), b.half()].map(|v| v.as_dvec2().length()).iter().sum::<f64>();
        prop_assert!((depth - f64::from(mtv.depth)).abs() <= size / 524_288.0, "{:?} is {} deep", mtv, depth);
    }
}
