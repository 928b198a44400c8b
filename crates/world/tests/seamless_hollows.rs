//! Hollows between seamless tiles that overlap, in the middle of an edge of either.

mod common;

use common::dice::Dice;
use common::ground::{launch, movers, smooth};
use common::{add, circle, position, rect, run, world};
use world::{BodyDef, BodyId, ColliderDef, ColliderId, Pose, Rot, Shape, Vec2, World};

/// Seamless or plain, a floor whose top is at y = 0 and a wall that is sunk into it, leans by an angle, and has its left side in the origin.
fn floor_and_wall(is_seamless: bool, thickness: f32, sunk: f32, lean: f32) -> (World, [ColliderId; 2]) {
    let mut world = world();
    let half = 0.5 * thickness;
    let mut tile = |pose: Pose, shape: Shape| {
        let def = ColliderDef { is_seamless, ..ColliderDef::new(shape) };
        add(&mut world, &BodyDef { pose, ..BodyDef::fixed(Vec2::ZERO) }, &def).1
    };
    let floor = tile(Pose::from_translation(Vec2::new(0.0, -half)), rect(6.0, half));
    let wall = Pose::from_translation(Vec2::new(half, 2.0 - sunk));
    let wall = tile(Pose::new(Vec2::ZERO, Rot::from_angle(lean)) * wall, rect(half, 2.0));
    (world, [floor, wall])
}

/// What comes with the right end first.
fn tips() -> [(&'static str, Shape); 5] {
    let polygon = |corners: &[[f32; 2]]| Shape::polygon(&corners.iter().copied().map(Vec2::from).collect::<Vec<_>>());
    [
        ("segment", Shape::segment(Vec2::new(-0.4, 0.0), Vec2::new(0.4, 0.0)).unwrap()),
        ("thin box", rect(0.4, 0.02)),
        ("spear", polygon(&[[0.4, 0.0], [-0.4, 0.1], [-0.4, -0.1]]).unwrap()),
        ("triangle", polygon(&[[0.3, 0.0], [-0.2, 0.25], [-0.2, -0.25]]).unwrap()),
        ("diamond", polygon(&[[0.5, 0.0], [0.0, 0.3], [-0.5, 0.0], [0.0, -0.3]]).unwrap()),
    ]
}

/// Shot from a metre and a half off down to the right, at a point beside the hollow.
fn shoot(world: &mut World, shape: &Shape, turn: f32, aim: Vec2, speed: f32) -> (BodyId, ColliderId) {
    let rotation = Rot::from_angle(turn - std::f32::consts::FRAC_PI_4);
    let way = rotation.rotate(Vec2::X);
    let def =
        BodyDef { pose: Pose::new(aim - 1.5 * way, rotation), linear_velocity: speed * way, ..BodyDef::default() };
    add(world, &def, &ColliderDef::new(shape.clone()))
}

#[test]
fn what_comes_tip_first_sinks_no_deeper_than_between_plain_tiles() {
    for (sunk, lean) in [(0.05, 0.0), (0.5, 0.0), (0.5, 0.3), (0.5, -0.3)] {
        for (name, shape) in tips() {
            for speed in [1.0, 7.0, 28.0] {
                let deepest = [true, false].map(|is_seamless| {
                    let (mut world, tiles) = floor_and_wall(is_seamless, 1.0, sunk, lean);
                    let (_, tip) = shoot(&mut world, &shape, 0.5 * lean, Vec2::ZERO, speed);
                    let mut deepest = 0.0f32;
                    for _ in 0..120 {
                        run(&mut world, 1);
                        let pose = world.collider_pose(tip).unwrap();
                        for tile in tiles {
                            let (of, at) = (world.shape(tile).unwrap(), world.collider_pose(tile).unwrap());
                            deepest = deepest.max(-sat_simd::separation(of, &at, &shape, &pose));
                        }
                    }
                    deepest
                });
                let [seamless, plain] = deepest;
                let case = format!("{name} at {speed} m/s, {sunk} m sunk, at {lean}");
                assert!(seamless <= plain + 0.005, "{case}: {seamless} deep, {plain} between plain tiles");
            }
        }
    }
}

#[test]
fn nothing_goes_through_thin_walls_that_cross() {
    for sunk in [0.02, 0.05, 0.3, 1.0] {
        for (name, shape) in tips() {
            for speed in [5.0, 20.0, 40.0] {
                for (turn, beside) in [(-0.2, 0.01), (0.0, 0.0), (0.1, 0.002), (0.3, -0.004)] {
                    let (mut world, _) = floor_and_wall(true, 0.06, sunk, 0.0);
                    let (tip, _) = shoot(&mut world, &shape, turn, Vec2::new(beside, 0.0), speed);
                    run(&mut world, 60);
                    let at = position(&world, tip);
                    // What bounces may leave over the end of the floor.
                    let is_behind = at.x > 0.06 || at.y < -0.06 && at.x > -6.0;
                    let case = format!("{name} at {speed} m/s, turned by {turn}, {beside} m beside, {sunk} m sunk");
                    assert!(!is_behind, "{case}: at {at}");
                }
            }
        }
    }
}

#[test]
fn rows_that_overlap_are_slid_over_whatever_hollows_they_have_below() {
    for seed in 0..8 {
        let mut dice = Dice::new(seed);
        let mut world = world();
        let mut left = -2.0f32;
        while left < 20.0 {
            let (length, height) = (dice.number(0.5, 2.0), dice.number(0.1, 1.0));
            let def = ColliderDef { is_seamless: true, ..ColliderDef::new(rect(0.5 * length, 0.5 * height)) };
            add(&mut world, &BodyDef::fixed(Vec2::new(left + 0.5 * length, -0.5 * height)), &def);
            left += length - dice.number(0.0, 0.3);
        }
        let shapes = movers().into_iter().chain([("small circle", circle(0.05)), ("small box", rect(0.05, 0.05))]);
        for (name, shape) in shapes {
            for speed in [1.0, 5.0, -5.0, 20.0] {
                let height = -shape.aabb(&Pose::IDENTITY).min.y;
                let from = if speed > 0.0 { 0.0 } else { 18.0 };
                let body = launch(&mut world, &shape, smooth(), Vec2::new(from, height), Vec2::new(speed, 0.0));
                while (0.0..=18.0).contains(&position(&world, body).x) {
                    run(&mut world, 1);
                    let (at, velocity) = (position(&world, body), world.linear_velocity(body).unwrap());
                    let case = format!("seed {seed}, {name} at {speed} m/s: {velocity} at {at}");
                    assert!((velocity.x / speed - 1.0).abs() < 1e-3 && (at.y - height).abs() < 1e-3, "{case}");
                }
                world.destroy_body(body).unwrap();
            }
        }
    }
}
