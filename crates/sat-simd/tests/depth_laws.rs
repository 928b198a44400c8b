//! Depth, distance and sweeps of random pairs of all kinds against brute force in double precision, and their laws.

use proptest::prelude::*;
use sat_simd::{
    Polygon, Pose, Relation, Rot, Shape, Vec2, closest_point, contains_point, distance, explain, mtv, ray_cast,
    relation, shape_cast, sweep,
};

/// What the docs promise of depths and distances, as a part of the extents plus the separation.
const ACCURACY: f64 = 8.0 / 16_777_216.0;

type Point = (f64, f64);

/// The vertices of the core in the world and the radius.
struct World {
    vertices: Vec<Point>,
    radius: f64,
}

fn dot(a: Point, b: Point) -> f64 {
    a.0 * b.0 + a.1 * b.1
}

fn minus(a: Point, b: Point) -> Point {
    (a.0 - b.0, a.1 - b.1)
}

fn norm(a: Point) -> f64 {
    dot(a, a).sqrt()
}

impl World {
    fn new(shape: &Shape, pose: &Pose) -> Self {
        let (c, s) = (f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
        let at = (f64::from(pose.translation.x), f64::from(pose.translation.y));
        let vertices = (0..shape.core_len())
            .map(|index| shape.core_vertex(index))
            .map(|v| (f64::from(v.x), f64::from(v.y)))
            .map(|(x, y)| (at.0 + c * x - s * y, at.1 + s * x + c * y))
            .collect();
        Self { vertices, radius: f64::from(shape.radius()) }
    }

    fn edges(&self) -> impl Iterator<Item = (Point, Point)> {
        let n = self.vertices.len();
        (0..n).map(move |i| (self.vertices[i], self.vertices[(i + 1) % n])).filter(|(p, q)| p != q)
    }

    fn extent(&self) -> f64 {
        let spread = self.vertices.iter().flat_map(|&p| self.vertices.iter().map(move |&q| norm(minus(p, q))));
        spread.fold(0.0, f64::max) + self.radius
    }
}

/// The largest separation along an edge normal of `a`, when it has edges.
fn face_separation(a: &World, b: &World) -> f64 {
    a.edges()
        .map(|(p, q)| {
            let edge = minus(q, p);
            let normal = (edge.1 / norm(edge), -edge.0 / norm(edge));
            b.vertices.iter().map(|&v| dot(normal, minus(v, p))).fold(f64::INFINITY, f64::min)
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

/// The smallest distance of a vertex of `a` from an edge or vertex of `b`.
fn feature_distance(a: &World, b: &World) -> f64 {
    let mut best = f64::INFINITY;
    for &v in &a.vertices {
        for &w in &b.vertices {
            best = best.min(norm(minus(v, w)));
        }
        for (p, q) in b.edges() {
            let edge = minus(q, p);
            let s = (dot(minus(v, p), edge) / dot(edge, edge)).clamp(0.0, 1.0);
            best = best.min(norm(minus(v, (p.0 + s * edge.0, p.1 + s * edge.1))));
        }
    }
    best
}

/// Distance of the surfaces, or minus the depth: textbook, quadratic, in world coordinates.
fn separation(a: &World, b: &World) -> f64 {
    let faces = face_separation(a, b).max(face_separation(b, a));
    let apart = feature_distance(a, b).min(feature_distance(b, a));
    // Two flat cores in line have no face that sees the gap between them.
    let flat = a.vertices.len() <= 2 && b.vertices.len() <= 2 && faces.abs() < 1e-9;
    let cores = if faces > 0.0 || flat || faces == f64::NEG_INFINITY { apart } else { faces };
    cores - a.radius - b.radius
}

/// Of both shapes, a coordinate: on a coarse grid half the time, so that edges line up and vertices coincide.
fn coordinate() -> impl Strategy<Value = f32> + Clone {
    prop_oneof![(-8i32..=8).prop_map(|i| i as f32 * 0.25), -2.0f32..2.0]
}

fn point() -> impl Strategy<Value = Vec2> {
    (coordinate(), coordinate()).prop_map(|(x, y)| Vec2::new(x, y))
}

fn grid_point() -> impl Strategy<Value = Vec2> {
    (-4i8..=4, -4i8..=4).prop_map(|(x, y)| Vec2::new(f32::from(x), f32::from(y)))
}

fn radius() -> impl Strategy<Value = f32> {
    prop_oneof![Just(0.0f32), Just(0.5), 0.01f32..1.0]
}

fn shape() -> impl Strategy<Value = Shape> {
    let polygon = (proptest::collection::vec(point(), 3..12), radius()).prop_filter_map("flat", |(points, radius)| {
        Some(Shape::from(Polygon::hull(&points).ok()?.with_radius(radius).ok()?))
    });
    prop_oneof![
        1 => radius().prop_map(|r| Shape::circle(r).unwrap()),
        1 => (point(), point(), radius()).prop_map(|(a, b, r)| Shape::capsule(a, b, r).unwrap()),
        1 => (point(), point()).prop_map(|(a, b)| Shape::segment(a, b).unwrap()),
        1 => (0.1f32..2.0, 0.1f32..2.0).prop_map(|(x, y)| Shape::rect(x, y).unwrap()),
        3 => polygon,
    ]
}

fn pose() -> impl Strategy<Value = Pose> {
    let rotation = prop_oneof![
        Just(Rot::IDENTITY),
        Just(Rot::new(0.0, 1.0).unwrap()),
        Just(Rot::new(0.6, 0.8).unwrap()),
        (-3.2f32..3.2).prop_map(Rot::from_angle),
    ];
    (point(), rotation).prop_map(|(p, r)| Pose::new(p * 1.5, r))
}

fn moved(pose: &Pose, by: Vec2) -> Pose {
    Pose::new(pose.translation + by, pose.rotation)
}

/// Signed separation as our functions report it.
fn reported(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> f64 {
    match mtv(a, pose_a, b, pose_b) {
        Some(mtv) => -f64::from(mtv.depth),
        None => f64::from(distance(a, pose_a, b, pose_b).distance),
    }
}

fn tolerance(a: &World, b: &World, separation: f64) -> f64 {
    ACCURACY * (a.extent().max(b.extent()) + separation.abs()) + 1e-13
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn depth_and_distance_equal_brute_force(a in shape(), pose_a in pose(), b in shape(), pose_b in pose()) {
        let (world_a, world_b) = (World::new(&a, &pose_a), World::new(&b, &pose_b));
        let expected = separation(&world_a, &world_b);
        let ours = reported(&a, &pose_a, &b, &pose_b);
        let tolerance = tolerance(&world_a, &world_b, expected);
        prop_assert!((ours - expected).abs() <= tolerance, "{ours} instead of {expected}");
    }

    #[test]
    fn far_from_the_origin_nothing_changes(a in shape(), b in shape(), at_b in point(), turn in -3.2f32..3.2) {
        // A grid that is exact a million metres out.
        let grid = |v: Vec2| (v * 16.0).round() / 16.0;
        let (at_b, far) = (grid(at_b), Vec2::new(1e6, -5e5));
        let rotation = Rot::from_angle(turn);
        let near = reported(&a, &Pose::IDENTITY, &b, &Pose::new(at_b, rotation));
        let there = reported(&a, &Pose::from_translation(far), &b, &Pose::new(far + at_b, rotation));
        prop_assert_eq!(near, there);
    }

    #[test]
    fn vertices_far_from_their_own_origin_keep_the_accuracy(
        a in shape(), b in shape(), at_b in point(), turn in -3.2f32..3.2,
    ) {
        let far = Vec2::new(1e6, -5e5);
        let out = |shape: &Shape| {
            let points: Vec<Vec2> =
                (0..shape.core_len()).map(|i| (shape.core_vertex(i) * 16.0).round() / 16.0 + far).collect();
            match points.len() {
                1 => Shape::capsule(points[0], points[0], shape.radius()).ok(),
                2 => Shape::capsule(points[0], points[1], shape.radius()).ok(),
                _ => Some(Shape::from(Polygon::hull(&points).ok()?.with_radius(shape.radius()).ok()?)),
            }
        };
        let (Some(a), Some(b)) = (out(&a), out(&b)) else { return Ok(()) };
        let rotation = Rot::from_angle(turn);
        let (pose_a, pose_b) = (Pose::new(Vec2::ZERO, rotation), Pose::new(at_b, rotation));
        let (world_a, world_b) = (World::new(&a, &pose_a), World::new(&b, &pose_b));
        let expected = separation(&world_a, &world_b);
        let ours = reported(&a, &pose_a, &b, &pose_b);
        // World coordinates of a million are right to 2⁻³³ in the oracle itself.
        let tolerance = tolerance(&world_a, &world_b, expected) + 1e-9;
        prop_assert!((ours - expected).abs() <= tolerance, "{ours} instead of {expected}");
    }

    #[test]
    fn verdict_depth_and_distance_never_disagree(a in shape(), pose_a in pose(), b in shape(), pose_b in pose()) {
        let (mtv, gap) = (mtv(&a, &pose_a, &b, &pose_b), distance(&a, &pose_a, &b, &pose_b));
        let relation = relation(&a, &pose_a, &b, &pose_b);
        prop_assert_eq!(mtv.is_some(), relation == Relation::Overlapping);
        prop_assert_eq!(gap.distance > 0.0, relation == Relation::Separated);
        prop_assert!(mtv.is_none_or(|mtv| mtv.depth > 0.0 && mtv.normal == gap.normal));
        prop_assert!((gap.normal.length() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_translation_ends_the_overlap_and_no_shorter_one_does(
        a in shape(), pose_a in pose(), b in shape(), pose_b in pose(),
    ) {
        let Some(push) = mtv(&a, &pose_a, &b, &pose_b) else { return Ok(()) };
        let left = -reported(&a, &moved(&pose_a, push.translation()), &b, &pose_b);
        // The new position is rounded to f32, a few metres from the origin.
        prop_assert!(left < 4e-6, "still {left} deep");
        for i in 0..32 {
            let direction = Rot::from_angle(i as f32 * std::f32::consts::TAU / 32.0).rotate(Vec2::X);
            let short = direction * (push.depth - 1e-5).max(0.0);
            let verdict = relation(&a, &moved(&pose_a, short), &b, &pose_b);
            prop_assert!(verdict == Relation::Overlapping || push.depth < 1e-4, "{short} already parts them");
        }
    }

    #[test]
    fn swapping_the_shapes_turns_the_answer_round(a in shape(), pose_a in pose(), b in shape(), pose_b in pose()) {
        let (world_a, world_b) = (World::new(&a, &pose_a), World::new(&b, &pose_b));
        let (one, other) = (distance(&a, &pose_a, &b, &pose_b), distance(&b, &pose_b, &a, &pose_a));
        let (depth, back) = (reported(&a, &pose_a, &b, &pose_b), reported(&b, &pose_b, &a, &pose_a));
        prop_assert!((depth - back).abs() <= tolerance(&world_a, &world_b, depth));
        // Apart, the direction is unique; where two ways out of an overlap tie, either may be taken.
        if depth > 1e-3 {
            prop_assert!((one.normal + other.normal).length() < 1e-4, "{} and {}", one.normal, other.normal);
        }
    }

    #[test]
    fn witnesses_lie_on_both_surfaces_one_separation_apart(
        a in shape(), pose_a in pose(), b in shape(), pose_b in pose(),
    ) {
        let gap = distance(&a, &pose_a, &b, &pose_b);
        let separation = reported(&a, &pose_a, &b, &pose_b) as f32;
        prop_assert!((gap.point_b - gap.point_a - gap.normal * separation).length() < 5e-6);
        for (shape, pose, point) in [(&a, &pose_a, gap.point_a), (&b, &pose_b, gap.point_b)] {
            let off = closest_point(shape, pose, point).unwrap().distance;
            prop_assert!(off.abs() < 2e-6, "{off} off the surface");
        }
    }

    #[test]
    fn powers_of_two_scale_every_answer_exactly(a in shape(), pose_a in pose(), b in shape(), pose_b in pose()) {
        let scale = 2f32.powi(-90);
        let scaled = |shape: &Shape| {
            let points: Vec<Vec2> = (0..shape.core_len()).map(|i| shape.core_vertex(i) * scale).collect();
            match shape {
                Shape::Circle(circle) => Shape::circle(circle.radius() * scale),
                Shape::Rect(rect) => Shape::rect(rect.half().x * scale, rect.half().y * scale),
                Shape::Polygon(polygon) => {
                    Polygon::new(&points).and_then(|p| p.with_radius(polygon.radius() * scale)).map(Shape::from)
                }
                _ => Shape::capsule(points[0], points[1], shape.radius() * scale),
            }
            .unwrap()
        };
        let shrunk = |pose: &Pose| Pose::new(pose.translation * scale, pose.rotation);
        let large = reported(&a, &pose_a, &b, &pose_b);
        let small = reported(&scaled(&a), &shrunk(&pose_a), &scaled(&b), &shrunk(&pose_b));
        // Subnormal results would round; nothing here comes close to touching without doing so.
        prop_assert!(small == large * f64::from(scale) || large.abs() < 1e-6, "{small} for {large}");
    }

    #[test]
    fn a_sweep_agrees_with_standing_still_along_the_way(
        a in shape(), pose_a in pose(), b in shape(), pose_b in pose(), way in point(),
    ) {
        let way = way * 3.0;
        let result = sweep(&a, &pose_a, way, &b, &pose_b).unwrap();
        let at = |t: f32| reported(&a, &moved(&pose_a, way * t), &b, &pose_b);
        prop_assert_eq!(result.intersects, relation(&a, &pose_a, &b, &pose_b) != Relation::Separated);
        prop_assert_eq!(result.time_of_impact.is_some(), result.will_intersect);
        prop_assert_eq!(result.time_of_impact == Some(0.0), result.intersects);
        prop_assert!(result.will_intersect || !result.hit);
        // What the positions along the way are rounded by.
        let rounding = 4e-6;
        if let (Some(toi), false) = (result.time_of_impact, result.intersects) {
            prop_assert!(at(toi).abs() < rounding, "{} apart at the time of impact", at(toi));
            let normal = result.normal.unwrap();
            prop_assert!((normal.length() - 1.0).abs() < 1e-6 && normal.dot(way) > -1e-5 * way.length());
        }
        if let Some(leave) = result.leave_time {
            prop_assert!(at(leave).abs() < rounding, "{} apart when leaving", at(leave));
        }
        let first = result.time_of_impact.unwrap_or(2.0);
        let last = result.leave_time.unwrap_or(if result.will_intersect { 2.0 } else { -1.0 });
        for i in 0..=16 {
            let t = i as f32 / 16.0;
            if t >= first && t <= last {
                prop_assert!(at(t) < rounding, "{} apart at {t}", at(t));
            } else {
                prop_assert!(at(t) > -rounding, "{} deep at {t}", -at(t));
            }
        }
        let end = result.mtv.map_or(0.0, |mtv| f64::from(mtv.depth));
        prop_assert!((end - (-at(1.0)).max(0.0)).abs() < rounding);
    }

    #[test]
    fn what_overlaps_on_the_way_is_a_hit(a in shape(), pose_a in pose(), b in shape(), pose_b in pose(), way in point()) {
        let result = sweep(&a, &pose_a, way, &b, &pose_b).unwrap();
        let overlaps_at = |t: f32| relation(&a, &moved(&pose_a, way * t), &b, &pose_b) == Relation::Overlapping;
        // On the grid, eighths of the way are exact.
        let exact = (way * 32.0).fract() == Vec2::ZERO && (pose_a.translation * 32.0).fract() == Vec2::ZERO;
        if exact && (0..=8).any(|i| overlaps_at(i as f32 / 8.0)) {
            prop_assert!(result.hit);
        }
    }

    /// What A covers on its way is a shape of its own there, which a graze only touches.
    #[test]
    fn on_a_grid_a_hit_is_an_overlap_with_what_was_covered(
        corners in proptest::collection::vec(grid_point(), 1..5), round in any::<bool>(), way in grid_point(),
        others in proptest::collection::vec(grid_point(), 3..5), from in grid_point(),
    ) {
        let rounded = |corners: &[Vec2]| {
            Polygon::hull(corners).and_then(|hull| hull.with_radius(if round { 1.0 } else { 0.0 })).ok().map(Shape::from)
        };
        let covered: Vec<_> = corners.iter().flat_map(|&corner| [corner + from, corner + from + way]).collect();
        if let (Some(a), Some(hull), Ok(b)) = (rounded(&corners), rounded(&covered), Polygon::hull(&others)) {
            let result = sweep(&a, &Pose::from_translation(from), way, &b, &Pose::IDENTITY).unwrap();
            let relation = relation(&hull, &Pose::IDENTITY, &b, &Pose::IDENTITY);
            prop_assert_eq!(result.hit, relation == Relation::Overlapping);
            prop_assert_eq!(result.will_intersect, relation != Relation::Separated);
        }
    }

    #[test]
    fn casts_stop_at_the_surface(shape in shape(), pose in pose(), origin in point(), way in point()) {
        let (origin, way) = (origin * 2.0, way * 4.0);
        let inside = contains_point(&shape, &pose, origin).unwrap();
        let hit = ray_cast(&shape, &pose, origin, way).unwrap();
        prop_assert_eq!(hit.is_some_and(|hit| hit.fraction == 0.0), inside);
        if let Some(hit) = hit {
            prop_assert!((hit.point - (origin + way * hit.fraction)).length() < 4e-6 || inside);
            let nearest = closest_point(&shape, &pose, hit.point).unwrap();
            prop_assert!(nearest.distance.abs() < 4e-6, "{} off the surface", nearest.distance);
            prop_assert!(inside || hit.normal.dot(way) < 1e-5 * way.length());
        }
    }

    #[test]
    fn the_winning_axis_shows_depth_and_distance(a in shape(), pose_a in pose(), b in shape(), pose_b in pose()) {
        let explanation = explain(&a, &pose_a, &b, &pose_b).unwrap();
        let gap = explanation.axes[explanation.winner].gap;
        let separation = reported(&a, &pose_a, &b, &pose_b);
        let tolerance = tolerance(&World::new(&a, &pose_a), &World::new(&b, &pose_b), separation);
        // Two sharp shapes apart corner to corner are farther apart than any edge's axis shows.
        let sharp_apart = a.radius() + b.radius() == 0.0 && separation > 0.0;
        prop_assert!((gap - separation).abs() <= tolerance || (sharp_apart && gap <= separation));
        for axis in &explanation.axes {
            prop_assert!((axis.b.min - axis.a.max - axis.gap).abs() < 1e-9);
        }
    }
}

/// The hull of points on an ellipse: up to `n` vertices, many more than fit into one block.
fn ellipse(n: usize, half_x: f32, half_y: f32) -> Shape {
    let points = (0..n).map(|i| Rot::from_angle(i as f32 * std::f32::consts::TAU / n as f32).rotate(Vec2::X));
    Shape::from(Polygon::hull(&points.map(|p| p * Vec2::new(half_x, half_y)).collect::<Vec<_>>()).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn many_vertices_are_searched_as_well_as_few(
        n in 9usize..120, flat in prop_oneof![Just(1.0f32), Just(1e-3), Just(1e-5)], pose_a in pose(),
        other in prop_oneof![(9usize..60).prop_map(|m| ellipse(m, 1.0, 0.5)), shape()], pose_b in pose(),
    ) {
        let a = ellipse(n, 2.0, 2.0 * flat);
        let (world_a, world_b) = (World::new(&a, &pose_a), World::new(&other, &pose_b));
        let expected = separation(&world_a, &world_b);
        for ours in [reported(&a, &pose_a, &other, &pose_b), reported(&other, &pose_b, &a, &pose_a)] {
            prop_assert!((ours - expected).abs() <= tolerance(&world_a, &world_b, expected), "{ours}, not {expected}");
        }
    }
}

#[test]
fn a_segment_parallel_to_two_sides_of_a_dodecagon_finds_both() {
    let corners = [(1., 4.), (3., 3.), (4., 1.)];
    let points: Vec<Vec2> =
        corners.iter().flat_map(|&(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)]).map(Vec2::from).collect();
    let dodecagon = Shape::from(Polygon::hull(&points).unwrap());
    for (y, normal) in [(3.0, -Vec2::Y), (-3.0, Vec2::Y)] {
        let beam = Shape::segment(Vec2::new(-1.0, y), Vec2::new(1.0, y)).unwrap();
        let push = mtv(&beam, &Pose::IDENTITY, &dodecagon, &Pose::IDENTITY).unwrap();
        assert_eq!((push.depth, push.normal), (1.0, normal));
    }
}

#[test]
fn a_shape_cast_ends_where_the_shapes_touch() {
    let (ball, tile) = (Shape::circle(0.5).unwrap(), Shape::rect(1.0, 1.0).unwrap());
    let from = Pose::from_translation(Vec2::new(-4.0, 1.3));
    let hit = shape_cast(&ball, &from, Vec2::new(6.0, 0.0), &tile, &Pose::IDENTITY).unwrap().unwrap();
    // The centre stops where it is 0.5 from the corner (−1, 1), at a height of 0.3 above it: 3-4-5.
    assert!((hit.fraction - 2.6 / 6.0).abs() < 1e-6);
    assert!((hit.point - Vec2::new(-1.0, 1.0)).length() < 1e-6 && (hit.normal - Vec2::new(-0.8, 0.6)).length() < 1e-6);
}
