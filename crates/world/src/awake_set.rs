use crate::column::{make_room, set};
use std::collections::TryReserveError;

/// The solver's row of everything that never moves: static bodies, and the unused lanes of a block.
pub(crate) const FIXED_ROW: u32 = 0;

/// Which bodies may move in a step, and where the solver keeps each: all others cost a step nothing.
#[derive(Default)]
pub(crate) struct AwakeSet {
    /// Body slots; ascending after [`AwakeSet::sort`].
    slots: Vec<u32>,
    /// By body slot: one more than its place in `slots`, which is its row in the solver, or [`FIXED_ROW`].
    rows: Vec<u32>,
    unsorted: bool,
}

geom::clone_in_place!(AwakeSet { slots, rows, unsorted });

impl AwakeSet {
    /// The slots of the bodies that are awake: row `i + 1` of the solver is the body `slots()[i]`.
    pub fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// The solver's row of each body slot.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The slot of the body that the solver has in this row.
    #[inline]
    pub fn slot_of(&self, row: u32) -> u32 {
        self.slots[row as usize - 1]
    }

    #[inline]
    pub fn contains(&self, slot: usize) -> bool {
        self.rows[slot] != FIXED_ROW
    }

    /// Makes room for so many bodies, all of them awake.
    pub fn make_room(&mut self, count: usize) -> Result<(), TryReserveError> {
        make_room(&mut self.slots, count)?;
        make_room(&mut self.rows, count)
    }

    /// Makes room for a body in a slot that was just taken; it is not awake yet.
    pub fn admit(&mut self, slot: usize) {
        set(&mut self.rows, slot, FIXED_ROW);
    }

    /// Adds a body that is not in it.
    pub fn insert(&mut self, slot: usize) {
        debug_assert!(!self.contains(slot), "slot {slot} is awake already");
        self.unsorted |= self.slots.last().is_some_and(|&last| last as usize > slot);
        self.slots.push(slot as u32);
        self.rows[slot] = self.slots.len() as u32;
    }

    /// Takes a body out, if it is in it. O(1).
    pub fn remove(&mut self, slot: usize) {
        let row = std::mem::replace(&mut self.rows[slot], FIXED_ROW);
        if row == FIXED_ROW {
            return;
        }
        let place = (row - 1) as usize;
        self.slots.swap_remove(place);
        if let Some(&moved) = self.slots.get(place) {
            self.rows[moved as usize] = row;
            self.unsorted = true;
        }
    }

    /// Puts the slots in ascending order, so that a step does not depend on who woke first.
    pub fn sort(&mut self) {
        if !std::mem::take(&mut self.unsorted) {
            return;
        }
        self.slots.sort_unstable();
        for (row, &slot) in (1..).zip(&self.slots) {
            self.rows[slot as usize] = row;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_bodies_that_come_and_go() {
        let mut set = AwakeSet::default();
        for slot in 0..5 {
            set.admit(slot);
            set.insert(slot);
        }
        set.remove(1);
        set.remove(1);
        set.remove(4);
        set.insert(1);
        set.sort();
        assert_eq!((set.slots(), set.rows()), (&[0, 1, 2, 3][..], &[1, 2, 3, 4, FIXED_ROW][..]));
        assert!(set.contains(1) && !set.contains(4));
    }
}
