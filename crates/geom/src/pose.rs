use crate::Rot;
use glam::Vec2;

/// Where a body is and how it is turned: maps a local point `v` to `translation + rotation · v`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    fn a_pose_and_its_inverse_cancel() {
        let pose = Pose::new(Vec2::new(3.0, 4.0), Rot::new(0.0, 1.0).unwrap());
        assert_eq!(pose.inv_transform_point(pose.transform_point(Vec2::new(5.0, 6.0))), Vec2::new(5.0, 6.0));
        assert_eq!(pose * pose.inverse(), Pose::IDENTITY);
    }
}
