//! The thresholds of the single pair, for eight pairs.

use super::verdict::Verdict;
use crate::filter::{RELATIVE_ERROR, SIZE_LIMIT, SQUARED_SIZE_LIMIT};
use crate::lanes::{F32s, min_wide};

/// What computed separations of eight pairs of cores must exceed or stay below to be trusted.
#[derive(Clone, Copy)]
pub(super) struct LimitsWide {
    /// The radii of both shapes plus the margin, which the separation of the cores is compared with.
    pub reach: F32s,
    /// How far a computed separation may be from the true one.
    pub error: F32s,
    /// The sum of all lengths that go into the separation.
    pub size: F32s,
}

impl LimitsWide {
    /// For cores whose distance and reaches add up to `core_size`.
    #[inline]
    pub fn new(core_size: F32s, radii: F32s, margin: f32) -> Self {
        let size = core_size + radii + F32s::splat(margin.abs());
        let error = size * F32s::splat(RELATIVE_ERROR) + F32s::splat(f32::MIN_POSITIVE);
        Self { reach: radii + F32s::splat(margin), error, size }
    }

    /// Above this on any axis, the shapes are further apart than the margin.
    #[inline]
    pub fn apart(&self) -> F32s {
        self.reach + self.error
    }

    /// Below this on all axes, they are closer.
    #[inline]
    pub fn close(&self) -> F32s {
        min_wide(self.reach, F32s::splat(0.0)) - self.error
    }

    /// Distances below this are certainly within reach, where it is positive.
    #[inline]
    pub fn low(&self) -> F32s {
        self.reach - (self.error + self.error)
    }

    /// Distances above this are certainly out of reach, unless it is negative.
    #[inline]
    pub fn high(&self) -> F32s {
        self.reach + (self.error + self.error)
    }

    /// Whether cores at these squared distances are certainly within reach, and certainly out of reach.
    #[inline]
    pub fn of_distance_sq(&self, distance_sq: F32s) -> (F32s, F32s) {
        let (low, high) = (self.low(), self.high());
        // A square that underflows is off by the smallest normal number at most.
        let (zero, tiny) = (F32s::splat(0.0), F32s::splat(f32::MIN_POSITIVE));
        let is_within = low.simd_gt(zero) & (distance_sq + tiny).simd_lt(low * low);
        (is_within, high.simd_lt(zero) | distance_sq.simd_gt(high * high + tiny))
    }

    /// The lanes whose sizes `f32` can square, neither over- nor underflowing beyond the error.
    #[inline]
    pub fn squares_are_normal(&self) -> F32s {
        self.size.simd_lt(F32s::splat(SIZE_LIMIT))
            & self.error.simd_gt(F32s::splat(SQUARED_SIZE_LIMIT * RELATIVE_ERROR))
    }

    /// The answers, where the sizes allow one.
    #[inline]
    pub fn verdict(&self, overlaps: F32s, is_apart: F32s) -> Verdict {
        Verdict::new(overlaps, is_apart, self.size)
    }
}
