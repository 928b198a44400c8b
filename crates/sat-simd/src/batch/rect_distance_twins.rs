//! The scalar twin of the boxes' distances, one lane at a time, and that the two agree bit for bit; their error bound.

use super::placement::Relative;
use super::rect_distances::{TIE, rect_distances_wide};
use super::rects::RectBlock;
use super::testing::{block_of, half, place, size};
use crate::filter::{RELATIVE_ERROR, SIZE_LIMIT, SQUARED_SIZE_LIMIT};
use crate::lanes::{LANES, max, min};
use crate::{Distance, Shape};
use geom::{Pose, Vec2};
use proptest::collection::vec;
use proptest::prelude::*;

/// One lane of the face over which the other box stands farthest out.
struct Facing {
    is_right: bool,
    mirrors: Vec2,
    height: f32,
    limit: f32,
    gap: f32,
    along: f32,
    beyond: f32,
}

impl Facing {
    fn new([x, y]: [f32; 2], half: Vec2, other: Vec2, cos: f32, sin: f32) -> Self {
        let mirrors = Vec2::new(1.0f32.copysign(x), 1.0f32.copysign(y));
        let sign = 1.0f32.copysign(cos) * 1.0f32.copysign(sin) * mirrors.x * mirrors.y;
        let (x, y, cos, sin) = (x.abs(), y.abs(), cos.abs(), sin.abs());
        let is_parallel = min(cos, sin) <= 0.25 * RELATIVE_ERROR;
        let mirrored = |v: f32| if is_parallel { v.abs() } else { v * sign };
        let gap_right = x - (half.x + (cos * other.x + sin * other.y));
        let gap_upper = y - (half.y + (sin * other.x + cos * other.y));
        let is_right = gap_right >= gap_upper;
        let (height, limit, along) = if is_right {
            (half.x, half.y, y - mirrored(sin * other.x - cos * other.y))
        } else {
            (half.y, half.x, x - mirrored(cos * other.x - sin * other.y))
        };
        let beyond = max(along.abs() - limit, 0.0);
        Self { is_right, mirrors, height, limit, gap: max(gap_right, gap_upper), along, beyond }
    }
}

/// One lane of [`rect_distances_wide`]; `None` where it is unsure.
fn rect_distance(a: &RectBlock, b: &RectBlock, lane: usize) -> Option<Distance> {
    let Relative { b_in_a, a_in_b, cos, sin } = Relative::new(&a.at, &b.at, lane);
    let half = |block: &RectBlock| Vec2::new(block.half_x[lane], block.half_y[lane]);
    let offset = (b.at.x[lane] - a.at.x[lane]).abs() + (b.at.y[lane] - a.at.y[lane]).abs();
    let size = offset + (a.at.reach[lane] + b.at.reach[lane]);
    let error = size * RELATIVE_ERROR + f32::MIN_POSITIVE;
    let on_a = Facing::new(b_in_a, half(a), half(b), cos, sin);
    let on_b = Facing::new(a_in_b, half(b), half(a), cos, -sin);
    let tie = error * TIE;
    let bias = if on_a.beyond <= on_b.beyond { tie } else { -tie };
    let is_a = on_a.gap + bias >= on_b.gap;
    let highest = max(on_a.gap, on_b.gap);
    let (facing, owner) = if is_a { (on_a, &a.at) } else { (on_b, &b.at) };

    let foot = min(max(facing.along, -facing.limit), facing.limit);
    let (gap, past) = (facing.gap, facing.along - foot);
    let distance = (gap * gap + past * past).sqrt();
    let (is_apart, is_deep) = (gap > error, highest < -error && facing.beyond <= error);
    if !(is_apart || is_deep) || !(size < SIZE_LIMIT && size > SQUARED_SIZE_LIMIT) {
        return None;
    }
    let (out, aside, separation) = if is_apart { (gap / distance, past / distance, distance) } else { (1.0, 0.0, gap) };
    let (cos, sin) = (owner.cos[lane], owner.sin[lane]);
    let right = Vec2::new(cos, sin) * facing.mirrors.x;
    let upper = Vec2::new(-sin, cos) * facing.mirrors.y;
    let (normal, direction) = if facing.is_right { (right, upper) } else { (upper, right) };
    let point = Vec2::new(owner.x[lane], owner.y[lane]) + (normal * facing.height + direction * foot);
    let normal = normal * out + direction * aside;
    let corner = point + normal * separation;
    let (point_a, point_b, normal) = if is_a { (point, corner, normal) } else { (corner, point, -normal) };
    Some(Distance { distance: if is_apart { distance } else { 0.0 }, point_a, point_b, normal })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn distances_of_boxes_equal_their_twin(
        a in vec((half(), place()), LANES), b in vec((half(), place()), LANES),
    ) {
        let (block_a, block_b) = (block_of(&a), block_of(&b));
        let wide = rect_distances_wide(&block_a, &block_b);
        for lane in 0..LANES {
            let twin = rect_distance(&block_a, &block_b, lane);
            prop_assert_eq!(wide.unsure >> lane & 1 == 0, twin.is_some(), "lane {}", lane);
            let Some(twin) = twin else { continue };
            let numbers = [wide.distance, wide.point_a[0], wide.point_a[1], wide.point_b[0], wide.point_b[1]];
            let numbers = numbers.into_iter().chain(wide.normal).map(|number| number[lane].to_bits());
            let Distance { distance, point_a, point_b, normal } = twin;
            let want = [distance, point_a.x, point_a.y, point_b.x, point_b.y, normal.x, normal.y].map(f32::to_bits);
            prop_assert_eq!(numbers.collect::<Vec<_>>(), want, "lane {}", lane);
        }
    }

    /// Nearest corners and faces that are all but parallel, too.
    #[test]
    fn distances_of_boxes_are_right_to_an_error(
        a in (half(), place()), b in (half(), place()),
    ) {
        let found = rect_distances_wide(&block_of(&[a; LANES]), &block_of(&[b; LANES]));
        if found.unsure & 1 == 1 {
            return Ok(());
        }
        let (shape_a, shape_b) = (Shape::rect(a.0.x, a.0.y).unwrap(), Shape::rect(b.0.x, b.0.y).unwrap());
        let error = size(&shape_a, &a.1, &shape_b, &b.1) * f64::from(RELATIVE_ERROR);
        let want = crate::distance(&shape_a, &a.1, &shape_b, &b.1);
        let off = (f64::from(found.distance[0]) - f64::from(want.distance)).abs();
        prop_assert!(off <= error, "{} errors, {:?} {:?} {:?}", off / error, a, b, want);
    }
}

/// Only what is within rounding of touching is asked alone, however boxes are turned.
#[test]
fn boxes_side_by_side_are_sure() {
    let at = |x: f32, y: f32| (Vec2::new(1.0, 0.5), Pose::from_translation(Vec2::new(x, y)));
    let a = block_of(&[at(0.0, 0.0); LANES]);
    let places =
        [(2.5, 0.0), (2.5, 0.75), (2.5, -0.75), (-2.5, 0.0), (0.5, 3.0), (-0.5, -3.0), (1.5, 0.25), (0.25, -0.5)];
    let b: Vec<_> = places.into_iter().map(|(x, y)| at(x, y)).collect();
    let found = rect_distances_wide(&a, &block_of(&b));
    assert_eq!(found.unsure & 0xff, 0);
    assert_eq!(found.distance, [0.5, 0.5, 0.5, 0.5, 2.0, 2.0, 0.0, 0.0]);
    assert_eq!((found.point_a[0][0], found.point_b[0][0]), (1.0, 1.5));
}
