//! Rows of tiles and segments, over which bodies slide and roll as over one piece.

mod common;

use common::ground::{PIECES, Piece, launch, lay, movers, smooth};
use common::{add, circle, position, rect, run, world};
use world::{BodyDef, ColliderDef, Material, Pose, Response, Rot, Shape, Vec2, World};

/// Forty pieces of a metre with a level surface, the first from x = 0, so far apart.
fn row(piece: Piece, gap: f32) -> World {
    let mut world = world();
    for i in 0..40u8 {
        let x = f32::from(i) * (1.0 + gap);
        lay(&mut world, piece, Vec2::new(x, 0.0), Vec2::new(x + 1.0, 0.0));
    }
    world
}

#[test]
fn what_slides_over_joints_keeps_its_speed_its_height_and_its_turn() {
    for piece in PIECES {
        for gap in [0.0, 1.0e-4, 0.004] {
            for (name, shape) in movers() {
                for speed in [1.0, 5.0, 20.0, 60.0, 200.0] {
                    // What leaps from tile to tile starts each step with impulses that it had elsewhere.
                    let slack = if speed > 20.0 { 50.0 } else { 1.0 };
                    let case = format!("{name} at {speed} m/s over {piece:?} {gap} m apart");
                    let mut world = row(piece, gap);
                    let body = launch(&mut world, &shape, smooth(), Vec2::new(0.7, 0.5), Vec2::new(speed, 0.0));
                    while position(&world, body).x < 39.0 {
                        run(&mut world, 1);
                        let (pose, velocity) = (world.pose(body).unwrap(), world.linear_velocity(body).unwrap());
                        let (hop, turn) = (pose.translation.y - 0.5, pose.rotation.angle());
                        assert!((velocity.x / speed - 1.0).abs() < 1e-3, "{case}: {velocity} at {pose:?}");
                        assert!(hop.abs() < 1e-4 * slack && turn.abs() < 1e-4 * slack, "{case}: {pose:?}");
                        assert!(velocity.y.abs() < 2e-3 * slack, "{case}: {velocity} at {pose:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn what_rolls_and_rubs_comes_as_far_as_on_one_piece() {
    for piece in PIECES {
        for (name, shape) in movers() {
            let ends = [false, true].map(|is_one_piece| {
                let mut world = if is_one_piece { world() } else { row(piece, 0.0) };
                if is_one_piece {
                    lay(&mut world, piece, Vec2::ZERO, Vec2::new(40.0, 0.0));
                }
                let material = Material { friction: 0.3, rolling_resistance: 0.01, ..Material::default() };
                let body = launch(&mut world, &shape, material, Vec2::new(1.2, 0.5), Vec2::new(6.0, 0.0));
                run(&mut world, 300);
                world.pose(body).unwrap()
            });
            let [rows, one] = ends;
            let apart = (rows.translation - one.translation).length();
            assert!(apart < 0.01, "{name} on {piece:?}: {rows:?}, on one piece {one:?}");
        }
    }
}

#[test]
fn rows_may_lie_askew_far_away_and_on_one_body() {
    for far in [0.0, 2000.0] {
        for angle in [-0.5f32, -2.0] {
            // Gravity pulls along the row and onto it.
            let frame = Pose::new(Vec2::new(far, 0.5 * far), Rot::from_angle(angle));
            let mut world = world();
            world.set_gravity(frame.transform_vector(Vec2::new(3.0, -10.0))).unwrap();
            let ground = world.create_body(&BodyDef { pose: frame, ..BodyDef::fixed(Vec2::ZERO) }).unwrap();
            for i in 0..40u8 {
                let local_pose = Pose::from_translation(Vec2::new(f32::from(i), -0.5));
                let def = ColliderDef {
                    is_seamless: true,
                    local_pose,
                    material: smooth(),
                    ..ColliderDef::new(rect(0.5, 0.5))
                };
                world.create_collider(ground, &def).unwrap();
            }
            let def = BodyDef { pose: frame * Pose::from_translation(Vec2::new(0.0, 0.5)), ..BodyDef::default() };
            let (body, _) = add(&mut world, &def, &ColliderDef::new(rect(0.5, 0.5)));
            run(&mut world, 240);
            let pose = frame.inv_mul(&world.pose(body).unwrap());
            let free = 0.5 * 3.0 * 4.0 * 4.0 + 3.0 * 4.0 / 120.0 * 0.25;
            assert!(
                (pose.translation - Vec2::new(free, 0.5)).length() < 0.02,
                "{far} m off at {angle}: {pose:?}, {free}"
            );
            assert!(pose.rotation.angle().abs() < 1e-3, "{far} m off at {angle}: {pose:?}");
        }
    }
}

#[test]
fn capsules_in_a_row_make_a_rail() {
    for (name, shape) in movers() {
        let mut world = world();
        let capsule = Shape::capsule(Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.0), 0.2).unwrap();
        for i in 0..20u8 {
            let def = ColliderDef { is_seamless: true, ..ColliderDef::new(capsule.clone()) };
            add(&mut world, &BodyDef::fixed(Vec2::new(f32::from(i), -0.2)), &def);
        }
        let body = launch(&mut world, &shape, smooth(), Vec2::new(0.7, 0.5), Vec2::new(3.0, 0.0));
        while position(&world, body).x < 18.0 {
            run(&mut world, 1);
            let (pose, velocity) = (world.pose(body).unwrap(), world.linear_velocity(body).unwrap());
            assert!((velocity - Vec2::new(3.0, 0.0)).length() < 5e-3, "{name}: {velocity} at {pose:?}");
            assert!((pose.translation.y - 0.5).abs() < 1e-3, "{name}: {pose:?}");
        }
    }
}

#[test]
fn the_other_side_of_segments_is_joined_as_well() {
    for (name, shape) in movers() {
        let mut world = row(Piece::Segment, 0.0);
        world.set_gravity(Vec2::new(0.0, 10.0)).unwrap();
        let at = Pose::new(Vec2::new(0.7, -0.5), Rot::from_angle(std::f32::consts::PI));
        let def = BodyDef { pose: at, linear_velocity: Vec2::new(5.0, 0.0), ..BodyDef::default() };
        let (body, _) = add(&mut world, &def, &ColliderDef { material: smooth(), ..ColliderDef::new(shape) });
        while position(&world, body).x < 39.0 {
            run(&mut world, 1);
            let (at, velocity) = (position(&world, body), world.linear_velocity(body).unwrap());
            assert!((velocity.x - 5.0).abs() < 5e-3 && (at.y + 0.5).abs() < 2e-4, "{name}: {velocity} at {at}");
        }
    }
}

#[test]
fn steps_within_the_slop_are_none() {
    for (name, shape) in movers() {
        for speed in [1.0, 5.0] {
            let mut world = world();
            for i in 0..40u8 {
                let (x, y) = (f32::from(i), if i % 2 == 0 { 0.0 } else { 0.003 });
                lay(&mut world, Piece::Polygon, Vec2::new(x, y), Vec2::new(x + 1.0, y));
            }
            let body = launch(&mut world, &shape, smooth(), Vec2::new(0.7, 0.503), Vec2::new(speed, 0.0));
            while position(&world, body).x < 39.0 {
                run(&mut world, 1);
                let (at, velocity) = (position(&world, body), world.linear_velocity(body).unwrap());
                let case = format!("{name} at {speed} m/s: {velocity} at {at}");
                assert!((velocity.x / speed - 1.0).abs() < 0.01 && (at.y - 0.5).abs() < 0.01, "{case}");
            }
        }
    }
}

#[test]
fn what_stands_on_a_joint_rests_there() {
    let thin = rect(0.05, 0.05);
    let corner = Shape::polygon(&[[0.0, -0.5], [0.4, 0.5], [-0.4, 0.5]].map(Vec2::from)).unwrap();
    for piece in PIECES {
        for gap in [0.0, 0.004] {
            for (name, shape, height) in [("thin box", &thin, 0.05), ("corner", &corner, 0.5)]
                .into_iter()
                .chain(movers().iter().map(|(name, shape)| (*name, shape, 0.5)))
            {
                let mut world = row(piece, gap);
                let at = Vec2::new(10.0 * (1.0 + gap) - 0.5 * gap, height);
                let body = launch(&mut world, shape, Material::default(), at, Vec2::ZERO);
                if name == "corner" {
                    world.set_locks(body, world::MotionLocks::ROTATION).unwrap();
                }
                let mut lowest = f32::MAX;
                for _ in 0..1000 {
                    run(&mut world, 1);
                    lowest = lowest.min(position(&world, body).y);
                }
                let end = position(&world, body);
                assert!(
                    lowest > height - 0.006 && (end - at).length() < 0.006,
                    "{name} on {piece:?} {gap}: {lowest}, {end}"
                );
            }
        }
    }
}

#[test]
fn players_run_over_joints_at_any_speed() {
    for (name, shape) in movers() {
        for speed in [5.0, 30.0, 60.0] {
            let mut world = row(Piece::Rect, 0.0);
            let def = BodyDef { response: Response::Separate, ..BodyDef::dynamic(Vec2::new(0.7, 0.5)) };
            let (body, _) = add(&mut world, &def, &ColliderDef::new(shape.clone()));
            for _ in 0..(37.0 * 60.0 / speed) as usize {
                let (before, fall) = (position(&world, body), world.linear_velocity(body).unwrap().y);
                world.set_linear_velocity(body, Vec2::new(speed, fall)).unwrap();
                run(&mut world, 1);
                let after = position(&world, body);
                let gone = (after.x - before.x) * 60.0 / speed;
                assert!(
                    (gone - 1.0).abs() < 1e-3 && (after.y - 0.5).abs() < 1e-3,
                    "{name} at {speed} m/s: {before} {after}"
                );
            }
        }
    }
}

#[test]
fn a_row_of_one_way_tiles_lets_nobody_fall_through_its_joints() {
    for speed in [2.0, 8.0] {
        let mut world = world();
        for i in 0..20u8 {
            let def = ColliderDef { is_seamless: true, one_way: Some(Vec2::Y), ..ColliderDef::new(rect(0.5, 0.1)) };
            add(&mut world, &BodyDef::fixed(Vec2::new(f32::from(i), -0.1)), &def);
        }
        let body = launch(&mut world, &circle(0.3), smooth(), Vec2::new(0.0, 0.3), Vec2::new(speed, 0.0));
        let crate_ = launch(&mut world, &rect(0.3, 0.3), smooth(), Vec2::new(2.0, 0.3), Vec2::new(speed, 0.0));
        while position(&world, crate_).x < 18.0 {
            run(&mut world, 1);
            assert!((position(&world, body).y - 0.3).abs() < 1e-3, "{}", position(&world, body));
            assert!((position(&world, crate_).y - 0.3).abs() < 1e-3, "{}", position(&world, crate_));
        }
        // From below everything goes through, joints included.
        let jumper = launch(&mut world, &rect(0.3, 0.3), smooth(), Vec2::new(9.5, -1.0), Vec2::new(0.0, 8.0));
        run(&mut world, 150);
        assert!((position(&world, jumper) - Vec2::new(9.5, 0.3)).length() < 0.01, "{}", position(&world, jumper));
    }
}
