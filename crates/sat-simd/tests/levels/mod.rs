//! What each level of answer promises of a pair, checked on cases from any bytes against big integers. Random numbers
//! steer it in `levels_oracle.rs`, a fuzzer in `fuzz/`.

#![allow(dead_code)] // Each fuzz target uses one of the checks.

#[path = "../oracle/mod.rs"]
mod oracle;

use oracle::{Case, decode};
use sat_simd::batch::{self, PairMask, PairPlan, RayCast, ShapeCast, ShapeSet};
use sat_simd::{
    Motion, Polygon, Pose, Relation, Rot, Shape, Vec2, closest_point, contains_point, distance, explain, manifold, mtv,
    overlaps, ray_cast, relation, separation, shape_cast, sweep, time_of_impact,
};
use std::cmp::Ordering;

/// The largest distance between two points of the shape.
fn extent(shape: &Shape) -> f64 {
    let core: Vec<_> = (0..shape.core_len()).map(|k| shape.core_vertex(k).as_dvec2()).collect();
    let spread = core.iter().flat_map(|p| core.iter().map(move |q| (*p - *q).length())).fold(0.0, f64::max);
    spread + f64::from(shape.radius())
}

/// The distance of the positions plus how far both shapes reach around their own.
fn size(case: &Case) -> f64 {
    let reach = |shape: &Shape| {
        (0..shape.core_len()).map(|k| shape.core_vertex(k).as_dvec2().length()).fold(0.0, f64::max)
            + f64::from(shape.radius())
    };
    let offset = case.pose_b.translation.as_dvec2() - case.pose_a.translation.as_dvec2();
    offset.length() + reach(&case.a) + reach(&case.b)
}

fn has_inside(shape: &Shape) -> bool {
    shape.core_len() > 2 || shape.radius() > 0.0
}

/// Whether a polygon is thinner than the part of its size within which manifolds take edges for tied, many times over.
fn is_sliver(shape: &Shape) -> bool {
    let n = shape.core_len();
    let core: Vec<_> = (0..n).map(|k| shape.core_vertex(k).as_dvec2()).collect();
    let width_along = |k: usize| {
        let edge = core[(k + 1) % n] - core[k];
        core.iter().map(|v| (*v - core[k]).perp_dot(edge).abs()).fold(0.0, f64::max) / edge.length()
    };
    n > 2 && (0..n).any(|k| width_along(k) * 256.0 < extent(shape))
}

/// Checks that `found` is within `tolerance` of the true separation, by asking on which side of both limits that is.
fn assert_separation(case: &Case, found: f64, tolerance: f64, what: &str) {
    // Rounded outward; where the limits leave the range of f32 so does the answer.
    let (low, high) = (((found - tolerance) as f32).next_down(), ((found + tolerance) as f32).next_up());
    let clamp = |limit: f32| limit.clamp(-f32::MAX, f32::MAX);
    let [at_low, at_high] = oracle::compare_at(case, [clamp(low), clamp(high)]);
    assert!(at_low.is_ge() || low < -f32::MAX, "{what} {found} ± {tolerance} is too high: {case:?}");
    assert!(at_high.is_le() || high > f32::MAX, "{what} {found} ± {tolerance} is too low: {case:?}");
}

/// Verdicts survive every motion of both shapes, and every change of scale, that leaves no number rounded.
pub fn motions_and_scales(bytes: &[u8]) {
    let case = decode(bytes);
    let verdicts = |case: &Case| {
        let Case { a, pose_a, b, pose_b, margin, motion } = case;
        let swept = sweep(a, pose_a, *motion, b, pose_b).unwrap();
        let close = overlaps(a, pose_a, b, pose_b, *margin);
        (relation(a, pose_a, b, pose_b), close, swept.intersects, swept.will_intersect, swept.hit)
    };
    let expected = verdicts(&case);

    let turned =
        |pose: &Pose| Pose::new(pose.translation.perp(), Rot::new(-pose.rotation.sin(), pose.rotation.cos()).unwrap());
    let quarter =
        Case { pose_a: turned(&case.pose_a), pose_b: turned(&case.pose_b), motion: case.motion.perp(), ..case.clone() };
    assert_eq!(verdicts(&quarter), expected, "a quarter turn of {case:?}");

    let shifts = [Vec2::new(1024.0, -3.5), -case.pose_a.translation, Vec2::new(-1e6, 0.25)];
    for by in shifts {
        let moved = |pose: &Pose| {
            let translation = pose.translation + by;
            // What rounding left out of the sum: D. E. Knuth, The Art of Computer Programming 2, 4.2.2, theorem B.
            let part = translation - pose.translation;
            let error = (pose.translation - (translation - part)) + (by - part);
            (error == Vec2::ZERO).then_some(Pose::new(translation, pose.rotation))
        };
        if let (Some(pose_a), Some(pose_b)) = (moved(&case.pose_a), moved(&case.pose_b)) {
            let shifted = Case { pose_a, pose_b, ..case.clone() };
            assert_eq!(verdicts(&shifted), expected, "by {by}: {case:?}");
        }
    }

    for factor in [0.5, 4.0, 2f32.powi(-40), 2f32.powi(60)] {
        if let Some(scaled) = scaled(&case, factor) {
            assert_eq!(verdicts(&scaled), expected, "times {factor}: {case:?}");
        }
    }
}

/// Everything larger by a power of two; `None` when a number would be rounded.
fn scaled(case: &Case, factor: f32) -> Option<Case> {
    let number = |x: f32| (x * factor / factor == x && (x * factor).is_finite()).then_some(x * factor);
    let vector = |v: Vec2| Some(Vec2::new(number(v.x)?, number(v.y)?));
    let pose = |pose: &Pose| Some(Pose::new(vector(pose.translation)?, pose.rotation));
    let shape = |shape: &Shape| {
        let core: Option<Vec<Vec2>> = (0..shape.core_len()).map(|k| vector(shape.core_vertex(k))).collect();
        let (core, radius) = (core?, number(shape.radius())?);
        match shape {
            Shape::Circle(_) => Shape::circle(radius),
            Shape::Capsule(_) => Shape::capsule(core[0], core[1], radius),
            Shape::Segment(_) => Shape::segment(core[0], core[1]),
            Shape::Rect(_) => Shape::rect(core[2].x, core[2].y),
            Shape::Polygon(_) => Polygon::new(&core).and_then(|polygon| polygon.with_radius(radius)).map(Shape::from),
        }
        .ok()
    };
    Some(Case {
        a: shape(&case.a)?,
        pose_a: pose(&case.pose_a)?,
        b: shape(&case.b)?,
        pose_b: pose(&case.pose_b)?,
        margin: number(case.margin)?,
        motion: vector(case.motion)?,
    })
}

/// `mtv`, `distance` and `separation` are within their stated bounds, and there when `relation` says so.
pub fn depth_and_distance(bytes: &[u8]) {
    let case = decode(bytes);
    let Case { a, pose_a, b, pose_b, .. } = &case;
    let verdict = relation(a, pose_a, b, pose_b);
    let (push, gap) = (mtv(a, pose_a, b, pose_b), distance(a, pose_a, b, pose_b));
    assert_eq!(push.is_some(), verdict == Relation::Overlapping, "{case:?}");
    assert_eq!(gap.distance > 0.0, verdict == Relation::Separated, "{case:?}");

    let found = push.map_or(f64::from(gap.distance), |push| -f64::from(push.depth));
    // Below the normal numbers a rounding is a unit there.
    let unit = f64::from(f32::from_bits(1));
    let bound = 8.0 / 16_777_216.0 * (extent(a).max(extent(b)) + found.abs()) + unit;
    assert_separation(&case, found, bound, "depth or distance");
    let rough = f64::from(separation(a, pose_a, b, pose_b));
    assert_separation(&case, rough, size(&case) / f64::from(1 << 17) + unit, "separation");

    for normal in push.iter().map(|push| push.normal).chain([gap.normal]) {
        assert!((normal.length() - 1.0).abs() < 1e-6, "{normal}: {case:?}");
    }
}

/// Whether a point is in a shape is exact, and so is the sign of its distance from the boundary, which keeps its bound.
pub fn points(bytes: &[u8]) {
    let case = decode(bytes);
    let at = case.pose_b.translation;
    let case = Case { b: Shape::circle(0.0).unwrap(), pose_b: Pose::from_translation(at), ..case };
    let Case { a, pose_a, .. } = &case;
    let [position] = oracle::compare_at(&case, [0.0]);
    assert_eq!(contains_point(a, pose_a, at), Ok(position.is_le()), "{case:?}");
    let nearest = closest_point(a, pose_a, at).unwrap();
    assert_eq!(nearest.distance.partial_cmp(&0.0), Some(position), "{nearest:?}: {case:?}");
    let found = f64::from(nearest.distance);
    // Below the normal numbers a rounding is a unit there.
    let bound = 8.0 / 16_777_216.0 * (extent(a) + found.abs()) + f64::from(f32::from_bits(1));
    assert_separation(&case, found, bound, "the distance of the closest point");
    assert!((nearest.normal.length() - 1.0).abs() < 1e-6, "{nearest:?}: {case:?}");
}

/// An explanation says what the verdict is, its winning axis shows it, and its picture is all numbers.
pub fn explanations(bytes: &[u8]) {
    let case = decode(bytes);
    let Case { a, pose_a, b, pose_b, .. } = &case;
    let found = explain(a, pose_a, b, pose_b).unwrap();
    assert_eq!(found.relation, relation(a, pose_a, b, pose_b), "{case:?}");
    assert!(found.winner < found.axes.len(), "{case:?}");
    let picture = found.svg();
    let nowhere = picture.split('>').find(|element| element.contains("NaN") || element.contains("inf"));
    assert_eq!(nowhere, None, "{case:?}");
}

/// A manifold has no point deeper than the shapes, none beyond the margin, none twice, and is there when they overlap.
pub fn contact_points(bytes: &[u8]) {
    let world = decode(bytes);
    let pose_b = world.pose_a.inv_mul(&world.pose_b);
    if !pose_b.is_finite() {
        return;
    }
    let case = Case { pose_a: Pose::IDENTITY, pose_b, ..world };
    let margin = case.margin.abs();
    let contact = manifold(&case.a, &case.b, &pose_b, margin);
    for point in contact.points() {
        assert!(point.point.is_finite() && point.separation <= margin, "{point:?}: {case:?}");
    }
    if let [first, second] = contact.points() {
        assert_ne!(first.feature, second.feature, "{case:?}");
    }
    // Beyond these sizes squares leave the range of f32.
    let size = size(&case);
    if !(1e-6..1e9).contains(&size) || is_sliver(&case.a) || is_sliver(&case.b) {
        return;
    }
    // Edges that tie to within 2⁻¹² of the size may stand for each other.
    let tolerance = size / 2048.0;
    match contact.points().iter().map(|point| point.separation).reduce(f32::min) {
        Some(deepest) => assert_separation(&case, f64::from(deepest), tolerance, "the deepest point"),
        None => {
            let [nearly] = oracle::compare_at(&case, [margin - tolerance as f32]);
            assert_ne!(nearly, Ordering::Less, "no contact: {case:?}");
        }
    }
}

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
    let Case { a, pose_a, b, pose_b, margin, motion } = &case;
    let angle = margin % Motion::MAX_ANGLE;
    let motion_a = Motion { start: *pose_a, center: a.core_vertex(0), translation: *motion, angle };
    let motion_b = Motion { angle: -0.5 * angle, ..Motion::resting(*pose_b) };
    let found = time_of_impact(a, &motion_a, b, &motion_b).unwrap();
    let starts_in_contact = relation(a, pose_a, b, pose_b) != Relation::Separated;
    assert_eq!(found.is_some_and(|impact| impact.time == 0.0), starts_in_contact, "{found:?}: {case:?}");
    let end = found.map_or(1.0, |impact| impact.time);
    assert!((0.0..=1.0).contains(&end), "{found:?}: {case:?}");
    if let Some(impact) = found {
        assert!((impact.normal.length() - 1.0).abs() < 1e-5, "{found:?}: {case:?}");
    }
    let way = motion.as_dvec2().length();
    // About a vertex, A reaches twice as far, and its centre may be that much further away.
    let size = 3.0 * size(&case) + way;
    let coordinates = pose_a.translation.as_dvec2().length() + pose_b.translation.as_dvec2().length();
    // Beyond these sizes positions leave the range of f32.
    if starts_in_contact || size + coordinates > 1e30 {
        return;
    }
    // Poses at a time are rounded: positions by 2⁻²³ of themselves, rotations by 2⁻²², times by 2⁻²³ of the speed. And what
    // is below the normal numbers is a few units there.
    let speed = way + 1.5 * f64::from(angle.abs()) * size;
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
        assert!(gap <= size / f64::from(1 << 20) + rounding, "{gap} apart at {found:?}: {case:?}");
    }
}

/// Batches of pairs in any order agree with single calls: verdicts and separations to the bit, the rest in what they
/// promise to be exact.
pub fn batches(bytes: &[u8]) {
    let cases: Vec<Case> = bytes.chunks(64).map(decode).collect();
    let mut set = ShapeSet::new();
    let mut pairs = Vec::new();
    for case in &cases {
        let a = set.push(&case.a, &case.pose_a).unwrap();
        pairs.push((a, set.push(&case.b, &case.pose_b).unwrap()));
    }
    // Neighbours meet as well, and each pair the other way round.
    pairs.extend(pairs.clone().windows(2).map(|pair| (pair[1].1, pair[0].0)));
    let single = |&(a, b): &(u32, u32)| {
        let [(a, pose_a), (b, pose_b)] = [a, b].map(|index| set.get(index).unwrap());
        (a, pose_a, b, pose_b)
    };
    let (mut plan, mut mask) = (PairPlan::new(), PairMask::new());
    for margin in [0.0, cases.first().map_or(0.0, |case| case.margin)] {
        batch::overlaps(&set, &pairs, margin, &mut plan, &mut mask).unwrap();
        for (pair, found) in pairs.iter().zip(mask.iter()) {
            let (a, pose_a, b, pose_b) = single(pair);
            assert_eq!(found, overlaps(a, &pose_a, b, &pose_b, margin), "{margin}: {:?}", single(pair));
        }
    }
    let (mut separations, mut pushes, mut gaps) = (Vec::new(), Vec::new(), Vec::new());
    batch::separations(&set, &pairs, &mut plan, &mut separations).unwrap();
    batch::mtvs(&set, &pairs, &mut plan, &mut pushes).unwrap();
    batch::distances(&set, &pairs, &mut plan, &mut gaps).unwrap();
    for (index, pair) in pairs.iter().enumerate() {
        let (a, pose_a, b, pose_b) = single(pair);
        let expected = separation(a, &pose_a, b, &pose_b);
        assert_eq!(separations[index].to_bits(), expected.to_bits(), "separation of {:?}", single(pair));
        let verdict = relation(a, &pose_a, b, &pose_b);
        assert_eq!(pushes[index].is_some(), verdict == Relation::Overlapping, "push of {:?}", single(pair));
        assert_eq!(gaps[index].distance > 0.0, verdict == Relation::Separated, "distance of {:?}", single(pair));
    }

    let motion = |index: usize| cases[index % cases.len()].motion;
    let casts: Vec<ShapeCast> = (0..pairs.len())
        .map(|index| ShapeCast { a: pairs[index].0, b: pairs[index].1, translation: motion(index) })
        .collect();
    let mut hits = Vec::new();
    batch::shape_casts(&set, &casts, &mut plan, &mut hits).unwrap();
    for (index, pair) in pairs.iter().enumerate() {
        let (a, pose_a, b, pose_b) = single(pair);
        let expected = shape_cast(a, &pose_a, motion(index), b, &pose_b).unwrap();
        let is_at_start = |hit: sat_simd::RayHit| hit.fraction == 0.0;
        assert_eq!(
            hits[index].map(is_at_start),
            expected.map(is_at_start),
            "cast {} of {:?}",
            motion(index),
            single(pair)
        );
    }
    let rays: Vec<RayCast> = (0..pairs.len())
        .map(|index| RayCast {
            shape: pairs[index].1,
            origin: set.get(pairs[index].0).unwrap().1.translation,
            translation: motion(index),
        })
        .collect();
    batch::ray_casts(&set, &rays, &mut hits).unwrap();
    for (ray, found) in rays.iter().zip(&hits) {
        let (shape, pose) = set.get(ray.shape).unwrap();
        let expected = ray_cast(shape, &pose, ray.origin, ray.translation).unwrap();
        let is_at_start = |hit: sat_simd::RayHit| hit.fraction == 0.0;
        assert_eq!(found.map(is_at_start), expected.map(is_at_start), "{ray:?} at {shape:?} {pose:?}");
    }
}
