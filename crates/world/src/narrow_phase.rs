use crate::World;
use crate::contacts::Role;
use crate::pair_list::PairList;
use broadphase::circle_filter;
use bumpalo::Bump;
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
        let mut candidates = bumpalo::collections::Vec::with_capacity_in(near.len(), arena);
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
    /// All pairs of one step are asked at once, eight of a kind to a kernel, with the bits each would have alone.
    pub(crate) fn collide<'s>(&mut self, arena: &'s Bump, candidates: &[u32]) -> &'s [Manifold] {
        let NarrowPhase { places, pairs, plan, manifolds } = &mut self.narrow_phase;
        places.clear();
        pairs.clear();
        let colliders = &self.colliders;
        for (place, &index) in (0..).zip(candidates) {
            let contact = &mut self.contacts.slots[index as usize];
            let (a, b) = (contact.a.slot(), contact.b.slot());
            match contact.role {
                Role::Ignored => {}
                Role::SensorA | Role::SensorB => {
                    let (pose_a, pose_b) = (&colliders.poses[a], &colliders.poses[b]);
                    let touching = overlaps(&colliders.shapes[a], pose_a, &colliders.shapes[b], pose_b, 0.0);
                    contact.set_touching(touching, &mut self.events);
                }
                Role::Dynamics | Role::Separate => {
                    places.push(place);
                    pairs.push((colliders.posed.index(a), colliders.posed.index(b)));
                }
            }
        }
        batch::manifolds(colliders.posed.set(), pairs, self.settings.speculative_margin, plan, manifolds);
        let all = arena.alloc_slice_fill_copy(candidates.len(), Manifold::EMPTY);
        for (&place, manifold) in places.iter().zip(manifolds) {
            all[place as usize] = *manifold;
        }
        all
    }
}

/// The pairs of a step that are asked for manifolds; kept from step to step for their room.
#[derive(Default)]
pub(crate) struct NarrowPhase {
    /// Which candidate each pair is.
    places: Vec<u32>,
    pairs: Vec<(u32, u32)>,
    plan: PairPlan,
    manifolds: Vec<Manifold>,
}
