use crate::coloring::{COLORS, Colored, Coloring, Link};
use crate::contact_update::{ContactUpdate, Tally};
use crate::contacts::Contacts;
use crate::lanes::LANES;
use crate::{World, parallel};
use bumpalo::Bump;
use std::sync::Mutex;

/// The contacts to be solved, by colour: no movable body is twice in one colour, so its contacts can be solved eight at
/// a time, in any order, with one result.
#[derive(Default)]
pub(crate) struct ContactGraph<'s> {
    /// Body slots of those that move, ascending. Row `i + 1` of the solver is the body `awake[i]`.
    pub awake: &'s [u32],
    /// Those with a colour, in the order of their pairs.
    pub colored: &'s [Colored],
    /// Those without, in the order of their pairs.
    pub overflow: &'s [u32],
    /// How many contacts have each colour.
    pub counts: [usize; COLORS],
    /// Whether any body is to be pushed out of what it overlaps.
    pub any_separated: bool,
    pub tally: Tally,
}

impl ContactGraph<'_> {
    /// The contacts with a colour, in the order of their pairs, with the block and the lane that the solver keeps each in:
    /// colour after colour, in whole blocks.
    ///
    /// In this order contacts and bodies come nearly as they lie in memory, and the block that each colour is filling stays
    /// in the first-level cache. Colour by colour every contact was a cache miss: 58 000 of them took 38 % of a step.
    pub fn places(&self) -> impl Iterator<Item = (u32, usize, usize)> + '_ {
        let (mut next, mut blocks) = ([0; COLORS], 0);
        for (next, count) in next.iter_mut().zip(self.blocks_by_color()) {
            *next = blocks * LANES;
            blocks += count;
        }
        self.colored.iter().map(move |&Colored { contact, color }| {
            let place = &mut next[color as usize];
            let number = std::mem::replace(place, *place + 1);
            (contact, number / LANES, number % LANES)
        })
    }

    /// How many blocks of [`LANES`] contacts each colour takes.
    pub fn blocks_by_color(&self) -> [usize; COLORS] {
        self.counts.map(|count| count.div_ceil(LANES))
    }

    /// How many colours are in use.
    pub fn colors(&self) -> usize {
        self.counts.iter().filter(|&&count| count > 0).count()
    }

    /// All contacts to be solved.
    pub fn contacts(&self) -> impl Iterator<Item = u32> + '_ {
        self.colored.iter().map(|colored| colored.contact).chain(self.overflow.iter().copied())
    }

    /// Whether most points are new, so that warm starting has nothing to start from.
    pub fn is_cold(&self) -> bool {
        2 * self.tally.fresh > self.tally.points
    }
}

/// Fewer contacts than this are not worth another thread.
const LEAST_PART: usize = 512;

impl World {
    /// Gives each candidate its new manifold and keeps the impulses of the points it still has; begins and ends contacts;
    /// and colours those that are to be solved, greedily, in the order of their pairs.
    pub(crate) fn update_contact_graph<'s>(&mut self, arena: &'s Bump, candidates: &[u32]) -> ContactGraph<'s> {
        self.bodies.awake.sort();
        let awake = arena.alloc_slice_copy(self.bodies.awake.slots());
        let mut coloring = Coloring::new(arena, awake.len() + 1, candidates.len());
        let update =
            ContactUpdate { bodies: &self.bodies, colliders: &self.colliders, slop: self.settings.linear_slop };
        let Contacts { slots: contacts, recycled, is_far, .. } = &mut self.contacts;
        let found = self.narrow_phase.found.as_slice();
        let events = &mut self.events;
        let mut tally = Tally::default();
        if parallel::parts(candidates.len(), LEAST_PART) == 1 {
            for (&index, found) in candidates.iter().zip(found) {
                let slot = index as usize;
                let contact = &mut contacts[slot];
                let link = update.apply(contact, &mut recycled[slot], &mut is_far[slot], found, &mut tally);
                events.note(contact, link.noted);
                coloring.add(index, link);
            }
        } else {
            // Candidates lie anywhere. Each thread takes a part of the slots, the same as when it keeps impulses, and looks
            // up what was found. Who colours then reads a few bytes of each contact, and nothing else that others wrote.
            let places = arena.alloc_slice_fill_copy(contacts.len(), NOT_FOUND);
            for (place, &index) in (0..).zip(candidates) {
                places[index as usize] = place;
            }
            let links = arena.alloc_slice_fill_copy(contacts.len(), Link::NONE);
            let tallies = Mutex::new(&mut tally);
            let parts = ((&mut contacts[..], &mut recycled[..]), (&mut is_far[..], (&*places, &mut *links)));
            parallel::for_each_part(parts, LEAST_PART, |_, ((contacts, recycled), (is_far, (places, links)))| {
                let mut tally = Tally::default();
                let items = contacts.iter_mut().zip(recycled).zip(is_far).zip(places.iter().zip(links));
                for (((contact, recycled), is_far), (&place, link)) in
                    items.filter(|(_, (place, _))| **place != NOT_FOUND)
                {
                    *link = update.apply(contact, recycled, is_far, &found[place as usize], &mut tally);
                }
                tallies.lock().expect("nobody panics while adding").add(&tally);
            });
            for &index in candidates {
                let link = links[index as usize];
                if link.noted.is_some() {
                    events.note(&contacts[index as usize], link.noted);
                }
                coloring.add(index, link);
            }
        }
        let any_separated = awake.iter().any(|&body| self.bodies.traits[body as usize].is_separated());
        let Coloring { colored, overflow, counts, .. } = coloring;
        let (colored, overflow) = (colored.into_bump_slice(), overflow.into_bump_slice());
        ContactGraph { awake, colored, overflow, counts, any_separated, tally }
    }
}

/// The place of a contact that is no candidate.
const NOT_FOUND: u32 = u32::MAX;
