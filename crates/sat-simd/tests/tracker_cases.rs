//! Cases from other libraries' issue trackers that are no pair with a verdict; those are among the
//! [hard cases](data/hard_cases.py).

use sat_simd::{Motion, Polygon, Pose, Relation, Rot, Shape, Vec2, relation, time_of_impact};
use std::f32::consts::TAU;
use std::f64::consts::FRAC_PI_2;

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

/// Box2D #115: a search for the time of impact that ran into its limit of iterations. A needle that turns once around past
/// a point, a hair away at its nearest, neither ends early nor passes through.
#[test]
fn a_needle_that_turns_a_hair_from_a_point_is_followed_to_the_end() {
    let (half_length, half_height) = (50.0f32, 5e-4f32);
    let needle = Shape::rect(half_length, half_height).unwrap();
    let turns = Motion { angle: TAU, ..Motion::default() };
    let point = Shape::circle(0.0).unwrap();
    for off in [1e-3f32, 1e-2, 0.1] {
        let beyond = Motion::resting(Pose::from_translation(Vec2::new(0.0, half_length + off)));
        assert_eq!(time_of_impact(&needle, &turns, &point, &beyond), Ok(None), "{off} beyond the tip");
        let radius = half_length - off;
        let within = Motion::resting(Pose::from_translation(Vec2::new(0.0, radius)));
        let impact = time_of_impact(&needle, &turns, &point, &within).unwrap().expect("the needle sweeps over it");
        // At an angle φ before a quarter turn the point is r sin φ above the needle's axis, half a height and the gap.
        let [half_length, half_height, radius] = [half_length, half_height, radius].map(f64::from);
        let time_at = |gap: f64| (FRAC_PI_2 - ((half_height + gap) / radius).asin()) / f64::from(TAU);
        // As promised: never late, and apart by 2⁻²⁰ of the size at most; then rounded down.
        let size = half_length.hypot(half_height) + radius;
        let earliest = (time_at(size * 2f64.powi(-20)) as f32).next_down();
        let promised = f64::from(earliest)..=time_at(0.0);
        assert!(promised.contains(&impact.time.into()), "{off} within the tip: {} not in {promised:?}", impact.time);
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
