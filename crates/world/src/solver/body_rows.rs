use super::limits::Limits;
use super::numbers::Numbers;
use super::rows::State;
use super::state::{Drive, Lock, hold};
#[cfg(feature = "parallel")]
use super::zone_rows::ZoneRows;
use crate::bodies::{Bodies, Mass};
use crate::column::make_room;
use crate::lanes::{F32x4, LANES};
use crate::{BodyKind, MotionLocks, Settings, parallel};
use geom::Vec2;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Fewer bodies than this are not worth another thread.
const LEAST_PART: usize = parallel::many(512);

/// What the solver has of the bodies that move, row by row; row 0 stands for all others. Kept from step to step for its room.
#[derive(Default)]
pub(crate) struct BodyRows {
    /// How many [common](is_common) ones there were at last.
    pub common: usize,
    /// In whole blocks.
    pub states: Vec<State>,
    /// What drives each, as many.
    pub drives: Vec<Drive>,
    /// Inverse mass and inertia, zero for what contacts do not move.
    pub masses: Vec<(f32, f32)>,
    /// Where the centres of mass were, from row 1 on.
    pub before: Vec<Vec2>,
    /// Those whose motions are locked.
    pub locks: Vec<Lock>,
    /// Whether any body is to be pushed out of what it overlaps.
    pub any_separated: bool,
    /// The rows while several threads change them.
    #[cfg(feature = "parallel")]
    pub zone_rows: ZoneRows,
}

impl BodyRows {
    /// Makes room for so many bodies that are awake.
    pub fn make_room(&mut self, bodies: usize) -> Result<(), TryReserveError> {
        let padded = (bodies + 1).next_multiple_of(LANES);
        make_room(&mut self.states, padded)?;
        make_room(&mut self.drives, padded)?;
        make_room(&mut self.masses, bodies + 1)?;
        make_room(&mut self.before, bodies)
    }

    /// What contacts call the rows in so many zones.
    #[cfg(feature = "parallel")]
    pub(super) fn numbers(&self, zones: usize) -> Numbers<'_> {
        Numbers::ByRow((zones > 1).then_some(&self.zone_rows.numbers))
    }

    /// What contacts call the rows.
    #[cfg(not(feature = "parallel"))]
    pub(super) fn numbers(&self, _zones: usize) -> Numbers<'_> {
        Numbers::ByRow(None)
    }

    /// Fills the rows for the bodies in these slots, before a step of `dt` seconds.
    pub fn prepare(&mut self, bodies: &Bodies, settings: &Settings, awake: &[u32], dt: f32) {
        let (rows, h) = (1..=awake.len(), dt / settings.sub_steps as f32);
        let padded = (awake.len() + 1).next_multiple_of(LANES);
        self.states.resize(padded, State::FIXED);
        self.drives.resize(padded, Drive::NONE);
        self.masses.resize(awake.len() + 1, (0.0, 0.0));
        self.before.resize(awake.len(), Vec2::ZERO);
        self.states[awake.len() + 1..].fill(State::FIXED);
        self.drives[awake.len() + 1..].fill(Drive::NONE);
        let (gravity, limits) = (settings.gravity, Limits::new(settings, dt));
        let (any_locked, any_separated) = (AtomicBool::new(false), AtomicBool::new(false));
        let common = AtomicUsize::new(0);
        let driven = (&mut self.states[rows.clone()], &mut self.drives[rows.clone()]);
        let parts = (awake, (driven, (&mut self.masses[rows], &mut self.before[..])));
        parallel::for_each_part(parts, LEAST_PART, |_, part| {
            let [locked, separated, unmoved] = prepare_part(part, bodies, gravity, &limits, h);
            any_locked.fetch_or(locked > 0, Relaxed);
            any_separated.fetch_or(separated > 0, Relaxed);
            common.fetch_add(unmoved, Relaxed);
        });
        self.common = common.into_inner();
        self.any_separated = any_separated.into_inner();
        self.locks.clear();
        if any_locked.into_inner() {
            let locks = (1..).zip(awake).map(|(row, &slot)| (row, bodies.traits[slot as usize].locks));
            let locked = locks.filter(|(_, locks)| *locks != MotionLocks::NONE);
            self.locks.extend(locked.map(|(row, MotionLocks { x, y, rotation })| {
                let [x, y, angular] = [x, y, rotation].map(|locked| if locked { 0.0 } else { 1.0 });
                Lock { row, free: F32x4::new([x, y, angular, 1.0]) }
            }));
            // What a caller gave along a locked axis is no motion: contacts would feel it until it is first taken away.
            hold(&mut self.states, &self.locks);
            for &Lock { row, .. } in &self.locks {
                self.drives[row as usize].free = self.states[row as usize].velocity;
            }
        }
    }
}

/// Body slots, and their states, drives, masses and places.
type Part<'s> = (&'s [u32], ((&'s mut [State], &'s mut [Drive]), (&'s mut [(f32, f32)], &'s mut [Vec2])));

/// Fills the rows of a part of the bodies; counts those with locks, those that are pushed out, and those that contacts do not move.
// As a closure, what it needs of the step was read anew for each body: 0.7 % of tumbler's instructions.
#[inline(never)]
fn prepare_part(part: Part, bodies: &Bodies, gravity: Vec2, limits: &Limits, h: f32) -> [usize; 3] {
    let (awake, ((states, drives), (masses, before))) = part;
    let (mut locked, mut separated, mut unmoved) = (0, 0, 0);
    let rows = states.iter_mut().zip(drives).zip(masses.iter_mut().zip(before));
    for (&slot, ((state, drive), (mass, before))) in awake.iter().zip(rows) {
        let slot = slot as usize;
        let (velocity, traits) = (limits.limit(bodies.velocities[slot], || bodies.is_disc(slot)), &bodies.traits[slot]);
        let (motion, driven) = if traits.is_separated() {
            // Its own motion comes later, out of the solver.
            let weight = traits.weight(gravity) * h;
            let push = if traits.is_moved() { weight } else { Vec2::ZERO };
            let drive = Drive { push: F32x4::new([push.x, push.y, 0.0, 0.0]), ..Drive::NONE };
            (bodies.paces[slot], drive)
        } else {
            (velocity.linear, drive_of(bodies, slot, gravity, limits, h))
        };
        let its = State::new(motion, velocity.angular);
        *drive = Drive { free: its.velocity, ..driven };
        *state = its;
        let Mass { inv_mass, inv_inertia, .. } = bodies.masses[slot];
        // What is locked altogether is as heavy as what is fixed to whatever meets it.
        *mass = if traits.is_moved() { (inv_mass, inv_inertia) } else { (0.0, 0.0) };
        *before = bodies.centers[slot];
        locked += usize::from(traits.locks != MotionLocks::NONE);
        separated += usize::from(traits.is_separated());
        unmoved += usize::from(is_common(mass));
    }
    [locked, separated, unmoved]
}

/// Whether contacts do not move a body of this inverse mass and inertia, so that all zones may have it.
pub(super) fn is_common(&(inv_mass, inv_inertia): &(f32, f32)) -> bool {
    inv_mass == 0.0 && inv_inertia == 0.0
}

/// What drives a body through sub-steps of `h` seconds.
#[inline(always)]
pub(super) fn drive_of(bodies: &Bodies, slot: usize, gravity: Vec2, limits: &Limits, h: f32) -> Drive {
    let (traits, mass, force) = (&bodies.traits[slot], &bodies.masses[slot], &bodies.forces[slot]);
    let times = if bodies.is_disc(slot) { limits.of_disc } else { 1.0 };
    if traits.kind != BodyKind::Dynamic {
        return Drive { decay: F32x4::new([1.0, 1.0, 1.0, times]), ..Drive::NONE };
    }
    // What a lock takes away again would be felt by all that is solved before.
    let push = traits.locks.free(gravity * traits.gravity_scale + force.linear * mass.inv_mass) * h;
    let turn = force.torque * mass.inv_inertia * h;
    // Implicit Euler of v' = −c·v: stable for any damping.
    let more = bodies.rest[slot].damping();
    let decay = |damping: f32| 1.0 / (1.0 + h * (damping + more));
    let (linear, angular) = (decay(traits.linear_damping), decay(traits.angular_damping));
    Drive {
        push: F32x4::new([push.x, push.y, turn, 0.0]),
        decay: F32x4::new([linear, linear, angular, times]),
        ..Drive::NONE
    }
}
