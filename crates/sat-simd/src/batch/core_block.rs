use super::placement::Placements;
use crate::lanes::{F32s, LANES};

/// The largest number of vertices a core may have in a [`CoreBlock`].
pub(super) const MAX_COLUMNS: usize = LANES;

/// Eight cores with edges at their world poses: column `j` holds vertex `j` of all eight.
///
/// A segment or capsule is a core of two vertices with opposite normals, a box one of four. Cores with fewer vertices
/// than there are columns repeat their last vertex and normal, which can tie but never win a search:
///
/// ```text
/// lane      0    1    2  …
/// column 0  a0   b0   c0
/// column 1  a1   b1   c1
/// column 2  a2   b2   c2       a and c are triangles
/// column 3  a2   b3   c2
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct CoreBlock {
    pub at: Placements,
    pub radius: [f32; LANES],
    /// The first `max_len` are filled.
    columns: [EdgeColumn; MAX_COLUMNS],
    /// The vertex count of each.
    pub len: [u32; LANES],
    /// As many columns as are filled: 2, 3, 4, 6 or 8.
    pub max_len: usize,
}

/// Vertex `j` and the normal of the edge that starts there, of eight cores.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(32))]
pub(super) struct EdgeColumn {
    pub x: [f32; LANES],
    pub y: [f32; LANES],
    pub nx: [f32; LANES],
    pub ny: [f32; LANES],
}

impl CoreBlock {
    /// The columns that are filled.
    #[inline]
    pub fn edges(&self) -> &[EdgeColumn] {
        &self.columns[..self.max_len.min(MAX_COLUMNS)]
    }

    /// The vertex counts, in lanes.
    #[inline]
    pub fn lens(&self) -> F32s {
        // As signed numbers: there is an instruction for those.
        F32s::new(self.len.map(|len| len as i32 as f32))
    }

    /// The first `N` columns, which must be filled.
    #[inline]
    pub fn first_edges<const N: usize>(&self) -> &[EdgeColumn; N] {
        self.columns.first_chunk().expect("a block has columns for the largest class")
    }

    /// Makes room for cores of up to `N` vertices, to be filled in by the caller.
    #[inline]
    pub fn columns_mut<const N: usize>(&mut self) -> &mut [EdgeColumn; N] {
        self.max_len = N;
        self.columns.first_chunk_mut().expect("a block has columns for the largest class")
    }
}

/// The same columns, for a loop to read again in every turn: read before it, more than four are more numbers than there are
/// registers, and are copied to where they would be read from just as often.
#[inline(always)]
pub(super) fn read_anew<const N: usize>(columns: &[EdgeColumn; N]) -> &[EdgeColumn; N] {
    if N > 4 { core::hint::black_box(columns) } else { columns }
}
