//! The kernel behind [`distances`](super::distances): eight pairs of cores, their nearest points in closed form.
//!
//! Let g be the largest gap over all edges of both cores, the edge's height under the deepest vertex of the other. When
//! the cores overlap, that edge is the shortest way out and that vertex stands over it. When they are apart, the
//! point of the Minkowski difference nearest to the origin lies on that edge of it: inside, or at its end, because the
//! gaps that are positive grow toward the normal through the nearest point (the height of a convex set over a turning
//! line has one maximum). So one edge of each core and all vertices of the other give the nearest points.
//!
//! Among nearly parallel edges rounding may pick the wrong one, and where the nearest point is close to an edge's end, that
//! end: the square root of the rounding away. The answer is therefore held against a lower bound: the gap along its own
//! normal. Distance and gap enclose the truth; where they differ by more than the rounding they are made of, the lane is not
//! sure. No larger gap will do instead: it shows that the distance is right, not which way it leads. Where the gap along the
//! normal is less than the distance by no more than 2E, points and normal are those of cores of which all that lies farther
//! out along the normal than the points is pushed back to them: by no more than 2E.
//!
//! With E = 16u·size = 2⁻²⁰ of the size, the bound of a gap: an answer that is sure differs from its lower bound by no more
//! than E, and that from the truth by no more than E. So distances are right to 2E, the 2⁻¹⁹ that [`distances`](super::distances)
//! promises; a depth, a gap itself, to E. Where cores overlap, the edge of either core may be taken whose gap is no more
//! than E below the largest, the one with a vertex nearer to being as deep over it: of parallel edges that are equally
//! deep, rounding makes either the deeper one, and only one may have that vertex between its ends. The way out along it
//! is longer than the shortest by E and the errors of both gaps at most, 3E. Its points are within E of the computed
//! depth apart, so within 2E of the true one.

use super::core_block::{CoreBlock, EdgeColumn};
use super::edge_lanes::edges_at;
use super::manifold_lanes::opposite_where;
use super::placement::RelativeWide;
use crate::filter::{RELATIVE_ERROR, SIZE_LIMIT, SQUARED_SIZE_LIMIT};
use crate::lanes::{F32s, max_wide, min_wide};

/// One edge of each of eight cores, in the core's own frame: it runs from its start to the left of its normal.
#[derive(Clone, Copy)]
pub(super) struct EdgeWide {
    pub start: [F32s; 2],
    pub normal: [F32s; 2],
    pub length: F32s,
}

/// Eight cores as seen from eight others.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    /// The edges of the cores that see.
    pub edges: &'a [EdgeColumn],
    /// The vertices that are seen.
    pub others: &'a [EdgeColumn],
    /// Where the others are and how they are turned, in the frames of those that see.
    pub position: [F32s; 2],
    pub cos: F32s,
    pub sin: F32s,
}

/// The vertices nearest to one edge of each of eight cores, in the vertices' frame.
#[derive(Clone, Copy)]
pub(super) struct NearestWide {
    /// What was made smallest.
    pub key: F32s,
    /// The vertex.
    pub vertex: [F32s; 2],
    /// The point of the edge nearest to it.
    pub foot: [F32s; 2],
    /// How far the vertex stands beyond an end of the edge; zero over it.
    pub beyond: F32s,
}

/// How eight pairs of cores stand to each other, in A's frame.
#[derive(Clone, Copy)]
pub(super) struct ClosestWide {
    /// The distance of the cores, or minus the depth.
    pub separation: F32s,
    /// The point of A.
    pub point_a: [F32s; 2],
    /// From there to the point of B.
    pub a_to_b: [F32s; 2],
    /// Unit, from A to B.
    pub normal: [F32s; 2],
    /// The lanes in which the normal is that of an edge of A, or the nearest points lie on an edge of A.
    pub is_a: F32s,
    /// The lanes whose numbers are right to within two errors.
    pub is_sure: F32s,
}

/// [`super::placement`]'s error bound for a pair of this size, in every lane.
#[inline]
pub(super) fn error_of(size: F32s) -> F32s {
    size * F32s::splat(RELATIVE_ERROR) + F32s::splat(f32::MIN_POSITIVE)
}

/// The lanes whose squares neither over- nor underflow.
#[inline]
pub(super) fn is_of_usual_size(size: F32s) -> F32s {
    size.simd_lt(F32s::splat(SIZE_LIMIT)) & size.simd_gt(F32s::splat(SQUARED_SIZE_LIMIT))
}

impl EdgeWide {
    #[inline]
    pub(super) fn new(start: [F32s; 2], end: [F32s; 2], normal: [F32s; 2]) -> Self {
        let [x, y] = minus(end, start);
        Self { start, normal, length: normal[0] * y - normal[1] * x }
    }
}

impl EdgeColumn {
    #[inline]
    pub(super) fn vertex(&self) -> [F32s; 2] {
        [self.x.into(), self.y.into()]
    }

    #[inline]
    pub(super) fn normal(&self) -> [F32s; 2] {
        [self.nx.into(), self.ny.into()]
    }
}

#[inline]
pub(super) fn minus(a: [F32s; 2], b: [F32s; 2]) -> [F32s; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline]
pub(super) fn plus(a: [F32s; 2], b: [F32s; 2]) -> [F32s; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

/// `v` times `s`.
#[inline]
pub(super) fn times(v: [F32s; 2], s: F32s) -> [F32s; 2] {
    [v[0] * s, v[1] * s]
}

#[inline]
pub(super) fn dot(a: [F32s; 2], b: [F32s; 2]) -> F32s {
    a[0] * b[0] + a[1] * b[1]
}

/// `v` turned by the angle.
#[inline]
pub(super) fn turn([x, y]: [F32s; 2], cos: F32s, sin: F32s) -> [F32s; 2] {
    [cos * x - sin * y, sin * x + cos * y]
}

/// `v` turned back by the angle.
#[inline]
pub(super) fn turn_back([x, y]: [F32s; 2], cos: F32s, sin: F32s) -> [F32s; 2] {
    [cos * x + sin * y, cos * y - sin * x]
}

#[inline]
pub(super) fn select2(mask: F32s, yes: [F32s; 2], no: [F32s; 2]) -> [F32s; 2] {
    [mask.select(yes[0], no[0]), mask.select(yes[1], no[1])]
}

/// The nearest, or deepest, points of eight pairs of cores. O(edges × vertices).
///
/// A function of its own for each pair of vertex counts, so that its loops have a known length.
#[inline]
pub(super) fn closest_wide(a: &CoreBlock, b: &CoreBlock, relative: &RelativeWide, size: F32s) -> ClosestWide {
    match a.max_len {
        2 => closest_to::<2>(a, b, relative, size),
        3 => closest_to::<3>(a, b, relative, size),
        4 => closest_to::<4>(a, b, relative, size),
        6 => closest_to::<6>(a, b, relative, size),
        _ => closest_to::<8>(a, b, relative, size),
    }
}

#[inline]
fn closest_to<const N: usize>(a: &CoreBlock, b: &CoreBlock, relative: &RelativeWide, size: F32s) -> ClosestWide {
    match b.max_len {
        2 => closest::<N, 2>(a, b, relative, size),
        3 => closest::<N, 3>(a, b, relative, size),
        4 => closest::<N, 4>(a, b, relative, size),
        6 => closest::<N, 6>(a, b, relative, size),
        _ => closest::<N, 8>(a, b, relative, size),
    }
}

#[inline(never)]
fn closest<const N: usize, const M: usize>(
    a: &CoreBlock,
    b: &CoreBlock,
    relative: &RelativeWide,
    size: F32s,
) -> ClosestWide {
    let (a, b) = (a.first_edges::<N>().as_slice(), b.first_edges::<M>().as_slice());
    let RelativeWide { b_in_a, a_in_b, cos, sin, .. } = *relative;
    let error = error_of(size);
    let from_a = View { edges: a, others: b, position: b_in_a, cos, sin };
    let from_b = View { edges: b, others: a, position: a_in_b, cos, sin: -sin };
    let (gap_a, edge_a) = from_a.facing_wide();
    let (gap_b, edge_b) = from_b.facing_wide();
    let gap = max_wide(gap_a, gap_b);
    // Of cores that overlap the wanted point stands `gap` over the edge, of others as near as can be.
    let base = min_wide(gap, F32s::splat(0.0));
    let key = |across: F32s, beyond: F32s| (across - base) * (across - base) + beyond * beyond;
    let on_a = from_a.nearest_wide(&edge_a, key);
    let on_b = from_b.nearest_wide(&edge_b, key);

    // In cores that overlap, a vertex may be as deep under an edge that another one is deeper under: no way out.
    let is_deep = gap.simd_lt(-error);
    let is_out = |of_side: F32s| !is_deep | of_side.simd_ge(gap - error);
    let is_a = is_out(gap_a) & (on_a.key.simd_le(on_b.key) | !is_out(gap_b));
    let best = |yes: F32s, no: F32s| is_a.select(yes, no);
    let key = best(on_a.key, on_b.key);
    let foot_a = turn(on_a.foot, cos, sin);
    let point_a = select2(is_a, plus(b_in_a, foot_a), on_b.vertex);
    let a_to_b = select2(is_a, turn(minus(on_a.vertex, on_a.foot), cos, sin), minus(on_b.foot, on_b.vertex));
    let normal_b = turn(edge_b.normal, cos, sin);
    let edge_normal = select2(is_a, edge_a.normal, [-normal_b[0], -normal_b[1]]);

    let distance = dot(a_to_b, a_to_b).sqrt();
    let along = [a_to_b[0] / distance, a_to_b[1] / distance];
    // A vertex under the edge it is nearest to has that edge's normal against it: all of its core's edges face away.
    let is_over_edge =
        best(on_a.beyond, on_b.beyond).simd_eq(F32s::splat(0.0)) & best(gap_a, gap_b).simd_gt(F32s::splat(0.0));
    let faces_edge = is_deep | is_over_edge;
    let normal = select2(faces_edge, edge_normal, along);
    let lower = gap_along_wide(a, b, normal, relative);
    let is_apart = distance.simd_gt(error) & (distance - lower).simd_le(error);
    let is_over_its_edge = is_deep & key.simd_le(error * error);
    ClosestWide {
        separation: is_deep.select(gap, distance),
        point_a,
        a_to_b,
        normal,
        is_a,
        is_sure: (is_apart | is_over_its_edge) & is_of_usual_size(size),
    }
}

impl View<'_> {
    /// The largest gap over the edges, as for the overlaps, and the edge it is found on.
    ///
    /// Columns repeat the last vertex and normal of shorter cores: of edges that tie the later one is taken, whose next vertex is
    /// the right one.
    #[inline(always)]
    pub(super) fn facing_wide(&self) -> (F32s, EdgeWide) {
        if let [start, end] = self.edges {
            return self.facing_side(start, end);
        }
        let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
        let (mut largest, mut facing, mut index) = (F32s::splat(f32::NEG_INFINITY), zero, zero);
        for edge in self.edges {
            let gap = self.gap_wide(edge);
            facing = max_wide(gap.simd_ge(largest) & index, facing);
            largest = max_wide(largest, gap);
            index += one;
        }
        let [start, end, normal] = edges_at(self.edges, facing);
        (largest, EdgeWide::new(start, end, normal))
    }

    /// [`facing_wide`](Self::facing_wide) of segments. The normals of their sides are opposite: the lowest vertex over one is the
    /// highest over the other, and of two ends masks choose.
    #[inline(always)]
    fn facing_side(&self, start: &EdgeColumn, end: &EdgeColumn) -> (F32s, EdgeWide) {
        let normal = start.normal();
        let turned = turn_back(normal, self.cos, self.sin);
        let (mut lowest, mut highest) = (F32s::splat(f32::MAX), F32s::splat(f32::MIN));
        for other in self.others {
            let height = dot(turned, other.vertex());
            (lowest, highest) = (min_wide(height, lowest), max_wide(height, highest));
        }
        let from = |column: &EdgeColumn| dot(normal, minus(self.position, column.vertex()));
        let (right, left) = (lowest + from(start), -highest - from(end));
        let is_left = left.simd_ge(right);
        let (start, end) = (start.vertex(), end.vertex());
        let (first, second) = (select2(is_left, end, start), select2(is_left, start, end));
        let edge = EdgeWide::new(first, second, opposite_where(is_left, normal));
        (max_wide(right, left), edge)
    }

    /// The column after column `index`, going round.
    #[inline(always)]
    pub(super) fn next(&self, index: usize) -> &EdgeColumn {
        &self.edges[if index + 1 == self.edges.len() { 0 } else { index + 1 }]
    }

    /// The smallest height of the others' vertices over one edge: n·(t − v) + min (Rᵀn)·w.
    #[inline(always)]
    pub(super) fn gap_wide(&self, edge: &EdgeColumn) -> F32s {
        let turned = turn_back(edge.normal(), self.cos, self.sin);
        let mut lowest = F32s::splat(f32::MAX);
        for other in self.others {
            lowest = min_wide(dot(turned, other.vertex()), lowest);
        }
        lowest + dot(edge.normal(), minus(self.position, edge.vertex()))
    }

    /// The vertices that make `key(height over the edge's line, way beyond its ends)` smallest, in their own frame.
    #[inline(always)]
    pub(super) fn nearest_wide(&self, edge: &EdgeWide, key: impl Fn(F32s, F32s) -> F32s) -> NearestWide {
        let zero = F32s::splat(0.0);
        let start = turn_back(minus(edge.start, self.position), self.cos, self.sin);
        let normal = turn_back(edge.normal, self.cos, self.sin);
        let direction = [-normal[1], normal[0]];
        let clamped = |along: F32s| min_wide(max_wide(along, zero), edge.length);
        let (mut smallest, mut vertex) = (F32s::splat(f32::INFINITY), [zero; 2]);
        for other in self.others {
            let from_start = minus(other.vertex(), start);
            let (across, along) = (dot(normal, from_start), dot(direction, from_start));
            let key = key(across, along - clamped(along));
            let is_smaller = key.simd_lt(smallest);
            smallest = min_wide(key, smallest);
            vertex = select2(is_smaller, other.vertex(), vertex);
        }
        let along = dot(direction, minus(vertex, start));
        let on_edge = clamped(along);
        let foot = [start[0] + direction[0] * on_edge, start[1] + direction[1] * on_edge];
        NearestWide { key: smallest, vertex, foot, beyond: along - on_edge }
    }
}

/// The gap of eight pairs along `normal`, in A's frame from A to B.
#[inline(always)]
pub(super) fn gap_along_wide(a: &[EdgeColumn], b: &[EdgeColumn], normal: [F32s; 2], relative: &RelativeWide) -> F32s {
    let turned = turn_back(normal, relative.cos, relative.sin);
    let (mut lowest, mut highest) = (F32s::splat(f32::MAX), F32s::splat(f32::MIN));
    for column in b {
        lowest = min_wide(dot(turned, column.vertex()), lowest);
    }
    for column in a {
        highest = max_wide(dot(normal, column.vertex()), highest);
    }
    dot(normal, relative.b_in_a) + (lowest - highest)
}
