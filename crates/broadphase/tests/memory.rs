//! What a proxy takes on the heap, everything included, as the allocator counts it.

mod random;

use broadphase::{BroadPhase, Filter, Layer, Proxy};
use geom::BoundingCircle;
use random::Random;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const COUNT: usize = 24_600;

/// Proxies of one layer in a square.
#[derive(Clone, Copy)]
struct World {
    layer: Layer,
    side: f32,
    filter: fn(u32) -> Filter,
    /// How often every third moves somewhere else, far away, after each of which pairs are updated.
    jumps: usize,
}

/// Bytes allocated and not given back for proxies when they are indexed, their pairs are known and every third moved a little; what
/// the broad phase tells of them; and the number of pairs.
fn held_and_told(world: World) -> (usize, usize, usize) {
    let World { layer, side, filter, jumps } = world;
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
    for step in 0..jumps + usize::from(layer == Layer::Moving) {
        for row in (0..COUNT).step_by(3) {
            let id = broad_phase.id_at(row).expect("alive");
            let BoundingCircle { center, radius } = broad_phase.circles()[row];
            let center = if step < jumps { random.vector(side) } else { center + random.vector(0.1) };
            let circle = BoundingCircle::new(center, radius);
            broad_phase.update(id, &circle.aabb(), &circle).expect("valid");
        }
        broad_phase.update_pairs();
    }
    let change = region.change();
    let held = change.bytes_allocated.wrapping_sub(change.bytes_deallocated);
    (held, broad_phase.bytes(), broad_phase.pairs().len())
}

/// Bytes held and pairs, of the first of several times in which what is told is what is held: the test harness has a thread
/// that allocates now and then, too. One thread does the work, whether or not the broad phase could share it.
fn held(world: World) -> (f64, usize) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    let mut times = (0..10).map(|_| pool.install(|| held_and_told(world)));
    let (held, _, pairs) = times.find(|(held, told, _)| held == told).expect("what is told is what is held");
    (held as f64, pairs)
}

// The only test in this file: others would allocate beside it.
#[test]
fn a_proxy_takes_87_bytes_a_moving_one_95_or_30_a_pair_and_its_owner_or_filter_4_more() {
    let count = COUNT as f64;
    let world = |layer, side, filter| World { layer, side, filter, jumps: 0 };
    let (still, pairs) = held(world(Layer::Static, 500.0, |_| Filter::ALL));
    assert!(still <= 87.0 * count && pairs == 0, "{}", still / count);
    let (apart, pairs) = held(world(Layer::Moving, 3000.0, |_| Filter::ALL));
    assert!(apart <= 95.0 * count && pairs < 100, "{} for {pairs} pairs", apart / count);
    let (owned, _) = held(world(Layer::Moving, 3000.0, |owner| Filter { owner, ..Filter::ALL }));
    let (filtered, _) = held(world(Layer::Moving, 3000.0, |row| Filter { group: (row % 9) as i32, ..Filter::ALL }));
    assert!(owned <= apart + 4.0 * count, "{}", owned / count);
    assert!(filtered <= apart + 4.1 * count, "{}", filtered / count);
    let (moving, pairs) = held(world(Layer::Moving, 100.0, |_| Filter::ALL));
    assert!(pairs > COUNT);
    assert!(moving <= 84.0 * count + 30.0 * pairs as f64, "{} for {} pairs each", moving / count, pairs as f64 / count);
    // All of it at once.
    let of_all = |owner: u32| Filter { owner, group: (owner % 9) as i32, ..Filter::ALL };
    for (layer, alone) in [(Layer::Static, 87.0), (Layer::Moving, 95.0)] {
        let all = World { jumps: 0, ..world(layer, 3000.0, of_all) };
        let (at_rest, _) = held(all);
        assert!(at_rest <= (alone + 8.1) * count, "{layer:?}: {}", at_rest / count);
        for jumps in [1, 4] {
            let (jumped, pairs) = held(World { jumps, ..all });
            assert!(pairs < 100 && jumped > at_rest + count, "{layer:?}: they did not jump");
            assert!(jumped <= (alone + 8.1 + 24.0) * count, "{layer:?} {jumps}: {}", jumped / count);
        }
    }
}
