use crate::colliders::Colliders;
use crate::contact::Role;
use crate::contacts::Contacts;
use crate::recycle::{Relative, Tolerance};
use crate::{Settings, World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use sat_simd::batch::{self, PairPlan};
use sat_simd::{Manifold, overlaps};

impl World {
    /// The manifold of each candidate, in A's frame; sensors have none, but their overlaps are brought up to date.
    ///
    /// The pairs of one part are asked at once, eight of a kind to a kernel, with the bits each would have alone.
    pub(crate) fn collide<'s>(&mut self, arena: &'s Bump, candidates: &[u32]) -> &'s [Found] {
        let all = arena.alloc_slice_fill_copy(candidates.len(), Found::NOTHING);
        let Settings { recycle_distance, speculative_margin, .. } = self.settings;
        let tolerance = Tolerance { recycle: recycle_distance, margin: speculative_margin };
        let (contacts, colliders) = (&self.contacts, &self.colliders);
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
                part.collide(contacts, colliders, &tolerance, candidates, manifolds);
            }
        });
        drop(shares);
        for part in &self.narrow_phase.parts[..count] {
            for &index in &part.sensors {
                let contact = &mut self.contacts.slots[index as usize];
                let (a, b) = (contact.a.slot(), contact.b.slot());
                let (pose_a, pose_b) = (&colliders.poses[a], &colliders.poses[b]);
                let touching = overlaps(&colliders.shapes[a], pose_a, &colliders.shapes[b], pose_b, 0.0);
                let noted = contact.set_touching(touching);
                self.events.note(contact, noted);
            }
        }
        all
    }
}

/// Fewer candidates than this are not worth another thread.
const LEAST_PART: usize = 256;

/// What the narrow phase found of a candidate.
#[derive(Clone, Copy)]
pub(crate) struct Found {
    /// In A's frame.
    pub manifold: Manifold,
    /// Whether it is the one of the step before, moved along.
    pub is_recycled: bool,
    /// How the sides stand, if that was asked.
    pub relative: Relative,
}

impl Found {
    const NOTHING: Self = Self { manifold: Manifold::EMPTY, is_recycled: false, relative: Relative::NONE };
}

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
        contacts: &Contacts,
        colliders: &Colliders,
        tolerance: &Tolerance,
        candidates: &[u32],
        out: &mut [Found],
    ) {
        let Self { places, pairs, plan, manifolds, sensors } = self;
        places.clear();
        pairs.clear();
        sensors.clear();
        // As many as there could be: where sensors are, contacts come and go.
        sensors.reserve(candidates.len());
        for (place, &index) in (0..).zip(candidates) {
            let contact = &contacts.slots[index as usize];
            match contact.role {
                Role::Ignored => {}
                Role::SensorA | Role::SensorB => sensors.push(index),
                Role::Dynamics | Role::Separate => {
                    let (a, b) = (contact.a.slot(), contact.b.slot());
                    if tolerance.recycle > 0.0 && contact.can_be_recycled {
                        let found = &mut out[place as usize];
                        found.relative = Relative::new(&colliders.poses[a], &colliders.poses[b]);
                        let recycled = &contacts.recycled[index as usize];
                        if let Some(manifold) = recycled.manifold(&found.relative, &contact.manifold, tolerance) {
                            found.manifold = manifold;
                            found.is_recycled = true;
                            continue;
                        }
                    }
                    places.push(place);
                    pairs.push((colliders.posed.index(a), colliders.posed.index(b)));
                }
            }
        }
        batch::manifolds(colliders.posed.set(), pairs, tolerance.margin, plan, manifolds)
            .expect("every collider's shape is in the set");
        for (&place, manifold) in places.iter().zip(manifolds) {
            out[place as usize].manifold = *manifold;
        }
    }
}
