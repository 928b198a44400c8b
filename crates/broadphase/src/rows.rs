use crate::{
    BroadPhase, BroadPhaseError, Pair, ProxyId, circle_filter::keep_near, columns::Flags, error::check_not_nan,
};
use geom::BoundingCircle;

/// Proxies by row: what the two sides of a [`Pair`] are.
impl BroadPhase {
    /// The id of the proxy in a row; `None` for a row without one.
    #[must_use]
    pub fn id_at(&self, row: usize) -> Option<ProxyId> {
        self.columns.flags.get(row)?.has(Flags::ALIVE).then(|| self.columns.id(row))
    }

    /// What the callers stored, by row: for the two sides of a [`Pair`], those that just ended included.
    #[inline]
    #[must_use]
    pub fn user_data_column(&self) -> &[u64] {
        &self.columns.user_data
    }

    /// The tight circles by row, those of unused rows included: what [`circle_filter`](crate::circle_filter()) takes.
    #[inline]
    #[must_use]
    pub fn circles(&self) -> &[BoundingCircle] {
        &self.columns.circles
    }

    /// The ids of all proxies, ascending.
    pub fn ids(&self) -> impl Iterator<Item = ProxyId> {
        (0..self.columns.rows()).filter_map(|row| self.id_at(row))
    }

    /// Replaces the contents of `out` by the pairs whose tight circles come within `margin` metres, in order.
    ///
    /// See [`circle_filter`](crate::circle_filter()).
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`] for a margin that is NaN; `out` is then unchanged.
    pub fn circle_filter(&self, margin: f32, out: &mut Vec<Pair>) -> Result<(), BroadPhaseError> {
        check_not_nan("margin", margin)?;
        keep_near(self.pairs(), self.circles(), margin, out);
        Ok(())
    }
}
