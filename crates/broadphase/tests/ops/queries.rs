//! Every kind of query, compared with brute force.

use super::Run;
use broadphase::{
    AabbCast, BatchHits, BroadPhaseError, Cast, CastHit, CircleCast, ProxyId, QueryFilter, RayCast,
    brute_force::{self, Entry},
};
use geom::{Aabb, BoundingCircle, Vec2};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// So many queries are more than are answered one by one at the start of a batch.
const AFTER_OTHERS: usize = 20;

impl Run {
    /// Asks every kind of query about one place and checks the answers.
    pub(super) fn query(&self, aabb: &Aabb, translation: Vec2, k: usize, filter: &QueryFilter) {
        let (entries, broad_phase) = (self.entries(), &self.broad_phase);
        let (mut hits, mut batch) = (Vec::new(), BatchHits::new());
        if !aabb.is_valid() || !translation.is_finite() {
            assert_eq!(broad_phase.query_aabb(aabb, filter, &mut hits).is_err(), !aabb.is_valid());
            assert_eq!(broad_phase.query_batch(&[*aabb], filter, &mut batch).is_err(), !aabb.is_valid());
            let ray = RayCast { origin: aabb.min, translation };
            let is_valid = aabb.min.is_finite() && translation.is_finite();
            assert_eq!(broad_phase.cast_any(&ray, filter).is_ok(), is_valid);
            return;
        }
        let radius = (aabb.max.x * 0.5 - aabb.min.x * 0.5).max(0.0);
        let circle = BoundingCircle::new(aabb.min, radius);
        let in_aabb = brute_force::query_aabb(&entries, aabb, filter);
        broad_phase.query_aabb(aabb, filter, &mut hits).expect("valid");
        assert_eq!(hits, in_aabb);
        let at_point = brute_force::query_point(&entries, aabb.min, filter);
        broad_phase.query_point(aabb.min, filter, &mut hits).expect("valid");
        assert_eq!(hits, at_point);
        let in_circle = brute_force::query_circle(&entries, aabb.min, radius, filter);
        broad_phase.query_circle(aabb.min, radius, filter, &mut hits).expect("valid");
        assert_eq!(hits, in_circle);
        assert_visits(&in_aabb, |visitor| broad_phase.visit_aabb(aabb, filter, visitor));
        assert_visits(&at_point, |visitor| broad_phase.visit_point(aabb.min, filter, visitor));
        assert_visits(&in_circle, |visitor| broad_phase.visit_circle(aabb.min, radius, filter, visitor));
        assert_batch(&in_aabb, |hits| broad_phase.query_batch(&[*aabb; 20], filter, hits));
        assert_batch(&at_point, |hits| broad_phase.query_batch(&[aabb.min; 3], filter, hits));
        assert_batch(&in_circle, |hits| broad_phase.query_batch(&[circle; 3], filter, hits));
        self.mixed_regions(&entries, filter);

        let ray = RayCast { origin: aabb.max, translation };
        self.cast(&entries, &ray, &RayCast { translation: translation * 0.1, ..ray }, filter);
        let closest = broad_phase.ray_cast_closest(ray.origin, ray.translation, filter);
        assert_eq!(closest, Ok(brute_force::cast_all(&entries, &ray, filter).first().copied()));
        let swept = AabbCast { aabb: *aabb, translation };
        self.cast(&entries, &swept, &AabbCast { translation: Vec2::ZERO, ..swept }, filter);
        let swept = CircleCast { circle, translation };
        self.cast(&entries, &swept, &CircleCast { translation: -translation, ..swept }, filter);

        let mut near = Vec::new();
        for max_distance in [f32::INFINITY, radius] {
            let expected = brute_force::nearest(&entries, aabb.max, k, max_distance, filter);
            broad_phase.nearest(aabb.max, k, max_distance, filter, &mut near).expect("valid");
            assert_eq!(near, expected);
            assert_batch(&expected, |hits| broad_phase.nearest_batch(&[aabb.max; 3], k, max_distance, filter, hits));
            near.clear();
            let go_on = |hit| {
                near.push(hit);
                f32::INFINITY
            };
            broad_phase.visit_nearest(aabb.max, max_distance, filter, go_on).expect("valid");
            near.sort();
            assert_eq!(near, brute_force::nearest(&entries, aabb.max, usize::MAX, max_distance, filter));
            let (all, mut last) = (std::mem::take(&mut near), None);
            broad_phase
                .visit_nearest(aabb.max, max_distance, filter, |hit| last.insert(hit).distance_sq)
                .expect("valid");
            assert_eq!(last.map(|hit| hit.distance_sq), all.first().map(|hit| hit.distance_sq));
            let mut count = 0;
            let stop = |_| {
                count += 1;
                -1.0
            };
            broad_phase.visit_nearest(aabb.max, max_distance, filter, stop).expect("valid");
            assert_eq!(count, all.len().min(1));
            // How far the first ones have to go decides how far the others are looked for together.
            let from_min = brute_force::nearest(&entries, aabb.min, k, max_distance, filter);
            let (mut points, mut batch) = ([aabb.min; AFTER_OTHERS], BatchHits::new());
            points[AFTER_OTHERS - 3..].fill(aabb.max);
            broad_phase.nearest_batch(&points, k, max_distance, filter, &mut batch).expect("valid");
            for (point, hits) in points.iter().zip(batch.iter()) {
                assert_eq!(hits, if *point == aabb.max { &expected } else { &from_min });
            }
        }
    }

    /// Asks about the boxes, corners and circles of some proxies in one batch each.
    fn mixed_regions(&self, entries: &[Entry], filter: &QueryFilter) {
        let some = || entries.iter().take(70).map(|entry| entry.proxy);
        let boxes: Vec<Aabb> = some().map(|proxy| proxy.aabb).collect();
        let points: Vec<Vec2> = some().map(|proxy| proxy.aabb.max).collect();
        let circles: Vec<BoundingCircle> = some().map(|proxy| proxy.circle).filter(BoundingCircle::is_valid).collect();
        let mut hits = BatchHits::new();
        self.broad_phase.query_batch(&boxes, filter, &mut hits).expect("valid");
        assert!(hits.iter().eq(boxes.iter().map(|aabb| brute_force::query_aabb(entries, aabb, filter))));
        self.broad_phase.query_batch(&points, filter, &mut hits).expect("valid");
        assert!(hits.iter().eq(points.iter().map(|point| brute_force::query_point(entries, *point, filter))));
        self.broad_phase.query_batch(&circles, filter, &mut hits).expect("valid");
        let expected =
            |circle: &BoundingCircle| brute_force::query_circle(entries, circle.center, circle.radius, filter);
        assert!(hits.iter().eq(circles.iter().map(expected)));
    }

    /// Compares the answers to a cast, alone, in batches, and behind others in a batch.
    fn cast<C: Cast + PartialEq>(&self, entries: &[Entry], cast: &C, before: &C, filter: &QueryFilter) {
        let broad_phase = &self.broad_phase;
        let expected = brute_force::cast_all(entries, cast, filter);
        let closest = broad_phase.cast_closest(cast, filter).expect("valid");
        assert_eq!(closest.as_ref(), expected.first());
        assert_eq!(broad_phase.cast_any(cast, filter), Ok(!expected.is_empty()));
        let mut hits = Vec::new();
        broad_phase.cast_all(cast, filter, &mut hits).expect("valid");
        assert_eq!(hits, expected);
        let mut visited = Vec::new();
        let go_on = |hit| {
            visited.push(hit);
            1.0
        };
        broad_phase.cast(cast, filter, go_on).expect("valid");
        visited.sort_by(|a: &CastHit, b| a.fraction.total_cmp(&b.fraction).then(a.id.cmp(&b.id)));
        assert_eq!(visited, expected);
        let mut last = None;
        broad_phase.cast(cast, filter, |hit| last.insert(hit).fraction).expect("valid");
        assert_eq!(last.map(|hit| hit.fraction), closest.map(|hit| hit.fraction));
        let mut count = 0;
        let stop = |_| {
            count += 1;
            -1.0
        };
        broad_phase.cast(cast, filter, stop).expect("valid");
        assert_eq!(count, expected.len().min(1));
        assert_batch(&expected, |hits| broad_phase.cast_all_batch(&[*cast; 3], filter, hits));
        assert_batch(closest.as_slice(), |hits| broad_phase.cast_closest_batch(&[*cast; 3], filter, hits));
        let behind = |hit: &CastHit| {
            (!hit.id.index().is_multiple_of(3)).then(|| CastHit { fraction: (hit.fraction + 1.0) / 2.0, ..*hit })
        };
        let order = |a: &CastHit, b: &CastHit| a.fraction.total_cmp(&b.fraction).then(a.id.cmp(&b.id));
        let by_caller = expected.iter().filter_map(behind).min_by(order);
        let entry = |_, hit: CastHit| behind(&hit).map(|hit| hit.fraction);
        assert_batch(by_caller.as_slice(), |hits| broad_phase.cast_closest_batch_by(&[*cast; 3], filter, entry, hits));
        // How far the first ones go decides whether the others go together.
        let (mut casts, mut batch) = ([*before; AFTER_OTHERS], BatchHits::new());
        casts[AFTER_OTHERS - 3..].fill(*cast);
        broad_phase.cast_closest_batch(&casts, filter, &mut batch).expect("valid");
        let closest_before = brute_force::cast_all(entries, before, filter).first().copied();
        for (asked, hits) in casts.iter().zip(batch.iter()) {
            assert_eq!(hits, if asked == before { closest_before.as_slice() } else { closest.as_slice() });
        }
        let mut any = BatchHits::new();
        broad_phase.cast_any_batch(&[*cast; 3], filter, &mut any).expect("valid");
        for hits in any.iter() {
            assert_eq!(hits.len(), closest.iter().len());
            assert!(hits.iter().all(|hit| expected.contains(hit)));
        }
    }
}

/// Asks the same query several times over and compares each answer.
fn assert_batch<T: Copy + PartialEq + Debug>(
    expected: &[T],
    ask: impl FnOnce(&mut BatchHits<T>) -> Result<(), BroadPhaseError>,
) {
    let mut hits = BatchHits::new();
    ask(&mut hits).expect("valid");
    assert!(!hits.is_empty() && hits.iter().all(|hits| hits == expected));
    assert_eq!(hits.total(), hits.len() * expected.len());
}

/// Visits everything, then the first alone.
fn assert_visits(
    expected: &[ProxyId],
    mut visit: impl FnMut(&mut dyn FnMut(ProxyId) -> ControlFlow<()>) -> Result<ControlFlow<()>, BroadPhaseError>,
) {
    let mut visited = Vec::new();
    let all = visit(&mut |id| {
        visited.push(id);
        ControlFlow::Continue(())
    });
    visited.sort();
    assert_eq!((all, &visited[..]), (Ok(ControlFlow::Continue(())), expected));
    visited.clear();
    let first = visit(&mut |id| {
        visited.push(id);
        ControlFlow::Break(())
    });
    assert_eq!((first.expect("valid").is_break(), visited.len()), (!expected.is_empty(), expected.len().min(1)));
}
