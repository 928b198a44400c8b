use crate::bodies::Traits;
use crate::contact::{Contact, Role};
use crate::meet::{Fast, FastBody, Rest, Sides, Stop};
use crate::positive::positive;
use crate::shove::{Collision, Since};
use crate::solver::Drive;
use crate::ways::Ways;
use crate::{BodyKind, World, parallel};
use broadphase::ProxyId;
use bumpalo::Bump;
use geom::{Aabb, Vec2};
use std::ops::ControlFlow;

/// Fewer bodies than this are not worth another thread.
const LEAST_PART: usize = 16;

/// How often a body that slides along what it meets may meet something in one step.
const MAX_SLIDES: usize = 4;

/// The sine up to which a way along one thing goes along another as well: what is left of it after a slide is rounded, and from
/// tile to tile normals differ by that.
const GRAZING: f32 = 1.0e-3;

impl World {
    /// Stops fast bodies at the first obstacle on their way, lest they skip it.
    ///
    /// Dynamic bodies stop at static and kinematic ones and at those of [`Response::Separate`](crate::Response), where the
    /// solver finds them in the next step, and a kinematic one that comes towards them takes them along, though not through
    /// what is not dynamic. Bullets stop at dynamic ones as well, after all others have stopped. Bodies of `Response::Separate`
    /// stop at everything and slide on. The way is taken as a translation, but of what turns fast; what stops a body stops its
    /// turn as well, but of what touches already only the middle is held: that turns on and slides. What gives way and is slow
    /// itself is met by what moves fast, not by the tip of something kinematic that only turns.
    pub(crate) fn stop_fast_bodies(&mut self, arena: &Bump, fast: &Fast, drives: &[Drive]) {
        if fast.bodies.is_empty() {
            return;
        }
        let Fast { bodies: fast, any_bullet, any_separated: slides, .. } = *fast;
        let ways = self.ways(arena, fast, any_bullet || slides);
        // Who slides sees the others where these stop, and they see in the end where it came to: what lies behind its stop is
        // in nobody's way.
        self.stop_each(arena, fast, &ways, drives, |traits| !(slides && traits.is_separated()));
        if slides {
            for (index, body) in fast.iter().enumerate() {
                if self.bodies.traits[body.body as usize].is_separated() {
                    self.move_and_slide(body, ways.of(index));
                }
            }
            let stopped = arena.alloc_slice_fill_iter(fast.iter().map(|body| body.as_far_as(&self.bodies)));
            self.stop_each(arena, stopped, &ways, drives, Traits::is_separated);
        }
        for (index, body) in fast.iter().enumerate().filter(|_| any_bullet) {
            let traits = &self.bodies.traits[body.body as usize];
            if traits.bullet && !traits.is_separated() {
                let found = self.stop_of_bullet(body, ways.of(index));
                found.iter().for_each(|stop| self.stop(body, stop, ways.of(index), drives));
            }
        }
    }

    /// Stops those that neither slide nor are bullets at the first obstacle for which `stops` holds. What stops them is where
    /// it will be: each can be asked for alone.
    fn stop_each(
        &mut self,
        arena: &Bump,
        fast: &[FastBody],
        ways: &Ways,
        drives: &[Drive],
        stops: impl Fn(&Traits) -> bool + Sync,
    ) {
        let found = arena.alloc_slice_fill_copy(fast.len(), None);
        parallel::for_each_part((fast, &mut *found), LEAST_PART, |first, (fast, found)| {
            for (index, (body, stop)) in (first..).zip(fast.iter().zip(found)) {
                let traits = &self.bodies.traits[body.body as usize];
                if !(traits.is_separated() || traits.bullet) {
                    *stop = self.stop_of(body, ways.of(index), &stops);
                }
            }
        });
        for (index, (body, stop)) in fast.iter().zip(found).enumerate() {
            stop.iter().for_each(|stop| self.stop(body, stop, ways.of(index), drives));
        }
    }

    /// What stops a body first, of what `stops` holds for.
    fn stop_of(&self, body: &FastBody, ways: &[u32], stops: impl Fn(&Traits) -> bool) -> Option<Stop> {
        let way = self.bodies.centers[body.body as usize] - body.center;
        let is_obstacle =
            |other: usize| stops(&self.bodies.traits[other]) && self.is_obstacle(body.body as usize, other);
        let mut stop = self.first_on_way(body, way, ways, is_obstacle)?;
        let at = body.stopped(way, &stop, self.bodies.masses[body.body as usize].local_center);
        if let Rest::Slides(part) = &mut stop.rest {
            let carry = self.bodies.traits[body.body as usize].locks.free(stop.carry);
            // From a little above what it slides along: what lies flush with that is none of its way.
            let from = at.later(stop.fraction).moved(stop.normal * -self.settings.linear_slop);
            *part = self.first_on_way(&from, carry, ways, is_obstacle).map_or(1.0, |next| next.fraction);
            stop.carry = carry * *part;
        } else {
            stop.carry = self.carried(&at.later(stop.fraction), stop.carry, ways);
        }
        Some(stop)
    }

    /// What stops a bullet first. What gives way does not, where something kinematic would run over the bullet in the rest of the step: it
    /// would lie beyond that.
    fn stop_of_bullet(&self, body: &FastBody, ways: &[u32]) -> Option<Stop> {
        let row = body.body as usize;
        let stop = self.stop_of(body, ways, |_| true)?;
        if !self.bodies.traits[self.colliders.bodies[stop.colliders[1] as usize] as usize].gives_way() {
            return Some(stop);
        }
        let way = self.bodies.centers[row] - body.center;
        let at = body.stopped(way, &stop, self.bodies.masses[row].local_center).later(stop.fraction);
        let comes = |other: usize| self.bodies.traits[other].kind == BodyKind::Kinematic;
        match self.first_on_way(&at, stop.carry, ways, comes) {
            Some(_) => self.stop_of(body, ways, |traits| !traits.gives_way()),
            None => Some(stop),
        }
    }

    /// The first obstacle on a body's way, foreseen or not, of the bodies for which `stops` holds.
    fn first_on_way(&self, body: &FastBody, way: Vec2, ways: &[u32], stops: impl Fn(usize) -> bool) -> Option<Stop> {
        let other = |contact: &Contact| if contact.body_a == body.body { contact.body_b } else { contact.body_a };
        let known = self.contacts_on(ways).filter(|contact| stops(other(contact) as usize));
        let known = known.fold(None, |first: Option<Stop>, contact| {
            let is_first = |stop: &Stop| first.is_none_or(|first| stop.fraction < first.fraction);
            let stop = self.meet(body, way, contact).filter(is_first);
            stop.filter(|stop| self.is_in_the_open(body, way, (contact, stop), ways)).or(first)
        });
        self.first_unforeseen_stop(body, way, ways, stops).into_iter().chain(known).reduce(Stop::or)
    }

    /// Whether a body is stopped where it [meets](World::meet) the other side of a contact: not behind what it glances off.
    fn is_in_the_open(&self, body: &FastBody, way: Vec2, met: (&Contact, &Stop), ways: &[u32]) -> bool {
        let gives_way = self.bodies.traits[body.body as usize].gives_way();
        !(gives_way && self.is_behind_a_glance(body, way, met, self.contacts_on(ways)))
    }

    /// How far an obstacle that moves by `carry` takes a body along: not through what is not dynamic, wherever that goes in the rest of
    /// the step. There it is squeezed.
    fn carried(&self, body: &FastBody, carry: Vec2, ways: &[u32]) -> Vec2 {
        let carry = self.bodies.traits[body.body as usize].locks.free(carry);
        if carry == Vec2::ZERO {
            return carry;
        }
        let is_firm = |other: usize| self.bodies.traits[other].kind != BodyKind::Dynamic;
        let stop = self.first_on_way(body, carry, ways, is_firm);
        carry * stop.map_or(1.0, |stop| stop.fraction)
    }

    fn stop(&mut self, body: &FastBody, stop: &Stop, ways: &[u32], drives: &[Drive]) {
        let row = body.body as usize;
        let way = self.bodies.centers[row] - body.center;
        let local_center = self.bodies.masses[row].local_center;
        let at = body.stopped(way, stop, local_center);
        let center = at.center + stop.carry;
        let pose = &mut self.bodies.poses[row];
        // The turn that was not looked after belongs to the part of the way that was not gone.
        if stop.rest == Rest::Stays {
            pose.rotation = at.pose.rotation;
        }
        self.bodies.centers[row] = center;
        pose.translation = center - pose.rotation.rotate(local_center);
        // It never went the rest of the way: with what pushed it on that as well it would come back faster than it came.
        let [x, y, ..] = drives[self.bodies.awake.rows()[row] as usize].push.to_array();
        let push = self.not_held(body, Vec2::new(x, y) * self.settings.sub_steps as f32, ways);
        let push = match stop.rest {
            Rest::Slides(part) => push * (1.0 - part) + stop.normal * push.dot(stop.normal) * part,
            Rest::Stays | Rest::Turns => push,
        };
        let velocity = &mut self.bodies.velocities[row].linear;
        let before = *velocity - pushed_on(push, *velocity) * (1.0 - stop.fraction);
        *velocity = before.clamp_length_max(self.settings.max_linear_speed);
    }

    /// What is left of a push where contacts of the body took it up in this step: along these it has got nothing from it. Of a push
    /// beyond the limit of speeds nothing but rounding would be left.
    fn not_held(&self, body: &FastBody, push: Vec2, ways: &[u32]) -> Vec2 {
        if push.length() > self.settings.max_linear_speed {
            return push;
        }
        let holds = |contact: &&Contact| contact.impulses.iter().any(|impulse| impulse.normal > 0.0);
        self.contacts_on(ways).filter(holds).fold(push, |push, contact| {
            let sign = Sides::of(contact, body.body).sign;
            let normal = contact.normal(&self.colliders) * sign;
            push - normal * positive(push.dot(normal))
        })
    }

    fn move_and_slide(&mut self, body: &FastBody, ways: &[u32]) {
        let row = body.body as usize;
        let Traits { core, locks, .. } = self.bodies.traits[row];
        let mut way = self.bodies.centers[row] - body.center;
        let (mut at, mut is_stopped) = (*body, false);
        let mut met = [Vec2::ZERO; MAX_SLIDES];
        // What it met that holds it off, and how far that goes on.
        let mut walls = [(Vec2::ZERO, Vec2::ZERO); MAX_SLIDES];
        for turn in 0..MAX_SLIDES {
            let stop = self.first_on_way(&at, way, ways, |_| true);
            let fraction = stop.map_or(1.0, |stop| stop.fraction);
            let gone = way * fraction;
            at = at.moved(gone).later(fraction);
            let Some(Stop { colliders, normal, carry, .. }) = stop else { break };
            is_stopped = true;
            way -= gone;
            let free = locks.free(normal);
            way -= free * positive(way.dot(normal));
            // In a corner the second side may send it through the first, which it touches by then.
            let grazing = GRAZING * way.length();
            if met.iter().any(|before| way.dot(*before) > grazing) {
                way = Vec2::ZERO;
            }
            met[turn] = normal;
            let other = self.colliders.bodies[colliders[1] as usize] as usize;
            if self.bodies.traits[other].kind != BodyKind::Dynamic {
                walls[turn] = (normal, carry);
            }
            if self.bodies.traits[other].gives_way() {
                let is_near = self.contacts_on(ways).any(|contact| contact.is_solved_between(colliders));
                let since = if is_near { Since::Before } else { Since::Now };
                let collision = Collision { colliders, pose: at.pose, normal, since };
                self.run_into(row, other, &collision);
            } else {
                let velocity = &mut self.bodies.velocities[row].linear;
                *velocity -= free * positive(velocity.dot(normal));
            }
            // What moves on by less pushes the body out in the end; what moves by more would pass it by.
            if carry.length_squared() > core * core {
                // It touches these by now, and what touches may go in by a part of its width.
                let held =
                    |carry: Vec2, &(normal, gone): &(Vec2, Vec2)| carry - normal * positive((carry - gone).dot(normal));
                let carry = walls[..turn].iter().fold(carry, held);
                at = at.moved(self.carried(&at, carry, ways)).later(1.0);
                // How far others come is not known yet: it goes on where these will not be.
                if self.bodies.traits[other].kind == BodyKind::Dynamic {
                    break;
                }
            }
        }
        if is_stopped {
            // It turns about its centre, which is what was moved.
            let (pose, local_center) = (&mut self.bodies.poses[row], self.bodies.masses[row].local_center);
            pose.translation = at.center - pose.rotation.rotate(local_center);
            self.bodies.centers[row] = at.center;
        }
    }

    fn contacts_on(&self, ways: &[u32]) -> impl Iterator<Item = &Contact> {
        let contacts = self.contacts.awake.contacts();
        ways.iter().map(|&place| &self.contacts.slots[contacts[place as usize] as usize])
    }

    /// The first thing on the body's way that it has no contact with, and whose body stops it: boxes were stretched for the
    /// velocity that it had before the solver; a hit may have made it much faster since, or it slides. O(log(proxies) and what is met)
    /// for each collider whose fat box does not contain its way, nothing for the others.
    fn first_unforeseen_stop(
        &self,
        body: &FastBody,
        way: Vec2,
        ways: &[u32],
        stops: impl Fn(usize) -> bool,
    ) -> Option<Stop> {
        let (colliders, traits) = (&self.colliders, &self.bodies.traits[body.body as usize]);
        if body.moves_within(way, traits.unswept() * traits.core) {
            return None;
        }
        let may_stop = |slot: usize| stops(colliders.bodies[slot] as usize);
        let turn = Vec2::splat(body.turn);
        let owners = self.broad_phase.user_data_column();
        let foresaw = body.foresaw(way);
        let mut first: Option<Stop> = None;
        for mine in colliders.list(traits.first_collider) {
            let proxy = colliders.proxies[mine];
            let (tight, fat) = (self.broad_phase.tight_aabb(proxy), self.broad_phase.fat_aabb(proxy));
            let fat_contains = |swept: &Aabb| fat.is_some_and(|fat| fat.contains(swept));
            // The tight box was stretched over the way; to make it again from the shape takes longer.
            if foresaw.zip(tight).is_some_and(|(rounding, tight)| fat_contains(&tight.enlarged(rounding))) {
                continue;
            }
            let start = colliders.shapes[mine].aabb(&(body.pose * colliders.local_poses[mine]));
            let swept = Aabb::new(start.min + way.min(Vec2::ZERO) - turn, start.max + way.max(Vec2::ZERO) + turn);
            if fat_contains(&swept) {
                continue;
            }
            let filter = self.proxy_of(mine).filter;
            let has_contact = |other: usize| {
                self.contacts_on(ways)
                    .any(|contact| [(mine, other), (other, mine)].contains(&(contact.a.slot(), contact.b.slot())))
            };
            let mut first_of_mine: Option<(Stop, usize)> = None;
            let visitor = |found: ProxyId| {
                let other = owners[found.index()] as usize;
                if may_stop(other) && filter.accepts(&self.proxy_of(other).filter) && !has_contact(other) {
                    let contact = Contact::new(mine, other, colliders, &self.bodies);
                    let is_solid = matches!(contact.role, Role::Dynamics | Role::Separate);
                    let stop = if is_solid { self.meet(body, way, &contact) } else { None };
                    // Of what is met at once the lowest slot stops it: the order of the tree depends on who asked it what.
                    let is_first = |stop: &Stop| {
                        first_of_mine.is_none_or(|(first, slot)| {
                            stop.fraction.total_cmp(&first.fraction).then(other.cmp(&slot)).is_lt()
                        })
                    };
                    let is_in_the_open = |stop: &Stop| self.is_in_the_open(body, way, (&contact, stop), ways);
                    let stop = stop.filter(is_first).filter(is_in_the_open);
                    first_of_mine = stop.map(|stop| (stop, other)).or(first_of_mine);
                }
                ControlFlow::Continue(())
            };
            let wide = self.colliders.filters[mine].wide_query();
            let _ = self.broad_phase.visit_aabb(&swept, &wide, visitor).expect("a body's way is finite");
            first = first.into_iter().chain(first_of_mine.map(|(stop, _)| stop)).reduce(Stop::or);
        }
        first
    }
}

/// What there may be in a velocity of a step's push: no more than the velocity has along it, which limits or contacts keep low.
fn pushed_on(push: Vec2, velocity: Vec2) -> Vec2 {
    let square = push.length_squared();
    if square > 0.0 && square.is_finite() { push * (velocity.dot(push).abs() / square).min(1.0) } else { Vec2::ZERO }
}
