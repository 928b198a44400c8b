use crate::coloring::Link;
use crate::contact::Contact;
use crate::contact_graph::{GraphRoom, LEAST_PART};
use crate::contact_update::{ContactUpdate, Tally};
use crate::contacts::{Contacts, Standing};
use crate::narrow_phase::{BlockRoom, ContactSlots, Sources};
use crate::places::Places;
use crate::recycle::{Levers, Recycled, Tolerance};
use crate::{World, parallel};
use std::sync::Mutex;
use std::sync::atomic::AtomicU32;

/// What there is of the contact in each of some slots, its place among the candidates if it is one, and room for its link.
type Columns<'s> = (
    (&'s mut [Contact], (&'s mut [Recycled], &'s mut [Levers])),
    (&'s mut [Standing], (&'s mut [AtomicU32], &'s mut [Link])),
);

// Candidates lie anywhere. Each thread takes a part of the slots, the same as when it keeps impulses. Who colours then reads a few
// bytes of each contact, and nothing else that others wrote.
impl World {
    /// Brings all candidates up to date with what was found of them, on several threads, and notes the link of each.
    pub(crate) fn update_shared(&mut self, candidates: &[u32], tally: &mut Tally) {
        let found = self.narrow_phase.found.as_slice();
        let update = ContactUpdate::new(&self.bodies, &self.colliders, &self.settings);
        share(&mut self.contacts, &mut self.graph_room, candidates, tally, |_, columns, tally| {
            let ((contacts, (recycled, levers)), (standings, (places, links))) = columns;
            Places::drain(places, |slot, place| {
                let of_contact = (&mut contacts[slot], (&mut recycled[slot], &mut levers[slot]), &mut standings[slot]);
                links[slot] = update.apply(of_contact, &found[place], tally);
            });
        });
    }

    /// The same for candidates of which none sleeps, and which each thread collides before, block by block.
    pub(crate) fn collide_shared(&mut self, candidates: &[u32], tally: &mut Tally) {
        let (tolerance, colliders) = (Tolerance::of(&self.settings), &self.colliders);
        let update = ContactUpdate::new(&self.bodies, colliders, &self.settings);
        let rooms = self.narrow_phase.rooms(parallel::threads());
        share(&mut self.contacts, &mut self.graph_room, candidates, tally, |first, columns, tally| {
            let ((contacts, (recycled, levers)), (standings, (places, links))) = columns;
            let room = &mut *rooms[parallel::this_thread()].lock().expect("nobody panics in there");
            let mut flush = |room: &mut BlockRoom| {
                let known = ContactSlots { first, slots: contacts, recycled, levers };
                let sources = Sources { contacts: known, colliders, bodies: None, tolerance };
                for (index, found) in room.collide(&sources) {
                    let slot = index as usize - first;
                    let of_contact =
                        (&mut contacts[slot], (&mut recycled[slot], &mut levers[slot]), &mut standings[slot]);
                    links[slot] = update.apply(of_contact, found, tally);
                }
            };
            Places::drain(places, |slot, _| {
                if room.is_full() {
                    flush(room);
                }
                room.add((first + slot) as u32);
            });
            flush(room);
        });
    }
}

/// Has each thread do the work on a part of the slots, of which it is told the number of the first and where candidates are.
fn share(
    contacts: &mut Contacts,
    room: &mut GraphRoom,
    candidates: &[u32],
    tally: &mut Tally,
    work: impl Fn(usize, Columns, &mut Tally) + Sync,
) {
    let Contacts { slots, recycled, levers, standings, .. } = contacts;
    let GraphRoom { places, links, .. } = room;
    places.cover(slots.len());
    parallel::for_each_part(candidates, LEAST_PART, |first, candidates| {
        (first..).zip(candidates).for_each(|(place, &index)| places.set(index, place));
    });
    if links.len() < slots.len() {
        links.resize(slots.len(), Link::NONE);
    }
    let looked_up = (places.column(slots.len()), &mut links[..slots.len()]);
    let columns: Columns = ((&mut slots[..], (&mut recycled[..], &mut levers[..])), (&mut standings[..], looked_up));
    let tallies = Mutex::new(tally);
    parallel::for_each_part(columns, LEAST_PART, |first, columns| {
        let mut tally = Tally::default();
        work(first, columns, &mut tally);
        tallies.lock().expect("nobody panics while adding").add(&tally);
    });
}
