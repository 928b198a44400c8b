use glam::Vec2;

/// An axis-aligned box: a closed set, `min ≤ max` in both coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb {
    /// Lower left corner.
    pub min: Vec2,
    /// Upper right corner.
    pub max: Vec2,
}

impl Aabb {
    /// The box from `min` to `max`; see [`Aabb::is_valid`].
    #[inline]
    #[must_use]
    pub const fn new(min: Vec2, max: Vec2) -> Self {
        Self { min, max }
    }

    /// The box around `center` that reaches `half` to each side.
    #[inline]
    #[must_use]
    pub fn from_center_half(center: Vec2, half: Vec2) -> Self {
        Self { min: center - half, max: center + half }
    }

    /// Whether both corners are finite and `min ≤ max`.
    #[inline]
    #[must_use]
    pub fn is_valid(&self) -> bool {
        // NaN fails any comparison.
        let is_interval = |min: f32, max: f32| f32::MIN <= min && min <= max && max <= f32::MAX;
        is_interval(self.min.x, self.max.x) && is_interval(self.min.y, self.max.y)
    }

    /// Whether the boxes share a point; touching counts.
    #[inline]
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.x <= other.max.x && other.min.x <= self.max.x && self.min.y <= other.max.y && other.min.y <= self.max.y
    }

    /// Whether `other` lies wholly inside; equal boxes contain each other.
    #[inline]
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        self.min.x <= other.min.x && self.min.y <= other.min.y && other.max.x <= self.max.x && other.max.y <= self.max.y
    }

    /// Whether `point` lies inside or on the border.
    #[inline]
    #[must_use]
    pub fn contains_point(&self, point: Vec2) -> bool {
        self.min.x <= point.x && point.x <= self.max.x && self.min.y <= point.y && point.y <= self.max.y
    }

    /// The smallest box around both.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box grown by `margin` metres on every side.
    #[inline]
    #[must_use]
    pub fn enlarged(&self, margin: f32) -> Self {
        Self { min: self.min - Vec2::splat(margin), max: self.max + Vec2::splat(margin) }
    }

    /// The middle; does not overflow for finite boxes.
    #[inline]
    #[must_use]
    pub fn center(&self) -> Vec2 {
        self.min * 0.5 + self.max * 0.5
    }

    /// Half the width and half the height; does not overflow for finite boxes.
    #[inline]
    #[must_use]
    pub fn half_extents(&self) -> Vec2 {
        self.max * 0.5 - self.min * 0.5
    }

    /// The squared distance from `point` to the box; zero inside.
    #[inline]
    #[must_use]
    pub fn distance_sq(&self, point: Vec2) -> f32 {
        let gap = (self.min - point).max(point - self.max).max(Vec2::ZERO);
        gap.x * gap.x + gap.y * gap.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_share_a_corner_overlap() {
        let a = Aabb::new(Vec2::ZERO, Vec2::ONE);
        assert!(a.overlaps(&Aabb::new(Vec2::ONE, Vec2::splat(2.0))));
        assert!(!a.overlaps(&Aabb::new(Vec2::splat(1.0 + f32::EPSILON), Vec2::splat(2.0))));
    }

    #[test]
    fn distance_to_a_corner_is_by_pythagoras() {
        let a = Aabb::new(Vec2::ZERO, Vec2::ONE);
        assert_eq!(a.distance_sq(Vec2::new(4.0, 5.0)), 25.0);
        assert_eq!(a.distance_sq(Vec2::new(0.5, 1.0)), 0.0);
    }

    #[test]
    fn an_inverted_or_unbounded_box_is_not_valid() {
        assert!(!Aabb::new(Vec2::ONE, Vec2::ZERO).is_valid());
        assert!(!Aabb::new(Vec2::ZERO, Vec2::splat(f32::INFINITY)).is_valid());
        assert!(!Aabb::new(Vec2::NAN, Vec2::ONE).is_valid());
        assert!(Aabb::default().is_valid());
    }
}
