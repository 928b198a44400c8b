//! Batches of questions ask nothing of the global allocator once their buffers have grown.

mod common;

use common::{DT, add, circle, rect, weightless};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
use world::{Aabb, BatchHits, BodyDef, ColliderDef, Pose, QueryFilter, RayCast, ShapeCast, Vec2};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn batches_do_not_allocate_when_warm() {
    // Who enters rayon's pool from outside allocates there now and then, and so does a thread that starts.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
    pool.broadcast(|_| ());
    pool.install(ask_twice);
}

fn ask_twice() {
    let mut world = weightless();
    let cell = |i: u16| Vec2::new(f32::from(i % 30), f32::from(i / 30));
    for i in 0..600 {
        let at = cell(i) * 3.0;
        let body = if i % 2 == 0 { BodyDef::fixed(at) } else { BodyDef::dynamic(at) };
        let shape = if i % 3 == 0 { circle(0.9) } else { rect(0.9, 0.4) };
        add(&mut world, &body, &ColliderDef::new(shape));
    }
    world.step(DT).unwrap();
    world.refresh();
    let points: Vec<Vec2> = (0..200).map(|i| cell(i * 3) * 2.9).collect();
    let boxes: Vec<Aabb> = points.iter().map(|&at| Aabb::new(at - Vec2::splat(4.1), at + Vec2::splat(3.7))).collect();
    let disc = circle(0.3);
    let poses = points.iter().map(|&at| Pose::from_translation(at));
    let shapes: Vec<_> = poses.clone().map(|pose| (&disc, pose)).collect();
    let translation = Vec2::new(20.0, 9.0);
    let rays: Vec<_> = points.iter().map(|&origin| RayCast { origin, translation }).collect();
    let casts: Vec<_> = poses.map(|pose| ShapeCast { shape: &disc, pose, translation }).collect();
    let (all, mut hits, mut met, mut near) = (QueryFilter::ALL, BatchHits::new(), BatchHits::new(), BatchHits::new());
    let mut total = 0;
    let mut ask = || {
        world.query_point_batch(&points, &all, &mut hits).unwrap();
        total += hits.total();
        world.query_aabb_batch(&boxes, &all, &mut hits).unwrap();
        total += hits.total();
        world.query_bounds_batch(&boxes, &all, &mut hits).unwrap();
        total += hits.total();
        world.query_shape_batch(&shapes, &all, &mut hits).unwrap();
        total += hits.total();
        world.nearest_batch(&points, 3, f32::INFINITY, &all, &mut near).unwrap();
        total += near.total();
        world.ray_cast_closest_batch(&rays, &all, &mut met).unwrap();
        total += met.total();
        world.shape_cast_closest_batch(&casts, &all, &mut met).unwrap();
        total += met.total();
    };
    ask();
    let region = Region::new(ALLOCATOR);
    ask();
    let used = region.change();
    assert_eq!((used.allocations, used.reallocations), (0, 0), "{used:?}");
    assert!(total > 4000, "{total} hits");
}
