//! Depth, distance and sweeps of shapes on the integer grid, slivers among them, against whole-number arithmetic.

use proptest::prelude::*;
use sat_simd::{Polygon, Pose, Relation, Shape, Vec2, distance, mtv, relation, sweep};

type Int = i128;
type Point = (Int, Int);

fn minus(a: Point, b: Point) -> Point {
    (a.0 - b.0, a.1 - b.1)
}

fn cross(a: Point, b: Point) -> Int {
    a.0 * b.1 - a.1 * b.0
}

fn dot(a: Point, b: Point) -> Int {
    a.0 * b.0 + a.1 * b.1
}

/// Counter-clockwise hull without collinear points (Andrew's monotone chain): one point, two or more.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut chain: Vec<Point> = Vec::new();
    let mut half = |points: &mut dyn Iterator<Item = Point>| {
        let start = chain.len();
        for p in points {
            while chain.len() >= start + 2 {
                let (a, b) = (chain[chain.len() - 2], chain[chain.len() - 1]);
                if cross(minus(b, a), minus(p, a)) > 0 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
    };
    half(&mut points.iter().copied());
    half(&mut points.iter().rev().copied());
    chain
}

/// All differences of a vertex of B and a vertex of A: their hull is the Minkowski difference.
fn difference(a: &[Point], b: &[Point]) -> Vec<Point> {
    hull(b.iter().flat_map(|&b| a.iter().map(move |&a| minus(b, a))).collect())
}

fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    (0..outline.len()).map(|i| (outline[i], outline[(i + 1) % outline.len()]))
}

fn length(v: Point) -> f64 {
    (dot(v, v) as f64).sqrt()
}

/// Distance of the origin from the outline of a polygon, a segment or a point.
fn distance_to_outline(outline: &[Point]) -> f64 {
    let to_vertices = outline.iter().map(|&p| length(p)).fold(f64::INFINITY, f64::min);
    edges(outline)
        .filter(|&(p, q)| dot(minus(q, p), minus((0, 0), p)) > 0 && dot(minus(p, q), minus((0, 0), q)) > 0)
        .map(|(p, q)| (cross(p, q).abs() as f64) / length(minus(q, p)))
        .fold(to_vertices, f64::min)
}

/// Where the origin lies: `Greater` outside, `Equal` on the outline, `Less` in the interior.
fn position(outline: &[Point]) -> std::cmp::Ordering {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match outline {
        [p] => {
            if *p == (0, 0) {
                Equal
            } else {
                Greater
            }
        }
        [p, q] => {
            if cross(*p, *q) == 0 && dot(*p, *q) <= 0 {
                Equal
            } else {
                Greater
            }
        }
        _ => {
            let sides = edges(outline).map(|(p, q)| cross(p, q));
            match sides.min() {
                Some(least) if least > 0 => Less,
                Some(0) => Equal,
                _ => Greater,
            }
        }
    }
}

/// The set of t at which `t · way` lies in the outline, as an interval of exact fractions (numerator, denominator > 0).
fn crossing(outline: &[Point], way: Point) -> Option<((Int, Int), (Int, Int))> {
    let less = |a: (Int, Int), b: (Int, Int)| a.0 * b.1 < b.0 * a.1;
    let mut times: Vec<(Int, Int)> = Vec::new();
    let mut put = |num: Int, den: Int| times.push(if den < 0 { (-num, -den) } else { (num, den) });
    for (p, q) in edges(outline) {
        for vertex in [p, q] {
            if cross(vertex, way) == 0 {
                put(dot(vertex, way), dot(way, way));
            }
        }
        // t · way = p + s · (q − p)  ⇒  t = p × e / way × e, s = p × way / way × e
        let e = minus(q, p);
        let (den, s) = (cross(way, e), cross(p, way));
        if den != 0 && s * den.signum() >= 0 && s * den.signum() <= den.abs() {
            put(cross(p, e), den);
        }
    }
    let first = times.iter().copied().reduce(|a, b| if less(b, a) { b } else { a })?;
    let last = times.iter().copied().reduce(|a, b| if less(a, b) { b } else { a })?;
    Some((first, last))
}

fn shape(outline: &[Point], radius: f32) -> Shape {
    let points: Vec<Vec2> = outline.iter().map(|&(x, y)| Vec2::new(x as f32, y as f32)).collect();
    match points[..] {
        [p] => Shape::capsule(p, p, radius).unwrap(),
        [p, q] => Shape::capsule(p, q, radius).unwrap(),
        _ => Shape::from(Polygon::new(&points).unwrap().with_radius(radius).unwrap()),
    }
}

fn small() -> impl Strategy<Value = Vec<Point>> {
    proptest::collection::vec((-6i64..=6, -6i64..=6), 1..7)
        .prop_map(|points| hull(points.into_iter().map(|(x, y)| (x.into(), y.into())).collect()))
}

/// Points along a line of up to a million units, one unit off it at most: needles, hairlines and flat segments.
fn sliver() -> impl Strategy<Value = Vec<Point>> {
    let step = (-4000i64..=4000, -4000i64..=4000);
    let offsets = proptest::collection::vec((-120i64..=120, -1i64..=1, -1i64..=1), 2..6);
    (step, (-1000i64..=1000, -1000i64..=1000), offsets).prop_map(|((dx, dy), (x, y), offsets)| {
        let along = offsets.into_iter().map(|(k, i, j)| (Int::from(x + k * dx + i), Int::from(y + k * dy + j)));
        hull(along.collect())
    })
}

fn outline() -> impl Strategy<Value = Vec<Point>> {
    prop_oneof![small(), sliver()]
}

fn extent(outline: &[Point]) -> f64 {
    outline.iter().flat_map(|&p| outline.iter().map(move |&q| length(minus(p, q)))).fold(0.0, f64::max)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6000, ..ProptestConfig::default() })]

    #[test]
    fn slivers_have_their_true_depth_and_distance(a in outline(), b in outline(), ra in 0u8..3, rb in 0u8..3) {
        let (radius_a, radius_b) = (f32::from(ra) * 0.5, f32::from(rb) * 0.25);
        let (shape_a, shape_b) = (shape(&a, radius_a), shape(&b, radius_b));
        let d = difference(&a, &b);
        let core = distance_to_outline(&d) * if position(&d).is_lt() { -1.0 } else { 1.0 };
        let expected = core - f64::from(radius_a + radius_b);
        let ours = match mtv(&shape_a, &Pose::IDENTITY, &shape_b, &Pose::IDENTITY) {
            Some(mtv) => -f64::from(mtv.depth),
            None => f64::from(distance(&shape_a, &Pose::IDENTITY, &shape_b, &Pose::IDENTITY).distance),
        };
        let scale = extent(&a).max(extent(&b)) + expected.abs();
        let tolerance = expected.abs() * 2f64.powi(-24) + scale * 2f64.powi(-45);
        prop_assert!((ours - expected).abs() <= tolerance, "{ours} instead of {expected}");
        if radius_a + radius_b == 0.0 {
            let verdict = match position(&d) {
                std::cmp::Ordering::Less => Relation::Overlapping,
                std::cmp::Ordering::Equal => Relation::Touching,
                std::cmp::Ordering::Greater => Relation::Separated,
            };
            prop_assert_eq!(relation(&shape_a, &Pose::IDENTITY, &shape_b, &Pose::IDENTITY), verdict);
        }
    }

    #[test]
    fn sweeps_on_the_grid_are_exact(a in outline(), b in outline(), x in -14i64..=14, y in -14i64..=14, far in 0u8..8) {
        let way = if far == 0 { (Int::from(x) * 30_011, Int::from(y) * 29_989) } else { (x.into(), y.into()) };
        let (shape_a, shape_b) = (shape(&a, 0.0), shape(&b, 0.0));
        let translation = Vec2::new(way.0 as f32, way.1 as f32);
        let ours = sweep(&shape_a, &Pose::IDENTITY, translation, &shape_b, &Pose::IDENTITY).unwrap();
        let d = difference(&a, &b);
        prop_assert_eq!(ours.intersects, position(&d).is_le());
        if way == (0, 0) {
            prop_assert_eq!(ours.will_intersect, ours.intersects);
            return Ok(());
        }
        let within = crossing(&d, way).filter(|(first, last)| first.0 <= first.1 && last.0 >= 0);
        prop_assert_eq!(ours.will_intersect, within.is_some());
        let Some((first, last)) = within else { return Ok(()) };
        // The interiors meet on the way when all that is passed over has the origin inside.
        let covered = hull(d.iter().flat_map(|&p| [p, minus(p, way)]).collect());
        prop_assert_eq!(ours.hit, d.len() > 2 && position(&covered).is_lt());
        let exact = |(num, den): (Int, Int)| num as f64 / den as f64;
        let tolerance = 2f64.powi(-40) * (extent(&a) + extent(&b) + length(d[0])) / length(way) + 2f64.powi(-24);
        let toi = f64::from(ours.time_of_impact.unwrap());
        // A line along a sliver's side meets it anywhere when shifted by a rounding.
        let along = edges(&d).any(|(p, q)| {
            let e = minus(q, p);
            e != (0, 0) && (cross(e, way) as f64).abs() < 1e-9 * length(e) * length(way)
        });
        if !along {
            prop_assert!((toi - exact(first).max(0.0)).abs() <= tolerance, "{toi} instead of {first:?}");
        }
        prop_assert_eq!(ours.leave_time.is_some(), last.0 < last.1);
        if let (Some(leave), false) = (ours.leave_time, along) {
            prop_assert!((f64::from(leave) - exact(last)).abs() <= tolerance, "{leave} instead of {last:?}");
        }
        let end: Vec<Point> = d.iter().map(|&p| minus(p, way)).collect();
        prop_assert_eq!(ours.mtv.is_some(), position(&end).is_lt());
        if let Some(mtv) = ours.mtv {
            prop_assert!((f64::from(mtv.depth) - distance_to_outline(&end)).abs() <= 1e-6 * extent(&end));
        }
    }
}
