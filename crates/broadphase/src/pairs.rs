use crate::Pair;

/// The pairs there are, and how they differ from those before the last update; all sorted.
#[derive(Clone, Default)]
pub(crate) struct Pairs {
    pub current: Vec<Pair>,
    pub begun: Vec<Pair>,
    pub ended: Vec<Pair>,
    /// Room for the pairs found by an update.
    pub found: Vec<Pair>,
    /// Room for the next list, and for sorting.
    spare: Vec<Pair>,
    starts: Vec<u32>,
}

impl Pairs {
    /// Replaces the pairs of all rows that are `dirty` by `found`, in which each pair has a dirty side and occurs once.
    pub fn replace(&mut self, rows: usize, dirty: impl Fn(usize) -> bool) {
        sort(&mut self.found, &mut self.spare, &mut self.starts, rows);
        debug_assert!(self.found.is_sorted_by(|a, b| a < b), "a pair was found twice");
        self.begun.clear();
        self.ended.clear();
        self.spare.clear();
        self.spare.reserve(self.current.len() + self.found.len());
        let mut found = self.found.iter().copied().peekable();
        for &pair in &self.current {
            while let Some(new) = found.next_if(|new| *new < pair) {
                self.spare.push(new);
                self.begun.push(new);
            }
            if found.next_if_eq(&pair).is_some() || !(dirty(pair.a()) || dirty(pair.b())) {
                self.spare.push(pair);
            } else {
                self.ended.push(pair);
            }
        }
        for new in found {
            self.spare.push(new);
            self.begun.push(new);
        }
        std::mem::swap(&mut self.current, &mut self.spare);
        self.found.clear();
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        let pairs = [&self.current, &self.begun, &self.ended, &self.found, &self.spare];
        pairs.iter().map(|list| list.capacity() * size_of::<Pair>()).sum::<usize>()
            + self.starts.capacity() * size_of::<u32>()
    }
}

/// Sorts pairs of rows below `rows`: many of them in one counting pass by `a`, then each few with the same `a` by `b`.
fn sort(pairs: &mut Vec<Pair>, back: &mut Vec<Pair>, starts: &mut Vec<u32>, rows: usize) {
    if pairs.len() < rows / 4 {
        pairs.sort_unstable();
        return;
    }
    // starts[a] is first the count of a − 1, then where the pairs of `a` start, then where they end.
    starts.clear();
    starts.resize(rows + 1, 0);
    for pair in pairs.iter() {
        starts[pair.a() + 1] += 1;
    }
    for row in 0..rows {
        starts[row + 1] += starts[row];
    }
    back.clear();
    back.resize(pairs.len(), Pair::of_rows(0, 1));
    for &pair in pairs.iter() {
        let next = &mut starts[pair.a()];
        back[*next as usize] = pair;
        *next += 1;
    }
    let mut start = 0;
    for &end in &starts[..rows] {
        back[start..end as usize].sort_unstable();
        start = end as usize;
    }
    std::mem::swap(pairs, back);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn pairs(rows: usize) -> impl Strategy<Value = BTreeSet<Pair>> {
        prop::collection::btree_set(
            (0..rows, 1..rows).prop_map(move |(a, step)| Pair::new(a, (a + step) % rows)),
            0..200,
        )
    }

    proptest! {
        #[test]
        fn sorting_by_counts_equals_sorting_by_comparison(set in pairs(40), seed in any::<u64>()) {
            let mut shuffled: Vec<Pair> = set.iter().copied().collect();
            shuffled.sort_by_key(|pair| (pair.a() as u64 * 40 + pair.b() as u64 + 1).wrapping_mul(seed | 1));
            sort(&mut shuffled, &mut Vec::new(), &mut Vec::new(), 40);
            prop_assert!(shuffled.iter().eq(&set));
        }

        #[test]
        fn begun_and_ended_are_the_differences(before in pairs(30), after in pairs(30)) {
            let mut pairs = Pairs { current: before.iter().copied().collect(), ..Pairs::default() };
            pairs.found = after.iter().copied().collect();
            pairs.replace(30, |_| true);
            prop_assert!(pairs.current.iter().eq(&after));
            prop_assert!(pairs.begun.iter().eq(after.difference(&before)));
            prop_assert!(pairs.ended.iter().eq(before.difference(&after)));
        }
    }

    #[test]
    fn pairs_without_a_dirty_side_stay() {
        let mut pairs = Pairs { current: vec![Pair::new(0, 1), Pair::new(0, 2), Pair::new(1, 2)], ..Pairs::default() };
        pairs.found = vec![Pair::new(2, 3)];
        pairs.replace(4, |row| row == 2);
        assert_eq!(pairs.current, [Pair::new(0, 1), Pair::new(2, 3)]);
        assert_eq!(pairs.begun, [Pair::new(2, 3)]);
        assert_eq!(pairs.ended, [Pair::new(0, 2), Pair::new(1, 2)]);
    }
}
