mod memory;

use crate::{
    Pair,
    found_pairs::FoundPairs,
    pair_sort::sort,
    partners::Partners,
    row_set::RowSet,
    sorted::{difference, merge, replace},
};
use memory::take_over;
use std::sync::OnceLock;

/// Changes are taken into the list of all pairs when there is more than one of them for so many pairs. More often costs copies
/// of the list, and partners sorted again, less often costs steps that look through many changes. Instructions a step of 10 000
/// proxies, one in a hundred moving: 88 000, against 90 000 with 64; of 100 000 922 000 against 1 009 000.
const PAIRS_PER_CHANGE: usize = if cfg!(test) { 4 } else { 32 };

/// Pairs are looked up proxy by proxy when there are more than so many for each dirty proxy: by their lower rows at once, by their
/// greater ones when it is calm ([`CALM`]), till then all are looked through for these.
const PAIRS_PER_LOOKUP: usize = if cfg!(test) { 16 } else { 256 };

/// How many updates in a row must be of few proxies, and leave the base as it is, before partners are sorted for looking them
/// up: that costs as much as looking through all pairs three times.
const CALM: u32 = if cfg!(test) { 1 } else { 3 };

/// Few proxies that are the lower side of more than one in so many pairs: looking through all of them finds theirs in order, and
/// else they would have to be sorted.
const LOOKED_UP_SHARE: usize = 16;

/// The pairs there are, and how they differ from those before the last update; all sorted.
#[derive(Clone, Default)]
pub(crate) struct Pairs {
    begun: Vec<Pair>,
    ended: Vec<Pair>,
    /// There were none before: what began is the base.
    all_began: bool,
    /// All pairs as they were some updates ago: with `added` and without `removed` they are those there are.
    base: Vec<Pair>,
    added: Vec<Pair>,
    removed: Vec<Pair>,
    /// All pairs there are, if somebody asked for them while there were changes to the base.
    listed: OnceLock<Vec<Pair>>,
    /// Whether somebody asked for all pairs since the last update: then they are kept up to date.
    is_read: OnceLock<()>,
    /// The other sides of the base's pairs, by their greater row.
    partners: Partners,
    /// How many updates in a row were of few proxies and left the base as it is.
    calm: u32,
    /// Those found by an update; room between updates.
    found: FoundPairs,
    /// Room for the next list, and for sorting.
    spare: Vec<Pair>,
    /// Room for the pairs that an update may end.
    doubtful: Vec<Pair>,
    starts: Vec<u32>,
    /// By row: 1 for a dirty one, only during an update. Bytes, which are looked up by one load: 0.6 of the time of bits.
    dirty: Vec<u8>,
}

impl Pairs {
    /// All pairs there are.
    pub fn current(&self) -> &[Pair] {
        self.is_read.get_or_init(|| ());
        if self.added.is_empty() && self.removed.is_empty() {
            return &self.base;
        }
        self.listed.get_or_init(|| {
            let mut listed = Vec::new();
            replace(&self.base, &self.removed, &self.added, &mut listed);
            listed
        })
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.base.len() + self.added.len() - self.removed.len()
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
        for list in [&mut self.base, &mut self.added, &mut self.removed, &mut self.begun, &mut self.ended] {
            list.clear();
        }
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

    /// Notes what `find` appends to a list for each of so many parts of the work, pairs of rows below `rows`, and sorts it.
    pub fn find(&mut self, parts: usize, rows: usize, find: impl Fn(usize, &mut Vec<Pair>) + Sync) {
        self.found.find(parts, |part, found, _| find(part, found));
        sort(&mut self.found.all, &mut self.spare, &mut self.starts, rows);
    }

    /// [`Pairs::find`], of pairs that are found in order. Each part may use an empty set of rows, and must leave it empty.
    pub fn find_in_order(&mut self, parts: usize, find: impl Fn(usize, &mut Vec<Pair>, &mut RowSet) + Sync) {
        self.found.find(parts, find);
        debug_assert!(self.found.all.is_sorted_by(|a, b| a < b), "a pair was found twice, or not in its place");
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
        self.found.all.clear();
        let some = &self.doubtful;
        self.found.find(parts, |part, found, _| find_all(part, some, found));
        debug_assert!(self.found.all.is_sorted_by(|a, b| a < b), "a pair was found twice, or not in its place");
    }

    /// Replaces all pairs by those found, each of them once.
    pub fn replace_all(&mut self) {
        self.take_changes_in();
        self.all_began = self.base.is_empty();
        if self.all_began {
            self.ended.clear();
        } else {
            difference(&self.base, &self.found.all, &mut self.ended, &mut self.begun);
        }
        take_over(&mut self.base, &mut self.found.all);
        self.found.all.clear();
        self.partners.clear();
        self.calm = 0;
    }

    /// Replaces the pairs of the `dirty` rows by those found, each of which has a dirty side and was found once.
    pub fn replace_of(&mut self, dirty: &[u32], rows: usize) {
        self.all_began = false;
        self.dirty.resize(rows, 0);
        for &row in dirty {
            self.dirty[row as usize] = 1;
        }
        self.collect_doubtful(dirty);
        for &row in dirty {
            self.dirty[row as usize] = 0;
        }
        difference(&self.doubtful, &self.found.all, &mut self.ended, &mut self.begun);
        self.found.all.clear();
        self.note_changes();
        let changes = self.added.len() + self.removed.len();
        if self.is_read.take().is_some() || changes > self.base.len() / PAIRS_PER_CHANGE {
            self.take_changes_in();
        }
    }

    /// Writes the pairs with a dirty side to `doubtful`, in order.
    fn collect_doubtful(&mut self, dirty_rows: &[u32]) {
        let Self { base, added, removed, begun, ended, doubtful, partners, spare, dirty, calm, .. } = self;
        let has_dirty = |pair: &Pair| dirty[pair.a()] | dirty[pair.b()] != 0;
        doubtful.clear();
        let few = dirty_rows.len() * PAIRS_PER_LOOKUP < base.len();
        *calm = if few { *calm + 1 } else { 0 };
        if few {
            for &row in dirty_rows {
                let first = base.partition_point(|pair| pair.a() < row as usize);
                doubtful.extend(base[first..].iter().take_while(|pair| pair.a() == row as usize));
            }
        }
        let is_calm = *calm > CALM && u32::try_from(base.len()).is_ok();
        if few && (is_calm || doubtful.len() <= base.len() / LOOKED_UP_SHARE) {
            // Those with two dirty sides were found by the first.
            let is_left = |pair: &&Pair| dirty[pair.a()] == 0 && dirty[pair.b()] != 0;
            if is_calm {
                partners.sort_once(base, spare);
                for &row in dirty_rows {
                    let partners = partners.of(row).iter().filter(|&&partner| dirty[partner as usize] == 0);
                    doubtful.extend(partners.map(|&partner| Pair::of_rows(partner, row)));
                }
            } else {
                for some in base.chunks(8) {
                    if some.iter().fold(0, |any, pair| any | dirty[pair.b()]) != 0 {
                        doubtful.extend(some.iter().filter(is_left));
                    }
                }
            }
            doubtful.sort_unstable();
        } else {
            doubtful.clear();
            // Eight at a time, since most eights hold none and one branch that is seldom taken costs little.
            for some in base.chunks(8) {
                if some.iter().fold(0, |any, pair| any | dirty[pair.a()] | dirty[pair.b()]) != 0 {
                    doubtful.extend(some.iter().filter(|pair| has_dirty(pair)));
                }
            }
        }
        if !added.is_empty() || !removed.is_empty() {
            // The lists of the last update serve as room.
            ended.clear();
            ended.extend(removed.iter().filter(|pair| has_dirty(pair)));
            begun.clear();
            begun.extend(added.iter().filter(|pair| has_dirty(pair)));
            replace(doubtful, ended, begun, spare);
            take_over(doubtful, spare);
        }
    }

    /// Adds what began and ended to the changes of the base.
    fn note_changes(&mut self) {
        let Self { begun, ended, added, removed, doubtful, spare, found, .. } = self;
        let found = &mut found.all;
        // What was removed from the base and began again is as before, and so is what was added and has ended.
        difference(begun, removed, spare, doubtful);
        let (begun_anew, still_removed) = (spare, doubtful);
        difference(ended, added, removed, found);
        let (ended_anew, still_added) = (&*removed, &*found);
        merge(still_added, begun_anew, added);
        begun_anew.clear();
        merge(still_removed, ended_anew, begun_anew);
        take_over(removed, begun_anew);
        found.clear();
        self.listed.take();
    }

    /// Takes the changes into the base.
    fn take_changes_in(&mut self) {
        if self.added.is_empty() && self.removed.is_empty() {
            return;
        }
        replace(&self.base, &self.removed, &self.added, &mut self.spare);
        take_over(&mut self.base, &mut self.spare);
        self.added.clear();
        self.removed.clear();
        self.listed.take();
        self.partners.clear();
        self.calm = 0;
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

    /// What there is next, whose pairs change (those of all rows when there are none), and whether all pairs are read.
    fn update() -> impl Strategy<Value = (BTreeSet<Pair>, BTreeSet<u32>, bool)> {
        (pairs(), prop::collection::btree_set(0..ROWS as u32, 0..4), prop::bool::weighted(0.2))
    }

    proptest! {
        #[test]
        fn any_updates_change_the_pairs_like_a_set(updates in prop::collection::vec(update(), 1..40)) {
            let (mut pairs, mut before) = (Pairs::default(), BTreeSet::new());
            for (next, dirty, is_read) in updates {
                let touches = |pair: &&Pair| dirty.is_empty() || [pair.a(), pair.b()].iter().any(|&row| dirty.contains(&(row as u32)));
                let after: BTreeSet<Pair> =
                    before.iter().filter(|pair| !touches(pair)).chain(next.iter().filter(touches)).copied().collect();
                pairs.find(1, ROWS, |_, found| found.extend(next.iter().filter(touches).rev()));
                if dirty.is_empty() {
                    pairs.replace_all();
                } else {
                    pairs.replace_of(&dirty.iter().copied().collect::<Vec<u32>>(), ROWS);
                }
                prop_assert!(pairs.begun().iter().eq(after.difference(&before)));
                prop_assert!(pairs.ended().iter().eq(before.difference(&after)));
                prop_assert_eq!(pairs.len(), after.len());
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
