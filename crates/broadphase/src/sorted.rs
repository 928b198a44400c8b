//! Sorted lists of pairs, as sets.

use crate::{Pair, growth::trim};

/// So many pairs are compared at a time.
const AT_ONCE: usize = 8;

/// What only `before` has goes to `ended`, what only `after` has to `begun`.
pub(crate) fn difference(before: &[Pair], after: &[Pair], ended: &mut Vec<Pair>, begun: &mut Vec<Pair>) {
    let rooms = [ended.capacity(), begun.capacity()];
    ended.clear();
    begun.clear();
    append_difference(before, after, ended, begun);
    trim(ended, rooms[0]);
    trim(begun, rooms[1]);
}

/// [`difference`], appended to what stands there.
pub(crate) fn append_difference(before: &[Pair], after: &[Pair], ended: &mut Vec<Pair>, begun: &mut Vec<Pair>) {
    let (mut old, mut new) = (0, 0);
    while old < before.len() && new < after.len() {
        // Most pairs stay: some are compared at a time.
        let some = [&before[old..], &after[new..]].map(|rest| rest.first_chunk::<AT_ONCE>());
        if let [Some(some), Some(others)] = some
            && some == others
        {
            (old, new) = (old + AT_ONCE, new + AT_ONCE);
            continue;
        }
        let (until_old, until_new) = (before.len().min(old + AT_ONCE), after.len().min(new + AT_ONCE));
        while old < until_old && new < until_new {
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
    }
    ended.extend_from_slice(&before[old..]);
    begun.extend_from_slice(&after[new..]);
}

/// Sorts pairs, and leaves one of each that is there an odd number of times, and none of the others.
pub(crate) fn cancel_twins(pairs: &mut Vec<Pair>) {
    pairs.sort_unstable();
    let mut len = 0;
    for place in 0..pairs.len() {
        let pair = pairs[place];
        if len > 0 && pairs[len - 1] == pair {
            len -= 1;
        } else {
            pairs[len] = pair;
            len += 1;
        }
    }
    pairs.truncate(len);
}

/// Writes the pairs of `list` that are not changed, and the changed ones that are not of it, to `differing`, copying the
/// stretches between.
pub(crate) fn symmetric_difference(list: &[Pair], changed: &[Pair], differing: &mut Vec<Pair>) {
    differing.clear();
    differing.reserve(list.len() + changed.len());
    let mut rest = list;
    for &pair in changed {
        let (before, after) = rest.split_at(count_below(rest, pair));
        differing.extend_from_slice(before);
        rest = after;
        if rest.first() == Some(&pair) {
            rest = &rest[1..];
        } else {
            differing.push(pair);
        }
    }
    differing.extend_from_slice(rest);
}

/// How many of the sorted pairs are less, in O(log of that): Bentley & Yao, "An almost optimal algorithm for unbounded
/// searching", Information Processing Letters 5(3), 1976.
pub(crate) fn count_below(pairs: &[Pair], pair: Pair) -> usize {
    let mut reach = 1;
    while reach < pairs.len() && pairs[reach - 1] < pair {
        reach *= 2;
    }
    let start = reach / 2;
    start + pairs[start..reach.min(pairs.len())].partition_point(|kept| *kept < pair)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn pairs() -> impl Strategy<Value = BTreeSet<Pair>> {
        prop::collection::btree_set(
            (0u32..40, 1u32..40).prop_map(|(a, step)| Pair::of_rows(a, (a + step) % 40)),
            0..200,
        )
    }

    fn list<'a>(set: impl IntoIterator<Item = &'a Pair>) -> Vec<Pair> {
        set.into_iter().copied().collect()
    }

    proptest! {
        #[test]
        fn lists_differ_like_sets(a in pairs(), b in pairs()) {
            let (mut only_a, mut only_b, mut either) = (Vec::new(), Vec::new(), Vec::new());
            difference(&list(&a), &list(&b), &mut only_a, &mut only_b);
            prop_assert!(only_a.iter().eq(a.difference(&b)));
            prop_assert!(only_b.iter().eq(b.difference(&a)));
            symmetric_difference(&list(&a), &list(&b), &mut either);
            prop_assert!(either.iter().eq(a.symmetric_difference(&b)));
        }

        #[test]
        fn what_is_there_an_even_number_of_times_cancels(sets in prop::collection::vec(pairs(), 0..5)) {
            let mut all: Vec<Pair> = sets.iter().flatten().copied().collect();
            cancel_twins(&mut all);
            let expected = sets.iter().fold(BTreeSet::new(), |odd, set| odd.symmetric_difference(set).copied().collect());
            prop_assert!(all.iter().eq(&expected));
        }
    }
}
