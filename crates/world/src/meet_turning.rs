use crate::World;
use crate::contact::Contact;
use crate::meet::{FastBody, Rest, SAFE_WAY, Sides, Stop, way_there};
use crate::passing::reach;
use geom::{Pose, Vec2};
use sat_simd::{Motion, time_of_impact};

impl World {
    /// Where a body that turns fast meets the other side of a contact that has no points yet, with the turns of both: `None`
    /// where they touch from the start, but for rounding, or where motion into the surface cannot skip it.
    pub(crate) fn meet_turning(&self, body: &FastBody, way: Vec2, contact: &Contact, sides: &Sides) -> Option<Stop> {
        let colliders = &self.colliders;
        let Sides { mine, other, other_body, sign } = *sides;
        let place = &colliders.local_poses[mine];
        let center = place.inv_transform_point(self.bodies.masses[body.body as usize].local_center);
        let motion = Motion { start: body.pose * *place, center, translation: way, angle: body.angle };
        let other_motion = self.motion_of(other_body, other);
        let farthest = way.length() + body.turn + other_motion.translation.length();
        let impact = time_of_impact(&colliders.shapes[mine], &motion, &colliders.shapes[other], &other_motion)
            .expect("poses, ways and turns are finite")
            .filter(|impact| impact.time * farthest > self.settings.linear_slop)?;
        let way_of_point = |motion: &Motion| {
            let center = motion.start.transform_point(motion.center) + motion.translation * impact.time;
            motion.translation + motion.angle * (impact.point - center).perp()
        };
        let other_way = way_of_point(&other_motion);
        let relative = way_of_point(&motion) - other_way;
        let (at, safe) = (motion.pose_at(impact.time), SAFE_WAY * colliders.traits[mine].core);
        // What touches first may hardly move there, and the rest of the body go through after it.
        let reach = |normal: Vec2, pose: &Pose| reach(&colliders.shapes[mine], pose, normal);
        let ahead = |normal: Vec2| {
            let gone = reach(normal, &motion.pose_at(1.0)) - reach(normal, &at);
            gone - other_way.dot(normal) * (1.0 - impact.time)
        };
        // So it does not count here how far that point goes in. Neighbours of what moves are where it is by then.
        let (other_at, any) = (other_motion.pose_at(impact.time), f32::NEG_INFINITY);
        let normal = colliders.stopping_normal([mine, other], [&at, &other_at], impact.normal, relative, any)?;
        let skips = relative.dot(normal) > safe || ahead(normal) > safe;
        if !skips || contact.lets_pass(normal * sign, &self.bodies, colliders) {
            return None;
        }
        let end = self.bodies.poses[other_body] * colliders.local_poses[other];
        let carry = way_there(&other_at, &end, impact.point);
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
