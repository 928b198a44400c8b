//! A core of a thousand to a million metres beside small ones: edges that face away from the other shape, lines that cross
//! and points off the end of a line are told apart by less than the rounding of the long one.

use proptest::prelude::*;
use sat_simd::batch::{self, PairPlan, ShapeCast, ShapeSet};
use sat_simd::{CastHit, Distance, Polygon, Pose, Relation, Rot, Shape, Vec2, distance, mtv, relation, shape_cast};

type Placed = (Shape, Pose);

/// The gap of the posed shapes along `normal`, from A to B: no more than their separation, whatever the normal is.
fn gap_along(normal: Vec2, (a, pose_a): &Placed, (b, pose_b): &Placed) -> f64 {
    let heights = |shape: &Shape, pose: &Pose| {
        let (cos, sin) = (f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
        let (x, y) = (f64::from(normal.x), f64::from(normal.y));
        let along = [x * cos + y * sin, y * cos - x * sin];
        let vertices = (0..shape.core_len()).map(|index| shape.core_vertex(index)).collect::<Vec<_>>();
        vertices.into_iter().map(move |v| along[0] * f64::from(v.x) + along[1] * f64::from(v.y))
    };
    let offset = pose_b.translation.as_dvec2() - pose_a.translation.as_dvec2();
    let lowest = heights(b, pose_b).fold(f64::INFINITY, f64::min);
    let highest = heights(a, pose_a).fold(f64::NEG_INFINITY, f64::max);
    offset.dot(normal.as_dvec2()) + lowest - highest - radii(a, b)
}

fn radii(a: &Shape, b: &Shape) -> f64 {
    f64::from(a.radius()) + f64::from(b.radius())
}

fn reach(shape: &Shape) -> f64 {
    (0..shape.core_len()).map(|index| shape.core_vertex(index).as_dvec2().length()).fold(0.0, f64::max)
}

/// What a unit normal is off by for being turned into the world and rounded, 2⁻²²; heights along it are off by as much
/// of the size.
const TURNED: f64 = 1.0 / 4_194_304.0;

/// What the bounds are relative to: the distance of the positions plus how far both shapes reach around their own.
fn size((a, pose_a): &Placed, (b, pose_b): &Placed) -> f64 {
    let offset = pose_b.translation.as_dvec2() - pose_a.translation.as_dvec2();
    offset.length() + reach(a) + reach(b) + radii(a, b)
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![(-8i8..9).prop_map(|i| f32::from(i) * 0.5), -4.0f32..4.0]
}

fn point() -> impl Strategy<Value = Vec2> {
    (number(), number()).prop_map(|(x, y)| Vec2::new(x, y))
}

fn rotation() -> impl Strategy<Value = Rot> {
    let known = [Rot::IDENTITY, Rot::new(0.0, 1.0).unwrap(), Rot::new(0.6, 0.8).unwrap(), Rot::new(1.0, 1e-6).unwrap()];
    prop_oneof![(-3.2f32..3.2).prop_map(Rot::from_angle), (0usize..4).prop_map(move |index| known[index])]
}

fn radius() -> impl Strategy<Value = f32> {
    prop_oneof![2 => Just(0.0f32), 1 => 0.01f32..2.0, 1 => (1u8..4).prop_map(f32::from)]
}

/// From near its origin along the x axis, its end and its width in units of `unit`: a line, a needle, a box, a plank.
fn long(length: f32, unit: f32) -> impl Strategy<Value = Shape> {
    (point(), number(), number(), radius(), 0u8..4).prop_filter_map("flat", move |(near, rise, width, radius, kind)| {
        let (near, radius) = (near * unit, radius * unit);
        let (end, up) = (Vec2::new(length, rise * unit), Vec2::new(0.0, width * unit));
        let polygon = |points: &[Vec2]| Polygon::hull(points).and_then(|p| p.with_radius(radius)).map(Shape::from);
        match kind {
            0 => Shape::capsule(near, end, radius),
            1 => polygon(&[near, end, near + up]),
            2 => polygon(&[near, end, near + up, end + up]),
            _ => Shape::rect(length, up.y.abs()),
        }
        .ok()
    })
}

fn small(unit: f32) -> impl Strategy<Value = Shape> {
    prop_oneof![
        radius().prop_map(move |radius| Shape::circle(radius * unit).unwrap()),
        (point(), point(), radius()).prop_map(move |(a, b, r)| Shape::capsule(a * unit, b * unit, r * unit).unwrap()),
        (0.01f32..3.0, 0.01f32..3.0).prop_map(move |(x, y)| Shape::rect(x * unit, y * unit).unwrap()),
        (proptest::collection::vec(point(), 3..8), radius()).prop_filter_map("flat", move |(points, radius)| {
            let points: Vec<Vec2> = points.into_iter().map(|point| point * unit).collect();
            Polygon::hull(&points).and_then(|p| p.with_radius(radius * unit)).ok().map(Shape::from)
        }),
    ]
}

/// A small shape beside a long one, near its line, at its ends or up to as far along, turned any way or almost as that is;
/// it is as small as 4 to 2¹⁶ units of 2⁻²² of the length.
fn pair() -> impl Strategy<Value = [Placed; 2]> {
    let unit = (3.0f32..6.0, 2.0f32..16.0).prop_map(|(length, unit)| {
        let length = 10f32.powf(length);
        (length, length * (unit - 22.0).exp2())
    });
    unit.prop_flat_map(|(length, unit)| {
        let along =
            prop_oneof![3 => number().prop_map(move |x| x * unit), 2 => (-1.0f32..1.5).prop_map(move |x| x * length)];
        let nearly = (-5.0f32..-0.5, any::<bool>(), any::<bool>()).prop_map(|(size, is_left, is_back)| {
            let angle = 10f32.powf(size);
            Rot::from_angle(if is_left { angle } else { -angle })
                * if is_back { Rot::new(-1.0, 0.0).unwrap() } else { Rot::IDENTITY }
        });
        let turn = prop_oneof![1 => rotation(), 1 => nearly];
        (long(length, unit), point(), rotation(), small(unit), along, point(), turn, any::<bool>())
    })
    .prop_map(|(long, at, turn, small, along, aside, turn_small, is_swapped)| {
        let beside = at + turn.rotate(Vec2::new(along, 0.0) + aside * reach(&small).max(1e-3) as f32);
        let (long, small) = ((long, Pose::new(at, turn)), (small, Pose::new(beside, turn * turn_small)));
        if is_swapped { [small, long] } else { [long, small] }
    })
}

/// A line that starts beside the middle of a short one and goes past its end, to the other side of it: how much nearer that
/// end is to the line than the line's end is to the short one's middle is about the rounding.
fn past_the_end() -> impl Strategy<Value = [Placed; 2]> {
    let exponents = (3.0f32..6.0, 0.0f32..10.0, -4.0f32..3.0);
    (exponents, (0.0f32..1.0, 0.2f32..3.0), radius(), (rotation(), rotation()), point(), any::<(bool, bool)>())
        .prop_map(|((length, short, tilt), (start, height), radius, turns, at, (is_left, is_swapped))| {
            let length = 10f32.powf(length);
            let error = length / 1_048_576.0; // 2²⁰
            let short = error * short.exp2();
            let tilt = (error / short * tilt.exp2()).min(0.7);
            let side = if is_left { 1.0 } else { -1.0 };
            let from = Vec2::new(start * short, side * height * short);
            let to = from + Vec2::new(length, -side * tilt * length);
            // Each told in a frame of its own, turned back.
            let line = |a: Vec2, b: Vec2, turn: Rot, radius: f32| {
                let back = |v: Vec2| turn.inverse().rotate(v);
                Shape::capsule(back(a), back(b), radius).unwrap()
            };
            let a = (line(from, to, turns.0, 0.0), Pose::new(at, turns.0));
            let b = (line(Vec2::ZERO, Vec2::new(short, 0.0), turns.1, radius * 0.1 * short), Pose::new(at, turns.1));
            if is_swapped { [b, a] } else { [a, b] }
        })
}

fn near() -> impl Strategy<Value = [Placed; 2]> {
    (small(1.0), point(), rotation(), small(1.0), point(), rotation())
        .prop_map(|(a, at_a, turn_a, b, at_b, turn_b)| [(a, Pose::new(at_a, turn_a)), (b, Pose::new(at_b, turn_b))])
}

/// Checks a distance that is right to `bound`, besides the rounding of points and of the normal; the way out along it is
/// no more than `longer` longer than the shortest.
fn check_distance(
    [a, b]: &[Placed; 2],
    got: &Distance,
    [bound, longer]: [f64; 2],
    what: &str,
) -> Result<(), TestCaseError> {
    let about = format!("{what}: {got:?} for {a:?} {b:?}");
    let largest = got.point_a.abs().max_element().max(got.point_b.abs().max_element());
    let rounding = 4.0 * f64::from(largest) * f64::from(f32::EPSILON);
    prop_assert!((f64::from(got.normal.length()) - 1.0).abs() < 1e-6, "{}", about);
    let across = (got.point_b.as_dvec2() - got.point_a.as_dvec2()).dot(got.normal.as_dvec2());
    if got.distance > 0.0 {
        prop_assert!((across - f64::from(got.distance)).abs() <= bound + rounding, "{}: {} across", about, across);
        return Ok(());
    }
    prop_assert!(across <= bound + rounding, "{}: {} across", about, across);
    // Where the cores overlap, the normal is that of an edge and leads out as far as any.
    let (way, depth) =
        (-gap_along(got.normal, a, b), mtv(&a.0, &a.1, &b.0, &b.1).map_or(0.0, |mtv| f64::from(mtv.depth)));
    if depth > radii(&a.0, &b.0) + bound {
        let turned = size(a, b) * TURNED;
        prop_assert!(way <= depth + longer + turned, "{}: {} deep by this normal, {} by another", about, way, depth);
        prop_assert!(
            (across + depth).abs() <= bound + turned + rounding,
            "{}: {} across, {} deep",
            about,
            across,
            depth
        );
    }
    Ok(())
}

/// Checks a hit of shapes that start apart: with A there they touch to within `bound`, along a normal against the way.
///
/// Then it is the first contact, too: before, the gap along the normal was larger.
fn check_hit([a, b]: &[Placed; 2], way: Vec2, hit: &CastHit, bound: f64, what: &str) -> Result<(), TestCaseError> {
    let about = format!("{what}: {hit:?} for {a:?} {b:?} {way:?}");
    prop_assert!((f64::from(hit.normal.length()) - 1.0).abs() < 1e-6, "{}", about);
    let there = Pose::new(a.1.translation + way * hit.fraction, a.1.rotation);
    let rounding = f64::from((there.translation.abs() + way.abs()).max_element() * f32::EPSILON);
    let bound = bound + rounding;
    let deep = mtv(&a.0, &there, &b.0, &b.1).map_or(0.0, |mtv| f64::from(mtv.depth));
    let apart = f64::from(distance(&a.0, &there, &b.0, &b.1).distance);
    prop_assert!(deep.max(apart) <= bound, "{}: {} deep or {} apart", about, deep, apart);
    // The normal is out of B.
    let along = gap_along(-hit.normal, &(a.0.clone(), there), b);
    let turned = size(a, b) * TURNED;
    prop_assert!(along >= -bound - turned, "{}: {} deep along the normal", about, -along);
    // The direction of an offset as long as the radii is off by the bound over that; that of an edge by rounding alone.
    let radii = radii(&a.0, &b.0);
    let off = TURNED + if radii > 0.0 { bound / radii } else { 0.0 };
    let against = hit.normal.as_dvec2().dot(way.as_dvec2());
    prop_assert!(against <= way.as_dvec2().length() * off, "{}: {} against the way", about, against);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Those of distances and ways out lead out; those of casts lead against the way, between shapes that then touch.
    #[test]
    fn normals_point_from_a_to_b_and_lead_out(
        pairs in proptest::collection::vec(prop_oneof![2 => pair(), 1 => past_the_end(), 1 => near()], 1..9),
        ways in proptest::collection::vec(point(), 8),
    ) {
        let mut set = ShapeSet::new();
        let mut push = |(shape, pose): &Placed| set.push(shape, pose).unwrap();
        let indices: Vec<(u32, u32)> = pairs.iter().map(|[a, b]| (push(a), push(b))).collect();
        let (mut plan, mut gaps, mut pushes, mut hits) = (PairPlan::new(), Vec::new(), Vec::new(), Vec::new());
        batch::distances(&set, &indices, &mut plan, &mut gaps).unwrap();
        batch::mtvs(&set, &indices, &mut plan, &mut pushes).unwrap();
        let casts: Vec<ShapeCast> =
            indices.iter().zip(&ways).map(|(&(a, b), &way)| ShapeCast { a, b, translation: way * 4.0 }).collect();
        batch::shape_casts(&set, &casts, &mut plan, &mut hits).unwrap();
        for (index, pair) in pairs.iter().enumerate() {
            let [a, b] = pair;
            let (size, verdict) = (size(a, b), relation(&a.0, &a.1, &b.0, &b.1));
            let (single, wide) = (size / 16_777_216.0, size / 524_288.0); // 2⁻²⁴, 2⁻¹⁹
            let gap = distance(&a.0, &a.1, &b.0, &b.1);
            prop_assert_eq!(gap.distance > 0.0, verdict == Relation::Separated);
            prop_assert_eq!(gaps[index].distance > 0.0, verdict == Relation::Separated);
            check_distance(pair, &gap, [single; 2], "alone")?;
            check_distance(pair, &gaps[index], [wide, 1.5 * wide], "in a batch")?;
            prop_assert!(f64::from(gap.distance - gaps[index].distance).abs() <= wide, "{:?} {:?} {:?}", gap, gaps[index], pair);

            for (found, bound, what) in [(mtv(&a.0, &a.1, &b.0, &b.1), single, "alone"), (pushes[index], wide, "in a batch")] {
                prop_assert_eq!(found.is_some(), verdict == Relation::Overlapping);
                let Some(found) = found else { continue };
                let about = format!("{what}: {found:?} for {pair:?}");
                let way = -gap_along(found.normal, a, b);
                let is_deep = f64::from(found.depth) > radii(&a.0, &b.0) + bound;
                prop_assert!(!is_deep || way <= f64::from(found.depth) + 2.0 * bound, "{} {}", about, way);
                let there = Pose::new(a.1.translation + found.translation(), a.1.rotation);
                let rounding = f64::from(there.translation.abs().max_element() * f32::EPSILON);
                let deep = mtv(&a.0, &there, &b.0, &b.1).map_or(0.0, |mtv| f64::from(mtv.depth));
                let apart = f64::from(distance(&a.0, &there, &b.0, &b.1).distance);
                prop_assert!(deep.max(apart) <= bound + rounding, "{} leaves {} or {}", about, deep, apart);
            }
            let way = ways[index] * 4.0;
            let single_hit = shape_cast(&a.0, &a.1, way, &b.0, &b.1).unwrap();
            prop_assert_eq!(single_hit.is_some(), hits[index].is_some());
            if verdict == Relation::Separated {
                let longer = 1.0 + f64::from(way.length()) / size;
                for (hit, bound, what) in [(&single_hit, single, "alone"), (&hits[index], 2.5 * wide, "in a batch")] {
                    if let Some(hit) = hit {
                        check_hit(pair, way, hit, bound * longer, what)?;
                    }
                }
            }
        }
    }
}

/// B's side is the way out, half a metre. Its lower end is half a metre deep under A's upper side, too, over which another
/// corner of B is deeper.
#[test]
fn a_vertex_as_deep_under_another_edge_does_not_turn_the_normal() {
    let a = Shape::polygon(&[Vec2::new(1.0, 0.0), Vec2::new(-3.0, 3.0), Vec2::new(-3.0, -3.0)]).unwrap();
    let b = Shape::polygon(&[Vec2::new(0.5, 3.0), Vec2::new(0.5, -0.25), Vec2::new(3.0, -3.0), Vec2::new(3.0, 3.0)])
        .unwrap();
    let (mut plan, mut gaps) = (PairPlan::new(), Vec::new());
    for step in 0..100u8 {
        let pose = Pose::new(Vec2::new(0.3, -0.7), Rot::from_angle(f32::from(step) * 0.0625));
        let mut set = ShapeSet::new();
        let (at_a, at_b) = (set.push(&a, &pose).unwrap(), set.push(&b, &pose).unwrap());
        batch::distances(&set, &[(at_a, at_b), (at_b, at_a)], &mut plan, &mut gaps).unwrap();
        let out = pose.rotation.rotate(Vec2::X);
        for (gap, out) in gaps.iter().zip([out, -out]) {
            assert!((gap.normal - out).length() < 1e-6, "{step}: {gap:?}, not {out}");
        }
    }
}

/// The same, where that other corner is deeper by no more than some errors of the batch: then A's edge may be taken as long as
/// the way out along it is longer by no more than is said.
#[test]
fn an_edge_that_ties_with_the_way_out_leads_out_as_far_to_within_the_bound() {
    let a = Shape::polygon(&[Vec2::new(1.0, 0.0), Vec2::new(-3.0, 3.0), Vec2::new(-3.0, -3.0)]).unwrap();
    let (mut plan, mut gaps) = (PairPlan::new(), Vec::new());
    for (deeper, step) in (0..24u8).flat_map(|deeper| (0..100u8).map(move |step| (deeper, step))) {
        // In half errors of 2⁻²⁰ of the size, some 8 m, along the edge's normal.
        let corner = Vec2::new(1.3, -0.85) - Vec2::new(0.6, 0.8) * (f32::from(deeper) / 262_144.0);
        let b = Shape::polygon(&[Vec2::new(0.5, 3.0), Vec2::new(0.5, -0.25), corner, Vec2::new(3.0, 3.0)]).unwrap();
        let pose = Pose::new(Vec2::new(0.3, -0.7), Rot::from_angle(f32::from(step) * 0.0625));
        let pair = [(a.clone(), pose), (b, pose)];
        let wide = size(&pair[0], &pair[1]) / 524_288.0; // 2⁻¹⁹
        let mut set = ShapeSet::new();
        let (at_a, at_b) = (set.push(&pair[0].0, &pose).unwrap(), set.push(&pair[1].0, &pose).unwrap());
        batch::distances(&set, &[(at_a, at_b), (at_b, at_a)], &mut plan, &mut gaps).unwrap();
        let [first, second] = pair;
        check_distance(&[first.clone(), second.clone()], &gaps[0], [wide, 1.5 * wide], "in a batch").unwrap();
        check_distance(&[second, first], &gaps[1], [wide, 1.5 * wide], "swapped").unwrap();
    }
}
