//! Cases from other libraries' issue trackers that are no pair with a verdict; those are among the
//! [hard cases](data/hard_cases.py).

use sat_simd::{Motion, Polygon, Pose, Relation, Rot, Shape, Vec2, relation, time_of_impact};
use std::f32::consts::TAU;

/// `count` corners of a regular polygon of radius 1.
fn regular(count: u16) -> Vec<Vec2> {
    (0..count).map(|i| Rot::from_angle(f32::from(i) * TAU / f32::from(count)).rotate(Vec2::X)).collect()
}

/// parry #49, #65 and #347, Box2D #296: hulls of points that repeat, or lie on a line but for rounding, panicked.
#[test]
fn hulls_of_repeated_and_nearly_straight_points_hold_all_of_them() {
    let contour = regular(13);
    let repeated: Vec<Vec2> = contour.iter().flat_map(|&point| [point, point, point.midpoint(-contour[0])]).collect();
    let on_a_line = |up: fn(f32) -> f32| -> Vec<Vec2> {
        (0u8..13).map(|i| (f32::from(i) * 0.3, f32::from(i) * 0.1)).map(|(x, y)| Vec2::new(x, up(y))).collect()
    };
    let mut bent = on_a_line(|y| y);
    bent.push(Vec2::new(1.5, 0.5f32.next_up().next_up()));
    let mut thin = on_a_line(f32::next_up);
    thin.extend(on_a_line(|y| y));
    for points in [contour, repeated, bent, thin] {
        let hull: Shape = Polygon::hull(&points).expect("not all are on one line").into();
        for &point in &points {
            let at = Pose::from_translation(point);
            let found = relation(&hull, &Pose::IDENTITY, &Shape::circle(0.0).unwrap(), &at);
            assert_ne!(found, Relation::Separated, "{point} of {points:?}");
        }
    }
}

/// Box2D #115: a search for the time of impact that ran into its limit of iterations. A needle that turns once around beside
/// another, a hair away at its nearest, neither ends early nor passes through.
#[test]
fn needles_that_turn_a_hair_from_each_other_are_followed_to_the_end() {
    let needle = Shape::rect(50.0, 5e-4).unwrap();
    let turns = Motion { angle: TAU, ..Motion::default() };
    let pin = Shape::circle(0.0).unwrap();
    for off in [1e-3f32, 1e-2, 0.1] {
        let beyond = Motion::resting(Pose::from_translation(Vec2::new(0.0, 50.0 + off)));
        assert_eq!(time_of_impact(&needle, &turns, &pin, &beyond), Ok(None), "{off} beyond the tip");
        let within = Motion::resting(Pose::from_translation(Vec2::new(0.0, 50.0 - off)));
        let impact = time_of_impact(&needle, &turns, &pin, &within).unwrap().expect("the needle sweeps over it");
        // A quarter turn less half the needle's height at that radius.
        let expected = 0.25 - 5e-4 / 50.0 / TAU;
        assert!((impact.time - expected).abs() < 1e-5, "{} not {expected}", impact.time);
    }
}

/// collision-rs #111 and #115: GJK that never ended, where support points repeat in a ring.
#[test]
fn many_corners_that_meet_in_one_point_are_told_from_those_that_do_not() {
    for count in [16, 64, 256] {
        let mut corners = regular(count);
        corners[usize::from(count) / 2] = -Vec2::X;
        let outline: Shape = Polygon::new(&corners).unwrap().into();
        let beside = |x: f32| relation(&outline, &Pose::IDENTITY, &outline, &Pose::from_translation(Vec2::new(x, 0.0)));
        // The corner (1, 0) of one against the corner (−1, 0) of the other.
        assert_eq!(beside(2.0), Relation::Touching, "{count}");
        assert_eq!(beside(2.0f32.next_up()), Relation::Separated, "{count}");
        assert_eq!(beside(2.0f32.next_down()), Relation::Overlapping, "{count}");
    }
}
