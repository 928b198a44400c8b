use super::state::State;
use crate::bodies::{Force, Traits, Velocity};
use crate::contact_graph::ContactGraph;
use crate::continuous::FastBody;
use crate::{BodyKind, MAX_COORDINATE, World};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::{Pose, Vec2};

impl World {
    /// Gives the bodies the velocities and poses of their states, within the world's limits, and forgets their forces.
    ///
    /// A body whose state overflowed, which takes masses or speeds many orders of magnitude apart, stays where it was and
    /// stands still: nothing that is not finite ever comes out of a step. Comes back with the bodies that
    /// moved further than their core, and may have skipped something.
    pub(super) fn finalize<'s>(
        &mut self,
        arena: &'s Bump,
        graph: &ContactGraph,
        states: &[State],
        dt: f32,
    ) -> &'s [FastBody] {
        let mut fast = ArenaVec::new_in(arena);
        for (&slot, state) in graph.awake.iter().zip(&states[1..]) {
            let slot = slot as usize;
            let bodies = &mut self.bodies;
            bodies.forces[slot] = Force::default();
            let (linear, angular, translation) = (state.linear(), state.angular(), state.translation());
            if !(linear.is_finite() && angular.is_finite() && translation.is_finite()) {
                bodies.velocities[slot] = Velocity::default();
                continue;
            }
            let Traits { kind, core, .. } = bodies.traits[slot];
            if kind == BodyKind::Dynamic && translation.length_squared() > core * core {
                fast.push(FastBody { body: slot as u32, pose: bodies.poses[slot], center: bodies.centers[slot] });
            }
            let limit = Vec2::splat(MAX_COORDINATE);
            let center = (bodies.centers[slot] + translation).clamp(-limit, limit);
            let rotation = state.rotation() * bodies.poses[slot].rotation;
            bodies.centers[slot] = center;
            let origin = center - rotation.rotate(bodies.masses[slot].local_center);
            bodies.poses[slot] = Pose::new(origin, rotation);
            let (linear, angular) = self.limited(linear, angular, dt);
            self.bodies.velocities[slot] = Velocity { linear, angular };
        }
        // Bullets come last, when what they may meet is where it will be.
        fast.sort_unstable_by_key(|fast| (self.bodies.traits[fast.body as usize].bullet, fast.body));
        fast.into_bump_slice()
    }
}
