use crate::{
    HitList,
    hilbert::Grid,
    parallel,
    radix_sort::{FEW_ALIKE, radix_sort, sort_byte},
    ray_lanes::RayLanes,
    room::row_of,
    together::Together,
    wide_tree::RaySearch,
};
use geom::Vec2;
use std::ops::Range;

/// Batches below this size are answered as they come: sorting them would cost what it saves.
const FEW: usize = 16;

/// Fewer queries than this are not worth another thread.
const LEAST_PART: usize = 64;

/// For fewer queries than this it is not worth going to where other threads can be asked.
const LEAST_IN_POOL: usize = 1024;

/// Queries of a part are numbered in 32 bits.
const MOST_IN_PART: usize = if cfg!(test) { 100 } else { u32::MAX as usize };

/// Of a query's way and its position along the curve these bits count: 16 384 cells are enough to tell queries apart, and take
/// half the time to sort.
const SORTED_BITS: u32 = 0xffff_0000;

/// Those that count up to so many queries, of which as many as 64 then share a cell: half of the time again.
const FEWER_BITS: u32 = 0xff00_0000;
const MOST_IN_FEWER: usize = 1 << 12;

/// What puts queries in order.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Where it goes from there, of four: what goes the same way takes the same branches.
    pub quadrant: u32,
    pub at: Vec2,
}

impl Place {
    /// Of what goes nowhere.
    pub const fn of(at: Vec2) -> Self {
        Self { quadrant: 0, at }
    }
}

/// The hits of a batch of queries, query by query. Keep it for the next batch, which then allocates nothing.
#[derive(Clone, Debug)]
pub struct BatchHits<T> {
    /// Those in use come first; more than one when there is more than one thread.
    parts: Vec<Part<T>>,
    /// All parts in use but the last have so many.
    queries_per_part: usize,
    len: usize,
}

/// Queries that follow each other in a batch, and their hits.
#[derive(Clone, Debug)]
pub(crate) struct Part<T> {
    /// By query: where its hits are.
    spans: Vec<Range<usize>>,
    pub hits: Vec<T>,
    /// The queries' numbers (lower half) in the order in which they are answered.
    order: Vec<u64>,
    order_back: Vec<u64>,
    /// Room for the hits of one query.
    pub room: Vec<T>,
    /// Room for queries that are answered together.
    pub together: Together,
    /// Room for casts among them.
    pub rays: Vec<RayLanes>,
    /// Room for casts on their way.
    pub searches: Vec<RaySearch>,
    /// Room for what one of them has found, as it is to be sorted.
    pub keys: Vec<u64>,
}

impl<T> BatchHits<T> {
    /// No queries yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { parts: Vec::new(), queries_per_part: 1, len: 0 }
    }

    /// How many queries were asked.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether none were.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The hits of a query, by its place in the batch, in the order in which the single query gives them; `None` beyond
    /// the last query.
    #[must_use]
    pub fn get(&self, query: usize) -> Option<&[T]> {
        (query < self.len).then(|| self.of(query))
    }

    fn of(&self, query: usize) -> &[T] {
        let part = &self.parts[query / self.queries_per_part];
        &part.hits[part.spans[query % self.queries_per_part].clone()]
    }

    /// The hits of each query, in the order of the batch.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.len()).map(|query| self.of(query))
    }

    /// How many hits there are altogether.
    #[must_use]
    pub fn total(&self) -> usize {
        let in_use = self.len.div_ceil(self.queries_per_part);
        self.parts[..in_use].iter().map(|part| part.hits.len()).sum()
    }
}

impl<T> Default for BatchHits<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Send> BatchHits<T> {
    /// Answers all queries, part by part, each part's in the order of their places along a Hilbert curve, so that a query
    /// finds in the cache what the one before it read.
    ///
    /// `answer` is given a part's queries, the place of the first of them in the batch, and the part, and [notes](Part::note)
    /// the hits of each.
    pub(crate) fn answer<Q: Copy + Sync>(
        &mut self,
        queries: &[Q],
        place: impl Fn(Q) -> Place + Sync,
        answer: impl Fn(&[Q], usize, &mut Part<T>) + Sync,
    ) {
        parallel::in_pool(queries.len(), LEAST_IN_POOL, || {
            let parts = parallel::parts(queries.len(), LEAST_PART).max(queries.len().div_ceil(MOST_IN_PART));
            let per_part = queries.len().div_ceil(parts).max(1);
            self.fill(queries.len(), per_part, |number, part| {
                let start = number * per_part;
                let queries = &queries[start..queries.len().min(start + per_part)];
                part.empty(queries.len());
                part.sort(queries, &place);
                answer(queries, start, part);
            });
        });
    }

    /// Answers the queries of another batch anew: what is inside the boxes that they found, say.
    ///
    /// `answer` is told the place of a query in the batch and its hits there, and writes those it is to have here to the list,
    /// which is empty; with the feature `parallel` several threads call it at once. It is asked in the order in which the others
    /// were found.
    pub fn answer_from<S: Sync>(
        &mut self,
        found: &BatchHits<S>,
        answer: impl Fn(usize, &[S], &mut HitList<'_, T>) + Sync,
    ) {
        let per_part = found.queries_per_part;
        let answer_part = |number: usize, part: &mut Part<T>| {
            let found = &found.parts[number];
            part.empty(found.len());
            for query in (0..found.len()).map(|place| found.query_at(place)) {
                let start = part.hits.len();
                let hits = &mut HitList::behind(&mut part.hits);
                answer(number * per_part + query, &found.hits[found.spans[query].clone()], hits);
                part.note_from(query, start);
            }
        };
        parallel::in_pool(found.len, LEAST_IN_POOL, || self.fill(found.len, per_part, answer_part));
    }

    /// Fills the parts for so many queries. Should the caller's own code panic meanwhile, there are none.
    fn fill(&mut self, queries: usize, per_part: usize, fill: impl Fn(usize, &mut Part<T>) + Sync) {
        (self.len, self.queries_per_part) = (0, per_part);
        let in_use = queries.div_ceil(per_part);
        if self.parts.len() < in_use {
            self.parts.resize_with(in_use, Part::default);
        }
        parallel::for_each(&mut self.parts[..in_use], fill);
        self.len = queries;
    }
}

impl<T> Default for Part<T> {
    fn default() -> Self {
        Self {
            spans: Vec::new(),
            hits: Vec::new(),
            order: Vec::new(),
            order_back: Vec::new(),
            room: Vec::new(),
            together: Together::default(),
            rays: Vec::new(),
            searches: Vec::new(),
            keys: Vec::new(),
        }
    }
}

impl<T> Part<T> {
    /// Forgets all hits, and has room to note those of so many queries, as is done for each of them.
    fn empty(&mut self, queries: usize) {
        self.hits.clear();
        self.spans.resize(queries, 0..0);
    }

    /// Brings the queries' numbers into order.
    fn sort<Q: Copy>(&mut self, queries: &[Q], place: impl Fn(Q) -> Place) {
        self.order.clear();
        let numbered = (0u64..).zip(queries);
        match Grid::around(queries.iter().map(|&query| place(query).at)) {
            Some(grid) if queries.len() >= FEW => {
                let key = |quadrant: u32, on_curve: u32, sorted_bits: u32| {
                    u64::from((quadrant << 30 | on_curve) & sorted_bits) << 32
                };
                if queries.len() <= MOST_IN_FEWER {
                    self.order.extend(numbered.map(|(number, &query)| {
                        let Place { quadrant, at } = place(query);
                        key(quadrant, grid.coarsest_key(at) << 22, FEWER_BITS) | number
                    }));
                    if queries.len() < FEW_ALIKE {
                        return self.order.sort_unstable();
                    }
                    self.order_back.resize(queries.len(), 0);
                    sort_byte(&self.order, &mut self.order_back, FEWER_BITS.trailing_zeros() + 32);
                    std::mem::swap(&mut self.order, &mut self.order_back);
                } else {
                    self.order.extend(numbered.map(|(number, &query)| {
                        let Place { quadrant, at } = place(query);
                        key(quadrant, grid.coarse_key(at) << 14, SORTED_BITS) | number
                    }));
                    radix_sort(&mut self.order, &mut self.order_back);
                }
            }
            _ => self.order.extend(numbered.map(|(number, _)| number)),
        }
    }

    /// Whether those that follow each other lie near each other and go the same way.
    pub fn is_sorted(&self) -> bool {
        self.len() >= FEW
    }

    /// How many queries there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The number of the query that is answered at this place in the order.
    #[inline]
    pub fn query_at(&self, place: usize) -> usize {
        row_of(self.order[place]) as usize
    }

    /// Notes where in `hits` those of this query are.
    #[inline]
    pub fn note(&mut self, query: usize, span: Range<usize>) {
        self.spans[query] = span;
    }

    /// Notes that what was appended to `hits` from `start` on are the hits of this query.
    #[inline]
    pub fn note_from(&mut self, query: usize, start: usize) {
        self.note(query, start..self.hits.len());
    }

    /// Answers query by query: `answer` appends the hits of a query to the list, and may use another for room.
    pub fn answer_each<Q: Copy>(&mut self, queries: &[Q], answer: impl Fn(Q, &mut Vec<T>, &mut Vec<T>)) {
        for place in 0..self.len() {
            let (query, start) = (self.query_at(place), self.hits.len());
            answer(queries[query], &mut self.hits, &mut self.room);
            self.note_from(query, start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_in_the_order_of_their_quadrants_and_of_the_cells_that_count() {
        for (count, shift) in [(16, 10), (47, 10), (48, 10), (300, 10), (4096, 10), (4097, 2)] {
            let at = |number: u32| Vec2::new((number * 37 % 101) as f32, (number * 61 % 97) as f32);
            let places: Vec<Place> = (0..count).map(|n| Place { quadrant: n * 7 % 4, at: at(n) }).collect();
            let grid = Grid::around(places.iter().map(|place| place.at)).expect("there are queries");
            let rank = |&number: &u32| {
                let Place { quadrant, at } = places[number as usize];
                let [x, y] = grid.cell(at);
                // Two of the position's bits give way to the quadrant.
                (quadrant, crate::hilbert::curve_position(x, y) >> 16 >> shift)
            };
            let mut expected: Vec<u32> = (0..count).collect();
            expected.sort_by_key(rank);
            let mut part = Part::<()>::default();
            part.sort(&places, |place| place);
            let order: Vec<u32> = (0..part.len()).map(|place| part.query_at(place) as u32).collect();
            assert_eq!(order, expected, "{count}");
        }
    }

    #[test]
    fn a_batch_of_more_than_a_part_holds_is_answered_whole() {
        let queries: Vec<Vec2> = (0..3 * MOST_IN_PART).map(|x| Vec2::new((x * 7 % 64) as f32, x as f32)).collect();
        let mut hits = BatchHits::new();
        hits.answer(&queries, Place::of, |queries, _, part: &mut Part<Vec2>| {
            assert!(queries.len() <= MOST_IN_PART);
            part.answer_each(queries, |query, hits, _| hits.push(query));
        });
        assert!(hits.iter().zip(&queries).all(|(hits, query)| hits == [*query]));
        assert_eq!((hits.len(), hits.total()), (queries.len(), queries.len()));
    }
}
