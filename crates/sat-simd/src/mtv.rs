use crate::distance::closed_form;
use crate::filter::{Foremost, are_discs_apart};
use crate::lanes::LANES;
use crate::precise::{Contact, Difference, to_f32, to_vec2};
use crate::{AsShape, Relation, ShapeRef, relation};
use geom::{Pose, Vec2};
use glam::DVec2;

/// The shortest translation that ends an overlap: the minimum translation vector.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Mtv {
    /// Unit, from A to B.
    pub normal: Vec2,
    /// How far the shapes have to move apart along the normal, in metres; never zero.
    pub depth: f32,
}

impl Mtv {
    /// The translation that moves A out of B, in metres: `−normal · depth`. B moves out of A by the opposite.
    #[inline]
    #[must_use]
    pub fn translation(&self) -> Vec2 {
        -self.normal * self.depth
    }

    /// The vector of a contact that overlaps.
    #[inline]
    pub(crate) fn of_contact(contact: &Contact) -> Self {
        Self::new(contact.normal, contact.separation)
    }

    const NONE: Self = Self { normal: Vec2::ZERO, depth: 0.0 };

    #[inline]
    fn new(normal: DVec2, separation: f64) -> Self {
        // The verdict is exact, the depth is rounded: shapes that overlap by less than its error still overlap.
        Self { normal: to_vec2(normal), depth: to_f32(-separation).max(f32::from_bits(1)) }
    }
}

/// The shortest translation that ends the overlap of two posed shapes; `None` when they are apart or only touch.
///
/// The whole of A leaves the whole of B, on the shortest way even when one contains the other. Afterwards they touch, to
/// within the rounding of the new position. Of several equally short ways one is taken, the same for the same input.
///
/// The depth is right to 8·2⁻²⁴ of the shapes' extents, wherever they are. O(n + m) for n and m vertices, in double
/// precision, without allocation; in closed form for the kinds of which [`distance`](crate::distance()) has one. Shapes within
/// rounding of touching cost the exact [`relation`](crate::relation()) besides, O(n · m). A depth beyond
/// the range of `f32` comes back as the largest one. `None` as well for a pose that is not finite.
///
/// ```
/// use sat_simd::{Pose, Shape, Vec2, mtv};
///
/// let (tile, crate_) = (Shape::rect(1.0, 1.0).unwrap(), Shape::rect(0.5, 0.5).unwrap());
/// let push = mtv(&crate_, &Pose::from_translation(Vec2::new(0.0, 1.25)), &tile, &Pose::IDENTITY).unwrap();
/// assert_eq!(push.normal, Vec2::new(0.0, -1.0));
/// assert_eq!(push.translation(), Vec2::new(0.0, 0.25));
/// ```
#[inline]
#[must_use]
pub fn mtv(a: &impl AsShape, pose_a: &Pose, b: &impl AsShape, pose_b: &Pose) -> Option<Mtv> {
    let (a, b) = (a.as_shape(), b.as_shape());
    if are_discs_worth_asking(a, b) && are_discs_apart(a, pose_a, b, pose_b) {
        return None;
    }
    // What is not finite has no closed form.
    let (overlaps, mtv) = match closed_form(a, pose_a, b, pose_b) {
        Some((_, contact, relation)) => (relation == Relation::Overlapping, Mtv::of_contact(&contact)),
        None => mtv_without_closed_form(a, pose_a, b, pose_b).map_or((false, Mtv::NONE), |mtv| (true, mtv)),
    };
    // Put together at one place, from registers: written in parts and copied whole it would wait for all parts.
    overlaps.then_some(mtv)
}

/// Whether the discs around two shapes are worth asking first: of polygons, beside a circle of more than eight vertices.
///
/// Where nine in ten pairs are apart, polygons take 104 → 61 ns, where one in ten is, 105 → 103; of 64 vertices 260 → 8 ns when far
/// apart, of 1024 beside a circle 405 → 8. Beside a circle a polygon of up to eight takes 31 → 23 and 31 → 32.
#[inline]
fn are_discs_worth_asking(a: ShapeRef, b: ShapeRef) -> bool {
    match (a, b) {
        (ShapeRef::Polygon(polygon), ShapeRef::Circle(_)) | (ShapeRef::Circle(_), ShapeRef::Polygon(polygon)) => {
            polygon.len() > LANES
        }
        (ShapeRef::Polygon(_), _) | (_, ShapeRef::Polygon(_)) => true,
        _ => false,
    }
}

#[inline(never)]
fn mtv_without_closed_form(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Option<Mtv> {
    let overlap = || relation(&a, pose_a, &b, pose_b) == Relation::Overlapping;
    (pose_a.is_finite() && pose_b.is_finite() && overlap()).then(|| mtv_of_difference(a, pose_a, Vec2::ZERO, b, pose_b))
}

/// [`mtv`] of shapes that overlap when A is moved by `motion` first; the sum of pose and motion is not rounded.
pub(crate) fn mtv_of_overlapping(a: ShapeRef, pose_a: &Pose, motion: Vec2, b: ShapeRef, pose_b: &Pose) -> Mtv {
    let contact = if motion == Vec2::ZERO { closed_form(a, pose_a, b, pose_b) } else { None };
    match contact {
        Some((_, contact, Relation::Overlapping)) => Mtv::of_contact(&contact),
        _ => mtv_of_difference(a, pose_a, motion, b, pose_b),
    }
}

#[inline(never)]
fn mtv_of_difference(a: ShapeRef, pose_a: &Pose, motion: Vec2, b: ShapeRef, pose_b: &Pose) -> Mtv {
    let foremost = if motion == Vec2::ZERO { Foremost::new(a, pose_a, b, pose_b) } else { None };
    let difference = Difference::new(a, pose_a, motion, b, pose_b);
    match difference.way_out_over(foremost) {
        Some((normal, separation)) => Mtv::new(normal, separation),
        None => Mtv::of_contact(&difference.contact_over(foremost)),
    }
}
