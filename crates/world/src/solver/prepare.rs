use super::state::{Drive, Lock, State};
use crate::contact_graph::ContactGraph;
use crate::lanes::{F32x4, LANES};
use crate::{MotionLocks, World};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::Vec2;

/// A step turns a body by an eighth of a turn at most, so that the Euler steps of its rotation stay good.
pub(super) const MAX_TURN: f32 = std::f32::consts::FRAC_PI_4;

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
        for (index, &slot) in graph.awake.iter().enumerate() {
            let slot = slot as usize;
            let velocity = self.limited(self.bodies.velocities[slot].linear, self.bodies.velocities[slot].angular, dt);
            states[index + 1] = State::new(velocity.0, velocity.1);
            drives[index + 1] = Drive { free: states[index + 1].velocity, ..self.drive(slot, h) };
        }
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

    /// A velocity no larger than the limits.
    pub(super) fn limited(&self, linear: Vec2, angular: f32, dt: f32) -> (Vec2, f32) {
        let (max_speed, max_turn) = (self.settings.max_linear_speed, MAX_TURN / dt);
        let speed_sq = linear.length_squared();
        let linear = if speed_sq > max_speed * max_speed { linear * (max_speed / speed_sq.sqrt()) } else { linear };
        (linear, angular.clamp(-max_turn, max_turn))
    }

    fn drive(&self, slot: usize, h: f32) -> Drive {
        let (traits, mass, force) = (&self.bodies.traits[slot], &self.bodies.masses[slot], &self.bodies.forces[slot]);
        if traits.kind != crate::BodyKind::Dynamic {
            return Drive::NONE;
        }
        let push = (self.settings.gravity * traits.gravity_scale + force.linear * mass.inv_mass) * h;
        let turn = force.torque * mass.inv_inertia * h;
        // Implicit Euler of v' = −c·v: stable for any damping.
        let (linear, angular) = (1.0 / (1.0 + h * traits.linear_damping), 1.0 / (1.0 + h * traits.angular_damping));
        Drive {
            push: F32x4::new([push.x, push.y, turn, 0.0]),
            decay: F32x4::new([linear, linear, angular, 1.0]),
            ..Drive::NONE
        }
    }
}
