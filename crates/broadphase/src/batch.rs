use crate::{
    BatchHits, BroadPhase, BroadPhaseError, CastHit, NearHit, ProxyId, QueryFilter,
    all_valid::AllValid,
    batch_hits::Place,
    cast::Cast,
    cast_query::{take_any, take_closest, take_closest_by},
    nearest::check_max_distance,
    region::{Region, sealed},
};
use geom::Vec2;

/// Many queries at once: each gets the answer that the single query gives. They are asked in an order in which one finds in the
/// cache what the last one read; regions, nearest neighbours and casts for all hits go down the tree together, level by level,
/// for less than one by one. Other casts stop early: sixteen and more go down the [packed trees](crate::IndexKind::Wide) to their
/// first leaves together, and on from there one by one. Hits come query by query, in the order of the batch.
///
/// A batch has no visitor that could end a query early: by the time the first hit of one is known, those that go down together have
/// come to all of theirs. Who wants few hits of each asks for the closest, by boxes or by a test of its own, for any or for the `k`
/// nearest, or query by query with a `visit_…`.
///
/// When a query is invalid the error is the first one's, and `hits` is unchanged.
impl BroadPhase {
    /// For each region (a box, a point or a circle) the proxies whose tight boxes share a point with it, ascending.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidNumber`], [`BroadPhaseError::InvalidCircle`]: `hits` is then unchanged.
    pub fn query_batch<R: Region>(
        &self,
        regions: &[R],
        filter: &QueryFilter,
        hits: &mut BatchHits<ProxyId>,
    ) -> Result<(), BroadPhaseError> {
        AllValid::check(regions, R::and_valid, R::check)?;
        hits.answer(
            regions,
            |region| Place::of(region.place()),
            |regions, _, part| self.answer_regions(regions, filter, part),
        );
        Ok(())
    }

    /// For each cast the proxy whose tight box it meets first, of several at once the one with the lowest id: one hit or
    /// none.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`], [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidCircle`]: `hits` is then unchanged.
    pub fn cast_closest_batch<C: Cast>(
        &self,
        casts: &[C],
        filter: &QueryFilter,
        hits: &mut BatchHits<CastHit>,
    ) -> Result<(), BroadPhaseError> {
        self.cast_batch(casts, filter, |_, closest, hit| take_closest(closest, hit), hits)
    }

    /// For each cast the proxy that it meets first by the caller's own test: what an engine asks whose shapes are smaller than their
    /// boxes. One hit or none, of several at the same fraction the one with the lowest id.
    ///
    /// `entry` is told the place of a cast in the batch and a proxy whose tight box it meets, with the fraction at which it enters
    /// the box, and tells the fraction at which it meets what is inside, or `None` if it does not. One below the box's fraction
    /// counts as that, one above 1 and NaN as `None`. It is asked about all proxies whose boxes are entered before the hit is
    /// met, and about some of the others; about which, and in what order, depends on the [index](crate::IndexKind), but the hit
    /// does not.
    ///
    /// With the feature `parallel` several threads call it at once.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`], [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidCircle`]: `hits` is then unchanged.
    pub fn cast_closest_batch_by<C: Cast>(
        &self,
        casts: &[C],
        filter: &QueryFilter,
        entry: impl Fn(usize, CastHit) -> Option<f32> + Sync,
        hits: &mut BatchHits<CastHit>,
    ) -> Result<(), BroadPhaseError> {
        self.cast_batch(casts, filter, |cast, closest, hit| take_closest_by(closest, hit, entry(cast, hit)), hits)
    }

    /// For each cast what `take` leaves of the proxies whose tight boxes it meets: one thing of the caller's own, or nothing.
    ///
    /// `take` is told the place of a cast in the batch, what is left so far and a proxy, and returns what a visitor of
    /// [`cast`](BroadPhase::cast) does. Proxies come in an order that depends on the [index](crate::IndexKind): what is left does
    /// not, where that is the first by fraction and then by an order of the caller's, and its fraction is the limit.
    ///
    /// With the feature `parallel` several threads call it at once.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`], [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidCircle`]: `hits` is then unchanged.
    pub fn cast_batch<C: Cast, T: Copy + Send>(
        &self,
        casts: &[C],
        filter: &QueryFilter,
        take: impl Fn(usize, &mut Option<T>, CastHit) -> f32 + Sync,
        hits: &mut BatchHits<T>,
    ) -> Result<(), BroadPhaseError> {
        AllValid::check(casts, C::and_valid, C::check)?;
        hits.answer(
            casts,
            |cast| cast.place(),
            |casts, first, part| {
                self.answer_one_hit(casts, filter, part, |cast, one, hit| take(first + cast, one, hit))
            },
        );
        Ok(())
    }

    /// For each cast all proxies whose tight boxes it meets, by fraction, then by id.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`], [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidCircle`]: `hits` is then unchanged.
    pub fn cast_all_batch<C: Cast>(
        &self,
        casts: &[C],
        filter: &QueryFilter,
        hits: &mut BatchHits<CastHit>,
    ) -> Result<(), BroadPhaseError> {
        AllValid::check(casts, C::and_valid, C::check)?;
        hits.answer(casts, |cast| cast.place(), |casts, _, part| self.answer_all(casts, filter, part));
        Ok(())
    }

    /// For each cast some proxy whose tight box it meets, or none if there is none: which one of several depends on the
    /// [index](crate::IndexKind) and what was done to it before.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`], [`BroadPhaseError::InvalidAabb`], [`BroadPhaseError::InvalidCircle`]: `hits` is then unchanged.
    pub fn cast_any_batch<C: Cast>(
        &self,
        casts: &[C],
        filter: &QueryFilter,
        hits: &mut BatchHits<CastHit>,
    ) -> Result<(), BroadPhaseError> {
        self.cast_batch(casts, filter, |_, any, hit| take_any(any, hit), hits)
    }

    /// For each point the `k` proxies whose tight boxes are nearest to it and not farther than `max_distance` metres, as
    /// [`nearest`](BroadPhase::nearest) gives them.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`]: `hits` is then unchanged.
    pub fn nearest_batch(
        &self,
        points: &[Vec2],
        k: usize,
        max_distance: f32,
        filter: &QueryFilter,
        hits: &mut BatchHits<NearHit>,
    ) -> Result<(), BroadPhaseError> {
        AllValid::check(points, sealed::Region::and_valid, sealed::Region::check)?;
        check_max_distance(max_distance)?;
        hits.answer(points, Place::of, |points, _, part| self.answer_nearest(points, k, max_distance, filter, part));
        Ok(())
    }
}
