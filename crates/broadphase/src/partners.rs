use crate::{
    Pair,
    pair_sort::{MOST_PARTS, ROWS_AT_ONCE, count_sort, rows_of_part},
};
use std::ops::Range;

/// So many rows have one number that tells where their pairs start. A search among all pairs waits for the memory a dozen times,
/// for each row that is looked up.
const ROWS_OF_FIRST: usize = 8;

/// Of a list of pairs the lower rows, by the greater ones: with the list itself, which is sorted by the lower rows, all
/// pairs of a row can be looked up.
#[derive(Default)]
pub(crate) struct Partners {
    /// By greater row: where its partners end.
    ends: Vec<u32>,
    lower: Vec<u32>,
    /// By [`ROWS_OF_FIRST`] rows: how many pairs have a lower row below them.
    firsts: Vec<u32>,
    is_sorted: bool,
}

geom::clone_in_place!(Partners { ends, lower, firsts, is_sorted });

impl Partners {
    /// Forgets the list.
    pub fn clear(&mut self) {
        self.is_sorted = false;
    }

    /// Sorts `pairs`, fewer than 2³² of them, by their greater rows, in O(n), unless it was done since [`Partners::clear`];
    /// `room` is room.
    ///
    /// A list of a million rows is parted by the greater rows first, as when [pairs are sorted](crate::pair_sort).
    pub fn sort_once(&mut self, pairs: &[Pair], room: &mut Vec<Pair>) {
        if self.is_sorted {
            return;
        }
        let rows = pairs.iter().map(|pair| pair.b() + 1).max().unwrap_or(0);
        self.ends.clear();
        self.ends.resize(rows, 0);
        self.lower.clear();
        // It is seldom made: where pairs hover around their greatest number, a few more are no reason to grow.
        if self.lower.capacity() < pairs.len() {
            self.lower.reserve(pairs.len() + pairs.len() / 8);
        }
        self.lower.resize(pairs.len(), 0);
        if rows <= ROWS_AT_ONCE {
            self.sort_part(pairs, 0..rows, 0);
        } else {
            let rows_of_part = rows_of_part(rows);
            let shift = rows_of_part.trailing_zeros();
            let mut ends = [0; MOST_PARTS];
            room.clear();
            room.resize(pairs.len(), Pair::of_rows(0, 1));
            count_sort(pairs, room, &mut ends, |pair| pair.b() >> shift);
            let mut start = 0;
            for (first, end) in (0..rows).step_by(rows_of_part).zip(ends) {
                self.sort_part(&room[start..end as usize], first..rows.min(first + rows_of_part), start as u32);
                start = end as usize;
            }
        }
        self.firsts.clear();
        for (before, pair) in (0..).zip(pairs) {
            if self.firsts.len() <= pair.a() / ROWS_OF_FIRST {
                self.firsts.resize(pair.a() / ROWS_OF_FIRST + 1, before);
            }
        }
        self.is_sorted = true;
    }

    /// Sorts pairs with a greater row of these, which come after so many others.
    fn sort_part(&mut self, pairs: &[Pair], rows: Range<usize>, before: u32) {
        let first = rows.start;
        let ends = &mut self.ends[rows];
        for pair in pairs {
            ends[pair.b() - first] += 1;
        }
        // Where a row's partners start; filling them in moves that on to where they end.
        let mut start = before;
        for end in ends.iter_mut() {
            start += std::mem::replace(end, start);
        }
        for pair in pairs {
            let next = &mut ends[pair.b() - first];
            self.lower[*next as usize] = pair.a() as u32;
            *next += 1;
        }
    }

    /// The pairs of the list, given anew, whose lower row this is.
    pub fn above<'a>(&self, row: u32, pairs: &'a [Pair]) -> impl Iterator<Item = &'a Pair> {
        let (row, group) = (row as usize, row as usize / ROWS_OF_FIRST);
        let first = |group: usize| self.firsts.get(group).map_or(pairs.len(), |&first| first as usize);
        let start = first(group);
        let before = pairs[start..first(group + 1)].partition_point(|pair| pair.a() < row);
        pairs[start + before..].iter().take_while(move |pair| pair.a() == row)
    }

    /// The lower rows that a row is paired with, ascending.
    pub fn of(&self, row: u32) -> &[u32] {
        let row = row as usize;
        let Some(&end) = self.ends.get(row) else { return &[] };
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.lower[start as usize..end as usize]
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        (self.ends.capacity() + self.lower.capacity() + self.firsts.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_its_lower_partners() {
        let mut partners = Partners::default();
        let mut room = Vec::new();
        let pairs = [Pair::of_rows(0, 3), Pair::of_rows(0, 5), Pair::of_rows(1, 3), Pair::of_rows(3, 5)];
        partners.sort_once(&pairs, &mut room);
        assert_eq!((partners.of(3), partners.of(5)), (&[0, 1][..], &[0, 3][..]));
        assert!(partners.of(0).is_empty() && partners.of(4).is_empty() && partners.of(9).is_empty());
        partners.clear();
        partners.sort_once(&[Pair::of_rows(1, 2)], &mut room);
        assert_eq!(partners.of(2), [1]);
    }

    #[test]
    fn rows_of_a_list_that_is_parted_have_their_lower_partners() {
        let rows = 3 * ROWS_AT_ONCE as u32 + 7;
        let mut pairs: Vec<Pair> =
            (1..rows).flat_map(|row| [row / 2, row / 3 * 2].map(|lower| Pair::of_rows(lower, row))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let (mut partners, mut room) = (Partners::default(), Vec::new());
        partners.sort_once(&pairs, &mut room);
        for row in 0..rows {
            let mut lower = if row == 0 { vec![] } else { vec![row / 2, row / 3 * 2] };
            lower.sort_unstable();
            lower.dedup();
            assert_eq!(partners.of(row), lower, "{row}");
        }
    }
}
