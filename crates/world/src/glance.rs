use crate::World;
use crate::contact::Contact;
use crate::meet::{Approach, FastBody, Rest, SAFE_WAY, Sides, Stop};
use crate::positive::positive;
use geom::{Pose, Vec2};
use sat_simd::sweep;

/// What a body glances off on its way: it goes in there by no more than is [safe](SAFE_WAY), and is pushed out again.
struct Glance {
    /// When it gets there, as a part of its way.
    time: f32,
    /// Unit, toward the other side.
    normal: Vec2,
    /// How far apart they are there, in metres.
    separation: f32,
}

impl World {
    /// Whether a body meets what is to stop it only because its way leads through what it glances off: along that it would pass, or
    /// come to it at so flat an angle that the solver holds it there. What slides over tiles is a little deep in the one, and so meets
    /// the side of the next; what comes down onto them meets it as well. From what gives way nothing is sure to be pushed out.
    pub(crate) fn is_behind_a_glance<'c>(
        &self,
        body: &FastBody,
        way: Vec2,
        (contact, stop): (&Contact, &Stop),
        others: impl Iterator<Item = &'c Contact>,
    ) -> bool {
        if stop.rest != Rest::Stays || stop.fraction == 0.0 || body.angle != 0.0 {
            return false;
        }
        let sides = Sides::of(contact, body.body);
        let Approach { pose, other_pose, relative, .. } = self.approach(body, way, &sides);
        let (mut first, mut lift, mut along, mut any) = (stop.fraction, Vec2::ZERO, relative, false);
        for other in others.filter(|other| !std::ptr::eq(*other, contact)) {
            let Some(Glance { time, normal, separation }) = self.glance(body, way, other, stop.fraction) else {
                continue;
            };
            any = true;
            first = first.min(time);
            lift -= normal * positive(self.settings.linear_slop - separation + lift.dot(normal));
            along -= normal * positive(along.dot(normal));
        }
        if !any {
            return false;
        }
        let start = Pose { translation: pose.translation + relative * first + lift, ..pose };
        let (shape, other_shape) = (&self.colliders.shapes[sides.mine], &self.colliders.shapes[sides.other]);
        let swept =
            sweep(shape, &start, along * (1.0 - first), other_shape, other_pose).expect("poses and ways are finite");
        let safe = SAFE_WAY * self.colliders.traits[sides.mine].core;
        !swept.hit || (!swept.intersects && swept.normal.is_some_and(|normal| along.dot(normal) <= safe))
    }

    /// Whether the body glances off the other side of a contact in the first part of its way.
    fn glance(&self, body: &FastBody, way: Vec2, contact: &Contact, until: f32) -> Option<Glance> {
        if contact.passing {
            return None;
        }
        let colliders = &self.colliders;
        let sides = Sides::of(contact, body.body);
        if self.bodies.traits[sides.other_body].gives_way() {
            return None;
        }
        let Approach { pose, other_pose, relative, .. } = self.approach(body, way, &sides);
        let safe = SAFE_WAY * colliders.traits[sides.mine].core;
        let points = contact.manifold.points().iter();
        let nearest = points.map(|point| point.separation).reduce(f32::min);
        if let Some(separation) = nearest.filter(|&separation| separation <= self.settings.linear_slop) {
            let normal = contact.normal(colliders) * sides.sign;
            return (relative.dot(normal) <= safe).then_some(Glance { time: 0.0, normal, separation });
        }
        let (shape, other_shape) = (&colliders.shapes[sides.mine], &colliders.shapes[sides.other]);
        let swept = sweep(shape, &pose, relative, other_shape, other_pose).expect("poses and ways are finite");
        let (normal, time) = swept.normal.zip(swept.time_of_impact).filter(|_| swept.hit && !swept.intersects)?;
        let passes = contact.manifold.is_empty() && contact.lets_pass(normal * sides.sign, &self.bodies, colliders);
        let glances = time <= until && relative.dot(normal) <= safe && !passes;
        glances.then_some(Glance { time, normal, separation: 0.0 })
    }
}
