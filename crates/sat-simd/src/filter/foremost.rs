use super::axes::gaps;
use super::circles::{largest, vertices_and_edges};
use super::edges::{Edges, with_edges};
use super::frame::{Frame, Limits, Relative};
use super::scaled::Scale;
use crate::lanes::{F32s, LANES, max, max_wide};
use crate::shape::Block;
use crate::{Rect, ShapeRef};
use geom::{Pose, Vec2};

/// The edges of two cores, a bit each, over which the gap may be the largest: all others are behind by more than `f32`
/// may be off.
///
/// The largest gap is the depth of cores that overlap, and of cores that are apart its edge holds the point of the
/// difference nearest to the origin: a vertex is nearest only in the fan between the normals of its two edges, and any
/// further normal leans away more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Foremost {
    pub a: u8,
    pub b: u8,
}

impl Foremost {
    /// The edge and whether it is A's, if it is only one.
    #[inline]
    pub(crate) fn sole(self) -> Option<(bool, usize)> {
        let bits = u32::from(self.a) | u32::from(self.b) << u8::BITS;
        let (is_a, index) = (self.a != 0, bits.trailing_zeros() % u8::BITS);
        (bits.count_ones() == 1).then_some((is_a, index as usize))
    }

    /// Of two finite poses; `None`, so that all have to be looked at, for more than eight vertices, for cores without
    /// area and where `f32` might overflow or underflow.
    pub(crate) fn new(a: ShapeRef, pose_a: &Pose, b: ShapeRef, pose_b: &Pose) -> Option<Self> {
        Self::in_frame(a, b, &Frame::new(pose_a, pose_b))
    }

    /// The same of two shapes that lie to each other as `frame` says.
    pub(crate) fn in_frame(a: ShapeRef, b: ShapeRef, frame: &Frame) -> Option<Self> {
        if a.core_len() <= 2 && b.core_len() <= 2 {
            return None;
        }
        if let (ShapeRef::Rect(a), ShapeRef::Rect(b)) = (a, b) {
            return Self::of_rects(a, b, frame);
        }
        with_edges(a, |a| with_edges(b, |b| Self::of_edges(&a, &b, frame)))
    }

    /// Of two boxes: the gaps over opposite edges are ± the position less both shadows.
    fn of_rects(a: &Rect, b: &Rect, frame: &Frame) -> Option<Self> {
        let limits = Limits::new(frame.offset, a.reach() + b.reach(), 0.0, 0.0);
        if !limits.squares_are_normal() {
            return None;
        }
        let (cos, sin) = (frame.b_in_a.cos.abs(), frame.b_in_a.sin.abs());
        let gaps = |half: Vec2, other: Vec2, position: Vec2| {
            let (x, y) = (half.x + (cos * other.x + sin * other.y), half.y + (sin * other.x + cos * other.y));
            [-position.y - y, position.x - x, position.y - y, -position.x - x]
        };
        let gaps_a = gaps(a.half(), b.half(), frame.b_in_a.position);
        let gaps_b = gaps(b.half(), a.half(), frame.a_in_b.position);
        let largest = |[bottom, right, top, left]: [f32; 4]| max(max(bottom, top), max(right, left));
        let behind = max(largest(gaps_a), largest(gaps_b)) - 2.0 * limits.error;
        let bits = |gaps: [f32; 4]| (0..4).fold(0, |bits, edge| bits | u8::from(gaps[edge] >= behind) << edge);
        Some(Self { a: bits(gaps_a), b: bits(gaps_b) })
    }

    #[inline]
    fn of_edges(a: &Edges, b: &Edges, frame: &Frame) -> Option<Self> {
        let ([_], [_]) = (a.blocks, b.blocks) else { return None };
        let limits = Limits::new(frame.offset, a.reach + b.reach, 0.0, 0.0);
        if !limits.squares_are_normal() {
            return None;
        }
        let of = |reference: &Edges, pose: &Relative, other: &Edges| {
            // The two normals of a point are no edges of the difference.
            let is_point = reference.len == 2 && reference.vertex(0) == reference.vertex(1);
            if is_point { F32s::splat(f32::NEG_INFINITY) } else { gaps(&reference.blocks[0], pose, other) }
        };
        let (gaps_a, gaps_b) = (of(a, &frame.b_in_a, b), of(b, &frame.a_in_b, a));
        let behind = F32s::splat(max(largest(gaps_a), largest(gaps_b)) - 2.0 * limits.error);
        let bits = |gaps: F32s, len: usize| (gaps.simd_ge(behind).to_bitmask() & ((1 << len) - 1)) as u8;
        Some(Self { a: bits(gaps_a, a.len), b: bits(gaps_b, b.len) })
    }
}

/// The edges of a core, a bit each, over which `point` may stand highest: all others are lower by more than `f32` may be off.
/// All of them where that might overflow or underflow, `None` for more than eight.
#[inline]
pub(crate) fn edges_toward(core: &Edges, pose: &Pose, point: Vec2) -> Option<u8> {
    let [block] = core.blocks else { return None };
    let offset = point - pose.translation;
    let limits = Limits::new(offset, core.reach, 0.0, 0.0);
    let all = ((1u32 << core.len) - 1) as u8;
    if !limits.squares_are_normal() {
        return Some(all);
    }
    let (_, heights) = vertices_and_edges(block, pose.rotation.inv_rotate(offset));
    let behind = F32s::splat(largest(heights) - 2.0 * limits.error);
    Some(heights.simd_ge(behind).to_bitmask() as u8 & all)
}

/// The only edge of a core of any number of vertices over which `point` may stand highest; `None` where it may be several.
#[inline]
pub(crate) fn edge_toward(core: &Edges, pose: &Pose, point: Vec2) -> Option<usize> {
    let offset = point - pose.translation;
    let limits = Limits::new(offset, core.reach, 0.0, 0.0);
    if !limits.squares_are_normal() {
        return edge_toward_scaled(core, pose, point);
    }
    let seen = pose.rotation.inv_rotate(offset);
    only_highest(core, limits.error, |block| vertices_and_edges(block, seen).1)
}

/// Where squares could leave the range of `f32`.
#[cold]
fn edge_toward_scaled(core: &Edges, pose: &Pose, point: Vec2) -> Option<usize> {
    let scale = Scale::of([pose.translation, point], [core.reach, 0.0]);
    let offset = scale.point(point) - scale.point(pose.translation);
    let limits = Limits::new(offset, scale.length(core.reach), 0.0, 0.0);
    let limits = Some(limits).filter(Limits::squares_are_normal)?;
    let seen = pose.rotation.inv_rotate(offset);
    only_highest(core, limits.error, |block| vertices_and_edges(&scale.block(block), seen).1)
}

/// The only edge whose height, to within `error`, may be the highest.
#[inline]
fn only_highest(core: &Edges, error: f32, heights: impl Fn(&Block) -> F32s) -> Option<usize> {
    let lowest = F32s::splat(f32::NEG_INFINITY);
    let highest = core.blocks.iter().fold(lowest, |highest, block| max_wide(heights(block), highest));
    let behind = F32s::splat(largest(highest) - 2.0 * error);
    let mut only = None;
    for (index, block) in core.blocks.iter().enumerate() {
        let first = index * LANES;
        let live = (1u32 << (core.len - first).min(LANES)) - 1;
        let bits = heights(block).simd_ge(behind).to_bitmask() & live;
        if bits != 0 {
            if only.is_some() || !bits.is_power_of_two() {
                return None;
            }
            only = Some(first + bits.trailing_zeros() as usize);
        }
    }
    only
}
