use crate::bodies::Bodies;
use crate::colliders::Colliders;
use crate::contact::Contact;
use geom::Vec2;
use sat_simd::Manifold;

/// A [one-way surface](crate::ColliderDef::one_way) holds what comes within 60° of its direction: the cosine of that.
pub const ONE_WAY_FACING: f32 = 0.5;

impl Contact {
    /// Whether a contact that has just this manifold, in A's frame, lets its sides through each other.
    ///
    /// That is decided when they first meet and holds until they are apart: a body that came from below passes to the end, and
    /// one that stands on the surface does not fall through when it walks over the edge. Who is put somewhere else has met
    /// nothing yet; a surface that is, time and again, carries what stands on it.
    pub fn passes(&self, manifold: &Manifold, bodies: &Bodies, colliders: &Colliders) -> bool {
        if !self.surface.is_one_way() || manifold.is_empty() {
            return false;
        }
        let has_jumped = |body: u32| bodies.traits[body as usize].has_jumped;
        let has_met = self.passing || !self.manifold.is_empty();
        if has_met && !has_jumped(self.body_a) && !has_jumped(self.body_b) {
            return self.passing;
        }
        let velocity = |body: u32| bodies.velocities[body as usize].linear;
        let normal = colliders.poses[self.a.slot()].transform_vector(manifold.normal());
        self.lets_pass(normal, velocity(self.body_b) - velocity(self.body_a), colliders)
    }

    /// Whether sides that meet with this normal, from A to B in the world, go through each other when B moves like this as
    /// seen from A: when they leave a one-way surface, or meet it other than from its front.
    pub fn lets_pass(&self, normal: Vec2, motion: Vec2, colliders: &Colliders) -> bool {
        let sides = [(self.a, normal, motion), (self.b, -normal, -motion)];
        self.surface.is_one_way()
            && sides.into_iter().any(|(collider, toward, motion)| {
                let slot = collider.slot();
                colliders.traits[slot].one_way.is_some_and(|front| {
                    let front = colliders.poses[slot].transform_vector(front);
                    front.dot(toward) < ONE_WAY_FACING || front.dot(motion) > 0.0
                })
            })
    }
}
