use crate::error::{check, check_vector};
use crate::queries::rounding_at;
use crate::{ColliderId, QueryFilter, World, WorldError};
use geom::Vec2;
use sat_simd::closest_point;

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
        check_vector("point", point)?;
        check("max_distance", max_distance, "at least 0", |distance| distance >= 0.0)?;
        let seen = self.proxies_seen_by(filter)?;
        hits.clear();
        if k == 0 {
            return Ok(());
        }
        // A box is no farther than its shape, but for rounding.
        let loosened = |distance: f32| distance + rounding_at(point.abs().max_element() + distance);
        let farthest = |hits: &[NearHit]| hits.last().filter(|_| hits.len() == k).copied();
        let visitor = |near: broadphase::NearHit| {
            if let Some(slot) = self.seen_slot(near.id, filter) {
                let hit = self.nearest_of(slot, point);
                if hit.distance <= max_distance && farthest(hits).is_none_or(|last| hit.is_before(&last)) {
                    hits.truncate(k - 1);
                    hits.insert(hits.partition_point(|other| other.is_before(&hit)), hit);
                }
            }
            // More than squares of boxes are off by that vanish.
            let limit = |last: NearHit| {
                let distance = loosened(last.distance.max(0.0));
                distance * distance + f32::MIN_POSITIVE
            };
            farthest(hits).map_or(f32::INFINITY, limit)
        };
        self.asked().visit_nearest(point, loosened(max_distance), &seen, visitor).expect("the numbers are checked");
        Ok(())
    }

    /// The point of a collider that is nearest to one, which is finite.
    pub(crate) fn nearest_of(&self, slot: usize, point: Vec2) -> NearHit {
        let (shape, pose) = (&self.colliders.shapes[slot], &self.colliders.poses[slot]);
        let closest = closest_point(shape, pose, point).expect("the point and poses are finite");
        let sat_simd::ClosestPoint { point, normal, distance } = closest;
        NearHit { collider: self.colliders.id(slot), point, normal, distance }
    }
}
