//! What a proxy takes on the heap, everything included, as the allocator counts it.
#![cfg(not(feature = "parallel"))]

mod random;

use broadphase::{BroadPhase, Filter, Layer, Proxy};
use geom::BoundingCircle;
use random::Random;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const COUNT: usize = 24_600;

/// Bytes allocated and not given back for proxies of this layer, in a square of this side, some with filters of their own, when they are
/// indexed, their pairs are known and every third moved a little; what the broad phase tells of them; and the number of pairs.
fn held_and_told(layer: Layer, side: f32, filter: impl Fn(u32) -> Filter) -> (usize, usize, usize) {
    let mut random = Random::new(7);
    let region = Region::new(ALLOCATOR);
    let mut broad_phase = BroadPhase::new();
    broad_phase.reserve(COUNT);
    for number in 0..COUNT as u32 {
        let circle = BoundingCircle::new(random.vector(side), 0.1 + 0.4 * random.next());
        let (user_data, filter) = (u64::from(number), filter(number));
        let proxy = Proxy { aabb: circle.aabb(), circle, layer, user_data, filter };
        broad_phase.insert(&proxy).expect("valid");
    }
    broad_phase.update_pairs();
    for row in (0..COUNT).step_by(3).filter(|_| layer == Layer::Moving) {
        let id = broad_phase.id_at(row).expect("alive");
        let BoundingCircle { center, radius } = broad_phase.circles()[row];
        let circle = BoundingCircle::new(center + random.vector(0.1), radius);
        broad_phase.update(id, &circle.aabb(), &circle).expect("valid");
    }
    broad_phase.update_pairs();
    let change = region.change();
    let held = change.bytes_allocated.wrapping_sub(change.bytes_deallocated);
    (held, broad_phase.bytes(), broad_phase.pairs().len())
}

/// Bytes held and pairs, of the first of several times in which what is told is what is held: the test harness has a thread
/// that allocates now and then, too.
fn held(layer: Layer, side: f32, filter: impl Fn(u32) -> Filter) -> (f64, usize) {
    let mut times = (0..10).map(|_| held_and_told(layer, side, &filter));
    let (held, _, pairs) = times.find(|(held, told, _)| held == told).expect("what is told is what is held");
    (held as f64, pairs)
}

// The only test in this file: others would allocate beside it.
#[test]
fn a_proxy_takes_87_bytes_a_moving_one_95_or_30_a_pair_and_its_owner_or_filter_4_more() {
    let count = COUNT as f64;
    let (still, pairs) = held(Layer::Static, 500.0, |_| Filter::ALL);
    assert!(still <= 87.0 * count && pairs == 0, "{}", still / count);
    let (apart, pairs) = held(Layer::Moving, 3000.0, |_| Filter::ALL);
    assert!(apart <= 95.0 * count && pairs < 100, "{} for {pairs} pairs", apart / count);
    let (owned, _) = held(Layer::Moving, 3000.0, |owner| Filter { owner, ..Filter::ALL });
    let (filtered, _) = held(Layer::Moving, 3000.0, |row| Filter { group: (row % 9) as i32, ..Filter::ALL });
    assert!(owned <= apart + 4.0 * count, "{}", owned / count);
    assert!(filtered <= apart + 4.1 * count, "{}", filtered / count);
    let (moving, pairs) = held(Layer::Moving, 100.0, |_| Filter::ALL);
    assert!(pairs > COUNT);
    assert!(moving <= 84.0 * count + 30.0 * pairs as f64, "{} for {} pairs each", moving / count, pairs as f64 / count);
}
