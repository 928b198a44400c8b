//! The one place that names the vector types, and what a number in a kernel must be able to do.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// How many constraints one instruction of a kernel handles.
pub(crate) const LANES: usize = 8;

/// Eight `f32` side by side: one AVX register or two SSE, NEON or WebAssembly ones.
pub(crate) type F32s = wide::f32x8;

/// Four `f32`: half a body's state.
pub(crate) type F32x4 = wide::f32x4;

/// Eight vectors from the two quads that hold their lanes 0–3 and 4–7.
#[inline(always)]
pub(crate) fn join(low: F32x4, high: F32x4) -> F32s {
    wide::bytemuck::cast([low, high])
}

/// Lanes 0–3 and lanes 4–7.
#[inline(always)]
pub(crate) fn split(lanes: F32s) -> [F32x4; 2] {
    wide::bytemuck::cast(lanes)
}

/// Eight rows of four as four columns of eight. Written out: an array's `map` is not inlined here, which cost a sixth of
/// the step.
#[inline(always)]
pub(crate) fn columns(row: impl Fn(usize) -> F32x4) -> [F32s; 4] {
    transpose_halves([join(row(0), row(4)), join(row(1), row(5)), join(row(2), row(6)), join(row(3), row(7))])
}

/// Four columns of eight as eight rows of four.
#[inline(always)]
pub(crate) fn rows_of(columns: [F32s; 4]) -> [F32x4; LANES] {
    let [r04, r15, r26, r37] = transpose_halves(columns);
    let ([r0, r4], [r1, r5], [r2, r6], [r3, r7]) = (split(r04), split(r15), split(r26), split(r37));
    [r0, r1, r2, r3, r4, r5, r6, r7]
}

/// Transposes the lower quads of four rows, and the upper ones.
///
/// With AVX both at once, in half of the shuffles: of eight rows, four of which are nothing, the compiler leaves out what is for those
/// and what would put the quads elsewhere.
#[inline(always)]
fn transpose_halves([a, b, c, d]: [F32s; 4]) -> [F32s; 4] {
    if cfg!(target_feature = "avx") {
        let none = F32s::ZERO;
        let [a0, b0, c0, d0, a1, b1, c1, d1] = F32s::transpose([a, b, c, d, none, none, none, none]);
        let both = |lower: F32s, upper: F32s| join(split(lower)[0], split(upper)[0]);
        return [both(a0, a1), both(b0, b1), both(c0, c1), both(d0, d1)];
    }
    let ([a0, a1], [b0, b1], [c0, c1], [d0, d1]) = (split(a), split(b), split(c), split(d));
    let ([a0, b0, c0, d0], [a1, b1, c1, d1]) = (F32x4::transpose([a0, b0, c0, d0]), F32x4::transpose([a1, b1, c1, d1]));
    [join(a0, a1), join(b0, b1), join(c0, c1), join(d0, d1)]
}

/// A number of a kernel: `f32` in the scalar twin, [`F32s`] in the wide one. Both do each operation with the same rounding,
/// so a kernel written once over `Lane` gives the same bits either way.
pub(crate) trait Lane:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// The answer to a comparison: a truth value for each lane.
    type Mask: Copy;

    fn splat(value: f32) -> Self;
    fn greater(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is true, else `no`.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// `yes()` where the mask is true, else `no()`; of one number nothing but that is worked out.
    fn choose(mask: Self::Mask, yes: impl FnOnce() -> V2<Self>, no: impl FnOnce() -> V2<Self>) -> V2<Self>;
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;

    /// The larger one; `other` when they are equal or one is NaN.
    #[inline(always)]
    fn at_least(self, other: Self) -> Self {
        Self::select(self.greater(other), self, other)
    }

    /// The smaller one; `other` when they are equal or one is NaN.
    #[inline(always)]
    fn at_most(self, other: Self) -> Self {
        Self::select(other.greater(self), self, other)
    }
}

impl Lane for f32 {
    type Mask = bool;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        value
    }

    #[inline(always)]
    fn greater(self, other: Self) -> bool {
        self > other
    }

    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }

    #[inline(always)]
    fn choose(mask: bool, yes: impl FnOnce() -> V2<f32>, no: impl FnOnce() -> V2<f32>) -> V2<f32> {
        if mask { yes() } else { no() }
    }

    #[inline(always)]
    fn both(a: bool, b: bool) -> bool {
        a & b
    }

    #[inline(always)]
    fn sqrt(self) -> f32 {
        self.sqrt()
    }

    #[inline(always)]
    fn abs(self) -> f32 {
        self.abs()
    }
}

impl Lane for F32s {
    type Mask = Self;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self::splat(value)
    }

    #[inline(always)]
    fn greater(self, other: Self) -> Self {
        self.simd_gt(other)
    }

    #[inline(always)]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        mask.select(yes, no)
    }

    #[inline(always)]
    fn choose(mask: Self, yes: impl FnOnce() -> V2<Self>, no: impl FnOnce() -> V2<Self>) -> V2<Self> {
        let (yes, no) = (yes(), no());
        V2 { x: mask.select(yes.x, no.x), y: mask.select(yes.y, no.y) }
    }

    #[inline(always)]
    fn both(a: Self, b: Self) -> Self {
        a & b
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }

    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }

    // What `maxps` and `minps` of x86 with SSE do, each in one instruction instead of a comparison and a selection.

    #[inline(always)]
    fn at_least(self, other: Self) -> Self {
        if cfg!(target_feature = "sse") { self.fast_max(other) } else { self.simd_gt(other).select(self, other) }
    }

    #[inline(always)]
    fn at_most(self, other: Self) -> Self {
        if cfg!(target_feature = "sse") { self.fast_min(other) } else { self.simd_lt(other).select(self, other) }
    }
}

/// Two coordinates of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct V2<L> {
    pub x: L,
    pub y: L,
}

impl<L: Lane> V2<L> {
    #[inline(always)]
    pub fn dot(self, other: Self) -> L {
        self.x * other.x + self.y * other.y
    }

    /// The third coordinate of the cross product.
    #[inline(always)]
    pub fn cross(self, other: Self) -> L {
        self.x * other.y - self.y * other.x
    }

    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }

    #[inline(always)]
    pub fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }

    #[inline(always)]
    pub fn times(self, factor: L) -> Self {
        Self { x: self.x * factor, y: self.y * factor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_and_the_smaller_have_the_bits_of_one_number_each() {
        let values = [0.0, -0.0, 1.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MIN_POSITIVE];
        for a in values {
            let (larger, smaller) =
                (F32s::splat(a).at_least(F32s::new(values)), F32s::splat(a).at_most(F32s::new(values)));
            for (lane, b) in values.into_iter().enumerate() {
                assert_eq!(larger.as_array()[lane].to_bits(), a.at_least(b).to_bits(), "{a} {b}");
                assert_eq!(smaller.as_array()[lane].to_bits(), a.at_most(b).to_bits(), "{a} {b}");
            }
        }
    }
}
