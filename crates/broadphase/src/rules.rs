use crate::{Filter, QueryFilter, lazy_column::LazyColumn, rule_table::RuleTable};
use std::collections::TryReserveError;

/// The filters of all proxies: what many share is kept once, so that the filters of two rows are sixteen bytes of memory to
/// read instead of forty-eight, and none where nobody uses any.
pub(crate) struct Rules {
    /// By row.
    owners: LazyColumn,
    /// By row: which rule.
    numbers: LazyColumn,
    /// The different filters in use, all of them nobody's, and those that are free to be replaced.
    rules: Vec<Filter>,
    /// By rule: how many rows it is kept for.
    users: Vec<u32>,
    free: Vec<u32>,
    /// The rules in use, to be found by what they say.
    known: RuleTable,
    /// The exclusive or of their numbers: when there is one, its number.
    known_xor: u32,
    /// The rule last taken, which the next proxy will have, too, more often than not.
    last: u32,
    /// How many rows have an owner.
    owned: usize,
    /// By rule, of those that have a bit each: which ones it accepts that rows have.
    accepted: Vec<u64>,
    /// See [`Rules::is_open`].
    is_open: bool,
    /// Whether all rules accept each other, so that any two rows do but those of one owner.
    owners_decide: bool,
    /// Whether there is a rule without a category or without a mask: no query sees its rows.
    hides_some: bool,
}

geom::clone_in_place!(Rules {
    owners,
    numbers,
    rules,
    users,
    free,
    known,
    known_xor,
    last,
    owned,
    accepted,
    is_open,
    owners_decide,
    hides_some,
});

impl Default for Rules {
    fn default() -> Self {
        Self {
            owners: LazyColumn::of(Filter::NO_OWNER),
            numbers: LazyColumn::of(0),
            rules: Vec::new(),
            users: Vec::new(),
            free: Vec::new(),
            known: RuleTable::default(),
            known_xor: 0,
            last: 0,
            owned: 0,
            accepted: Vec::new(),
            is_open: false,
            owners_decide: false,
            hides_some: false,
        }
    }
}

impl Rules {
    /// The filter of a row.
    #[inline]
    pub fn filter(&self, row: usize) -> Filter {
        Filter { owner: self.owners.get(row), ..self.rules[self.numbers.get(row) as usize] }
    }

    /// The owner of a row.
    #[inline]
    pub fn owner(&self, row: usize) -> u32 {
        self.owners.get(row)
    }

    /// [`Filter::accepts`] for two rows.
    #[inline]
    pub fn accept(&self, a: u32, b: u32) -> bool {
        let owner = self.owners.get(a as usize);
        if owner == self.owners.get(b as usize) && owner != Filter::NO_OWNER {
            return false;
        }
        let rule = |row: u32| &self.rules[self.numbers.get(row as usize) as usize];
        self.owners_decide || rule(a).accepts(rule(b))
    }

    /// Whether any two rows accept each other, as they do when nobody uses filters.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether the filter reports every row; false if that takes a look at the rows.
    #[inline]
    pub fn all_seen_by(&self, filter: &QueryFilter) -> bool {
        !self.hides_some && filter.category == u64::MAX && filter.mask == u64::MAX && filter.group >= 0
    }

    /// Which rules the filter reports, for [`Rules::is_among`]; `None` if there are more than so many, or than have a bit each.
    #[inline]
    pub fn seen_by(&self, filter: &QueryFilter, most: usize) -> Option<u64> {
        let seen = |bits, (number, rule): (usize, &Filter)| bits | u64::from(filter.sees(rule)) << number;
        (self.rules.len() <= most.min(u64::BITS as usize)).then(|| self.rules.iter().enumerate().fold(0, seen))
    }

    /// Whether the row's rule is among these: bit `i` is for the rule of number `i`.
    #[inline]
    pub fn is_among(&self, row: usize, rules: u64) -> bool {
        rules >> self.numbers.get(row) & 1 != 0
    }

    /// A bit for the row's rule; all bits where rules are too many, or all accept each other.
    #[inline]
    pub fn bit(&self, row: usize) -> u64 {
        if self.masks_decide() { 1 << self.numbers.get(row) } else { u64::MAX }
    }

    /// The bits of the rules that the row's rule accepts, and more of them, as for [`Rules::bit`].
    #[inline]
    pub fn accepted_by(&self, row: usize) -> u64 {
        if self.masks_decide() { self.accepted[self.numbers.get(row) as usize] } else { u64::MAX }
    }

    /// Whether pairs depend on more than owners, and each rule has a bit.
    #[inline]
    const fn masks_decide(&self) -> bool {
        !self.owners_decide && self.rules.len() <= u64::BITS as usize
    }

    /// Tells rows that may be paired from those whose rule no rule accepts, such as an empty mask; all may be where rules are many.
    pub fn sociable(&self) -> impl Fn(usize) -> bool + Sync {
        let masks_decide = self.masks_decide();
        move |row| !masks_decide || self.accepted[self.numbers.get(row) as usize] != 0
    }

    /// Notes of a new rule which ones accept it, if it has a bit.
    fn note_accepted(&mut self, number: usize) {
        if number >= u64::BITS as usize {
            return;
        }
        self.accepted.resize(self.accepted.len().max(number + 1), 0);
        let mut by_new = 0;
        for (other, (rule, accepted)) in self.rules.iter().zip(&mut self.accepted).enumerate() {
            let is_used = self.users[other] != 0 || other == number;
            let accepts = u64::from(is_used && rule.accepts(&self.rules[number]));
            *accepted |= accepts << number;
            by_new |= accepts << other;
        }
        self.accepted[number] = by_new;
    }

    /// Forgets that others accept a rule that no row has any more.
    fn forget_accepted(&mut self, number: usize) {
        if number < u64::BITS as usize {
            self.accepted.iter_mut().for_each(|accepted| *accepted &= !(1 << number));
        }
    }

    fn note_openness(&mut self) {
        self.owners_decide = match self.known.len() {
            0 => true,
            1 => {
                let only = &self.rules[self.known_xor as usize];
                only.accepts(only)
            }
            _ => false,
        };
        self.is_open = self.owners_decide && self.owned == 0;
    }

    /// Makes room for this many rows more.
    pub fn reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        self.owners.reserve(additional)?;
        self.numbers.reserve(additional)
    }

    /// Adds a row for each filter.
    pub fn extend<'a>(&mut self, filters: impl ExactSizeIterator<Item = &'a Filter> + Clone) {
        let Some(&first) = filters.clone().next() else { return };
        // Nobody's filters are mostly all the same, and need no more than to be counted. No branch for each of them.
        let differs = |other: &Filter| {
            (first.category ^ other.category)
                | (first.mask ^ other.mask)
                | u64::from(first.group.cast_unsigned() ^ other.group.cast_unsigned())
                | u64::from(first.owner ^ other.owner)
        };
        let is_one = filters.clone().fold(0, |any, filter| any | differs(filter)) == 0;
        if first.owner != Filter::NO_OWNER || !is_one {
            filters.for_each(|filter| {
                let number = self.take(*filter);
                self.owners.extend(1, filter.owner);
                self.numbers.extend(1, number);
            });
            return;
        }
        let (number, count) = (self.take(first), filters.len());
        self.users[number as usize] += count as u32 - 1;
        self.owners.extend(count, Filter::NO_OWNER);
        self.numbers.extend(count, number);
    }

    /// Gives a row without a filter one.
    pub fn set(&mut self, row: usize, filter: Filter) {
        let number = self.take(filter);
        self.owners.set(row, filter.owner);
        self.numbers.set(row, number);
    }

    /// Ends the use of a row's filter.
    pub fn release(&mut self, row: usize) {
        let rule = self.numbers.get(row);
        self.count_owned(self.owners.get(row), -1);
        self.users[rule as usize] -= 1;
        if self.users[rule as usize] == 0 {
            self.known.remove(rule, &self.rules);
            self.known_xor ^= rule;
            self.free.push(rule);
            self.forget_accepted(rule as usize);
            self.note_openness();
        }
    }

    /// Counts a row more or less if it has an owner.
    fn count_owned(&mut self, owner: u32, change: isize) {
        if owner != Filter::NO_OWNER {
            self.owned = self.owned.saturating_add_signed(change);
            self.note_openness();
        }
    }

    /// Forgets all rules; so many rows are left, none of which has a filter.
    pub fn clear(&mut self, rows: usize) {
        self.owners.clear(rows);
        self.numbers.clear(rows);
        self.rules.clear();
        self.users.clear();
        self.free.clear();
        self.known.clear();
        self.known_xor = 0;
        self.owned = 0;
        self.accepted.clear();
        self.hides_some = false;
        self.note_openness();
    }

    /// Counts one more row of this filter, and says the number of its rule.
    #[inline]
    fn take(&mut self, filter: Filter) -> u32 {
        let rule = Filter { owner: Filter::NO_OWNER, ..filter };
        if self.rules.get(self.last as usize) != Some(&rule) || self.users[self.last as usize] == 0 {
            self.last = self.find(rule);
        }
        self.users[self.last as usize] += 1;
        self.count_owned(filter.owner, 1);
        self.last
    }

    /// The number of a rule, which gets one if it has none.
    fn find(&mut self, filter: Filter) -> u32 {
        if let Some(rule) = self.known.find(&filter, &self.rules) {
            return rule;
        }
        let rule = self.free.pop().unwrap_or_else(|| {
            self.rules.push(Filter::ALL);
            self.users.push(0);
            (self.rules.len() - 1) as u32
        });
        self.rules[rule as usize] = filter;
        self.note_accepted(rule as usize);
        // Remembered until all are forgotten: such rules are rare.
        self.hides_some |= filter.category == 0 || filter.mask == 0;
        self.known.insert(rule, &self.rules);
        self.known_xor ^= rule;
        self.note_openness();
        rule
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.owners.bytes()
            + self.numbers.bytes()
            + self.rules.capacity() * size_of::<Filter>()
            + (self.users.capacity() + self.free.capacity()) * size_of::<u32>()
            + self.accepted.capacity() * size_of::<u64>()
            + self.known.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filter() -> impl Strategy<Value = Filter> {
        (0u64..3, 0u64..3, -1i32..2, prop_oneof![Just(Filter::NO_OWNER), 0u32..3])
            .prop_map(|(category, mask, group, owner)| Filter { category, mask, group, owner })
    }

    proptest! {
        #[test]
        fn rows_have_the_filters_they_were_given_last(
            start in prop::collection::vec(filter(), 1..12),
            changes in prop::collection::vec((any::<prop::sample::Index>(), filter()), 0..60),
        ) {
            let (mut rules, mut expected) = (Rules::default(), start);
            rules.extend(expected.iter());
            for (row, filter) in changes {
                let row = row.index(expected.len());
                rules.release(row);
                rules.set(row, filter);
                expected[row] = filter;
                for (a, one) in (0u32..).zip(&expected) {
                    prop_assert_eq!(rules.filter(a as usize), *one);
                    for (b, other) in (0u32..).zip(&expected) {
                        prop_assert_eq!(rules.accept(a, b), one.accepts(other));
                        prop_assert!(one.accepts(other) || !rules.is_open());
                    }
                }
                for group in -1..2 {
                    let query = QueryFilter { group, ..QueryFilter::ALL };
                    prop_assert!(expected.iter().all(|filter| query.sees(filter)) || !rules.all_seen_by(&query));
                    let query = QueryFilter { category: 1, mask: 2, ..query };
                    let seen = rules.seen_by(&query, usize::MAX).expect("there are 27 rules at most");
                    for (row, filter) in expected.iter().enumerate() {
                        prop_assert_eq!(rules.is_among(row, seen), query.sees(filter));
                    }
                }
                let alone = |filter: &Filter| Filter { owner: Filter::NO_OWNER, ..*filter };
                for (a, one) in expected.iter().enumerate() {
                    let accepted = rules.accepted_by(a);
                    for (b, other) in expected.iter().enumerate() {
                        let accepts = alone(one).accepts(&alone(other));
                        prop_assert_eq!(accepted & rules.bit(b) != 0, accepts || !rules.masks_decide());
                    }
                }
                let sociable = rules.sociable();
                for (row, one) in expected.iter().enumerate() {
                    let accepts_some = expected.iter().any(|other| alone(one).accepts(&alone(other)));
                    prop_assert_eq!(sociable(row), accepts_some || !rules.masks_decide());
                }
                let all_same = expected.iter().all(|filter| *filter == expected[0]);
                prop_assert!(rules.is_open() || !all_same || !expected[0].accepts(&expected[0]));
                prop_assert_eq!(rules.users.iter().sum::<u32>() as usize, expected.len());
                prop_assert_eq!(rules.known.len() + rules.free.len(), rules.rules.len());
            }
        }
    }

    #[test]
    fn more_rules_than_bits_are_looked_at_one_by_one() {
        let mut rules = Rules::default();
        let filters: Vec<Filter> = (0..65).map(|group| Filter { group, ..Filter::ALL }).collect();
        rules.extend(filters[..64].iter());
        let seen = rules.seen_by(&QueryFilter { mask: 0, group: 63, ..QueryFilter::ALL }, 64);
        assert_eq!(seen, Some(1 << 63), "the group's rows alone");
        rules.extend(filters[64..].iter());
        assert_eq!(rules.seen_by(&QueryFilter::ALL, usize::MAX), None);
    }

    #[test]
    fn rows_of_a_rule_beyond_the_bits_may_be_paired() {
        let mut rules = Rules::default();
        let hidden = |group: i32| Filter { mask: 0, group: -1 - group, ..Filter::ALL };
        let filters: Vec<Filter> =
            (0..63).map(hidden).chain([Filter::ALL, Filter { group: 9, ..Filter::ALL }]).collect();
        rules.extend(filters[..64].iter());
        assert_eq!([0, 62, 63].map(rules.sociable()), [false, false, true]);
        rules.extend(filters[64..].iter());
        assert!((0..65).all(rules.sociable()), "nobody tells them apart any more");
    }

    #[test]
    fn rows_that_no_rule_accepts_are_not_sociable() {
        let mut rules = Rules::default();
        let (seen, unseen) = (Filter::ALL, Filter { mask: 0, ..Filter::ALL });
        let (pariah, alone) =
            (Filter { category: 2, mask: 2, group: -1, ..Filter::ALL }, Filter { owner: 1, ..unseen });
        rules.extend([seen, unseen, pariah, alone].iter());
        assert_eq!([0, 1, 2, 3].map(rules.sociable()), [true, false, false, false]);
        rules.extend([Filter { category: 2, mask: 2, ..Filter::ALL }].iter());
        assert_eq!([0, 1, 2, 3, 4].map(rules.sociable()), [true, false, true, false, true]);
    }

    #[test]
    fn filters_that_come_and_go_leave_no_rules_behind() {
        let mut rules = Rules::default();
        rules.extend([Filter::ALL].iter());
        for group in 0..1000 {
            rules.release(0);
            rules.set(0, Filter { group, ..Filter::ALL });
        }
        assert_eq!((rules.rules.len(), rules.known.len()), (1, 1));
    }
}
