use super::difference::Owner;
use super::placed::{Placed, RELATIVE_ERROR};
use super::separation::Contact;
use super::widen;
use crate::filter::{edges_toward, with_edges};
use crate::root::sqrt_f64;
use crate::{Relation, ShapeRef};
use geom::{Pose, Vec2};
use glam::DVec2;

/// The point of an edge that is nearest to a point.
#[derive(Clone, Copy)]
struct Nearest {
    /// Unit, toward the point, or out of the edge that it is behind.
    normal: DVec2,
    /// Negative behind the edge; NaN on one of its ends.
    separation: f64,
}

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

impl Nearest {
    /// Of an edge along `along`, with the inside to its left, to a point `point` from its start. An open one has no inside.
    #[inline]
    fn new(point: DVec2, along: DVec2, is_open: bool) -> Self {
        let (place, length_sq) = (point.dot(along), along.length_squared());
        let across = point.perp_dot(along);
        let side = if is_open { 1f64.copysign(across) } else { 1.0 };
        let is_over = (place > 0.0) & (place < length_sq) | (side * across < 0.0);
        let to_end = if place > 0.0 { point - along } else { point };
        let (toward, square, product) = if is_over {
            (DVec2::new(along.y, -along.x) * side, length_sq, across * side)
        } else {
            let square = to_end.length_squared();
            (to_end, square, square)
        };
        let length = sqrt_f64(square);
        Self { normal: toward * (1.0 / length), separation: product / length }
    }

    /// Whether this point of the boundary tells more: from outside the smallest distance does, from inside the largest
    /// height, and an edge that the point is in front of shows that it is outside.
    #[inline]
    fn is_nearer(self, than: Self) -> bool {
        match (self.separation < 0.0, than.separation < 0.0) {
            (false, false) => self.separation < than.separation,
            (true, true) => self.separation > than.separation,
            (is_behind, _) => !is_behind,
        }
    }
}
