//! Contacts that hardly move keep their manifolds, and nobody is worse off.

mod common;

use common::{DT, add, add_ground, add_pyramid, position, rect, run};
use world::{BodyDef, BodyId, ColliderDef, Material, Pose, Settings, Shape, StepReport, Vec2, World};

/// Ground, and a world on it that recycles what moves less than this.
fn ground_in_a_world_of(recycle_distance: f32) -> World {
    let mut world = World::new(Settings { recycle_distance, sleep: false, ..Settings::default() }).unwrap();
    add_ground(&mut world);
    world
}

#[test]
fn all_contacts_of_a_pyramid_at_rest_are_recycled_and_none_where_that_is_off() {
    let after = |recycle_distance: f32| -> StepReport {
        let mut world = ground_in_a_world_of(recycle_distance);
        add_pyramid(&mut world, 10);
        run(&mut world, 60);
        *world.report()
    };
    let (on, off) = (after(0.05), after(0.0));
    assert_eq!((on.recycled, off.recycled), (on.candidates, 0));
    // Ten on the ground, ninety on two others, and 45 side by side.
    assert_eq!((on.points, off.points), (290, 290));
}

/// A box that slides at 3 m/s along ground made of tiles of a metre.
fn sliding(recycle_distance: f32) -> (World, BodyId) {
    let mut world = World::new(Settings { recycle_distance, ..Settings::default() }).unwrap();
    for x in 0..40u16 {
        add(&mut world, &BodyDef::fixed(Vec2::new(f32::from(x), -0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    }
    let def = BodyDef { linear_velocity: Vec2::new(3.0, 0.0), ..BodyDef::dynamic(Vec2::new(1.0, 0.25)) };
    let (body, _) = add(&mut world, &def, &ColliderDef::new(rect(0.25, 0.25)));
    (world, body)
}

#[test]
fn what_slides_stops_where_it_stops_without_recycling() {
    let [with, without] = [0.05, 0.0].map(|recycle_distance| {
        let (mut world, body) = sliding(recycle_distance);
        for _ in 0..120 {
            world.step(DT).unwrap();
            let height = position(&world, body).y;
            assert!((height - 0.25).abs() < 0.005, "it rides over the joints at {height} m");
        }
        position(&world, body).x
    });
    assert!((with - without).abs() < 0.01, "{with} m, {without} m");
}

#[test]
fn what_was_put_elsewhere_is_looked_for_there() {
    let mut world = ground_in_a_world_of(0.05);
    let (body, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 10);
    assert_eq!(world.report().recycled, 1);
    let pose = world.pose(body).unwrap();
    world.set_pose(body, Pose { translation: pose.translation + Vec2::new(0.1, 0.0), ..pose }).unwrap();
    run(&mut world, 1);
    assert_eq!((world.report().recycled, world.report().points), (0, 2));
}

#[test]
fn what_is_apart_is_looked_for_again_when_it_may_have_come_within_the_margin() {
    let mut world = World::new(Settings { gravity: Vec2::ZERO, sleep: false, ..Settings::default() }).unwrap();
    add_ground(&mut world);
    // A centimetre beyond the margin, where fat boxes meet.
    let (body, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.53)), &ColliderDef::new(rect(0.5, 0.5)));
    let step = |world: &mut World| {
        let StepReport { candidates, apart, manifolds, .. } = *world.step(DT).unwrap();
        (candidates, apart, manifolds)
    };
    assert_eq!(step(&mut world), (1, 0, 0));
    assert_eq!(step(&mut world), (1, 1, 0));
    // 3 mm a step: the fifth step finds it 1.8 cm above the ground.
    world.set_linear_velocity(body, Vec2::new(0.0, -0.18)).unwrap();
    let found: Vec<_> = (0..5).map(|_| step(&mut world)).collect();
    assert_eq!(found, [(1, 1, 0), (1, 1, 0), (1, 1, 0), (1, 1, 0), (1, 0, 1)]);
}

/// A box pressed by what turns it against the inner side of a wall five metres from where that turns about.
#[test]
fn what_rides_on_a_wall_that_turns_about_a_far_point_stays_on_it() {
    let wall = Shape::segment(Vec2::new(-5.0, -5.0), Vec2::new(5.0, -5.0)).unwrap();
    for spin in [1.0, 2.0, 3.0] {
        let mut world = World::new(Settings { gravity: Vec2::ZERO, ..Settings::default() }).unwrap();
        let rough = |shape| {
            let material = Material { friction: 2.0, ..Material::default() };
            ColliderDef { material, ..ColliderDef::new(shape) }
        };
        let drum = BodyDef { angular_velocity: spin, ..BodyDef::kinematic(Vec2::ZERO) };
        let (drum, _) = add(&mut world, &drum, &rough(wall.clone()));
        let at = Vec2::new(0.0, -4.75);
        let rides = BodyDef { linear_velocity: spin * at.perp(), angular_velocity: spin, ..BodyDef::dynamic(at) };
        let (rider, _) = add(&mut world, &rides, &rough(rect(0.25, 0.25)));
        run(&mut world, 180);
        let local = world.pose(drum).unwrap().inv_transform_point(position(&world, rider));
        assert!((local - at).length() < 0.04, "at {spin} rad/s it is at {local} of the wall's frame");
    }
}
