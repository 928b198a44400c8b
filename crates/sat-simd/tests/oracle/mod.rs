//! The relation of a pair worked out in big integers by another route than the library's: the convex hull of all
//! vertex differences, and where the origin lies in it. Cases come from bytes, so that random numbers and a fuzzer can
//! both steer them.

#![allow(dead_code)] // Each test that includes this uses a part of it.

use num_bigint::{BigInt, Sign};
use sat_simd::{Polygon, Pose, Relation, Rot, Shape, Vec2};
use std::cmp::Ordering;

/// Two shapes, where they are, a margin and a motion.
#[derive(Clone, Debug)]
pub struct Case {
    pub a: Shape,
    pub pose_a: Pose,
    pub b: Shape,
    pub pose_b: Pose,
    pub margin: f32,
    /// How A may move.
    pub motion: Vec2,
}

/// A dyadic rational: a whole number of 2⁻²⁹⁸, the smallest product of two `f32`.
type Exact = BigInt;
type Point = [Exact; 2];

const UNIT: i32 = 298;

/// `f · g` in units of 2⁻²⁹⁸.
fn product(f: f32, g: f32) -> Exact {
    let whole = |value: f32| {
        let bits = value.to_bits();
        let (exponent, fraction) = ((bits >> 23 & 0xff) as i32, i64::from(bits & 0x7f_ffff));
        let (magnitude, exponent) =
            if exponent == 0 { (fraction, -149) } else { (fraction | 0x80_0000, exponent - 150) };
        (if value < 0.0 { -magnitude } else { magnitude }, exponent)
    };
    let ((f, exponent_f), (g, exponent_g)) = (whole(f), whole(g));
    BigInt::from(f * g) << (exponent_f + exponent_g + UNIT)
}

fn posed_core(shape: &Shape, pose: &Pose) -> Vec<Point> {
    let (cos, sin) = (pose.rotation.cos(), pose.rotation.sin());
    let posed = |v: Vec2| {
        [
            product(pose.translation.x, 1.0) + product(cos, v.x) - product(sin, v.y),
            product(pose.translation.y, 1.0) + product(sin, v.x) + product(cos, v.y),
        ]
    };
    (0..shape.core_len()).map(|k| posed(shape.core_vertex(k))).collect()
}

fn minus(a: &Point, b: &Point) -> Point {
    [&a[0] - &b[0], &a[1] - &b[1]]
}

fn cross(a: &Point, b: &Point) -> Exact {
    &a[0] * &b[1] - &a[1] * &b[0]
}

fn dot(a: &Point, b: &Point) -> Exact {
    &a[0] * &b[0] + &a[1] * &b[1]
}

fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let chain = |points: &mut dyn Iterator<Item = &Point>| {
        let mut chain: Vec<Point> = Vec::new();
        for p in points {
            while let [.., q, r] = &chain[..] {
                if cross(&minus(r, q), &minus(p, q)).sign() == Sign::Plus {
                    break;
                }
                chain.pop();
            }
            chain.push(p.clone());
        }
        chain.pop();
        chain
    };
    let mut outline = chain(&mut points.iter());
    outline.extend(chain(&mut points.iter().rev()));
    outline
}

/// How the separation of the pair compares with zero and with the margin.
pub fn compare(case: &Case) -> [Ordering; 2] {
    compare_at(case, [0.0, case.margin])
}

/// How the separation of the pair compares with each of `margins`.
pub fn compare_at<const N: usize>(case: &Case, margins: [f32; N]) -> [Ordering; N] {
    let (a, b) = (posed_core(&case.a, &case.pose_a), posed_core(&case.b, &case.pose_b));
    let outline = hull(b.iter().flat_map(|b| a.iter().map(|a| minus(b, a))).collect());
    margins.map(|margin| compare_distance(&outline, radii(case) + product(margin, 1.0)))
}

/// How the separation of B from all that A covers on its way compares with zero.
pub fn compare_swept(case: &Case) -> Ordering {
    let (a, b) = (posed_core(&case.a, &case.pose_a), posed_core(&case.b, &case.pose_b));
    let way = [product(case.motion.x, 1.0), product(case.motion.y, 1.0)];
    let at_start: Vec<Point> = b.iter().flat_map(|b| a.iter().map(|a| minus(b, a))).collect();
    let at_end = at_start.iter().map(|point| minus(point, &way));
    compare_distance(&hull(at_start.iter().cloned().chain(at_end).collect()), radii(case))
}

fn radii(case: &Case) -> Exact {
    product(case.a.radius(), 1.0) + product(case.b.radius(), 1.0)
}

/// How the distance of the origin from the outline, negative inside, compares with `reach`.
fn compare_distance(outline: &[Point], reach: Exact) -> Ordering {
    let reach_sq: Exact = &reach * &reach;
    let n = outline.len();
    // For each edge of the outline, on which side of it the origin lies, positive inside.
    let edges = || (0..n).map(|k| (&outline[k], &outline[(k + 1) % n]));
    let sides: Vec<Exact> = edges().map(|(p, q)| cross(p, q)).collect();
    let is_solid = n >= 3;
    let inside = is_solid && sides.iter().all(|side| side.sign() == Sign::Plus);
    let distance = || {
        let to_edge = |(p, q): (&Point, &Point)| {
            let edge = minus(q, p);
            let along = -dot(&edge, p);
            let length_sq = dot(&edge, &edge);
            if along.sign() != Sign::Plus {
                dot(p, p).cmp(&reach_sq)
            } else if along >= length_sq {
                dot(q, q).cmp(&reach_sq)
            } else {
                let side = cross(p, q);
                (&side * &side).cmp(&(&reach_sq * length_sq))
            }
        };
        edges().map(to_edge).min().expect("there is a vertex pair")
    };
    match reach.sign() {
        Sign::Minus if !inside => Ordering::Greater,
        Sign::Minus => {
            // Deep enough when the origin is at least −reach from every side.
            let depths = edges().zip(&sides).map(|((p, q), side)| {
                let edge = minus(q, p);
                (&reach_sq * dot(&edge, &edge)).cmp(&(side * side))
            });
            depths.max().expect("a solid outline has edges")
        }
        _ if inside => Ordering::Less,
        Sign::NoSign | Sign::Plus => distance(),
    }
}

/// Checks every verdict the library gives on the case.
///
/// # Panics
/// When one is wrong.
pub fn check(case: &Case) {
    let [touching, with_margin] = compare(case);
    let expected = match touching {
        Ordering::Less => Relation::Overlapping,
        Ordering::Equal => Relation::Touching,
        Ordering::Greater => Relation::Separated,
    };
    let Case { a, pose_a, b, pose_b, margin, .. } = case;
    assert_eq!(sat_simd::relation(a, pose_a, b, pose_b), expected, "relation of {case:?}");
    assert_eq!(sat_simd::relation(b, pose_b, a, pose_a), expected, "relation, swapped, of {case:?}");
    assert_eq!(sat_simd::overlaps(a, pose_a, b, pose_b, 0.0), touching.is_le(), "margin 0 of {case:?}");
    assert_eq!(sat_simd::overlaps(a, pose_a, b, pose_b, *margin), with_margin.is_le(), "margin of {case:?}");
}

/// A case from any bytes; the more of them, the richer. Missing bytes read as zero.
pub fn decode(bytes: &[u8]) -> Case {
    let mut bytes = Bytes(bytes);
    let scheme = bytes.scheme();
    let (a, b) = (bytes.shape(scheme), bytes.shape(scheme));
    let mut pose_a = Pose::new(bytes.vec2(scheme), bytes.rot());
    let mut pose_b = Pose::new(bytes.vec2(scheme), bytes.rot());
    if bytes.u8().is_multiple_of(4) {
        let far = [1e6, -1_234_567.0, 4e7, 1e30][bytes.below(4)];
        pose_a.translation += Vec2::new(far, -far);
        pose_b.translation += Vec2::new(far, -far);
    }
    if bytes.u8().is_multiple_of(2) {
        pose_b.translation = bytes.contact(&a, &pose_a, &b, &pose_b);
    }
    let finite = |v: Vec2| if v.is_finite() { v } else { Vec2::ZERO };
    pose_a.translation = finite(pose_a.translation);
    pose_b.translation = finite(pose_b.translation);
    let reach = a.radius() + b.radius();
    let margin = match bytes.below(4) {
        0 if reach.is_finite() => bytes.nudged(-reach),
        1 => -bytes.number(scheme).abs() / 4.0,
        _ => bytes.number(scheme),
    };
    // Half of the motions lead to B, a quarter along an axis, and some are none.
    let motion = match bytes.below(8) {
        0 | 1 => finite(Vec2::new(bytes.number(scheme), 0.0)),
        2 | 3 => bytes.vec2(scheme),
        part => finite((pose_b.translation - pose_a.translation) * (part - 4) as f32 * 0.75),
    };
    Case { a, pose_a, b, pose_b, margin, motion }
}

/// How coordinates are drawn.
#[derive(Clone, Copy, Debug)]
enum Scheme {
    /// Multiples of 2^exponent up to eight.
    Grid(i32),
    /// Evenly spread, times 2^exponent.
    Even(i32),
    /// Any finite bit pattern.
    Bits,
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn u8(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn u32(&mut self) -> u32 {
        (0..4).fold(0, |word, _| word << 8 | u32::from(self.u8()))
    }

    fn below(&mut self, n: usize) -> usize {
        usize::from(self.u8()) % n
    }

    fn scheme(&mut self) -> Scheme {
        match self.below(8) {
            0..=2 => Scheme::Grid([0, 0, 0, -3, 100, -149, -140, 124][self.below(8)]),
            3..=6 => Scheme::Even([0, 0, 0, 6, -20, 100, -140, 127][self.below(8)]),
            _ => Scheme::Bits,
        }
    }

    fn number(&mut self, scheme: Scheme) -> f32 {
        let power = |exponent: i32| f64::from(exponent).exp2();
        let number = match scheme {
            Scheme::Grid(exponent) => (f64::from(self.u8() % 17) - 8.0) * power(exponent),
            Scheme::Even(exponent) => (f64::from(self.u32()) / power(31) - 1.0) * power(exponent),
            Scheme::Bits => f64::from(f32::from_bits(self.u32())),
        } as f32;
        if number.is_finite() { number } else { 1.0 }
    }

    fn vec2(&mut self, scheme: Scheme) -> Vec2 {
        Vec2::new(self.number(scheme), self.number(scheme))
    }

    /// A number a few units in the last place away.
    fn nudged(&mut self, number: f32) -> f32 {
        match self.u8() % 8 {
            0 => number.next_up(),
            1 => number.next_down(),
            2 => number.next_up().next_up(),
            _ => number,
        }
    }

    fn radius(&mut self, scheme: Scheme) -> f32 {
        if self.u8().is_multiple_of(4) { 0.0 } else { self.number(scheme).abs() }
    }

    fn rot(&mut self) -> Rot {
        let tiny = |bytes: &mut Self| f32::from_bits(bytes.u32() >> 2).min(1e-5);
        match self.below(8) {
            0 | 1 => Rot::IDENTITY,
            2 => Rot::new(0.0, 1.0).unwrap_or_default(),
            3 => Rot::new(-1.0, 0.0).unwrap_or_default(),
            4 => Rot::new(0.6, 0.8).unwrap_or_default(),
            5 => Rot::new(1.0, tiny(self)).unwrap_or_default(),
            _ => Rot::from_angle(self.u32() as f32 / 5e8),
        }
    }

    fn shape(&mut self, scheme: Scheme) -> Shape {
        let shape = match self.below(8) {
            0 => Shape::circle(self.radius(scheme)),
            1 => Shape::capsule(self.vec2(scheme), self.vec2(scheme), self.radius(scheme)),
            2 => {
                let start = self.vec2(scheme);
                let end = if self.u8().is_multiple_of(8) { start } else { self.vec2(scheme) };
                Shape::segment(start, end)
            }
            3 | 4 => Shape::rect(self.number(scheme).abs(), self.number(scheme).abs()),
            kind => {
                let count = 3 + self.below(10);
                // A quarter of the outlines are pressed flat: slivers and needles.
                let flat = if self.u8().is_multiple_of(4) { 1e-6 } else { 1.0 };
                let points: Vec<Vec2> = (0..count).map(|_| self.vec2(scheme) * Vec2::new(1.0, flat)).collect();
                let radius = if kind == 5 { self.radius(scheme) } else { 0.0 };
                Polygon::hull(&points).and_then(|polygon| polygon.with_radius(radius)).map(Shape::from)
            }
        };
        shape.or_else(|_| Shape::circle(1.0)).expect("the unit disc is a shape")
    }

    /// A translation of B that brings one of its vertices to a point of A's outline, radii apart, give or take an ulp.
    fn contact(&mut self, a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Vec2 {
        let n = a.core_len();
        let k = self.below(n);
        let (start, end) = (a.core_vertex(k), a.core_vertex((k + 1) % n));
        let on_a = start + (end - start) * [0.0, 0.25, 0.5, 1.0][self.below(4)];
        let on_b = b.core_vertex(self.below(b.core_len()));
        let apart = match self.below(3) {
            0 => (end - start).perp().normalize_or_zero() * -1.0,
            1 => Vec2::from_angle(self.u8().into()),
            _ => [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::new(0.6, 0.8)][self.below(4)],
        } * (a.radius() + b.radius());
        let translation = pose_a.transform_point(on_a + apart) - pose_b.transform_vector(on_b);
        Vec2::new(self.nudged(translation.x), self.nudged(translation.y))
    }
}
