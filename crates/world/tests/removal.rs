//! Bodies and colliders that go away, in whatever state they are.

mod common;

use common::{add, add_ground, add_pyramid, position, rect, run, world};
use world::{BodyDef, ColliderDef, Pose, Vec2};

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
    assert_eq!(world.colliders_of(body).count(), 0);
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
