//! What a body or a collider touches, and what overlaps a sensor.

mod common;

use common::{DT, add, add_ground, circle, heap, rect, run, world};
use std::collections::BTreeSet;
use world::{BodyDef, ColliderDef, ColliderId, Contact, Shape, Vec2, World};

#[test]
fn each_body_and_collider_has_those_of_all_contacts_that_are_its_own() {
    let mut world = heap();
    for _ in 0..3 {
        run(&mut world, 20);
        let all: Vec<Contact> = world.contacts().collect();
        assert!(all.len() > 1000, "{} contacts", all.len());
        let its = |is_its: &dyn Fn(ColliderId) -> bool| -> Vec<Contact> {
            all.iter().filter(|contact| is_its(contact.a) || is_its(contact.b)).copied().collect()
        };
        for body in world.bodies().step_by(37) {
            let expected = its(&|collider| world.body_of(collider) == Ok(body));
            assert_eq!(world.contacts_of(body).unwrap().collect::<Vec<_>>(), expected, "{body:?}");
        }
        for collider in world.colliders().step_by(37) {
            let expected = its(&|other| other == collider);
            assert_eq!(world.contacts_of_collider(collider).unwrap().collect::<Vec<_>>(), expected, "{collider:?}");
        }
    }
}

#[test]
fn normals_point_from_the_other_side_to_the_one_that_is_asked() {
    // Either may have the lower slot.
    for ground_first in [true, false] {
        let mut world = world();
        let on_ground = BodyDef::dynamic(Vec2::new(0.0, 0.5));
        let crate_def = ColliderDef::new(rect(0.5, 0.5));
        let early = (!ground_first).then(|| add(&mut world, &on_ground, &crate_def).1);
        let (_, ground) = add_ground(&mut world);
        let crate_ = early.unwrap_or_else(|| add(&mut world, &on_ground, &crate_def).1);
        let (_, far) = add(&mut world, &BodyDef::fixed(Vec2::new(0.0, 50.0)), &crate_def);
        run(&mut world, 2);
        let contact = world.contacts().next().unwrap();
        assert_eq!(contact.a == ground, ground_first);
        let (under, up) = contact.seen_from(crate_).unwrap();
        let (above, down) = contact.seen_from(ground).unwrap();
        assert_eq!((under, above), (ground, crate_));
        assert!(up.distance(Vec2::Y) < 1e-5 && down == -up, "{up} {down}");
        assert_eq!(contact.seen_from(far), None);
    }
}

#[test]
fn what_overlaps_a_sensor_is_what_came_in_and_did_not_go_out() {
    let mut world = heap();
    let sensors: Vec<ColliderId> =
        world.colliders().filter(|&collider| world.is_sensor(collider) == Ok(true)).collect();
    let mut within: Vec<BTreeSet<ColliderId>> = vec![BTreeSet::new(); sensors.len()];
    let mut went_out = 0;
    for _ in 0..90 {
        world.step(DT).unwrap();
        for (sensor, within) in sensors.iter().zip(&mut within) {
            let events = world.events();
            // What went out may have come in again, fast, within the same step.
            for event in events.sensor_end.iter().filter(|event| event.sensor == *sensor) {
                went_out += 1;
                within.remove(&event.visitor);
            }
            within
                .extend(events.sensor_begin.iter().filter(|event| event.sensor == *sensor).map(|event| event.visitor));
            assert_eq!(world.overlaps_of(*sensor).unwrap().collect::<BTreeSet<_>>(), *within);
        }
    }
    assert!(within[0].len() > 20 && went_out > 20, "{} within, {went_out} went out", within[0].len());
    let visitor = within[0].pop_first().unwrap();
    assert_eq!(world.overlaps_of(visitor).unwrap().count(), 0, "it is no sensor");
    world.destroy_collider(visitor).unwrap();
    assert_eq!(world.overlaps_of(sensors[0]).unwrap().collect::<BTreeSet<_>>(), within[0], "it is gone at once");
}

#[test]
fn what_is_gone_or_new_touches_nothing() {
    fn none(world: &World, body: world::BodyId) -> bool {
        world.contacts_of(body).unwrap().next().is_none()
    }
    let mut world = world();
    let (ground, floor) = add_ground(&mut world);
    let on_ground = BodyDef::dynamic(Vec2::new(0.0, 0.5));
    let (body, collider) = add(&mut world, &on_ground, &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 2);
    assert_eq!(world.contacts_of(body).unwrap().count(), 1);
    world.destroy_body(body).unwrap();
    // It takes the slots of the body that is gone, whose contact is there until the next step.
    let (next, ball) = add(&mut world, &on_ground, &ColliderDef::new(circle(0.5)));
    assert_eq!((next.slot(), ball.slot()), (body.slot(), collider.slot()));
    let (newest, _) = add(&mut world, &on_ground, &ColliderDef::new(circle(0.5)));
    assert!(none(&world, next) && none(&world, newest) && none(&world, ground));
    assert_eq!(world.contacts_of_collider(floor).unwrap().count(), 0);
    run(&mut world, 1);
    assert_eq!((world.contacts_of(next).unwrap().count(), world.contacts_of(ground).unwrap().count()), (2, 2));
}

#[test]
fn contacts_are_shown_in_world_coordinates() {
    let mut world = world();
    let (_, ground) = add_ground(&mut world);
    let shape = Shape::rect(0.5, 0.25).unwrap();
    let (_, collider) = add(&mut world, &BodyDef::dynamic(Vec2::new(7.0, 0.25)), &ColliderDef::new(shape));
    run(&mut world, 30);
    let contact = world.contacts().next().unwrap();
    assert_eq!((contact.a, contact.b), (ground, collider));
    assert!((contact.normal - Vec2::Y).length() < 1e-5);
    let mut xs: Vec<f32> = contact.points().iter().map(|point| point.point.x).collect();
    xs.sort_by(f32::total_cmp);
    assert!((xs[0] - 6.5).abs() < 0.01 && (xs[1] - 7.5).abs() < 0.01, "{xs:?}");
    // 0.5 kg under 10 m/s² in sub-steps of 1/240 s.
    let support: f32 = contact.points().iter().map(|point| point.normal_impulse).sum();
    assert!((support - 0.5 * 10.0 / 240.0).abs() < 1e-3, "{support}");
}
