//! Columns and houses of cards, which stand on little.

mod common;

use common::{DT, add, add_ground, position, rect, world};
use std::f32::consts::{FRAC_PI_2, PI};
use world::{BodyDef, BodyId, ColliderDef, Material, Pose, Rot, Settings, Shape, Vec2, World};

/// A world in which nothing falls asleep, with ground.
fn restless() -> World {
    let mut world = World::new(Settings { sleep: false, ..Settings::default() }).unwrap();
    add_ground(&mut world);
    world
}

/// A column of these shapes, one every `height` metres from the ground up, every other one this far to the right.
fn column(world: &mut World, shape: &Shape, count: u8, height: f32, gap: f32, zigzag: f32) -> Vec<BodyId> {
    let body = |i: u8| {
        let x = if i.is_multiple_of(2) { -zigzag } else { zigzag };
        BodyDef::dynamic(Vec2::new(x, gap + 0.5 * height + (height + gap) * f32::from(i)))
    };
    (0..count).map(|i| add(world, &body(i), &ColliderDef::new(shape.clone())).0).collect()
}

/// How far the highest is below where it is in a column that stands.
fn missing(world: &World, column: &[BodyId], height: f32) -> f32 {
    height * (column.len() as f32 - 0.5) - position(world, *column.last().unwrap()).y
}

#[test]
fn boxes_that_fall_onto_each_other_make_a_column() {
    for (count, dt, can_sleep) in
        [(20, DT, false), (30, DT, true), (40, DT, true), (10, 2.0 * DT, true), (20, 2.0 * DT, true)]
    {
        for seed in 0..8u8 {
            let mut world = if can_sleep { world() } else { restless() };
            if can_sleep {
                add_ground(&mut world);
            }
            let seed = f32::from(seed);
            let column = column(&mut world, &rect(0.5, 0.5), count, 1.0, 0.1 + 0.01 * seed, 0.01 + 0.003 * seed);
            for _ in 0..(15.0 / dt) as usize {
                world.step(dt).unwrap();
            }
            let missing = missing(&world, &column, 1.0);
            assert!(missing < 1.0, "{count} boxes, steps of {dt} s, {seed}: {missing} m lower");
        }
    }
}

#[test]
fn columns_that_never_sleep_stand_for_a_minute() {
    let octagon: Vec<Vec2> =
        (0..8u8).map(|i| Rot::from_angle((f32::from(i) + 0.5) * 0.25 * PI).rotate(Vec2::X * 0.54)).collect();
    let octagon = Shape::polygon(&octagon).unwrap();
    let height = 2.0 * octagon.aabb(&Pose::IDENTITY).max.y;
    for (shape, count, height, zigzag) in [
        (rect(0.5, 0.5), 20, 1.0, 0.0),
        (rect(0.5, 0.5), 20, 1.0, 0.01),
        (rect(0.5, 0.5), 30, 1.0, 0.0),
        (octagon, 12, height, 0.0),
    ] {
        let mut world = restless();
        let column = column(&mut world, &shape, count, height, 0.0, zigzag);
        for _ in 0..3600 {
            world.step(DT).unwrap();
        }
        let missing = missing(&world, &column, height);
        assert!(missing < 0.1, "{count} of {shape:?}, every other one {zigzag} m beside: {missing} m lower");
    }
}

/// Pairs of cards that lean on each other by 25° from the upright, so many in the lowest row, with cards laid over them.
fn house_of_cards(world: &mut World, rows: u8, thickness: f32, friction: f32) -> Vec<BodyId> {
    const HALF: f32 = 0.2;
    let material = Material { friction, ..Material::default() };
    let ground = ColliderDef { material, ..ColliderDef::new(rect(40.0, 2.0)) };
    add(world, &BodyDef::fixed(Vec2::new(0.0, -2.0)), &ground);
    let card = ColliderDef { material, ..ColliderDef::new(rect(0.5 * thickness, HALF)) };
    let mut cards = Vec::new();
    let mut put = |x: f32, y: f32, angle: f32| {
        let def = BodyDef { pose: Pose::new(Vec2::new(x, y), Rot::from_angle(angle)), ..BodyDef::default() };
        cards.push(add(world, &def, &card).0);
    };
    let lean = 25.0 * PI / 180.0;
    for row in 0..rows {
        let y = HALF - 0.02 + (2.0 * HALF - 0.03) * f32::from(row);
        for i in 0..rows - row {
            let x = 0.175 * f32::from(row) + 0.35 * f32::from(i);
            if i + 1 < rows - row {
                put(x + 0.25, y + HALF - 0.015, FRAC_PI_2);
            }
            put(x, y, -lean);
            put(x + 0.175, y, lean);
        }
    }
    cards
}

#[test]
fn houses_of_cards_stand() {
    for (rows, friction) in (2..=5).flat_map(|rows| [(rows, 0.5), (rows, 0.7)]) {
        for thickness in [0.002, 0.01] {
            let mut world = world();
            let cards = house_of_cards(&mut world, rows, thickness, friction);
            let start: Vec<Vec2> = cards.iter().map(|&card| position(&world, card)).collect();
            for _ in 0..900 {
                world.step(DT).unwrap();
            }
            let moved = cards.iter().zip(start).map(|(&card, start)| (position(&world, card) - start).length());
            let furthest = moved.fold(0.0, f32::max);
            assert!(
                furthest < 0.1,
                "{rows} rows of cards {thickness} m thick, friction {friction}: moved by {furthest} m"
            );
            assert_eq!(world.report().awake_bodies, 0);
        }
    }
}
