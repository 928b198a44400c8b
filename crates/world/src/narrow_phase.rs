use crate::colliders::Colliders;
use crate::contacts::{Contact, Role};
use crate::pair_list::PairList;
use crate::{World, parallel};
use broadphase::circle_filter;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use sat_simd::batch::{self, PairPlan};
use sat_simd::{Manifold, overlaps};

impl World {
    /// Contacts that can touch, in the order of their pairs: those with a side that is awake whose bounding circles come within the speculative
    /// margin. The others end.
    pub(crate) fn filter_circles<'s>(&mut self, arena: &'s Bump) -> &'s [u32] {
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
        let mut near = std::mem::take(&mut self.near_pairs);
        near.clear();
        circle_filter(list.pairs(), self.broad_phase.circles(), self.settings.speculative_margin, &mut near);
        let mut candidates = ArenaVec::with_capacity_in(near.len(), arena);
        let mut rest = near.iter().copied().peekable();
        for (pair, index) in list.iter() {
            if rest.next_if_eq(&pair).is_some() {
                candidates.push(index);
                continue;
            }
            let contact = &mut self.contacts.slots[index as usize];
            if !contact.manifold.is_empty() {
                contact.replace_manifold(&Manifold::EMPTY);
            }
            contact.passing = false;
            contact.set_touching(false, &mut self.events);
        }
        self.near_pairs = near;
        candidates.into_bump_slice()
    }

    /// The manifold of each candidate, in A's frame; sensors have none, but their overlaps are brought up to date.
    ///
    /// The pairs of one part are asked at once, eight of a kind to a kernel, with the bits each would have alone.
    pub(crate) fn collide<'s>(&mut self, arena: &'s Bump, candidates: &[u32]) -> &'s [Manifold] {
        let all = arena.alloc_slice_fill_copy(candidates.len(), Manifold::EMPTY);
        let (contacts, colliders, margin) = (&self.contacts.slots, &self.colliders, self.settings.speculative_margin);
        let count = parallel::parts(candidates.len(), LEAST_PART);
        let parts = &mut self.narrow_phase.parts;
        if parts.len() < count {
            parts.resize_with(count, Part::default);
        }
        let mut shares = ArenaVec::with_capacity_in(count, arena);
        let (mut asked, mut answers) = (candidates, &mut *all);
        for (number, part) in parts[..count].iter_mut().enumerate() {
            let len = candidates.len() * (number + 1) / count - candidates.len() * number / count;
            let (candidates, manifolds);
            (candidates, asked) = asked.split_at(len);
            (manifolds, answers) = answers.split_at_mut(len);
            shares.push((part, candidates, manifolds));
        }
        parallel::for_each_part(&mut shares[..], 1, |_, shares| {
            for (part, candidates, manifolds) in shares {
                part.collide(contacts, colliders, margin, candidates, manifolds);
            }
        });
        drop(shares);
        for part in &self.narrow_phase.parts[..count] {
            for &index in &part.sensors {
                let contact = &mut self.contacts.slots[index as usize];
                let (a, b) = (contact.a.slot(), contact.b.slot());
                let (pose_a, pose_b) = (&colliders.poses[a], &colliders.poses[b]);
                let touching = overlaps(&colliders.shapes[a], pose_a, &colliders.shapes[b], pose_b, 0.0);
                contact.set_touching(touching, &mut self.events);
            }
        }
        all
    }
}

/// Fewer candidates than this are not worth another thread.
const LEAST_PART: usize = 256;

/// What the narrow phase keeps from step to step for its room, by part.
#[derive(Default)]
pub(crate) struct NarrowPhase {
    parts: Vec<Part>,
}

/// The pairs of a part of the candidates that are asked for manifolds, and those that are not.
#[derive(Default)]
struct Part {
    /// Which candidate of the part each pair is.
    places: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    plan: PairPlan,
    manifolds: Vec<Manifold>,
    /// Contacts that ask for a verdict only.
    sensors: Vec<u32>,
}

impl Part {
    fn collide(
        &mut self,
        contacts: &[Contact],
        colliders: &Colliders,
        margin: f32,
        candidates: &[u32],
        out: &mut [Manifold],
    ) {
        let Self { places, pairs, plan, manifolds, sensors } = self;
        places.clear();
        pairs.clear();
        sensors.clear();
        // As many as there could be: where sensors are, contacts come and go.
        sensors.reserve(candidates.len());
        for (place, &index) in (0..).zip(candidates) {
            let contact = &contacts[index as usize];
            match contact.role {
                Role::Ignored => {}
                Role::SensorA | Role::SensorB => sensors.push(index),
                Role::Dynamics | Role::Separate => {
                    places.push(place);
                    pairs.push((colliders.posed.index(contact.a.slot()), colliders.posed.index(contact.b.slot())));
                }
            }
        }
        batch::manifolds(colliders.posed.set(), pairs, margin, plan, manifolds);
        for (&place, manifold) in places.iter().zip(manifolds) {
            out[place as usize] = *manifold;
        }
    }
}
