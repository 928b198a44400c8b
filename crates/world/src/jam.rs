use crate::meet::Sides;
use crate::positive::positive;
use crate::{BodyKind, World};
use geom::{Pose, Vec2};
use sat_simd::{mtv, sweep};

/// What becomes of a body that two walls push out into each other.
impl World {
    /// After which part of its way from `start` a body met the second of two static walls that hold it from both sides, as in the mouth
    /// of a gap that is too narrow for it; `None` if it was in both before.
    pub(crate) fn part_before(&self, slot: u32, jam: [u32; 2], start: Vec2, way: Vec2) -> Option<f32> {
        let row = slot as usize;
        let Pose { translation, rotation } = self.bodies.poses[row];
        let body_pose = Pose::new(translation + (start - self.bodies.centers[row]), rotation);
        let sides = jam.map(|index| Sides::of(&self.contacts.slots[index as usize], slot));
        if sides.iter().any(|sides| self.bodies.traits[sides.other_body].kind != BodyKind::Static) {
            return None;
        }
        let part = |sides: Sides| {
            let Sides { mine, other, .. } = sides;
            let (pose, other_pose) = (body_pose * self.colliders.local_poses[mine], &self.colliders.poses[other]);
            let (shape, other_shape) = (&self.colliders.shapes[mine], &self.colliders.shapes[other]);
            let was_out =
                mtv(shape, &pose, other_shape, other_pose).is_none_or(|mtv| mtv.depth <= self.settings.grain());
            let swept = sweep(shape, &pose, way, other_shape, other_pose).expect("poses and ways are finite");
            swept.time_of_impact.filter(|_| was_out)
        };
        sides.map(part).into_iter().flatten().reduce(f32::max)
    }

    /// Puts a body after a part of its way from `start`, and takes from its velocity what goes on that way.
    pub(crate) fn go_back(&mut self, slot: u32, start: Vec2, way: Vec2, part: f32) {
        let row = slot as usize;
        let Pose { translation, rotation } = self.bodies.poses[row];
        let moved = start + way * part - self.bodies.centers[row];
        self.bodies.set_pose(row, Pose::new(translation + moved, rotation));
        let (velocity, ahead) = (&mut self.bodies.velocities[row].linear, way.normalize_or_zero());
        *velocity -= ahead * positive(velocity.dot(ahead));
    }
}
