use crate::casts::{check_ray, check_shape_cast, ray_way, shape_way};
use crate::error::check_vector;
use crate::nearest::{box_limit, check_nearest, loosened};
use crate::queries::{check_asking, check_box, with_rounding};
use crate::query_box::QueryBox;
use crate::{BatchHits, CastHit, ColliderId, NearHit, QueryFilter, World, WorldError};
use broadphase::{AabbCast, RayCast};
use geom::{Aabb, Pose, Vec2};
use sat_simd::{Shape, contains_point, overlaps};

/// So many more boxes than the shapes asked for are looked into before a point is searched for by itself. Among 10 000 with 2, 4 and 6,
/// a batch takes of the time of the single searches 0.34, 0.40 and 0.50 for the nearest box or disc, 0.50, 0.43 and 0.44 for eight, and
/// for rods sixteen times as long as wide, at any angle, 0.62, 0.49 and 0.50, and 0.78, 0.60 and 0.51.
const SPARE_BOXES: usize = 4;

/// A shape that moves by `translation` from `pose` without turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeCast<'a> {
    /// The shape.
    pub shape: &'a Shape,
    /// Where it starts, and how it is turned.
    pub pose: Pose,
    /// Where it goes from there, in metres.
    pub translation: Vec2,
}

/// Many questions at once: each gets the answer of the single one, to the bit and in its order, hits in the order of the batch.
/// They go through the trees of the [broad phase](broadphase::BroadPhase::query_batch) together. With the feature `parallel` large
/// batches are shared among the threads of rayon's current pool.
///
/// When one of them is refused, or the filter they share, the error is the first one's, and `hits` is unchanged.
impl World {
    /// For each point the colliders that contain it, as [`query_point`](World::query_point) gives them.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body.
    pub fn query_point_batch(
        &self,
        points: &[Vec2],
        filter: &QueryFilter,
        hits: &mut BatchHits<ColliderId>,
    ) -> Result<(), WorldError> {
        points.iter().try_for_each(|&point| check_vector("point", point))?;
        let boxes = points.iter().map(|&point| Aabb::new(point, point));
        self.query_batch(
            boxes,
            filter,
            hits,
            |query| points[query],
            |point, shape, pose| contains_point(shape, pose, *point).expect("poses and the point are finite"),
        )
    }

    /// For each box the colliders that share a point with it, as [`query_aabb`](World::query_aabb) gives them.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body.
    pub fn query_aabb_batch(
        &self,
        boxes: &[Aabb],
        filter: &QueryFilter,
        hits: &mut BatchHits<ColliderId>,
    ) -> Result<(), WorldError> {
        boxes.iter().try_for_each(check_box)?;
        self.query_batch(
            boxes.iter().copied(),
            filter,
            hits,
            |query| QueryBox::new(&boxes[query]),
            |own, shape, pose| own.meets(shape, pose),
        )
    }

    /// For each box the colliders whose boxes share a point with it, as [`query_bounds`](World::query_bounds) gives them.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body.
    pub fn query_bounds_batch(
        &self,
        boxes: &[Aabb],
        filter: &QueryFilter,
        hits: &mut BatchHits<ColliderId>,
    ) -> Result<(), WorldError> {
        boxes.iter().try_for_each(check_box)?;
        self.query_batch(boxes.iter().copied(), filter, hits, |_| (), |(), _, _| true)
    }

    /// For each shape at a pose the colliders that share a point with it, as [`query_shape`](World::query_shape) gives them.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body.
    pub fn query_shape_batch(
        &self,
        shapes: &[(&Shape, Pose)],
        filter: &QueryFilter,
        hits: &mut BatchHits<ColliderId>,
    ) -> Result<(), WorldError> {
        shapes.iter().try_for_each(|(shape, pose)| check_asking(shape, pose))?;
        let boxes = shapes.iter().map(|(shape, pose)| shape.aabb(pose));
        self.query_batch(
            boxes,
            filter,
            hits,
            |query| shapes[query],
            |(shape, pose), other, other_pose| overlaps(shape, pose, other, other_pose, 0.0),
        )
    }

    /// For each point the `k` colliders that are nearest to it and not farther than `max_distance` metres, as
    /// [`nearest`](World::nearest) gives them.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body.
    pub fn nearest_batch(
        &self,
        points: &[Vec2],
        k: usize,
        max_distance: f32,
        filter: &QueryFilter,
        hits: &mut BatchHits<NearHit>,
    ) -> Result<(), WorldError> {
        check_nearest(Vec2::ZERO, max_distance)?;
        points.iter().try_for_each(|&point| check_nearest(point, max_distance))?;
        let seen = self.proxies_seen_by(filter)?;
        let BatchHits { near, hits, .. } = hits;
        let boxes = if k == 0 { 0 } else { k.saturating_add(SPARE_BOXES) };
        let farthest = points.iter().fold(Vec2::ZERO, |farthest, point| farthest.max(point.abs()));
        let reach = loosened(farthest, max_distance);
        self.asked().nearest_batch(points, boxes, reach, &seen, near).expect("the numbers are checked");
        hits.answer_from(near, |query, near, hits| {
            let point = points[query];
            for near in near {
                if near.distance_sq > box_limit(point, k, hits) {
                    return;
                }
                self.offer(near.id, point, k, max_distance, filter, hits);
            }
            // As many as were asked for, and none too far: further ones may hold what is nearer.
            if k > 0 && near.len() == boxes {
                self.take_nearest(point, k, max_distance, filter, &seen, hits);
            }
        });
        Ok(())
    }

    /// For each ray the collider that it meets first, or none, as [`ray_cast_closest`](World::ray_cast_closest) gives it.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body.
    pub fn ray_cast_closest_batch(
        &self,
        rays: &[RayCast],
        filter: &QueryFilter,
        hits: &mut BatchHits<CastHit>,
    ) -> Result<(), WorldError> {
        rays.iter().try_for_each(|ray| check_ray(ray.origin, ray.translation))?;
        let ways = rays.iter().map(|ray| ray_way(ray.origin, ray.translation));
        self.closest_batch(ways, filter, hits, |query, shape, pose| {
            let RayCast { origin, translation } = rays[query];
            sat_simd::ray_cast(shape, pose, origin, translation).expect("the ray and poses are finite")
        })
    }

    /// For each shape on its way the collider that it meets first, or none, as
    /// [`shape_cast_closest`](World::shape_cast_closest) gives it.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body.
    pub fn shape_cast_closest_batch(
        &self,
        casts: &[ShapeCast<'_>],
        filter: &QueryFilter,
        hits: &mut BatchHits<CastHit>,
    ) -> Result<(), WorldError> {
        casts.iter().try_for_each(|cast| check_shape_cast(cast.shape, &cast.pose, cast.translation))?;
        let ways = casts.iter().map(|cast| shape_way(cast.shape, &cast.pose, cast.translation));
        self.closest_batch(ways, filter, hits, |query, other, other_pose| {
            let ShapeCast { shape, pose, translation } = &casts[query];
            sat_simd::shape_cast(shape, pose, *translation, other, other_pose).expect("ways and poses are finite")
        })
    }

    /// What `accepts` of the colliders whose boxes are found; it is given what `prepare` makes of a question.
    fn query_batch<P>(
        &self,
        boxes: impl Iterator<Item = Aabb>,
        filter: &QueryFilter,
        hits: &mut BatchHits<ColliderId>,
        prepare: impl Fn(usize) -> P + Sync,
        accepts: impl Fn(&P, &Shape, &Pose) -> bool + Sync,
    ) -> Result<(), WorldError> {
        let seen = self.proxies_seen_by(filter)?;
        let BatchHits { boxes: room, found, hits, .. } = hits;
        room.clear();
        room.extend(boxes.map(|aabb| with_rounding(&aabb)));
        self.asked().query_batch(room, &seen, found).expect("boxes are finite");
        hits.answer_from(found, |query, proxies, hits| {
            let prepared = prepare(query);
            let accepted = |&proxy| self.accepted(proxy, filter, |shape, pose| accepts(&prepared, shape, pose));
            hits.extend(proxies.iter().filter_map(accepted));
            hits.sort_unstable();
        });
        Ok(())
    }

    /// What each cast meets first.
    fn closest_batch(
        &self,
        ways: impl Iterator<Item = AabbCast>,
        filter: &QueryFilter,
        hits: &mut BatchHits<CastHit>,
        cast: impl Fn(usize, &Shape, &Pose) -> Option<sat_simd::CastHit> + Sync,
    ) -> Result<(), WorldError> {
        let seen = self.proxies_seen_by(filter)?;
        let BatchHits { ways: room, hits, .. } = hits;
        room.clear();
        room.extend(ways);
        let take = |query: usize, closest: &mut Option<CastHit>, proxy: broadphase::CastHit| {
            if let Some(hit) = self.met(proxy.id, filter, |shape, pose| cast(query, shape, pose)) {
                hit.replace_if_closer(closest);
            }
            closest.map_or(1.0, |closest| closest.fraction)
        };
        self.asked().cast_batch(room, &seen, take, hits).expect("ways are finite");
        Ok(())
    }
}
