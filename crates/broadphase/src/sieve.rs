use crate::{
    BroadPhase, QueryFilter,
    columns::{Columns, Flags},
};

/// Which of the rows found in the indices of [`BroadPhase::indices`] are to be reported.
pub(crate) struct Sieve<'a> {
    columns: &'a Columns,
    filter: &'a QueryFilter,
    /// Neither can a row be unsettled nor a filter unseen.
    is_open: bool,
}

impl<'a> Sieve<'a> {
    pub fn new(broad_phase: &'a BroadPhase, filter: &'a QueryFilter) -> Self {
        let columns = &broad_phase.columns;
        Self { columns, filter, is_open: broad_phase.unsettled.is_empty() && columns.rules.all_seen_by(filter) }
    }

    /// Whether every row passes.
    #[inline]
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether what the index knows of a row is up to date, and the filter lets it through.
    #[inline]
    pub fn passes(&self, row: usize) -> bool {
        self.is_open
            || !self.columns.flags[row].has(Flags::UNSETTLED) & self.filter.sees(&self.columns.rules.filter(row))
    }
}
