use crate::lanes::LANES;

/// The rays at shapes of one class that are not yet eight, by their positions.
///
/// What is read is read in the order of the rays, and still in the first-level cache when the eighth comes (streamed
/// polygons 52 → 20 ns a ray; sorted by class in windows of 2048 before).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Waiting {
    /// The first `len` are filled.
    pub positions: [u32; LANES],
    pub len: usize,
}

impl Waiting {
    #[inline]
    pub fn push(&mut self, position: usize) {
        self.positions[self.len % LANES] = position as u32;
        self.len += 1;
    }

    /// Makes them eight with the last, of at least one.
    #[inline]
    pub fn repeat_last(&mut self) {
        let last = self.positions[self.len - 1];
        self.positions[self.len..].fill(last);
    }
}
