//! What is asked of shapes on their way: sweeps, casts and times of impact.

use super::oracle::{self, Case, decode};
use super::{has_inside, size};
use sat_simd::{
    CastHit, Impact, Motion, Pose, Relation, Shape, distance, mtv, ray_cast, relation, shape_cast, shape_cast_into,
    sweep, time_of_impact,
};

/// The verdicts of sweeps and casts are exact, their times in order and their normals unit.
pub fn sweeps_and_casts(bytes: &[u8]) {
    let case = decode(bytes);
    let Case { a, pose_a, b, pose_b, motion, .. } = &case;
    let way = oracle::compare_swept(&case);
    let intersects = relation(a, pose_a, b, pose_b) != Relation::Separated;
    let found = sweep(a, pose_a, *motion, b, pose_b).unwrap();
    assert_eq!((found.intersects, found.will_intersect), (intersects, way.is_le()), "{case:?}");
    // Of two shapes without an inside, points and segments, only segments that cross overlap.
    if has_inside(a) || has_inside(b) {
        assert_eq!(found.hit, way.is_lt(), "{case:?}");
    } else {
        assert!(way.is_lt() || !found.hit, "{case:?}");
    }
    assert_eq!(found.time_of_impact.is_some(), way.is_le(), "{case:?}");
    if let Some(time) = found.time_of_impact {
        assert_eq!(time == 0.0, intersects, "{case:?}");
        assert!(
            time <= 1.0 && found.leave_time.is_none_or(|leave| (time..=1.0).contains(&leave)),
            "{found:?}: {case:?}"
        );
    }
    if let Some(normal) = found.normal {
        assert!((normal.length() - 1.0).abs() < 1e-6, "{normal}: {case:?}");
    }

    let cast = shape_cast(a, pose_a, *motion, b, pose_b).unwrap();
    assert_eq!(cast.map(|hit| hit.fraction), found.time_of_impact, "{case:?}");
    // What leads into B is a hit of the cast that does so, unless they overlap already: then what makes that deeper.
    let into = shape_cast_into(a, pose_a, *motion, b, pose_b).unwrap();
    assert!(into.is_none() || into == cast, "{into:?}, not {cast:?}: {case:?}");
    if relation(a, pose_a, b, pose_b) == Relation::Overlapping {
        let deepens = |hit: &CastHit| motion.as_dvec2().dot(hit.normal.as_dvec2()) < 0.0;
        assert_eq!(into.is_some(), cast.as_ref().is_some_and(deepens), "{into:?}: {case:?}");
    } else if has_inside(a) || has_inside(b) {
        assert_eq!(into.is_some(), way.is_lt(), "{into:?}: {case:?}");
    }
    // A ray is the cast of a point.
    let (origin, point) = (pose_a.translation, Shape::circle(0.0).unwrap());
    let ray = Case { a: point.clone(), pose_a: Pose::from_translation(origin), ..case.clone() };
    let hit = ray_cast(b, pose_b, origin, *motion).unwrap();
    assert_eq!(hit.is_some(), oracle::compare_swept(&ray).is_le(), "ray: {case:?}");
}

/// A time of impact is zero for what touches at the start and only then; until then the shapes are apart, and at that time
/// no further than promised.
pub fn impacts(bytes: &[u8]) {
    let case = decode(bytes);
    let motions = motions_of(&case);
    let found = time_of_impact(&case.a, &motions[0], &case.b, &motions[1]).unwrap();
    check_impact(&case, &motions, found, 2f64.powi(-20));
}

/// A turns about one of its vertices while that moves, B turns back half as far.
pub fn motions_of(case: &Case) -> [Motion; 2] {
    let angle = case.margin % Motion::MAX_ANGLE;
    let motion_a = Motion { start: case.pose_a, center: case.a.core_vertex(0), translation: case.motion, angle };
    [motion_a, Motion { angle: -0.5 * angle, ..Motion::resting(case.pose_b) }]
}

/// Checks a time of impact that may leave a gap of `share` of the size.
pub fn check_impact(case: &Case, motions: &[Motion; 2], found: Option<Impact>, share: f64) {
    let Case { a, pose_a, b, pose_b, motion, .. } = case;
    let [motion_a, motion_b] = motions;
    let starts_in_contact = relation(a, pose_a, b, pose_b) != Relation::Separated;
    assert_eq!(found.is_some_and(|impact| impact.time == 0.0), starts_in_contact, "{found:?}: {case:?}");
    let end = found.map_or(1.0, |impact| impact.time);
    assert!((0.0..=1.0).contains(&end), "{found:?}: {case:?}");
    if let Some(impact) = found {
        assert!((impact.normal.length() - 1.0).abs() < 1e-5, "{found:?}: {case:?}");
    }
    let way = motion.as_dvec2().length();
    // About a vertex, A reaches twice as far, and its centre may be that much further away.
    let size = 3.0 * size(case) + way;
    let coordinates = pose_a.translation.as_dvec2().length() + pose_b.translation.as_dvec2().length();
    // Beyond these sizes positions leave the range of f32.
    if starts_in_contact || size + coordinates > 1e30 {
        return;
    }
    // Poses at a time are rounded: positions by 2⁻²³ of themselves, rotations by 2⁻²², times by 2⁻²³ of the speed. And what
    // is below the normal numbers is a few units there.
    let speed = way + 1.5 * f64::from(motion_a.angle.abs()) * size;
    let rounding = (coordinates + size + speed) / f64::from(1 << 21) + f64::from(f32::MIN_POSITIVE);
    let poses = |time: f32| (motion_a.pose_at(time), motion_b.pose_at(time));
    for sixteenth in 0..=16u8 {
        let (at_a, at_b) = poses(end * f32::from(sixteenth) / 16.0);
        let depth = mtv(a, &at_a, b, &at_b).map_or(0.0, |push| f64::from(push.depth));
        assert!(depth <= rounding, "{depth} deep in sixteenth {sixteenth} until {found:?}: {case:?}");
    }
    if found.is_some() {
        let (at_a, at_b) = poses(end);
        let gap = f64::from(distance(a, &at_a, b, &at_b).distance);
        assert!(gap <= size * share + rounding, "{gap} apart at {found:?}: {case:?}");
    }
}
