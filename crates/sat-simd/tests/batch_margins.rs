//! Batches of pairs that are about a margin apart, or as deep: side to side and corner to corner, against the single function.

mod random;

use random::Random;
use sat_simd::batch::{self, PairMask, PairPlan, ShapeSet};
use sat_simd::{Polygon, Pose, Shape, Vec2, distance, mtv, overlaps};

/// The kinds of which a batch knows more than of others.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Circles,
    Boxes,
    Bars,
    Polygons,
    Large,
    All,
}

fn shape(random: &mut Random, kind: Kind) -> Shape {
    let size = |random: &mut Random| 0.1 + random.even(1.0).abs();
    let polygon = |random: &mut Random, count: u64| {
        let points: Vec<Vec2> = (0..count).map(|_| random.vec2(1.0)).collect();
        let radius = [0.0, 0.1][random.next() as usize % 2];
        Polygon::hull(&points).and_then(|polygon| polygon.with_radius(radius)).map(Shape::from)
    };
    let shape = match kind {
        Kind::Circles => Shape::circle(size(random)),
        Kind::Boxes => Shape::rect(size(random), size(random)),
        Kind::Bars => Shape::capsule(random.vec2(1.0), random.vec2(1.0), [0.0, 0.2][random.next() as usize % 2]),
        Kind::Polygons => {
            let count = 3 + random.next() % 6;
            polygon(random, count)
        }
        Kind::Large => polygon(random, 60),
        Kind::All => return random.shape(),
    };
    shape.expect("random numbers make shapes")
}

#[test]
fn pairs_about_a_margin_apart_are_told_as_one_by_one() {
    let mut random = Random::new(14);
    let (mut plan, mut mask) = (PairPlan::new(), PairMask::new());
    for kind in [Kind::Circles, Kind::Boxes, Kind::Bars, Kind::Polygons, Kind::Large, Kind::All] {
        for margin in [1.0f32, 0.2, 1e-3, 1e-6, -0.02, -0.2] {
            let mut set = ShapeSet::new();
            let pairs: Vec<(u32, u32)> = (0..2003)
                .map(|_| {
                    let (a, b) = (shape(&mut random, kind), shape(&mut random, kind));
                    let (pose_a, pose_b) = (random.pose(), random.pose());
                    let (gap, push) = (distance(&a, &pose_a, &b, &pose_b), mtv(&a, &pose_a, &b, &pose_b));
                    // A tenth more or less, or a hundred-thousandth.
                    let off = [0.1, 1e-5][random.next() as usize % 2];
                    let apart = margin * (1.0 + random.even(off));
                    let way =
                        push.map_or(gap.normal * (apart - gap.distance), |push| push.normal * (apart + push.depth));
                    let pose_b = Pose::new(pose_b.translation + way, pose_b.rotation);
                    (set.push(&a, &pose_a).unwrap(), set.push(&b, &pose_b).unwrap())
                })
                .collect();
            batch::overlaps(&set, &pairs, margin, &mut plan, &mut mask).unwrap();
            let (mut near, mut far) = (0, 0);
            for (found, &(a, b)) in mask.iter().zip(&pairs) {
                let ((a, pose_a), (b, pose_b)) = (set.get(a).unwrap(), set.get(b).unwrap());
                let expected = overlaps(a, &pose_a, b, &pose_b, margin);
                assert_eq!(found, expected, "{kind:?}, {margin}: {a:?} {pose_a:?} {b:?} {pose_b:?}");
                *(if expected { &mut near } else { &mut far }) += 1;
            }
            assert!(near > 300 && far > 300, "{kind:?}, {margin}: {near} near, {far} far");
        }
    }
}

/// What is left over of eight pairs leaves no bits behind the last one, of one kind and of several.
#[test]
fn bits_beyond_the_last_pair_are_zero() {
    let mut random = Random::new(15);
    let (mut plan, mut mask) = (PairPlan::new(), PairMask::new());
    for kind in [Kind::Circles, Kind::Boxes, Kind::Bars, Kind::Polygons, Kind::Large, Kind::All] {
        let mut set = ShapeSet::new();
        for _ in 0..2 {
            set.push(&shape(&mut random, kind), &Pose::IDENTITY).unwrap();
        }
        for len in (0..20).chain([63, 64, 65, 511, 513, 2047, 2049]) {
            batch::overlaps(&set, &vec![(0, 1); len], 10.0, &mut plan, &mut mask).unwrap();
            assert_eq!((mask.len(), mask.count(), mask.as_bytes().len()), (len, len, len.div_ceil(8)), "{kind:?}");
        }
    }
}
