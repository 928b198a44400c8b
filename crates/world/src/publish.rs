use crate::World;
use crate::event::{Hit, HitEvent, MoveEvent, Pushed};

impl World {
    /// Adds what the solver noted, what moved and what woke to the events, and puts these in order.
    pub(crate) fn publish(&mut self, pushed: &[Pushed]) {
        for &Pushed { contact, begins, hit } in pushed {
            let contact = &self.contacts.slots[contact as usize];
            self.events.note(contact, begins.then_some(true));
            let Some(Hit { point, approach_speed }) = hit else { continue };
            let pose = &self.colliders.poses[contact.a.slot()];
            self.events.hit.push(HitEvent {
                a: contact.a,
                b: contact.b,
                point: pose.transform_point(contact.manifold.points()[point].point),
                normal: pose.transform_vector(contact.manifold.normal()),
                approach_speed,
            });
        }
        let bodies = &self.bodies;
        self.events.moved.extend(bodies.awake.slots().iter().map(|&slot| {
            let slot = slot as usize;
            MoveEvent { body: bodies.id(slot), pose: bodies.poses[slot], user_data: bodies.user_data[slot] }
        }));
        let alive = |body: &crate::BodyId| self.bodies.slot(*body).is_some();
        self.events.wake.extend(self.woken.drain(..).filter(alive));
        self.events.sort();
    }
}
