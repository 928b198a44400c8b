//! What a change wakes, and what it keeps from falling asleep in the air.

mod common;

use common::{add, add_ground, circle, position, rect, run, weightless, world};
use world::{BodyDef, BodyId, ColliderDef, ColliderId, Filter, Pose, Settings, Vec2, World, WorldError};

fn unit_box() -> ColliderDef {
    ColliderDef::new(rect(0.5, 0.5))
}

/// A unit box on the ground after `steps` steps; it falls asleep in the one after the thirtieth.
fn settled(steps: usize) -> (World, BodyId, ColliderId) {
    let mut world = world();
    add_ground(&mut world);
    let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &unit_box());
    run(&mut world, steps);
    (world, body, collider)
}

#[test]
fn without_a_time_to_sleep_what_moves_stays_awake() {
    let settings = Settings { sleep_time: 0.0, ..Settings::default() };
    let mut world = World::new(settings).unwrap();
    add_ground(&mut world);
    let (ball, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 5.0)), &ColliderDef::new(circle(0.5)));
    run(&mut world, 30);
    assert!(position(&world, ball).y < 4.0, "it hangs at {}", position(&world, ball));
    run(&mut world, 120);
    assert_eq!(world.is_awake(ball), Ok(false), "on the ground it sleeps");
}

#[test]
fn gravity_that_changes_keeps_awake_what_was_about_to_sleep() {
    for steps in 28..34 {
        let (mut world, body, _) = settled(steps);
        world.set_gravity(Vec2::new(0.0, 10.0)).unwrap();
        run(&mut world, 60);
        assert!(position(&world, body).y > 2.0, "{steps} steps: {}", position(&world, body));
    }
}

#[test]
fn a_collider_more_wakes_its_body() {
    for steps in 28..34 {
        let (mut world, body, _) = settled(steps);
        // It hangs over on one side, and topples.
        let load = ColliderDef { local_pose: Pose::from_translation(Vec2::new(3.0, 2.0)), ..unit_box() };
        world.create_collider(body, &load).unwrap();
        run(&mut world, 60);
        assert!(world.pose(body).unwrap().rotation.angle() < -0.1, "{steps} steps: {:?}", world.pose(body));
    }
}

#[test]
fn what_starts_asleep_sleeps_on_while_it_gets_its_colliders() {
    let mut world = weightless();
    let body = world.create_body(&BodyDef { awake: false, ..BodyDef::default() }).unwrap();
    let colliders = [-1.0, 1.0].map(|x| {
        let def = ColliderDef { local_pose: Pose::from_translation(Vec2::new(x, 0.0)), ..unit_box() };
        world.create_collider(body, &def).unwrap()
    });
    run(&mut world, 1);
    assert_eq!(world.is_awake(body), Ok(false));
    world.set_density(colliders[0], 2.0).unwrap();
    assert_eq!(world.is_awake(body), Ok(true));
}

#[test]
fn a_body_that_nothing_sees_wakes_when_its_mass_changes() {
    let changes: [fn(&mut World, ColliderId); 3] = [
        |world, collider| world.destroy_collider(collider).unwrap(),
        |world, collider| world.set_density(collider, 3.0).unwrap(),
        |world, collider| world.set_shape(collider, circle(1.0), Pose::IDENTITY).unwrap(),
    ];
    for filter in [Filter { category: 0, ..Filter::ALL }, Filter { mask: 0, ..Filter::ALL }] {
        for change in changes {
            let mut world = weightless();
            let def = ColliderDef { filter, ..unit_box() };
            let (body, collider) = add(&mut world, &BodyDef::default(), &def);
            run(&mut world, 60);
            assert_eq!(world.is_awake(body), Ok(false));
            change(&mut world, collider);
            assert_eq!(world.is_awake(body), Ok(true), "{filter:?}");
        }
    }
}

#[test]
fn a_shape_that_is_refused_wakes_nobody() {
    let (mut world, body, collider) = settled(60);
    world.set_density(collider, 1.0e9).unwrap();
    run(&mut world, 60);
    assert_eq!(world.is_awake(body), Ok(false));
    let refused = world.set_shape(collider, rect(1.0e6, 1.0e6), Pose::IDENTITY);
    assert!(matches!(refused, Err(WorldError::InvalidNumber { .. })), "{refused:?}");
    assert_eq!(world.is_awake(body), Ok(false));
}
