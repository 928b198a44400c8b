//! The same bits come out whatever the number of threads.

mod random;

use broadphase::{AabbCast, BatchHits, BroadPhase, Change, Layer, NearHit, Pair, Proxy, ProxyId, QueryFilter, RayHit};
use geom::{Aabb, BoundingCircle, Vec2};
use random::Random;

/// Everything a user can see of some steps.
#[derive(Debug, PartialEq)]
struct Seen {
    pairs: Vec<Vec<Pair>>,
    queried: Vec<Vec<ProxyId>>,
    cast: Vec<Vec<RayHit>>,
    any: Vec<Vec<RayHit>>,
    near: Vec<Vec<NearHit>>,
    bounds: Vec<Option<Aabb>>,
}

/// 20 000 boxes, a tenth of them static; steps in which few, some and all of the others move.
fn steps() -> Seen {
    let (mut random, side) = (Random::new(5), 150.0);
    let (mut broad_phase, mut circles) = (BroadPhase::new(), Vec::new());
    for user_data in 0..20_000 {
        let circle = BoundingCircle::new(random.vector(side), 0.3 + random.next());
        let layer = if random.next() < 0.1 { Layer::Static } else { Layer::Moving };
        let proxy = Proxy { aabb: circle.aabb(), circle, layer, user_data, ..Proxy::default() };
        circles.push((broad_phase.insert(&proxy).expect("valid"), circle));
    }
    let mut seen = Seen {
        pairs: Vec::new(),
        queried: Vec::new(),
        cast: Vec::new(),
        any: Vec::new(),
        near: Vec::new(),
        bounds: Vec::new(),
    };
    for share in [0.0, 0.05, 1.0, 0.3] {
        for (id, circle) in &mut circles {
            if random.next() < share {
                circle.center += random.vector(0.4) - Vec2::splat(0.2);
                broad_phase.update(*id, &circle.aabb(), circle).expect("valid");
            }
        }
        // Half of them go by what was stored with them.
        let shaken = |user_data: u64| {
            let way = Vec2::new((user_data % 7) as f32 - 3.0, (user_data % 5) as f32 - 2.0) * share;
            let circle = BoundingCircle { center: circles[user_data as usize].1.center + way, radius: 0.5 };
            user_data.is_multiple_of(2).then(|| Change::To(circle.aabb(), circle))
        };
        broad_phase.update_all(shaken).expect("valid");
        seen.bounds.extend(circles.iter().map(|(id, _)| broad_phase.fat_aabb(*id)));
        let changes = broad_phase.update_pairs();
        seen.pairs.extend([changes.begun.to_vec(), changes.ended.to_vec()]);
        seen.pairs.push(broad_phase.pairs().to_vec());
        let boxes: Vec<Aabb> =
            (0..1000).map(|_| Aabb::from_center_half(random.vector(side), Vec2::splat(2.0))).collect();
        let cast = |aabb: &Aabb| AabbCast { aabb: *aabb, translation: Vec2::new(9.0, -4.0) };
        let casts: Vec<AabbCast> = boxes.iter().map(cast).collect();
        let (mut queried, mut cast) = (BatchHits::new(), BatchHits::new());
        broad_phase.query_batch(&boxes, &QueryFilter::ALL, &mut queried).expect("valid");
        seen.queried.extend(queried.iter().map(<[ProxyId]>::to_vec));
        let points: Vec<Vec2> = boxes.iter().map(|aabb| aabb.min).collect();
        broad_phase.query_batch(&points, &QueryFilter::ALL, &mut queried).expect("valid");
        seen.queried.extend(queried.iter().map(<[ProxyId]>::to_vec));
        let discs: Vec<BoundingCircle> = points.iter().map(|&point| BoundingCircle::new(point, 3.0)).collect();
        broad_phase.query_batch(&discs, &QueryFilter::ALL, &mut queried).expect("valid");
        seen.queried.extend(queried.iter().map(<[ProxyId]>::to_vec));
        let mut near = BatchHits::new();
        for k in [1, 5, 20] {
            broad_phase.nearest_batch(&points, k, 10.0, &QueryFilter::ALL, &mut near).expect("valid");
            seen.near.extend(near.iter().map(<[NearHit]>::to_vec));
        }
        broad_phase.cast_closest_batch(&casts, &QueryFilter::ALL, &mut cast).expect("valid");
        seen.cast.extend(cast.iter().map(<[RayHit]>::to_vec));
        broad_phase.cast_all_batch(&casts, &QueryFilter::ALL, &mut cast).expect("valid");
        seen.cast.extend(cast.iter().map(<[RayHit]>::to_vec));
        broad_phase.cast_any_batch(&casts, &QueryFilter::ALL, &mut cast).expect("valid");
        seen.any.extend(cast.iter().map(<[RayHit]>::to_vec));
    }
    seen
}

/// The pairs of 2000 boxes in one place, each of which meets a third of the others.
fn crowd() -> Vec<Pair> {
    let (mut random, mut broad_phase) = (Random::new(7), BroadPhase::new());
    for user_data in 0..2000 {
        let circle = BoundingCircle::new(random.vector(10.0), 2.0 + random.next());
        let proxy = Proxy { aabb: circle.aabb(), circle, user_data, ..Proxy::default() };
        broad_phase.insert(&proxy).expect("valid");
    }
    broad_phase.update_pairs().begun.to_vec()
}

#[test]
fn a_crowd_has_the_same_pairs_with_one_two_and_four_threads() {
    let with = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(crowd);
    let one = with(1);
    assert!(one.len() > 300_000 && one.is_sorted(), "{}", one.len());
    assert!(with(2) == one && with(4) == one);
}

#[test]
fn one_two_and_four_threads_give_the_same_bits() {
    let with = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(steps);
    let one = with(1);
    let lengths: Vec<usize> = one.pairs.iter().map(Vec::len).collect();
    assert!(
        lengths.iter().enumerate().all(|(list, len)| *len > 500 || list == 1),
        "all but the first to end: {lengths:?}"
    );
    assert!(with(2) == one, "two threads");
    assert!(with(4) == one, "four threads");
}
