//! The same bits come out whatever the number of threads.

mod random;

use broadphase::{
    AabbCast, BatchHits, BroadPhase, CastHit, Change, Filter, IndexKind, Layer, NearHit, Pair, Proxy, ProxyId,
    QueryFilter, Settings, Upkeep,
};
use geom::{Aabb, BoundingCircle, Vec2};
use random::Random;
use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Everything a user can see of some steps.
#[derive(Debug, PartialEq)]
struct Seen {
    pairs: Vec<Vec<Pair>>,
    queried: Vec<Vec<ProxyId>>,
    /// In the order of finding.
    visited: Vec<Vec<ProxyId>>,
    cast: Vec<Vec<CastHit>>,
    any: Vec<Vec<CastHit>>,
    near: Vec<Vec<NearHit>>,
    bounds: Vec<Option<Aabb>>,
}

/// What a run of steps is made with.
#[derive(Clone, Copy, Debug)]
struct Setup {
    settings: Settings,
    boxes: usize,
    /// By number.
    filter: fn(u64) -> Filter,
    asked: QueryFilter,
    /// One in so many is removed and inserted anew in each step.
    replaced: usize,
}

/// Boxes, a tenth of them static; steps in which few, some and all of the others move.
fn steps(setup: Setup) -> Seen {
    let Setup { settings, boxes, filter, asked, replaced } = setup;
    // 20 000 boxes in 150 metres, or as close to each other.
    let (mut random, side) = (Random::new(5), 150.0 * (boxes as f32 / 20_000.0).sqrt());
    let mut broad_phase = BroadPhase::with_settings(settings).expect("valid");
    let mut circles = Vec::new();
    for user_data in 0..boxes as u64 {
        let circle = BoundingCircle::new(random.vector(side), 0.3 + random.next());
        let layer = if random.next() < 0.1 { Layer::Static } else { Layer::Moving };
        let proxy = Proxy { aabb: circle.aabb(), circle, layer, user_data, filter: filter(user_data) };
        circles.push((broad_phase.insert(&proxy).expect("valid"), circle));
    }
    let mut seen = Seen {
        pairs: Vec::new(),
        queried: Vec::new(),
        visited: Vec::new(),
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
        for (id, _) in circles.iter_mut().step_by(replaced) {
            let proxy = broad_phase.get(*id).expect("alive");
            broad_phase.remove(*id).expect("alive");
            *id = broad_phase.insert(&proxy).expect("valid");
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
        broad_phase.query_batch(&boxes, &asked, &mut queried).expect("valid");
        seen.queried.extend(queried.iter().map(<[ProxyId]>::to_vec));
        for aabb in &boxes[..200] {
            let mut visited = Vec::new();
            let visit = |id| {
                visited.push(id);
                ControlFlow::Continue(())
            };
            assert_eq!(broad_phase.visit_aabb(aabb, &asked, visit), Ok(ControlFlow::Continue(())));
            seen.visited.push(visited);
        }
        let points: Vec<Vec2> = boxes.iter().map(|aabb| aabb.min).collect();
        broad_phase.query_batch(&points, &asked, &mut queried).expect("valid");
        seen.queried.extend(queried.iter().map(<[ProxyId]>::to_vec));
        let discs: Vec<BoundingCircle> = points.iter().map(|&point| BoundingCircle::new(point, 3.0)).collect();
        broad_phase.query_batch(&discs, &asked, &mut queried).expect("valid");
        seen.queried.extend(queried.iter().map(<[ProxyId]>::to_vec));
        let mut near = BatchHits::new();
        for k in [1, 5, 20] {
            broad_phase.nearest_batch(&points, k, 10.0, &asked, &mut near).expect("valid");
            seen.near.extend(near.iter().map(<[NearHit]>::to_vec));
        }
        broad_phase.cast_closest_batch(&casts, &asked, &mut cast).expect("valid");
        seen.cast.extend(cast.iter().map(<[CastHit]>::to_vec));
        let entry = |cast: usize, hit: CastHit| {
            let told = hit.fraction + (cast % 97) as f32 * 0.002;
            (!(cast + hit.id.index()).is_multiple_of(3)).then_some(told)
        };
        broad_phase.cast_closest_batch_by(&casts, &asked, entry, &mut cast).expect("valid");
        seen.cast.extend(cast.iter().map(<[CastHit]>::to_vec));
        broad_phase.cast_all_batch(&casts, &asked, &mut cast).expect("valid");
        seen.cast.extend(cast.iter().map(<[CastHit]>::to_vec));
        broad_phase.cast_any_batch(&casts, &asked, &mut cast).expect("valid");
        seen.any.extend(cast.iter().map(<[CastHit]>::to_vec));
    }
    seen
}

/// What comes out with one thread; with more it has to be the same.
fn on_any_threads<T: PartialEq + Send>(make: impl Fn() -> T + Sync + Send, more: &[usize], what: &str) -> T {
    let with = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(&make);
    let one = with(1);
    more.iter().for_each(|&threads| assert!(with(threads) == one, "{what}: {threads} threads"));
    one
}

/// The pairs of boxes in a square of this side, all in one place or with huge ones over all of them.
fn crowd(boxes: usize, side: f32, radius: f32, huge: usize) -> Vec<Pair> {
    let (mut random, mut broad_phase) = (Random::new(7), BroadPhase::new());
    for number in 0..boxes + huge {
        let radius = if number < boxes { radius * (1.0 + 0.5 * random.next()) } else { 2.0 * side };
        let circle = BoundingCircle::new(random.vector(side), radius);
        let proxy = Proxy { aabb: circle.aabb(), circle, ..Proxy::default() };
        broad_phase.insert(&proxy).expect("valid");
    }
    broad_phase.update_pairs().begun.to_vec()
}

#[test]
fn a_crowd_has_the_same_pairs_with_one_to_sixteen_threads() {
    // Each meets a third of all, a hundred others, or a few others and the huge ones: there is a way of finding pairs for each.
    for (boxes, side, radius, huge, least, most) in [
        (2000, 10.0, 2.0, 0, 300_000, 2_000_000),
        (12_000, 110.0, 2.0, 0, 300_000, 1_200_000),
        (10_000, 200.0, 0.5, 64, 640_000, 720_000),
    ] {
        let pairs = on_any_threads(|| crowd(boxes, side, radius, huge), &[2, 4, 16], "a crowd");
        assert!((least..most).contains(&pairs.len()) && pairs.is_sorted(), "{}", pairs.len());
    }
}

#[test]
fn one_two_and_four_threads_give_the_same_bits() {
    let setup = Setup {
        settings: Settings::default(),
        boxes: 20_000,
        filter: |_| Filter::ALL,
        asked: QueryFilter::ALL,
        replaced: usize::MAX,
    };
    let one = on_any_threads(|| steps(setup), &[2, 4], "default");
    let lengths: Vec<usize> = one.pairs.iter().map(Vec::len).collect();
    assert!(
        lengths.iter().enumerate().all(|(list, len)| *len > 500 || list == 1),
        "all but the first to end: {lengths:?}"
    );
}

/// Whether so many proxies are updated, and so many queries answered, by threads of a pool.
fn goes_to_a_pool(boxes: u64, queries: usize) -> [bool; 2] {
    let is_in_pool = || rayon::current_thread_index().is_some();
    let (mut random, mut broad_phase) = (Random::new(3), BroadPhase::new());
    for user_data in 0..boxes {
        let circle = BoundingCircle::new(random.vector(99.0), 0.5);
        broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, user_data, ..Proxy::default() }).expect("valid");
    }
    let updated = AtomicUsize::new(0);
    let count = |_| {
        updated.fetch_add(usize::from(is_in_pool()), Ordering::Relaxed);
        None
    };
    broad_phase.update_all(count).expect("valid");
    let points: Vec<Vec2> = (0..queries).map(|_| random.vector(99.0)).collect();
    let (mut found, mut answered) = (BatchHits::new(), BatchHits::new());
    broad_phase.query_batch(&points, &QueryFilter::ALL, &mut found).expect("valid");
    answered.answer_from(&found, |_, _, hits| hits.push(is_in_pool()));
    let answered = answered.iter().filter(|hits| hits[0]).count();
    [(updated.into_inner(), boxes as usize), (answered, queries)].map(|(there, all)| {
        assert!([0, all].contains(&there), "all of them or none");
        there > 0
    })
}

#[test]
fn calls_from_outside_the_pool_go_there_once_and_only_if_there_is_enough_to_do() {
    rayon::ThreadPoolBuilder::new().num_threads(2).build_global().expect("nobody else asks for the global pool");
    assert_eq!(goes_to_a_pool(3000, 500), [false; 2]);
    assert_eq!(goes_to_a_pool(20_000, 500), [true, false]);
    assert_eq!(goes_to_a_pool(3000, 5000), [false, true]);
    for boxes in [1000, 20_000] {
        let setup = Setup {
            settings: Settings::default(),
            boxes,
            filter: |_| Filter::ALL,
            asked: QueryFilter::ALL,
            replaced: usize::MAX,
        };
        assert!(steps(setup) == on_any_threads(|| steps(setup), &[], "outside"), "{boxes}");
    }
}

#[test]
fn threads_give_the_same_bits_for_every_index_and_upkeep_with_filters_and_proxies_that_come_and_go() {
    let kinds = [IndexKind::Wide, IndexKind::Rstar];
    let mut first: Option<Seen> = None;
    for (static_index, moving_index) in kinds.into_iter().flat_map(|one| kinds.map(|other| (one, other))) {
        for (static_upkeep, moving_upkeep) in [
            (Upkeep::Automatic, Upkeep::Automatic),
            (Upkeep::Piecewise, Upkeep::Piecewise),
            (Upkeep::Whole, Upkeep::Whole),
            (Upkeep::Whole, Upkeep::Piecewise),
            (Upkeep::Piecewise, Upkeep::Whole),
        ] {
            let setup = Setup {
                settings: Settings { static_index, moving_index, static_upkeep, moving_upkeep, ..Settings::default() },
                boxes: 5000,
                filter: |number| Filter {
                    category: 1 << (number % 3),
                    mask: [3, 0, 7, 7, 7, 7, 7][(number % 7) as usize],
                    group: if number % 11 == 0 { -1 } else { 0 },
                    owner: if number % 5 == 0 { Filter::NO_OWNER } else { (number / 4) as u32 },
                },
                asked: QueryFilter { mask: 5, ..QueryFilter::ALL },
                replaced: 17,
            };
            let mut seen = on_any_threads(|| steps(setup), &[2, 4], &format!("{:?}", setup.settings));
            // These go by the index and by what was done to it.
            let (visited, any) = (std::mem::take(&mut seen.visited), std::mem::take(&mut seen.any));
            assert!(visited.iter().any(|ids| ids.len() > 1) && any.iter().any(|hit| !hit.is_empty()));
            match &first {
                Some(first) => assert!(*first == seen, "{:?}", setup.settings),
                None => first = Some(seen),
            }
        }
    }
}
