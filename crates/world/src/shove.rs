use crate::awake_set::FIXED_ROW;
use crate::bodies::{Bodies, Mass};
use crate::column::make_room;
use crate::event::HitEvent;
use crate::positive::positive;
use crate::separate::LEAST_SLOPE;
use crate::{BodyId, World};
use geom::{Pose, Vec2};
use sat_simd::manifold;
use std::collections::TryReserveError;

/// What bodies of [`Response::Separate`](crate::Response) gave others in a step. It acts throughout the next one: a load that
/// rests would shake what it stands on if it came in one blow a step.
#[derive(Default)]
pub(crate) struct Shoves {
    given: Vec<Shove>,
    /// How long the step was, in seconds.
    dt: f32,
}

/// An impulse.
#[derive(Clone, Copy)]
struct Shove {
    body: BodyId,
    /// In kg·m/s.
    linear: Vec2,
    /// In kg·m²/s.
    angular: f32,
}

geom::clone_in_place!(Shoves { given, dt });

impl Shoves {
    /// Which part of what was given acts in a step of `dt` seconds: in a shorter one a weight presses as before, and in a longer one
    /// nothing gets more than was given.
    pub fn begin(&mut self, dt: f32) -> f32 {
        let before = std::mem::replace(&mut self.dt, dt);
        (dt / before).min(1.0)
    }

    /// What was given, by row of the solver, to what is still there and awake: how much faster that makes it along x and y, and how
    /// much faster it turns. Forgets it.
    pub fn drain<'s>(&'s mut self, bodies: &'s Bodies) -> impl Iterator<Item = (u32, [f32; 3])> + 's {
        self.given.drain(..).filter_map(|Shove { body, linear, angular }| {
            let slot = bodies.slot(body)?;
            let (row, traits, mass) = (bodies.awake.rows()[slot], &bodies.traits[slot], &bodies.masses[slot]);
            let velocity = traits.locks.free(linear * mass.inv_mass);
            let takes = row != FIXED_ROW && traits.gives_way();
            takes.then_some((row, [velocity.x, velocity.y, angular * mass.inv_inertia]))
        })
    }

    pub fn clear(&mut self) {
        self.given.clear();
    }

    pub fn make_room(&mut self, bodies: usize) -> Result<(), TryReserveError> {
        make_room(&mut self.given, bodies)
    }
}

/// A body of [`Response::Separate`](crate::Response) that is in the way of one that gives way.
pub(crate) struct Collision {
    /// The slots of its collider and of the other one.
    pub colliders: [u32; 2],
    /// Where it is.
    pub pose: Pose,
    /// Unit, from it to the other one.
    pub normal: Vec2,
    pub since: Since,
}

/// How two bodies closed in on each other.
pub(crate) struct Closing {
    point: Vec2,
    /// Of the first and of the other one along the normal, in m/s.
    speed: f32,
    ahead: f32,
}

/// Since when two bodies are so near that the solver has a contact.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Since {
    /// Not when the step began: they were further apart than the speculative margin.
    Now,
    /// Since then, but the first meets the other on its way, before what the solver made of that.
    Before,
    /// Since then, and both are where they came to: what came towards the first the solver has stopped.
    Solved,
}

impl World {
    /// [Stops](World::stop_at) a body, and gives the other one what an inelastic hit of both masses does, as far as the body closes in by
    /// itself: what comes towards it the solver stops.
    pub(crate) fn run_into(&mut self, row: usize, other: usize, collision: &Collision) {
        let Collision { colliders, normal, since, .. } = *collision;
        let Closing { point, speed, ahead } = self.stop_at(row, other, collision);
        let bodies = &self.bodies;
        // What pressed in the solver already is no hit; what is above it did not press less for its weight.
        let traits = &bodies.traits[row];
        let has_weighed = since != Since::Now && traits.is_moved();
        let weight = if has_weighed { traits.weight(self.settings.gravity) * self.shoves.dt } else { Vec2::ZERO };
        let excess = speed - positive(weight.dot(normal)) - positive(ahead);
        if excess <= 0.0 {
            return;
        }
        let arm = point - bodies.centers[other];
        let impulse = excess / (bodies.masses[row].inv_mass + inverse_mass_along(bodies, other, arm, normal));
        let linear = normal * impulse;
        self.shoves.given.push(Shove { body: bodies.id(other), linear, angular: arm.perp_dot(linear) });
        // What is awake may rest under a load.
        if !bodies.awake.contains(other) {
            self.rouse(other);
        }
        let is_told = colliders.iter().any(|&slot| self.colliders.traits[slot as usize].hit_events);
        // Who goes on pressing is not hit anew in each step: it has come no further in the last one.
        let pace = if since == Since::Now { speed } else { self.bodies.paces[row].dot(normal) };
        let approach = (pace - positive(ahead)).min(excess);
        if is_told && approach > self.settings.hit_speed {
            let is_a = colliders[0] < colliders[1];
            let [a, b] = [colliders[0].min(colliders[1]), colliders[0].max(colliders[1])];
            let [a, b] = [a, b].map(|slot| self.colliders.id(slot as usize));
            let normal = if is_a { normal } else { -normal };
            self.events.hit.push(HitEvent { a, b, point, normal, approach_speed: excess, impulse });
        }
    }

    /// Takes from a body the velocity with which it closes in on another.
    pub(crate) fn stop_at(&mut self, row: usize, other: usize, collision: &Collision) -> Closing {
        let Collision { normal, since, .. } = *collision;
        let point = self.point_of(other, collision);
        let other_velocity = self.bodies.velocity_at(other, point);
        if since == Since::Solved {
            self.rise_with(row, other_velocity, normal);
        }
        let bodies = &mut self.bodies;
        let (speed, ahead) = (bodies.velocities[row].linear.dot(normal), other_velocity.dot(normal));
        // What comes towards it shall not carry it off.
        bodies.velocities[row].linear -= bodies.traits[row].locks.free(normal) * positive(speed - positive(ahead));
        Closing { point, speed, ahead }
    }

    /// Gives a body that stands on something of this velocity what that has against its weight, within the world's limit.
    ///
    /// Of nothing but that: what has another between two of its sides would have that one's velocity, and push it on with it.
    fn rise_with(&mut self, row: usize, velocity: Vec2, normal: Vec2) {
        let traits = &self.bodies.traits[row];
        let weight = traits.weight(self.settings.gravity);
        if traits.is_moved() && weight.dot(normal) > LEAST_SLOPE * weight.length() {
            let (own, up) = (&mut self.bodies.velocities[row].linear, -weight.normalize_or_zero());
            let risen = *own + up * positive(velocity.dot(up) - own.dot(up));
            *own = risen.clamp_length_max(self.settings.max_linear_speed);
        }
    }

    /// The middle of where they touch; where they do not, as the other one has moved on since, that of the body.
    fn point_of(&self, other: usize, collision: &Collision) -> Vec2 {
        let (colliders, [mine, theirs]) = (&self.colliders, collision.colliders.map(|slot| slot as usize));
        let pose = collision.pose * colliders.local_poses[mine];
        let other_pose = self.bodies.poses[other] * colliders.local_poses[theirs];
        let (shape, other_shape) = (&colliders.shapes[mine], &colliders.shapes[theirs]);
        let found = manifold(shape, other_shape, &pose.inv_mul(&other_pose), self.settings.speculative_margin);
        match found.points() {
            [] => pose.transform_point(colliders.traits[mine].middle),
            [one] => pose.transform_point(one.point),
            [first, second, ..] => pose.transform_point(0.5 * (first.point + second.point)),
        }
    }
}

/// The inverse of what a body weighs against an impulse along `normal`, at `arm` from its centre of mass.
fn inverse_mass_along(bodies: &Bodies, slot: usize, arm: Vec2, normal: Vec2) -> f32 {
    let Mass { inv_mass, inv_inertia, .. } = bodies.masses[slot];
    let turning = arm.perp_dot(normal);
    inv_mass * bodies.traits[slot].locks.free(normal).length_squared() + inv_inertia * turning * turning
}
