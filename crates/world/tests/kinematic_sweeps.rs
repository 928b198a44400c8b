//! Nothing passes through kinematic bodies, whichever side is fast.

mod common;

use common::{add, circle, position, rect, run, weightless};
use world::{BodyDef, BodyId, ColliderDef, Response, Vec2, World};

/// Something to be hit, at the origin, and a thin plate that comes from the left at 200 m/s: three metres a step.
fn with_plate(target: &BodyDef, start: f32) -> (World, BodyId, BodyId) {
    let mut world = weightless();
    let (target, _) = add(&mut world, target, &ColliderDef::new(rect(0.1, 0.1)));
    let flight = BodyDef { linear_velocity: Vec2::new(200.0, 0.0), ..BodyDef::kinematic(Vec2::new(start, 0.0)) };
    let (plate, _) = add(&mut world, &flight, &ColliderDef::new(rect(0.02, 1.0)));
    (world, target, plate)
}

#[test]
fn a_fast_plate_takes_along_what_stands_in_its_way() {
    for response in [Response::Dynamics, Response::Separate] {
        for awake in [true, false] {
            for start in [-3.0, -4.1, -5.3, -9.0] {
                let target = BodyDef { response, awake, ..BodyDef::default() };
                let (mut world, target, plate) = with_plate(&target, start);
                for step in 0..10 {
                    run(&mut world, 1);
                    let ahead = position(&world, target).x - position(&world, plate).x;
                    assert!(ahead > 0.0, "{response:?}, awake {awake}, from {start}, step {step}: {ahead}");
                }
                assert!(position(&world, plate).x > 20.0, "nothing stops the plate");
            }
        }
    }
}

#[test]
fn what_a_hit_makes_fast_does_not_tunnel_through_kinematic_walls() {
    for velocity in [0.0, -0.5] {
        let mut world = weightless();
        let wall = BodyDef { linear_velocity: Vec2::new(velocity, 0.0), ..BodyDef::kinematic(Vec2::new(8.0, 0.0)) };
        let (wall, _) = add(&mut world, &wall, &ColliderDef::new(rect(0.01, 5.0)));
        let (ball, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(5.0, 0.0)), &ColliderDef::new(circle(0.2)));
        let hammer = ColliderDef { density: 1000.0, ..ColliderDef::new(rect(0.5, 0.5)) };
        let flight = BodyDef { linear_velocity: Vec2::new(390.0, 0.0), ..BodyDef::dynamic(Vec2::new(4.29, 0.0)) };
        add(&mut world, &flight, &hammer);
        for step in 0..10 {
            run(&mut world, 1);
            let ahead = position(&world, wall).x - position(&world, ball).x;
            assert!(ahead > 0.0, "wall at {velocity} m/s, step {step}: {ahead}");
        }
    }
}
