use crate::bodies::Bodies;
use crate::coloring::{COLORS, Colored, Coloring, Link};
use crate::contact_update::{ContactUpdate, Tally};
use crate::contacts::Contacts;
use crate::lanes::LANES;
use crate::places::Places;
use crate::zones::Zones;
use crate::{World, parallel};
use bumpalo::Bump;
use std::sync::Mutex;
#[cfg(feature = "parallel")]
use {crate::solver::PLACE_BITS, crate::zones::MAX_ZONES, bumpalo::collections::Vec as ArenaVec};

/// The contacts to be solved, by colour: no movable body is twice in one colour, so its contacts can be solved eight at
/// a time, in any order, with one result.
pub(crate) struct ContactGraph<'s> {
    /// Body slots of those that move, ascending. Row `i + 1` of the solver is the body `awake[i]`.
    pub awake: &'s [u32],
    pub coloring: Coloring,
    pub tally: Tally,
}

impl ContactGraph<'_> {
    /// The contacts with a colour, group after group, with the place that the solver keeps each in: a lane, counted through all
    /// blocks, of which each group has those of colour after colour.
    pub fn places(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        let mut first = 0;
        self.coloring.groups().iter().flat_map(move |group| {
            let mut next = group.blocks().map(|count| {
                let start = first;
                first += count * LANES;
                start
            });
            group.colored.iter().map(move |&Colored { contact, color }| {
                let place = &mut next[color as usize];
                (contact, std::mem::replace(place, *place + 1))
            })
        })
    }

    /// Whether there are enough contacts with a colour for several threads to keep what became of them.
    pub fn is_worth_sharing(&self) -> bool {
        let count = self.coloring.groups().iter().map(|group| group.colored.len()).sum();
        parallel::parts(count, LEAST_PART) > 1
    }

    /// How many colours are in use.
    pub fn colors(&self) -> usize {
        let groups = self.coloring.groups();
        (0..COLORS).filter(|&color| groups.iter().any(|group| group.counts[color] > 0)).count()
    }

    /// All contacts to be solved, those of each group in the order of their pairs.
    pub fn contacts(&self) -> impl Iterator<Item = u32> + '_ {
        let colored = self.coloring.groups().iter().flat_map(|group| &group.colored);
        colored.map(|colored| colored.contact).chain(self.coloring.overflow.iter().copied())
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
        let centers = awake.iter().map(|&slot| self.bodies.centers[slot as usize]);
        let update =
            ContactUpdate { bodies: &self.bodies, colliders: &self.colliders, slop: self.settings.linear_slop };
        let Contacts { slots: contacts, recycled, is_far, .. } = &mut self.contacts;
        let found = self.narrow_phase.found.as_slice();
        let events = &mut self.events;
        let mut tally = Tally::default();
        let mut fill_rows = || self.solver_room.rows.prepare(&self.bodies, &self.settings, awake, dt);
        if parallel::parts(candidates.len(), LEAST_PART) == 1 {
            coloring.begin(&Zones::ONE, centers, candidates.len());
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
            // Weights are handed down from contact to contact as they come: in one order for any number of threads.
            let zones = if tally.is_cold() { Zones::ONE } else { zones(arena, &self.bodies, awake, candidates, links) };
            // Who colours is done by one thread: what comes next begins.
            let color = || {
                coloring.begin(&zones, centers, candidates.len());
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

/// As many zones as there are threads, if there are enough contacts for several.
#[cfg(feature = "parallel")]
fn zones<'s>(arena: &'s Bump, bodies: &Bodies, awake: &[u32], candidates: &[u32], links: &[Link]) -> Zones<'s> {
    /// Of about so many contacts it is asked where they are.
    const SAMPLES: usize = 512;
    let count = parallel::threads().min(MAX_ZONES);
    if awake.len() >= 1 << PLACE_BITS {
        return Zones::ONE;
    }
    let place = |&index: &u32| {
        let Link { row_a, row_b, .. } = links[index as usize];
        // Row 0 is the fixed one.
        let row = row_a.max(row_b) as usize;
        Some(bodies.centers[awake[row.checked_sub(1)?] as usize])
    };
    let sample = candidates.iter().step_by(candidates.len().div_ceil(SAMPLES));
    let mut places = ArenaVec::with_capacity_in(SAMPLES, arena);
    places.extend(sample.filter_map(place));
    Zones::new(arena, count, &places)
}

/// One zone: there is one thread.
#[cfg(not(feature = "parallel"))]
fn zones(_: &Bump, _: &Bodies, _: &[u32], _: &[u32], _: &[Link]) -> Zones<'static> {
    Zones::ONE
}
