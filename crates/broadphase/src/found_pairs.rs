use crate::{
    Pair,
    growth::{make_room, trim},
    pair_sort::{comes_back, sort, sort_span},
    parallel,
    row_set::RowSet,
    together::Together,
};
use std::ops::Range;

/// Pairs are sorted by at most so many threads, those of each stretch of lower rows by one.
const MOST_STRETCHES: usize = 8;

/// Fewer pairs than this are sorted by one thread.
const LEAST_SHARED: usize = if cfg!(test) { 64 } else { 2048 };

/// The pairs that an update found.
#[derive(Clone, Default)]
pub(crate) struct FoundPairs {
    /// All of them; between updates room for other work, in which anything may stand.
    pub all: Vec<Pair>,
    /// By part of the work: room between updates.
    by_part: Vec<Part>,
    /// For how many pairs the parts needed room lately, see [`FoundPairs::age`].
    recent: usize,
    /// By stretch of rows: room for sorting.
    starts: Vec<Vec<u32>>,
}

/// What a part of the work needs of its own.
#[derive(Clone, Default)]
struct Part {
    /// The pairs it found, when there is more than one part.
    pairs: Vec<Pair>,
    /// Where those of each stretch of rows end, if they are shared to be sorted.
    ends: [usize; MOST_STRETCHES],
    room: PartRoom,
}

/// Room for what a part of the work does.
#[derive(Clone, Default)]
pub(crate) struct PartRoom {
    /// Empty, for sorting the partners of one row.
    pub partners: RowSet,
    /// For looking up several rows together.
    pub together: Together,
}

impl FoundPairs {
    /// Notes what `find` appends to a list for each of so many parts of the work, part by part. It may use the room, whose set
    /// of rows it must leave empty.
    pub fn find(&mut self, parts: usize, find: impl Fn(usize, &mut Vec<Pair>, &mut PartRoom) + Sync) {
        self.find_in_parts(parts, find, |_| {});
        self.put_together(parts);
    }

    /// Fills the list with what [`FoundPairs::find`] would find, pairs of rows below `rows`, each of which is found once, and
    /// sorts them; `back` and `starts` are room. Threads share that by stretches of lower rows in which there were as many pairs
    /// `before`, which are sorted: where those that are found lie elsewhere, one of them may have all to sort.
    pub fn find_and_sort(
        &mut self,
        parts: usize,
        rows: usize,
        (before, back, starts): (&[Pair], &mut Vec<Pair>, &mut Vec<u32>),
        find: impl Fn(usize, &mut Vec<Pair>, &mut PartRoom) + Sync,
    ) {
        let stretches = if parts == 1 { 1 } else { parallel::threads().next_power_of_two().min(MOST_STRETCHES) };
        let mut firsts = [0; MOST_STRETCHES + 1];
        cut(&mut firsts[..=stretches], rows, before);
        let firsts = &firsts[..=stretches];
        self.find_in_parts(parts, find, |part| bring_together(&mut part.pairs, 0, firsts, &mut part.ends));
        let count: usize = self.by_part[..parts].iter().map(|part| part.pairs.len()).sum();
        if stretches == 1 || count < LEAST_SHARED || u32::try_from(count).is_err() {
            self.put_together(parts);
            sort(&mut self.all, back, starts, rows);
            return;
        }
        let Self { all, by_part, starts, .. } = self;
        starts.resize_with(stretches.max(starts.len()), Vec::new);
        for list in [&mut *all, &mut *back] {
            // What stands there is written over: it need not be cleared, only what is added.
            make_room(list, count);
            list.resize(count, Pair::in_order(0, 1));
        }
        let work = Sorting { parts: &by_part[..parts], firsts };
        work.sort(0..stretches, all, back, &mut starts[..stretches]);
        if comes_back(rows) {
            std::mem::swap(all, back);
        }
        debug_assert!(all.is_sorted_by(|a, b| a < b), "a pair was found twice");
    }

    /// Writes what is found in one part to the list of all, what is found in several to their own, each of which is then worked on.
    fn find_in_parts(
        &mut self,
        parts: usize,
        find: impl Fn(usize, &mut Vec<Pair>, &mut PartRoom) + Sync,
        then: impl Fn(&mut Part) + Sync,
    ) {
        let Self { all, by_part, recent, .. } = self;
        if by_part.len() < parts {
            by_part.resize_with(parts, Part::default);
        }
        if parts == 1 {
            let room = all.capacity();
            all.clear();
            find(0, all, &mut by_part[0].room);
            trim(all, room);
            return;
        }
        // How many a part finds changes from step to step, even if nothing but the order of the tree does: each has room for as many
        // as any of them found before, and for its share of all and half as much again, lest the most uneven of a thousand steps
        // asks for more. There are as many parts as there ever were.
        let found = by_part.iter().map(|part| part.pairs.capacity()).max().unwrap_or(0);
        let most = found.max((all.capacity() + all.capacity() / 2) / by_part.len());
        parallel::for_each(&mut by_part[..parts], |number, part| {
            part.pairs.clear();
            // Exactly: two that grow by doubling past each other would never stop.
            part.pairs.reserve_exact(most);
            find(number, &mut part.pairs, &mut part.room);
            then(part);
        });
        // Uneven parts have room for many times what they found together.
        let most = by_part[..parts].iter().map(|part| part.pairs.len()).max().unwrap_or(0);
        *recent = (*recent).max(most * by_part.len());
    }

    /// Writes what parts found, if they are several, to the list of all.
    fn put_together(&mut self, parts: usize) {
        if parts > 1 {
            self.all.clear();
            self.by_part[..parts].iter().for_each(|part| self.all.extend_from_slice(&part.pairs));
        }
    }

    /// How many pairs the parts have room for.
    pub fn parts_hold(&self) -> usize {
        self.by_part.iter().map(|part| part.pairs.capacity()).sum()
    }

    /// Gives the parts' room back, if it is more than `much` times what so many pairs need and what the parts needed lately.
    pub fn release_parts(&mut self, needed: usize, much: usize) {
        // Of which a third is there lest parts ask for more.
        if self.parts_hold() * 2 / 3 / much > needed.max(self.recent) {
            self.by_part.iter_mut().for_each(|part| part.pairs = Vec::new());
            self.starts = Vec::new();
        }
    }

    /// Ends an update: what the parts needed before counts for half as much in the next.
    pub fn age(&mut self) {
        self.recent /= 2;
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        (self.all.capacity() + self.parts_hold()) * size_of::<Pair>()
            + self.by_part.iter().map(|part| part.room.partners.bytes() + part.room.together.bytes()).sum::<usize>()
            + self.by_part.capacity() * size_of::<Part>()
            + self.starts.iter().map(|starts| starts.capacity() * size_of::<u32>()).sum::<usize>()
            + self.starts.capacity() * size_of::<Vec<u32>>()
    }
}

/// Cuts rows into stretches in which there are about as many of the sorted pairs: writes where each begins, and where the last ends.
fn cut(firsts: &mut [usize], rows: usize, pairs: &[Pair]) {
    let stretches = firsts.len() - 1;
    for (number, first) in firsts.iter_mut().enumerate() {
        // Of boxes in no order as many pairs have a lower row above this as a square has area.
        let guess = (rows as f64 * (1.0 - (1.0 - number as f64 / stretches as f64).sqrt())) as usize;
        *first = pairs.get(pairs.len() * number / stretches).map_or(guess, |pair| pair.a()).min(rows);
    }
    (firsts[0], firsts[stretches]) = (0, rows);
}

/// Brings pairs into the order of the stretches of their lower rows, which begin at the `firsts`, and writes where those of each
/// end; `before` are as many before them.
fn bring_together(pairs: &mut [Pair], before: usize, firsts: &[usize], ends: &mut [usize]) {
    let stretches = firsts.len() - 1;
    if stretches == 1 {
        ends[0] = before + pairs.len();
        return;
    }
    let (half, mut below) = (stretches / 2, 0);
    for place in 0..pairs.len() {
        let pair = pairs[place];
        // No branch: where it goes is as good as random.
        pairs.swap(place, below);
        below += usize::from(pair.a() < firsts[half]);
    }
    let (lower, upper) = pairs.split_at_mut(below);
    let (of_lower, of_upper) = ends.split_at_mut(half);
    bring_together(lower, before, &firsts[..=half], of_lower);
    bring_together(upper, before + below, &firsts[half..], of_upper);
}

/// Parts whose pairs were [brought together](bring_together), and the stretches.
struct Sorting<'a> {
    parts: &'a [Part],
    firsts: &'a [usize],
}

impl Sorting<'_> {
    /// Where a part has the pairs of some stretches.
    fn places(part: &Part, stretches: &Range<usize>) -> Range<usize> {
        stretches.start.checked_sub(1).map_or(0, |before| part.ends[before])..part.ends[stretches.end - 1]
    }

    /// Writes the pairs of some stretches, sorted, to one list or the other: see [`sort_span`].
    fn sort(&self, stretches: Range<usize>, pairs: &mut [Pair], back: &mut [Pair], starts: &mut [Vec<u32>]) {
        if let [starts] = starts {
            let mut rest = &mut *pairs;
            for part in self.parts {
                let some = &part.pairs[Self::places(part, &stretches)];
                let (place, others) = rest.split_at_mut(some.len());
                place.copy_from_slice(some);
                rest = others;
            }
            let rows = self.firsts[self.firsts.len() - 1];
            sort_span(pairs, back, starts, self.firsts[stretches.start]..self.firsts[stretches.end], rows);
            return;
        }
        let half = stretches.start + stretches.len() / 2;
        let (lower, upper) = (stretches.start..half, half..stretches.end);
        let count = self.parts.iter().map(|part| Self::places(part, &lower).len()).sum();
        let (pairs, backs) = (pairs.split_at_mut(count), back.split_at_mut(count));
        let starts = starts.split_at_mut(lower.len());
        parallel::both(
            true,
            || self.sort(lower, pairs.0, backs.0, starts.0),
            || self.sort(upper, pairs.1, backs.1, starts.1),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair_sort::ROWS_AT_ONCE;

    /// Parts find pairs of rows below `rows` whose lower rows are few, or any.
    fn sort_what_parts_found(rows: u32, lower_rows: u32) {
        let hash = |number: u32| (u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32;
        let pair = |number: u32| {
            let a = hash(number) % lower_rows;
            Pair::of_rows(a, a + 1 + hash(number + 5000) % (rows - 1 - a))
        };
        let mut pairs: Vec<Pair> = (0..5000).map(pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let expected = pairs.clone();
        pairs.sort_unstable_by_key(|pair| pair.key().wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (few, others) = (&expected[..3], [Pair::of_rows(rows - 2, rows - 1)]);
        for before in [&[][..], few, &expected[..], &expected[expected.len() / 2..], &others[..]] {
            let mut found = FoundPairs::default();
            found.find_and_sort(5, rows as usize, (before, &mut Vec::new(), &mut Vec::new()), |part, out, _| {
                out.extend(pairs.iter().skip(part).step_by(5));
            });
            assert!(found.all == expected, "{rows} {lower_rows}");
        }
    }

    #[test]
    fn what_parts_found_is_sorted_by_any_number_of_threads() {
        let sort = || {
            for rows in [300, ROWS_AT_ONCE as u32 + 5000, 200_000] {
                [1, 7, rows - 1].into_iter().for_each(|lower_rows| sort_what_parts_found(rows, lower_rows));
            }
        };
        sort();
        #[cfg(feature = "parallel")]
        for threads in [2, 3, 16] {
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(sort);
        }
    }

    #[test]
    fn rows_are_cut_where_there_are_as_many_pairs() {
        let pairs: Vec<Pair> = (10..30).map(|row| Pair::of_rows(row, 99)).collect();
        let mut firsts = [7; 5];
        cut(&mut firsts, 100, &pairs);
        assert_eq!(firsts, [0, 15, 20, 25, 100]);
        // Half of all pairs of different rows have a lower row below this.
        cut(&mut firsts[..3], 1000, &[]);
        assert_eq!(firsts[..3], [0, 292, 1000]);
    }

    #[test]
    fn few_parts_that_find_little_take_no_room_for_all() {
        let pairs: Vec<Pair> = (1..900).map(|row| Pair::of_rows(0, row)).collect();
        let (mut found, mut bytes) = (FoundPairs::default(), 0);
        for round in 0..20 {
            let (parts, each) = if round % 2 == 0 { (8, 100) } else { (2, 5) };
            found.find(parts, |part, out, _| out.extend_from_slice(&pairs[part * each..][..each]));
            assert_eq!(found.all.len(), parts * each);
            assert!(found.parts_hold() <= 2 * 800, "room for {}", found.parts_hold());
            if round == 2 {
                bytes = found.bytes();
            }
        }
        assert_eq!(found.bytes(), bytes);
    }

    #[test]
    fn parts_that_find_as_much_as_before_take_no_more_room() {
        let pairs: Vec<Pair> = (1..10).map(|row| Pair::of_rows(0, row)).collect();
        let (mut found, mut bytes) = (FoundPairs::default(), 0);
        for round in 0..40 {
            found.find(2, |part, out, _| out.extend_from_slice(&pairs[..7 + 2 * part]));
            assert_eq!(found.all.len(), 16);
            if round == 1 {
                bytes = found.bytes();
            }
        }
        assert_eq!(found.bytes(), bytes);
        (0..5).for_each(|_| found.age());
        found.release_parts(4, 4);
        assert_eq!(found.parts_hold(), 24, "each of four pairs has room for four, and half as much");
        found.release_parts(3, 4);
        assert_eq!(found.parts_hold(), 0);
    }

    #[test]
    fn uneven_parts_keep_their_room_until_they_find_little() {
        let pairs: Vec<Pair> = (1..900).map(|row| Pair::of_rows(0, row)).collect();
        let mut found = FoundPairs::default();
        for round in 0..6 {
            // Every other time they are even, and as many.
            let ends = if round % 2 == 0 {
                [0, 400, 410, 420, 430, 440, 450, 460, 470]
            } else {
                [0, 59, 118, 177, 236, 295, 354, 412, 470]
            };
            found.age();
            found.find(8, |part, out, _| out.extend_from_slice(&pairs[ends[part]..ends[part + 1]]));
            (0..4).for_each(|_| found.release_parts(470, 4));
            assert_eq!(found.parts_hold(), if round == 0 { 470 } else { 8 * 400 });
        }
        // A fourth of what they hold is more than half of what they needed three updates ago.
        for update in 0..3 {
            found.release_parts(470, 4);
            assert_eq!(found.parts_hold(), if update < 2 { 8 * 400 } else { 0 }, "update {update}");
            found.age();
        }
        assert_eq!(found.parts_hold(), 0);
    }
}
