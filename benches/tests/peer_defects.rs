//! Where the newest releases of parry2d, rapier2d and sepax2d are wrong, their answers beside ours.
//!
//! The numbers are those of `peer_defects.rs` and `manifold_defects.rs` among sat-simd's tests, which hold our side in
//! more detail. Each test asserts what the peer answers today: when a release mends it, the test fails and is to be
//! reworded. parry2d 0.31.1, rapier2d 0.36.1, sepax2d 0.3.8.

use parry2d::math::{Pose as ParryPose, Vector};
use parry2d::query::{self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, ShapeCastOptions};
use parry2d::shape::{Capsule, ConvexPolygon, Cuboid, Shape as ParryShape, SharedShape};
use sat_simd::{
    Pose, QueryError, Relation, Rot, Shape, ShapeError, Vec2, decompose, distance, manifold, mtv, relation,
    shape_cast_into, sweep,
};

fn at(x: f32, y: f32) -> Pose {
    Pose::from_translation(Vec2::new(x, y))
}

/// The same place for parry.
fn parry(pose: &Pose) -> ParryPose {
    ParryPose::new(vector(pose.translation), pose.rotation.angle())
}

fn vector(v: Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

/// The same outline for us and, unchecked, for parry.
fn polygons(points: &[(f32, f32)]) -> (Shape, ConvexPolygon) {
    let points: Vec<Vec2> = points.iter().copied().map(Vec2::from).collect();
    let theirs = ConvexPolygon::from_convex_polyline(points.iter().copied().map(vector).collect());
    (Shape::polygon(&points).unwrap(), theirs.unwrap())
}

fn squares(half: f32) -> (Shape, ConvexPolygon) {
    polygons(&[(-half, -half), (half, -half), (half, half), (-half, half)])
}

fn boxes(half_x: f32, half_y: f32) -> (Shape, Cuboid) {
    (Shape::rect(half_x, half_y).unwrap(), Cuboid::new(Vector::new(half_x, half_y)))
}

/// parry's separation, negative when overlapping, and its normal from A to B.
fn parry_contact(a: &dyn ParryShape, pose_a: &Pose, b: &dyn ParryShape, pose_b: &Pose) -> Option<(f32, Vec2)> {
    let contact = query::contact(&parry(pose_a), a, &parry(pose_b), b, 0.0).unwrap();
    contact.map(|contact| (contact.dist, Vec2::new(contact.normal1.x, contact.normal1.y)))
}

/// The separations of the points of parry's manifold, in the order it gives them, and the normal in A's frame.
fn parry_manifold(a: &dyn ParryShape, b: &dyn ParryShape, pose_ab: &Pose, margin: f32) -> (Vec<f32>, Vec2) {
    let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
    DefaultQueryDispatcher
        .contact_manifold_convex_convex(&parry(pose_ab), a, b, None, None, margin, &mut manifold)
        .unwrap();
    let normal = Vec2::new(manifold.local_n1.x, manifold.local_n1.y);
    (manifold.points.iter().map(|point| point.dist).collect(), normal)
}

#[test]
fn d1_depth_far_from_the_origin() {
    let corners: Vec<(f32, f32)> =
        (0..6).map(|i| Rot::from_angle(i as f32 * std::f32::consts::FRAC_PI_3).rotate(Vec2::X).into()).collect();
    let (ours, theirs) = polygons(&corners);
    // The worst of 64 turns of both, as far out as `offset`; a lost contact counts as all of the depth.
    let worst_errors = |offset: f32| {
        let (mut ours_worst, mut theirs_worst) = (0f32, 0f32);
        for i in 0..64 {
            let (turn_a, turn_b) = (Rot::from_angle(0.1 * i as f32), Rot::from_angle(0.4 + 0.1 * i as f32));
            let place = |offset: f32| {
                let relative = turn_a.rotate(Vec2::new(1.5, 0.25));
                let relative = (relative * 8.0).round() / 8.0; // stays the same far out
                (Pose::new(Vec2::splat(offset), turn_a), Pose::new(Vec2::splat(offset) + relative, turn_b))
            };
            let depth =
                |(pose_a, pose_b): (Pose, Pose)| mtv(&ours, &pose_a, &ours, &pose_b).map_or(0.0, |push| push.depth);
            let (pose_a, pose_b) = place(offset);
            let their_depth = parry_contact(&theirs, &pose_a, &theirs, &pose_b).map_or(0.0, |(found, _)| -found);
            let expected = depth(place(0.0));
            ours_worst = ours_worst.max((depth((pose_a, pose_b)) - expected).abs());
            theirs_worst = theirs_worst.max((their_depth - expected).abs());
        }
        (ours_worst, theirs_worst)
    };
    assert!(worst_errors(0.0).1 < 2e-6);
    for (offset, least) in [(1e3, 1e-5), (1e4, 2e-4), (1e5, 2e-3), (1e6, 2e-2)] {
        let (ours, theirs) = worst_errors(offset);
        assert_eq!(ours, 0.0, "at {offset}");
        assert!(theirs > least, "{theirs} at {offset}");
    }
}

/// Heights of the topmost of ten unit boxes over the ground after five seconds, at the origin and far out.
#[test]
fn d2_a_stack_far_from_the_origin() {
    use rapier2d::prelude::{ColliderBuilder, PhysicsWorld, RigidBodyBuilder};
    let theirs = |offset: f32| {
        let mut world = PhysicsWorld { gravity: Vector::new(0.0, -9.81), ..PhysicsWorld::default() };
        let ground = RigidBodyBuilder::fixed().translation(Vector::new(offset, offset - 0.5));
        world.insert(ground, ColliderBuilder::cuboid(50.0, 0.5));
        let stacked = (0..10).map(|i| {
            let body = RigidBodyBuilder::dynamic().translation(Vector::new(offset, offset + 0.5 + i as f32));
            world.insert(body, ColliderBuilder::cuboid(0.5, 0.5)).0
        });
        let top = stacked.last().unwrap();
        (0..300).for_each(|_| world.step());
        world.bodies[top].translation().y - offset
    };
    let ours = |offset: f32| {
        let mut world = world::World::new(world::Settings::default()).unwrap();
        let ground = world.create_body(&world::BodyDef::fixed(Vec2::new(offset, offset - 0.5))).unwrap();
        world.create_collider(ground, &world::ColliderDef::new(Shape::rect(50.0, 0.5).unwrap())).unwrap();
        let mut top = ground;
        for i in 0..10 {
            top = world.create_body(&world::BodyDef::dynamic(Vec2::new(offset, offset + 0.5 + i as f32))).unwrap();
            world.create_collider(top, &world::ColliderDef::new(Shape::rect(0.5, 0.5).unwrap())).unwrap();
        }
        (0..300).for_each(|_| {
            world.step(1.0 / 60.0).unwrap();
        });
        world.pose(top).unwrap().translation.y - offset
    };
    let (ours_here, theirs_here) = (ours(0.0), theirs(0.0));
    for offset in [1e4, 1e5] {
        assert_eq!(ours(offset), ours_here, "at {offset}");
        assert!((theirs(offset) - theirs_here).abs() > 0.01, "at {offset}");
    }
}

#[test]
fn d3_squares_that_exactly_touch() {
    let (ours, theirs) = squares(1.0);
    let pose = at(2.0, 0.0);
    assert_eq!(relation(&ours, &Pose::IDENTITY, &ours, &pose), Relation::Touching);
    let gap = distance(&ours, &Pose::IDENTITY, &ours, &pose);
    assert_eq!((gap.distance, gap.normal), (0.0, Vec2::X));
    let touch = manifold(&ours, &ours, &pose, 0.0);
    assert_eq!(touch.normal(), Vec2::X);
    assert!(touch.points().iter().all(|point| point.separation == 0.0));

    // Side by side, parry pushes them up, and the manifold says by two metres.
    assert_eq!(parry_contact(&theirs, &Pose::IDENTITY, &theirs, &pose), Some((0.0, Vec2::Y)));
    assert_eq!(parry_manifold(&theirs, &theirs, &pose, 0.0), (vec![-2.0, -2.0], Vec2::Y));
}

#[test]
fn d4_identical_polygons() {
    let (ours, theirs) = squares(1.0);
    assert_eq!(mtv(&ours, &Pose::IDENTITY, &ours, &Pose::IDENTITY).unwrap().depth, 2.0);
    let (separation, _) = parry_contact(&theirs, &Pose::IDENTITY, &theirs, &Pose::IDENTITY).unwrap();
    assert_eq!(separation, 0.0);
}

#[test]
fn d5_the_witness_below_a_capsule() {
    let (ends, ground) = ([Vec2::new(0.0, -0.25), Vec2::new(0.0, 0.25)], boxes(4.0, 0.5));
    let (above, below) = (at(6.037_373_5, 2.75), at(4.0, 1.5));
    let ours = distance(&Shape::capsule(ends[0], ends[1], 0.5).unwrap(), &above, &ground.0, &below);
    assert_eq!(ours.point_b, Vec2::new(6.037_373_5, 2.0));

    let theirs = Capsule::new(vector(ends[0]), vector(ends[1]), 0.5);
    let contact = query::contact(&parry(&above), &theirs, &parry(&below), &ground.1, 0.1).unwrap().unwrap();
    assert_eq!((contact.point2.x, contact.point2.y), (8.0, 2.0)); // the far corner
}

#[test]
fn d6_poses_that_are_not_finite() {
    let (ours, theirs) = squares(1.0);
    let bad = at(f32::NAN, 0.0);
    assert!(matches!(sweep(&ours, &bad, Vec2::X, &ours, &Pose::IDENTITY), Err(QueryError::NotFinite { .. })));
    assert_eq!(mtv(&ours, &bad, &ours, &Pose::IDENTITY), None);
    let found = query::intersection_test(&parry(&bad), &theirs, &parry(&Pose::IDENTITY), &theirs).unwrap();
    assert!(found.intersecting);
    assert!(parry_contact(&theirs, &bad, &theirs, &Pose::IDENTITY).unwrap().0.is_nan());

    let far = at(0.0, f32::INFINITY);
    assert_eq!(distance(&ours, &far, &ours, &Pose::IDENTITY).distance, f32::MAX);
    let found = query::distance(&parry(&far), &theirs, &parry(&Pose::IDENTITY), &theirs).unwrap();
    assert_eq!(found.distance, 0.0);
}

#[test]
fn d7_small_squares() {
    let (ours, theirs) = squares(1e-4);
    let (apart, deep) = (at(3e-4, 0.0), at(1.5e-4, 0.0));
    assert!((distance(&ours, &Pose::IDENTITY, &ours, &apart).distance - 1e-4).abs() < 1e-10);
    assert!((mtv(&ours, &Pose::IDENTITY, &ours, &deep).unwrap().depth - 0.5e-4).abs() < 1e-10);
    let found = query::distance(&parry(&Pose::IDENTITY), &theirs, &parry(&apart), &theirs).unwrap();
    assert!(found.distance > 4e-4, "{found:?}");
    let (separation, _) = parry_contact(&theirs, &Pose::IDENTITY, &theirs, &deep).unwrap();
    assert_eq!(separation, 0.0);
}

#[test]
fn d8_a_box_sunk_into_very_long_ground() {
    let (ground, ground_polygon) = polygons(&[(-1e4, -1.0), (1e4, -1.0), (1e4, 1.0), (-1e4, 1.0)]);
    let (_, ground_cuboid) = boxes(1e4, 1.0);
    let ((unit, unit_polygon), (_, unit_cuboid)) = (squares(0.5), boxes(0.5, 0.5));
    let is_right = |separation: Option<f32>| separation.is_some_and(|separation| (separation + 0.1).abs() < 1e-3);
    let (mut right, mut polygon_right, mut cuboid_right) = (0, 0, 0);
    for i in 0..=2000 {
        let pose = at(-9.5e3 + 9.5 * i as f32, 1.4);
        let ours = mtv(&ground, &Pose::IDENTITY, &unit, &pose).map(|push| -push.depth);
        let theirs = |a: &dyn ParryShape, b: &dyn ParryShape| parry_contact(a, &Pose::IDENTITY, b, &pose).map(|c| c.0);
        right += u32::from(is_right(ours));
        polygon_right += u32::from(is_right(theirs(&ground_polygon, &unit_polygon)));
        cuboid_right += u32::from(is_right(theirs(&ground_cuboid, &unit_cuboid)));
    }
    assert_eq!(right, 2001);
    assert!(polygon_right < 1300 && cuboid_right < 1300, "polygons {polygon_right}, cuboids {cuboid_right} of 2001");
}

#[test]
fn d9_a_clockwise_outline() {
    let (ours, theirs) = polygons(&[(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)]);
    let (square, their_square) = squares(1.0);
    let touch = manifold(&ours, &square, &at(1.9, 0.0), 2.0);
    assert!(touch.points().iter().all(|point| (point.separation + 0.1).abs() < 1e-6));
    let (separations, _) = parry_manifold(&theirs, &their_square, &at(1.9, 0.0), 2.0);
    assert!(separations.iter().all(|separation| *separation > 1.0), "{separations:?}");
}

#[test]
fn d10_a_concave_outline() {
    let dart = [(0.0, 0.0), (4.0, 0.0), (1.0, 1.0), (0.0, 4.0)].map(Vec2::from);
    assert_eq!(Shape::polygon(&dart), Err(ShapeError::NotConvex { index: 2 }));
    assert_eq!(decompose(&[&dart]).unwrap().pieces().len(), 2);
    assert!(ConvexPolygon::from_convex_polyline(dart.map(vector).to_vec()).is_some());
}

#[test]
fn d11_a_thin_triangle() {
    for height in [1e-3, 1e-9] {
        let corners = [(-100.0, 0.0), (100.0, 0.0), (0.0, height)].map(Vec2::from);
        assert!(Shape::polygon(&corners).is_ok());
        assert!(ConvexPolygon::from_convex_polyline(corners.map(vector).to_vec()).is_none());
        assert!(ConvexPolygon::from_convex_hull(&corners.map(vector)).is_none());
    }
}

#[test]
fn d12_a_circle_of_240_points_in_convex_pieces() {
    let ring: Vec<Vec2> =
        (0..240).map(|i| Rot::from_angle(i as f32 * std::f32::consts::TAU / 240.0).rotate(Vec2::X)).collect();
    assert!(!decompose(&[&ring]).unwrap().pieces().is_empty());
    let vertices: Vec<Vector> = ring.iter().copied().map(vector).collect();
    let edges: Vec<[u32; 2]> = (0..240).map(|i| [i, (i + 1) % 240]).collect();
    assert!(std::panic::catch_unwind(|| SharedShape::convex_decomposition(&vertices, &edges)).is_err());
}

/// parry's default stops at once, even where the way leads out; only another option lets a shape go. Ours answers both
/// questions at a time: that they touch, and whether the way goes in.
#[test]
fn d13_a_shape_that_touches_and_slides_along() {
    let ((tile, their_tile), (floor, their_floor)) = (boxes(1.0, 1.0), boxes(50.0, 1.0));
    let start = at(0.0, 2.0);
    let cast = |way: Vec2, stop_at_penetration: bool| {
        let options = ShapeCastOptions { stop_at_penetration, ..ShapeCastOptions::default() };
        let (start, still) = (parry(&start), parry(&Pose::IDENTITY));
        let hit = query::cast_shapes(&start, vector(way), &their_tile, &still, Vector::ZERO, &their_floor, options);
        hit.unwrap().map(|hit| hit.time_of_impact)
    };
    let slide = sweep(&tile, &start, Vec2::X, &floor, &Pose::IDENTITY).unwrap();
    assert!(slide.intersects && !slide.hit);
    assert!(sweep(&tile, &start, Vec2::new(1.0, -1.0), &floor, &Pose::IDENTITY).unwrap().hit);
    let into = |way: Vec2| shape_cast_into(&tile, &start, way, &floor, &Pose::IDENTITY).unwrap();
    assert_eq!((into(Vec2::X), into(Vec2::new(1.0, 1.0))), (None, None));
    assert_eq!(into(Vec2::new(1.0, -1.0)).map(|hit| hit.fraction), Some(0.0));
    assert_eq!(cast(Vec2::X, true), Some(0.0));
    assert_eq!(cast(Vec2::new(1.0, 1.0), true), Some(0.0));
    assert_eq!(cast(Vec2::X, false), None);
}

#[test]
fn d14_equal_circles_in_one_place() {
    let ours = Shape::circle(1.0).unwrap();
    assert_eq!(relation(&ours, &at(3.0, 4.0), &ours, &at(3.0, 4.0)), Relation::Overlapping);
    let theirs = || sepax2d::circle::Circle::new((3.0, 4.0), 1.0);
    assert!(!sepax2d::sat_overlap(&theirs(), &theirs()));
    assert_eq!(sepax2d::sat_collision(&theirs(), &theirs()), (0.0, 0.0));
}

#[test]
fn d15_a_square_that_stands_far_from_its_position() {
    let span = [(-101.0, -1.0), (-99.0, -1.0), (-99.0, 1.0), (-101.0, 1.0)];
    let unit = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let (ours_a, ours_b) = (polygons(&unit).0, polygons(&span).0);
    let push = mtv(&ours_a, &at(0.5, 0.0), &ours_b, &at(100.0, 0.0)).unwrap();
    assert_eq!(push.translation(), Vec2::new(1.5, 0.0));

    let theirs =
        |at: (f32, f32), vertices: [(f32, f32); 4]| sepax2d::polygon::Polygon::from_vertices(at, vertices.to_vec());
    let (a, b) = (theirs((0.5, 0.0), unit), theirs((100.0, 0.0), span));
    // The vector is to be added to the second shape, which leaves them overlapping by half a metre.
    assert_eq!(sepax2d::sat_collision(&a, &b).0, 1.5);
    assert!(sepax2d::sat_overlap(&a, &theirs((101.5, 0.0), span)));
}

#[test]
fn d16_a_manifold_point_beyond_the_margin() {
    let (ends, (ours, theirs)) = ([Vec2::new(0.0, -0.5), Vec2::new(0.0, 0.5)], boxes(1.0, 1.0));
    let turn = Rot::from_angle(0.5);
    // Leaning by half a radian, the lower end is a millimetre above the box.
    let pose = Pose::new(Vec2::new(0.0, 1.0 + 0.25 + 0.5 * turn.cos() + 0.001), turn);
    let touch = manifold(&ours, &Shape::capsule(ends[0], ends[1], 0.25).unwrap(), &pose, 0.002);
    assert_eq!(touch.points().len(), 1);
    let their_capsule = Capsule::new(vector(ends[0]), vector(ends[1]), 0.25);
    let (separations, _) = parry_manifold(&theirs, &their_capsule, &pose, 0.002);
    assert!(separations.iter().any(|separation| *separation > 0.8), "{separations:?}");
}
