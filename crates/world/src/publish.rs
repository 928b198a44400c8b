use crate::event::{Hit, HitEvent, MoveEvent, Pushed};
use crate::{BodyId, World, parallel};

/// Fewer bodies than this are not worth another thread.
const LEAST_PART: usize = parallel::many(1024);

impl World {
    /// Adds what the solver noted, what moved and what woke to the events, and puts these in order.
    pub(crate) fn publish(&mut self, pushed: &[Pushed]) {
        for &Pushed { contact, begins, hit } in pushed {
            let contact = &self.contacts.slots[contact as usize];
            self.events.note(contact, begins.then_some(true));
            if let Some(Hit { point, normal, approach_speed, impulse }) = hit {
                self.events.hit.push(HitEvent { a: contact.a, b: contact.b, point, normal, approach_speed, impulse });
            }
        }
        // What a step wakes late comes last among what is awake.
        self.bodies.awake.sort();
        // What woke may have been destroyed, disabled or made static since.
        let is_awake = |&body: &BodyId| self.bodies.slot(body).is_some_and(|slot| self.bodies.awake.contains(slot));
        self.events.wake.extend(self.woken.drain(..).filter(is_awake));
        let (bodies, mut moved) = (&self.bodies, std::mem::take(&mut self.events.moved));
        let event_of = |&slot: &u32| {
            let slot = slot as usize;
            MoveEvent { body: bodies.id(slot), pose: bodies.poses[slot], user_data: bodies.user_data[slot] }
        };
        let awake = bodies.awake.slots();
        match awake.first() {
            Some(first) => moved.resize(awake.len(), event_of(first)),
            None => moved.clear(),
        }
        let mut tell_moved = || {
            parallel::for_each_part((awake, &mut moved[..]), LEAST_PART, |_, (awake, moved)| {
                awake.iter().zip(moved).for_each(|(slot, moved)| *moved = event_of(slot));
            });
        };
        if parallel::parts(awake.len(), LEAST_PART) > 1 {
            parallel::both(|| self.events.sort(), tell_moved);
        } else {
            tell_moved();
            self.events.sort();
        }
        self.events.moved = moved;
    }
}
