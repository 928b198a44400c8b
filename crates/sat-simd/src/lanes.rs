//! The one place that names the vector type: eight `f32` lanes.

/// How many axes or pairs one instruction of a kernel handles.
pub const LANES: usize = 8;

/// Eight `f32` side by side: one AVX register or two SSE, NEON or WebAssembly ones.
pub type F32s = wide::f32x8;

/// The smaller of two numbers, neither NaN; of two zeros, either. The reference for [`min_wide`].
#[inline]
pub fn min(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// [`min`] in every lane: one instruction, where `F32s::min` spends more on NaN.
#[inline]
pub fn min_wide(a: F32s, b: F32s) -> F32s {
    a.fast_min(b)
}

/// The larger of two numbers, neither NaN; of two zeros, either. The reference for [`max_wide`].
#[inline]
pub fn max(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// [`max`] in every lane.
#[inline]
pub fn max_wide(a: F32s, b: F32s) -> F32s {
    a.fast_max(b)
}
