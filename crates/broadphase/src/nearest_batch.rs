use crate::{
    BroadPhase, Layer, NearHit, QueryFilter,
    batch_hits::Part,
    circle::Circle,
    nearest::decided_by_squares,
    reach::Reach,
    region::Disc,
    sieve::Sieve,
    together::{MOST_VISITS, TOGETHER, Trees},
    wide_tree::key_and_row,
};
use geom::{BoundingCircle, Vec2};
use std::ops::Range;

/// More neighbours than this are looked for one by one: so far from the point the distances say little of those to come.
const MOST_NEIGHBOURS: usize = 16;

/// What is the same for all queries of a batch.
struct Wanted<'a> {
    trees: Trees<'a>,
    sieve: Sieve<'a>,
    filter: &'a QueryFilter,
    k: usize,
    max_distance: f32,
}

impl BroadPhase {
    /// What [`BroadPhase::find_nearest`] gives for each point of a part.
    ///
    /// Few neighbours are looked for together, within a [`Reach`] of the points, as if for what meets a circle; those that
    /// had more to go are then searched alone.
    pub(crate) fn answer_nearest(
        &self,
        points: &[Vec2],
        k: usize,
        max_distance: f32,
        filter: &QueryFilter,
        part: &mut Part<NearHit>,
    ) {
        let pays = decided_by_squares(max_distance) && (1..=MOST_NEIGHBOURS).contains(&k);
        let Some(trees) = self.trees(filter).filter(|_| pays) else {
            part.answer_each(points, |point, hits, room| {
                self.find_nearest(point, k, max_distance, filter, room);
                hits.extend_from_slice(room);
            });
            return;
        };
        let wanted = Wanted { trees, sieve: Sieve::of_many(self, filter), filter, k, max_distance };
        let mut reach = Reach::new(1.0 + 1.0 / (k as f32).sqrt());
        for places in Reach::groups(part.len()) {
            self.answer_nearest_together(points, places, &wanted, &mut reach, part);
        }
    }

    /// Answers the queries at these places in the order.
    fn answer_nearest_together(
        &self,
        points: &[Vec2],
        places: Range<usize>,
        wanted: &Wanted<'_>,
        reach: &mut Reach,
        part: &mut Part<NearHit>,
    ) {
        let (mut together, mut keys) = (std::mem::take(&mut part.together), std::mem::take(&mut part.keys));
        let radius = reach.get().unwrap_or(0.0).min(wanted.max_distance);
        // As far as a search alone looks, if not less far.
        let radius_sq = Circle::new(&BoundingCircle::new(Vec2::ZERO, radius)).reach_sq();
        let probe = |place: usize| Disc { center: points[part.query_at(place)], radius_sq };
        let probes: [Disc<true>; TOGETHER] =
            std::array::from_fn(|number| probe(places.start + number.min(places.len() - 1)));
        let probes = &probes[..places.len()];
        let all_found = reach.get().is_some() && together.find(&wanted.trees, probes, MOST_VISITS);
        for number in 0..places.len() {
            let (query, start) = (part.query_at(places.start + number), part.hits.len());
            keys.clear();
            if all_found {
                self.list_within(points[query], radius_sq, together.of(number), wanted, &mut keys);
            }
            if keys.len() >= wanted.k || all_found && radius == wanted.max_distance {
                let hit = |&key: &u64| {
                    let (distance_sq, row) = key_and_row(key);
                    NearHit { id: self.columns.id(row), distance_sq }
                };
                part.hits.extend(least(&mut keys, wanted.k).iter().map(hit));
            } else {
                self.find_nearest(points[query], wanted.k, wanted.max_distance, wanted.filter, &mut part.room);
                part.hits.extend_from_slice(&part.room);
            }
            part.note_from(query, start);
            if let Some(farthest) = part.hits[start..].last() {
                reach.learn(farthest.distance());
            }
        }
        reach.settle();
        (part.together, part.keys) = (together, keys);
    }

    /// Appends what was found within a distance, and what is there that is in no index yet: the bits of the squared distance,
    /// which order like the distances, above the row.
    fn list_within(
        &self,
        point: Vec2,
        radius_sq: f32,
        found: [(Layer, &[u64]); 2],
        wanted: &Wanted<'_>,
        keys: &mut Vec<u64>,
    ) {
        let columns = &self.columns;
        let distance_sq = |row: usize| columns.bounds[row].tight.distance_sq(point);
        let mut offer = |row: usize, distance_sq: f32| {
            if distance_sq <= radius_sq {
                keys.push(u64::from(distance_sq.to_bits()) << 32 | row as u64);
            }
        };
        if !self.unsettled.is_empty() {
            self.waiting(wanted.filter).for_each(|row| offer(row, distance_sq(row)));
        }
        let [(_, still), (_, moving)] = found;
        moving.iter().map(|&entry| key_and_row(entry)).for_each(|(_, row)| {
            if wanted.sieve.passes(row) {
                offer(row, distance_sq(row));
            }
        });
        // The index of the static layer holds the tight boxes themselves.
        if wanted.sieve.is_open() {
            keys.extend_from_slice(still);
        } else {
            keys.extend(still.iter().filter(|&&entry| wanted.sieve.passes(key_and_row(entry).1)));
        }
    }
}

/// The `k` least keys, ascending.
fn least(keys: &mut [u64], k: usize) -> &[u64] {
    if k > 1 {
        keys.sort_unstable();
    } else if let Some(&least) = keys.iter().min() {
        keys[0] = least;
    }
    &keys[..k.min(keys.len())]
}
