use super::{Pairs, in_place::Stretch};
use crate::{Pair, room::Room};
use std::mem::take;

/// Room for more than so many times what is needed is given back.
const MUCH: usize = 4;

/// Gives a list what stands in the other, which is room after that. The two change places only if the list fills such room,
/// lest what was lent to sort keys becomes a list's, one after the other.
pub(super) fn take_over(list: &mut Vec<Pair>, room: &mut Vec<Pair>) {
    if room.len() < room.capacity() / MUCH {
        list.clear();
        list.extend_from_slice(room);
    } else {
        std::mem::swap(list, room);
    }
}

/// What the lists hold, lend and give back.
impl Pairs {
    /// Lends the room for pairs found, which is free between updates, to sort something else.
    pub fn lend(&mut self, work: impl FnOnce(&mut Room)) {
        // Both kinds of element are as large: the standard library keeps the memory, and what stands in it.
        let keys = |list: Vec<Pair>| list.into_iter().map(Pair::key).collect();
        let pairs = |keys: Vec<u64>| keys.into_iter().map(Pair::of_key).collect();
        let mut room = Room {
            keys: keys(take(&mut self.found.all)),
            back: keys(take(&mut self.spare)),
            spare: keys(take(&mut self.doubtful)),
            rows: take(&mut self.starts),
        };
        work(&mut room);
        (self.found.all, self.spare, self.doubtful) = (pairs(room.keys), pairs(room.back), pairs(room.spare));
        self.starts = room.rows;
        self.starts.clear();
    }

    /// Gives room back of which so many keys, or pairs as there are, need a small share only.
    pub fn release_room(&mut self, keys: usize) {
        let needed = keys.max(self.base.len());
        for list in [&mut self.found.all, &mut self.spare, &mut self.doubtful] {
            if list.capacity() / MUCH > needed {
                list.clear();
                list.shrink_to(needed);
            }
        }
        if self.starts.capacity() / MUCH > needed {
            self.starts.shrink_to(needed);
        }
        self.found.release_parts(needed, MUCH);
        // Each has room for what any of them had, which may be nearly all pairs: together they may hold [`MUCH`] times what is
        // needed for each part, of which there are four a thread. The sum is not bounded, or who has all begin and end in one
        // part after the other would allocate in each step.
        if self.stretches.iter().any(|stretch| stretch.holds() / MUCH > needed) {
            self.stretches = Vec::new();
        }
    }

    /// Ends an update, see [`FoundPairs::age`](crate::found_pairs::FoundPairs::age).
    pub fn age_room(&mut self) {
        self.found.age();
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        let lists = [&self.base, &self.begun, &self.ended, &self.spare, &self.doubtful, &self.ended_behind];
        let lists = lists.into_iter().chain(self.listed.get());
        lists.map(|list| list.capacity() * size_of::<Pair>()).sum::<usize>()
            + self.changes.bytes()
            + self.found.bytes()
            + self.stretches.iter().map(Stretch::bytes).sum::<usize>()
            + (self.stretches.capacity() - self.stretches.len()) * size_of::<Stretch>()
            + self.partners.bytes()
            + self.starts.capacity() * size_of::<u32>()
            + self.marks.capacity()
    }
}
