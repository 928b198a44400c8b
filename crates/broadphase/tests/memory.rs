//! What a proxy takes on the heap, everything included, as the allocator counts it.
#![cfg(not(feature = "parallel"))]

mod random;

use broadphase::{BroadPhase, Layer, Proxy};
use geom::BoundingCircle;
use random::Random;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const COUNT: usize = 24_600;

/// Bytes allocated and not given back for proxies of this layer, in a square of this side, when they are indexed, their
/// pairs are known and every third moved a little; what the broad phase tells of them; and the number of pairs.
fn held_and_told(layer: Layer, side: f32) -> (usize, usize, usize) {
    let mut random = Random::new(7);
    let region = Region::new(ALLOCATOR);
    let mut broad_phase = BroadPhase::new();
    broad_phase.reserve(COUNT);
    for user_data in 0..COUNT as u64 {
        let circle = BoundingCircle::new(random.vector(side), 0.1 + 0.4 * random.next());
        let proxy = Proxy { aabb: circle.aabb(), circle, layer, user_data, ..Proxy::default() };
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
fn held(layer: Layer, side: f32) -> (f64, usize) {
    let mut times = (0..10).map(|_| held_and_told(layer, side));
    let (held, _, pairs) = times.find(|(held, told, _)| held == told).expect("what is told is what is held");
    (held as f64, pairs)
}

// The only test in this file: others would allocate beside it.
#[test]
fn a_proxy_takes_96_bytes_a_moving_one_24_more_unless_it_has_pairs_of_40() {
    let count = COUNT as f64;
    let (still, pairs) = held(Layer::Static, 500.0);
    assert!(still <= 96.0 * count && pairs == 0, "{}", still / count);
    let (apart, pairs) = held(Layer::Moving, 3000.0);
    assert!(apart <= 120.0 * count && pairs < 100, "{} for {pairs} pairs", apart / count);
    let (moving, pairs) = held(Layer::Moving, 100.0);
    assert!(pairs > COUNT);
    assert!(moving <= 96.0 * count + 40.0 * pairs as f64, "{} for {} pairs each", moving / count, pairs as f64 / count);
}
