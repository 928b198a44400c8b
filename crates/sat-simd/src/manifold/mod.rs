//! Contact manifolds: where two shapes touch, for a solver.
//!
//! Every shape is a core (point, segment, box or polygon) grown by a radius. The cores are compared without their radii;
//! the radii shift the surfaces along the normal at the end. Each function works in the frame of its first shape and
//! returns the manifold in that frame; [`Manifold::flipped`] carries a result from B's frame to A's.
//!
//! ```text
//!             point          segment        box            polygon
//! point       points         points         points         points
//! segment                    segments       cores          cores
//! box                                       rects          cores
//! polygon                                                  cores
//! ```

mod clip;
mod contact;
mod cores;
mod edge;
mod outline;
mod points;
mod rects;
mod segments;
mod size;
mod support;
#[cfg(test)]
mod twins;

pub(crate) use clip::FEATURE_TOLERANCE;
pub(crate) use contact::FARTHEST;
use contact::Rows;
pub use contact::{Manifold, ManifoldPoint};

use crate::filter::{Edges, with_edges};
use crate::shape::{AsShape, Capsule, Polygon, ShapeRef};
use cores::{core_core, core_core_inlined};
use edge::Edge;
pub(crate) use edge::SHORTEST_SQ;
use geom::{Pose, Rot, Vec2};
use outline::{Outline, SmallOutline};
pub(crate) use points::{COINCIDENT, MOST_STRAY, OFF_TIP};
use segments::SegmentCore;
pub(crate) use size::core_size;

/// Up to two points where `a` and `b` touch, overlap or come within `margin` metres, in A's local frame.
///
/// `pose_ab` is B's pose in A's frame ([`Pose::inv_mul`]). The normal is unit and points from A to B. Each point lies
/// halfway between the two surfaces, and carries its separation along the normal (negative when overlapping) and a
/// [`FeatureId`](crate::FeatureId) that stays the same from step to step. Two points come in the order of A's outline; the
/// surfaces of a point are its edge's or corner's, moved out along the normal by the radius, so that of rounded shapes
/// whose edges are not parallel the farther one lies off the outline.
/// With a positive `margin` (speculative contact) points of shapes that are still apart are reported as well; a point
/// whose separation exceeds `margin` is not, unless it is [asked for](Manifold::with_far_end); a margin that is NaN reports none.
/// No point is deeper than the shapes overlap, up to rounding and the tolerance below.
///
/// For overlapping shapes the normal is that of an edge, the one along which they are soonest apart; between edges of A
/// and of B that tie to within 2⁻¹² of the smaller shape's size A's is taken, lest the choice flips from step to step.
/// For shapes that are apart the deepest point has their distance, to within four such tolerances; so it has for shapes that overlap by
/// less than one, which may count as apart and have the normal between two corners. So shapes that overlap by less than
/// these may have no point at margin zero: ask with a margin that covers them, or ask [`overlaps`](crate::overlaps()). Of slivers, more
/// than about 256 times longer than wide, many edges tie, and the points may stand at another place along the shape than the
/// nearest; ask [`distance`](crate::distance()) for that. Of two neighbouring
/// edges that both face the other shape's to within about 3e-4 radians, rounding cannot tell which does more directly, and either may be
/// taken, the short one too: leave out vertices that are that close to the line between their neighbours.
///
/// Squares are taken in `f32`: of coordinates and sizes near 1e18 metres a manifold may be missing or wrong, though never NaN
/// or infinite (shapes deeper than any `f32` have the lowest as their separation), a segment shorter than 1e-15 metres counts as
/// its first end, and distances from corners below 2⁻⁶³ metres (1e-19) are rounded to as little as nothing and have the direction
/// that coincident points have. A pose that is not finite gives none.
///
/// Cost: O(n · m) for `n` and `m` vertices, eight axes at a time; above 48 vertices O(n log m + m log n), the lowest
/// vertices being found among the normals. No allocation.
///
/// # Examples
/// ```
/// use sat_simd::{Pose, Shape, Vec2, manifold};
///
/// // A box of half a metre rests 1 cm deep in wide ground, whose top is at y = 1.
/// let (ground, boxed) = (Shape::rect(10.0, 1.0)?, Shape::rect(0.5, 0.5)?);
/// let contact = manifold(&ground, &boxed, &Pose::from_translation(Vec2::new(3.0, 1.49)), 0.0);
/// assert_eq!(contact.normal(), Vec2::Y);
/// assert_eq!(contact.points().len(), 2);
/// assert!((contact.points()[0].separation + 0.01).abs() < 1e-6);
/// # Ok::<(), sat_simd::ShapeError>(())
/// ```
#[inline]
#[must_use]
pub fn manifold(a: &impl AsShape, b: &impl AsShape, pose_ab: &Pose, margin: f32) -> Manifold {
    manifold_of(a.as_shape(), b.as_shape(), pose_ab, margin)
}

#[inline(always)]
fn manifold_of(a: ShapeRef, b: ShapeRef, pose_ab: &Pose, margin: f32) -> Manifold {
    match (a, b) {
        (ShapeRef::Rect(a), ShapeRef::Rect(b)) => rects::rect_rect(a.half(), b.half(), pose_ab, margin),
        (ShapeRef::Polygon(a), ShapeRef::Polygon(b)) => {
            polygon_polygon(a, b, pose_ab.translation, pose_ab.rotation, margin).manifold()
        }
        (ShapeRef::Polygon(polygon), ShapeRef::Capsule(capsule)) => {
            polygon_capsule(polygon, capsule, pose_ab.translation, pose_ab.rotation, margin).manifold()
        }
        (ShapeRef::Capsule(_), ShapeRef::Capsule(_)) => capsule_capsule(a, b, pose_ab, margin).manifold(),
        (ShapeRef::Polygon(a), ShapeRef::Circle(b)) => polygon_point(a, pose_ab.translation, b.radius(), margin),
        (a, ShapeRef::Circle(b)) => shape_point(a, pose_ab.translation, b.radius(), margin),
        (ShapeRef::Circle(a), b) => {
            shape_point(b, pose_ab.inv_transform_point(Vec2::ZERO), a.radius(), margin).flipped(pose_ab)
        }
        (a, b) => other_pair(a, b, pose_ab, margin),
    }
}

/// Any shape against a point with a radius.
#[inline]
fn shape_point(shape: ShapeRef, point: Vec2, radius_point: f32, margin: f32) -> Manifold {
    let radius = shape.radius();
    match shape {
        ShapeRef::Circle(_) => points::point_point(Vec2::ZERO, point, radius, radius_point, margin),
        ShapeRef::Rect(rect) => points::rect_point(rect.half(), point, radius_point, margin),
        ShapeRef::Polygon(polygon) => polygon_point(polygon, point, radius_point, margin),
        ShapeRef::Capsule(_) | ShapeRef::Segment(_) => match Edge::of_segment(shape) {
            Some(edge) => points::segment_point(&edge, point, radius, radius_point, margin),
            None => points::point_point(shape.core_vertex(0), point, radius, radius_point, margin),
        },
    }
}

/// Inlined, so that the manifold is written where it is asked for: copied right after it was written in parts, it waits.
#[inline(always)]
fn polygon_point(polygon: &Polygon, point: Vec2, radius_point: f32, margin: f32) -> Manifold {
    match SmallOutline::of_polygon(polygon) {
        Some(core) => {
            points::outline_point(&core, core.nearest_edge(point), point, polygon.radius(), radius_point, margin)
        }
        None => large_polygon_point(polygon, point, radius_point, margin),
    }
}

#[inline(never)]
fn large_polygon_point(polygon: &Polygon, point: Vec2, radius_point: f32, margin: f32) -> Manifold {
    let core = Outline::new(&Edges::of_polygon(polygon), polygon.size());
    points::outline_point(&core, core.nearest_edge(point), point, polygon.radius(), radius_point, margin)
}

/// Pairs of which none is a circle and one is no polygon.
#[inline]
fn other_pair(a: ShapeRef, b: ShapeRef, pose_ab: &Pose, margin: f32) -> Manifold {
    if is_point(b) {
        return shape_point(a, pose_ab.transform_point(b.core_vertex(0)), b.radius(), margin);
    }
    if is_point(a) {
        return shape_point(b, pose_ab.inv_transform_point(a.core_vertex(0)), a.radius(), margin).flipped(pose_ab);
    }
    let radii = [a.radius(), b.radius()];
    match (SegmentCore::new(a), SegmentCore::new(b)) {
        (Some(core_a), Some(core_b)) => two_segments(&core_a, &core_b, pose_ab, radii, margin),
        (None, Some(core_b)) => with_edges(a, |edges_a| match SmallOutline::new(&edges_a, core_size(a)) {
            Some(core_a) => core_core(&core_a, &core_b, pose_ab, radii, margin),
            None => core_core(&Outline::new(&edges_a, core_size(a)), &core_b, pose_ab, radii, margin),
        }),
        (Some(core_a), None) => with_edges(b, |edges_b| match SmallOutline::new(&edges_b, core_size(b)) {
            Some(core_b) => core_core(&core_a, &core_b, pose_ab, radii, margin),
            None => core_core(&core_a, &Outline::new(&edges_b, core_size(b)), pose_ab, radii, margin),
        }),
        (None, None) => outline_outline(a, b, pose_ab, margin),
    }
}

/// Segments, or a segment and a capsule.
#[inline(never)]
fn two_segments(a: &SegmentCore<'_>, b: &SegmentCore<'_>, pose_ab: &Pose, radii: [f32; 2], margin: f32) -> Manifold {
    segments::segment_segment(a, b, pose_ab, radii, margin).manifold()
}

/// Capsules. Among the other pairs their cores went through memory: 27 instructions a pair, and 3 ns of waiting.
#[inline(always)]
fn capsule_capsule(a: ShapeRef, b: ShapeRef, pose_ab: &Pose, margin: f32) -> Rows {
    match (SegmentCore::new(a), SegmentCore::new(b)) {
        (Some(core_a), Some(core_b)) => {
            segments::segment_segment(&core_a, &core_b, pose_ab, [a.radius(), b.radius()], margin)
        }
        _ => Rows::of(&other_pair(a, b, pose_ab, margin)),
    }
}

/// Polygons. Position and rotation come in registers: a pose would be written number by number and read as a whole, and the outlines
/// as well, if they were made outside.
#[inline(never)]
fn polygon_polygon(a: &Polygon, b: &Polygon, translation: Vec2, rotation: Rot, margin: f32) -> Rows {
    let pose_ab = Pose::new(translation, rotation);
    match (SmallOutline::of_polygon(a), SmallOutline::of_polygon(b)) {
        (Some(core_a), Some(core_b)) => core_core_inlined(&core_a, &core_b, &pose_ab, [a.radius(), b.radius()], margin),
        _ => Rows::of(&large_pair(ShapeRef::Polygon(a), ShapeRef::Polygon(b), translation, rotation, margin)),
    }
}

/// A polygon and a capsule, given as to [`polygon_polygon`]; inlined as [`polygon_point`] is (53 → 48.5 ns).
#[inline(always)]
fn polygon_capsule(polygon: &Polygon, capsule: &Capsule, translation: Vec2, rotation: Rot, margin: f32) -> Rows {
    let pose_ab = Pose::new(translation, rotation);
    let shape = ShapeRef::Capsule(capsule);
    match (SmallOutline::of_polygon(polygon), SegmentCore::new(shape)) {
        (Some(core_a), Some(core_b)) => {
            core_core_inlined(&core_a, &core_b, &pose_ab, [polygon.radius(), capsule.radius()], margin)
        }
        _ => Rows::of(&large_pair(ShapeRef::Polygon(polygon), shape, translation, rotation, margin)),
    }
}

/// [`other_pair`], called with a pose of its own.
#[inline(never)]
fn large_pair(a: ShapeRef, b: ShapeRef, translation: Vec2, rotation: Rot, margin: f32) -> Manifold {
    other_pair(a, b, &Pose::new(translation, rotation), margin)
}

/// Polygons and boxes.
#[inline]
fn outline_outline(a: ShapeRef, b: ShapeRef, pose_ab: &Pose, margin: f32) -> Manifold {
    let (sizes, radii) = ([core_size(a), core_size(b)], [a.radius(), b.radius()]);
    with_edges(a, |edges_a| {
        with_edges(b, |edges_b| match (SmallOutline::new(&edges_a, sizes[0]), SmallOutline::new(&edges_b, sizes[1])) {
            (Some(core_a), Some(core_b)) => core_core(&core_a, &core_b, pose_ab, radii, margin),
            _ => {
                let (core_a, core_b) = (Outline::new(&edges_a, sizes[0]), Outline::new(&edges_b, sizes[1]));
                core_core(&core_a, &core_b, pose_ab, radii, margin)
            }
        })
    })
}

/// Whether this is a segment so short that squares lose digits to underflow: it counts as a point.
#[inline]
fn is_point(shape: ShapeRef) -> bool {
    matches!(shape, ShapeRef::Capsule(_) | ShapeRef::Segment(_)) && Edge::of_segment(shape).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FeatureId;
    use crate::Shape;
    use geom::Rot;

    fn at(x: f32, y: f32) -> Pose {
        Pose::from_translation(Vec2::new(x, y))
    }

    /// Normal, and (point, separation, feature) of each point.
    fn flat(manifold: &Manifold) -> (Vec2, Vec<(Vec2, f32, FeatureId)>) {
        (manifold.normal(), manifold.points().iter().map(|p| (p.point, p.separation, p.feature)).collect())
    }

    #[test]
    fn a_small_box_on_a_large_one_touches_along_its_own_side() {
        let (large, small) = (Shape::rect(3.0, 1.0).unwrap(), Shape::rect(0.5, 0.5).unwrap());
        let corners = |half: Vec2| [-half, Vec2::new(half.x, -half.y), half, Vec2::new(-half.x, half.y)];
        let polygon = Shape::polygon(&corners(Vec2::new(3.0, 1.0))).unwrap();
        for large in [large, polygon] {
            // The top face of the large box runs leftwards from corner 2 to corner 3.
            let expected = vec![
                (Vec2::new(1.5, 0.875), -0.25, FeatureId::new(2, 1)),
                (Vec2::new(0.5, 0.875), -0.25, FeatureId::new(3, 0)),
            ];
            assert_eq!(flat(&manifold(&large, &small, &at(1.0, 1.25), 0.0)), (Vec2::Y, expected));
        }
    }

    #[test]
    fn boxes_that_miss_each_other_at_the_corners_are_as_far_as_the_corners() {
        let shapes = [Shape::rect(1.0, 1.0).unwrap(), square()];
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            let got = manifold(a, b, &at(2.3, 2.4), 1.0);
            let [point] = got.points() else { panic!("{got:?}") };
            assert!((got.normal() - Vec2::new(0.6, 0.8)).length() < 1e-6 && (point.separation - 0.5).abs() < 1e-6);
            assert!((point.point - Vec2::new(1.15, 1.2)).length() < 1e-6);
            assert_eq!(point.feature, FeatureId::new(2, 0));
            assert!(manifold(a, b, &at(2.3, 2.4), 0.49).is_empty());
        }
    }

    fn square() -> Shape {
        Shape::polygon(&[[-1., -1.], [1., -1.], [1., 1.], [-1., 1.]].map(Vec2::from)).unwrap()
    }

    #[test]
    fn a_circle_meets_a_box_at_face_corner_and_from_inside() {
        let circle = Shape::circle(1.0).unwrap();
        for boxed in [Shape::rect(1.0, 1.0).unwrap(), square()] {
            let face = manifold(&boxed, &circle, &at(1.75, 0.5), 0.0);
            assert_eq!(flat(&face), (Vec2::X, vec![(Vec2::new(0.875, 0.5), -0.25, FeatureId::new(0, 0))]));
            let corner = manifold(&circle, &boxed, &at(1.6, 1.8), 0.0);
            assert!((corner.normal() - Vec2::new(0.6, 0.8)).length() < 1e-6);
            assert!(corner.points()[0].separation.abs() < 1e-6);
            let inside = manifold(&boxed, &circle, &at(0.0, -0.75), 0.0);
            assert_eq!((inside.normal(), inside.points()[0].separation), (-Vec2::Y, -1.25));
        }
    }

    #[test]
    fn the_textbook_circle_touches_its_polygon() {
        let polygon = Shape::polygon(&[[0., 0.], [4., 0.], [4., 3.], [0., 3.]].map(Vec2::from)).unwrap();
        let got = manifold(&polygon, &Shape::circle(1.0).unwrap(), &at(5.0, 1.0), 0.0);
        assert_eq!(flat(&got), (Vec2::X, vec![(Vec2::new(4.0, 1.0), 0.0, FeatureId::new(0, 0))]));
    }

    #[test]
    fn parallel_capsules_touch_along_their_common_length() {
        let capsule = Shape::capsule(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.5).unwrap();
        let got = manifold(&capsule, &capsule, &at(0.5, 0.75), 0.0);
        assert_eq!(got.normal(), Vec2::Y);
        let points: Vec<_> = got.points().iter().map(|p| (p.point, p.separation)).collect();
        assert_eq!(points, [(Vec2::new(1.0, 0.375), -0.25), (Vec2::new(-0.5, 0.375), -0.25)]);
    }

    #[test]
    fn capsules_end_to_end_touch_in_one_point() {
        let capsule = Shape::capsule(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.5).unwrap();
        let got = manifold(&capsule, &capsule, &at(2.75, 0.0), 0.0);
        assert_eq!(flat(&got), (Vec2::X, vec![(Vec2::new(1.375, 0.0), -0.25, FeatureId::new(1, 0))]));
    }

    #[test]
    fn crossing_segments_part_the_shortest_way() {
        let segment = Shape::segment(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)).unwrap();
        let upright = Pose::new(Vec2::new(0.5, 0.75), Rot::new(0.0, 1.0).unwrap());
        // B stands upright from y = −0.25 to 1.75 at x = 0.5: A leaves it below after 0.25.
        let got = manifold(&segment, &segment, &upright, 0.0);
        assert_eq!(flat(&got), (Vec2::Y, vec![(Vec2::new(0.5, -0.125), -0.25, FeatureId::new(0, 0))]));
    }

    #[test]
    fn a_point_on_a_corner_or_an_edge_has_a_unit_normal() {
        let point = Shape::segment(Vec2::ONE, Vec2::ONE).unwrap();
        let bar = Shape::segment(Vec2::ZERO, Vec2::new(2.0, 2.0)).unwrap();
        for other in [square(), Shape::rect(1.0, 1.0).unwrap(), bar, point.clone(), Shape::circle(0.0).unwrap()] {
            for (a, b) in [(&point, &other), (&other, &point)] {
                let offset = if matches!(other, Shape::Circle(_)) { Vec2::ONE } else { Vec2::ZERO };
                let pose = if std::ptr::eq(a, &point) {
                    Pose::from_translation(offset)
                } else {
                    Pose::from_translation(-offset)
                };
                let got = manifold(a, b, &pose, 0.0);
                assert!(
                    (got.normal().length() - 1.0).abs() < 1e-6 && got.points()[0].separation.abs() < 1e-6,
                    "{got:?}"
                );
            }
        }
    }

    #[test]
    fn rounded_corners_meet_along_the_line_between_their_centres() {
        let Shape::Polygon(sharp) = square() else { unreachable!("it is a polygon") };
        let round: Shape = sharp.with_radius(0.5).unwrap().into();
        let got = manifold(&round, &round, &at(2.3, 2.4), 0.0);
        assert!((got.normal() - Vec2::new(0.6, 0.8)).length() < 1e-6);
        assert!(got.points().len() == 1 && (got.points()[0].separation + 0.5).abs() < 1e-6, "{got:?}");
    }
}
