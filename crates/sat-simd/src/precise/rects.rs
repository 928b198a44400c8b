use super::difference::Owner;
use super::placed::{Placed, RELATIVE_ERROR};
use super::separation::Contact;
use super::widen;
use crate::root::sqrt_f64;
use crate::{Rect, Relation};
use geom::Pose;
use glam::DVec2;

/// The faces of a box that another one may stand farthest out over, the right one and the upper one, in its frame mirrored
/// so that the other's middle is in the first quadrant; and the other's lowest corners over them.
struct Faces {
    gaps: [f64; 2],
    /// Where along the face the corner stands.
    along: [f64; 2],
}

impl Faces {
    /// Of a box of these half extents; the other one's angle has this cosine and sine as seen from it.
    #[inline]
    fn new(position: DVec2, half: DVec2, other: DVec2, cos: f64, sin: f64) -> Self {
        let (at, abs_cos, abs_sin) = (position.abs(), cos.abs(), sin.abs());
        let (cos_of, sin_of) = (other * abs_cos, other * abs_sin);
        let [mut right, mut upper] = [sin_of.x - cos_of.y, cos_of.x - sin_of.y];
        if abs_cos.min(abs_sin) <= 0.25 * RELATIVE_ERROR {
            // Of two lowest corners the one nearer to the middle.
            [right, upper] = [right.abs(), upper.abs()];
        } else {
            let sign = 1f64.copysign((cos * sin) * (position.x * position.y));
            [right, upper] = [right * sign, upper * sign];
        }
        Self {
            gaps: [at.x - (half.x + (cos_of.x + sin_of.y)), at.y - (half.y + (sin_of.x + cos_of.y))],
            along: [at.y - right, at.x - upper],
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
    let of_a = Faces::new(b_in_a, half_a, half_b, cos, sin);
    let of_b = Faces::new(a_in_b, half_b, half_a, cos, -sin);

    // Looked up, because which it is no branch predictor knows.
    let gaps = [of_a.gaps[0], of_a.gaps[1], of_b.gaps[0], of_b.gaps[1]];
    let along = [of_a.along[0], of_a.along[1], of_b.along[0], of_b.along[1]];
    let heights = [half_a.x, half_a.y, half_b.x, half_b.y];
    let limits = [half_a.y, half_a.x, half_b.y, half_b.x];
    let positions = [b_in_a.x, b_in_a.y, a_in_b.x, a_in_b.y];
    let rights = [on_a.right, on_b.right];
    let (face_a, face_b) = (usize::from(gaps[1] > gaps[0]), 2 + usize::from(gaps[3] > gaps[2]));
    let past = |face: usize| (along[face].abs() - limits[face]).max(0.0);
    let bias = if past(face_a) <= past(face_b) { error } else { -error };
    let is_b = usize::from(gaps[face_b] > gaps[face_a] + bias);
    let face = [face_a, face_b][is_b];

    let mirrored = |face: usize| 1f64.copysign(positions[face]);
    let axes = [rights[is_b], rights[is_b].perp()];
    let normal = axes[face & 1] * mirrored(face);
    let direction = axes[1 - (face & 1)] * mirrored(face ^ 1);
    let (gap, limit) = (gaps[face], limits[face]);
    let foot = along[face].clamp(-limit, limit);
    let aside = along[face] - foot;
    let on_face = normal * heights[face] + direction * foot;
    let (normal, separation) = if gap > error {
        let distance = sqrt_f64(gap * gap + aside * aside);
        ((normal * gap + direction * aside) * (1.0 / distance), distance)
    } else if gap < -2.0 * error && aside.abs() <= error {
        // Twice, because the face passed over may be higher by one.
        (normal, gap)
    } else {
        return None;
    };
    let (at, to_a) = ([DVec2::ZERO, offset][is_b], [1.0, -1.0][is_b]);
    let point = at + on_face;
    let [point_a, point_b] = [[point, point + normal * separation], [point + normal * separation, point]][is_b];
    let contact = Contact { normal: normal * to_a, separation, point_a, point_b, owner: [Owner::A, Owner::B][is_b] };
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
