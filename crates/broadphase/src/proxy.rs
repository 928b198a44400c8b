use crate::Filter;
use geom::{Aabb, BoundingCircle, Vec2};

/// Names one proxy of one [`BroadPhase`](crate::BroadPhase) until it is removed; later uses are answered by an error.
///
/// Ids compare by [`index`](ProxyId::index), the order in which pairs and query hits are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProxyId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl ProxyId {
    /// The proxy's row in the broad phase's columns: small and dense, and reused once the proxy is gone.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.index as usize
    }
}

/// Whether a proxy is expected to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Layer {
    /// Stands still, as a rule: two static proxies never pair, their boxes are not fattened, moving one costs more.
    Static,
    /// Moves, or may be pushed.
    #[default]
    Moving,
}

/// What [`BroadPhase::insert`](crate::BroadPhase::insert) takes: a shape's bounds, and who it may pair with. Read with the feature
/// `serde` it has both bounds, and all else as by default where that is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Proxy {
    /// The tight box around the shape, in metres. Queries answer for this box.
    pub aabb: Aabb,
    /// A circle around the shape, in the same frame as the box: [`BoundingCircle::posed`] takes one there from the shape's own.
    ///
    /// [`circle_filter`](crate::circle_filter()) goes by the circles alone and drops pairs whose circles are apart, however their
    /// boxes overlap: next to the default, a point at the origin, it drops what touches. [`Proxy::of_box`] has one around the box.
    pub circle: BoundingCircle,
    /// Who it may pair with.
    #[cfg_attr(feature = "serde", serde(default))]
    pub filter: Filter,
    /// Whatever the caller wants back with a hit, usually its own id.
    #[cfg_attr(feature = "serde", serde(default))]
    pub user_data: u64,
    /// Whether it is expected to move.
    #[cfg_attr(feature = "serde", serde(default))]
    pub layer: Layer,
}

impl Proxy {
    /// A proxy of a box and the circle around it, all else as by default: for what has no circle of its own.
    ///
    /// ```
    /// use broadphase::{Aabb, BroadPhase, Proxy, Vec2};
    ///
    /// let mut broad_phase = BroadPhase::new();
    /// for (my_id, x) in [(700, 0.0), (701, 5.0)] {
    ///     let aabb = Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 6.0, 8.0));
    ///     broad_phase.insert(&Proxy { user_data: my_id, ..Proxy::of_box(aabb) })?;
    /// }
    /// assert_eq!(broad_phase.circles()[0].radius, 5.0);
    /// broad_phase.update_pairs();
    /// let mut near = Vec::new();
    /// broad_phase.circle_filter(0.0, &mut near)?;
    /// assert_eq!(near, [(0, 1)]);
    /// # Ok::<(), broadphase::BroadPhaseError>(())
    /// ```
    #[must_use]
    pub fn of_box(aabb: Aabb) -> Self {
        let center = aabb.center();
        // The centre is rounded: to the farther side of each two.
        let reach = |axis: usize| {
            let [min, center, max] = [aabb.min, center, aabb.max].map(|point| f64::from(point[axis]));
            (max - center).max(center - min)
        };
        let (x, y) = (reach(0), reach(1));
        // Of the largest boxes it is beyond all numbers, as are the squares that the filter compares: they pass.
        let radius = (x * x + y * y).sqrt();
        let nearest = radius as f32;
        let radius = if f64::from(nearest) < radius { nearest.next_up() } else { nearest }.min(f32::MAX);
        Self { aabb, circle: BoundingCircle::new(center, radius), ..Self::default() }
    }

    /// A proxy of a disc and the box around it, all else as by default. The box is rounded outward: no point of the disc is
    /// outside, where [`BoundingCircle::aabb`] is rounded to the nearest.
    ///
    /// ```
    /// use broadphase::{BoundingCircle, BroadPhase, Proxy, Vec2};
    ///
    /// let mut broad_phase = BroadPhase::new();
    /// for x in [0.0, 0.75, 5.0] {
    ///     broad_phase.insert(&Proxy::of_circle(BoundingCircle::new(Vec2::new(x, 0.0), 0.5)))?;
    /// }
    /// assert_eq!(broad_phase.update_pairs().begun, [(0, 1)]);
    /// # Ok::<(), broadphase::BroadPhaseError>(())
    /// ```
    #[must_use]
    pub fn of_circle(circle: BoundingCircle) -> Self {
        let (Vec2 { x, y }, radius) = (circle.center, circle.radius);
        let min = Vec2::new(-sum_or_more(-x, radius), -sum_or_more(-y, radius));
        let aabb = Aabb::new(min, Vec2::new(sum_or_more(x, radius), sum_or_more(y, radius)));
        Self { aabb, circle, ..Self::default() }
    }
}

/// The sum, rounded up: what the nearest leaves out is a number, too. D. Knuth, The Art of Computer Programming 2, §4.2.2, theorem B.
fn sum_or_more(a: f32, b: f32) -> f32 {
    let nearest = a + b;
    let added = nearest - a;
    let left_out = (a - (nearest - added)) + (b - added);
    if left_out > 0.0 { nearest.next_up() } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn coordinate() -> impl Strategy<Value = f32> {
        prop_oneof![-8.0f32..8.0, 1e6f32..1.000_01e6, (-4i8..4).prop_map(f32::from), -3e38f32..3e38]
    }

    #[test]
    fn the_largest_boxes_have_circles_as_well() {
        let proxy = Proxy::of_box(Aabb::new(Vec2::splat(f32::MIN), Vec2::splat(f32::MAX)));
        assert_eq!(proxy.circle, BoundingCircle::new(Vec2::ZERO, f32::MAX));
        assert_eq!(Proxy::of_box(Aabb::default()), Proxy::default());
        assert_eq!(Proxy::of_circle(BoundingCircle::default()), Proxy::default());
    }

    proptest! {
        #[test]
        fn a_box_is_within_its_circle_and_a_disc_within_its_box(
            x in coordinate(), y in coordinate(), z in coordinate(), w in coordinate(), radius in 0.0f32..4.0,
        ) {
            let (a, b) = (Vec2::new(x, y), Vec2::new(z, w));
            let Proxy { aabb, circle, .. } = Proxy::of_box(Aabb::new(a.min(b), a.max(b)));
            for corner in [aabb.min, aabb.max, Vec2::new(aabb.min.x, aabb.max.y), Vec2::new(aabb.max.x, aabb.min.y)] {
                let [dx, dy] = [0, 1].map(|axis| f64::from(corner[axis]) - f64::from(circle.center[axis]));
                let reach = f64::from(circle.radius) * (1.0 + 1e-15);
                prop_assert!((dx * dx + dy * dy).sqrt() <= reach || circle.radius == f32::MAX);
            }
            let Proxy { aabb, circle, .. } = Proxy::of_circle(BoundingCircle::new(a, radius));
            for axis in 0..2 {
                let [min, center, max] = [aabb.min, circle.center, aabb.max].map(|point| f64::from(point[axis]));
                prop_assert!((center - min).min(max - center) >= f64::from(circle.radius));
            }
        }
    }
}
