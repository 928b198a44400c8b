use super::{ShapeError, round_up};
use crate::root::sqrt_f64;
use geom::{BoundingCircle, Vec2};

/// A box around the local origin; the pose turns it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    half: Vec2,
    reach: f32,
}

impl Rect {
    /// The box that reaches `half.x` and `half.y` metres to each side.
    ///
    /// # Errors
    /// [`ShapeError::InvalidHalfExtents`] unless both are finite and positive.
    pub fn new(half: Vec2) -> Result<Self, ShapeError> {
        if half.is_finite() && half.x > 0.0 && half.y > 0.0 {
            let (x, y) = (f64::from(half.x), f64::from(half.y));
            // The slack covers the rounding of the f64 arithmetic itself.
            let reach = round_up(sqrt_f64(x * x + y * y) * (1.0 + 8.0 * f64::EPSILON));
            Ok(Self { half, reach })
        } else {
            Err(ShapeError::InvalidHalfExtents { x: half.x, y: half.y })
        }
    }

    /// Half the width and half the height, in metres.
    #[inline]
    #[must_use]
    pub fn half(&self) -> Vec2 {
        self.half
    }

    /// The corners in the local frame, counter-clockwise from the lower left one.
    #[inline]
    #[must_use]
    pub fn corners(&self) -> [Vec2; 4] {
        let Vec2 { x, y } = self.half;
        [Vec2::new(-x, -y), Vec2::new(x, -y), Vec2::new(x, y), Vec2::new(-x, y)]
    }

    /// The circle through the corners.
    #[inline]
    #[must_use]
    pub fn bounding_circle(&self) -> BoundingCircle {
        BoundingCircle::new(Vec2::ZERO, self.reach)
    }

    /// How far the corners are from the local origin.
    #[inline]
    pub(crate) fn reach(&self) -> f32 {
        self.reach
    }
}
