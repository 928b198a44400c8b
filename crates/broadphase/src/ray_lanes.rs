use crate::lanes::{AabbLanes, Lanes, OPPOSITE};
use crate::ray::{Along, GROWTH, Ray};
use geom::Vec2;

/// [`Ray::entry`] for eight boxes at a time, with what is the same for all boxes spread over the lanes once.
#[derive(Clone, Copy, Debug)]
pub struct RayLanes {
    /// By axis: see [`Ray`].
    front: [Lanes; 2],
    back: [Lanes; 2],
    inverse: [Lanes; 2],
    /// The sides of boxes that are met first; those that are left last are [`OPPOSITE`].
    first: [u8; 2],
    /// Whether it runs along both axes, as nearly all do.
    is_oblique: bool,
    along: [Along; 2],
}

impl RayLanes {
    #[inline(always)]
    pub fn new(ray: &Ray) -> Self {
        let spread = |numbers: Vec2| numbers.to_array().map(Lanes::splat);
        let first = |axis: usize| axis as u8 | if ray.along[axis] == Along::Backwards { OPPOSITE as u8 } else { 0 };
        Self {
            front: spread(ray.front),
            back: spread(ray.back),
            inverse: spread(ray.inverse),
            first: [first(0), first(1)],
            is_oblique: !ray.along.contains(&Along::Not),
            along: ray.along,
        }
    }

    /// A bit for each box that is entered by `max_fraction`, and the fractions (of no meaning where the bit is clear).
    #[inline]
    pub fn entry(&self, aabbs: &AabbLanes, max_fraction: f32) -> (u32, Lanes) {
        let (entered, near) = self.entered(aabbs, max_fraction);
        (entered.to_bitmask(), near + Lanes::ZERO)
    }

    /// [`RayLanes::entry`], with all bits of a lane set in place of one, and any zero in place of the positive one.
    #[inline]
    pub fn entered(&self, aabbs: &AabbLanes, max_fraction: f32) -> (Lanes, Lanes) {
        let ((near_x, far_x), (near_y, far_y)) = if self.is_oblique {
            (self.slab(aabbs, 0), self.slab(aabbs, 1))
        } else {
            (self.any_slab(aabbs, 0), self.any_slab(aabbs, 1))
        };
        // No NaN is here; which of two zeros these choose differs between machines.
        let near = near_x.fast_max(near_y).fast_max(Lanes::ZERO);
        let far = (far_x.fast_min(far_y) * Lanes::splat(GROWTH)).fast_min(Lanes::splat(max_fraction));
        (near.simd_le(far), near)
    }

    /// Which side comes first is looked up: a branch for each axis took more instructions.
    #[inline(always)]
    fn slab(&self, aabbs: &AabbLanes, axis: usize) -> (Lanes, Lanes) {
        let (front, back, inverse) = (self.front[axis], self.back[axis], self.inverse[axis]);
        let side = |number: usize| aabbs.sides[number % aabbs.sides.len()];
        let first = usize::from(self.first[axis]);
        ((side(first) - front) * inverse, (side(first ^ OPPOSITE) - back) * inverse)
    }

    /// [`RayLanes::slab`], whether the ray runs along the axis or not.
    #[inline]
    fn any_slab(&self, aabbs: &AabbLanes, axis: usize) -> (Lanes, Lanes) {
        if self.along[axis] != Along::Not {
            return self.slab(aabbs, axis);
        }
        let infinity = Lanes::splat(f32::INFINITY);
        let meets = aabbs.sides[axis].simd_le(self.front[axis]) & self.back[axis].simd_le(aabbs.sides[axis ^ OPPOSITE]);
        (meets.select(-infinity, infinity), meets.select(infinity, -infinity))
    }
}
