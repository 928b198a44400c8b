//! The questions the exact comparison asks, each first of doubles with an error bound, then of whole numbers.
//!
//! With v = 2⁻⁵³, a point's coordinates are off by at most 4v·size ([`Point`]), so those of a difference of two points
//! by at most 5.1v·m, where m is the sum of the two sizes and bounds the difference as well. For e and w two such
//! differences the cross product (or the dot product, by the same count) is therefore within
//!
//! ```text
//! 5.1v·(mₑ|w|₁ + m_w|e|₁) + 2·(5.1v)²·mₑm_w + 2.1v·|e|₁|w|₁  ≤  2⁻⁵⁰·(mₑ|w|₁ + m_w|e|₁) + 2⁻¹⁰⁰·mₑm_w
//! ```
//!
//! of the true one. The products of two `f32` lie between 2⁻²⁹⁸ and 2²⁵⁷ and what rounding leaves of their sums above
//! 2⁻³⁵¹; nothing here is of higher degree than two in those, so doubles neither over- nor underflow.
//!
//! The whole numbers: in units of 2⁻²⁹⁸ a posed coordinate, the translations subtracted, is below
//! 2²⁹⁸·2¹²⁸·(2 + 1 + √2·1.001) and a difference of two of them below 2^429, so seven limbs of 64 bits hold it
//! with room to spare. Cross and dot products stay below 2·2^858 (fourteen limbs), their squares and R²·|e|² below
//! 2^1718 (28 limbs). Smaller numbers use fewer limbs: the unit is the largest that divides all terms at hand.

use super::int::Int;
use super::point::{COORDINATE, Coordinate, PRODUCT, Point, SQUARE, min_unit, single};
use crate::root::sqrt_f64;
use core::cell::Cell;
use core::cmp::Ordering;

/// 2⁻⁵⁰.
const BOUND: f64 = 4.0 * f64::EPSILON;

type Product = Int<PRODUCT>;
type Square = Int<SQUARE>;

/// The distance that separations are compared with: the radii of both shapes plus the caller's margin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    terms: [f32; 3],
    /// The sum, within 2⁻⁵¹·`size`.
    value: f64,
    /// The sum of the magnitudes.
    size: f64,
}

impl Reach {
    pub fn new(terms: [f32; 3]) -> Self {
        let [a, b, c] = terms.map(f64::from);
        Self { terms, value: (a + b) + c, size: a.abs() + b.abs() + c.abs() }
    }

    /// Which side of zero it is on. Exact.
    pub fn sign(&self) -> Ordering {
        sign(self.value, BOUND * self.size).unwrap_or_else(|| match min_unit(&self.terms) {
            Some(unit) => self.exact(unit).sign(),
            None => Ordering::Equal,
        })
    }

    fn exact(&self, unit: i32) -> Coordinate {
        let [a, b, c] = self.terms.map(|term| single(term, unit));
        a.plus(&b).plus(&c)
    }
}

/// The answers, and whether any of them needed whole numbers.
pub(super) struct Predicates {
    reach: Reach,
    used_integers: Cell<bool>,
}

/// `end − start` and `tip − foot` in doubles, with what their products may be off by.
struct Differences {
    e: [f64; 2],
    w: [f64; 2],
    size_e: f64,
    bound: f64,
}

impl Differences {
    fn new(start: &Point, end: &Point, foot: &Point, tip: &Point) -> Self {
        let e = [end.x - start.x, end.y - start.y];
        let w = [tip.x - foot.x, tip.y - foot.y];
        let (size_e, size_w) = (start.size + end.size, foot.size + tip.size);
        let (norm_e, norm_w) = (e[0].abs() + e[1].abs(), w[0].abs() + w[1].abs());
        let bound = BOUND * (size_e * norm_w + size_w * norm_e) + BOUND * BOUND * (size_e * size_w);
        Self { e, w, size_e, bound }
    }

    fn cross(&self) -> f64 {
        self.e[0] * self.w[1] - self.e[1] * self.w[0]
    }

    fn dot(&self) -> f64 {
        self.e[0] * self.w[0] + self.e[1] * self.w[1]
    }
}

/// The sign of a value known to within `bound`, if that tells.
fn sign(value: f64, bound: f64) -> Option<Ordering> {
    if value > bound {
        Some(Ordering::Greater)
    } else if value < -bound {
        Some(Ordering::Less)
    } else {
        None
    }
}

impl Predicates {
    pub fn new(reach: Reach) -> Self {
        Self { reach, used_integers: Cell::new(false) }
    }

    /// Whether any answer so far needed whole numbers.
    pub fn used_integers(&self) -> bool {
        self.used_integers.get()
    }

    /// On which side of the line `start → end` the point lies: `Greater` to its right, outside a counter-clockwise
    /// polygon; if doubles with their bound can tell.
    #[inline]
    pub fn side(&self, start: &Point, end: &Point, point: &Point) -> Option<Ordering> {
        let differences = Differences::new(start, end, start, point);
        sign(-differences.cross(), differences.bound)
    }

    /// [`Predicates::side`], exact.
    ///
    /// Where the doubles are the true coordinates and the differences fit `f32`, as between tiles, the products are
    /// exact; where just the coordinates are, J. R. Shewchuk's adaptive predicate in the `robust` crate answers.
    pub fn side_exactly(&self, start: &Point, end: &Point, point: &Point) -> Ordering {
        if start.is_exact && end.is_exact && point.is_exact {
            if let Some(cross) = short_cross(start, end, point) {
                return sign(-cross, 0.0).unwrap_or(Ordering::Equal);
            }
            let [start, end, point] = [start, end, point].map(|p| robust::Coord { x: p.x, y: p.y });
            return sign(-robust::orient2d(start, end, point), 0.0).unwrap_or(Ordering::Equal);
        }
        let [start, end, point] = self.integers([start, end, point]);
        cross(&minus(&end, &start), &minus(&point, &start)).sign().reverse()
    }

    /// The sign of the cross product (end − start) × (tip − foot). Exact.
    pub fn turn(&self, start: &Point, end: &Point, foot: &Point, tip: &Point) -> Ordering {
        let differences = Differences::new(start, end, foot, tip);
        sign(differences.cross(), differences.bound).unwrap_or_else(|| {
            let [start, end, foot, tip] = self.integers([start, end, foot, tip]);
            cross(&minus(&end, &start), &minus(&tip, &foot)).sign()
        })
    }

    /// The sign of the dot product (end − start) · (tip − foot). Exact.
    pub fn ahead(&self, start: &Point, end: &Point, foot: &Point, tip: &Point) -> Ordering {
        let differences = Differences::new(start, end, foot, tip);
        sign(differences.dot(), differences.bound).unwrap_or_else(|| {
            let [start, end, foot, tip] = self.integers([start, end, foot, tip]);
            dot(&minus(&end, &start), &minus(&tip, &foot)).sign()
        })
    }

    /// How the signed distance of the point to the right of the line `start → end` compares with the reach, which
    /// must be negative; if doubles can tell.
    #[inline]
    pub fn depth(&self, start: &Point, end: &Point, point: &Point) -> Option<Ordering> {
        let differences = Differences::new(start, end, start, point);
        let length = sqrt_f64(differences.e[0] * differences.e[0] + differences.e[1] * differences.e[1]);
        // The length is off by 5.1v·√2·mₑ plus its own rounding, the reach by 4v·size.
        let bound = differences.bound + 4.0 * BOUND * self.reach.size * (length + differences.size_e);
        sign(-differences.cross() - self.reach.value * length, bound)
    }

    /// [`Predicates::depth`], exact.
    pub fn depth_exactly(&self, start: &Point, end: &Point, point: &Point) -> Ordering {
        let ([start, end, point], reach) = self.integers_and_reach([start, end, point]);
        let edge = minus(&end, &start);
        let cross = cross(&edge, &minus(&point, &start));
        if cross.sign() != Ordering::Greater {
            return Ordering::Greater;
        }
        reach_sq_times(&reach, &dot(&edge, &edge)).cmp_magnitude(&cross.times(&cross))
    }

    /// How the distance from the point to the segment compares with the reach, which must be positive; if doubles can
    /// tell.
    #[inline]
    pub fn distance(&self, start: &Point, end: &Point, point: &Point) -> Option<Ordering> {
        let differences = Differences::new(start, end, start, point);
        let (e, w) = (differences.e, differences.w);
        let (length_sq, along) = (e[0] * e[0] + e[1] * e[1], differences.dot());
        let t = if along > 0.0 { (along / length_sq).min(1.0) } else { 0.0 };
        let gap = [w[0] - t * e[0], w[1] - t * e[1]];
        let distance = sqrt_f64(gap[0] * gap[0] + gap[1] * gap[1]);
        // Moving a point moves the distance by no more: 5.7v of each point's size. The rounding of t moves the foot
        // along the segment by at most 4v·(|e| + |w|), that of the gap and its length adds 6v·(|e| + |w|), the reach
        // 4v of its size: below 32v of the sizes, taken twice.
        let bound = 8.0 * BOUND * (differences.size_e + start.size + point.size + self.reach.size);
        sign(distance - self.reach.value, bound)
    }

    /// [`Predicates::distance`], exact but for one liberty: `Greater` may also come back when the segment's end is the
    /// point nearest to it, which is the start of the next one.
    pub fn distance_exactly(&self, start: &Point, end: &Point, point: &Point) -> Ordering {
        let ([start, end, point], reach) = self.integers_and_reach([start, end, point]);
        let (edge, to_point) = (minus(&end, &start), minus(&point, &start));
        let along = dot(&edge, &to_point);
        if along.sign() != Ordering::Greater {
            let reach_sq: Product = reach.times(&reach);
            return dot(&to_point, &to_point).cmp_magnitude(&reach_sq);
        }
        let length_sq = dot(&edge, &edge);
        if along.cmp_magnitude(&length_sq) != Ordering::Less {
            return Ordering::Greater;
        }
        let cross = cross(&edge, &to_point);
        cross.times::<PRODUCT, SQUARE>(&cross).cmp_magnitude(&reach_sq_times(&reach, &length_sq))
    }

    /// The points in whole numbers of one unit.
    fn integers<const K: usize>(&self, points: [&Point; K]) -> [[Coordinate; 2]; K] {
        self.used_integers.set(true);
        let unit = points.iter().filter_map(|point| point.unit()).min().unwrap_or(0);
        points.map(|point| point.coordinates(unit))
    }

    /// The points and the reach in whole numbers of one unit.
    fn integers_and_reach(&self, points: [&Point; 3]) -> ([[Coordinate; 2]; 3], Coordinate) {
        self.used_integers.set(true);
        let units = points.iter().filter_map(|point| point.unit());
        let unit = units.chain(min_unit(&self.reach.terms)).min().unwrap_or(0);
        (points.map(|point| point.coordinates(unit)), self.reach.exact(unit))
    }
}

/// (end − start) × (point − start) with the right sign, when the differences are exact and short enough for exact
/// products.
fn short_cross(start: &Point, end: &Point, point: &Point) -> Option<f64> {
    // Exact when adding back gives what was taken from, both ways; short when 24 bits hold it.
    let short = |a: f64, b: f64| {
        let difference = a - b;
        let is_exact = a - difference == b && b + difference == a;
        (is_exact && f64::from(difference as f32) == difference).then_some(difference)
    };
    let (ex, ey) = (short(end.x, start.x)?, short(end.y, start.y)?);
    let (wx, wy) = (short(point.x, start.x)?, short(point.y, start.y)?);
    Some(ex * wy - ey * wx)
}

fn minus(a: &[Coordinate; 2], b: &[Coordinate; 2]) -> [Coordinate; 2] {
    [a[0].minus(&b[0]), a[1].minus(&b[1])]
}

fn cross(a: &[Coordinate; 2], b: &[Coordinate; 2]) -> Product {
    a[0].times::<COORDINATE, PRODUCT>(&b[1]).minus(&a[1].times(&b[0]))
}

fn dot(a: &[Coordinate; 2], b: &[Coordinate; 2]) -> Product {
    a[0].times::<COORDINATE, PRODUCT>(&b[0]).plus(&a[1].times(&b[1]))
}

fn reach_sq_times(reach: &Coordinate, length_sq: &Product) -> Square {
    reach.times::<COORDINATE, PRODUCT>(reach).times(length_sq)
}
