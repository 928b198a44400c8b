use crate::{
    BroadPhase, BroadPhaseError, Layer, ProxyId, QueryFilter,
    circle::Circle,
    error::{check, check_vector},
    index::Candidate,
    sieve::Sieve,
};
use geom::{BoundingCircle, Vec2};
use std::{cmp::Ordering, collections::BinaryHeap};

/// A proxy and how far its tight box is from the query's point. Ordered by distance, then by id.
#[derive(Clone, Copy, Debug)]
pub struct NearHit {
    /// The proxy.
    pub id: ProxyId,
    /// Squared distance to its tight box, in square metres; 0 inside. `f32` has few squares of what is very far or near: beyond
    /// 1.8 · 10¹⁹ m it is infinite, below 1.1 · 10⁻¹⁹ m it has lost digits, and of coordinates that differ by less than
    /// 2.6 · 10⁻²³ m none is left.
    pub distance_sq: f32,
}

impl NearHit {
    /// Distance to the tight box, in metres; 0 inside.
    #[must_use]
    pub fn distance(&self) -> f32 {
        self.distance_sq.sqrt()
    }
}

impl Ord for NearHit {
    fn cmp(&self, other: &Self) -> Ordering {
        self.distance_sq.total_cmp(&other.distance_sq).then(self.id.cmp(&other.id))
    }
}

impl PartialOrd for NearHit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for NearHit {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for NearHit {}

impl BroadPhase {
    /// Replaces the contents of `hits` by the `k` proxies whose tight boxes are nearest to `point` and not farther than
    /// `max_distance` metres (which may be infinite), nearest first; of those whose [squared distances](NearHit::distance_sq)
    /// are equal the lower ids. None that is so near is missed; one within the distance and 2⁻²⁰ of it may be found as well.
    ///
    /// Branch and bound: Roussopoulos, Kelley & Vincent, "Nearest Neighbor Queries", SIGMOD 1995.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`] for a point that is not finite or a distance that is NaN or negative; `hits`
    /// is then unchanged.
    pub fn nearest(
        &self,
        point: Vec2,
        k: usize,
        max_distance: f32,
        filter: &QueryFilter,
        hits: &mut Vec<NearHit>,
    ) -> Result<(), BroadPhaseError> {
        check_vector("point", point)?;
        check_max_distance(max_distance)?;
        self.find_nearest(point, k, max_distance, filter, hits);
        Ok(())
    }

    /// Calls `visitor` for the proxies whose tight boxes are within `max_distance` metres of `point` (which may be infinite):
    /// those that wait for an update first, then layer by layer, roughly from near to far in each. The squared distance it
    /// returns, in square metres, limits the rest of the search: `f32::INFINITY` to go on, the hit's (or that of the shape
    /// inside the box) to look for nearer ones alone, a negative number to stop. The limit never grows again.
    ///
    /// # Errors
    /// [`BroadPhaseError::InvalidNumber`] for a point that is not finite or a distance that is NaN or negative.
    pub fn visit_nearest(
        &self,
        point: Vec2,
        max_distance: f32,
        filter: &QueryFilter,
        mut visitor: impl FnMut(NearHit) -> f32,
    ) -> Result<(), BroadPhaseError> {
        check_vector("point", point)?;
        check_max_distance(max_distance)?;
        // A NaN leaves the limit where it is.
        let offer = |hit, limit: f32| limit.min(visitor(hit));
        self.visit_by_distance(point, max_distance, filter, offer);
        Ok(())
    }

    /// [`BroadPhase::nearest`], for valid numbers.
    pub(crate) fn find_nearest(
        &self,
        point: Vec2,
        k: usize,
        max_distance: f32,
        filter: &QueryFilter,
        hits: &mut Vec<NearHit>,
    ) {
        hits.clear();
        if k == 0 {
            return;
        }
        // The farthest of the best so far is on top; the buffer of `hits` serves as the heap's.
        let mut best = BinaryHeap::from(std::mem::take(hits));
        self.visit_by_distance(point, max_distance, filter, |hit, limit| {
            if best.len() < k {
                best.push(hit);
            } else if let Some(mut farthest) = best.peek_mut()
                && hit < *farthest
            {
                *farthest = hit;
            }
            match best.peek() {
                Some(farthest) if best.len() == k => farthest.distance_sq,
                _ => limit,
            }
        });
        *hits = best.into_sorted_vec();
    }

    /// Offers what is not farther than `max_distance`. The limit, a squared distance, `offer` is told as well and may lower; a
    /// negative one ends the search.
    fn visit_by_distance(
        &self,
        point: Vec2,
        max_distance: f32,
        filter: &QueryFilter,
        mut offer: impl FnMut(NearHit, f32) -> f32,
    ) {
        let columns = &self.columns;
        let within = Circle::new(&BoundingCircle::new(point, max_distance));
        let (mut limit, squares_decide) = (within.reach_sq(), decided_by_squares(max_distance));
        let mut offer = |row: usize, distance_sq: f32, limit: f32| {
            let is_farther = || !squares_decide && !within.meets(&columns.bounds[row].tight);
            if distance_sq > limit || is_farther() {
                return limit;
            }
            offer(NearHit { id: columns.id(row), distance_sq }, limit)
        };
        if !self.unsettled.is_empty() {
            for row in self.waiting(filter) {
                limit = offer(row, columns.bounds[row].tight.distance_sq(point), limit);
            }
        }
        let sieve = Sieve::new(self, filter);
        for (layer, index) in self.indices(filter) {
            // The index of the static layer holds the tight boxes themselves.
            let is_tight = layer == Layer::Static;
            limit = index.nearest(point, limit, &mut |Candidate { row, key, .. }, limit| {
                let row = row as usize;
                if !sieve.passes(row) {
                    return limit;
                }
                let distance_sq = if is_tight { key } else { columns.bounds[row].tight.distance_sq(point) };
                offer(row, distance_sq, limit)
            });
        }
    }
}

/// Whether squared distances tell what is not farther than this one.
pub(crate) fn decided_by_squares(max_distance: f32) -> bool {
    max_distance == f32::INFINITY || Circle::has_plain_square(max_distance)
}

/// Refuses a NaN or negative distance; an infinite one is no limit.
pub(crate) fn check_max_distance(max_distance: f32) -> Result<(), BroadPhaseError> {
    check("max_distance", max_distance, "at least 0", |value| value >= 0.0)
}
