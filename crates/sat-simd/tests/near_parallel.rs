//! Edges that face each other and are parallel but for a few roundings: which of two vertices is the lowest, and whose edge is
//! the highest, `f32` cannot tell there, and the numbers keep their bounds.

mod oracle;
mod random;

use oracle::Case;
use random::Random;
use sat_simd::batch::{self, PairPlan, ShapeSet};
use sat_simd::{Polygon, Pose, Relation, Rot, Shape, Vec2, distance, mtv, relation, separation};

/// Of up to eight vertices, or of many.
fn polygon(random: &mut Random) -> Shape {
    let count = [3 + random.next() % 6, 9 + random.next() % 40][usize::from(random.next().is_multiple_of(5))];
    let points: Vec<Vec2> = (0..count).map(|_| random.vec2(1.0)).collect();
    Polygon::hull(&points).map(Shape::from).unwrap()
}

/// The middle of one of its edges and the angle of its outward normal.
fn edge(random: &mut Random, shape: &Shape) -> (Vec2, f32) {
    let len = shape.core_len() as u64;
    let index = (random.next() % len) as usize;
    let (start, end) = (shape.core_vertex(index), shape.core_vertex((index + 1) % len as usize));
    (start.midpoint(end), (end - start).perp().to_angle() + std::f32::consts::PI)
}

/// An edge of B over one of A, a little turned.
fn case(random: &mut Random) -> Case {
    let (a, b) = (polygon(random), polygon(random));
    let ((middle_a, normal_a), (middle_b, normal_b)) = (edge(random, &a), edge(random, &b));
    let turned = random.even(3.0);
    let lean = random.even(1.0) / (1u64 << (14 + random.next() % 14)) as f32;
    let pose_a = Pose::new(random.vec2(2.0), Rot::from_angle(turned));
    let rotation = Rot::from_angle(turned + normal_a + std::f32::consts::PI - normal_b + lean);
    let normal = Vec2::from_angle(turned + normal_a);
    let heights = [random.even(1.0).abs(), -random.even(0.1).abs(), random.even(1e-6), random.even(1e-7)];
    let height = heights[random.next() as usize % 4];
    let at = pose_a.transform_point(middle_a) + normal * height + normal.perp() * random.even(0.5);
    let pose_b = Pose::new(at - rotation.rotate(middle_b), rotation);
    Case { a, pose_a, b, pose_b, margin: 0.0, motion: Vec2::ZERO }
}

/// Whether the separation is within `tolerance` of `found`.
fn is_right(case: &Case, found: f64, tolerance: f64) -> bool {
    let limits = [((found - tolerance) as f32).next_down(), ((found + tolerance) as f32).next_up()];
    let [low, high] = oracle::compare_at(case, limits);
    low.is_ge() && high.is_le()
}

fn length(v: Vec2) -> f64 {
    v.as_dvec2().length()
}

#[test]
fn numbers_keep_their_bounds_between_edges_that_are_nearly_parallel() {
    let mut random = Random::new(12);
    let (mut plan, mut separations, mut distances, mut mtvs) = (PairPlan::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..5000 {
        let case = case(&mut random);
        oracle::check(&case);
        let Case { a, pose_a, b, pose_b, .. } = &case;
        let vertices = |shape: &Shape| (0..shape.core_len()).map(|k| shape.core_vertex(k)).collect::<Vec<_>>();
        let [of_a, of_b] = [a, b].map(vertices);
        let extent = |of: &[Vec2]| of.iter().flat_map(|p| of.iter().map(|q| length(*p - *q))).fold(0.0, f64::max);
        let reach = |of: &[Vec2]| of.iter().map(|p| length(*p)).fold(0.0, f64::max);
        let size = length(pose_b.translation - pose_a.translation) + reach(&of_a) + reach(&of_b);

        let (push, gap) = (mtv(a, pose_a, b, pose_b), distance(a, pose_a, b, pose_b));
        let verdict = relation(a, pose_a, b, pose_b);
        assert_eq!(push.is_some(), verdict == Relation::Overlapping, "{case:?}");
        assert_eq!(gap.distance > 0.0, verdict == Relation::Separated, "{case:?}");
        let signed = |push: Option<f32>, gap: f32| f64::from(push.map_or(gap, |depth| -depth));
        let found = signed(push.map(|push| push.depth), gap.distance);
        let bound = 8.0 / 16_777_216.0 * (extent(&of_a).max(extent(&of_b)) + found.abs());
        assert!(is_right(&case, found, bound), "{found}: {case:?}");
        let found = separation(a, pose_a, b, pose_b);
        // Cores that all but touch may be taken for apart, or for not.
        let nearly = size / 131_072.0;
        let bound = if f64::from(found).abs() <= nearly { nearly } else { nearly / 4.0 };
        assert!(is_right(&case, found.into(), bound), "separation {found}: {case:?}");

        let mut set = ShapeSet::new();
        let pair = [(set.push(a, pose_a).unwrap(), set.push(b, pose_b).unwrap())];
        batch::separations(&set, &pair, &mut plan, &mut separations).unwrap();
        assert_eq!(separations[0].to_bits(), found.to_bits(), "{case:?}");
        batch::distances(&set, &pair, &mut plan, &mut distances).unwrap();
        batch::mtvs(&set, &pair, &mut plan, &mut mtvs).unwrap();
        assert_eq!(mtvs[0].is_some(), verdict == Relation::Overlapping, "in a batch: {case:?}");
        assert_eq!(distances[0].distance > 0.0, verdict == Relation::Separated, "in a batch: {case:?}");
        let found = signed(mtvs[0].map(|push| push.depth), distances[0].distance);
        assert!(is_right(&case, found, size / 524_288.0), "in a batch {found}: {case:?}");
    }
}
