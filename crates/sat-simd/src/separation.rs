use crate::precise::{Difference, to_f32};
use crate::{AsShape, ShapeRef, filter};
use geom::{Pose, Vec2};

/// How far `a` and `b` are apart, in metres: negative by how much they overlap, the depth of the shortest way out.
///
/// The largest gap over all axes: the edge normals of both cores and, for cores that are apart, the line through their
/// nearest points. Right to within 2⁻¹⁹ of the size, and to within 2⁻¹⁷ where the cores are as near as that to touching. The
/// size is the distance of the two positions plus how far each shape reaches around its own; in particular a position far
/// from the world's origin costs nothing. `f32` answers, for two boxes by four gaps and otherwise in eight lanes, in O(n · m);
/// sizes beyond 10⁹ and below 10⁻⁹ metres,
/// and pairs of more than about 90 vertices each, are left to doubles, in O(n + m). Beyond the range of `f32`, and
/// for a pose that is not finite, the largest number comes back.
///
/// This is the answer of `f32`: its positions alone are rounded by up to 2⁻²⁴ of the size for each operation on the way into
/// the other's frame, so no choice of the edge makes it as accurate as the 8·2⁻²⁴ of the shapes' extents that
/// [`mtv`](crate::mtv()) and [`distance`](crate::distance()) promise, in doubles, at one to three times the cost.
///
/// A gap along an axis is off by no more than E, 2⁻²⁰ of the size, so below −E it tells a depth. From there on nearest points
/// answer, which cores that overlap by up to 2E have, too: a vertex within 2E of an edge, since a motion by the depth lets
/// them touch. That takes −2E for 2E and what rounding adds to a distance, less than E.
///
/// The sign is that of the rounded number: [`relation`](crate::relation) tells exactly.
#[must_use]
#[inline]
pub fn separation(a: &impl AsShape, pose_a: &Pose, b: &impl AsShape, pose_b: &Pose) -> f32 {
    separation_of(a.as_shape(), pose_a, b.as_shape(), pose_b)
}

#[inline]
fn separation_of(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> f32 {
    filter::separation(a, pose_a, b, pose_b).unwrap_or_else(|| separation_of_difference(a, pose_a, b, pose_b))
}

#[cold]
fn separation_of_difference(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> f32 {
    if !(pose_a.is_finite() && pose_b.is_finite()) {
        return f32::MAX;
    }
    to_f32(Difference::new(a, pose_a, Vec2::ZERO, b, pose_b).contact().separation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use geom::Rot;

    fn at(x: f32, y: f32) -> Pose {
        Pose::from_translation(Vec2::new(x, y))
    }

    #[test]
    fn corners_diagonally_apart_are_their_distance_apart() {
        let square = Shape::rect(1.0, 1.0).unwrap();
        assert_eq!(separation(&square, &at(0.0, 0.0), &square, &at(5.0, 6.0)), 5.0);
        assert_eq!(separation(&square, &at(0.0, 0.0), &square, &at(1.5, 0.0)), -0.5);
        assert_eq!(separation(&square, &at(0.0, 0.0), &square, &at(2.0, 0.5)), 0.0);
    }

    #[test]
    fn segments_in_line_are_the_gap_apart() {
        let segment = Shape::segment(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)).unwrap();
        assert_eq!(separation(&segment, &at(0.0, 0.0), &segment, &at(5.0, 0.0)), 3.0);
        let capsule = Shape::capsule(Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0), 0.5).unwrap();
        assert_eq!(separation(&capsule, &at(0.0, 0.0), &capsule, &at(5.0, 0.0)), 2.0);
        let quarter = Pose::new(Vec2::ZERO, Rot::new(0.0, 1.0).unwrap());
        assert_eq!(separation(&segment, &at(0.0, 0.0), &segment, &quarter), -1.0);
    }

    #[test]
    fn a_circle_in_a_box_is_as_deep_as_the_nearest_side_and_its_radius() {
        let (square, disc) = (Shape::rect(4.0, 4.0).unwrap(), Shape::circle(1.0).unwrap());
        assert_eq!(separation(&square, &at(0.0, 0.0), &disc, &at(3.0, 1.0)), -2.0);
        assert_eq!(separation(&disc, &at(7.0, 8.0), &square, &at(0.0, 0.0)), 4.0);
    }

    #[test]
    fn huge_and_tiny_sizes_are_answered_in_doubles() {
        for scale in [1e-40, 1e-20, 1e20, 1e37] {
            let square = Shape::rect(scale, scale).unwrap();
            let gap = separation(&square, &at(0.0, 0.0), &square, &at(5.0 * scale, 6.0 * scale));
            assert!((gap - 5.0 * scale).abs() <= 4e-6 * scale, "{gap} at scale {scale}");
        }
    }
}
