use super::error::BatchError;
use super::manifold_lanes::{ManifoldLanes, PointLanes, RelativePose, feature, larger, select2};
use super::rects::{RectBatch, RectBlock, side_gaps_wide};
use crate::lanes::{F32s, LANES, larger_wide, smaller_wide};
use crate::manifold::{COINCIDENT, FEATURE_TOLERANCE, Manifold};
use alloc::vec::Vec;

/// Replaces what is in `out` by the manifolds of box `i` of `a` and box `i` of `b`, in A's frames, for all `i`.
///
/// Each is, bit for bit, [`manifold`](crate::manifold()) of the two boxes with `pose_a.inv_mul(&pose_b)` and `margin`, so a
/// solver may mix both. Allocates only where `out` has to grow.
///
/// # Errors
/// [`BatchError::LengthsDiffer`] when the batches do; `out` is then unchanged.
pub fn rect_rect_manifolds(
    a: &RectBatch,
    b: &RectBatch,
    margin: f32,
    out: &mut Vec<Manifold>,
) -> Result<(), BatchError> {
    BatchError::check_lengths(a.len(), b.len())?;
    out.clear();
    out.reserve(a.len());
    for (index, (block_a, block_b)) in a.blocks().iter().zip(b.blocks()).enumerate() {
        let live = (a.len() - index * LANES).min(LANES);
        let manifolds = rect_rect(block_a, block_b, F32s::splat(margin)).manifolds(F32s::splat(margin));
        out.extend((0..live).map(|lane| manifolds.get(lane)));
    }
    Ok(())
}

/// Wide twin of `rect_rect` in `manifold/rects.rs`, line by line: branches there are selects here.
#[inline(always)]
pub(super) fn rect_rect(a: &RectBlock, b: &RectBlock, margin: F32s) -> ManifoldLanes {
    let (zero, one, half) = (F32s::splat(0.0), F32s::splat(1.0), F32s::splat(0.5));
    let pose = RelativePose::new(&a.at, &b.at);
    let half_a = [F32s::new(a.half_x), F32s::new(a.half_y)];
    let half_b = [F32s::new(b.half_x), F32s::new(b.half_y)];

    let (cos, sin) = (pose.cos, pose.sin);
    let (abs_cos, abs_sin) = (cos.abs(), sin.abs());
    let b_from_a = pose.position;
    let b_from_a_in_b = [cos * b_from_a[0] + sin * b_from_a[1], cos * b_from_a[1] - sin * b_from_a[0]];

    let [separation_ax, separation_ay] = side_gaps_wide(b_from_a.map(F32s::abs), half_a, half_b, abs_cos, abs_sin);
    let [separation_bx, separation_by] = side_gaps_wide(b_from_a_in_b.map(F32s::abs), half_b, half_a, abs_cos, abs_sin);
    let (separation_a, a_is_y) = larger(separation_ax, separation_ay);
    let (separation_b, b_is_y) = larger(separation_bx, separation_by);
    let is_far_off = separation_a.simd_gt(margin) | separation_b.simd_gt(margin);

    let tolerance = F32s::splat(FEATURE_TOLERANCE)
        * smaller_wide(smaller_wide(half_a[0], half_a[1]), smaller_wide(half_b[0], half_b[1]));
    let b_is_reference = separation_b.simd_gt(separation_a + tolerance);
    let of_roles = |if_b: [F32s; 2], if_a: [F32s; 2]| select2(b_is_reference, if_b, if_a);
    let center = of_roles([-b_from_a_in_b[0], -b_from_a_in_b[1]], b_from_a);
    let turn_sin = b_is_reference.select(-sin, sin);
    let (half_r, half_i) = (of_roles(half_b, half_a), of_roles(half_a, half_b));
    let is_y = b_is_reference.select(b_is_y, a_is_y);

    let [u, v] = select2(is_y, [center[1], -center[0]], center);
    let [hu, hv] = select2(is_y, [half_r[1], half_r[0]], half_r);
    let [turn_u, turn_v] = select2(is_y, [turn_sin, -cos], [cos, turn_sin]);
    let is_back = u.simd_lt(zero);
    let side = is_back.select(-one, one);
    let (u, v, turn_u, turn_v) = (side * u, side * v, side * turn_u, side * turn_v);

    let incident_is_y = turn_v.abs().simd_gt(turn_u.abs());
    let [axis_u, axis_v] = select2(incident_is_y, [-turn_v, turn_u], [turn_u, turn_v]);
    let [half_n, half_t] = select2(incident_is_y, [half_i[1], half_i[0]], half_i);
    let incident_is_back = axis_u.simd_gt(zero);
    let incident_side = incident_is_back.select(-one, one);
    let (normal_u, normal_v) = (incident_side * axis_u, incident_side * axis_v);
    let (face_u, face_v) = (u + normal_u * half_n, v + normal_v * half_n);
    let lower = [face_u - normal_v * half_t, face_v + normal_u * half_t];
    let upper = [face_u + normal_v * half_t, face_v - normal_u * half_t];

    let is_below = upper[1].simd_lt(-hv);
    let is_above = lower[1].simd_gt(hv);
    let lower_v = larger_wide(-hv, lower[1]);
    let upper_v = smaller_wide(hv, upper[1]);
    let slope = -(normal_v / normal_u);
    let separation = larger_wide(separation_b, separation_a);
    let lower_height = larger_wide(separation, (lower[0] + (lower_v - lower[1]) * slope) - hu);
    let upper_height = larger_wide(separation, (upper[0] + (upper_v - upper[1]) * slope) - hu);
    let faces_height = smaller_wide(lower_height, upper_height);

    let at_start = is_below | (!is_above & lower[0].simd_lt(upper[0]));
    let is_apart = is_below | is_above;
    let sticks_out = at_start.select(lower[1].simd_lt(-hv), upper[1].simd_gt(hv));
    let may_be_corner = sticks_out & (faces_height.simd_gt(zero) | is_apart);

    let frame = Frame { pose, b_is_reference, is_y, side, hu };
    let faces = Faces::new(is_y, is_back, incident_is_y, incident_is_back, b_is_reference);
    let none = zero.simd_gt(zero);
    let mut manifolds = ManifoldLanes {
        is_near: !is_far_off,
        normal: frame.normal([one, zero]),
        first: PointLanes {
            point: frame.point([half * lower_height, lower_v]),
            separation: lower_height,
            feature: faces.feature(none, !none),
        },
        second: PointLanes {
            point: frame.point([half * upper_height, upper_v]),
            separation: upper_height,
            feature: faces.feature(!none, none),
        },
        is_single: none,
        is_reversed: b_is_reference,
        gap: separation,
    };
    // Only boxes that are apart meet in corners. Among those that are near they are few: mostly all eight skip this.
    let may_be_corner = may_be_corner & manifolds.is_near;
    if may_be_corner.none() {
        return manifolds;
    }
    let corner_v = at_start.select(-hv, hv);
    let to_lower = [lower[0] - hu, lower[1] - corner_v];
    let to_upper = [upper[0] - hu, upper[1] - corner_v];
    let lower_is_closer = length_sq(to_lower).simd_lt(length_sq(to_upper));
    let offset = select2(lower_is_closer, to_lower, to_upper);
    let distance = length_sq(offset).sqrt();
    let is_far = distance.simd_gt(larger_wide(F32s::splat(COINCIDENT), tolerance));
    let is_corner = may_be_corner & (is_apart | (is_far & (distance + tolerance).simd_lt(faces_height)));
    let far_direction = select2(is_far, [offset[0] / distance, offset[1] / distance], [one, zero]);
    let direction = select2(is_corner, far_direction, [one, zero]);
    let height = is_corner.select(is_far.select(distance, larger_wide(separation, offset[0])), lower_height);
    let corner_foot = [zero + direction[0] * (half * height), corner_v + direction[1] * (half * height)];
    let foot = select2(is_corner, corner_foot, [half * lower_height, lower_v]);
    manifolds.is_single = is_corner;
    manifolds.normal = frame.normal(direction);
    manifolds.first = PointLanes {
        point: frame.point(foot),
        separation: height,
        feature: faces.feature(is_corner & !at_start, !is_corner | lower_is_closer),
    };
    manifolds
}

#[inline]
fn length_sq([x, y]: [F32s; 2]) -> F32s {
    x * x + y * y
}

/// The way back from (u, v) to A's frame.
struct Frame {
    pose: RelativePose,
    b_is_reference: F32s,
    is_y: F32s,
    side: F32s,
    hu: F32s,
}

impl Frame {
    #[inline(always)]
    fn turn_back(&self, [u, v]: [F32s; 2]) -> [F32s; 2] {
        let (u, v) = (self.side * u, self.side * v);
        select2(self.is_y, [-v, u], [u, v])
    }

    #[inline(always)]
    fn normal(&self, direction: [F32s; 2]) -> [F32s; 2] {
        let normal = self.turn_back(direction);
        let [x, y] = self.pose.rotate(normal);
        select2(self.b_is_reference, [-x, -y], normal)
    }

    #[inline(always)]
    fn point(&self, [over_u, v]: [F32s; 2]) -> [F32s; 2] {
        let point = self.turn_back([over_u + self.hu, v]);
        let [x, y] = self.pose.rotate(point);
        let [at_x, at_y] = self.pose.position;
        select2(self.b_is_reference, [at_x + x, at_y + y], point)
    }
}

/// The corners at the ends of both faces, small whole numbers in lanes.
struct Faces {
    reference: [F32s; 2],
    incident: [F32s; 2],
    b_is_reference: F32s,
}

impl Faces {
    #[inline(always)]
    fn new(is_y: F32s, is_back: F32s, incident_is_y: F32s, incident_is_back: F32s, b_is_reference: F32s) -> Self {
        let (zero, one, three) = (F32s::splat(0.0), F32s::splat(1.0), F32s::splat(3.0));
        let next = |corner: F32s| corner.simd_ge(three).select(zero, corner + one);
        let ends = |is_y: F32s, is_back: F32s| {
            let face = is_y.select(one, zero) + is_back.select(F32s::splat(2.0), zero);
            let start = next(face);
            [start, next(start)]
        };
        Self { reference: ends(is_y, is_back), incident: ends(incident_is_y, incident_is_back), b_is_reference }
    }

    /// The ids of the corners at the end or the start of either face.
    #[inline(always)]
    fn feature(&self, reference_at_end: F32s, incident_at_end: F32s) -> F32s {
        let reference = reference_at_end.select(self.reference[1], self.reference[0]);
        let incident = incident_at_end.select(self.incident[1], self.incident[0]);
        let [a, b] = select2(self.b_is_reference, [incident, reference], [reference, incident]);
        feature(a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{half, manifold_bits as bits, pose};
    use super::*;
    use crate::manifold;
    use crate::shape::Rect;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn batched_manifolds_have_the_bits_of_single_ones(
            pairs in vec((half(), pose(), half(), pose()), 0..20), margin in prop_oneof![Just(0.0), 0.0f32..2.0],
        ) {
            let (mut a, mut b) = (RectBatch::new(), RectBatch::new());
            let mut expected = vec![];
            for (half_a, pose_a, half_b, pose_b) in pairs {
                let (rect_a, rect_b) = (Rect::new(half_a).unwrap(), Rect::new(half_b).unwrap());
                a.push(&rect_a, &pose_a);
                b.push(&rect_b, &pose_b);
                expected.push(manifold(&rect_a, &rect_b, &pose_a.inv_mul(&pose_b), margin));
            }
            let mut out = vec![];
            rect_rect_manifolds(&a, &b, margin, &mut out).unwrap();
            prop_assert_eq!(out.len(), expected.len());
            for (got, want) in out.iter().zip(&expected) {
                prop_assert_eq!(bits(got), bits(want), "{:?} instead of {:?}", got, want);
            }
        }
    }
}
