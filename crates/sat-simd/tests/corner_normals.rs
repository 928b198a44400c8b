//! The normal at a corner lies between those of the two sides that meet there, however close to it a disc's centre is.

mod random;

use random::Random;
use sat_simd::batch::{self, PairPlan, ShapeSet};
use sat_simd::{Polygon, Pose, Shape, Vec2, manifold};

/// The sine of how far beyond either side's normal it may lie.
const MOST_STRAY: f32 = 2e-5;

/// A polygon of up to as many vertices as there are points, discs around points close to its corners, and which corner that is.
fn discs_at_corners(random: &mut Random, points: usize) -> (Polygon, Vec<(usize, Pose)>) {
    let points: Vec<Vec2> = (0..points).map(|_| random.vec2(2.0)).collect();
    let polygon = Polygon::hull(&points).expect("no three random points lie on a line");
    let at = |corner: usize, close: Vec2| (corner, Pose::from_translation(polygon.vertex(corner) + close));
    let discs = (0..polygon.len()).flat_map(|corner| [1e-7, 1e-6, 1e-5].map(|size| (corner, size)));
    let discs = discs.map(|(corner, size)| at(corner, random.vec2(size))).collect();
    (polygon, discs)
}

#[test]
fn discs_in_a_corner_are_pushed_out_between_its_sides() {
    let (mut random, disc, mut outside) = (Random::new(11), Shape::circle(0.5).unwrap(), 0);
    // Of one block of vertices, and of several.
    for (polygons, points) in [(5000, 8), (500, 40)] {
        for _ in 0..polygons {
            let (polygon, discs) = discs_at_corners(&mut random, points);
            let shape = Shape::from(polygon.clone());
            let (mut set, mut plan, mut manifolds) = (ShapeSet::new(), PairPlan::new(), Vec::new());
            let first = set.push(&shape, &Pose::IDENTITY).unwrap();
            let pairs: Vec<_> = discs.iter().map(|(_, pose)| (first, set.push(&disc, pose).unwrap())).collect();
            batch::manifolds(&set, &pairs, 0.0, &mut plan, &mut manifolds).unwrap();
            for ((corner, pose), in_batch) in discs.iter().zip(&manifolds) {
                let got = manifold(&shape, &disc, pose, 0.0);
                assert_eq!(got, *in_batch);
                let before = polygon.normal((corner + polygon.len() - 1) % polygon.len());
                let (normal, after) = (got.normal(), polygon.normal(*corner));
                let stray = before.perp_dot(normal).min(normal.perp_dot(after));
                assert!(stray > -MOST_STRAY, "{stray} at {corner} of {polygon:?}, {pose:?}");
                outside += u32::from(stray > MOST_STRAY);
            }
        }
    }
    assert!(outside > 10_000, "{outside} lie over a corner");
}
