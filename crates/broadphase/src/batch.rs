use crate::{
    BroadPhase, BroadPhaseError, NearHit, ProxyId, QueryFilter, RayHit, cast::Cast, error::check_vector, hilbert::Grid,
    nearest::check_max_distance, parallel, query::Region, radix_sort::radix_sort,
};
use geom::Vec2;
use std::ops::Range;

/// Batches below this size are answered as they come: sorting them would cost what it saves.
const FEW: usize = 16;

/// Fewer queries than this are not worth another thread.
const LEAST_PART: usize = 64;

/// The hits of a batch of queries, query by query. Keep it for the next batch, which then allocates nothing.
#[derive(Clone, Debug)]
pub struct BatchHits<T> {
    /// By query: where its hits are.
    spans: Vec<Span>,
    /// Neighbouring queries each; more than one when there is more than one thread.
    parts: Vec<Part<T>>,
    keys: Vec<u64>,
    keys_back: Vec<u64>,
}

/// Where the hits of a query are.
#[derive(Clone, Debug, Default)]
struct Span {
    part: usize,
    hits: Range<usize>,
}

/// The hits of some queries, in the order of answering.
#[derive(Clone, Debug)]
struct Part<T> {
    hits: Vec<T>,
    /// Where the hits of each query end.
    ends: Vec<usize>,
    /// Room for the hits of one query.
    room: Vec<T>,
}

impl<T> BatchHits<T> {
    /// No queries yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { spans: Vec::new(), parts: Vec::new(), keys: Vec::new(), keys_back: Vec::new() }
    }

    /// How many queries were asked.
    #[must_use]
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether none were.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The hits of a query, by its place in the batch, in the order in which the single query gives them.
    ///
    /// # Panics
    /// When there were not so many queries.
    #[must_use]
    pub fn of(&self, query: usize) -> &[T] {
        let span = &self.spans[query];
        &self.parts[span.part].hits[span.hits.clone()]
    }

    /// The hits of each query, in the order of the batch.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.len()).map(|query| self.of(query))
    }

    /// How many hits there are altogether.
    #[must_use]
    pub fn total(&self) -> usize {
        self.spans.iter().map(|span| span.hits.len()).sum()
    }
}

impl<T> Default for BatchHits<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy + Send> BatchHits<T> {
    /// Answers all queries, neighbours after each other, so that each finds in the cache what the one before it read.
    ///
    /// `answer` appends the hits of a query to a list, and may use another for room.
    fn answer<Q: Copy + Sync>(
        &mut self,
        queries: &[Q],
        place: impl Fn(Q) -> Vec2,
        answer: impl Fn(Q, &mut Vec<T>, &mut Vec<T>) + Sync,
    ) {
        self.sort(queries, place);
        let Self { spans, parts, keys, .. } = self;
        let (count, number_of) =
            (parallel::parts(queries.len(), LEAST_PART), |key: u64| (key & u64::from(u32::MAX)) as usize);
        if parts.len() < count {
            parts.resize_with(count, || Part { hits: Vec::new(), ends: Vec::new(), room: Vec::new() });
        }
        parallel::for_each(&mut parts[..count], |number, part| {
            part.hits.clear();
            part.ends.clear();
            for &key in &keys[parallel::share(keys.len(), number, count)] {
                answer(queries[number_of(key)], &mut part.hits, &mut part.room);
                part.ends.push(part.hits.len());
            }
        });
        spans.clear();
        spans.resize(queries.len(), Span::default());
        for (number, part) in parts[..count].iter().enumerate() {
            let mut start = 0;
            for (&key, &end) in keys[parallel::share(keys.len(), number, count)].iter().zip(&part.ends) {
                spans[number_of(key)] = Span { part: number, hits: start..end };
                start = end;
            }
        }
    }

    /// Puts the numbers of the queries into the lower halves of `keys`, in the order of their places along a Hilbert curve.
    fn sort<Q: Copy>(&mut self, queries: &[Q], place: impl Fn(Q) -> Vec2) {
        self.keys.clear();
        let numbered = (0u64..).zip(queries);
        match Grid::around(queries.iter().map(|&query| place(query))) {
            Some(grid) if queries.len() >= FEW => {
                self.keys.extend(numbered.map(|(number, &query)| u64::from(grid.key(place(query))) << 32 | number));
                radix_sort(&mut self.keys, &mut self.keys_back);
            }
            _ => self.keys.extend(numbered.map(|(number, _)| number)),
        }
    }
}

/// Many queries at once: each gets the answer that the single query gives, for less, since they are asked in an order in
/// which one finds in the cache what the last one read. Hits come query by query, in the order of the batch.
///
/// When a query is invalid the error is the first one's, and `hits` is unchanged. A batch holds up to 2³² queries.
impl BroadPhase {
    /// For each region (a box, a point or a circle) the proxies whose tight boxes share a point with it, ascending.
    ///
    /// # Errors
    /// `InvalidAabb`, `InvalidNumber`, `InvalidCircle`.
    pub fn query_batch<R: Region>(
        &self,
        regions: &[R],
        filter: &QueryFilter,
        hits: &mut BatchHits<ProxyId>,
    ) -> Result<(), BroadPhaseError> {
        regions.iter().try_for_each(R::check)?;
        hits.answer(regions, |region| region.place(), |region, hits, _| self.append_region(&region, filter, hits));
        Ok(())
    }

    /// For each cast the proxy whose tight box it meets first, of several at once the one with the lowest id: one hit or
    /// none.
    ///
    /// # Errors
    /// `InvalidNumber`, `InvalidAabb`, `InvalidCircle`.
    pub fn cast_closest_batch<C: Cast>(
        &self,
        casts: &[C],
        filter: &QueryFilter,
        hits: &mut BatchHits<RayHit>,
    ) -> Result<(), BroadPhaseError> {
        casts.iter().try_for_each(C::check)?;
        hits.answer(casts, |cast| cast.start(), |cast, hits, _| hits.extend(self.closest(&cast.prepare(), filter)));
        Ok(())
    }

    /// For each cast all proxies whose tight boxes it meets, by fraction, then by id.
    ///
    /// # Errors
    /// `InvalidNumber`, `InvalidAabb`, `InvalidCircle`.
    pub fn cast_all_batch<C: Cast>(
        &self,
        casts: &[C],
        filter: &QueryFilter,
        hits: &mut BatchHits<RayHit>,
    ) -> Result<(), BroadPhaseError> {
        casts.iter().try_for_each(C::check)?;
        hits.answer(casts, |cast| cast.start(), |cast, hits, _| self.append_all(&cast.prepare(), filter, hits));
        Ok(())
    }

    /// For each cast some proxy whose tight box it meets, or none if there is none: which one of several depends on the
    /// [index](crate::IndexKind) and what was done to it before.
    ///
    /// # Errors
    /// `InvalidNumber`, `InvalidAabb`, `InvalidCircle`.
    pub fn cast_any_batch<C: Cast>(
        &self,
        casts: &[C],
        filter: &QueryFilter,
        hits: &mut BatchHits<RayHit>,
    ) -> Result<(), BroadPhaseError> {
        casts.iter().try_for_each(C::check)?;
        hits.answer(casts, |cast| cast.start(), |cast, hits, _| hits.extend(self.any(&cast.prepare(), filter)));
        Ok(())
    }

    /// For each point the `k` proxies whose tight boxes are nearest to it and not farther than `max_distance` metres, as
    /// [`nearest`](BroadPhase::nearest) gives them.
    ///
    /// # Errors
    /// `InvalidNumber`.
    pub fn nearest_batch(
        &self,
        points: &[Vec2],
        k: usize,
        max_distance: f32,
        filter: &QueryFilter,
        hits: &mut BatchHits<NearHit>,
    ) -> Result<(), BroadPhaseError> {
        points.iter().try_for_each(|&point| check_vector("point", point))?;
        check_max_distance(max_distance)?;
        hits.answer(
            points,
            |point| point,
            |point, hits, room| {
                self.find_nearest(point, k, max_distance, filter, room);
                hits.extend_from_slice(room);
            },
        );
        Ok(())
    }
}
