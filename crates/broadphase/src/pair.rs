use std::fmt;

/// Two proxies that may touch: rows [`a`](Pair::a) < [`b`](Pair::b) of the broad phase's columns. Sorts by `(a, b)`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    // a in the upper half, b in the lower: one integer comparison orders two pairs.
    key: u64,
}

impl Pair {
    /// The pair of two different rows, given either way round.
    ///
    /// # Panics
    /// When the rows are the same or do not fit in 32 bits.
    #[must_use]
    pub fn new(a: usize, b: usize) -> Self {
        assert!(a != b, "a proxy does not pair with itself: {a}");
        let narrow = |row: usize| u32::try_from(row).expect("rows are numbered in 32 bits");
        Self::of_rows(narrow(a), narrow(b))
    }

    #[inline]
    pub(crate) fn of_rows(a: u32, b: u32) -> Self {
        debug_assert_ne!(a, b);
        Self { key: u64::from(a.min(b)) << 32 | u64::from(a.max(b)) }
    }

    /// Both rows in one number, which orders like the pairs.
    #[inline]
    pub(crate) const fn key(self) -> u64 {
        self.key
    }

    /// The pair with this [`Pair::key`].
    #[inline]
    pub(crate) const fn of_key(key: u64) -> Self {
        Self { key }
    }

    /// The row of the first proxy, the smaller of the two.
    #[inline]
    #[must_use]
    pub const fn a(self) -> usize {
        (self.key >> 32) as usize
    }

    /// The row of the second proxy.
    #[inline]
    #[must_use]
    pub const fn b(self) -> usize {
        (self.key & u32::MAX as u64) as usize
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pair({}, {})", self.a(), self.b())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_the_same_either_way_round() {
        assert_eq!(Pair::new(7, 3), Pair::new(3, 7));
        assert_eq!((Pair::new(7, 3).a(), Pair::new(7, 3).b()), (3, 7));
    }

    #[test]
    fn pairs_sort_by_a_then_b() {
        let mut pairs = [Pair::new(2, 3), Pair::new(1, 9), Pair::new(1, 2), Pair::new(0, 70_000)];
        pairs.sort_unstable();
        assert_eq!(pairs, [Pair::new(0, 70_000), Pair::new(1, 2), Pair::new(1, 9), Pair::new(2, 3)]);
    }
}
