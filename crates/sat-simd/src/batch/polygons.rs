use super::circles::{CircleBatch, CircleBlock};
use super::pair_mask::PairMask;
use super::placement::{Placements, RelativeWide};
use super::verdict::Verdict;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, LANES, max_wide, min_wide};
use crate::shape::Polygon;
use alloc::vec::Vec;
use geom::Pose;

/// The largest number of vertices a polygon may have in a [`PolygonBatch`].
pub const MAX_BATCH_VERTICES: usize = LANES;

/// A polygon that does not fit a [`PolygonBatch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a polygon with {count} vertices does not fit a batch of at most {MAX_BATCH_VERTICES}")]
pub struct TooManyVertices {
    /// How many vertices it has.
    pub count: usize,
}

/// Polygons of up to eight vertices at their world poses, eight to a block, rounded or not.
///
/// Vertex `j` of eight polygons stands in lanes. A polygon with fewer vertices than the largest of its block repeats
/// its last, so a block costs what its largest polygon costs: keep triangles and boxes together.
#[derive(Clone, Debug, Default)]
pub struct PolygonBatch {
    blocks: Vec<PolygonBlock>,
    polygons: Vec<Polygon>,
}

/// Eight polygons.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
struct PolygonBlock {
    at: Placements,
    radius: [f32; LANES],
    edges: [EdgeColumn; MAX_BATCH_VERTICES],
    /// The vertex count of the largest.
    max_len: usize,
}

/// Vertex `j` and the normal of the edge that starts there, of eight polygons.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
struct EdgeColumn {
    x: [f32; LANES],
    y: [f32; LANES],
    nx: [f32; LANES],
    ny: [f32; LANES],
}

impl PolygonBatch {
    /// No polygons.
    #[must_use]
    pub const fn new() -> Self {
        Self { blocks: Vec::new(), polygons: Vec::new() }
    }

    /// How many polygons there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.polygons.len()
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.polygons.is_empty()
    }

    /// Forgets all polygons; keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.polygons.clear();
    }

    /// Appends `polygon` at the world pose `pose`.
    ///
    /// # Errors
    /// [`TooManyVertices`] when it has more than [`MAX_BATCH_VERTICES`].
    pub fn push(&mut self, polygon: &Polygon, pose: &Pose) -> Result<(), TooManyVertices> {
        let [source] = polygon.blocks() else {
            return Err(TooManyVertices { count: polygon.len() });
        };
        let lane = self.len() % LANES;
        if lane == 0 {
            self.blocks.push(PolygonBlock::default());
        }
        let block = &mut self.blocks[self.polygons.len() / LANES];
        block.at.set(lane, pose, polygon.reach());
        block.radius[lane] = polygon.radius();
        block.max_len = block.max_len.max(polygon.len());
        for (index, column) in block.edges.iter_mut().enumerate() {
            (column.x[lane], column.y[lane]) = (source.x[index], source.y[index]);
            (column.nx[lane], column.ny[lane]) = (source.nx[index], source.ny[index]);
        }
        self.polygons.push(polygon.clone());
        Ok(())
    }

    fn shape(&self, index: usize) -> &Polygon {
        &self.polygons[index]
    }
}

impl PolygonBlock {
    #[inline]
    fn edges(&self) -> &[EdgeColumn] {
        &self.edges[..self.max_len.min(MAX_BATCH_VERTICES)]
    }
}

/// Whether polygon `i` of `a` and polygon `i` of `b` have a point in common, for all `i`:
/// [`overlaps`](crate::overlaps) with margin 0.
///
/// Pairs of rounded polygons whose cores are apart by less than their radii are asked one by one.
///
/// # Panics
/// When the batches differ in length.
pub fn polygon_polygon_overlaps(a: &PolygonBatch, b: &PolygonBatch, out: &mut PairMask) {
    assert_eq!(a.len(), b.len(), "batches of {} and {} polygons", a.len(), b.len());
    out.fill(a.len(), |index| {
        let (block_a, block_b) = (&a.blocks[index], &b.blocks[index]);
        polygons_verdict(block_a, block_b).settle(a.len() - index * LANES, |lane| {
            let (shape_a, shape_b) = (a.shape(index * LANES + lane), b.shape(index * LANES + lane));
            crate::overlaps(shape_a, &block_a.at.pose(lane), shape_b, &block_b.at.pose(lane), 0.0)
        })
    });
}

#[inline]
fn polygons_verdict(a: &PolygonBlock, b: &PolygonBlock) -> Verdict {
    let relative = RelativeWide::new(&a.at, &b.at);
    let radii = F32s::new(a.radius) + F32s::new(b.radius);
    let size = relative.size + radii;
    let error = size * F32s::splat(RELATIVE_ERROR) + F32s::splat(f32::MIN_POSITIVE);
    let apart = radii + error;
    let gap_a = gaps_wide(a.edges(), b.edges(), relative.b_in_a, relative.cos, relative.sin);
    let is_apart = gap_a.simd_gt(apart);
    if is_apart.all() {
        return Verdict::new(F32s::splat(0.0), is_apart, size);
    }
    let gap = max_wide(gaps_wide(b.edges(), a.edges(), relative.a_in_b, relative.cos, -relative.sin), gap_a);
    Verdict::new(gap.simd_lt(-error), gap.simd_gt(apart), size)
}

/// The largest gap of eight pairs over the edges of the first polygons: for each edge the smallest height of the other
/// polygon's vertices over it, n·(t − v) + min (Rᵀn)·w, as for the single pair. O(edges × vertices).
#[inline]
fn gaps_wide(edges: &[EdgeColumn], others: &[EdgeColumn], position: [F32s; 2], cos: F32s, sin: F32s) -> F32s {
    let mut largest = F32s::splat(f32::NEG_INFINITY);
    for edge in edges {
        let (nx, ny) = (F32s::new(edge.nx), F32s::new(edge.ny));
        let (other_nx, other_ny) = (nx * cos + ny * sin, ny * cos - nx * sin);
        let mut nearest = F32s::splat(f32::MAX);
        for other in others {
            nearest = min_wide(other_nx * F32s::new(other.x) + other_ny * F32s::new(other.y), nearest);
        }
        let (dx, dy) = (position[0] - F32s::new(edge.x), position[1] - F32s::new(edge.y));
        largest = max_wide(nearest + (nx * dx + ny * dy), largest);
    }
    largest
}

/// Whether polygon `i` of `a` and circle `i` of `b` have a point in common, for all `i`: [`overlaps`](crate::overlaps)
/// with margin 0.
///
/// # Panics
/// When the batches differ in length.
pub fn polygon_circle_overlaps(a: &PolygonBatch, b: &CircleBatch, out: &mut PairMask) {
    assert_eq!(a.len(), b.len(), "batches of {} polygons and {} circles", a.len(), b.len());
    out.fill(a.len(), |index| {
        let (block_a, block_b) = (&a.blocks[index], b.block(index));
        circles_verdict(block_a, block_b).settle(a.len() - index * LANES, |lane| {
            let (pose_a, pose_b) = (block_a.at.pose(lane), block_b.pose(lane));
            crate::overlaps(a.shape(index * LANES + lane), &pose_a, &block_b.shape(lane), &pose_b, 0.0)
        })
    });
}

/// The verdict on eight polygons and circles, by the same three rules as for the single pair: apart on an edge's axis;
/// overlapping when the centre is inside, a vertex within reach or an edge faced within reach; apart on the axis through
/// the nearest vertex.
#[inline]
fn circles_verdict(a: &PolygonBlock, b: &CircleBlock) -> Verdict {
    let (dx, dy) = (F32s::new(b.x) - F32s::new(a.at.x), F32s::new(b.y) - F32s::new(a.at.y));
    let (cos, sin) = (F32s::new(a.at.cos), F32s::new(a.at.sin));
    let center = [cos * dx + sin * dy, cos * dy - sin * dx];
    let reach = F32s::new(a.radius) + F32s::new(b.radius);
    let size = dx.abs() + dy.abs() + F32s::new(a.at.reach) + reach;
    let tiny = F32s::splat(f32::MIN_POSITIVE);
    let error = size * F32s::splat(RELATIVE_ERROR) + tiny;
    let (low, high) = (reach - (error + error), reach + (error + error));

    let nearest = nearest_wide(a.edges(), center);
    let is_apart = nearest.gap.simd_gt(reach + error);
    let zero = F32s::splat(0.0);
    let can_reach = low.simd_gt(zero);
    let is_inside = nearest.gap.simd_lt(-error);
    let vertex_is_inside = can_reach & (nearest.distance_sq + tiny).simd_lt(low * low);
    let faces_edge =
        nearest.along.simd_ge(zero) & nearest.along.simd_le(nearest.length_sq - tiny) & nearest.gap.simd_lt(low);
    let overlaps = is_inside | vertex_is_inside | (can_reach & faces_edge);
    if (is_apart | overlaps).all() {
        return Verdict::new(overlaps, is_apart, size);
    }

    // |axis|·gap along the axis from the nearest vertex to the centre; the gap may be off by twice the error.
    let shadow = shadows_wide(a.edges(), center, nearest.offset);
    let length_sq = nearest.offset[0] * nearest.offset[0] + nearest.offset[1] * nearest.offset[1];
    let limit = high * high * length_sq * F32s::splat(1.0 + 4.0 * RELATIVE_ERROR) + tiny;
    let vertex_parts = shadow.simd_gt(zero) & (shadow * shadow).simd_gt(limit);
    // A lane that overlaps is settled already; rounding must not put it on both sides.
    let is_apart = is_apart | (!overlaps & vertex_parts);
    Verdict::new(overlaps, is_apart, size)
}

/// What is nearest to eight points, each in its polygon's frame.
#[derive(Clone, Copy)]
struct Nearest {
    /// The largest signed distance from an edge's line.
    gap: F32s,
    /// That edge: its squared length, and how far along it the point is, times its length.
    length_sq: F32s,
    along: F32s,
    /// The squared distance from the nearest vertex, and the point as seen from there.
    distance_sq: F32s,
    offset: [F32s; 2],
}

#[inline]
fn nearest_wide(edges: &[EdgeColumn], [x, y]: [F32s; 2]) -> Nearest {
    let nothing = F32s::splat(0.0);
    let mut nearest = Nearest {
        gap: F32s::splat(f32::NEG_INFINITY),
        length_sq: nothing,
        along: nothing,
        distance_sq: F32s::splat(f32::INFINITY),
        offset: [nothing; 2],
    };
    for (index, edge) in edges.iter().enumerate() {
        // Past the last column comes the first. Padding repeats the last vertex: of edges that tie the later is taken,
        // the one whose next vertex is right.
        let next = &edges[if index + 1 == edges.len() { 0 } else { index + 1 }];
        let (start_x, start_y) = (F32s::new(edge.x), F32s::new(edge.y));
        let (dx, dy) = (x - start_x, y - start_y);
        let gap = F32s::new(edge.nx) * dx + F32s::new(edge.ny) * dy;
        let (along_x, along_y) = (F32s::new(next.x) - start_x, F32s::new(next.y) - start_y);
        let is_larger = gap.simd_ge(nearest.gap);
        nearest.gap = is_larger.select(gap, nearest.gap);
        nearest.length_sq = is_larger.select(along_x * along_x + along_y * along_y, nearest.length_sq);
        nearest.along = is_larger.select(along_x * dx + along_y * dy, nearest.along);
        let distance_sq = dx * dx + dy * dy;
        let is_nearer = distance_sq.simd_lt(nearest.distance_sq);
        nearest.distance_sq = is_nearer.select(distance_sq, nearest.distance_sq);
        nearest.offset = [is_nearer.select(dx, nearest.offset[0]), is_nearer.select(dy, nearest.offset[1])];
    }
    nearest
}

/// The smallest product of `axis` with the way from a vertex to the point (x, y).
#[inline]
fn shadows_wide(edges: &[EdgeColumn], [x, y]: [F32s; 2], axis: [F32s; 2]) -> F32s {
    edges.iter().fold(F32s::splat(f32::INFINITY), |shadow, edge| {
        min_wide(axis[0] * (x - F32s::new(edge.x)) + axis[1] * (y - F32s::new(edge.y)), shadow)
    })
}

#[cfg(test)]
mod tests {
    use super::super::placement::Relative;
    use super::super::testing::{polygon, pose, radius};
    use super::*;
    use crate::lanes::{max, min};
    use crate::shape::Circle;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Scalar twin of [`gaps_wide`].
    fn gap(edges: &[EdgeColumn], others: &[EdgeColumn], position: [f32; 2], cos: f32, sin: f32, lane: usize) -> f32 {
        let mut largest = f32::NEG_INFINITY;
        for edge in edges {
            let (nx, ny) = (edge.nx[lane], edge.ny[lane]);
            let (other_nx, other_ny) = (nx * cos + ny * sin, ny * cos - nx * sin);
            let mut nearest = f32::MAX;
            for other in others {
                nearest = min(other_nx * other.x[lane] + other_ny * other.y[lane], nearest);
            }
            let (dx, dy) = (position[0] - edge.x[lane], position[1] - edge.y[lane]);
            largest = max(nearest + (nx * dx + ny * dy), largest);
        }
        largest
    }

    /// Scalar twin of [`nearest_wide`]: gap, squared length, along, squared distance, offset.
    fn nearest(edges: &[EdgeColumn], [x, y]: [f32; 2], lane: usize) -> [f32; 6] {
        let [mut gap, mut length_sq, mut along, mut distance_sq] = [f32::NEG_INFINITY, 0.0, 0.0, f32::INFINITY];
        let mut offset = [0.0; 2];
        for (index, edge) in edges.iter().enumerate() {
            let next = &edges[(index + 1) % edges.len()];
            let (dx, dy) = (x - edge.x[lane], y - edge.y[lane]);
            let height = edge.nx[lane] * dx + edge.ny[lane] * dy;
            if height >= gap {
                let (along_x, along_y) = (next.x[lane] - edge.x[lane], next.y[lane] - edge.y[lane]);
                gap = height;
                length_sq = along_x * along_x + along_y * along_y;
                along = along_x * dx + along_y * dy;
            }
            if dx * dx + dy * dy < distance_sq {
                distance_sq = dx * dx + dy * dy;
                offset = [dx, dy];
            }
        }
        [gap, length_sq, along, distance_sq, offset[0], offset[1]]
    }

    /// Scalar twin of [`shadows_wide`].
    fn shadow(edges: &[EdgeColumn], [x, y]: [f32; 2], axis: [f32; 2], lane: usize) -> f32 {
        edges.iter().fold(f32::INFINITY, |shadow, edge| {
            min(axis[0] * (x - edge.x[lane]) + axis[1] * (y - edge.y[lane]), shadow)
        })
    }

    proptest! {
        #[test]
        fn batches_of_polygons_answer_as_single_pairs(pairs in vec((polygon(), pose(), polygon(), pose()), 0..20)) {
            let (mut a, mut b) = (PolygonBatch::new(), PolygonBatch::new());
            let mut expected = vec![];
            for (polygon_a, pose_a, polygon_b, pose_b) in pairs {
                a.push(&polygon_a, &pose_a).unwrap();
                b.push(&polygon_b, &pose_b).unwrap();
                expected.push(crate::overlaps(&polygon_a, &pose_a, &polygon_b, &pose_b, 0.0));
            }
            let mut mask = PairMask::new();
            polygon_polygon_overlaps(&a, &b, &mut mask);
            prop_assert_eq!(mask.iter().collect::<Vec<_>>(), expected);
        }

        #[test]
        fn batches_of_polygons_and_circles_answer_as_single_pairs(
            pairs in vec((polygon(), pose(), radius(), pose()), 0..20),
        ) {
            let (mut a, mut b) = (PolygonBatch::new(), CircleBatch::new());
            let mut expected = vec![];
            for (polygon, pose_a, radius, pose_b) in pairs {
                let circle = Circle::new(radius).unwrap();
                a.push(&polygon, &pose_a).unwrap();
                b.push(&circle, pose_b.translation);
                expected.push(crate::overlaps(&polygon, &pose_a, &circle, &pose_b, 0.0));
            }
            let mut mask = PairMask::new();
            polygon_circle_overlaps(&a, &b, &mut mask);
            prop_assert_eq!(mask.iter().collect::<Vec<_>>(), expected);
        }

        #[test]
        fn wide_polygon_kernels_equal_their_twins(pairs in vec((polygon(), pose(), polygon(), pose()), LANES)) {
            let (mut a, mut b) = (PolygonBatch::new(), PolygonBatch::new());
            for (polygon_a, pose_a, polygon_b, pose_b) in &pairs {
                a.push(polygon_a, pose_a).unwrap();
                b.push(polygon_b, pose_b).unwrap();
            }
            let (a, b) = (&a.blocks[0], &b.blocks[0]);
            let relative = RelativeWide::new(&a.at, &b.at);
            let gaps = gaps_wide(a.edges(), b.edges(), relative.b_in_a, relative.cos, relative.sin).to_array();
            let found = nearest_wide(a.edges(), relative.b_in_a);
            let shadows = shadows_wide(a.edges(), relative.b_in_a, found.offset).to_array();
            let found =
                [found.gap, found.length_sq, found.along, found.distance_sq, found.offset[0], found.offset[1]]
                    .map(F32s::to_array);
            for lane in 0..LANES {
                let relative = Relative::new(&a.at, &b.at, lane);
                let twin = gap(a.edges(), b.edges(), relative.b_in_a, relative.cos, relative.sin, lane);
                // Of two zeros either may come out of a minimum.
                prop_assert_eq!((gaps[lane] + 0.0).to_bits(), (twin + 0.0).to_bits(), "lane {}", lane);
                let twin = nearest(a.edges(), relative.b_in_a, lane);
                prop_assert_eq!(found.map(|v| v[lane].to_bits()), twin.map(f32::to_bits), "lane {}", lane);
                let twin = shadow(a.edges(), relative.b_in_a, [twin[4], twin[5]], lane);
                prop_assert_eq!((shadows[lane] + 0.0).to_bits(), (twin + 0.0).to_bits(), "lane {}", lane);
            }
        }
    }

    #[test]
    fn a_polygon_with_nine_vertices_is_refused() {
        let turn = |i: u16| geom::Rot::from_angle(f32::from(i) * 0.69);
        let corners: Vec<_> = (0..9).map(|i| turn(i).rotate(geom::Vec2::X)).collect();
        let nonagon = Polygon::new(&corners).unwrap();
        assert_eq!(PolygonBatch::new().push(&nonagon, &Pose::IDENTITY), Err(TooManyVertices { count: 9 }));
    }
}
