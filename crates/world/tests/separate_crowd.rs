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

/// A crowd of so many discs of 30 cm, in rows before a corner of the floor and a wall if there is one.
fn crowd(world: &mut World, side: u8, has_corner: bool) -> Vec<BodyId> {
    if has_corner {
        add(world, &BodyDef::fixed(Vec2::new(0.0, -1.0)), &ColliderDef::new(rect(60.0, 1.0)));
        add(world, &BodyDef::fixed(Vec2::new(-1.0, 0.0)), &ColliderDef::new(rect(1.0, 60.0)));
    }
    let mut dice = Dice::new(3);
    let places = (0..side).flat_map(|x| (0..side).map(move |y| Vec2::new(f32::from(x), f32::from(y))));
    let mut add_disc = |place: Vec2| {
        let at = 0.8 * place + Vec2::new(dice.number(1.0, 1.1), dice.number(1.0, 1.1));
        let def = BodyDef { response: Response::Separate, ..BodyDef::dynamic(at) };
        add(world, &def, &ColliderDef::new(Shape::circle(0.3).unwrap())).0
    };
    places.map(&mut add_disc).collect()
}

/// How deep the deepest pair of discs of 30 cm overlaps, in metres.
fn deepest(world: &World, discs: &[BodyId]) -> f32 {
    let at: Vec<Vec2> = discs.iter().map(|&disc| position(world, disc)).collect();
    let depths = at.iter().enumerate().flat_map(|(i, a)| at[i + 1..].iter().map(move |b| 0.6 - a.distance(*b)));
    depths.fold(0.0, f32::max)
}

#[test]
fn crowds_that_walk_into_a_corner_or_to_one_place_stay_apart() {
    for (has_corner, goal, speed) in [
        (true, Vec2::ZERO, 3.0),
        (true, Vec2::ZERO, 6.0),
        (false, Vec2::splat(5.0), 3.0),
        (false, Vec2::splat(5.0), 6.0),
    ] {
        let mut world = weightless();
        let discs = crowd(&mut world, 10, has_corner);
        for step in 0..300 {
            for &disc in &discs {
                let way = (goal - position(&world, disc)).clamp_length_max(0.5);
                world.set_linear_velocity(disc, 2.0 * speed * way).unwrap();
            }
            world.step(DT).unwrap();
            let lowest = discs.iter().map(|&disc| position(&world, disc).min_element()).fold(f32::MAX, f32::min);
            assert!(!has_corner || lowest > 0.2999, "{speed} m/s, step {step}: {lowest} m from the walls");
            let depth = deepest(&world, &discs);
            assert!(depth < 0.06, "{speed} m/s, corner {has_corner}, step {step}: {depth} m deep");
        }
    }
}

#[test]
fn a_crowd_that_turns_round_is_not_thrown_out_of_its_corner() {
    let mut world = weightless();
    let discs = crowd(&mut world, 10, true);
    let walk = |world: &mut World, speed: f32| {
        for &disc in &discs {
            let way = position(world, disc).normalize();
            world.set_linear_velocity(disc, speed * way).unwrap();
        }
        world.step(DT).unwrap();
    };
    (0..300).for_each(|_| walk(&mut world, -6.0));
    let before: Vec<Vec2> = discs.iter().map(|&disc| position(&world, disc)).collect();
    walk(&mut world, 6.0);
    for (&disc, before) in discs.iter().zip(before) {
        let speed = world.linear_velocity(disc).unwrap().length();
        let moved = (position(&world, disc) - before).length();
        // Some have been pushed out of others as well.
        assert!(speed < 6.1 && moved < 6.0 * DT + 0.03, "{speed} m/s, {moved} m");
    }
}

#[test]
fn players_that_press_each_other_walk_over_joints_of_tiles_as_alone() {
    let walked = |players: u8, speed: f32| {
        let mut world = world();
        let floor = world.create_body(&BodyDef::fixed(Vec2::ZERO)).unwrap();
        for i in 0..40u8 {
            let local_pose = Pose::from_translation(Vec2::new(f32::from(i) - 5.0, -0.5));
            world.create_collider(floor, &ColliderDef { local_pose, ..ColliderDef::new(rect(0.5, 0.5)) }).unwrap();
        }
        let players: Vec<BodyId> = (0..players)
            .map(|i| {
                let at = Vec2::new(-0.6 * f32::from(i), 0.9);
                let def = BodyDef { response: Response::Separate, ..BodyDef::dynamic(at) };
                add(&mut world, &def, &ColliderDef::new(rect(0.3, 0.9))).0
            })
            .collect();
        for _ in 0..240 {
            for &player in &players {
                let fall = world.linear_velocity(player).unwrap().y;
                world.set_linear_velocity(player, Vec2::new(speed, fall)).unwrap();
            }
            world.step(DT).unwrap();
        }
        position(&world, players[0])
    };
    for speed in [0.7, 3.0, 6.0] {
        let (alone, pressed) = (walked(1, speed), walked(4, speed));
        assert!((alone - pressed).length() < 2e-3, "at {speed} m/s {pressed}, alone {alone}");
    }
}
