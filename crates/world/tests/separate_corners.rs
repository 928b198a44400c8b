//! `Response::Separate`: players in acute corners.

mod common;

use common::{DT, add, circle, position, rect, run, weightless, world};
use sat_simd::mtv;
use world::{BodyDef, BodyId, ColliderDef, ColliderId, MotionLocks, Pose, Response, Rot, Shape, Vec2, World};

fn player(at: Vec2) -> BodyDef {
    BodyDef { response: Response::Separate, locks: MotionLocks::ROTATION, ..BodyDef::dynamic(at) }
}

/// Two kinematic walls that rise from the origin, each this many degrees from the vertical.
fn corner(world: &mut World, degrees: f32) -> [(BodyId, ColliderId); 2] {
    corner_of(world, &BodyDef::kinematic(Vec2::ZERO), degrees)
}

fn corner_of(world: &mut World, wall: &BodyDef, degrees: f32) -> [(BodyId, ColliderId); 2] {
    [-1.0f32, 1.0].map(|side| {
        let rotation = Rot::from_angle(-side * degrees.to_radians());
        let pose = Pose::new(rotation.rotate(Vec2::new(side, 9.0)), rotation);
        add(world, &BodyDef { pose, ..*wall }, &ColliderDef::new(rect(1.0, 10.0)))
    })
}

/// How deep the collider is in any of the walls.
fn depth(world: &World, walls: &[(BodyId, ColliderId)], collider: ColliderId) -> f32 {
    let placed = |collider| (world.shape(collider).unwrap(), world.collider_pose(collider).unwrap());
    let (shape, pose) = placed(collider);
    let depths = walls.iter().map(|&(_, wall)| {
        let (wall, wall_pose) = placed(wall);
        mtv(wall, &wall_pose, shape, &pose).map_or(0.0, |mtv| mtv.depth)
    });
    depths.fold(0.0, f32::max)
}

#[test]
fn a_player_in_an_acute_corner_rests_on_both_walls_and_sinks_into_neither() {
    let capsule = Shape::capsule(Vec2::new(0.0, -0.4), Vec2::new(0.0, 0.4), 0.4).unwrap();
    for degrees in [2.0f32, 5.0, 10.0, 20.0] {
        for shape in [circle(0.5), rect(0.4, 0.9), capsule.clone()] {
            let mut world = world();
            let walls = corner(&mut world, degrees);
            let start = Vec2::new(0.05, 0.6 / degrees.to_radians().sin() + 1.0);
            let (body, collider) = add(&mut world, &player(start), &ColliderDef::new(shape));
            for step in 0..240 {
                run(&mut world, 1);
                let depth = depth(&world, &walls, collider);
                assert!(depth < 1e-4, "{degrees} degrees, step {step}: {depth} deep");
            }
            let (rest, velocity) = (position(&world, body), world.linear_velocity(body).unwrap());
            run(&mut world, 60);
            let moved = (position(&world, body) - rest).length();
            assert!(moved < 1e-4 && velocity.length() < 1e-3, "{degrees} degrees: {moved} m, {velocity}");
        }
    }
}

#[test]
fn a_corner_that_rises_takes_a_player_along() {
    let mut world = world();
    let walls = corner(&mut world, 8.0);
    let (body, collider) = add(&mut world, &player(Vec2::new(0.0, 6.0)), &ColliderDef::new(circle(0.5)));
    run(&mut world, 120);
    walls.iter().for_each(|&(wall, _)| world.set_linear_velocity(wall, Vec2::Y).unwrap());
    let before = position(&world, body);
    run(&mut world, 60);
    let risen = position(&world, body) - before;
    assert!((risen - Vec2::new(0.0, 60.0 * DT)).length() < 1e-3, "{risen}");
    assert!((world.linear_velocity(body).unwrap() - Vec2::Y).length() < 1e-2 && depth(&world, &walls, collider) < 1e-4);
}

#[test]
fn a_player_goes_the_only_way_out_of_a_corner_that_closes_and_no_faster() {
    let mut world = weightless();
    let walls = corner(&mut world, 8.0);
    let (body, collider) = add(&mut world, &player(Vec2::new(0.0, 4.0)), &ColliderDef::new(circle(0.5)));
    for (&(wall, _), x) in walls.iter().zip([0.5, -0.5]) {
        world.set_linear_velocity(wall, Vec2::new(x, 0.0)).unwrap();
    }
    for step in 0..40 {
        run(&mut world, 1);
        let speed = world.linear_velocity(body).unwrap().length();
        let depth = depth(&world, &walls, collider);
        assert!(depth < 0.01 && speed < 3.6, "step {step}: {depth} deep, {speed} m/s");
    }
    // A third of a metre by which walls come nearer is 2.4 m of height between them, and 0.5 m/s are 3.56.
    assert!(position(&world, body).y > 5.0, "{}", position(&world, body));
}

#[test]
fn a_corner_that_snaps_shut_pushes_a_player_through_nothing() {
    for speed in [2.0, 5.0, 10.0, 20.0] {
        let mut world = weightless();
        let walls = corner(&mut world, 4.0);
        let (body, _) = add(&mut world, &player(Vec2::new(0.0, 7.5)), &ColliderDef::new(circle(0.5)));
        add(&mut world, &BodyDef::fixed(Vec2::new(0.0, 8.3)), &ColliderDef::new(rect(20.0, 0.01)));
        for (&(wall, _), x) in walls.iter().zip([speed, -speed]) {
            world.set_linear_velocity(wall, Vec2::new(x, 0.0)).unwrap();
        }
        run(&mut world, 1);
        let at = position(&world, body);
        assert!(at.y < 8.3, "{speed} m/s: {at}");
    }
}

#[test]
fn a_player_thrown_into_a_corner_of_segments_stays_in_it() {
    let corners = [[-5.0, 5.0], [-5.0, -5.0], [5.0, -5.0], [5.0, 5.0]].map(Vec2::from);
    let triangle = Shape::polygon(&[[-0.3, -0.1], [0.4, -0.1], [0.0, 0.3]].map(Vec2::from)).unwrap();
    let parts = |count: u8| (0..count).map(move |part| f32::from(part) / f32::from(count - 1));
    for speed in parts(5).map(|part| 100.0 + 300.0 * part) {
        for angle in parts(10).map(|part| -0.2 - 1.2 * part) {
            for start in parts(7).flat_map(|x| parts(7).map(move |y| Vec2::new(3.0 + 1.3 * x, -4.3 + 1.3 * y))) {
                let mut world = weightless();
                let walls = world.create_body(&BodyDef::fixed(Vec2::ZERO)).unwrap();
                for side in corners.windows(2) {
                    let segment = Shape::segment(side[0], side[1]).unwrap();
                    world.create_collider(walls, &ColliderDef::new(segment)).unwrap();
                }
                let linear_velocity = Rot::from_angle(angle).rotate(Vec2::X) * speed;
                let def = BodyDef { linear_velocity, ..player(start) };
                let (body, _) = add(&mut world, &def, &ColliderDef::new(triangle.clone()));
                run(&mut world, 10);
                let at = position(&world, body);
                assert!(at.x < 4.601 && at.y > -4.901, "from {start} at {linear_velocity} it came to {at}");
            }
        }
    }
}

/// Walls of tiles with a gap of a metre between them: a corridor whose floor begins ten metres before it, or a shaft downwards.
fn gap(world: &mut World, is_shaft: bool, is_seamless: bool) {
    let body = world.create_body(&BodyDef::fixed(Vec2::ZERO)).unwrap();
    for along in 0..30i8 {
        for across in -3..4i8 {
            let is_side = across == -1 || (10..20).contains(&along) && across != 0;
            // Of a shaft the first tiles are a wall that leads to it.
            if !is_side || (is_shaft && along < 10) {
                continue;
            }
            let (x, y) = (f32::from(along) - 10.0, f32::from(across));
            let at = if is_shaft { Vec2::new(y, -x) } else { Vec2::new(x, y) };
            let def =
                ColliderDef { is_seamless, local_pose: Pose::from_translation(at), ..ColliderDef::new(rect(0.5, 0.5)) };
            world.create_collider(body, &def).unwrap();
        }
    }
}

#[test]
fn a_player_walks_into_no_corridor_that_is_too_low_for_it() {
    for (more, speed) in [(0.02, 3.0), (0.05, 6.0), (0.1, 9.0), (0.2, 15.0)] {
        for is_seamless in [false, true] {
            for start in (0..5u8).map(|i| 0.37 * f32::from(i)) {
                let mut world = world();
                gap(&mut world, false, is_seamless);
                let half = 0.5 * (1.0 + more);
                let at = Vec2::new(-8.0 + start, half - 0.5);
                let (body, collider) = add(&mut world, &player(at), &ColliderDef::new(rect(0.3, half)));
                for step in 0..300 {
                    let fall = world.linear_velocity(body).unwrap().y;
                    world.set_linear_velocity(body, Vec2::new(speed, fall)).unwrap();
                    run(&mut world, 1);
                    let x = position(&world, body).x;
                    assert!(x < -0.799, "{more} m too high at {speed} m/s, step {step}: at {x}");
                }
                // It stands before the mouth, on the ground.
                let rest = position(&world, body) - Vec2::new(-0.8, half - 0.5);
                assert!(rest.length() < 1e-3, "{more} m too high at {speed} m/s: off by {rest}");
                assert!(world.contacts_of_collider(collider).unwrap().count() > 0);
            }
        }
    }
}

#[test]
fn a_player_falls_into_no_shaft_that_is_too_narrow_for_it() {
    for more in [0.01, 0.02, 0.05, 0.1] {
        for drop in (0..20u8).map(|i| 3.0 + 0.17 * f32::from(i)) {
            let mut world = world();
            gap(&mut world, true, true);
            let (body, _) =
                add(&mut world, &player(Vec2::new(0.0, drop)), &ColliderDef::new(rect(0.5 * (1.0 + more), 0.4)));
            run(&mut world, 240);
            let y = position(&world, body).y;
            assert!((y - 0.9).abs() < 1e-3, "{more} m too wide, from {drop} m: at {y}");
        }
    }
}

#[test]
fn a_player_sinks_into_no_wedge_of_static_walls_however_narrow() {
    for degrees in [0.25f32, 0.5, 1.0, 1.4] {
        for shape in [circle(0.5), rect(0.4, 0.9)] {
            let mut world = world();
            let walls = corner_of(&mut world, &BodyDef::fixed(Vec2::ZERO), degrees);
            // Where it is a metre wide, or where the walls are 20 m high.
            let start = Vec2::new(0.0, (0.6 / degrees.to_radians().sin()).min(21.0));
            let (body, collider) = add(&mut world, &player(start), &ColliderDef::new(shape));
            for step in 0..240 {
                run(&mut world, 1);
                let depth = depth(&world, &walls, collider);
                assert!(depth < 1e-3, "{degrees} degrees, step {step}: {depth} deep at {}", position(&world, body));
            }
        }
    }
}
