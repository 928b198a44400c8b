use crate::{
    BroadPhase, BroadPhaseError, Layer, ProxyId, QueryFilter,
    columns::Flags,
    error::{check_aabb, check_length, check_vector},
    few_sort::sort_by_row,
    index::Index,
    region::{Area, Region, sealed::Region as _},
    sieve::Sieve,
};
use geom::{Aabb, BoundingCircle, Vec2};
use std::ops::ControlFlow;

/// Box, point and circle queries. Each one answers for the tight boxes as they are now, whether or not the pairs are up to
/// date, and comes as a `query_…` that fills a buffer (the caller's, so that nothing is allocated once it has grown) in
/// ascending order of ids, and as a `visit_…` that calls back in the order of finding, and stops when told to.
impl BroadPhase {
    /// Replaces the contents of `hits` by the proxies whose tight boxes share a point with `aabb`, ascending.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidAabb`]; `hits` is then unchanged.
    pub fn query_aabb(
        &self,
        aabb: &Aabb,
        filter: &QueryFilter,
        hits: &mut Vec<ProxyId>,
    ) -> Result<(), BroadPhaseError> {
        check_aabb(aabb)?;
        hits.clear();
        self.append_region(aabb, filter, hits);
        Ok(())
    }

    /// Calls `visitor` for each proxy whose tight box shares a point with `aabb`, until it breaks.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidAabb`].
    pub fn visit_aabb(
        &self,
        aabb: &Aabb,
        filter: &QueryFilter,
        visitor: impl FnMut(ProxyId) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, BroadPhaseError> {
        check_aabb(aabb)?;
        Ok(self.visit(&aabb.area(), filter, visitor))
    }

    /// Replaces the contents of `hits` by the proxies whose tight boxes contain `point`, borders included, ascending.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`]; `hits` is then unchanged.
    pub fn query_point(
        &self,
        point: Vec2,
        filter: &QueryFilter,
        hits: &mut Vec<ProxyId>,
    ) -> Result<(), BroadPhaseError> {
        check_vector("point", point)?;
        hits.clear();
        self.append_region(&point, filter, hits);
        Ok(())
    }

    /// Calls `visitor` for each proxy whose tight box contains `point`, borders included, until it breaks.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`].
    pub fn visit_point(
        &self,
        point: Vec2,
        filter: &QueryFilter,
        visitor: impl FnMut(ProxyId) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, BroadPhaseError> {
        check_vector("point", point)?;
        Ok(self.visit(&point.area(), filter, visitor))
    }

    /// Replaces the contents of `hits` by the proxies whose tight boxes share a point with the circle, ascending. None that does
    /// is missed; one that comes within the radius and 2⁻²⁰ of it may be found as well.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`] for a centre that is not finite or a radius that is not or is negative;
    /// `hits` is then unchanged.
    pub fn query_circle(
        &self,
        center: Vec2,
        radius: f32,
        filter: &QueryFilter,
        hits: &mut Vec<ProxyId>,
    ) -> Result<(), BroadPhaseError> {
        check_vector("center", center)?;
        check_length("radius", radius)?;
        hits.clear();
        self.append_region(&BoundingCircle::new(center, radius), filter, hits);
        Ok(())
    }

    /// Calls `visitor` for each proxy whose tight box shares a point with the circle, as [`query_circle`](BroadPhase::query_circle)
    /// does, until it breaks.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`] for a centre that is not finite or a radius that is not or is negative.
    pub fn visit_circle(
        &self,
        center: Vec2,
        radius: f32,
        filter: &QueryFilter,
        visitor: impl FnMut(ProxyId) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, BroadPhaseError> {
        check_vector("center", center)?;
        check_length("radius", radius)?;
        Ok(self.visit(&BoundingCircle::new(center, radius).area(), filter, visitor))
    }

    /// Appends the proxies that share a point with the region, ascending.
    pub(crate) fn append_region(&self, region: &impl Region, filter: &QueryFilter, hits: &mut Vec<ProxyId>) {
        let first = hits.len();
        let _ = self.visit_rows(&region.area(), filter, |row, passes| {
            // What does not pass is overwritten: nobody could tell which way a branch goes that depends on a filter. Where
            // there is no room left it is passed over, lest what is not asked for takes more.
            if hits.len() < hits.capacity() || passes {
                hits.push(self.columns.id(row));
                hits.truncate(hits.len() - usize::from(!passes));
            }
            ControlFlow::Continue(())
        });
        // A row has one id only.
        sort_by_row(&mut hits[first..]);
    }

    fn visit(
        &self,
        area: &Area,
        filter: &QueryFilter,
        mut visitor: impl FnMut(ProxyId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let visitor = |row, passes| if passes { visitor(self.columns.id(row)) } else { ControlFlow::Continue(()) };
        self.visit_rows(area, filter, visitor)
    }

    /// Calls `visitor` for rows whose tight boxes may share a point with the area, and says whether they do and are to be reported.
    #[inline]
    fn visit_rows(
        &self,
        area: &Area,
        filter: &QueryFilter,
        mut visitor: impl FnMut(usize, bool) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let columns = &self.columns;
        if !self.unsettled.is_empty() {
            for row in self.waiting(filter) {
                if area.meets(&columns.bounds[row].tight) {
                    visitor(row, true)?;
                }
            }
        }
        let sieve = Sieve::new(self, filter);
        for (layer, index) in self.indices(filter) {
            // The index of the static layer holds the tight boxes themselves.
            let index_decides = layer == Layer::Static && area.is_found_exactly();
            index.meeting(area, &mut |row| {
                let row = row as usize;
                visitor(row, sieve.passes(row) & (index_decides || area.meets(&columns.bounds[row].tight)))
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// What the queries share.
impl BroadPhase {
    /// The rows that no index can be asked about yet and that `filter` lets through.
    pub(crate) fn waiting(&self, filter: &QueryFilter) -> impl Iterator<Item = usize> {
        let columns = &self.columns;
        let seen = |row: &usize| {
            columns.flags[*row].has(Flags::ALIVE) && filter.accepts(&columns.rules.filter(*row), columns.layer(*row))
        };
        self.unsettled.rows(&columns.flags).map(|row| row as usize).filter(seen)
    }

    /// The indices that hold something that `filter` may let through, with their layers.
    pub(crate) fn indices(&self, filter: &QueryFilter) -> impl Iterator<Item = (Layer, &Index)> {
        let layers = [(Layer::Static, &self.static_index), (Layer::Moving, &self.moving_index)];
        let only = filter.layer;
        layers.into_iter().filter(move |(layer, index)| index.len() > 0 && only.is_none_or(|only| only == *layer))
    }
}
