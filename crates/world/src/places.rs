use crate::column::make_room;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// By contact slot: where else a step has something of the contact. Threads that each go through a part of the slots look it up
/// there, and take it out: between steps nothing has a place.
#[derive(Default)]
pub(crate) struct Places(Vec<AtomicU32>);

impl Places {
    const NOWHERE: u32 = u32::MAX;

    /// Makes room for so many slots.
    pub fn cover(&mut self, slots: usize) {
        if self.0.len() < slots {
            self.0.resize_with(slots, || AtomicU32::new(Self::NOWHERE));
        }
    }

    /// Makes room for so many slots, none of which there is yet.
    pub fn make_room(&mut self, slots: usize) -> Result<(), TryReserveError> {
        make_room(&mut self.0, slots)
    }

    /// Notes a contact's place; each has one at most.
    #[inline]
    pub fn set(&self, slot: u32, place: usize) {
        self.0[slot as usize].store(place as u32, Relaxed);
    }

    /// Those of so many slots.
    pub fn column(&mut self, slots: usize) -> &mut [AtomicU32] {
        &mut self.0[..slots]
    }

    /// Takes out all places of a part of the slots; tells for each the number of the slot among these.
    #[inline]
    pub fn drain(slots: &mut [AtomicU32], mut each: impl FnMut(usize, usize)) {
        // Who has a place is as good as random: a branch for each slot took as long as what is done for those that have one.
        for (number, some) in slots.chunks_mut(u64::BITS as usize).enumerate() {
            let mut placed = 0;
            for (bit, place) in some.iter_mut().enumerate() {
                placed |= u64::from(*place.get_mut() != Self::NOWHERE) << bit;
            }
            while placed != 0 {
                let bit = placed.trailing_zeros() as usize;
                let place = std::mem::replace(some[bit].get_mut(), Self::NOWHERE);
                each(number * u64::BITS as usize + bit, place as usize);
                placed &= placed - 1;
            }
        }
    }
}
