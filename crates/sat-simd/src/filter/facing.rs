use super::axes::gaps_over;
use super::circles::{largest, smallest};
use super::cuts::facing_of_many;
use super::edges::{Edges, MOST_VERTICES};
use super::frame::{Frame, Limits};
use super::scaled::Scale;
use crate::lanes::{F32s, LANES, max_wide};
use crate::shape::Block;
use geom::Pose;

/// The edge over which the other core stands farthest out, and that core's lowest vertex over it.
///
/// They hold the nearest points of cores that are apart and the shortest way out of cores that are not: see
/// [`Foremost`](super::Foremost), which keeps all edges that this one may be.
///
/// By number: points that are written and then read as registers keep who reads them waiting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facing {
    /// Whose edge it is: 0 for A, 1 for B.
    pub owner: usize,
    /// The edge, from the vertex of this number to the next.
    pub edge: usize,
    /// The other's vertex.
    pub vertex: usize,
}

impl Facing {
    /// `None` where `f32` cannot tell which they are, for more than 64 vertices and for poses that are not finite. One of the
    /// cores has area.
    #[inline]
    pub fn new(a: &Edges, pose_a: &Pose, b: &Edges, pose_b: &Pose) -> Option<Self> {
        let frame = Frame::new(pose_a, pose_b);
        let ([block_a], [block_b]) = (a.blocks, b.blocks) else {
            return Self::of_many(a, b, &frame, Some([pose_a, pose_b]));
        };
        let limits = Limits::new(frame.offset, a.reach + b.reach, 0.0, 0.0);
        if limits.squares_are_normal() {
            Self::of_blocks([block_a, block_b], [a.len, b.len], &frame, limits.error)
        } else {
            Self::of_scaled((a, block_a, pose_a), (b, block_b, pose_b))
        }
    }

    /// The same of two cores that lie to each other as `frame` says, but for sizes whose squares could leave the range of `f32`.
    #[inline]
    pub fn in_frame(a: &Edges, b: &Edges, frame: &Frame) -> Option<Self> {
        let ([block_a], [block_b]) = (a.blocks, b.blocks) else { return Self::of_many(a, b, frame, None) };
        let limits = Limits::new(frame.offset, a.reach + b.reach, 0.0, 0.0);
        let limits = Some(limits).filter(Limits::squares_are_normal)?;
        Self::of_blocks([block_a, block_b], [a.len, b.len], frame, limits.error)
    }

    /// Where one of the cores has more than eight vertices; without poses not where squares could leave the range of `f32`.
    #[inline(never)]
    fn of_many(a: &Edges, b: &Edges, frame: &Frame, poses: Option<[&Pose; 2]>) -> Option<Self> {
        let limits = Limits::new(frame.offset, a.reach + b.reach, 0.0, 0.0);
        if limits.squares_are_normal() {
            facing_of_many([a, b], frame, limits.error)
        } else {
            of_many_scaled([a, b], poses?)
        }
    }

    #[inline(always)]
    fn of_blocks(blocks: [&Block; 2], lens: [usize; 2], frame: &Frame, error: f32) -> Option<Self> {
        let live = |bits: u32, len: usize| bits & ((1 << len) - 1);
        let [gaps_a, gaps_b] = gaps_of_both(blocks, lens, frame);
        let behind = F32s::splat(largest(max_wide(gaps_a, gaps_b)) - 2.0 * error);
        let facing = |gaps: F32s, len: usize| live(gaps.simd_ge(behind).to_bitmask(), len);
        let edge = the_only(facing(gaps_a, lens[0]) | facing(gaps_b, lens[1]) << LANES)?;

        // Looked up, because whose it is no branch predictor knows.
        let (owner, edge) = (edge / LANES % 2, edge % LANES);
        let (block, other) = (blocks[owner], blocks[1 - owner]);
        let pose = [&frame.b_in_a, &frame.a_in_b][owner];
        let (nx, ny) = (block.nx[edge], block.ny[edge]);
        let (other_nx, other_ny) = (nx * pose.cos + ny * pose.sin, ny * pose.cos - nx * pose.sin);
        let heights = F32s::splat(other_nx) * F32s::from(other.x) + F32s::splat(other_ny) * F32s::from(other.y);
        let above = F32s::splat(smallest(heights) + 2.0 * error);
        let vertex = the_only(live(heights.simd_le(above).to_bitmask(), lens[1 - owner]))?;
        Some(Self { owner, edge, vertex })
    }

    /// [`Facing::of_blocks`] of cores whose squares could leave the range of `f32`.
    #[cold]
    fn of_scaled(a: (&Edges, &Block, &Pose), b: (&Edges, &Block, &Pose)) -> Option<Self> {
        let scale = Scale::of([a.2.translation, b.2.translation], [a.0.reach, b.0.reach]);
        let frame = Frame::new(&scale.pose(a.2), &scale.pose(b.2));
        let limits = Limits::new(frame.offset, scale.length(a.0.reach) + scale.length(b.0.reach), 0.0, 0.0);
        if !limits.squares_are_normal() {
            return None;
        }
        let blocks = [scale.block(a.1), scale.block(b.1)];
        Self::of_blocks([&blocks[0], &blocks[1]], [a.0.len, b.0.len], &frame, limits.error)
    }
}

/// The gaps over the edges of both.
///
/// One guess for both vertex counts, which is wrong once in nine pairs of random polygons instead of nearly once a pair.
#[inline(always)]
fn gaps_of_both([a, b]: [&Block; 2], lens: [usize; 2], frame: &Frame) -> [F32s; 2] {
    if lens[0].max(lens[1]) <= LANES / 2 {
        [gaps_over::<{ LANES / 2 }>(a, &frame.b_in_a, b), gaps_over::<{ LANES / 2 }>(b, &frame.a_in_b, a)]
    } else {
        [gaps_over::<LANES>(a, &frame.b_in_a, b), gaps_over::<LANES>(b, &frame.a_in_b, a)]
    }
}

/// [`facing_of_many`] of cores whose squares could leave the range of `f32`.
#[cold]
fn of_many_scaled(cores: [&Edges; 2], poses: [&Pose; 2]) -> Option<Facing> {
    if cores[0].len.max(cores[1].len) > MOST_VERTICES {
        return None;
    }
    let scale = Scale::of(poses.map(|pose| pose.translation), cores.map(|core| core.reach));
    let blocks = cores.map(|core| {
        let last = core.blocks.len() - 1;
        core::array::from_fn::<_, { MOST_VERTICES / LANES }, _>(|index| scale.block(&core.blocks[index.min(last)]))
    });
    let scaled = [0, 1].map(|index| {
        let Edges { blocks: all, len, reach } = *cores[index];
        Edges { blocks: &blocks[index][..all.len()], len, reach: scale.length(reach) }
    });
    let frame = Frame::new(&scale.pose(poses[0]), &scale.pose(poses[1]));
    let limits = Limits::new(frame.offset, scaled[0].reach + scaled[1].reach, 0.0, 0.0);
    let limits = Some(limits).filter(Limits::squares_are_normal)?;
    facing_of_many([&scaled[0], &scaled[1]], &frame, limits.error)
}

/// The place of the bit, if only one is set.
#[inline]
fn the_only(bits: u32) -> Option<usize> {
    bits.is_power_of_two().then(|| bits.trailing_zeros() as usize)
}
