//! Distances of eight pairs of cores: the operations of the single pair, of each core only the edge that faces the other
//! most.

use super::core_block::{CoreBlock, EdgeColumn, read_anew};
use super::distance_kernel::{dot, minus, turn_back};
use super::edge_lanes::edges_at;
use super::gap::gap_wide;
use super::limits::LimitsWide;
use super::manifold_lanes::opposite_where;
use super::placement::RelativeWide;
use crate::filter::TIE;
use crate::lanes::{F32s, larger_wide, max_wide, min_wide};

/// How eight pairs of cores lie to each other.
#[derive(Clone, Copy)]
pub(super) struct Nearest {
    /// The largest gap over the edges of both: below minus the error, how deep the cores are in each other.
    pub gap: F32s,
    pub edge_a: FacingEdge,
    pub edge_b: FacingEdge,
}

/// Of each of eight cores the edge that faces the other core, or a point, most.
#[derive(Clone, Copy)]
pub(super) struct FacingEdge {
    /// How far the other core stays outside its line.
    pub gap: F32s,
    pub normal: [F32s; 2],
    pub start: [F32s; 2],
    pub end: [F32s; 2],
    /// The largest gap of the core's other edges.
    pub runner_up: F32s,
}

/// The vertex of the other core nearest to a facing edge, in the edge's frame.
#[derive(Clone, Copy)]
pub(super) struct Foot {
    pub distance_sq: F32s,
    /// How far the vertex is in front of the edge's line.
    across: F32s,
    /// How far it is along the line from where the edge starts.
    along: F32s,
}

impl Nearest {
    /// Without the distance, which [`Nearest::feet`] finds.
    #[inline]
    pub fn new(a: &CoreBlock, b: &CoreBlock, relative: &RelativeWide) -> Self {
        let (cos, sin) = (relative.cos, relative.sin);
        if are_segments(a, b) {
            let (a, b) = (a.first_edges::<2>(), b.first_edges::<2>());
            let edge_a = FacingEdge::of_both(a, b, relative.b_in_a, cos, sin);
            let edge_b = FacingEdge::of_both(b, a, relative.a_in_b, cos, -sin);
            return Self { gap: max_wide(edge_a.gap, edge_b.gap), edge_a, edge_b };
        }
        let edge_a = FacingEdge::of_cores(a, b, relative.b_in_a, cos, sin);
        let edge_b = FacingEdge::of_cores(b, a, relative.a_in_b, cos, -sin);
        Self { gap: max_wide(edge_a.gap, edge_b.gap), edge_a, edge_b }
    }

    /// The vertices of B nearest to A's edge, and of A nearest to B's. Where the cores are apart, the smaller of the two
    /// is their distance, unless the lane [is tied](FacingEdge::is_tied).
    #[inline]
    pub fn feet(&self, a: &CoreBlock, b: &CoreBlock, relative: &RelativeWide) -> [Foot; 2] {
        if are_segments(a, b) {
            return self.feet_of(a.first_edges::<2>(), b.first_edges::<2>(), relative);
        }
        self.feet_of(a.edges(), b.edges(), relative)
    }

    #[inline]
    fn feet_of(&self, a: &[EdgeColumn], b: &[EdgeColumn], relative: &RelativeWide) -> [Foot; 2] {
        let (cos, sin) = (relative.cos, relative.sin);
        let on_a = self.edge_a.foot_of(b, relative.b_in_a, cos, sin);
        [on_a, self.edge_b.foot_of(a, relative.a_in_b, cos, -sin)]
    }

    #[inline]
    pub fn is_tied(&self, limits: &LimitsWide) -> F32s {
        self.edge_a.is_tied(limits) | self.edge_b.is_tied(limits)
    }
}

impl FacingEdge {
    /// Of A's edges the one that faces B most.
    #[inline]
    fn of_cores(a: &CoreBlock, b: &CoreBlock, position: [F32s; 2], cos: F32s, sin: F32s) -> Self {
        match b.max_len {
            2 => Self::of_edges(a, b.first_edges::<2>(), position, cos, sin),
            3 => Self::of_edges(a, b.first_edges::<3>(), position, cos, sin),
            4 => Self::of_edges(a, b.first_edges::<4>(), position, cos, sin),
            6 => Self::of_edges(a, b.first_edges::<6>(), position, cos, sin),
            _ => Self::of_edges(a, b.first_edges::<8>(), position, cos, sin),
        }
    }

    fn of_edges<const N: usize>(
        core: &CoreBlock,
        others: &[EdgeColumn; N],
        position: [F32s; 2],
        cos: F32s,
        sin: F32s,
    ) -> Self {
        Self::new(core, |edge| gap_wide(edge, read_anew(others), position, Some((cos, sin))))
    }

    /// Of the two edges of segments, whose normals are opposite: the lowest vertex over one is the highest over the other.
    #[inline(always)]
    fn of_both(
        [first, second]: &[EdgeColumn; 2],
        [one, other]: &[EdgeColumn; 2],
        position: [F32s; 2],
        cos: F32s,
        sin: F32s,
    ) -> Self {
        let normal = first.normal();
        let turned = turn_back(normal, cos, sin);
        let [one, other] = [one, other].map(|vertex| dot(turned, vertex.vertex()));
        let from = |vertex: &EdgeColumn| dot(normal, minus(position, vertex.vertex()));
        let (gap, other_gap) = (min_wide(other, one) + from(first), -max_wide(other, one) - from(second));
        let is_second = other_gap.simd_ge(gap);
        Self {
            gap: max_wide(other_gap, gap),
            normal: opposite_where(is_second, normal),
            start: select2(is_second, second.vertex(), first.vertex()),
            end: select2(is_second, first.vertex(), second.vertex()),
            runner_up: min_wide(other_gap, gap),
        }
    }

    /// Of the core's edges, by the gap that `gap_of` finds for a column.
    #[inline]
    pub fn new(core: &CoreBlock, gap_of: impl Fn(&EdgeColumn) -> F32s) -> Self {
        let (zero, one, least) = (F32s::splat(0.0), F32s::splat(1.0), F32s::splat(f32::NEG_INFINITY));
        let (mut largest, mut runner_up, mut facing, mut index) = (least, least, zero, zero);
        let edges = core.edges();
        let len = core.lens();
        for edge in edges {
            let gap = gap_of(edge);
            // Padding repeats the last edge: it ties without being another, and of the two the later has the right end.
            let is_padding = len.simd_le(index);
            runner_up = larger_wide(min_wide(gap, largest) | is_padding, runner_up);
            facing = max_wide(gap.simd_ge(largest) & index, facing);
            largest = max_wide(gap, largest);
            index += one;
        }
        let [start, end, normal] = edges_at(edges, facing);
        Self { gap: largest, normal, start, end, runner_up }
    }

    /// Whether rounding could have taken this edge for another: then the other may be the nearer one.
    #[inline]
    pub fn is_tied(&self, limits: &LimitsWide) -> F32s {
        self.runner_up.simd_ge(self.gap - F32s::splat(TIE) * limits.error)
    }

    /// The nearest of the other cores' vertices, seen from the edges' frame.
    #[inline]
    fn foot_of(&self, others: &[EdgeColumn], position: [F32s; 2], cos: F32s, sin: F32s) -> Foot {
        let length = self.length();
        let mut nearest = Foot { distance_sq: F32s::splat(f32::INFINITY), across: length, along: length };
        for other in others {
            let (x, y) = (F32s::new(other.x), F32s::new(other.y));
            let foot = self.foot([position[0] + (cos * x - sin * y), position[1] + (sin * x + cos * y)], length);
            let is_nearer = foot.distance_sq.simd_lt(nearest.distance_sq);
            nearest.across = is_nearer.select(foot.across, nearest.across);
            nearest.along = is_nearer.select(foot.along, nearest.along);
            nearest.distance_sq = min_wide(foot.distance_sq, nearest.distance_sq);
        }
        nearest
    }

    /// The foot of points in the edges' frame.
    #[inline]
    pub fn foot_of_points(&self, points: [F32s; 2]) -> Foot {
        self.foot(points, self.length())
    }

    #[inline]
    fn foot(&self, [x, y]: [F32s; 2], length: F32s) -> Foot {
        let (dx, dy) = (x - self.start[0], y - self.start[1]);
        let across = self.normal[0] * dx + self.normal[1] * dy;
        let along = self.normal[0] * dy - self.normal[1] * dx;
        let zero = F32s::splat(0.0);
        let beyond = max_wide(max_wide(zero - along, along - length), zero);
        Foot { distance_sq: across * across + beyond * beyond, across, along }
    }

    #[inline]
    fn length(&self) -> F32s {
        self.normal[0] * (self.end[1] - self.start[1]) - self.normal[1] * (self.end[0] - self.start[0])
    }

    /// The way from the edge to the nearest vertex, whose length is `distance`, as a unit vector in the edge's frame.
    #[inline]
    pub fn direction(&self, foot: &Foot, distance: F32s) -> [F32s; 2] {
        let zero = F32s::splat(0.0);
        let beyond = min_wide(foot.along, zero) + max_wide(foot.along - self.length(), zero);
        // The edge runs to the left of its normal.
        let (across, beyond) = (foot.across / distance, beyond / distance);
        [self.normal[0] * across - self.normal[1] * beyond, self.normal[1] * across + self.normal[0] * beyond]
    }
}

/// Whether all cores have two vertices: then all is known that loops would have to count.
#[inline]
fn are_segments(a: &CoreBlock, b: &CoreBlock) -> bool {
    a.max_len == 2 && b.max_len == 2
}

#[inline]
pub(super) fn select2(mask: F32s, if_so: [F32s; 2], if_not: [F32s; 2]) -> [F32s; 2] {
    [mask.select(if_so[0], if_not[0]), mask.select(if_so[1], if_not[1])]
}
