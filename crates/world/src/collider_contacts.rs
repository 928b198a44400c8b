use crate::column::NONE;
use crate::contacts::Contacts;
use std::iter::successors;

/// Which contacts each collider has, as lists in which each knows the next. They are made when the first of them is asked for after a
/// step, so a step pays nothing for them.
#[derive(Default)]
pub(crate) struct ColliderContacts {
    is_made: bool,
    /// By collider: the first side that is its, or [`NONE`]. Of the contact in slot `c` the sides are `2c` and `2c + 1`.
    first: Vec<u32>,
    /// By side: the next one of the same collider, or [`NONE`].
    next: Vec<u32>,
}

impl ColliderContacts {
    /// Forgets the lists: contacts are about to change.
    pub fn clear(&mut self) {
        self.is_made = false;
    }

    /// Makes the lists of so many collider slots, unless they are made; `owners` tells by proxy whose it is. O(colliders + contacts).
    pub fn make(&mut self, contacts: &Contacts, owners: &[u64], colliders: usize) {
        if std::mem::replace(&mut self.is_made, true) {
            return;
        }
        self.first.clear();
        self.first.resize(colliders, NONE);
        self.next.resize(2 * contacts.slots.len(), NONE);
        // Pairs name the same sides as contacts, which lie anywhere in memory.
        for (pair, contact) in contacts.awake.iter().chain(contacts.asleep.iter()) {
            for (side, proxy) in (2 * contact..).zip([pair.a(), pair.b()]) {
                self.next[side as usize] = std::mem::replace(&mut self.first[owners[proxy] as usize], side);
            }
        }
    }

    /// The slots of the contacts that the collider in a slot has, or had who was there before.
    pub fn of(&self, collider: usize) -> impl Iterator<Item = usize> + '_ {
        let side = |side: u32| (side != NONE).then_some(side);
        // Who came after they were made has none.
        let first = self.first.get(collider).and_then(|&first| side(first));
        successors(first, move |&before| side(self.next[before as usize])).map(|side| side as usize / 2)
    }
}
