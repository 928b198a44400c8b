use super::difference::{Difference, Owner};
use super::placed::MOST_ERROR;
use super::separation::Contact;
use super::{turn, widen};
use crate::Relation;
use crate::root::sqrt_f64;
use geom::{Pose, Vec2};
use glam::DVec2;

impl Difference<'_> {
    /// The contact of two cores that are segments: see [`Segments::contact`].
    pub(crate) fn between_segments(&self) -> Option<Contact> {
        if self.core_a.len() != 2 || self.core_b.len() != 2 {
            return None;
        }
        let (a, b) = (self.core_a.vertex(1), self.core_b.vertex(1));
        let radii = (self.radius_a, self.radius_b);
        Segments { a, b, offset: self.offset, tolerance: self.tolerance }.contact(radii)
    }
}

/// A segment, its radius and its pose.
pub(crate) type PlacedSegment<'a> = ([Vec2; 2], f32, &'a Pose);

/// How two segments grown by radii lie to each other, and the point from which it is seen; `None` as for
/// [`Segments::contact`] and where they are within rounding of touching.
#[inline]
pub(crate) fn between_capsules(
    (ends_a, radius_a, pose_a): PlacedSegment,
    (ends_b, radius_b, pose_b): PlacedSegment,
) -> Option<(DVec2, Contact, Relation)> {
    let (start_a, start_b) = (widen(ends_a[0]), widen(ends_b[0]));
    let between = widen(pose_b.translation) - widen(pose_a.translation);
    let (first_a, first_b) = (turn(pose_a.rotation, start_a), turn(pose_b.rotation, start_b));
    let (a, b) = (turn(pose_a.rotation, widen(ends_a[1]) - start_a), turn(pose_b.rotation, widen(ends_b[1]) - start_b));
    // A point has no direction.
    if a == DVec2::ZERO || b == DVec2::ZERO {
        return None;
    }
    let (radius_a, radius_b) = (f64::from(radius_a), f64::from(radius_b));
    let reaches = [between, first_a, first_b, a, b].into_iter().map(|v| v.abs().element_sum()).sum::<f64>();
    let tolerance = reaches / 281_474_976_710_656.0; // 2⁴⁸
    let segments = Segments { a, b, offset: between + (first_b - first_a), tolerance };
    let contact = segments.contact((radius_a, radius_b))?;
    let error = 4.0 * tolerance + (radius_a + radius_b) * f64::EPSILON;
    let extent = a.abs().max_element().max(b.abs().max_element()) + radius_a.max(radius_b);
    let is_sure = contact.separation.abs() > error && error <= MOST_ERROR * (contact.separation.abs() + extent);
    is_sure.then(|| {
        let relation = if contact.separation > 0.0 { Relation::Separated } else { Relation::Overlapping };
        (widen(pose_a.translation) + first_a, contact, relation)
    })
}

/// Two segments of positive length, seen from the first end of A.
struct Segments {
    /// The second end of A.
    a: DVec2,
    /// From the first to the second end of B.
    b: DVec2,
    /// The first end of B.
    offset: DVec2,
    /// What coordinates may be off by.
    tolerance: f64,
}

impl Segments {
    /// The contact, radii included, from the four distances of an end of one to the other; `None` where they come so close, in
    /// proportion to their size, that the direction between them would be rounding, or where rounding decides whether they
    /// cross.
    ///
    /// The shortest way out of segments that cross moves an end of one onto the other, over the nearest side of their
    /// difference, a parallelogram: its foot is between the ends of that side, so the distances are the same four.
    #[inline]
    fn contact(&self, (radius_a, radius_b): (f64, f64)) -> Option<Contact> {
        let Self { a, b, offset, tolerance } = *self;
        let (second, back) = (offset + b, a - offset);
        let over_a = self.sides(a, offset, second);
        let over_b = self.sides(b, -offset, back);
        let is_crossing = over_a.are_two & over_b.are_two;
        if !(is_crossing | over_a.are_one | over_b.are_one) {
            return None;
        }
        let (per_a, per_b) = (1.0 / a.length_squared(), 1.0 / b.length_squared());
        let on_a = |end: DVec2| (end.dot(a) * per_a).clamp(0.0, 1.0);
        let on_b = |end: DVec2| (end.dot(b) * per_b).clamp(0.0, 1.0);
        // How much of A and of B lies before the two points.
        let parts_a = [on_a(offset), on_a(second), 0.0, 1.0];
        let parts_b = [0.0, 1.0, on_b(-offset), on_b(back)];
        let gap = |index: usize| offset + b * parts_b[index] - a * parts_a[index];
        let squares = [
            (offset - a * parts_a[0]).length_squared(),
            (second - a * parts_a[1]).length_squared(),
            gap(2).length_squared(),
            gap(3).length_squared(),
        ];
        // Counted, because which it is no branch predictor knows.
        let (of_a, of_b) = (usize::from(squares[1] < squares[0]), 2 + usize::from(squares[3] < squares[2]));
        let nearest = [of_a, of_b][usize::from(squares[of_b] < squares[of_a])];
        let distance = sqrt_f64(squares[nearest]);
        let sign = [1.0, -1.0][usize::from(is_crossing)];
        let normal = gap(nearest) * (sign / distance);
        // 2²⁶ tolerances: the normal is right to 2⁻²⁶.
        (distance > tolerance * 67_108_864.0).then(|| Contact {
            normal,
            separation: distance * sign - (radius_a + radius_b),
            point_a: a * parts_a[nearest] + normal * radius_a,
            point_b: offset + b * parts_b[nearest] - normal * radius_b,
            owner: [Owner::A, Owner::A, Owner::B, Owner::B][nearest],
        })
    }

    /// On which sides of the line along `along` through the origin both ends are.
    #[inline]
    fn sides(&self, along: DVec2, one: DVec2, other: DVec2) -> Sides {
        let (one, other) = (along.perp_dot(one), along.perp_dot(other));
        let error = 4.0 * self.tolerance * (along.x.abs() + along.y.abs());
        let is_certain = (one.abs() > error) & (other.abs() > error);
        let is_one = (one > 0.0) == (other > 0.0);
        Sides { are_one: is_certain & is_one, are_two: is_certain & !is_one }
    }
}

/// Whether two points are certainly on one side of a line, or on two.
struct Sides {
    are_one: bool,
    are_two: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AsShape, Capsule};
    use geom::{Pose, Rot, Vec2};
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Vec2> {
        let grid = (-4i8..5, -4i8..5).prop_map(|(x, y)| Vec2::new(f32::from(x), f32::from(y)));
        prop_oneof![grid, (-5.0f32..5.0, -5.0f32..5.0).prop_map(|(x, y)| Vec2::new(x, y))]
    }

    #[test]
    fn segments_that_cross_part_over_the_end_that_reaches_least_far() {
        let pose = Pose::IDENTITY;
        let level = ([Vec2::new(-2.0, 0.0), Vec2::new(2.0, 0.0)], 0.5, &pose);
        let upright = ([Vec2::new(1.0, -0.5), Vec2::new(1.0, 3.0)], 0.25, &pose);
        let (origin, contact, relation) = between_capsules(level, upright).unwrap();
        assert_eq!((contact.normal, contact.separation, relation), (DVec2::Y, -1.25, Relation::Overlapping));
        assert_eq!(origin + contact.point_a, DVec2::new(1.0, 0.5));
        assert_eq!(origin + contact.point_b, DVec2::new(1.0, -0.75));
        let (_, contact, _) = between_capsules(upright, level).unwrap();
        assert_eq!((contact.normal, contact.separation, contact.owner), (-DVec2::Y, -1.25, Owner::B));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn the_nearest_ends_are_as_far_apart_as_the_nearest_faces(
            ends in (point(), point(), point(), point()), at in point(), turn in -3.2f32..3.2,
        ) {
            let a = Capsule::new(ends.0, ends.1, 0.5).unwrap();
            let b = Capsule::new(ends.2, ends.3, 0.25).unwrap();
            let pose_b = Pose::new(at, Rot::from_angle(turn));
            let difference = Difference::new(a.as_shape(), &Pose::IDENTITY, Vec2::ZERO, b.as_shape(), &pose_b);
            let Some(contact) = difference.between_segments() else { return Ok(()) };
            let faces = difference.contact_over_faces(None);
            let error = 4.0 * difference.tolerance;
            prop_assert!((contact.separation - faces.separation).abs() <= error, "{:?} {:?}", contact, faces);
            // The error turns the normal by as much as it is of the distance of the cores.
            let distance = contact.separation + difference.radius();
            prop_assert!((contact.normal - faces.normal).length() * distance <= 2.0 * error, "{:?} {:?}", contact, faces);
            let across = contact.point_b - contact.point_a - contact.normal * contact.separation;
            prop_assert!(across.length() <= error, "{:?}", contact);
        }
    }
}
