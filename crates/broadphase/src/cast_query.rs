use crate::{
    BroadPhase, BroadPhaseError, Cast, Layer, QueryFilter, RayCast, RayHit,
    cast::sealed::Swept,
    ray::{END, Ray},
    sieve::Sieve,
    wide_tree::RaySearch,
};
use geom::Vec2;

/// Casts: rays, boxes and discs on their way.
impl BroadPhase {
    /// Calls `visitor` for the proxies whose tight boxes the cast meets: those that wait for an update first, then layer by
    /// layer, roughly from near to far in each. What it returns limits the rest of the way: 1 to go on, the hit's fraction
    /// (or that of the shape inside the box) to look for nearer ones alone, a negative number to stop. The limit never grows
    /// again.
    ///
    /// # Errors
    /// `InvalidNumber`, `InvalidAabb`, `InvalidCircle`.
    pub fn cast(
        &self,
        cast: &impl Cast,
        filter: &QueryFilter,
        visitor: impl FnMut(RayHit) -> f32,
    ) -> Result<(), BroadPhaseError> {
        cast.check()?;
        let swept = cast.prepare();
        self.visit_cast(&swept, filter, &mut RaySearch::new(swept.bounds()), visitor);
        Ok(())
    }

    /// The proxy whose tight box the cast meets first, of several at once the one with the lowest id.
    ///
    /// # Errors
    /// `InvalidNumber`, `InvalidAabb`, `InvalidCircle`.
    pub fn cast_closest(&self, cast: &impl Cast, filter: &QueryFilter) -> Result<Option<RayHit>, BroadPhaseError> {
        cast.check()?;
        let swept = cast.prepare();
        Ok(self.closest(&swept, filter, &mut RaySearch::new(swept.bounds())))
    }

    /// Replaces the contents of `hits` by all proxies whose tight boxes the cast meets, by fraction, then by id.
    ///
    /// # Errors
    /// `InvalidNumber`, `InvalidAabb`, `InvalidCircle`; `hits` is then unchanged.
    pub fn cast_all(
        &self,
        cast: &impl Cast,
        filter: &QueryFilter,
        hits: &mut Vec<RayHit>,
    ) -> Result<(), BroadPhaseError> {
        cast.check()?;
        hits.clear();
        self.append_all(&cast.prepare(), filter, hits);
        Ok(())
    }

    /// Whether the cast meets any tight box at all.
    ///
    /// # Errors
    /// `InvalidNumber`, `InvalidAabb`, `InvalidCircle`.
    pub fn cast_any(&self, cast: &impl Cast, filter: &QueryFilter) -> Result<bool, BroadPhaseError> {
        cast.check()?;
        let swept = cast.prepare();
        Ok(self.any(&swept, filter, &mut RaySearch::new(swept.bounds())).is_some())
    }

    /// [`cast`](BroadPhase::cast) of a ray.
    ///
    /// # Errors
    /// `InvalidNumber`.
    pub fn ray_cast(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
        visitor: impl FnMut(RayHit) -> f32,
    ) -> Result<(), BroadPhaseError> {
        self.cast(&RayCast { origin, translation }, filter, visitor)
    }

    /// [`cast_closest`](BroadPhase::cast_closest) of a ray.
    ///
    /// # Errors
    /// `InvalidNumber`.
    pub fn ray_cast_closest(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
    ) -> Result<Option<RayHit>, BroadPhaseError> {
        self.cast_closest(&RayCast { origin, translation }, filter)
    }

    /// Appends all hits, by fraction, then by id.
    pub(crate) fn append_all(&self, swept: &impl Swept, filter: &QueryFilter, hits: &mut Vec<RayHit>) {
        let first = hits.len();
        self.visit_cast(swept, filter, &mut RaySearch::new(swept.bounds()), |hit| {
            hits.push(hit);
            1.0
        });
        hits[first..].sort_unstable_by(RayHit::order);
    }

    /// The first hit come upon.
    pub(crate) fn any(&self, swept: &impl Swept, filter: &QueryFilter, search: &mut RaySearch) -> Option<RayHit> {
        let mut any = None;
        self.visit_cast(swept, filter, search, |hit| {
            any = Some(hit);
            -1.0
        });
        any
    }

    /// The nearest hit, of several the lowest id.
    pub(crate) fn closest(&self, swept: &impl Swept, filter: &QueryFilter, search: &mut RaySearch) -> Option<RayHit> {
        let mut closest: Option<RayHit> = None;
        self.visit_cast(swept, filter, search, |hit| {
            if closest.is_none_or(|closest| hit.order(&closest).is_lt()) {
                closest = Some(hit);
            }
            // Those at the same fraction are still offered.
            hit.fraction
        });
        closest
    }

    fn visit_cast<S: Swept>(
        &self,
        swept: &S,
        filter: &QueryFilter,
        search: &mut RaySearch,
        mut visitor: impl FnMut(RayHit) -> f32,
    ) {
        let columns = &self.columns;
        let mut hit = |row: usize, fraction: f32, limit: f32| {
            let told = visitor(RayHit { id: columns.id(row), fraction: Ray::reported(fraction) });
            // The end is no limit to what is met there, and a NaN leaves the limit where it is.
            if told < 1.0 { limit.min(told) } else { limit }
        };
        let mut limit = END;
        if !self.unsettled.is_empty() {
            for row in self.waiting(filter) {
                if let Some(fraction) = swept.entry(&columns.bounds[row].tight, limit) {
                    limit = hit(row, fraction, limit);
                }
            }
        }
        let sieve = Sieve::new(self, filter);
        for (layer, index) in self.indices(filter) {
            // The index of the static layer holds the tight boxes themselves.
            let index_decides = S::IS_BOX && layer == Layer::Static;
            limit = index.ray((swept.bounds(), search), limit, &mut |row, entry, limit| {
                let row = row as usize;
                if !sieve.passes(row) {
                    return limit;
                }
                let fraction = if index_decides { Some(entry) } else { swept.entry(&columns.bounds[row].tight, limit) };
                fraction.map_or(limit, |fraction| hit(row, fraction, limit))
            });
        }
    }
}
