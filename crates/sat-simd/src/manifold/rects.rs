use super::clip::FEATURE_TOLERANCE;
use super::contact::{Manifold, ManifoldPoint};
use super::points::COINCIDENT;
use crate::feature_id::FeatureId;
use crate::filter::side_gaps;
use geom::{Pose, Vec2};

/// Box against box, given by half extents: four axes, and a reference face that is always turned to +u.
///
/// Box B in A's frame (after the rotated rectangle test on gamedev.net), then the steps of [`Clip`](super::clip::Clip)
/// with what is known of boxes: the incident face leans at most 45° away, so one slope cuts both its ends.
///
/// ```text
///        v
///   hv ┬─┼───┐    ╱ upper     reference box: centre at the origin, reference face at u = hu
///      │ │   │   ╱            incident box: centre (u, v), turned; its incident face runs
///      │ └───┼──╱──▸ u        from `upper` to `lower`
///      │     │ ╱
///  −hv └─────┘╱ lower
/// ```
pub(super) fn rect_rect(half_a: Vec2, half_b: Vec2, pose_ab: &Pose, margin: f32) -> Manifold {
    let (cos, sin) = (pose_ab.rotation.cos(), pose_ab.rotation.sin());
    let (abs_cos, abs_sin) = (cos.abs(), sin.abs());
    let b_from_a = pose_ab.translation;
    let b_from_a_in_b = pose_ab.rotation.inv_rotate(b_from_a);

    let [separation_ax, separation_ay] = side_gaps(b_from_a, half_a, half_b, abs_cos, abs_sin);
    let [separation_bx, separation_by] = side_gaps(b_from_a_in_b, half_b, half_a, abs_cos, abs_sin);
    let (separation_a, a_is_y) = larger(separation_ax, separation_ay);
    let (separation_b, b_is_y) = larger(separation_bx, separation_by);
    if separation_a > margin || separation_b > margin {
        return Manifold::EMPTY;
    }

    // Keep A's face unless B's is clearly better, as for polygons.
    let tolerance = FEATURE_TOLERANCE * smaller(smaller(half_a.x, half_a.y), smaller(half_b.x, half_b.y));
    let b_is_reference = separation_b > separation_a + tolerance;
    let (center, turn_sin, half_r, half_i, is_y) = if b_is_reference {
        (-b_from_a_in_b, -sin, half_b, half_a, b_is_y)
    } else {
        (b_from_a, sin, half_a, half_b, a_is_y)
    };

    // Turn the reference face to +u by quarter turns, which are exact. (turn_u, turn_v) is the incident box's x axis.
    let (u, v, hu, hv, turn_u, turn_v) = if is_y {
        (center.y, -center.x, half_r.y, half_r.x, turn_sin, -cos)
    } else {
        (center.x, center.y, half_r.x, half_r.y, cos, turn_sin)
    };
    let is_back = u < 0.0;
    let side = if is_back { -1.0 } else { 1.0 };
    let (u, v, turn_u, turn_v) = (side * u, side * v, side * turn_u, side * turn_v);

    // The incident face is the one whose outward normal has the most negative u: −x, +x, +y or −y of its box.
    let incident_is_y = turn_v.abs() > turn_u.abs();
    let (axis_u, axis_v, half_n, half_t) =
        if incident_is_y { (-turn_v, turn_u, half_i.y, half_i.x) } else { (turn_u, turn_v, half_i.x, half_i.y) };
    let incident_is_back = axis_u > 0.0;
    let incident_side = if incident_is_back { -1.0 } else { 1.0 };
    let (normal_u, normal_v) = (incident_side * axis_u, incident_side * axis_v);
    let (face_u, face_v) = (u + normal_u * half_n, v + normal_v * half_n);
    let (lower, upper) = (
        Vec2::new(face_u - normal_v * half_t, face_v + normal_u * half_t),
        Vec2::new(face_u + normal_v * half_t, face_v - normal_u * half_t),
    );

    let is_below = upper.y < -hv;
    let is_above = lower.y > hv;
    let lower_v = if lower.y < -hv { -hv } else { lower.y };
    let upper_v = if upper.y > hv { hv } else { upper.y };
    let slope = -(normal_v / normal_u);
    let (separation, _) = larger(separation_a, separation_b);
    let (lower_height, _) = larger((lower.x + (lower_v - lower.y) * slope) - hu, separation);
    let (upper_height, _) = larger((upper.x + (upper_v - upper.y) * slope) - hu, separation);
    let faces_height = smaller(lower_height, upper_height);

    let reference_face = u8::from(is_y) + 2 * u8::from(is_back);
    let incident_face = u8::from(incident_is_y) + 2 * u8::from(incident_is_back);
    let frame = Frame { pose_ab, b_is_reference, is_y, side, hu };

    let at_start = is_below || (!is_above && lower.x < upper.x);
    let is_apart = is_below || is_above;
    let sticks_out = if at_start { lower.y < -hv } else { upper.y > hv };
    if sticks_out && (faces_height > 0.0 || is_apart) {
        let corner_v = if at_start { -hv } else { hv };
        let to_lower = Vec2::new(lower.x - hu, lower.y - corner_v);
        let to_upper = Vec2::new(upper.x - hu, upper.y - corner_v);
        let lower_is_closer = to_lower.length_squared() < to_upper.length_squared();
        let offset = if lower_is_closer { to_lower } else { to_upper };
        let distance = offset.length();
        let is_far = distance > larger(tolerance, COINCIDENT).0;
        if is_apart || (is_far && distance + tolerance < faces_height) {
            let (direction, height) =
                if is_far { (offset / distance, distance) } else { (Vec2::X, larger(offset.x, separation).0) };
            let feature = frame.feature(reference_face, !at_start, incident_face, lower_is_closer);
            let point = frame.point(Vec2::new(0.0, corner_v) + direction * (0.5 * height), height, feature);
            return Manifold::within_one(frame.normal(direction), point, margin);
        }
    }

    let lower = frame.point(
        Vec2::new(0.5 * lower_height, lower_v),
        lower_height,
        frame.feature(reference_face, false, incident_face, true),
    );
    let upper = frame.point(
        Vec2::new(0.5 * upper_height, upper_v),
        upper_height,
        frame.feature(reference_face, true, incident_face, false),
    );
    let points = if b_is_reference { [upper, lower] } else { [lower, upper] };
    Manifold::within(frame.normal(Vec2::X), points, margin)
}

#[inline]
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The larger of two separations, the first if they tie, and whether it is the second.
#[inline]
fn larger(x: f32, y: f32) -> (f32, bool) {
    if y > x { (y, true) } else { (x, false) }
}

/// The way back from (u, v), with u counted from the reference face, to A's frame.
struct Frame<'a> {
    pose_ab: &'a Pose,
    b_is_reference: bool,
    is_y: bool,
    side: f32,
    hu: f32,
}

impl Frame<'_> {
    /// The local direction, in the reference box's frame, of one in (u, v).
    #[inline]
    fn turn_back(&self, uv: Vec2) -> Vec2 {
        let turned = self.side * uv;
        if self.is_y { Vec2::new(-turned.y, turned.x) } else { turned }
    }

    #[inline]
    fn normal(&self, direction: Vec2) -> Vec2 {
        let normal = self.turn_back(direction);
        if self.b_is_reference { -self.pose_ab.transform_vector(normal) } else { normal }
    }

    #[inline]
    fn point(&self, over_face: Vec2, separation: f32, feature: FeatureId) -> ManifoldPoint {
        let point = self.turn_back(Vec2::new(over_face.x + self.hu, over_face.y));
        let point = if self.b_is_reference { self.pose_ab.transform_point(point) } else { point };
        ManifoldPoint { point, separation, feature }
    }

    /// The end vertices of two faces. Face 0 is +x, 1 +y, 2 −x, 3 −y; it runs from corner `face + 1` to `face + 2`.
    #[inline]
    fn feature(
        &self,
        reference_face: u8,
        reference_at_end: bool,
        incident_face: u8,
        incident_at_end: bool,
    ) -> FeatureId {
        let corner = |face: u8, at_end: bool| u16::from((face + 1 + u8::from(at_end)) % 4);
        let feature = FeatureId::new(corner(reference_face, reference_at_end), corner(incident_face, incident_at_end));
        if self.b_is_reference { feature.swapped() } else { feature }
    }
}
