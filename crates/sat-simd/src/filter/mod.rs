//! The first stage of every verdict: separating axes in eight lanes of `f32`, trusted only beyond an error bound.
//!
//! # The bound
//! u = 2⁻²⁴; T the distance of the two positions, r and r′ the reach of the cores around their origins, σ = |(cos,
//! sin)| of a pose, |σ² − 1| ≤ 8u. In A's frame a vertex of B is Rₐᵀ(d + R_b·w), and A's own vertices, seen through the
//! same map, are σₐ²·v; a unit normal n of A gives the gap g = n·(Rₐᵀd − σₐ²v) + (R_bᵀRₐ n)·w. Computed:
//!
//! | what | off by at most | because of |
//! |---|---|---|
//! | t = Rₐᵀd | 4.3u·T | the difference, two products and a sum in either coordinate, √2 for the two |
//! | t − v | + u·(T + r) + 8u·r | the difference; σₐ² left out |
//! | n·(t − v) | + 3.1u·(T + r) | n rounded, two products, a sum |
//! | cos, sin of RₐᵀR_b | 2.9u together | two products and a sum each |
//! | m = R_bᵀRₐ n | 6.8u | n, cos and sin, two products and a sum |
//! | m·w | 8.9u·r′ | m, two products, a sum |
//! | the sum of both | + u·(T + r + r′) | |
//!
//! together at most 9.4u·T + 13.1u·r + 9.9u·r′. A gap is compared with the reach R = rₐ + r_b + margin, itself off by
//! 2.1u of its terms' magnitudes and by another 4u for σₐ, which scales lengths in that frame. All of it stays below
//! **16u·(|d|₁ + r + r′ + rₐ + r_b + |margin|)**, with enough to spare for the second-order terms and the rounding of
//! the bound. Each product may also lose 2⁻¹⁵⁰ to underflow; the smallest normal number covers a million of them.
//! Sizes from 10⁹ on are passed to the next stage, so nothing overflows. Boxes and circles take fewer operations to
//! the same ends. Squared distances go through t + R·w (8.3u·(T + r′)) instead and are held against twice the bound.
//!
//! Beyond the bound on one axis the shapes are apart; below it on every edge's they overlap. What is left, one in a
//! hundred thousand of random pairs and whatever touches by design, goes to the [`exact`](crate::exact) stage.

mod axes;
mod circles;
mod crossing;
mod cuts;
mod edges;
mod facing;
mod fan;
mod foremost;
mod frame;
mod gjk;
mod nearest;
mod rects;
mod scaled;
mod segments;
#[cfg(test)]
mod twins;
mod verdict;

use crate::ShapeRef;
use crate::lanes::{F32s, max_wide};
use crate::root::sqrt;
use crate::shape::{Circle, Polygon};
use circles::compare_circles_at_zero;
pub(crate) use circles::{compare_circles, largest};
pub(crate) use crossing::{Crossing, Entered};
pub(crate) use edges::{Edges, MOST_VERTICES, with_edges};
pub(crate) use facing::Facing;
pub(crate) use fan::block_facing;
pub(crate) use foremost::{Foremost, edge_toward, edges_toward};
use frame::Limits;
pub(crate) use frame::{Frame, RELATIVE_ERROR, SIZE_LIMIT, SQUARED_SIZE_LIMIT};
use geom::Pose;
pub(crate) use nearest::TIE;
pub(crate) use rects::{rect_separation, side_gaps};
use segments::{Bar, segment_separation};
pub(crate) use verdict::Verdict;

/// How the separation of the pair compares with `margin`, when `f32` can tell.
///
/// Inlined, so that a call with two circles or two boxes is their few dozen operations without a branch but the last.
#[inline]
pub(crate) fn compare(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose, margin: f32) -> Verdict {
    match (a, b) {
        (ShapeRef::Circle(circle_a), ShapeRef::Circle(circle_b)) => {
            let offset = pose_b.translation - pose_a.translation;
            let radii = circle_a.radius() + circle_b.radius();
            if margin == 0.0 { compare_circles_at_zero(offset, radii) } else { compare_circles(offset, radii, margin) }
        }
        (ShapeRef::Rect(rect_a), ShapeRef::Rect(rect_b)) => {
            let frame = Frame::new(pose_a, pose_b);
            let limits = Limits::new(frame.offset, rect_a.reach() + rect_b.reach(), 0.0, margin);
            let verdict = rects::compare_rects(rect_a, rect_b, &frame, &limits);
            if !verdict.is_sure() && limits.reach > 0.0 { compare_edges(a, pose_a, b, pose_b, margin) } else { verdict }
        }
        (ShapeRef::Polygon(polygon_a), ShapeRef::Polygon(polygon_b)) => {
            compare_polygons(polygon_a, pose_a, polygon_b, pose_b, margin)
        }
        (_, ShapeRef::Circle(circle)) => compare_with_circle(a, pose_a, circle, pose_b, margin),
        (ShapeRef::Circle(circle), _) => compare_with_circle(b, pose_b, circle, pose_a, margin),
        _ => compare_edges(a, pose_a, b, pose_b, margin),
    }
}

/// Cores whose blocks make more pairs than this are measured in doubles, which walk around both at once: O(n + m), and
/// 35 ns a vertex. Eight lanes against every vertex take as long at 90 vertices each.
const MAX_BLOCK_PAIRS: usize = 128;

/// The separation of the pair, within twice the bound; `None` for sizes whose squares could leave the range of `f32` and
/// for very many vertices.
#[inline]
pub(crate) fn separation(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Option<f32> {
    let radii = a.radius() + b.radius();
    if let (ShapeRef::Circle(_), ShapeRef::Circle(_)) = (a, b) {
        let offset = pose_b.translation - pose_a.translation;
        Some(Limits::new(offset, 0.0, radii, 0.0)).filter(Limits::squares_are_normal)?;
        return Some(sqrt(offset.x * offset.x + offset.y * offset.y) - radii);
    }
    if let ShapeRef::Circle(_) = b {
        return point_separation(a, pose_a, pose_b, radii);
    }
    if let ShapeRef::Circle(_) = a {
        return point_separation(b, pose_b, pose_a, radii);
    }
    if let (ShapeRef::Rect(a), ShapeRef::Rect(b)) = (a, b) {
        let frame = Frame::new(pose_a, pose_b);
        let limits = Limits::new(frame.offset, a.reach() + b.reach(), 0.0, 0.0);
        let limits = Some(limits).filter(Limits::squares_are_normal)?;
        if let Some(separation) = rect_separation(a, b, &frame, limits.error) {
            return Some(separation);
        }
    }
    if let (Some(a), Some(b)) = (Bar::of(a), Bar::of(b)) {
        let frame = Frame::new(pose_a, pose_b);
        let limits = Some(Limits::new(frame.offset, a.reach + b.reach, radii, 0.0));
        let limits = limits.filter(Limits::squares_are_normal)?;
        if let Some(separation) = segment_separation(&a, &b, &frame, limits.error) {
            return Some(separation - radii);
        }
    }
    edges_separation(a, pose_a, b, pose_b, radii)
}

/// The separation of two cores with edges, less the radii.
#[inline(never)]
fn edges_separation(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose, radii: f32) -> Option<f32> {
    with_edges(a, |a| {
        with_edges(b, |b| {
            if a.blocks.len() * b.blocks.len() > MAX_BLOCK_PAIRS {
                return None;
            }
            let frame = Frame::new(pose_a, pose_b);
            let limits = Limits::new(frame.offset, a.reach + b.reach, radii, 0.0);
            let limits = Some(limits).filter(Limits::squares_are_normal)?;
            Some(nearest::core_separation(&a, &b, &frame, limits.error) - radii)
        })
    })
}

/// The separation of a core with edges and a circle's centre, less the radii.
#[inline(never)]
fn point_separation(core: ShapeRef, pose: &Pose, center: &Pose, radii: f32) -> Option<f32> {
    let offset = center.translation - pose.translation;
    with_edges(core, |core| {
        let limits = Some(Limits::new(offset, core.reach, radii, 0.0)).filter(Limits::squares_are_normal)?;
        Some(nearest::point_separation(&core, pose.rotation.inv_rotate(offset), limits.error) - radii)
    })
}

/// A core with edges against a circle.
fn compare_with_circle(core: ShapeRef, pose: &Pose, circle: &Circle, circle_pose: &Pose, margin: f32) -> Verdict {
    let offset = circle_pose.translation - pose.translation;
    let radii = core.radius() + circle.radius();
    let center = pose.rotation.inv_rotate(offset);
    if let ShapeRef::Rect(rect) = core {
        return circles::compare_rect_circle(rect, center, &Limits::new(offset, rect.reach(), radii, margin));
    }
    if let ShapeRef::Polygon(polygon) = core {
        let limits = Limits::new(offset, polygon.reach(), radii, margin);
        let discs = limits.of_discs(offset, polygon.inner(), polygon.reach());
        if discs.is_sure() {
            return discs;
        }
    }
    with_edges(core, |edges| {
        let limits = Limits::new(offset, edges.reach, radii, margin);
        circles::compare_with_circle(&edges, center, &limits).0
    })
}

/// Two polygons.
fn compare_polygons(a: &Polygon, pose_a: &Pose, b: &Polygon, pose_b: &Pose, margin: f32) -> Verdict {
    let offset = pose_b.translation - pose_a.translation;
    let (outer, radii) = (a.reach() + b.reach(), a.radius() + b.radius());
    let discs = Limits::new(offset, outer, radii, margin).of_discs(offset, a.inner() + b.inner(), outer);
    if discs.is_sure() {
        return discs;
    }
    compare_axes(&Edges::of_polygon(a), pose_a, &Edges::of_polygon(b), pose_b, radii, margin)
}

/// Whether the discs around two shapes already tell that they are apart.
#[inline]
pub(crate) fn are_discs_apart(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> bool {
    let offset = pose_b.translation - pose_a.translation;
    let outer = a.core_reach() + b.core_reach();
    Limits::new(offset, outer, a.radius() + b.radius(), 0.0).of_discs(offset, -outer, outer).is_apart
}

/// Two cores with edges.
fn compare_edges(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose, margin: f32) -> Verdict {
    let radii = a.radius() + b.radius();
    with_edges(a, |a| with_edges(b, |b| compare_axes(&a, pose_a, &b, pose_b, radii, margin)))
}

/// Two cores of polygons, by their edges, and by the search before that when one of them has more than eight.
#[inline]
pub(crate) fn compare_axes(a: &Edges, pose_a: &Pose, b: &Edges, pose_b: &Pose, radii: f32, margin: f32) -> Verdict {
    let frame = Frame::new(pose_a, pose_b);
    let limits = Limits::new(frame.offset, a.reach + b.reach, radii, margin);
    if a.blocks.len() + b.blocks.len() > 2 && limits.reach >= 0.0 {
        let verdict = gjk::compare_large(a, b, &frame, &limits);
        if verdict.is_sure() {
            return verdict;
        }
    }
    let apart = F32s::splat(limits.apart);
    let mut largest = F32s::splat(f32::NEG_INFINITY);
    if let ([block_a], [block_b]) = (a.blocks, b.blocks) {
        // Both in one go: which of them parts a pair is a coin toss that costs more than the second half.
        largest = max_wide(axes::gaps(block_a, &frame.b_in_a, b), axes::gaps(block_b, &frame.a_in_b, a));
    } else {
        for block in a.blocks {
            largest = max_wide(axes::gaps(block, &frame.b_in_a, b), largest);
            if largest.simd_gt(apart).any() {
                return limits.trusted(true, false);
            }
        }
        for block in b.blocks {
            largest = max_wide(axes::gaps(block, &frame.a_in_b, a), largest);
            if largest.simd_gt(apart).any() {
                return limits.trusted(true, false);
            }
        }
    }
    let verdict = limits.trusted(largest.simd_gt(apart).any(), largest.simd_lt(F32s::splat(limits.close)).all());
    if verdict.is_sure() || limits.reach <= 0.0 { verdict } else { compare_nearest(a, b, &frame, &limits, largest) }
}

/// The verdict on two cores that no edge parts by more than their positive reach, from the distance of their vertices
/// and edges; `gaps` are the largest gaps over the edges.
#[inline(never)]
fn compare_nearest(a: &Edges, b: &Edges, frame: &Frame, limits: &Limits, gaps: F32s) -> Verdict {
    let verdict = limits.of_distance_sq(nearest::nearest_sq(a, b, frame, limits.error));
    // Of cores that cross, the vertices say nothing about the distance.
    let cores_are_apart = gaps.simd_gt(F32s::splat(limits.error)).any();
    Verdict { is_apart: verdict.is_apart && cores_are_apart, ..verdict }
}
