use crate::{
    BroadPhase, Cast, CastHit, QueryFilter,
    batch_hits::Part,
    cast::sealed::Swept,
    ray::END,
    sieve::Sieve,
    wide_tree::{DESCENDING, RaySearch},
};

impl BroadPhase {
    /// What [`BroadPhase::one_hit`] gives for each cast of a part, whose number `take` is told, too. Some at a time go down to the first
    /// leaves of each layer's tree together, and each on from there alone.
    pub(crate) fn answer_one_hit<C: Cast, T: Copy>(
        &self,
        casts: &[C],
        filter: &QueryFilter,
        part: &mut Part<T>,
        take: impl Fn(usize, &mut Option<T>, CastHit) -> f32,
    ) {
        // What goes one way and another is sooner there alone: eight of 5 m together take 1.1 times as long.
        if !part.is_sorted() {
            for place in 0..part.len() {
                let (query, start) = (part.query_at(place), part.hits.len());
                part.hits.extend(self.one_hit(&casts[query].prepare(), filter, |hit, its| take(query, hit, its)));
                part.note_from(query, start);
            }
            return;
        }
        let sieve = Sieve::of_many(self, filter);
        let mut searches = std::mem::take(&mut part.searches);
        for first in (0..part.len()).step_by(DESCENDING) {
            let some = first..part.len().min(first + DESCENDING);
            let (mut hits, mut limits) = ([None; DESCENDING], [END; DESCENDING]);
            // Where there are fewer, the last one again.
            let place_of = |number: usize| (some.start + number).min(some.end - 1);
            let swept: [C::Swept; DESCENDING] =
                std::array::from_fn(|number| casts[part.query_at(place_of(number))].prepare());
            for (number, swept) in swept[..some.len()].iter().enumerate() {
                match searches.get_mut(number) {
                    Some(search) => search.renew(swept.bounds()),
                    None => searches.push(RaySearch::new(swept.bounds())),
                }
                let query = part.query_at(some.start + number);
                limits[number] = self.cast_at_waiting(swept, filter, |hit| take(query, &mut hits[number], hit));
            }
            let searches = &mut searches[..some.len()];
            for (layer, index) in self.indices(filter) {
                let tree = index.wide();
                if let Some(tree) = tree {
                    tree.descend(searches, &limits);
                }
                let each = searches.iter_mut().zip(&swept).zip(&mut hits).zip(&mut limits);
                for (place, (((search, swept), hit), limit)) in some.clone().zip(each) {
                    let query = part.query_at(place);
                    let mut found = self.offering(layer, swept, &sieve, |its| take(query, hit, its));
                    *limit = match tree {
                        Some(tree) => tree.ray_below(search, *limit, &mut found),
                        None => index.ray(swept.bounds(), *limit, &mut found),
                    };
                }
            }
            for (place, hit) in some.zip(hits) {
                let (query, start) = (part.query_at(place), part.hits.len());
                part.hits.extend(hit);
                part.note_from(query, start);
            }
        }
        part.searches = searches;
    }
}
