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

    /// Notes a contact's place; each has one at most.
    #[inline]
    pub fn set(&self, slot: u32, place: usize) {
        self.0[slot as usize].store(place as u32, Relaxed);
    }

    /// Those of so many slots.
    pub fn column(&mut self, slots: usize) -> &mut [AtomicU32] {
        &mut self.0[..slots]
    }

    /// Takes out the place of a slot, if it has one.
    #[inline]
    pub fn take(place: &mut AtomicU32) -> Option<usize> {
        let place = std::mem::replace(place.get_mut(), Self::NOWHERE);
        (place != Self::NOWHERE).then_some(place as usize)
    }
}
