use crate::lanes::{AabbLanes, Lanes};
use crate::ray::{Along, GROWTH, Ray};
use geom::Vec2;

/// [`Ray::entry`] for eight boxes at a time, with what is the same for all boxes spread over the lanes once.
#[derive(Clone, Copy, Debug)]
pub struct RayLanes {
    /// By axis: see [`Ray`].
    front: [Lanes; 2],
    back: [Lanes; 2],
    inverse: [Lanes; 2],
    along: [Along; 2],
}

impl RayLanes {
    #[inline(always)]
    pub fn new(ray: &Ray) -> Self {
        let spread = |numbers: Vec2| numbers.to_array().map(Lanes::splat);
        Self { front: spread(ray.front), back: spread(ray.back), inverse: spread(ray.inverse), along: ray.along }
    }

    /// A bit for each box that is entered by `max_fraction`, and the fractions (of no meaning where the bit is clear).
    #[inline]
    pub fn entry(&self, aabbs: &AabbLanes, max_fraction: f32) -> (u32, Lanes) {
        let (entered, near) = self.entered(aabbs, max_fraction);
        (entered.to_bitmask(), near)
    }

    /// [`RayLanes::entry`], with all bits of a lane set in place of one.
    #[inline]
    pub fn entered(&self, aabbs: &AabbLanes, max_fraction: f32) -> (Lanes, Lanes) {
        let (near_x, far_x) = self.slab(&aabbs.min_x, &aabbs.max_x, 0);
        let (near_y, far_y) = self.slab(&aabbs.min_y, &aabbs.max_y, 1);
        // No NaN is here; which of two zeros these choose differs between machines, and adding zero makes it the positive one.
        let near = near_x.fast_max(near_y).fast_max(Lanes::ZERO) + Lanes::ZERO;
        let far = (far_x.fast_min(far_y) * Lanes::splat(GROWTH)).fast_min(Lanes::splat(max_fraction));
        (near.simd_le(far), near)
    }

    #[inline]
    fn slab(&self, min: &Lanes, max: &Lanes, axis: usize) -> (Lanes, Lanes) {
        let (front, back, inverse) = (self.front[axis], self.back[axis], self.inverse[axis]);
        if self.along[axis] == Along::Not {
            let infinity = Lanes::splat(f32::INFINITY);
            let meets = min.simd_le(front) & back.simd_le(*max);
            return (meets.select(-infinity, infinity), meets.select(infinity, -infinity));
        }
        let (first, last) = if self.along[axis] == Along::Backwards { (max, min) } else { (min, max) };
        ((*first - front) * inverse, (*last - back) * inverse)
    }
}
