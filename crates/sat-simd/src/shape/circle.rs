use super::error::{ShapeError, check_radius};

/// A disc around the local origin; radius zero makes it a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    radius: f32,
}

impl Circle {
    /// The point at the local origin.
    pub const POINT: Self = Self { radius: 0.0 };

    /// The disc of `radius` metres.
    ///
    /// # Errors
    /// [`ShapeError::InvalidRadius`] when it is negative or not finite.
    pub fn new(radius: f32) -> Result<Self, ShapeError> {
        Ok(Self { radius: check_radius(radius)? })
    }

    /// Radius in metres.
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius
    }
}
