use crate::error::{check, check_vector};
use crate::queries::rounding_at;
use crate::{ColliderId, QueryFilter, World, WorldError};
use broadphase::ProxyId;
use geom::Vec2;
use sat_simd::closest_point;
use std::ops::DerefMut;

/// The point of a collider that is nearest to where was asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearHit {
    /// The collider.
    pub collider: ColliderId,
    /// The nearest point of its boundary, in the world.
    pub point: Vec2,
    /// Unit, out of the surface there.
    pub normal: Vec2,
    /// Metres from the boundary: positive outside, negative inside.
    pub distance: f32,
}

impl NearHit {
    /// By distance, then by collider.
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        (self.distance, self.collider) < (other.distance, other.collider)
    }
}

impl World {
    /// Replaces the contents of `hits` by the `k` colliders that are nearest to `point` and not farther than `max_distance`
    /// metres (which may be infinite), nearest first: those it is inside of by depth, the deepest first, then the others by the
    /// distance of their outlines, of equally near ones those in lower slots. Sensors are seen only
    /// [if asked to](crate::Sensors).
    ///
    /// Distances are those of the shapes, right to 2⁻²¹ of the shape's extent plus the distance. Boxes are looked at from near to
    /// far until they are farther than the k-th shape: O(log n) for n colliders, and O(vertices + k) for each of them; and a look at each
    /// that [`refresh`](World::refresh) would take in. Nothing is allocated, unless the buffer grows.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] for a point out of range or a distance that is NaN or negative, [`WorldError::StaleBody`] of
    /// the filter's body; `hits` is then unchanged.
    pub fn nearest(
        &self,
        point: Vec2,
        k: usize,
        max_distance: f32,
        filter: &QueryFilter,
        hits: &mut Vec<NearHit>,
    ) -> Result<(), WorldError> {
        check_nearest(point, max_distance)?;
        let seen = self.proxies_seen_by(filter)?;
        hits.clear();
        if k > 0 {
            self.take_nearest(point, k, max_distance, filter, &seen, hits);
        }
        Ok(())
    }

    /// Takes all that belong to the `k` nearest into `hits`, where some may be already.
    pub(crate) fn take_nearest(
        &self,
        point: Vec2,
        k: usize,
        max_distance: f32,
        filter: &QueryFilter,
        seen: &broadphase::QueryFilter,
        hits: &mut impl NearHits,
    ) {
        let visitor = |near: broadphase::NearHit| {
            self.offer(near.id, point, k, max_distance, filter, hits);
            box_limit(point, k, hits)
        };
        self.asked()
            .visit_nearest(point, loosened(point, max_distance), seen, visitor)
            .expect("the numbers are checked");
    }

    /// Takes the collider of a proxy into `hits` if it is seen, not too far, among the `k` nearest so far, and not there already.
    #[inline]
    pub(crate) fn offer(
        &self,
        proxy: ProxyId,
        point: Vec2,
        k: usize,
        max_distance: f32,
        filter: &QueryFilter,
        hits: &mut impl NearHits,
    ) {
        let Some(slot) = self.seen_slot(proxy, filter) else { return };
        let hit = self.nearest_of(slot, point);
        // Most of what is looked at is behind the last.
        if hit.distance > max_distance || hits.get(k - 1).is_some_and(|last| !hit.is_before(last)) {
            return;
        }
        let place = hits.partition_point(|other| other.is_before(&hit));
        if hits.get(place).is_some_and(|other| !hit.is_before(other)) {
            return;
        }
        if hits.len() < k {
            hits.extend([hit]);
        }
        let last = hits.len() - 1;
        hits.copy_within(place..last, place + 1);
        hits[place] = hit;
    }

    /// The point of a collider that is nearest to one, which is finite.
    pub(crate) fn nearest_of(&self, slot: usize, point: Vec2) -> NearHit {
        let (shape, pose) = (&self.colliders.shapes[slot], &self.colliders.poses[slot]);
        let closest = closest_point(shape, pose, point).expect("the point and poses are finite");
        let sat_simd::ClosestPoint { point, normal, distance } = closest;
        NearHit { collider: self.colliders.id(slot), point, normal, distance }
    }
}

/// A list of hits, nearest first.
pub(crate) trait NearHits: DerefMut<Target = [NearHit]> + Extend<NearHit> {}

impl<T: DerefMut<Target = [NearHit]> + Extend<NearHit>> NearHits for T {}

/// The squared distance beyond which no box needs to be looked into, if there are `k` hits.
#[inline]
pub(crate) fn box_limit(point: Vec2, k: usize, hits: &[NearHit]) -> f32 {
    let Some(last) = hits.last().filter(|_| hits.len() == k) else { return f32::INFINITY };
    let distance = loosened(point, last.distance.max(0.0));
    // More than squares of boxes are off by that vanish.
    distance * distance + f32::MIN_POSITIVE
}

/// A distance within which the box is of what is within this one: it is no farther than its shape, but for rounding.
#[inline]
pub(crate) fn loosened(point: Vec2, distance: f32) -> f32 {
    distance + rounding_at(point.abs().max_element() + distance)
}

pub(crate) fn check_nearest(point: Vec2, max_distance: f32) -> Result<(), WorldError> {
    check_vector("point", point)?;
    check("max_distance", max_distance, "at least 0", |distance| distance >= 0.0)
}
