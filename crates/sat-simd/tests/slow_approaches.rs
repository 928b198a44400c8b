//! Motions almost along a wall, which approach it by less of their length than `f32` can tell from nothing.

mod random;

use random::Random;
use sat_simd::batch::{self, PairPlan, ShapeCast, ShapeSet};
use sat_simd::{Polygon, Pose, Rot, Shape, Vec2, sweep};

/// A shape smaller than the wall, by up to a lot; that wall; and a way from before it to beyond it, nearly along it.
fn slide(random: &mut Random) -> ([(Shape, Pose); 2], Vec2) {
    let size = 0.1f32.powf(random.even(4.0) + 4.0);
    let corners = [(); 3].map(|()| random.vec2(1.0) * size);
    let turn = Rot::from_angle(random.even(3.0));
    let wall = Shape::rect(random.even(1e-3).abs() * size, 2.0).unwrap();
    let (along, middle) = (turn.rotate(Vec2::Y), random.vec2(2.0));
    let way = along * 6.0 + along.perp() * (random.even(2.0) * size);
    let start = middle - along * 3.0 + along.perp() * (random.even(2.0) * size);
    ([(Polygon::hull(&corners).unwrap().into(), Pose::from_translation(start)), (wall, Pose::new(middle, turn))], way)
}

/// In units of 2⁷⁰ m nothing is decided in `f32`.
const HUGE: f32 = (1u128 << 70) as f32;

fn scaled(shape: &Shape) -> Shape {
    match shape {
        Shape::Rect(rect) => Shape::rect(rect.half().x * HUGE, rect.half().y * HUGE),
        Shape::Polygon(polygon) => {
            Polygon::new(&polygon.vertices().map(|v| v * HUGE).collect::<Vec<_>>()).map(Shape::from)
        }
        _ => unreachable!("there are no others"),
    }
    .unwrap()
}

/// They used to be taken for motions away from the wall, and to miss it.
#[test]
fn what_slides_into_a_wall_as_good_as_along_it_hits_it() {
    let (mut random, mut hits) = (Random::new(8), 0);
    for _ in 0..50_000 {
        let ([(a, pose_a), (b, pose_b)], way) = slide(&mut random);
        let far = |pose: &Pose| Pose::new(pose.translation * HUGE, pose.rotation);
        let expected = sweep(&scaled(&a), &far(&pose_a), way * HUGE, &scaled(&b), &far(&pose_b)).unwrap();
        let mut set = ShapeSet::new();
        let (at_a, at_b) = (set.push(&a, &pose_a).unwrap(), set.push(&b, &pose_b).unwrap());
        let mut in_batch = Vec::new();
        let cast = ShapeCast { a: at_a, b: at_b, translation: way };
        batch::shape_casts(&set, &[cast], &mut PairPlan::new(), &mut in_batch).unwrap();
        let found = sweep(&a, &pose_a, way, &b, &pose_b).unwrap();
        let verdicts = [found.intersects, found.will_intersect, found.hit, in_batch[0].is_some()];
        let right = [expected.intersects, expected.will_intersect, expected.hit, expected.will_intersect];
        assert_eq!(verdicts, right, "{a:?}, {pose_a:?}, {way:?}, {b:?}, {pose_b:?}");
        hits += u32::from(expected.hit && !expected.intersects);
    }
    assert!(hits > 10_000, "{hits} hits");
}
