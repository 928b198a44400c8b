use crate::{
    BroadPhase, Cast, CastHit, Layer, QueryFilter,
    batch_hits::Part,
    cast::sealed::Swept,
    lanes::{AabbLanes, Lanes},
    ray::{END, Ray},
    ray_lanes::RayLanes,
    sieve::Sieve,
    together::{TOGETHER, Trees},
    wide_tree::{Probe, key_and_row},
};
use geom::Aabb;
use std::ops::Range;

/// Fewer casts than this are made one by one: two take 1.1 times as many instructions together.
const LEAST_TOGETHER: usize = 3;

/// A whole way; the keys are the fractions.
impl Probe for RayLanes {
    const IS_KEYED: bool = true;

    #[inline]
    fn probe(&self, boxes: &AabbLanes) -> (u32, Lanes) {
        self.entry(boxes, END)
    }

    #[inline]
    fn span(&self) -> Option<Aabb> {
        None
    }
}

impl BroadPhase {
    /// What [`BroadPhase::append_all`] gives for each cast of a part.
    pub(crate) fn answer_all<C: Cast>(&self, casts: &[C], filter: &QueryFilter, part: &mut Part<CastHit>) {
        let Some(trees) = self.trees(filter) else {
            part.answer_each(casts, |cast, hits, _| self.append_all(&cast.prepare(), filter, hits));
            return;
        };
        let sieve = Sieve::of_many(self, filter);
        for first in (0..part.len()).step_by(TOGETHER) {
            let places = first..part.len().min(first + TOGETHER);
            if places.len() >= LEAST_TOGETHER {
                self.answer_all_together(casts, places, &trees, &sieve, filter, part);
                continue;
            }
            for place in places {
                let (query, start) = (part.query_at(place), part.hits.len());
                self.append_all(&casts[query].prepare(), filter, &mut part.hits);
                part.note_from(query, start);
            }
        }
    }

    /// Answers the casts at these places in the order.
    fn answer_all_together<C: Cast>(
        &self,
        casts: &[C],
        places: Range<usize>,
        trees: &Trees<'_>,
        sieve: &Sieve<'_>,
        filter: &QueryFilter,
        part: &mut Part<CastHit>,
    ) {
        let (columns, some_wait) = (&self.columns, !self.unsettled.is_empty());
        let mut together = std::mem::take(&mut part.together);
        let mut rays = std::mem::take(&mut part.rays);
        rays.clear();
        rays.extend(places.clone().map(|place| RayLanes::new(casts[part.query_at(place)].prepare().bounds())));
        // All that they come to is asked for: it never is too much.
        together.find(trees, &rays, usize::MAX);
        part.rays = rays;
        for (number, place) in places.enumerate() {
            let (query, start) = (part.query_at(place), part.hits.len());
            let swept = casts[query].prepare();
            let mut offer = |row: usize, fraction: Option<f32>| {
                let fraction = fraction.map(Ray::reported);
                part.hits.extend(fraction.map(|fraction| CastHit { id: columns.id(row), fraction }));
            };
            if some_wait {
                self.waiting(filter).for_each(|row| offer(row, swept.entry(&columns.bounds[row].tight, END)));
            }
            for (layer, found) in together.of(number) {
                // The index of the static layer holds the tight boxes themselves.
                let is_tight = layer == Layer::Static;
                for (entry, row) in found.iter().map(|&entry| key_and_row(entry)) {
                    if sieve.passes(row) {
                        let tight = &columns.bounds[row].tight;
                        let fraction =
                            if is_tight { swept.entry_from(entry, tight, END) } else { swept.entry(tight, END) };
                        offer(row, fraction);
                    }
                }
            }
            part.hits[start..].sort_unstable_by(CastHit::order);
            part.note_from(query, start);
        }
        part.together = together;
    }
}
