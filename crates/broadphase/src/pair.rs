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

/// The rows, the smaller one first: as the batches of `sat-simd` name two shapes of a set that has them in the order of rows.
///
/// ```
/// use broadphase::{BroadPhase, Proxy};
/// use sat_simd::batch::{self, PairMask, PairPlan, ShapeSet};
/// use sat_simd::{Pose, Shape, Vec2};
///
/// let (mut broad_phase, mut shapes) = (BroadPhase::new(), ShapeSet::new());
/// let disc = Shape::circle(0.5)?;
/// for at in [[0.0, 0.0], [0.8, 0.8], [0.5, 0.0]].map(Vec2::from) {
///     let pose = Pose::from_translation(at);
///     broad_phase.insert(&Proxy::of_circle(disc.bounding_circle().posed(&pose)))?;
///     shapes.push(&disc, &pose)?;
/// }
/// broad_phase.update_pairs();
/// let pairs: Vec<(u32, u32)> = broad_phase.pairs().iter().map(|&pair| pair.into()).collect();
/// assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
/// let mut touch = PairMask::new();
/// batch::overlaps(&shapes, &pairs, 0.0, &mut PairPlan::new(), &mut touch)?;
/// assert_eq!(touch.iter().collect::<Vec<_>>(), [false, true, true]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl From<Pair> for (u32, u32) {
    #[inline]
    fn from(pair: Pair) -> Self {
        ((pair.key >> 32) as u32, pair.key as u32)
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
    fn the_rows_of_a_pair_are_those_in_32_bits() {
        let pair = Pair::of_rows(u32::MAX, 3);
        assert_eq!(<(u32, u32)>::from(pair), (3, u32::MAX));
        assert_eq!((pair.a(), pair.b()), (3, u32::MAX as usize));
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
