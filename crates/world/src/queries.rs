use crate::error::{MAX_COORDINATE, check, check_vector};
use crate::{ColliderId, World, WorldError};
use broadphase::{ProxyId, QueryFilter};
use geom::{Aabb, Pose, Vec2};
use sat_simd::{Shape, contains_point, overlaps};
use std::ops::ControlFlow;

/// Where a ray first meets a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// What it meets.
    pub collider: ColliderId,
    /// How much of the translation lies before the hit, 0 to 1; zero when it starts inside.
    pub fraction: f32,
    /// Where.
    pub point: Vec2,
    /// Unit, out of the surface.
    pub normal: Vec2,
}

/// Questions about where things are now. Exact to the shape, borders included; sensors are not seen. Answers come in the
/// order of the colliders' slots, in a buffer of the caller's, so that nothing is allocated once it has grown.
impl World {
    /// Replaces the contents of `hits` by the colliders that contain `point`.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`]; `hits` is then unchanged.
    pub fn query_point(&self, point: Vec2, filter: &QueryFilter, hits: &mut Vec<ColliderId>) -> Result<(), WorldError> {
        check_vector("point", point)?;
        self.query(&Aabb::new(point, point), filter, hits, |shape, pose| {
            contains_point(shape, pose, point).expect("poses and the point are finite")
        });
        Ok(())
    }

    /// Replaces the contents of `hits` by the colliders that share a point with `aabb`.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] when a corner is out of range or the corners are in the wrong order; `hits` is then
    /// unchanged.
    pub fn query_aabb(&self, aabb: &Aabb, filter: &QueryFilter, hits: &mut Vec<ColliderId>) -> Result<(), WorldError> {
        check_vector("least corner", aabb.min)?;
        check_vector("greatest corner", aabb.max)?;
        let size = aabb.max - aabb.min;
        check("size of the box", size.x.min(size.y), "not negative", |size| size >= 0.0)?;
        // A box without width or height is a segment, or a point.
        let half = aabb.half_extents();
        let flat = || Shape::segment(aabb.min - aabb.center(), aabb.max - aabb.center());
        let shape = Shape::rect(half.x, half.y).or_else(|_| flat()).expect("the corners are finite");
        let pose = Pose::from_translation(aabb.center());
        self.query(aabb, filter, hits, |other, other_pose| overlaps(&shape, &pose, other, other_pose, 0.0));
        Ok(())
    }

    /// Replaces the contents of `hits` by the colliders that share a point with `shape` at `pose`.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] when the shape or its position is out of range; `hits` is then unchanged.
    pub fn query_shape(
        &self,
        shape: &Shape,
        pose: &Pose,
        filter: &QueryFilter,
        hits: &mut Vec<ColliderId>,
    ) -> Result<(), WorldError> {
        check_vector("position", pose.translation)?;
        let circle = shape.bounding_circle();
        check_vector("shape's centre", circle.center)?;
        check("shape's extent", circle.radius, "within 1e7", |radius| radius <= MAX_COORDINATE)?;
        self.query(&shape.aabb(pose), filter, hits, |other, other_pose| overlaps(shape, pose, other, other_pose, 0.0));
        Ok(())
    }

    /// The collider that the ray from `origin` along `translation` meets first; of several at once the one in the lowest
    /// slot.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`].
    pub fn ray_cast_closest(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
    ) -> Result<Option<RayHit>, WorldError> {
        let mut closest: Option<RayHit> = None;
        self.ray_cast(origin, translation, filter, |hit| {
            if closest.is_none_or(|best| (hit.fraction, hit.collider) < (best.fraction, best.collider)) {
                closest = Some(hit);
            }
            closest.map_or(1.0, |best| best.fraction)
        })?;
        Ok(closest)
    }

    /// Replaces the contents of `hits` by what the ray from `origin` along `translation` meets, the closest first.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`]; `hits` is then unchanged.
    pub fn ray_cast_all(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
        hits: &mut Vec<RayHit>,
    ) -> Result<(), WorldError> {
        check_vector("origin", origin)?;
        check_vector("translation", translation)?;
        hits.clear();
        self.ray_cast(origin, translation, filter, |hit| {
            hits.push(hit);
            1.0
        })?;
        hits.sort_unstable_by(|a, b| a.fraction.total_cmp(&b.fraction).then(a.collider.cmp(&b.collider)));
        Ok(())
    }

    /// Calls `visit` for each collider on the ray, which answers how much of the ray is still of interest.
    fn ray_cast(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
        mut visit: impl FnMut(RayHit) -> f32,
    ) -> Result<(), WorldError> {
        check_vector("origin", origin)?;
        check_vector("translation", translation)?;
        let mut limit = 1.0f32;
        let visitor = |proxy: broadphase::RayHit| {
            let slot = self.collider_slot(proxy.id);
            if !self.colliders.traits[slot].is_sensor {
                let (shape, pose) = (&self.colliders.shapes[slot], &self.colliders.poses[slot]);
                let hit = sat_simd::ray_cast(shape, pose, origin, translation).expect("the ray and poses are finite");
                if let Some(sat_simd::RayHit { fraction, point, normal }) = hit {
                    limit = visit(RayHit { collider: self.colliders.id(slot), fraction, point, normal });
                }
            }
            limit
        };
        self.broad_phase.ray_cast(origin, translation, filter, visitor).expect("the ray is finite");
        Ok(())
    }

    fn query(
        &self,
        aabb: &Aabb,
        filter: &QueryFilter,
        hits: &mut Vec<ColliderId>,
        accepts: impl Fn(&Shape, &Pose) -> bool,
    ) {
        hits.clear();
        let visitor = |proxy| {
            let slot = self.collider_slot(proxy);
            let (shape, pose) = (&self.colliders.shapes[slot], &self.colliders.poses[slot]);
            if !self.colliders.traits[slot].is_sensor && accepts(shape, pose) {
                hits.push(self.colliders.id(slot));
            }
            ControlFlow::Continue(())
        };
        let _ = self.broad_phase.visit_aabb(aabb, filter, visitor).expect("the box is finite");
        hits.sort_unstable();
    }

    fn collider_slot(&self, proxy: ProxyId) -> usize {
        self.broad_phase.user_data(proxy).expect("a query finds live proxies") as usize
    }
}
