use crate::World;
use crate::event::{Hit, HitEvent};

impl World {
    /// Adds the hits and what woke to the events, and puts these in order.
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
        let alive = |body: &crate::BodyId| self.bodies.slot(*body).is_some();
        self.events.wake.extend(self.woken.drain(..).filter(alive));
        self.events.sort();
    }
}
