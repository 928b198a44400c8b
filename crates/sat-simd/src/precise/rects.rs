use super::difference::Owner;
use super::placed::{Placed, RELATIVE_ERROR};
use super::separation::Contact;
use super::widen;
use crate::lanes::{F64Pair, swapped};
use crate::root::sqrt_f64;
use crate::{Rect, Relation};
use geom::Pose;
use glam::DVec2;

/// The faces of both boxes, A's first, that the other one may stand farthest out over; in a box's frame mirrored so that the other's
/// middle is in the first quadrant, these are the right one and the upper one.
struct Faces {
    /// Half extents of both boxes.
    half: [F64Pair; 2],
    /// Where the other's middle is, not mirrored.
    position: [F64Pair; 2],
    /// How far the other's lowest corner is over the right face, and over the upper one.
    gaps: [F64Pair; 2],
    /// Where along the face that corner stands.
    along: [F64Pair; 2],
}

impl Faces {
    /// B's angle as seen from A has this cosine and sine.
    #[inline]
    fn new(half: [F64Pair; 2], position: [F64Pair; 2], cos: f64, sin: f64) -> Self {
        let ([half_x, half_y], [x, y]) = (half, position);
        let (other_x, other_y, at_x, at_y) = (swapped(half_x), swapped(half_y), x.abs(), y.abs());
        let (abs_cos, abs_sin) = (F64Pair::splat(cos.abs()), F64Pair::splat(sin.abs()));
        let (cos_x, cos_y, sin_x, sin_y) = (other_x * abs_cos, other_y * abs_cos, other_x * abs_sin, other_y * abs_sin);
        let (right, upper) = (sin_x - cos_y, cos_x - sin_y);
        // Turned alike, of two lowest corners the one nearer to the middle; else with the sign of the product of all four.
        let negative = F64Pair::splat(-0.0);
        let sign = (F64Pair::splat(cos) ^ F64Pair::new([sin, -sin]) ^ x ^ y) & negative;
        let is_level = abs_cos.fast_min(abs_sin).simd_le(F64Pair::splat(0.25 * RELATIVE_ERROR));
        let signed = |v: F64Pair| is_level.select(v.abs(), v ^ sign);
        Self {
            half,
            position,
            gaps: [at_x - (half_x + (cos_x + sin_y)), at_y - (half_y + (sin_x + cos_y))],
            along: [at_y - signed(right), at_x - signed(upper)],
        }
    }
}

/// How two boxes lie to each other, seen from A's position; `None` where they are within rounding of touching.
///
/// In closed form, by what the batches' [`rect_distances`](crate::batch) derives: the face of either box over which the
/// other stands farthest out, and its lowest corner there.
#[inline(always)]
pub(crate) fn between_rects(a: &Rect, pose_a: &Pose, b: &Rect, pose_b: &Pose) -> Option<(Contact, Relation)> {
    let rotation = |pose: &Pose| DVec2::new(f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
    let offset = widen(pose_b.translation) - widen(pose_a.translation);
    between_turned_rects((a, rotation(pose_a)), (b, rotation(pose_b)), offset)
}

/// [`between_rects`] that are turned by these cosines and sines, B's position `offset` from A's.
#[inline(always)]
pub(super) fn between_turned_rects(
    (a, turned_a): (&Rect, DVec2),
    (b, turned_b): (&Rect, DVec2),
    offset: DVec2,
) -> Option<(Contact, Relation)> {
    let size = offset.x.abs() + offset.y.abs() + f64::from(a.reach()) + f64::from(b.reach());
    let error = size * RELATIVE_ERROR;
    let (on_a, on_b) = (Placed::new(turned_a), Placed::new(turned_b));
    let (half_a, half_b) = (widen(a.half()) * on_a.scale, widen(b.half()) * on_b.scale);
    let (cos, sin) = (on_a.right.dot(on_b.right), on_a.right.perp_dot(on_b.right));
    let (b_in_a, a_in_b) = (on_a.turned_back(offset), -on_b.turned_back(offset));
    let of_both = |a: DVec2, b: DVec2| [F64Pair::new([a.x, b.x]), F64Pair::new([a.y, b.y])];
    let faces = Faces::new(of_both(half_a, half_b), of_both(b_in_a, a_in_b), cos, sin);

    // Masks choose, because which face and whose it is no branch predictor knows: of either box the face that the other one stands
    // farther out over, then of those two.
    let is_upper = faces.gaps[1].simd_gt(faces.gaps[0]);
    let of_face = |[right, upper]: [F64Pair; 2]| is_upper.select(upper, right);
    let of_next = |[right, upper]: [F64Pair; 2]| is_upper.select(right, upper);
    let (gaps, along, limits) = (of_face(faces.gaps), of_face(faces.along), of_next(faces.half));
    let [past_a, past_b] = (along.abs() - limits).fast_max(F64Pair::ZERO).to_array();
    let bias = if past_a <= past_b { error } else { -error };
    let [gap_a, gap_b] = gaps.to_array();
    let is_b = F64Pair::splat(gap_b).simd_gt(F64Pair::splat(gap_a + bias));
    let of_owner = |both: F64Pair| is_b.select(swapped(both), both).to_array()[0];
    let (gap, along, limit) = (of_owner(gaps), of_owner(along), of_owner(limits));
    let (height, is_upper) = (of_owner(of_face(faces.half)), F64Pair::splat(of_owner(is_upper)));
    let mirrored = |v: F64Pair, position: F64Pair| v ^ (F64Pair::splat(of_owner(position)) & F64Pair::splat(-0.0));
    let pair = |v: DVec2| F64Pair::new([v.x, v.y]);
    let vector = |v: F64Pair| DVec2::from_array(v.to_array());
    let right = vector(is_b.select(pair(on_b.right), pair(on_a.right)));
    let (right, upper) = (pair(right), pair(right.perp()));
    let normal = mirrored(is_upper.select(upper, right), of_face(faces.position));
    let direction = vector(mirrored(is_upper.select(right, upper), of_next(faces.position)));

    let foot = along.clamp(-limit, limit);
    let aside = along - foot;
    let on_face = vector(normal) * height + direction * foot;
    let (normal, separation) = if gap > error {
        let distance = sqrt_f64(gap * gap + aside * aside);
        ((vector(normal) * gap + direction * aside) * (1.0 / distance), distance)
    } else if gap < -2.0 * error && aside.abs() <= error {
        // Twice, because the face passed over may be higher by one.
        (vector(normal), gap)
    } else {
        return None;
    };
    let point = vector(is_b & pair(offset)) + on_face;
    let (point, other) = (pair(point), pair(point + normal * separation));
    let contact = Contact {
        normal: vector(pair(normal) ^ (is_b & F64Pair::splat(-0.0))),
        separation,
        point_a: vector(is_b.select(other, point)),
        point_b: vector(is_b.select(point, other)),
        owner: if is_b.any() { Owner::B } else { Owner::A },
    };
    let relation = if separation > 0.0 { Relation::Separated } else { Relation::Overlapping };
    Some((contact, relation))
}

#[cfg(test)]
mod tests {
    use super::super::Difference;
    use super::*;
    use crate::batch::testing::{half, place};
    use crate::{AsShape, relation};
    use geom::Vec2;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50_000))]

        #[test]
        fn boxes_are_as_far_apart_as_their_difference_is_from_the_origin(
            half_a in half(), pose_a in place(), half_b in half(), pose_b in place(),
        ) {
            let (a, b) = (Rect::new(half_a).unwrap(), Rect::new(half_b).unwrap());
            let Some((contact, verdict)) = between_rects(&a, &pose_a, &b, &pose_b) else { return Ok(()) };
            prop_assert_eq!(verdict, relation(&a, &pose_a, &b, &pose_b));
            let want = Difference::new(a.as_shape(), &pose_a, Vec2::ZERO, b.as_shape(), &pose_b).contact();
            let distance = (widen(pose_b.translation) - widen(pose_a.translation)).abs().element_sum();
            let error = (distance + f64::from(a.reach() + b.reach())) * RELATIVE_ERROR;
            // The least deep face is passed over for one that is deeper by `error`, each right to a third of that; so is the other.
            prop_assert!((contact.separation - want.separation).abs() <= 2.0 * error, "{:?}, not {:?}", contact, want);
            let across = contact.point_b - contact.point_a - contact.normal * contact.separation;
            prop_assert!(across.length() <= error, "{:?}", contact);
            prop_assert!((contact.normal.length() - 1.0).abs() <= RELATIVE_ERROR, "{:?}", contact);
            // Both points are of their boxes.
            for (rect, pose, point) in [
                (&a, &pose_a, contact.point_a),
                (&b, &pose_b, contact.point_b - (widen(pose_b.translation) - widen(pose_a.translation))),
            ] {
                let placed = Placed::new(DVec2::new(f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin())));
                let past = placed.turned_back(point).abs() - widen(rect.half()) * placed.scale;
                prop_assert!(past.max_element() <= 2.0 * error, "{:?}", contact);
            }
        }
    }
}
