use super::limits::Limits;
use super::rows::State;
use crate::awake_part::AwakePart;
use crate::bodies::{Bodies, Force, Mass, Traits, Velocity, is_disc};
use crate::bounds::way_ahead;
use crate::column::grow;
use crate::contact_graph::ContactGraph;
use crate::meet::{Fast, FastBody, SAFE_WAY, swung_extent};
use crate::{BodyKind, MAX_COORDINATE, World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::{Pose, Vec2};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Fewer bodies than this are not worth another thread.
const LEAST_PART: usize = parallel::many(256);

/// So many bodies are asked together whether they are fast.
const CHUNK: usize = 512;

/// What may come of how far a body moved in a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// Nothing that the solver does not mend.
    Safe,
    /// It may have skipped something.
    Fast,
    /// So may this one, which is a bullet or is only pushed out of others.
    FastAndSpecial,
    /// Something kinematic may have passed others by.
    Pusher,
    /// The same, but it only turned.
    Turner,
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
            BodyKind::Dynamic if (moved_by_cores(SAFE_WAY) || turned()) && state.is_finite() => {
                if traits.bullet || traits.is_separated() { Self::FastAndSpecial } else { Self::Fast }
            }
            BodyKind::Kinematic if moved_by_cores(1.0) && state.is_finite() => Self::Pusher,
            BodyKind::Kinematic if turned() && state.is_finite() => Self::Turner,
            _ => Self::Safe,
        }
    }
}

impl World {
    /// Gives the bodies the velocities and poses of their states, within the world's limits, and forgets their forces.
    ///
    /// A body whose state overflowed, which takes masses or speeds many orders of magnitude apart, stays where it was and
    /// stands still: nothing that is not finite ever comes out of a step. Comes back with what moved or turned further than is
    /// [safe](SAFE_WAY), and may have skipped something; `slides` tells whether any body is pushed out of what it overlaps.
    pub(super) fn finalize<'s>(
        &mut self,
        arena: &'s Bump,
        graph: &ContactGraph,
        (states, room): (&[State], &'s mut Vec<FastBody>),
        slides: bool,
        dt: f32,
    ) -> Fast<'s> {
        let fast = self.fast_bodies(arena, graph, (states, room), slides, dt);
        let limits = Limits::new(&self.settings, dt);
        let Bodies { poses, centers, velocities, forces, masses, rest, traits, .. } = &mut self.bodies;
        let is_disc = |slot: usize| is_disc(&rest[slot], &traits[slot]);
        let columns = ((&mut poses[..], &mut centers[..]), (&mut velocities[..], &mut forces[..]));
        let bodies = AwakePart { awake: graph.awake, rows: &states[1..=graph.awake.len()], first: 0, columns };
        parallel::for_each_part(bodies, LEAST_PART, |_, part| settle(part, masses, &limits, is_disc));
        fast
    }

    fn fast_bodies<'s>(
        &self,
        arena: &'s Bump,
        graph: &ContactGraph,
        (states, all): (&[State], &'s mut Vec<FastBody>),
        slides: bool,
        dt: f32,
    ) -> Fast<'s> {
        let (bodies, awake) = (&self.bodies, graph.awake);
        let [any_special, any_pusher, any_turner] = [(); 3].map(|()| AtomicBool::new(false));
        // Each chunk's fast bodies stand where those of the chunk would: no branch depends on who is fast.
        let room = arena.alloc_slice_fill_copy(awake.len(), 0);
        let mut chunks = ArenaVec::with_capacity_in(awake.len().div_ceil(CHUNK), arena);
        let rows = awake.chunks(CHUNK).zip(states[1..=awake.len()].chunks(CHUNK)).zip(room.chunks_mut(CHUNK));
        chunks.extend(rows.map(|((awake, states), fast)| (awake, states, fast, 0)));
        parallel::for_each_part(&mut chunks[..], 1, |_, chunks| {
            let (mut special, mut pushes, mut turns) = (false, false, false);
            for (awake, states, fast, count) in chunks {
                let mut some = 0;
                for (&body, state) in awake.iter().zip(*states) {
                    let pace = Pace::of(body, state, bodies);
                    fast[some] = body;
                    some += usize::from(matches!(pace, Pace::Fast | Pace::FastAndSpecial));
                    special |= pace == Pace::FastAndSpecial;
                    pushes |= pace == Pace::Pusher;
                    turns |= pace == Pace::Turner;
                }
                *count = some;
            }
            any_special.fetch_or(special, Relaxed);
            any_pusher.fetch_or(pushes, Relaxed);
            any_turner.fetch_or(turns, Relaxed);
        });
        let (mut any_special, any_pusher) = (any_special.into_inner(), any_pusher.into_inner());
        let mut fast = ArenaVec::with_capacity_in(chunks.iter().map(|(.., count)| count).sum(), arena);
        chunks.iter().for_each(|(_, _, chunk, count)| fast.extend_from_slice_copy(&chunk[..*count]));
        let mut pushers = ArenaVec::new_in(arena);
        let is_of = |pace: Pace| move |&(&body, state): &(&u32, &State)| Pace::of(body, state, bodies) == pace;
        let all_of = |pace: Pace| awake.iter().zip(&states[1..]).filter(is_of(pace)).map(|(&body, _)| body);
        if any_pusher {
            pushers.extend(all_of(Pace::Pusher));
            fast.extend(self.passed_by(&pushers));
        }
        // Tips of what only turns put aside what gives way; what is pushed out they would pass by.
        let are_passed = any_turner.into_inner() && slides;
        if are_passed {
            let mut turners = ArenaVec::new_in(arena);
            turners.extend(all_of(Pace::Turner));
            let passed = self.passed_by(&turners);
            fast.extend(passed.filter(|&body| bodies.traits[body as usize].is_separated()));
        }
        any_special |= any_pusher || are_passed;
        let is_any =
            |is: fn(&Traits) -> bool| any_special && fast.iter().any(|&body| is(&bodies.traits[body as usize]));
        let (any_bullet, any_separated) = (is_any(|traits| traits.bullet), is_any(Traits::is_separated));
        // Bullets come last, when what they may meet is where it will be. Without them all are in order already.
        if any_bullet || any_pusher || are_passed {
            fast.sort_unstable_by_key(|&body| (bodies.traits[body as usize].bullet, body));
            fast.dedup();
        }
        // The boxes of what woke in this step were not stretched.
        let (is_known, rows) = (self.woken.is_empty(), bodies.awake.rows());
        // What it held is overwritten: only what it grows by is filled.
        if all.len() < fast.len() {
            grow(all, fast.len());
            all.resize(fast.len(), FastBody::NOBODY);
        }
        let known = &mut all[..fast.len()];
        parallel::for_each_part((&fast[..], &mut *known), LEAST_PART, |_, (fast, known)| {
            for (&body, known) in fast.iter().zip(known) {
                let foreseen =
                    if is_known { way_ahead(bodies, &self.colliders, &self.settings, body as usize, dt) } else { None };
                let rotation = states[rows[body as usize] as usize].rotation();
                *known = FastBody::new(body, bodies, rotation, foreseen);
            }
        });
        Fast { bodies: known, pushers: pushers.into_bump_slice(), any_bullet, any_separated }
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

/// The bodies' columns that a step changes at its end.
type Columns<'s> = ((&'s mut [Pose], &'s mut [Vec2]), (&'s mut [Velocity], &'s mut [Force]));

/// Gives bodies what their states say.
fn settle(part: AwakePart<&[State], Columns>, masses: &[Mass], limits: &Limits, is_disc: impl Fn(usize) -> bool) {
    let AwakePart { awake, rows: states, first, columns } = part;
    let ((poses, centers), (velocities, forces)) = columns;
    for (&body, state) in awake.iter().zip(states) {
        let (slot, row) = (body as usize, body as usize - first);
        forces[row] = Force::default();
        if !state.is_finite() {
            velocities[row] = Velocity::default();
            continue;
        }
        let farthest = Vec2::splat(MAX_COORDINATE);
        let center = (centers[row] + state.translation()).clamp(-farthest, farthest);
        let rotation = state.rotation() * poses[row].rotation;
        centers[row] = center;
        poses[row] = Pose::new(center - rotation.rotate(masses[slot].local_center), rotation);
        // What is kinematic keeps the velocity that it was given, however little of it a long step may go.
        if masses[slot].inv_mass > 0.0 {
            velocities[row] = limits.limit(state.kept_velocity(), || is_disc(slot));
        }
    }
}
