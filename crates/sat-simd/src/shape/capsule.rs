use super::error::{ShapeError, check_finite, check_radius};
use super::{circle_around, edge_normal, reach};
use geom::{BoundingCircle, Vec2};

/// A segment grown by a radius; equal ends make it a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    pub(crate) a: Vec2,
    pub(crate) b: Vec2,
    radius: f32,
    bounding_circle: BoundingCircle,
    pub(crate) normal: Vec2,
    reach: f32,
}

impl Capsule {
    /// The segment from `a` to `b`, in the local frame, grown by `radius` metres.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] for a NaN or infinite end, [`ShapeError::InvalidRadius`] for a negative or non-finite
    /// radius.
    pub fn new(a: Vec2, b: Vec2, radius: f32) -> Result<Self, ShapeError> {
        check_finite(&[a, b])?;
        let radius = check_radius(radius)?;
        Ok(Self {
            a,
            b,
            radius,
            bounding_circle: circle_around([a, b].into_iter(), radius),
            normal: edge_normal(a, b),
            reach: reach([a, b].into_iter()),
        })
    }

    /// First end of the core segment.
    #[inline]
    #[must_use]
    pub fn a(&self) -> Vec2 {
        self.a
    }

    /// Second end of the core segment.
    #[inline]
    #[must_use]
    pub fn b(&self) -> Vec2 {
        self.b
    }

    /// Radius in metres.
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The circle around the capsule.
    #[inline]
    #[must_use]
    pub fn bounding_circle(&self) -> BoundingCircle {
        self.bounding_circle
    }

    /// The unit normal to the right of a → b; `(1, 0)` when the ends are equal.
    #[inline]
    pub(crate) fn normal(&self) -> Vec2 {
        self.normal
    }

    /// How far the ends are from the local origin at most.
    #[inline]
    pub(crate) fn reach(&self) -> f32 {
        self.reach
    }
}
