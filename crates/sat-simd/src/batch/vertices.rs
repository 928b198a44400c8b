use super::set::ShapeSet;
use crate::lanes::{F32Quad, F32s, LANES};

/// The edges of a polygon of up to eight vertices where they lie in a [set](ShapeSet), by number.
///
/// Up to four vertices are there twice, so that four and eight take the same instructions: edge i is edge i + 4 again.
#[derive(Clone, Copy)]
pub(super) struct Vertices<'a> {
    /// x0–x3 y0–y3 …, or x0–x7 y0–y7.
    points: &'a [[f32; LANES]; 2],
    /// … nx0–nx3 ny0–ny3, or nx0–nx7 ny0–ny7.
    normals: &'a [[f32; LANES]; 2],
    /// 1 where there are more than four vertices, otherwise 0.
    is_long: usize,
}

impl ShapeSet {
    /// The edges of a polygon of up to eight vertices, by the bits that its record has of them.
    #[inline(always)]
    pub(super) fn vertices(&self, bits: u32) -> Vertices<'_> {
        // By arithmetic: a comparison would be made anew for every place that follows from it.
        let (first, is_long) = ((bits >> 4) as usize, ((bits & 15) as usize + 11) >> 4);
        Vertices { points: self.lines().line(first), normals: self.lines().line(first + 2 * is_long), is_long }
    }
}

impl Vertices<'_> {
    /// All vertices in lanes, the last one repeated.
    #[inline(always)]
    pub(super) fn in_lanes(&self) -> [F32s; 2] {
        let (quarters, _) = self.points.as_flattened().as_chunks::<4>();
        let quarters: &[[f32; 4]; 4] = quarters.try_into().expect("a line has sixteen numbers");
        let lanes = |low: usize, high: usize| {
            let mut lanes = [0.0; LANES];
            lanes[..4].copy_from_slice(&quarters[low]);
            lanes[4..].copy_from_slice(&quarters[high]);
            F32s::new(lanes)
        };
        [lanes(0, self.is_long), lanes(1 + self.is_long, 1 + 2 * self.is_long)]
    }

    /// Where edge `index` starts, and its normal: x, y, nx, ny.
    #[inline(always)]
    pub(super) fn edge(&self, index: usize) -> F32Quad {
        let index = index % LANES;
        // Where the second coordinates stand in their rows: from the fourth place on, or from the first.
        let second = index ^ (4 - 4 * self.is_long);
        let [points, normals] = [self.points, self.normals];
        let of = [points[0][index], points[self.is_long][second], normals[1 - self.is_long][index], normals[1][second]];
        // In a register: of an array the compiler would store number by number, and reading that whole waits for the stores.
        F32Quad::transpose(of.map(F32Quad::splat))[0]
    }
}
