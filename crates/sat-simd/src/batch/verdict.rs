//! From gaps with an error bound to answers.

use crate::filter::SIZE_LIMIT;
use crate::lanes::F32s;

/// What `f32` says about eight pairs. It stays in lanes until somebody asks: where only a whole group's being sure
/// matters, one question does for all of it.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    /// By its sign bits the pairs that overlap, of those that are sure.
    overlaps: F32s,
    /// The pairs it can tell.
    is_sure: F32s,
}

impl Verdict {
    /// Of pairs that overlap where `overlaps`, are apart where `is_apart`, and whose coordinates add up to `size`.
    #[inline]
    pub(super) fn new(overlaps: F32s, is_apart: F32s, size: F32s) -> Self {
        Self::of_masks(overlaps, is_apart).only(size.simd_lt(F32s::splat(SIZE_LIMIT)))
    }

    /// Of pairs that certainly overlap where `overlaps` and are certainly apart where `is_apart`.
    #[inline]
    pub(super) fn of_masks(overlaps: F32s, is_apart: F32s) -> Self {
        Self { overlaps, is_sure: overlaps | is_apart }
    }

    /// Of pairs that overlap where `value` is negative, as far as it is right to within `error`. An error that is not finite
    /// leaves the lane open.
    #[inline]
    pub(super) fn of_sign(value: F32s, error: F32s) -> Self {
        Self { overlaps: value, is_sure: value.abs().simd_gt(error) }
    }

    /// The same where a verdict is good only in the lanes of `trusted`.
    #[inline]
    pub(super) fn only(self, trusted: F32s) -> Self {
        Self { is_sure: self.is_sure & trusted, ..self }
    }

    /// The pairs it can tell, in lanes.
    #[inline]
    pub(super) fn is_sure(&self) -> F32s {
        self.is_sure
    }

    /// A bit for each pair: whether it overlaps, if it is sure.
    #[inline]
    pub(super) fn overlaps_if_sure(&self) -> u8 {
        self.overlaps.to_bitmask() as u8
    }

    /// The pairs that certainly overlap.
    #[inline]
    pub(super) fn overlaps(&self) -> u8 {
        self.overlaps_if_sure() & !self.unsure()
    }

    /// The pairs it cannot tell.
    #[inline]
    pub(super) fn unsure(&self) -> u8 {
        !self.is_sure.to_bitmask() as u8
    }

    /// All eight answers; `ask` settles the lanes that are not sure, of which the first `live` are pairs.
    #[inline]
    pub(super) fn settle(self, live: usize, ask: impl Fn(usize) -> bool) -> u8 {
        let mut answer = self.overlaps();
        let mut unsure = u32::from(self.unsure());
        while unsure != 0 {
            let lane = unsure.trailing_zeros() as usize;
            if lane >= live {
                break;
            }
            answer |= u8::from(ask(lane)) << lane;
            unsure &= unsure - 1;
        }
        answer
    }
}
