//! Vertices on sides that are straight, or all but straight: rounding cannot tell which of such edges faces another shape, yet
//! manifolds are where the shapes are nearest.

mod found_manifolds;

use found_manifolds::{deepest, manifolds, separation};
use proptest::prelude::*;
use sat_simd::batch::{self, PairPlan, ShapeCast, ShapeSet};
use sat_simd::{Polygon, Pose, Rot, Shape, Vec2, shape_cast};

/// Whether the deepest points are as far apart as the shapes, to within `bound`; without points they are beyond the margin.
fn check(a: &Shape, b: &Shape, pose_ab: &Pose, margin: f32, bound: f32) -> Result<(), TestCaseError> {
    let expected = separation(a, b, pose_ab);
    for found in manifolds(a, b, pose_ab, margin) {
        let deepest = deepest(&found);
        let is_right = if found.is_empty() { expected > margin - bound } else { (deepest - expected).abs() <= bound };
        prop_assert!(is_right, "{} instead of {}: {:?} {:?} {:?}", deepest, expected, a, b, pose_ab);
    }
    Ok(())
}

/// A slab up to so far from its origin, its lower side in up to seven parts, each vertex bent outwards by so much of the side; turned and moved about.
fn slab(farthest: f32) -> impl Strategy<Value = (Vec<Vec2>, f32, Pose)> {
    let bend =
        prop_oneof![Just(0.0f32), Just(1e-9), Just(1e-8), Just(1e-7), Just(1e-6), Just(1e-5), Just(1e-4), Just(1e-3)];
    let from = prop_oneof![Just(0.0f32), Just(0.01 * farthest), Just(farthest)];
    let place = (from.clone(), from).prop_map(|(x, y)| Vec2::new(x, y));
    let turn = prop_oneof![Just(0.0f32), -3.2f32..3.2];
    (1usize..7, 0.5f32..20.0, bend, place, turn, any::<bool>()).prop_map(
        |(parts, length, bend, place, turn, is_low)| {
            // Along a parabola, which is convex.
            let low = (0..=parts).map(|i| {
                let share = i as f32 / parts as f32;
                Vec2::new(share * length, -bend * length * 4.0 * share * (1.0 - share))
            });
            let corners: Vec<Vec2> = low.chain([Vec2::new(0.5 * length, 0.5 * length)]).collect();
            let frame = Pose::new(place, Rot::from_angle(turn));
            let corners = corners.into_iter().map(|corner| frame.transform_point(corner));
            (if is_low { corners.collect() } else { corners.rev().collect() }, length, frame)
        },
    )
}

/// A slab whose corners rounding has left convex, how long it is, and where along its lower side and how far below is a place.
fn slab_and_place(farthest: f32) -> impl Strategy<Value = (Shape, f32, Vec2)> {
    (slab(farthest), -0.1f32..1.1, -0.6f32..0.3, prop_oneof![3 => Just(0.0f32), 1 => 0.0f32..0.5]).prop_filter_map(
        "dented",
        |((corners, length, frame), share, height, radius)| {
            let polygon = Polygon::new(&corners).ok()?.with_radius(radius).ok()?;
            Some((polygon.into(), length, frame.transform_point(Vec2::new(share * length, height - radius))))
        },
    )
}

/// What rounding makes of sums of coordinates: 2⁻¹⁸ of how far the shapes and their positions reach.
fn rounding(slab: &Shape, length: f32, at: Vec2) -> f32 {
    let reach = (0..slab.core_len()).map(|i| slab.core_vertex(i).length()).fold(0.0, f32::max);
    (reach + length + at.length() + 1.0) / 262_144.0
}

/// A slab with these vertices, and a rod of half that length about its origin.
fn slab_and_rod<const N: usize>(x: [f32; N], y: [f32; N], radius: f32, half: f32) -> (Shape, Shape) {
    let corners: Vec<Vec2> = x.into_iter().zip(y).map(Vec2::from).collect();
    let slab = Polygon::new(&corners).unwrap().with_radius(radius).unwrap();
    (slab.into(), Shape::segment(Vec2::new(-half, 0.0), Vec2::new(half, 0.0)).unwrap())
}

/// Its end is past the corner between two edges that hardly turn by rounding; the other end, outside the slab, is nearer to that corner.
#[test]
fn a_segment_that_ends_deep_below_a_straight_corner_meets_the_slab() {
    let (slab, rod) = slab_and_rod(
        [0.0, 0.87201214, 1.7440562, 2.616132, 3.48824, 4.36038, 5.2325516, 9.80077],
        [100.0, 97.60514, 95.21029, 92.81545, 90.42062, 88.02582, 85.63101, 95.43178],
        0.0,
        0.6999637,
    );
    let pose_ab = Pose::new(Vec2::new(1.884246, 95.51638), Rot::from_angle(-0.00021230248));
    check(&slab, &rod, &pose_ab, 0.0, 1e-3).unwrap();
}

/// It is all but upright on the side, so the little of it that lies past the corner is much of its depth.
#[test]
fn a_steep_segment_that_ends_just_past_a_straight_corner_is_as_deep_as_its_end() {
    let (slab, rod) = slab_and_rod(
        [100.0, 99.9075, 99.814964, 99.72239, 99.62978, 99.53715, 99.44447, 91.89983],
        [0.0, 2.6074693, 5.214937, 7.8224044, 10.42987, 13.0373335, 15.644797, 7.544634],
        0.0,
        0.44140667,
    );
    check(&slab, &rod, &Pose::from_translation(Vec2::new(99.786934, 10.420017)), 0.0, 1e-3).unwrap();
}

/// The corner that is nearest to the box's end is past it by next to nothing; the deepest one is the next.
#[test]
fn a_box_with_its_end_just_past_a_straight_corner_is_as_deep_as_the_next_corner() {
    let (slab, _) = slab_and_rod(
        [0.0, 1.3233362, 2.6466725, 3.9700086, 5.293345, 6.616681, 7.940017, 3.9700086],
        [0.0, -4.4111207e-8, -7.057793e-8, -7.940017e-8, -7.057793e-8, -4.4111214e-8, 0.0, 3.9700086],
        0.0,
        1.0,
    );
    let square = Shape::rect(0.90982354, 0.90982354).unwrap();
    let pose_ab = Pose::new(Vec2::new(7.5549936, -0.3841641), Rot::new(0.9977254, 0.06740866).unwrap());
    check(&slab, &square, &pose_ab, 0.0, 1e-3).unwrap();
}

/// A point in the slab exactly above a straight corner, 10 km from the origin.
#[test]
fn a_point_above_a_straight_corner_is_in_the_slab() {
    let (slab, _) = slab_and_rod(
        [10000.0, 10002.26, 10004.52, 10006.779, 10009.038, 10011.298, 10005.649],
        [0.0, -7.2308013e-9, -1.0846202e-8, -1.0846202e-8, -7.230801e-9, 0.0, 5.6490636],
        0.0,
        1.0,
    );
    let point = Shape::circle(0.0).unwrap();
    check(&slab, &point, &Pose::from_translation(Vec2::new(10009.038, 0.074376315)), 0.104434356, 1e-3).unwrap();
}

/// Past the rod's end there is only its other side; the slab's corner is past it by more.
#[test]
fn a_rod_beside_a_straight_corner_is_as_far_as_the_next_side() {
    let (slab, rod) = slab_and_rod(
        [0.0, -0.8373017, -1.6746033, -1.2641141],
        [0.0, 0.42681247, 0.8536249, -0.41048923],
        0.38561842,
        0.4312802,
    );
    check(&slab, &rod, &Pose::from_translation(Vec2::new(-1.142679, 1.17671)), 0.0, 1e-3).unwrap();
}

/// The slanted side of a pentagon and, past its lower end, the straight side of a bar, which has one more vertex: the bar's far end was
/// taken for the deeper one by rounding, and the outlines were followed there instead of to that vertex.
#[test]
fn beside_a_parallel_edge_the_nearer_end_leads_on() {
    let pentagon = [
        (-0.9578335, 0.10450042),
        (0.0, -0.75),
        (1.0, -0.75),
        (0.25, 0.5),
        (-0.9563222, 0.10505754),
        (-0.95780206, 0.10457301),
    ];
    let bar = [
        (-0.393173, -0.058189645),
        (0.95981836, 0.039212823),
        (0.49212253, 0.01570858),
        (0.017755508, -0.008130964),
        (-0.24352321, -0.039959535),
    ];
    let [pentagon, bar] = [&pentagon[..], &bar].map(|corners| {
        let corners: Vec<Vec2> = corners.iter().copied().map(Vec2::from).collect();
        Shape::from(Polygon::new(&corners).expect("convex"))
    });
    let pose = Pose::new(Vec2::new(-0.46727633, -0.6270697), Rot::new(0.7119113, -0.7022694).expect("unit"));
    let truly = separation(&pentagon, &bar, &pose);
    for deepest in manifolds(&pentagon, &bar, &pose, 1.0).map(|found| deepest(&found)) {
        assert!((deepest - truly).abs() < 1e-3, "{deepest}, not {truly}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn circles_meet_straight_sides_where_they_are((slab, length, at) in slab_and_place(1e4), radius in 0.0f32..1.0, margin in 0.0f32..0.2) {
        let ball = Shape::circle(radius).unwrap();
        check(&slab, &ball, &Pose::from_translation(at), margin, rounding(&slab, length, at))?;
    }

    /// Each one's edge is over the other by hardly more than nothing, though they are far apart.
    #[test]
    fn capsules_in_a_row_are_as_far_apart_as_their_ends(
        halves in (0.1f32..2.0, 0.1f32..2.0), gap in 0.0f32..2.0, radius in 0.0f32..0.5, margin in 0.0f32..2.0,
        offset in prop_oneof![Just(0.0f32), -1e-4f32..1e-4, -1e-2f32..1e-2],
        turn in prop_oneof![Just(0.0f32), -1e-4f32..1e-4, -1e-2f32..1e-2],
    ) {
        let rod = |half: f32| Shape::capsule(Vec2::new(-half, 0.0), Vec2::new(half, 0.0), radius).unwrap();
        let pose_ab = Pose::new(Vec2::new(halves.0 + gap + halves.1, offset), Rot::from_angle(turn));
        check(&rod(halves.0), &rod(halves.1), &pose_ab, margin, 8.0 * halves.0.min(halves.1) / 4096.0 + 1e-5)?;
    }

    #[test]
    fn cores_meet_straight_sides_where_they_are(
        (slab, length, at) in slab_and_place(100.0), kind in 0usize..4, turn in prop_oneof![Just(0.0f32), -1e-3f32..1e-3, -3.2f32..3.2],
        half in 0.1f32..1.0, radius in 0.0f32..0.5, margin in 0.0f32..0.2,
    ) {
        let corners = |half: f32| [[-half, -half], [half, -half], [half, half], [-half, half]].map(Vec2::from);
        let other = [
            Shape::capsule(Vec2::new(-half, 0.0), Vec2::new(half, 0.0), radius),
            Shape::segment(Vec2::new(-half, 0.0), Vec2::new(half, 0.0)),
            Shape::rect(half, 0.5 * half),
            Polygon::new(&corners(half)).and_then(|polygon| polygon.with_radius(radius)).map(Shape::from),
        ][kind].clone().unwrap();
        // The bias towards A's edge and what an outline may go past an end, shares of 2⁻¹² of the smaller shape's size, at two ends.
        let bound = rounding(&slab, length, at) + 4.0 * (2.0 * half).min(length) / 4096.0;
        check(&slab, &other, &Pose::new(at, Rot::from_angle(turn)), margin, bound)?;
    }

    /// At the time of the hit they touch, up to 5·2⁻²⁰ of the size and what the position there is rounded by.
    #[test]
    fn casts_meet_straight_sides_where_they_are(
        (slab, _, at) in slab_and_place(10.0), kind in 0usize..4, turn in prop_oneof![Just(0.0f32), -1e-3f32..1e-3, -3.2f32..3.2],
        half in 0.1f32..1.0, radius in 0.01f32..1.0, toward in -3.2f32..3.2, far in 5.0f32..30.0,
    ) {
        let end = Vec2::new(half, 0.0);
        let other = [
            Shape::capsule(-end, end, radius),
            Shape::circle(radius),
            Shape::rect(half, 0.5 * half),
            Polygon::new(&[-end, end, Vec2::new(0.0, half)]).and_then(|polygon| polygon.with_radius(radius)).map(Shape::from),
        ][kind].clone().unwrap();
        let way = Vec2::from_angle(toward) * far;
        let from = Pose::new(at - 0.8 * way, Rot::from_angle(turn));
        let mut set = ShapeSet::new();
        let (b, a) = (set.push(&slab, &Pose::IDENTITY).unwrap(), set.push(&other, &from).unwrap());
        let casts = [ShapeCast { a, b, translation: way }, ShapeCast { a: b, b: a, translation: -way }];
        let mut hits = Vec::new();
        batch::shape_casts(&set, &casts, &mut PairPlan::new(), &mut hits).unwrap();
        let alone = shape_cast(&other, &from, way, &slab, &Pose::IDENTITY).unwrap();
        let reach = |shape: &Shape| (0..shape.core_len()).map(|i| shape.core_vertex(i).length()).fold(shape.radius(), f32::max);
        let size = from.translation.length() + reach(&slab) + 2.0 * reach(&other) + far;
        for hit in [alone, hits[0], hits[1]] {
            prop_assert_eq!(hit.is_some(), alone.is_some());
            if let Some(hit) = hit {
                let there = Pose::new(from.translation + way * hit.fraction, from.rotation);
                let found = separation(&slab, &other, &there);
                let is_right = if hit.fraction == 0.0 { found <= 0.0 } else { found.abs() <= size * 6.0 / 1_048_576.0 };
                prop_assert!(is_right, "{} at {:?} of {:?} {:?}: {:?} {:?} {}", found, hit, alone, hits, slab, other, way);
            }
        }
    }
}
