//! Boxes whose sides are parallel to the axes: tiles and walls, which touch by design and so are asked about most.

use super::point::Sum;
use crate::ShapeRef;
use core::cmp::Ordering;
use geom::{Pose, Vec2};

/// How the separation of two boxes turned by quarters compares with zero, when their gaps are exact in doubles.
///
/// Along x and y the gap is the distance of the centres less both half extents: three additions, where the general
/// comparison poses eight corners.
pub(super) fn compare_aligned(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Option<Ordering> {
    let (half_a, half_b) = (aligned_half(a, pose_a)?, aligned_half(b, pose_b)?);
    let gap = |a: f32, half_a: f32, b: f32, half_b: f32| {
        let offset = Sum::of(f64::from(b), -f64::from(a));
        let gap = Sum::of(offset.value.abs(), -f64::from(half_a)).plus(-f64::from(half_b));
        (offset.is_exact && gap.is_exact).then_some(gap.value)
    };
    let (at_a, at_b) = (pose_a.translation, pose_b.translation);
    let (across, up) = (gap(at_a.x, half_a.x, at_b.x, half_b.x)?, gap(at_a.y, half_a.y, at_b.y, half_b.y)?);
    if across > up { across.partial_cmp(&0.0) } else { up.partial_cmp(&0.0) }
}

/// The half extents along the world's axes, for a box turned by quarters.
fn aligned_half(shape: ShapeRef, pose: &Pose) -> Option<Vec2> {
    let ShapeRef::Rect(rect) = shape else { return None };
    let (half, cos, sin) = (rect.half(), pose.rotation.cos().abs(), pose.rotation.sin().abs());
    if cos == 1.0 && sin == 0.0 {
        Some(half)
    } else if cos == 0.0 && sin == 1.0 {
        Some(Vec2::new(half.y, half.x))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AsShape, Shape};
    use geom::Rot;

    #[test]
    fn tiles_are_answered_without_posing_a_corner() {
        let tile = Shape::rect(0.5, 1.0).unwrap();
        let at = |x: f32, y: f32, cos: f32, sin: f32| Pose::new(Vec2::new(x, y), Rot::new(cos, sin).unwrap());
        let answer = |b: Pose| compare_aligned(tile.as_shape(), &at(3.0, 7.0, 1.0, 0.0), tile.as_shape(), &b);
        assert_eq!(answer(at(4.0, 7.0, -1.0, 0.0)), Some(Ordering::Equal));
        assert_eq!(answer(at(4.5, 7.5, 0.0, -1.0)), Some(Ordering::Equal));
        assert_eq!(answer(at(4.0, 9.0, 1.0, 0.0)), Some(Ordering::Equal));
        assert_eq!(answer(at(4.0, 9.5, 1.0, 0.0)), Some(Ordering::Greater));
        assert_eq!(answer(at(3.5, 7.0, 1.0, 0.0)), Some(Ordering::Less));
        assert_eq!(answer(at(3.5, 7.0, 0.6, 0.8)), None);
        // A centre off by less than a double of the extents holds is not guessed at.
        assert_eq!(answer(at(4.0, 1e-30, 1.0, 0.0)), None);
    }
}
