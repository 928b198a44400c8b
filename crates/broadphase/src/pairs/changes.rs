use crate::{Pair, sorted::cancel_twins};

/// No change.
const NONE: u32 = u32::MAX;

/// What cancels is taken out when there are so many changes more than twice as many as the last time.
const MORE: usize = if cfg!(test) { 4 } else { 64 };

/// How the pairs there are differ from a list of them. A change takes out a pair that is there, or puts in one that is not: two
/// of the same pair cancel.
#[derive(Default)]
pub(super) struct Changes {
    pairs: Vec<Pair>,
    /// How many there were when those that cancel were last taken out.
    settled: usize,
    /// How many more pairs there are than in the list.
    surplus: isize,
    /// By row: its side of the last change of one of its pairs. Sides are numbered, two to a change, the lower row's first.
    last: Vec<u32>,
    /// By side, of the first changes: the row's side of the last change before.
    before: Vec<u32>,
}

geom::clone_in_place!(Changes { pairs, settled, surplus, last, before });

impl Changes {
    /// Adds what began and what ended.
    pub fn add(&mut self, begun: &[Pair], ended: &[Pair]) {
        self.pairs.extend_from_slice(begun);
        self.pairs.extend_from_slice(ended);
        self.surplus += begun.len() as isize - ended.len() as isize;
        if self.pairs.len() > 2 * self.settled + MORE {
            self.settle();
        }
    }

    /// How many there are, of which some may cancel.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// How many more pairs there are than in the list.
    pub fn surplus(&self) -> isize {
        self.surplus
    }

    /// All of them, in any order, some of which may cancel.
    pub fn all(&self) -> &[Pair] {
        &self.pairs
    }

    /// Those that do not cancel, sorted.
    pub fn settled(&mut self) -> &[Pair] {
        if self.pairs.len() > self.settled {
            self.settle();
        }
        &self.pairs
    }

    fn settle(&mut self) {
        self.unlink();
        cancel_twins(&mut self.pairs);
        self.settled = self.pairs.len();
    }

    /// Links the changes of each row, of rows below `rows`, for [`Changes::of`].
    pub fn link(&mut self, rows: usize) {
        if self.last.len() < rows {
            self.last.resize(rows, NONE);
        }
        for pair in &self.pairs[self.before.len() / 2..] {
            for row in [pair.a(), pair.b()] {
                let side = self.before.len() as u32;
                self.before.push(std::mem::replace(&mut self.last[row], side));
            }
        }
    }

    fn unlink(&mut self) {
        for pair in &self.pairs[..self.before.len() / 2] {
            (self.last[pair.a()], self.last[pair.b()]) = (NONE, NONE);
        }
        self.before.clear();
    }

    /// The other rows of the changed pairs of a row, after [`Changes::link`].
    pub fn of(&self, row: u32) -> impl Iterator<Item = u32> {
        let mut side = self.last[row as usize];
        std::iter::from_fn(move || {
            let before = *self.before.get(side as usize)?;
            let pair = self.pairs[side as usize / 2];
            let other = if side.is_multiple_of(2) { pair.b() } else { pair.a() };
            side = before;
            Some(other as u32)
        })
    }

    /// There are none: the list is as the pairs are.
    pub fn clear(&mut self) {
        self.unlink();
        self.pairs.clear();
        (self.settled, self.surplus) = (0, 0);
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<Pair>() + (self.last.capacity() + self.before.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(changes: &Changes, row: u32) -> Vec<u32> {
        let mut others: Vec<u32> = changes.of(row).collect();
        others.sort_unstable();
        others
    }

    #[test]
    fn a_row_has_the_changes_of_its_pairs_until_they_are_taken_in() {
        let (mut changes, pair) = (Changes::default(), Pair::of_rows);
        changes.add(&[pair(1, 3), pair(2, 3)], &[pair(3, 4)]);
        changes.link(6);
        assert_eq!((of(&changes, 3), of(&changes, 1), of(&changes, 0)), (vec![1, 2, 4], vec![3], vec![]));
        changes.add(&[pair(0, 3)], &[]);
        changes.link(6);
        assert_eq!((of(&changes, 3), changes.surplus()), (vec![0, 1, 2, 4], 2));
        changes.clear();
        changes.link(6);
        assert_eq!((of(&changes, 3), changes.surplus()), (vec![], 0));
    }

    #[test]
    fn pairs_that_come_and_go_do_not_add_up() {
        let (mut changes, some) = (Changes::default(), [Pair::of_rows(0, 1), Pair::of_rows(1, 2)]);
        changes.add(&[Pair::of_rows(0, 9)], &[]);
        for _ in 0..100 {
            changes.add(&some, &[]);
            changes.link(10);
            changes.add(&[], &some);
            assert!(changes.len() <= 2 * 3 + MORE, "{}", changes.len());
            changes.link(10);
            assert_eq!(of(&changes, 9), [0]);
        }
        assert_eq!(changes.surplus(), 1);
        assert_eq!(changes.settled(), [Pair::of_rows(0, 9)]);
    }
}
