use crate::colliders::Colliders;
use crate::contacts::Contacts;
use crate::pair_list::PairList;
use crate::recycle::Relative;
use crate::{World, parallel};
use broadphase::{Pair, circle_filter};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::BoundingCircle;

/// Fewer pairs than this are not worth another thread.
const LEAST_PART: usize = 1024;

/// What the circle filter keeps from step to step for its room, by part of the pairs.
#[derive(Default)]
pub(crate) struct NearFilter {
    parts: Vec<Part>,
    /// How many pairs of this step passed the circles, but are known to be apart.
    pub apart: usize,
}

#[derive(Default)]
struct Part {
    near: Vec<Pair>,
    candidates: Vec<u32>,
    /// Contacts that were near in the step before, and are not any more.
    parted: Vec<u32>,
    /// Those that were not, and are now.
    met: Vec<u32>,
    /// How many pairs passed the circles, but are known to be apart.
    apart: usize,
}

impl World {
    /// Contacts that can touch, in the order of their pairs: those with a side that is awake whose bounding circles come
    /// within the speculative margin, and of which no earlier step tells that the sides are still apart. The others end.
    pub(crate) fn filter_circles<'s>(&mut self, arena: &'s Bump) -> &'s [u32] {
        self.near_filter.apart = 0;
        let list = std::mem::take(&mut self.contacts.awake);
        let candidates = self.filter_list(arena, &list);
        self.contacts.awake = list;
        candidates
    }

    /// [`World::filter_circles`] for the contacts that woke last.
    pub(crate) fn filter_roused<'s>(&mut self, arena: &'s Bump) -> &'s [u32] {
        let list = std::mem::take(&mut self.contacts.roused);
        let candidates = self.filter_list(arena, &list);
        self.contacts.roused = list;
        candidates
    }

    fn filter_list<'s>(&mut self, arena: &'s Bump, list: &PairList) -> &'s [u32] {
        let count = parallel::parts(list.len(), LEAST_PART);
        let Self {
            contacts, colliders, broad_phase, near_filter: NearFilter { parts, apart }, events, settings, ..
        } = self;
        if parts.len() < count {
            parts.resize_with(count, Part::default);
        }
        let parts = &mut parts[..count];
        let (circles, margin) = (broad_phase.circles(), settings.speculative_margin);
        let sides = Sides { contacts, colliders, owners: broad_phase.user_data_column(), margin };
        let bound = |part: usize| list.len() * part / count;
        parallel::for_each_part(&mut *parts, 1, |first, parts| {
            for (number, part) in (first..).zip(parts) {
                let range = bound(number)..bound(number + 1);
                part.filter(&list.pairs()[range.clone()], &list.contacts()[range], circles, &sides);
            }
        });
        let total = parts.iter().map(|part| part.candidates.len()).sum();
        let mut candidates = ArenaVec::with_capacity_in(total, arena);
        for part in parts {
            candidates.extend_from_slice_copy(&part.candidates);
            *apart += part.apart;
            for &index in &part.parted {
                let contact = &mut contacts.slots[index as usize];
                let noted = contact.part();
                events.note(contact, noted);
                contacts.is_far[index as usize] = true;
            }
            part.met.iter().for_each(|&index| contacts.is_far[index as usize] = false);
        }
        candidates.into_bump_slice()
    }
}

/// What is known of contacts and of where their sides are.
struct Sides<'s> {
    contacts: &'s Contacts,
    colliders: &'s Colliders,
    /// By proxy: the slot of the collider.
    owners: &'s [u64],
    /// The speculative margin, in metres.
    margin: f32,
}

impl Sides<'_> {
    /// Whether the sides of a contact are as far apart as they have to be not to touch, by what an earlier step found.
    #[inline]
    fn are_apart(&self, pair: Pair, contact: u32) -> bool {
        let recycled = &self.contacts.recycled[contact as usize];
        if !recycled.was_apart(self.margin) {
            return false;
        }
        let (a, b) = (self.owners[pair.a()] as usize, self.owners[pair.b()] as usize);
        let poses = &self.colliders.poses;
        let now = Relative::new(&poses[a.min(b)], &poses[a.max(b)]);
        recycled.is_apart(&now, self.margin)
    }
}

impl Part {
    /// Tells the contacts of near pairs from the others. Those lie anywhere in memory, and are not looked at.
    fn filter(&mut self, pairs: &[Pair], contacts: &[u32], circles: &[BoundingCircle], sides: &Sides) {
        let Self { near, candidates, parted, met, apart } = self;
        *apart = 0;
        near.clear();
        circle_filter(pairs, circles, sides.margin, near).expect("contacts are pairs of the broad phase");
        for list in [&mut *candidates, &mut *parted, &mut *met] {
            list.clear();
            // As many as there could be, lest a busy step allocates.
            list.reserve(pairs.len());
        }
        let mut rest = near.iter().copied().peekable();
        for (&pair, &index) in pairs.iter().zip(contacts) {
            let was_far = sides.contacts.is_far[index as usize];
            if rest.next_if_eq(&pair).is_some() {
                if was_far {
                    if sides.are_apart(pair, index) {
                        *apart += 1;
                        continue;
                    }
                    met.push(index);
                }
                candidates.push(index);
            } else if !was_far {
                parted.push(index);
            }
        }
    }
}
