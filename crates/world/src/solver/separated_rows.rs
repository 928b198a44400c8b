use super::SubSteps;
use super::body_rows::{BodyRows, drive_of};
use super::rows::State;
use super::state::{Drive, Lock, hold, integrate_velocities};
use crate::contact::Role;
use crate::lanes::LANES;
use crate::meet::Sides;
use crate::positive::positive;
use crate::separate::LEAST_SLOPE;
use crate::{BodyKind, World};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::Vec2;

/// Bodies of [`Response::Separate`](crate::Response) have two motions in a step. Contacts feel what they did in the step before,
/// because that is what nothing stood in the way of; they themselves go by their velocity, and are pushed out in the end.
///
/// With that velocity in the solver, whatever is between such a body and a wall was crushed: nothing that moves in a solver by itself
/// ever yields, and it only lost its velocity relative to what it crushed.
impl World {
    /// The contacts of those that are awake, with each one's row in the solver, by row.
    pub(crate) fn contacts_of_separated<'s>(&self, arena: &'s Bump) -> &'s [(u32, u32)] {
        let rows = self.bodies.awake.rows();
        let mut found = ArenaVec::new_in(arena);
        for (place, &index) in (0u32..).zip(self.contacts.awake.contacts()) {
            let contact = &self.contacts.slots[index as usize];
            if contact.role == Role::Separate {
                let sides = [contact.body_a, contact.body_b].into_iter();
                let separated = sides.filter(|&body| {
                    let body = body as usize;
                    self.bodies.traits[body].is_separated() && self.bodies.awake.contains(body)
                });
                found.extend(separated.map(|body| (rows[body as usize], place, index)));
            }
        }
        // By their pairs: which slot a contact has depends on how many threads there are.
        found.sort_unstable();
        arena.alloc_slice_fill_iter(found.iter().map(|&(row, _, index)| (row, index)))
    }

    /// Lets none of them press on what gives way, in the solver: along the normal it is no faster than that is, but as fast as
    /// what is kinematic pushes it that way.
    pub(super) fn hold_back(&self, rows: &mut BodyRows, contacts: &[(u32, u32)]) {
        let bodies = &self.bodies;
        for group in contacts.chunk_by(|a, b| a.0 == b.0) {
            let (row, slot) = (group[0].0, bodies.awake.slot_of(group[0].0));
            for &(_, index) in group {
                let contact = &self.contacts.slots[index as usize];
                let sides = Sides::of(contact, slot);
                if !bodies.traits[sides.other_body].gives_way() {
                    continue;
                }
                let pose = &self.colliders.poses[contact.a.slot()];
                let normal = contact.normal(&self.colliders) * sides.sign;
                let carried = self.carried_along(slot, normal, group);
                let state = &mut rows.states[row as usize];
                for point in contact.manifold.points() {
                    let ahead = bodies.velocity_at(sides.other_body, pose.transform_point(point.point)).dot(normal);
                    let speed = state.linear().dot(normal);
                    let held = if speed > carried {
                        positive(speed - positive(ahead)).min(speed - carried)
                    } else {
                        speed - carried
                    };
                    let linear = state.linear() - bodies.traits[slot as usize].locks.free(normal) * held;
                    *state = State::new(linear, state.angular());
                }
                // Else it would count as what a contact did, and be done again in each sub-step.
                rows.drives[row as usize].free = state.velocity;
            }
        }
    }

    /// How fast kinematic bodies that a body touches push it this way, in m/s; −∞ if none does.
    fn carried_along(&self, slot: u32, way: Vec2, contacts: &[(u32, u32)]) -> f32 {
        let speeds = contacts.iter().filter_map(|&(_, index)| {
            let contact = &self.contacts.slots[index as usize];
            let Sides { other_body, sign, .. } = Sides::of(contact, slot);
            let (point, pose) = (contact.manifold.points().first()?, &self.colliders.poses[contact.a.slot()]);
            let touches = point.separation <= self.settings.linear_slop;
            let out = contact.normal(&self.colliders) * -sign;
            let pushes =
                touches && self.bodies.traits[other_body].kind == BodyKind::Kinematic && out.dot(way) > LEAST_SLOPE;
            pushes.then(|| self.bodies.velocity_at(other_body, pose.transform_point(point.point)).dot(way))
        });
        speeds.fold(f32::NEG_INFINITY, |most, speed| if speed > most { speed } else { most })
    }

    /// Notes how fast each of them moved in a step of `dt` seconds: what it really went of the velocity with which it goes on. What
    /// it has just run into, or a push out of a deep overlap, is nothing that anything should feel.
    pub(super) fn note_paces(&mut self, awake: &[u32], before: &[Vec2], dt: f32) {
        let bodies = &mut self.bodies;
        for (&slot, before) in awake.iter().zip(before) {
            let slot = slot as usize;
            if bodies.traits[slot].is_separated() {
                let (moved, velocity) = ((bodies.centers[slot] - *before) / dt, bodies.velocities[slot].linear);
                let part = moved.dot(velocity) / velocity.length_squared().max(f32::MIN_POSITIVE);
                bodies.paces[slot] = velocity * part.clamp(0.0, 1.0);
            }
        }
    }
}

impl SubSteps<'_> {
    /// Gives the rows of those that are pushed out the states to which their velocities, gravity and forces take them, whatever is
    /// in the way.
    pub fn move_separated(&self, world: &World, arena: &Bump, rows: &mut BodyRows, awake: &[u32]) {
        let bodies = &world.bodies;
        let mut separated = ArenaVec::new_in(arena);
        let all = (1u32..).zip(awake);
        separated.extend(all.filter(|&(_, &slot)| bodies.traits[slot as usize].is_separated()).map(|(row, _)| row));
        let count = separated.len().next_multiple_of(LANES);
        let states = arena.alloc_slice_fill_copy(count, State::FIXED);
        let drives = arena.alloc_slice_fill_copy(count, Drive::NONE);
        let slot_of = |row: u32| awake[row as usize - 1] as usize;
        for ((&row, state), drive) in separated.iter().zip(&mut *states).zip(&mut *drives) {
            let velocity = self.passes.limits.limit(bodies.velocities[slot_of(row)], || bodies.is_disc(slot_of(row)));
            *state = State::new(velocity.linear, velocity.angular);
            *drive = drive_of(bodies, slot_of(row), world.settings.gravity, &self.passes.limits, self.passes.h);
            drive.free = state.velocity;
        }
        let mut locks = ArenaVec::new_in(arena);
        locks.extend(rows.locks.iter().filter_map(|lock| {
            let place = separated.binary_search(&lock.row).ok()?;
            Some(Lock { row: place as u32, free: lock.free })
        }));
        for _ in 0..self.count {
            integrate_velocities(states, drives);
            hold(states, &locks);
            self.passes.advance(states, drives);
        }
        hold(states, &locks);
        separated.iter().zip(&*states).for_each(|(&row, state)| rows.states[row as usize] = *state);
    }
}
