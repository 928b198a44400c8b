/// Why a batch was refused. What was handed in to be changed is then as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// An index is not below the number of shapes in the set.
    #[error("question {position} names shape {index} of a set of {len}")]
    NoSuchShape {
        /// The first question that names such a shape, counted from zero; zero also where there is only one.
        position: usize,
        /// The index.
        index: u32,
        /// How many shapes there are.
        len: usize,
    },
    /// A question has a number that is NaN or infinite.
    #[error("question {position} has a number that is not finite")]
    NotFinite {
        /// The first question that cannot be asked, counted from zero.
        position: usize,
    },
    /// A motion turns by more than [`Motion::MAX_ANGLE`](crate::Motion::MAX_ANGLE), or by NaN.
    #[error("question {position} turns by more than {} radians", crate::Motion::MAX_ANGLE)]
    TurnsTooFar {
        /// The first question that cannot be asked, counted from zero.
        position: usize,
    },
    /// Two batches that are asked pair by pair differ in length.
    #[error("batches of {a} and {b} shapes cannot be asked pair by pair")]
    LengthsDiffer {
        /// How many shapes A has.
        a: usize,
        /// How many shapes B has.
        b: usize,
    },
    /// There is no room for one more, or for so many.
    #[error("full: {max} {what} at most")]
    Full {
        /// Of what there are too many.
        what: &'static str,
        /// How many there may be.
        max: usize,
    },
}

impl BatchError {
    /// Nothing, when both lengths are the same.
    #[inline]
    pub(super) fn check_lengths(a: usize, b: usize) -> Result<(), Self> {
        if a == b { Ok(()) } else { Err(Self::LengthsDiffer { a, b }) }
    }

    /// What is wrong with the question at `position` that has these numbers.
    #[inline]
    pub(super) fn of_numbers<const N: usize>(position: usize, numbers: [f32; N]) -> Option<Self> {
        let are_finite = numbers.iter().fold(true, |are_finite, number| are_finite & number.is_finite());
        (!are_finite).then_some(Self::NotFinite { position })
    }

    /// `count` in 32 bits, when that many of `what` leave the largest such number for what comes after the last.
    #[inline]
    pub(super) fn check_count(what: &'static str, count: usize) -> Result<u32, Self> {
        const MAX: usize = u32::MAX as usize;
        if count <= MAX { Ok(count as u32) } else { Err(Self::Full { what, max: MAX }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_in_32_bits_is_refused() {
        assert_eq!(BatchError::check_count("pairs", 4_294_967_295), Ok(u32::MAX));
        let refused = BatchError::Full { what: "pairs", max: 4_294_967_295 };
        assert_eq!(BatchError::check_count("pairs", 4_294_967_296), Err(refused));
    }
}
