use crate::filter::Foremost;
use crate::precise::{Contact, Difference, to_f32, to_vec2, widen};
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
/// world coordinates and rounded as such. O(n + m) for n and m vertices, in double precision, without allocation. A
/// distance beyond the range of `f32` comes back as the largest one, and so does that of a pose that is not finite.
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

fn distance_of(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Distance {
    if !(pose_a.is_finite() && pose_b.is_finite()) {
        return Distance { distance: f32::MAX, point_a: Vec2::ZERO, point_b: Vec2::ZERO, normal: Vec2::X };
    }
    let (origin, contact, relation) = measure(a, pose_a, b, pose_b);
    let distance = if relation == Relation::Separated {
        // The verdict is exact, the gap is rounded: shapes closer than its error are still apart.
        to_f32(contact.separation).max(f32::from_bits(1))
    } else {
        0.0
    };
    Distance {
        distance,
        point_a: to_vec2(origin + contact.point_a),
        point_b: to_vec2(origin + contact.point_b),
        normal: to_vec2(contact.normal),
    }
}

/// How two shapes at finite poses lie to each other, as an exact verdict and in numbers, seen from the point that is
/// returned first.
pub(crate) fn measure(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> (DVec2, Contact, Relation) {
    if let (ShapeRef::Circle(disc_a), ShapeRef::Circle(disc_b)) = (a, b) {
        let (at_a, at_b) = (widen(pose_a.translation), widen(pose_b.translation));
        let contact = Contact::of_discs(at_b - at_a, f64::from(disc_a.radius()), f64::from(disc_b.radius()));
        return (at_a, contact, relation(&a, pose_a, &b, pose_b));
    }
    let difference = Difference::new(a, pose_a, Vec2::ZERO, b, pose_b);
    let foremost = Foremost::new(a, pose_a, b, pose_b);
    let contact = difference.contact_over(foremost);
    // Found over a few faces it was found over all that matter.
    let is_complete = foremost.is_some() || difference.is_thin();
    let certain = if is_complete { difference.relation_by(&contact) } else { None };
    (difference.origin, contact, certain.unwrap_or_else(|| relation(&a, pose_a, &b, pose_b)))
}
