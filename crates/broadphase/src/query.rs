use crate::{
    BroadPhase, BroadPhaseError, Layer, ProxyId, QueryFilter,
    columns::Flags,
    error::{check_aabb, check_length, check_vector},
    index::Index,
};
use geom::{Aabb, Vec2};
use std::ops::ControlFlow;

/// A part of the plane to look for boxes in; a closed set.
pub(crate) enum Region {
    Aabb(Aabb),
    Circle { center: Vec2, radius_sq: f32 },
}

impl Region {
    /// Whether the box shares a point with the region. A larger box does whenever one inside it does, rounding included.
    #[inline]
    pub fn meets(&self, aabb: &Aabb) -> bool {
        match self {
            Self::Aabb(region) => aabb.overlaps(region),
            Self::Circle { center, radius_sq } => aabb.distance_sq(*center) <= *radius_sq,
        }
    }
}

/// Box, point and circle queries. Each one answers for the tight boxes as they are now, whether or not the pairs are up to
/// date, and comes as a `query_…` that fills a buffer (the caller's, so that nothing is allocated once it has grown) in
/// ascending order of ids, and as a `visit_…` that calls back in the order of finding, and stops when told to.
impl BroadPhase {
    /// Replaces the contents of `hits` by the proxies whose tight boxes share a point with `aabb`, ascending.
    ///
    /// # Errors
    /// `InvalidAabb`; `hits` is then unchanged.
    pub fn query_aabb(
        &self,
        aabb: &Aabb,
        filter: &QueryFilter,
        hits: &mut Vec<ProxyId>,
    ) -> Result<(), BroadPhaseError> {
        check_aabb(aabb)?;
        collect(hits, |visitor| self.visit_aabb(aabb, filter, visitor))
    }

    /// Calls `visitor` for each proxy whose tight box shares a point with `aabb`, until it breaks.
    ///
    /// # Errors
    /// `InvalidAabb`.
    pub fn visit_aabb(
        &self,
        aabb: &Aabb,
        filter: &QueryFilter,
        visitor: impl FnMut(ProxyId) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, BroadPhaseError> {
        check_aabb(aabb)?;
        Ok(self.visit(&Region::Aabb(*aabb), filter, visitor))
    }

    /// Replaces the contents of `hits` by the proxies whose tight boxes contain `point`, borders included, ascending.
    ///
    /// # Errors
    /// `InvalidNumber`; `hits` is then unchanged.
    pub fn query_point(
        &self,
        point: Vec2,
        filter: &QueryFilter,
        hits: &mut Vec<ProxyId>,
    ) -> Result<(), BroadPhaseError> {
        check_vector("point", point)?;
        self.query_aabb(&Aabb::new(point, point), filter, hits)
    }

    /// Calls `visitor` for each proxy whose tight box contains `point`, borders included, until it breaks.
    ///
    /// # Errors
    /// `InvalidNumber`.
    pub fn visit_point(
        &self,
        point: Vec2,
        filter: &QueryFilter,
        visitor: impl FnMut(ProxyId) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, BroadPhaseError> {
        check_vector("point", point)?;
        self.visit_aabb(&Aabb::new(point, point), filter, visitor)
    }

    /// Replaces the contents of `hits` by the proxies whose tight boxes share a point with the circle, ascending.
    ///
    /// # Errors
    /// `InvalidNumber` for a centre that is not finite or a radius that is not or is negative; `hits` is then unchanged.
    pub fn query_circle(
        &self,
        center: Vec2,
        radius: f32,
        filter: &QueryFilter,
        hits: &mut Vec<ProxyId>,
    ) -> Result<(), BroadPhaseError> {
        check_vector("center", center)?;
        check_length("radius", radius)?;
        collect(hits, |visitor| self.visit_circle(center, radius, filter, visitor))
    }

    /// Calls `visitor` for each proxy whose tight box shares a point with the circle, until it breaks.
    ///
    /// # Errors
    /// `InvalidNumber` for a centre that is not finite or a radius that is not or is negative.
    pub fn visit_circle(
        &self,
        center: Vec2,
        radius: f32,
        filter: &QueryFilter,
        visitor: impl FnMut(ProxyId) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, BroadPhaseError> {
        check_vector("center", center)?;
        check_length("radius", radius)?;
        Ok(self.visit(&Region::Circle { center, radius_sq: radius * radius }, filter, visitor))
    }

    fn visit(
        &self,
        region: &Region,
        filter: &QueryFilter,
        mut visitor: impl FnMut(ProxyId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let columns = &self.columns;
        let mut offer = |row: usize| {
            if region.meets(&columns.tight[row]) && filter.accepts(&columns.filters[row], columns.layer(row)) {
                visitor(columns.id(row))
            } else {
                ControlFlow::Continue(())
            }
        };
        for row in self.waiting() {
            offer(row)?;
        }
        for index in self.indices(filter) {
            index.meeting(region, &mut |row| match self.settled(row as usize) {
                Some(row) => offer(row),
                None => ControlFlow::Continue(()),
            })?;
        }
        ControlFlow::Continue(())
    }
}

/// What the queries share.
impl BroadPhase {
    /// The rows that no index can be asked about yet.
    pub(crate) fn waiting(&self) -> impl Iterator<Item = usize> {
        let alive = |row: &usize| self.columns.flags[*row].has(Flags::ALIVE);
        self.unsettled.iter().map(|&row| row as usize).filter(alive)
    }

    /// A row found in an index, unless what the index knows of it is out of date.
    pub(crate) fn settled(&self, row: usize) -> Option<usize> {
        (!self.columns.flags[row].has(Flags::UNSETTLED)).then_some(row)
    }

    /// The indices that hold what `filter` lets through.
    pub(crate) fn indices(&self, filter: &QueryFilter) -> impl Iterator<Item = &Index> {
        let layers = [(Layer::Static, &self.static_index), (Layer::Moving, &self.moving_index)];
        let only = filter.layer;
        layers.into_iter().filter(move |(layer, _)| only.is_none_or(|only| only == *layer)).map(|(_, index)| index)
    }
}

/// Fills a buffer from a visit that never stops early, and sorts it.
fn collect(
    hits: &mut Vec<ProxyId>,
    visit: impl FnOnce(&mut dyn FnMut(ProxyId) -> ControlFlow<()>) -> Result<ControlFlow<()>, BroadPhaseError>,
) -> Result<(), BroadPhaseError> {
    hits.clear();
    let _ = visit(&mut |id| {
        hits.push(id);
        ControlFlow::Continue(())
    })?;
    hits.sort_unstable();
    Ok(())
}
