use super::set::ShapeSet;
use crate::lanes::{F32s, LANES};

/// The edges of a polygon of up to eight vertices where they lie in a [set](ShapeSet), by number.
///
/// Up to four vertices are there twice, so that four and eight take the same instructions: edge i is edge i + 4 again.
#[derive(Clone, Copy)]
pub(super) struct Vertices<'a> {
    /// x0–x3 y0–y3 …, or x0–x7 y0–y7.
    points: &'a [f32; 2 * LANES],
    /// … nx0–nx3 ny0–ny3, or nx0–nx7 ny0–ny7.
    normals: &'a [f32; 2 * LANES],
    /// 1 where there are more than four vertices, otherwise 0.
    is_long: usize,
}

impl ShapeSet {
    /// The edges of a polygon of up to eight vertices, by the bits that its record has of them.
    #[inline(always)]
    pub(super) fn vertices(&self, bits: u32) -> Vertices<'_> {
        // By arithmetic: a comparison would be made anew for every place that follows from it.
        let (first, is_long) = ((bits >> 4) as usize, ((bits & 15) as usize + 11) >> 4);
        let flat =
            |half: usize| self.lines().line(half).as_flattened().first_chunk().expect("a line has sixteen numbers");
        Vertices { points: flat(first), normals: flat(first + 2 * is_long), is_long }
    }
}

impl Vertices<'_> {
    /// All vertices in lanes, the last one repeated.
    #[inline(always)]
    pub(super) fn in_lanes(&self) -> [F32s; 2] {
        let (quarters, _) = self.points.as_chunks::<4>();
        let lanes = |low: usize, high: usize| {
            let mut lanes = [0.0; LANES];
            lanes[..4].copy_from_slice(&quarters[low]);
            lanes[4..].copy_from_slice(&quarters[high]);
            F32s::new(lanes)
        };
        [lanes(0, self.is_long), lanes(1 + self.is_long, 1 + 2 * self.is_long)]
    }

    /// Where edge `index` starts.
    #[inline(always)]
    pub(super) fn start(&self, index: usize) -> [f32; 2] {
        [self.points[index % LANES], self.points[(4 + 4 * self.is_long + index) % (2 * LANES)]]
    }

    /// The normal of edge `index`.
    #[inline(always)]
    pub(super) fn normal(&self, index: usize) -> [f32; 2] {
        let number = |first: usize| self.normals[(first + index) % (2 * LANES)];
        [number(8 - 8 * self.is_long), number(12 - 4 * self.is_long)]
    }
}
