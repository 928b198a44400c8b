use crate::error::check_vector;
use crate::queries::{check_asking, rounding_at};
use crate::{ColliderId, QueryFilter, World, WorldError};
use broadphase::{AabbCast, ProxyId};
use geom::{Aabb, Pose, Vec2};
use sat_simd::Shape;
use std::cmp::Ordering;

/// Where a ray, or a shape on its way, first meets a collider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// What it meets.
    pub collider: ColliderId,
    /// How much of the translation lies before the hit, 0 to 1; zero when it starts inside, and for a shape when it touches.
    pub fraction: f32,
    /// Where, in the world; the nearest point of the surface when it starts inside.
    pub point: Vec2,
    /// Unit, out of the surface there, in the world.
    pub normal: Vec2,
}

impl CastHit {
    /// By fraction, then by collider.
    fn order(&self, other: &Self) -> Ordering {
        self.fraction.total_cmp(&other.fraction).then(self.collider.cmp(&other.collider))
    }

    /// Takes the place of a hit that does not come before it.
    pub(crate) fn replace_if_closer(self, closest: &mut Option<Self>) {
        if closest.is_none_or(|closest| self.order(&closest).is_lt()) {
            *closest = Some(self);
        }
    }
}

/// What lies on a way, now: of a ray from `origin` to `origin + translation`, or of a shape that moves by `translation` from
/// `pose` without turning. Borders and grazes count; sensors are seen only
/// [if asked to](crate::Sensors). Exact to the shape among the colliders whose boxes the way meets, which are right to 2⁻²¹ of a
/// collider's reach.
///
/// Each comes as `…_closest`, `…_all` and `…_any`, and as a call that visits what is met; what a shape [runs
/// into](World::shape_cast_into) as the first and the last of these. Each costs O(log n) for n colliders and a
/// cast, O(vertices) for a ray, against each collider whose box the way meets before the closest hit so far (any: before the
/// first, all: anywhere); and a look at each collider that [`refresh`](World::refresh) would take in. Nothing is allocated, unless the
/// caller's buffer grows.
impl World {
    /// The collider that the ray meets first; of several at once the one in the lowest slot.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body.
    pub fn ray_cast_closest(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
    ) -> Result<Option<CastHit>, WorldError> {
        closest(|visitor| self.ray_cast(origin, translation, filter, visitor))
    }

    /// Replaces the contents of `hits` by what the ray meets, the closest first; of several at once the lowest slots.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body; `hits` is then unchanged.
    pub fn ray_cast_all(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
        hits: &mut Vec<CastHit>,
    ) -> Result<(), WorldError> {
        check_ray(origin, translation)?;
        // Refused before the buffer is emptied.
        self.proxies_seen_by(filter)?;
        all(hits, |visitor| self.ray_cast(origin, translation, filter, visitor))
    }

    /// Whether the ray meets anything: is there a line of sight?
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body.
    pub fn ray_cast_any(&self, origin: Vec2, translation: Vec2, filter: &QueryFilter) -> Result<bool, WorldError> {
        any(|visitor| self.ray_cast(origin, translation, filter, visitor))
    }

    /// Calls `visitor` for the colliders that the ray meets, roughly from near to far. What it returns limits the rest of the
    /// way: 1 to go on, the hit's fraction to look for nearer ones alone, a negative number to stop. The limit never grows again.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`], [`WorldError::StaleBody`] of the filter's body.
    pub fn ray_cast(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
        visitor: impl FnMut(CastHit) -> f32,
    ) -> Result<(), WorldError> {
        check_ray(origin, translation)?;
        let cast = |shape: &Shape, pose: &Pose| {
            sat_simd::ray_cast(shape, pose, origin, translation).expect("the ray and poses are finite")
        };
        self.visit_cast(&ray_way(origin, translation), filter, cast, visitor)
    }

    /// The collider that the shape meets first; of several at once the one in the lowest slot. What it touches or overlaps at the
    /// start it meets at fraction 0: who stands on ground asks [what is run into](World::shape_cast_into_closest), or casts a shape
    /// smaller by a centimetre.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] when the shape, its position or the translation is out of range,
    /// [`WorldError::StaleBody`] of the filter's body.
    pub fn shape_cast_closest(
        &self,
        shape: &Shape,
        pose: &Pose,
        translation: Vec2,
        filter: &QueryFilter,
    ) -> Result<Option<CastHit>, WorldError> {
        closest(|visitor| self.shape_cast(shape, pose, translation, filter, visitor))
    }

    /// Replaces the contents of `hits` by what the shape meets, the closest first; of several at once the lowest slots.
    ///
    /// # Errors
    /// As of [`World::shape_cast_closest`]; `hits` is then unchanged.
    pub fn shape_cast_all(
        &self,
        shape: &Shape,
        pose: &Pose,
        translation: Vec2,
        filter: &QueryFilter,
        hits: &mut Vec<CastHit>,
    ) -> Result<(), WorldError> {
        check_shape_cast(shape, pose, translation)?;
        // Refused before the buffer is emptied.
        self.proxies_seen_by(filter)?;
        all(hits, |visitor| self.shape_cast(shape, pose, translation, filter, visitor))
    }

    /// Whether the shape meets anything: is the way free?
    ///
    /// # Errors
    /// As of [`World::shape_cast_closest`].
    pub fn shape_cast_any(
        &self,
        shape: &Shape,
        pose: &Pose,
        translation: Vec2,
        filter: &QueryFilter,
    ) -> Result<bool, WorldError> {
        any(|visitor| self.shape_cast(shape, pose, translation, filter, visitor))
    }

    /// Calls `visitor` for the colliders that the shape meets, as [`World::ray_cast`] does: one that answers 1 for what is no
    /// obstacle to it passes that over.
    ///
    /// # Errors
    /// As of [`World::shape_cast_closest`].
    pub fn shape_cast(
        &self,
        shape: &Shape,
        pose: &Pose,
        translation: Vec2,
        filter: &QueryFilter,
        visitor: impl FnMut(CastHit) -> f32,
    ) -> Result<(), WorldError> {
        check_shape_cast(shape, pose, translation)?;
        let cast = |other: &Shape, other_pose: &Pose| {
            sat_simd::shape_cast(shape, pose, translation, other, other_pose).expect("ways and poses are finite")
        };
        self.visit_cast(&shape_way(shape, pose, translation), filter, cast, visitor)
    }

    /// The collider that the shape runs into first, as [`shape_cast_into`](sat_simd::shape_cast_into) has it: what it slides along,
    /// grazes or leaves is none. Of several at once the one in the lowest slot.
    ///
    /// For a character that an engine moves by itself: neither what it stands on nor the joints of a level floor stop it, a wall does.
    /// Where it has come to stand a hair too deep the next tile is a wall, too: keep a gap of a millimetre along the normal of each hit.
    ///
    /// ```
    /// use world::{BodyDef, ColliderDef, Pose, QueryFilter, Settings, Shape, Vec2, World};
    ///
    /// let mut world = World::new(Settings::default())?;
    /// let ground = world.create_body(&BodyDef::fixed(Vec2::ZERO))?;
    /// // Ten tiles of floor, and one more on top of the last.
    /// for at in (0u8..10).map(|i| Vec2::new(f32::from(i), 0.0)).chain([Vec2::new(9.0, 1.0)]) {
    ///     let local_pose = Pose::from_translation(at);
    ///     world.create_collider(ground, &ColliderDef { local_pose, ..ColliderDef::new(Shape::rect(0.5, 0.5)?) })?;
    /// }
    /// let (hero, standing) = (Shape::rect(0.25, 0.75)?, Pose::from_translation(Vec2::new(1.0, 1.25)));
    /// let (way, all) = (Vec2::new(14.5, 0.0), QueryFilter::ALL);
    /// let wall = world.shape_cast_into_closest(&hero, &standing, way, &all)?.expect("there is one");
    /// assert_eq!((wall.fraction, wall.normal), (0.5, -Vec2::X));
    /// // The plain cast meets what it stands on.
    /// let plain = world.shape_cast_closest(&hero, &standing, way, &all)?.expect("the floor");
    /// assert_eq!((plain.fraction, plain.normal), (0.0, Vec2::Y));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As of [`World::shape_cast_closest`].
    pub fn shape_cast_into_closest(
        &self,
        shape: &Shape,
        pose: &Pose,
        translation: Vec2,
        filter: &QueryFilter,
    ) -> Result<Option<CastHit>, WorldError> {
        closest(|visitor| self.shape_cast_into(shape, pose, translation, filter, visitor))
    }

    /// Calls `visitor` for the colliders that the shape [runs into](World::shape_cast_into_closest), as [`World::ray_cast`] does: for
    /// who passes some of them over, such as platforms from below.
    ///
    /// # Errors
    /// As of [`World::shape_cast_closest`].
    pub fn shape_cast_into(
        &self,
        shape: &Shape,
        pose: &Pose,
        translation: Vec2,
        filter: &QueryFilter,
        visitor: impl FnMut(CastHit) -> f32,
    ) -> Result<(), WorldError> {
        check_shape_cast(shape, pose, translation)?;
        let cast = |other: &Shape, other_pose: &Pose| {
            sat_simd::shape_cast_into(shape, pose, translation, other, other_pose).expect("ways and poses are finite")
        };
        self.visit_cast(&shape_way(shape, pose, translation), filter, cast, visitor)
    }

    /// Calls `visitor` for what `cast` meets among the colliders whose boxes a box meets on its way.
    fn visit_cast(
        &self,
        way: &AabbCast,
        filter: &QueryFilter,
        cast: impl Fn(&Shape, &Pose) -> Option<sat_simd::CastHit>,
        mut visitor: impl FnMut(CastHit) -> f32,
    ) -> Result<(), WorldError> {
        let seen = self.proxies_seen_by(filter)?;
        let mut limit = 1.0f32;
        let offer = |proxy: broadphase::CastHit| {
            if let Some(hit) = self.met(proxy.id, filter, &cast)
                && hit.fraction <= limit
            {
                // A NaN leaves the limit where it is.
                limit = limit.min(visitor(hit));
            }
            limit
        };
        self.asked().cast(way, &seen, offer).expect("the way is finite");
        Ok(())
    }

    /// Where `cast` meets the collider of a proxy, if that is seen.
    #[inline]
    pub(crate) fn met(
        &self,
        proxy: ProxyId,
        filter: &QueryFilter,
        cast: impl FnOnce(&Shape, &Pose) -> Option<sat_simd::CastHit>,
    ) -> Option<CastHit> {
        let slot = self.seen_slot(proxy, filter)?;
        let sat_simd::CastHit { fraction, point, normal } =
            cast(&self.colliders.shapes[slot], &self.colliders.poses[slot])?;
        Some(CastHit { collider: self.colliders.id(slot), fraction, point, normal })
    }
}

/// The way on which a box meets all boxes of what a ray meets, no later.
pub(crate) fn ray_way(origin: Vec2, translation: Vec2) -> AabbCast {
    way(&Aabb::new(origin, origin), translation)
}

/// The way on which a box meets all boxes of what a shape meets, no later.
pub(crate) fn shape_way(shape: &Shape, pose: &Pose, translation: Vec2) -> AabbCast {
    way(&shape.aabb(pose), translation)
}

/// The way of a box with room for rounding.
fn way(aabb: &Aabb, translation: Vec2) -> AabbCast {
    let farthest = aabb.min.abs().max(aabb.max.abs()) + translation.abs();
    AabbCast { aabb: aabb.enlarged(rounding_at(farthest.max_element())), translation }
}

/// What is hit first, of the hits that a visit offers.
fn closest(
    visit: impl FnOnce(&mut dyn FnMut(CastHit) -> f32) -> Result<(), WorldError>,
) -> Result<Option<CastHit>, WorldError> {
    let mut closest: Option<CastHit> = None;
    visit(&mut |hit| {
        hit.replace_if_closer(&mut closest);
        hit.fraction
    })?;
    Ok(closest)
}

/// All hits that a visit offers, in order.
fn all(
    hits: &mut Vec<CastHit>,
    visit: impl FnOnce(&mut dyn FnMut(CastHit) -> f32) -> Result<(), WorldError>,
) -> Result<(), WorldError> {
    hits.clear();
    visit(&mut |hit| {
        hits.push(hit);
        1.0
    })?;
    hits.sort_unstable_by(CastHit::order);
    Ok(())
}

/// Whether a visit offers a hit.
fn any(visit: impl FnOnce(&mut dyn FnMut(CastHit) -> f32) -> Result<(), WorldError>) -> Result<bool, WorldError> {
    let mut any = false;
    visit(&mut |_| {
        any = true;
        -1.0
    })?;
    Ok(any)
}

pub(crate) fn check_ray(origin: Vec2, translation: Vec2) -> Result<(), WorldError> {
    check_vector("origin", origin)?;
    check_vector("translation", translation)
}

pub(crate) fn check_shape_cast(shape: &Shape, pose: &Pose, translation: Vec2) -> Result<(), WorldError> {
    check_asking(shape, pose)?;
    check_vector("translation", translation)
}
