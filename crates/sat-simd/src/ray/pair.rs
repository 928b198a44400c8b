use super::edge::{self, Edge};
use super::{Answer, Hit, Ray, one_edge, rects, segments};
use crate::ShapeRef;
use crate::filter::{self, Foremost, with_edges};
use crate::precise::{Difference, Edge as Part, Face, Owner, widen};
use geom::{Pose, Vec2};
use glam::DVec2;

/// What A does to a resting B while it moves along `way`, and where they meet if they do: the point on B's surface, in the
/// world. All finite.
///
/// Of two boxes and of two segments in closed form, where that is sure; of others, and of boxes and segments that are turned
/// alike, edge by edge.
pub(crate) fn cast_pair(a: ShapeRef, pose_a: &Pose, way: Vec2, b: ShapeRef, pose_b: &Pose) -> (Answer, DVec2) {
    let of_kinds = match (a, b) {
        (ShapeRef::Rect(a), ShapeRef::Rect(b)) => rects::cast(a, pose_a, widen(way), b, pose_b),
        _ => match (a.ends(), b.ends()) {
            (Some(ends_a), Some(ends_b)) => {
                let a = segments::Standing { ends: ends_a, radius: f64::from(a.radius()), pose: pose_a };
                let b = segments::Standing { ends: ends_b, radius: f64::from(b.radius()), pose: pose_b };
                segments::cast(&a, widen(way), &b)
            }
            _ => (Answer::Unsure, DVec2::ZERO),
        },
    };
    if of_kinds.0 == Answer::Unsure { cast_edges(a, pose_a, way, b, pose_b) } else { of_kinds }
}

/// [`cast_pair`] of any shapes.
///
/// A ray from the origin into the Minkowski difference of the two cores, grown by the radii. Its edges are those of both
/// cores, and the half plane entered last is the one that is hit, as for a single core ([`rounded`](super::rounded)):
/// `f32` picks the edges that may be it, most often one, doubles make those and no others. O(n · m / 8) for n and m vertices
/// of up to eight.
fn cast_edges(a: ShapeRef, pose_a: &Pose, way: Vec2, b: ShapeRef, pose_b: &Pose) -> (Answer, DVec2) {
    let edges = match filter::Entered::new(a, pose_a, way, b, pose_b) {
        None => return (Answer::Unsure, DVec2::ZERO),
        Some(filter::Entered::Never) => return (Answer::Misses, DVec2::ZERO),
        Some(filter::Entered::Over(edges)) => edges,
    };
    if let Some((is_a, index)) = edges.sole() {
        let radii = [a, b].map(|shape| f64::from(shape.radius()));
        let found = with_edges(a, |core_a| {
            with_edges(b, |core_b| {
                let a = one_edge::Standing { core: &core_a, radius: radii[0], pose: pose_a };
                let b = one_edge::Standing { core: &core_b, radius: radii[1], pose: pose_b };
                one_edge::cast(&a, widen(way), &b, is_a, index)
            })
        });
        if found.0 != Answer::Unsure {
            return found;
        }
    }
    let difference = Difference::new(a, pose_a, Vec2::ZERO, b, pose_b);
    let reach = difference.core_a.extent() + difference.core_b.extent() + difference.radius();
    let ray = Ray::new(widen(way), difference.offset, reach);
    let (mut answer, mut crossed) = (Answer::Misses, None);
    difference.for_each_face_of(Some(edges), |face| {
        let mut whole: Option<Crossed> = None;
        for part in difference.edges_of(&face) {
            whole = Some(whole.map_or_else(|| Crossed::new(face, part), |crossed| crossed.with(part)));
        }
        let Some(whole) = whole else { return };
        let (before, next) = (answer, edge::cast(&ray, &whole.edge, difference.radius()));
        answer = before.or_earlier(next);
        if answer != before {
            crossed = Some(whole);
        }
    });
    let point = match (answer, crossed) {
        (Answer::Hits(hit), Some(crossed)) => crossed.point_b(&difference, edges, &ray, &hit),
        _ => DVec2::ZERO,
    };
    (answer, point)
}

/// An edge of the difference that a ray enters.
#[derive(Clone, Copy)]
struct Crossed {
    face: Face,
    /// Where edges of both cores are parallel, the difference has them end to end.
    edge: Edge,
    /// The vertex of the core that does not own the edge, if it is only one.
    vertex: Option<usize>,
}

impl Crossed {
    fn new(face: Face, part: Part) -> Self {
        Self { face, edge: Edge { start: part.start, along: part.along }, vertex: Some(part.vertex) }
    }

    /// The same with another part of the same line.
    fn with(self, part: Part) -> Self {
        Self { edge: self.edge.with(part.start, part.along), vertex: None, ..self }
    }

    /// The point of B's surface where the shapes meet, in the world; `edges` are those that may be entered last.
    fn point_b(&self, difference: &Difference, edges: Foremost, ray: &Ray, hit: &Hit) -> DVec2 {
        match (self.vertex, self.face.owner) {
            // A vertex on an edge, or two vertices, and their discs: the vertex alone tells where.
            (Some(vertex), Owner::A) => {
                let vertex = difference.origin + difference.offset + difference.core_b.vertex(vertex);
                vertex + hit.normal * difference.radius_b
            }
            (Some(vertex), Owner::B) => {
                let vertex = difference.origin + difference.core_a.vertex(vertex) + ray.way * hit.fraction;
                vertex - hit.normal * difference.radius_a
            }
            // Of two parallel edges the longer one holds the nearest points, whosever it is.
            (None, _) => {
                let there = difference.moved(ray.way * hit.fraction);
                there.origin + there.contact_over(Some(edges)).point_b
            }
        }
    }
}
