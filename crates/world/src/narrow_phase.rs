use crate::World;
use crate::contacts::Role;
use crate::pair_list::PairList;
use broadphase::circle_filter;
use bumpalo::Bump;
use geom::Pose;
use sat_simd::batch::{RectBatch, rect_rect_manifolds};
use sat_simd::{Manifold, Rect, Shape, manifold, overlaps};

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
            contact.set_touching(false, &mut self.events);
        }
        self.near_pairs = near;
        candidates.into_bump_slice()
    }

    /// The manifold of each candidate, in A's frame; sensors have none, but their overlaps are brought up to date.
    ///
    /// Pairs of boxes are set aside and go through the kernel eight at a time, with the bits the single pair would have.
    pub(crate) fn collide<'s>(&mut self, arena: &'s Bump, candidates: &[u32]) -> &'s [Manifold] {
        let margin = self.settings.speculative_margin;
        let manifolds = arena.alloc_slice_fill_copy(candidates.len(), Manifold::EMPTY);
        let boxes = &mut self.box_pairs;
        boxes.clear();
        for (place, (&index, slot)) in candidates.iter().zip(manifolds.iter_mut()).enumerate() {
            let contact = &mut self.contacts.slots[index as usize];
            let (a, b) = (contact.a.slot(), contact.b.slot());
            let (shape_a, shape_b) = (&self.colliders.shapes[a], &self.colliders.shapes[b]);
            let (pose_a, pose_b) = (&self.colliders.poses[a], &self.colliders.poses[b]);
            match contact.role {
                Role::Ignored => {}
                Role::SensorA | Role::SensorB => {
                    let touching = overlaps(shape_a, pose_a, shape_b, pose_b, 0.0);
                    contact.set_touching(touching, &mut self.events);
                }
                Role::Dynamics | Role::Separate => match (shape_a, shape_b) {
                    (Shape::Rect(rect_a), Shape::Rect(rect_b)) => {
                        boxes.push(place, (rect_a, pose_a), (rect_b, pose_b));
                    }
                    _ => *slot = manifold(shape_a, shape_b, &pose_a.inv_mul(pose_b), margin),
                },
            }
        }
        rect_rect_manifolds(&boxes.a, &boxes.b, margin, &mut boxes.manifolds);
        for (&place, manifold) in boxes.places.iter().zip(&boxes.manifolds) {
            manifolds[place as usize] = *manifold;
        }
        manifolds
    }
}

/// Pairs of boxes set aside for the kernel; kept from step to step for their room.
#[derive(Default)]
pub(crate) struct BoxPairs {
    a: RectBatch,
    b: RectBatch,
    /// Which candidate each pair is.
    places: Vec<u32>,
    manifolds: Vec<Manifold>,
}

impl BoxPairs {
    fn clear(&mut self) {
        self.a.clear();
        self.b.clear();
        self.places.clear();
    }

    fn push(&mut self, place: usize, a: (&Rect, &Pose), b: (&Rect, &Pose)) {
        self.a.push(a.0, a.1);
        self.b.push(b.0, b.1);
        self.places.push(place as u32);
    }
}
