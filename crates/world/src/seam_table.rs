use crate::column::NONE;
use crate::queries::rounding_at;
use crate::seams_by_hold::{Choosy, SeamsByHold};
use crate::{BodyId, BodyKind, Filter, World};
use broadphase::ProxyId;
use geom::{Aabb, Pose, Vec2};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Where a seamless collider is: its neighbours are there as well.
#[derive(Clone)]
pub(crate) struct SeamPlace {
    /// The body in whose frame the box is, if that may move; else it is in the world.
    body: Option<BodyId>,
    aabb: Aabb,
    filter: Filter,
}

/// What neighbours cover of seamless colliders. Empty, and never looked at, in a world without any.
#[derive(Default)]
pub(crate) struct SeamTable {
    /// By collider slot, up to the last one that had a neighbour; shared with snapshots.
    seams: Vec<Option<Arc<SeamsByHold>>>,
    /// Where seamless colliders came or went since the last step.
    changed: Vec<SeamPlace>,
}

/// So many changes beyond two for each collider are noted one by one before all are.
const FEW_CHANGES: usize = 64;

geom::clone_in_place!(SeamTable { seams, changed });

impl SeamTable {
    /// The seams of a collider, if it has any.
    #[inline]
    pub fn of(&self, slot: usize) -> Option<&SeamsByHold> {
        self.seams.get(slot)?.as_deref()
    }

    fn set(&mut self, slot: usize, seams: Option<SeamsByHold>) {
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
            self.note_seams_at(slot, self.seam_place(slot));
        }
    }

    /// [`note_seams`](World::note_seams) for a collider that is, or was, there.
    pub(crate) fn note_seams_at(&mut self, slot: usize, place: SeamPlace) {
        let colliders = &mut self.colliders;
        if colliders.traits[slot].is_seamless {
            colliders.seams.set(slot, None);
            colliders.seams.changed.push(place);
            // Between two steps there may be any number of changes: then it is all of them that are worked out anew.
            if colliders.seams.changed.len() > 2 * colliders.slots.len() + FEW_CHANGES {
                let seamless = self.colliders.slots.iter().filter(|&slot| self.colliders.traits[slot].is_seamless);
                let places: Vec<SeamPlace> = seamless.map(|slot| self.seam_place(slot)).collect();
                let changed = &mut self.colliders.seams.changed;
                changed.clear();
                changed.extend(places);
            }
        }
    }

    /// Where a collider is, to those that may be its neighbours.
    pub(crate) fn seam_place(&self, slot: usize) -> SeamPlace {
        let colliders = &self.colliders;
        let (row, shape, filter) = (colliders.bodies[slot] as usize, &colliders.shapes[slot], colliders.filters[slot]);
        let (body, pose) = match self.bodies.traits[row].kind {
            BodyKind::Static => (None, colliders.poses[slot]),
            _ => (Some(self.bodies.id(row)), colliders.local_poses[slot]),
        };
        SeamPlace { body, aabb: shape.aabb(&pose), filter }
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
        for place in &changed {
            self.visit_seamless(place, tolerance, |slot| slots.push(slot as u32));
        }
        slots.sort_unstable();
        slots.dedup();
        for &slot in &slots {
            let seams = self.seams_of(slot as usize, tolerance);
            self.colliders.seams.set(slot as usize, seams);
        }
        self.contacts.forget_seamless(&slots);
        let room = &mut self.colliders.seams.changed;
        *room = changed;
        room.clear();
    }

    /// How far apart what counts as covered may be, in metres.
    pub(crate) fn seam_tolerance(&self) -> f32 {
        // Without slop there would be no telling which of two surfaces covers the other.
        self.settings.linear_slop.max(10.0 * self.settings.grain())
    }

    /// Calls `visitor` for each seamless collider there, and to within the tolerance: of the static bodies, or of the one that may move.
    fn visit_seamless(&self, place: &SeamPlace, tolerance: f32, mut visitor: impl FnMut(usize)) {
        let (colliders, bodies) = (&self.colliders, &self.bodies);
        let aabb = place.aabb.enlarged(2.0 * tolerance);
        let row = place.body.map(|body| bodies.slot(body));
        let in_world = match row {
            None => aabb,
            Some(Some(row)) => posed(&bodies.poses[row], &aabb),
            // It was destroyed, and all its colliders with it.
            Some(None) => return,
        };
        let joins = |slot: usize| {
            let (traits, body) = (&colliders.traits[slot], colliders.bodies[slot] as usize);
            let is_beside = match row {
                None => bodies.traits[body].kind == BodyKind::Static && bodies.traits[body].enabled,
                Some(row) => {
                    let local = || colliders.shapes[slot].aabb(&colliders.local_poses[slot]);
                    row == Some(body) && local().overlaps(&aabb)
                }
            };
            is_beside && traits.is_seamless && !traits.is_sensor
        };
        let owners = self.broad_phase.user_data_column();
        let _ = self
            .broad_phase
            .visit_aabb(&in_world, &place.filter.wide_query(), |proxy: ProxyId| {
                let slot = owners[proxy.index()] as usize;
                if joins(slot) {
                    visitor(slot);
                }
                ControlFlow::Continue(())
            })
            .expect("a shape's box is finite");
    }

    /// The seams of a collider, if it has any.
    fn seams_of(&self, slot: usize, tolerance: f32) -> Option<SeamsByHold> {
        /// What gets deeper into something than so many tolerances leaves it by all that it is made of: some of its pieces alone may be
        /// pushed through thin walls.
        const DEEPEST: f32 = 4.0;
        let colliders = &self.colliders;
        let place = self.seam_place(slot);
        let mut neighbors = Vec::new();
        self.visit_seamless(&place, tolerance, |other| {
            if other != slot {
                neighbors.push(other);
            }
        });
        // The order of the tree depends on who asked it what.
        neighbors.sort_unstable();
        // What moves is rounded where it is.
        let poses = if place.body.is_some() { &colliders.local_poses } else { &colliders.poses };
        let posed = |&other: &usize| {
            let choosy = self.is_choosy(slot, other);
            (&colliders.shapes[other], poses[slot].inv_mul(&poses[other]), choosy)
        };
        let neighbors: Vec<(_, Pose, _)> = neighbors.iter().map(posed).collect();
        let is_dynamic = self.bodies.traits[colliders.bodies[slot] as usize].kind == BodyKind::Dynamic;
        let deepest = if is_dynamic { DEEPEST * tolerance } else { f32::INFINITY };
        SeamsByHold::new(&colliders.shapes[slot], &neighbors, tolerance, deepest)
    }

    /// Whether a neighbour of a collider may let through what that one holds, and how.
    fn is_choosy(&self, slot: usize, neighbor: usize) -> Option<Choosy> {
        /// The cosine of less than 3°.
        const ALIKE: f32 = 0.999;
        let colliders = &self.colliders;
        let front =
            |slot: usize| colliders.traits[slot].one_way.map(|front| colliders.poses[slot].transform_vector(front));
        let is_one_way = match (front(slot), front(neighbor)) {
            (_, None) => false,
            (Some(one), Some(other)) => one.dot(other) <= ALIKE,
            (None, Some(_)) => true,
        };
        let [own, body] = [slot, neighbor].map(|slot| colliders.bodies[slot]);
        let ignored = (body != own && colliders.ignored.of(body).next().is_some()).then_some(body);
        let is_choosy = is_one_way || ignored.is_some() || colliders.filters[slot] != colliders.filters[neighbor];
        is_choosy.then_some(Choosy { slot: neighbor as u32, filter: colliders.filters[neighbor], ignored, is_one_way })
    }
}

/// A box in the world that contains one in a body's frame, and what rounding makes of what is in it.
fn posed(pose: &Pose, aabb: &Aabb) -> Aabb {
    let half = aabb.half_extents();
    let (cos, sin) = (pose.rotation.cos().abs(), pose.rotation.sin().abs());
    let reach = Vec2::new(cos * half.x + sin * half.y, sin * half.x + cos * half.y);
    let center = pose.transform_point(aabb.center());
    let farthest = (center.abs() + reach).max_element();
    Aabb::from_center_half(center, reach + rounding_at(farthest))
}
