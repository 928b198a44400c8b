use crate::column::NONE;
use crate::sleeping_contacts::SleepingContacts;
use crate::{BodyKind, World};
use broadphase::ProxyId;
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::{Aabb, Vec2};
use sat_simd::MassProperties;
use std::ops::ControlFlow;

/// So many beyond two for each body are noted to have woken before they are looked through.
const FEW_WOKEN: usize = 64;

/// What colliders weigh one after the other differs from what they weigh together by this part at most, for hundreds of them.
const ROUNDED_MASS: f32 = 1.0e-5;

/// What wakes sleeping islands.
impl World {
    /// Wakes the island of a body; one that is awake rests anew. O(island).
    pub(crate) fn rouse(&mut self, slot: usize) {
        let bodies = &mut self.bodies;
        if bodies.traits[slot].kind == BodyKind::Static || !bodies.traits[slot].enabled {
            return;
        }
        if bodies.awake.contains(slot) {
            bodies.rest[slot].begin();
            return;
        }
        let mut next = slot;
        loop {
            bodies.rest[next].begin();
            bodies.awake.insert(next);
            self.woken.push(bodies.id(next));
            self.sleeping -= 1;
            next = bodies.rest[next].next as usize;
            if next == slot {
                break;
            }
        }
        self.contacts.any_woken = true;
    }

    /// Leaves out of who woke since the last step who is gone, and who is there twice, once they are many: between two steps any number of
    /// bodies may come and go, or be disabled and enabled.
    pub(crate) fn tidy_woken(&mut self) {
        let Self { woken, bodies, .. } = self;
        if woken.len() > 2 * bodies.slots.len() + FEW_WOKEN {
            woken.retain(|&body| bodies.slot(body).is_some());
            woken.sort_unstable();
            woken.dedup();
        }
    }

    /// Wakes everything; what is awake rests anew.
    pub(crate) fn rouse_all(&mut self) {
        for slot in 0..self.bodies.slots.capacity() {
            if self.bodies.slots.handle(slot).is_some() {
                self.rouse(slot);
            }
        }
    }

    /// Wakes a dynamic body that weighs something else than before.
    pub(crate) fn rouse_reweighed(&mut self, slot: usize, before: MassProperties) {
        let now = self.bodies.masses[slot].properties;
        let is_other = |now: f32, before: f32, size: f32| (now - before).abs() > ROUNDED_MASS * size;
        let weighs_other = is_other(now.mass, before.mass, before.mass)
            || is_other(now.inertia, before.inertia, before.inertia)
            || is_other(now.center.distance(before.center), 0.0, self.bodies.rest[slot].extent);
        if self.bodies.traits[slot].kind == BodyKind::Dynamic && weighs_other {
            self.rouse(slot);
        }
    }

    /// Wakes a body and what lies at its colliders, as a change of the body concerns both.
    pub(crate) fn rouse_around(&mut self, slot: usize) {
        self.rouse(slot);
        let mut next = self.bodies.traits[slot].first_collider;
        while next != NONE {
            self.rouse_at_collider(next as usize);
            next = self.colliders.next[next as usize];
        }
    }

    /// Wakes a collider's body and what lies at the collider, but what goes through it unsensed: nobody while the body is disabled. What is
    /// awake rests anew: what it rests on may have changed.
    pub(crate) fn rouse_at_collider(&mut self, collider: usize) {
        self.rouse_within(collider, self.colliders.shapes[collider].aabb(&self.colliders.poses[collider]));
    }

    /// [`rouse_at_collider`](World::rouse_at_collider) for a collider that is, or was, in this box.
    pub(crate) fn rouse_within(&mut self, collider: usize, aabb: Aabb) {
        let any_moves = self.sleeping + self.bodies.awake.slots().len() > 0;
        let body = self.colliders.bodies[collider] as usize;
        if !(self.settings.sleep && any_moves && self.bodies.traits[body].enabled) {
            return;
        }
        // The query does not see it if its category or mask is empty.
        self.rouse(body);
        // Of what sleeps a static sensor sees what wakes.
        self.rouse_near(collider, aabb, |world, other| world.may_meet(collider, other));
    }

    /// Wakes what has a collider at this box that is told to count.
    pub(crate) fn rouse_near(&mut self, collider: usize, aabb: Aabb, counts: impl Fn(&Self, usize) -> bool) {
        // What rests on it may hang in the speculative margin.
        let margin = Vec2::splat(self.settings.speculative_margin);
        let aabb = Aabb::new(aabb.min - margin, aabb.max + margin);
        // Queries look at proxies that the index does not know yet one by one, and there may be many of them.
        self.broad_phase.refresh();
        let colliders_of = self.broad_phase.user_data_column();
        let mut found = std::mem::take(&mut self.found);
        let visitor = |proxy: ProxyId| {
            found.push(colliders_of[proxy.index()] as u32);
            ControlFlow::Continue(())
        };
        let filter = self.colliders.filters[collider].wide_query();
        let _ = self.broad_phase.visit_aabb(&aabb, &filter, visitor).expect("a shape's box is finite");
        for other in found.drain(..).map(|other| other as usize) {
            if counts(self, other) {
                self.rouse(self.colliders.bodies[other] as usize);
            }
        }
        self.found = found;
    }

    /// Wakes the islands that something awake touches, and what those touch, and adds their candidates to the others: a sleeping
    /// body would be as hard to move as a static one.
    pub(crate) fn wake_touched<'s>(&mut self, arena: &'s Bump, candidates: &'s [u32]) -> &'s [u32] {
        if self.sleeping == 0 {
            return candidates;
        }
        let mut waves = ArenaVec::new_in(arena);
        waves.push(candidates);
        self.wake_sleepers_touched(arena, candidates);
        if self.contacts.rouse(&self.bodies.awake) > 0 {
            let mut front = self.woken.len();
            waves.push(self.wake_touched_by_roused(arena));
            // Mostly all that touches is one island, and nothing wakes any more. Where sleepers never touched, as bricks that were
            // laid asleep, they wake one after the other, and looking through all sleeping contacts for each costs too much.
            if self.woken.len() > front {
                let mut sleeping = SleepingContacts::new(arena, &self.contacts, self.bodies.slots.capacity());
                while self.woken.len() > front {
                    sleeping.rouse(arena, &mut self.contacts, &self.woken[front..]);
                    front = self.woken.len();
                    waves.push(self.wake_touched_by_roused(arena));
                }
                self.contacts.rouse(&self.bodies.awake);
            }
        }
        match waves[..] {
            [only] => only,
            _ => self.in_order(arena, &waves),
        }
    }

    /// Candidates of several waves in the order of their pairs: in another one they would be coloured, and so solved, otherwise than
    /// if all had been awake.
    #[cold]
    fn in_order<'s>(&self, arena: &'s Bump, waves: &[&[u32]]) -> &'s [u32] {
        let is_candidate = arena.alloc_slice_fill_copy(self.contacts.slots.len(), false);
        let mut count = 0;
        for &index in waves.iter().copied().flatten() {
            is_candidate[index as usize] = true;
            count += 1;
        }
        let mut all = ArenaVec::with_capacity_in(count, arena);
        all.extend(self.contacts.awake.contacts().iter().copied().filter(|&index| is_candidate[index as usize]));
        all.into_bump_slice()
    }

    /// Wakes what is touched in the contacts that woke last; comes back with their candidates.
    fn wake_touched_by_roused<'s>(&mut self, arena: &'s Bump) -> &'s [u32] {
        let candidates = self.filter_roused(arena);
        self.wake_sleepers_touched(arena, candidates);
        candidates
    }

    /// Wakes what sleeps and is touched in one of these candidates.
    ///
    /// These few are asked for manifolds here, and once more with all others: what is found of them is the same.
    fn wake_sleepers_touched(&mut self, arena: &Bump, candidates: &[u32]) {
        let wakes = |&index: &u32| self.bodies.woken_by(&self.contacts.slots[index as usize]).is_some();
        let asked = ArenaVec::from_iter_in(candidates.iter().copied().filter(wakes), arena);
        for contact in self.touching(arena, &asked) {
            if let Some(body) = self.bodies.woken_by(&self.contacts.slots[contact as usize]) {
                self.rouse(body);
            }
        }
    }
}
