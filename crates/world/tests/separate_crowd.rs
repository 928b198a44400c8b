//! Players that shove each other between walls.

mod common;

use common::dice::Dice;
use common::{DT, add, position, rect, weightless, world};
use world::{BodyDef, BodyId, ColliderDef, Pose, Response, Rot, Shape, Vec2, World};

/// Half of how wide a room is.
const HALF: f32 = 10.0;

/// A room of walls without thickness, or of 0.2 m.
fn room(is_thin: bool) -> World {
    let mut world = world();
    let walls = world.create_body(&BodyDef::fixed(Vec2::ZERO)).unwrap();
    for turn in 0..4u8 {
        let rotation = Rot::from_angle(f32::from(turn) * std::f32::consts::FRAC_PI_2);
        let (left, right) = (Vec2::new(-HALF, 0.0), Vec2::new(HALF, 0.0));
        let shape = if is_thin { Shape::segment(left, right).unwrap() } else { rect(HALF + 0.1, 0.1) };
        let local_pose = Pose::new(rotation.rotate(Vec2::new(0.0, -HALF)), rotation);
        world.create_collider(walls, &ColliderDef { local_pose, ..ColliderDef::new(shape) }).unwrap();
    }
    world
}

/// A player of so many square tiles of half a metre.
fn add_player(world: &mut World, dice: &mut Dice, at: Vec2, tiles: [u8; 2]) -> BodyId {
    let pose = Pose::new(at, Rot::from_angle(dice.number(-3.0, 3.0)));
    let def = BodyDef { response: Response::Separate, pose, ..BodyDef::dynamic(at) };
    let player = world.create_body(&def).unwrap();
    let middle = 0.5 * Vec2::new(f32::from(tiles[0] - 1), f32::from(tiles[1] - 1));
    for x in 0..tiles[0] {
        for y in 0..tiles[1] {
            let place = 0.5 * (Vec2::new(f32::from(x), f32::from(y)) - middle);
            let def = ColliderDef { local_pose: Pose::from_translation(place), ..ColliderDef::new(rect(0.25, 0.25)) };
            world.create_collider(player, &def).unwrap();
        }
    }
    player
}

#[test]
fn players_that_shove_each_other_go_through_no_wall() {
    let mut dice = Dice::new(7);
    for room_number in 0..400 {
        let mut world = room(dice.one_in(2));
        let players = [-5.0f32, 0.0, 5.0].map(|x| {
            let tiles = [1 + dice.throw(6) as u8, 1 + dice.throw(3) as u8];
            let at = Vec2::new(x, dice.number(-4.0, 4.0));
            let speed = [5.0, 40.0, 150.0][dice.throw(3) as usize];
            let way = Rot::from_angle(dice.number(-3.0, 3.0)).rotate(Vec2::new(speed, 0.0));
            (add_player(&mut world, &mut dice, at, tiles), way)
        });
        for step in 0..120 {
            for (player, way) in players {
                world.set_linear_velocity(player, way).unwrap();
            }
            world.step(1.0 / 60.0).unwrap();
            for (player, way) in players {
                let at = world.center_of_mass(player).unwrap();
                assert!(
                    at.abs().max_element() < HALF,
                    "room {room_number}, step {step}: one that walks by {way} is at {at}"
                );
            }
        }
    }
}

#[test]
fn who_lands_is_taken_through_no_floor_by_who_comes_after() {
    // A hitch of a quarter of a second.
    for drop in 0..100u8 {
        let mut world = world();
        let floor = world.create_body(&BodyDef::fixed(Vec2::ZERO)).unwrap();
        for i in 0..9u8 {
            let local_pose = Pose::from_translation(Vec2::new(f32::from(i) - 4.0, -0.5));
            let tile = ColliderDef { is_seamless: true, local_pose, ..ColliderDef::new(rect(0.5, 0.5)) };
            world.create_collider(floor, &tile).unwrap();
        }
        let mut add = |y: f32, speed: f32| {
            let linear_velocity = Vec2::new(0.0, -speed);
            let at = Vec2::new(0.3, y + 0.004 * f32::from(drop));
            let def = BodyDef { response: Response::Separate, linear_velocity, ..BodyDef::dynamic(at) };
            let player = world.create_body(&def).unwrap();
            world.create_collider(player, &ColliderDef::new(rect(0.3, 0.9))).unwrap();
            player
        };
        let players = [add(3.25, 4.75), add(1.3, 5.5)];
        for step in 0..60 {
            world.step(if step == 0 { 0.25 } else { 1.0 / 60.0 }).unwrap();
            for player in players {
                let y = world.pose(player).unwrap().translation.y;
                assert!(y > 0.899, "{drop}: at {y} in step {step}");
            }
        }
    }
}

#[test]
fn who_has_come_to_a_step_is_not_pushed_onto_it() {
    // What hits it has most of a long time step yet to go.
    for gap in (0..40u8).map(|i| 2.0 + 0.05 * f32::from(i)) {
        let mut world = weightless();
        add(&mut world, &BodyDef::fixed(Vec2::new(-0.5, -0.6)), &ColliderDef::new(rect(0.5, 0.5)));
        let mut add_player = |x: f32, speed: f32| {
            let linear_velocity = Vec2::new(-speed, 0.0);
            let def = BodyDef { response: Response::Separate, linear_velocity, ..BodyDef::dynamic(Vec2::new(x, 0.0)) };
            add(&mut world, &def, &ColliderDef::new(rect(0.9, 0.3))).0
        };
        // By itself it goes in by 9 cm, which is less than half of its half width.
        let first = add_player(1.0, 0.76);
        add_player(2.8 + gap, 20.0);
        world.step(0.25).unwrap();
        let at = position(&world, first);
        assert!((at - Vec2::new(0.9, 0.0)).length() < 1e-4, "{gap} m off: at {at}");
    }
}

#[test]
fn others_push_a_player_no_further_than_is_safe_whatever_they_are() {
    let mut world = weightless();
    let mut add_body = |at: Vec2, response: Response| {
        add(&mut world, &BodyDef { response, ..BodyDef::dynamic(at) }, &ColliderDef::new(rect(0.3, 0.9))).0
    };
    let pushed = add_body(Vec2::ZERO, Response::Separate);
    add_body(Vec2::new(0.1, 1.2), Response::Separate);
    add_body(Vec2::new(0.1, -1.2), Response::Dynamics);
    world.step(DT).unwrap();
    let x = position(&world, pushed).x;
    assert!((-0.151..-0.149).contains(&x), "at {x}");
}
