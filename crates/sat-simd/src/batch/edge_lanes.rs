//! Edges and normals of eight cores, each core's own.

use super::core_block::EdgeColumn;
#[cfg(target_feature = "avx")]
use super::distance_kernel::select2;
use super::manifold_lanes::{RelativePose, Vec2s};
#[cfg(not(target_feature = "avx"))]
use crate::lanes::map_lanes;
use crate::lanes::{F32s, LANES};

/// An edge of each of eight cores; the vertices' indices are small whole numbers.
#[derive(Clone, Copy)]
pub(super) struct EdgeLanes {
    pub start: Vec2s,
    pub end: Vec2s,
    pub start_index: F32s,
    pub end_index: F32s,
}

impl EdgeLanes {
    /// Edge `index` of each core, of `len` edges.
    #[inline]
    pub(super) fn new<const N: usize>(edges: &[EdgeColumn; N], len: F32s, index: F32s) -> Self {
        let next = index + F32s::splat(1.0);
        let end_index = next & next.simd_lt(len);
        let vertex = |index| picked(edges, index, |column| &column.x, |column| &column.y);
        Self { start: vertex(index), end: vertex(end_index), start_index: index, end_index }
    }

    /// The edges after these, of `len` edges, or in the lanes of `is_before` before them.
    #[inline]
    pub(super) fn beyond(&self, len: F32s, is_before: F32s) -> F32s {
        let is_first = self.start_index.simd_eq(F32s::splat(0.0));
        let before = is_first.select(len, self.start_index) - F32s::splat(1.0);
        is_before.select(before, self.end_index)
    }

    #[inline]
    pub(super) fn transformed(self, pose: &RelativePose) -> Self {
        Self { start: pose.transform(self.start), end: pose.transform(self.end), ..self }
    }
}

/// The normal of edge `index` of each core.
#[inline]
pub(super) fn normal_wide<const N: usize>(edges: &[EdgeColumn; N], index: F32s) -> Vec2s {
    picked(edges, index, |column| &column.nx, |column| &column.ny)
}

/// Start, end and normal of edge `index` of each core; after the last column comes the first.
///
/// Picked once the search is over: six numbers more in its loop are more than there are registers (translations of polygons
/// 655 → 576 instructions a pair and 41.4 → 37.5 ns without AVX, with it 303 → 293 and 23.5 → 22.2). With AVX masks are sooner
/// than numbers one by one (319 instructions).
#[cfg(not(target_feature = "avx"))]
#[inline(always)]
pub(super) fn edges_at(edges: &[EdgeColumn], index: F32s) -> [Vec2s; 3] {
    let index = index.fast_trunc_int().to_array();
    let starts = map_lanes(&index, |index| &edges[index as usize]);
    let ends = map_lanes(&index, |index| edges.get(index as usize + 1).unwrap_or(&edges[0]));
    let own = |columns: &[&EdgeColumn; LANES], of: fn(&EdgeColumn) -> &[f32; LANES]| {
        F32s::new(core::array::from_fn(|lane| of(columns[lane])[lane]))
    };
    [
        [own(&starts, |column| &column.x), own(&starts, |column| &column.y)],
        [own(&ends, |column| &column.x), own(&ends, |column| &column.y)],
        [own(&starts, |column| &column.nx), own(&starts, |column| &column.ny)],
    ]
}

#[cfg(target_feature = "avx")]
#[inline(always)]
pub(super) fn edges_at(edges: &[EdgeColumn], index: F32s) -> [Vec2s; 3] {
    let zero = F32s::splat(0.0);
    let [mut start, mut end, mut normal] = [[zero; 2]; 3];
    let mut place = zero;
    for (column, edge) in edges.iter().enumerate() {
        let next = &edges[if column + 1 == edges.len() { 0 } else { column + 1 }];
        let is_this = index.simd_eq(place);
        start = select2(is_this, edge.vertex(), start);
        end = select2(is_this, next.vertex(), end);
        normal = select2(is_this, edge.normal(), normal);
        place += F32s::splat(1.0);
    }
    [start, end, normal]
}

/// Of each core the numbers in its own column.
///
/// Masks take an instruction for each column and row where eight lanes are one register. Where they are two, and a mask has to
/// be copied for each use, it is fewer to load the numbers one by one: polygons 809 → 750 instructions a pair without AVX, and
/// 364 → 375 with it.
#[cfg(target_feature = "avx")]
#[inline]
fn picked<const N: usize>(
    edges: &[EdgeColumn; N],
    index: F32s,
    x: impl Fn(&EdgeColumn) -> &[f32; LANES],
    y: impl Fn(&EdgeColumn) -> &[f32; LANES],
) -> Vec2s {
    let [mut own_x, mut own_y, mut place] = [F32s::splat(0.0); 3];
    for column in edges {
        let is_this = index.simd_eq(place);
        own_x |= is_this & F32s::new(*x(column));
        own_y |= is_this & F32s::new(*y(column));
        place += F32s::splat(1.0);
    }
    [own_x, own_y]
}

#[cfg(not(target_feature = "avx"))]
#[inline]
fn picked<const N: usize>(
    edges: &[EdgeColumn; N],
    index: F32s,
    x: impl Fn(&EdgeColumn) -> &[f32; LANES],
    y: impl Fn(&EdgeColumn) -> &[f32; LANES],
) -> Vec2s {
    // Masked first: for two, four and eight columns nothing is left to check.
    let columns = map_lanes(&index.fast_trunc_int().to_array(), |index| &edges[index as usize % N.next_power_of_two()]);
    [
        F32s::new(core::array::from_fn(|lane| x(columns[lane])[lane])),
        F32s::new(core::array::from_fn(|lane| y(columns[lane])[lane])),
    ]
}
