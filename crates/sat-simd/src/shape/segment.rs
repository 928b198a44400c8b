use super::circle_around;
use super::error::{ShapeError, check_finite};
use geom::{BoundingCircle, Vec2};

/// A line segment; equal ends make it a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    a: Vec2,
    b: Vec2,
    bounding_circle: BoundingCircle,
}

impl Segment {
    /// The segment from `a` to `b`, in the local frame.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] for NaN or infinity.
    pub fn new(a: Vec2, b: Vec2) -> Result<Self, ShapeError> {
        check_finite(&[a, b])?;
        Ok(Self { a, b, bounding_circle: circle_around([a, b].into_iter(), 0.0) })
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
}
