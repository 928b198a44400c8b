use geom::{Pose, Vec2};
use glam::DVec2;

/// Why a query has no answer.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum QueryError {
    /// A vector that was handed in is NaN or infinite.
    #[error("{what} ({x}, {y}) must be finite")]
    NotFinite {
        /// Which argument.
        what: &'static str,
        /// Its first coordinate.
        x: f32,
        /// Its second coordinate.
        y: f32,
    },
    /// A motion turns by more than [`Motion::MAX_ANGLE`](crate::Motion::MAX_ANGLE), or by NaN.
    #[error("a motion turns by {angle} radians, which is not within ±{}", crate::Motion::MAX_ANGLE)]
    TurnsTooFar {
        /// The angle.
        angle: f32,
    },
}

impl QueryError {
    /// Nothing, when `vector` is finite.
    pub(crate) fn check(what: &'static str, vector: Vec2) -> Result<(), Self> {
        if vector.is_finite() { Ok(()) } else { Err(Self::NotFinite { what, x: vector.x, y: vector.y }) }
    }

    /// Nothing, when `pose` is finite.
    pub(crate) fn check_pose(what: &'static str, pose: &Pose) -> Result<(), Self> {
        Self::check(what, pose.translation)
    }
}

/// Whether all numbers of two positions and a way between shapes are finite, given the offset from one position to the other.
///
/// In double precision neither that nor the sum overflows, and what looks at the pair computes both anyway.
#[inline(always)]
pub(crate) fn are_finite(offset: DVec2, way: DVec2) -> bool {
    (offset.x.abs() + offset.y.abs() + (way.x.abs() + way.y.abs())).is_finite()
}
