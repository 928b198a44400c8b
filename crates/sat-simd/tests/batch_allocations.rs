//! Batch calls do not allocate once the caller's buffers have grown.

use sat_simd::batch::{self, MovingPair, PairMask, PairPlan, ShapeSet};
use sat_simd::{Motion, Polygon, Pose, Rot, Shape, Vec2};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn a_later_call_with_the_same_buffers_does_not_allocate() {
    let ngon = |count: u8| {
        let turn = |i: u8| Rot::from_angle(f32::from(i) * std::f32::consts::TAU / f32::from(count));
        let corners: Vec<Vec2> = (0..count).map(|i| turn(i).rotate(Vec2::X)).collect();
        Shape::from(Polygon::new(&corners).unwrap())
    };
    let kinds = [
        Shape::circle(0.5).unwrap(),
        Shape::segment(-Vec2::X, Vec2::X).unwrap(),
        Shape::capsule(-Vec2::X, Vec2::X, 0.5).unwrap(),
        Shape::rect(1.0, 0.5).unwrap(),
        ngon(3),
        ngon(4),
        ngon(6),
        ngon(8),
        ngon(12),
    ];
    let mut set = ShapeSet::new();
    for (i, shape) in (0..200u16).zip(kinds.iter().cycle()) {
        let at = Vec2::new(f32::from(i % 20), f32::from(i / 20));
        set.push(shape, &Pose::new(at, Rot::from_angle(f32::from(i)))).unwrap();
    }
    // More pairs than are sorted at a time.
    let pairs: Vec<(u32, u32)> = (0..6000).map(|i| (i * 7 % 200, i * 13 % 200)).collect();

    // Toward each other from afar, turning.
    let moving: Vec<MovingPair> = pairs
        .iter()
        .map(|&(a, b)| {
            let from = |x: f32| Motion {
                translation: Vec2::new(-2.0 * x, 0.0),
                angle: 1.0,
                ..Motion::resting(Pose::from_translation(Vec2::new(x, (a % 5) as f32 * 0.25)))
            };
            MovingPair { a, b, motion_a: from(-5.0), motion_b: from(5.0) }
        })
        .collect();

    let (mut plan, mut mask) = (PairPlan::new(), PairMask::new());
    let (mut separations, mut mtvs, mut impacts) = (Vec::new(), Vec::new(), Vec::new());
    // The least of several calls: the test harness has threads that allocate, too.
    let mut least = [usize::MAX; 4];
    for _ in 0..10 {
        let count = |question: &mut dyn FnMut()| {
            let region = Region::new(ALLOCATOR);
            question();
            region.change().allocations + region.change().reallocations
        };
        let now = [
            count(&mut || batch::overlaps(&set, &pairs, 0.0, &mut plan, &mut mask).unwrap()),
            count(&mut || batch::separations(&set, &pairs, &mut plan, &mut separations).unwrap()),
            count(&mut || batch::mtvs(&set, &pairs, &mut plan, &mut mtvs).unwrap()),
            count(&mut || batch::times_of_impact(&set, &moving, &mut plan, &mut impacts).unwrap()),
        ];
        least = std::array::from_fn(|i| least[i].min(now[i]));
    }
    assert_eq!(least, [0; 4]);
}
