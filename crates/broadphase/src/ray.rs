use geom::{Aabb, Vec2};

/// How much longer than computed a ray is taken to stay in a slab. With u = 2⁻²⁴ both ends are off by a difference, an inverse
/// and a product, 3u, or 6u where the inverse is subnormal, one too early and the other too late. After T. Ize, "Robust BVH
/// Ray Traversal", JCGT 2(2), 2013. When they are off the other way, and with the rounding of the growth, 16u, itself, what is
/// entered up to 29u of the way after it was left counts as met.
pub(crate) const GROWTH: f32 = 1.0 + 8.0 * f32::EPSILON;

/// A ray is taken to start so much of its way, or of a metre, farther back: 2⁻¹²⁰, many times what a subnormal fraction is
/// off by, and itself none, which would be slow.
const LEAST_FRACTION: f32 = f32::from_bits(7 << 23);

/// How far a ray is followed: what it meets at its very end may come out a little beyond. See [`Ray::reported`].
pub const END: f32 = GROWTH;

/// A ray, or a box on its way, prepared for many box tests by the slab method: Ericson, Real-Time Collision Detection, 2005,
/// §5.3.3 and §5.5.8. A ray is the sweep of a box without extent.
///
/// What is met is never missed, grazed corners and the very end included, and what is missed by less than rounding, 2⁻¹⁹ of
/// the way and 2⁻¹²⁰ m, may be met. Rounding is monotone in the box's sides, so a larger box is never missed where a smaller
/// one inside it is hit: a tree may cull with the boxes of its nodes and lose nothing.
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    /// By axis: the side of the swept box that meets a slab first.
    pub(crate) front: Vec2,
    /// The side that leaves it last, taken a little farther back.
    pub(crate) back: Vec2,
    pub(crate) inverse: Vec2,
    pub(crate) along: [Along; 2],
}

/// How a ray runs along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Along {
    Forwards,
    Backwards,
    /// A component too small to have a finite inverse makes the swept box larger instead.
    Not,
}

impl Along {
    fn new(inverse: f32) -> Self {
        match inverse {
            inverse if !inverse.is_finite() => Self::Not,
            inverse if inverse > 0.0 => Self::Forwards,
            _ => Self::Backwards,
        }
    }
}

impl Ray {
    #[inline(always)]
    pub fn new(origin: Vec2, translation: Vec2) -> Self {
        Self::of_box(&Aabb::new(origin, origin), translation)
    }

    #[inline(always)]
    pub fn of_box(swept: &Aabb, translation: Vec2) -> Self {
        let inverse = Vec2::new(1.0 / translation.x, 1.0 / translation.y);
        let along = [Along::new(inverse.x), Along::new(inverse.y)];
        let sides = |axis: usize| {
            let (min, max, way) = (swept.min[axis], swept.max[axis], translation[axis]);
            let slack = larger(way.abs(), 1.0) * LEAST_FRACTION;
            match along[axis] {
                Along::Forwards => (max, min - slack),
                Along::Backwards => (min, max + slack),
                Along::Not => (larger(max + way, max), smaller(min + way, min)),
            }
        };
        let (x, y) = (sides(0), sides(1));
        let (front, back) = (Vec2::new(x.0, y.0), Vec2::new(x.1, y.1));
        Self { front, back, inverse, along }
    }

    /// The fraction at which something is met, as it is told: what comes out beyond the end is met there.
    #[inline]
    pub fn reported(fraction: f32) -> f32 {
        smaller(fraction, 1.0)
    }

    /// The fraction of the translation at which the ray enters the box, or the swept box meets it, 0 from inside; `None` when
    /// it does not by `max_fraction`. Grazing an edge or a corner counts. Off by less than 2⁻²¹ of itself, and the fraction
    /// of a box around the box is never greater.
    #[inline]
    pub fn entry(&self, aabb: &Aabb, max_fraction: f32) -> Option<f32> {
        let (near_x, far_x) = self.slab(aabb.min.x, aabb.max.x, 0);
        let (near_y, far_y) = self.slab(aabb.min.y, aabb.max.y, 1);
        let near = larger(larger(near_x, near_y), 0.0);
        let far = smaller(smaller(far_x, far_y) * GROWTH, max_fraction);
        (near <= far).then_some(near)
    }

    // Products with an infinite difference (the span of two huge coordinates) stay infinite, and the inverse is never zero:
    // no NaN arises here from finite input. Which side comes first is known from the direction, without comparing.

    #[inline]
    fn slab(&self, min: f32, max: f32, axis: usize) -> (f32, f32) {
        let (front, back, inverse) = (self.front[axis], self.back[axis], self.inverse[axis]);
        match self.along[axis] {
            Along::Forwards => ((min - front) * inverse, (max - back) * inverse),
            Along::Backwards => ((max - front) * inverse, (min - back) * inverse),
            Along::Not if min <= front && back <= max => (f32::NEG_INFINITY, f32::INFINITY),
            Along::Not => (f32::INFINITY, f32::NEG_INFINITY),
        }
    }
}

// Plain comparisons instead of `min` and `max`, whose choice between the two zeros is not specified.

#[inline]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline]
fn larger(a: f32, b: f32) -> f32 {
    if b < a { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lanes::AabbLanes, ray_lanes::RayLanes};
    use proptest::prelude::*;

    const UNIT: Aabb = Aabb::new(Vec2::ZERO, Vec2::ONE);

    #[test]
    fn a_ray_enters_where_it_crosses_the_near_side() {
        let ray = Ray::new(Vec2::new(-1.0, 0.5), Vec2::new(4.0, 0.0));
        assert_eq!(ray.entry(&UNIT, 1.0), Some(0.25));
        assert_eq!(ray.entry(&UNIT, 0.25), Some(0.25), "touching at the very end counts");
        assert_eq!(ray.entry(&UNIT, 0.2), None);
    }

    #[test]
    fn a_ray_from_inside_enters_at_once() {
        assert_eq!(Ray::new(Vec2::splat(0.5), Vec2::new(9.0, 1.0)).entry(&UNIT, 1.0), Some(0.0));
    }

    #[test]
    fn a_ray_along_an_edge_grazes_the_box() {
        assert_eq!(Ray::new(Vec2::new(-1.0, 1.0), Vec2::new(2.0, 0.0)).entry(&UNIT, 1.0), Some(0.5));
        assert_eq!(Ray::new(Vec2::new(-1.0, 1.1), Vec2::new(2.0, 0.0)).entry(&UNIT, 1.0), None);
    }

    #[test]
    fn a_ray_of_no_length_is_a_point() {
        assert_eq!(Ray::new(Vec2::ONE, Vec2::ZERO).entry(&UNIT, 1.0), Some(0.0));
        assert_eq!(Ray::new(Vec2::new(1.5, 0.5), Vec2::ZERO).entry(&UNIT, 1.0), None);
    }

    #[test]
    fn a_swept_box_meets_another_when_their_sides_do() {
        let swept = Aabb::new(Vec2::new(-3.0, 0.5), Vec2::new(-2.0, 3.0));
        assert_eq!(Ray::of_box(&swept, Vec2::new(8.0, 0.0)).entry(&UNIT, 1.0), Some(0.25));
        assert_eq!(Ray::of_box(&swept, Vec2::new(-8.0, 0.0)).entry(&UNIT, 1.0), None);
        assert_eq!(Ray::of_box(&swept, Vec2::new(4.0, 1.0)).entry(&UNIT, 1.0), Some(0.5), "its corner grazes the top");
        assert_eq!(Ray::of_box(&swept, Vec2::new(4.0, 1.1)).entry(&UNIT, 1.0), None, "it passes above");
    }

    #[test]
    fn a_corner_that_is_grazed_is_met_whatever_the_rounding() {
        // 41 times the rounded inverse of 41 is less than 1.
        let corner = Aabb::new(Vec2::new(10.0, 1.0), Vec2::new(41.0, 5.0));
        let ray = Ray::new(Vec2::ZERO, Vec2::new(41.0, 1.0));
        assert_eq!(ray.entry(&corner, END).map(Ray::reported), Some(1.0));
        let missed = Aabb::new(Vec2::new(10.0, 1.0 + 1e-4), Vec2::new(41.0, 5.0));
        assert_eq!(ray.entry(&missed, END), None);
    }

    fn number() -> impl Strategy<Value = f32> {
        prop_oneof![
            (-4i8..=4).prop_map(f32::from),
            Just(-0.0),
            -4.0f32..4.0,
            Just(1e-42),
            Just(f32::MAX),
            Just(f32::MIN)
        ]
    }

    fn vector() -> impl Strategy<Value = Vec2> {
        (number(), number()).prop_map(|(x, y)| Vec2::new(x, y))
    }

    fn aabb() -> impl Strategy<Value = Aabb> {
        (vector(), vector()).prop_map(|(a, b)| Aabb::new(a.min(b), a.max(b)))
    }

    proptest! {
        #[test]
        fn wide_rays_equal_their_twin(boxes in prop::array::uniform8(aabb()), swept in aabb(), translation in vector(), max in 0.0f32..2.0) {
            let ray = Ray::of_box(&swept, translation);
            let mut lanes = AabbLanes::EMPTY;
            for (lane, aabb) in boxes.iter().enumerate() {
                lanes.set_lane(lane, aabb);
            }
            let (mask, near) = RayLanes::new(&ray).entry(&lanes, max);
            for (lane, aabb) in boxes.iter().enumerate() {
                let wide = (mask >> lane & 1 == 1).then(|| near.as_array()[lane].to_bits());
                prop_assert_eq!(wide, ray.entry(aabb, max).map(f32::to_bits), "lane {}", lane);
            }
        }

        #[test]
        fn a_box_around_a_box_is_hit_no_later(inner in aabb(), outer in aabb(), swept in aabb(), translation in vector()) {
            let ray = Ray::of_box(&swept, translation);
            if let Some(entry) = ray.entry(&inner, 1.0) {
                let around = ray.entry(&inner.union(&outer), 1.0);
                prop_assert!(around.is_some_and(|around| around <= entry));
            }
        }
    }
}
