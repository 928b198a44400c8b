use crate::awake_part::AwakePart;
use crate::awake_set::FIXED_ROW;
use crate::bodies::{Bodies, Force, Velocity};
use crate::bounds::way_ahead;
use crate::contact::Role;
use crate::contact_graph::ContactGraph;
use crate::contacts::Standing;
use crate::islands::{Bond, Islands};
use crate::{BodyId, BodyKind, Call, World, WorldError, parallel};
use broadphase::Pair;
use bumpalo::Bump;
use geom::{Pose, Vec2};
use std::sync::Mutex;

/// Fewer bodies than this are not worth another thread.
const LEAST_PART: usize = parallel::many(512);

/// Nor are fewer pairs.
const LEAST_PAIRS: usize = parallel::many(2048);

/// So many contacts join islands while no other thread may.
const BONDS_AT_ONCE: usize = 64;

/// Bodies that come to rest are left out of the steps, a whole island at a time.
///
/// An island is what holds together by contacts: bodies that are not static or kinematic, and touch. When all of an island have
/// been slow for [`Settings::sleep_time`](crate::Settings) it falls asleep, and then costs a step nothing at all. It wakes as
/// a whole: when something dynamic that is awake touches one of it or something kinematic that moves, when one of it is pushed,
/// moved, changed or removed, and when a static or kinematic body that it touches is put elsewhere, changed or removed.
impl World {
    /// Whether a body takes part in steps: it does unless it is static, asleep or disabled.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn is_awake(&self, body: BodyId) -> Result<bool, WorldError> {
        Ok(self.bodies.awake.contains(self.body_row(body)?))
    }

    /// The bodies that are awake, in slot order: no others will move in the next step unless they are woken. O(bodies), asleep
    /// or awake; those that were awake in the last step are in [`Events::moved`](crate::Events).
    pub fn awake_bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.bodies().filter(|body| self.bodies.awake.contains(body.slot()))
    }

    /// Wakes a dynamic body and all that fell asleep with it, or all that touches another one; they stay awake for
    /// [`Settings::sleep_time`](crate::Settings) at least. What lies there and was created asleep wakes in the next step. Static bodies never
    /// wake themselves. O(bodies that wake), and a query for each of its colliders where it is not dynamic.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn wake(&mut self, body: BodyId) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        self.recorder.note(|| Call::Wake { body });
        let traits = &self.bodies.traits[row];
        if traits.enabled && traits.kind == BodyKind::Dynamic {
            self.rouse(row);
        } else if traits.enabled {
            self.rouse_around(row);
        }
        Ok(())
    }

    /// Lets a body sleep, or forbids it: then it is woken, and one that is dynamic keeps what it touches awake.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn set_can_sleep(&mut self, body: BodyId, can_sleep: bool) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        self.recorder.note(|| Call::SetCanSleep { body, can_sleep });
        self.bodies.rest[row].can_sleep = can_sleep;
        if !can_sleep {
            self.rouse(row);
        }
        Ok(())
    }

    /// Whether a body may fall asleep.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn can_sleep(&self, body: BodyId) -> Result<bool, WorldError> {
        Ok(self.bodies.rest[self.body_row(body)?].can_sleep)
    }

    /// Puts islands to sleep that have rested long enough, but what something kinematic may pass by in these `dt` seconds. O(bodies
    /// and contacts that are awake), less while none rests.
    pub(crate) fn fall_asleep(&mut self, arena: &Bump, dt: f32) {
        let sleep_time = self.settings.sleep_time;
        // What moves has rested for no time at all, which a sleep time of zero must not take for enough.
        let rests = |slot: u32| {
            let time = self.bodies.rest[slot as usize].time;
            time > 0.0 && time >= sleep_time
        };
        let awake = arena.alloc_slice_copy(self.bodies.awake.slots());
        if !self.settings.sleep || !awake.iter().any(|&slot| rests(slot)) {
            return;
        }
        let mut islands = Islands::new(arena, awake.len() + 1);
        for (row, &slot) in (1..).zip(awake.iter()) {
            if !rests(slot) {
                islands.stir(row);
            }
        }
        // By proxy. Contacts lie anywhere in memory: the pairs tell which have a side that may fall asleep.
        let resting = arena.alloc_slice_fill_copy(self.broad_phase.user_data_column().len(), false);
        for &slot in awake.iter().filter(|&&slot| rests(slot)) {
            for collider in self.colliders.list(self.bodies.traits[slot as usize].first_collider) {
                resting[self.colliders.proxies[collider].index()] = true;
            }
        }
        let goes_far = |slot: usize| {
            let is_kinematic = self.bodies.traits[slot].kind == BodyKind::Kinematic;
            is_kinematic && way_ahead(&self.bodies, &self.colliders, &self.settings, slot, dt).is_some()
        };
        let sweeping = arena.alloc_slice_fill_copy(resting.len(), false);
        for slot in awake.iter().map(|&slot| slot as usize).filter(|&slot| goes_far(slot)) {
            for collider in self.colliders.list(self.bodies.traits[slot].first_collider) {
                sweeping[self.colliders.proxies[collider].index()] = true;
            }
        }
        self.join_islands(&mut islands, resting, sweeping);
        // By root: the first body of the island, whose ring grows behind it.
        let firsts = arena.alloc_slice_fill_copy(awake.len() + 1, u32::MAX);
        let fell = arena.alloc_slice_fill_copy(resting.len(), false);
        for (row, &slot) in (1..).zip(awake.iter()) {
            if islands.rests(row) {
                let first = &mut firsts[islands.root(row) as usize];
                if *first == u32::MAX {
                    *first = slot;
                    self.bodies.rest[slot as usize].next = slot;
                }
                let first = *first as usize;
                // It does not go the way that its boxes were stretched over.
                if way_ahead(&self.bodies, &self.colliders, &self.settings, slot as usize, dt).is_some() {
                    self.unstretch(slot as usize);
                }
                self.put_to_sleep(slot as usize, first);
                for collider in self.colliders.list(self.bodies.traits[slot as usize].first_collider) {
                    fell[self.colliders.proxies[collider].index()] = true;
                }
            }
        }
        if awake.len() > self.bodies.awake.slots().len() {
            self.bodies.awake.sort();
            self.contacts.lull(&self.bodies.awake, fell);
        }
    }

    /// Joins what touches, and keeps awake what touches something that moves on its own, or is near the way of one of those that
    /// are `sweeping` over it. Contacts without a side that rests are left out: both islands are restless already.
    fn join_islands(&self, islands: &mut Islands, resting: &[bool], sweeping: &[bool]) {
        let (awake, islands) = (&self.contacts.awake, Mutex::new(islands));
        // Most contacts are of bodies that do not rest, and those that are noted may be in any order.
        parallel::for_each_part((awake.pairs(), awake.contacts()), LEAST_PAIRS, |_, (pairs, contacts)| {
            let is_near = |&(pair, index): &(&Pair, &u32)| {
                let is_swept = sweeping[pair.a()] | sweeping[pair.b()];
                let is_far = self.contacts.standings[*index as usize] == Standing::Far;
                (resting[pair.a()] | resting[pair.b()]) && (!is_far || is_swept)
            };
            // Who is swept is said twice: with one closure for it junkyard's stage `pairs` took 1.03 to 1.06 of the time.
            let bond = |(pair, &index): (&Pair, &u32)| self.bond(index, sweeping[pair.a()] | sweeping[pair.b()]);
            let mut bonds = pairs.iter().zip(contacts).filter(is_near).filter_map(bond);
            while let Some(first) = bonds.next() {
                let mut some = [first; BONDS_AT_ONCE];
                let rest = some[1..].iter_mut().zip(&mut bonds).map(|(place, bond)| *place = bond);
                let count = 1 + rest.count();
                let mut islands = islands.lock().expect("nobody panics while joining");
                some[..count].iter().for_each(|&bond| islands.hold(bond));
            }
        });
    }

    /// What a contact does to the islands of its sides, which touch if it has a manifold or one of them is swept over.
    fn bond(&self, contact: u32, is_swept: bool) -> Option<Bond> {
        let (bodies, contact) = (&self.bodies, &self.contacts.slots[contact as usize]);
        let is_apart = contact.manifold.is_empty() && !is_swept;
        if is_apart || !matches!(contact.role, Role::Dynamics | Role::Separate) {
            return None;
        }
        let sides = [contact.body_a as usize, contact.body_b as usize];
        let [row_a, row_b] = sides.map(|body| bodies.awake.rows()[body]);
        match sides.map(|body| bodies.traits[body].kind) {
            [BodyKind::Dynamic, BodyKind::Dynamic] if row_a != FIXED_ROW && row_b != FIXED_ROW => {
                Some(Bond::Join(row_a, row_b))
            }
            [BodyKind::Dynamic, BodyKind::Kinematic] if bodies.velocities[sides[1]].is_moving() => {
                Some(Bond::Stir(row_a))
            }
            [BodyKind::Kinematic, BodyKind::Dynamic] if bodies.velocities[sides[0]].is_moving() => {
                Some(Bond::Stir(row_b))
            }
            _ => None,
        }
    }

    /// Puts a body to sleep, into the ring behind `first`.
    fn put_to_sleep(&mut self, slot: usize, first: usize) {
        let bodies = &mut self.bodies;
        bodies.awake.remove(slot);
        bodies.velocities[slot] = Velocity::default();
        bodies.forces[slot] = Force::default();
        bodies.paces[slot] = Vec2::ZERO;
        if slot != first {
            bodies.rest[slot].next = std::mem::replace(&mut bodies.rest[first].next, slot as u32);
        }
        self.sleeping += 1;
        self.events.sleep.push(self.bodies.id(slot));
    }

    /// Counts for how long each body has rested, or rocked, as this step leaves it.
    ///
    /// What matters is how fast any part of a body moved, be it by its velocity or by being pushed out of an overlap, which
    /// leaves no velocity behind; half of the latter, so that a pile may fall asleep while its last micrometres settle. A
    /// kinematic body rests when it stands still.
    pub(crate) fn count_rest(&mut self, graph: &ContactGraph, before: &[Vec2], dt: f32) {
        let Bodies { velocities, paces, traits, centers, poses, rest, .. } = &mut self.bodies;
        // What still bounces does not rock.
        let (sleep_speed, bounce) = (self.settings.sleep_speed, 0.5 * self.settings.restitution_threshold);
        let bodies = AwakePart { awake: graph.awake, rows: before, first: 0, columns: &mut rest[..] };
        parallel::for_each_part(bodies, LEAST_PART, |_, AwakePart { awake, rows: before, first, columns: rest }| {
            for (&slot, before) in awake.iter().zip(before) {
                let slot = slot as usize;
                let (velocity, rest) = (velocities[slot], &mut rest[slot - first]);
                // Who is pushed out has the velocity that it wants, and may be held on all sides.
                let linear = if traits[slot].is_separated() { paces[slot] } else { velocity.linear };
                let speed = linear.length() + velocity.angular.abs() * rest.extent;
                let pushed = 0.5 * (centers[slot] - *before).length() / dt;
                let rests = match traits[slot].kind {
                    BodyKind::Kinematic => !velocity.is_moving(),
                    _ => speed.max(pushed) < rest.slow(sleep_speed),
                };
                match rests && rest.can_sleep {
                    true => rest.count(dt),
                    false => rest.count_moving(&Pose::new(centers[slot], poses[slot].rotation), sleep_speed, dt),
                }
                let bounces = velocity.linear.length_squared() > bounce * bounce;
                if bounces || !rest.can_sleep || !traits[slot].gives_way() {
                    rest.calm();
                }
            }
        });
    }
}
