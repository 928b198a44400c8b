use crate::World;
use crate::bodies::Velocity;
use crate::contact::{Contact, Role};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use geom::{Pose, Vec2};
use sat_simd::{Mtv, mtv};

/// How deep a body may stay in another, in metres: what is left of its depth after rounding.
const REST: f32 = 1.0e-5;

/// How many overlaps of one body are resolved in a step: in a corner there are two or three.
const MAX_PUSHES: usize = 8;

impl World {
    /// Pushes bodies of [`Response::Separate`](crate::Response) out of everything they overlap, body by body.
    ///
    /// The deepest overlap goes first: a body that walks over the joint between two tiles is in the one it stands on deeper
    /// than in the edge of the next, and once it is lifted out of the former it is out of the latter as well.
    pub(crate) fn separate(&mut self, arena: &Bump) {
        let mut pushes = ArenaVec::new_in(arena);
        let rows = self.bodies.awake.rows();
        for &index in self.contacts.awake.contacts() {
            let contact = &self.contacts.slots[index as usize];
            if contact.role == Role::Separate {
                let sides = [contact.body_a, contact.body_b];
                let separated = sides.into_iter().filter(|&body| {
                    let body = body as usize;
                    self.bodies.traits[body].is_separated() && self.bodies.awake.contains(body)
                });
                pushes.extend(separated.map(|body| (rows[body as usize], index)));
            }
        }
        pushes.sort_unstable();
        for group in pushes.chunk_by(|a, b| a.0 == b.0) {
            for _ in 0..MAX_PUSHES {
                let overlaps = group.iter().filter_map(|&(_, index)| {
                    let contact = &self.contacts.slots[index as usize];
                    self.overlap(contact).map(|mtv| (mtv, contact.body_a as usize, contact.body_b as usize))
                });
                // Of two that are equally deep the first one.
                let deepest = overlaps.reduce(|best, other| if other.0.depth > best.0.depth { other } else { best });
                match deepest {
                    Some((mtv, a, b)) => self.push_apart(&mtv, a, b),
                    None => break,
                }
            }
        }
    }

    fn overlap(&self, contact: &Contact) -> Option<Mtv> {
        let (a, b) = (contact.a.slot(), contact.b.slot());
        let pose =
            |body: u32, slot: usize| -> Pose { self.bodies.poses[body as usize] * self.colliders.local_poses[slot] };
        let (pose_a, pose_b) = (pose(contact.body_a, a), pose(contact.body_b, b));
        if contact.passing {
            return None;
        }
        let mtv = mtv(&self.colliders.shapes[a], &pose_a, &self.colliders.shapes[b], &pose_b)?;
        // Sides that met in this very step have not been asked yet whether they pass.
        let velocity = |body: u32| self.bodies.velocities[body as usize].linear;
        let passes = contact.manifold.is_empty()
            && contact.lets_pass(mtv.normal, velocity(contact.body_b) - velocity(contact.body_a), &self.colliders);
        (mtv.depth > REST && !passes).then_some(mtv)
    }

    /// Moves whichever side is to be moved, or both by half, and takes away the velocity with which they close in.
    fn push_apart(&mut self, mtv: &Mtv, a: usize, b: usize) {
        let (moves_a, moves_b) = (self.bodies.traits[a].is_separated(), self.bodies.traits[b].is_separated());
        let sleeper = [a, b].into_iter().find(|&body| !self.bodies.awake.contains(body));
        let sleeper = sleeper.filter(|&body| self.bodies.traits[body].is_separated());
        let bodies = &mut self.bodies;
        let share = if moves_a && moves_b { 0.5 } else { 1.0 };
        let closing = (bodies.velocities[a].linear - bodies.velocities[b].linear).dot(mtv.normal).max(0.0);
        let mut push = |body: usize, direction: Vec2| {
            let pose = bodies.poses[body];
            let moved = pose.translation + direction * (mtv.depth * share);
            bodies.set_pose(body, Pose::new(moved, pose.rotation));
            let Velocity { linear, angular } = bodies.velocities[body];
            bodies.velocities[body] = Velocity { linear: linear + direction * (closing * share), angular };
        };
        if moves_a {
            push(a, -mtv.normal);
        }
        if moves_b {
            push(b, mtv.normal);
        }
        // One that slept when the step began is not among those whose colliders will follow.
        if let Some(body) = sleeper {
            self.rouse(body);
            self.follow(body);
        }
    }
}
