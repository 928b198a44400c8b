//! Whole numbers of a fixed largest size, on the stack: what the exact predicates compute with.

use core::cmp::Ordering;

/// A whole number below 2^(64·N) in magnitude: a sign and `len` limbs, the least significant first.
///
/// The limbs from `len` on are zero and never looked at, so small numbers cost little at any `N`. Zero has no limbs
/// and is not negative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Int<const N: usize> {
    negative: bool,
    len: usize,
    limbs: [u64; N],
}

impl<const N: usize> Int<N> {
    /// Zero.
    pub const ZERO: Self = Self { negative: false, len: 0, limbs: [0; N] };

    /// `±magnitude · 2^shift`.
    pub fn shifted(negative: bool, magnitude: u64, shift: u32) -> Self {
        let mut result = Self::ZERO;
        if magnitude == 0 {
            return result;
        }
        let (limb, bits) = (shift as usize / 64, shift % 64);
        let wide = u128::from(magnitude) << bits;
        let (low, high) = (wide as u64, (wide >> 64) as u64);
        result.negative = negative;
        result.limbs[limb] = low;
        result.len = limb + 1;
        if high != 0 {
            result.limbs[limb + 1] = high;
            result.len = limb + 2;
        }
        result
    }

    /// Which side of zero the number is on.
    pub fn sign(&self) -> Ordering {
        match (self.len, self.negative) {
            (0, _) => Ordering::Equal,
            (_, false) => Ordering::Greater,
            (_, true) => Ordering::Less,
        }
    }

    /// The number with the other sign.
    pub fn negated(mut self) -> Self {
        self.negative = self.len > 0 && !self.negative;
        self
    }

    /// `self + other`.
    pub fn plus(&self, other: &Self) -> Self {
        if self.negative == other.negative {
            return self.with_magnitude_of_sum(other);
        }
        match self.cmp_magnitude(other) {
            Ordering::Equal => Self::ZERO,
            Ordering::Greater => self.with_magnitude_of_difference(other),
            Ordering::Less => other.with_magnitude_of_difference(self),
        }
    }

    /// `self − other`.
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    /// `self · other`, in as many limbs as the caller knows to be enough.
    pub fn times<const M: usize, const P: usize>(&self, other: &Int<M>) -> Int<P> {
        let mut result = Int::<P>::ZERO;
        if self.len == 0 || other.len == 0 {
            return result;
        }
        for (i, &a) in self.limbs[..self.len].iter().enumerate() {
            if a == 0 {
                continue;
            }
            let mut carry = 0;
            for (j, &b) in other.limbs[..other.len].iter().enumerate() {
                let sum = u128::from(a) * u128::from(b) + u128::from(result.limbs[i + j]) + u128::from(carry);
                result.limbs[i + j] = sum as u64;
                carry = (sum >> 64) as u64;
            }
            if carry != 0 {
                result.limbs[i + other.len] = carry;
            }
        }
        result.negative = self.negative != other.negative;
        result.len = self.len + other.len - 1;
        if result.len < P && result.limbs[result.len] != 0 {
            result.len += 1;
        }
        result
    }

    /// How the magnitudes compare, signs aside.
    pub fn cmp_magnitude(&self, other: &Self) -> Ordering {
        self.len.cmp(&other.len).then_with(|| {
            let limbs = self.limbs[..self.len].iter().zip(&other.limbs[..other.len]).rev();
            limbs.map(|(a, b)| a.cmp(b)).find(|&order| order != Ordering::Equal).unwrap_or(Ordering::Equal)
        })
    }

    /// `self`'s sign with the sum of the magnitudes.
    fn with_magnitude_of_sum(&self, other: &Self) -> Self {
        let (long, short) = if self.len >= other.len { (self, other) } else { (other, self) };
        let mut result = *long;
        result.negative = self.negative || other.negative;
        let mut carry = false;
        for i in 0..long.len {
            if i >= short.len && !carry {
                break;
            }
            let (sum, over) = long.limbs[i].overflowing_add(if i < short.len { short.limbs[i] } else { 0 });
            let (sum, over_again) = sum.overflowing_add(u64::from(carry));
            result.limbs[i] = sum;
            carry = over || over_again;
        }
        if carry {
            result.limbs[long.len] = 1;
            result.len += 1;
        }
        result
    }

    /// `self`'s sign with the difference of the magnitudes, of which `other`'s is the smaller.
    fn with_magnitude_of_difference(&self, other: &Self) -> Self {
        let mut result = *self;
        let mut borrow = false;
        for i in 0..self.len {
            if i >= other.len && !borrow {
                break;
            }
            let (difference, under) = self.limbs[i].overflowing_sub(if i < other.len { other.limbs[i] } else { 0 });
            let (difference, under_again) = difference.overflowing_sub(u64::from(borrow));
            result.limbs[i] = difference;
            borrow = under || under_again;
        }
        debug_assert!(!borrow, "the smaller magnitude is subtracted from the larger one");
        while result.len > 0 && result.limbs[result.len - 1] == 0 {
            result.len -= 1;
        }
        result.negative = self.negative && result.len > 0;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;
    use proptest::prelude::*;

    type Small = Int<5>;

    fn big<const N: usize>(value: &Int<N>) -> BigInt {
        let magnitude = value.limbs[..value.len].iter().rev().fold(BigInt::ZERO, |sum, &limb| (sum << 64) + limb);
        assert!(value.len == 0 || value.limbs[value.len - 1] != 0, "no leading zero limb");
        if value.negative { -magnitude } else { magnitude }
    }

    /// Sums of a few shifted words: runs of zero and of one bits, and carries over several limbs.
    fn small() -> impl Strategy<Value = Small> {
        let word = prop_oneof![any::<u64>(), Just(u64::MAX), Just(1)];
        let term =
            (any::<bool>(), word, 0u32..190).prop_map(|(negative, word, shift)| Small::shifted(negative, word, shift));
        proptest::collection::vec(term, 0..6).prop_map(|terms| terms.iter().fold(Small::ZERO, |sum, t| sum.plus(t)))
    }

    proptest! {
        #[test]
        fn arithmetic_equals_that_of_big_integers(a in small(), b in small()) {
            prop_assert_eq!(big(&a.plus(&b)), big(&a) + big(&b));
            prop_assert_eq!(big(&a.minus(&b)), big(&a) - big(&b));
            prop_assert_eq!(big(&a.times::<5, 10>(&b)), big(&a) * big(&b));
            prop_assert_eq!(a.minus(&b).sign(), big(&a).cmp(&big(&b)));
            prop_assert_eq!(a.cmp_magnitude(&b), big(&a).magnitude().cmp(big(&b).magnitude()));
        }
    }
}
