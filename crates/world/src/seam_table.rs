use crate::column::NONE;
use crate::seams::Seams;
use crate::{BodyKind, Filter, World};
use broadphase::ProxyId;
use geom::{Aabb, Pose};
use std::ops::ControlFlow;
use std::sync::Arc;

/// What neighbours cover of seamless colliders. Empty, and never looked at, in a world without any.
#[derive(Default)]
pub(crate) struct SeamTable {
    /// By collider slot, up to the last one that had a neighbour; shared with snapshots.
    seams: Vec<Option<Arc<Seams>>>,
    /// Where seamless colliders came or went since the last step, and what these collide with.
    changed: Vec<(Aabb, Filter)>,
}

geom::clone_in_place!(SeamTable { seams, changed });

impl SeamTable {
    /// The seams of a collider, if it has any.
    #[inline]
    pub fn of(&self, slot: usize) -> Option<&Seams> {
        self.seams.get(slot)?.as_deref()
    }

    fn set(&mut self, slot: usize, seams: Option<Seams>) {
        if seams.is_some() && slot >= self.seams.len() {
            self.seams.resize_with(slot + 1, || None);
        }
        if let Some(place) = self.seams.get_mut(slot) {
            *place = seams.map(Arc::new);
        }
    }
}

impl World {
    /// Notes that a seamless collider is about to change or has changed. Its seams, and those of what lies at it, are worked out
    /// in the next step.
    pub(crate) fn note_seams(&mut self, slot: usize) {
        if self.colliders.traits[slot].is_seamless {
            self.note_seams_within(slot, self.colliders.shapes[slot].aabb(&self.colliders.poses[slot]));
        }
    }

    /// [`note_seams`](World::note_seams) for a collider that is, or was, in this box.
    pub(crate) fn note_seams_within(&mut self, slot: usize, aabb: Aabb) {
        let colliders = &mut self.colliders;
        if colliders.traits[slot].is_seamless {
            colliders.seams.set(slot, None);
            colliders.seams.changed.push((aabb, colliders.filters[slot]));
        }
    }

    /// [`note_seams`](World::note_seams) for all colliders of a body, if that is static.
    pub(crate) fn note_seams_of(&mut self, row: usize) {
        if self.bodies.traits[row].kind == BodyKind::Static {
            let mut next = self.bodies.traits[row].first_collider;
            while next != NONE {
                self.note_seams(next as usize);
                next = self.colliders.next[next as usize];
            }
        }
    }

    /// [`note_seams`](World::note_seams) for all colliders.
    pub(crate) fn note_all_seams(&mut self) {
        let slots: Vec<usize> = self.colliders.slots.iter().collect();
        slots.into_iter().for_each(|slot| self.note_seams(slot));
    }

    /// Works out the seams of seamless colliders around what changed. O(1) if nothing did; else O(log n) for each change and each
    /// collider beside it, and O(contacts). Allocates.
    pub(crate) fn refresh_seams(&mut self) {
        if self.colliders.seams.changed.is_empty() {
            return;
        }
        self.broad_phase.refresh();
        let tolerance = self.seam_tolerance();
        let changed = std::mem::take(&mut self.colliders.seams.changed);
        let mut slots = Vec::new();
        for (aabb, filter) in &changed {
            self.visit_seamless(&aabb.enlarged(2.0 * tolerance), filter, |slot| slots.push(slot as u32));
        }
        slots.sort_unstable();
        slots.dedup();
        for &slot in &slots {
            let seams = self.seams_of(slot as usize, tolerance);
            self.colliders.seams.set(slot as usize, seams);
        }
        self.contacts.forget_seamless(&slots);
    }

    /// How far apart what counts as covered may be, in metres.
    fn seam_tolerance(&self) -> f32 {
        /// Without slop there would be no telling which of two surfaces covers the other.
        const LEAST: f32 = 1.0e-4;
        self.settings.linear_slop.max(LEAST)
    }

    /// Calls `visitor` for each seamless collider of a static body whose box meets this one and that collides with the same things.
    fn visit_seamless(&self, aabb: &Aabb, filter: &Filter, mut visitor: impl FnMut(usize)) {
        let owners = self.broad_phase.user_data_column();
        let _ = self
            .broad_phase
            .visit_aabb(aabb, &filter.wide_query(), |proxy: ProxyId| {
                let slot = owners[proxy.index()] as usize;
                let traits = &self.colliders.traits[slot];
                let body = &self.bodies.traits[self.colliders.bodies[slot] as usize];
                let takes_part =
                    traits.is_seamless && !traits.is_sensor && body.kind == BodyKind::Static && body.enabled;
                if takes_part && self.colliders.filters[slot] == *filter {
                    visitor(slot);
                }
                ControlFlow::Continue(())
            })
            .expect("a shape's box is finite");
    }

    /// The seams of a collider, if it has any.
    fn seams_of(&self, slot: usize, tolerance: f32) -> Option<Seams> {
        let colliders = &self.colliders;
        let (shape, pose) = (&colliders.shapes[slot], &colliders.poses[slot]);
        let mut neighbors = Vec::new();
        self.visit_seamless(&shape.aabb(pose).enlarged(2.0 * tolerance), &colliders.filters[slot], |other| {
            if other != slot && self.lets_pass_alike(slot, other) {
                neighbors.push(other);
            }
        });
        // The order of the tree depends on who asked it what.
        neighbors.sort_unstable();
        let posed = |&other: &usize| (&colliders.shapes[other], pose.inv_mul(&colliders.poses[other]));
        let neighbors: Vec<(_, Pose)> = neighbors.iter().map(posed).collect();
        Seams::new(shape, &neighbors, tolerance)
    }

    /// Whether both are solid, or both one-way in the same direction.
    fn lets_pass_alike(&self, slot: usize, other: usize) -> bool {
        /// The cosine of less than 3°.
        const ALIKE: f32 = 0.999;
        let front = |slot: usize| {
            self.colliders.traits[slot].one_way.map(|front| self.colliders.poses[slot].transform_vector(front))
        };
        match (front(slot), front(other)) {
            (None, None) => true,
            (Some(one), Some(other)) => one.dot(other) > ALIKE,
            _ => false,
        }
    }
}
