//! Contact manifolds of all pairs of kinds against double precision, and the laws they keep.

use proptest::prelude::*;
use sat_simd::batch::{self, PairPlan, ShapeSet};
use sat_simd::{FeatureId, Manifold, Polygon, Pose, Rot, Shape, Vec2, manifold};

/// A core posed in A's frame, in double precision.
struct Core {
    vertices: Vec<[f64; 2]>,
    radius: f64,
}

impl Core {
    fn new(shape: &Shape, pose: &Pose) -> Self {
        let (c, s) = (f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
        let (tx, ty) = (f64::from(pose.translation.x), f64::from(pose.translation.y));
        let place = |v: Vec2| {
            let (x, y) = (f64::from(v.x), f64::from(v.y));
            [tx + c * x - s * y, ty + s * x + c * y]
        };
        let vertices = (0..shape.core_len()).map(|i| place(shape.core_vertex(i))).collect();
        Self { vertices, radius: f64::from(shape.radius()) }
    }

    fn edges(&self) -> impl Iterator<Item = ([f64; 2], [f64; 2])> + '_ {
        let n = self.vertices.len();
        (0..n).map(move |i| (self.vertices[i], self.vertices[(i + 1) % n]))
    }

    /// The least projection on `axis`.
    fn least(&self, axis: [f64; 2]) -> f64 {
        self.vertices.iter().map(|&v| dot(axis, v)).fold(f64::INFINITY, f64::min)
    }
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn sub(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn distance_to_segment(p: [f64; 2], (a, b): ([f64; 2], [f64; 2])) -> f64 {
    let (along, to) = (sub(b, a), sub(p, a));
    let length_sq = dot(along, along);
    let t = if length_sq > 0.0 { (dot(along, to) / length_sq).clamp(0.0, 1.0) } else { 0.0 };
    let gap = [to[0] - t * along[0], to[1] - t * along[1]];
    dot(gap, gap).sqrt()
}

/// Distance of two shapes, or minus the length of the shortest translation that parts them.
fn separation(a: &Core, b: &Core) -> f64 {
    let mut deepest = f64::NEG_INFINITY;
    for (core, other) in [(a, b), (b, a)] {
        for (start, end) in core.edges() {
            let along = sub(end, start);
            let length = dot(along, along).sqrt();
            if length > 0.0 {
                let normal = [along[1] / length, -along[0] / length];
                deepest = deepest.max(other.least(normal) - dot(normal, start));
            }
        }
    }
    let nearest = a
        .vertices
        .iter()
        .flat_map(|&v| b.edges().map(move |e| distance_to_segment(v, e)))
        .chain(b.vertices.iter().flat_map(|&v| a.edges().map(move |e| distance_to_segment(v, e))))
        .fold(f64::INFINITY, f64::min);
    let crosses = deepest > f64::NEG_INFINITY && deepest <= 0.0 && cores_meet(a, b);
    (if crosses { deepest } else { nearest }) - a.radius - b.radius
}

/// Whether two cores of which no edge normal separates them meet: parallel segments may still lie end to end.
fn cores_meet(a: &Core, b: &Core) -> bool {
    let spread = |axis: [f64; 2]| {
        let gap = |a: &Core, b: &Core| b.least(axis) + a.least([-axis[0], -axis[1]]);
        gap(a, b).max(gap(b, a)) <= 0.0
    };
    [a, b].iter().all(|core| core.edges().all(|(start, end)| spread(sub(end, start))))
}

fn rotation() -> impl Strategy<Value = Rot> {
    prop_oneof![
        (-3.2f32..3.2).prop_map(Rot::from_angle),
        (-1e-3f32..1e-3).prop_map(Rot::from_angle),
        (0u8..4)
            .prop_map(|q| [(1., 0.), (0., 1.), (-1., 0.), (0., -1.)][usize::from(q)])
            .prop_map(|(c, s)| Rot::new(c, s).unwrap()),
    ]
}

fn pose() -> impl Strategy<Value = Pose> {
    let coordinate = || prop_oneof![-3.0f32..3.0, (-6i8..6).prop_map(|i| f32::from(i) * 0.5)];
    (coordinate(), coordinate(), rotation()).prop_map(|(x, y, r)| Pose::new(Vec2::new(x, y), r))
}

fn point() -> impl Strategy<Value = Vec2> {
    (-1.0f32..1.0, -1.0f32..1.0).prop_map(|(x, y)| Vec2::new(x, y))
}

fn radius() -> impl Strategy<Value = f32> {
    prop_oneof![Just(0.0), 0.0f32..0.5]
}

fn polygon() -> impl Strategy<Value = Shape> {
    let hull = |range| {
        proptest::collection::vec(point(), range)
            .prop_filter_map("flat", |points| Polygon::hull(&points).ok())
            .prop_flat_map(|polygon| radius().prop_map(move |r| polygon.with_radius(r).unwrap().into()))
    };
    prop_oneof![3 => hull(3..12), 1 => ngon()]
}

fn ngon() -> impl Strategy<Value = Shape> {
    (9u16..40).prop_map(|n| {
        let turn = |i: u16| Rot::from_angle(f32::from(i) * std::f32::consts::TAU / f32::from(n));
        let corners: Vec<Vec2> = (0..n).map(|i| Vec2::new(turn(i).cos(), turn(i).sin())).collect();
        Shape::polygon(&corners).unwrap()
    })
}

fn rect() -> impl Strategy<Value = Shape> {
    let half = || prop_oneof![0.1f32..1.5, (1u8..4).prop_map(|i| f32::from(i) * 0.5)];
    (half(), half()).prop_map(|(x, y)| Shape::rect(x, y).unwrap())
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        (0.0f32..1.0).prop_map(|r| Shape::circle(r).unwrap()),
        (point(), point(), radius()).prop_map(|(a, b, r)| Shape::capsule(a, b, r).unwrap()),
        (point(), point()).prop_map(|(a, b)| Shape::segment(a, b).unwrap()),
        point().prop_map(|a| Shape::segment(a, a).unwrap()),
        rect(),
        polygon(),
    ]
}

/// Up to a hundred thousand times longer than wide.
fn sliver() -> impl Strategy<Value = Shape> {
    let points = proptest::collection::vec(point(), 3..8);
    (points, 0.0f32..5.0, -3.2f32..3.2, radius()).prop_filter_map("flat", |(points, exponent, angle, radius)| {
        let (turn, width) = (Rot::from_angle(angle), libm::exp2f(-exponent * std::f32::consts::LOG2_10));
        let points: Vec<Vec2> = points.iter().map(|point| turn.rotate(Vec2::new(point.x, point.y * width))).collect();
        Some(Polygon::hull(&points).ok()?.with_radius(radius).ok()?.into())
    })
}

/// Twice the bias towards A's edge, whose share is 2⁻¹² of at most 3 metres, plus rounding.
const TOLERANCE: f64 = 2.0 * 3.0 / 4096.0;

fn deepest(manifold: &Manifold) -> f64 {
    manifold.points().iter().map(|p| f64::from(p.separation)).fold(f64::INFINITY, f64::min)
}

/// Boxes in a stack: the same two edges face each other all the time, whichever is the reference.
#[test]
fn a_box_that_rocks_keeps_its_features() {
    let (wide, narrow) = (Shape::rect(10.0, 0.5).unwrap(), Shape::rect(0.5, 0.5).unwrap());
    for (below, above) in [(&wide, &narrow), (&narrow, &narrow), (&narrow, &wide)] {
        for swapped in [false, true] {
            let mut seen = Vec::new();
            for step in 0..400u16 {
                let phase = f32::from(step) * 0.1;
                let place = Vec2::new(0.2 + 0.01 * libm::sinf(phase * 0.37), 0.999 + 0.0005 * libm::cosf(phase * 1.7));
                let pose = Pose::new(place, Rot::from_angle(0.003 * libm::sinf(phase)));
                let contact = if swapped {
                    manifold(above, below, &pose.inverse(), 0.05)
                } else {
                    manifold(below, above, &pose, 0.05)
                };
                let names: Vec<FeatureId> = contact.points().iter().map(|p| p.feature).collect();
                assert_eq!(names.len(), 2, "step {step}");
                seen.push(names);
            }
            seen.dedup();
            assert_eq!(seen.len(), 1, "{below:?} below {above:?}, swapped {swapped}: {seen:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn the_deepest_point_has_the_separation_of_the_shapes(a in shape(), b in shape(), pose in pose(), margin in 0.0f32..1.0) {
        let got = manifold(&a, &b, &pose, margin);
        let expected = separation(&Core::new(&a, &Pose::IDENTITY), &Core::new(&b, &pose));
        if got.is_empty() {
            prop_assert!(expected > f64::from(margin) - TOLERANCE, "no contact at {expected}");
        } else {
            prop_assert!((deepest(&got) - expected).abs() <= TOLERANCE, "{} instead of {}", deepest(&got), expected);
            prop_assert!((got.normal().length() - 1.0).abs() < 1e-5);
        }
        for p in got.points() {
            prop_assert!(p.separation <= margin && f64::from(p.separation) >= expected - 1e-5, "{p:?}, {expected}");
        }
    }

    #[test]
    fn slivers_have_points_as_deep_as_they_are(a in sliver(), b in prop_oneof![sliver(), shape()], pose in pose(), margin in 0.0f32..0.2) {
        for (a, b, pose) in [(&a, &b, pose), (&b, &a, pose.inverse())] {
            let got = manifold(a, b, &pose, margin);
            let expected = f64::from(sat_simd::separation(a, &Pose::IDENTITY, b, &pose));
            if got.is_empty() {
                prop_assert!(expected > f64::from(margin) - TOLERANCE, "no contact at {expected}");
            } else {
                prop_assert!((deepest(&got) - expected).abs() <= TOLERANCE, "{} instead of {}", deepest(&got), expected);
            }
        }
    }

    #[test]
    fn every_point_lies_halfway_between_the_surfaces(a in shape(), b in shape(), pose in pose(), margin in 0.0f32..0.5) {
        let got = manifold(&a, &b, &pose, margin);
        for p in got.points() {
            // Each surface is half the separation away along the normal, so the point is at most that far outside.
            for (shape, at) in [(&a, Pose::IDENTITY), (&b, pose)] {
                let probe = Core { vertices: vec![[f64::from(p.point.x), f64::from(p.point.y)]], radius: 0.0 };
                let away = separation(&Core::new(shape, &at), &probe);
                prop_assert!(away <= f64::from(p.separation.abs()) * 0.5 + TOLERANCE, "{p:?} is {away} away");
            }
        }
    }

    #[test]
    fn swapping_the_shapes_keeps_depth_and_reverses_the_normal(a in shape(), b in shape(), pose in pose()) {
        let (ab, ba) = (manifold(&a, &b, &pose, 0.1), manifold(&b, &a, &pose.inverse(), 0.1));
        if let ([_, ..], [_, ..]) = (ab.points(), ba.points()) {
            prop_assert!((deepest(&ab) - deepest(&ba)).abs() <= TOLERANCE);
            // Where one direction is clearly the best both find it; elsewhere a tie may fall either way.
            let normal = -pose.transform_vector(ba.normal());
            if (normal - ab.normal()).length() < 1e-6 && ab.points().len() == ba.points().len() {
                // In the order of A's outline the one way round, of B's the other.
                let names: Vec<FeatureId> = ab.points().iter().map(|p| p.feature).collect();
                let swapped: Vec<FeatureId> = ba.points().iter().rev().map(|p| p.feature.swapped()).collect();
                prop_assert_eq!(names, swapped);
            }
        }
    }

    #[test]
    fn features_survive_a_small_motion(a in shape(), b in shape(), pose in pose(), x in -1e-5f32..1e-5, angle in -1e-5f32..1e-5) {
        let before = manifold(&a, &b, &pose, 0.02);
        let moved = Pose::new(pose.translation + Vec2::new(x, -x), pose.rotation * Rot::from_angle(angle));
        let after = manifold(&a, &b, &moved, 0.02);
        let is_same_face = (before.normal() - after.normal()).length() < 1e-4;
        // A vertex that touches alone, once or twice, may do so at the end of either edge it belongs to.
        let are_two = |manifold: &Manifold| match manifold.points() {
            [p, q] => (p.point - q.point).length() > 1e-3,
            _ => false,
        };
        if is_same_face && are_two(&before) && are_two(&after) {
            for (p, q) in before.points().iter().zip(after.points()) {
                let is_near = (p.point - q.point).length() < 1e-3;
                prop_assert!(!is_near || p.feature == q.feature, "{before:?} then {after:?}");
            }
        }
    }

    #[test]
    fn the_two_points_come_in_the_order_of_a_s_outline(a in shape(), b in shape(), pose in pose(), margin in 0.0f32..0.5) {
        if let [p, q] = manifold(&a, &b, &pose, margin).points() {
            let (count_a, count_b) = (a.core_len(), b.core_len());
            // From one vertex of A to the next, which is from a vertex of B to the one before.
            prop_assert_eq!((usize::from(p.feature.a()) + 1) % count_a, usize::from(q.feature.a()), "{:?} {:?}", p, q);
            prop_assert_eq!((usize::from(q.feature.b()) + 1) % count_b, usize::from(p.feature.b()), "{:?} {:?}", p, q);
        }
    }

    #[test]
    fn between_nearly_parallel_faces_the_first_shape_s_is_the_reference(
        half in (0.5f32..1.0, 0.5f32..1.0), angle in -1e-4f32..1e-4, depth in 0.0f32..0.05, slide in -0.3f32..0.3,
    ) {
        let corners = [(-half.0, -half.1), (half.0, -half.1), (half.0, half.1), (-half.0, half.1)].map(Vec2::from);
        let polygon = Shape::polygon(&corners).unwrap();
        let boxes = [Shape::rect(half.0, half.1).unwrap(), polygon];
        let pose = Pose::new(Vec2::new(2.0 * half.0 - depth, slide), Rot::from_angle(angle));
        for (a, b) in boxes.iter().flat_map(|a| boxes.iter().map(move |b| (a, b))) {
            // Whichever way the other leans, and from either side.
            prop_assert_eq!(manifold(a, b, &pose, 0.02).normal(), Vec2::X);
            prop_assert_eq!(manifold(b, a, &pose.inverse(), 0.02).normal(), -Vec2::X);
        }
    }

    #[test]
    fn the_two_points_have_different_names(a in shape(), b in shape(), pose in pose()) {
        if let [p, q] = manifold(&a, &b, &pose, 0.1).points() {
            prop_assert_ne!(p.feature, q.feature);
        }
    }

    #[test]
    fn nothing_is_nan_however_large_the_numbers(
        a in shape(), b in shape(), x in -3e38f32..3e38, y in -3e38f32..3e38, exponent in -140i32..127, angle in rotation(),
    ) {
        let scale = 2f32.powi(exponent);
        let grow = |shape: &Shape| match shape {
            Shape::Circle(c) => Shape::circle(c.radius() * scale),
            Shape::Capsule(c) => Shape::capsule(c.a() * scale, c.b() * scale, c.radius() * scale),
            Shape::Segment(s) => Shape::segment(s.a() * scale, s.b() * scale),
            Shape::Rect(r) => Shape::rect(r.half().x * scale, r.half().y * scale),
            Shape::Polygon(p) => Shape::polygon(&p.vertices().map(|v| v * scale).collect::<Vec<_>>()),
        };
        if let (Ok(a), Ok(b)) = (grow(&a), grow(&b)) {
            for translation in [Vec2::new(x, y), Vec2::new(x, y) * 1e-30, Vec2::ZERO, Vec2::splat(scale)] {
                let got = manifold(&a, &b, &Pose::new(translation, angle), 0.0);
                prop_assert!(got.normal().is_finite(), "{got:?}");
                prop_assert!(got.points().iter().all(|p| p.point.is_finite() && p.separation.is_finite()), "{got:?}");
            }
        }
    }
}

proptest! {
    /// Whatever the margin: both ends are there if one is within it, alone and in a batch.
    #[test]
    fn with_its_far_end_a_manifold_is_that_of_an_endless_margin(
        a in shape(), b in shape(), pose in pose(), margin in -0.5f32..1.0,
    ) {
        // As batches have it, rounded.
        let pose = Pose::IDENTITY.inv_mul(&pose);
        let got = manifold(&a, &b, &pose, margin);
        let (ends, all) = (got.with_far_end(), manifold(&a, &b, &pose, f32::MAX));
        let mut set = ShapeSet::new();
        let pair = (set.push(&a, &Pose::IDENTITY).unwrap(), set.push(&b, &pose).unwrap());
        let mut in_batch = Vec::new();
        batch::manifolds(&set, &[pair], margin, &mut PairPlan::new(), &mut in_batch).unwrap();
        prop_assert_eq!(in_batch[0].with_far_end(), ends);
        let (near, far) = ends.points().split_at(got.points().len());
        prop_assert_eq!(near, got.points());
        prop_assert!(far.iter().all(|point| point.separation > margin), "{:?}", ends);
        prop_assert!(near.iter().all(|point| point.separation <= margin), "{:?}", ends);
        if got.is_empty() {
            prop_assert!(ends.is_empty());
        } else {
            let mut sorted = ends.points().to_vec();
            sorted.sort_by_key(|point| all.points().iter().position(|other| other.feature == point.feature));
            prop_assert_eq!((ends.normal(), &sorted[..]), (all.normal(), all.points()));
        }
    }
}

/// Its only corner that counts lies beyond the range of `f32` in A's frame, though not in B's.
#[test]
fn a_corner_that_overflows_on_the_way_to_a_is_no_contact() {
    let (disc, tile) = (Shape::circle(1.0).unwrap(), Shape::rect(3e38, 3e38).unwrap());
    let turned = Pose::new(Vec2::new(0.0, -3.3e38), Rot::from_angle(std::f32::consts::FRAC_PI_4));
    let alone = manifold(&disc, &tile, &turned, 0.0);
    assert!(alone.is_empty(), "{alone:?}");
    let mut set = ShapeSet::new();
    let pair = (set.push(&disc, &Pose::IDENTITY).unwrap(), set.push(&tile, &turned).unwrap());
    let mut in_batch = Vec::new();
    batch::manifolds(&set, &[pair], 0.0, &mut PairPlan::new(), &mut in_batch).unwrap();
    assert_eq!(in_batch, [alone]);
}

/// Its ends are equally high along the box's left face, but for the sign of zero: the share to be cut off it was infinite.
#[test]
fn a_segment_that_points_at_a_corner_touches_it() {
    let tile = Shape::rect(0.75, 0.5).unwrap();
    let beam = Shape::segment(Vec2::new(-0.25, 0.0), Vec2::new(0.75, 0.0)).unwrap();
    let round = Shape::capsule(Vec2::new(-0.25, 0.0), Vec2::new(0.75, 0.0), 0.125).unwrap();
    let turns = [-1.1441984e-8, 0.0, 1.1441984e-8, 1e-7, 1e-6, 1e-5, 1e-4];
    for (beam, radius, sin) in turns.iter().flat_map(|&sin| [(&beam, 0.0, sin), (&round, 0.125, sin)]) {
        let pose = Pose::new(Vec2::new(-1.5, 0.5), Rot::new(1.0, sin).unwrap());
        let alone = manifold(&tile, beam, &pose, 0.375);
        // Its end is that far above the corner, to within the tolerance of clipping.
        let off = deepest(&alone) - f64::from(0.75 * sin.max(0.0) - radius);
        assert!(off.abs() <= 2e-6, "{sin}: {off} of {alone:?}");
        let mut set = ShapeSet::new();
        let pair = (set.push(&tile, &Pose::IDENTITY).unwrap(), set.push(beam, &pose).unwrap());
        let mut in_batch = Vec::new();
        batch::manifolds(&set, &[pair], 0.375, &mut PairPlan::new(), &mut in_batch).unwrap();
        assert_eq!(in_batch, [alone]);
    }
}

/// They are deeper than any number of `f32`: the sum of their radii was infinite.
#[test]
fn separations_are_finite_however_large_the_radii_are() {
    let triangle = Polygon::new(&[Vec2::ZERO, Vec2::X, Vec2::Y]).unwrap();
    let long = [Vec2::new(-3e38, 1e38), Vec2::new(3e38, 1e38)];
    let of_radius = |radius| {
        [
            Shape::circle(radius).unwrap(),
            Shape::capsule(Vec2::ZERO, Vec2::X, radius).unwrap(),
            Shape::capsule(long[0], long[1], radius).unwrap(),
            triangle.clone().with_radius(radius).unwrap().into(),
        ]
    };
    let mut shapes: Vec<Shape> = [f32::MAX, 1.8e38, 1.7e38].into_iter().flat_map(of_radius).collect();
    shapes.extend([Shape::rect(3e38, 3e38).unwrap(), Shape::rect(1.0, 1.0).unwrap(), triangle.into()]);
    let places = [Vec2::ZERO, Vec2::new(0.5, 0.25), Vec2::new(3.0, 0.0), Vec2::new(1e38, 3e38), Vec2::new(-1e18, 0.0)];
    let turns = [Rot::IDENTITY, Rot::new(0.0, 1.0).unwrap(), Rot::new(0.6, 0.8).unwrap()];
    let posed = |shape| {
        let poses = places.iter().flat_map(|&place| turns.map(|turn| Pose::new(place, turn)));
        poses.map(move |pose| (shape, pose))
    };
    let entries: Vec<(&Shape, Pose)> = shapes.iter().flat_map(posed).collect();
    let (mut set, mut plan, mut manifolds, mut deepest) = (ShapeSet::new(), PairPlan::new(), Vec::new(), 0);
    entries.iter().for_each(|(shape, pose)| {
        set.push(shape, pose).unwrap();
    });
    let count = set.len() as u32;
    let pairs: Vec<_> = (0..count).flat_map(|a| (0..count).map(move |b| (a, b))).collect();
    for margin in [0.0, 1e38, f32::INFINITY] {
        batch::manifolds(&set, &pairs, margin, &mut plan, &mut manifolds).unwrap();
        for (&(a, b), in_batch) in pairs.iter().zip(&manifolds) {
            let ((shape_a, pose_a), (shape_b, pose_b)) = (&entries[a as usize], &entries[b as usize]);
            let pose_ab = pose_a.inv_mul(pose_b);
            let alone = manifold(*shape_a, *shape_b, &pose_ab, margin);
            assert_eq!(*in_batch, alone);
            for point in alone.with_far_end().points() {
                assert!(point.separation.is_finite(), "{alone:?} of {shape_a:?}, {shape_b:?} at {pose_ab:?}");
                deepest += u32::from(point.separation == f32::MIN);
            }
        }
    }
    assert!(deepest > 1000, "{deepest} are as deep as can be");
    let largest = Shape::circle(f32::MAX).unwrap();
    assert_eq!(manifold(&largest, &largest, &Pose::IDENTITY, 0.0).points()[0].separation, f32::MIN);
}

/// Going down the outline of one led on to the side that is turned away, which lies within rounding of the right one.
#[test]
fn slivers_are_met_on_the_side_that_faces_what_they_touch() {
    let hull = |points: &[[f32; 2]], radius: f32| -> Shape {
        let points: Vec<Vec2> = points.iter().copied().map(Vec2::from).collect();
        Polygon::hull(&points).unwrap().with_radius(radius).unwrap().into()
    };
    let near = (
        hull(
            &[
                [-0.363_215_36, 1.441_915_6],
                [-0.304_242_2, 1.362_235_9],
                [-0.040_971_484, 1.068_027_3],
                [0.288_271_3, 0.700_404_76],
                [0.295_132_96, 0.706_547_8],
            ],
            0.2,
        ),
        hull(&[[0.755_100_7, -0.107_456_93], [1.246_147_4, 0.016_484_112], [1.207_027, 0.006_610_277_6]], 0.0),
        Pose::new(Vec2::new(-0.294_041, 1.483_859_2), Rot::new(0.464_257_6, -0.885_700_2).unwrap()),
    );
    let deep = (
        hull(&[[-0.434_783_34, 0.280_375_63], [0.560_128_8, 1.094_915_5], [0.527_565_3, 1.068_258_8]], 0.2),
        hull(
            &[
                [0.066_559_374, -0.239_600_75],
                [0.143_840_25, -0.269_791_9],
                [0.453_143_98, -0.390_229_43],
                [0.839_774_67, -0.540_739_8],
                [0.839_819_85, -0.540_623_7],
            ],
            0.2,
        ),
        Pose::new(Vec2::new(0.127_223_33, 0.994_835_44), Rot::new(-0.489_932_36, -0.871_760_4).unwrap()),
    );
    for (a, b, pose) in [near, deep] {
        let expected = f64::from(sat_simd::separation(&a, &Pose::IDENTITY, &b, &pose));
        for got in [manifold(&a, &b, &pose, 0.05), manifold(&b, &a, &pose.inverse(), 0.05)] {
            assert!((deepest(&got) - expected).abs() < 1e-4, "{got:?} instead of {expected}");
        }
    }
}

/// Both long sides of the one were at right angles to those of the other, to the bit, and neither was said to lead down.
#[test]
fn slivers_at_right_angles_are_met_at_their_ends() {
    let hull = |points: &[[f32; 2]], radius: f32| -> Shape {
        let points: Vec<Vec2> = points.iter().copied().map(Vec2::from).collect();
        Polygon::hull(&points).unwrap().with_radius(radius).unwrap().into()
    };
    let round = hull(
        &[[-0.716_255_9, 0.019_646_06], [-0.212_605_15, 0.005_831_51], [0.242_327_62, -0.006_646_762_6]],
        0.457_586_44,
    );
    let sharp = hull(
        &[
            [-0.869_953_63, 0.493_133_52],
            [-0.712_572_1, 0.403_896_87],
            [-0.420_936_02, 0.238_536_79],
            [0.402_726_08, -0.228_486_45],
        ],
        0.0,
    );
    for (shape, place, sine) in
        [(round, Vec2::new(0.078_674_76, 0.149_790_4), 1.0), (sharp, Vec2::new(-0.246_463_06, 0.009_025_931), -1.0)]
    {
        let pose = Pose::new(place, Rot::new(0.0, sine).unwrap());
        let expected = f64::from(sat_simd::separation(&shape, &Pose::IDENTITY, &shape, &pose));
        for pose in [pose, pose.inverse()] {
            let got = manifold(&shape, &shape, &pose, 0.05);
            assert!((deepest(&got) - expected).abs() < 1e-4, "{got:?} instead of {expected}");
        }
    }
}
