use super::edge::{self, Edge};
use super::{Answer, Ray};
use crate::filter::Edges;
use crate::precise::{turn, widen};
use geom::Pose;
use glam::DVec2;

/// A core that stands in the world, and the radius it is grown by.
pub(super) struct Standing<'a> {
    pub core: &'a Edges<'a>,
    pub radius: f64,
    pub pose: &'a Pose,
}

/// What A does to a resting B while it moves along `way`, and where they meet as in [`cast_pair`](super::cast_pair), where
/// the half plane entered last is that of edge `index`, of A's edges if `is_a`, else of B's.
///
/// Unsure where the other core has more than one vertex deepest behind the edge, as with parallel edges. O(n).
pub(super) fn cast(a: &Standing, way: DVec2, b: &Standing, is_a: bool, index: usize) -> (Answer, DVec2) {
    let between = widen(b.pose.translation) - widen(a.pose.translation);
    let radius = a.radius + b.radius;
    let ray = Ray::new(way, between, f64::from(a.core.reach) + f64::from(b.core.reach) + radius);
    let (own, other) = if is_a { (a, b) } else { (b, a) };
    let (start, end) = (widen(own.core.vertex(index)), widen(own.core.vertex(index + 1)));
    let (start, along) = (turn(own.pose.rotation, start), turn(own.pose.rotation, end - start));
    let error = ray.error * (along.x.abs() + along.y.abs());
    let Some(vertex) = deepest(other, along, error) else { return (Answer::Unsure, DVec2::ZERO) };
    // Of the difference, which is B's points less A's.
    let edge = if is_a {
        Edge { start: between + (vertex - start), along: -along }
    } else {
        Edge { start: between + (start - vertex), along }
    };
    let answer = edge::cast(&ray, &edge, radius);
    let Answer::Hits(hit) = answer else { return (answer, DVec2::ZERO) };
    let point = if is_a {
        widen(b.pose.translation) + vertex + hit.normal * b.radius
    } else {
        widen(a.pose.translation) + vertex + way * hit.fraction - hit.normal * a.radius
    };
    (answer, point)
}

/// The vertex farthest to the left of `along`, turned into the world; `None` where another one is as far up to twice `error`.
fn deepest(other: &Standing, along: DVec2, error: f64) -> Option<DVec2> {
    let (cos, sin) = (f64::from(other.pose.rotation.cos()), f64::from(other.pose.rotation.sin()));
    // In its own frame: along × (R·v).
    let left = DVec2::new(along.x * sin - along.y * cos, along.x * cos + along.y * sin);
    let (mut most, mut next, mut deepest) = (f64::NEG_INFINITY, f64::NEG_INFINITY, 0);
    for index in 0..other.core.len {
        let depth = left.dot(widen(other.core.vertex(index)));
        let is_deeper = depth > most;
        next = if is_deeper { most } else { next.max(depth) };
        (most, deepest) = if is_deeper { (depth, index) } else { (most, deepest) };
    }
    (most - next > 2.0 * error).then(|| turn(other.pose.rotation, widen(other.core.vertex(deepest))))
}
