use crate::filter::{Edges, Foremost};
use crate::precise::{
    Contact, Difference, between_capsules, between_cores, between_edges_and_disc, between_many_edges_and_disc,
    between_rects, between_shape_and_disc, to_f32, to_vec2, widen,
};
use crate::{AsShape, Relation, ShapeRef, relation};
use geom::{Pose, Vec2};
use glam::DVec2;

/// How far two shapes are apart, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Distance {
    /// The gap between the surfaces, in metres; zero when the shapes touch or overlap, and only then.
    pub distance: f32,
    /// The point of A's surface that is closest to B, in the world; the deepest one in B when they overlap.
    pub point_a: Vec2,
    /// The point of B's surface that is closest to A, in the world; the deepest one in A when they overlap.
    pub point_b: Vec2,
    /// Unit, from A to B.
    pub normal: Vec2,
}

/// The gap between two posed shapes and a pair of points it lies between.
///
/// Where parallel edges face each other, many pairs of points are equally close and one of them is returned. Shapes
/// that touch or overlap are zero apart; then the points are those that [`mtv`](crate::mtv) would bring together.
///
/// The distance is right to 8·2⁻²⁴ of the shapes' extents plus the distance itself, wherever they are; the points are
/// world coordinates and rounded as such. O(n + m) for n and m vertices, in double precision, without allocation; in closed
/// form for two shapes of up to 64 vertices, and for circles and polygons of any, unless they are within rounding of touching or
/// of a tie. Within rounding of touching they cost the exact [`relation`](crate::relation()) besides, O(n · m). A distance beyond
/// the range of `f32` comes back as the largest one, and so does that of a pose that is not finite.
///
/// ```
/// use sat_simd::{Pose, Shape, Vec2, distance};
///
/// let (ball, tile) = (Shape::circle(1.0).unwrap(), Shape::rect(1.0, 1.0).unwrap());
/// let gap = distance(&ball, &Pose::from_translation(Vec2::new(4.0, 5.0)), &tile, &Pose::IDENTITY);
/// assert_eq!(gap.distance, 4.0);
/// assert_eq!(gap.point_b, Vec2::new(1.0, 1.0));
/// ```
#[must_use]
#[inline]
pub fn distance(a: &impl AsShape, pose_a: &Pose, b: &impl AsShape, pose_b: &Pose) -> Distance {
    distance_of(a.as_shape(), pose_a, b.as_shape(), pose_b)
}

/// Inlined, so that of known kinds one formula is left, and its answer does not go through memory.
#[inline(always)]
fn distance_of(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Distance {
    // What is not finite has no closed form.
    match closed_form(a, pose_a, b, pose_b) {
        Some(measured) => Distance::of_measured(&measured),
        None if pose_a.is_finite() && pose_b.is_finite() => {
            Distance::of_measured(&measure_difference(a, pose_a, b, pose_b))
        }
        None => Distance { distance: f32::MAX, point_a: Vec2::ZERO, point_b: Vec2::ZERO, normal: Vec2::X },
    }
}

/// How two shapes lie to each other, in numbers and as an exact verdict, seen from the point that stands first.
type Measured = (DVec2, Contact, Relation);

impl Distance {
    #[inline]
    fn of_measured((origin, contact, relation): &Measured) -> Self {
        let distance = if *relation == Relation::Separated {
            // The verdict is exact, the gap is rounded: shapes closer than its error are still apart.
            to_f32(contact.separation).max(f32::from_bits(1))
        } else {
            0.0
        };
        Self {
            distance,
            point_a: to_vec2(*origin + contact.point_a),
            point_b: to_vec2(*origin + contact.point_b),
            normal: to_vec2(contact.normal),
        }
    }
}

/// How two shapes at finite poses lie to each other.
#[inline]
pub(crate) fn measure(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Measured {
    closed_form(a, pose_a, b, pose_b).unwrap_or_else(|| measure_difference(a, pose_a, b, pose_b))
}

/// [`measure`] by one formula for up to 64 vertices each, of any number beside a circle, unless they are within rounding of touching
/// or of a tie; for finite poses only.
///
/// Inlined, so that of known kinds one formula is left, and of it what is asked for.
#[inline(always)]
pub(crate) fn closed_form(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Option<Measured> {
    let (at_a, at_b) = (pose_a.translation, pose_b.translation);
    match (a, b) {
        (ShapeRef::Circle(disc_a), ShapeRef::Circle(disc_b)) => {
            if !(pose_a.is_finite() && pose_b.is_finite()) {
                return None;
            }
            let radii = [disc_a, disc_b].map(|disc| f64::from(disc.radius()));
            let contact = Contact::of_discs(widen(at_b) - widen(at_a), radii[0], radii[1]);
            Some((widen(at_a), contact, relation(&a, pose_a, &b, pose_b)))
        }
        (ShapeRef::Rect(rect_a), ShapeRef::Rect(rect_b)) => {
            let (contact, relation) = between_rects(rect_a, pose_a, rect_b, pose_b)?;
            Some((widen(at_a), contact, relation))
        }
        (_, ShapeRef::Circle(disc)) => {
            let (contact, relation) = over_disc(a, pose_a, at_b, disc.radius())?;
            Some((widen(at_a), contact, relation))
        }
        (ShapeRef::Circle(disc), _) => {
            let (contact, relation) = over_disc(b, pose_b, at_a, disc.radius())?;
            Some((widen(at_b), contact.reversed(), relation))
        }
        _ => match (a.ends(), b.ends()) {
            (Some(ends_a), Some(ends_b)) => {
                between_capsules((ends_a, a.radius(), pose_a), (ends_b, b.radius(), pose_b))
            }
            _ => between_cores(a, pose_a, b, pose_b),
        },
    }
}

/// How a core with edges lies to a disc around `center`, seen from its position: of a polygon inlined.
#[inline(always)]
fn over_disc(core: ShapeRef, pose: &Pose, center: Vec2, radius: f32) -> Option<(Contact, Relation)> {
    match core {
        ShapeRef::Polygon(polygon) => {
            if polygon.only_block().is_none() {
                return between_many_edges_and_disc(
                    &Edges::of_polygon(polygon),
                    polygon.radius(),
                    pose,
                    center,
                    radius,
                );
            }
            between_edges_and_disc(&Edges::of_polygon(polygon), false, polygon.radius(), pose, center, radius)
        }
        _ => between_shape_and_disc(core, pose, center, radius),
    }
}

/// [`measure`] for any two shapes.
#[inline(never)]
fn measure_difference(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Measured {
    let difference = Difference::new(a, pose_a, Vec2::ZERO, b, pose_b);
    let foremost = Foremost::new(a, pose_a, b, pose_b);
    let contact = difference.contact_over(foremost);
    // Found over a few faces it was found over all that matter.
    let is_complete = foremost.is_some() || difference.is_thin();
    let certain = if is_complete { difference.relation_by(&contact) } else { None };
    (difference.origin, contact, certain.unwrap_or_else(|| relation(&a, pose_a, &b, pose_b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::testing::{entries, size};
    use crate::{Circle, Polygon, Rect, Shape};
    use alloc::vec::Vec;
    use geom::Rot;
    use proptest::prelude::*;

    #[test]
    fn polygons_that_do_not_tie_have_a_closed_form_at_any_size() {
        for scale in [1.0, 2f32.powi(-90), 2f32.powi(90)] {
            let corners = [Vec2::ZERO, Vec2::new(2.0, 0.5), Vec2::new(0.5, 1.5)];
            let wedge = Polygon::new(&corners.map(|corner| corner * scale)).unwrap();
            let tile = Rect::new(Vec2::ONE * scale).unwrap();
            let at = |x: f32, angle: f32| Pose::new(Vec2::new(x * scale, 0.25 * scale), Rot::from_angle(angle));
            let measured = |x, angle| closed_form(tile.as_shape(), &at(0.0, 0.0), wedge.as_shape(), &at(x, angle));
            for (x, angle, relation) in [(4.0, 0.3, Relation::Separated), (0.5, 0.3, Relation::Overlapping)] {
                assert!(measured(x, angle).is_some_and(|(_, _, found)| found == relation), "{scale} {x}");
            }
            let other = Polygon::new(&tile.corners()).unwrap();
            assert!(closed_form(other.as_shape(), &at(4.0, 0.0), wedge.as_shape(), &at(0.0, 0.0)).is_some());
            let many = ellipse(20, Vec2::new(2.0, 0.7) * scale, Vec2::ZERO).unwrap();
            for b in [Shape::from(wedge), Shape::from(Circle::new(scale).unwrap())] {
                for (x, relation) in [(4.0, Relation::Separated), (0.5, Relation::Overlapping)] {
                    let found = closed_form(many.as_shape(), &at(x, 0.3), b.as_shape(), &at(0.0, 0.0));
                    assert!(found.is_some_and(|(_, _, found)| found == relation), "{scale} {x} {b:?}");
                    check_closed_form(&Shape::from(many.clone()), &at(x, 0.3), &b, &at(0.0, 0.0)).unwrap();
                }
            }
            // Two edges face each other.
            assert!(closed_form(other.as_shape(), &at(4.0, 0.0), tile.as_shape(), &at(0.0, 0.0)).is_none());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn closed_forms_answer_as_the_difference_does(entries in entries()) {
            for pair in entries.windows(2) {
                let [(a, pose_a), (b, pose_b)] = pair else { unreachable!("windows of two") };
                check_closed_form(a, pose_a, b, pose_b)?;
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn so_they_do_of_many_vertices((a, pose_a) in large_entry(), (b, pose_b) in large_entry(), entries in entries()) {
            check_closed_form(&a, &pose_a, &b, &pose_b)?;
            for (b, pose_b) in &entries {
                check_closed_form(&a, &pose_a, b, pose_b)?;
                check_closed_form(b, pose_b, &a, &pose_a)?;
            }
        }
    }

    /// An ellipse of 9 to 64 vertices, flat or round, its middle not at its origin, often rounded.
    fn large_entry() -> impl Strategy<Value = (Shape, Pose)> {
        let half = (0.05f32..3.0, 0.05f32..3.0).prop_map(|(x, y)| Vec2::new(x, y));
        let place = || (-4.0f32..4.0, -4.0f32..4.0).prop_map(|(x, y)| Vec2::new(x, y));
        let radius = prop_oneof![Just(0.0f32), 0.0f32..1.0];
        (9u8..=64, half, place(), radius, place(), -3.2f32..3.2).prop_filter_map(
            "flat",
            |(count, half, middle, radius, at, angle)| {
                let polygon = ellipse(count, half, middle * 0.25)?.with_radius(radius).ok()?;
                Some((Shape::from(polygon), Pose::new(at, Rot::from_angle(angle))))
            },
        )
    }

    fn ellipse(count: u8, half: Vec2, middle: Vec2) -> Option<Polygon> {
        let turn = |i: u8| Rot::from_angle(f32::from(i) * core::f32::consts::TAU / f32::from(count));
        let corners: Vec<Vec2> = (0..count).map(|i| middle + turn(i).rotate(Vec2::X) * half).collect();
        Polygon::hull(&corners).ok()
    }

    fn check_closed_form(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Result<(), TestCaseError> {
        let Some((_, found, verdict)) = closed_form(a.as_shape(), pose_a, b.as_shape(), pose_b) else { return Ok(()) };
        let (_, want, _) = measure_difference(a.as_shape(), pose_a, b.as_shape(), pose_b);
        let about = format!("{a:?} {pose_a:?} {b:?} {pose_b:?}: {found:?}, not {want:?}");
        prop_assert_eq!(verdict, relation(a, pose_a, b, pose_b), "{}", about);
        // 2⁻⁴⁵: a third more than the sum of both errors, 2⁻⁴⁷ and 2⁻⁴⁶ of the size.
        let error = size(a, pose_a, b, pose_b) / 35_184_372_088_832.0;
        prop_assert!((found.separation - want.separation).abs() <= error, "{}", about);
        let across = found.point_b - found.point_a - found.normal * found.separation;
        prop_assert!(across.length() <= error, "{}", about);
        // Where cores overlap, two ways out may be equally short.
        let distance = found.separation + f64::from(a.radius()) + f64::from(b.radius());
        if distance > error {
            // Points p and q of a convex set, e further than the nearest one at most, are √(8de + 4e²) from each other:
            // the middle of them is no nearer than d.
            let apart = 3.0 * (error * (distance + error)).sqrt();
            prop_assert!((found.normal - want.normal).length() * distance <= apart, "{}", about);
        }
        Ok(())
    }

    #[test]
    fn ellipses_of_up_to_sixty_four_vertices_have_a_closed_form() {
        for count in [9, 16, 17, 24, 40, 64] {
            let shape = |middle: f32| ellipse(count, Vec2::new(2.5, 0.5), Vec2::new(middle, 0.0)).unwrap();
            let (a, b, tile) = (shape(0.0), shape(1.0), Rect::new(Vec2::ONE).unwrap());
            let disc = Circle::new(0.3).unwrap();
            let mut closed = 0;
            for step in 0..100u8 {
                let turned = f32::from(step) * 0.61 + 0.2;
                let at = Rot::from_angle(turned).rotate(Vec2::X) * (f32::from(step % 8) + 0.3);
                let pose = Pose::new(at, Rot::from_angle(turned * 3.0));
                let is_closed = |b: ShapeRef| closed_form(a.as_shape(), &Pose::IDENTITY, b, &pose).is_some();
                closed += [b.as_shape(), tile.as_shape(), disc.as_shape()]
                    .map(|b| usize::from(is_closed(b)))
                    .iter()
                    .sum::<usize>();
            }
            assert!(closed >= 293, "{count}: {closed} of 300");
        }
    }

    #[test]
    fn more_vertices_have_one_beside_circles_only() {
        for count in [65, 72, 200] {
            let a = ellipse(count, Vec2::new(2.5, 0.5), Vec2::ZERO).unwrap();
            assert_eq!(a.len(), usize::from(count));
            let pose = Pose::new(Vec2::new(5.0, 3.5), Rot::from_angle(0.7));
            for (b, has_one) in [(Shape::from(a.clone()), false), (Shape::from(Circle::new(0.3).unwrap()), true)] {
                let found = closed_form(a.as_shape(), &Pose::IDENTITY, b.as_shape(), &pose);
                assert_eq!(found.is_some(), has_one, "{count}: {b:?}");
                let (_, want, _) = measure_difference(a.as_shape(), &Pose::IDENTITY, b.as_shape(), &pose);
                assert_eq!(distance(&a, &Pose::IDENTITY, &b, &pose).distance, want.separation as f32);
            }
        }
    }
}
