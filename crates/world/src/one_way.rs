use crate::World;
use crate::contacts::Contact;
use geom::Vec2;
use sat_simd::Manifold;

/// A surface holds what comes within 60° of its direction: the cosine of that.
const LEAST_FACING: f32 = 0.5;

impl World {
    /// Whether a contact that has just this manifold, in A's frame, lets its sides through each other.
    ///
    /// That is decided when they first meet and holds until they are apart: a body that came from below passes to the end, and
    /// one that stands on the surface does not fall through when it walks over the edge.
    pub(crate) fn passes(&self, contact: &Contact, manifold: &Manifold) -> bool {
        if !contact.is_one_way || manifold.is_empty() {
            return false;
        }
        if contact.passing || !contact.manifold.is_empty() {
            return contact.passing;
        }
        let velocity = |body: u32| self.bodies.velocities[body as usize].linear;
        let normal = self.colliders.poses[contact.a.slot()].transform_vector(manifold.normal());
        self.lets_pass(contact, normal, velocity(contact.body_b) - velocity(contact.body_a))
    }

    /// Whether sides that meet with this normal, from A to B in the world, go through each other when B moves like this as
    /// seen from A: when they leave a one-way surface, or meet it other than from its front.
    pub(crate) fn lets_pass(&self, contact: &Contact, normal: Vec2, motion: Vec2) -> bool {
        let sides = [(contact.a, normal, motion), (contact.b, -normal, -motion)];
        contact.is_one_way
            && sides.into_iter().any(|(collider, toward, motion)| {
                let slot = collider.slot();
                self.colliders.traits[slot].one_way.is_some_and(|front| {
                    let front = self.colliders.poses[slot].transform_vector(front);
                    front.dot(toward) < LEAST_FACING || front.dot(motion) > 0.0
                })
            })
    }
}
