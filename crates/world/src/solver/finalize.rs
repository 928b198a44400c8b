use super::limits::Limits;
use super::rows::State;
use crate::bodies::{Bodies, Force, Mass, Velocity};
use crate::bounds::way_ahead;
use crate::contact_graph::ContactGraph;
use crate::meet::{Fast, FastBody, SAFE_WAY, swung_extent};
use crate::{BodyKind, MAX_COORDINATE, World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::{Pose, Vec2};

/// Fewer bodies than this are not worth another thread.
const LEAST_PART: usize = 512;

/// What may come of how far a body moved in a step.
#[derive(Clone, Copy)]
enum Pace {
    /// Nothing that the solver does not mend.
    Safe,
    /// It may have skipped something.
    Fast,
    /// Something kinematic may have passed others by.
    Pusher,
}

impl Pace {
    #[inline]
    fn of(body: u32, state: &State, bodies: &Bodies) -> Self {
        let traits = &bodies.traits[body as usize];
        let moved_by_cores = |cores: f32| {
            let far = cores * traits.core;
            state.translation().length_squared() > far * far
        };
        let turned = || state.turn() * swung_extent(bodies, body as usize) > SAFE_WAY * traits.core;
        match traits.kind {
            BodyKind::Dynamic if (moved_by_cores(SAFE_WAY) || turned()) && state.is_finite() => Self::Fast,
            BodyKind::Kinematic if moved_by_cores(1.0) && state.is_finite() => Self::Pusher,
            _ => Self::Safe,
        }
    }
}

impl World {
    /// Gives the bodies the velocities and poses of their states, within the world's limits, and forgets their forces.
    ///
    /// A body whose state overflowed, which takes masses or speeds many orders of magnitude apart, stays where it was and
    /// stands still: nothing that is not finite ever comes out of a step. Comes back with what moved or turned further than is
    /// [safe](SAFE_WAY), and may have skipped something.
    pub(super) fn finalize<'s>(
        &mut self,
        arena: &'s Bump,
        graph: &ContactGraph,
        states: &[State],
        dt: f32,
    ) -> Fast<'s> {
        let fast = self.fast_bodies(arena, graph, states, dt);
        let limits = Limits::new(&self.settings, dt);
        let Bodies { poses, centers, velocities, forces, masses, .. } = &mut self.bodies;
        let span = Span { awake: graph.awake, states: &states[1..], first: 0, poses, centers, velocities, forces };
        parallel::for_each_part(span, LEAST_PART, |_, mut span| span.finalize(masses, &limits));
        fast
    }

    fn fast_bodies<'s>(&self, arena: &'s Bump, graph: &ContactGraph, states: &[State], dt: f32) -> Fast<'s> {
        let (mut fast, mut pushers, bodies) = (ArenaVec::new_in(arena), ArenaVec::new_in(arena), &self.bodies);
        let paces = arena.alloc_slice_fill_copy(graph.awake.len(), Pace::Safe);
        let rows = (graph.awake, (&states[1..=graph.awake.len()], &mut *paces));
        parallel::for_each_part(rows, LEAST_PART, |_, (awake, (states, paces))| {
            for ((&body, state), pace) in awake.iter().zip(states).zip(paces) {
                *pace = Pace::of(body, state, bodies);
            }
        });
        let mut any_bullet = false;
        for (&body, pace) in graph.awake.iter().zip(&*paces) {
            match pace {
                Pace::Safe => {}
                Pace::Fast => {
                    any_bullet |= bodies.traits[body as usize].bullet;
                    fast.push(body);
                }
                Pace::Pusher => pushers.push(body),
            }
        }
        if !pushers.is_empty() {
            fast.extend(self.passed_by(&pushers));
        }
        // Bullets come last, when what they may meet is where it will be. Without them all are in order already.
        if any_bullet || !pushers.is_empty() {
            fast.sort_unstable_by_key(|&body| (bodies.traits[body as usize].bullet, body));
            fast.dedup();
        }
        // The boxes of what woke in this step were not stretched.
        let (is_known, rows) = (self.woken.is_empty(), bodies.awake.rows());
        let known = arena.alloc_slice_fill_copy(fast.len(), FastBody::NOBODY);
        parallel::for_each_part((&fast[..], &mut *known), LEAST_PART, |_, (fast, known)| {
            for (&body, known) in fast.iter().zip(known) {
                let foreseen = if is_known { way_ahead(bodies, &self.settings, body as usize, dt) } else { None };
                let rotation = states[rows[body as usize] as usize].rotation();
                *known = FastBody::new(body, bodies, rotation, foreseen);
            }
        });
        Fast { bodies: known, pushers: pushers.into_bump_slice() }
    }

    /// The dynamic bodies that some kinematic ones may have passed by, as often as there are contacts between them.
    fn passed_by(&self, pushers: &[u32]) -> impl Iterator<Item = u32> {
        let sides = |&index: &u32| {
            let contact = &self.contacts.slots[index as usize];
            [(contact.body_a, contact.body_b), (contact.body_b, contact.body_a)]
        };
        let passed = |(body, other): (u32, u32)| {
            let is_passed = pushers.binary_search(&other).is_ok()
                && self.bodies.traits[body as usize].kind == BodyKind::Dynamic
                && self.bodies.awake.contains(body as usize);
            is_passed.then_some(body)
        };
        self.contacts.awake.contacts().iter().flat_map(sides).filter_map(passed)
    }
}

/// Bodies that are awake, and the part of the columns from the first to the last of them.
struct Span<'s> {
    /// Ascending.
    awake: &'s [u32],
    states: &'s [State],
    /// The body slot with which the columns begin.
    first: usize,
    poses: &'s mut [Pose],
    centers: &'s mut [Vec2],
    velocities: &'s mut [Velocity],
    forces: &'s mut [Force],
}

impl Span<'_> {
    fn finalize(&mut self, masses: &[Mass], limits: &Limits) {
        for (&body, state) in self.awake.iter().zip(self.states) {
            let (slot, row) = (body as usize, body as usize - self.first);
            self.forces[row] = Force::default();
            if !state.is_finite() {
                self.velocities[row] = Velocity::default();
                continue;
            }
            let farthest = Vec2::splat(MAX_COORDINATE);
            let center = (self.centers[row] + state.translation()).clamp(-farthest, farthest);
            let rotation = state.rotation() * self.poses[row].rotation;
            self.centers[row] = center;
            self.poses[row] = Pose::new(center - rotation.rotate(masses[slot].local_center), rotation);
            self.velocities[row] = limits.limit(Velocity { linear: state.linear(), angular: state.angular() });
        }
    }
}

#[cfg(feature = "parallel")]
impl parallel::Split for Span<'_> {
    fn len(&self) -> usize {
        self.awake.len()
    }

    fn split(self, mid: usize) -> (Self, Self) {
        let (awake, last_awake) = self.awake.split_at(mid);
        let (states, last_states) = self.states.split_at(mid);
        let end = last_awake.first().map_or(self.poses.len(), |&body| body as usize - self.first);
        let (poses, last_poses) = self.poses.split_at_mut(end);
        let (centers, last_centers) = self.centers.split_at_mut(end);
        let (velocities, last_velocities) = self.velocities.split_at_mut(end);
        let (forces, last_forces) = self.forces.split_at_mut(end);
        let last = Self {
            awake: last_awake,
            states: last_states,
            first: self.first + end,
            poses: last_poses,
            centers: last_centers,
            velocities: last_velocities,
            forces: last_forces,
        };
        (Self { awake, states, first: self.first, poses, centers, velocities, forces }, last)
    }
}
