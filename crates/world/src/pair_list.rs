use crate::column::{grow, make_room};
use crate::parallel;
use crate::stretch::Stretch;
use broadphase::Pair;
use std::collections::TryReserveError;

/// Fewer pairs than this are not worth another thread.
const LEAST_PART: usize = parallel::many(2048);

/// That of a pair which was not in a list.
pub(crate) const NO_CONTACT: u32 = u32::MAX;

/// Pairs in ascending order, and the slot of each one's contact.
pub(crate) type Listed<'a> = (&'a [Pair], &'a [u32]);

/// Pairs of the broad phase in ascending order, and the slot of each one's contact.
#[derive(Default)]
pub(crate) struct PairList {
    pairs: Vec<Pair>,
    contacts: Vec<u32>,
}

geom::clone_in_place!(PairList { pairs, contacts });

impl PairList {
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// The contacts in the order of their pairs.
    pub fn contacts(&self) -> &[u32] {
        &self.contacts
    }

    /// The contact of a pair, if it is in the list. O(log contacts).
    pub fn find(&self, pair: Pair) -> Option<u32> {
        self.pairs().binary_search(&pair).ok().map(|place| self.contacts()[place])
    }

    pub fn as_listed(&self) -> Listed<'_> {
        (&self.pairs, &self.contacts)
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn clear(&mut self) {
        self.pairs.clear();
        self.contacts.clear();
    }

    /// Makes room for so many pairs in all.
    pub fn make_room(&mut self, count: usize) {
        grow(&mut self.pairs, count);
        grow(&mut self.contacts, count);
    }

    /// Makes room for so many pairs in all, if there is memory for them.
    pub fn try_make_room(&mut self, count: usize) -> Result<(), TryReserveError> {
        make_room(&mut self.pairs, count)?;
        make_room(&mut self.contacts, count)
    }

    /// Adds a pair that comes after all others.
    pub fn push(&mut self, pair: Pair, contact: u32) {
        debug_assert!(self.pairs.last().is_none_or(|&last| last < pair), "{pair:?} is out of order");
        self.pairs.push(pair);
        self.contacts.push(contact);
    }

    pub fn iter(&self) -> impl Iterator<Item = (Pair, u32)> + Clone + '_ {
        self.pairs.iter().copied().zip(self.contacts.iter().copied())
    }

    /// Takes those of `pairs`, which are ascending, out that are in the list: tells each one's contact, and how many there
    /// were. O(n) from the first of them on.
    pub fn remove(&mut self, pairs: &[Pair], mut removed: impl FnMut(u32)) -> usize {
        let Some(first) = pairs.first() else { return 0 };
        let (before, mut gone) = (self.len(), pairs.iter().copied().peekable());
        self.retain_from(self.pairs.partition_point(|pair| pair < first), |pair, contact| {
            while gone.next_if(|&gone| gone < pair).is_some() {}
            let stays = gone.next_if_eq(&pair).is_none();
            if !stays {
                removed(contact);
            }
            stays
        });
        before - self.len()
    }

    /// Takes those of `ended` that are in the list out and the pairs of `begun` in, none of which is; both are ascending. Tells the
    /// contact of each that ended and is here, and how many are; `contacts` are [`NO_CONTACT`] before. `room` is the old list
    /// after. O(n), nothing when nothing ended or began.
    ///
    /// If it is known that `all_are_here` it is known where each stretch of the list comes to, and threads share the work.
    pub fn replace(
        &mut self,
        room: &mut Self,
        (ended, contacts): (&[Pair], &mut [u32]),
        begun: Listed,
        all_are_here: bool,
    ) -> usize {
        let Some(&any) = ended.first().or(begun.0.first()) else { return 0 };
        let most = self.len() + begun.0.len();
        // What it held is overwritten: only what it grows by is filled.
        room.pairs.resize(most, any);
        room.contacts.resize(most, NO_CONTACT);
        let new = (&mut room.pairs[..], &mut room.contacts[..]);
        let whole = Stretch::whole(self.as_listed(), (ended, &mut *contacts), begun, new);
        if all_are_here {
            parallel::for_each_part(whole, LEAST_PART, |_, stretch| stretch.write());
        } else {
            whole.write();
        }
        let count = || contacts.iter().filter(|&&contact| contact != NO_CONTACT).count();
        debug_assert!(!all_are_here || count() == ended.len());
        let found = if all_are_here { ended.len() } else { count() };
        room.pairs.truncate(most - found);
        room.contacts.truncate(most - found);
        std::mem::swap(self, room);
        found
    }

    /// Moves the contacts that `leaves` tells into `gone`, in order. O(n).
    pub fn split_off(&mut self, gone: &mut Self, leaves: impl Fn(Pair, u32) -> bool) {
        gone.clear();
        self.retain_from(0, |pair, contact| {
            let stays = !leaves(pair, contact);
            if !stays {
                gone.push(pair, contact);
            }
            stays
        });
    }

    /// Numbers the contacts from `first` on, in the order of their pairs; comes back with the next number.
    pub fn renumber(&mut self, first: u32) -> u32 {
        (first..).zip(&mut self.contacts).for_each(|(number, contact)| *contact = number);
        first + self.len() as u32
    }

    /// Keeps, from a place on, the pairs that `stays` wants.
    fn retain_from(&mut self, start: usize, mut stays: impl FnMut(Pair, u32) -> bool) {
        let mut kept = start;
        for place in start..self.len() {
            let (pair, contact) = (self.pairs[place], self.contacts[place]);
            if stays(pair, contact) {
                self.pairs[kept] = pair;
                self.contacts[kept] = contact;
                kept += 1;
            }
        }
        self.pairs.truncate(kept);
        self.contacts.truncate(kept);
    }

    /// Takes pairs in, none of which is here: a merge from the back, where there is room for them. O(n) down to
    /// the first of them, nothing when they are none.
    pub fn merge(&mut self, (pairs, contacts): Listed) {
        let mut mine = self.len();
        self.pairs.extend_from_slice(pairs);
        self.contacts.extend_from_slice(contacts);
        let mut place = self.len();
        for (&pair, &contact) in pairs.iter().zip(contacts).rev() {
            while mine > 0 && self.pairs[mine - 1] > pair {
                (mine, place) = (mine - 1, place - 1);
                self.pairs[place] = self.pairs[mine];
                self.contacts[place] = self.contacts[mine];
            }
            place -= 1;
            self.pairs[place] = pair;
            self.contacts[place] = contact;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(b: usize) -> Pair {
        Pair::new(0, b).unwrap()
    }

    fn list(from: &[(usize, u32)]) -> PairList {
        let mut list = PairList::default();
        from.iter().for_each(|&(b, contact)| list.push(pair(b), contact));
        list
    }

    #[test]
    fn what_was_split_off_merges_back_in_order() {
        let (mut all, mut odd) = (list(&[(1, 4), (2, 7), (3, 1), (5, 9)]), PairList::default());
        all.split_off(&mut odd, |_, contact| contact % 2 == 1);
        assert_eq!((all.contacts(), odd.contacts()), (&[4][..], &[7, 1, 9][..]));
        all.merge(odd.as_listed());
        assert!(all.pairs().is_sorted());
        assert_eq!(all.contacts(), [4, 7, 1, 9]);
    }

    /// Replaces one pair in six by one in four that were not there; with `strangers` half of those that end are elsewhere.
    fn replace_like_sets(strangers: bool) {
        const ROWS: usize = 30_000;
        let every =
            |step: usize, from: usize| (from..ROWS).step_by(step).map(|b| (b, 7 * b as u32)).collect::<Vec<_>>();
        let (mut all, begun) = (list(&every(2, 2)), list(&every(4, 1)));
        let gone = every(6, 6).into_iter().chain(every(4, 3).into_iter().filter(|_| strangers));
        let mut ended: Vec<Pair> = gone.map(|(b, _)| pair(b)).collect();
        ended.sort_unstable();

        let kept = all.iter().filter(|(pair, _)| ended.binary_search(pair).is_err());
        let mut expected: Vec<_> = kept.chain(begun.iter()).collect();
        expected.sort_unstable();
        let contact = |gone: &Pair| all.pairs().binary_search(gone).map_or(NO_CONTACT, |place| all.contacts()[place]);
        let expected_contacts: Vec<u32> = ended.iter().map(contact).collect();

        let (mut room, mut contacts) = (list(&[(5, 5)]), vec![NO_CONTACT; ended.len()]);
        assert_eq!(all.replace(&mut room, (&ended, &mut contacts), begun.as_listed(), !strangers), 4999);
        assert!(contacts == expected_contacts && all.iter().eq(expected));
    }

    #[test]
    fn lists_are_replaced_like_sets() {
        let replace = || [false, true].map(replace_like_sets);
        replace();
        #[cfg(feature = "parallel")]
        rayon::ThreadPoolBuilder::new().num_threads(4).build().expect("threads").install(replace);
    }

    #[test]
    fn only_pairs_of_the_list_are_removed() {
        let (mut all, mut gone) = (list(&[(1, 4), (2, 7), (3, 1), (5, 9)]), Vec::new());
        let pairs = [2, 4, 5, 6].map(pair);
        assert_eq!(all.remove(&pairs, |contact| gone.push(contact)), 2);
        assert_eq!((all.contacts(), gone), (&[4, 1][..], vec![7, 9]));
    }
}
