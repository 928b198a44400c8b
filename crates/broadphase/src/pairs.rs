use crate::Pair;

/// The pairs there are, and how they differ from those before the last update; all sorted.
#[derive(Clone, Default)]
pub(crate) struct Pairs {
    pub current: Vec<Pair>,
    pub begun: Vec<Pair>,
    pub ended: Vec<Pair>,
    /// Room for the pairs found by an update.
    pub found: Vec<Pair>,
    /// Room for the next list, for those it may lose, and for sorting.
    spare: Vec<Pair>,
    doubtful: Vec<Pair>,
    starts: Vec<u32>,
    /// A bit for each row.
    dirty: Vec<u64>,
}

impl Pairs {
    /// There is no change: nothing begins or ends.
    pub fn keep(&mut self) {
        self.begun.clear();
        self.ended.clear();
    }

    /// Replaces all pairs by `found`, in which each occurs once.
    pub fn replace_all(&mut self, rows: usize) {
        self.sort_found(rows);
        difference(&self.current, &self.found, &mut self.ended, &mut self.begun);
        std::mem::swap(&mut self.current, &mut self.found);
        self.found.clear();
    }

    /// Replaces the pairs of the `dirty` rows by `found`, in which each pair has a dirty side and occurs once.
    pub fn replace_of(&mut self, dirty: &[u32], rows: usize) {
        self.sort_found(rows);
        self.dirty.resize(rows.div_ceil(64), 0);
        for &row in dirty {
            self.dirty[row as usize / 64] |= 1 << (row % 64);
        }
        self.split_off_dirty();
        for &row in dirty {
            self.dirty[row as usize / 64] = 0;
        }
        difference(&self.doubtful, &self.found, &mut self.ended, &mut self.begun);
        self.merge_found();
        self.found.clear();
    }

    /// Moves the pairs with a dirty side from `current` to `doubtful` and the others to `spare`, in order.
    fn split_off_dirty(&mut self) {
        let is_dirty = |row: usize| self.dirty[row / 64] >> (row % 64) & 1;
        // Both lists are written to each time and one of them moves on: a branch would be mispredicted at every dirty pair.
        let nothing = Pair::of_rows(0, 1);
        self.spare.clear();
        self.spare.resize(self.current.len() + 1, nothing);
        self.doubtful.clear();
        self.doubtful.resize(self.current.len() + 1, nothing);
        let (mut clean, mut doubtful) = (0, 0);
        for &pair in &self.current {
            let dirty = (is_dirty(pair.a()) | is_dirty(pair.b())) as usize;
            self.spare[clean] = pair;
            self.doubtful[doubtful] = pair;
            clean += 1 - dirty;
            doubtful += dirty;
        }
        self.spare.truncate(clean);
        self.doubtful.truncate(doubtful);
    }

    /// Merges `spare` and the usually much shorter `found` into `current`.
    fn merge_found(&mut self) {
        self.current.clear();
        let mut rest = &self.spare[..];
        for &pair in &self.found {
            let (before, after) = rest.split_at(rest.partition_point(|kept| *kept < pair));
            self.current.extend_from_slice(before);
            self.current.push(pair);
            rest = after;
        }
        self.current.extend_from_slice(rest);
    }

    fn sort_found(&mut self, rows: usize) {
        sort(&mut self.found, &mut self.spare, &mut self.starts, rows);
        debug_assert!(self.found.is_sorted_by(|a, b| a < b), "a pair was found twice");
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        let pairs = [&self.current, &self.begun, &self.ended, &self.found, &self.spare, &self.doubtful];
        pairs.iter().map(|list| list.capacity() * size_of::<Pair>()).sum::<usize>()
            + self.starts.capacity() * size_of::<u32>()
            + self.dirty.capacity() * size_of::<u64>()
    }
}

/// What only `before` has goes to `ended`, what only `after` has to `begun`.
fn difference(before: &[Pair], after: &[Pair], ended: &mut Vec<Pair>, begun: &mut Vec<Pair>) {
    ended.clear();
    begun.clear();
    let (mut old, mut new) = (0, 0);
    while old < before.len() && new < after.len() {
        let (pair, other) = (before[old], after[new]);
        if pair == other {
            (old, new) = (old + 1, new + 1);
        } else if pair < other {
            ended.push(pair);
            old += 1;
        } else {
            begun.push(other);
            new += 1;
        }
    }
    ended.extend_from_slice(&before[old..]);
    begun.extend_from_slice(&after[new..]);
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
        sort_few(&mut back[start..end as usize]);
        start = end as usize;
    }
    std::mem::swap(pairs, back);
}

/// Insertion sort, unless there are many after all. The standard sort's call costs more than sorting three pairs.
fn sort_few(pairs: &mut [Pair]) {
    if pairs.len() > 24 {
        pairs.sort_unstable();
        return;
    }
    for next in 1..pairs.len() {
        let pair = pairs[next];
        let mut place = next;
        while place > 0 && pairs[place - 1] > pair {
            pairs[place] = pairs[place - 1];
            place -= 1;
        }
        pairs[place] = pair;
    }
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
        fn a_few_rows_change_like_all(before in pairs(30), after in pairs(30), dirty in prop::collection::btree_set(0u32..30, 0..9)) {
            let touches = |pair: &Pair| dirty.contains(&(pair.a() as u32)) || dirty.contains(&(pair.b() as u32));
            let after: BTreeSet<Pair> =
                before.iter().filter(|pair| !touches(pair)).chain(after.iter().filter(|pair| touches(pair))).copied().collect();
            let mut all = Pairs { current: before.iter().copied().collect(), ..Pairs::default() };
            let mut few = all.clone();
            all.found = after.iter().copied().collect();
            all.replace_all(30);
            few.found = after.iter().filter(|pair| touches(pair)).copied().collect();
            few.replace_of(&dirty.into_iter().collect::<Vec<u32>>(), 30);
            prop_assert_eq!((few.current, few.begun, few.ended), (all.current, all.begun, all.ended));
        }

        #[test]
        fn begun_and_ended_are_the_differences(before in pairs(30), after in pairs(30)) {
            let mut pairs = Pairs { current: before.iter().copied().collect(), ..Pairs::default() };
            pairs.found = after.iter().copied().collect();
            pairs.replace_all(30);
            prop_assert!(pairs.current.iter().eq(&after));
            prop_assert!(pairs.begun.iter().eq(after.difference(&before)));
            prop_assert!(pairs.ended.iter().eq(before.difference(&after)));
        }
    }

    #[test]
    fn pairs_without_a_dirty_side_stay() {
        let mut pairs = Pairs { current: vec![Pair::new(0, 1), Pair::new(0, 2), Pair::new(1, 2)], ..Pairs::default() };
        pairs.found = vec![Pair::new(2, 3)];
        pairs.replace_of(&[2], 4);
        assert_eq!(pairs.current, [Pair::new(0, 1), Pair::new(2, 3)]);
        assert_eq!(pairs.begun, [Pair::new(2, 3)]);
        assert_eq!(pairs.ended, [Pair::new(0, 2), Pair::new(1, 2)]);
    }
}
