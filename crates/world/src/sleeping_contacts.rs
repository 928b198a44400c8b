use crate::BodyId;
use crate::contacts::Contacts;
use crate::grouped::group_by_key;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;

/// The contacts that sleep, by body: so that waking a body looks at its own contacts and no others.
///
/// Contacts are told by their places in [`Contacts::asleep`], which must not change meanwhile.
pub(crate) struct SleepingContacts<'s> {
    /// Where each body's places begin in `places`; one more than there are bodies.
    starts: &'s [u32],
    places: &'s [u32],
    /// By place: whether the contact was told already.
    taken: &'s mut [bool],
}

impl<'s> SleepingContacts<'s> {
    /// Of so many body slots. O(bodies + contacts), by counting.
    pub fn new(arena: &'s Bump, contacts: &Contacts, bodies: usize) -> Self {
        let sides = arena.alloc_slice_fill_iter(contacts.asleep.contacts().iter().map(|&contact| {
            let contact = &contacts.slots[contact as usize];
            [contact.body_a, contact.body_b]
        }));
        let starts = arena.alloc_slice_fill_copy(bodies + 2, 0);
        let entries = (0..).zip(&*sides).flat_map(|(place, sides)| sides.map(|body| (body, place)));
        let places = group_by_key(starts, entries, |count| arena.alloc_slice_fill_copy(count, 0));
        Self { starts: &starts[..=bodies], places, taken: arena.alloc_slice_fill_copy(sides.len(), false) }
    }

    /// Puts the contacts of these bodies that were not there before into [`Contacts::moved`], in the order of their pairs. They
    /// stay among those that sleep until [`Contacts::rouse`].
    pub fn rouse(&mut self, arena: &Bump, contacts: &mut Contacts, woken: &[BodyId]) {
        let mut places = ArenaVec::new_in(arena);
        woken.iter().for_each(|body| self.take(body.slot(), |place| places.push(place as usize)));
        places.sort_unstable();
        contacts.moved.clear();
        for place in places {
            contacts.moved.push(contacts.asleep.pairs()[place], contacts.asleep.contacts()[place]);
        }
    }

    /// Tells the contacts of a body that nobody took before.
    fn take(&mut self, body: usize, mut tell: impl FnMut(u32)) {
        let (start, end) = (self.starts[body] as usize, self.starts[body + 1] as usize);
        for &place in &self.places[start..end] {
            if !std::mem::replace(&mut self.taken[place as usize], true) {
                tell(place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodyDef, ColliderDef, Settings, Shape, Vec2, World};

    #[test]
    fn each_contact_is_told_once_by_the_first_of_its_bodies() {
        let mut world = World::new(Settings::default()).unwrap();
        for x in [0.0, 1.0, 2.0, 3.0] {
            let def = BodyDef { is_awake: false, ..BodyDef::dynamic(Vec2::new(x, 0.0)) };
            let body = world.create_body(&def).unwrap();
            world.create_collider(body, &ColliderDef::new(Shape::rect(0.5, 0.5).unwrap())).unwrap();
        }
        world.step(1.0 / 60.0).unwrap();
        let arena = Bump::new();
        let mut sleeping = SleepingContacts::new(&arena, &world.contacts, 4);
        let mut told = Vec::new();
        for body in [1, 0, 3, 2] {
            sleeping.take(body, |place| told.push((body, place)));
        }
        // The contacts are 0–1, 1–2 and 2–3.
        assert_eq!(told, [(1, 0), (1, 1), (3, 2)]);
    }
}
