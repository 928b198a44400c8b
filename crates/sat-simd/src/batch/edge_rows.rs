//! Polygons with their edges in rows, and the edges that points are highest above.

use super::manifold_lanes::Vec2s;
use super::nearest::FacingEdge;
use super::placement::Placements;
use super::set::ShapeSet;
use super::vertex_lines::Line;
use crate::lanes::{F32Quad, F32s, LANES, map_lanes, max_wide, min_wide, transpose, transpose_fours};

/// Eight polygons with their edges in rows as the set has them: up to four each in one line, up to eight in two.
///
/// A question that looks at every edge once does so a row at a time and turns no more than its answers into lanes: polygons
/// and circles in cache 12.2 → 10.5 ns a pair (SSE2), 9.8 → 9.0 (AVX2). Loops, because what closures gave to arrays of eight
/// was called eight times: 232 → 251 instructions a pair instead of 194.
pub(super) struct EdgeRows<'a, const LINES: usize> {
    pub at: Placements,
    pub radius: [f32; LANES],
    /// The vertex counts.
    len: F32s,
    lines: [&'a [Line; LINES]; LANES],
}

/// An edge of each of eight polygons.
pub(super) struct NearestEdges {
    /// Which it is.
    pub index: F32s,
    /// How high the point is over it.
    pub height: F32s,
    pub start: Vec2s,
    pub end: Vec2s,
    pub normal: Vec2s,
}

const EACH: [usize; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

impl ShapeSet {
    /// The polygons `indices`, which all have this many lines.
    #[inline(always)]
    pub(super) fn gather_edge_rows<const LINES: usize>(&self, indices: &[u32; LANES]) -> EdgeRows<'_, LINES> {
        let [cos, sin, x, y, radius, _, reach, vertices] = transpose(map_lanes(indices, |index| self.record(index)));
        let [x, y, cos, sin, reach] = [x, y, cos, sin, reach].map(F32s::to_array);
        let vertices = vertices.to_array();
        EdgeRows {
            at: Placements { x, y, cos, sin, reach },
            radius: radius.to_array(),
            len: F32s::new(map_lanes(&vertices, |bits| (bits.to_bits() & 15) as i32 as f32)),
            lines: map_lanes(&vertices, |bits| self.lines().lines((bits.to_bits() >> 4) as usize)),
        }
    }
}

impl<const LINES: usize> EdgeRows<'_, LINES> {
    /// The edges that `points`, in the polygons' frames, are highest above; the first, if several are.
    #[inline(always)]
    pub(super) fn nearest(&self, points: Vec2s) -> NearestEdges {
        let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
        let (mut height, mut nearest, mut index) = (F32s::splat(f32::NEG_INFINITY), zero, zero);
        let heights = self.heights(points);
        for value in &heights[..4 * LINES] {
            let is_higher = value.simd_gt(height);
            height = max_wide(*value, height);
            nearest = max_wide(is_higher & index, nearest);
            index += one;
        }
        let [start, end, normal] = self.picked(nearest);
        NearestEdges { index: nearest, height: height + zero, start, end, normal }
    }

    /// The edges that face `points`, in the polygons' frames, most: what [`FacingEdge::new`] finds in columns.
    #[inline(always)]
    pub(super) fn facing(&self, points: Vec2s) -> FacingEdge {
        let (zero, one, least) = (F32s::splat(0.0), F32s::splat(1.0), F32s::splat(f32::NEG_INFINITY));
        let (mut gap, mut runner_up, mut nearest, mut index) = (least, least, zero, zero);
        let heights = self.heights(points);
        for (place, height) in heights[..4 * LINES].iter().enumerate() {
            let second = max_wide(runner_up, min_wide(*height, gap));
            // Three are edges where there is one line, five where there are two; then the last may come again.
            let is_edge = place < 2 * LINES + 1;
            runner_up = if is_edge { second } else { self.len.simd_gt(index).select(second, runner_up) };
            let is_larger = height.simd_ge(gap);
            gap = max_wide(*height, gap);
            nearest = max_wide(is_larger & index, nearest);
            index += one;
        }
        let [start, end, normal] = self.picked(nearest);
        FacingEdge { gap, normal, start, end, runner_up }
    }

    /// The normals of the edges before edge `index` of each polygon, or in the lanes of `is_after` after it.
    #[inline(always)]
    pub(super) fn normals_beside(&self, index: F32s, is_after: F32s) -> Vec2s {
        let (zero, one) = (F32s::splat(0.0), F32s::splat(1.0));
        let (next, is_first) = (index + one, index.simd_eq(zero));
        let before = is_first.select(self.len, index) - one;
        let beside = is_after.select(next & next.simd_lt(self.len), before).fast_trunc_int().to_array();
        [self.numbers::<2>(&beside), self.numbers::<3>(&beside)]
    }

    /// Start, end and normal of edge `index` of each polygon.
    #[inline(always)]
    fn picked(&self, index: F32s) -> [Vec2s; 3] {
        let next = index + F32s::splat(1.0);
        let start = index.fast_trunc_int().to_array();
        let end = (next & next.simd_lt(self.len)).fast_trunc_int().to_array();
        [
            [self.numbers::<0>(&start), self.numbers::<1>(&start)],
            [self.numbers::<0>(&end), self.numbers::<1>(&end)],
            [self.numbers::<2>(&start), self.numbers::<3>(&start)],
        ]
    }

    /// How high the points are over edge `j` of each polygon, for all `j` that there are.
    #[inline(always)]
    fn heights(&self, [px, py]: Vec2s) -> [F32s; LANES] {
        let (px, py) = (px.to_array(), py.to_array());
        if LINES == 1 {
            let mut rows = [[0.0; 4]; LANES];
            for lane in EACH {
                let [vertices, normals] = &self.lines[lane][0].0;
                let (x, y) = (quad(vertices.first_chunk()), quad(vertices.last_chunk()));
                let (nx, ny) = (quad(normals.first_chunk()), quad(normals.last_chunk()));
                rows[lane] = (nx * (F32Quad::splat(px[lane]) - x) + ny * (F32Quad::splat(py[lane]) - y)).to_array();
            }
            let [a, b, c, d] = transpose_fours(&rows);
            [a, b, c, d, d, d, d, d]
        } else {
            let mut rows = [[0.0; LANES]; LANES];
            for lane in EACH {
                let ([x, y], [nx, ny]) = (self.lines[lane][0].0, self.lines[lane][LINES - 1].0);
                let (x, y, nx, ny) = (F32s::new(x), F32s::new(y), F32s::new(nx), F32s::new(ny));
                rows[lane] = (nx * (F32s::splat(px[lane]) - x) + ny * (F32s::splat(py[lane]) - y)).to_array();
            }
            transpose(rows.each_ref())
        }
    }

    /// Of each polygon the number of one edge in row `ROW` of x, y, nx and ny.
    #[inline(always)]
    fn numbers<const ROW: usize>(&self, edges: &[i32; LANES]) -> F32s {
        F32s::new(map_lanes(&EACH, |lane| {
            let (lines, edge) = (self.lines[lane], edges[lane] as usize);
            if LINES == 1 { lines[0].0[ROW / 2][ROW % 2 * 4 + edge % 4] } else { lines[ROW / 2].0[ROW % 2][edge % 8] }
        }))
    }
}

#[inline(always)]
fn quad(half: Option<&[f32; 4]>) -> F32Quad {
    F32Quad::new(*half.expect("a row has two halves"))
}
