use crate::ShapeRef;
use crate::lanes::{F64Quad, LANES};
use crate::root::sqrt_f64;
use crate::shape::Block;
use geom::Vec2;
use glam::DVec2;

/// The vertices of a core, seen from the point it turns about, in its own frame.
pub(super) struct Arms<'a> {
    /// Up to eight, the last one repeated.
    few: Eight,
    /// Whether there are more than four.
    is_wide: bool,
    /// All of a larger polygon, seen from its origin.
    large: &'a [Block],
    pivot: DVec2,
}

/// Eight points, four to a register.
struct Eight {
    x: [[f64; 4]; 2],
    y: [[f64; 4]; 2],
}

impl<'a> Arms<'a> {
    #[inline]
    pub fn new(shape: ShapeRef<'a>, pivot: DVec2) -> Self {
        let repeated = |first: Vec2, second: Vec2| {
            let of = |a, b| [a, b, b, b, b, b, b, b];
            Eight::new(&of(first.x, second.x), &of(first.y, second.y), pivot)
        };
        let (few, len) = match shape {
            ShapeRef::Circle(_) => (repeated(Vec2::ZERO, Vec2::ZERO), 1),
            ShapeRef::Segment(segment) => (repeated(segment.a(), segment.b()), 2),
            ShapeRef::Capsule(capsule) => (repeated(capsule.a(), capsule.b()), 2),
            ShapeRef::Rect(rect) => {
                let [a, b, c, d] = rect.corners();
                let (x, y) = ([a.x, b.x, c.x, d.x, d.x, d.x, d.x, d.x], [a.y, b.y, c.y, d.y, d.y, d.y, d.y, d.y]);
                (Eight::new(&x, &y, pivot), 4)
            }
            ShapeRef::Polygon(polygon) => (Eight::of(&polygon.blocks()[0], pivot), polygon.len()),
        };
        let large = match shape {
            ShapeRef::Polygon(polygon) if len > LANES => polygon.blocks(),
            _ => &[],
        };
        Self { few, is_wide: len > LANES / 2, large, pivot }
    }

    /// How far they reach.
    #[inline]
    pub fn reach(&self) -> f64 {
        let of_few = self.few.reach_sq();
        sqrt_f64(if self.large.is_empty() {
            of_few
        } else {
            self.blocks().map(|eight| eight.reach_sq()).fold(of_few, max)
        })
    }

    /// How far they reach along `direction`.
    #[inline]
    pub fn highest(&self, direction: DVec2) -> f64 {
        let of_few = self.few.highest(direction, self.is_wide);
        if self.large.is_empty() { of_few } else { self.highest_of_large(direction, of_few) }
    }

    #[inline(never)]
    fn highest_of_large(&self, direction: DVec2, of_few: f64) -> f64 {
        self.blocks().map(|eight| eight.highest(direction, true)).fold(of_few, max)
    }

    /// The one that reaches least along `direction`, the first of several, and how far that is.
    #[inline]
    pub fn lowest(&self, direction: DVec2) -> (f64, DVec2) {
        let of_few = self.few.lowest(direction, self.is_wide);
        if self.large.is_empty() { of_few } else { self.lowest_of_large(direction, of_few) }
    }

    #[inline(never)]
    fn lowest_of_large(&self, direction: DVec2, of_few: (f64, DVec2)) -> (f64, DVec2) {
        self.blocks().map(|eight| eight.lowest(direction, true)).fold(of_few, |a, b| if b.0 < a.0 { b } else { a })
    }

    /// The vertices of a larger polygon but for the first eight.
    #[inline]
    fn blocks(&self) -> impl Iterator<Item = Eight> {
        self.large.iter().skip(1).map(|block| Eight::of(block, self.pivot))
    }
}

impl Eight {
    #[inline]
    fn new(x: &[f32; LANES], y: &[f32; LANES], pivot: DVec2) -> Self {
        let seen = |value: f32, from: f64| f64::from(value) - from;
        let halves = |values: &[f32; LANES], from: f64| {
            let [a, b, c, d, e, f, g, h] = *values;
            [
                [seen(a, from), seen(b, from), seen(c, from), seen(d, from)],
                [seen(e, from), seen(f, from), seen(g, from), seen(h, from)],
            ]
        };
        Self { x: halves(x, pivot.x), y: halves(y, pivot.y) }
    }

    #[inline]
    fn of(block: &Block, pivot: DVec2) -> Self {
        Self::new(&block.x, &block.y, pivot)
    }

    #[inline]
    fn map(&self, half: usize, of: impl Fn(F64Quad, F64Quad) -> F64Quad) -> F64Quad {
        of(F64Quad::new(self.x[half]), F64Quad::new(self.y[half]))
    }

    #[inline]
    fn heights(&self, half: usize, direction: DVec2) -> F64Quad {
        self.map(half, |x, y| F64Quad::splat(direction.x) * x + F64Quad::splat(direction.y) * y)
    }

    #[inline]
    fn reach_sq(&self) -> f64 {
        highest([0, 1].map(|half| self.map(half, |x, y| x * x + y * y)))
    }

    #[inline]
    fn highest(&self, direction: DVec2, is_wide: bool) -> f64 {
        let first = self.heights(0, direction);
        highest([first, if is_wide { self.heights(1, direction) } else { first }])
    }

    #[inline]
    fn lowest(&self, direction: DVec2, is_wide: bool) -> (f64, DVec2) {
        let first = self.heights(0, direction);
        let second = if is_wide { self.heights(1, direction) } else { first };
        let least = -highest([-first, -second]);
        let bits = |heights: F64Quad| heights.simd_le(F64Quad::splat(least)).to_bitmask();
        let index = (bits(first) | bits(second) << 4).trailing_zeros() as usize % LANES;
        (least, DVec2::new(self.x[index / 4][index % 4], self.y[index / 4][index % 4]))
    }
}

/// The larger of two numbers, neither NaN.
#[inline]
fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The largest of eight numbers; none may be NaN.
#[inline]
fn highest([first, second]: [F64Quad; 2]) -> f64 {
    let [a, b, c, d] = first.fast_max(second).to_array();
    max(max(a, c), max(b, d))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AsShape;
    use crate::batch::testing::entries;
    use crate::precise::widen;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn arms_reach_as_far_as_one_vertex_after_the_other(
            entries in entries(), x in -3.0f64..3.0, y in -3.0f64..3.0, pivot in -2.0f64..2.0,
        ) {
            let (direction, pivot) = (DVec2::new(x, y), DVec2::new(pivot, 0.5 - pivot));
            for (shape, _) in &entries {
                let arms = Arms::new(shape.as_shape(), pivot);
                let all = || (0..shape.core_len()).map(|index| widen(shape.core_vertex(index)) - pivot);
                let heights = || all().map(|arm| direction.x * arm.x + direction.y * arm.y);
                prop_assert_eq!(arms.highest(direction), heights().fold(f64::NEG_INFINITY, f64::max));
                let least = heights().fold(f64::INFINITY, f64::min);
                let first = heights().position(|height| height == least).unwrap();
                prop_assert_eq!(arms.lowest(direction), (least, all().nth(first).unwrap()));
                prop_assert_eq!(arms.reach(), all().map(|arm| arm.length_squared()).fold(0.0, f64::max).sqrt());
            }
        }
    }
}
