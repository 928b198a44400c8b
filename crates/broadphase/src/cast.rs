use crate::{
    BroadPhase, BroadPhaseError, Layer, ProxyId, QueryFilter,
    error::{check_aabb, check_circle, check_vector},
    ray::Ray,
    sieve::Sieve,
    swept_circle::SweptCircle,
};
use geom::{Aabb, BoundingCircle, Vec2};
use std::cmp::Ordering;

/// A ray from `origin` to `origin + translation`. It meets a box at the first point they share, an edge or a corner
/// included; a ray of no length is a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RayCast {
    /// Where it starts.
    pub origin: Vec2,
    /// Where it goes from there, in metres.
    pub translation: Vec2,
}

/// A box that moves by `translation` without turning, and meets another when they first share a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AabbCast {
    /// The box at the start.
    pub aabb: Aabb,
    /// Where it goes from there, in metres.
    pub translation: Vec2,
}

/// A disc that moves by `translation`, and meets a box when they first share a point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CircleCast {
    /// The disc at the start.
    pub circle: BoundingCircle,
    /// Where its centre goes from there, in metres.
    pub translation: Vec2,
}

/// What can be cast at proxies: [`RayCast`], [`AabbCast`] and [`CircleCast`].
pub trait Cast: sealed::Cast {}

impl Cast for RayCast {}
impl Cast for AabbCast {}
impl Cast for CircleCast {}

/// A proxy whose tight box a cast meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The proxy.
    pub id: ProxyId,
    /// Where, as a fraction of the translation: 0 at the start or when they share a point there, 1 at the end.
    pub fraction: f32,
}

impl RayHit {
    /// By fraction, then by id.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        // Fractions are neither NaN nor −0.
        self.fraction.total_cmp(&other.fraction).then(self.id.cmp(&other.id))
    }
}

pub(crate) mod sealed {
    use super::{BroadPhaseError, Ray, Vec2};
    use geom::Aabb;

    /// What a cast is to the crate.
    pub trait Cast: Copy + Sync {
        type Swept: Swept;

        fn check(&self) -> Result<(), BroadPhaseError>;

        /// What is computed once for all boxes.
        fn prepare(&self) -> Self::Swept;

        fn start(&self) -> Vec2;
    }

    /// A cast prepared for many boxes.
    pub trait Swept {
        /// Whether [`Swept::bounds`] enter a box exactly when the cast does.
        const IS_BOX: bool;

        /// A sweep that enters each box no later, and the larger of two boxes no later than the smaller inside it.
        fn bounds(&self) -> &Ray;

        /// The fraction at which it meets the box; `None` when it does not by `max_fraction`.
        fn entry(&self, aabb: &Aabb, max_fraction: f32) -> Option<f32>;
    }
}

use sealed::Swept;

impl sealed::Cast for RayCast {
    type Swept = Ray;

    fn check(&self) -> Result<(), BroadPhaseError> {
        check_vector("origin", self.origin)?;
        check_vector("translation", self.translation)
    }

    fn prepare(&self) -> Ray {
        Ray::new(self.origin, self.translation)
    }

    fn start(&self) -> Vec2 {
        self.origin
    }
}

impl sealed::Cast for AabbCast {
    type Swept = Ray;

    fn check(&self) -> Result<(), BroadPhaseError> {
        check_aabb(&self.aabb)?;
        check_vector("translation", self.translation)
    }

    fn prepare(&self) -> Ray {
        Ray::of_box(&self.aabb, self.translation)
    }

    fn start(&self) -> Vec2 {
        self.aabb.center()
    }
}

impl sealed::Cast for CircleCast {
    type Swept = SweptCircle;

    fn check(&self) -> Result<(), BroadPhaseError> {
        check_circle(&self.circle)?;
        check_vector("translation", self.translation)
    }

    fn prepare(&self) -> SweptCircle {
        SweptCircle::new(&self.circle, self.translation)
    }

    fn start(&self) -> Vec2 {
        self.circle.center
    }
}

impl Swept for Ray {
    const IS_BOX: bool = true;

    fn bounds(&self) -> &Ray {
        self
    }

    #[inline]
    fn entry(&self, aabb: &Aabb, max_fraction: f32) -> Option<f32> {
        self.entry(aabb, max_fraction)
    }
}

impl Swept for SweptCircle {
    const IS_BOX: bool = false;

    fn bounds(&self) -> &Ray {
        self.bounds()
    }

    #[inline]
    fn entry(&self, aabb: &Aabb, max_fraction: f32) -> Option<f32> {
        self.entry(aabb, max_fraction)
    }
}

/// Casts: rays, boxes and discs on their way.
impl BroadPhase {
    /// Calls `visitor` for the proxies whose tight boxes the cast meets, roughly from near to far. What it returns limits
    /// the rest of the way: 1 to go on, the hit's fraction (or that of the shape inside the box) to look for nearer ones
    /// alone, a negative number to stop. The limit never grows again.
    ///
    /// # Errors
    /// `InvalidNumber`, `InvalidAabb`, `InvalidCircle`.
    pub fn cast(
        &self,
        cast: &impl Cast,
        filter: &QueryFilter,
        visitor: impl FnMut(RayHit) -> f32,
    ) -> Result<(), BroadPhaseError> {
        cast.check()?;
        self.visit_cast(&cast.prepare(), filter, visitor);
        Ok(())
    }

    /// The proxy whose tight box the cast meets first, of several at once the one with the lowest id.
    ///
    /// # Errors
    /// `InvalidNumber`, `InvalidAabb`, `InvalidCircle`.
    pub fn cast_closest(&self, cast: &impl Cast, filter: &QueryFilter) -> Result<Option<RayHit>, BroadPhaseError> {
        cast.check()?;
        Ok(self.closest(&cast.prepare(), filter))
    }

    /// Replaces the contents of `hits` by all proxies whose tight boxes the cast meets, by fraction, then by id.
    ///
    /// # Errors
    /// `InvalidNumber`, `InvalidAabb`, `InvalidCircle`; `hits` is then unchanged.
    pub fn cast_all(
        &self,
        cast: &impl Cast,
        filter: &QueryFilter,
        hits: &mut Vec<RayHit>,
    ) -> Result<(), BroadPhaseError> {
        cast.check()?;
        hits.clear();
        self.append_all(&cast.prepare(), filter, hits);
        Ok(())
    }

    /// Whether the cast meets any tight box at all.
    ///
    /// # Errors
    /// `InvalidNumber`, `InvalidAabb`, `InvalidCircle`.
    pub fn cast_any(&self, cast: &impl Cast, filter: &QueryFilter) -> Result<bool, BroadPhaseError> {
        cast.check()?;
        Ok(self.any(&cast.prepare(), filter).is_some())
    }

    /// [`cast`](BroadPhase::cast) of a ray.
    ///
    /// # Errors
    /// `InvalidNumber`.
    pub fn ray_cast(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
        visitor: impl FnMut(RayHit) -> f32,
    ) -> Result<(), BroadPhaseError> {
        self.cast(&RayCast { origin, translation }, filter, visitor)
    }

    /// [`cast_closest`](BroadPhase::cast_closest) of a ray.
    ///
    /// # Errors
    /// `InvalidNumber`.
    pub fn ray_cast_closest(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
    ) -> Result<Option<RayHit>, BroadPhaseError> {
        self.cast_closest(&RayCast { origin, translation }, filter)
    }

    /// Appends all hits, by fraction, then by id.
    pub(crate) fn append_all(&self, swept: &impl Swept, filter: &QueryFilter, hits: &mut Vec<RayHit>) {
        let first = hits.len();
        self.visit_cast(swept, filter, |hit| {
            hits.push(hit);
            1.0
        });
        hits[first..].sort_unstable_by(RayHit::order);
    }

    /// The first hit come upon.
    pub(crate) fn any(&self, swept: &impl Swept, filter: &QueryFilter) -> Option<RayHit> {
        let mut any = None;
        self.visit_cast(swept, filter, |hit| {
            any = Some(hit);
            -1.0
        });
        any
    }

    /// The nearest hit, of several the lowest id.
    pub(crate) fn closest(&self, swept: &impl Swept, filter: &QueryFilter) -> Option<RayHit> {
        let mut closest: Option<RayHit> = None;
        self.visit_cast(swept, filter, |hit| {
            if closest.is_none_or(|closest| hit.order(&closest).is_lt()) {
                closest = Some(hit);
            }
            // Those at the same fraction are still offered.
            hit.fraction
        });
        closest
    }

    fn visit_cast<S: Swept>(&self, swept: &S, filter: &QueryFilter, mut visitor: impl FnMut(RayHit) -> f32) {
        let columns = &self.columns;
        // A NaN from the visitor leaves the limit where it is.
        let mut hit =
            |row: usize, fraction: f32, limit: f32| limit.min(visitor(RayHit { id: columns.id(row), fraction }));
        let mut limit = 1.0;
        for row in self.waiting(filter) {
            if let Some(fraction) = swept.entry(&columns.bounds[row].tight, limit) {
                limit = hit(row, fraction, limit);
            }
        }
        let sieve = Sieve::new(self, filter);
        for (layer, index) in self.indices(filter) {
            // The index of the static layer holds the tight boxes themselves.
            let index_decides = S::IS_BOX && layer == Layer::Static;
            limit = index.ray(swept.bounds(), limit, &mut |row, entry, limit| {
                let row = row as usize;
                if !sieve.passes(row) {
                    return limit;
                }
                let fraction = if index_decides { Some(entry) } else { swept.entry(&columns.bounds[row].tight, limit) };
                fraction.map_or(limit, |fraction| hit(row, fraction, limit))
            });
        }
    }
}
