//! Steps in steady state, and who asks for contacts after them, ask nothing of the global allocator.

mod common;

use common::{DT, add, add_ground, circle, rect, world};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use world::{BodyDef, ColliderDef, Pose, Response, Vec2};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn a_stirred_pile_steps_without_allocating() {
    let mut world = world();
    add_ground(&mut world);
    for x in [-6.0, 6.0] {
        add(&mut world, &BodyDef::fixed(Vec2::new(x, 5.0)), &ColliderDef::new(rect(0.5, 6.0)));
    }
    let (stirrer, _) = add(&mut world, &BodyDef::kinematic(Vec2::new(0.0, 3.0)), &ColliderDef::new(rect(2.5, 0.2)));
    world.set_angular_velocity(stirrer, 3.0).unwrap();
    let sensor = ColliderDef { is_sensor: true, ..ColliderDef::new(rect(2.0, 2.0)) };
    add(&mut world, &BodyDef::fixed(Vec2::new(0.0, 2.0)), &sensor);
    for i in 0..150u16 {
        let (column, row) = (f32::from(i % 15), f32::from(i / 15));
        let shape = if i % 2 == 0 { rect(0.25, 0.2) } else { circle(0.25) };
        let response = if i % 50 == 0 { Response::Separate } else { Response::Dynamics };
        let def = BodyDef { response, ..BodyDef::dynamic(Vec2::new(column * 0.7 - 4.9, 0.5 + row * 0.6)) };
        add(&mut world, &def, &ColliderDef::new(shape));
    }
    let step = |world: &mut world::World| {
        world.step(DT).unwrap();
        let events = world.events();
        (world.contacts_of(stirrer).unwrap().count(), events.begin.len() + events.end.len())
    };
    // The columns of contacts and the lists of pairs, candidates, manifolds and events grow with the most of each that the pile
    // ever has at once. Peaks come by chance and ever more rarely: of 60 000 steps the last one in step 8732, and as much again to be sure.
    for _ in 0..17_500 {
        step(&mut world);
    }
    let (mut felt, mut changes) = (0, 0);
    let region = Region::new(ALLOCATOR);
    for _ in 0..300 {
        let (of_stirrer, of_all) = step(&mut world);
        felt += of_stirrer;
        changes += of_all;
    }
    let used = region.change();
    assert_eq!((used.allocations, used.reallocations), (0, 0), "{used:?}");
    assert!(changes > 1000, "the pile hardly moved: {changes} contacts begun and ended");
    assert!(felt > 600, "the stirrer touched {felt}");
    assert_ne!(world.pose(stirrer).unwrap(), Pose::IDENTITY);
}
