//! Times of impact against what can be worked out by hand, against single distances along the way, and against casts.

use glam::DVec2;
use proptest::collection::vec;
use proptest::prelude::*;
use sat_simd::batch::{self, MovingPair, PairPlan, ShapeSet};
use sat_simd::{Impact, Motion, Pose, Relation, Rot, Shape, Vec2, distance, relation, shape_cast, time_of_impact};
use std::f32::consts::{FRAC_PI_2, PI, TAU};

fn at(x: f32, y: f32) -> Pose {
    Pose::from_translation(Vec2::new(x, y))
}

#[test]
fn a_rod_that_turns_sixteen_times_does_not_tunnel_through_a_pin() {
    let (rod, pin) = (Shape::segment(Vec2::ZERO, Vec2::new(2.0, 0.0)).unwrap(), Shape::circle(0.001).unwrap());
    let pinned = Motion::resting(at(0.0, 1.5));
    for turns in [0.25, 0.26, 1.0, 7.5, 15.9f32] {
        let impact = time_of_impact(&rod, &Motion { angle: turns * TAU, ..Motion::default() }, &pin, &pinned);
        // A quarter turn, less the pin's radius.
        let expected = (FRAC_PI_2 - (0.001f32 / 1.5).asin()) / (turns * TAU);
        let time = impact.unwrap().expect("it stands in the way").time;
        assert!((time - expected).abs() <= 1e-5, "{time}, not {expected}");
    }
    let short = Motion { angle: 0.24 * TAU, ..Motion::default() };
    assert_eq!(time_of_impact(&rod, &short, &pin, &pinned), Ok(None));
}

#[test]
fn a_body_turns_about_its_centre_not_about_its_origin() {
    // A box from x = 0 to 4 turns about its middle: its corner comes up to the square root of five, no further.
    let plank = Shape::polygon(&[(0., -1.), (4., -1.), (4., 1.), (0., 1.)].map(|(x, y)| Vec2::new(x, y))).unwrap();
    let turn = Motion { center: Vec2::new(2.0, 0.0), angle: PI, ..Motion::default() };
    let ceiling = Shape::rect(10.0, 0.5).unwrap();
    let over = |height: f32| Motion::resting(at(0.0, height + 0.5));
    assert_eq!(time_of_impact(&plank, &turn, &ceiling, &over(2.237)), Ok(None));
    let impact = time_of_impact(&plank, &turn, &ceiling, &over(2.0)).unwrap().expect("√5 is more");
    assert_eq!(impact.normal, Vec2::Y);
    assert!((impact.point - Vec2::new(3.0, 2.0)).length() < 1e-4, "{impact:?}");
    assert!((turn.pose_at(1.0).translation - Vec2::new(4.0, 0.0)).length() < 1e-6);
}

#[test]
fn what_touches_at_the_start_impacts_at_zero_and_what_flies_apart_never() {
    let tile = Shape::rect(1.0, 1.0).unwrap();
    let away = Motion { translation: Vec2::new(3.0, 0.0), angle: 1.0, ..Motion::resting(at(2.0, 0.0)) };
    let rest = Motion::default();
    assert_eq!(time_of_impact(&tile, &rest, &tile, &away).unwrap().map(|impact| impact.time), Some(0.0));
    let off = Motion { start: at(2.0f32.next_up(), 0.0), angle: 0.0, ..away };
    assert_eq!(time_of_impact(&tile, &rest, &tile, &off), Ok(None));
}

#[test]
fn bad_motions_are_refused() {
    let tile = Shape::rect(1.0, 1.0).unwrap();
    for angle in [101.0, -1e30, f32::NAN, f32::INFINITY] {
        let bad = Motion { angle, ..Motion::default() };
        assert!(time_of_impact(&tile, &bad, &tile, &Motion::default()).is_err());
        assert!(time_of_impact(&tile, &Motion::default(), &tile, &bad).is_err());
    }
    let bad = Motion { center: Vec2::splat(f32::NAN), ..Motion::default() };
    assert!(time_of_impact(&tile, &bad, &tile, &Motion::default()).is_err());
}

fn vector(range: f32) -> impl Strategy<Value = Vec2> {
    (-range..range, -range..range).prop_map(|(x, y)| Vec2::new(x, y))
}

fn shape() -> impl Strategy<Value = Shape> {
    let radius = || prop_oneof![Just(0.0f32), 0.01f32..1.0];
    prop_oneof![
        radius().prop_map(|r| Shape::circle(r).unwrap()),
        (vector(1.5), vector(1.5), radius()).prop_map(|(a, b, r)| Shape::capsule(a, b, r).unwrap()),
        (0.05f32..1.0, 0.05f32..1.0).prop_map(|(x, y)| Shape::rect(x, y).unwrap()),
        vec(vector(1.5), 3..20)
            .prop_filter_map("flat", |points| sat_simd::Polygon::hull(&points).ok().map(Shape::from)),
    ]
}

fn motion() -> impl Strategy<Value = Motion> {
    let angle = prop_oneof![Just(0.0), -4.0f32..4.0, -60.0f32..60.0];
    (vector(4.0), -PI..PI, vector(0.7), vector(6.0), angle).prop_map(|(from, turned, center, translation, angle)| {
        Motion { start: Pose::new(from, Rot::from_angle(turned)), center, translation, angle }
    })
}

/// How far both reach around their centres, the distance of these and the relative way: what the tolerance is of.
fn size(a: &Shape, motion_a: &Motion, b: &Shape, motion_b: &Motion) -> f32 {
    let reach = |shape: &Shape, motion: &Motion| {
        let core = (0..shape.core_len()).map(|i| (shape.core_vertex(i) - motion.center).length());
        core.fold(0.0, f32::max) + shape.radius()
    };
    let center = |motion: &Motion| motion.start.transform_point(motion.center);
    let way = (motion_b.translation - motion_a.translation).length();
    reach(a, motion_a) + reach(b, motion_b) + (center(motion_b) - center(motion_a)).length() + way
}

/// The distance of the positions, the relative way, how far both reach around their positions and twice how far from these
/// they turn: what the tolerance of a batch is of.
fn size_in_batch(a: &Shape, motion_a: &Motion, b: &Shape, motion_b: &Motion) -> f32 {
    let length = |v: Vec2| v.x.abs() + v.y.abs();
    let reach = |shape: &Shape, motion: &Motion| {
        let core = (0..shape.core_len()).map(|i| shape.core_vertex(i).length());
        core.fold(0.0, f32::max) + shape.radius() + 2.0 * length(motion.center)
    };
    let offset = motion_b.start.translation - motion_a.start.translation;
    reach(a, motion_a) + reach(b, motion_b) + length(offset) + length(motion_b.translation - motion_a.translation)
}

/// Whether the shapes are apart until `impact`, and then by no more than `tolerance`, the point within `off` of B.
fn check_on_the_way(
    (a, motion_a): (&Shape, &Motion),
    (b, motion_b): (&Shape, &Motion),
    impact: Option<Impact>,
    tolerance: f32,
    off: f32,
) -> Result<(), TestCaseError> {
    let (pose_a, pose_b) = (motion_a.start, motion_b.start);
    let starts_in_contact = relation(a, &pose_a, b, &pose_b) != Relation::Separated;
    prop_assert_eq!(impact.is_some_and(|impact| impact.time == 0.0), starts_in_contact);
    if starts_in_contact {
        return Ok(());
    }
    let size = size(a, motion_a, b, motion_b);
    // Poses at a time are rounded to f32: positions of a few metres by 2⁻²² of a metre.
    let rounding = 4e-6;
    let gap_at = |t: f32| distance(a, &motion_a.pose_at(t), b, &motion_b.pose_at(t)).distance;
    let depth_at = |t: f32| sat_simd::mtv(a, &motion_a.pose_at(t), b, &motion_b.pose_at(t)).map_or(0.0, |m| m.depth);
    let end = impact.map_or(1.0, |impact| impact.time);
    for i in 0..400u16 {
        let t = f32::from(i) / 400.0 * end;
        prop_assert!(depth_at(t) <= rounding, "{} deep at {}, before {:?}", depth_at(t), t, impact);
    }
    if let Some(impact) = impact {
        // The time is rounded, and things move.
        let speed = size + TAU * (motion_a.angle.abs() + motion_b.angle.abs());
        let gap = gap_at(impact.time);
        prop_assert!(gap <= tolerance + rounding + speed * f32::EPSILON, "{} apart at {:?}", gap, impact);
        let on_b = sat_simd::closest_point(b, &motion_b.pose_at(impact.time), impact.point).unwrap().distance;
        prop_assert!(on_b.abs() <= off + rounding + speed * f32::EPSILON, "{} off B's surface", on_b);
        prop_assert!((impact.normal.length() - 1.0).abs() < 1e-5, "{:?}", impact);
    }
    Ok(())
}

/// The answers of a batch.
fn batch_of(pairs: &[(Shape, Motion, Shape, Motion)]) -> Vec<Option<Impact>> {
    let mut set = ShapeSet::new();
    let mut push = |shape: &Shape, motion: &Motion| set.push(shape, &motion.start).unwrap();
    let pairs: Vec<MovingPair> = pairs
        .iter()
        .map(|&(ref a, motion_a, ref b, motion_b)| MovingPair {
            a: push(a, &motion_a),
            b: push(b, &motion_b),
            motion_a,
            motion_b,
        })
        .collect();
    let mut impacts = Vec::new();
    batch::times_of_impact(&set, &pairs, &mut PairPlan::new(), &mut impacts).unwrap();
    impacts
}

/// As often as not within what lanes turn by.
fn moving_pair() -> impl Strategy<Value = (Shape, Motion, Shape, Motion)> {
    let gentle = |motion: Motion| Motion { angle: motion.angle.rem_euclid(4.0) - 2.0, ..motion };
    (shape(), motion(), shape(), motion(), 0u8..4).prop_map(move |(a, motion_a, b, motion_b, kind)| match kind {
        0 => (a, motion_a, b, motion_b),
        1 => (a, gentle(motion_a), b, Motion { angle: 0.0, translation: Vec2::ZERO, ..motion_b }),
        _ => (a, gentle(motion_a), b, gentle(motion_b)),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    /// The promises of the single function, with a tolerance of 2⁻¹⁶.
    #[test]
    fn static_answers_agree_on_the_ways_of_a_batch(pairs in vec(moving_pair(), 1..12)) {
        for ((a, motion_a, b, motion_b), impact) in pairs.iter().zip(batch_of(&pairs)) {
            let about = format!("{a:?} {motion_a:?} {b:?} {motion_b:?}");
            let tolerance = size_in_batch(a, motion_a, b, motion_b) / 65_536.0; // 2¹⁶
            check_on_the_way((a, motion_a), (b, motion_b), impact, tolerance, tolerance)
                .map_err(|error| TestCaseError::fail(format!("{error} {about}")))?;
            // Whom one function sees meet, the other does, too, unless they pass within the tolerance.
            if impact.is_none() && let Some(alone) = time_of_impact(a, motion_a, b, motion_b).unwrap() {
                for t in (0..200u8).map(|i| alone.time + f32::from(i) / 10_000.0).take_while(|&t| t <= 1.0) {
                    let push = sat_simd::mtv(a, &motion_a.pose_at(t), b, &motion_b.pose_at(t));
                    let depth = push.map_or(0.0, |push| push.depth);
                    prop_assert!(depth <= tolerance + 4e-6, "{} deep at {}, missed {:?} {}", depth, t, alone, about);
                }
            }
        }
    }

    #[test]
    fn no_lane_of_a_batch_reads_another(pairs in vec(moving_pair(), 1..40)) {
        let together = batch_of(&pairs);
        for (pair, together) in pairs.iter().zip(together) {
            prop_assert_eq!(batch_of(std::slice::from_ref(pair))[0], together);
        }
    }
}

#[test]
fn a_batch_far_from_the_origin_finds_the_same_times() {
    let tile = Shape::rect(1.0, 0.5).unwrap();
    let ball = Shape::circle(0.25).unwrap();
    let from = |offset: f32| {
        let turning = |x: f32, y: f32, way: f32| Motion {
            translation: Vec2::new(way, 0.0),
            angle: 0.5,
            ..Motion::resting(at(offset + x, offset + y))
        };
        let pairs: Vec<_> = (0..20u8)
            .map(|i| f32::from(i) / 8.0 - 1.25)
            .map(|y| (tile.clone(), turning(0.0, 0.0, 0.25), ball.clone(), turning(5.0, y, -4.75)))
            .collect();
        batch_of(&pairs).into_iter().map(|impact| impact.map(|found| (found.time, found.normal))).collect::<Vec<_>>()
    };
    assert!(from(0.0).iter().flatten().count() > 8);
    assert_eq!(from(0.0), from(65_536.0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Distances along the way are positive before the impact, and as good as zero at it.
    #[test]
    fn static_answers_agree_on_the_way(a in shape(), motion_a in motion(), b in shape(), motion_b in motion()) {
        let impact = time_of_impact(&a, &motion_a, &b, &motion_b).unwrap();
        let tolerance = size(&a, &motion_a, &b, &motion_b) / 1_048_576.0; // 2²⁰
        check_on_the_way((&a, &motion_a), (&b, &motion_b), impact, tolerance, 0.0)?;
    }

    /// Without turning, the time is that of the cast; a pass within the tolerance may count for one and not for the other.
    #[test]
    fn without_turning_it_is_a_shape_cast(a in shape(), from in vector(4.0), way in vector(8.0), b in shape()) {
        let (moving, rest) = (Motion { translation: way, ..Motion::resting(at(from.x, from.y)) }, Motion::default());
        let impact = time_of_impact(&a, &moving, &b, &rest).unwrap();
        let hit = shape_cast(&a, &moving.start, way, &b, &rest.start).unwrap();
        match (impact, hit) {
            (Some(impact), Some(hit)) => {
                let close = size(&a, &moving, &b, &rest) / 1_048_576.0;
                let approach = -way.dot(hit.normal);
                prop_assert!((hit.fraction - impact.time) * approach <= 2.0 * close + 1e-5, "{:?} {:?}", impact, hit);
                prop_assert!(impact.time <= hit.fraction.next_up(), "{:?} {:?}", impact, hit);
            }
            (None, Some(hit)) => prop_assert!(false, "missed {:?}", hit),
            (Some(impact), None) => {
                let there = Pose::from_translation(from + way * impact.time);
                prop_assert!(distance(&a, &there, &b, &rest.start).distance < 3e-5, "{:?}", impact);
            }
            (None, None) => {}
        }
    }

    /// Both sides' motions may be exchanged, up to the tolerance.
    #[test]
    fn swapping_the_shapes_turns_the_normal(a in shape(), motion_a in motion(), b in shape(), motion_b in motion()) {
        let there = time_of_impact(&a, &motion_a, &b, &motion_b).unwrap();
        let back = time_of_impact(&b, &motion_b, &a, &motion_a).unwrap();
        let apart = |t: f32| distance(&a, &motion_a.pose_at(t), &b, &motion_b.pose_at(t)).distance;
        match (there, back) {
            (Some(there), Some(back)) => {
                prop_assert!(apart(there.time.max(back.time)) < 1e-4 || there.time == back.time);
            }
            // Only what comes within the tolerance may be seen one way and not the other.
            (Some(alone), None) | (None, Some(alone)) => prop_assert!(apart(alone.time) < 1e-4, "{:?}", alone),
            (None, None) => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// A rotation that is as long as a stored one may be, and radii that do not grow with it; in doubles.
    #[test]
    fn shapes_that_a_long_rotation_makes_larger_are_apart_until_the_impact(
        from in vector(6.0), way in vector(6.0), angle in -4.0f32..4.0, radius in 0.1f32..3.0,
    ) {
        let (start, end) = (Vec2::new(-1.0, 0.25), Vec2::new(2.0, 0.0));
        let (rod, ball) = (Shape::capsule(start, end, radius).unwrap(), Shape::circle(1.0).unwrap());
        let long = Rot::new(0.600_000_1, 0.800_000_2).unwrap();
        let turning = Motion { translation: way, angle, ..Motion::resting(Pose::new(from, long)) };
        let gap_at = |t: f64| {
            let turn = DVec2::from_angle(f64::from(angle) * t).rotate(DVec2::new(long.cos().into(), long.sin().into()));
            let [start, end] = [start, end].map(|v| from.as_dvec2() + way.as_dvec2() * t + turn.rotate(v.as_dvec2()));
            let along = end - start;
            let share = (-start.dot(along) / along.length_squared()).clamp(0.0, 1.0);
            (start + along * share).length() - f64::from(radius) - 1.0
        };
        for (a, motion_a, b, motion_b) in
            [(&rod, turning, &ball, Motion::default()), (&ball, Motion::default(), &rod, turning)]
        {
            let impact = time_of_impact(a, &motion_a, b, &motion_b).unwrap();
            if let Some(Impact { time, .. }) = impact.filter(|impact| impact.time > 0.0) {
                let gap = gap_at(time.into());
                prop_assert!(gap > -1e-12, "{} at {}", gap, time);
            }
        }
    }
}
