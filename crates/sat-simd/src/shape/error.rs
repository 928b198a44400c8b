/// Why a shape could not be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ShapeError {
    /// A coordinate is NaN or infinite.
    #[error("vertex {index} is not finite: ({x}, {y})")]
    NotFinite {
        /// Which vertex, counted from zero in the order given.
        index: usize,
        /// Its first coordinate.
        x: f32,
        /// Its second coordinate.
        y: f32,
    },
    /// A radius is negative, NaN or infinite.
    #[error("radius {radius} must be finite and not negative")]
    InvalidRadius {
        /// The radius that was given.
        radius: f32,
    },
    /// A half extent is zero, negative, NaN or infinite.
    #[error("half extents ({x}, {y}) must be finite and positive")]
    InvalidHalfExtents {
        /// Half the width that was given.
        x: f32,
        /// Half the height that was given.
        y: f32,
    },
    /// A polygon needs three vertices.
    #[error("a polygon needs at least 3 vertices, {count} given")]
    TooFewVertices {
        /// How many were given.
        count: usize,
    },
    /// More vertices than [`MAX_VERTICES`](crate::MAX_VERTICES).
    #[error("{count} vertices exceed the limit of {}", crate::MAX_VERTICES)]
    TooManyVertices {
        /// How many were given.
        count: usize,
    },
    /// All vertices lie on one line, or in one point.
    #[error("the polygon has no area: its vertices lie on one line")]
    ZeroArea,
    /// The outline turns the other way at a vertex.
    #[error("the polygon is not convex at vertex {index}")]
    NotConvex {
        /// Which vertex, counted from zero in the order given.
        index: usize,
    },
    /// The outline goes round more than once.
    #[error("the polygon's outline crosses itself")]
    SelfIntersecting,
}

/// `radius` when it is finite and not negative.
pub(super) fn check_radius(radius: f32) -> Result<f32, ShapeError> {
    // −0 would show up in exact sign tests and in hashes; adding zero makes it +0.
    if radius.is_finite() && radius >= 0.0 { Ok(radius + 0.0) } else { Err(ShapeError::InvalidRadius { radius }) }
}

/// Nothing, when every point is finite.
pub(super) fn check_finite(points: &[geom::Vec2]) -> Result<(), ShapeError> {
    match points.iter().position(|p| !p.is_finite()) {
        Some(index) => Err(ShapeError::NotFinite { index, x: points[index].x, y: points[index].y }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_radius_of_minus_zero_is_a_plain_zero() {
        assert_eq!(check_radius(-0.0).map(f32::to_bits), Ok(0));
    }
}
