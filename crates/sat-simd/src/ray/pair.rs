use super::edge::{self, Edge};
use super::{Answer, Ray};
use crate::ShapeRef;
use crate::filter::{Entered, Foremost};
use crate::precise::{Difference, Owner, widen};
use geom::{Pose, Vec2};
use glam::DVec2;

/// What A does to a resting B while it moves along `way`, and where they meet if they do: the point on B's surface, in the
/// world. All finite.
///
/// A ray from the origin into the Minkowski difference of the two cores, grown by the radii. Its edges are those of both
/// cores, and the half plane entered last is the one that is hit, as for a single core ([`rounded`](super::rounded)):
/// `f32` picks the edges that may be it, doubles make those and no others. O(n · m / 8) for n and m vertices of up to eight.
pub(crate) fn cast_pair(a: ShapeRef, pose_a: &Pose, way: Vec2, b: ShapeRef, pose_b: &Pose) -> (Answer, DVec2) {
    let edges = match Entered::new(a, pose_a, way, b, pose_b) {
        None => return (Answer::Unsure, DVec2::ZERO),
        Some(Entered::Never) => return (Answer::Misses, DVec2::ZERO),
        Some(Entered::Over(edges)) => edges,
    };
    let difference = Difference::new(a, pose_a, Vec2::ZERO, b, pose_b);
    let reach = difference.core_a.extent() + difference.core_b.extent() + difference.radius();
    let ray = Ray::new(widen(way), difference.offset, reach);
    let (mut answer, mut entered) = (Answer::Misses, edges);
    difference.for_each_face_of(Some(edges), |face| {
        // Where edges of both are parallel, the difference has them end to end.
        let mut whole: Option<Edge> = None;
        for part in difference.edges_of(&face) {
            whole = Some(
                whole.map_or(Edge { start: part.start, along: part.along }, |edge| edge.with(part.start, part.along)),
            );
        }
        let Some(whole) = whole else { return };
        let (before, next) = (answer, edge::cast(&ray, &whole, difference.radius()));
        answer = before.or_earlier(next);
        if answer != before {
            entered = match face.owner {
                Owner::A => Foremost { a: 1 << face.edge, b: 0 },
                Owner::B => Foremost { a: 0, b: 1 << face.edge },
            };
        }
    });
    let point = match answer {
        Answer::Hits(hit) => {
            let there = difference.moved(ray.way * hit.fraction);
            there.origin + there.contact_over(Some(entered)).point_b
        }
        _ => DVec2::ZERO,
    };
    (answer, point)
}
