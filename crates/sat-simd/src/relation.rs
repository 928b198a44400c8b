use crate::{AsShape, ShapeRef, exact, filter};
use core::cmp::Ordering;
use geom::{Pose, Vec2};

/// How two shapes, as closed sets, lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Relation {
    /// They have no point in common.
    Separated,
    /// They have points in common, and an arbitrarily small translation of one would part them.
    Touching,
    /// They have points in common, and only a translation by some positive distance would part them.
    Overlapping,
}

impl Relation {
    /// From how the separation compares with zero.
    pub(crate) fn of_separation(ordering: Ordering) -> Self {
        match ordering {
            Ordering::Greater => Self::Separated,
            Ordering::Equal => Self::Touching,
            Ordering::Less => Self::Overlapping,
        }
    }
}

/// Which arithmetic decided a pair: each later stage is slower, and reached only when the one before could not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Stage {
    /// Eight lanes of `f32`, with an error bound.
    Wide,
    /// Doubles with an error bound, or that turn out to have lost nothing.
    Double,
    /// Whole numbers of up to 1792 bits.
    Integer,
}

/// How `a` and `b` lie to each other. Exact for every pair of shapes at every pair of finite poses; a shape at a pose that is
/// not finite is nowhere, and separated from everything.
///
/// O(n · m / 8) for n and m vertices up to eight, O(log n) beyond, for what `f32` can tell; O(n · m) in doubles or whole
/// numbers for what touches or nearly does: two touching polygons of 4098 vertices took 131 ms, of 8002 547 ms.
#[inline]
#[must_use]
pub fn relation(a: &impl AsShape, pose_a: &Pose, b: &impl AsShape, pose_b: &Pose) -> Relation {
    relation_and_stage(a, pose_a, b, pose_b).0
}

/// [`relation`], with the arithmetic that decided it: for measuring how rarely the slow stages run.
#[inline]
#[must_use]
pub fn relation_and_stage(a: &impl AsShape, pose_a: &Pose, b: &impl AsShape, pose_b: &Pose) -> (Relation, Stage) {
    let (a, b) = (a.as_shape(), b.as_shape());
    let verdict = filter::compare(a, pose_a, b, pose_b, 0.0);
    if verdict.is_sure() {
        (if verdict.is_close { Relation::Overlapping } else { Relation::Separated }, Stage::Wide)
    } else {
        let (ordering, stage) = compare_exactly(a, pose_a, b, pose_b, 0.0);
        (Relation::of_separation(ordering), stage)
    }
}

/// Whether the separation of `a` and `b` is at most `margin` metres. Exact, as [`relation`].
///
/// With margin zero touching counts: the answer is `relation != Separated`. A positive margin grows the shapes; a
/// negative one asks for that much depth, as a navigation mesh does whose neighbours share edges: two shapes that
/// must be moved by less than `-margin` to part do not overlap. An infinite margin takes in everything, a shape whose pose is not finite as well, −∞ and NaN nothing.
#[inline]
#[must_use]
pub fn overlaps(a: &impl AsShape, pose_a: &Pose, b: &impl AsShape, pose_b: &Pose, margin: f32) -> bool {
    if !margin.is_finite() {
        return margin == f32::INFINITY;
    }
    let (a, b) = (a.as_shape(), b.as_shape());
    let verdict = filter::compare(a, pose_a, b, pose_b, margin);
    if verdict.is_sure() {
        verdict.is_close
    } else {
        compare_exactly(a, pose_a, b, pose_b, margin).0 != Ordering::Greater
    }
}

#[cold]
fn compare_exactly(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose, margin: f32) -> (Ordering, Stage) {
    if !(pose_a.is_finite() && pose_b.is_finite()) {
        return (Ordering::Greater, Stage::Double);
    }
    let comparison = exact::compare(a, pose_a, b, pose_b, margin);
    (comparison.ordering, if comparison.used_integers { Stage::Integer } else { Stage::Double })
}

/// How `b` lies to all that `a` covers while it moves by `translation`: the convex hull of its start and its end.
/// Exact, as [`relation`]; O(vertices of A × vertices of B).
///
/// `Separated` means they never meet on the way, `Touching` that they only graze, `Overlapping` that their interiors
/// meet at some time if either shape has an interior (a point or segment that sweeps over another may have none).
pub(crate) fn relation_of_swept(a: ShapeRef, pose_a: &Pose, translation: Vec2, b: ShapeRef, pose_b: &Pose) -> Relation {
    Relation::of_separation(exact::compare_swept(a, pose_a, translation, b, pose_b, 0.0).ordering)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Polygon, Shape};
    use proptest::prelude::*;

    fn grid() -> impl Strategy<Value = Vec2> {
        (-6i8..7, -6i8..7).prop_map(|(x, y)| Vec2::new(f32::from(x), f32::from(y)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// At whole coordinates the hull of start and end is a polygon of its own.
        #[test]
        fn a_swept_shape_lies_as_the_hull_of_its_start_and_end(
            points in proptest::collection::vec(grid(), 1..6), radius in 0u8..3, motion in grid(),
            other in proptest::collection::vec(grid(), 3..6), at in grid(),
        ) {
            let ends = points.iter().copied().chain(points.iter().map(|&p| p + motion)).collect::<Vec<_>>();
            let rounded = |points: &[Vec2]| Polygon::hull(points).and_then(|p| p.with_radius(f32::from(radius))).ok();
            let a = match points[..] {
                [a] => Shape::capsule(a, a, f32::from(radius)).ok(),
                [a, b] => Shape::capsule(a, b, f32::from(radius)).ok(),
                _ => rounded(&points).map(Shape::from),
            };
            if let (Some(a), Some(hull), Ok(b)) = (a, rounded(&ends), Polygon::hull(&other)) {
                let (here, there, b) = (Pose::IDENTITY, Pose::from_translation(at), Shape::from(b));
                prop_assert_eq!(
                    relation_of_swept(a.as_shape(), &here, motion, b.as_shape(), &there),
                    relation(&Shape::from(hull), &here, &b, &there)
                );
            }
        }
    }
}
