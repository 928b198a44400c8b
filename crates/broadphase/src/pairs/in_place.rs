use super::{PAIRS_PER_CHANGE, Pairs, by_row::DIRTY};
use crate::{
    Pair, parallel,
    sorted::{append_difference, count_below, symmetric_difference},
};

/// What a part of the rows needs while its pairs are compared in place.
#[derive(Clone, Default)]
pub(super) struct Stretch {
    begun: Vec<Pair>,
    ended: Vec<Pair>,
    /// Room for those a row has now.
    found: Vec<Pair>,
    /// Room for those it had, and for their changes.
    had: Vec<Pair>,
    changed: Vec<Pair>,
    settled: Vec<Pair>,
}

impl Stretch {
    fn lists(&self) -> [&Vec<Pair>; 6] {
        [&self.begun, &self.ended, &self.found, &self.had, &self.changed, &self.settled]
    }

    /// Makes room in each list for so many pairs.
    fn reserve(&mut self, most: [usize; 6]) {
        let lists =
            [&mut self.begun, &mut self.ended, &mut self.found, &mut self.had, &mut self.changed, &mut self.settled];
        for (list, most) in lists.into_iter().zip(most) {
            // Exactly: two that grow by doubling past each other would never stop.
            list.reserve_exact(most.saturating_sub(list.len()));
        }
    }

    /// How many pairs there is room for.
    pub fn holds(&self) -> usize {
        self.lists().iter().map(|list| list.capacity()).sum()
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.holds() * size_of::<Pair>()
    }
}

/// Updates of proxies that meet many others: pairs are found in order, lower row by lower row, and compared with those of the
/// list where these stand. Nothing of it is sorted, and what stays is not written again as long as changes are few and nobody
/// reads the list.
impl Pairs {
    /// Replaces the pairs of the `dirty` rows by those that `find` appends to a list, which it is told the lower rows for one
    /// after the other, with those of the pairs found before, sorted, that are of that row. They are to be in order, and have a
    /// dirty side.
    pub fn replace_in_place(
        &mut self,
        dirty: &[u32],
        rows: usize,
        parts: usize,
        find: impl Fn(u32, &[Pair], &mut Vec<Pair>) + Sync,
    ) {
        self.marks.resize(rows, 0);
        for &row in dirty {
            self.marks[row as usize] = DIRTY;
        }
        let Self { begun, ended, base, changes, found, stretches, marks, .. } = self;
        if stretches.len() < parts {
            stretches.resize_with(parts, Stretch::default);
        }
        // Where pairs begin and end changes from step to step: each stretch has room for as many as any of them had before.
        let most = stretches.iter().fold([0; 6], |most, stretch| {
            let capacities = stretch.lists().map(Vec::capacity);
            std::array::from_fn(|list| most[list].max(capacities[list]))
        });
        stretches[..parts].iter_mut().for_each(|stretch| stretch.reserve(most));
        // A row above all dirty ones has no pair with a dirty side above it.
        let rows_below = dirty.iter().max().map_or(0, |&last| last as usize + 1);
        let (changed, others) = (changes.settled(), &found.all[..]);
        parallel::for_each(&mut stretches[..parts], |number, stretch| {
            let share = parallel::share(rows_below, number, parts);
            let mut lists = [&base[..], changed, others].map(|list| &list[below_row(list, share.start)..]);
            stretch.begun.clear();
            stretch.ended.clear();
            for row in share {
                let [had, changed, others] = lists.each_mut().map(|list| {
                    let (of_row, rest) = list.split_at(below_row(list, row + 1));
                    *list = rest;
                    of_row
                });
                stretch.found.clear();
                find(row as u32, others, &mut stretch.found);
                // All pairs of a dirty row, of others those with dirty ones.
                let marks = (marks[row] == 0).then_some(&marks[..]);
                stretch.compare(had, changed, marks);
            }
        });
        match &mut stretches[..parts] {
            [stretch] => {
                std::mem::swap(begun, &mut stretch.begun);
                std::mem::swap(ended, &mut stretch.ended);
            }
            stretches => {
                begun.clear();
                ended.clear();
                for stretch in stretches {
                    begun.extend_from_slice(&stretch.begun);
                    ended.extend_from_slice(&stretch.ended);
                }
            }
        }
        for &row in dirty {
            self.marks[row as usize] = 0;
        }
        self.calm = 0;
        self.note_changes(PAIRS_PER_CHANGE);
    }
}

impl Stretch {
    /// Adds what began and ended of a row that had these pairs of the base and these changes, of which those count whose greater
    /// rows have marks, if there are any.
    fn compare(&mut self, had: &[Pair], changed: &[Pair], marks: Option<&[u8]>) {
        let Self { begun, ended, found, had: room, changed: changed_room, settled } = self;
        let had = kept(had, marks, room);
        let changed = kept(changed, marks, changed_room);
        let had = if changed.is_empty() {
            had
        } else {
            symmetric_difference(had, changed, settled);
            settled
        };
        append_difference(had, found, ended, begun);
    }
}

/// How many of the sorted pairs have a lower row below this.
fn below_row(pairs: &[Pair], row: usize) -> usize {
    count_below(pairs, Pair::of_key((row as u64) << 32))
}

/// Those of the pairs whose greater rows have marks, if there are any: no branch for each.
fn kept<'a>(pairs: &'a [Pair], marks: Option<&[u8]>, room: &'a mut Vec<Pair>) -> &'a [Pair] {
    let Some(marks) = marks else { return pairs };
    if room.len() < pairs.len() {
        room.resize(pairs.len(), Pair::of_rows(0, 1));
    }
    let mut len = 0;
    for &pair in pairs {
        room[len] = pair;
        len += usize::from(marks[pair.b()] != 0);
    }
    &room[..len]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows that each part has a third of, all of them paired with each other in every second update.
    #[test]
    fn parts_take_no_more_room_where_others_had_as_much_before() {
        const ROWS: u32 = 30;
        let (mut pairs, mut bytes) = (Pairs::default(), 0);
        for round in 0..12 {
            let rows = round / 2 % 3 * 10..round / 2 % 3 * 10 + 10;
            let dirty: Vec<u32> = rows.clone().chain([ROWS - 1]).collect();
            pairs.replace_in_place(&dirty, ROWS as usize, 3, |row, _, found| {
                if round % 2 == 0 && rows.contains(&row) {
                    found.extend((row + 1..rows.end).map(|other| Pair::of_rows(row, other)));
                }
            });
            assert_eq!(pairs.len(), if round % 2 == 0 { 45 } else { 0 });
            let held = pairs.stretches.iter().map(Stretch::bytes).sum();
            // The first update's room is given to all stretches by the second, that of which its pairs end by the third.
            if round == 2 {
                bytes = held;
            }
            assert!(round < 2 || held == bytes, "{bytes} bytes, in round {round} {held}");
        }
        pairs.release_room(45);
        assert_eq!(pairs.stretches.len(), 3, "each has room for some twice as many");
        pairs.release_room(0);
        assert!(pairs.stretches.is_empty());
    }
}
