use crate::lanes::{F32s, F32x4, Lane, V2, columns};
use geom::{Pose, Vec2};
use sat_simd::Shape;

/// B's frame in A's, of one contact or of eight: like a [`Pose`], but for the length of its direction, which is one to rounding.
#[derive(Clone, Copy)]
pub(crate) struct Relative<L = f32> {
    pub offset: V2<L>,
    /// Cosine and sine.
    pub turn: V2<L>,
}

impl Relative {
    pub const NONE: Self = Self { offset: V2 { x: f32::NAN, y: f32::NAN }, turn: V2 { x: f32::NAN, y: f32::NAN } };

    #[inline]
    pub fn new(a: &Pose, b: &Pose) -> Self {
        Self::of(a).to(Self::of(b))
    }

    /// A pose in the world's frame.
    #[inline]
    fn of(pose: &Pose) -> Self {
        let Pose { translation: Vec2 { x, y }, rotation } = *pose;
        Self { offset: V2 { x, y }, turn: V2 { x: rotation.cos(), y: rotation.sin() } }
    }

    #[inline]
    fn row(self) -> F32x4 {
        let Self { offset, turn } = self;
        F32x4::new([offset.x, offset.y, turn.x, turn.y])
    }

    /// Where B's origin is in A's frame.
    #[inline]
    pub fn offset(&self) -> Vec2 {
        Vec2::new(self.offset.x, self.offset.y)
    }

    /// Where a point of B's frame is in A's.
    #[inline]
    pub fn point(&self, p: Vec2) -> Vec2 {
        self.vector(V2 { x: p.x, y: p.y }) + self.offset()
    }

    #[inline]
    fn vector(&self, V2 { x, y }: V2<f32>) -> Vec2 {
        let V2 { x: cos, y: sin } = self.turn;
        Vec2::new(cos * x - sin * y, sin * x + cos * y)
    }

    /// A direction that turned with B since `then`, when it was this one, both in A's frame.
    #[inline]
    pub fn turned_since(&self, then: &Self, direction: Vec2) -> Vec2 {
        self.vector(then.inv_vector(V2 { x: direction.x, y: direction.y }))
    }

    /// Where a point of A's frame is in B's.
    #[inline]
    pub fn inv_point(&self, p: Vec2) -> Vec2 {
        let V2 { x, y } = self.inv_vector(V2 { x: p.x, y: p.y }.minus(self.offset));
        Vec2::new(x, y)
    }
}

impl Relative<F32s> {
    /// Eight frames, side by side.
    #[inline(always)]
    pub fn gather(frame: impl Fn(usize) -> Relative) -> Self {
        let [x, y, cos, sin] = columns(|lane| frame(lane).row());
        Self { offset: V2 { x, y }, turn: V2 { x: cos, y: sin } }
    }

    /// [`Relative::new`] of eight.
    #[inline(always)]
    pub fn of_eight<'p>(a: impl Fn(usize) -> &'p Pose, b: impl Fn(usize) -> &'p Pose) -> Self {
        Self::gather(|lane| Relative::of(a(lane))).to(Self::gather(|lane| Relative::of(b(lane))))
    }
}

impl<L: Lane> Relative<L> {
    /// Another frame of the one that this is in, in this one.
    #[inline(always)]
    fn to(self, other: Self) -> Self {
        Self { offset: self.inv_vector(other.offset.minus(self.offset)), turn: self.inv_vector(other.turn) }
    }

    #[inline(always)]
    fn inv_vector(&self, v: V2<L>) -> V2<L> {
        let V2 { x: cos, y: sin } = self.turn;
        V2 { x: cos * v.x + sin * v.y, y: cos * v.y - sin * v.x }
    }

    /// Where A's origin is in B's frame.
    #[inline(always)]
    fn origin_of_a(&self) -> V2<L> {
        let zero = L::splat(0.0);
        self.inv_vector(V2 { x: zero, y: zero }.minus(self.offset))
    }

    /// How far any point of one side moved against the other since `then` at most, in metres, and how far that turned.
    #[inline(always)]
    pub fn motion(&self, then: &Self, reach: &Reach<L>) -> (L, L) {
        let turn = length(self.turn.minus(then.turn));
        (self.offset_from(then, reach.b.greater(reach.a)) + reach.a.at_most(reach.b) * turn, turn)
    }

    /// How far one frame's origin moved in the other: A's in B's or B's in A's.
    #[inline(always)]
    fn offset_from(&self, then: &Self, of_a: L::Mask) -> L {
        length(L::choose(of_a, || self.origin_of_a().minus(then.origin_of_a()), || self.offset.minus(then.offset)))
    }
}

#[inline(always)]
fn length<L: Lane>(v: V2<L>) -> L {
    v.dot(v).sqrt()
}

/// How far the sides of a contact reach from their frames' origins, in metres. No point of the one that reaches less far moves
/// further against the other side than that origin does, and its reach times what it turns.
#[derive(Clone, Copy)]
pub(crate) struct Reach<L = f32> {
    pub a: L,
    pub b: L,
}

impl Reach {
    pub fn new(a: &Shape, b: &Shape) -> Self {
        let [a, b] = [a, b].map(|shape| {
            let circle = shape.bounding_circle();
            circle.center.length() + circle.radius
        });
        Self { a, b }
    }
}

#[cfg(test)]
mod tests {
    use super::{Relative, length};
    use geom::{Pose, Rot, Vec2};
    use proptest::prelude::*;

    prop_compose! {
        fn pose()(x in -3.0f32..3.0, y in -3.0f32..3.0, angle in -3.2f32..3.2) -> Pose {
            Pose::new(Vec2::new(x, y), Rot::from_angle(angle))
        }
    }

    proptest! {
        /// |R′x + p′ − Rx − p| ≤ |p′ − p| + |R′ − R|·|x|, and turns keep distances: from either side.
        #[test]
        fn no_point_of_a_side_moves_further_than_its_reach_says(
            poses in prop::array::uniform4(pose()),
            direction in -3.2f32..3.2,
            radius in 0.0f32..4.0,
            is_of_a: bool,
        ) {
            let (then, now) = (Relative::new(&poses[0], &poses[1]), Relative::new(&poses[2], &poses[3]));
            let point = Rot::from_angle(direction).rotate(Vec2::new(radius, 0.0));
            let way = if is_of_a {
                now.inv_point(point) - then.inv_point(point)
            } else {
                now.point(point) - then.point(point)
            };
            let bound = now.offset_from(&then, is_of_a) + radius * length(now.turn.minus(then.turn));
            prop_assert!(way.length() <= bound * (1.0 + 1e-5) + 1e-4, "{} > {}", way.length(), bound);
        }
    }
}
