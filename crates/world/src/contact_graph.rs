use crate::coloring::{Colored, Coloring, Link};
use crate::contact_update::{ContactUpdate, Tally};
use crate::contacts::Contacts;
use crate::places::Places;
use crate::{World, parallel};
use bumpalo::Bump;
use std::sync::Mutex;

/// The contacts to be solved, by colour: no movable body is twice in one colour, so its contacts can be solved eight at
/// a time, in any order, with one result.
pub(crate) struct ContactGraph<'s> {
    /// Body slots of those that move, ascending. Row `i + 1` of the solver is the body `awake[i]`.
    pub awake: &'s [u32],
    /// In the order of their pairs.
    pub coloring: Coloring,
    pub tally: Tally,
}

impl ContactGraph<'_> {
    /// The contacts with a colour, in the order of their pairs, with the place that the solver keeps each in: colour after
    /// colour, in whole blocks.
    ///
    /// In this order contacts and bodies come nearly as they lie in memory, and the block that each colour is filling stays
    /// in the first-level cache. Colour by colour every contact was a cache miss: 58 000 of them took 38 % of a step.
    pub fn places(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        let mut next = self.coloring.starts();
        self.coloring.colored.iter().map(move |&Colored { contact, color }| {
            let place = &mut next[color as usize];
            (contact, std::mem::replace(place, *place + 1))
        })
    }

    /// How many colours are in use.
    pub fn colors(&self) -> usize {
        self.coloring.counts.iter().filter(|&&count| count > 0).count()
    }

    /// All contacts to be solved.
    pub fn contacts(&self) -> impl Iterator<Item = u32> + '_ {
        let Coloring { colored, overflow, .. } = &self.coloring;
        colored.iter().map(|colored| colored.contact).chain(overflow.iter().copied())
    }

    /// Whether most points are new, so that warm starting has nothing to start from.
    pub fn is_cold(&self) -> bool {
        2 * self.tally.fresh > self.tally.points
    }
}

/// What making the graph keeps from step to step for its room.
#[derive(Default)]
pub(crate) struct GraphRoom {
    pub coloring: Coloring,
    /// Of candidates among the candidates, and then of coloured contacts in the solver.
    pub places: Places,
    /// By contact slot, of candidates.
    links: Vec<Link>,
}

/// Fewer contacts than this are not worth another thread.
pub(crate) const LEAST_PART: usize = 512;

impl World {
    /// Gives each candidate its new manifold and keeps the impulses of the points it still has; begins and ends contacts;
    /// and colours those that are to be solved, greedily, in the order of their pairs. Meanwhile the solver's rows are filled
    /// for a step of `dt` seconds.
    pub(crate) fn update_contact_graph<'s>(
        &mut self,
        arena: &'s Bump,
        candidates: &[u32],
        dt: f32,
    ) -> ContactGraph<'s> {
        self.bodies.awake.sort();
        let awake = &*arena.alloc_slice_copy(self.bodies.awake.slots());
        let mut coloring = std::mem::take(&mut self.graph_room.coloring);
        coloring.begin(awake.len() + 1, candidates.len());
        let update =
            ContactUpdate { bodies: &self.bodies, colliders: &self.colliders, slop: self.settings.linear_slop };
        let Contacts { slots: contacts, recycled, is_far, .. } = &mut self.contacts;
        let found = self.narrow_phase.found.as_slice();
        let events = &mut self.events;
        let mut tally = Tally::default();
        let mut fill_rows = || self.solver_room.rows.prepare(&self.bodies, &self.settings, awake, dt);
        if parallel::parts(candidates.len(), LEAST_PART) == 1 {
            for (&index, found) in candidates.iter().zip(found) {
                let slot = index as usize;
                let contact = &mut contacts[slot];
                let link = update.apply(contact, &mut recycled[slot], &mut is_far[slot], found, &mut tally);
                events.note(contact, link.noted);
                coloring.add(index, link);
            }
            fill_rows();
        } else {
            // Candidates lie anywhere. Each thread takes a part of the slots, the same as when it keeps impulses, and looks
            // up what was found. Who colours then reads a few bytes of each contact, and nothing else that others wrote.
            let GraphRoom { places, links, .. } = &mut self.graph_room;
            places.cover(contacts.len());
            parallel::for_each_part(candidates, LEAST_PART, |first, candidates| {
                (first..).zip(candidates).for_each(|(place, &index)| places.set(index, place));
            });
            if links.len() < contacts.len() {
                links.resize(contacts.len(), Link::NONE);
            }
            let tallies = Mutex::new(&mut tally);
            let looked_up = (places.column(contacts.len()), &mut links[..contacts.len()]);
            let parts = ((&mut contacts[..], &mut recycled[..]), (&mut is_far[..], looked_up));
            parallel::for_each_part(parts, LEAST_PART, |_, ((contacts, recycled), (is_far, (places, links)))| {
                let mut tally = Tally::default();
                let items = contacts.iter_mut().zip(recycled).zip(is_far).zip(places.iter_mut().zip(links));
                for (((contact, recycled), is_far), (place, link)) in items {
                    if let Some(place) = Places::take(place) {
                        *link = update.apply(contact, recycled, is_far, &found[place], &mut tally);
                    }
                }
                tallies.lock().expect("nobody panics while adding").add(&tally);
            });
            // Who colours is done by one thread: what comes next begins.
            let color = || {
                for &index in candidates {
                    let link = links[index as usize];
                    if link.noted.is_some() {
                        events.note(&contacts[index as usize], link.noted);
                    }
                    coloring.add(index, link);
                }
            };
            parallel::both(color, fill_rows);
        }
        ContactGraph { awake, coloring, tally }
    }
}
