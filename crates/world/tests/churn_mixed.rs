//! Memory of what is gone is given back or used again, whatever it was and in whichever order it goes.

mod common;

use common::{add, add_ground, rect, run, world};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use world::{BodyDef, BodyId, ColliderDef, Pose, Rot, Shape, Vec2, World};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const BODIES: usize = 1000;

/// One body in so many has a box as a sensor in place of its second 12-gon.
const SENSOR: usize = 5;

/// One row of bodies in so many is asleep from the start.
const SLEEPER: usize = 3;

/// How many 12-gons there are.
const POLYGONS: usize = 2 * BODIES - BODIES.div_ceil(SENSOR);

/// So many shapes that are gone may stay behind: the narrow phase makes its copies anew when more than the ground's and 64 are.
const LEFT: usize = 65;

const ROUNDS: usize = if cfg!(debug_assertions) { 8 } else { 100 };

/// A 12-gon that shares its vertices with none.
fn dodecagon() -> Shape {
    let corner = |i: u8| Rot::from_angle(std::f32::consts::TAU / 12.0 * f32::from(i)).rotate(Vec2::new(0.5, 0.0));
    Shape::polygon(&std::array::from_fn::<Vec2, 12, _>(|i| corner(i as u8))).unwrap()
}

/// Bodies of two colliders each, every other of which overlaps the one to its left.
fn fill(world: &mut World, ids: &mut Vec<BodyId>) {
    for i in 0..BODIES {
        let (column, row) = (i % 40, i / 40);
        let at = Vec2::new(1.9 * column as f32 - 0.5 * (column % 2) as f32, 0.5 + 1.2 * row as f32);
        let def = BodyDef { is_awake: row % SLEEPER > 0, ..BodyDef::dynamic(at) };
        let (body, _) = add(world, &def, &ColliderDef::new(dodecagon()));
        let is_sensor = i % SENSOR == 0;
        let shape = if is_sensor { rect(0.6, 0.6) } else { dodecagon() };
        let local_pose = Pose::from_translation(Vec2::new(0.5, 0.1));
        world.create_collider(body, &ColliderDef { local_pose, is_sensor, ..ColliderDef::new(shape) }).unwrap();
        ids.push(body);
    }
}

#[test]
fn polygons_sensors_and_sleepers_that_go_in_any_order_leave_nothing_behind() {
    let bytes_of_one = {
        let region = Region::new(ALLOCATOR);
        let polygon = dodecagon();
        let used = region.change();
        drop(polygon);
        used.bytes_allocated - used.bytes_deallocated
    };
    let most_left = LEFT * bytes_of_one;
    let mut world = world();
    add_ground(&mut world);
    let mut ids = Vec::with_capacity(BODIES);
    let (mut touching, mut sleeping, mut random) = (0, 0, 1u32);
    let mut round = || {
        fill(&mut world, &mut ids);
        run(&mut world, 2);
        touching += world.contacts().count();
        sleeping += ids.iter().filter(|&&id| world.is_awake(id) == Ok(false)).count();
        let removal = Region::new(ALLOCATOR);
        while !ids.is_empty() {
            // Numerical Recipes' generator; its upper bits are the better ones.
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let id = ids.swap_remove((random >> 16) as usize % ids.len());
            world.destroy_body(id).unwrap();
        }
        let change = removal.change();
        (change.bytes_allocated, change.bytes_deallocated)
    };
    (0..5).for_each(|_| _ = round());
    let region = Region::new(ALLOCATOR);
    for number in 5..ROUNDS {
        let (allocated, freed) = round();
        assert!(
            freed + most_left >= allocated + POLYGONS * bytes_of_one,
            "round {number}: removal freed {freed} bytes and took {allocated}"
        );
    }
    let used = region.change();
    assert!(used.bytes_allocated <= used.bytes_deallocated + most_left, "{used:?}");
    assert!(touching > 200 * ROUNDS && sleeping > 200 * ROUNDS, "{touching} contacts, {sleeping} sleepers");
}
