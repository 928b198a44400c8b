use super::indices::Indices;
use crate::lanes::{LANES, map_lanes};
use core::array;

/// Eight pairs whose shapes are of the same two classes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    /// The shapes, to be gathered; a short last chunk repeats its last pair.
    pub a: [u32; LANES],
    pub b: [u32; LANES],
    /// Where the pairs stand among the caller's.
    pub positions: [u32; LANES],
    /// How many of the lanes are pairs.
    pub live: usize,
    /// Whether the positions are a multiple of eight and those after it.
    pub is_in_order: bool,
}

impl Chunk {
    pub const EMPTY: Self = Self { a: [0; LANES], b: [0; LANES], positions: [0; LANES], live: 0, is_in_order: false };

    /// The pairs, one at a time: their position among the caller's and the shapes.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, u32, u32)> + '_ {
        (0..self.live).map(|lane| (self.positions[lane] as usize, self.a[lane], self.b[lane]))
    }

    /// Fills the lanes that are no pairs with the last that is one, of at least one.
    pub fn repeat_last(&mut self) {
        for row in [&mut self.a, &mut self.b, &mut self.positions] {
            let last = row[self.live - 1];
            row[self.live..].fill(last);
        }
    }

    #[inline]
    pub fn new<P: Indices>(positions: [u32; LANES], pairs: &[P; LANES], live: usize, is_in_order: bool) -> Self {
        let (a, b) = (map_lanes(pairs, |pair| pair.indices().0), map_lanes(pairs, |pair| pair.indices().1));
        Self { a, b, positions, live, is_in_order }
    }

    /// Fewer than eight pairs: the last of them again and again.
    #[cold]
    pub fn short<P: Indices>(pairs: &[P], position: impl Fn(usize) -> u32, live: usize, is_in_order: bool) -> Self {
        let positions = array::from_fn(|lane| position(lane.min(live - 1)));
        Self::new(positions, &positions.map(|place| pairs[place as usize]), live, is_in_order)
    }
}
