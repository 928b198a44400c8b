//! Circles of whole numbers that touch to within a few roundings of `f32`, alone and in batches, against whole numbers.

mod random;

use random::Random;
use sat_simd::batch::{self, CircleBatch, PairMask, PairPlan, ShapeSet};
use sat_simd::{Circle, Pose, Relation, Shape, Vec2, mtv, overlaps, relation};
use std::cmp::Ordering;

/// A whole number of up to 24 bits, which `f32` holds.
fn whole(random: &mut Random, limit: i64) -> i64 {
    (random.next() >> 33) as i64 % (2 * limit + 1) - limit
}

/// Two circles and a margin that is about what is between them.
struct Case {
    centers: [Vec2; 2],
    radii: [f32; 2],
    margin: f32,
    /// How the distance of the circles compares with the margin.
    expected: Ordering,
}

fn case(random: &mut Random, has_margin: bool) -> Option<Case> {
    const MAX: i64 = 1 << 24;
    let limit = [MAX, MAX / 2, 5000, 60][random.next() as usize % 4];
    let [ax, ay, bx, by] = [(); 4].map(|()| whole(random, limit));
    let (dx, dy) = (bx - ax, by - ay);
    let distance_sq = dx * dx + dy * dy;
    let reach = (distance_sq as f64).sqrt() as i64 + whole(random, 6);
    let radius_a = whole(random, limit).abs();
    let (radius_b, margin) = if has_margin {
        let radius_b = whole(random, limit).abs();
        (radius_b, reach - radius_a - radius_b)
    } else {
        (reach - radius_a, 0)
    };
    // Radii are not negative, and a number of more bits would be rounded.
    let fits = |number: i64| (number as f32) as i64 == number;
    if radius_b < 0 || ![radius_b, margin].into_iter().all(fits) {
        return None;
    }
    Some(Case {
        centers: [Vec2::new(ax as f32, ay as f32), Vec2::new(bx as f32, by as f32)],
        radii: [radius_a as f32, radius_b as f32],
        margin: margin as f32,
        expected: if reach < 0 { Ordering::Greater } else { distance_sq.cmp(&(reach * reach)) },
    })
}

#[test]
fn circles_that_nearly_touch_are_told_apart() {
    let mut random = Random::new(5);
    let (mut set, mut expected, mut pairs) = (ShapeSet::new(), Vec::new(), Vec::new());
    let (mut batch_a, mut batch_b) = (CircleBatch::new(), CircleBatch::new());
    for Case { centers, radii, expected: ordering, .. } in (0..400_000).filter_map(|_| case(&mut random, false)) {
        let [a, b] = radii.map(|radius| Circle::new(radius).unwrap());
        let [pose_a, pose_b] = centers.map(Pose::from_translation);
        let relation_of_ordering = match ordering {
            Ordering::Less => Relation::Overlapping,
            Ordering::Equal => Relation::Touching,
            Ordering::Greater => Relation::Separated,
        };
        assert_eq!(relation(&a, &pose_a, &b, &pose_b), relation_of_ordering, "{centers:?} {radii:?}");
        batch_a.push(&a, centers[0]);
        batch_b.push(&b, centers[1]);
        pairs.push((set.push(&Shape::from(a), &pose_a).unwrap(), set.push(&Shape::from(b), &pose_b).unwrap()));
        expected.push(ordering.is_le());
    }
    assert!(pairs.len() > 100_000);
    let mut mask = PairMask::new();
    batch::circle_circle_overlaps(&batch_a, &batch_b, &mut mask).unwrap();
    assert!(mask.iter().eq(expected.iter().copied()));
    batch::overlaps(&set, &pairs, 0.0, &mut PairPlan::new(), &mut mask).unwrap();
    assert!(mask.iter().eq(expected));
}

#[test]
fn circles_are_told_apart_that_are_nearly_a_margin_apart() {
    let mut random = Random::new(6);
    let (mut plan, mut mask) = (PairPlan::new(), PairMask::new());
    let mut count = 0;
    for Case { centers, radii, margin, expected } in (0..400_000).filter_map(|_| case(&mut random, true)) {
        let [a, b] = radii.map(|radius| Shape::circle(radius).unwrap());
        let [pose_a, pose_b] = centers.map(Pose::from_translation);
        let about = format!("{centers:?} {radii:?} {margin}");
        assert_eq!(overlaps(&a, &pose_a, &b, &pose_b, margin), expected.is_le(), "{about}");
        let mut set = ShapeSet::new();
        let pair = (set.push(&a, &pose_a).unwrap(), set.push(&b, &pose_b).unwrap());
        batch::overlaps(&set, &[pair], margin, &mut plan, &mut mask).unwrap();
        assert_eq!(mask.get(0), Some(expected.is_le()), "in a batch: {about}");
        count += 1;
    }
    assert!(count > 100_000);
}

/// (2²⁰, 3) is 2⁻⁶³ · 81 less than 2²⁰ + 9 · 2⁻²¹ from the origin, of which doubles know nothing.
#[test]
fn circles_that_overlap_by_less_than_doubles_tell_are_deep() {
    let [a, b] = [1_048_576.0, 9.0 / 2_097_152.0].map(|radius| Shape::circle(radius).unwrap());
    let (here, there) = (Pose::IDENTITY, Pose::from_translation(Vec2::new(1_048_576.0, 3.0)));
    assert_eq!(relation(&a, &here, &b, &there), Relation::Overlapping);
    let mut set = ShapeSet::new();
    let pair = (set.push(&a, &here).unwrap(), set.push(&b, &there).unwrap());
    let mut found = Vec::new();
    batch::mtvs(&set, &[pair], &mut PairPlan::new(), &mut found).unwrap();
    for push in [mtv(&a, &here, &b, &there), mtv(&b, &there, &a, &here), found[0]] {
        assert!(push.is_some_and(|push| push.depth > 0.0 && push.depth < 1e-6), "{push:?}");
    }
}
