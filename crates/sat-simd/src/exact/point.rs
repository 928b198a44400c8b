//! A vertex in the pair's frame, as a double with an error bound and, on demand, as whole numbers.

use super::int::Int;
use geom::{Rot, Vec2};

/// Limbs of a coordinate, of a product of two and of a product of four.
pub(super) const COORDINATE: usize = 7;
pub(super) const PRODUCT: usize = 14;
pub(super) const SQUARE: usize = 28;

pub(super) type Coordinate = Int<COORDINATE>;

/// The point `offset[0] + offset[1] + rotation · local`, its six or eight numbers taken as exact reals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    local: Vec2,
    rotation: Rot,
    offset: [Vec2; 2],
    /// The coordinates, each within 4·2⁻⁵³·`size` of the true ones.
    pub x: f64,
    pub y: f64,
    /// A bound on the magnitudes that were added up for either coordinate.
    pub size: f64,
    /// Whether the coordinates are the true ones: no addition was rounded.
    pub is_exact: bool,
}

impl Point {
    /// O(1); the products of two `f32` are exact in `f64`, each coordinate costs three rounded additions.
    pub fn new(local: Vec2, rotation: Rot, offset: [Vec2; 2]) -> Self {
        let (cos, sin) = (f64::from(rotation.cos()), f64::from(rotation.sin()));
        let (local_x, local_y) = (f64::from(local.x), f64::from(local.y));
        let [first, second] = offset;
        let x = Sum::of(f64::from(first.x), f64::from(second.x)).plus(cos * local_x).plus(-sin * local_y);
        let y = Sum::of(f64::from(first.y), f64::from(second.y)).plus(sin * local_x).plus(cos * local_y);
        let size = if x.size > y.size { x.size } else { y.size };
        Self { local, rotation, offset, x: x.value, y: y.value, size, is_exact: x.is_exact && y.is_exact }
    }

    /// The largest `e` for which every term of the coordinates is a multiple of 2^e; `None` when all are zero.
    pub fn unit(&self) -> Option<i32> {
        if self.is_exact {
            return [self.x, self.y].into_iter().filter(|&value| value != 0.0).map(|value| split_double(value).2).min();
        }
        let turn = min_unit(&[self.rotation.cos(), self.rotation.sin()]);
        let local = min_unit(&[self.local.x, self.local.y]);
        let [first, second] = self.offset;
        let offset = min_unit(&[first.x, first.y, second.x, second.y]);
        let turned = turn.zip(local).map(|(turn, local)| turn + local);
        turned.into_iter().chain(offset).min()
    }

    /// The coordinates in units of 2^`unit`, which must not exceed [`Point::unit`].
    pub fn coordinates(&self, unit: i32) -> [Coordinate; 2] {
        if self.is_exact {
            return [self.x, self.y].map(|value| in_units(split_double(value), unit));
        }
        let (cos, sin) = (self.rotation.cos(), self.rotation.sin());
        let (local, [first, second]) = (self.local, self.offset);
        let sum = |terms: [Coordinate; 4]| terms[0].plus(&terms[1]).plus(&terms[2]).plus(&terms[3]);
        [
            sum([
                single(first.x, unit),
                single(second.x, unit),
                product(cos, local.x, unit),
                product(-sin, local.y, unit),
            ]),
            sum([
                single(first.y, unit),
                single(second.y, unit),
                product(sin, local.x, unit),
                product(cos, local.y, unit),
            ]),
        ]
    }
}

/// A running `f64` sum that knows how large its terms were and whether it was ever rounded.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    pub value: f64,
    size: f64,
    pub is_exact: bool,
}

impl Sum {
    /// `a + b`.
    pub fn of(a: f64, b: f64) -> Self {
        let first = Self { value: a, size: 0.0, is_exact: true }.plus(b);
        // What cancels here leaves no error behind: only the rounded sum counts.
        Self { size: first.value.abs(), ..first }
    }

    /// The sum and one more term.
    ///
    /// Two-sum: D. E. Knuth, The Art of Computer Programming 2, §4.2.2; the rounding error is itself a double.
    pub fn plus(self, term: f64) -> Self {
        let value = self.value + term;
        let virtual_term = value - self.value;
        let error = (self.value - (value - virtual_term)) + (term - virtual_term);
        Self { value, size: self.size + term.abs(), is_exact: self.is_exact && error == 0.0 }
    }
}

/// `value` as an odd whole number times a power of two: (negative, magnitude, exponent); zero has magnitude 0.
fn split(value: f32) -> (bool, u32, i32) {
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 23 & 0xff) as i32, bits & 0x7f_ffff);
    let (magnitude, exponent) = if exponent == 0 { (fraction, -149) } else { (fraction | 0x80_0000, exponent - 150) };
    let zeros = magnitude.trailing_zeros().min(31);
    (bits >> 31 == 1, magnitude >> zeros, exponent + zeros as i32)
}

/// [`split`] for doubles that are zero or normal, as sums of products of two `f32` are.
fn split_double(value: f64) -> (bool, u64, i32) {
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    if exponent == 0 {
        return (false, 0, 0);
    }
    let magnitude = fraction | 1 << 52;
    let zeros = magnitude.trailing_zeros();
    (bits >> 63 == 1, magnitude >> zeros, exponent - 1075 + zeros as i32)
}

/// The smallest exponent among the non-zero values' lowest set bits.
pub(super) fn min_unit(values: &[f32]) -> Option<i32> {
    values.iter().filter(|&&value| value != 0.0).map(|&value| split(value).2).min()
}

/// `value` in units of 2^`unit`.
pub(super) fn single(value: f32, unit: i32) -> Coordinate {
    product(value, 1.0, unit)
}

/// `f · g` in units of 2^`unit`.
fn product(f: f32, g: f32, unit: i32) -> Coordinate {
    let ((negative_f, f, exponent_f), (negative_g, g, exponent_g)) = (split(f), split(g));
    in_units((negative_f != negative_g, u64::from(f) * u64::from(g), exponent_f + exponent_g), unit)
}

/// `±magnitude · 2^exponent` in units of 2^`unit`.
fn in_units((negative, magnitude, exponent): (bool, u64, i32), unit: i32) -> Coordinate {
    if magnitude == 0 {
        return Int::ZERO;
    }
    debug_assert!(exponent >= unit, "2^{unit} does not divide {magnitude}·2^{exponent}");
    Int::shifted(negative, magnitude, (exponent - unit) as u32)
}
