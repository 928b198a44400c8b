//! Seamless colliders of one body that moves: over their joints bodies slide as over those of ground.

mod common;

use common::ground::{PIECES, Piece, launch, lay, movers, part, smooth, tile};
use common::{add, position, rect, run, world};
use world::{BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, Pose, Response, Rot, Shape, Vec2, World};

/// Where the surface of a body's pieces is from, and how many metres of them there are.
const START: f32 = -20.0;
const COUNT: u8 = 40;

/// Forty pieces of a metre with a level surface, on one body, that may turn about the middle of it.
fn row_on(world: &mut World, def: &BodyDef, piece: Piece) -> (BodyId, Vec<ColliderId>) {
    let body = world.create_body(def).unwrap();
    let tile = |i: u8| {
        let x = START + f32::from(i);
        let def = ColliderDef { density: 1.0e4, ..part(piece, Vec2::new(x, 0.0), Vec2::new(x + 1.0, 0.0)) };
        world.create_collider(body, &def).unwrap()
    };
    (body, (0..COUNT).map(tile).collect())
}

fn kinematic(at: Vec2, velocity: Vec2) -> BodyDef {
    BodyDef { kind: BodyKind::Kinematic, linear_velocity: velocity, ..BodyDef::fixed(at) }
}

#[test]
fn joints_of_one_kinematic_body_are_not_felt() {
    for piece in PIECES {
        for way in [Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(-7.0, 3.0), Vec2::new(0.0, -2.0)] {
            for (name, shape) in movers() {
                for speed in [1.0, 5.0, 20.0] {
                    let case = format!("{name} at {speed} m/s over {piece:?} that move by {way}");
                    let mut world = world();
                    let (ground, _) = row_on(&mut world, &kinematic(Vec2::new(100.0, 3.0), way), piece);
                    let start = Vec2::new(100.0 + START + 0.7, 3.5);
                    let body = launch(&mut world, &shape, smooth(), start, way + Vec2::new(speed, 0.0));
                    let place = |world: &World| position(world, body) - position(world, ground);
                    while place(&world).x < 19.0 {
                        run(&mut world, 1);
                        let velocity = world.linear_velocity(body).unwrap() - way;
                        let turn = world.pose(body).unwrap().rotation.angle();
                        assert!((velocity.x / speed - 1.0).abs() < 1e-3, "{case}: {velocity} at {}", place(&world));
                        assert!(velocity.y.abs() < 3e-3, "{case}: {velocity} at {}", place(&world));
                        assert!((place(&world).y - 0.5).abs() < 2e-4 && turn.abs() < 2e-4, "{case}: {}", place(&world));
                    }
                }
            }
        }
    }
}

#[test]
fn what_does_not_move_joins_as_what_cannot() {
    for piece in PIECES {
        for (name, shape) in movers() {
            let ways = [BodyKind::Static, BodyKind::Kinematic].map(|kind| {
                let mut world = world();
                let ground = world.create_body(&BodyDef { kind, ..BodyDef::fixed(Vec2::ZERO) }).unwrap();
                // Hills and hollows.
                let point = |i: u8| Vec2::new(f32::from(i), [0.0, 0.2, 0.3, 0.1, 0.1][usize::from(i % 5)]);
                let piece = if piece == Piece::Rect { Piece::Segment } else { piece };
                for i in 0..30u8 {
                    // Without weight the centre of mass is the origin for both.
                    let part = ColliderDef { density: 0.0, ..part(piece, point(i), point(i + 1)) };
                    world.create_collider(ground, &part).unwrap();
                }
                let body = launch(&mut world, &shape, smooth(), Vec2::new(2.0, 1.0), Vec2::new(6.0, 0.0));
                run(&mut world, 200);
                world.pose(body).unwrap()
            });
            assert_eq!(ways[0], ways[1], "{name} over {piece:?}");
            assert!(ways[0].translation.x > 10.0, "{name} over {piece:?}: {:?}", ways[0]);
        }
    }
}

#[test]
fn a_raft_of_tiles_is_not_pushed_along_by_what_slides_over_it() {
    for piece in PIECES {
        for (name, shape) in movers() {
            let mut world = world();
            let raft = BodyDef { gravity_scale: 0.0, ..BodyDef::dynamic(Vec2::ZERO) };
            let (raft, _) = row_on(&mut world, &raft, piece);
            let body = launch(&mut world, &shape, smooth(), Vec2::new(-5.3, 0.5), Vec2::new(5.0, 0.0));
            for _ in 0..120 {
                run(&mut world, 1);
                let pose = world.pose(raft).unwrap();
                let along = pose.inv_transform_vector(world.linear_velocity(body).unwrap());
                assert!((along.x - 5.0).abs() < 5e-3, "{name} on {piece:?}: {along} at {}", position(&world, body));
            }
            let pushed = world.linear_velocity(raft).unwrap();
            assert!(pushed.x.abs() < 1e-5, "{name} on {piece:?}: {pushed}");
        }
    }
}

#[test]
fn joints_glide_over_joints_and_over_the_ends_of_a_row() {
    for piece in PIECES {
        let mut world = world();
        for x in [-2.0, -1.0, 0.0, 1.0] {
            lay(&mut world, piece, Vec2::new(x, 0.0), Vec2::new(x + 1.0, 0.0));
        }
        let raft = BodyDef { linear_velocity: Vec2::new(1.0, 0.0), ..BodyDef::dynamic(Vec2::new(-1.1, 0.25)) };
        let raft = world.create_body(&raft).unwrap();
        for i in 0..20u8 {
            let local_pose = Pose::from_translation(Vec2::new(f32::from(i) * 0.5 - 4.75, 0.0));
            let tile = ColliderDef::new(rect(0.25, 0.25));
            let def = ColliderDef { is_seamless: true, local_pose, material: smooth(), ..tile };
            world.create_collider(raft, &def).unwrap();
        }
        for _ in 0..120 {
            run(&mut world, 1);
            let (pose, velocity) = (world.pose(raft).unwrap(), world.linear_velocity(raft).unwrap());
            assert!((velocity - Vec2::new(1.0, 0.0)).length() < 3e-3, "{piece:?}: {velocity} at {pose:?}");
            assert!((pose.translation.y - 0.25).abs() < 1e-3, "{piece:?}: {pose:?}");
            assert!(pose.rotation.angle().abs() < 1e-3, "{piece:?}: {pose:?}");
        }
    }
}

#[test]
fn rafts_run_over_the_ends_of_rows_at_any_speed() {
    for response in [Response::Dynamics, Response::Separate] {
        for half in [0.25, 0.05] {
            for speed in [5.0, 20.0, 60.0, 120.0] {
                let mut world = world();
                for i in 0..60u8 {
                    tile(&mut world, f32::from(i), -0.5);
                }
                let way = Vec2::new(speed, 0.0);
                let def = BodyDef { linear_velocity: way, response, ..BodyDef::dynamic(Vec2::new(0.0, half)) };
                let raft = world.create_body(&def).unwrap();
                for i in 0..20u8 {
                    let local_pose = Pose::from_translation(Vec2::new(f32::from(i) * 0.5 - 4.75, 0.0));
                    let tile = ColliderDef::new(rect(0.25, half));
                    let def = ColliderDef { is_seamless: true, local_pose, material: smooth(), ..tile };
                    world.create_collider(raft, &def).unwrap();
                }
                for step in 1..=(58.0 * 60.0 / speed) as u16 {
                    run(&mut world, 1);
                    let case = format!("{response:?} {half} m high at {speed} m/s, step {step}");
                    let (velocity, at) = (world.linear_velocity(raft).unwrap(), position(&world, raft));
                    assert!((velocity - way).length() < 5e-3, "{case}: {velocity} at {at}");
                    let ought = Vec2::new(f32::from(step) * speed / 60.0, half);
                    assert!((at - ought).length() < 5e-3, "{case}: at {at}, not {ought}");
                }
            }
        }
    }
}

#[test]
fn a_turning_drum_of_segments_is_round_inside() {
    // A disc in a drum, of as many segments as it takes, is carried up the wall and comes to rest against it.
    let hops = [true, false].map(|is_seamless| {
        let mut world = world();
        let drum = BodyDef { angular_velocity: 2.0, ..kinematic(Vec2::ZERO, Vec2::ZERO) };
        let drum = world.create_body(&drum).unwrap();
        let point = |i: u8| Rot::from_angle(f32::from(i) * std::f32::consts::TAU / 96.0).rotate(Vec2::new(3.0, 0.0));
        for i in 0..96 {
            let def = ColliderDef { is_seamless, ..ColliderDef::new(Shape::segment(point(i), point(i + 1)).unwrap()) };
            world.create_collider(drum, &def).unwrap();
        }
        let def = ColliderDef { material: smooth(), ..ColliderDef::new(rect(0.3, 0.1)) };
        let (body, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, -2.88)), &def);
        run(&mut world, 60);
        (0..240).fold(0.0f32, |most, _| {
            run(&mut world, 1);
            most.max(world.linear_velocity(body).unwrap().length())
        })
    });
    assert!(hops[0] < 0.5 * hops[1], "{hops:?}");
}

/// A box slides over tiles of one kinematic body that moves, of which something becomes while it does.
fn slid_over(change: impl Fn(&mut World, BodyId, &[ColliderId])) -> Vec2 {
    let mut world = world();
    let way = Vec2::new(2.0, 0.0);
    let (ground, tiles) = row_on(&mut world, &kinematic(Vec2::new(7.0, -4.0), way), Piece::Rect);
    let body = launch(&mut world, &rect(0.3, 0.3), smooth(), Vec2::new(7.0 - 4.0, -3.7), way + Vec2::new(1.0, 0.0));
    run(&mut world, 60);
    change(&mut world, ground, &tiles);
    run(&mut world, 300);
    position(&world, body) - position(&world, ground)
}

#[test]
fn what_moves_is_joined_anew_where_it_changes() {
    // One case takes two steps longer.
    let over = Vec2::new(2.0 + 1.0 / 60.0, 0.3);
    let is_over = |at: Vec2| (at - over).length() < 0.02;
    let kept = slid_over(|_, _, _| ());
    assert!(is_over(kept), "{kept}");
    // The box is at −3 then, and the tile from −1 to 0.
    let removed = slid_over(|world, _, tiles| world.destroy_collider(tiles[19]).unwrap());
    assert!(removed.y < 0.0, "{removed}");
    let put_back = slid_over(|world, ground, tiles| {
        world.destroy_collider(tiles[19]).unwrap();
        run(world, 2);
        let def = part(Piece::Rect, Vec2::new(-1.0, 0.0), Vec2::new(0.0, 0.0));
        world.create_collider(ground, &def).unwrap();
    });
    assert!(is_over(put_back), "{put_back}");
    let lowered = slid_over(|world, _, tiles| {
        let lower = Pose::from_translation(Vec2::new(-0.5, -0.35));
        world.set_shape(tiles[19], rect(0.5, 0.25), lower).unwrap();
    });
    assert!(lowered.x < 0.0 && lowered.y > 0.1, "{lowered}");
    let not_seamless = slid_over(|world, _, tiles| world.set_seamless(tiles[19], false).unwrap());
    assert!(!is_over(not_seamless), "{not_seamless}");
}

#[test]
fn kinds_may_change_and_bodies_be_put_elsewhere() {
    for kinds in [
        [BodyKind::Static, BodyKind::Kinematic],
        [BodyKind::Kinematic, BodyKind::Static],
        [BodyKind::Dynamic, BodyKind::Kinematic],
    ] {
        let mut world = world();
        let def = BodyDef { kind: kinds[0], gravity_scale: 0.0, ..BodyDef::fixed(Vec2::new(-50.0, 20.0)) };
        let (ground, _) = row_on(&mut world, &def, Piece::Rect);
        // It is where this one is put, on ground of its own.
        world.set_pose(ground, Pose::IDENTITY).unwrap();
        run(&mut world, 1);
        world.set_kind(ground, kinds[1]).unwrap();
        let body = launch(&mut world, &rect(0.3, 0.3), smooth(), Vec2::new(-5.0, 0.3), Vec2::new(3.0, 0.0));
        run(&mut world, 240);
        let end = position(&world, body);
        assert!((end - Vec2::new(7.0, 0.3)).length() < 0.02, "{kinds:?}: {end}");
    }
}

#[test]
fn what_moves_by_itself_is_no_neighbor() {
    let mut world = world();
    for i in 0..6u8 {
        let (body, _) = add(
            &mut world,
            &kinematic(Vec2::ZERO, Vec2::ZERO),
            &part(Piece::Rect, Vec2::new(f32::from(i), 0.0), Vec2::new(f32::from(i) + 1.0, 0.0)),
        );
        assert_eq!(world.kind(body), Ok(BodyKind::Kinematic));
    }
    let crate_ = launch(&mut world, &rect(0.3, 0.3), smooth(), Vec2::new(2.5, 0.3), Vec2::new(1.0, 0.0));
    let is_felt = (0..120).any(|_| {
        run(&mut world, 1);
        (world.linear_velocity(crate_).unwrap().x - 1.0).abs() > 1e-3
    });
    assert!(is_felt);
}
