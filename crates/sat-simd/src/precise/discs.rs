use super::difference::Owner;
use super::nearest::Nearest;
use super::placed::{Placed, RELATIVE_ERROR};
use super::separation::Contact;
use super::widen;
use crate::filter::{edges_toward, with_edges};
use crate::{Relation, ShapeRef};
use geom::{Pose, Vec2};

/// How a shape with edges and a disc around `center` lie to each other, seen from the shape's position; `None` for more than
/// eight vertices and where either is within rounding of the other's boundary.
///
/// `f32` picks the edge over which the centre stands highest, or those between which it cannot tell: it holds the boundary
/// point nearest to the centre, from outside as from inside.
#[inline(never)]
pub(crate) fn between_shape_and_disc(
    a: ShapeRef,
    pose_a: &Pose,
    center: Vec2,
    radius: f32,
) -> Option<(Contact, Relation)> {
    with_edges(a, |edges| {
        let mut candidates = edges_toward(&edges, pose_a, center)?;
        let placed = Placed::new(pose_a);
        let offset = widen(center) - widen(pose_a.translation);
        let point = placed.turned_back(offset);
        // Both edges of a segment are the same one.
        let is_open = edges.len == 2;
        candidates = if is_open { 1 } else { candidates };
        let mut nearest: Option<Nearest> = None;
        while candidates != 0 {
            let edge = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            let (start, end) = (widen(edges.vertex(edge)), widen(edges.vertex(edge + 1)));
            let next = Nearest::new(point - start * placed.scale, (end - start) * placed.scale, is_open);
            if nearest.is_none_or(|nearest| next.is_nearer(nearest)) {
                nearest = Some(next);
            }
        }
        let nearest = nearest?;
        let (radius_a, radius_b) = (f64::from(a.radius()), f64::from(radius));
        let radii = radius_a + radius_b;
        let size = offset.abs().element_sum() + f64::from(edges.reach) + radii;
        let (error, separation) = (size * RELATIVE_ERROR, nearest.separation - radii);
        if !(nearest.separation.abs() > error && separation.abs() > error) {
            return None;
        }
        let normal = placed.turned(nearest.normal);
        let contact = Contact {
            normal,
            separation,
            point_a: offset - normal * (nearest.separation - radius_a),
            point_b: offset - normal * radius_b,
            owner: Owner::A,
        };
        Some((contact, if separation > 0.0 { Relation::Separated } else { Relation::Overlapping }))
    })
}
