//! Several one-way surfaces let a body through as one would, and all colliders of a body go through together.

use crate::bodies::{Bodies, Traits};
use crate::colliders::Colliders;
use crate::contact::Contact;
use crate::meet::Sides;
use crate::seams::SLANT;
use crate::{ColliderId, World};
use geom::{Pose, Rot, Vec2};
use sat_simd::{Mtv, Shape};

impl World {
    /// Notes which bodies [are passing](Traits::is_passing), given all contacts that were looked at and whether any lets its sides
    /// through. Who sleeps stays what it was. O(contacts) if any does.
    ///
    /// Who is held by the one surface and goes through another, as who walks into a block on a floor, is not: it would fall through the
    /// next tile of the floor.
    pub(crate) fn note_passing(&mut self, candidates: &[u32], any_passes: bool) {
        let Self { bodies: Bodies { passing, traits, awake, .. }, contacts, colliders, .. } = self;
        passing.retain(|&body| {
            let Traits { is_passing, .. } = &mut traits[body as usize];
            *is_passing &= !awake.contains(body as usize);
            *is_passing
        });
        if !any_passes {
            return;
        }
        let contacts = || candidates.iter().map(|&index| &contacts.slots[index as usize]);
        for body in contacts().filter(|contact| contact.passing).flat_map(|contact| contact.of_one_way(colliders)) {
            if !std::mem::replace(&mut traits[body as usize].is_passing, true) {
                passing.push(body);
            }
        }
        for body in contacts().filter(|contact| contact.touching).flat_map(|contact| contact.of_one_way(colliders)) {
            traits[body as usize].is_passing = false;
        }
    }

    /// Whether sides that came to overlap in this very step, and are pushed apart in it, go through each other: before the narrow phase is
    /// asked. Poses of colliders are those before.
    pub(crate) fn passes_anew(&self, contact: &Contact, mtv: &Mtv) -> bool {
        let velocity = |body: u32| self.bodies.velocities[body as usize].linear;
        let leaves = || mtv.normal.dot(velocity(contact.body_b) - velocity(contact.body_a)) > 0.0;
        let has_come = || {
            let was_put = contact.has_jumped(&self.bodies);
            contact.has_come_through(mtv.normal, &self.colliders) || (was_put && leaves())
        };
        (mtv.depth > self.settings.linear_slop && has_come())
            || contact.lets_pass(mtv.normal, &self.bodies, &self.colliders)
    }
}

impl Contact {
    /// Whether its sides go through each other, or one of them goes through another one-way surface than this.
    #[inline]
    pub fn is_of_passing(&self, bodies: &Bodies) -> bool {
        let is_passing = |body: u32| bodies.traits[body as usize].is_passing;
        self.surface.is_one_way() && (self.passing || is_passing(self.body_a) || is_passing(self.body_b))
    }

    /// The bodies that meet a one-way side.
    fn of_one_way(&self, colliders: &Colliders) -> impl Iterator<Item = u32> {
        let is_one_way =
            |side: ColliderId| self.surface.is_one_way() && colliders.traits[side.slot()].one_way.is_some();
        let a = is_one_way(self.b).then_some(self.body_a);
        a.into_iter().chain(is_one_way(self.a).then_some(self.body_b))
    }

    /// Whether a side that meets a one-way one with this normal, from A to B in the world, and goes through others already goes on through
    /// this one: whether any of it was behind that, so many seconds ago.
    pub fn goes_on(&self, normal: Vec2, bodies: &Bodies, colliders: &Colliders, ago: f32) -> bool {
        [self.body_a, self.body_b].into_iter().any(|body| {
            let Sides { other_body, .. } = Sides::of(self, body);
            let Traits { is_passing, first_collider, .. } = bodies.traits[other_body];
            let mut others = colliders.list(first_collider).filter(|&it| is_passing && !colliders.traits[it].is_sensor);
            others.any(|it| {
                let before = bodies.pose_before(other_body, &colliders.poses[it], ago);
                let middle = before.transform_point(colliders.traits[it].middle);
                let side = self.one_way_side(body, normal, middle, colliders);
                side.is_some_and(|(front, surface)| reach(&colliders.shapes[it], &before, -front) > -surface)
            })
        })
    }

    /// Whether sides that overlap with this normal, from A to B in the world, do so because one came through a one-way surface from behind on
    /// its way: its middle was there at the poses before.
    pub fn has_come_through(&self, normal: Vec2, colliders: &Colliders) -> bool {
        [self.body_a, self.body_b].into_iter().any(|body| {
            let Sides { other, .. } = Sides::of(self, body);
            let middle = colliders.poses[other].transform_point(colliders.traits[other].middle);
            let side = self.one_way_side(body, normal, middle, colliders);
            side.is_some_and(|(front, surface)| front.dot(middle) <= surface)
        })
    }

    /// The direction in which a body's side of a contact holds what meets it with this normal, from A to B in the world, if it is one-way, and
    /// how far its surface reaches along that beside a point.
    fn one_way_side(&self, body: u32, normal: Vec2, point: Vec2, colliders: &Colliders) -> Option<(Vec2, f32)> {
        let Sides { mine, sign, .. } = Sides::of(self, body);
        let (shape, pose) = (&colliders.shapes[mine], &colliders.poses[mine]);
        let front = pose.transform_vector(colliders.traits[mine].one_way?);
        Some((front, surface_beside(point, shape, pose, [normal * sign, front])))
    }
}

/// How far a shape reaches along a unit vector.
pub(crate) fn reach(shape: &Shape, pose: &Pose, along: Vec2) -> f32 {
    let turn = Rot::normalized(along.x, -along.y);
    shape.aabb(&Pose::new(turn.rotate(pose.translation), turn * pose.rotation)).max.x
}

/// How far a shape's surface reaches along `front` where it has the normal `outward`, on its edge there nearest to a point, seen along
/// `front`.
fn surface_beside(point: Vec2, shape: &Shape, pose: &Pose, [outward, front]: [Vec2; 2]) -> f32 {
    let count = shape.core_len();
    let vertex = |i: usize| pose.transform_point(shape.core_vertex(i % count));
    let higher = |best: Vec2, next: Vec2| if outward.dot(next) > outward.dot(best) { next } else { best };
    let highest =
        (1..count).fold(0, |best, i| if outward.dot(vertex(i)) > outward.dot(vertex(best)) { i } else { best });
    let (from, to) = (vertex(highest), higher(vertex(highest + 1), vertex(highest + count - 1)));
    let (edge, side) = (to - from, front.perp());
    let is_flat = outward.dot(edge).abs() <= SLANT * edge.length();
    let share = side.dot(point - from) / side.dot(edge);
    let nearest = if is_flat && share.is_finite() { from.lerp(to, share.clamp(0.0, 1.0)) } else { from };
    front.dot(nearest + outward * shape.radius())
}
