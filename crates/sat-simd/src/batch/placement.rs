use crate::lanes::{F32s, LANES};
use geom::{Pose, Rot, Vec2};

/// Eight world poses, and how far the shapes there reach.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct Placements {
    pub x: [f32; LANES],
    pub y: [f32; LANES],
    pub cos: [f32; LANES],
    pub sin: [f32; LANES],
    pub reach: [f32; LANES],
}

impl Placements {
    #[inline]
    pub(super) fn set(&mut self, lane: usize, pose: &Pose, reach: f32) {
        (self.x[lane], self.y[lane]) = (pose.translation.x, pose.translation.y);
        (self.cos[lane], self.sin[lane]) = (pose.rotation.cos(), pose.rotation.sin());
        self.reach[lane] = reach;
    }

    pub(super) fn pose(&self, lane: usize) -> Pose {
        let rotation = Rot::new(self.cos[lane], self.sin[lane]).expect("it was taken from a rotation");
        Pose::new(Vec2::new(self.x[lane], self.y[lane]), rotation)
    }
}

/// Eight shapes as seen from eight others, not renormalised: the frame the error bound of the single pair is for.
#[derive(Clone, Copy)]
pub(super) struct RelativeWide {
    /// B's position in A's frame.
    pub b_in_a: [F32s; 2],
    /// A's position in B's frame.
    pub a_in_b: [F32s; 2],
    /// Cosine of B's angle in A's frame.
    pub cos: F32s,
    /// Sine of B's angle in A's frame.
    pub sin: F32s,
    /// The positions' distance in the maximum norm's dual, |x| + |y|, and both reaches.
    pub size: F32s,
}

impl RelativeWide {
    #[inline]
    pub(super) fn new(a: &Placements, b: &Placements) -> Self {
        let (dx, dy) = (F32s::new(b.x) - F32s::new(a.x), F32s::new(b.y) - F32s::new(a.y));
        let size = dx.abs() + dy.abs() + (F32s::new(a.reach) + F32s::new(b.reach));
        let rotation = |at: &Placements| [F32s::new(at.cos), F32s::new(at.sin)];
        Self::of_offset([dx, dy], rotation(a), rotation(b), size)
    }

    /// Of shapes `offset` from each other in the world, turned by these cosines and sines.
    #[inline]
    pub(super) fn of_offset(
        [dx, dy]: [F32s; 2],
        [cos_a, sin_a]: [F32s; 2],
        [cos_b, sin_b]: [F32s; 2],
        size: F32s,
    ) -> Self {
        Self {
            b_in_a: [cos_a * dx + sin_a * dy, cos_a * dy - sin_a * dx],
            a_in_b: [cos_b * -dx + sin_b * -dy, cos_b * -dy - sin_b * -dx],
            cos: cos_a * cos_b + sin_a * sin_b,
            sin: cos_a * sin_b - sin_a * cos_b,
            size,
        }
    }
}

impl RelativeWide {
    /// For poses that do not turn: the same numbers, without the products.
    #[inline]
    pub(super) fn unturned(a: &Placements, b: &Placements) -> Self {
        let (dx, dy) = (F32s::new(b.x) - F32s::new(a.x), F32s::new(b.y) - F32s::new(a.y));
        Self {
            b_in_a: [dx, dy],
            a_in_b: [-dx, -dy],
            cos: F32s::splat(1.0),
            sin: F32s::splat(0.0),
            size: dx.abs() + dy.abs() + (F32s::new(a.reach) + F32s::new(b.reach)),
        }
    }
}

/// One lane of [`RelativeWide`]: its scalar twin, but for the size.
#[cfg(test)]
#[derive(Clone, Copy)]
pub(super) struct Relative {
    pub b_in_a: [f32; 2],
    pub a_in_b: [f32; 2],
    pub cos: f32,
    pub sin: f32,
}

#[cfg(test)]
impl Relative {
    pub(super) fn new(a: &Placements, b: &Placements, lane: usize) -> Self {
        let (dx, dy) = (b.x[lane] - a.x[lane], b.y[lane] - a.y[lane]);
        let (cos_a, sin_a, cos_b, sin_b) = (a.cos[lane], a.sin[lane], b.cos[lane], b.sin[lane]);
        Self {
            b_in_a: [cos_a * dx + sin_a * dy, cos_a * dy - sin_a * dx],
            a_in_b: [cos_b * -dx + sin_b * -dy, cos_b * -dy - sin_b * -dx],
            cos: cos_a * cos_b + sin_a * sin_b,
            sin: cos_a * sin_b - sin_a * cos_b,
        }
    }
}
