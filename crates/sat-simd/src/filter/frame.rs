//! The relative pose of a pair and the thresholds its separation is held against.

use super::Verdict;
use geom::{Pose, Vec2};
use glam::DVec2;

/// 16 units of rounding, 16·2⁻²⁴: how far a separation may be off, relative to the size of what went into it.
pub(crate) const RELATIVE_ERROR: f32 = 8.0 * f32::EPSILON;

/// Sizes from here on are left to the next stage, metres: below, not even fourth powers overflow.
pub(crate) const SIZE_LIMIT: f32 = 1e9;

/// Sizes up to here are left to the next stage where squares are compared, metres: above, what a square loses to
/// underflow is far below the error bound.
pub(crate) const SQUARED_SIZE_LIMIT: f32 = 1e-9;

/// Each shape's frame as seen from the other's, both from the one difference of the world positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// B's position from A, in world axes.
    pub offset: Vec2,
    /// B in A's frame: a point of B, `v`, is at `b_in_a.position + b_in_a turned v`.
    pub b_in_a: Relative,
    /// A in B's frame.
    pub a_in_b: Relative,
}

/// A frame as seen from another. Unlike a `Pose` it is not renormalised: dividing would cost time and accuracy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Relative {
    pub position: Vec2,
    pub cos: f32,
    pub sin: f32,
}

impl Relative {
    /// Where a point of the other frame is in this one.
    #[inline]
    pub fn apply(&self, point: Vec2) -> Vec2 {
        let turned = Vec2::new(self.cos * point.x - self.sin * point.y, self.sin * point.x + self.cos * point.y);
        self.position + turned
    }
}

impl Frame {
    #[inline]
    pub fn new(pose_a: &Pose, pose_b: &Pose) -> Self {
        let (a, b) = (pose_a.rotation, pose_b.rotation);
        let offset = pose_b.translation - pose_a.translation;
        let cos = a.cos() * b.cos() + a.sin() * b.sin();
        let sin = a.cos() * b.sin() - a.sin() * b.cos();
        Self {
            offset,
            b_in_a: Relative { position: a.inv_rotate(offset), cos, sin },
            a_in_b: Relative { position: b.inv_rotate(-offset), cos, sin: -sin },
        }
    }
}

impl Frame {
    /// Of poses in doubles, given as the offset from A to B and the cosines and sines: rounded once.
    pub fn of_doubles(offset: DVec2, a: DVec2, b: DVec2) -> Self {
        let round = |v: DVec2| Vec2::new(v.x as f32, v.y as f32);
        let back = |rotation: DVec2, v: DVec2| round(DVec2::new(rotation.dot(v), rotation.perp_dot(v)));
        let (cos, sin) = (a.dot(b) as f32, a.perp_dot(b) as f32);
        Self {
            offset: round(offset),
            b_in_a: Relative { position: back(a, offset), cos, sin },
            a_in_b: Relative { position: back(b, -offset), cos, sin: -sin },
        }
    }
}

/// What a computed separation of the cores must exceed or stay below to be trusted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The radii of both shapes plus the margin, which the separation of the cores is compared with.
    pub reach: f32,
    /// How far a computed separation may be from the true one.
    pub error: f32,
    /// Above this on any axis, the shapes are further apart than the margin.
    pub apart: f32,
    /// Below this on all axes, they are closer.
    pub close: f32,
    /// Whether nothing overflows.
    is_small: bool,
}

impl Limits {
    /// The limits for two cores that reach `core_reach` metres around their origins, both added up.
    #[inline]
    pub fn new(offset: Vec2, core_reach: f32, radii: f32, margin: f32) -> Self {
        // Infinite where the offset overflowed.
        let size = offset.x.abs() + offset.y.abs() + core_reach + radii + margin.abs();
        let (reach, error) = (radii + margin, size * RELATIVE_ERROR + f32::MIN_POSITIVE);
        let close = if reach < 0.0 { reach } else { 0.0 };
        Self { reach, error, apart: reach + error, close: close - error, is_small: size < SIZE_LIMIT }
    }

    /// A verdict found within these limits; none where `f32` might have overflowed.
    #[inline]
    pub fn trusted(&self, is_apart: bool, is_close: bool) -> Verdict {
        Verdict { is_apart: is_apart & self.is_small, is_close: is_close & self.is_small }
    }

    /// Whether the square of a distance above the error bound is a normal number.
    #[inline]
    pub fn squares_are_normal(&self) -> bool {
        self.is_small && self.error > SQUARED_SIZE_LIMIT * RELATIVE_ERROR
    }

    /// The verdict on a squared distance between the cores, for a positive reach.
    #[inline]
    pub fn of_distance_sq(&self, distance_sq: f32) -> Verdict {
        let (low, high) = (self.low(), self.reach + 2.0 * self.error);
        let is_close = (low > 0.0) & (distance_sq + f32::MIN_POSITIVE < low * low);
        self.trusted(distance_sq > high * high + f32::MIN_POSITIVE, is_close)
    }

    /// The verdict on two cores whose positions are `offset` apart, one with a disc around each of them inside, the other
    /// with one around, radii added up; a negative one inside says how far the cores are from their positions at most.
    ///
    /// Cores are no farther apart than discs in them and no closer than discs around them; neither cares for rotation.
    #[inline]
    pub fn of_discs(&self, offset: Vec2, inner: f32, outer: f32) -> Verdict {
        let distance_sq = offset.x * offset.x + offset.y * offset.y;
        let (low, high) = (inner + self.low(), outer + self.reach + 2.0 * self.error);
        let is_apart = (high > 0.0) & (distance_sq > high * high + f32::MIN_POSITIVE);
        self.trusted(is_apart, (low > 0.0) & (distance_sq + f32::MIN_POSITIVE < low * low))
    }

    /// Distances below this, where it is positive, are certainly within the reach.
    #[inline]
    pub fn low(&self) -> f32 {
        self.reach - 2.0 * self.error
    }
}
