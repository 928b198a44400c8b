//! What the batches' tests draw from: small numbers on a grid, so that shapes often touch exactly, and any others.

use super::core_block::{CoreBlock, MAX_COLUMNS};
use super::rects::RectBlock;
use super::set::ShapeSet;
use crate::manifold::Manifold;
use crate::shape::{Block, Polygon, Shape};
use crate::{CastHit, Rect, Relation, relation, separation};
use alloc::vec::Vec;
use geom::{Pose, Rot, Vec2};
use proptest::prelude::*;

fn coordinate() -> impl Strategy<Value = f32> {
    prop_oneof![(-8i8..8).prop_map(|i| f32::from(i) * 0.5), -4.0f32..4.0, Just(1e30f32), -1e6f32..1e6]
}

pub(crate) fn pose() -> impl Strategy<Value = Pose> {
    let rotation = prop_oneof![
        (-3.2f32..3.2).prop_map(Rot::from_angle),
        Just(Rot::IDENTITY),
        Just(Rot::new(0.0, -1.0).unwrap()),
        Just(Rot::new(0.6, 0.8).unwrap()),
    ];
    (coordinate(), coordinate(), rotation).prop_map(|(x, y, r)| Pose::new(Vec2::new(x, y), r))
}

pub(crate) fn radius() -> impl Strategy<Value = f32> {
    prop_oneof![(0u8..5).prop_map(|i| f32::from(i) * 0.5), 0.0f32..3.0]
}

pub(crate) fn half() -> impl Strategy<Value = Vec2> {
    let side = || prop_oneof![(1u8..5).prop_map(|i| f32::from(i) * 0.5), 0.01f32..3.0];
    (side(), side()).prop_map(|(x, y)| Vec2::new(x, y))
}

/// Where a box may be: at random, most often near, or on a grid, turned by right angles and next to nothing as stacks are.
pub(crate) fn place() -> impl Strategy<Value = Pose> {
    let turn = prop_oneof![Just(0.0f32), Just(1e-16), Just(1e-7), Just(-3e-7), Just(1e-5), Just(-1e-3)];
    let grid = (-4i8..5, -4i8..5).prop_map(|(x, y)| Vec2::new(f32::from(x), f32::from(y)));
    let quarters =
        prop_oneof![Just(Rot::IDENTITY), Just(Rot::new(0.0, 1.0).unwrap()), Just(Rot::new(0.6, 0.8).unwrap())];
    let upright = (grid, turn, quarters).prop_map(|(at, turn, quarter)| Pose::new(at, Rot::from_angle(turn) * quarter));
    let near = (-4.0f32..4.0, -4.0f32..4.0, pose()).prop_map(|(x, y, p)| Pose::new(Vec2::new(x, y), p.rotation));
    prop_oneof![2 => near, 1 => pose(), 2 => upright]
}

/// Boxes of these half extents, a lane each.
pub(in crate::batch) fn block_of(boxes: &[(Vec2, Pose)]) -> RectBlock {
    let mut block = RectBlock::default();
    for (lane, (half, pose)) in boxes.iter().enumerate() {
        block.at.set(lane, pose, Rect::new(*half).unwrap().reach());
        (block.half_x[lane], block.half_y[lane]) = (half.x, half.y);
    }
    block
}

pub(crate) fn polygon() -> impl Strategy<Value = Polygon> {
    let corner = prop_oneof![
        (-4i8..4, -4i8..4).prop_map(|(x, y)| Vec2::new(f32::from(x) * 0.5, f32::from(y) * 0.5)),
        (-2.0f32..2.0, -2.0f32..2.0).prop_map(|(x, y)| Vec2::new(x, y)),
    ];
    let radius = prop_oneof![3 => Just(0.0), 1 => radius()];
    (proptest::collection::vec(corner, 3..9), radius).prop_filter_map("flat", |(corners, radius)| {
        Polygon::hull(&corners).ok().and_then(|polygon| polygon.with_radius(radius).ok())
    })
}

/// Puts a core of `len` vertices into `lane` of a block, which then has columns for the largest of its cores.
pub(in crate::batch) fn put(
    block: &mut CoreBlock,
    lane: usize,
    pose: &Pose,
    reach: f32,
    radius: f32,
    vertices: &Block,
    len: usize,
) {
    block.at.set(lane, pose, reach);
    block.radius[lane] = radius;
    block.len[lane] = len as u32;
    let max_len = block.max_len.max(len.next_multiple_of(if len > 4 { 2 } else { 1 }));
    for (index, column) in block.columns_mut::<MAX_COLUMNS>().iter_mut().enumerate() {
        (column.x[lane], column.y[lane]) = (vertices.x[index], vertices.y[index]);
        (column.nx[lane], column.ny[lane]) = (vertices.nx[index], vertices.ny[index]);
    }
    block.max_len = max_len;
}

/// Any shape: also polygons too large for a block.
pub(crate) fn shape() -> impl Strategy<Value = Shape> {
    let corner = || (coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y));
    prop_oneof![
        radius().prop_filter_map("a circle", |radius| Shape::circle(radius).ok()),
        (corner(), corner()).prop_filter_map("a segment", |(a, b)| Shape::segment(a, b).ok()),
        (corner(), corner(), radius()).prop_filter_map("a capsule", |(a, b, r)| Shape::capsule(a, b, r).ok()),
        half().prop_filter_map("a box", |half| Shape::rect(half.x, half.y).ok()),
        polygon().prop_map(Shape::from),
        (9u8..20, 0.5f32..3.0).prop_map(|(count, radius)| {
            let turn = |i: u8| Rot::from_angle(f32::from(i) * std::f32::consts::TAU / f32::from(count));
            let corners: Vec<Vec2> = (0..count).map(|i| turn(i).rotate(Vec2::X) * radius).collect();
            Shape::from(Polygon::hull(&corners).expect("they lie on a circle"))
        }),
    ]
}

/// What contact may be asked for.
pub(super) fn margin() -> impl Strategy<Value = f32> {
    prop_oneof![Just(0.0), 0.0f32..2.0, -0.5f32..0.0, Just(f32::INFINITY), Just(f32::NAN)]
}

/// Shapes of the same order of size, near each other, every class of the set among them.
pub(super) fn close_shape() -> impl Strategy<Value = (Shape, Pose)> {
    let end = || (-2.0f32..2.0, -2.0f32..2.0).prop_map(|(x, y)| Vec2::new(x, y));
    let shape = prop_oneof![
        2 => shape(),
        2 => (end(), end(), radius()).prop_filter_map("a capsule", |(a, b, r)| Shape::capsule(a, b, r).ok()),
        1 => end().prop_filter_map("a point", |a| Shape::segment(a, a).ok()),
        4 => polygon().prop_map(Shape::from),
    ];
    let place = (-3.0f32..3.0, -3.0f32..3.0).prop_map(|(x, y)| Vec2::new(x, y));
    (shape, pose(), place, any::<bool>())
        .prop_map(|(shape, pose, place, far)| (shape, if far { pose } else { Pose::new(place, pose.rotation) }))
}

type Entry = (Shape, Pose);

/// Posed shapes, and pairs of their indices.
pub(crate) fn entries_and_pairs() -> impl Strategy<Value = (Vec<Entry>, Vec<(u32, u32)>)> {
    use proptest::collection::vec;
    (vec((shape(), pose()), 1..24), vec((0u32..1000, 0u32..1000), 0..100)).prop_map(|(entries, picks)| {
        let len = entries.len() as u32;
        let pairs = picks.into_iter().map(|(a, b)| (a % len, b % len)).collect();
        (entries, pairs)
    })
}

pub(crate) fn set_of(entries: &[Entry]) -> ShapeSet {
    let mut set = ShapeSet::new();
    entries.iter().for_each(|(shape, pose)| {
        set.push(shape, pose).unwrap();
    });
    set
}

/// A set of the same shapes at the same indices, and so many more that pairs wait for each other instead of being sorted.
pub(super) fn large_set_of(entries: &[Entry]) -> ShapeSet {
    let mut set = set_of(entries);
    while !set.is_large() {
        set.push(&Shape::circle(1.0).unwrap(), &Pose::IDENTITY).unwrap();
    }
    set
}

/// Shapes at their poses, most of them near each other.
pub(crate) fn entries() -> impl Strategy<Value = Vec<(Shape, Pose)>> {
    let near = (-6.0f32..6.0, -6.0f32..6.0, pose()).prop_map(|(x, y, pose)| Pose::new(Vec2::new(x, y), pose.rotation));
    proptest::collection::vec((shape(), prop_oneof![3 => near, 1 => pose()]), 1..24)
}

/// What the bounds of a pair are relative to: the distance of the positions, the reach of the cores and the radii.
pub(crate) fn size(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> f64 {
    let reach = |shape: &Shape| {
        let core =
            (0..shape.core_len()).map(|i| f64::from(shape.core_vertex(i).x).hypot(f64::from(shape.core_vertex(i).y)));
        core.fold(0.0, f64::max) + f64::from(shape.radius())
    };
    let (from, to) = (pose_a.translation, pose_b.translation);
    let offset = (f64::from(to.x) - f64::from(from.x)).abs() + (f64::from(to.y) - f64::from(from.y)).abs();
    offset + reach(a) + reach(b)
}

/// All numbers of a manifold, to be compared bit by bit.
pub(crate) fn manifold_bits(manifold: &Manifold) -> Vec<u32> {
    let ends = manifold.with_far_end();
    let points = ends
        .points()
        .iter()
        .flat_map(|p| [p.point.x.to_bits(), p.point.y.to_bits(), p.separation.to_bits(), p.feature.to_bits()]);
    let head = [manifold.normal().x.to_bits(), manifold.normal().y.to_bits(), manifold.points().len() as u32];
    head.into_iter().chain(points).collect()
}

/// A way to go.
pub(crate) fn translation() -> impl Strategy<Value = Vec2> {
    let grid = (-8i8..9, -8i8..9).prop_map(|(x, y)| Vec2::new(f32::from(x), f32::from(y)));
    prop_oneof![
        4 => (-12.0f32..12.0, -12.0f32..12.0).prop_map(|(x, y)| Vec2::new(x, y)),
        3 => grid,
        1 => (-1e6f32..1e6, -1e6f32..1e6).prop_map(|(x, y)| Vec2::new(x, y)),
        1 => Just(Vec2::splat(1e-30)),
    ]
}

/// Whether `got` is the answer for A on its way: the same verdict as the single function's, at a time when the two
/// are the bound apart at most, along a normal that then shows it.
pub(super) fn check_cast(
    a: &Shape,
    pose_a: &Pose,
    translation: Vec2,
    b: &Shape,
    pose_b: &Pose,
    got: Option<CastHit>,
) -> Result<(), TestCaseError> {
    let want = crate::shape_cast(a, pose_a, translation, b, pose_b).ok().flatten();
    let about = format!("{a:?} {pose_a:?} {translation} {b:?} {pose_b:?}: {got:?}, not {want:?}");
    prop_assert_eq!(got.is_some(), want.is_some(), "{}", about);
    let (Some(got), Some(want)) = (got, want) else { return Ok(()) };
    prop_assert_eq!(got.fraction == 0.0, want.fraction == 0.0, "{}", about);
    prop_assert_eq!(got.fraction == 0.0, relation(a, pose_a, b, pose_b) != Relation::Separated, "{}", about);
    let length = f64::from(translation.x).hypot(f64::from(translation.y));
    let bound =
        (size(a, pose_a, b, pose_b) + f64::from(translation.x.abs()) + f64::from(translation.y.abs())) / 524_288.0;
    let rounding = f64::from((pose_a.translation.abs() + translation.abs()).max_element()) / 4_194_304.0;
    let there = Pose::new(pose_a.translation + translation * got.fraction, pose_a.rotation);
    if got.fraction > 0.0 {
        let gap = f64::from(separation(a, &there, b, pose_b));
        prop_assert!(gap.abs() <= 2.0 * bound + rounding, "{}: {} apart", about, gap);
        // The time differs by what the bound takes at the speed of approach, unless that is near nothing.
        let speed = -f64::from(translation.dot(got.normal));
        let late = (f64::from(got.fraction) - f64::from(want.fraction)).abs() * speed;
        prop_assert!(late <= 2.0 * bound + rounding || speed < 0.1 * length, "{}", about);
        prop_assert!(speed >= -bound, "{}", about);
    }
    let on_b = crate::closest_point(b, pose_b, got.point).unwrap().distance;
    let reach = f64::from(got.point.abs().max_element() + pose_a.translation.abs().max_element());
    prop_assert!(f64::from(on_b.abs()) <= 2.0 * bound + reach / 2_097_152.0, "{}: {} off B", about, on_b);
    prop_assert!((got.normal.length() - 1.0).abs() < 1e-5, "{}", about);
    Ok(())
}
