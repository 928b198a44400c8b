use crate::{BroadPhase, BroadPhaseError, Filter, Layer, Proxy, ProxyId, columns::Flags};
use geom::{Aabb, Vec2};

/// What is known of a proxy, and all of it that can change besides its place.
impl BroadPhase {
    /// The proxy as it is now; `None` when it is gone.
    #[must_use]
    pub fn get(&self, id: ProxyId) -> Option<Proxy> {
        let (row, columns) = (self.columns.row(id)?, &self.columns);
        Some(Proxy {
            aabb: columns.bounds[row].tight,
            circle: columns.circles[row],
            filter: columns.rules.filter(row),
            user_data: columns.user_data[row],
            layer: columns.layer(row),
        })
    }

    /// Whether the proxy is there.
    #[inline]
    #[must_use]
    pub fn contains(&self, id: ProxyId) -> bool {
        self.columns.row(id).is_some()
    }

    /// The box around its shape, as it was last given. `None` when the proxy is gone.
    #[inline]
    #[must_use]
    pub fn tight_aabb(&self, id: ProxyId) -> Option<Aabb> {
        Some(self.columns.bounds[self.columns.row(id)?].tight)
    }

    /// The box that pairs are made of: the tight one with its margin. `None` when the proxy is gone.
    #[inline]
    #[must_use]
    pub fn fat_aabb(&self, id: ProxyId) -> Option<Aabb> {
        Some(self.columns.bounds[self.columns.row(id)?].fat)
    }

    /// What the caller stored with the proxy; `None` when it is gone.
    #[inline]
    #[must_use]
    pub fn user_data(&self, id: ProxyId) -> Option<u64> {
        Some(self.columns.user_data[self.columns.row(id)?])
    }

    /// Replaces a proxy's filter; its pairs follow at the next update.
    ///
    /// # Errors
    /// [`BroadPhaseError::StaleProxy`].
    pub fn set_filter(&mut self, id: ProxyId, filter: Filter) -> Result<(), BroadPhaseError> {
        let row = self.row(id)?;
        if self.columns.rules.filter(row) != filter {
            self.columns.set_filter(row, filter);
            self.pairs_changed(row);
        }
        Ok(())
    }

    /// Moves a proxy to a layer; its pairs follow at the next update.
    ///
    /// # Errors
    /// [`BroadPhaseError::StaleProxy`].
    pub fn set_layer(&mut self, id: ProxyId, layer: Layer) -> Result<(), BroadPhaseError> {
        let row = self.row(id)?;
        let before = self.columns.layer(row);
        if layer == before {
            return Ok(());
        }
        self.index_of(before).remove(row as u32);
        let tight = self.columns.bounds[row].tight;
        self.columns.flags[row].set(Flags::MOVING, layer == Layer::Moving);
        self.columns.bounds[row].fat = match layer {
            Layer::Static => tight,
            Layer::Moving => self.settings.fatten(&tight, Vec2::ZERO),
        };
        self.box_changed(row);
        Ok(())
    }

    /// Replaces what the caller stored with a proxy.
    ///
    /// # Errors
    /// [`BroadPhaseError::StaleProxy`].
    pub fn set_user_data(&mut self, id: ProxyId, user_data: u64) -> Result<(), BroadPhaseError> {
        let row = self.row(id)?;
        self.columns.user_data[row] = user_data;
        Ok(())
    }
}
