//! Bodies and colliders that go away, in whatever state they are.

mod common;

use common::{add, add_ground, add_pyramid, position, rect, run, world};
use world::{BodyDef, BodyId, BodyKind, ColliderDef, Pose, Response, Vec2, World, WorldError};

#[test]
fn a_removed_support_lets_the_rest_fall() {
    let mut world = world();
    let (ground, _) = add_ground(&mut world);
    let bodies = add_pyramid(&mut world, 3);
    run(&mut world, 30);
    let begun = world.contacts().count();
    assert!(begun > 0);
    world.destroy_body(ground).unwrap();
    assert!(world.contacts().count() < begun, "contacts of what is gone are not shown");
    run(&mut world, 60);
    assert!(bodies.iter().all(|&body| position(&world, body).y < 0.0));
}

#[test]
fn contacts_of_removed_bodies_end_with_their_ids() {
    let mut world = world();
    let (_, ground) = add_ground(&mut world);
    let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 2);
    world.destroy_body(body).unwrap();
    add(&mut world, &BodyDef::dynamic(Vec2::new(50.0, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 1);
    let ended = &world.events().end;
    assert_eq!(ended.len(), 1);
    assert_eq!((ended[0].a, ended[0].b), (ground, collider));
    run(&mut world, 1);
    assert!(world.events().end.is_empty());
}

#[test]
fn removing_a_collider_takes_its_mass_along() {
    let mut world = world();
    let body = world.create_body(&BodyDef::dynamic(Vec2::ZERO)).unwrap();
    let mut colliders = Vec::new();
    for x in [-1.0, 0.0, 2.0] {
        let local_pose = Pose::from_translation(Vec2::new(x, 0.0));
        let def = ColliderDef { local_pose, ..ColliderDef::new(rect(0.5, 0.5)) };
        colliders.push(world.create_collider(body, &def).unwrap());
    }
    for (remove, mass, center) in [(1, 2.0, 0.5), (2, 1.0, -1.0), (0, 0.0, 0.0)] {
        world.destroy_collider(colliders[remove]).unwrap();
        let got = world.mass_properties(body).unwrap();
        assert_eq!((got.mass, got.center), (mass, Vec2::new(center, 0.0)));
    }
    assert_eq!(world.colliders_of(body).unwrap().count(), 0);
    run(&mut world, 10);
    assert!(position(&world, body).y < 0.0, "a body without colliders still falls");
}

#[test]
fn slots_are_used_again_and_nothing_grows() {
    let mut world = world();
    add_ground(&mut world);
    let mut slots = 0;
    for round in 0..50 {
        let bodies = add_pyramid(&mut world, 12);
        run(&mut world, 2);
        let highest = bodies.iter().map(|body| body.slot()).max().unwrap();
        if round == 0 {
            slots = highest;
        }
        assert_eq!(highest, slots, "round {round}");
        for body in bodies {
            world.destroy_body(body).unwrap();
        }
        run(&mut world, 1);
        assert_eq!((world.body_count(), world.collider_count(), world.report().pairs), (1, 1, 0));
    }
}

/// Brings a body into a state, and says which one.
type State = (&'static str, fn(&mut World, BodyId));

const STATES: [State; 9] = [
    ("new", |_, _| {}),
    ("touching", |world, _| run(world, 5)),
    ("asleep", |world, body| {
        run(world, 90);
        assert_eq!(world.is_awake(body), Ok(false));
    }),
    ("just woken", |world, body| {
        run(world, 90);
        world.wake(body).unwrap();
    }),
    ("disabled", |world, body| {
        run(world, 5);
        world.set_enabled(body, false).unwrap();
    }),
    ("made static", |world, body| {
        run(world, 5);
        world.set_kind(body, BodyKind::Static).unwrap();
    }),
    ("made kinematic", |world, body| {
        run(world, 5);
        world.set_kind(body, BodyKind::Kinematic).unwrap();
    }),
    ("pushed out", |world, body| {
        world.set_response(body, Response::Separate).unwrap();
        run(world, 5);
    }),
    ("fast", |world, body| {
        world.set_bullet(body, true).unwrap();
        world.set_linear_velocity(body, Vec2::new(900.0, 0.0)).unwrap();
        run(world, 1);
    }),
];

#[test]
fn a_body_can_go_in_any_state() {
    for (state, bring) in STATES {
        for whole in [true, false] {
            let mut world = world();
            add_ground(&mut world);
            let sensor = ColliderDef { is_sensor: true, ..ColliderDef::new(rect(1.0, 1.0)) };
            add(&mut world, &BodyDef::fixed(Vec2::new(0.0, 0.5)), &sensor);
            let cube = ColliderDef::new(rect(0.5, 0.5));
            let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &cube);
            let (above, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 1.5)), &cube);
            bring(&mut world, body);
            if whole {
                world.destroy_body(body).unwrap();
                assert_eq!(world.pose(body), Err(WorldError::StaleBody(body)), "{state}");
            } else {
                world.destroy_collider(collider).unwrap();
            }
            assert_eq!((world.body_count(), world.collider_count()), (4 - usize::from(whole), 3), "{state}");
            for step in 0..120 {
                run(&mut world, 1);
                let seen = world.contacts().any(|contact| contact.a == collider || contact.b == collider);
                assert!(!seen, "{state}, step {step}: a contact of what is gone");
                let begun = world.events().begin.iter().any(|event| event.a == collider || event.b == collider);
                assert!(!begun, "{state}, step {step}: what is gone begins a contact");
            }
            // What stood on it stands on the ground now, wherever it was when it lost its support.
            let rest = position(&world, above);
            assert!((rest.y - 0.5).abs() < 0.01, "{state}: the one above is at {rest}");
        }
    }
}
