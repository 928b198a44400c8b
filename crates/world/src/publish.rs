use crate::World;
use crate::event::{Hit, HitEvent, MoveEvent};

impl World {
    /// Adds the hits, what moved and what woke to the events, and puts these in order.
    pub(crate) fn publish(&mut self, hits: &[Hit]) {
        for hit in hits {
            let contact = &self.contacts.slots[hit.contact as usize];
            let pose = &self.colliders.poses[contact.a.slot()];
            self.events.hit.push(HitEvent {
                a: contact.a,
                b: contact.b,
                point: pose.transform_point(contact.manifold.points()[hit.point].point),
                normal: pose.transform_vector(contact.manifold.normal()),
                approach_speed: hit.approach_speed,
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
