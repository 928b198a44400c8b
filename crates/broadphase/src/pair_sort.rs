//! Sorting by counting (Knuth, The Art of Computer Programming 3, §5.2), in pieces that stay in the cache.

use crate::{Pair, growth::make_room};
use std::ops::Range;

/// Fewer pairs than this are sorted by comparing.
const FEW: usize = 256;

/// Lists of pairs of more rows than this are parted first. At that many one counter each is still in the cache.
pub(crate) const ROWS_AT_ONCE: usize = 1 << 14;

/// A part has the pairs whose lower rows are among so many, or among more of them lest there are more than [`MOST_PARTS`].
/// With two pairs a row it and its copy take 128 kB.
const ROWS_OF_PART: usize = 1 << 12;

/// So many places are written to while a list is parted: a cache line and a page of memory each.
pub(crate) const MOST_PARTS: usize = 1 << 10;

/// The greater rows of a part are counted in at most so many intervals.
const INTERVALS: usize = 1 << 11;

/// Sorts different pairs of rows below `rows`; `back` and `starts` are room, and `back` may change places with the list.
///
/// A list of a million rows is parted by the lower rows first: counting all at once takes a cache miss or two for each pair and row.
pub(crate) fn sort(pairs: &mut Vec<Pair>, back: &mut Vec<Pair>, starts: &mut Vec<u32>, rows: usize) {
    if pairs.len() < FEW || u32::try_from(pairs.len()).is_err() {
        pairs.sort_unstable();
        return;
    }
    // What stands there is written over.
    make_room(back, pairs.len());
    back.resize(pairs.len(), Pair::of_rows(0, 1));
    sort_span(pairs, back, starts, 0..rows, rows);
    if comes_back(rows) {
        std::mem::swap(pairs, back);
    }
    debug_assert!(pairs.is_sorted_by(|a, b| a < b), "a pair was found twice");
}

/// Whether pairs of so many rows stand in the other list when they are sorted.
pub(crate) const fn comes_back(rows: usize) -> bool {
    rows > ROWS_AT_ONCE
}

/// [`sort`] of fewer than 2³² pairs whose lower rows are in the span; `back` is room for as many, in which they [may
/// be](comes_back) when they are sorted.
pub(crate) fn sort_span(pairs: &mut [Pair], back: &mut [Pair], starts: &mut Vec<u32>, span: Range<usize>, rows: usize) {
    let first = span.start;
    if !comes_back(rows) {
        sort_part(pairs, back, starts, first, span.len(), rows);
        return;
    }
    let rows_of_part = rows_of_part(rows);
    let shift = rows_of_part.trailing_zeros();
    let mut ends = [0; MOST_PARTS];
    count_sort(pairs, back, &mut ends, |pair| (pair.a() - first) >> shift);
    let mut start = 0;
    for (part, &end) in ends[..span.len().div_ceil(rows_of_part)].iter().enumerate() {
        let piece = start..end as usize;
        start = piece.end;
        let (parted, room) = (&mut back[piece.clone()], &mut pairs[piece]);
        sort_part(parted, room, starts, first + (part << shift), rows_of_part, rows);
    }
}

/// How many rows a part has, a power of two, if there are so many in all.
pub(crate) fn rows_of_part(rows: usize) -> usize {
    ROWS_OF_PART.max(rows.div_ceil(MOST_PARTS).next_power_of_two())
}

/// Sorts pairs of rows below `rows` whose lower rows are `span` ones from `first` on.
fn sort_part(pairs: &mut [Pair], room: &mut [Pair], starts: &mut Vec<u32>, first: usize, span: usize, rows: usize) {
    if pairs.len() < span / 4 {
        pairs.sort_unstable();
        return;
    }
    let intervals = if rows <= ROWS_AT_ONCE { ROWS_AT_ONCE } else { INTERVALS };
    let shift = rows.div_ceil(intervals).next_power_of_two().trailing_zeros();
    let greater = zeros(starts, rows.div_ceil(1 << shift));
    if shift == 0 {
        // Where a shift by no bits is not free.
        count_sort(pairs, room, greater, Pair::b);
    } else {
        count_sort(pairs, room, greater, |pair| pair.b() >> shift);
    }
    count_sort(room, pairs, zeros(starts, span), |pair| pair.a() - first);
    if shift > 0 {
        sort_neighbours(pairs);
    }
}

/// So many zeros.
fn zeros(room: &mut Vec<u32>, count: usize) -> &mut [u32] {
    room.clear();
    room.resize(count, 0);
    room
}

/// Writes `pairs` to `sorted` by ascending `key`; pairs of equal key stay in order. `starts` are as many zeros as there are
/// keys, and become where those of each key end.
pub(crate) fn count_sort(pairs: &[Pair], sorted: &mut [Pair], starts: &mut [u32], key: impl Fn(Pair) -> usize) {
    for &pair in pairs {
        starts[key(pair)] += 1;
    }
    let mut start = 0;
    for count in starts.iter_mut() {
        start += std::mem::replace(count, start);
    }
    for &pair in pairs {
        let next = &mut starts[key(pair)];
        sorted[*next as usize] = pair;
        *next += 1;
    }
}

/// Sorts pairs that are in order but for those of one lower row, whose greater rows may be near each other. These are few.
fn sort_neighbours(pairs: &mut [Pair]) {
    let mut next = 1;
    while next < pairs.len() {
        if pairs[next] < pairs[next - 1] {
            let row = pairs[next].a();
            let others = |pair: &Pair| pair.a() != row;
            let start = pairs[..next].iter().rposition(others).map_or(0, |last| last + 1);
            let end = pairs[next..].iter().position(others).map_or(pairs.len(), |first| next + first);
            pairs[start..end].sort_unstable();
            next = end;
        }
        next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Pairs of rows below `rows`, each once, in any order: half of them of a few lower rows, some of neighbours only.
    fn pairs() -> impl Strategy<Value = (usize, Vec<Pair>)> {
        let rows = prop_oneof![Just(40u32), Just(3000), Just(ROWS_AT_ONCE as u32 + 1), Just(100_000), Just(1 << 28)];
        let count = prop_oneof![0..FEW, 0..20 * FEW];
        (rows, count, any::<u64>()).prop_map(|(rows, count, seed)| {
            let mut state = seed;
            let mut below = |limit: u32| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                ((state >> 33) % u64::from(limit)) as u32
            };
            let pair = |_| {
                let a = if below(2) == 0 { below(rows.min(4)) } else { below(rows) };
                let step = if below(2) == 0 { 1 + below(9) } else { 1 + below(rows - 1) };
                Pair::of_rows(a, (a + step) % rows)
            };
            let mut pairs: Vec<Pair> = (0..count).map(pair).collect();
            pairs.sort_unstable();
            pairs.dedup();
            pairs.sort_by_key(|pair| pair.key().wrapping_mul(seed | 1));
            (rows as usize, pairs)
        })
    }

    proptest! {
        #[test]
        fn sorting_by_counting_equals_sorting_by_comparison((rows, mut pairs) in pairs()) {
            let mut expected = pairs.clone();
            expected.sort_unstable();
            let mut starts = vec![7];
            sort(&mut pairs, &mut Vec::new(), &mut starts, rows);
            prop_assert_eq!(pairs, expected);
        }
    }
}
