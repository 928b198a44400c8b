use crate::contacts::Contacts;
use crate::grouped::group_by_key;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Which contacts each body has. It is made when somebody first asks after a step, so a step pays nothing for it.
#[derive(Default)]
pub(crate) struct ContactIndex {
    lists: OnceLock<Lists>,
    /// Lists of an earlier step, kept for their room.
    spare: Mutex<Lists>,
}

/// The lists of all bodies, one behind the other.
#[derive(Default)]
struct Lists {
    /// Where each body's list begins in `contacts`; at least one more than there are bodies.
    starts: Vec<u32>,
    /// Slots of contacts, those of a body in the order of their pairs.
    contacts: Vec<u32>,
}

impl ContactIndex {
    /// Forgets the lists: contacts are about to change.
    pub fn clear(&mut self) {
        if let Some(lists) = self.lists.take() {
            *self.spare.get_mut().unwrap_or_else(PoisonError::into_inner) = lists;
        }
    }

    /// The slots of the contacts that touch the body in a slot, in the order of their pairs. O(bodies + contacts) when it is
    /// asked first after [`clear`](Self::clear).
    pub fn of(&self, body: usize, contacts: &Contacts, bodies: usize) -> &[u32] {
        let lists = self.lists.get_or_init(|| {
            let mut lists = std::mem::take(&mut *self.spare.lock().unwrap_or_else(PoisonError::into_inner));
            lists.fill(contacts, bodies);
            lists
        });
        match lists.starts.get(body..body + 2) {
            Some(&[start, end]) => &lists.contacts[start as usize..end as usize],
            _ => &[],
        }
    }
}

impl Lists {
    fn fill(&mut self, contacts: &Contacts, bodies: usize) {
        let slots = &contacts.slots;
        let felt = contacts.numbers().filter(|&number| slots[number as usize].is_felt());
        let sides = felt.flat_map(|number| {
            let contact = &slots[number as usize];
            [(contact.body_a, number), (contact.body_b, number)]
        });
        let Self { starts, contacts: lists } = self;
        starts.clear();
        starts.resize(bodies + 2, 0);
        group_by_key(starts, sides, |count| {
            lists.clear();
            lists.resize(count, 0);
            lists
        });
    }
}
