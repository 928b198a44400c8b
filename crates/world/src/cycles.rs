use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

/// A permutation as a list of its cycles, in the order in which things move: to each place comes what is at the next one, to the
/// last of a cycle what was at its first.
///
/// Who follows a permutation itself has to wait at each place for the number of the next one. Here that is done once for all
/// columns, whose things then are copied without waiting for anything, each read once and written once.
pub(crate) struct Cycles<'s> {
    places: &'s [u32],
    /// Where in `places` each cycle ends.
    ends: &'s [u32],
}

impl<'s> Cycles<'s> {
    /// Of the permutation that brings what is at `sources[i]` to `i`, for all `i`; `sources` has each place once, and is used up.
    /// O(n).
    pub fn new(arena: &'s Bump, sources: &mut [u32]) -> Self {
        let mut places = ArenaVec::with_capacity_in(sources.len(), arena);
        let mut ends = ArenaVec::new_in(arena);
        for start in 0..sources.len() {
            let mut place = start;
            loop {
                let source = std::mem::replace(&mut sources[place], place as u32) as usize;
                if source == place {
                    break;
                }
                places.push(place as u32);
                if source == start {
                    ends.push(places.len() as u32);
                    break;
                }
                place = source;
            }
        }
        Self { places: places.into_bump_slice(), ends: ends.into_bump_slice() }
    }

    /// Brings all things to where they belong.
    pub fn turn<T: Clone>(&self, things: &mut [T]) {
        let mut rest = self.places;
        let mut taken = 0;
        for &end in self.ends {
            let (cycle, others) = rest.split_at((end - taken) as usize);
            (rest, taken) = (others, end);
            let (first, last) = (things[cycle[0] as usize].clone(), cycle[cycle.len() - 1]);
            for (&place, &source) in cycle.iter().zip(&cycle[1..]) {
                things[place as usize] = things[source as usize].clone();
            }
            things[last as usize] = first;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn permuted_things_are_where_they_were_wanted(sources in Just((0..40).collect::<Vec<u32>>()).prop_shuffle()) {
            let mut things: Vec<u32> = (100..140).collect();
            Cycles::new(&Bump::new(), &mut sources.clone()).turn(&mut things);
            prop_assert_eq!(things, sources.iter().map(|source| 100 + source).collect::<Vec<_>>());
        }
    }
}
