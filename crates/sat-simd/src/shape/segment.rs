use super::error::{ShapeError, check_finite};
use super::{circle_around, edge_normal, reach};
use geom::{BoundingCircle, Vec2};

/// A line segment; equal ends make it a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    pub(crate) a: Vec2,
    pub(crate) b: Vec2,
    bounding_circle: BoundingCircle,
    pub(crate) normal: Vec2,
    reach: f32,
}

impl Segment {
    /// The segment from `a` to `b`, in the local frame.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] for NaN or infinity.
    pub fn new(a: Vec2, b: Vec2) -> Result<Self, ShapeError> {
        check_finite(&[a, b])?;
        Ok(Self {
            a,
            b,

            bounding_circle: circle_around([a, b].into_iter(), 0.0),
            normal: edge_normal(a, b),
            reach: reach([a, b].into_iter()),
        })
    }

    /// First end.
    #[inline]
    #[must_use]
    pub fn a(&self) -> Vec2 {
        self.a
    }

    /// Second end.
    #[inline]
    #[must_use]
    pub fn b(&self) -> Vec2 {
        self.b
    }

    /// The circle over the segment.
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
