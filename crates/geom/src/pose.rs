use crate::Rot;
use glam::Vec2;

/// Where a body is and how it is turned: maps a local point `v` to `translation + rotation · v`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Pose {
    /// The origin of the local frame, in metres.
    pub translation: Vec2,
    /// The rotation of the local frame.
    pub rotation: Rot,
}

impl Pose {
    /// The pose that changes nothing.
    pub const IDENTITY: Self = Self { translation: Vec2::ZERO, rotation: Rot::IDENTITY };

    /// The pose at `translation` turned by `rotation`.
    #[inline]
    #[must_use]
    pub const fn new(translation: Vec2, rotation: Rot) -> Self {
        Self { translation, rotation }
    }

    /// The pose at `translation`, not turned.
    #[inline]
    #[must_use]
    pub const fn from_translation(translation: Vec2) -> Self {
        Self { translation, rotation: Rot::IDENTITY }
    }

    /// The world point of a local point.
    #[inline]
    #[must_use]
    pub fn transform_point(&self, local_point: Vec2) -> Vec2 {
        self.translation + self.rotation.rotate(local_point)
    }

    /// The local point of a world point.
    #[inline]
    #[must_use]
    pub fn inv_transform_point(&self, world_point: Vec2) -> Vec2 {
        self.rotation.inv_rotate(world_point - self.translation)
    }

    /// The world direction of a local one.
    #[inline]
    #[must_use]
    pub fn transform_vector(&self, local_vector: Vec2) -> Vec2 {
        self.rotation.rotate(local_vector)
    }

    /// The local direction of a world one.
    #[inline]
    #[must_use]
    pub fn inv_transform_vector(&self, world_vector: Vec2) -> Vec2 {
        self.rotation.inv_rotate(world_vector)
    }

    /// `self⁻¹ · other`: the pose of `other` in this pose's frame.
    ///
    /// The translations are subtracted before anything is rotated, so two bodies far from the origin lose only the
    /// rounding of that one difference.
    #[inline]
    #[must_use]
    pub fn inv_mul(&self, other: &Self) -> Self {
        Self {
            translation: self.rotation.inv_rotate(other.translation - self.translation),
            rotation: self.rotation.inv_mul(other.rotation),
        }
    }

    /// The pose that undoes this one.
    #[inline]
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self { translation: self.rotation.inv_rotate(-self.translation), rotation: self.rotation.inverse() }
    }

    /// The pose that is the share `t` of the way from this one to `to`, to rounding: to draw a body between two steps, by the time
    /// since the first over that of a step.
    ///
    /// Its origin goes straight, and it turns the shorter way round, as [`Rot::nlerp`] does: what a step turned by an eighth, the most
    /// there is but of discs, is off by 0.5° at most. Opposite rotations change places half way. Outside 0 to 1 the translation goes on
    /// beyond the ends, and the rotation ever more slowly.
    ///
    /// ```
    /// use geom::{Pose, Rot, Vec2};
    ///
    /// let before = Pose::new(Vec2::new(1.0, 2.0), Rot::from_angle(3.1));
    /// let now = Pose::new(Vec2::new(2.0, 2.0), Rot::from_angle(-3.1));
    /// let drawn = before.lerp(&now, 0.25);
    /// assert_eq!(drawn.translation, Vec2::new(1.25, 2.0));
    /// assert!((drawn.rotation.angle() - 3.121).abs() < 0.001); // Not by way of zero.
    /// ```
    #[inline]
    #[must_use]
    pub fn lerp(&self, to: &Self, t: f32) -> Self {
        Self { translation: self.translation.lerp(to.translation, t), rotation: self.rotation.nlerp(to.rotation, t) }
    }

    /// Whether the translation is finite (a [`Rot`] always is).
    #[inline]
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite()
    }
}

/// `a * b` maps a point first by `b`, then by `a`: the world pose of `b`, given in `a`'s frame.
impl core::ops::Mul for Pose {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self { translation: self.transform_point(other.translation), rotation: self.rotation * other.rotation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_pose_keeps_its_digits_far_from_the_origin() {
        let turn = Rot::new(0.6, 0.8).unwrap();
        let a = Pose::new(Vec2::new(1e6, -1e6), turn);
        let b = Pose::new(Vec2::new(1e6 + 0.5, -1e6), turn);
        assert_eq!(a.inv_mul(&b).translation, Vec2::new(0.3, -0.4));
    }

    #[test]
    fn between_two_poses_both_parts_go_the_same_share() {
        let from = Pose::new(Vec2::new(1.0, 2.0), Rot::new(0.0, 1.0).unwrap());
        let to = Pose::new(Vec2::new(3.0, -2.0), Rot::new(-1.0, 0.0).unwrap());
        assert_eq!(from.lerp(&to, 0.0), from);
        assert_eq!(from.lerp(&to, 0.5), Pose::new(Vec2::new(2.0, 0.0), Rot::normalized(-0.5, 0.5)));
        assert_eq!(from.lerp(&to, 1.0), to);
        assert_eq!(from.lerp(&to, 1.5).translation, Vec2::new(4.0, -4.0));
    }

    #[test]
    fn a_pose_and_its_inverse_cancel() {
        let pose = Pose::new(Vec2::new(3.0, 4.0), Rot::new(0.0, 1.0).unwrap());
        assert_eq!(pose.inv_transform_point(pose.transform_point(Vec2::new(5.0, 6.0))), Vec2::new(5.0, 6.0));
        assert_eq!(pose * pose.inverse(), Pose::IDENTITY);
    }
}
