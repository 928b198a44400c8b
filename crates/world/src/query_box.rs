use geom::{Aabb, Pose, Vec2};
use sat_simd::{Shape, overlaps};

/// A box that asks which shapes share a point with it, exactly.
pub(crate) struct QueryBox {
    aabb: Aabb,
    center: Pose,
    own: Own,
}

/// What stands for a box.
enum Own {
    /// The box itself.
    Exact(Shape),
    /// Of a box whose middle or half of whose size are no numbers, as a rectangle about the rounded middle has its sides
    /// elsewhere, and what touches the box would be lost: one around the box and one within it, which thin boxes have none
    /// of. They tell of nearly all shapes, and the box's corners, which take two allocations, of those that come between.
    Between { around: Shape, within: Option<Shape> },
}

impl QueryBox {
    /// Without width or height it is a segment, or a point.
    pub fn new(aabb: &Aabb) -> Self {
        let Aabb { min, max } = *aabb;
        if min.x == max.x || min.y == max.y {
            let flat = Shape::segment(min, max).expect("the corners are finite");
            return Self { aabb: *aabb, center: Pose::IDENTITY, own: Own::Exact(flat) };
        }
        let (center, half) = (aabb.center(), aabb.half_extents());
        Self { aabb: *aabb, center: Pose::from_translation(center), own: Own::about(aabb, center, half) }
    }

    /// Whether it shares a point with a shape.
    pub fn meets(&self, shape: &Shape, pose: &Pose) -> bool {
        let meets = |own: &Shape, at: &Pose| overlaps(own, at, shape, pose, 0.0);
        match &self.own {
            Own::Exact(own) => meets(own, &self.center),
            Own::Between { around, within } => {
                let is_within = || within.as_ref().is_some_and(|own| meets(own, &self.center));
                meets(around, &self.center) && (is_within() || meets(&self.corners(), &Pose::IDENTITY))
            }
        }
    }

    fn corners(&self) -> Shape {
        let Aabb { min, max } = self.aabb;
        let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
        // So thin that it is no polygon it is a segment but for roundings.
        Shape::polygon(&corners).or_else(|_| Shape::segment(min, max)).expect("the corners are finite")
    }
}

impl Own {
    /// Of a box with width and height, whose middle and half of whose size are given as rounded.
    fn about(aabb: &Aabb, center: Vec2, half: Vec2) -> Self {
        let Aabb { min, max } = *aabb;
        // Double precision tells whether these are rounded.
        let (wide_center, wide_half) = (center.as_dvec2(), half.as_dvec2());
        let is_exact = wide_center - wide_half == min.as_dvec2() && wide_center + wide_half == max.as_dvec2();
        if is_exact && half.min_element() > 0.0 {
            return Self::Exact(Shape::rect(half.x, half.y).expect("a box has a width"));
        }
        let (above, below) = (max - center, center - min);
        let next = |half: Vec2, to: fn(f32) -> f32| Shape::rect(to(half.x), to(half.y));
        Self::Between {
            around: next(above.max(below), f32::next_up).expect("a box has a width"),
            within: next(above.min(below), f32::next_down).ok(),
        }
    }
}
