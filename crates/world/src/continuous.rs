use crate::contact::{Contact, Role};
use crate::meet::{FastBody, Stop};
use crate::{BodyKind, World, parallel};
use broadphase::{ProxyId, QueryFilter};
use bumpalo::Bump;
use geom::{Aabb, Pose, Vec2};
use std::ops::ControlFlow;

/// Fewer bodies than this are not worth another thread.
const LEAST_PART: usize = 16;

/// How often a body that slides along what it meets may meet something in one step.
const MAX_SLIDES: usize = 4;

impl World {
    /// Stops fast bodies at the first obstacle on their way, lest they skip it.
    ///
    /// Dynamic bodies stop at static and kinematic ones, where the solver finds them in the next step, and a kinematic one
    /// that comes towards them takes them along, though not through what stands still. Bullets stop at dynamic ones as well,
    /// after all others have stopped. Bodies of [`Response::Separate`](crate::Response) stop at everything and slide on. The
    /// way is taken as a translation: the turn of one step is left out, and what stops a body stops its turn as well. What is
    /// slow itself is met by what moves fast, not by the tip of what only turns.
    pub(crate) fn stop_fast_bodies(&mut self, arena: &Bump, fast: &[FastBody]) {
        if fast.is_empty() {
            return;
        }
        let ways = self.ways(arena, fast);
        // What stops a body that is neither pushed out nor a bullet is where it will be: each can be asked for alone.
        let stops = arena.alloc_slice_fill_copy(fast.len(), None);
        parallel::for_each_part((fast, &mut *stops), LEAST_PART, |first, (fast, stops)| {
            for (index, (body, stop)) in (first..).zip(fast.iter().zip(stops)) {
                let traits = &self.bodies.traits[body.body as usize];
                if !(traits.is_separated() || traits.bullet) {
                    *stop = self.stop_of(body, ways.of(index));
                }
            }
        });
        for (index, (body, &mut stop)) in fast.iter().zip(stops).enumerate() {
            let (traits, ways) = (&self.bodies.traits[body.body as usize], ways.of(index));
            if !traits.is_separated() {
                let stop = if traits.bullet { self.stop_of(body, ways) } else { stop };
                stop.into_iter().for_each(|stop| self.stop(body, &stop));
            } else if !ways.is_empty() {
                self.move_and_slide(body, ways);
            }
        }
    }

    /// What stops a body first.
    fn stop_of(&self, body: &FastBody, ways: &[u32]) -> Option<Stop> {
        let way = self.bodies.centers[body.body as usize] - body.center;
        let known = self.first_stop(body, way, self.contacts_on(ways));
        let mut stop = self
            .first_unforeseen_stop(body, way, ways, |kind| kind != BodyKind::Dynamic)
            .into_iter()
            .chain(known)
            .reduce(Stop::or)?;
        stop.carry = self.carried(&body.moved(way * stop.fraction), stop.carry, ways);
        Some(stop)
    }

    /// How far an obstacle that moves by `carry` takes a body along: not through what stands still, where it is squeezed.
    fn carried(&self, body: &FastBody, carry: Vec2, ways: &[u32]) -> Vec2 {
        if carry == Vec2::ZERO {
            return carry;
        }
        let stands_still = |kind| kind == BodyKind::Static;
        let kind = |body: u32| self.bodies.traits[body as usize].kind;
        let is_wall = |contact: &&Contact| stands_still(kind(contact.body_a)) || stands_still(kind(contact.body_b));
        let known = self.first_stop(body, carry, self.contacts_on(ways).filter(is_wall));
        let stop =
            self.first_unforeseen_stop(body, carry, ways, stands_still).into_iter().chain(known).reduce(Stop::or);
        carry * stop.map_or(1.0, |stop| stop.fraction)
    }

    fn stop(&mut self, body: &FastBody, stop: &Stop) {
        let row = body.body as usize;
        let way = self.bodies.centers[row] - body.center;
        let center = body.center + way * stop.fraction + stop.carry;
        let pose = &mut self.bodies.poses[row];
        // The turn belongs to the part of the way that was not gone.
        pose.rotation = body.pose.rotation;
        self.bodies.centers[row] = center;
        pose.translation = center - body.pose.rotation.rotate(self.bodies.masses[row].local_center);
    }

    fn move_and_slide(&mut self, body: &FastBody, ways: &[u32]) {
        let row = body.body as usize;
        let rotation = self.bodies.poses[row].rotation;
        let core = self.bodies.traits[row].core;
        let mut way = self.bodies.centers[row] - body.center;
        let mut at = *body;
        for _ in 0..MAX_SLIDES {
            let stop = self.first_stop(&at, way, self.contacts_on(ways));
            let gone = stop.map_or(way, |stop| way * stop.fraction);
            at = at.moved(gone);
            let Some(Stop { normal, carry, .. }) = stop else { break };
            way -= gone;
            way -= normal * way.dot(normal).max(0.0);
            let velocity = &mut self.bodies.velocities[row].linear;
            *velocity -= normal * velocity.dot(normal).max(0.0);
            // What moves on by less pushes the body out in the end; what moves by more would pass it by.
            if carry.length_squared() > core * core {
                at.pose.translation += self.carried(&at, carry, ways);
                break;
            }
        }
        self.bodies.set_pose(row, Pose::new(at.pose.translation, rotation));
    }

    /// The first of the contacts that stops the body on its way.
    fn first_stop<'w>(&self, body: &FastBody, way: Vec2, on_it: impl Iterator<Item = &'w Contact>) -> Option<Stop> {
        on_it.filter_map(|contact| self.meet(body, way, contact)).reduce(Stop::or)
    }

    fn contacts_on(&self, ways: &[u32]) -> impl Iterator<Item = &Contact> {
        let contacts = self.contacts.awake.contacts();
        ways.iter().map(|&place| &self.contacts.slots[contacts[place as usize] as usize])
    }

    /// The first thing on the body's way that it has no contact with, and whose kind stops it: boxes were stretched for the
    /// velocity that it had before the solver, and a hit may have made it much faster since. O(log(proxies) and what is met)
    /// for each collider whose fat box does not contain its way, nothing for the others.
    fn first_unforeseen_stop(
        &self,
        body: &FastBody,
        way: Vec2,
        ways: &[u32],
        stops: impl Fn(BodyKind) -> bool,
    ) -> Option<Stop> {
        let (colliders, core) = (&self.colliders, self.bodies.traits[body.body as usize].core);
        if way.length_squared() <= core * core {
            return None;
        }
        let may_stop = |slot: usize| stops(self.bodies.traits[colliders.bodies[slot] as usize].kind);
        let owners = self.broad_phase.user_data_column();
        let mut first = None;
        for mine in colliders.list(self.bodies.traits[body.body as usize].first_collider) {
            let start = colliders.shapes[mine].aabb(&(body.pose * colliders.local_poses[mine]));
            let swept = Aabb::new(start.min + way.min(Vec2::ZERO), start.max + way.max(Vec2::ZERO));
            let proxy = colliders.proxies[mine];
            if self.broad_phase.fat_aabb(proxy).is_some_and(|fat| fat.contains(&swept)) {
                continue;
            }
            let filter = self.proxy_of(mine).filter;
            let has_contact = |other: usize| {
                self.contacts_on(ways)
                    .any(|contact| [(mine, other), (other, mine)].contains(&(contact.a.slot(), contact.b.slot())))
            };
            let visitor = |found: ProxyId| {
                let other = owners[found.index()] as usize;
                if may_stop(other) && filter.accepts(&self.proxy_of(other).filter) && !has_contact(other) {
                    let contact = Contact::new(mine, other, colliders, &self.bodies);
                    let stop = if contact.role == Role::Dynamics { self.meet(body, way, &contact) } else { None };
                    first = first.into_iter().chain(stop).reduce(Stop::or);
                }
                ControlFlow::Continue(())
            };
            let _ = self.broad_phase.visit_aabb(&swept, &QueryFilter::ALL, visitor).expect("a body's way is finite");
        }
        first
    }
}
