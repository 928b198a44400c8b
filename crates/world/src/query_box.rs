use geom::{Aabb, Pose, Vec2};
use sat_simd::{Shape, overlaps};

/// A box that asks which shapes share a point with it, exactly.
///
/// A rectangle about the box's middle is not quite the box where that and half of its size are no numbers: rounding moves a side, and what
/// touches it would be lost. So one around the box and one within tell of nearly all shapes, and of those that come
/// between the two the box's corners, which takes two allocations.
pub(crate) struct QueryBox {
    aabb: Aabb,
    center: Pose,
    around: Shape,
    /// The box itself if that is what is `around`; `None` where nothing is known to be within.
    within: Option<Shape>,
    is_exact: bool,
}

impl QueryBox {
    /// Without width or height it is a segment, or a point.
    pub fn new(aabb: &Aabb) -> Self {
        let Aabb { min, max } = *aabb;
        if min.x == max.x || min.y == max.y {
            let flat = Shape::segment(min, max).expect("the corners are finite");
            return Self { aabb: *aabb, center: Pose::IDENTITY, around: flat, within: None, is_exact: true };
        }
        let (center, half) = (aabb.center(), aabb.half_extents());
        // Double precision tells whether these are rounded.
        let (wide_center, wide_half) = (center.as_dvec2(), half.as_dvec2());
        let is_exact = wide_center - wide_half == min.as_dvec2()
            && wide_center + wide_half == max.as_dvec2()
            && half.min_element() > 0.0;
        let reach = [max - center, center - min];
        let (far, near) = (reach[0].max(reach[1]), reach[0].min(reach[1]));
        let rect = |half: Vec2| Shape::rect(half.x, half.y);
        let next = |half: Vec2, to: fn(f32) -> f32| Vec2::new(to(half.x), to(half.y));
        let around = if is_exact { half } else { next(far, f32::next_up) };
        Self {
            aabb: *aabb,
            center: Pose::from_translation(center),
            around: rect(around).expect("a box has a width"),
            within: if is_exact { None } else { rect(next(near, f32::next_down)).ok() },
            is_exact,
        }
    }

    /// Whether it shares a point with a shape.
    pub fn meets(&self, shape: &Shape, pose: &Pose) -> bool {
        let meets = |own: &Shape, at: &Pose| overlaps(own, at, shape, pose, 0.0);
        let is_within = || self.within.as_ref().is_some_and(|own| meets(own, &self.center));
        meets(&self.around, &self.center) && (self.is_exact || is_within() || meets(&self.corners(), &Pose::IDENTITY))
    }

    fn corners(&self) -> Shape {
        let Aabb { min, max } = self.aabb;
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        // So thin that it is no polygon it is a segment but for roundings.
        Shape::polygon(&corners).or_else(|_| Shape::segment(min, max)).expect("the corners are finite")
    }
}
