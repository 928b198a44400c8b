//! Batches of rays and casts that graze, start or end within rounding of contact: they hit what the single functions hit.

mod random;

use glam::DVec2;
use random::Random;
use sat_simd::batch::{self, PairPlan, RayCast, ShapeCast, ShapeSet};
use sat_simd::{Pose, Shape, Vec2, ray_cast, shape_cast};

/// How far the posed shape reaches along `direction`, a unit vector, from its position.
fn support(shape: &Shape, pose: &Pose, direction: DVec2) -> f64 {
    let turn = DVec2::new(pose.rotation.cos().into(), pose.rotation.sin().into());
    let heights = (0..shape.core_len()).map(|k| direction.dot(turn.rotate(shape.core_vertex(k).as_dvec2())));
    heights.fold(f64::NEG_INFINITY, f64::max) + f64::from(shape.radius())
}

/// A motion of A past B, or into it and just as far: A's pose and the translation.
fn motion(random: &mut Random, a: &Shape, b: &Shape, pose_b: &Pose) -> (Pose, Vec2) {
    let turn = random.pose().rotation;
    let at_origin = Pose::new(Vec2::ZERO, turn);
    let way = Vec2::from_angle(random.even(3.2));
    let (ahead, aside) = (way.as_dvec2().normalize(), way.as_dvec2().normalize().perp());
    let farthest = support(b, pose_b, aside) + support(a, &at_origin, -aside);
    let nearest = -support(b, pose_b, -aside) - support(a, &at_origin, aside);
    // At the rim, give or take a few roundings or a hundredth, or anywhere between.
    let share = [0.0, 1.0, 0.01, f64::from(random.even(0.5)) + 0.5][random.next() as usize % 4];
    let rounding = [1e-7, 1e-6][random.next() as usize % 2];
    let lane = farthest + (nearest - farthest) * share + f64::from(random.even(rounding));
    let from = pose_b.translation.as_dvec2() + aside * lane - ahead * f64::from(4.0 + random.even(2.0));
    let pose_a = Pose::new(from.as_vec2(), turn);
    let far = way * 12.0;
    let met = shape_cast(a, &pose_a, far, b, pose_b).unwrap().map_or(1.0, |hit| hit.fraction);
    // All the way, or until contact or from there, give or take a few roundings.
    let rounded = met * (1.0 + random.even(2e-7));
    match random.next() % 4 {
        0 | 1 => (pose_a, far),
        2 => (pose_a, far * rounded),
        _ => (Pose::new(pose_a.translation + far * rounded, turn), far),
    }
}

#[test]
fn casts_that_graze_or_just_arrive_hit_in_a_batch_what_they_hit_alone() {
    let mut random = Random::new(16);
    let (mut set, mut casts) = (ShapeSet::new(), Vec::new());
    for _ in 0..40_000 {
        let (a, b, pose_b) = (random.shape(), random.shape(), random.pose());
        let (pose_a, translation) = motion(&mut random, &a, &b, &pose_b);
        let (a, b) = (set.push(&a, &pose_a).unwrap(), set.push(&b, &pose_b).unwrap());
        casts.push(ShapeCast { a, b, translation });
    }
    let mut hits = Vec::new();
    batch::shape_casts(&set, &casts, &mut PairPlan::new(), &mut hits).unwrap();
    assert_eq!(hits.len(), casts.len());
    for (cast, hit) in casts.iter().zip(&hits) {
        let ((a, pose_a), (b, pose_b)) = (set.get(cast.a).unwrap(), set.get(cast.b).unwrap());
        let alone = shape_cast(a, &pose_a, cast.translation, b, &pose_b).unwrap();
        let about = || format!("{hit:?}, alone {alone:?}: {a:?} {pose_a:?} {:?} {b:?} {pose_b:?}", cast.translation);
        assert_eq!(hit.is_some(), alone.is_some(), "{}", about());
        assert_eq!(hit.map(|hit| hit.fraction == 0.0), alone.map(|hit| hit.fraction == 0.0), "{}", about());
    }
    let count = hits.iter().flatten().count();
    assert!((10_000..30_000).contains(&count), "{count} hits");
}

#[test]
fn rays_that_graze_or_just_arrive_hit_in_a_batch_what_they_hit_alone() {
    let mut random = Random::new(17);
    let point = Shape::circle(0.0).unwrap();
    let (mut set, mut rays) = (ShapeSet::new(), Vec::new());
    for _ in 0..80_000 {
        let (shape, pose) = (random.shape(), random.pose());
        let (from, translation) = motion(&mut random, &point, &shape, &pose);
        rays.push(RayCast { shape: set.push(&shape, &pose).unwrap(), origin: from.translation, translation });
    }
    let mut hits = Vec::new();
    batch::ray_casts(&set, &rays, &mut hits).unwrap();
    assert_eq!(hits.len(), rays.len());
    for (ray, hit) in rays.iter().zip(&hits) {
        let (shape, pose) = set.get(ray.shape).unwrap();
        let alone = ray_cast(shape, &pose, ray.origin, ray.translation).unwrap();
        assert_eq!(hit.is_some(), alone.is_some(), "{hit:?}, alone {alone:?}: {ray:?} {shape:?} {pose:?}");
        let at_once = |fraction: f32| fraction == 0.0;
        assert_eq!(
            hit.map(|hit| at_once(hit.fraction)),
            alone.map(|hit| at_once(hit.fraction)),
            "{hit:?}, alone {alone:?}: {ray:?} {shape:?} {pose:?}"
        );
    }
    let count = hits.iter().flatten().count();
    assert!((20_000..60_000).contains(&count), "{count} hits");
}
