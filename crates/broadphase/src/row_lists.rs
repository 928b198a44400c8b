//! Short lists of rows are sorted eight at a time, each in a lane of its own: every comparison of a sorting network serves all.

use crate::lanes::{Corners, FEW, LANES, Lanes};
use crate::room::row_of;

/// From here on rows are not told apart: a row is the fraction of a number between one and two, which orders like it.
pub(crate) const MOST_ROWS: usize = 1 << 23;

/// One, whose fraction is nothing.
const ONE: u32 = 0x3f80_0000;

/// Comes after all rows, and has the fraction of the first.
const END: f32 = 2.0;

/// The first [`FEW`] rows of eight lists: place by place, all lists.
pub(crate) struct RowLists([Lanes; FEW]);

impl RowLists {
    /// Of each list the rows in the lower halves of the first `lens` entries, ascending, and behind them the row 0.
    ///
    /// Against sorting list by list by ranks: a query of a dozen hits takes 0.9 of the instructions.
    #[inline]
    pub fn sorted(lists: &[&[u64; FEW]; LANES], lens: &[usize; LANES]) -> Self {
        let lens_in_lanes = Lanes::new(lens.map(|len| len.min(FEW) as f32));
        let mut rows = [Lanes::splat(END); FEW];
        let used = if lens.iter().all(|&len| len <= FEW / 2) { FEW / 2 } else { FEW };
        for first in (0..used).step_by(4) {
            let half = |lists: &[&[u64; FEW]]| {
                let numbers = |list: &[u64; FEW]| {
                    Corners::new(std::array::from_fn(|place| f32::from_bits(row_of(list[first + place]) | ONE)))
                };
                Corners::transpose(std::array::from_fn(|list| numbers(lists[list])))
            };
            let (lower, upper) = (half(&lists[..4]), half(&lists[4..]));
            for (place, (lower, upper)) in (first..).zip(lower.iter().zip(&upper)) {
                let mut lanes = [0.0; LANES];
                lanes[..4].copy_from_slice(lower.as_array());
                lanes[4..].copy_from_slice(upper.as_array());
                let is_there = lens_in_lanes.simd_gt(Lanes::splat(place as f32));
                rows[place] = is_there.select(Lanes::new(lanes), Lanes::splat(END));
            }
        }
        if used < FEW {
            sort_half(&mut rows);
        } else {
            sort_all(&mut rows);
        }
        Self(rows)
    }

    /// The row of this list at this place.
    #[inline]
    pub fn row(&self, list: usize, place: usize) -> usize {
        self.0[place].as_array()[list].to_bits() as usize & (MOST_ROWS - 1)
    }
}

/// Writes out the comparisons, so that the places need not be looked up.
macro_rules! network {
    ($rows:ident: $([$($a:literal $b:literal),+])+) => { $($(
        ($rows[$a], $rows[$b]) = ($rows[$a].fast_min($rows[$b]), $rows[$a].fast_max($rows[$b]));
    )+)+ };
}

/// Sorts the first eight of every lane: 19 comparisons, the fewest there are (Knuth, The Art of Computer Programming 3, §5.3.4).
#[inline]
fn sort_half(rows: &mut [Lanes; FEW]) {
    network! { rows:
        [0 2, 1 3, 4 6, 5 7]
        [0 4, 1 5, 2 6, 3 7]
        [0 1, 2 3, 4 5, 6 7]
        [2 4, 3 5]
        [1 4, 3 6]
        [1 2, 3 4, 5 6]
    }
}

/// Sorts every lane: 60 comparisons, the fewest known (M. W. Green, 1969; ibid.).
#[inline]
fn sort_all(rows: &mut [Lanes; FEW]) {
    network! { rows:
        [0 13, 1 12, 2 15, 3 14, 4 8, 5 6, 7 11, 9 10]
        [0 5, 1 7, 2 9, 3 4, 6 13, 8 14, 10 15, 11 12]
        [0 1, 2 3, 4 5, 6 8, 7 9, 10 11, 12 13, 14 15]
        [0 2, 1 3, 4 10, 5 11, 6 7, 8 9, 12 14, 13 15]
        [1 2, 3 12, 4 6, 5 7, 8 10, 9 11, 13 14]
        [1 4, 2 6, 5 8, 7 10, 9 13, 11 14]
        [2 4, 3 6, 9 12, 11 13]
        [3 5, 6 8, 7 9, 10 12]
        [3 4, 5 6, 7 8, 9 10, 11 12]
        [6 7, 8 9]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A network sorts everything if it sorts all lists of zeros and ones: Knuth, ibid.
    #[test]
    fn every_list_of_two_rows_is_sorted() {
        for len in 0..=FEW {
            for ones in (0u32..1 << len).step_by(LANES) {
                // What stands beyond the end is of no meaning, and so are the upper halves.
                let entry = |list: usize, place: usize| {
                    let ones = ones + list as u32;
                    let row = if place < len { ones >> place & 1 } else { place as u32 * 11 };
                    7 << 32 | u64::from(row)
                };
                let lists: [[u64; FEW]; LANES] =
                    std::array::from_fn(|list| std::array::from_fn(|place| entry(list, place)));
                let sorted = RowLists::sorted(&lists.each_ref(), &[len; LANES]);
                for (list, entries) in lists.iter().enumerate() {
                    let zeros = entries[..len].iter().filter(|&&entry| row_of(entry) == 0).count();
                    for place in 0..FEW {
                        assert_eq!(sorted.row(list, place), usize::from((zeros..len).contains(&place)), "{len} {ones}");
                    }
                }
            }
        }
    }

    #[test]
    fn lists_of_several_lengths_and_the_highest_rows_are_sorted() {
        let row = |list: usize, place: usize| (MOST_ROWS - 1 - (list * 5 + place * 7) % 17) as u64;
        let lists: [[u64; FEW]; LANES] = std::array::from_fn(|list| std::array::from_fn(|place| row(list, place)));
        for lens in [[0, 1, 2, 3, 5, 6, 7, 8], [16, 0, 9, 1, 12, 15, 2, 13], [99, 3, 3, 3, 3, 3, 3, 3]] {
            let sorted = RowLists::sorted(&lists.each_ref(), &lens);
            for (list, (entries, len)) in lists.iter().zip(lens).enumerate() {
                let len = len.min(FEW);
                let mut expected = entries[..len].to_vec();
                expected.sort_unstable();
                assert!((0..len).all(|place| sorted.row(list, place) as u64 == expected[place]), "{lens:?} {list}");
                assert!((len..FEW).all(|place| sorted.row(list, place) == 0));
            }
        }
    }
}
