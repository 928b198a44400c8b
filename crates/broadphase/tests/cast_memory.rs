//! What a batch of closest casts takes on the heap, as the allocator counts it.

use broadphase::{BatchHits, BroadPhase, Layer, Proxy, QueryFilter, RayCast};
use geom::{Aabb, Vec2};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

// The only test in this file: others would allocate beside it.
#[test]
fn closest_casts_behind_some_that_miss_do_not_list_all_that_is_on_their_way() {
    const COUNT: u16 = 50_000;
    let (mut broad_phase, row) = (BroadPhase::new(), Vec2::splat(1000.0));
    for number in 0..COUNT {
        let aabb = Aabb::from_center_half(row + Vec2::new(f32::from(number), 0.0), Vec2::splat(0.4));
        broad_phase.insert(&Proxy { aabb, layer: Layer::Static, ..Proxy::default() }).expect("valid");
    }
    broad_phase.refresh();
    // Along the curve, in whose order they are answered, the eight that miss come first.
    let mut rays = vec![RayCast { origin: Vec2::ZERO, translation: Vec2::ONE }; 8];
    rays.resize(72, RayCast { origin: row - Vec2::new(9.0, 0.0), translation: Vec2::new(f32::from(COUNT), 0.0) });
    let (mut hits, region) = (BatchHits::new(), Region::new(ALLOCATOR));
    broad_phase.cast_closest_batch(&rays, &QueryFilter::ALL, &mut hits).expect("valid");
    let bytes = region.change().bytes_allocated;
    assert!(bytes < 1 << 20, "{bytes}");
    for (number, hits) in hits.iter().enumerate() {
        let first: Vec<usize> = hits.iter().map(|hit| hit.id.index()).collect();
        assert_eq!(first, if number < 8 { vec![] } else { vec![0] });
    }
}
