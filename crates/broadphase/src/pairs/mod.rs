mod by_row;
mod changes;
mod in_place;
mod memory;

use crate::{
    Pair,
    found_pairs::FoundPairs,
    pair_sort::ROWS_AT_ONCE,
    parallel,
    partners::Partners,
    row_set::RowSet,
    sorted::{cancel_twins, difference, symmetric_difference},
    together::Together,
};
use by_row::DIRTY;
use changes::Changes;
use in_place::Stretch;
use memory::take_over;
use std::sync::OnceLock;

/// Changes are taken into the list of all pairs when there is more than one of them for so many pairs. More often costs copies
/// of the list, less often costs steps that look through many changes.
const PAIRS_PER_CHANGE: usize = if cfg!(test) { 6 } else { 32 };

/// The same while pairs are replaced by row, which looks through no others' changes, and needs partners that have to be sorted
/// anew for another list.
const PAIRS_PER_CHANGE_BY_ROW: usize = if cfg!(test) { 4 } else { 8 };

/// Proxies are few when there are more than so many pairs for each dirty one: the pairs of few are looked up by their lower rows
/// at once, till it is calm ([`CALM`]) and they are replaced by row; all are looked through for those with greater rows.
/// So are those of others.
const PAIRS_PER_LOOKUP: usize = if cfg!(test) { 16 } else { 256 };

/// The same where partners are sorted in the cache, for a third of the instructions. Of 10 000 proxies, of which one in ten moves,
/// a step takes 0.65 of the instructions; of 100 000 it took 1.1 of the time.
const PAIRS_PER_LOOKUP_IN_CACHE: usize = if cfg!(test) { 16 } else { 24 };

/// How many updates in a row must be of few proxies before partners are sorted for looking them up: that costs as much as looking
/// through all pairs three times.
const CALM: u32 = if cfg!(test) { 1 } else { 3 };

/// Few proxies that are the lower side of more than one in so many pairs: looking through all of them finds theirs in order, and
/// else they would have to be sorted.
const LOOKED_UP_SHARE: usize = 16;

/// Fewer pairs than this to compare are not worth another thread.
const LEAST_PART: usize = if cfg!(test) { 16 } else { 4096 };

/// The pairs there are, and how they differ from those before the last update; all sorted.
#[derive(Default)]
pub(crate) struct Pairs {
    begun: Vec<Pair>,
    ended: Vec<Pair>,
    /// There were none before: what began is the base.
    all_began: bool,
    /// All pairs as they were some updates ago.
    base: Vec<Pair>,
    /// What makes of them those there are.
    changes: Changes,
    /// All pairs there are, if somebody asked for them while there were changes to the base.
    listed: OnceLock<Vec<Pair>>,
    /// Whether somebody asked for all pairs since the last update: then they are kept up to date.
    is_read: OnceLock<()>,
    /// The other sides of the base's pairs, by their greater row.
    partners: Partners,
    /// How many updates in a row were of few proxies, and nobody asked for all pairs.
    calm: u32,
    /// Those found by an update; room between updates.
    found: FoundPairs,
    /// By part of the work: what pairs are compared with in place.
    stretches: Vec<Stretch>,
    /// Room for the next list, and for sorting.
    spare: Vec<Pair>,
    /// Room for the pairs that an update may end.
    doubtful: Vec<Pair>,
    /// Those that one thread finds gone while another looks at the first half of all.
    ended_behind: Vec<Pair>,
    starts: Vec<u32>,
    /// By row: [`DIRTY`] for a dirty one, only during an update. Bytes, which are looked up by one load: 0.6 of the time of bits.
    marks: Vec<u8>,
}

geom::clone_in_place!(
    Pairs { begun, ended, all_began, base, changes, listed, is_read, partners, calm }
    room { found, stretches, spare, doubtful, ended_behind, starts, marks }
);

impl Pairs {
    /// All pairs there are.
    pub fn current(&self) -> &[Pair] {
        self.is_read.get_or_init(|| ());
        if self.changes.is_empty() {
            return &self.base;
        }
        self.listed.get_or_init(|| {
            let (mut changed, mut listed) = (self.changes.all().to_vec(), Vec::new());
            cancel_twins(&mut changed);
            symmetric_difference(&self.base, &changed, &mut listed);
            listed
        })
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.base.len().strict_add_signed(self.changes.surplus())
    }

    /// The pairs that the last update found new.
    pub fn begun(&self) -> &[Pair] {
        if self.all_began { &self.base } else { &self.begun }
    }

    /// The pairs that the last update found gone.
    pub fn ended(&self) -> &[Pair] {
        &self.ended
    }

    /// Forgets all pairs.
    pub fn clear(&mut self) {
        for list in [&mut self.base, &mut self.begun, &mut self.ended] {
            list.clear();
        }
        self.changes.clear();
        self.all_began = false;
        self.listed.take();
        self.partners.clear();
        self.calm = 0;
    }

    /// There is no change: nothing begins or ends.
    pub fn keep(&mut self) {
        self.all_began = false;
        self.begun.clear();
        self.ended.clear();
    }

    /// Makes room for about as many pairs as are found next, lest their list is copied each time it has grown to twice its length:
    /// as much as growing so would end with, if there are no fewer than three quarters of them. A list of a quarter of it stays
    /// as it is, lest a guess that changes from step to step allocates.
    pub fn expect(&mut self, pairs: usize) {
        let room = (pairs - pairs / 4).next_power_of_two();
        if self.found.all.capacity() < room / 4 {
            self.found.all.reserve_exact(room);
        }
    }

    /// Notes what `find` appends to a list for each of so many parts of the work, pairs of rows below `rows`, and sorts it.
    pub fn find(&mut self, parts: usize, rows: usize, find: impl Fn(usize, &mut Vec<Pair>) + Sync) {
        self.find_together(parts, rows, |part, found, _| find(part, found));
    }

    /// [`Pairs::find`]; each part has room for looking up several rows together.
    pub fn find_together(
        &mut self,
        parts: usize,
        rows: usize,
        find: impl Fn(usize, &mut Vec<Pair>, &mut Together) + Sync,
    ) {
        let Self { base, found, spare, starts, .. } = self;
        found.find_and_sort(parts, rows, (base, spare, starts), |part, found, room| {
            find(part, found, &mut room.together);
        });
    }

    /// [`Pairs::find`], of pairs that are found in order. Each part may use an empty set of rows, and must leave it empty.
    pub fn find_in_order(&mut self, parts: usize, find: impl Fn(usize, &mut Vec<Pair>, &mut RowSet) + Sync) {
        self.found.find(parts, |part, found, room| find(part, found, &mut room.partners));
        debug_assert!(self.found.all.is_sorted_by(|a, b| a < b), "a pair was found twice, or not in its place");
    }

    /// [`Pairs::find`] that finds nothing.
    pub fn find_none(&mut self) {
        self.found.all.clear();
    }

    /// [`Pairs::find`] for a first list, which is given to each part of the work that finds all pairs in order.
    pub fn find_in_order_from(
        &mut self,
        parts: usize,
        rows: usize,
        find_some: impl Fn(usize, &mut Vec<Pair>) + Sync,
        find_all: impl Fn(usize, &[Pair], &mut Vec<Pair>) + Sync,
    ) {
        self.find(parts, rows, find_some);
        std::mem::swap(&mut self.found.all, &mut self.doubtful);
        let some = &self.doubtful;
        self.found.find(parts, |part, found, _| find_all(part, some, found));
        debug_assert!(self.found.all.is_sorted_by(|a, b| a < b), "a pair was found twice, or not in its place");
    }

    /// Whether the list of all is not up to date.
    #[cfg(test)]
    pub fn has_changes(&self) -> bool {
        !self.changes.is_empty()
    }

    /// Whether there are more than so many pairs a row.
    pub fn are_many(&self, rows: usize, of_row: usize) -> bool {
        self.len() > rows * of_row
    }

    /// Replaces all pairs by those found, each of them once.
    pub fn replace_all(&mut self) {
        self.take_changes_in();
        self.all_began = self.base.is_empty();
        if self.all_began {
            self.ended.clear();
        } else {
            self.compare_all();
        }
        take_over(&mut self.base, &mut self.found.all);
        self.partners.clear();
        self.calm = 0;
    }

    /// Tells what began and ended of all pairs; threads share it in halves.
    fn compare_all(&mut self) {
        let Self { base, found, begun, ended, ended_behind, doubtful, .. } = self;
        if parallel::parts(base.len(), LEAST_PART) == 1 {
            difference(base, &found.all, ended, begun);
            return;
        }
        let half = base.len() / 2;
        let (old, new) =
            (base.split_at(half), found.all.split_at(found.all.partition_point(|pair| *pair < base[half])));
        parallel::both(
            true,
            || difference(old.0, new.0, ended, begun),
            || difference(old.1, new.1, ended_behind, doubtful),
        );
        ended.extend_from_slice(ended_behind);
        begun.extend_from_slice(doubtful);
    }

    /// Whether the pairs of so many dirty rows of all are to be [replaced by row](Pairs::replace_by_row): asked once an update.
    pub fn goes_by_row(&mut self, dirty: usize, rows: usize) -> bool {
        let pairs_per_lookup = if rows <= ROWS_AT_ONCE { PAIRS_PER_LOOKUP_IN_CACHE } else { PAIRS_PER_LOOKUP };
        let few = dirty * pairs_per_lookup < self.base.len();
        self.calm = if few { self.calm.saturating_add(1) } else { 0 };
        // To sort partners takes as long as there are rows.
        let is_dense = rows / 8 <= self.base.len();
        self.calm > CALM && is_dense && u32::try_from(self.base.len()).is_ok()
    }

    /// Replaces the pairs of the `dirty` rows by those found, each of which has a dirty side and was found once.
    pub fn replace_of(&mut self, dirty: &[u32], rows: usize) {
        self.marks.resize(rows, 0);
        for &row in dirty {
            self.marks[row as usize] = DIRTY;
        }
        self.collect_doubtful(dirty);
        for &row in dirty {
            self.marks[row as usize] = 0;
        }
        difference(&self.doubtful, &self.found.all, &mut self.ended, &mut self.begun);
        self.note_changes(PAIRS_PER_CHANGE);
    }

    /// Writes the pairs with a dirty side to `doubtful`, in order.
    fn collect_doubtful(&mut self, dirty_rows: &[u32]) {
        let Self { base, changes, ended, doubtful, spare, marks, calm, .. } = self;
        let has_dirty = |pair: &Pair| marks[pair.a()] | marks[pair.b()] != 0;
        doubtful.clear();
        let few = *calm > 0;
        if few {
            for &row in dirty_rows {
                let first = base.partition_point(|pair| pair.a() < row as usize);
                doubtful.extend(base[first..].iter().take_while(|pair| pair.a() == row as usize));
            }
        }
        if few && doubtful.len() <= base.len() / LOOKED_UP_SHARE {
            // Those with two dirty sides were found by the first.
            let is_left = |pair: &&Pair| marks[pair.a()] == 0 && marks[pair.b()] != 0;
            for some in base.chunks(8) {
                if some.iter().fold(0, |any, pair| any | marks[pair.b()]) != 0 {
                    doubtful.extend(some.iter().filter(is_left));
                }
            }
            doubtful.sort_unstable();
        } else {
            doubtful.clear();
            // Eight at a time, since most eights hold none and one branch that is seldom taken costs little.
            for some in base.chunks(8) {
                if some.iter().fold(0, |any, pair| any | marks[pair.a()] | marks[pair.b()]) != 0 {
                    doubtful.extend(some.iter().filter(|pair| has_dirty(pair)));
                }
            }
        }
        // The list of the last update serves as room.
        let changed = ended;
        changed.clear();
        changed.extend(changes.all().iter().filter(|pair| has_dirty(pair)));
        if !changed.is_empty() {
            cancel_twins(changed);
            symmetric_difference(doubtful, changed, spare);
            take_over(doubtful, spare);
        }
    }

    /// Adds what began and ended to the changes of the base, which takes them in when there is more than one for so many pairs.
    fn note_changes(&mut self, pairs_per_change: usize) {
        self.all_began = false;
        self.changes.add(&self.begun, &self.ended);
        self.listed.take();
        if self.is_read.take().is_some() {
            self.take_changes_in();
            self.calm = 0;
        } else if self.changes.len() > self.base.len() / pairs_per_change {
            self.take_changes_in();
        }
    }

    /// Takes the changes into the base.
    fn take_changes_in(&mut self) {
        if self.changes.is_empty() {
            return;
        }
        symmetric_difference(&self.base, self.changes.settled(), &mut self.spare);
        take_over(&mut self.base, &mut self.spare);
        self.changes.clear();
        self.listed.take();
        self.partners.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    const ROWS: usize = 30;

    fn pairs() -> impl Strategy<Value = BTreeSet<Pair>> {
        let pair = (0..ROWS as u32, 1..ROWS as u32).prop_map(|(a, step)| Pair::of_rows(a, (a + step) % ROWS as u32));
        prop::collection::btree_set(pair, 0..300)
    }

    fn arrow(from: u32, to: u32) -> Pair {
        Pair::of_key(u64::from(from) << 32 | u64::from(to))
    }

    /// What there is next, whose pairs change (those of all rows when there are none), whether all pairs are read, and whether
    /// there pass for far more rows than pairs.
    fn update() -> impl Strategy<Value = (BTreeSet<Pair>, BTreeSet<u32>, bool, bool)> {
        let dirty = prop::collection::btree_set(0..ROWS as u32, 0..4);
        (pairs(), dirty, prop::bool::weighted(0.2), prop::bool::weighted(0.3))
    }

    proptest! {
        #[test]
        fn any_updates_change_the_pairs_like_a_set(updates in prop::collection::vec(update(), 1..40)) {
            let (mut pairs, mut before) = (Pairs::default(), BTreeSet::new());
            for (next, dirty, is_read, is_sparse) in updates {
                let touches = |pair: &&Pair| dirty.is_empty() || [pair.a(), pair.b()].iter().any(|&row| dirty.contains(&(row as u32)));
                let after: BTreeSet<Pair> =
                    before.iter().filter(|pair| !touches(pair)).chain(next.iter().filter(touches)).copied().collect();
                let rows: Vec<u32> = dirty.iter().rev().copied().collect();
                let by_row = !dirty.is_empty() && pairs.goes_by_row(rows.len(), if is_sparse { 8 * 1000 } else { ROWS });
                prop_assert!(!(by_row && is_sparse));
                if by_row {
                    let arrows = |&row: &u32| next.iter().filter_map(move |pair| match (pair.a() as u32, pair.b() as u32) {
                        (a, b) if a == row => Some(arrow(row, b)),
                        (a, b) if b == row => Some(arrow(row, a)),
                        _ => None,
                    });
                    pairs.find_by_row(1, |_, found, _| found.extend(rows.iter().flat_map(arrows)));
                    pairs.replace_by_row(&rows, ROWS);
                } else {
                    pairs.find(1, ROWS, |_, found| found.extend(next.iter().filter(touches).rev()));
                    if dirty.is_empty() {
                        pairs.replace_all();
                    } else {
                        pairs.replace_of(&rows, ROWS);
                    }
                }
                prop_assert!(pairs.begun().iter().eq(after.difference(&before)));
                prop_assert!(pairs.ended().iter().eq(before.difference(&after)));
                prop_assert_eq!(pairs.len(), after.len());
                let pairs_per_change = if by_row { PAIRS_PER_CHANGE_BY_ROW } else { PAIRS_PER_CHANGE };
                prop_assert!(pairs.changes.len() <= pairs.base.len() / pairs_per_change);
                if is_read {
                    prop_assert!(pairs.current().iter().eq(&after));
                }
                before = after;
            }
            prop_assert!(pairs.current().iter().eq(&before));
        }
    }

    #[test]
    fn pairs_without_a_dirty_side_stay() {
        let mut pairs =
            Pairs { base: vec![Pair::of_rows(0, 1), Pair::of_rows(0, 2), Pair::of_rows(1, 2)], ..Pairs::default() };
        pairs.find(1, 4, |_, found| found.push(Pair::of_rows(2, 3)));
        pairs.replace_of(&[2], 4);
        assert_eq!(pairs.current(), [Pair::of_rows(0, 1), Pair::of_rows(2, 3)]);
        assert_eq!(pairs.begun(), [Pair::of_rows(2, 3)]);
        assert_eq!(pairs.ended(), [Pair::of_rows(0, 2), Pair::of_rows(1, 2)]);
    }
}
