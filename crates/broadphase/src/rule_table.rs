use crate::Filter;

/// Finds rules by what they say, in O(1): a hash table of their numbers, with linear probing and removal by moving back
/// (Knuth, The Art of Computer Programming 3, 6.4, algorithms L and R). Nothing ever depends on the order in it.
#[derive(Default)]
pub(crate) struct RuleTable {
    /// Numbers of rules or [`EMPTY`]; a power of two of them, or none. At most half are taken.
    places: Vec<u32>,
    len: usize,
}

geom::clone_in_place!(RuleTable { places, len });

/// No rule's number: there are no more rules than rows.
const EMPTY: u32 = u32::MAX;

impl RuleTable {
    /// The number of the rule that says the same as `filter`; `rules` are by number.
    pub fn find(&self, filter: &Filter, rules: &[Filter]) -> Option<u32> {
        self.probe(filter).map(|place| self.places[place]).find(|&rule| rules[rule as usize] == *filter)
    }

    /// Adds a rule that it does not have.
    pub fn insert(&mut self, rule: u32, rules: &[Filter]) {
        if 2 * (self.len + 1) > self.places.len() {
            let room = (2 * self.places.len()).max(8);
            let before = std::mem::replace(&mut self.places, vec![EMPTY; room]);
            before.into_iter().filter(|&rule| rule != EMPTY).for_each(|rule| self.put(rule, rules));
        }
        self.put(rule, rules);
        self.len += 1;
    }

    /// Removes a rule that it has.
    pub fn remove(&mut self, rule: u32, rules: &[Filter]) {
        let found = self.probe(&rules[rule as usize]).find(|&place| self.places[place] == rule);
        let mut hole = found.expect("a rule in use is in the table");
        let mask = self.places.len() - 1;
        let mut place = (hole + 1) & mask;
        while self.places[place] != EMPTY {
            // It may fill the hole unless its search starts behind that.
            let home = self.home(&rules[self.places[place] as usize]);
            if place.wrapping_sub(home) & mask >= place.wrapping_sub(hole) & mask {
                self.places[hole] = self.places[place];
                hole = place;
            }
            place = (place + 1) & mask;
        }
        self.places[hole] = EMPTY;
        self.len -= 1;
    }

    /// Removes all rules.
    pub fn clear(&mut self) {
        self.places.fill(EMPTY);
        self.len = 0;
    }

    /// How many rules it has.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<u32>()
    }

    fn put(&mut self, rule: u32, rules: &[Filter]) {
        let mut place = self.home(&rules[rule as usize]);
        while self.places[place] != EMPTY {
            place = (place + 1) & (self.places.len() - 1);
        }
        self.places[place] = rule;
    }

    /// The places where a rule may be, up to the first empty one.
    fn probe(&self, filter: &Filter) -> impl Iterator<Item = usize> + '_ {
        let (home, room) = (self.home(filter), self.places.len());
        (0..room).map(move |i| (home + i) & (room - 1)).take_while(|&place| self.places[place] != EMPTY)
    }

    /// Where the search for a rule starts: 2⁶⁴/φ spreads the bits (Knuth, 6.4), the highest are the best.
    fn home(&self, filter: &Filter) -> usize {
        let mix = |hash: u64, word: u64| (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = [filter.category, filter.mask, u64::from(filter.group.cast_unsigned())].into_iter().fold(0, mix);
        (hash >> 32) as usize & self.places.len().saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rules_are_found_while_they_are_there(changes in prop::collection::vec((0u32..40, any::<bool>()), 0..300)) {
            let rules: Vec<Filter> = (0..40).map(|i| Filter { category: i % 3, mask: i / 3 % 3, group: i as i32, ..Filter::ALL }).collect();
            let (mut table, mut there) = (RuleTable::default(), [false; 40]);
            for (rule, wanted) in changes {
                match (there[rule as usize], wanted) {
                    (false, true) => table.insert(rule, &rules),
                    (true, false) => table.remove(rule, &rules),
                    _ => {}
                }
                there[rule as usize] = wanted;
                for (number, filter) in (0..).zip(&rules) {
                    prop_assert_eq!(table.find(filter, &rules), there[number as usize].then_some(number));
                }
                prop_assert_eq!(table.len(), there.iter().filter(|&&it| it).count());
            }
        }
    }

    #[test]
    fn rules_that_differ_in_one_number_are_near_their_homes() {
        let groups = |i: u32| Filter { group: i as i32, ..Filter::ALL };
        let masks = |i: u32| Filter { mask: u64::from(i) << 40, ..Filter::ALL };
        let categories = |i: u32| Filter { category: u64::from(i).reverse_bits(), ..Filter::ALL };
        for rules in [
            (0..10_000).map(groups).collect::<Vec<_>>(),
            (0..10_000).map(masks).collect(),
            (0..10_000).map(categories).collect(),
        ] {
            let mut table = RuleTable::default();
            (0..10_000).for_each(|rule| table.insert(rule, &rules));
            let looks: usize = rules
                .iter()
                .map(|rule| table.probe(rule).position(|place| rules[table.places[place] as usize] == *rule).unwrap())
                .sum();
            // Of a good hash a search finds one other rule on its way, at half load (Knuth: (1 + 1/(1 − α)) / 2 places).
            assert!(looks < 20_000, "{looks}");
        }
    }
}
