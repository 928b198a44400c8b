use crate::{
    BroadPhaseError,
    error::{check_aabb, check_circle, check_vector},
    lanes::{AabbLanes, Lanes},
};
use geom::{Aabb, BoundingCircle, Vec2};

/// A part of the plane to look for boxes in, a closed set: an [`Aabb`], a point ([`Vec2`]) or a circle ([`BoundingCircle`]).
pub trait Region: sealed::Region {}

impl Region for Aabb {}
impl Region for Vec2 {}
impl Region for BoundingCircle {}

pub(crate) mod sealed {
    use super::{Area, BroadPhaseError, Vec2};

    /// What a region is to the crate.
    pub trait Region: Copy + Sync {
        fn check(&self) -> Result<(), BroadPhaseError>;

        fn place(&self) -> Vec2;

        fn area(&self) -> Area;
    }
}

impl sealed::Region for Aabb {
    fn check(&self) -> Result<(), BroadPhaseError> {
        check_aabb(self)
    }

    fn place(&self) -> Vec2 {
        self.center()
    }

    fn area(&self) -> Area {
        Area::Aabb(*self)
    }
}

impl sealed::Region for Vec2 {
    fn check(&self) -> Result<(), BroadPhaseError> {
        check_vector("point", *self)
    }

    fn place(&self) -> Vec2 {
        *self
    }

    fn area(&self) -> Area {
        Area::Aabb(Aabb::new(*self, *self))
    }
}

impl sealed::Region for BoundingCircle {
    fn check(&self) -> Result<(), BroadPhaseError> {
        check_circle(self)
    }

    fn place(&self) -> Vec2 {
        self.center
    }

    fn area(&self) -> Area {
        Area::Circle { center: self.center, radius_sq: self.radius * self.radius }
    }
}

/// A region as the indices know it.
#[derive(Clone, Copy, Debug)]
pub enum Area {
    Aabb(Aabb),
    Circle { center: Vec2, radius_sq: f32 },
}

impl Area {
    /// Whether the box shares a point with the area. A larger box does whenever one inside it does, rounding included.
    #[inline]
    pub fn meets(&self, aabb: &Aabb) -> bool {
        match self {
            Self::Aabb(region) => aabb.overlaps(region),
            Self::Circle { center, radius_sq } => aabb.distance_sq(*center) <= *radius_sq,
        }
    }

    /// [`Area::meets`] for eight boxes, of which unused lanes meet nothing: a bit for each.
    #[inline]
    pub(crate) fn select(&self, boxes: &AabbLanes) -> u32 {
        match self {
            Self::Aabb(region) => boxes.overlaps(&AabbLanes::splat(region)),
            Self::Circle { center, radius_sq } => {
                boxes.within(Lanes::splat(center.x), Lanes::splat(center.y), Lanes::splat(*radius_sq))
            }
        }
    }
}
