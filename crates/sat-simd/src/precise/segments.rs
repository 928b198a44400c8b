use super::difference::{Difference, Owner};
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
    (contact.separation.abs() > error).then(|| {
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
    /// The contact, radii included, from the four distances of an end of one to the other; `None` where they cross or come so
    /// close, in proportion to their size, that the direction between them would be rounding.
    #[inline]
    fn contact(&self, (radius_a, radius_b): (f64, f64)) -> Option<Contact> {
        let Self { a, b, offset, tolerance } = *self;
        let ends_b = [offset, offset + b];
        // Seen from B's first end.
        let ends_a = [-offset, a - offset];
        if !(self.is_one_sided(a, ends_b) || self.is_one_sided(b, ends_a)) {
            return None;
        }
        let (per_a, per_b) = (1.0 / a.length_squared(), 1.0 / b.length_squared());
        let foot = |end: DVec2, along: DVec2, per: f64| along * (end.dot(along) * per).clamp(0.0, 1.0);
        let candidates = [
            (foot(ends_b[0], a, per_a), ends_b[0], Owner::A),
            (foot(ends_b[1], a, per_a), ends_b[1], Owner::A),
            (DVec2::ZERO, offset + foot(ends_a[0], b, per_b), Owner::B),
            (a, offset + foot(ends_a[1], b, per_b), Owner::B),
        ];
        // Counted, because which it is no branch predictor knows.
        let squares = candidates.map(|(on_a, on_b, _)| (on_b - on_a).length_squared());
        let (of_a, of_b) = (usize::from(squares[1] < squares[0]), 2 + usize::from(squares[3] < squares[2]));
        let nearest = [of_a, of_b][usize::from(squares[of_b] < squares[of_a])];
        let (distance, (on_a, on_b, owner)) = (sqrt_f64(squares[nearest]), candidates[nearest]);
        let normal = (on_b - on_a) * (1.0 / distance);
        // 2²⁶ tolerances: the normal is right to 2⁻²⁶.
        (distance > tolerance * 67_108_864.0).then(|| Contact {
            normal,
            separation: distance - (radius_a + radius_b),
            point_a: on_a + normal * radius_a,
            point_b: on_b - normal * radius_b,
            owner,
        })
    }

    /// Whether both ends are certainly on one side of the line along `along` through the origin.
    #[inline]
    fn is_one_sided(&self, along: DVec2, ends: [DVec2; 2]) -> bool {
        let [one, other] = ends.map(|end| along.perp_dot(end));
        let error = 4.0 * self.tolerance * (along.x.abs() + along.y.abs());
        (one.abs() > error) & (other.abs() > error) & ((one > 0.0) == (other > 0.0))
    }
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
