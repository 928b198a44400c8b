use crate::contacts::Contacts;
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
    /// Where each body's list begins in `contacts`; one more than there are bodies.
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

    /// The slots of the contacts that touch the body in a slot, in the order of their pairs. O(contacts) when it is asked first
    /// after [`clear`](Self::clear).
    pub fn of(&self, body: usize, contacts: &Contacts) -> &[u32] {
        let lists = self.lists.get_or_init(|| {
            let mut lists = std::mem::take(&mut *self.spare.lock().unwrap_or_else(PoisonError::into_inner));
            lists.fill(contacts);
            lists
        });
        match lists.starts.get(body..body + 2) {
            Some(&[start, end]) => &lists.contacts[start as usize..end as usize],
            _ => &[],
        }
    }
}

impl Lists {
    /// Sorts by counting.
    fn fill(&mut self, contacts: &Contacts) {
        let touching = || {
            let slots = &contacts.slots;
            contacts.numbers().map(|number| (number, &slots[number as usize])).filter(|(_, contact)| contact.is_felt())
        };
        let Self { starts, contacts: lists } = self;
        starts.clear();
        let mut total = 0;
        for (_, contact) in touching() {
            let last = contact.body_a.max(contact.body_b) as usize;
            if starts.len() < last + 3 {
                starts.resize(last + 3, 0);
            }
            // Counts, two places up; sums of them are starts, one place up; after filling each has moved on to its end, which is
            // where the next one starts.
            starts[contact.body_a as usize + 2] += 1;
            starts[contact.body_b as usize + 2] += 1;
            total += 2;
        }
        for body in 2..starts.len() {
            starts[body] += starts[body - 1];
        }
        lists.clear();
        lists.resize(total, 0);
        for (number, contact) in touching() {
            for body in [contact.body_a, contact.body_b] {
                let next = &mut starts[body as usize + 1];
                lists[*next as usize] = number;
                *next += 1;
            }
        }
    }
}
