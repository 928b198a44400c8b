use crate::column::make_room;
use std::collections::TryReserveError;
use std::fmt;

/// Names a body. Stays valid until the body is destroyed; a destroyed body's id never names another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId(pub(crate) Handle);

/// Names a collider. Stays valid until the collider or its body is destroyed, and never names another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColliderId(pub(crate) Handle);

impl BodyId {
    /// The body's slot: small, dense and reused after the body is gone. For side tables.
    #[inline]
    #[must_use]
    pub const fn slot(self) -> usize {
        self.0.slot as usize
    }

    /// The id as a number, for a `user_data`, or where a language knows no such types. Never 0.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        self.0.to_bits()
    }

    /// The id of [these bits](BodyId::to_bits). 0 and all else that no body has or had is as the id of one that is gone: every call
    /// refuses it.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(Handle::from_bits(bits))
    }
}

impl ColliderId {
    /// The collider's slot: small, dense and reused after the collider is gone. For side tables.
    #[inline]
    #[must_use]
    pub const fn slot(self) -> usize {
        self.0.slot as usize
    }

    /// The id as a number, for a `user_data`, or where a language knows no such types. Never 0.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u64 {
        self.0.to_bits()
    }

    /// The id of [these bits](ColliderId::to_bits). 0 and all else that no collider has or had is as the id of one that is gone: every call
    /// refuses it.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(Handle::from_bits(bits))
    }
}

impl fmt::Debug for BodyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BodyId({}v{})", self.0.slot, self.0.generation)
    }
}

impl fmt::Debug for ColliderId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ColliderId({}v{})", self.0.slot, self.0.generation)
    }
}

/// A slot and which of its successive owners is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "SlotGeneration"))]
pub(crate) struct Handle {
    pub slot: u32,
    /// Odd, unless it was made of bits that are no one's.
    pub generation: u32,
}

impl Handle {
    /// The generation above the slot.
    const fn to_bits(self) -> u64 {
        (self.generation as u64) << 32 | self.slot as u64
    }

    const fn from_bits(bits: u64) -> Self {
        Self { slot: bits as u32, generation: (bits >> 32) as u32 }
    }
}

/// A handle as it is written down, which may be none.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct SlotGeneration {
    slot: u32,
    generation: u32,
}

#[cfg(feature = "serde")]
impl TryFrom<SlotGeneration> for Handle {
    type Error = &'static str;

    fn try_from(SlotGeneration { slot, generation }: SlotGeneration) -> Result<Self, Self::Error> {
        // Even ones are those of slots that are free: nobody has such a handle, and free slots would take it for their owner's.
        if generation % 2 == 1 { Ok(Self { slot, generation }) } else { Err("no id has an even generation") }
    }
}

/// Hands out slots and takes them back: which ones are in use, and by whom.
#[derive(Default)]
pub(crate) struct Slots {
    /// Odd while the slot is in use; goes up by one when it is taken and when it is given back.
    generations: Vec<u32>,
    /// Slots to use again, the last one first.
    free: Vec<u32>,
    len: usize,
}

geom::clone_in_place!(Slots { generations, free, len });

impl Slots {
    /// The most slots there may be: rows of solver bodies and contacts are numbered in 32 bits with room to spare.
    pub const MAX: usize = 1 << 28;

    /// Takes a slot: the one freed last, or a new one at the end. `None` when [`Slots::MAX`] are in use.
    pub fn take(&mut self) -> Option<Handle> {
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None if self.generations.len() < Self::MAX => {
                self.generations.push(0);
                (self.generations.len() - 1) as u32
            }
            None => return None,
        };
        let generation = &mut self.generations[slot as usize];
        *generation += 1;
        self.len += 1;
        Some(Handle { slot, generation: *generation })
    }

    /// Makes room for so many slots, and for all of them to be given back.
    pub fn make_room(&mut self, count: usize) -> Result<(), TryReserveError> {
        make_room(&mut self.generations, count)?;
        make_room(&mut self.free, count)
    }

    /// Gives a slot in use back.
    pub fn give_back(&mut self, slot: usize) {
        let generation = &mut self.generations[slot];
        debug_assert!(*generation % 2 == 1, "slot {slot} is not in use");
        *generation += 1;
        self.len -= 1;
        // A slot whose generations are used up is retired, lest an old handle comes back to life.
        if *generation < u32::MAX - 1 {
            self.free.push(slot as u32);
        }
    }

    /// The slot of a handle, if it is still its owner.
    #[inline]
    pub fn get(&self, handle: Handle) -> Option<usize> {
        let slot = handle.slot as usize;
        // A free slot's is even, and has no owner.
        let is_taken = handle.generation % 2 == 1;
        (is_taken && self.generations.get(slot) == Some(&handle.generation)).then_some(slot)
    }

    /// The handle of a slot, if it is in use.
    #[inline]
    pub fn handle(&self, slot: usize) -> Option<Handle> {
        let generation = self.generations[slot];
        (generation % 2 == 1).then_some(Handle { slot: slot as u32, generation })
    }

    /// How many slots are in use.
    pub fn len(&self) -> usize {
        self.len
    }

    /// How many slots there are, in use or not.
    pub fn capacity(&self) -> usize {
        self.generations.len()
    }

    /// The slots in use, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.generations.iter().enumerate().filter(|(_, generation)| *generation % 2 == 1).map(|(slot, _)| slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_given_back_is_taken_again_under_another_generation() {
        let mut slots = Slots::default();
        let first = slots.take().unwrap();
        slots.give_back(first.slot as usize);
        let second = slots.take().unwrap();
        assert_eq!((second.slot, slots.get(first), slots.get(second)), (first.slot, None, Some(0)));
        assert_eq!((slots.len(), slots.capacity()), (1, 1));
    }

    #[test]
    fn bits_of_a_slot_that_is_free_name_nobody() {
        let mut slots = Slots::default();
        let handle = slots.take().unwrap();
        assert_eq!((handle.to_bits(), slots.get(Handle::from_bits(1 << 32))), (1 << 32, Some(0)));
        slots.give_back(0);
        assert_eq!([1, 2, 3].map(|generation| slots.get(Handle { slot: 0, generation })), [None; 3]);
    }

    #[test]
    fn a_slot_whose_generations_are_used_up_is_retired() {
        let mut slots = Slots::default();
        slots.take().unwrap();
        slots.generations[0] = u32::MAX - 2;
        slots.give_back(0);
        assert_eq!(slots.take().unwrap().slot, 1);
    }
}
