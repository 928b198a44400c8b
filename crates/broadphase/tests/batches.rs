//! A batch answers each query as if it were asked alone, in the order in which the queries were given.

use broadphase::{
    AabbCast, BatchHits, BroadPhase, BroadPhaseError, CastHit, CircleCast, Filter, IndexKind, Layer, Proxy, ProxyId,
    QueryFilter, RayCast, Region, Settings,
};
use geom::{Aabb, BoundingCircle, Vec2};
use std::panic::{AssertUnwindSafe, catch_unwind};

mod random;
use random::Random;

/// 2000 boxes, a third of them static, all of them in their indices, then some moved that are not.
fn scattered() -> BroadPhase {
    let mut random = Random::new(7);
    let mut broad_phase = BroadPhase::new();
    let mut ids = Vec::new();
    for user_data in 0..2000 {
        let circle = BoundingCircle::new(random.vector(100.0), 0.2 + random.next());
        let layer = if random.next() < 0.3 { Layer::Static } else { Layer::Moving };
        let proxy = Proxy { aabb: circle.aabb(), circle, layer, user_data, ..Proxy::default() };
        ids.push(broad_phase.insert(&proxy).expect("valid"));
    }
    broad_phase.update_pairs();
    for id in ids.into_iter().step_by(9) {
        let circle = BoundingCircle::new(random.vector(100.0), 0.5);
        broad_phase.update(id, &circle.aabb(), &circle).expect("valid");
    }
    broad_phase
}

#[test]
fn each_query_of_a_batch_gets_its_own_answer() {
    let (broad_phase, mut random, filter) = (scattered(), Random::new(11), QueryFilter::ALL);
    let mut points = Vec::new();
    let (mut boxes, mut circles) = (Vec::new(), Vec::new());
    let (mut rays, mut swept_boxes, mut swept_circles) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..300 {
        let (point, translation) = (random.vector(100.0), random.vector(60.0) - Vec2::splat(30.0));
        let aabb = Aabb::new(point, point + random.vector(9.0));
        let circle = BoundingCircle::new(point, random.next() * 5.0);
        points.push(point);
        boxes.push(aabb);
        circles.push(circle);
        rays.push(RayCast { origin: point, translation });
        swept_boxes.push(AabbCast { aabb, translation });
        swept_circles.push(CircleCast { circle, translation });
    }
    let (mut single, mut batch) = (Vec::new(), BatchHits::new());
    broad_phase.query_batch(&boxes, &filter, &mut batch).expect("valid");
    assert_eq!(batch.len(), boxes.len());
    for (query, hits) in boxes.iter().zip(batch.iter()) {
        broad_phase.query_aabb(query, &filter, &mut single).expect("valid");
        assert_eq!(hits, single);
    }
    broad_phase.query_batch(&points, &filter, &mut batch).expect("valid");
    assert_eq!(batch.len(), points.len());
    for (query, hits) in points.iter().zip(batch.iter()) {
        broad_phase.query_point(*query, &filter, &mut single).expect("valid");
        assert_eq!(hits, single);
    }
    broad_phase.query_batch(&circles, &filter, &mut batch).expect("valid");
    assert_eq!(batch.len(), circles.len());
    for (query, hits) in circles.iter().zip(batch.iter()) {
        broad_phase.query_circle(query.center, query.radius, &filter, &mut single).expect("valid");
        assert_eq!(hits, single);
    }
    let (mut single, mut batch) = (Vec::new(), BatchHits::new());
    for (k, max_distance) in [(1, f32::INFINITY), (5, f32::INFINITY), (5, 3.0), (16, 20.0), (17, f32::INFINITY)] {
        broad_phase.nearest_batch(&points, k, max_distance, &filter, &mut batch).expect("valid");
        assert_eq!(batch.len(), points.len());
        for (query, hits) in points.iter().zip(batch.iter()) {
            broad_phase.nearest(*query, k, max_distance, &filter, &mut single).expect("valid");
            assert_eq!(hits, single);
        }
    }
    assert_casts(&broad_phase, &rays, &filter);
    assert_casts(&broad_phase, &swept_boxes, &filter);
    assert_casts(&broad_phase, &swept_circles, &filter);
}

/// By a test of the caller's own: the disc inside a box is met where a ray passes it nearest, some are not there at all, and
/// some numbers are none.
#[test]
fn a_batch_asks_the_caller_what_is_met_inside_a_box() {
    let (broad_phase, mut random) = (scattered(), Random::new(13));
    let ray = |random: &mut Random| RayCast {
        origin: random.vector(100.0),
        translation: random.vector(60.0) - Vec2::splat(30.0),
    };
    let rays: Vec<RayCast> = (0..300).map(|_| ray(&mut random)).collect();
    let told = |cast: usize, hit: &CastHit| {
        let (RayCast { origin, translation }, proxy) = (rays[cast], broad_phase.get(hit.id).expect("alive"));
        match (proxy.user_data + cast as u64) % 5 {
            0 => None,
            1 => Some([f32::NAN, 1.5, -1.0, f32::NEG_INFINITY][cast % 4]),
            _ => Some((proxy.circle.center - origin).dot(translation) / translation.length_squared()),
        }
    };
    for (count, filter) in [
        (300, QueryFilter::ALL),
        (7, QueryFilter::ALL),
        (300, QueryFilter { layer: Some(Layer::Static), ..QueryFilter::ALL }),
    ] {
        let (mut all, mut batch) = (Vec::new(), BatchHits::new());
        let entry = |cast: usize, hit: CastHit| told(cast, &hit);
        broad_phase.cast_closest_batch_by(&rays[..count], &filter, entry, &mut batch).expect("valid");
        let mut later = 0;
        for (cast, ray) in rays[..count].iter().enumerate() {
            broad_phase.cast_all(ray, &filter, &mut all).expect("valid");
            let met = all.iter().filter_map(|hit| {
                let fraction = told(cast, hit).filter(|&fraction| fraction <= 1.0)?;
                Some(CastHit { fraction: fraction.max(hit.fraction), ..*hit })
            });
            let order = |a: &CastHit, b: &CastHit| a.fraction.total_cmp(&b.fraction).then(a.id.cmp(&b.id));
            let expected: Vec<CastHit> = met.min_by(order).into_iter().collect();
            later += usize::from(!expected.is_empty() && expected[0].id != all[0].id);
            assert_eq!(batch.get(cast), Some(&expected[..]), "{cast}");
        }
        assert!(later > 0, "the box that is entered first is not always the answer");
    }
}

#[test]
fn a_batch_is_answered_from_what_another_found() {
    let (broad_phase, mut random) = (scattered(), Random::new(17));
    let (mut found, mut rows) = (BatchHits::new(), BatchHits::new());
    for count in [300, 7, 0, 40] {
        let boxes: Vec<Aabb> =
            (0..count).map(|_| Aabb::from_center_half(random.vector(100.0), Vec2::splat(4.0))).collect();
        broad_phase.query_batch(&boxes, &QueryFilter::ALL, &mut found).expect("valid");
        rows.answer_from(&found, |query, ids, rows| rows.extend(ids.iter().map(|id| (query, id.index()))));
        assert_eq!((rows.len(), rows.total()), (count, found.total()));
        for (query, (ids, rows)) in found.iter().zip(rows.iter()).enumerate() {
            assert!(rows.iter().copied().eq(ids.iter().map(|id| (query, id.index()))));
        }
    }
}

#[test]
fn what_is_done_to_the_list_of_a_query_is_not_done_to_those_of_others() {
    let (broad_phase, mut random) = (scattered(), Random::new(19));
    let boxes: Vec<Aabb> = (0..40).map(|_| Aabb::from_center_half(random.vector(100.0), Vec2::splat(4.0))).collect();
    let (mut found, mut again) = (BatchHits::new(), BatchHits::new());
    broad_phase.query_batch(&boxes, &QueryFilter::ALL, &mut found).expect("valid");
    again.answer_from(&found, |_, ids, again| {
        assert!(again.is_empty());
        ids.iter().rev().for_each(|&id| again.push(id));
        assert!(again.len() == ids.len() && again.first() == ids.last());
        again.sort_unstable();
    });
    assert!(found.total() > 40 && again.iter().eq(found.iter()));
}

#[test]
fn a_batch_that_ended_in_the_callers_panic_has_no_answers() {
    let (broad_phase, ray) = (scattered(), RayCast { origin: Vec2::ZERO, translation: Vec2::splat(100.0) });
    let mut hits = BatchHits::new();
    for count in [40, 3] {
        broad_phase.cast_closest_batch(&vec![ray; count], &QueryFilter::ALL, &mut hits).expect("valid");
        assert_eq!((hits.len(), hits.total()), (count, count));
        let panics_late = |cast, hit: CastHit| {
            assert_ne!(cast, count - 1);
            Some(hit.fraction)
        };
        let ask = AssertUnwindSafe(|| {
            broad_phase.cast_closest_batch_by(&vec![ray; count], &QueryFilter::ALL, panics_late, &mut hits)
        });
        assert!(catch_unwind(ask).is_err());
        assert_eq!((hits.len(), hits.total(), hits.iter().next()), (0, 0, None));
    }
}

/// Few filters, whose rules have a bit each, and more of them than there are bits; all in their indices, and some not.
#[test]
fn a_batch_reports_what_its_filter_lets_through() {
    let filters = [
        QueryFilter { mask: 2, ..QueryFilter::ALL },
        QueryFilter { mask: 0, group: 2, ..QueryFilter::ALL },
        QueryFilter { category: 4, group: -3, layer: Some(Layer::Static), ..QueryFilter::ALL },
        QueryFilter { exclude_owner: 1, ..QueryFilter::ALL },
        QueryFilter { mask: 2, exclude_owner: 2, ..QueryFilter::ALL },
    ];
    for (groups, is_settled) in [(6, true), (6, false), (90, true), (90, false)] {
        // Unsettled ones with rstar as the index of one layer.
        let static_index = if is_settled { IndexKind::Wide } else { IndexKind::Rstar };
        let settings = Settings { static_index, ..Settings::default() };
        let mut broad_phase = BroadPhase::with_settings(settings).expect("valid");
        let mut random = Random::new(5);
        for number in 0..2000 {
            let circle = BoundingCircle::new(random.vector(60.0), 0.2 + random.next());
            let filter = Filter {
                category: 1 << (number % 2),
                mask: 1 << (number % 3),
                group: number % groups - 3,
                owner: if number % 4 == 0 { Filter::NO_OWNER } else { number as u32 % 4 },
            };
            let layer = if number % 5 < 2 { Layer::Static } else { Layer::Moving };
            broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, filter, layer, user_data: 0 }).expect("valid");
            if number == 1900 || number == 1999 && is_settled {
                broad_phase.refresh();
            }
        }
        let points: Vec<Vec2> = (0..200).map(|_| random.vector(60.0)).collect();
        let boxes: Vec<Aabb> = points.iter().map(|&at| Aabb::from_center_half(at, Vec2::splat(3.0))).collect();
        let circles: Vec<BoundingCircle> = points.iter().map(|&at| BoundingCircle::new(at, 3.0)).collect();
        for filter in filters {
            assert_filtered(&broad_phase, &points, &filter);
            assert_filtered(&broad_phase, &boxes, &filter);
            assert_filtered(&broad_phase, &circles, &filter);
            for (len, reach) in [(1, 9.0), (15, 90.0), (16, 90.0), (17, 9.0), (200, 2.0), (200, 90.0)] {
                let ways: Vec<Vec2> =
                    points[..len].iter().map(|_| random.vector(reach) - Vec2::splat(reach / 2.0)).collect();
                let ways = || ways.iter().copied();
                let rays: Vec<_> =
                    points.iter().zip(ways()).map(|(&origin, translation)| RayCast { origin, translation }).collect();
                let discs: Vec<_> = circles
                    .iter()
                    .zip(ways())
                    .map(|(&circle, translation)| CircleCast { circle, translation })
                    .collect();
                assert_casts(&broad_phase, &rays, &filter);
                assert_casts(&broad_phase, &discs, &filter);
            }
        }
    }
}

/// That the filter's hits are those of all hits that it accepts: some, and not all.
fn assert_filtered<R: Region>(broad_phase: &BroadPhase, regions: &[R], filter: &QueryFilter) {
    let (mut all, mut left) = (BatchHits::new(), BatchHits::new());
    broad_phase.query_batch(regions, &QueryFilter::ALL, &mut all).expect("valid");
    broad_phase.query_batch(regions, filter, &mut left).expect("valid");
    for (all, left) in all.iter().zip(left.iter()) {
        let is_accepted = |id: &ProxyId| {
            let proxy = broad_phase.get(*id).expect("alive");
            filter.accepts(&proxy.filter, proxy.layer)
        };
        let expected: Vec<ProxyId> = all.iter().copied().filter(is_accepted).collect();
        assert_eq!(left, expected, "{filter:?}");
    }
    assert!(0 < left.total() && left.total() < all.total(), "{} of {}", left.total(), all.total());
}

/// That each cast of a batch finds what it finds alone; any hit will do where any is asked for.
fn assert_casts(broad_phase: &BroadPhase, casts: &[impl broadphase::Cast], filter: &QueryFilter) {
    let (mut single, mut all) = (Vec::new(), BatchHits::new());
    let (mut closest, mut any) = (BatchHits::new(), BatchHits::new());
    broad_phase.cast_all_batch(casts, filter, &mut all).expect("valid");
    broad_phase.cast_closest_batch(casts, filter, &mut closest).expect("valid");
    broad_phase.cast_any_batch(casts, filter, &mut any).expect("valid");
    assert_eq!([all.len(), closest.len(), any.len()], [casts.len(); 3]);
    for (((cast, all), closest), any) in casts.iter().zip(all.iter()).zip(closest.iter()).zip(any.iter()) {
        broad_phase.cast_all(cast, filter, &mut single).expect("valid");
        assert_eq!(all, single);
        assert_eq!(closest, broad_phase.cast_closest(cast, filter).expect("valid").as_slice());
        assert_eq!(closest, &all[..all.len().min(1)]);
        assert_eq!(any.len(), closest.len());
        assert!(any.iter().all(|hit| all.contains(hit)));
        assert_eq!(!any.is_empty(), broad_phase.cast_any(cast, filter).expect("valid"));
    }
}

#[test]
fn what_a_filter_hides_takes_no_room() {
    let (mut broad_phase, aabb) = (BroadPhase::new(), Aabb::new(Vec2::ZERO, Vec2::ONE));
    for number in 0..20 {
        let filter = Filter { category: 1 << (number % 2), ..Filter::ALL };
        broad_phase.insert(&Proxy { aabb, layer: Layer::Static, filter, ..Proxy::default() }).expect("valid");
    }
    broad_phase.refresh();
    let mut hits = Vec::with_capacity(10);
    for (mask, count, room) in [(1, 10, 10), (4, 0, 0)] {
        broad_phase.query_aabb(&aabb, &QueryFilter { mask, ..QueryFilter::ALL }, &mut hits).expect("valid");
        assert_eq!((hits.len(), hits.capacity()), (count, room));
        hits = Vec::new();
    }
}

#[test]
fn an_invalid_query_leaves_the_answers_of_the_last_batch() {
    let (broad_phase, filter) = (scattered(), QueryFilter::ALL);
    let good = Aabb::new(Vec2::splat(10.0), Vec2::splat(20.0));
    let mut hits = BatchHits::new();
    broad_phase.query_batch(&[good], &filter, &mut hits).expect("valid");
    let before = hits.get(0).unwrap().to_vec();
    assert!(!before.is_empty());
    let bad = Aabb::new(Vec2::ONE, Vec2::NAN);
    let refused = broad_phase.query_batch(&[good, bad], &filter, &mut hits);
    assert!(matches!(refused, Err(BroadPhaseError::InvalidAabb(_))));
    assert_eq!((hits.len(), hits.get(0), hits.get(1)), (1, Some(&before[..]), None));
}

#[test]
fn an_empty_batch_has_no_answers() {
    let mut hits = BatchHits::new();
    scattered().query_batch::<Vec2>(&[], &QueryFilter::ALL, &mut hits).expect("valid");
    assert!(hits.is_empty() && hits.total() == 0);
}
