//! What the tests build their worlds with.
#![allow(dead_code)] // Each test takes what it needs.

pub mod dice;
pub mod ground;

use world::{BodyDef, BodyId, ColliderDef, ColliderId, Material, MotionLocks, Response, Settings, Shape, Vec2, World};

/// The usual time step.
pub const DT: f32 = 1.0 / 60.0;

/// An empty world with the default settings.
pub fn world() -> World {
    World::new(Settings::default()).unwrap()
}

/// An empty world without gravity.
pub fn weightless() -> World {
    World::new(Settings { gravity: Vec2::ZERO, ..Settings::default() }).unwrap()
}

/// A box given by its half extents.
pub fn rect(half_x: f32, half_y: f32) -> Shape {
    Shape::rect(half_x, half_y).unwrap()
}

/// A disc.
pub fn circle(radius: f32) -> Shape {
    Shape::circle(radius).unwrap()
}

/// A body with one collider.
pub fn add(world: &mut World, body: &BodyDef, collider: &ColliderDef) -> (BodyId, ColliderId) {
    let body = world.create_body(body).unwrap();
    (body, world.create_collider(body, collider).unwrap())
}

/// Wide ground whose top is at y = 0.
pub fn add_ground(world: &mut World) -> (BodyId, ColliderId) {
    add(world, &BodyDef::fixed(Vec2::new(0.0, -1.0)), &ColliderDef::new(rect(100.0, 1.0)))
}

/// A pyramid of unit boxes, `rows` high, standing on y = 0; its bodies from the left of the lowest row to the top.
pub fn add_pyramid(world: &mut World, rows: u16) -> Vec<BodyId> {
    let mut bodies = Vec::new();
    for row in 0..rows {
        for column in row..rows {
            let x = 0.5 * (f32::from(row) + 1.0) + f32::from(column - row) - 0.5 * f32::from(rows);
            let def = BodyDef::dynamic(Vec2::new(x, f32::from(row) + 0.5));
            bodies.push(add(world, &def, &ColliderDef::new(rect(0.5, 0.5))).0);
        }
    }
    bodies
}

/// Steps `count` times.
pub fn run(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step(DT).unwrap();
    }
}

/// The position of a body's origin.
pub fn position(world: &World, body: BodyId) -> Vec2 {
    world.pose(body).unwrap().translation
}

/// 3000 boxes and circles, some of them fast, locked or pushed out only, fall on one another, through a sensor, around a
/// stirrer that stays where it is and onto a plate, which has more contacts than there are colours.
pub fn heap() -> World {
    let mut world = world();
    add_ground(&mut world);
    let locks = MotionLocks { x: true, ..MotionLocks::NONE };
    let stirrer = BodyDef { locks, ..BodyDef::kinematic(Vec2::new(0.0, 6.0)) };
    let (stirrer, _) = add(&mut world, &stirrer, &ColliderDef::new(rect(8.0, 0.3)));
    world.set_angular_velocity(stirrer, 2.0).unwrap();
    let sensor = ColliderDef { is_sensor: true, ..ColliderDef::new(rect(3.0, 3.0)) };
    add(&mut world, &BodyDef::fixed(Vec2::new(5.0, 3.0)), &sensor);
    add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.2)), &ColliderDef::new(rect(17.0, 0.2)));
    for i in 0..3000u16 {
        let (column, row) = (f32::from(i % 75), f32::from(i / 75));
        let shape = if i % 3 == 0 { circle(0.2) } else { rect(0.2, 0.15) };
        let linear_velocity = Vec2::new(0.0, if i % 40 == 0 { -90.0 } else { 0.0 });
        let at = Vec2::new(column * 0.45 - 16.6, 0.6 + row * 0.42);
        let locks = MotionLocks { rotation: i % 50 == 7, x: i % 250 == 7, ..MotionLocks::NONE };
        let response = if i % 97 == 5 { Response::Separate } else { Response::Dynamics };
        let def = BodyDef { linear_velocity, locks, response, ..BodyDef::dynamic(at) };
        add(
            &mut world,
            &def,
            &ColliderDef { material: Material { restitution: 0.1, ..Material::default() }, ..ColliderDef::new(shape) },
        );
    }
    world
}
