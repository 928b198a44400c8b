//! The scalar twin of the boxes' casts, one lane at a time, and that the two agree; what they are right to.

use super::casts::Answers;
use super::placement::Relative;
use super::rect_casts::rect_casts_wide;
use super::rects::RectBlock;
use super::testing::{block_of, check_cast, half, place, translation};
use crate::filter::{RELATIVE_ERROR, SIZE_LIMIT, SQUARED_SIZE_LIMIT};
use crate::lanes::{F32s, LANES, max, min};
use crate::{CastHit, Shape, shape_cast};
use geom::{Pose, Rot, Vec2};
use proptest::collection::vec;
use proptest::prelude::*;

/// One lane of a slab.
struct Slab {
    enter: f32,
    leave: f32,
    slack: f32,
    gap: f32,
}

/// One lane of the side that is entered last.
struct Entered {
    slabs: [Slab; 2],
    axis: usize,
    sign: f32,
    height: f32,
    limit: f32,
    along: f32,
    beyond: f32,
}

impl Slab {
    fn new(start: f32, way: f32, half: f32, [parallel, margin]: [f32; 2]) -> Self {
        let per_speed = 1.0 / max(way.abs(), parallel);
        let (toward, gap) = (start * 1.0f32.copysign(way), start.abs() - half);
        Self { enter: (toward - half) * per_speed, leave: (toward + half) * per_speed, slack: margin * per_speed, gap }
    }
}

impl Entered {
    fn new(position: [f32; 2], way: Vec2, half: Vec2, other: Vec2, [cos, sin]: [f32; 2], pace: [f32; 2]) -> Self {
        let (abs_cos, abs_sin) = (cos.abs(), sin.abs());
        let [cos_x, sin_x, cos_y, sin_y] = [abs_cos * other.x, abs_sin * other.x, abs_cos * other.y, abs_sin * other.y];
        let x = Slab::new(position[0], way.x, half.x + (cos_x + sin_y), pace);
        let y = Slab::new(position[1], way.y, half.y + (sin_x + cos_y), pace);
        let axis = usize::from(x.enter < y.enter);
        let sign = 1.0f32.copysign(way[axis]);
        let middle = position[1 - axis] - way[1 - axis] * max(x.enter, y.enter);
        let to_middle = [sin_x - cos_y, cos_x - sin_y][axis];
        let is_parallel = min(abs_cos, abs_sin) <= 0.25 * RELATIVE_ERROR;
        let to_middle = if is_parallel {
            to_middle.abs() * 1.0f32.copysign(middle)
        } else {
            to_middle * (1.0f32.copysign(cos) * 1.0f32.copysign(sin) * sign)
        };
        let along = middle - to_middle;
        let (height, limit) = (half[axis], half[1 - axis]);
        Self { slabs: [x, y], axis, sign, height, limit, along, beyond: along.abs() - limit }
    }

    fn last(&self) -> &Slab {
        &self.slabs[self.axis]
    }
}

/// One lane of [`rect_casts_wide`]; `None` where it is open.
fn rect_cast(a: &RectBlock, b: &RectBlock, translation: Vec2, lane: usize) -> Option<Option<CastHit>> {
    let Relative { b_in_a, a_in_b, cos, sin } = Relative::new(&a.at, &b.at, lane);
    let half = |block: &RectBlock| Vec2::new(block.half_x[lane], block.half_y[lane]);
    let offset = (b.at.x[lane] - a.at.x[lane]).abs() + (b.at.y[lane] - a.at.y[lane]).abs();
    let way_size = translation.x.abs() + translation.y.abs();
    let size = offset + (a.at.reach[lane] + b.at.reach[lane]) + way_size;
    let error = size * RELATIVE_ERROR + f32::MIN_POSITIVE;
    let speed_sq = translation.x * translation.x + translation.y * translation.y;
    let turned_back = |block: &RectBlock, v: Vec2| {
        let (cos, sin) = (block.at.cos[lane], block.at.sin[lane]);
        Vec2::new(cos * v.x + sin * v.y, cos * v.y - sin * v.x)
    };
    let pace = [way_size * RELATIVE_ERROR, error * 4.0];
    let on_a = Entered::new(b_in_a, turned_back(a, translation), half(a), half(b), [cos, sin], pace);
    let on_b = Entered::new(a_in_b, -turned_back(b, translation), half(b), half(a), [cos, -sin], pace);

    let slabs = || on_a.slabs.iter().chain(&on_b.slabs);
    let latest = |of: fn(&Slab) -> f32| slabs().map(of).fold(f32::NEG_INFINITY, max);
    let soonest = |of: fn(&Slab) -> f32| slabs().map(of).fold(f32::INFINITY, min);
    if !(size < SIZE_LIMIT && size > SQUARED_SIZE_LIMIT && speed_sq > super::cast_kernel::LEAST_SPEED_SQ) {
        return None;
    }
    if max(latest(|slab| slab.enter - slab.slack), 0.0) > min(soonest(|slab| slab.leave + slab.slack), 1.0) {
        return Some(None);
    }
    let meets = max(latest(|slab| slab.enter + slab.slack), 0.0) < min(soonest(|slab| slab.leave - slab.slack), 1.0);
    let tie = (on_a.last().slack + on_b.last().slack) * 0.25;
    let bias = if max(on_a.beyond, 0.0) <= max(on_b.beyond, 0.0) { tie } else { -tie };
    let is_a = on_a.last().enter + bias >= on_b.last().enter;
    let (entered, owner) = if is_a { (&on_a, a) } else { (&on_b, b) };
    if !(meets && latest(|slab| slab.gap) > error + error && entered.beyond <= error + error) {
        return None;
    }
    let fraction = max(min(max(entered.last().enter, 0.0), 1.0), f32::from_bits(1));
    let (cos, sin) = (owner.at.cos[lane], owner.at.sin[lane]);
    let axis = [Vec2::new(cos, sin), Vec2::new(-sin, cos)][entered.axis];
    let left = Vec2::new(-axis.y, axis.x) * [1.0, -1.0][entered.axis];
    let normal = axis * entered.sign;
    let foot = min(max(entered.along, -entered.limit), entered.limit);
    let moved = if is_a { translation * fraction } else { Vec2::ZERO };
    let middle = Vec2::new(owner.at.x[lane], owner.at.y[lane]) + moved;
    let point = middle + (normal * entered.height + left * foot);
    Some(Some(CastHit { fraction, point, normal: if is_a { -normal } else { normal } }))
}

/// All numbers, but for the sign of zero, which is no part of a twin's promise (`lanes::min`).
fn bits(hit: Option<CastHit>) -> Option<[u32; 5]> {
    let bits = |number: f32| (number + 0.0).to_bits();
    hit.map(|CastHit { fraction, point, normal }| [fraction, point.x, point.y, normal.x, normal.y].map(bits))
}

fn casts(a: &RectBlock, b: &RectBlock, ways: &[Vec2]) -> Answers {
    let column = |of: fn(&Vec2) -> f32| F32s::new(core::array::from_fn(|lane| of(&ways[lane])));
    rect_casts_wide(a, b, [column(|way| way.x), column(|way| way.y)])
}

fn moving() -> impl Strategy<Value = (Vec2, Pose)> {
    (half(), place())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn casts_of_boxes_equal_their_twin(
        a in vec(moving(), LANES), b in vec(moving(), LANES), ways in vec(translation(), LANES),
    ) {
        let (block_a, block_b) = (block_of(&a), block_of(&b));
        let wide = casts(&block_a, &block_b, &ways);
        for (lane, way) in ways.into_iter().enumerate() {
            let twin = rect_cast(&block_a, &block_b, way, lane);
            prop_assert_eq!(wide.get(lane).map(bits), twin.map(bits), "lane {}", lane);
        }
    }

    /// Boxes that are turned alike or all but alike, too.
    #[test]
    fn casts_of_boxes_are_those_of_the_single_pair(a in moving(), b in moving(), way in translation()) {
        let wide = casts(&block_of(&[a; LANES]), &block_of(&[b; LANES]), &[way; LANES]);
        let Some(found) = wide.get(0) else { return Ok(()) };
        let (shape_a, shape_b) = (Shape::rect(a.0.x, a.0.y).unwrap(), Shape::rect(b.0.x, b.0.y).unwrap());
        check_cast(&shape_a, &a.1, way, &shape_b, &b.1, found)?;
    }
}

/// Only grazes and what is within rounding of contact at the start or the end is asked alone, however boxes are turned.
#[test]
fn boxes_on_a_grid_are_sure() {
    let places =
        [(4.0, 0.0), (-4.0, 0.75), (0.0, 3.0), (1.5, -3.0), (-2.5, 2.0), (5.0, 0.25), (-5.0, -0.25), (0.25, 4.0)];
    let (slanted, quarter) = (Rot::new(0.6, 0.8).unwrap(), Rot::new(0.0, 1.0).unwrap());
    let half = Vec2::new(1.0, 0.5);
    let shape = Shape::rect(half.x, half.y).unwrap();
    for turn in [Rot::IDENTITY, slanted] {
        for turn_b in [turn, turn * quarter] {
            let ways = places.map(|(x, y)| turn.rotate(Vec2::new(x, y)));
            let a = Pose::new(Vec2::ZERO, turn);
            let b = ways.map(|way| Pose::new(way, turn_b));
            let found = casts(&block_of(&[(half, a); LANES]), &block_of(&b.map(|b| (half, b))), &ways);
            for (lane, (way, b)) in ways.into_iter().zip(b).enumerate() {
                let hit = found.get(lane).expect("it is sure").expect("it is hit");
                let want = shape_cast(&shape, &a, way, &shape, &b).unwrap().unwrap();
                assert!((hit.fraction - want.fraction).abs() < 1e-6, "{turn:?} {turn_b:?} {lane}: {hit:?} {want:?}");
                assert!((hit.normal - want.normal).length() < 1e-6, "{turn:?} {turn_b:?} {lane}: {hit:?} {want:?}");
            }
        }
    }
}
