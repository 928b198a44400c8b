use super::body_rows::BodyRows;
use super::rows::State;
use crate::contact::{Contact, Role};
use crate::meet::Sides;
use crate::positive::positive;
use crate::separate::LEAST_SLOPE;
use crate::{BodyKind, World};
use bumpalo::Bump;
use geom::Vec2;

/// Through how many bodies in a row something kinematic is felt.
const MOST_BETWEEN: usize = 4;

/// What pushes a body that it touches: something kinematic, or what that pushes.
#[derive(Clone, Copy, Default)]
struct Push {
    /// Unit, to where it pushes the body.
    way: Vec2,
    /// How fast what is kinematic moves there, in m/s.
    velocity: Vec2,
}

impl Push {
    /// How fast the body goes this way by it, in m/s; nothing across its own way.
    fn along(&self, way: Vec2) -> f32 {
        if self.way.dot(way) > LEAST_SLOPE { positive(self.velocity.dot(way)) } else { 0.0 }
    }
}

impl World {
    /// Lets bodies of [`Response::Separate`](crate::Response) move as fast as what something kinematic pushes against them: they are pushed
    /// out of that in the end, and what is between must not be held back by who has not moved yet. Felt as one that stands there, a player
    /// slowed a crate down until the door that pushed it went through it.
    pub(super) fn yield_to_driven(&self, arena: &Bump, rows: &mut BodyRows, contacts: &[(u32, u32)]) {
        let Some(pushes) = self.driven(arena, rows) else { return };
        for &(row, index) in contacts {
            let (contact, slot) = (&self.contacts.slots[index as usize], self.bodies.awake.slot_of(row));
            let sides = Sides::of(contact, slot);
            let pusher = self.bodies.awake.rows()[sides.other_body] as usize;
            if !self.bodies.traits[sides.other_body].gives_way() || !self.is_pressed(contact) {
                continue;
            }
            let out = contact.normal(&self.colliders) * -sides.sign;
            let state = &mut rows.states[row as usize];
            let lacking = positive(pushes[pusher].along(out) - state.linear().dot(out));
            let linear = state.linear() + self.bodies.traits[slot as usize].locks.free(out) * lacking;
            *state = State::new(linear, state.angular());
            rows.drives[row as usize].free = state.velocity;
        }
    }

    /// What pushes each body, by row; `None` if nothing pushes any. Of several the first of the fastest. O(contacts awake).
    fn driven<'s>(&self, arena: &'s Bump, rows: &BodyRows) -> Option<&'s [Push]> {
        if !self.bodies.awake.slots().iter().any(|&slot| self.is_driving(slot as usize)) {
            return None;
        }
        let pushes = arena.alloc_slice_fill_copy(rows.states.len(), Push::default());
        let mut any = false;
        for _ in 0..=MOST_BETWEEN {
            let mut is_done = true;
            for &index in self.contacts.awake.contacts() {
                let contact = &self.contacts.slots[index as usize];
                if contact.role != Role::Dynamics || !self.is_pressed(contact) {
                    continue;
                }
                let normal = contact.normal(&self.colliders);
                let ways = [(contact.body_a, contact.body_b, normal), (contact.body_b, contact.body_a, -normal)];
                let is_pushed = |body: usize| self.bodies.awake.contains(body) && self.bodies.traits[body].gives_way();
                for (pusher, pushed, way) in ways.into_iter().filter(|&(_, pushed, _)| is_pushed(pushed as usize)) {
                    let row = self.bodies.awake.rows()[pushed as usize] as usize;
                    let push = self.push_by(pusher as usize, contact, way, pushes);
                    if push.along(way) > pushes[row].along(pushes[row].way) {
                        pushes[row] = push;
                        is_done = false;
                    }
                }
            }
            if is_done {
                break;
            }
            any = true;
        }
        any.then_some(pushes)
    }

    /// How one side of a contact pushes the other `way`.
    fn push_by(&self, pusher: usize, contact: &Contact, way: Vec2, pushes: &[Push]) -> Push {
        let bodies = &self.bodies;
        let velocity = if self.is_driving(pusher) {
            let point = contact.manifold.points()[0].point;
            bodies.velocity_at(pusher, self.colliders.poses[contact.a.slot()].transform_point(point))
        } else if bodies.traits[pusher].gives_way() {
            way * pushes[bodies.awake.rows()[pusher] as usize].along(way)
        } else {
            Vec2::ZERO
        };
        Push { way, velocity }
    }

    fn is_driving(&self, body: usize) -> bool {
        self.bodies.traits[body].kind == BodyKind::Kinematic && self.bodies.velocities[body].is_moving()
    }

    /// Whether the sides of a contact touch.
    fn is_pressed(&self, contact: &Contact) -> bool {
        contact.manifold.points().iter().any(|point| point.separation <= self.settings.linear_slop)
    }
}
