use crate::{
    BroadPhaseError,
    all_valid::AllValid,
    circle::Circle,
    error::{check_aabb, check_circle, check_vector},
    lanes::{AabbLanes, Lanes},
    wide_tree::Probe,
};
use geom::{Aabb, BoundingCircle, Vec2};

/// A part of the plane to look for boxes in, a closed set: an [`Aabb`], a point ([`Vec2`]) or a circle ([`BoundingCircle`]).
pub trait Region: sealed::Region {}

impl Region for Aabb {}
impl Region for Vec2 {}
impl Region for BoundingCircle {}

pub(crate) mod sealed {
    use super::{AllValid, Area, BroadPhaseError, Probe, Vec2};

    /// What a region is to the crate.
    pub trait Region: Copy + Sync {
        /// The region as many are asked about together.
        type Probe: Probe;

        fn check(&self) -> Result<(), BroadPhaseError>;

        /// [`Region::check`] of many.
        fn and_valid(&self, all: &mut AllValid);

        fn place(&self) -> Vec2;

        fn area(&self) -> Area;

        fn probe(&self) -> Self::Probe;
    }
}

impl sealed::Region for Aabb {
    type Probe = AabbLanes;

    fn check(&self) -> Result<(), BroadPhaseError> {
        check_aabb(self)
    }

    #[inline]
    fn and_valid(&self, all: &mut AllValid) {
        all.and_box(self);
    }

    fn place(&self) -> Vec2 {
        self.center()
    }

    fn area(&self) -> Area {
        Area::Aabb(*self)
    }

    fn probe(&self) -> AabbLanes {
        AabbLanes::splat(self)
    }
}

impl sealed::Region for Vec2 {
    type Probe = Self;

    fn check(&self) -> Result<(), BroadPhaseError> {
        check_vector("point", *self)
    }

    #[inline]
    fn and_valid(&self, all: &mut AllValid) {
        all.and_vectors(*self, *self);
    }

    fn place(&self) -> Vec2 {
        *self
    }

    fn area(&self) -> Area {
        Area::Aabb(Aabb::new(*self, *self))
    }

    fn probe(&self) -> Self {
        *self
    }
}

impl sealed::Region for BoundingCircle {
    type Probe = Disc<false>;

    fn check(&self) -> Result<(), BroadPhaseError> {
        check_circle(self)
    }

    #[inline]
    fn and_valid(&self, all: &mut AllValid) {
        all.and_circle(self, self.center);
    }

    fn place(&self) -> Vec2 {
        self.center
    }

    fn area(&self) -> Area {
        Area::Circle(Circle::new(self))
    }

    fn probe(&self) -> Disc<false> {
        Disc { center: self.center, radius_sq: Circle::new(self).reach_sq() }
    }
}

/// One box in every lane: spread once, and not once a node, it takes overlaps 0.95 of the search. Points and discs, of fewer
/// numbers, gain nothing.
impl Probe for AabbLanes {
    const IS_KEYED: bool = false;

    #[inline]
    fn probe(&self, boxes: &AabbLanes) -> (u32, Lanes) {
        (boxes.overlaps(self), Lanes::ZERO)
    }

    #[inline]
    fn span(&self) -> Option<Aabb> {
        Some(self.lane(0))
    }
}

impl Probe for Vec2 {
    const IS_KEYED: bool = false;
    /// Nodes of a packed tree hardly overlap: two places instead of four take points 0.95 of the instructions.
    const SURE: usize = 2;

    #[inline]
    fn probe(&self, boxes: &AabbLanes) -> (u32, Lanes) {
        (boxes.overlaps(&AabbLanes::splat(&Aabb::new(*self, *self))), Lanes::ZERO)
    }

    #[inline]
    fn span(&self) -> Option<Aabb> {
        Some(Aabb { min: *self, max: *self })
    }
}

/// What comes within a distance of a point; the keys, if they are of interest, are the squared distances.
#[derive(Clone, Copy, Debug)]
pub struct Disc<const IS_KEYED: bool> {
    pub center: Vec2,
    pub radius_sq: f32,
}

impl<const IS_KEYED: bool> Probe for Disc<IS_KEYED> {
    const IS_KEYED: bool = IS_KEYED;

    #[inline]
    fn probe(&self, boxes: &AabbLanes) -> (u32, Lanes) {
        let (x, y, radius_sq) = (self.center.x, self.center.y, self.radius_sq);
        let (within, distances) = boxes.within(Lanes::splat(x), Lanes::splat(y), Lanes::splat(radius_sq));
        (within.to_bitmask(), distances)
    }

    #[inline]
    fn span(&self) -> Option<Aabb> {
        // What is within the distance by rounded numbers is within so much more, squares that vanish included.
        let reach = Vec2::splat(self.radius_sq.sqrt() * 1.000_001 + 1e-18);
        Some(Aabb { min: self.center - reach, max: self.center + reach })
    }
}

/// A region as the indices know it.
#[derive(Clone, Copy, Debug)]
pub enum Area {
    Aabb(Aabb),
    Circle(Circle),
}

impl Area {
    /// Whether the box shares a point with the area. A larger box does whenever one inside it does, rounding included.
    #[inline]
    pub fn meets(&self, aabb: &Aabb) -> bool {
        match self {
            Self::Aabb(region) => aabb.overlaps(region),
            Self::Circle(circle) => circle.meets(aabb),
        }
    }

    /// Whether an index finds those boxes only that share a point with the area.
    #[inline]
    pub fn is_found_exactly(&self) -> bool {
        match self {
            Self::Aabb(_) => true,
            Self::Circle(circle) => circle.is_plain(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_disc_selects_by_rounded_numbers_meets_its_span() {
        // The square of a distance vanishes, or the distance is rounded down to the radius, or up to it from the other side.
        for (x, side, radius_sq) in [(0.0, -1e-25, 0.0), (1.0, -1e-9, 1.0), (-1.0, 1e-9, 1.0), (1e6, -0.03, 1e12)] {
            let disc = Disc::<false> { center: Vec2::new(x, 0.0), radius_sq };
            let corners = [Vec2::new(side, 0.0), Vec2::new(2.0 * side, 0.0)];
            let aabb = Aabb::new(corners[0].min(corners[1]), corners[0].max(corners[1]));
            assert_eq!(disc.probe(&AabbLanes::splat(&aabb)).0, 0xff, "{x}");
            assert!(disc.span().is_some_and(|span| span.overlaps(&aabb)), "{x}");
        }
    }
}
