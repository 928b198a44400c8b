use std::fmt;

/// Two proxies that may touch: rows [`a`](Pair::a) < [`b`](Pair::b) of the broad phase's columns. Sorts by `(a, b)`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    // a in the upper half, b in the lower: one integer comparison orders two pairs.
    key: u64,
}

impl Pair {
    /// The pair of two different rows, given either way round; `None` when they are the same or do not fit in 32 bits.
    #[must_use]
    pub fn new(a: usize, b: usize) -> Option<Self> {
        let (a, b) = (u32::try_from(a).ok()?, u32::try_from(b).ok()?);
        (a != b).then(|| Self::of_rows(a, b))
    }

    #[inline]
    pub(crate) fn of_rows(a: u32, b: u32) -> Self {
        debug_assert_ne!(a, b);
        Self { key: u64::from(a.min(b)) << 32 | u64::from(a.max(b)) }
    }

    /// The pair of two rows, the lower one first.
    #[inline]
    pub(crate) fn in_order(a: u32, b: u32) -> Self {
        debug_assert!(a < b);
        Self { key: u64::from(a) << 32 | u64::from(b) }
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

/// Whether these are the rows, the smaller one first.
impl PartialEq<(usize, usize)> for Pair {
    fn eq(&self, rows: &(usize, usize)) -> bool {
        (self.a(), self.b()) == *rows
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
        assert_eq!(Pair::of_rows(7, 3), (3, 7));
        assert_ne!(Pair::of_rows(7, 3), (7, 3));
    }

    #[test]
    fn a_row_with_itself_or_beyond_32_bits_makes_no_pair() {
        assert_eq!([Pair::new(7, 7), Pair::new(0, 1 << 32), Pair::new(1 << 32, 0)], [None; 3]);
        assert!(Pair::new(0, u32::MAX as usize).is_some());
    }

    #[test]
    fn pairs_sort_by_a_then_b() {
        let mut pairs = [(2, 3), (1, 9), (1, 2), (0, 70_000)].map(|(a, b)| Pair::of_rows(a, b));
        pairs.sort_unstable();
        assert_eq!(pairs, [(0, 70_000), (1, 2), (1, 9), (2, 3)]);
    }
}
