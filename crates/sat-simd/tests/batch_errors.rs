//! A batch that cannot be answered is refused, and what it was to write is as it was.

use proptest::collection::vec;
use proptest::prelude::*;
use sat_simd::batch::{
    self, BatchError, CircleBatch, MovingPair, PairMask, PairPlan, PolygonBatch, RayCast, RectBatch, ShapeCast,
    ShapeSet,
};
use sat_simd::{Circle, Motion, Polygon, Pose, Rect, Shape, Vec2};

fn set_of(shapes: &[Shape]) -> ShapeSet {
    let mut set = ShapeSet::new();
    for (shape, x) in shapes.iter().zip(0u8..) {
        set.push(shape, &Pose::from_translation(Vec2::new(f32::from(x), 0.0))).unwrap();
    }
    set
}

fn triangle() -> Polygon {
    Polygon::new(&[Vec2::ZERO, Vec2::X, Vec2::Y]).unwrap()
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::circle(0.5).unwrap()),
        Just(Shape::rect(0.5, 0.5).unwrap()),
        Just(Shape::segment(Vec2::ZERO, Vec2::X).unwrap()),
        Just(Shape::from(triangle())),
    ]
}

/// Sets of one kind and of several, and pairs of their indices.
fn shapes_and_pairs() -> impl Strategy<Value = (Vec<Shape>, Vec<(u32, u32)>)> {
    let shapes = prop_oneof![vec(shape(), 1..20), (shape(), 1usize..20).prop_map(|(shape, len)| vec![shape; len])];
    (shapes, vec((any::<u32>(), any::<u32>()), 1..60)).prop_map(|(shapes, picks)| {
        let len = shapes.len() as u32;
        let pairs = picks.into_iter().map(|(a, b)| (a % len, b % len)).collect();
        (shapes, pairs)
    })
}

/// Asks into an `out` that has an answer to some `first` pairs: refused, that is what there still is.
fn check<Q, R: PartialEq + Clone + std::fmt::Debug>(
    first: &[Q],
    questions: &[Q],
    refused: BatchError,
    mut ask: impl FnMut(&[Q], &mut R) -> Result<(), BatchError>,
    mut out: R,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(ask(first, &mut out), Ok(()));
    let before = out.clone();
    prop_assert_eq!(ask(questions, &mut out), Err(refused));
    prop_assert_eq!(out, before);
    Ok(())
}

proptest! {
    #[test]
    fn an_index_beyond_the_set_is_refused_and_nothing_written(
        (shapes, good) in shapes_and_pairs(), place in any::<prop::sample::Index>(), beyond in prop_oneof![0u32..4, any::<u32>()],
        is_b in any::<bool>(), margin in prop_oneof![Just(0.0), Just(0.1f32), Just(f32::INFINITY)],
    ) {
        let (set, mut bad, position) = (set_of(&shapes), good.clone(), place.index(good.len()));
        let index = (set.len() as u32).saturating_add(beyond);
        let (a, b) = &mut bad[position];
        *if is_b { b } else { a } = index;
        let refused = BatchError::NoSuchShape { position, index, len: set.len() };
        let plan = &mut PairPlan::new();

        check(&good, &bad, refused, |pairs, out| batch::overlaps(&set, pairs, margin, plan, out), PairMask::new())?;
        check(&good, &bad, refused, |pairs, out| batch::separations(&set, pairs, plan, out), Vec::new())?;
        check(&good, &bad, refused, |pairs, out| batch::mtvs(&set, pairs, plan, out), Vec::new())?;
        check(&good, &bad, refused, |pairs, out| batch::manifolds(&set, pairs, 0.1, plan, out), Vec::new())?;
        check(&good, &bad, refused, |pairs, out| batch::distances(&set, pairs, plan, out), Vec::new())?;
        let cast = |&(a, b): &(u32, u32)| ShapeCast { a, b, translation: Vec2::X };
        let [first, casts] = [&good, &bad].map(|pairs| pairs.iter().map(cast).collect::<Vec<_>>());
        check(&first, &casts, refused, |casts, out| batch::shape_casts(&set, casts, plan, out), Vec::new())?;
        let resting = Motion::default();
        let moving = |&(a, b): &(u32, u32)| MovingPair { a, b, motion_a: resting, motion_b: resting };
        let [first, pairs] = [&good, &bad].map(|pairs| pairs.iter().map(moving).collect::<Vec<_>>());
        check(&first, &pairs, refused, |pairs, out| batch::times_of_impact(&set, pairs, plan, out), Vec::new())?;
        let ray = |&(a, b): &(u32, u32)| {
            RayCast { shape: if is_b { b } else { a }, origin: Vec2::new(-3.0, 0.1), translation: Vec2::X * 9.0 }
        };
        let [first, rays] = [&good, &bad].map(|pairs| pairs.iter().map(ray).collect::<Vec<_>>());
        check(&first, &rays, refused, |rays, out| batch::ray_casts(&set, rays, out), Vec::new())?;
    }

    #[test]
    fn batches_of_different_lengths_are_refused_and_nothing_written(a in 0usize..20, b in 0usize..20) {
        prop_assume!(a != b);
        let (mut rects, mut circles, mut polygons) = <([RectBatch; 2], [CircleBatch; 2], [PolygonBatch; 2])>::default();
        for (side, len) in [a, b].into_iter().enumerate() {
            for _ in 0..len {
                rects[side].push(&Rect::new(Vec2::ONE).unwrap(), &Pose::IDENTITY);
                circles[side].push(&Circle::new(1.0).unwrap(), Vec2::ZERO);
                polygons[side].push(&triangle(), &Pose::IDENTITY).unwrap();
            }
        }
        let refused = BatchError::LengthsDiffer { a, b };
        // The sides by number: A with itself is answered, A with B is not.
        let (even, uneven) = ([(0, 0)], [(0, 1)]);
        type Sides = [(usize, usize)];
        let two = |q: &Sides, out: &mut _| batch::rect_rect_overlaps(&rects[q[0].0], &rects[q[0].1], out);
        check(&even, &uneven, refused, two, PairMask::new())?;
        let two = |q: &Sides, out: &mut _| batch::rect_rect_manifolds(&rects[q[0].0], &rects[q[0].1], 0.0, out);
        check(&even, &uneven, refused, two, Vec::new())?;
        let two = |q: &Sides, out: &mut _| batch::circle_circle_overlaps(&circles[q[0].0], &circles[q[0].1], out);
        check(&even, &uneven, refused, two, PairMask::new())?;
        let two = |q: &Sides, out: &mut _| batch::polygon_polygon_overlaps(&polygons[q[0].0], &polygons[q[0].1], out);
        check(&even, &uneven, refused, two, PairMask::new())?;
        let two = |q: &Sides, out: &mut _| batch::polygon_circle_overlaps(&polygons[q[0].0], &circles[q[0].1], out);
        check(&even, &uneven, refused, two, PairMask::new())?;
    }
}

proptest! {
    #[test]
    fn a_question_with_a_bad_number_is_refused_and_nothing_written(
        (shapes, good) in shapes_and_pairs(), place in any::<prop::sample::Index>(), number in 0usize..14,
        bad in prop_oneof![Just(f32::NAN), Just(f32::INFINITY), Just(f32::NEG_INFINITY)],
        far in prop_oneof![Just(Motion::MAX_ANGLE.next_up()), 100.1f32..1e9],
    ) {
        let (set, position) = (set_of(&shapes), place.index(good.len()));
        let refused = BatchError::NotFinite { position };
        let plan = &mut PairPlan::new();
        let spoil = |vector: &mut Vec2| vector[number % 2] = bad;

        let cast = |&(a, b): &(u32, u32)| ShapeCast { a, b, translation: Vec2::X };
        let first: Vec<_> = good.iter().map(cast).collect();
        let mut casts = first.clone();
        spoil(&mut casts[position].translation);
        check(&first, &casts, refused, |casts, out| batch::shape_casts(&set, casts, plan, out), Vec::new())?;

        let ray = |&(shape, _): &(u32, u32)| RayCast { shape, origin: Vec2::new(-3.0, 0.1), translation: Vec2::X * 9.0 };
        let first: Vec<_> = good.iter().map(ray).collect();
        let mut rays = first.clone();
        spoil(if number / 2 % 2 == 0 { &mut rays[position].origin } else { &mut rays[position].translation });
        check(&first, &rays, refused, |rays, out| batch::ray_casts(&set, rays, out), Vec::new())?;

        let turning = Motion { angle: Motion::MAX_ANGLE, ..Motion::default() };
        let moving = |&(a, b): &(u32, u32)| MovingPair { a, b, motion_a: turning, motion_b: turning };
        let first: Vec<_> = good.iter().map(moving).collect();
        let (mut pairs, mut turning) = (first.clone(), first.clone());
        let motion = if number % 2 == 0 { &mut pairs[position].motion_a } else { &mut pairs[position].motion_b };
        match number / 2 % 3 {
            0 => spoil(&mut motion.start.translation),
            1 => spoil(&mut motion.center),
            _ => spoil(&mut motion.translation),
        }
        check(&first, &pairs, refused, |pairs, out| batch::times_of_impact(&set, pairs, plan, out), Vec::new())?;
        let motion = if number % 2 == 0 { &mut turning[position].motion_a } else { &mut turning[position].motion_b };
        motion.angle = if number < 7 { bad } else { -far };
        let refused = BatchError::TurnsTooFar { position };
        check(&first, &turning, refused, |pairs, out| batch::times_of_impact(&set, pairs, plan, out), Vec::new())?;
    }
}

#[test]
fn no_questions_to_an_empty_set_have_no_answers() {
    let (set, mut mask) = (ShapeSet::new(), PairMask::new());
    assert_eq!(batch::overlaps(&set, &[], 0.0, &mut PairPlan::new(), &mut mask), Ok(()));
    assert!(mask.is_empty());
    let refused = BatchError::NoSuchShape { position: 0, index: 0, len: 0 };
    assert_eq!(batch::overlaps(&set, &[(0, 0)], 0.0, &mut PairPlan::new(), &mut mask), Err(refused));
}

#[test]
fn errors_say_what_is_wrong() {
    let missing = BatchError::NoSuchShape { position: 3, index: 9, len: 5 };
    assert_eq!(missing.to_string(), "question 3 names shape 9 of a set of 5");
    assert_eq!(BatchError::NotFinite { position: 3 }.to_string(), "question 3 has a number that is not finite");
    assert_eq!(BatchError::TurnsTooFar { position: 3 }.to_string(), "question 3 turns by more than 100 radians");
    let uneven = BatchError::LengthsDiffer { a: 3, b: 4 };
    assert_eq!(uneven.to_string(), "batches of 3 and 4 shapes cannot be asked pair by pair");
}
