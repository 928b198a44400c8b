//! Kinematic bodies go by their velocity alone, about their origin.

mod common;

use common::{add, circle, position, rect, run, weightless};
use world::{BodyDef, BodyKind, ColliderDef, Pose, Vec2};

fn turning(kind: BodyKind) -> BodyDef {
    BodyDef { kind, angular_velocity: 2.0, ..BodyDef::dynamic(Vec2::new(3.0, 4.0)) }
}

fn beside(x: f32) -> ColliderDef {
    ColliderDef { local_pose: Pose::from_translation(Vec2::new(x, 0.0)), ..ColliderDef::new(rect(1.0, 0.1)) }
}

#[test]
fn a_door_turns_about_its_hinge_whatever_its_colliders_weigh() {
    let mut world = weightless();
    let (door, leaf) = add(&mut world, &turning(BodyKind::Kinematic), &beside(1.0));
    run(&mut world, 30);
    assert_eq!(
        (position(&world, door), world.center_of_mass(door).unwrap()),
        (Vec2::new(3.0, 4.0), Vec2::new(3.0, 4.0))
    );
    world.create_collider(door, &ColliderDef { is_sensor: true, ..ColliderDef::new(circle(2.0)) }).unwrap();
    world.create_collider(door, &beside(-1.0)).unwrap();
    run(&mut world, 30);
    world.destroy_collider(leaf).unwrap();
    run(&mut world, 30);
    assert_eq!((position(&world, door), world.linear_velocity(door).unwrap()), (Vec2::new(3.0, 4.0), Vec2::ZERO));
}

#[test]
fn what_becomes_kinematic_goes_on_about_its_origin_and_back_about_its_centre_of_mass() {
    let mut world = weightless();
    let (body, _) = add(&mut world, &turning(BodyKind::Dynamic), &beside(1.0));
    let center = world.center_of_mass(body).unwrap();
    let at_origin = world.velocity_at(body, Vec2::new(3.0, 4.0)).unwrap();
    world.set_kind(body, BodyKind::Kinematic).unwrap();
    assert_eq!(center, Vec2::new(4.0, 4.0));
    assert_eq!(
        (world.linear_velocity(body).unwrap(), world.center_of_mass(body).unwrap()),
        (at_origin, position(&world, body))
    );
    world.set_kind(body, BodyKind::Dynamic).unwrap();
    assert_eq!(world.center_of_mass(body).unwrap(), center);
}

#[test]
fn a_long_step_takes_no_velocity_from_what_is_kinematic() {
    let mut world = weightless();
    let flight =
        BodyDef { linear_velocity: Vec2::new(500.0, 0.0), angular_velocity: 20.0, ..BodyDef::kinematic(Vec2::ZERO) };
    let (body, _) = add(&mut world, &flight, &beside(0.0));
    world.step(0.25).unwrap();
    let gone = position(&world, body).x;
    assert!((gone - 100.0).abs() < 1e-3, "no faster than the limit of 400 m/s: {gone}");
    assert_eq!(
        (world.linear_velocity(body).unwrap(), world.angular_velocity(body).unwrap()),
        (Vec2::new(500.0, 0.0), 20.0)
    );
}
