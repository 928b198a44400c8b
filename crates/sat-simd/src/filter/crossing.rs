use super::Foremost;
use super::axes::gaps;
use super::circles::largest;
use super::edges::{Edges, with_edges};
use super::frame::{Frame, Limits, RELATIVE_ERROR, Relative};
use crate::ShapeRef;
use crate::lanes::{F32s, max, max_wide, min_wide};
use geom::{Pose, Vec2};

/// Between which times a motion enters eight half planes; −∞ where it does not.
#[derive(Clone, Copy)]
pub(crate) struct Crossing {
    pub early: F32s,
    pub late: F32s,
}

impl Crossing {
    /// Of half planes from which the motion starts `height` off, which it changes by `opening`; `way_size` is its |x| + |y|.
    ///
    /// Heights are off by `error` at most, and so is what the way takes of them, in proportion to its length: a time by twice
    /// that per speed of approach, which itself may be half as large as computed. Slower approaches than `parallel` are
    /// taken for that fast, which the same four errors cover; what moves apart by less may truly approach, and then enters late.
    #[inline]
    pub(crate) fn new(height: F32s, opening: F32s, error: f32, way_size: f32) -> Self {
        let (zero, never) = (F32s::splat(0.0), F32s::splat(f32::NEG_INFINITY));
        let parallel = F32s::splat(way_size * (2.0 * RELATIVE_ERROR) + f32::MIN_POSITIVE);
        let (is_closing, may_close) = (opening.simd_lt(zero), opening.simd_lt(parallel));
        let per_speed = F32s::splat(1.0) / max_wide(zero - opening, parallel);
        let (time, slack) = (height * per_speed, F32s::splat(4.0 * error) * per_speed);
        Self { early: is_closing.select(time - slack, never), late: may_close.select(time + slack, never) }
    }
}

/// The edges of two cores whose half planes, moved outward by the radii, a motion may enter last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entered {
    /// None: one of them keeps start and end out.
    Never,
    /// One of these.
    Over(Foremost),
}

impl Entered {
    /// By A moving along `way`, all finite; `None` for more than eight vertices and where `f32` might overflow or underflow.
    pub(crate) fn new(a: ShapeRef, pose_a: &Pose, way: Vec2, b: ShapeRef, pose_b: &Pose) -> Option<Self> {
        let radii = a.radius() + b.radius();
        with_edges(a, |a| with_edges(b, |b| Self::of_edges(&a, pose_a, way, &b, pose_b, radii)))
    }

    #[inline]
    fn of_edges(a: &Edges, pose_a: &Pose, way: Vec2, b: &Edges, pose_b: &Pose, radii: f32) -> Option<Self> {
        let ([_], [_]) = (a.blocks, b.blocks) else { return None };
        let frame = Frame::new(pose_a, pose_b);
        let way_size = way.x.abs() + way.y.abs();
        let limits = Limits::new(frame.offset, a.reach + b.reach + way_size, radii, 0.0);
        if !limits.squares_are_normal() {
            return None;
        }
        // Seen from A, B comes the other way.
        let way_a = pose_a.rotation.inv_rotate(-way);
        let way_b = pose_b.rotation.inv_rotate(way);
        let of = |core: &Edges, pose: &Relative, other: &Edges, way: Vec2| {
            // The two normals of a point are no edges of the difference.
            if core.len == 2 && core.vertex(0) == core.vertex(1) {
                return (F32s::splat(f32::NEG_INFINITY), F32s::splat(0.0));
            }
            let block = &core.blocks[0];
            let opening = F32s::from(block.nx) * F32s::splat(way.x) + F32s::from(block.ny) * F32s::splat(way.y);
            (gaps(block, pose, other) - F32s::splat(radii), opening)
        };
        let (height_a, opening_a) = of(a, &frame.b_in_a, b, way_a);
        let (height_b, opening_b) = of(b, &frame.a_in_b, a, way_b);
        let stays = max_wide(min_wide(height_a, height_a + opening_a), min_wide(height_b, height_b + opening_b));
        if stays.simd_gt(F32s::splat(4.0 * limits.error)).any() {
            return Some(Self::Never);
        }
        let by_a = Crossing::new(height_a, opening_a, limits.error, way_size);
        let by_b = Crossing::new(height_b, opening_b, limits.error, way_size);
        let latest = max(largest(by_a.early), largest(by_b.early));
        let bits = |late: F32s, len: usize| (late.simd_ge(F32s::splat(latest)).to_bitmask() & ((1 << len) - 1)) as u8;
        // Nothing closes on a motion without length.
        (latest > f32::NEG_INFINITY)
            .then(|| Self::Over(Foremost { a: bits(by_a.late, a.len), b: bits(by_b.late, b.len) }))
    }
}
