//! Everything a body, a collider and a world are made with can be read, and all but sleep, which comes by itself, changed.

mod common;

use common::{DT, add, add_ground, circle, position, rect, run, weightless, world};
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, Filter, Material, MixRule, MotionLocks, Pose, Response, Rot,
    Settings, Snapshot, Vec2, World, WorldError,
};

/// Nothing in these has its default, but that the body is awake: one that sleeps has no velocity.
fn unusual() -> (BodyDef, ColliderDef) {
    let body = BodyDef {
        kind: BodyKind::Kinematic,
        response: Response::Separate,
        pose: Pose::new(Vec2::new(1.0, 2.0), Rot::from_angle(0.5)),
        linear_velocity: Vec2::new(3.0, 4.0),
        angular_velocity: 5.0,
        linear_damping: 6.0,
        angular_damping: 7.0,
        gravity_scale: 8.0,
        is_bullet: true,
        locks: MotionLocks::ROTATION,
        can_sleep: false,
        is_awake: true,
        user_data: 9,
    };
    let collider = ColliderDef {
        shape: circle(0.7),
        local_pose: Pose::new(Vec2::ZERO, Rot::from_angle(1.0)),
        density: 2.0,
        material: Material {
            friction: 0.1,
            friction_rule: Some(MixRule::Maximum),
            restitution: 0.2,
            restitution_rule: Some(MixRule::Minimum),
            rolling_resistance: 0.3,
            rolling_resistance_rule: Some(MixRule::Sum),
            surface_speed: 0.4,
            surface_speed_rule: Some(MixRule::Product),
        },
        filter: Filter { category: 2, mask: 3, group: 4 },
        one_way: Some(Vec2::X),
        is_seamless: true,
        is_sensor: true,
        contact_events: false,
        hit_events: false,
        user_data: 10,
    };
    (body, collider)
}

#[test]
fn a_world_tells_what_it_was_told() {
    let (body_def, collider_def) = unusual();
    let mut world = world();
    let (body, collider) = add(&mut world, &body_def, &collider_def);
    assert_eq!(world.body_def(body), Ok(body_def));
    assert_eq!(world.collider_def(collider), Ok(collider_def.clone()));
    let asleep = BodyDef { is_awake: false, linear_velocity: Vec2::ZERO, angular_velocity: 0.0, ..body_def };
    let told_velocities = BodyDef { is_awake: false, ..body_def };
    for def in [asleep, told_velocities] {
        let (body, _) = add(&mut world, &def, &collider_def);
        assert_eq!(world.body_def(body), Ok(asleep));
    }
}

#[test]
fn setters_make_of_the_default_what_a_definition_makes_at_once() -> Result<(), WorldError> {
    let (body_def, collider_def) = unusual();
    let mut world = world();
    let (body, collider) = add(&mut world, &BodyDef::default(), &ColliderDef::new(rect(0.5, 0.5)));
    world.set_kind(body, body_def.kind)?;
    world.set_response(body, body_def.response)?;
    world.set_pose(body, body_def.pose)?;
    world.set_linear_velocity(body, body_def.linear_velocity)?;
    world.set_angular_velocity(body, body_def.angular_velocity)?;
    world.set_damping(body, body_def.linear_damping, body_def.angular_damping)?;
    world.set_gravity_scale(body, body_def.gravity_scale)?;
    world.set_bullet(body, body_def.is_bullet)?;
    world.set_locks(body, body_def.locks)?;
    world.set_can_sleep(body, body_def.can_sleep)?;
    world.set_user_data(body, body_def.user_data)?;
    assert_eq!(world.body_def(body), Ok(body_def));
    world.set_shape(collider, collider_def.shape.clone(), collider_def.local_pose)?;
    world.set_density(collider, collider_def.density)?;
    world.set_material(collider, collider_def.material)?;
    world.set_filter(collider, collider_def.filter)?;
    world.set_one_way(collider, Some(Vec2::new(4.0, 0.0)))?;
    world.set_seamless(collider, true)?;
    world.set_sensor(collider, collider_def.is_sensor)?;
    world.set_contact_events(collider, collider_def.contact_events)?;
    world.set_hit_events(collider, collider_def.hit_events)?;
    world.set_collider_user_data(collider, collider_def.user_data)?;
    assert_eq!(world.collider_def(collider), Ok(collider_def));
    let settings = Settings { sub_steps: 2, sleep: false, aabb_margin: 0.2, gravity: Vec2::X, ..Settings::default() };
    world.set_settings(settings)?;
    assert_eq!(world.settings(), &settings);
    Ok(())
}

/// A unit box asleep on a platform, and the platform's collider.
fn asleep_on_a_platform() -> (World, BodyId, ColliderId) {
    let mut world = world();
    let (_, platform) = add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -0.5)), &ColliderDef::new(rect(5.0, 0.5)));
    let (body, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 60);
    assert_eq!(world.is_awake(body), Ok(false));
    (world, body, platform)
}

#[test]
fn what_becomes_a_sensor_lets_fall_what_lies_on_it_and_reports_it() {
    let (mut world, body, platform) = asleep_on_a_platform();
    world.set_sensor(platform, true).unwrap();
    run(&mut world, 1);
    assert_eq!((world.events().end.len(), world.events().sensor_begin.len()), (1, 1));
    run(&mut world, 14);
    let fallen = position(&world, body).y;
    assert!(fallen < 0.3, "{fallen}");
    world.set_sensor(platform, false).unwrap();
    run(&mut world, 1);
    assert_eq!((world.events().sensor_end.len(), world.events().begin.len()), (1, 1));
    run(&mut world, 120);
    assert!((position(&world, body).y - 0.5).abs() < 0.01, "it is pushed out: {}", position(&world, body));
}

#[test]
fn what_becomes_one_way_lets_pass_what_comes_from_behind() {
    let (mut world, body, platform) = asleep_on_a_platform();
    world.set_one_way(platform, Some(-Vec2::Y)).unwrap();
    run(&mut world, 90);
    assert!(position(&world, body).y < -2.0, "{}", position(&world, body));
    let (mut world, body, platform) = asleep_on_a_platform();
    world.set_one_way(platform, Some(Vec2::Y)).unwrap();
    run(&mut world, 60);
    assert!((position(&world, body).y - 0.5).abs() < 0.01, "it stands on the front: {}", position(&world, body));
    assert!(matches!(world.set_one_way(platform, Some(Vec2::ZERO)), Err(WorldError::InvalidNumber { .. })));
    assert_eq!(world.one_way(platform), Ok(Some(Vec2::Y)));
    world.set_one_way(platform, None).unwrap();
    world.set_pose(body, Pose::from_translation(Vec2::new(0.0, -3.0))).unwrap();
    world.set_linear_velocity(body, Vec2::new(0.0, 15.0)).unwrap();
    run(&mut world, 60);
    assert!(position(&world, body).y < -1.0, "it bumps its head: {}", position(&world, body));
}

#[test]
fn contacts_that_there_are_report_from_now_on_or_no_longer() {
    let drop = |before: bool, after: bool, hits: bool| {
        let mut world = world();
        let quiet = ColliderDef { contact_events: false, hit_events: false, ..ColliderDef::new(rect(5.0, 1.0)) };
        add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -1.0)), &quiet);
        let ball = ColliderDef { contact_events: before, hit_events: false, ..ColliderDef::new(circle(0.5)) };
        let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &ball);
        world.step(DT).unwrap();
        let begun = world.events().begin.len();
        world.set_contact_events(collider, after).unwrap();
        world.set_hit_events(collider, hits).unwrap();
        world.set_linear_velocity(body, Vec2::new(0.0, 5.0)).unwrap();
        let (mut ended, mut hit) = (0, 0);
        for _ in 0..90 {
            world.step(DT).unwrap();
            ended += world.events().end.len();
            hit += world.events().hit.len();
        }
        (begun, ended, hit)
    };
    assert_eq!(drop(false, false, false), (0, 0, 0));
    assert_eq!(drop(false, true, true), (0, 1, 1));
    assert_eq!(drop(true, false, true), (1, 0, 1));
}

#[test]
fn a_world_that_no_longer_sleeps_is_awake() {
    let (mut world, body, _) = asleep_on_a_platform();
    world.set_settings(*world.settings()).unwrap();
    assert_eq!(world.is_awake(body), Ok(false), "nothing changed");
    let refused = world.set_settings(Settings { sleep: false, sub_steps: 0, ..*world.settings() });
    assert!(matches!(refused, Err(WorldError::InvalidNumber { what: "sub_steps", .. })));
    assert_eq!((world.is_awake(body), world.settings()), (Ok(false), &Settings::default()));
    world.set_settings(Settings { sleep: false, ..*world.settings() }).unwrap();
    run(&mut world, 60);
    assert_eq!(world.is_awake(body), Ok(true));
    world.set_settings(Settings::default()).unwrap();
    run(&mut world, 60);
    assert_eq!(world.is_awake(body), Ok(false));
}

#[test]
fn a_margin_set_later_fattens_boxes_from_then_on() {
    let mut world = weightless();
    let def = BodyDef { linear_velocity: Vec2::X, ..BodyDef::dynamic(Vec2::ZERO) };
    let (_, collider) = add(&mut world, &def, &ColliderDef::new(rect(2.0, 2.0)));
    let height = |world: &World| world.fat_aabb(collider).unwrap().half_extents().y;
    run(&mut world, 30);
    assert!((height(&world) - 2.05).abs() < 1e-5);
    world.set_settings(Settings { aabb_margin: 0.3, ..*world.settings() }).unwrap();
    run(&mut world, 60);
    assert!((height(&world) - 2.3).abs() < 1e-5, "{}", height(&world));
}

/// Whoever keeps a world in a struct of its own may derive `Debug` for that.
#[test]
fn a_world_and_a_snapshot_tell_how_large_they_are() {
    let mut world = world();
    add_ground(&mut world);
    world.step(DT).unwrap();
    let told = "World { step: 1, bodies: 1, colliders: 1, asleep: 0, .. }";
    assert_eq!(format!("{world:?}"), told);
    let mut snapshot = Snapshot::new();
    world.snapshot(&mut snapshot);
    assert_eq!(format!("{snapshot:?}"), format!("Snapshot {{ world: {told}, .. }}"));
}

#[test]
fn events_are_asked_of_the_contacts_there_are_now() {
    let mut world = weightless();
    let silent = ColliderDef { contact_events: false, ..ColliderDef::new(rect(0.5, 0.5)) };
    let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::ZERO), &silent);
    for x in [0.9, 10.9] {
        add(&mut world, &BodyDef::fixed(Vec2::new(x, 0.0)), &silent);
    }
    let (put, at_ten) =
        (|world: &mut World, x| world.set_pose(body, Pose::from_translation(Vec2::new(x, 0.0))).unwrap(), 10.0);
    run(&mut world, 1);
    let mut before = Snapshot::new();
    world.snapshot(&mut before);
    world.set_contact_events(collider, true).unwrap();
    let (_, new) = add(&mut world, &BodyDef::fixed(Vec2::new(at_ten, 9.0)), &silent);
    world.set_contact_events(new, true).unwrap();
    put(&mut world, at_ten);
    run(&mut world, 1);
    assert_eq!((world.events().begin.len(), world.events().end.len()), (1, 1));
    world.set_contact_events(collider, false).unwrap();
    put(&mut world, 20.0);
    run(&mut world, 1);
    assert!(world.events().end.is_empty(), "the contact that began since the first call");
    world.set_contact_events(collider, true).unwrap();
    world.restore(&before);
    world.set_contact_events(collider, true).unwrap();
    put(&mut world, 20.0);
    run(&mut world, 1);
    assert_eq!(world.events().end.len(), 1, "the contact that is back");
}

#[test]
fn events_are_not_asked_of_contacts_of_who_had_the_slot_before() {
    let mut world = weightless();
    let silent = ColliderDef { contact_events: false, ..ColliderDef::new(rect(0.5, 0.5)) };
    let (_, stays) = add(&mut world, &BodyDef::dynamic(Vec2::ZERO), &silent);
    let (wall, gone) = add(&mut world, &BodyDef::fixed(Vec2::new(0.9, 0.0)), &silent);
    run(&mut world, 1);
    world.destroy_collider(gone).unwrap();
    let new = world.create_collider(wall, &silent).unwrap();
    assert_eq!(new.to_bits() as u32, gone.to_bits() as u32, "it took the slot");
    world.set_contact_events(new, true).unwrap();
    world.set_contact_events(stays, true).unwrap();
    run(&mut world, 1);
    assert_eq!((world.events().begin.len(), world.events().end.len()), (1, 0));
}
