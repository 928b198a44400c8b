use super::{Answer, Hit, Ray, disc};
use crate::filter::Edges;
use crate::precise::{turn, widen};
use crate::root::sqrt_f64;
use geom::Pose;
use glam::DVec2;

/// An edge of a core, seen from the ray's origin: it starts at `start`, and the inside is to its left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub start: DVec2,
    pub along: DVec2,
}

/// What a ray does to the line of an edge; all times the edge's length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossed {
    /// How high it starts over the line.
    pub height: f64,
    /// How much of that the way takes.
    pub closing: f64,
    /// What either may be off by.
    pub error: f64,
}

impl Crossed {
    /// Whether the ray starts and ends outside the half plane.
    #[inline]
    pub(super) fn keeps_out(&self) -> bool {
        (self.height > self.error) & (self.height > self.closing + self.error)
    }

    /// Whether the ray starts outside the half plane and ends inside.
    #[inline]
    pub(super) fn enters(&self) -> bool {
        (self.height > self.error) & (self.height < self.closing - self.error)
    }
}

impl Edge {
    /// Edge `index` of `core` at `pose`, `offset` from the ray's origin.
    #[inline]
    pub(super) fn new(core: &Edges, index: usize, pose: &Pose, offset: DVec2) -> Self {
        let (start, end) = (widen(core.vertex(index)), widen(core.vertex(index + 1)));
        Self { start: offset + turn(pose.rotation, start), along: turn(pose.rotation, end - start) }
    }

    /// The edge that spans this one and another part of the same line.
    pub(super) fn with(self, start: DVec2, along: DVec2) -> Self {
        let ahead = |from: DVec2, to: DVec2| self.along.dot(to - from) > 0.0;
        let (end, other_end) = (self.start + self.along, start + along);
        let start = if ahead(start, self.start) { start } else { self.start };
        Self { start, along: if ahead(end, other_end) { other_end } else { end } - start }
    }

    /// What the ray does to the edge's line, moved outward by `radius`.
    #[inline]
    pub(super) fn crossed(&self, ray: &Ray, radius: f64) -> Crossed {
        let Self { start, along } = *self;
        let over_edge = along.perp_dot(start);
        let height = if radius > 0.0 { over_edge - radius * sqrt_f64(along.dot(along)) } else { over_edge };
        Crossed { height, closing: along.perp_dot(ray.way), error: ray.error * (along.x.abs() + along.y.abs()) }
    }

    /// Unit, outward.
    #[inline]
    pub(super) fn normal(&self) -> DVec2 {
        DVec2::new(self.along.y, -self.along.x) * (1.0 / sqrt_f64(self.along.dot(self.along)))
    }
}

/// What the ray does to the shape of which it enters this edge's half plane, moved outward by `radius`, last of all.
///
/// Where it enters beyond an end of the edge, it meets the disc around that corner or nothing: the half planes of both its
/// edges and the disc bound the corner between them.
pub(super) fn cast(ray: &Ray, edge: &Edge, radius: f64) -> Answer {
    cast_crossed(ray, edge, radius, &edge.crossed(ray, radius))
}

/// The same, given what the ray does to the edge's line, moved outward by `radius`.
#[inline]
pub(super) fn cast_crossed(ray: &Ray, edge: &Edge, radius: f64, crossed: &Crossed) -> Answer {
    let Edge { start, along } = *edge;
    if crossed.keeps_out() {
        return Answer::Misses;
    }
    if !crossed.enters() {
        return Answer::Unsure;
    }
    let Crossed { height, closing, .. } = *crossed;
    // Where on the edge, times closing and the length's square.
    let place = along.dot(ray.way * height - start * closing);
    let length_sq = along.dot(along);
    let (end, slack) = (length_sq * closing, ray.error * ray.way_size * length_sq);
    if (place > slack) & (place < end - slack) {
        return Answer::Hits(Hit { fraction: height / closing, normal: edge.normal(), is_flat: true });
    }
    let is_beyond = (place < -slack) | (place > end + slack);
    if radius == 0.0 {
        return if is_beyond { Answer::Misses } else { Answer::Unsure };
    }
    match disc::cast(ray, if place < 0.5 * end { start } else { start + along }, radius) {
        Answer::Misses if !is_beyond => Answer::Unsure,
        answer => answer,
    }
}
