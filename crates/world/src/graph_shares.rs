use crate::coloring::Link;
use crate::contact::Contact;
use crate::contact_graph::{GraphRoom, LEAST_PART};
use crate::contact_update::{ContactUpdate, Tally};
use crate::contacts::{ContactSlots, Contacts, Standing};
use crate::narrow_phase::{Block, Collide};
use crate::places::Places;
use crate::recycle::{Levers, Recycled};
use crate::{World, parallel};
use std::sync::Mutex;
use std::sync::atomic::AtomicU32;

/// What there is of the contact in each of some slots, its place among the candidates if it is one, and room for its link.
type Columns<'s> = (
    ((&'s mut [Contact], &'s mut [Standing]), (&'s mut [Recycled], &'s mut [Levers])),
    (&'s mut [AtomicU32], &'s mut [Link]),
);

impl World {
    /// Collides all candidates, brings them up to date and notes the link of each, on several threads.
    ///
    /// Candidates lie anywhere. Each thread takes a part of the slots, the same as when it keeps impulses. Who colours then reads a
    /// few bytes of each contact, and nothing else that others wrote.
    pub(crate) fn update_shared(&mut self, candidates: &[u32], tally: &mut Tally) {
        let Contacts { slots, standings, recycled, levers, .. } = &mut self.contacts;
        let GraphRoom { places, links, .. } = &mut self.graph_room;
        places.cover(slots.len());
        parallel::for_each_part(candidates, LEAST_PART, |first, candidates| {
            (first..).zip(candidates).for_each(|(place, &index)| places.set(index, place));
        });
        if links.len() < slots.len() {
            links.resize(slots.len(), Link::NONE);
        }
        let looked_up = (places.column(slots.len()), &mut links[..slots.len()]);
        let columns: Columns =
            (((&mut slots[..], &mut standings[..]), (&mut recycled[..], &mut levers[..])), looked_up);
        let collide = Collide::new(&self.bodies, &self.colliders, &self.settings);
        let update = ContactUpdate::new(&self.bodies, &self.colliders, &self.settings, self.last_step);
        let blocks = self.narrow_phase.blocks(parallel::threads(), candidates.len());
        let tallies = Mutex::new(tally);
        parallel::for_each_part(columns, LEAST_PART, |first, (columns, (places, links))| {
            let ((contacts, standings), (recycled, levers)) = columns;
            let mut slots = ContactSlots { first, contacts, standings, recycled, levers };
            let mut tally = Tally::default();
            let block = &mut *blocks[parallel::this_thread()].lock().expect("nobody panics in there");
            let mut flush = |block: &mut Block| {
                for (index, found) in block.collide(&collide, &slots) {
                    links[index as usize - first] = update.apply(&mut slots, index, found, &mut tally);
                }
            };
            Places::drain(places, |slot, _| {
                if block.is_full() {
                    flush(block);
                }
                block.extend(&[(first + slot) as u32]);
            });
            flush(block);
            tallies.lock().expect("nobody panics while adding").add(&tally);
        });
    }
}
