use super::difference::Owner;
use super::nearest::Nearest;
use super::placed::RELATIVE_ERROR;
use super::separation::Contact;
use super::{turn, widen};
use crate::filter::{Edges, edges_toward, with_edges};
use crate::{Relation, ShapeRef};
use geom::{Pose, Vec2};

/// [`between_edges_and_disc`] for a shape of any kind.
#[inline(never)]
pub(crate) fn between_shape_and_disc(
    a: ShapeRef,
    pose_a: &Pose,
    center: Vec2,
    radius: f32,
) -> Option<(Contact, Relation)> {
    with_edges(a, |edges| between_edges_and_disc(&edges, a.radius(), pose_a, center, radius))
}

/// How a core with edges, grown by a radius, and a disc around `center` lie to each other, seen from the core's position;
/// `None` for more than eight vertices and where either is within rounding of the other's boundary.
///
/// `f32` picks the edge over which the centre stands highest, or those between which it cannot tell: it holds the boundary
/// point nearest to the centre, from outside as from inside.
#[inline]
pub(crate) fn between_edges_and_disc(
    edges: &Edges,
    radius_a: f32,
    pose_a: &Pose,
    center: Vec2,
    radius: f32,
) -> Option<(Contact, Relation)> {
    let candidates = edges_toward(edges, pose_a, center)?;
    let offset = widen(center) - widen(pose_a.translation);
    // Both edges of a segment are the same one.
    let is_open = edges.len == 2;
    let nearest_of = |candidates: u8| {
        let [start, end] = edges.ends(candidates.trailing_zeros() as usize).map(widen);
        let (start, along) = (turn(pose_a.rotation, start), turn(pose_a.rotation, end - start));
        Nearest::new(offset - start, along, is_open)
    };
    let (radius_a, radius_b) = (f64::from(radius_a), f64::from(radius));
    let radii = radius_a + radius_b;
    let error = (offset.abs().element_sum() + f64::from(edges.reach) + radii) * RELATIVE_ERROR;
    let mut nearest = nearest_of(candidates);
    let mut is_outside = is_open || nearest.is_in_front(error);
    let mut others = if is_open { 0 } else { candidates & candidates.wrapping_sub(1) };
    while others != 0 {
        let next = nearest_of(others);
        is_outside |= next.is_in_front(error);
        nearest = if next.is_nearer(nearest) { next } else { nearest };
        others &= others - 1;
    }
    let separation = nearest.separation - radii;
    let is_sure =
        nearest.separation.abs() > error && separation.abs() > error && nearest.allows(error, separation, radii);
    if !is_sure || is_outside != (nearest.separation > 0.0) {
        return None;
    }
    let normal = nearest.normal;
    let contact = Contact {
        normal,
        separation,
        point_a: offset - normal * (nearest.separation - radius_a),
        point_b: offset - normal * radius_b,
        owner: Owner::A,
    };
    Some((contact, if separation > 0.0 { Relation::Separated } else { Relation::Overlapping }))
}
