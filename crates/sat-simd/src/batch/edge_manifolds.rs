//! Manifolds of eight pairs of cores with edges, in lanes: the wide twins of `manifold/cores.rs` and
//! `manifold/segments.rs`, step by step; what are branches there are selects here.

use super::clip_manifolds::{ClipLanes, EndsLanes};
use super::core_block::{CoreBlock, EdgeColumn, read_anew};
use super::edge_lanes::{EdgeLanes, normal_wide};
use super::manifold_lanes::{ManifoldLanes, RelativePose, Vec2s, dot, larger, opposite_where, select2, sub};
use super::segment_block::SegmentBlock;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, larger_wide, max_wide, min_wide, smaller_wide};
use crate::manifold::{FARTHEST, FEATURE_TOLERANCE};

/// Wide twin of `core_core` for cores in `N` and `M` columns, and the lanes in which that has to go on along an outline; when no
/// pair is near, how far apart each is at least.
///
/// Known numbers of columns leave no branch but those two: with four and eight columns in turn each loop's end would be hard
/// to predict.
#[inline]
pub(super) fn core_core<const N: usize, const M: usize>(
    a: &CoreBlock,
    b: &CoreBlock,
    margin: F32s,
) -> Result<(ManifoldLanes, u32), F32s> {
    let (edges_a, edges_b) = (a.first_edges::<N>(), b.first_edges::<M>());
    let pose = RelativePose::new(&a.at, &b.at);
    let [tx, ty] = pose.position;
    let radii = [F32s::new(a.radius), F32s::new(b.radius)];
    let radius = radii[0] + radii[1];
    let reach = margin + radius;
    let extent = (tx.abs() + ty.abs()) + (F32s::new(a.at.reach) + F32s::new(b.at.reach));
    let is_in_range = extent.simd_lt(F32s::splat(FARTHEST));

    let best_a = search(edges_a, edges_b, pose.cos, pose.sin, pose.position);
    let is_far_of_a = best_a.value.simd_gt(reach);
    let is_near = is_in_range & !is_far_of_a;
    if is_near.none() {
        return Err((best_a.value - radius) & is_in_range);
    }
    let a_from_b = pose.inv_rotate([-tx, -ty]);
    let best_b = search(edges_b, edges_a, pose.cos, -pose.sin, a_from_b);
    // B's edges are looked at for the sake of other pairs, too: no answer may depend on those.
    let gap = (is_far_of_a.select(best_a.value, best_b.value) - radius) & is_in_range;
    let is_near = is_near & !best_b.value.simd_gt(reach);
    if is_near.none() {
        return Err(gap);
    }
    let tolerance = F32s::splat(FEATURE_TOLERANCE) * smaller_wide(sizes(edges_a), sizes(edges_b));
    let b_is_reference = best_b.value.simd_gt(best_a.value + tolerance);

    // Both incident edges are looked for; each pair takes the one of the core that does not have its reference edge.
    let normal_a = normal_wide(edges_a, best_a.index);
    let normal_b = pose.rotate(normal_wide(edges_b, best_b.index));
    let incident_a = incident_edge_wide(edges_a, normal_b);
    let incident_b = incident_edge_wide(edges_b, pose.inv_rotate(normal_a));
    let slack = tolerance + extent * F32s::splat(RELATIVE_ERROR);
    let edge_a = EdgeLanes::new(edges_a, a.lens(), b_is_reference.select(incident_a, best_a.index));
    let edge_b = EdgeLanes::new(edges_b, b.lens(), b_is_reference.select(best_b.index, incident_b));
    let clip = ClipLanes {
        a: edge_a,
        b: edge_b.transformed(&pose),
        b_is_reference,
        normal: select2(b_is_reference, normal_b, normal_a),
        radii,
        separation: larger_wide(best_a.value, best_b.value),
        tolerance,
        most_behind: tolerance,
        slack,
        is_near,
        gap,
    };
    let (manifolds, ends) = clip.manifolds();
    let Some(ends) = ends else { return Ok((manifolds, 0)) };
    // What `Pair::past` asks.
    let EndsLanes { any, at_start, way, incident_at_start, incident_way, is_high, slack } = ends;
    let of_roles = |if_b, if_a| b_is_reference.select(if_b, if_a);
    let goes_on = |normal: Vec2s, at_start: F32s, way: Vec2s| {
        let along = dot([-normal[1], normal[0]], way);
        (along ^ (at_start & F32s::splat(-0.0))).simd_gt(slack)
    };
    let (start_a, start_b) = (of_roles(incident_at_start, at_start), of_roles(at_start, incident_at_start));
    let beyond_a = normal_wide(edges_a, edge_a.beyond(a.lens(), start_a));
    let beyond_b = pose.rotate(normal_wide(edges_b, edge_b.beyond(b.lens(), start_b)));
    let (way_a, way_b) = (select2(b_is_reference, incident_way, way), select2(b_is_reference, way, incident_way));
    let past_a = goes_on(beyond_a, start_a, way_a);
    let past_b = goes_on(beyond_b, start_b, way_b);
    Ok((manifolds, (any & (is_high | past_a | past_b)).to_bitmask()))
}

/// The best of the edges of eight cores.
struct Best {
    value: F32s,
    /// The first edge that has it, a small whole number. Indices grow, so the larger one is the later.
    index: F32s,
}

/// Lengths of the order of the cores' sizes, in metres: wide twin of [`core_size`](crate::manifold::core_size).
#[inline]
fn sizes<const N: usize>(edges: &[EdgeColumn; N]) -> F32s {
    let (x, y) = (F32s::new(edges[0].x), F32s::new(edges[0].y));
    let away = |edge: &EdgeColumn| (F32s::new(edge.x) - x).abs() + (F32s::new(edge.y) - y).abs();
    edges[1..].iter().fold(F32s::splat(0.0), |largest, edge| max_wide(away(edge), largest)) * F32s::splat(0.5)
}

/// Wide twin of the search in `manifold/support.rs`: the edges come one by one, for eight pairs.
#[inline(never)]
fn search<const N: usize, const M: usize>(
    edges: &[EdgeColumn; N],
    others: &[EdgeColumn; M],
    cos: F32s,
    sin: F32s,
    [tx, ty]: Vec2s,
) -> Best {
    if let Ok([first, second]) = <&[EdgeColumn; 2]>::try_from(edges.as_slice()) {
        return search_segment(first, second, others, [cos, sin], [tx, ty]);
    }
    let zero = F32s::splat(0.0);
    let mut best = Best { value: F32s::splat(f32::NEG_INFINITY), index: zero };
    let mut index = zero;
    for edge in edges {
        let others = read_anew(others);
        let (nx, ny) = (F32s::new(edge.nx), F32s::new(edge.ny));
        let (mx, my) = (cos * nx + sin * ny, cos * ny - sin * nx);
        let over = |other: &EdgeColumn| mx * F32s::new(other.x) + my * F32s::new(other.y);
        let least = others[1..].iter().fold(over(&others[0]), |least, other| min_wide(over(other), least));
        let height = nx * (tx - F32s::new(edge.x)) + ny * (ty - F32s::new(edge.y));
        let value = height + least;
        let is_larger = value.simd_gt(best.value);
        best.value = max_wide(value, best.value);
        best.index = max_wide(is_larger & index, best.index);
        index += F32s::splat(1.0);
    }
    // +0 for −0, as for the single pair.
    Best { value: best.value + zero, ..best }
}

/// [`search`] for segments: the two normals are opposite, so the least height over one is minus the largest over the other.
#[inline]
fn search_segment<const M: usize>(
    first: &EdgeColumn,
    second: &EdgeColumn,
    others: &[EdgeColumn; M],
    [cos, sin]: Vec2s,
    position: Vec2s,
) -> Best {
    let zero = F32s::splat(0.0);
    let normal @ [nx, ny] = [F32s::new(first.nx), F32s::new(first.ny)];
    let turned = [cos * nx + sin * ny, cos * ny - sin * nx];
    let height = |vertex: &EdgeColumn| dot(turned, [F32s::new(vertex.x), F32s::new(vertex.y)]);
    let start = height(&others[0]);
    let (least, most) = others[1..].iter().fold((start, start), |(least, most), vertex| {
        let height = height(vertex);
        (min_wide(height, least), max_wide(height, most))
    });
    let from = |vertex: &EdgeColumn| dot(normal, sub(position, [F32s::new(vertex.x), F32s::new(vertex.y)]));
    let (value, is_left) = larger(from(first) + least, -(from(second) + most));
    Best { value: value + zero, index: F32s::splat(1.0) & is_left }
}

/// The edges whose normals are most opposed to `direction`; the first, if several are.
#[inline]
fn incident_edge_wide<const N: usize>(edges: &[EdgeColumn; N], [dx, dy]: Vec2s) -> F32s {
    let zero = F32s::splat(0.0);
    let (dx, dy) = (-dx, -dy);
    let (mut best, mut best_index, mut index) = (F32s::splat(f32::NEG_INFINITY), zero, zero);
    for edge in edges {
        let value = dx * F32s::new(edge.nx) + dy * F32s::new(edge.ny);
        let is_larger = value.simd_gt(best);
        best = max_wide(value, best);
        best_index = max_wide(is_larger & index, best_index);
        index += F32s::splat(1.0);
    }
    best_index
}

/// Wide twin of `segment_segment`; when no pair is near, how far apart each is at least.
#[inline]
pub(super) fn segment_segment(a: &SegmentBlock, b: &SegmentBlock, margin: F32s) -> Result<ManifoldLanes, F32s> {
    let pose = RelativePose::new(&a.at, &b.at);
    let radii = [a.radius, b.radius];
    let edge_a = SegmentLanes { start: a.start, end: a.end, normal: a.normal };
    let edge_b = SegmentLanes { start: b.start, end: b.end, normal: b.normal }.transformed(&pose);
    let (separation_a, left_of_a) = edge_a.separation(&edge_b);
    let (separation_b, left_of_b) = edge_b.separation(&edge_a);
    let separation = larger_wide(separation_a, separation_b);
    let gap = separation - (radii[0] + radii[1]);
    let is_near = !gap.simd_gt(margin);
    if is_near.none() {
        return Err(gap);
    }
    let tolerance = F32s::splat(FEATURE_TOLERANCE) * smaller_wide(a.sizes(), b.sizes());
    let b_is_reference = separation_b.simd_gt(separation_a + tolerance);
    // The opposite of a normal has exactly the opposite cosine.
    let cosine = dot(edge_a.normal, edge_b.normal);
    let is_along = |is_left: F32s| (cosine ^ (is_left & F32s::splat(-0.0))).simd_gt(F32s::splat(0.0));
    let (facing_a, facing_b) = (is_along(left_of_b), is_along(left_of_a));
    let clip = ClipLanes {
        a: edge_a.edge(b_is_reference.select(facing_a, left_of_a)),
        b: edge_b.edge(b_is_reference.select(left_of_b, facing_b)),
        b_is_reference,
        normal: opposite_where(
            b_is_reference.select(left_of_b, left_of_a),
            select2(b_is_reference, edge_b.normal, edge_a.normal),
        ),
        radii,
        separation,
        tolerance,
        most_behind: F32s::splat(f32::INFINITY),
        // There is nothing to go on to.
        slack: F32s::splat(f32::INFINITY),
        is_near,
        gap,
    };
    Ok(clip.manifolds().0)
}

/// Eight segments with the normals of their right sides.
struct SegmentLanes {
    start: Vec2s,
    end: Vec2s,
    normal: Vec2s,
}

impl SegmentLanes {
    #[inline]
    fn transformed(&self, pose: &RelativePose) -> Self {
        Self { start: pose.transform(self.start), end: pose.transform(self.end), normal: pose.rotate(self.normal) }
    }

    /// The larger separation of `other` from the two sides, and whether it is from the left one.
    #[inline]
    fn separation(&self, other: &Self) -> (F32s, F32s) {
        let start = dot(self.normal, sub(other.start, self.start));
        let end = dot(self.normal, sub(other.end, self.start));
        let right = smaller_wide(start, end);
        larger(right, -larger_wide(start, end))
    }

    #[inline]
    fn edge(&self, is_left: F32s) -> EdgeLanes {
        let one = F32s::splat(1.0);
        EdgeLanes {
            start: select2(is_left, self.end, self.start),
            end: select2(is_left, self.start, self.end),
            start_index: one & is_left,
            end_index: one & !is_left,
        }
    }
}
