use super::difference::{Difference, Owner};
use super::separation::Contact;
use crate::root::sqrt_f64;
use glam::DVec2;

impl Difference<'_> {
    /// The contact of two cores that are segments, from the four distances of an end of one to the other; `None` where
    /// they cross or come so close, in proportion to their size, that the direction between them would be rounding.
    pub(crate) fn between_segments(&self) -> Option<Contact> {
        if self.core_a.len() != 2 || self.core_b.len() != 2 {
            return None;
        }
        let (a, b) = (self.core_a.vertex(1), self.core_b.vertex(1));
        let ends_b = [self.offset, self.offset + b];
        // Seen from B's first end.
        let ends_a = [-self.offset, a - self.offset];
        if !(self.is_one_sided(a, ends_b) || self.is_one_sided(b, ends_a)) {
            return None;
        }
        let (per_a, per_b) = (1.0 / a.length_squared(), 1.0 / b.length_squared());
        let foot = |end: DVec2, along: DVec2, per: f64| along * (end.dot(along) * per).clamp(0.0, 1.0);
        let candidates = [
            (foot(ends_b[0], a, per_a), ends_b[0], Owner::A),
            (foot(ends_b[1], a, per_a), ends_b[1], Owner::A),
            (DVec2::ZERO, self.offset + foot(ends_a[0], b, per_b), Owner::B),
            (a, self.offset + foot(ends_a[1], b, per_b), Owner::B),
        ];
        let mut nearest = (f64::INFINITY, candidates[0]);
        for candidate in candidates {
            let distance_sq = (candidate.1 - candidate.0).length_squared();
            if distance_sq < nearest.0 {
                nearest = (distance_sq, candidate);
            }
        }
        let (distance, (on_a, on_b, owner)) = (sqrt_f64(nearest.0), nearest.1);
        let normal = (on_b - on_a) / distance;
        // 2²⁶ tolerances: the normal is right to 2⁻²⁶.
        (distance > self.tolerance * 67_108_864.0).then(|| Contact {
            normal,
            separation: distance - self.radius(),
            point_a: on_a + normal * self.radius_a,
            point_b: on_b - normal * self.radius_b,
            owner,
        })
    }

    /// Whether both ends are certainly on one side of the line along `along` through the origin.
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
