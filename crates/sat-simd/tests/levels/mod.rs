//! What each level of answer promises of a pair, checked on cases from any bytes against big integers. Random numbers
//! steer it in `levels_oracle.rs`, a fuzzer in `fuzz/`.

#![allow(dead_code, unused_imports)] // Each fuzz target uses one of the checks.

mod batches;
mod laws;
mod motions;
#[path = "../oracle/mod.rs"]
mod oracle;

pub use batches::batches;
pub use laws::motions_and_scales;
pub use motions::{impacts, sweeps_and_casts};

use oracle::{Case, decode};
use sat_simd::{
    Pose, Relation, Shape, closest_point, contains_point, distance, explain, manifold, mtv, relation, separation,
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

/// Checks that `found` is within `tolerance` of the true separation, by asking on which side of both limits that is.
fn assert_separation(case: &Case, found: f64, tolerance: f64, what: &str) {
    // Rounded outward; where the limits leave the range of f32 so does the answer.
    let (low, high) = (((found - tolerance) as f32).next_down(), ((found + tolerance) as f32).next_up());
    let clamp = |limit: f32| limit.clamp(-f32::MAX, f32::MAX);
    let [at_low, at_high] = oracle::compare_at(case, [clamp(low), clamp(high)]);
    assert!(at_low.is_ge() || low < -f32::MAX, "{what} {found} ± {tolerance} is too high: {case:?}");
    assert!(at_high.is_le() || high > f32::MAX, "{what} {found} ± {tolerance} is too low: {case:?}");
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
    // Where the cores all but touch, the search for their nearest points may begin on the wrong side of that.
    let nearly = size(&case) / f64::from(1 << 17);
    let cores_touch = (rough + f64::from(a.radius()) + f64::from(b.radius())).abs() <= nearly;
    let bound = if cores_touch { nearly } else { nearly / 4.0 };
    assert_separation(&case, rough, bound + unit, "separation");

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
    if !(1e-6..1e9).contains(&size) {
        return;
    }
    // Edges that tie to within 2⁻¹² of the smaller shape may stand for each other.
    let (tie, rounding) = (extent(&case.a).min(extent(&case.b)) / 4096.0, size / f64::from(1 << 18));
    let tolerance = tie + rounding;
    for point in contact.points() {
        let [depth] = oracle::compare_at(&case, [point.separation + tolerance as f32]);
        assert_ne!(depth, Ordering::Greater, "{point:?} is too deep: {case:?}");
    }
    // Four times 2⁻¹² of sizes, which are up to three quarters of extents, where cores are apart or hardly overlap.
    let (radii, rough) = (f64::from(case.a.radius() + case.b.radius()), 3.0 * tie + rounding);
    match contact.points().iter().map(|point| f64::from(point.separation)).reduce(f64::min) {
        Some(deepest) => {
            let tolerance = if deepest + radii > -tie { rough } else { tolerance };
            assert_separation(&case, deepest, tolerance, "the deepest point");
        }
        None => {
            let margin = f64::from(margin);
            let least = (margin - rough).max(-tolerance - radii).min(margin - tolerance);
            let [nearly] = oracle::compare_at(&case, [least as f32]);
            assert_ne!(nearly, Ordering::Less, "no contact: {case:?}");
        }
    }
}
