use super::edge::{self, Crossed, Edge};
use super::{Answer, Ray};
use crate::precise::{turn, widen};
use geom::{Pose, Vec2};
use glam::DVec2;

/// A segment that stands in the world, and the radius it is grown by.
pub(super) struct Standing<'a> {
    pub ends: [Vec2; 2],
    pub radius: f64,
    pub pose: &'a Pose,
}

/// What A does to a resting B while it moves along `way`, and where they meet as in [`cast_pair`](super::cast_pair).
///
/// The difference of the cores is a parallelogram, of which only the sides that the origin is outside of can be entered: one
/// along either segment at most. Where both are, the one entered last counts; which that is has to be certain.
pub(super) fn cast(a: &Standing, way: DVec2, b: &Standing) -> (Answer, DVec2) {
    let between = widen(b.pose.translation) - widen(a.pose.translation);
    let placed = |segment: &Standing| {
        let [start, end] = segment.ends.map(widen);
        (turn(segment.pose.rotation, start), turn(segment.pose.rotation, end - start))
    };
    let ((first_a, along_a), (first_b, along_b)) = (placed(a), placed(b));
    let radius = a.radius + b.radius;
    let reaches = first_a.abs() + first_b.abs() + along_a.abs() + along_b.abs();
    let ray = Ray::new(way, between, reaches.x + reaches.y + radius);
    let offset = between + (first_b - first_a);
    let over_a = Side::new(along_a, [offset - along_a, offset - along_a + along_b], &ray, radius);
    let over_b = Side::new(along_b, [offset, offset - along_a], &ray, radius);

    let is_over_a = match (over_a.is_outside(), over_b.is_outside()) {
        (false, false) => return UNSURE,
        (true, true) => {
            let (crossed_a, crossed_b) = (&over_a.crossed, &over_b.crossed);
            if crossed_a.keeps_out() || crossed_b.keeps_out() {
                return (Answer::Misses, DVec2::ZERO);
            }
            // When, both times the product of what closes.
            let (time_a, time_b) = (crossed_a.height * crossed_b.closing, crossed_b.height * crossed_a.closing);
            let slack = 2.0 * (crossed_a.error * crossed_b.closing + crossed_b.error * crossed_a.closing);
            if !(crossed_a.enters() && crossed_b.enters() && (time_a - time_b).abs() > slack) {
                return UNSURE;
            }
            time_a > time_b
        }
        (is_over_a, _) => is_over_a,
    };
    let side = if is_over_a { &over_a } else { &over_b };
    let answer = edge::cast_crossed(&ray, &side.edge, radius, &side.crossed);
    let Answer::Hits(hit) = answer else { return (answer, DVec2::ZERO) };
    // Of the other segment it is one end that meets.
    let end = |first: DVec2, along: DVec2| if side.is_second { first + along } else { first };
    let point = if is_over_a {
        widen(b.pose.translation) + end(first_b, along_b) + hit.normal * b.radius
    } else {
        widen(a.pose.translation) + end(first_a, along_a) + way * hit.fraction - hit.normal * a.radius
    };
    (answer, point)
}

const UNSURE: (Answer, DVec2) = (Answer::Unsure, DVec2::ZERO);

/// The side of the parallelogram along one segment that is nearer to the origin.
struct Side {
    edge: Edge,
    crossed: Crossed,
    /// Whether it belongs to the second end of the other segment.
    is_second: bool,
}

impl Side {
    /// Of the sides along `along` from `starts`.
    #[inline(always)]
    fn new(along: DVec2, starts: [DVec2; 2], ray: &Ray, radius: f64) -> Self {
        let heights = starts.map(|start| along.perp_dot(start));
        // The inside is to the left of an edge, so the origin is on the right of the lower side, or inside.
        let is_left = heights[0] + heights[1] < 0.0;
        let is_second = if is_left { heights[1] > heights[0] } else { heights[1] < heights[0] };
        let start = starts[usize::from(is_second)];
        let edge = if is_left { Edge { start: start + along, along: -along } } else { Edge { start, along } };
        Self { edge, crossed: edge.crossed(ray, radius), is_second }
    }

    /// Whether the origin is outside of it.
    fn is_outside(&self) -> bool {
        self.crossed.height > 0.0
    }
}
