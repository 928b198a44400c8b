use crate::World;
use crate::contact::Contact;
use crate::meet::{FastBody, Rest, SAFE_WAY, Sides, Stop, way_there};
use geom::Vec2;
use sat_simd::{Motion, time_of_impact};

impl World {
    /// Where a body that turns fast meets the other side of a contact that has no points yet, with the turns of both: `None`
    /// where they touch from the start, or where motion into the surface cannot skip it.
    pub(crate) fn meet_turning(&self, body: &FastBody, way: Vec2, contact: &Contact, sides: &Sides) -> Option<Stop> {
        let colliders = &self.colliders;
        let Sides { mine, other, other_body, sign } = *sides;
        let place = &colliders.local_poses[mine];
        let center = place.inv_transform_point(self.bodies.masses[body.body as usize].local_center);
        let motion = Motion { start: body.pose * *place, center, translation: way, angle: body.angle };
        let other_motion = self.motion_of(other_body, other);
        let impact = time_of_impact(&colliders.shapes[mine], &motion, &colliders.shapes[other], &other_motion)
            .expect("poses, ways and turns are finite")
            .filter(|impact| impact.time > 0.0)?;
        let way_of_point = |motion: &Motion| {
            let center = motion.start.transform_point(motion.center) + motion.translation * impact.time;
            motion.translation + motion.angle * (impact.point - center).perp()
        };
        let relative = way_of_point(&motion) - way_of_point(&other_motion);
        let (at, safe) = (motion.pose_at(impact.time), SAFE_WAY * colliders.traits[mine].core);
        let normal = colliders.stopping_normal([mine, other], &at, impact.normal, relative, safe)?;
        let skips = relative.dot(normal) > safe;
        if !skips || contact.lets_pass(normal * sign, false, colliders) {
            return None;
        }
        let end = self.bodies.poses[other_body] * colliders.local_poses[other];
        let carry = way_there(&other_motion.pose_at(impact.time), &end, impact.point);
        let (fraction, angle) = (impact.time, body.angle * impact.time);
        Some(Stop { colliders: sides.slots(), fraction, angle, normal, carry, rest: Rest::Stays })
    }

    /// How a collider moved and turned in this step: its pose is still that from before, its body's the one after.
    pub(crate) fn motion_of(&self, body: usize, collider: usize) -> Motion {
        let place = &self.colliders.local_poses[collider];
        let (start, end) = (self.colliders.poses[collider], self.bodies.poses[body] * *place);
        let center = place.inv_transform_point(self.bodies.masses[body].local_center);
        let translation = end.transform_point(center) - start.transform_point(center);
        Motion { start, center, translation, angle: start.rotation.inv_mul(end.rotation).angle() }
    }
}
