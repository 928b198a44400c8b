#[cfg(feature = "parallel")]
use crate::parallel::Split;

/// Bodies that are awake, what the solver has of each, and a stretch of the columns with all of them in it.
pub(crate) struct AwakePart<'s, R, C> {
    /// Slots, ascending.
    pub awake: &'s [u32],
    /// As many.
    pub rows: R,
    /// The slot with which the columns begin.
    pub first: usize,
    /// By slot.
    pub columns: C,
}

#[cfg(feature = "parallel")]
impl<R: Split, C: Split> Split for AwakePart<'_, R, C> {
    fn len(&self) -> usize {
        self.awake.len()
    }

    fn split(self, mid: usize) -> (Self, Self) {
        let (awake, last_awake) = self.awake.split_at(mid);
        let (rows, last_rows) = self.rows.split(mid);
        let end = last_awake.first().map_or(self.columns.len(), |&body| body as usize - self.first);
        let (columns, last_columns) = self.columns.split(end);
        let last = Self { awake: last_awake, rows: last_rows, first: self.first + end, columns: last_columns };
        (Self { awake, rows, first: self.first, columns }, last)
    }
}
