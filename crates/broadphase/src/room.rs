use crate::radix_sort::radix_sort;

/// Room for sorting: what the lists of pairs use during an update of pairs, lent to the indices before it.
#[derive(Default)]
pub(crate) struct Room {
    pub keys: Vec<u64>,
    pub back: Vec<u64>,
    pub spare: Vec<u64>,
    pub rows: Vec<u32>,
}

impl Room {
    /// [`radix_sort`] of the keys.
    pub fn sort(&mut self) {
        radix_sort(&mut self.keys, &mut self.back);
    }
}

/// The row in the lower half of a key.
#[inline]
pub(crate) const fn row_of(key: u64) -> u32 {
    key as u32
}
