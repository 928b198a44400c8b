//! What bodies and colliders are like can change while they live.

mod common;

use common::dice::Dice;
use common::{add, add_ground, circle, position, rect, run, weightless, world};
use world::{
    Aabb, BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, Filter, MassProperties, Material, MotionLocks, Pose,
    QueryFilter, Response, Shape, Vec2, World, WorldError,
};

/// A unit box at rest on the ground.
fn resting() -> (World, BodyId, ColliderId) {
    let mut world = world();
    add_ground(&mut world);
    let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 60);
    assert_eq!(world.is_awake(body), Ok(false));
    (world, body, collider)
}

#[test]
fn a_body_changes_its_kind_and_back() {
    let (mut world, ground, _) = {
        let mut world = world();
        let (ground, collider) = add_ground(&mut world);
        (world, ground, collider)
    };
    let (body, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 60);
    world.set_kind(ground, BodyKind::Dynamic).unwrap();
    run(&mut world, 30);
    let fallen = position(&world, ground);
    assert!(fallen.y < -2.0 && position(&world, body).y < -0.5, "ground at {fallen}");
    world.set_kind(ground, BodyKind::Kinematic).unwrap();
    world.set_linear_velocity(ground, Vec2::new(1.0, 0.0)).unwrap();
    run(&mut world, 60);
    let moved = position(&world, ground) - fallen;
    assert!((moved - Vec2::X).length() < 1e-4, "nothing pushes it: {moved}");
    world.set_kind(ground, BodyKind::Static).unwrap();
    assert_eq!(world.linear_velocity(ground), Ok(Vec2::ZERO));
    run(&mut world, 120);
    let on_top = position(&world, body).y - position(&world, ground).y;
    assert!((on_top - 1.5).abs() < 0.01, "{on_top}");
    assert_eq!((world.kind(ground), world.is_awake(ground)), (Ok(BodyKind::Static), Ok(false)));
}

#[test]
fn two_bodies_made_static_have_no_contact_left() {
    let (mut world, body, _) = resting();
    world.set_kind(body, BodyKind::Static).unwrap();
    run(&mut world, 1);
    assert_eq!((world.events().end.len(), world.contacts().count(), world.report().pairs), (1, 0, 0));
    world.set_kind(body, BodyKind::Dynamic).unwrap();
    run(&mut world, 1);
    assert_eq!((world.events().begin.len(), world.contacts().count()), (1, 1));
}

#[test]
fn a_disabled_body_is_not_there_until_it_is_enabled() {
    let (mut world, body, collider) = resting();
    let (upper, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 1.5)), &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 60);
    let before = position(&world, body);
    world.set_enabled(body, false).unwrap();
    let mut hits = Vec::new();
    world.query_point(Vec2::new(0.0, 0.5), &QueryFilter::ALL, &mut hits).unwrap();
    assert_eq!(hits, []);
    run(&mut world, 60);
    assert_eq!((world.is_enabled(body), position(&world, body)), (Ok(false), before));
    assert!((position(&world, upper).y - 0.5).abs() < 0.01, "{}", position(&world, upper));
    world.apply_impulse(body, Vec2::Y).unwrap();
    run(&mut world, 1);
    assert_eq!(position(&world, body), before);
    world.set_pose(body, Pose::from_translation(Vec2::new(3.0, 0.5))).unwrap();
    world.set_linear_velocity(body, Vec2::ZERO).unwrap();
    world.set_enabled(body, true).unwrap();
    world.query_point(Vec2::new(3.0, 0.5), &QueryFilter::ALL, &mut hits).unwrap();
    assert_eq!(hits, [collider]);
    run(&mut world, 60);
    assert!((position(&world, body) - Vec2::new(3.0, 0.5)).length() < 0.01);
}

#[test]
fn the_box_of_a_collider_is_tight_wherever_it_is_put() {
    let mut world = weightless();
    let local_pose = Pose::from_translation(Vec2::X);
    let def = BodyDef { linear_velocity: Vec2::new(50.0, 0.0), angular_velocity: 3.0, ..BodyDef::default() };
    let (body, collider) = add(&mut world, &def, &ColliderDef { local_pose, ..ColliderDef::new(rect(0.5, 0.25)) });
    let box_of = |world: &World, shape: &Shape| Ok(shape.aabb(&(world.pose(body).unwrap() * local_pose)));
    let (slab, disc) = (rect(0.5, 0.25), circle(0.5));
    assert_eq!(world.aabb(collider), Ok(Aabb::new(Vec2::new(0.5, -0.25), Vec2::new(1.5, 0.25))));
    run(&mut world, 3);
    assert_eq!(world.aabb(collider), box_of(&world, &slab), "after steps");
    assert!(world.fat_aabb(collider).unwrap().contains(&world.aabb(collider).unwrap()));
    world.set_pose(body, Pose::from_translation(Vec2::new(3.0, 7.0))).unwrap();
    assert_eq!(world.aabb(collider), box_of(&world, &slab), "put elsewhere");
    world.set_shape(collider, disc.clone(), local_pose).unwrap();
    assert_eq!(world.aabb(collider), box_of(&world, &disc), "of another shape");
    world.set_enabled(body, false).unwrap();
    world.set_pose(body, Pose::from_translation(Vec2::new(-3.0, 7.0))).unwrap();
    assert_eq!(world.aabb(collider), box_of(&world, &disc), "put elsewhere while disabled");
    world.set_enabled(body, true).unwrap();
    assert_eq!(world.aabb(collider), box_of(&world, &disc), "enabled again");
    world.destroy_collider(collider).unwrap();
    assert_eq!(world.aabb(collider), Err(WorldError::StaleCollider(collider)));
}

#[test]
fn locked_motions_are_not_made() {
    let locks = [
        MotionLocks { x: true, ..MotionLocks::NONE },
        MotionLocks { y: true, ..MotionLocks::NONE },
        MotionLocks::ROTATION,
    ];
    for locks in locks {
        let mut world = world();
        let def = BodyDef { angular_velocity: 2.0, linear_velocity: Vec2::new(3.0, 1.0), ..BodyDef::default() };
        let (body, _) = add(&mut world, &BodyDef { locks, ..def }, &ColliderDef::new(rect(0.5, 0.5)));
        // It is hit from the side, off its centre.
        let hammer = BodyDef { linear_velocity: Vec2::new(-20.0, 0.0), ..BodyDef::dynamic(Vec2::new(4.0, 0.3)) };
        add(&mut world, &hammer, &ColliderDef { density: 10.0, ..ColliderDef::new(circle(0.4)) });
        run(&mut world, 60);
        let pose = world.pose(body).unwrap();
        let moves = [pose.translation.x != 0.0, pose.translation.y != 0.0, pose.rotation.sin() != 0.0];
        assert_eq!(moves, [!locks.x, !locks.y, !locks.rotation], "{locks:?}: {pose:?}");
        world.set_locks(body, MotionLocks::NONE).unwrap();
        assert_eq!(world.locks(body), Ok(MotionLocks::NONE));
        world.set_linear_velocity(body, Vec2::splat(5.0)).unwrap();
        world.set_angular_velocity(body, 1.0).unwrap();
        run(&mut world, 1);
        let after = world.pose(body).unwrap();
        assert!(after.translation.x != pose.translation.x && after.translation.y != pose.translation.y);
        assert!(after.rotation != pose.rotation);
    }
}

#[test]
fn damping_and_gravity_scale_change() {
    let mut world = world();
    let body = world.create_body(&BodyDef { gravity_scale: 0.0, ..BodyDef::default() }).unwrap();
    run(&mut world, 60);
    assert_eq!((position(&world, body), world.is_awake(body)), (Vec2::ZERO, Ok(false)));
    world.set_gravity_scale(body, -1.0).unwrap();
    run(&mut world, 60);
    assert!((position(&world, body).y - 5.0).abs() < 0.1, "{}", position(&world, body));
    world.set_gravity_scale(body, 0.0).unwrap();
    world.set_linear_velocity(body, Vec2::X).unwrap();
    world.set_damping(body, 1.0, 0.0).unwrap();
    run(&mut world, 60);
    // v' = −v for a second.
    assert!((world.linear_velocity(body).unwrap().x - (-1.0f32).exp()).abs() < 1e-3);
}

#[test]
fn a_mass_can_be_given_and_taken_back() {
    let (mut world, body, _) = resting();
    let given = MassProperties { mass: 4.0, center: Vec2::new(0.0, -0.25), inertia: 2.0 };
    world.set_mass_properties(body, given).unwrap();
    assert_eq!(world.mass_properties(body), Ok(given));
    assert_eq!(world.center_of_mass(body).unwrap(), position(&world, body) + given.center);
    let before = world.linear_velocity(body).unwrap();
    world.apply_impulse(body, Vec2::new(4.0, 0.0)).unwrap();
    assert_eq!(world.linear_velocity(body).unwrap() - before, Vec2::X);
    world.reset_mass_properties(body).unwrap();
    let own = world.mass_properties(body).unwrap();
    assert_eq!((own.mass, own.center), (1.0, Vec2::ZERO));
}

#[test]
fn a_response_changes() {
    let mut world = world();
    add_ground(&mut world);
    let bouncy = Material { restitution: 1.0, ..Material::default() };
    let def = BodyDef::dynamic(Vec2::new(0.0, 0.5));
    let (body, _) = add(&mut world, &def, &ColliderDef { material: bouncy, ..ColliderDef::new(circle(0.5)) });
    run(&mut world, 10);
    // The contact it has already is answered in the new way.
    world.set_response(body, Response::Separate).unwrap();
    run(&mut world, 30);
    assert!((position(&world, body).y - 0.5).abs() < 0.01, "{}", position(&world, body));
    world.set_pose(body, Pose::from_translation(Vec2::new(0.0, 2.0))).unwrap();
    run(&mut world, 120);
    assert!((position(&world, body).y - 0.5).abs() < 0.01, "it does not bounce");
    world.set_response(body, Response::Dynamics).unwrap();
    world.set_pose(body, Pose::from_translation(Vec2::new(0.0, 2.0))).unwrap();
    let mut highest = f32::MIN;
    for step in 0..90 {
        run(&mut world, 1);
        if step > 40 {
            highest = highest.max(position(&world, body).y);
        }
    }
    assert!(highest > 1.5, "it bounces: {highest}");
}

#[test]
fn a_shape_grows_and_pushes_what_lies_on_it() {
    let (mut world, body, collider) = resting();
    let (upper, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 1.5)), &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 60);
    world.set_shape(collider, rect(0.5, 0.6), Pose::IDENTITY).unwrap();
    assert!((world.mass_properties(body).unwrap().mass - 1.2).abs() < 1e-6);
    run(&mut world, 120);
    assert!((position(&world, body).y - 0.6).abs() < 0.01 && (position(&world, upper).y - 1.7).abs() < 0.02);
    assert_eq!(world.shape(collider), Ok(&rect(0.5, 0.6)));
}

#[test]
fn density_material_and_filter_change() {
    let (mut world, body, collider) = resting();
    world.set_density(collider, 3.0).unwrap();
    assert_eq!((world.mass_properties(body).unwrap().mass, world.density(collider)), (3.0, Ok(3.0)));
    // The contact it has already becomes a conveyor belt.
    let belt = Material { surface_speed: 2.0, ..Material::default() };
    world.set_material(collider, belt).unwrap();
    run(&mut world, 60);
    assert_eq!(world.material(collider), Ok(belt));
    assert!((world.linear_velocity(body).unwrap().x.abs() - 2.0).abs() < 0.01);
    let ghost = Filter { mask: 0, ..Filter::ALL };
    world.set_filter(collider, ghost).unwrap();
    run(&mut world, 60);
    assert_eq!(world.filter(collider), Ok(ghost));
    assert!(position(&world, body).y < -3.0, "it fell through the ground");
}

#[test]
fn bad_changes_are_refused_and_change_nothing() {
    let mut world = weightless();
    let (body, collider) = add(&mut world, &BodyDef::default(), &ColliderDef::new(rect(0.5, 0.5)));
    let mass = world.mass_properties(body);
    let light = |mass, inertia, center| MassProperties { mass, inertia, center };
    for x in [f32::NAN, f32::INFINITY, -1.0, 1.0e38] {
        assert!(world.set_damping(body, x, 0.0).is_err() && world.set_damping(body, 0.0, x).is_err());
        assert!(world.set_density(collider, x).is_err());
        assert!(world.set_mass_properties(body, light(x, 1.0, Vec2::ZERO)).is_err());
        assert!(world.set_mass_properties(body, light(1.0, x, Vec2::ZERO)).is_err());
        assert!(world.set_material(collider, Material { friction: x, ..Material::default() }).is_err());
    }
    assert!(world.set_gravity_scale(body, f32::NAN).is_err());
    assert!(world.set_mass_properties(body, light(1.0, 1.0, Vec2::NAN)).is_err());
    let far = Pose::from_translation(Vec2::new(2.0e7, 0.0));
    assert!(world.set_shape(collider, rect(1.0, 1.0), far).is_err());
    // The inertia of this would overflow.
    world.set_density(collider, 1.0e9).unwrap();
    let heavy = world.mass_properties(body);
    assert!(world.set_shape(collider, rect(1.0e6, 1.0e6), Pose::IDENTITY).is_err());
    assert_eq!((world.mass_properties(body), world.shape(collider)), (heavy, Ok(&rect(0.5, 0.5))));
    world.set_density(collider, 1.0).unwrap();
    assert_eq!(world.mass_properties(body), mass);
    world.destroy_body(body).unwrap();
    let stale = Err(WorldError::StaleBody(body));
    assert_eq!(world.set_kind(body, BodyKind::Static), stale);
    assert_eq!(world.set_response(body, Response::Separate), stale);
    assert_eq!(world.set_enabled(body, false), stale);
    assert_eq!(world.set_locks(body, MotionLocks::NONE), stale);
    assert_eq!(world.reset_mass_properties(body), stale);
    let stale = Err(WorldError::StaleCollider(collider));
    assert_eq!(world.set_shape(collider, rect(1.0, 1.0), Pose::IDENTITY), stale);
    assert_eq!(world.set_filter(collider, Filter::ALL), stale);
    assert_eq!(world.set_material(collider, Material::default()), stale);
}

#[test]
fn forces_on_a_disabled_body_come_to_nothing() {
    let mut world = weightless();
    let (body, _) = add(&mut world, &BodyDef::default(), &ColliderDef::new(rect(0.5, 0.5)));
    world.apply_force(body, Vec2::new(60.0, 0.0)).unwrap();
    world.set_enabled(body, false).unwrap();
    for _ in 0..100 {
        world.apply_force(body, Vec2::new(60.0, 0.0)).unwrap();
        world.apply_torque(body, 60.0).unwrap();
        run(&mut world, 1);
    }
    world.set_enabled(body, true).unwrap();
    run(&mut world, 1);
    assert_eq!((world.linear_velocity(body), world.angular_velocity(body)), (Ok(Vec2::ZERO), Ok(0.0)));
}

#[test]
fn a_body_whose_colliders_outweigh_every_limit_keeps_the_largest_mass_when_it_loses_one() {
    let mut world = weightless();
    let body = world.create_body(&BodyDef::default()).unwrap();
    let heavy = ColliderDef { density: 1.0e9, ..ColliderDef::new(rect(1.2e5, 1.2e5)) };
    let light = MassProperties { mass: 1.0, center: Vec2::ZERO, inertia: 1.0 };
    // Each of them is less than the limit; set to nothing in between, they come to more than that together.
    for _ in 0..2 {
        world.create_collider(body, &heavy).unwrap();
        world.set_mass_properties(body, light).unwrap();
    }
    let small = world.create_collider(body, &ColliderDef::new(circle(1.0))).unwrap();
    world.destroy_collider(small).unwrap();
    let mass = world.mass_properties(body).unwrap();
    assert!((mass.mass - 1.152e20).abs() < 1.0e14 && mass.inertia == 1.0e30, "{mass:?}");
    assert!(world.reset_mass_properties(body).is_err());
    run(&mut world, 3);
}

/// Whatever is changed of a static body, it weighs what a dynamic one does of which the same is changed, but for rounding: when that is asked
/// for, and when it becomes dynamic. Its colliders come in the same order.
#[test]
fn a_static_body_weighs_what_its_colliders_do_when_somebody_asks() {
    let mut dice = Dice::new(11);
    for round in 0..200 {
        let mut world = weightless();
        let bodies = [BodyDef::fixed(Vec2::ZERO), BodyDef::dynamic(Vec2::new(100.0, 0.0))]
            .map(|def| world.create_body(&def).unwrap());
        let mut colliders: Vec<[ColliderId; 2]> = Vec::new();
        for change in 0..30 {
            let shape = rect(dice.number(0.1, 1.0), dice.number(0.1, 1.0));
            let place = Pose::from_translation(Vec2::new(dice.number(-3.0, 3.0), dice.number(-3.0, 3.0)));
            let density = dice.number(0.5, 2.0);
            let which = dice.throw(colliders.len().max(1) as u64) as usize;
            match dice.throw(12) {
                0..5 => {
                    let def = ColliderDef { density, local_pose: place, ..ColliderDef::new(shape) };
                    colliders.push(bodies.map(|body| world.create_collider(body, &def).unwrap()));
                }
                5 => {
                    let mass = MassProperties { mass: density, center: place.translation, inertia: density };
                    bodies.iter().for_each(|&body| world.set_mass_properties(body, mass).unwrap());
                }
                6 => bodies.iter().for_each(|&body| world.reset_mass_properties(body).unwrap()),
                _ if colliders.is_empty() => {}
                7..9 => colliders[which].iter().for_each(|&it| world.set_shape(it, shape.clone(), place).unwrap()),
                9 => colliders[which].iter().for_each(|&it| world.set_density(it, density).unwrap()),
                _ => colliders.remove(which).iter().for_each(|&it| world.destroy_collider(it).unwrap()),
            }
            let is_last = change == 29;
            if is_last {
                world.set_kind(bodies[0], BodyKind::Dynamic).unwrap();
            }
            let [found, expected] = bodies.map(|body| world.mass_properties(body).unwrap());
            let is_near = |a: f32, b: f32| (a - b).abs() <= 1e-5 * (1.0 + a.abs().max(b.abs()));
            let is_same = is_near(found.mass, expected.mass)
                && is_near(found.inertia, expected.inertia)
                && found.center.distance(expected.center) < 1e-5;
            assert!(is_same, "round {round}, change {change}: {found:?}, not {expected:?}");
            assert!(world.center_of_mass(bodies[0]).unwrap().distance(expected.center) < 1e-5, "round {round}");
            for (number, body) in bodies.into_iter().enumerate() {
                let newest_first: Vec<_> = world.colliders_of(body).unwrap().collect();
                assert!(newest_first.iter().rev().eq(colliders.iter().map(|of| &of[number])), "round {round}");
            }
            if is_last {
                // It is pushed as what weighs that: at its centre of mass both get the same velocity.
                let impulse = Vec2::new(3.0, -2.0);
                let velocities = bodies.map(|body| {
                    world.apply_impulse(body, impulse).unwrap();
                    world.linear_velocity(body).unwrap()
                });
                assert!(velocities[0].distance(velocities[1]) < 1e-4 * velocities[1].length(), "{velocities:?}");
            }
        }
    }
}

/// Nobody weighs a level anew when a tile goes, but a tile that no body could bear is refused all the same.
#[test]
fn what_overflows_is_no_shape_for_a_static_body_either() {
    let mut world = weightless();
    let ground = world.create_body(&BodyDef::fixed(Vec2::ZERO)).unwrap();
    let def = ColliderDef { density: 1.0e9, ..ColliderDef::new(rect(1.0, 1.0)) };
    let tiles = [(); 2].map(|()| world.create_collider(ground, &def).unwrap());
    world.destroy_collider(tiles[0]).unwrap();
    let huge = rect(4.0e5, 4.0e5);
    assert!(world.set_shape(tiles[1], huge.clone(), Pose::IDENTITY).is_err());
    assert!(world.create_collider(ground, &ColliderDef { density: 1.0e9, ..ColliderDef::new(huge) }).is_err());
    assert_eq!(world.mass_properties(ground).map(|mass| mass.mass), Ok(4.0e9));
}

#[test]
fn a_body_that_loses_colliders_weighs_what_the_others_do_as_they_are() {
    let mut world = weightless();
    let at = |x: f32| Pose::from_translation(Vec2::new(x, 0.0));
    let def = |x: f32| ColliderDef { local_pose: at(x), ..ColliderDef::new(rect(0.5, 0.5)) };
    let (body, gone) = add(&mut world, &BodyDef::dynamic(Vec2::ZERO), &def(9.0));
    let [heavy, moved] = [1.0, 2.0].map(|x| world.create_collider(body, &def(x)).unwrap());
    world.set_density(heavy, 3.0).unwrap();
    world.set_shape(moved, circle(0.25), at(4.0)).unwrap();
    world.destroy_collider(gone).unwrap();
    let (twin, _) = add(&mut world, &BodyDef::dynamic(Vec2::ZERO), &ColliderDef { density: 3.0, ..def(1.0) });
    world.create_collider(twin, &ColliderDef { local_pose: at(4.0), ..ColliderDef::new(circle(0.25)) }).unwrap();
    world.reset_mass_properties(twin).unwrap();
    assert_eq!(world.mass_properties(body), world.mass_properties(twin));
}
