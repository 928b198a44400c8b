//! Who has gone back and on before asks nothing of the global allocator when it does so again.

mod common;

use common::{DT, add, heap, rect};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use world::{BodyDef, ColliderDef, Shape, Snapshot, Vec2, World};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Goes back to the first of the snapshots and on from there, writing each step down, twice, and on once more without.
fn correct(world: &mut World, snapshots: &mut [Snapshot]) {
    for _ in 0..2 {
        world.restore(&snapshots[0]);
        for snapshot in &mut *snapshots {
            world.snapshot(snapshot);
            world.step(DT).unwrap();
        }
    }
    for _ in 0..4 {
        world.step(DT).unwrap();
    }
}

#[test]
fn going_back_and_forth_allocates_nothing() {
    rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool").install(|| {
        let mut world = heap();
        let tile = ColliderDef { is_seamless: true, ..ColliderDef::new(rect(0.5, 0.2)) };
        for i in 0..50u8 {
            add(&mut world, &BodyDef::fixed(Vec2::new(f32::from(i) - 25.0, 19.0)), &tile);
        }
        let hexagon = |k: u8| world::Rot::from_angle(f32::from(k) * 1.05).rotate(Vec2::new(0.2, 0.0));
        let hexagon = Shape::polygon(&[0, 1, 2, 3, 4, 5].map(hexagon)).unwrap();
        for i in 0..200u8 {
            let at = Vec2::new(f32::from(i % 50) - 25.0, 20.0 + f32::from(i / 50));
            add(&mut world, &BodyDef::dynamic(at), &ColliderDef::new(hexagon.clone()));
        }
        let mut snapshots = [(); 4].map(|()| Snapshot::new());
        for _ in 0..100 {
            world.step(DT).unwrap();
        }
        world.snapshot(&mut snapshots[0]);
        for _ in 0..3 {
            correct(&mut world, &mut snapshots);
        }
        let (region, hash) = (Region::new(ALLOCATOR), world.state_hash());
        for _ in 0..3 {
            correct(&mut world, &mut snapshots);
        }
        let used = region.change();
        assert_eq!((used.allocations, used.reallocations), (0, 0), "{used:?}");
        assert_eq!(world.state_hash(), hash);
    });
}
