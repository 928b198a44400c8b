//! Every answer of the [`BroadPhase`] from plain loops over a slice: the oracle of its tests, the baseline of its
//! measurements, and the shortest statement of what each answer means.

use crate::{
    BroadPhase, Cast, CastHit, Layer, NearHit, Pair, Proxy, ProxyId, QueryFilter,
    cast::sealed::Swept as _,
    circle::Circle,
    ray::{END, Ray},
};
use geom::{Aabb, BoundingCircle, Vec2};

/// A proxy with its id and its fat box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Its id.
    pub id: ProxyId,
    /// The box that pairs are made of.
    pub fat_aabb: Aabb,
    /// All else.
    pub proxy: Proxy,
}

/// All proxies of a broad phase, ascending by id.
#[must_use]
pub fn entries(broad_phase: &BroadPhase) -> Vec<Entry> {
    let entry = |id| Some(Entry { id, fat_aabb: broad_phase.fat_aabb(id)?, proxy: broad_phase.get(id)? });
    broad_phase.ids().filter_map(entry).collect()
}

/// The pairs of proxies that are not both static, whose fat boxes share a point and whose filters accept each other, sorted.
/// O(n²).
#[must_use]
pub fn pairs(entries: &[Entry]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for (rank, a) in entries.iter().enumerate() {
        for b in &entries[rank + 1..] {
            let may_move = a.proxy.layer == Layer::Moving || b.proxy.layer == Layer::Moving;
            if may_move && a.fat_aabb.overlaps(&b.fat_aabb) && a.proxy.filter.accepts(&b.proxy.filter) {
                pairs.extend(Pair::new(a.id.index(), b.id.index()));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// The proxies whose tight boxes share a point with `aabb`, in the order of `entries`.
#[must_use]
pub fn query_aabb(entries: &[Entry], aabb: &Aabb, filter: &QueryFilter) -> Vec<ProxyId> {
    select(entries, filter, |tight| tight.overlaps(aabb))
}

/// The proxies whose tight boxes contain `point`, in the order of `entries`.
#[must_use]
pub fn query_point(entries: &[Entry], point: Vec2, filter: &QueryFilter) -> Vec<ProxyId> {
    select(entries, filter, |tight| tight.contains_point(point))
}

/// The proxies whose tight boxes share a point with the circle, in the order of `entries`.
#[must_use]
pub fn query_circle(entries: &[Entry], center: Vec2, radius: f32, filter: &QueryFilter) -> Vec<ProxyId> {
    let circle = Circle::new(&BoundingCircle::new(center, radius));
    select(entries, filter, |tight| circle.meets(tight))
}

/// The proxies whose tight boxes the cast meets, by fraction, then by id.
#[must_use]
pub fn cast_all(entries: &[Entry], cast: &impl Cast, filter: &QueryFilter) -> Vec<CastHit> {
    let swept = cast.prepare();
    let mut hits: Vec<CastHit> = accepted(entries, filter)
        .filter_map(|entry| {
            let fraction = swept.entry(&entry.proxy.aabb, END).map(Ray::reported)?;
            Some(CastHit { id: entry.id, fraction })
        })
        .collect();
    hits.sort_unstable_by(CastHit::order);
    hits
}

/// The `k` proxies whose tight boxes are nearest to `point` and not farther than `max_distance`, nearest first.
#[must_use]
pub fn nearest(entries: &[Entry], point: Vec2, k: usize, max_distance: f32, filter: &QueryFilter) -> Vec<NearHit> {
    let within = Circle::new(&BoundingCircle::new(point, max_distance));
    let mut hits: Vec<NearHit> = accepted(entries, filter)
        .filter(|entry| max_distance == f32::INFINITY || within.meets(&entry.proxy.aabb))
        .map(|entry| NearHit { id: entry.id, distance_sq: entry.proxy.aabb.distance_sq(point) })
        .collect();
    hits.sort_unstable();
    hits.truncate(k);
    hits
}

fn accepted<'a>(entries: &'a [Entry], filter: &'a QueryFilter) -> impl Iterator<Item = &'a Entry> {
    entries.iter().filter(|entry| filter.accepts(&entry.proxy.filter, entry.proxy.layer))
}

fn select(entries: &[Entry], filter: &QueryFilter, test: impl Fn(&Aabb) -> bool) -> Vec<ProxyId> {
    accepted(entries, filter).filter(|entry| test(&entry.proxy.aabb)).map(|entry| entry.id).collect()
}
