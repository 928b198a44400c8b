use crate::def::check_reach;
use crate::error::{check, check_vector};
use crate::query_box::QueryBox;
use crate::{Call, ColliderId, QueryFilter, World, WorldError};
use broadphase::{BroadPhase, ProxyId};
use geom::{Aabb, Pose, Vec2};
use sat_simd::{Shape, contains_point, overlaps};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// What is at a place now. Exact to the shape, borders included, among the colliders whose boxes are found there (they are right
/// to 2⁻²¹ of a collider's reach), or these themselves; sensors are seen only [if asked to](crate::Sensors). Answers
/// come in the order of the colliders' slots, in a buffer of the caller's, so that nothing is allocated once it has grown. What is
/// called `…_any` ends at the first it finds, and allocates nothing. (Boxes allocate briefly for a collider that touches a side of theirs
/// to within its rounding, where the middle between two sides is no number.)
///
/// Each costs O(log n) for n colliders, O(vertices) for each whose box is there (any: up to the first), and sorting what is found; and a
/// look at each collider that [`refresh`](World::refresh) would take in.
impl World {
    /// Replaces the contents of `hits` by the colliders that contain `point`.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body; `hits` is then unchanged.
    pub fn query_point(&self, point: Vec2, filter: &QueryFilter, hits: &mut Vec<ColliderId>) -> Result<(), WorldError> {
        check_vector("point", point)?;
        self.query(&Aabb::new(point, point), filter, hits, contains(point))
    }

    /// Whether a collider contains `point`.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body.
    pub fn query_point_any(&self, point: Vec2, filter: &QueryFilter) -> Result<bool, WorldError> {
        check_vector("point", point)?;
        self.query_any(&Aabb::new(point, point), filter, contains(point))
    }

    /// Replaces the contents of `hits` by the colliders that share a point with `aabb`.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] when a corner is out of range or the corners are in the wrong order,
    /// [`WorldError::StaleBody`] of the filter's body; `hits` is then unchanged.
    pub fn query_aabb(&self, aabb: &Aabb, filter: &QueryFilter, hits: &mut Vec<ColliderId>) -> Result<(), WorldError> {
        check_box(aabb)?;
        let own = QueryBox::new(aabb);
        self.query(aabb, filter, hits, |shape, pose| own.meets(shape, pose))
    }

    /// Whether a collider shares a point with `aabb`: is the place taken?
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] when a corner is out of range or the corners are in the wrong order,
    /// [`WorldError::StaleBody`] of the filter's body.
    pub fn query_aabb_any(&self, aabb: &Aabb, filter: &QueryFilter) -> Result<bool, WorldError> {
        check_box(aabb)?;
        let own = QueryBox::new(aabb);
        self.query_any(aabb, filter, |shape, pose| own.meets(shape, pose))
    }

    /// Replaces the contents of `hits` by the colliders whose boxes share a point with `aabb`, to within 2⁻²⁰ of the farthest coordinate: those of
    /// [`query_aabb`](World::query_aabb) and some that are near, for less than asking their shapes.
    ///
    /// # Errors
    /// As of [`query_aabb`](World::query_aabb).
    pub fn query_bounds(
        &self,
        aabb: &Aabb,
        filter: &QueryFilter,
        hits: &mut Vec<ColliderId>,
    ) -> Result<(), WorldError> {
        check_box(aabb)?;
        self.query(aabb, filter, hits, |_, _| true)
    }

    /// Replaces the contents of `hits` by the colliders that share a point with `shape` at `pose`.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] when the shape or its position is out of range, [`WorldError::StaleBody`] of the filter's
    /// body; `hits` is then unchanged.
    pub fn query_shape(
        &self,
        shape: &Shape,
        pose: &Pose,
        filter: &QueryFilter,
        hits: &mut Vec<ColliderId>,
    ) -> Result<(), WorldError> {
        check_asking(shape, pose)?;
        self.query(&shape.aabb(pose), filter, hits, meets(shape, pose))
    }

    /// Whether a collider shares a point with `shape` at `pose`: may the player stand up here? Borders count: who stands on ground or at a wall
    /// asks with a shape smaller by a centimetre.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] when the shape or its position is out of range, [`WorldError::StaleBody`] of the filter's
    /// body.
    pub fn query_shape_any(&self, shape: &Shape, pose: &Pose, filter: &QueryFilter) -> Result<bool, WorldError> {
        check_asking(shape, pose)?;
        self.query_any(&shape.aabb(pose), filter, meets(shape, pose))
    }

    /// Brings the trees up to date that queries and casts look into. Without it they are right, but look at every collider that
    /// was made or left its fat box since, one after the other. Each step does so at its end if anybody asked since the step
    /// before: who asks now and then only, or after making much, calls this. Most of what it costs the next step saves.
    pub fn refresh(&mut self) {
        self.broad_phase.refresh();
        self.recorder.note(|| Call::Refresh {});
    }

    /// The broad phase, for somebody who asks what is where.
    #[inline]
    pub(crate) fn asked(&self) -> &BroadPhase {
        if !self.is_asked.load(Ordering::Relaxed) {
            self.is_asked.store(true, Ordering::Relaxed);
        }
        &self.broad_phase
    }

    fn query(
        &self,
        aabb: &Aabb,
        filter: &QueryFilter,
        hits: &mut Vec<ColliderId>,
        accepts: impl Fn(&Shape, &Pose) -> bool,
    ) -> Result<(), WorldError> {
        let seen = self.proxies_seen_by(filter)?;
        hits.clear();
        let visitor = |proxy| {
            hits.extend(self.accepted(proxy, filter, &accepts));
            ControlFlow::Continue(())
        };
        let _ = self.asked().visit_aabb(&with_rounding(aabb), &seen, visitor).expect("the box is finite");
        hits.sort_unstable();
        Ok(())
    }

    fn query_any(
        &self,
        aabb: &Aabb,
        filter: &QueryFilter,
        accepts: impl Fn(&Shape, &Pose) -> bool,
    ) -> Result<bool, WorldError> {
        let seen = self.proxies_seen_by(filter)?;
        let visitor = |proxy| match self.accepted(proxy, filter, &accepts) {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        };
        Ok(self.asked().visit_aabb(&with_rounding(aabb), &seen, visitor).expect("the box is finite").is_break())
    }

    /// The collider of a proxy, if it is seen, and its shape accepted.
    #[inline]
    pub(crate) fn accepted(
        &self,
        proxy: ProxyId,
        filter: &QueryFilter,
        accepts: impl FnOnce(&Shape, &Pose) -> bool,
    ) -> Option<ColliderId> {
        let slot = self.seen_slot(proxy, filter)?;
        accepts(&self.colliders.shapes[slot], &self.colliders.poses[slot]).then(|| self.colliders.id(slot))
    }
}

/// Which shapes a point lies in.
fn contains(point: Vec2) -> impl Fn(&Shape, &Pose) -> bool {
    move |shape, pose| contains_point(shape, pose, point).expect("poses and the point are finite")
}

/// Which shapes share a point with this one.
fn meets(shape: &Shape, pose: &Pose) -> impl Fn(&Shape, &Pose) -> bool {
    |other, other_pose| overlaps(shape, pose, other, other_pose, 0.0)
}

/// A box in which all boxes are found that meet what is in this one.
pub(crate) fn with_rounding(aabb: &Aabb) -> Aabb {
    aabb.enlarged(rounding_at(aabb.min.abs().max(aabb.max.abs()).max_element()))
}

/// Refuses a box to ask with that is inverted or reaches out of the world.
pub(crate) fn check_box(aabb: &Aabb) -> Result<(), WorldError> {
    check_vector("least corner", aabb.min)?;
    check_vector("greatest corner", aabb.max)?;
    let size = aabb.max - aabb.min;
    check("size of the box", size.x.min(size.y), "at least 0", |size| size >= 0.0)
}

/// Refuses a shape to ask with that reaches out of the world.
pub(crate) fn check_asking(shape: &Shape, pose: &Pose) -> Result<(), WorldError> {
    check_vector("position", pose.translation)?;
    check_reach(shape)
}

/// How far boxes and what meets them are off at most, for rounding, where no coordinate exceeds this.
pub(crate) fn rounding_at(farthest: f32) -> f32 {
    8.0 * f32::EPSILON * farthest
}
