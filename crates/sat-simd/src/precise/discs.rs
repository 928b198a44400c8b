use super::difference::Owner;
use super::nearest::Nearest;
use super::placed::RELATIVE_ERROR;
use super::separation::Contact;
use super::{turn, widen};
use crate::filter::{Edges, edge_toward, edges_toward, with_edges};
use crate::{Relation, ShapeRef};
use geom::{Pose, Vec2};
use glam::DVec2;

/// [`between_edges_and_disc`] for a shape of any kind.
#[inline(never)]
pub(crate) fn between_shape_and_disc(
    a: ShapeRef,
    pose_a: &Pose,
    center: Vec2,
    radius: f32,
) -> Option<(Contact, Relation)> {
    with_edges(a, |edges| between_any_edges_and_disc(&edges, a.radius(), pose_a, center, radius))
}

#[inline(never)]
fn between_any_edges_and_disc(
    edges: &Edges,
    radius_a: f32,
    pose_a: &Pose,
    center: Vec2,
    radius: f32,
) -> Option<(Contact, Relation)> {
    // Both edges of a segment are the same one.
    let is_open = edges.len == 2;
    between_edges_and_disc(edges, is_open, radius_a, pose_a, center, radius)
}

/// How a core with edges, grown by a radius, and a disc around `center` lie to each other, seen from the core's position;
/// `None` for more than eight vertices and where either is within rounding of the other's boundary. Segments are open.
///
/// `f32` picks the edge over which the centre stands highest, or those between which it cannot tell: it holds the boundary
/// point nearest to the centre, from outside as from inside.
///
/// Inlined, so that only what is asked for is left of the answer; ties are a function of their own.
#[inline(always)]
pub(crate) fn between_edges_and_disc(
    edges: &Edges,
    is_open: bool,
    radius_a: f32,
    pose_a: &Pose,
    center: Vec2,
    radius: f32,
) -> Option<(Contact, Relation)> {
    let candidates = edges_toward(edges, pose_a, center)?;
    let radii = [radius_a, radius].map(f64::from);
    let pair = Pair { edges, pose: pose_a, offset: widen(center) - widen(pose_a.translation), is_open, radii };
    let error = pair.error();
    let (nearest, is_outside) = if is_open || candidates & candidates.wrapping_sub(1) == 0 {
        let nearest = pair.nearest_of(candidates);
        (nearest, is_open || nearest.is_in_front(error))
    } else {
        // Of copies: what a function sees the address of stays in memory from the start.
        let edges = *edges;
        Pair { edges: &edges, ..pair }.nearest_of_several(candidates)
    };
    pair.contact(nearest, is_outside, error)
}

/// [`between_edges_and_disc`] for polygons of any number of vertices; `None` also where `f32` cannot tell the edge.
#[inline(never)]
pub(crate) fn between_many_edges_and_disc(
    edges: &Edges,
    radius_a: f32,
    pose_a: &Pose,
    center: Vec2,
    radius: f32,
) -> Option<(Contact, Relation)> {
    let edge = edge_toward(edges, pose_a, center)?;
    let radii = [radius_a, radius].map(f64::from);
    let pair = Pair { edges, pose: pose_a, offset: widen(center) - widen(pose_a.translation), is_open: false, radii };
    let error = pair.error();
    let nearest = pair.nearest_over([edges.vertex(edge), edges.vertex(edge + 1)]);
    pair.contact(nearest, nearest.is_in_front(error), error)
}

/// A core with edges and a disc.
#[derive(Clone, Copy)]
struct Pair<'a> {
    edges: &'a Edges<'a>,
    pose: &'a Pose,
    /// From the core's position to the disc's centre.
    offset: DVec2,
    is_open: bool,
    radii: [f64; 2],
}

impl Pair<'_> {
    /// What a height over an edge may be off by.
    #[inline(always)]
    fn error(&self) -> f64 {
        let radii = self.radii[0] + self.radii[1];
        (self.offset.abs().element_sum() + f64::from(self.edges.reach) + radii) * RELATIVE_ERROR
    }

    /// The centre over the first of some edges, a bit each.
    #[inline(always)]
    fn nearest_of(&self, candidates: u8) -> Nearest {
        self.nearest_over(self.edges.ends(candidates.trailing_zeros() as usize))
    }

    /// The centre over the edge with these ends.
    #[inline(always)]
    fn nearest_over(&self, ends: [Vec2; 2]) -> Nearest {
        let [start, end] = ends.map(widen);
        let (start, along) = (turn(self.pose.rotation, start), turn(self.pose.rotation, end - start));
        Nearest::new(self.offset - start, along, self.is_open)
    }

    /// The nearest of several edges that are closed, and whether the centre is outside of one.
    #[cold]
    #[inline(never)]
    fn nearest_of_several(&self, candidates: u8) -> (Nearest, bool) {
        let error = self.error();
        let mut nearest = self.nearest_of(candidates);
        let mut is_outside = nearest.is_in_front(error);
        let mut others = candidates & (candidates - 1);
        while others != 0 {
            let next = self.nearest_of(others);
            is_outside |= next.is_in_front(error);
            nearest = if next.is_nearer(nearest) { next } else { nearest };
            others &= others - 1;
        }
        (nearest, is_outside)
    }

    #[inline(always)]
    fn contact(&self, nearest: Nearest, is_outside: bool, error: f64) -> Option<(Contact, Relation)> {
        let radii = self.radii[0] + self.radii[1];
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
            point_a: self.offset - normal * (nearest.separation - self.radii[0]),
            point_b: self.offset - normal * self.radii[1],
            owner: Owner::A,
        };
        Some((contact, if separation > 0.0 { Relation::Separated } else { Relation::Overlapping }))
    }
}
