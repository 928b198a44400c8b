//! The scalar twin of a round of impacts, one lane at a time, and that rounds and ways agree with their twins bit for bit.

use super::core_block::{CoreBlock, EdgeColumn};
use super::distance_kernel::{ClosestWide, closest_wide, minus as minus_wide, plus as plus_wide, turn as turn_wide};
use super::impact_kernel::Round;
use super::placement::RelativeWide;
use super::testing::{polygon, put};
use super::ways::{Meeting, MotionsWide, Ways};
use super::ways_twins::{Mover, Way, dot, turn, turn_back};
use crate::lanes::{F32s, LANES, max, min};
use crate::{Motion, Polygon};
use core::array;
use geom::{Pose, Rot, Vec2};
use proptest::collection::vec;
use proptest::prelude::*;

impl Way<'_> {
    /// The time that `moves_on` along an axis ends at, and whether that is the end.
    fn advance(&self, cores: [&[EdgeColumn]; 2], lane: usize, found: &Closest, mut time: f32, end: f32) -> (f32, bool) {
        let (a, b) = (&self.a, &self.b);
        let [cos_a, sin_a] = a.rotation(time);
        let [cos_b, sin_b] = b.rotation(time);
        let relative = [cos_a * cos_b + sin_a * sin_b, cos_a * sin_b - sin_a * cos_b];
        let axis = if found.is_a { found.normal } else { turn_back(found.normal, relative) };
        let turning = if found.is_a { a.motion.angle } else { b.motion.angle };
        let (turn_a, turn_b) = (a.motion.angle - turning, b.motion.angle - turning);
        let by_turning = turning.abs() * (turning.abs() * (self.far + self.error) + 2.0 * self.speed);
        let acceleration = by_turning + turn_a * turn_a * a.reach + turn_b * turn_b * b.reach;
        let acceleration = acceleration * (1.0 + 1.0 / 65_536.0);
        let flight = turn_a.abs() * a.reach + turn_b.abs() * b.reach;
        for _ in 0..4 {
            let (placed_a, placed_b) = (a.rotation(time), b.rotation(time));
            let between = self.between + self.way * time;
            let normal = turn(axis, if found.is_a { placed_a } else { placed_b });
            let leaning = |by: f32| Vec2::new(normal.x + normal.y * by, normal.y - normal.x * by);
            let extreme = |core: &[EdgeColumn], direction: Vec2, of: fn(f32, f32) -> f32| {
                let heights = core.iter().map(|column| dot(direction, Vec2::new(column.x[lane], column.y[lane])));
                heights.reduce(|best, height| of(height, best)).unwrap_or(0.0)
            };
            let top = |by: f32| {
                let direction = turn_back(leaning(turn_a * by), placed_a);
                extreme(cores[0], direction, max) - dot(direction, a.motion.center)
            };
            let bottom = |by: f32| {
                let direction = turn_back(leaning(turn_b * by), placed_b);
                extreme(cores[1], direction, min) - dot(direction, b.motion.center)
            };
            let supports = bottom(0.0) - top(0.0);
            let gap = dot(normal, between) + supports - self.radii;
            if gap <= self.error * 2.5 {
                break;
            }
            let height = gap - self.error * 1.5;
            let across = Vec2::new(self.way.x + turning * between.y, self.way.y - turning * between.x);
            let speed = dot(normal, across) - (self.error + self.error);
            let left = end - time;
            let fleeing = speed + flight;
            let root = (fleeing * fleeing + acceleration * (height + height)).sqrt();
            let zero =
                if fleeing > 0.0 { (fleeing + root) / acceleration } else { (height + height) / (root - fleeing) };
            let until = min(zero, left);
            let change = speed * until - 0.5 * acceleration * until * until;
            let then = height + change + (bottom(until) - top(until) - supports);
            let chord = if then >= 0.0 { until } else { until * (height / (height - then)) };
            time += chord * (1.0 - 1.0 / 1_048_576.0);
            if then >= 0.0 && until >= left {
                return (time, true);
            }
        }
        (time, false)
    }
}

/// One lane of [`ClosestWide`], as far as a round reads it.
struct Closest {
    separation: f32,
    normal: Vec2,
    from_a: Vec2,
    is_a: bool,
    is_sure: bool,
}

impl Closest {
    fn of_lane(wide: &ClosestWide, lane: usize) -> Self {
        let at = |v: [F32s; 2]| Vec2::new(v[0].to_array()[lane], v[1].to_array()[lane]);
        let is_in = |mask: F32s| mask.to_bitmask() >> lane & 1 == 1;
        Self {
            separation: wide.separation.to_array()[lane],
            normal: at(wide.normal),
            from_a: at(wide.point_a) + at(wide.a_to_b),
            is_a: is_in(wide.is_a),
            is_sure: is_in(wide.is_sure),
        }
    }
}

/// What the kernel's first lines hand to the search for the nearest points.
fn closest_of(ways: &Ways, a: &CoreBlock, b: &CoreBlock, time: F32s) -> ClosestWide {
    let placed = ways.placed(time);
    let pivot_a = turn_wide(ways.a.pivot, placed.a[0], placed.a[1]);
    let pivot_b = turn_wide(ways.b.pivot, placed.b[0], placed.b[1]);
    let offset = minus_wide(plus_wide(placed.between, pivot_a), pivot_b);
    closest_wide(a, b, &RelativeWide::of_offset(offset, placed.a, placed.b, ways.size), ways.size)
}

fn motion() -> impl Strategy<Value = Motion> {
    let vector = |most: f32| (-most..most, -most..most).prop_map(|(x, y)| Vec2::new(x, y));
    let angle = prop_oneof![3 => -2.0f32..2.0, 1 => Just(0.0f32), 1 => -3.0f32..3.0];
    let way = prop_oneof![4 => vector(6.0), 1 => Just(Vec2::ZERO), 1 => vector(1e5)];
    (vector(4.0), -3.2f32..3.2, vector(1.0), way, angle).prop_map(|(at, turn, center, translation, angle)| Motion {
        start: Pose::new(at, Rot::from_angle(turn)),
        center,
        translation,
        angle,
    })
}

type Side = (Polygon, Motion, f32);

fn side() -> impl Strategy<Value = Side> {
    (polygon(), motion(), prop_oneof![Just(0.0f32), 0.0f32..1.0])
}

fn block(sides: &[&Side]) -> CoreBlock {
    let mut block = CoreBlock::default();
    for (lane, (polygon, motion, radius)) in sides.iter().enumerate() {
        put(&mut block, lane, &motion.start, polygon.reach(), *radius, &polygon.blocks()[0], polygon.len());
    }
    block
}

/// Equal but for the sign of zero, which is no part of a twin's promise (`lanes::min`).
fn bits(number: f32) -> u32 {
    (number + 0.0).to_bits()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn ways_and_rounds_equal_their_twins_in_every_lane(
        pairs in vec((side(), side(), 0.0f32..1.0), LANES),
    ) {
        let (sides_a, sides_b): (Vec<&Side>, Vec<&Side>) = pairs.iter().map(|(a, b, _)| (a, b)).unzip();
        let (a, b) = (block(&sides_a), block(&sides_b));
        let movers = |sides: &[&Side], reach| MotionsWide::new(array::from_fn(|lane| &sides[lane].1), F32s::new(reach));
        let radii = F32s::new(a.radius) + F32s::new(b.radius);
        let ways = Ways::new(movers(&sides_a, a.at.reach), movers(&sides_b, b.at.reach), radii);
        let Meeting { from, to, misses, is_sure } = ways.meeting();
        let time = F32s::new(array::from_fn(|lane| pairs[lane].2));
        let closest = closest_of(&ways, &a, &b, time);
        let round: Round = ways.round(&a, &b, time, to);

        for (lane, (side_a, side_b, start)) in pairs.iter().enumerate() {
            let is_in = |mask: F32s| mask.to_bitmask() >> lane & 1 == 1;
            let number = |wide: F32s| bits(wide.to_array()[lane]);
            let mover = |side: &'_ Side, block: &CoreBlock| (block.at.reach[lane], side.2);
            let ((reach_a, radius_a), (reach_b, radius_b)) = (mover(side_a, &a), mover(side_b, &b));
            let (mover_a, mover_b) = (Mover::new(&side_a.1, reach_a), Mover::new(&side_b.1, reach_b));
            let way = Way::new(mover_a, mover_b, radius_a + radius_b);
            let (twin_from, end, twin_misses) = way.meeting();
            prop_assert_eq!([number(from), number(to)], [bits(twin_from), bits(end)], "lane {}", lane);
            prop_assert_eq!((is_in(misses), is_in(is_sure)), (twin_misses, way.is_usual), "lane {}", lane);

            let found = Closest::of_lane(&closest, lane);
            let is_close = found.separation - way.radii <= way.error * 3.0;
            let is_good = found.is_sure && way.is_usual;
            let moves_on = is_good && !is_close;
            let (then, ends) =
                if moves_on { way.advance([a.edges(), b.edges()], lane, &found, *start, end) } else { (*start, false) };
            prop_assert_eq!(number(round.time), bits(then), "lane {}", lane);
            let got = [round.hits, round.misses, round.goes_on].map(is_in);
            let hits = is_good && is_close && *start > 0.0;
            prop_assert_eq!(got, [hits, ends, moves_on && !ends], "lane {}", lane);
            if hits {
                let (from, turned) = (way.a.motion, way.a.rotation(*start));
                let normal = turn(found.normal, turned);
                let pivot = turn(from.center, turned);
                let position = from.start.translation + (turn(from.center, way.a.start()) - pivot) + from.translation * *start;
                let point = position + turn(found.from_a, turned) - normal * radius_b;
                let got = [round.normal[0], round.normal[1], round.point[0], round.point[1]].map(number);
                prop_assert_eq!(got, [normal.x, normal.y, point.x, point.y].map(bits), "lane {}", lane);
            }
        }
    }
}
