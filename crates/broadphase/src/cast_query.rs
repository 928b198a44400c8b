use crate::{
    BroadPhase, BroadPhaseError, Cast, CastHit, Layer, QueryFilter, RayCast,
    cast::sealed::Swept,
    index::Candidate,
    ray::{END, Ray},
    sieve::Sieve,
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
    /// [`BroadPhaseError::InvalidNumber`], [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidCircle`].
    pub fn cast(
        &self,
        cast: &impl Cast,
        filter: &QueryFilter,
        visitor: impl FnMut(CastHit) -> f32,
    ) -> Result<(), BroadPhaseError> {
        cast.check()?;
        self.visit_cast(&cast.prepare(), filter, visitor);
        Ok(())
    }

    /// The proxy whose tight box the cast meets first, of several at once the one with the lowest id.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`], [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidCircle`].
    pub fn cast_closest(&self, cast: &impl Cast, filter: &QueryFilter) -> Result<Option<CastHit>, BroadPhaseError> {
        cast.check()?;
        Ok(self.one_hit(&cast.prepare(), filter, take_closest))
    }

    /// Replaces the contents of `hits` by all proxies whose tight boxes the cast meets, by fraction, then by id.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`], [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidCircle`]; `hits`
    /// is then unchanged.
    pub fn cast_all(
        &self,
        cast: &impl Cast,
        filter: &QueryFilter,
        hits: &mut Vec<CastHit>,
    ) -> Result<(), BroadPhaseError> {
        cast.check()?;
        hits.clear();
        self.append_all(&cast.prepare(), filter, hits);
        Ok(())
    }

    /// Whether the cast meets any tight box at all.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`], [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidCircle`].
    pub fn cast_any(&self, cast: &impl Cast, filter: &QueryFilter) -> Result<bool, BroadPhaseError> {
        cast.check()?;
        Ok(self.one_hit(&cast.prepare(), filter, take_any).is_some())
    }

    /// [`cast`](BroadPhase::cast) of a ray.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`].
    pub fn ray_cast(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
        visitor: impl FnMut(CastHit) -> f32,
    ) -> Result<(), BroadPhaseError> {
        self.cast(&RayCast { origin, translation }, filter, visitor)
    }

    /// [`cast_closest`](BroadPhase::cast_closest) of a ray.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`].
    pub fn ray_cast_closest(
        &self,
        origin: Vec2,
        translation: Vec2,
        filter: &QueryFilter,
    ) -> Result<Option<CastHit>, BroadPhaseError> {
        self.cast_closest(&RayCast { origin, translation }, filter)
    }

    /// Appends all hits, by fraction, then by id.
    pub(crate) fn append_all(&self, swept: &impl Swept, filter: &QueryFilter, hits: &mut Vec<CastHit>) {
        let first = hits.len();
        self.visit_cast(swept, filter, |hit| {
            hits.push(hit);
            1.0
        });
        hits[first..].sort_unstable_by(CastHit::order);
    }

    /// The hit that is left of those offered.
    pub(crate) fn one_hit<T>(
        &self,
        swept: &impl Swept,
        filter: &QueryFilter,
        take: impl Fn(&mut Option<T>, CastHit) -> f32,
    ) -> Option<T> {
        let mut one = None;
        self.visit_cast(swept, filter, |hit| take(&mut one, hit));
        one
    }

    fn visit_cast(&self, swept: &impl Swept, filter: &QueryFilter, mut visitor: impl FnMut(CastHit) -> f32) {
        let mut limit = self.cast_at_waiting(swept, filter, &mut visitor);
        let sieve = Sieve::new(self, filter);
        for (layer, index) in self.indices(filter) {
            limit = index.ray(swept.bounds(), limit, &mut self.offering(layer, swept, &sieve, &mut visitor));
        }
    }

    /// Offers `visitor` what no index can be asked about yet, and returns how far the way goes on.
    #[inline]
    pub(crate) fn cast_at_waiting(
        &self,
        swept: &impl Swept,
        filter: &QueryFilter,
        mut visitor: impl FnMut(CastHit) -> f32,
    ) -> f32 {
        let (columns, mut limit) = (&self.columns, END);
        if !self.unsettled.is_empty() {
            for row in self.waiting(filter) {
                if let Some(fraction) = swept.entry(&columns.bounds[row].tight, limit) {
                    let hit = CastHit { id: columns.id(row), fraction: Ray::reported(fraction) };
                    limit = limited(limit, visitor(hit));
                }
            }
        }
        limit
    }

    /// What offers `visitor` the candidates that a layer's index finds: told the limit, too, it returns how far the way goes on.
    #[inline]
    pub(crate) fn offering<'a, S: Swept>(
        &'a self,
        layer: Layer,
        swept: &'a S,
        sieve: &'a Sieve<'a>,
        mut visitor: impl FnMut(CastHit) -> f32 + 'a,
    ) -> impl FnMut(Candidate, f32) -> f32 + 'a {
        let columns = &self.columns;
        // The index of the static layer holds the tight boxes themselves.
        let is_tight = layer == Layer::Static;
        move |Candidate { row, key, aabb }, limit| {
            let row = row as usize;
            if !sieve.passes(row) {
                return limit;
            }
            let fraction = if is_tight {
                swept.entry_from(key, &aabb, limit)
            } else {
                swept.entry(&columns.bounds[row].tight, limit)
            };
            fraction.map_or(limit, |fraction| {
                limited(limit, visitor(CastHit { id: columns.id(row), fraction: Ray::reported(fraction) }))
            })
        }
    }
}

/// The first one come upon.
#[inline]
pub(crate) fn take_any(any: &mut Option<CastHit>, hit: CastHit) -> f32 {
    *any = Some(hit);
    -1.0
}

/// The nearest, of several the lowest id.
#[inline]
pub(crate) fn take_closest(closest: &mut Option<CastHit>, hit: CastHit) -> f32 {
    if closest.is_none_or(|closest| hit.order(&closest).is_lt()) {
        *closest = Some(hit);
    }
    // Those at the same fraction are still offered.
    hit.fraction
}

/// The nearest by the caller's own fractions, of which some are none. What is inside a box is not met before the box is, so that
/// boxes behind the nearest hit need not be looked into, and the order in which they come decides nothing.
#[inline]
pub(crate) fn take_closest_by(closest: &mut Option<CastHit>, hit: CastHit, fraction: Option<f32>) -> f32 {
    if let Some(fraction) = fraction.filter(|&fraction| fraction <= 1.0) {
        // Of two zeros the positive one.
        take_closest(closest, CastHit { fraction: fraction.max(hit.fraction) + 0.0, ..hit });
    }
    closest.map_or(1.0, |closest| closest.fraction)
}

/// The limit after a visitor told one: the end is none to what is met there, and a NaN leaves it where it is.
#[inline]
fn limited(limit: f32, told: f32) -> f32 {
    if told < 1.0 { limit.min(told) } else { limit }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ProxyId;
    use std::hint::black_box;

    #[test]
    fn of_two_hits_at_zero_of_either_sign_the_lower_id_is_the_closest() {
        let hit = |index: u32| CastHit { id: ProxyId { index, generation: 0 }, fraction: 0.0 };
        let mut closest = None;
        for (index, fraction) in [(1, -0.0), (0, 0.0), (2, -0.0)] {
            // Folded constants are other zeros than machines choose.
            take_closest_by(&mut closest, black_box(hit(index)), Some(black_box(fraction)));
        }
        let bits = |hit: CastHit| (hit.id, hit.fraction.to_bits());
        assert_eq!(closest.map(bits), Some(bits(hit(0))));
    }
}
