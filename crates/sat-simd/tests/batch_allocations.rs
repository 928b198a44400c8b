//! Batch calls do not allocate once the caller's buffers have grown.

use sat_simd::batch::{
    self, CircleBatch, MovingPair, PairMask, PairPlan, PolygonBatch, RayCast, RectBatch, ShapeCast, ShapeSet,
};
use sat_simd::{Circle, Motion, Polygon, Pose, Rect, Rot, Shape, Vec2};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn ngon(count: u8) -> Polygon {
    let turn = |i: u8| Rot::from_angle(f32::from(i) * std::f32::consts::TAU / f32::from(count));
    let corners: Vec<Vec2> = (0..count).map(|i| turn(i).rotate(Vec2::X)).collect();
    Polygon::new(&corners).unwrap()
}

fn pose(i: u16) -> Pose {
    Pose::new(Vec2::new(f32::from(i % 100), f32::from(i / 100)), Rot::from_angle(f32::from(i)))
}

/// So many shapes of all kinds.
fn fill(set: &mut ShapeSet, kinds: &[Shape], count: u16) {
    set.clear();
    for (i, shape) in (0..count).zip(kinds.iter().cycle()) {
        set.push(shape, &pose(i)).unwrap();
    }
}

/// Allocations of each question when it is asked again: the least of several times, because the test harness has threads
/// that allocate, too.
fn least_allocations<const N: usize>(mut questions: [&mut dyn FnMut(); N]) -> [usize; N] {
    let mut least = [usize::MAX; N];
    for _ in 0..10 {
        for (question, least) in questions.iter_mut().zip(&mut least) {
            let region = Region::new(ALLOCATOR);
            question();
            let change = region.change();
            *least = (*least).min(change.allocations + change.reallocations);
        }
    }
    least
}

/// Sets of some and of many shapes are read in different ways.
#[test]
fn a_set_is_asked_again_without_allocating() {
    let kinds = [
        Shape::circle(0.5).unwrap(),
        Shape::segment(-Vec2::X, Vec2::X).unwrap(),
        Shape::capsule(-Vec2::X, Vec2::X, 0.5).unwrap(),
        Shape::rect(1.0, 0.5).unwrap(),
        ngon(3).into(),
        ngon(4).into(),
        ngon(6).into(),
        ngon(8).into(),
        ngon(12).into(),
    ];
    for count in [200, 9000] {
        let (mut set, mut again) = (ShapeSet::new(), ShapeSet::new());
        fill(&mut set, &kinds, count);
        // More pairs than are sorted at a time.
        let count = u32::from(count);
        let pairs: Vec<(u32, u32)> = (0..6000).map(|i| (i * 7 % count, (i * 7 + 1 + i % 3) % count)).collect();
        let way = |i: u32| Vec2::new(2.0, (i % 5) as f32 - 2.0);
        let rays: Vec<RayCast> = (pairs.iter())
            .map(|&(a, b)| {
                let (_, pose) = set.get(b).unwrap();
                RayCast { shape: a, origin: pose.translation, translation: way(b) }
            })
            .collect();
        let casts: Vec<ShapeCast> = pairs.iter().map(|&(a, b)| ShapeCast { a, b, translation: way(a) }).collect();
        let moving: Vec<MovingPair> = (pairs.iter())
            .map(|&(a, b)| {
                let motion = |i: u32| {
                    let (_, start) = set.get(i).unwrap();
                    Motion { translation: way(i), angle: 1.0, ..Motion::resting(start) }
                };
                MovingPair { a, b, motion_a: motion(a), motion_b: motion(b) }
            })
            .collect();

        let (mut mask, mut separations, mut mtvs, mut manifolds) = (PairMask::new(), vec![], vec![], vec![]);
        let (mut distances, mut ray_hits, mut hits, mut impacts) = (vec![], vec![], vec![], vec![]);
        let (mut parted, mut gaps) = (vec![], vec![]);
        let mut plans: [PairPlan; 8] = std::array::from_fn(|_| PairPlan::new());
        let [plan_a, plan_b, plan_c, plan_d, plan_e, plan_f, plan_g, plan_h] = &mut plans;
        let least = least_allocations([
            &mut || fill(&mut again, &kinds, count as u16),
            &mut || batch::overlaps(&set, &pairs, 0.0, plan_a, &mut mask).unwrap(),
            &mut || batch::separations(&set, &pairs, plan_b, &mut separations).unwrap(),
            &mut || batch::mtvs(&set, &pairs, plan_c, &mut mtvs).unwrap(),
            &mut || batch::manifolds(&set, &pairs, 0.1, plan_d, &mut manifolds).unwrap(),
            &mut || batch::manifolds_and_gaps(&set, &pairs, 0.1, plan_h, &mut parted, &mut gaps).unwrap(),
            &mut || batch::distances(&set, &pairs, plan_e, &mut distances).unwrap(),
            &mut || batch::ray_casts(&set, &rays, &mut ray_hits).unwrap(),
            &mut || batch::shape_casts(&set, &casts, plan_f, &mut hits).unwrap(),
            &mut || batch::times_of_impact(&set, &moving, plan_g, &mut impacts).unwrap(),
        ]);
        assert_eq!(least, [0; 10], "{count} shapes");
    }
}

#[test]
fn lanes_are_filled_and_asked_again_without_allocating() {
    // Small polygons need no discs; larger ones do.
    for corners in [4, 5] {
        fill_and_ask(corners);
    }
}

fn fill_and_ask(corners: u8) {
    let (rect, circle, polygon) = (Rect::new(Vec2::new(1.0, 0.5)).unwrap(), Circle::new(0.5).unwrap(), ngon(corners));
    let (mut rects, mut circles, mut polygons) = (RectBatch::new(), CircleBatch::new(), PolygonBatch::new());
    let mut fill = || {
        rects.clear();
        circles.clear();
        polygons.clear();
        for i in 0..1003 {
            rects.push(&rect, &pose(i));
            circles.push(&circle, pose(i).translation);
            polygons.push(&polygon, &pose(i)).unwrap();
        }
    };
    assert_eq!(least_allocations([&mut fill]), [0]);

    let mut masks: [PairMask; 4] = std::array::from_fn(|_| PairMask::new());
    let ([mask_a, mask_b, mask_c, mask_d], mut manifolds) = (&mut masks, vec![]);
    let least = least_allocations([
        &mut || batch::rect_rect_overlaps(&rects, &rects, mask_a).unwrap(),
        &mut || batch::circle_circle_overlaps(&circles, &circles, mask_b).unwrap(),
        &mut || batch::polygon_polygon_overlaps(&polygons, &polygons, mask_c).unwrap(),
        &mut || batch::polygon_circle_overlaps(&polygons, &circles, mask_d).unwrap(),
        &mut || batch::rect_rect_manifolds(&rects, &rects, 0.1, &mut manifolds).unwrap(),
    ]);
    assert_eq!(least, [0; 5]);
}
