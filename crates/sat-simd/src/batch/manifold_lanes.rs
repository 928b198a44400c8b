use super::placement::Placements;
use crate::lanes::{F32s, LANES, larger_wide, transpose};
use crate::manifold::Manifold;

/// A vector in each of eight lanes.
pub(super) type Vec2s = [F32s; 2];

/// B's pose in A's frame for eight pairs, as `Pose::inv_mul` computes it.
#[derive(Clone, Copy)]
pub(super) struct RelativePose {
    pub position: Vec2s,
    pub cos: F32s,
    pub sin: F32s,
}

impl RelativePose {
    #[inline]
    pub(super) fn new(a: &Placements, b: &Placements) -> Self {
        let (dx, dy) = (F32s::new(b.x) - F32s::new(a.x), F32s::new(b.y) - F32s::new(a.y));
        let (cos_a, sin_a) = (F32s::new(a.cos), F32s::new(a.sin));
        let (cos_b, sin_b) = (F32s::new(b.cos), F32s::new(b.sin));
        let (cos, sin) = (cos_a * cos_b + sin_a * sin_b, cos_a * sin_b - sin_a * cos_b);
        let length = (cos * cos + sin * sin).sqrt();
        Self { position: [cos_a * dx + sin_a * dy, cos_a * dy - sin_a * dx], cos: cos / length, sin: sin / length }
    }

    #[inline]
    pub(super) fn rotate(&self, [x, y]: Vec2s) -> Vec2s {
        [self.cos * x - self.sin * y, self.sin * x + self.cos * y]
    }

    #[inline]
    pub(super) fn inv_rotate(&self, [x, y]: Vec2s) -> Vec2s {
        [self.cos * x + self.sin * y, self.cos * y - self.sin * x]
    }

    #[inline]
    pub(super) fn transform(&self, point: Vec2s) -> Vec2s {
        let [x, y] = self.rotate(point);
        [self.position[0] + x, self.position[1] + y]
    }

    #[inline]
    pub(super) fn inv_transform(&self, point: Vec2s) -> Vec2s {
        self.inv_rotate(sub(point, self.position))
    }
}

/// One contact of eight pairs, in A's frames.
#[derive(Clone, Copy)]
pub(super) struct PointLanes {
    pub point: Vec2s,
    pub separation: F32s,
    /// A's vertex · 2¹⁶ + B's vertex: exact in `f32` while A's is below 2⁸.
    pub feature: F32s,
}

impl PointLanes {
    /// The separation, and NaN for points that do not count: zero times what is infinite is NaN.
    #[inline(always)]
    fn height(&self) -> F32s {
        let zero = F32s::splat(0.0);
        let [x, y] = self.point;
        self.separation + (x * zero + y * zero)
    }

    /// These points in the lanes of `mask`, `others` in the rest.
    #[inline]
    pub(super) fn where_else(&self, mask: F32s, others: &Self) -> Self {
        Self {
            point: select2(mask, self.point, others.point),
            separation: mask.select(self.separation, others.separation),
            feature: mask.select(self.feature, others.feature),
        }
    }

    #[inline]
    fn words(&self) -> [F32s; 4] {
        let feature = self.feature.fast_trunc_int().to_array();
        [self.point[0], self.point[1], self.separation, F32s::new(feature.map(|bits| f32::from_bits(bits as u32)))]
    }
}

/// The manifolds of eight pairs before the margin is applied.
pub(super) struct ManifoldLanes {
    /// Lanes that may have points at all.
    pub is_near: F32s,
    pub normal: Vec2s,
    /// The first point; the only one in the lanes of `is_single`.
    pub first: PointLanes,
    pub second: PointLanes,
    pub is_single: F32s,
    /// Lanes in which the second point comes before the first, if both count.
    pub is_reversed: F32s,
    /// How far apart the shapes are at least.
    pub gap: F32s,
}

impl ManifoldLanes {
    /// The manifolds, with the points within `margin`: wide twin of `Manifold::within` and `within_one`.
    #[inline(always)]
    pub(super) fn manifolds(&self, margin: F32s) -> Manifolds {
        let heights = [self.first.height(), self.second.height()];
        let first = heights[0].simd_le(margin) & self.is_near;
        let second = heights[1].simd_le(margin) & self.is_near & !self.is_single;
        let (any, both) = (first | second, first & second);
        let ends = any & !self.is_single & heights[0].simd_eq(heights[0]) & heights[1].simd_eq(heights[1]);
        let front_is_first = first & !(self.is_reversed & second);
        let (p, q) = (self.first.words(), self.second.words());
        let front: [F32s; 4] = core::array::from_fn(|i| front_is_first.select(p[i], q[i]) & any);
        let back: [F32s; 4] = core::array::from_fn(|i| front_is_first.select(q[i], p[i]) & ends);
        let head =
            [self.normal[0] & any, self.normal[1] & any, front[0], front[1], front[2], front[3], back[0], back[1]];
        Manifolds::new(head, [back[2], back[3]], [any, both, ends], self.gap)
    }
}

/// The bits of a `FeatureId` as a number.
#[inline]
pub(super) fn feature(a: F32s, b: F32s) -> F32s {
    a * F32s::splat(65_536.0) + b
}

/// The manifolds of eight pairs that touch in one point at most, before the margin is applied.
#[derive(Clone, Copy)]
pub(super) struct OnePoint {
    /// Lanes that may have a point at all.
    pub is_near: F32s,
    pub normal: Vec2s,
    pub point: Vec2s,
    pub separation: F32s,
    /// How far apart the shapes are at least.
    pub gap: F32s,
}

impl OnePoint {
    /// These contacts, found in B's frames, in A's: wide twin of `Manifold::flipped`.
    #[inline]
    pub(super) fn flipped(&self, pose: &RelativePose) -> Self {
        let [x, y] = pose.rotate(self.normal);
        Self { normal: [-x, -y], point: pose.transform(self.point), ..*self }
    }

    /// The manifolds, with the points within `margin`: wide twin of `Manifold::within_one`.
    #[inline(always)]
    pub(super) fn manifolds(&self, margin: F32s) -> Manifolds {
        let zero = F32s::splat(0.0);
        let point = PointLanes { point: self.point, separation: self.separation, feature: zero };
        let any = point.height().simd_le(margin) & self.is_near;
        let [x, y] = self.point.map(|coordinate| coordinate & any);
        let head = [self.normal[0] & any, self.normal[1] & any, x, y, self.separation & any, zero, zero, zero];
        Manifolds::new(head, [zero; 2], [any, zero, zero], self.gap)
    }
}

/// Eight finished manifolds, one a row.
pub(super) struct Manifolds {
    /// Normal, first point, position of the second.
    head: [[f32; LANES]; LANES],
    /// Separation and feature of the second point, still in lanes.
    tail: [[f32; LANES]; 2],
    /// How many points there are, and in the upper halves how many with a far end.
    counts: [u32; LANES],
    /// How far apart the shapes are at least.
    pub gaps: [f32; LANES],
}

impl Manifolds {
    #[inline(always)]
    fn new(head: [F32s; LANES], tail: [F32s; 2], [any, both, ends]: [F32s; 3], gap: F32s) -> Self {
        let columns = head.map(F32s::to_array);
        Self {
            head: transpose(columns.each_ref()).map(F32s::to_array),
            tail: tail.map(F32s::to_array),
            // 1 and 1 ^ 3 in either half.
            counts: ((any & whole(0x1_0001)) ^ (both & whole(3)) ^ (ends & whole(0x3_0000)))
                .to_array()
                .map(f32::to_bits),
            gaps: finite_or_zero(gap),
        }
    }

    #[inline]
    pub(super) fn get(&self, lane: usize) -> Manifold {
        Manifold::from_words(self.head[lane], [self.tail[0][lane], self.tail[1][lane]], self.counts[lane])
    }
}

/// The bits of a whole number in every lane, to be masked and combined.
#[inline]
fn whole(number: u32) -> F32s {
    F32s::splat(f32::from_bits(number))
}

#[inline]
fn is_finite(value: F32s) -> F32s {
    value.abs().simd_le(F32s::splat(f32::MAX))
}

/// The numbers, and zero instead of those that sums and products beyond the range of `f32` have left.
#[inline]
pub(super) fn finite_or_zero(value: F32s) -> [f32; LANES] {
    (value & is_finite(value)).to_array()
}

/// The value where it is above zero, else zero, also instead of NaN.
#[inline]
pub(super) fn positive(value: F32s) -> F32s {
    larger_wide(value, F32s::splat(0.0))
}

/// Separations, and the lowest number instead of minus infinity, as of the single pair.
#[inline]
pub(super) fn at_least_lowest(separation: F32s) -> F32s {
    larger_wide(F32s::splat(f32::MIN), separation)
}

/// The larger of two, the first if they tie, and whether it is the second.
#[inline]
pub(super) fn larger(x: F32s, y: F32s) -> (F32s, F32s) {
    (larger_wide(y, x), y.simd_gt(x))
}

/// The vector, or its opposite in the lanes of `mask`.
#[inline]
pub(super) fn opposite_where(mask: F32s, [x, y]: Vec2s) -> Vec2s {
    let sign = mask & F32s::splat(-0.0);
    [x ^ sign, y ^ sign]
}

#[inline]
pub(super) fn select2(mask: F32s, if_so: Vec2s, if_not: Vec2s) -> Vec2s {
    [mask.select(if_so[0], if_not[0]), mask.select(if_so[1], if_not[1])]
}

#[inline]
pub(super) fn dot([ax, ay]: Vec2s, [bx, by]: Vec2s) -> F32s {
    ax * bx + ay * by
}

#[inline]
pub(super) fn sub([ax, ay]: Vec2s, [bx, by]: Vec2s) -> Vec2s {
    [ax - bx, ay - by]
}

/// `a + direction · length`.
#[inline]
pub(super) fn along([x, y]: Vec2s, direction: Vec2s, length: F32s) -> Vec2s {
    [x + direction[0] * length, y + direction[1] * length]
}
