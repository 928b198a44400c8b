use super::error::BatchError;
use crate::filter::Edges;
use crate::lanes::LANES;
use crate::shape::Block;
use alloc::vec::Vec;

/// The vertices of polygons of more than eight, one polygon after the other: what stands behind the two pointers of a shape
/// comes late from memory (streamed ellipses of 32 vertices 267 → 189 ns a pair).
#[derive(Debug, Default)]
pub(super) struct Outlines {
    blocks: Vec<Block>,
    outlines: Vec<Outline>,
}

geom::clone_in_place!(Outlines { blocks, outlines });

/// A run of blocks.
#[derive(Clone, Copy, Debug)]
struct Outline {
    /// The index of its first block.
    first: u32,
    /// How many vertices there are in its blocks.
    len: u32,
    /// How far they are from the local origin at most.
    reach: f32,
}

impl Outlines {
    pub const fn new() -> Self {
        Self { blocks: Vec::new(), outlines: Vec::new() }
    }

    /// Forgets all outlines; keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.outlines.clear();
    }

    /// Appends an outline; gives its index, the number of outlines before it.
    ///
    /// # Errors
    /// [`BatchError::Full`] beyond 2³² − 1 blocks (512 GiB).
    pub fn push(&mut self, edges: &Edges) -> Result<u32, BatchError> {
        BatchError::check_count("blocks of vertices", self.blocks.len() + edges.blocks.len())?;
        // An outline has a block at least, and eight vertices to a block at most.
        let (index, first, len) = (self.outlines.len() as u32, self.blocks.len() as u32, edges.len as u32);
        self.outlines.push(Outline { first, len, reach: edges.reach });
        self.blocks.extend_from_slice(edges.blocks);
        Ok(index)
    }

    /// Outline `index`.
    #[inline]
    pub fn get(&self, index: u32) -> Edges<'_> {
        let Outline { first, len, reach } = self.outlines[index as usize];
        let (first, len) = (first as usize, len as usize);
        Edges { blocks: &self.blocks[first..first + len.div_ceil(LANES)], len, reach }
    }
}
