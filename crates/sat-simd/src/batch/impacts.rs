use super::buckets::{KEYS, classes};
use super::class::Class;
use super::core_block::CoreBlock;
use super::error::BatchError;
use super::impact_cores::Cores;
use super::impact_kernel::Round;
use super::indices::Indices;
use super::plan::PairPlan;
use super::set::ShapeSet;
use super::under_way::{Pending, UnderWay};
use super::ways::{MotionsWide, Ways};
use crate::lanes::{F32s, LANES, map_lanes};
use crate::{Impact, Motion};
use alloc::vec::Vec;
use core::array;
use geom::{Pose, Vec2};

/// Two shapes of a set that both move and turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingPair {
    /// The index of the first shape.
    pub a: u32,
    /// The index of the second shape.
    pub b: u32,
    /// How A moves. It starts where this says, wherever it stands in the set.
    pub motion_a: Motion,
    /// How B moves.
    pub motion_b: Motion,
}

impl Indices for MovingPair {
    #[inline]
    fn indices(&self) -> (u32, u32) {
        (self.a, self.b)
    }

    #[inline]
    fn fault(&self, position: usize) -> Option<BatchError> {
        let Self { motion_a, motion_b, .. } = self;
        let of = |motion: &Motion| {
            let Motion { start: Pose { translation: start, .. }, center, translation, angle } = *motion;
            let numbers = [start.x, start.y, center.x, center.y, translation.x, translation.y];
            let is_in_range = angle.abs() <= Motion::MAX_ANGLE;
            BatchError::of_numbers(position, numbers).or((!is_in_range).then_some(BatchError::TurnsTooFar { position }))
        };
        of(motion_a).or_else(|| of(motion_b))
    }

    #[inline]
    fn is_sound(&self) -> bool {
        self.fault(0).is_none()
    }
}

/// Where each two shapes first meet, in the order of `pairs`: [`time_of_impact`](crate::time_of_impact()) for shapes of any
/// kind.
///
/// Before the returned time the shapes are certainly apart, as there: nothing tunnels. At that time they are apart by at
/// most 2⁻¹⁶ of the size (the distance of the positions and the relative translation, both as |x| + |y|, how far both reach
/// around their positions, and twice how far from these they turn); a pass that close counts as contact. Point
/// and normal are those of shapes moved by no more than that, the point rounded as a world coordinate besides. Whether they are
/// in contact at t = 0 is exact. Pairs that are that close at the start, that turn by
/// more than two radians, rounded shapes whose radius is near rounding, and polygons of more than eight vertices are asked
/// one by one.
///
/// A handful of rounds for most pairs and many for those that stay near each other, each of O(edges × vertices) an eighth of the
/// time. No allocation once `plan` and `out` have grown.
///
/// # Errors
/// [`BatchError::NoSuchShape`] for an index that is not below [`ShapeSet::len`], [`BatchError::NotFinite`] and
/// [`BatchError::TurnsTooFar`] for a motion that [`time_of_impact`](crate::time_of_impact()) refuses, [`BatchError::Full`] for
/// 2³² pairs or more: `out` is then unchanged.
///
/// ```
/// use sat_simd::batch::{self, MovingPair, PairPlan, ShapeSet};
/// use sat_simd::{Motion, Pose, Shape, Vec2};
///
/// let mut set = ShapeSet::new();
/// let rod = set.push(&Shape::segment(Vec2::ZERO, Vec2::new(2.0, 0.0))?, &Pose::IDENTITY)?;
/// let ball = set.push(&Shape::circle(0.5)?, &Pose::IDENTITY)?;
/// // The rod turns about its end by a quarter turn, and stops on the ball at 60°.
/// let turn = Motion { angle: std::f32::consts::FRAC_PI_2, ..Motion::default() };
/// let rest = Motion::resting(Pose::from_translation(Vec2::new(0.0, 1.0)));
/// let pair = MovingPair { a: rod, b: ball, motion_a: turn, motion_b: rest };
/// let mut impacts = Vec::new();
/// batch::times_of_impact(&set, &[pair], &mut PairPlan::new(), &mut impacts)?;
/// let impact = impacts[0].expect("the ball stands in its way");
/// assert!((impact.time - 2.0 / 3.0).abs() < 1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn times_of_impact(
    set: &ShapeSet,
    pairs: &[MovingPair],
    plan: &mut PairPlan,
    out: &mut Vec<Option<Impact>>,
) -> Result<(), BatchError> {
    let len = set.check(pairs)?;
    out.resize(pairs.len(), None);
    plan.under_way.clear();
    plan.under_way.resize(KEYS, UnderWay::NONE);
    let mut asker = Asker { set, pairs, out, blocks: &mut (CoreBlock::default(), CoreBlock::default()) };
    for first in (0..len).step_by(LANES) {
        let positions = array::from_fn(|lane| (first + lane as u32).min(len - 1));
        asker.start(&positions, (len - first).min(LANES as u32) as usize, &mut plan.under_way);
    }
    for (key, waiting) in plan.under_way.iter_mut().enumerate() {
        while !waiting.is_empty() {
            asker.round(key, waiting);
        }
    }
    Ok(())
}

/// Who has not arrived after so many rounds is asked alone: one of some thousand, two that stay close for long.
const MAX_ROUNDS: u32 = 8;

/// What rounds are made with.
struct Asker<'a> {
    set: &'a ShapeSet,
    pairs: &'a [MovingPair],
    out: &'a mut [Option<Impact>],
    /// Two blocks that every round's cores are gathered into.
    blocks: &'a mut (CoreBlock, CoreBlock),
}

impl Asker<'_> {
    /// Sends eight pairs, of which the first `live` count, on their ways: to where their discs meet.
    #[inline]
    fn start(&mut self, positions: &[u32; LANES], live: usize, under_way: &mut [UnderWay]) {
        let pairs = map_lanes(positions, |position| &self.pairs[position as usize]);
        let reaches =
            [pairs.map(|pair| pair.a), pairs.map(|pair| pair.b)].map(|indices| self.set.gather_reaches(&indices));
        let meeting = ways(&pairs, reaches).meeting();
        let (misses, is_sure) = (meeting.misses.to_bitmask(), meeting.is_sure.to_bitmask());
        let from = meeting.from.to_array();
        for lane in 0..live {
            let position = positions[lane];
            let (a, b) = pairs[lane].indices();
            let key = self.set.bucket(a, b);
            if misses >> lane & 1 == 1 {
                self.out[position as usize] = None;
            } else if is_sure >> lane & 1 == 0 || classes(key).contains(&Class::Large) {
                self.ask(position);
            } else {
                let waiting = &mut under_way[key];
                waiting.push(Pending { position, time: from[lane], rounds: 0 });
                while waiting.len() >= LANES {
                    self.round(key, waiting);
                }
            }
        }
    }

    /// Moves eight pairs on.
    fn round(&mut self, key: usize, waiting: &mut UnderWay) {
        let (eight, live) = waiting.take();
        let pairs = map_lanes(&eight, |pending| &self.pairs[pending.position as usize]);
        let (of_a, of_b) = (pairs.map(|pair| pair.a), pairs.map(|pair| pair.b));
        let time = F32s::new(eight.map(|pending| pending.time));
        let classes = classes(key);
        let round = if classes == [Class::Rect; 2] {
            round(&pairs, &self.set.gather_rects(&of_a), &self.set.gather_rects(&of_b), time)
        } else {
            let (a, b) = &mut *self.blocks;
            self.set.gather_cores_or_points(classes[0], &of_a, a);
            self.set.gather_cores_or_points(classes[1], &of_b, b);
            round(&pairs, &*a, &*b, time)
        };
        let Round { time, hits, misses, goes_on, normal, point } = round;
        let (hits, misses, goes_on) = (hits.to_bitmask(), misses.to_bitmask(), goes_on.to_bitmask());
        let (time, normal, point) = (time.to_array(), normal.map(F32s::to_array), point.map(F32s::to_array));
        for (lane, pending) in eight.iter().enumerate().take(live) {
            let Pending { position, rounds, .. } = *pending;
            let at = |v: &[[f32; LANES]; 2]| Vec2::new(v[0][lane], v[1][lane]);
            if hits >> lane & 1 == 1 {
                let impact = Impact { time: time[lane], point: at(&point), normal: at(&normal) };
                self.out[position as usize] = Some(impact);
            } else if misses >> lane & 1 == 1 {
                self.out[position as usize] = None;
            } else if goes_on >> lane & 1 == 1 && rounds < MAX_ROUNDS {
                waiting.push(Pending { position, time: time[lane], rounds: rounds + 1 });
            } else {
                self.ask(position);
            }
        }
    }

    #[cold]
    fn ask(&mut self, position: u32) {
        let MovingPair { a, b, motion_a, motion_b } = &self.pairs[position as usize];
        let (shape_a, shape_b) = (self.set.shape(*a), self.set.shape(*b));
        let impact = crate::time_of_impact(shape_a, motion_a, shape_b, motion_b);
        self.out[position as usize] = impact.ok().flatten();
    }
}

/// Moves eight pairs on from `time`.
#[inline]
fn round<C: Cores>(pairs: &[&MovingPair; LANES], a: &C, b: &C, time: F32s) -> Round {
    let ways = ways(pairs, [(a.reach(), a.radius()), (b.reach(), b.radius())]);
    ways.round(a, b, time, ways.meeting().to)
}

/// The ways of eight pairs whose cores have these reaches and radii.
#[inline]
fn ways(pairs: &[&MovingPair; LANES], [a, b]: [([f32; LANES], [f32; LANES]); 2]) -> Ways {
    let radii = F32s::new(a.1) + F32s::new(b.1);
    let motions_a = MotionsWide::new(map_lanes(pairs, |pair| &pair.motion_a), F32s::new(a.0));
    let motions_b = MotionsWide::new(map_lanes(pairs, |pair| &pair.motion_b), F32s::new(b.0));
    Ways::new(motions_a, motions_b, radii)
}
