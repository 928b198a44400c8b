use crate::ColliderId;
use crate::bodies::Bodies;
use crate::colliders::Colliders;
use crate::contact::Contact;
use crate::contact_update::ContactUpdate;
use crate::meet::Sides;
use geom::Vec2;
use sat_simd::Manifold;

/// A [one-way surface](crate::ColliderDef::one_way) holds what comes within 60° of its direction: the cosine of that.
pub const ONE_WAY_FACING: f32 = 0.5;

impl ContactUpdate<'_> {
    /// Whether a contact that has just this manifold, in A's frame, lets its sides through each other.
    ///
    /// That is decided when they come to overlap by more than the slop and holds until they are apart: a body that came from below
    /// passes to the end, and one that stands on the surface does not fall through when it walks over the edge. Until then it is asked
    /// in each step: near the next of two planks in a row it is the corner that a body on the first one meets. Who is put somewhere
    /// else has met nothing yet; a surface that is, time and again, carries what stands on it.
    #[inline]
    pub fn passes(&self, contact: &Contact, manifold: &Manifold) -> bool {
        contact.surface.is_one_way() && !manifold.is_empty() && self.passes_one_way(contact, manifold)
    }

    #[cold]
    fn passes_one_way(&self, contact: &Contact, manifold: &Manifold) -> bool {
        let Self { bodies, colliders, slop, last_step } = *self;
        let has_met = contact.passing || !contact.manifold.is_empty();
        if has_met && !contact.has_jumped(bodies) {
            return contact.passing;
        }
        let deepest = manifold.points().iter().min_by(|a, b| a.separation.total_cmp(&b.separation));
        let deepest = deepest.expect("it is not empty");
        let pose = &colliders.poses[contact.a.slot()];
        let (normal, at) = (pose.transform_vector(manifold.normal()), pose.transform_point(deepest.point));
        let leaves = deepest.separation < -slop && self.came_through(contact, normal, (at, deepest.separation));
        leaves || contact.is_met_from_behind(normal, colliders) || contact.goes_on(normal, bodies, colliders, last_step)
    }

    /// Whether sides that overlap with this normal, from A to B in the world, and are deepest at a point, do so because one came through
    /// a one-way surface from behind: its middle was there before the last step, or, of what was put there just now,
    /// both that and what is deepest move out. What is deepest alone may have swung in from the front, and be on its way out again; and what
    /// slides over a row may rise a little as it comes to the next tile.
    fn came_through(&self, contact: &Contact, normal: Vec2, (deepest, separation): (Vec2, f32)) -> bool {
        let Self { bodies, colliders, last_step, .. } = *self;
        [contact.body_a, contact.body_b].into_iter().any(|body| {
            let Sides { mine, other, other_body, sign } = Sides::of(contact, body);
            let outward = normal * sign;
            let risen = |point: Vec2| {
                let way = |body: usize| bodies.way_to(body, point, last_step);
                outward.dot(way(other_body) - way(body as usize))
            };
            let middle = colliders.poses[other].transform_point(colliders.traits[other].middle);
            let height = outward.dot(middle - deepest) + 0.5 * separation;
            let was_behind = height <= risen(middle);
            let is_one_way = colliders.traits[mine].one_way.is_some();
            is_one_way && (was_behind || (contact.has_jumped(bodies) && risen(middle) > 0.0 && risen(deepest) > 0.0))
        })
    }
}

impl Contact {
    pub fn has_jumped(&self, bodies: &Bodies) -> bool {
        [self.body_a, self.body_b].into_iter().any(|body| bodies.traits[body as usize].has_jumped)
    }

    /// Whether sides that meet with this normal, from A to B in the world, on their way go through each other, given the poses before: when
    /// they meet a one-way surface other than from its front, or one of them goes through others already.
    pub fn lets_pass(&self, normal: Vec2, bodies: &Bodies, colliders: &Colliders) -> bool {
        self.surface.is_one_way()
            && (self.is_met_from_behind(normal, colliders) || self.goes_on(normal, bodies, colliders, 0.0))
    }

    fn is_met_from_behind(&self, normal: Vec2, colliders: &Colliders) -> bool {
        let is_behind = |(collider, toward): (ColliderId, Vec2)| {
            let slot = collider.slot();
            let front = colliders.traits[slot].one_way.map(|front| colliders.poses[slot].transform_vector(front));
            front.is_some_and(|front| front.dot(toward) < ONE_WAY_FACING)
        };
        [(self.a, normal), (self.b, -normal)].into_iter().any(is_behind)
    }
}
