//! Verdicts in double precision that are certain: what stands between `f32` and whole numbers for shapes that move.
//!
//! Vertices, offset and normals are each right to a few units of 2⁻⁵³ of the coordinates in play, so a computed gap is
//! within 2⁻⁴⁸ of their sum ([`Difference::tolerance`](super::Difference)), of which four times is taken here. An axis
//! with a gap above that parts the shapes for certain; so does a gap below it on every edge's axis, or the nearness of two
//! points, the opposite.

use super::difference::Difference;
use super::separation::Contact;
use crate::Relation;
use glam::DVec2;

impl Difference<'_> {
    /// How the shapes lie to each other, unless they are within rounding of touching. O(n + m).
    pub(crate) fn relation(&self) -> Option<Relation> {
        let error = self.error(DVec2::ZERO);
        // Negative, it is the largest gap of all edges, or the distance of two points less the radii.
        let contact = self.contact();
        if contact.separation < -error {
            Some(Relation::Overlapping)
        } else if contact.separation > error && self.gap_along(contact.normal) - self.radius() > error {
            Some(Relation::Separated)
        } else {
            None
        }
    }

    /// How the shapes lie to each other by their `contact`, found over all faces that matter, unless they are within
    /// rounding of touching.
    pub(crate) fn relation_by(&self, contact: &Contact) -> Option<Relation> {
        let error = self.error(DVec2::ZERO);
        if contact.separation.abs() > error {
            Some(if contact.separation > 0.0 { Relation::Separated } else { Relation::Overlapping })
        } else {
            None
        }
    }

    /// How B lies to all that A covers while it moves by `translation`, unless that is within rounding of a graze:
    /// separated, or overlapping at some time on the way. O(n + m).
    ///
    /// Apart are shapes that some axis parts at the start and at the end, and so between; the axes are those of all edges,
    /// the one across the motion, and the normals between the nearest points at the start and at the end. The interiors
    /// meet when a part of the way lies behind all edges, or when the shapes overlap in the middle of the contact.
    pub(crate) fn swept_relation(&self, translation: DVec2) -> Option<Relation> {
        let error = self.error(translation);
        let apart = self.radius() + error;
        let (mut from, mut to, mut is_apart) = (0.0f64, 1.0f64, false);
        self.for_each_face(|face| {
            let closing = translation.dot(face.normal);
            is_apart |= face.separation.min(face.separation - closing) > apart;
            let time = (face.separation + error) / closing;
            if closing > error {
                from = from.max(time);
            } else if closing < -error {
                to = to.min(time);
            } else if face.separation + error + error >= 0.0 {
                to = f64::NEG_INFINITY;
            }
        });
        let across = translation.perp() / translation.length();
        if is_apart || self.gap_along(across) > apart || self.gap_along(-across) > apart {
            return Some(Relation::Separated);
        }
        // Without an edge, nothing is behind all edges. Times are rounded: by less than this.
        if !self.is_point() && from + 1e-12 < to {
            return Some(Relation::Overlapping);
        }
        if self.radius() == 0.0 {
            return None;
        }
        let cast = self.cast(translation);
        let middle = (cast.enter.max(0.0) + cast.leave.min(1.0)) / 2.0;
        let at = |time: f64| self.moved(translation * time.clamp(0.0, 1.0));
        if at(middle).contact().separation < -error {
            return Some(Relation::Overlapping);
        }
        let parts = |normal: DVec2| {
            let gap = self.gap_along(normal);
            gap.min(gap - translation.dot(normal)) > apart
        };
        (parts(self.contact().normal) || parts(at(1.0).contact().normal)).then_some(Relation::Separated)
    }

    /// How far the cores are apart along `normal`, from A to B.
    pub(super) fn gap_along(&self, normal: DVec2) -> f64 {
        let (top, bottom) = (self.core_a.support(normal), self.core_b.support(-normal));
        normal.dot(self.offset + self.core_b.vertex(bottom) - self.core_a.vertex(top))
    }

    /// What a computed gap may be off by, with A on the way along `translation`.
    fn error(&self, translation: DVec2) -> f64 {
        let way = (translation.abs().max_element() + self.radius()) / 281_474_976_710_656.0; // 2⁴⁸
        4.0 * (self.tolerance + way)
    }
}

#[cfg(test)]
mod tests {
    use super::super::widen;
    use super::*;
    use crate::{AsShape, Polygon, Shape, exact};
    use geom::{Pose, Rot, Vec2};
    use proptest::prelude::*;

    fn coordinate() -> impl Strategy<Value = f32> {
        prop_oneof![4 => (-6i8..7).prop_map(f32::from), 4 => -6.0f32..6.0, 1 => -1e6f32..1e6, 1 => Just(1e-40f32)]
    }

    fn vector() -> impl Strategy<Value = Vec2> {
        (coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y))
    }

    fn shape() -> impl Strategy<Value = Shape> {
        let radius = || prop_oneof![Just(0.0f32), (0u8..4).prop_map(f32::from), 0.0f32..2.0];
        prop_oneof![
            radius().prop_map(|radius| Shape::circle(radius).unwrap()),
            (vector(), vector(), radius()).prop_map(|(a, b, radius)| Shape::capsule(a, b, radius).unwrap()),
            (proptest::collection::vec(vector(), 3..14), radius()).prop_filter_map("flat", |(points, radius)| {
                Polygon::hull(&points).and_then(|polygon| polygon.with_radius(radius)).ok().map(Shape::from)
            }),
        ]
    }

    fn pose() -> impl Strategy<Value = Pose> {
        let turn = prop_oneof![
            Just(Rot::IDENTITY),
            Just(Rot::new(0.6, 0.8).unwrap()),
            (-3.2f32..3.2).prop_map(Rot::from_angle)
        ];
        (vector(), turn).prop_map(|(at, turn)| Pose::new(at, turn))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn what_is_certain_is_true(a in shape(), pose_a in pose(), motion in vector(), b in shape(), pose_b in pose()) {
            let (a, b) = (a.as_shape(), b.as_shape());
            let there = Difference::new(a, &pose_a, motion, b, &pose_b).relation();
            let exactly = Relation::of_separation(exact::compare_moved(a, &pose_a, motion, b, &pose_b).ordering);
            prop_assert!(there.is_none_or(|relation| relation == exactly), "{:?}, not {:?}", there, exactly);
            if motion != Vec2::ZERO {
                let way = Difference::new(a, &pose_a, Vec2::ZERO, b, &pose_b).swept_relation(widen(motion));
                let exactly = Relation::of_separation(exact::compare_swept(a, &pose_a, motion, b, &pose_b, 0.0).ordering);
                prop_assert!(way.is_none_or(|relation| relation == exactly), "{:?}, not {:?}", way, exactly);
            }
        }
    }

    #[test]
    fn usual_ways_are_certain_and_grazes_are_not() {
        let (ball, tile) = (Shape::circle(1.0).unwrap(), Shape::rect(1.0, 1.0).unwrap());
        let along = |y: f32| {
            let from = Pose::from_translation(Vec2::new(-5.0, y));
            Difference::new(ball.as_shape(), &from, Vec2::ZERO, tile.as_shape(), &Pose::IDENTITY)
                .swept_relation(DVec2::new(10.0, 0.0))
        };
        assert_eq!(along(0.3), Some(Relation::Overlapping));
        assert_eq!(along(1.999), Some(Relation::Overlapping));
        assert_eq!(along(2.0), None);
        assert_eq!(along(2.001), Some(Relation::Separated));
    }
}
