//! From gaps with an error bound to answers.

use crate::filter::SIZE_LIMIT;
use crate::lanes::F32s;

/// What `f32` says about eight pairs.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    /// The pairs that certainly overlap.
    pub overlaps: u8,
    /// The pairs it cannot tell.
    pub unsure: u8,
}

impl Verdict {
    /// Of pairs that overlap where `overlaps`, are apart where `is_apart`, and whose coordinates add up to `size`.
    #[inline]
    pub(super) fn new(overlaps: F32s, is_apart: F32s, size: F32s) -> Self {
        let is_small = size.simd_lt(F32s::splat(SIZE_LIMIT)).to_bitmask();
        let (overlaps, is_apart) = (overlaps.to_bitmask() & is_small, is_apart.to_bitmask() & is_small);
        Self { overlaps: overlaps as u8, unsure: !(overlaps | is_apart) as u8 }
    }

    /// Of pairs that overlap where `value` is negative, as far as it is right to within `error`. An error that is not finite
    /// leaves the lane open.
    #[inline]
    pub(super) fn of_sign(value: F32s, error: F32s) -> Self {
        let is_sure = value.abs().simd_gt(error).to_bitmask() as u8;
        Self { overlaps: value.to_bitmask() as u8 & is_sure, unsure: !is_sure }
    }

    /// All eight answers; `ask` settles the lanes that are not sure, of which the first `live` are pairs.
    #[inline]
    pub(super) fn settle(self, live: usize, ask: impl Fn(usize) -> bool) -> u8 {
        let mut answer = self.overlaps;
        let mut unsure = u32::from(self.unsure);
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
