use super::limits::Limits;
use super::rows::State;
use super::state::{Drive, Lock};
use crate::bodies::Bodies;
use crate::contact_graph::ContactGraph;
use crate::lanes::{F32x4, LANES};
use crate::{BodyKind, MotionLocks, World, parallel};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::Vec2;

/// Fewer bodies than this are not worth another thread.
const LEAST_PART: usize = 512;

impl World {
    /// The states of the bodies that move, row 0 for all others, padded to whole blocks; and what drives them.
    pub(super) fn prepare_bodies<'s>(
        &self,
        arena: &'s Bump,
        graph: &ContactGraph,
        h: f32,
        dt: f32,
    ) -> (&'s mut [State], &'s mut [Drive]) {
        let count = (graph.awake.len() + 1).next_multiple_of(LANES);
        let states = arena.alloc_slice_fill_copy(count, State::FIXED);
        let drives = arena.alloc_slice_fill_copy(count, Drive::NONE);
        let (bodies, gravity, limits) = (&self.bodies, self.settings.gravity, Limits::new(&self.settings, dt));
        let rows = 1..=graph.awake.len();
        let parts = (graph.awake, (&mut states[rows.clone()], &mut drives[rows]));
        parallel::for_each_part(parts, LEAST_PART, |_, (awake, (states, drives))| {
            for ((&slot, state), drive) in awake.iter().zip(states).zip(drives) {
                let slot = slot as usize;
                let velocity = limits.limit(bodies.velocities[slot]);
                *state = State::new(velocity.linear, velocity.angular);
                *drive = Drive { free: state.velocity, ..drive_of(bodies, slot, gravity, h) };
            }
        });
        (states, drives)
    }

    /// The bodies with locked motions.
    pub(super) fn prepare_locks<'s>(&self, arena: &'s Bump, graph: &ContactGraph) -> &'s [Lock] {
        let mut locks = ArenaVec::new_in(arena);
        for (row, &slot) in (1..).zip(graph.awake) {
            let MotionLocks { x, y, rotation } = self.bodies.traits[slot as usize].locks;
            if x | y | rotation {
                let [x, y, angular] = [x, y, rotation].map(|locked| if locked { 0.0 } else { 1.0 });
                locks.push(Lock { row, free: F32x4::new([x, y, angular, 1.0]) });
            }
        }
        locks.into_bump_slice()
    }
}

/// What drives a body through sub-steps of `h` seconds.
fn drive_of(bodies: &Bodies, slot: usize, gravity: Vec2, h: f32) -> Drive {
    let (traits, mass, force) = (&bodies.traits[slot], &bodies.masses[slot], &bodies.forces[slot]);
    if traits.kind != BodyKind::Dynamic {
        return Drive::NONE;
    }
    let push = (gravity * traits.gravity_scale + force.linear * mass.inv_mass) * h;
    let turn = force.torque * mass.inv_inertia * h;
    // Implicit Euler of v' = −c·v: stable for any damping.
    let (linear, angular) = (1.0 / (1.0 + h * traits.linear_damping), 1.0 / (1.0 + h * traits.angular_damping));
    Drive {
        push: F32x4::new([push.x, push.y, turn, 0.0]),
        decay: F32x4::new([linear, linear, angular, 1.0]),
        ..Drive::NONE
    }
}
