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
    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        let lists = [&self.begun, &self.ended, &self.found, &self.had, &self.changed, &self.settled];
        size_of::<Self>() + lists.into_iter().map(|list| list.capacity() * size_of::<Pair>()).sum::<usize>()
    }
}

/// Updates of proxies that meet many others: pairs are found in order, lower row by lower row, and compared with those of the
/// list where these stand. Nothing is sorted, and what stays is not written again.
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
        // A row above all dirty ones has no pair with a dirty side above it.
        let rows = dirty.iter().max().map_or(0, |&last| last as usize + 1);
        let (changed, others) = (changes.settled(), &found.all[..]);
        parallel::for_each(&mut stretches[..parts], |number, stretch| {
            let share = parallel::share(rows, number, parts);
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
