use crate::World;
use crate::bodies::Bodies;
use crate::contact::Contact;
use geom::{Aabb, Pose, Vec2};
use sat_simd::{Circle, Shape, ray_cast, shape_cast, sweep};

/// How far a body may move in a step without being looked after, in its cores: what goes into a surface by no more than
/// that is pushed out again by the solver. From here to a whole core a body is stopped by what it has a contact with.
pub(crate) const SAFE_WAY: f32 = 0.5;

/// How wide the disc is that stands for what already touches, in its cores: the middle stays this far from a surface.
const DISC_RADIUS: f32 = 0.25;

/// A body that moved further than is [safe](SAFE_WAY) in this step, or that something kinematic which moved further
/// than its core may have passed by.
#[derive(Clone, Copy)]
pub(crate) struct FastBody {
    pub body: u32,
    /// Where it was before.
    pub pose: Pose,
    pub center: Vec2,
}

impl FastBody {
    /// A body that is still where it was before.
    pub fn new(body: u32, bodies: &Bodies) -> Self {
        Self { body, pose: bodies.poses[body as usize], center: bodies.centers[body as usize] }
    }

    /// The same body further on.
    pub fn moved(&self, way: Vec2) -> Self {
        let pose = Pose { translation: self.pose.translation + way, ..self.pose };
        Self { pose, center: self.center + way, ..*self }
    }
}

/// How far along its way a body got, and what it met there.
#[derive(Clone, Copy)]
pub(crate) struct Stop {
    pub fraction: f32,
    /// Unit, from the body to the obstacle.
    pub normal: Vec2,
    /// How far the obstacle moves after they meet, and carries the body along.
    pub carry: Vec2,
}

impl Stop {
    /// The earlier one; of two at once the first.
    pub fn or(self, other: Self) -> Self {
        if other.fraction < self.fraction { other } else { self }
    }
}

impl World {
    /// Where the body meets the other side of a contact, unless that cannot be skipped: motion into the surface by less than
    /// [`SAFE_WAY`] is found by the next narrow phase, and stopping for it would make bodies stick to what they slide on.
    /// The other side moves as its point at the body's middle does, along the chord if it turns.
    pub(crate) fn meet(&self, body: &FastBody, way: Vec2, contact: &Contact) -> Option<Stop> {
        if contact.passing {
            return None;
        }
        let (mine, other, other_body, side) = if contact.body_a == body.body {
            (contact.a.slot(), contact.b.slot(), contact.body_b, 1.0)
        } else {
            (contact.b.slot(), contact.a.slot(), contact.body_a, -1.0)
        };
        let colliders = &self.colliders;
        let core = colliders.traits[mine].core;
        let pose = body.pose * colliders.local_poses[mine];
        // Collider poses are still those from before the step; the other side may have moved since.
        let other_pose = colliders.poses[other];
        let moved = self.bodies.poses[other_body as usize] * colliders.local_poses[other];
        let middle = pose.transform_point(colliders.shapes[mine].bounding_circle().center);
        let other_way = way_there(&other_pose, &moved, middle);
        let relative = way - other_way;
        // What is still apart goes in by less than half of its width then, and touches in the next step.
        if contact.manifold.is_empty() && relative.length_squared() <= core * core {
            return None;
        }
        let (shape, other_shape) = (&colliders.shapes[mine], &colliders.shapes[other]);
        if passes_by(other_shape, &other_pose, middle, shape.bounding_circle().radius, relative) {
            return None;
        }
        // Along the normal that is known already it goes no deeper than is safe: no need to look for a time of impact.
        let points = contact.manifold.points().iter();
        if let Some(separation) = points.map(|point| point.separation).reduce(f32::min) {
            let normal = colliders.poses[contact.a.slot()].rotation.rotate(contact.manifold.normal()) * side;
            let into = (relative + pose.translation - colliders.poses[mine].translation).dot(normal);
            if into - separation <= SAFE_WAY * core {
                return None;
            }
        }
        let swept = sweep(shape, &pose, relative, other_shape, &other_pose).expect("poses and ways are finite");
        if !swept.hit {
            return None;
        }
        let (fraction, normal) = if swept.intersects {
            self.meet_by_disc(DISC_RADIUS * core, middle, relative, other)?
        } else {
            let normal = swept.normal?;
            let passes = contact.manifold.is_empty() && contact.lets_pass(normal * side, relative * -side, colliders);
            let skips = relative.dot(normal) > SAFE_WAY * core;
            (skips && !passes).then_some((swept.time_of_impact?, normal))?
        };
        Some(Stop { fraction, normal, carry: other_way * (1.0 - fraction) })
    }

    /// Where a collider that already touches meets the other shape with a disc around its middle. Where that touches as well
    /// it may move on, as long as its middle does not pass through the surface.
    fn meet_by_disc(&self, radius: f32, middle: Vec2, relative: Vec2, other: usize) -> Option<(f32, Vec2)> {
        let (shape, pose) = (&self.colliders.shapes[other], &self.colliders.poses[other]);
        let (disc, at) = (Circle::new(radius).expect("a width is finite"), Pose::from_translation(middle));
        let hit = shape_cast(&disc, &at, relative, shape, pose).expect("poses and ways are finite")?;
        if hit.fraction > 0.0 {
            return Some((hit.fraction, -hit.normal));
        }
        let passed = ray_cast(shape, pose, middle, relative).expect("poses and ways are finite")?;
        (passed.fraction > 0.0).then_some((0.0, -passed.normal))
    }
}

/// How far what moves from one pose to another takes along what is at `point`.
fn way_there(from: &Pose, to: &Pose, point: Vec2) -> Vec2 {
    let way = to.translation - from.translation;
    if to.rotation == from.rotation {
        return way;
    }
    let arm = point - from.translation;
    way + from.rotation.inv_mul(to.rotation).rotate(arm) - arm
}

/// Whether a disc that moves by `way` stays clear of the box around a shape in the shape's own frame: a long wall that stands
/// askew has a large box in the world, and pairs with much that is nowhere near.
fn passes_by(shape: &Shape, pose: &Pose, center: Vec2, radius: f32, way: Vec2) -> bool {
    let start = pose.inv_transform_point(center);
    let end = start + pose.rotation.inv_rotate(way);
    let radius = Vec2::splat(radius);
    !shape.aabb(&Pose::IDENTITY).overlaps(&Aabb::new(start.min(end) - radius, start.max(end) + radius))
}
