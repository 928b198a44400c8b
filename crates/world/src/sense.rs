use crate::bounds::swing;
use crate::contact::Contact;
use crate::contacts::Standing;
use crate::meet::{Fast, SAFE_WAY};
use crate::{BodyKind, World};
use bumpalo::Bump;
use bumpalo::collections::Vec as ArenaVec;
use sat_simd::time_of_impact;

impl World {
    /// Lets sensors see what passed them in this step, or came into them, of what moved fast, or what they passed. What is
    /// inside at the end of the step goes out in one that follows, what is not in the next one. O(contacts) if there are
    /// sensors.
    pub(crate) fn sense_fast(&mut self, arena: &Bump, fast: &Fast, dt: f32) {
        let (colliders, Fast { bodies: fast, pushers, .. }) = (&self.colliders, fast);
        if colliders.sensors == 0 {
            return;
        }
        let bodies = &self.bodies;
        let turns = |&body: &u32| {
            let (row, traits) = (body as usize, &bodies.traits[body as usize]);
            traits.kind == BodyKind::Kinematic && swing(bodies, row, dt) > SAFE_WAY * traits.core
        };
        let turning = bodies.awake.slots().iter().copied().filter(turns);
        let mut fast = fast.iter().map(|fast| fast.body).chain(pushers.iter().copied()).chain(turning).peekable();
        if fast.peek().is_none() {
            return;
        }
        let is_fast = arena.alloc_slice_fill_copy(self.broad_phase.user_data_column().len(), false);
        for body in fast {
            for slot in colliders.list(bodies.traits[body as usize].first_collider) {
                is_fast[colliders.proxies[slot].index()] = true;
            }
        }
        let mut met = ArenaVec::new_in(arena);
        met.extend(self.contacts.awake.iter().filter_map(|(pair, contact)| {
            let any_fast = is_fast[pair.a()] || is_fast[pair.b()];
            (any_fast && self.contacts.slots[contact as usize].is_sensor()).then_some(contact)
        }));
        for &index in &met {
            let contact = &self.contacts.slots[index as usize];
            if contact.touching || !self.passes(contact) {
                continue;
            }
            let contact = &mut self.contacts.slots[index as usize];
            let noted = contact.set_touching(true);
            self.events.note(contact, noted);
            // It ends like one whose sides were near when the step began.
            self.contacts.standings[index as usize] = Standing::Near;
        }
    }

    /// Whether two colliders that were apart met in this step, before its last bit: what meets there is seen to overlap by the
    /// next step, or by none if it is apart by a rounding.
    fn passes(&self, contact: &Contact) -> bool {
        let (a, b) = (contact.a.slot(), contact.b.slot());
        let (body_a, body_b) = (contact.body_a as usize, contact.body_b as usize);
        let (motion_a, motion_b) = (self.motion_of(body_a, a), self.motion_of(body_b, b));
        let (shape_a, shape_b) = (&self.colliders.shapes[a], &self.colliders.shapes[b]);
        let impact = time_of_impact(shape_a, &motion_a, shape_b, &motion_b).expect("poses, ways and turns are finite");
        let reach = |body: usize, angle: f32| angle.abs() * self.bodies.rest[body].extent;
        let way = (motion_b.translation - motion_a.translation).length()
            + reach(body_a, motion_a.angle)
            + reach(body_b, motion_b.angle);
        impact.is_some_and(|impact| impact.time > 0.0 && (1.0 - impact.time) * way > self.settings.linear_slop)
    }
}
