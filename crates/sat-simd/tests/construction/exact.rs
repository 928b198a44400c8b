//! Plane geometry on integers: every finite `f32` is a whole multiple of 2⁻¹⁴⁹.

use num_bigint::{BigInt, Sign};
use sat_simd::Vec2;

/// A point in units of 2⁻¹⁴⁹ metres.
pub type Point = (BigInt, BigInt);

/// `value` in units of 2⁻¹⁴⁹. `value` must be finite.
pub fn integer(value: f32) -> BigInt {
    let bits = value.to_bits();
    let (exponent, fraction) = (bits >> 23 & 0xff, bits & 0x7f_ffff);
    let magnitude =
        if exponent == 0 { BigInt::from(fraction) } else { BigInt::from(fraction | 0x80_0000) << (exponent - 1) };
    if value.is_sign_negative() { -magnitude } else { magnitude }
}

/// `point` in units of 2⁻¹⁴⁹.
pub fn point(point: Vec2) -> Point {
    (integer(point.x), integer(point.y))
}

/// Twice the signed area of the triangle `a b c`: positive when it turns left.
pub fn twice_area(a: &Point, b: &Point, c: &Point) -> BigInt {
    (&b.0 - &a.0) * (&c.1 - &a.1) - (&b.1 - &a.1) * (&c.0 - &a.0)
}

/// The square of the distance between two points.
pub fn distance_sq(a: &Point, b: &Point) -> BigInt {
    let (dx, dy) = (&b.0 - &a.0, &b.1 - &a.1);
    &dx * &dx + &dy * &dy
}

/// The corners of the convex hull by gift wrapping, counter-clockwise from the leftmost (then lowest) one: one corner for
/// equal points, two for points on a line.
pub fn hull(points: &[Point]) -> Vec<Point> {
    let start = points.iter().min().expect("a hull of at least one point");
    let mut corners = vec![start.clone()];
    loop {
        let current = &corners[corners.len() - 1];
        let mut next = current;
        for candidate in points.iter().filter(|p| *p != current) {
            let turn = twice_area(current, next, candidate);
            let farther = distance_sq(current, candidate) > distance_sq(current, next);
            if next == current || turn.sign() == Sign::Minus || (turn.sign() == Sign::NoSign && farther) {
                next = candidate;
            }
        }
        if next == start || next == current {
            return corners;
        }
        corners.push(next.clone());
    }
}

/// Whether the closed path through `points` walks once round the boundary of its convex hull, either way, without
/// turning back.
pub fn is_convex_outline(points: &[Point]) -> bool {
    let corners = hull(points);
    let mut path: Vec<&Point> = Vec::new();
    for p in points {
        if path.last() != Some(&p) {
            path.push(p);
        }
    }
    if path.len() > 1 && path.first() == path.last() {
        path.pop();
    }
    if corners.len() < 3 {
        return false;
    }
    walks_round(&path, &corners) || {
        path.reverse();
        walks_round(&path, &corners)
    }
}

/// Whether `path` visits every corner in order and, between two corners, moves along their edge only.
fn walks_round(path: &[&Point], corners: &[Point]) -> bool {
    let Some(start) = path.iter().position(|p| **p == corners[0]) else { return false };
    let mut at = 0;
    let mut last = &corners[0];
    for step in 1..=path.len() {
        let p = path[(start + step) % path.len()];
        let goal = &corners[(at + 1) % corners.len()];
        let on_line = twice_area(&corners[at % corners.len()], goal, p).sign() == Sign::NoSign;
        let nearer = distance_sq(p, goal) < distance_sq(last, goal);
        if at >= corners.len() || !on_line || !nearer {
            return false;
        }
        if p == goal {
            at += 1;
        }
        last = p;
    }
    at == corners.len()
}
