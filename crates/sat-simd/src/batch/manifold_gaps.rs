//! What the gaps of manifolds are right to, and how wide they are at least.

use super::manifolds::manifolds_and_gaps;
use super::plan::PairPlan;
use super::set::ShapeSet;
use super::testing::size;
use crate::distance;
use crate::manifold::SHORTEST_SQ;
use crate::shape::{Polygon, Shape};
use alloc::vec::Vec;
use geom::{Pose, Vec2};
use glam::DVec2;
use proptest::prelude::*;

/// 2⁻¹⁸: what gaps are off by, relative to the size.
const BOUND: f64 = 1.0 / 262_144.0;

/// A gap is no more than the distance, as wide as is promised, and no pair's depends on what it is asked with.
pub(super) fn check_gaps(entries: &[(Shape, Pose)], pairs: &[(u32, u32)], margin: f32) -> Result<(), TestCaseError> {
    let mut set = ShapeSet::new();
    for (shape, pose) in entries {
        set.push(shape, pose).unwrap();
    }
    let (mut plan, mut out, mut gaps) = (PairPlan::new(), Vec::new(), vec![9.0; 3]);
    manifolds_and_gaps(&set, pairs, margin, &mut plan, &mut out, &mut gaps).unwrap();
    prop_assert_eq!(gaps.len(), pairs.len());
    let (mut alone, mut its_gap) = (Vec::new(), Vec::new());
    for (pair, (manifold, &gap)) in pairs.iter().zip(out.iter().zip(&gaps)) {
        let ((a, pose_a), (b, pose_b)) = (&entries[pair.0 as usize], &entries[pair.1 as usize]);
        manifolds_and_gaps(&set, &[*pair], margin, &mut plan, &mut alone, &mut its_gap).unwrap();
        prop_assert_eq!(gap.to_bits(), its_gap[0].to_bits(), "{:?} {:?}", a, b);
        prop_assert!(gap.is_finite());
        if manifold.is_empty() {
            let about = format!("{gap} of {a:?} {pose_a:?} {b:?} {pose_b:?}");
            let (size, gap) = (size(a, pose_a, b, pose_b), f64::from(gap));
            prop_assert!(gap <= f64::from(distance(a, pose_a, b, pose_b).distance) + BOUND * size, "{}", about);
            if size < 1e17 && !is_asked_alone(a) && !is_asked_alone(b) {
                let least = least_gap((a, pose_a), (b, pose_b), margin, BOUND * size);
                prop_assert!(gap >= least - BOUND * size, "{} < {}", about, least);
            }
        }
    }
    Ok(())
}

/// Whether a shape's gaps are not known: it has too many vertices, or is a segment that is a point.
fn is_asked_alone(shape: &Shape) -> bool {
    let is_point = || (shape.core_vertex(1) - shape.core_vertex(0)).length_squared() < SHORTEST_SQ;
    shape.core_len() > 8 || (shape.core_len() == 2 && is_point())
}

/// What a gap may not be less than: the distance from a point, of polygons that to the edge it is farthest outside of; else the
/// margin where an edge tells that it is kept.
fn least_gap((a, pose_a): (&Shape, &Pose), (b, pose_b): (&Shape, &Pose), margin: f32, rounding: f64) -> f64 {
    if a.core_len() == 1 || b.core_len() == 1 {
        if let Some((polygon, point)) = polygon_first((a, pose_a), (b, pose_b)) {
            return gap_over_edges(polygon, point);
        }
        let distance = distance(a, pose_a, b, pose_b).distance;
        return if distance > 0.0 { f64::from(distance) } else { f64::NEG_INFINITY };
    }
    let margin = f64::from(margin);
    let over_edges = gap_over_edges((a, pose_a), (b, pose_b)).max(gap_over_edges((b, pose_b), (a, pose_a)));
    if over_edges > margin + rounding { margin } else { f64::NEG_INFINITY }
}

type Posed<'a> = (&'a Shape, &'a Pose);

/// Both, if one is a polygon: that first.
fn polygon_first<'a>(a: Posed<'a>, b: Posed<'a>) -> Option<(Posed<'a>, Posed<'a>)> {
    match (a.0, b.0) {
        (Shape::Polygon(_), _) => Some((a, b)),
        (_, Shape::Polygon(_)) => Some((b, a)),
        _ => None,
    }
}

/// How far B stays outside the edge of A that it is farthest outside of.
fn gap_over_edges((a, pose_a): (&Shape, &Pose), (b, pose_b): (&Shape, &Pose)) -> f64 {
    let turned = |shape: &Shape, pose: &Pose| -> Vec<DVec2> {
        let turn = DVec2::new(pose.rotation.cos().into(), pose.rotation.sin().into());
        (0..shape.core_len()).map(|i| turn.rotate(shape.core_vertex(i).as_dvec2())).collect()
    };
    let (of_a, of_b) = (turned(a, pose_a), turned(b, pose_b));
    let offset = pose_b.translation.as_dvec2() - pose_a.translation.as_dvec2();
    let over = |(start, end): (&DVec2, &DVec2)| {
        let normal = -(*end - *start).perp().normalize();
        of_b.iter().map(|vertex| normal.dot(offset + *vertex - *start)).fold(f64::INFINITY, f64::min)
    };
    let widest = of_a.iter().zip(of_a.iter().cycle().skip(1)).map(over).fold(f64::NEG_INFINITY, f64::max);
    widest - f64::from(a.radius()) - f64::from(b.radius())
}

/// The gap between two shapes, A at the origin.
fn gap(a: &Shape, b: &Shape, at: Vec2) -> f32 {
    let (mut set, mut plan) = (ShapeSet::new(), PairPlan::new());
    let pair = (set.push(a, &Pose::IDENTITY).unwrap(), set.push(b, &Pose::from_translation(at)).unwrap());
    let (mut manifolds, mut gaps) = (Vec::new(), Vec::new());
    manifolds_and_gaps(&set, &[pair], 0.0, &mut plan, &mut manifolds, &mut gaps).unwrap();
    gaps[0]
}

/// Where sums or products overflow nothing is known: neither infinity nor NaN comes back.
#[test]
fn gaps_are_finite() {
    let (ball, large_ball) = (Shape::circle(1.0).unwrap(), Shape::circle(1e20).unwrap());
    let (tile, bar) = (Shape::rect(1.0, 1.0).unwrap(), Shape::segment(-Vec2::X, Vec2::X).unwrap());
    let triangle = Shape::from(Polygon::new(&[Vec2::ZERO, Vec2::X, Vec2::Y]).unwrap());
    let far = [Vec2::new(1e30, 0.0), Vec2::new(3e38, -3e38)];
    for (a, b) in [(&ball, &tile), (&ball, &bar), (&ball, &triangle), (&tile, &triangle), (&bar, &triangle)] {
        for (a, b) in [(a, a), (a, b), (b, a), (b, b)] {
            for at in far {
                assert!(gap(a, b, at).is_finite(), "{a:?} {b:?} {at}");
            }
        }
    }
    assert_eq!(gap(&ball, &ball, far[0]), 0.0);
    // They overlap, and the square of the distance is too large a number.
    assert_eq!(gap(&large_ball, &large_ball, Vec2::new(1e20, 0.0)), 0.0);
}

/// Sides that hardly turn, seen from afar: whichever is taken for the nearest, the gap is no wider than the distance.
#[test]
fn nearly_straight_outlines_are_no_farther_than_they_are() {
    let mut straightest = f32::INFINITY;
    for bend in [1e-7, 1e-6, 1e-5, 1e-4, 1e-3] {
        let corners = [Vec2::ZERO, Vec2::new(10.0, -bend), Vec2::new(20.0, 0.0), Vec2::new(10.0, 5.0)];
        let Ok(floor) = Polygon::new(&corners) else { continue };
        straightest = straightest.min(bend);
        let (floor, ball) = (Shape::from(floor), Shape::circle(0.5).unwrap());
        for i in 0..400u16 {
            let at = Vec2::new(f32::from(i % 40) * 0.5, -1.0 - f32::from(i / 40) * 3.0);
            let distance = distance(&floor, &Pose::IDENTITY, &ball, &Pose::from_translation(at)).distance;
            let gap = gap(&floor, &ball, at);
            assert!(gap <= distance + 2e-4, "{gap} > {distance} at {at}, bent by {bend}");
        }
    }
    assert!(straightest < 1e-3);
}
