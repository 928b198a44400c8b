//! A world that has room for what comes need not ask for it step by step.

mod common;

use common::{DT, add, add_ground, circle, rect, world};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, Stats, StatsAlloc};
use std::alloc::System;
use std::sync::{Mutex, PoisonError};
use world::{BodyDef, Capacity, ColliderDef, Vec2, World};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Who counts holds it: what a test beside it asks for would count as well.
static COUNTING: Mutex<()> = Mutex::new(());

/// Boxes and discs rain into a heap. What filling the world asked of the allocator, and what its steps did.
fn heap(world: &mut World) -> [Stats; 2] {
    let region = Region::new(ALLOCATOR);
    add_ground(world);
    for i in 0..2000u16 {
        let (column, row) = (f32::from(i % 40), f32::from(i / 40));
        let shape = if i % 2 == 0 { rect(0.25, 0.2) } else { circle(0.25) };
        add(world, &BodyDef::dynamic(Vec2::new(column * 0.6 - 12.0, 0.5 + row * 0.7)), &ColliderDef::new(shape));
    }
    let filled = region.change();
    let region = Region::new(ALLOCATOR);
    for _ in 0..120 {
        world.step(DT).unwrap();
    }
    [filled, region.change()]
}

#[test]
fn lists_do_not_grow_that_have_room() {
    let _counting = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut unprepared = world();
    let without = heap(&mut unprepared);
    let peak = unprepared.peak();
    assert_eq!((peak.bodies, peak.colliders), (2001, 2001));
    assert!(peak.contacts > 4000, "{peak:?}");

    let mut prepared = world();
    prepared.reserve(&peak);
    let with = heap(&mut prepared);
    assert!(without[0].reallocations > 100, "{without:?}");
    assert!(with[0].reallocations == 0 && with[0].allocations < 20, "{with:?}");
    // Threads ask for rooms of their own.
    assert!(with[1].bytes_allocated * 3 < without[1].bytes_allocated, "{with:?} {without:?}");
    assert!(with[1].bytes_reallocated * 3 < without[1].bytes_reallocated, "{with:?} {without:?}");
    assert_eq!((prepared.state_hash(), prepared.peak()), (unprepared.state_hash(), peak));
}

#[test]
fn no_room_is_asked_for_that_cannot_be() {
    let _counting = COUNTING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut greedy = world();
    let most = usize::MAX;
    greedy.reserve(&Capacity { bodies: most, colliders: most, contacts: most });
    let mut plain = world();
    assert_eq!(greedy.peak(), Capacity::default());
    heap(&mut greedy);
    heap(&mut plain);
    assert_eq!(greedy.state_hash(), plain.state_hash());
}
