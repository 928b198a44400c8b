use crate::feature_id::FeatureId;
use crate::lanes::F32Quad;
use geom::{Pose, Vec2};

/// How far, in metres, coordinates of two cores may reach together: beyond, products of two sums overflow.
pub(crate) const FARTHEST: f32 = 1e18;

/// Where two shapes touch: one normal and up to two points, in A's local frame.
// In memory as declared, which is how batches turn lanes into rows: with the points first, each row was written in eight
// pieces (polygons and circles 15.2 → 14.2 ns a pair with AVX2, capsules 14.9 → 14.4, polygons 40.4 → 39.5).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Manifold {
    normal: Vec2,
    points: [ManifoldPoint; 2],
    /// How many of the points are within the margin. They come first.
    count: u16,
    /// How many there are, a far end included.
    ends: u16,
}

/// One point of a [`Manifold`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[repr(C)]
pub struct ManifoldPoint {
    /// The point halfway between the two surfaces, in A's local frame.
    pub point: Vec2,
    /// Distance of the surfaces along the normal, in metres; negative when they overlap.
    pub separation: f32,
    /// The vertices that meet here; unique within the manifold and stable from step to step.
    pub feature: FeatureId,
}

impl Manifold {
    /// No contact: zero normal, no points.
    pub const EMPTY: Self = Self { normal: Vec2::ZERO, points: [ManifoldPoint::NONE; 2], count: 0, ends: 0 };

    /// A manifold of your own with one point, as if [`manifold`](crate::manifold()) had found it: the normal unit, from A to B, and like the
    /// point in A's local frame.
    ///
    /// ```
    /// use sat_simd::{FeatureId, Manifold, ManifoldPoint, Vec2};
    ///
    /// let point = ManifoldPoint { point: Vec2::X, separation: -0.01, feature: FeatureId::new(0, 0) };
    /// let contact = Manifold::one(Vec2::X, point);
    /// assert_eq!((contact.normal(), contact.points()), (Vec2::X, &[point][..]));
    /// ```
    #[inline]
    #[must_use]
    pub const fn one(normal: Vec2, point: ManifoldPoint) -> Self {
        Self { normal, points: [point, ManifoldPoint::NONE], count: 1, ends: 1 }
    }

    /// A manifold of your own with two points, as [`one`](Manifold::one): in the order of A's outline, of different features.
    #[inline]
    #[must_use]
    pub const fn two(normal: Vec2, points: [ManifoldPoint; 2]) -> Self {
        Self { normal, points, count: 2, ends: 2 }
    }

    /// One point, if its separation is at most `margin`.
    #[inline]
    pub(crate) fn within_one(normal: Vec2, point: ManifoldPoint, margin: f32) -> Self {
        if point.is_within(margin) { Self::one(normal, point) } else { Self::EMPTY }
    }

    /// Those of `points` whose separation is at most `margin`, in the order given, and behind one of them the other as a far end.
    #[inline]
    pub(crate) fn within(normal: Vec2, points: [ManifoldPoint; 2], margin: f32) -> Self {
        // Masked rather than branched on: which points stay is hard to predict.
        let near = points.map(|point| point.is_within(margin));
        let (keep_first, keep_any) = (mask(near[0]), mask(near[0] | near[1]));
        let has_both = (near[0] | near[1]) & points[0].counts() & points[1].counts();
        let keep_both = mask(has_both);
        let (p, q) = (points[0].to_words(), points[1].to_words());
        let front = core::array::from_fn(|i| ((p[i] & keep_first) | (q[i] & !keep_first)) & keep_any);
        let back = core::array::from_fn(|i| ((q[i] & keep_first) | (p[i] & !keep_first)) & keep_both);
        let of_normal = |value: f32| f32::from_bits(value.to_bits() & keep_any);
        Self {
            normal: Vec2::new(of_normal(normal.x), of_normal(normal.y)),
            points: [ManifoldPoint::from_words(front), ManifoldPoint::from_words(back)],
            count: u16::from(near[0]) + u16::from(near[1]),
            ends: u16::from(near[0] | near[1]) + u16::from(has_both),
        }
    }

    /// The manifold with these words: normal, first point, second point's position; separation and feature of the second; how
    /// many points there are, in the upper half with a far end.
    #[inline]
    pub(crate) fn from_words(head: [f32; 8], tail: [f32; 2], counts: u32) -> Self {
        let [normal_x, normal_y, x, y, separation, feature, second_x, second_y] = head;
        let point = |x, y, separation, feature: f32| ManifoldPoint {
            point: Vec2::new(x, y),
            separation,
            feature: FeatureId::from_bits(feature.to_bits()),
        };
        Self {
            normal: Vec2::new(normal_x, normal_y),
            points: [point(x, y, separation, feature), point(second_x, second_y, tail[0], tail[1])],
            count: counts as u16,
            ends: (counts >> 16) as u16,
        }
    }

    /// The unit normal from A to B in A's local frame; zero when there are no points.
    #[inline]
    #[must_use]
    pub fn normal(&self) -> Vec2 {
        self.normal
    }

    /// The points: none, one or two, in the order of A's outline.
    #[inline]
    #[must_use]
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..usize::from(self.count)]
    }

    /// This manifold with the far end of the edges that face each other among its [points](Self::points), the second one, where
    /// only the other end is within the margin.
    ///
    /// It is for solvers that look ahead: a box that comes down fast on one corner has the other yet to come, and is stopped
    /// there in time if both are known, where one that knows the first alone turns the box through the ground. Its
    /// separation may be as large as the edge is long.
    #[inline]
    #[must_use]
    pub fn with_far_end(self) -> Self {
        Self { count: self.ends, ..self }
    }

    /// Whether there is no contact.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// This manifold with other separations, one for each point: what is left of it after a small motion of its sides.
    #[inline]
    #[must_use]
    pub fn with_separations(mut self, separations: [f32; 2]) -> Self {
        for (point, separation) in self.points[..usize::from(self.count)].iter_mut().zip(separations) {
            point.separation = separation;
        }
        self
    }

    /// This manifold of (B, A), given in B's frame and of one point at most, as the manifold of (A, B) in A's frame; `pose_ab`
    /// is B's pose in A's.
    #[inline]
    pub(super) fn flipped(&self, pose_ab: &Pose) -> Self {
        debug_assert!(self.ends <= 1, "two points change places when they are turned round");
        let [only] = self.points() else { return Self::EMPTY };
        let point = pose_ab.transform_point(only.point);
        // The way to A's frame is where a corner may leave the range of `f32`.
        if !point.is_finite() {
            return Self::EMPTY;
        }
        let point = ManifoldPoint { point, separation: only.separation, feature: only.feature.swapped() };
        Self::one(-pose_ab.transform_vector(self.normal), point)
    }
}

/// A manifold in three registers, in the order of its fields, for functions that are inlined.
///
/// One that is put together in memory, because a function that is called writes it there in rare cases, is written in parts and
/// copied whole, which waits until all parts have reached the cache.
#[derive(Clone, Copy)]
pub(super) struct Rows([F32Quad; 3]);

impl Rows {
    /// No contact.
    pub(super) const EMPTY: Self = Self([F32Quad::ZERO; 3]);

    /// That of a function that was called.
    #[inline(always)]
    pub(super) fn of(manifold: &Manifold) -> Self {
        let Manifold { normal, points: [first, second], count, ends } = *manifold;
        let ([x, y, separation, feature], [second_x, second_y, far, far_feature]) =
            (first.to_words().map(f32::from_bits), second.to_words().map(f32::from_bits));
        let counts = f32::from_bits(u32::from(count) | u32::from(ends) << 16);
        Self([
            F32Quad::new([normal.x, normal.y, x, y]),
            F32Quad::new([separation, feature, second_x, second_y]),
            F32Quad::new([far, far_feature, counts, 0.0]),
        ])
    }

    /// [`Manifold::within_one`].
    #[inline(always)]
    pub(super) fn within_one(normal: Vec2, point: ManifoldPoint, margin: f32) -> Self {
        if point.is_within(margin) { Self::of(&Manifold::one(normal, point)) } else { Self::EMPTY }
    }

    /// [`Manifold::within`] of points that lie in lanes: `positions` has x and y of either, `separations` each of the two twice.
    #[inline(always)]
    pub(super) fn within_quads(
        normal: Vec2,
        positions: F32Quad,
        separations: F32Quad,
        features: [FeatureId; 2],
        margin: f32,
    ) -> Self {
        let [x, y, second_x, second_y] = positions.to_array();
        let [separation, _, second_separation, _] = separations.to_array();
        // Zero times what is infinite or NaN is NaN, which is within no margin and does not equal itself.
        let [of_x, of_y, of_second_x, of_second_y] = (positions * F32Quad::ZERO).to_array();
        let nothing =
            F32Quad::new([of_x, of_x, of_second_x, of_second_x]) + F32Quad::new([of_y, of_y, of_second_y, of_second_y]);
        let height = separations + nothing;
        let (near, counts) = (height.simd_le(F32Quad::splat(margin)), height.simd_eq(height));
        let first_is_near = halves(near, near);
        // Masks to the end: bits made into masks again take longer.
        let (any, all) = (near | exchanged(near), near & exchanged(near));
        let both = any & counts & exchanged(counts);
        let feature = |index: usize| f32::from_bits(features[index].to_bits());
        let first = F32Quad::new([x, y, separation, feature(0)]);
        let second = F32Quad::new([second_x, second_y, second_separation, feature(1)]);
        let front = first_is_near.select(first, second) & any;
        let back = first_is_near.select(second, first) & both;
        let [normal_x, normal_y, ..] = (F32Quad::new([normal.x, normal.y, normal.x, normal.y]) & any).to_array();
        let ([x, y, separation, feature], [second_x, second_y, far, far_feature]) = (front.to_array(), back.to_array());
        // 1 and 1 ^ 3 in either half.
        let [counts, ..] = ((any & whole(0x1_0001)) ^ (all & whole(3)) ^ (both & whole(0x3_0000))).to_array();
        Self([
            F32Quad::new([normal_x, normal_y, x, y]),
            F32Quad::new([separation, feature, second_x, second_y]),
            F32Quad::new([far, far_feature, counts, 0.0]),
        ])
    }

    #[inline(always)]
    pub(super) fn manifold(self) -> Manifold {
        let Self([head, middle, tail]) = self;
        let ([a, b, c, d], [e, f, g, h]) = (head.to_array(), middle.to_array());
        let [far, far_feature, counts, _] = tail.to_array();
        Manifold::from_words([a, b, c, d, e, f, g, h], [far, far_feature], counts.to_bits())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Manifold {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = serializer.serialize_struct("Manifold", 2)?;
        fields.serialize_field("normal", &self.normal)?;
        fields.serialize_field("points", self.points())?;
        fields.end()
    }
}

impl ManifoldPoint {
    const NONE: Self = Self { point: Vec2::ZERO, separation: 0.0, feature: FeatureId::new(0, 0) };

    #[inline]
    fn to_words(self) -> [u32; 4] {
        [self.point.x.to_bits(), self.point.y.to_bits(), self.separation.to_bits(), self.feature.to_bits()]
    }

    #[inline]
    fn from_words([x, y, separation, feature]: [u32; 4]) -> Self {
        Self {
            point: Vec2::new(f32::from_bits(x), f32::from_bits(y)),
            separation: f32::from_bits(separation),
            feature: FeatureId::from_bits(feature),
        }
    }

    /// Where coordinates overflowed on the way a point is infinite or NaN, and does not count.
    #[inline]
    fn counts(&self) -> bool {
        self.point.is_finite() & !self.separation.is_nan()
    }

    #[inline]
    fn is_within(&self, margin: f32) -> bool {
        (self.separation <= margin) & self.point.is_finite()
    }
}

/// The lower half of one and that of the other.
#[inline]
fn halves(low: F32Quad, high: F32Quad) -> F32Quad {
    let ([a, b, ..], [c, d, ..]) = (low.to_array(), high.to_array());
    F32Quad::new([a, b, c, d])
}

/// Its two halves the other way round.
#[inline]
fn exchanged(quad: F32Quad) -> F32Quad {
    let [a, b, c, d] = quad.to_array();
    F32Quad::new([c, d, a, b])
}

/// The bits of a whole number in every lane, to be masked and combined.
#[inline]
fn whole(number: u32) -> F32Quad {
    F32Quad::splat(f32::from_bits(number))
}

/// All ones, if `keep`.
#[inline]
fn mask(keep: bool) -> u32 {
    u32::from(keep).wrapping_neg()
}
