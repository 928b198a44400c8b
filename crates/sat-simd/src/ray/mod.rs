//! Rays against one shape, in closed form for each kind: what [`ray_cast`](crate::ray_cast()) and the casts of circles ask
//! first.
//!
//! A circle that moves is a ray of its centre against the other shape, grown by its radius; a ray is that with radius zero.
//! All is seen from the ray's origin in world axes, in doubles. A stored rotation is not quite unit, so vertices are turned
//! by it as they are, never the ray turned back.
//!
//! # What is certain
//! u = 2⁻⁵³; S the sum of |x| + |y| of the offset and of the way, of the core's reach and of the radius, T = |x| + |y| of
//! the way. An offset is right to u, a turned vertex and its sum with the offset to 6u·S, a product of two of these or with
//! the way to 20u·S² and 20u·S·T, and no decision below sums more than four such products, times a square it does not make
//! less certain. So each is trusted beyond **2⁻⁴⁶ = 128u** of its terms' size, and all that is closer to its limit (starts
//! on the surface, grazes, ends on it) is left to the exact verdicts. Products of four `f32` neither overflow nor underflow
//! in `f64`.

mod capsule;
mod disc;
mod edge;
mod one_edge;
mod pair;
mod polygon;
mod rect;
mod rects;
mod rounded;
mod segments;

pub(crate) use pair::cast_pair;

use crate::ShapeRef;
use crate::filter::Edges;
use crate::precise::widen;
use geom::{Pose, Vec2};
use glam::DVec2;

/// What a ray does to a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answer {
    /// It certainly passes by.
    Misses,
    /// It certainly starts outside and enters.
    Hits(Hit),
    /// It starts or ends within rounding of the surface, or inside, or grazes.
    Unsure,
}

impl Answer {
    /// The hit or the miss it is sure of.
    #[inline]
    pub(crate) fn hit(self) -> Option<Option<Hit>> {
        match self {
            Self::Misses => Some(None),
            Self::Hits(hit) => Some(Some(hit)),
            Self::Unsure => None,
        }
    }

    /// Both answers as one, where each is for a part of the surface: the earlier hit, if both are sure.
    ///
    /// Who enters an edge between its ends enters nothing before, and needs no comparison of times, which rounding would
    /// decide where the edge goes over into a disc.
    #[inline]
    fn or_earlier(self, other: Self) -> Self {
        match (self, other) {
            (Self::Hits(hit), _) | (_, Self::Hits(hit)) if hit.is_flat => Self::Hits(hit),
            (Self::Unsure, _) | (_, Self::Unsure) => Self::Unsure,
            (Self::Hits(one), Self::Hits(other)) if one.fraction <= other.fraction => Self::Hits(one),
            (Self::Hits(one), Self::Misses) => Self::Hits(one),
            (_, answer) => answer,
        }
    }
}

/// Where a ray enters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hit {
    /// How much of the way lies before the hit: above 0, up to 1.
    pub fraction: f64,
    /// Unit, out of the surface.
    pub normal: DVec2,
    /// Whether it is an edge that is entered, between its ends, and not a curve.
    pub is_flat: bool,
}

/// A ray and the scale its products are certain at.
#[derive(Clone, Copy, Debug)]
struct Ray {
    way: DVec2,
    way_sq: f64,
    /// S of the [module](self).
    size: f64,
    /// T of the [module](self).
    way_size: f64,
    /// 2⁻⁴⁶·S
    error: f64,
}

impl Ray {
    /// `reach` is how far the shape, radius included, reaches around a point `offset` away.
    #[inline]
    fn new(way: DVec2, offset: DVec2, reach: f64) -> Self {
        let way_size = way.x.abs() + way.y.abs();
        let size = offset.x.abs() + offset.y.abs() + way_size + reach;
        Self { way, way_sq: way.dot(way), size, way_size, error: size / 70_368_744_177_664.0 } // 2⁴⁶
    }
}

/// What the ray from `origin` along `way` does to `shape` at `pose`, grown by `radius`. All finite.
///
/// Inlined with its kernels, so that of a known kind one is left and its answer does not go through memory.
#[inline(always)]
pub(crate) fn cast(shape: ShapeRef, pose: &Pose, radius: f32, origin: Vec2, way: Vec2) -> Answer {
    let offset = widen(pose.translation) - widen(origin);
    let radii = f64::from(shape.radius()) + f64::from(radius);
    match shape {
        ShapeRef::Circle(_) => disc::cast(&Ray::new(widen(way), offset, radii), offset, radii),
        ShapeRef::Capsule(capsule) => capsule::cast(capsule.a(), capsule.b(), pose, radii, offset, widen(way)),
        ShapeRef::Segment(segment) => capsule::cast(segment.a(), segment.b(), pose, radii, offset, widen(way)),
        ShapeRef::Rect(rect) => rect::cast(rect, pose, f64::from(radius), offset, widen(way)),
        ShapeRef::Polygon(core) if radii == 0.0 => polygon::cast(&Edges::of_polygon(core), pose, offset, way),
        ShapeRef::Polygon(core) => rounded::cast(&Edges::of_polygon(core), pose, radii, offset, way),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::testing::{entries, size, translation};
    use crate::precise::to_vec2;
    use crate::shape_cast::cast_of_difference;
    use crate::{AsShape, Shape};
    use proptest::prelude::*;

    fn way() -> impl Strategy<Value = Vec2> {
        translation().prop_filter("finite", |way| way.is_finite())
    }

    /// How far apart the corners may be whose discs a shift mixes up; `area` is the radius times the shift.
    ///
    /// In front of the arc around a corner, another corner at a distance d is farther than the radius r by d²/2r or more, as
    /// the core is convex. Which disc is entered first is certain where that is above two shifts; so only edges shorter
    /// than d = √(4·r·shift) leave a choice, and then the normals differ by d/r at most.
    fn corners_mixed_up(a: &Shape, b: &Shape, area: f64) -> f64 {
        let lengths_sq = [a, b].into_iter().flat_map(|shape| {
            let corner = |index: usize| widen(shape.core_vertex(index % shape.core_len()));
            (0..shape.core_len()).map(move |index| (corner(index + 1) - corner(index)).length_squared())
        });
        let shortest_sq = lengths_sq.filter(|length_sq| *length_sq > 0.0).fold(f64::INFINITY, f64::min);
        if shortest_sq <= 4.0 * area { (4.0 * area).sqrt() } else { 0.0 }
    }

    /// Checks an answer that is sure against the cast through the whole difference.
    fn check(a: &Shape, from: &Pose, way: Vec2, b: &Shape, pose_b: &Pose, answer: Answer) -> Result<(), TestCaseError> {
        let full = cast_of_difference(a.as_shape(), from, way, b.as_shape(), pose_b);
        let about = format!("{a:?} {from:?} {way} {b:?} {pose_b:?}: {answer:?}, not {full:?}");
        match (answer, full) {
            (Answer::Unsure, _) | (Answer::Misses, None) => {}
            (Answer::Hits(hit), Some(full)) => {
                prop_assert!(full.fraction > 0.0, "{}", about);
                // Both are those of a ray shifted by 2⁻⁴⁶ of the size at most, and the full one is rounded to f32.
                let error = (size(a, from, b, pose_b) + f64::from(way.length())) / 17_592_186_044_416.0;
                let late = (hit.fraction - f64::from(full.fraction)).abs() - f64::from(f32::EPSILON) / 2.0;
                let approach = -hit.normal.dot(widen(way));
                prop_assert!(approach > 0.0 && late * approach <= error, "{}", about);
                // A shift turns the normal of a curve by as much as it is of the radius; f32 rounds it, too.
                let radius = f64::from(a.radius() + b.radius());
                let turned = (hit.normal - widen(full.normal)).length() - f64::from(f32::EPSILON);
                let shift = error * f64::from(way.length()) / approach;
                let mixed_up = corners_mixed_up(a, b, radius * shift);
                prop_assert!(radius == 0.0 || turned * radius <= shift + mixed_up, "{}", about);
                prop_assert!((hit.normal.length() - 1.0).abs() < 1e-12, "{}", about);
            }
            _ => prop_assert!(false, "{}", about),
        }
        Ok(())
    }

    #[test]
    fn a_rotation_that_is_not_quite_unit_stretches_the_box_and_not_what_it_is_grown_by() {
        let stretched = 1.0 + f32::EPSILON;
        let tile = Shape::rect(1.0, 1.0).unwrap();
        let pose = Pose::new(Vec2::ZERO, geom::Rot::new(stretched, 0.0).unwrap());
        let answer = |way: f32| cast(tile.as_shape(), &pose, 64.0, Vec2::new(-66.0, 0.5), Vec2::new(way, 0.0)).hit();
        // It meets the side at −64 − 1 − ε.
        let hit = answer(1.0).unwrap().unwrap();
        assert!((hit.fraction - (1.0 - f64::from(f32::EPSILON))).abs() < 1e-11, "{hit:?}");
        assert_eq!(answer(1.0 - 2.0 * f32::EPSILON), Some(None));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Discs of radius zero too: rays.
        #[test]
        fn what_is_certain_of_a_moving_disc_is_what_its_cast_finds(
            entries in entries(), radius in prop_oneof![2 => Just(0.0f32), 1 => 0.01f32..2.0], x in -6.0f32..6.0,
            y in -6.0f32..6.0, on_grid: bool, way in way(),
        ) {
            let origin = if on_grid { Vec2::new(x.round(), y.round()) } else { Vec2::new(x, y) };
            let disc = Shape::circle(radius).unwrap();
            for (shape, pose) in &entries {
                let answer = cast(shape.as_shape(), pose, radius, origin, way);
                check(&disc, &Pose::from_translation(origin), way, shape, pose, answer)?;
            }
        }

        #[test]
        fn what_is_certain_of_a_pair_is_what_its_cast_finds(entries in entries(), way in way()) {
            for pair in entries.windows(2) {
                let [(a, pose_a), (b, pose_b)] = pair else { unreachable!("windows of two") };
                let (answer, point) = cast_pair(a.as_shape(), pose_a, way, b.as_shape(), pose_b);
                check(a, pose_a, way, b, pose_b, answer)?;
                let Answer::Hits(hit) = answer else { continue };
                // It is of both surfaces, to within the rounding of `f32`.
                for (shape, pose, point) in [(b, pose_b, point), (a, pose_a, point - widen(way) * hit.fraction)] {
                    let off = crate::closest_point(shape, pose, to_vec2(point)).unwrap().distance;
                    let bound = size(a, pose_a, b, pose_b) + widen(way).length() + point.abs().max_element();
                    prop_assert!(f64::from(off.abs()) <= bound / 1_048_576.0, "{:?} {:?}: {} off", shape, pose, off); // 2²⁰
                }
            }
        }
    }
}
