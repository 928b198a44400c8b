//! Sorted lists of pairs, as sets.

use crate::Pair;

/// What only `before` has goes to `ended`, what only `after` has to `begun`.
pub(crate) fn difference(before: &[Pair], after: &[Pair], ended: &mut Vec<Pair>, begun: &mut Vec<Pair>) {
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

/// Writes what either list has to `merged`, if no pair is in both.
pub(crate) fn merge(a: &[Pair], b: &[Pair], merged: &mut Vec<Pair>) {
    replace(a, &[], b, merged);
}

/// Writes `list` without `removed` and with `added` to `replaced`, copying the stretches between. Pairs that are removed but
/// not listed are passed over; none is both listed and added, nor removed and added.
pub(crate) fn replace(list: &[Pair], removed: &[Pair], added: &[Pair], replaced: &mut Vec<Pair>) {
    replaced.clear();
    replaced.reserve(list.len() + added.len());
    let mut rest = list;
    let (mut added, mut removed) = (added.iter().peekable(), removed.iter().peekable());
    loop {
        let adds = match (added.peek(), removed.peek()) {
            (Some(new), Some(old)) => new < old,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) => break,
        };
        let next = if adds { added.next() } else { removed.next() };
        let &pair = next.expect("it was just seen");
        let (before, after) = rest.split_at(count_below(rest, pair));
        replaced.extend_from_slice(before);
        rest = after;
        if adds {
            replaced.push(pair);
        } else if rest.first() == Some(&pair) {
            rest = &rest[1..];
        }
    }
    replaced.extend_from_slice(rest);
}

/// How many of the sorted pairs are less, in O(log of that): Bentley & Yao, "An almost optimal algorithm for unbounded
/// searching", Information Processing Letters 5(3), 1976.
fn count_below(pairs: &[Pair], pair: Pair) -> usize {
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
        fn lists_are_replaced_and_differ_like_sets(a in pairs(), b in pairs(), c in pairs()) {
            let (mut only_a, mut only_b, mut replaced) = (Vec::new(), Vec::new(), Vec::new());
            difference(&list(&a), &list(&b), &mut only_a, &mut only_b);
            prop_assert!(only_a.iter().eq(a.difference(&b)));
            prop_assert!(only_b.iter().eq(b.difference(&a)));
            // Removed are some that are listed and some that are not, added some that are neither.
            let removed: BTreeSet<Pair> = c.difference(&b).copied().collect();
            let added = list(b.difference(&a));
            replace(&list(&a), &list(&removed), &added, &mut replaced);
            let expected: BTreeSet<Pair> = a.difference(&removed).chain(&added).copied().collect();
            prop_assert!(replaced.iter().eq(&expected));
        }
    }
}
