use crate::{
    BroadPhaseError, ProxyId,
    all_valid::AllValid,
    batch_hits::Place,
    error::{check_aabb, check_circle, check_vector},
    ray::Ray,
    swept_circle::SweptCircle,
};
use geom::{Aabb, BoundingCircle, Vec2};
use std::cmp::Ordering;

/// A ray from `origin` to `origin + translation`. It meets a box at the first point they share, an edge, a corner or the
/// end of the way included; a ray of no length is a point.
///
/// No ray and no swept box misses a box that it meets by the exact numbers; one that is missed by less than 2⁻¹⁹ of the way
/// and 2⁻¹²⁰ m may be met.
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
///
/// It misses no box that it meets by the exact numbers, however its centre and radius add up, and may meet one that it misses
/// by less than 2⁻¹⁹ of the way and 2⁻⁴⁸ of the radius.
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
pub struct CastHit {
    /// The proxy.
    pub id: ProxyId,
    /// Where, as a fraction of the translation: 0 at the start or when they share a point there, 1 at the end. Off by less
    /// than 2⁻²¹ of itself where a side is met, as is the difference of two of them: which of two such hits comes first is
    /// as the rounded fractions say. Rays and boxes go through a coordinate of the way below 2⁻¹²⁸ metres at once.
    pub fraction: f32,
}

impl CastHit {
    /// By fraction, then by id.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        // Fractions are neither NaN nor −0.
        self.fraction.total_cmp(&other.fraction).then(self.id.cmp(&other.id))
    }
}

pub(crate) mod sealed {
    use super::{AllValid, BroadPhaseError, Place, Ray};
    use geom::Aabb;

    /// What a cast is to the crate.
    pub trait Cast: Copy + Sync {
        type Swept: Swept;

        fn check(&self) -> Result<(), BroadPhaseError>;

        /// [`Cast::check`] of many.
        fn and_valid(&self, all: &mut AllValid);

        /// What is computed once for all boxes.
        fn prepare(&self) -> Self::Swept;

        fn place(&self) -> Place;
    }

    /// A cast prepared for many boxes.
    pub trait Swept {
        /// A sweep that enters each box no later, and the larger of two boxes no later than the smaller inside it.
        fn bounds(&self) -> &Ray;

        /// The fraction at which it meets the box; `None` when it does not by `max_fraction`.
        fn entry(&self, aabb: &Aabb, max_fraction: f32) -> Option<f32>;

        /// [`Swept::entry`], of a box that the bounds are known to enter at `least`.
        fn entry_from(&self, least: f32, aabb: &Aabb, max_fraction: f32) -> Option<f32>;
    }
}

use sealed::Swept;

impl sealed::Cast for RayCast {
    type Swept = Ray;

    fn check(&self) -> Result<(), BroadPhaseError> {
        check_vector("origin", self.origin)?;
        check_vector("translation", self.translation)
    }

    #[inline]
    fn and_valid(&self, all: &mut AllValid) {
        all.and_vectors(self.origin, self.translation);
    }

    #[inline]
    fn prepare(&self) -> Ray {
        Ray::new(self.origin, self.translation)
    }

    fn place(&self) -> Place {
        Place { quadrant: quadrant(self.translation), at: self.origin }
    }
}

impl sealed::Cast for AabbCast {
    type Swept = Ray;

    fn check(&self) -> Result<(), BroadPhaseError> {
        check_aabb(&self.aabb)?;
        check_vector("translation", self.translation)
    }

    #[inline]
    fn and_valid(&self, all: &mut AllValid) {
        all.and_box(&self.aabb);
        all.and_vectors(self.translation, self.translation);
    }

    #[inline]
    fn prepare(&self) -> Ray {
        Ray::of_box(&self.aabb, self.translation)
    }

    fn place(&self) -> Place {
        Place { quadrant: quadrant(self.translation), at: self.aabb.center() }
    }
}

impl sealed::Cast for CircleCast {
    type Swept = SweptCircle;

    fn check(&self) -> Result<(), BroadPhaseError> {
        check_circle(&self.circle)?;
        check_vector("translation", self.translation)
    }

    #[inline]
    fn and_valid(&self, all: &mut AllValid) {
        all.and_circle(&self.circle, self.translation);
    }

    #[inline]
    fn prepare(&self) -> SweptCircle {
        SweptCircle::new(&self.circle, self.translation)
    }

    fn place(&self) -> Place {
        Place { quadrant: quadrant(self.translation), at: self.circle.center }
    }
}

/// Into which of four parts of the plane something goes.
fn quadrant(translation: Vec2) -> u32 {
    u32::from(translation.x < 0.0) << 1 | u32::from(translation.y < 0.0)
}

impl Swept for Ray {
    fn bounds(&self) -> &Ray {
        self
    }

    #[inline]
    fn entry(&self, aabb: &Aabb, max_fraction: f32) -> Option<f32> {
        self.entry(aabb, max_fraction)
    }

    #[inline]
    fn entry_from(&self, least: f32, _: &Aabb, _: f32) -> Option<f32> {
        Some(least)
    }
}

impl Swept for SweptCircle {
    fn bounds(&self) -> &Ray {
        self.bounds()
    }

    #[inline]
    fn entry(&self, aabb: &Aabb, max_fraction: f32) -> Option<f32> {
        self.entry(aabb, max_fraction)
    }

    #[inline]
    fn entry_from(&self, least: f32, aabb: &Aabb, max_fraction: f32) -> Option<f32> {
        self.entry_from(least, aabb, max_fraction)
    }
}
