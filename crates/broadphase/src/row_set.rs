use crate::set_bits::set_bits;
use std::mem::take;

/// How many rows a word holds.
const BITS: usize = u64::BITS as usize;

/// A set of rows that gives them back in order, in O(1) each and a word for every 4096 rows there are: one bit for each row,
/// and one for each word of those that is not empty.
#[derive(Clone, Default)]
pub(crate) struct RowSet {
    words: Vec<u64>,
    in_use: Vec<u64>,
    drained: Vec<u32>,
}

impl RowSet {
    /// Makes room for rows below `rows`; there are none in the set.
    pub fn make_room(&mut self, rows: usize) {
        self.words.resize(rows.div_ceil(BITS), 0);
        self.in_use.resize(rows.div_ceil(BITS * BITS), 0);
    }

    /// Adds a row.
    #[inline]
    pub fn insert(&mut self, row: u32) {
        let (word, bit) = (row as usize / BITS, row as usize % BITS);
        let rows = &mut self.words[word];
        // Rather a branch than to have each row wait for the bit of the one before.
        if *rows == 0 {
            self.in_use[word / BITS] |= 1 << (word % BITS);
        }
        *rows |= 1 << bit;
    }

    /// Takes all rows out, and gives those above `floor`, ascending.
    #[inline]
    pub fn drain_above(&mut self, floor: u32) -> &[u32] {
        self.drained.clear();
        let (floor_word, floor_bit) = (floor as usize / BITS, floor as usize % BITS);
        for (group, in_use) in self.in_use.iter_mut().enumerate() {
            for bit in set_bits(take(in_use)) {
                let word = group * BITS + bit;
                let rows = take(&mut self.words[word]);
                let above = match word.cmp(&floor_word) {
                    std::cmp::Ordering::Less => 0,
                    std::cmp::Ordering::Equal => rows & !1 << floor_bit,
                    std::cmp::Ordering::Greater => rows,
                };
                set_bits(above).for_each(|bit| self.drained.push((word * BITS + bit) as u32));
            }
        }
        &self.drained
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        (self.words.capacity() + self.in_use.capacity()) * size_of::<u64>() + self.drained.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn rows_come_back_once_in_order_and_only_above_the_floor(
            rounds in prop::collection::vec((prop::collection::vec(0u32..20_000, 0..80), 0u32..20_000), 1..6),
        ) {
            let mut set = RowSet::default();
            set.make_room(20_000);
            for (rows, floor) in rounds {
                // Some around the floor, where one word is divided.
                let near = (floor.saturating_sub(2)..floor + 3).filter(|&row| row < 20_000);
                let rows: Vec<u32> = rows.into_iter().chain(near).collect();
                rows.iter().for_each(|&row| set.insert(row));
                let expected: BTreeSet<u32> = rows.into_iter().filter(|&row| row > floor).collect();
                prop_assert!(set.drain_above(floor).iter().eq(&expected));
            }
        }
    }
}
