//! Once the buffers have grown, neither updates nor queries touch the allocator. (Entering rayon's pool does.)

mod random;

use broadphase::{
    AabbCast, BatchHits, BroadPhase, CastHit, Change, CircleCast, Layer, Move, Proxy, ProxyId, QueryFilter, RayCast,
};
use geom::{Aabb, BoundingCircle, Vec2};
use random::Random;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use std::ops::ControlFlow;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

// The only test in this file: others would allocate beside it.
#[test]
fn steps_and_queries_do_not_allocate_once_the_buffers_have_grown() {
    #[cfg(feature = "parallel")]
    rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads").install(steps_of_all_kinds);
    #[cfg(not(feature = "parallel"))]
    steps_of_all_kinds();
}

fn steps_of_all_kinds() {
    steps_and_queries();
    let at = |number: usize| Vec2::new((number % 64) as f32, (number / 64) as f32);
    // Half of all in each of two points: all movers meet nearly half of them.
    steps_of_a_crowd(|number, is_moved| {
        let heap = usize::from(is_moved) ^ (number % 2);
        BoundingCircle::new(Vec2::new(heap as f32 * 9.0, 0.0), 1.0)
    });
    // Each meets 64 huge ones and its neighbours. What is huge goes beyond all, what is small to its neighbours.
    steps_of_a_crowd(|number, is_moved| {
        let (radius, way) = if number % 32 == 7 { (500.0, 2000.0) } else { (0.4, 1.5) };
        BoundingCircle::new(at(number) * 3.0 + Vec2::new(0.0, f32::from(is_moved) * way), radius)
    });
    // Each meets some hundred around it, none of them in common with all.
    steps_of_a_crowd(|number, is_moved| BoundingCircle::new(at(number) + Vec2::splat(f32::from(is_moved) * 9.0), 2.6));
}

/// Some of 2048 boxes go elsewhere and come back, others each time: mostly few enough for their pairs to be replaced alone.
fn steps_of_a_crowd(place: impl Fn(usize, bool) -> BoundingCircle) {
    const BOXES: usize = 2048;
    let mut broad_phase = BroadPhase::new();
    let proxy = |circle: BoundingCircle| Proxy { aabb: circle.aabb(), circle, ..Proxy::default() };
    let ids: Vec<ProxyId> =
        (0..BOXES).map(|number| broad_phase.insert(&proxy(place(number, false))).expect("valid")).collect();
    broad_phase.update_pairs();
    let mut round = || {
        for (step, is_moved) in (0..12).flat_map(|step| [true, false].map(|is_moved| (step, is_moved))) {
            let count = if step % 4 == 3 { BOXES / 4 } else { 100 };
            for number in (step * 125..step * 125 + count).chain([BOXES - 1]) {
                let circle = place(number, is_moved);
                assert!(broad_phase.update(ids[number], &circle.aabb(), &circle).expect("valid"));
            }
            let changes = broad_phase.update_pairs();
            assert!(changes.begun.len() + changes.ended.len() > 1000);
        }
    };
    // The index grows by an eighth at a time until it has room for the most nodes that it wears down to.
    (0..4).for_each(|_| round());
    let region = Region::new(ALLOCATOR);
    (0..4).for_each(|_| round());
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0), "{change:?}");
}

fn steps_and_queries() {
    let (mut random, side, filter) = (Random::new(3), 60.0, QueryFilter::ALL);
    let (mut broad_phase, mut movers) = (BroadPhase::new(), Vec::new());
    let proxy = |number: usize, circle: BoundingCircle| {
        let layer = if number.is_multiple_of(10) { Layer::Static } else { Layer::Moving };
        Proxy { aabb: circle.aabb(), circle, layer, user_data: number as u64, ..Proxy::default() }
    };
    for number in 0..3000 {
        // All ways are multiples of this, too, so that who comes back is where it was.
        let center = (random.vector(side) * 1024.0).round() / 1024.0;
        let circle = BoundingCircle::new(center, 0.3 + random.next());
        movers.push((broad_phase.insert(&proxy(number, circle)).expect("valid"), circle));
    }
    let points: Vec<Vec2> = (0..200).map(|_| random.vector(side)).collect();
    let boxes: Vec<Aabb> = points.iter().map(|&at| Aabb::from_center_half(at, Vec2::splat(3.0))).collect();
    let translation = Vec2::new(7.0, 5.0);
    let swept_boxes: Vec<AabbCast> = boxes.iter().map(|&aabb| AabbCast { aabb, translation }).collect();
    let circle = |&center| CircleCast { circle: BoundingCircle::new(center, 1.0), translation };
    let circles: Vec<CircleCast> = points.iter().map(circle).collect();
    let discs: Vec<BoundingCircle> = circles.iter().map(|cast| cast.circle).collect();
    let rays: Vec<RayCast> = points.iter().map(|&origin| RayCast { origin, translation }).collect();
    let (mut found, mut cast, mut near) = (BatchHits::new(), BatchHits::new(), BatchHits::new());
    let (mut hits, mut candidates, mut nearest) = (Vec::new(), Vec::new(), Vec::new());
    let (mut ids, mut moves, mut all_cast) = (Vec::new(), Vec::new(), Vec::new());

    // The way there and the way back, over and over: what was enough for one round is for all.
    let mut round = || {
        for step in 0..24 {
            let way = if step < 12 { 1.0 / 32.0 } else { -1.0 / 32.0 };
            let few_or_all = if step % 6 == 0 { 1 } else { 40 };
            for (id, circle) in movers.iter_mut().step_by(few_or_all) {
                circle.center.x += way;
                broad_phase.update(*id, &circle.aabb(), circle).expect("valid");
            }
            moves.clear();
            for (id, circle) in movers.iter_mut().skip(step % 12).step_by(50) {
                circle.center.y += way;
                let displacement = Vec2::new(0.0, way);
                moves.push(Move { id: *id, aabb: circle.aabb(), circle: *circle, displacement });
            }
            broad_phase.update_batch(&moves).expect("valid");
            // Others come and go, one by one and together.
            let one = step * 7;
            broad_phase.remove(movers[one].0).expect("alive");
            movers[one].0 = broad_phase.insert(&proxy(one, movers[one].1)).expect("valid");
            let some = [one + 1, one + 2, one + 3];
            some.iter().for_each(|&number| broad_phase.remove(movers[number].0).expect("alive"));
            ids.clear();
            broad_phase.insert_batch(&some.map(|number| proxy(number, movers[number].1)), &mut ids).expect("valid");
            some.iter().zip(&ids).for_each(|(&number, &id)| movers[number].0 = id);
            if step % 4 == 1 {
                for (_, circle) in &mut movers {
                    circle.center.x += way * 0.25;
                }
                let bounds = |number| {
                    let (_, circle) = movers[number as usize];
                    Some(Change::To(circle.aabb(), circle))
                };
                broad_phase.update_all(bounds).expect("valid");
            }
            broad_phase.update_pairs();
            // Who reads all pairs has them kept up to date, who does not has changes add up.
            if step < 12 {
                assert!(broad_phase.pairs().len() > 1000);
            }
            broad_phase.circle_filter(0.01, &mut candidates).expect("valid");
            broad_phase.query_aabb(&boxes[step], &filter, &mut hits).expect("valid");
            broad_phase.query_point(points[step], &filter, &mut hits).expect("valid");
            broad_phase.query_circle(points[step], 5.0, &filter, &mut hits).expect("valid");
            let mut visited = 0;
            let mut visitor = |_| {
                visited += 1;
                ControlFlow::Continue(())
            };
            let _ = broad_phase.visit_aabb(&boxes[step], &filter, &mut visitor).expect("valid");
            let _ = broad_phase.visit_point(points[step], &filter, &mut visitor).expect("valid");
            let _ = broad_phase.visit_circle(points[step], 5.0, &filter, &mut visitor).expect("valid");
            assert!(visited > 0);
            broad_phase.nearest(points[step], 9, 50.0, &filter, &mut nearest).expect("valid");
            broad_phase.visit_nearest(points[step], 50.0, &filter, |_| f32::INFINITY).expect("valid");
            broad_phase.cast_all(&swept_boxes[step], &filter, &mut all_cast).expect("valid");
            broad_phase.cast_closest(&circles[step], &filter).expect("valid");
            broad_phase.cast(&rays[step], &filter, |_| 1.0).expect("valid");
            broad_phase.cast_any(&swept_boxes[step], &filter).expect("valid");
            broad_phase.query_batch(&boxes, &filter, &mut found).expect("valid");
            broad_phase.query_batch(&points, &filter, &mut found).expect("valid");
            broad_phase.query_batch(&discs, &filter, &mut found).expect("valid");
            broad_phase.cast_any_batch(&rays, &filter, &mut cast).expect("valid");
            broad_phase.cast_all_batch(&swept_boxes, &filter, &mut cast).expect("valid");
            broad_phase.cast_closest_batch(&circles, &filter, &mut cast).expect("valid");
            let entry = |_, hit: CastHit| Some(hit.fraction);
            broad_phase.cast_closest_batch_by(&rays, &filter, entry, &mut cast).expect("valid");
            broad_phase.nearest_batch(&points, 7, 20.0, &filter, &mut near).expect("valid");
        }
    };
    (0..4).for_each(|_| round());
    let region = Region::new(ALLOCATOR);
    (0..4).for_each(|_| round());
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0), "{change:?}");
}
