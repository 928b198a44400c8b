//! The wide kernels against their scalar twins, bit for bit, and the axes a verdict costs.

use super::axes::{gap, gaps};
use super::circles::{compare_circles_at_zero, compare_with_circle, vertex_and_edge, vertices_and_edges};
use super::crossing::Crossing;
use super::edges::{Edges, with_edges};
use super::fan::farthest;
use super::foremost::Foremost;
use super::frame::{Frame, Limits, RELATIVE_ERROR, Relative};
use super::nearest::{Edge, distance_sq, distances_sq};
use super::verdict::Verdict;
use crate::lanes::{F32s, LANES, max};
use crate::{AsShape, Polygon, Pose, Rot, Shape, Vec2, exact};
use core::cmp::Ordering;
use proptest::prelude::*;

/// Equal but for the sign of zero, which is no part of a twin's promise (`lanes::min`).
fn assert_twins(wide: F32s, scalar: impl Fn(usize) -> f32, what: &str) {
    for (lane, value) in wide.to_array().into_iter().enumerate() {
        assert_eq!((value + 0.0).to_bits(), (scalar(lane) + 0.0).to_bits(), "{what}, lane {lane}");
    }
}

fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![-2.0f32..2.0, (-4i8..5).prop_map(f32::from), -1e6f32..1e6]
}

fn point() -> impl Strategy<Value = Vec2> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y))
}

fn pose() -> impl Strategy<Value = Pose> {
    (point(), -4.0f32..4.0).prop_map(|(translation, angle)| Pose::new(translation, Rot::from_angle(angle)))
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        (point(), point(), 0.0f32..2.0).prop_filter_map("a capsule", |(a, b, r)| Shape::capsule(a, b, r).ok()),
        (0.1f32..3.0, 0.1f32..3.0).prop_filter_map("a box", |(x, y)| Shape::rect(x, y).ok()),
        proptest::collection::vec(point(), 3..24)
            .prop_filter_map("a polygon", |points| Polygon::hull(&points).ok().map(Shape::from)),
    ]
}

proptest! {
    #[test]
    fn wide_kernels_equal_their_twins(a in shape(), pose_a in pose(), b in shape(), pose_b in pose()) {
        let pose = Frame::new(&pose_a, &pose_b).b_in_a;
        let check = |a: Edges, b: Edges| {
            for block in a.blocks {
                assert_twins(gaps(block, &pose, &b), |lane| gap(block, lane, &pose, &b), "gap");
                let (squares, sides) = vertices_and_edges(block, pose.position);
                assert_twins(squares, |lane| vertex_and_edge(block, lane, pose.position).0, "squared distance");
                assert_twins(sides, |lane| vertex_and_edge(block, lane, pose.position).1, "side");
            }
            for index in 0..a.len {
                let edge = Edge::new(&a, index);
                for block in b.blocks {
                    let wide = distances_sq(&edge, block, &pose);
                    assert_twins(wide, |lane| distance_sq(&edge, block, lane, &pose), "edge distance");
                }
            }
        };
        with_edges(a.as_shape(), |a| with_edges(b.as_shape(), |b| check(a, b)));
    }

    #[test]
    fn the_foremost_edges_are_those_of_the_twin(a in shape(), pose_a in pose(), b in shape(), pose_b in pose()) {
        let frame = Frame::new(&pose_a, &pose_b);
        let found = Foremost::in_frame(a.as_shape(), b.as_shape(), &frame);
        // Boxes have a kernel without lanes.
        let are_boxes = matches!((&a, &b), (Shape::Rect(_), Shape::Rect(_)));
        if let (Some(found), false) = (found, are_boxes) {
            let gaps = |a: &Edges, pose: &Relative, b: &Edges| -> Vec<f32> {
                let is_point = a.len == 2 && a.vertex(0) == a.vertex(1);
                let of = |lane| if is_point { f32::NEG_INFINITY } else { gap(&a.blocks[0], lane, pose, b) };
                (0..a.len).map(of).collect()
            };
            let (a, b) = (a.as_shape(), b.as_shape());
            let want = with_edges(a, |a| with_edges(b, |b| {
                let (of_a, of_b) = (gaps(&a, &frame.b_in_a, &b), gaps(&b, &frame.a_in_b, &a));
                let largest = of_a.iter().chain(&of_b).copied().fold(f32::NEG_INFINITY, max);
                let behind = largest - 2.0 * Limits::new(frame.offset, a.reach + b.reach, 0.0, 0.0).error;
                let bits = |gaps: &[f32]| (0..).zip(gaps).fold(0, |bits, (k, gap)| bits | u8::from(*gap >= behind) << k);
                Foremost { a: bits(&of_a), b: bits(&of_b) }
            }));
            prop_assert_eq!(found, want);
        }
    }

    #[test]
    fn crossings_equal_their_twin_in_every_lane(
        heights in prop::array::uniform8(coordinate()), openings in prop::array::uniform8(coordinate()),
        error in 0.0f32..0.1, way_size in prop_oneof![Just(0.0f32), 0.0f32..10.0, 1e5f32..1e6],
    ) {
        let found = Crossing::new(F32s::new(heights), F32s::new(openings), error, way_size);
        let twin = |lane: usize| {
            let (height, opening) = (heights[lane], openings[lane]);
            let parallel = way_size * (2.0 * RELATIVE_ERROR) + f32::MIN_POSITIVE;
            let per_speed = 1.0 / max(0.0 - opening, parallel);
            let (time, slack) = (height * per_speed, 4.0 * error * per_speed);
            (
                if opening < 0.0 { time - slack } else { f32::NEG_INFINITY },
                if opening < parallel { time + slack } else { f32::NEG_INFINITY },
            )
        };
        assert_twins(found.early, |lane| twin(lane).0, "early");
        assert_twins(found.late, |lane| twin(lane).1, "late");
    }

    #[test]
    fn the_farthest_vertex_is_the_first_of_the_farthest(polygon in shape(), direction in point()) {
        with_edges(polygon.as_shape(), |edges| {
            let height = |v: Vec2| direction.x * v.x + direction.y * v.y;
            let vertices = (0..edges.len).map(|index| edges.vertex(index));
            let best = vertices.reduce(|best, v| if height(v) > height(best) { v } else { best });
            prop_assert_eq!(Some(farthest(&edges, direction)), best);
            Ok(())
        })?;
    }

    #[test]
    fn circles_that_nearly_touch_lie_as_the_bits_of_their_squares_say(
        radii in (0.0f32..2.0, 0.0f32..2.0), from in point(), angle in -3.2f32..3.2, off in -12i32..13, power in -149i32..100,
    ) {
        let scale = 2f64.powi(power) as f32;
        let radii = (radii.0 * scale, radii.1 * scale);
        let distance = radii.0 + radii.1;
        let at = |center| Pose::from_translation(center);
        for from in [Vec2::ZERO, from * scale] {
            let to = from + Vec2::from_angle(angle) * f32::from_bits((distance.to_bits() as i32 + off).max(0) as u32);
            let [a, b] = [radii.0, radii.1].map(|radius| Shape::circle(radius).unwrap());
            let found = compare_circles_at_zero(to - from, distance);
            let exactly = exact::compare(a.as_shape(), &at(from), b.as_shape(), &at(to), 0.0).ordering;
            prop_assert!(!found.is_apart || exactly == Ordering::Greater, "{:?}, not {:?}", found, exactly);
            prop_assert!(!found.is_close || exactly == Ordering::Less, "{:?}, not {:?}", found, exactly);
        }
    }

    #[test]
    fn a_circle_costs_at_most_one_axis_more_than_the_polygon_has_edges(
        polygon in shape(), center in point(), radius in 0.0f32..2.0,
    ) {
        with_edges(polygon.as_shape(), |edges| {
            let limits = Limits::new(center, edges.reach, polygon.radius() + radius, 0.0);
            let (_, axes) = compare_with_circle(&edges, center, &limits);
            prop_assert!(axes <= edges.len + 1, "{} axes for {} edges", axes, edges.len);
            Ok(())
        })?;
    }
}

#[test]
fn squares_beyond_the_range_and_circles_nowhere_are_no_overlap() {
    let sides = |offset: Vec2, radii: f32| {
        let Verdict { is_apart, is_close } = compare_circles_at_zero(offset, radii);
        (is_apart, is_close)
    };
    let (far, nowhere) = (Vec2::new(1e30, 0.0), Vec2::new(f32::INFINITY, 0.0));
    assert_eq!(sides(far, 1.0), (true, false));
    assert_eq!(sides(Vec2::X, 1e30), (false, true));
    assert_eq!(sides(far, 1e30), (false, false));
    for nan in [f32::NAN, -f32::NAN] {
        assert_eq!(sides(Vec2::splat(nan), 1.0), (true, false));
    }
    assert_eq!(sides(nowhere, 1.0), (true, false));
    assert_eq!(sides(Vec2::ZERO, 0.0), (false, false));
}

#[test]
fn a_circle_off_a_corner_takes_all_edges_and_the_corner() {
    let square = Shape::polygon(&[Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]).unwrap();
    with_edges(square.as_shape(), |edges| {
        // The article's circle: on both edge axes they overlap, the corner is 1.01647 away.
        let center = Vec2::splat(1.718_75);
        let verdict = |radius| {
            let (verdict, axes) = compare_with_circle(&edges, center, &Limits::new(center, edges.reach, radius, 0.0));
            (verdict.is_apart, verdict.is_close, axes)
        };
        assert_eq!(verdict(1.0), (true, false, 5));
        assert_eq!(verdict(1.016), (true, false, 5));
        assert_eq!(verdict(1.017), (false, true, 4));
        assert_eq!(verdict(0.5), (true, false, 4));
    });
}

#[test]
fn a_point_in_block_order_has_as_many_lanes_as_the_kernel() {
    let ngon: Vec<Vec2> = (0..20u8).map(|k| Vec2::from_angle(f32::from(k) * 0.314)).collect();
    with_edges(Polygon::hull(&ngon).unwrap().as_shape(), |edges| {
        assert_eq!((edges.len, edges.blocks.len()), (20, 20usize.div_ceil(LANES)));
        assert_eq!(edges.vertex(edges.len), edges.vertex(0));
    });
}
