//! Pairs that touch exactly though their coordinates are rounded on the way: the verdicts need whole numbers, and no error bound
//! may be too small to see it.

mod random;

use random::Random;
use sat_simd::{Polygon, Pose, Relation, Rot, Shape, Vec2, overlaps, relation};

/// A whole number from −`limit` to `limit`.
fn whole(random: &mut Random, limit: i64) -> i64 {
    (random.next() >> 33) as i64 % (2 * limit + 1) - limit
}

fn point(x: i64, y: i64) -> Vec2 {
    Vec2::new(x as f32, y as f32)
}

/// A right triangle with legs that are whole numbers: (3, 4, 5) and others, its legs either way round.
fn triple(random: &mut Random) -> [i64; 3] {
    let n = 1 + whole(random, 20).abs();
    let m = n + 1 + whole(random, 20).abs();
    let [a, b] = [m * m - n * n, 2 * m * n];
    let [a, b] = if random.next().is_multiple_of(2) { [a, b] } else { [b, a] };
    let sign = |random: &mut Random| if random.next().is_multiple_of(2) { 1 } else { -1 };
    [a * sign(random), b * sign(random), m * m + n * n]
}

/// In one frame, at any rotation, a vertex of B stands on A's edge, and B on the other side or on A's.
#[test]
fn a_vertex_on_an_edge_touches_it_however_both_are_turned() {
    let mut random = Random::new(8);
    for _ in 0..30_000 {
        let (x, y) = (whole(&mut random, 1 << 20), whole(&mut random, 1 << 20));
        let (dx, dy) = (whole(&mut random, 1000), whole(&mut random, 1000));
        let (along, out) = (1 + whole(&mut random, 500).abs(), 1 + whole(&mut random, 500).abs());
        if dx == 0 && dy == 0 {
            continue;
        }
        let at = |along: i64, out: i64| point(x + dx * along + dy * out, y + dy * along - dx * out);
        // Below 2²⁴, or they would be rounded.
        let farthest = 2000 * (dx.abs() + dy.abs());
        if x.abs().max(y.abs()) + farthest >= 1 << 24 {
            continue;
        }
        let edge = [at(0, 0), at(along + 300, 0)];
        let a = [
            Shape::segment(edge[0], edge[1]),
            Shape::polygon(&[edge[0], edge[1], at(along, -out)]),
            Polygon::new(&[edge[0], edge[1], at(along + 7, -out), at(1, -out)]).map(Shape::from),
        ];
        let foot = at(along, 0);
        let pose = Pose::new(random.vec2(1e6), Rot::from_angle(random.even(4.0)));
        for a in a.into_iter().flatten() {
            let outside = [
                Shape::segment(foot, at(along + 13, out)),
                Shape::segment(foot, foot),
                Shape::polygon(&[foot, at(along - 29, out), at(along + 200, out)]),
            ];
            for b in outside.into_iter().flatten() {
                let about = format!("{a:?} {b:?} {pose:?}");
                assert_eq!(relation(&a, &pose, &b, &pose), Relation::Touching, "{about}");
                assert_eq!(relation(&b, &pose, &a, &pose), Relation::Touching, "swapped: {about}");
            }
        }
    }
}

/// What is as far as a right triangle's side is long touches with that for a radius or a margin, and not with less.
#[test]
fn whole_distances_are_kept_and_no_smaller_ones() {
    let mut random = Random::new(9);
    for _ in 0..60_000 {
        let [dx, dy, length] = triple(&mut random);
        let (x, y) = (whole(&mut random, 1 << 22), whole(&mut random, 1 << 22));
        let (along, height) = (1 + whole(&mut random, 300).abs(), 1 + whole(&mut random, 1500).abs());
        let at = |along: i64, out: i64| (x + dx * along - dy * out, y + dy * along + dx * out);
        let corners = [at(0, 0), at(along + 200, 0), at(along, -height - 40), at(along, height), at(along, -height)];
        if corners.iter().any(|&(x, y)| x.abs() >= 1 << 24 || y.abs() >= 1 << 24) || height * length >= 1 << 24 {
            continue;
        }
        let [start, end, apex, over, under] = corners.map(|(x, y)| point(x, y));
        let distance = (height * length) as f32;
        let here = Pose::IDENTITY;
        let (bar, dot) = (Shape::segment(start, end).unwrap(), Shape::segment(over, over).unwrap());
        let about = format!("{start} to {end}, {over}, {distance}");
        assert!(overlaps(&bar, &here, &dot, &here, distance), "{about}");
        assert!(!overlaps(&dot, &here, &bar, &here, distance.next_down()), "{about}");
        let ball = Shape::capsule(over, over, distance).unwrap();
        assert_eq!(relation(&bar, &here, &ball, &here), Relation::Touching, "{about}");
        // A point below the edge, in a triangle whose other edges are farther or not.
        if let Ok(wedge) = Shape::polygon(&[start, end, apex]) {
            let dot = Shape::segment(under, under).unwrap();
            let is_deepest = {
                let depth = |[p, q]: [(i64, i64); 2]| {
                    let (ex, ey, wx, wy) = (q.0 - p.0, q.1 - p.1, corners[4].0 - p.0, corners[4].1 - p.1);
                    let cross = (ex * wy - ey * wx) as f64;
                    cross.abs() / ((ex * ex + ey * ey) as f64).sqrt()
                };
                let others = [[corners[1], corners[2]], [corners[2], corners[0]]].map(depth);
                others.into_iter().all(|other| other > f64::from(distance) * 1.000_001)
            };
            if is_deepest {
                assert!(overlaps(&wedge, &here, &dot, &here, -distance), "inside: {about}");
                assert!(!overlaps(&wedge, &here, &dot, &here, -distance.next_up()), "inside: {about}");
            }
        }
    }
}

/// The point misses the line through two ends by far less than what products of doubles are rounded by.
#[test]
fn a_point_next_to_a_segment_that_doubles_cannot_tell_does_not_touch_it() {
    const UNIT: f32 = 1.0 / 8_796_093_022_208.0; // 2⁴³
    let mut random = Random::new(10);
    for _ in 0..20_000 {
        let [a, b] = [(); 2].map(|()| 128.0 + f32::from((random.next() >> 48) as u16) / 512.0);
        let k = 1 + 2 * (random.next() % 500) as i64;
        let (start, end) = (Vec2::new(-a, -3.0 * a), Vec2::new(b, 3.0 * b));
        let bar = Shape::segment(start, end).unwrap();
        for (off, expected) in [(-1, Relation::Separated), (0, Relation::Touching), (1, Relation::Separated)] {
            let beside = Vec2::new(k as f32 * UNIT, (3 * k + off) as f32 * UNIT);
            let dot = Shape::segment(beside, beside).unwrap();
            let found = relation(&bar, &Pose::IDENTITY, &dot, &Pose::IDENTITY);
            assert_eq!(found, expected, "{start} to {end}, {k} and {off}");
        }
    }
}
