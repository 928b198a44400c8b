//! What is refused, and that a refusal changes nothing.

mod common;

use common::{DT, add, add_ground, circle, rect, run, world};
use world::{
    Aabb, BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, Filter, MAX_SUB_STEPS, MassProperties, Material,
    MotionLocks, Pose, QueryFilter, Response, Rot, Settings, StepError, Vec2, World, WorldError,
};

const BROKEN: [f32; 4] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 2.0e7];

fn busy() -> (World, BodyId, ColliderId) {
    let mut world = world();
    add_ground(&mut world);
    let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 3);
    (world, body, collider)
}

/// Refused with a message that contains `part`, and the world goes on as if nothing had been asked.
fn refused<T: std::fmt::Debug>(part: &str, call: impl Fn(&mut World, BodyId, ColliderId) -> Result<T, WorldError>) {
    let (mut world, body, collider) = busy();
    let (mut twin, ..) = busy();
    let before = world.state_hash();
    let error = call(&mut world, body, collider).expect_err(part);
    assert!(error.to_string().contains(part), "{error}");
    assert_eq!(world.state_hash(), before);
    assert_eq!((world.body_count(), world.collider_count()), (twin.body_count(), twin.collider_count()));
    run(&mut world, 5);
    run(&mut twin, 5);
    assert_eq!(world.state_hash(), twin.state_hash(), "{part}");
}

#[test]
fn numbers_out_of_range_are_named() {
    for x in BROKEN {
        let v = Vec2::new(0.0, x);
        refused("position", |w, _, _| w.create_body(&BodyDef::dynamic(v)));
        refused("linear velocity", |w, _, _| w.create_body(&BodyDef { linear_velocity: v, ..BodyDef::default() }));
        refused("angular velocity", |w, _, _| w.create_body(&BodyDef { angular_velocity: x, ..BodyDef::default() }));
        refused("linear damping", |w, _, _| w.create_body(&BodyDef { linear_damping: x, ..BodyDef::default() }));
        refused("angular damping", |w, _, _| w.create_body(&BodyDef { angular_damping: x, ..BodyDef::default() }));
        refused("gravity scale", |w, _, _| w.create_body(&BodyDef { gravity_scale: x, ..BodyDef::default() }));
        refused("position", |w, body, _| w.set_pose(body, Pose::from_translation(v)));
        refused("linear velocity", |w, body, _| w.set_linear_velocity(body, v));
        refused("angular velocity", |w, body, _| w.set_angular_velocity(body, x));
        refused("point", |w, body, _| w.apply_force_at(body, Vec2::X, v));
        refused("velocity", |w, body, _| w.apply_impulse(body, v));
        refused("velocity", |w, body, _| w.apply_angular_impulse(body, x));
        refused("gravity", |w, _, _| w.set_gravity(v));
        refused("point", |w, _, _| w.query_point(v, &QueryFilter::ALL, &mut Vec::new()));
        refused("origin", |w, _, _| w.ray_cast_closest(v, Vec2::X, &QueryFilter::ALL));
        refused("translation", |w, _, _| w.ray_cast_all(Vec2::ZERO, v, &QueryFilter::ALL, &mut Vec::new()));
        let aabb = Aabb { min: Vec2::ZERO, max: Vec2::new(1.0, x) };
        refused("corner", |w, _, _| w.query_aabb(&aabb, &QueryFilter::ALL, &mut Vec::new()));
        refused("corner", |w, _, _| w.query_bounds(&aabb, &QueryFilter::ALL, &mut Vec::new()));
        let local_pose = Pose::from_translation(v);
        for one_way in [Some(v), Some(Vec2::ZERO)] {
            refused("one-way direction", |w, body, _| {
                w.create_collider(body, &ColliderDef { one_way, ..ColliderDef::new(circle(1.0)) })
            });
        }
        refused("local position", |w, body, _| {
            w.create_collider(body, &ColliderDef { local_pose, ..ColliderDef::new(circle(1.0)) })
        });
    }
    for x in [f32::NAN, f32::INFINITY] {
        refused("force", |w, body, _| w.apply_force(body, Vec2::new(x, 0.0)));
        refused("torque", |w, body, _| w.apply_torque(body, x));
    }
}

#[test]
fn densities_and_materials_must_make_sense() {
    for x in [f32::NAN, f32::INFINITY, -1.0] {
        refused("density", |w, body, _| {
            w.create_collider(body, &ColliderDef { density: x, ..ColliderDef::new(circle(1.0)) })
        });
        type Broken = fn(f32) -> Material;
        let cases: [(&str, Broken); 3] = [
            ("friction", |friction| Material { friction, ..Material::default() }),
            ("restitution", |restitution| Material { restitution, ..Material::default() }),
            ("rolling resistance", |rolling_resistance| Material { rolling_resistance, ..Material::default() }),
        ];
        for (name, broken) in cases {
            let material = broken(x);
            refused(name, |w, body, _| {
                w.create_collider(body, &ColliderDef { material, ..ColliderDef::new(circle(1.0)) })
            });
        }
    }
    refused("extent", |w, body, _| w.create_collider(body, &ColliderDef::new(circle(2.0e7))));
    refused("inertia", |w, body, _| {
        w.create_collider(body, &ColliderDef { density: 1.0e9, ..ColliderDef::new(circle(9.0e6)) })
    });
}

#[test]
fn stale_handles_are_refused_everywhere() {
    let (mut world, body, collider) = busy();
    world.destroy_body(body).unwrap();
    // The slot is taken by another body at once: the old handle must not name it.
    add(&mut world, &BodyDef::dynamic(Vec2::new(9.0, 9.0)), &ColliderDef::new(circle(1.0)));
    assert_refused(&mut world, body, collider);
}

#[test]
fn ids_made_up_of_bits_are_refused_everywhere() {
    let (mut world, body, collider) = busy();
    assert_eq!(BodyId::from_bits(body.to_bits()), body);
    assert_eq!(ColliderId::from_bits(collider.to_bits()), collider);
    world.destroy_body(body).unwrap();
    // What a slot is known by while it is free, what it will be known by, and what there is no slot for.
    let next = [body.to_bits(), collider.to_bits()].map(|bits| [bits + (1 << 32), bits + (2 << 32)]);
    let far = [0, 1, u64::from(u32::MAX), 1 << 63, u64::MAX, 1 << 32 | 0xffff_ffff];
    for bits in next.into_iter().flatten().chain(far) {
        let (body, collider) = (BodyId::from_bits(bits), ColliderId::from_bits(bits));
        assert_eq!((body.to_bits(), collider.to_bits()), (bits, bits));
        assert_refused(&mut world, body, collider);
    }
}

/// Calls everything with ids of what is not there.
fn assert_refused(world: &mut World, body: BodyId, collider: ColliderId) {
    let before = world.state_hash();
    let (stale, mass) = (Some(WorldError::StaleBody(body)), MassProperties::default());
    assert_eq!(world.pose(body).err(), stale);
    assert_eq!(world.set_pose(body, Pose::IDENTITY).err(), stale);
    assert_eq!(world.center_of_mass(body).err(), stale);
    assert_eq!(world.linear_velocity(body).err(), stale);
    assert_eq!(world.set_linear_velocity(body, Vec2::X).err(), stale);
    assert_eq!(world.angular_velocity(body).err(), stale);
    assert_eq!(world.set_angular_velocity(body, 1.0).err(), stale);
    assert_eq!(world.velocity_at(body, Vec2::ZERO).err(), stale);
    assert_eq!(world.set_kinematic_target(body, Pose::IDENTITY, DT).err(), stale);
    assert_eq!(world.kind(body).err(), stale);
    assert_eq!(world.set_kind(body, BodyKind::Static).err(), stale);
    assert_eq!(world.response(body).err(), stale);
    assert_eq!(world.set_response(body, Response::Separate).err(), stale);
    assert_eq!(world.is_enabled(body).err(), stale);
    assert_eq!(world.set_enabled(body, false).err(), stale);
    assert_eq!(world.locks(body).err(), stale);
    assert_eq!(world.set_locks(body, MotionLocks::ROTATION).err(), stale);
    assert_eq!(world.is_bullet(body).err(), stale);
    assert_eq!(world.set_bullet(body, true).err(), stale);
    assert_eq!(world.linear_damping(body).err(), stale);
    assert_eq!(world.angular_damping(body).err(), stale);
    assert_eq!(world.set_damping(body, 0.0, 0.0).err(), stale);
    assert_eq!(world.gravity_scale(body).err(), stale);
    assert_eq!(world.set_gravity_scale(body, 1.0).err(), stale);
    assert_eq!(world.mass_properties(body).err(), stale);
    assert_eq!(world.set_mass_properties(body, mass).err(), stale);
    assert_eq!(world.reset_mass_properties(body).err(), stale);
    assert_eq!(world.user_data(body).err(), stale);
    assert_eq!(world.set_user_data(body, 1).err(), stale);
    assert_eq!(world.apply_force(body, Vec2::X).err(), stale);
    assert_eq!(world.apply_force_at(body, Vec2::X, Vec2::ZERO).err(), stale);
    assert_eq!(world.apply_torque(body, 1.0).err(), stale);
    assert_eq!(world.apply_impulse(body, Vec2::X).err(), stale);
    assert_eq!(world.apply_impulse_at(body, Vec2::X, Vec2::ZERO).err(), stale);
    assert_eq!(world.apply_angular_impulse(body, 1.0).err(), stale);
    assert_eq!(world.is_awake(body).err(), stale);
    assert_eq!(world.wake(body).err(), stale);
    assert_eq!(world.can_sleep(body).err(), stale);
    assert_eq!(world.set_can_sleep(body, false).err(), stale);
    assert_eq!(world.body_def(body).err(), stale);
    assert_eq!(world.colliders_of(body).err(), stale);
    assert_eq!(world.contacts_of(body).err(), stale);
    assert_eq!(world.create_collider(body, &ColliderDef::new(circle(1.0))).err(), stale);
    assert_eq!(world.destroy_body(body).err(), stale);
    let stale = Some(WorldError::StaleCollider(collider));
    assert_eq!(world.body_of(collider).err(), stale);
    assert_eq!(world.shape(collider).err(), stale);
    assert_eq!(world.collider_pose(collider).err(), stale);
    assert_eq!(world.local_pose(collider).err(), stale);
    assert_eq!(world.density(collider).err(), stale);
    assert_eq!(world.set_density(collider, 2.0).err(), stale);
    assert_eq!(world.material(collider).err(), stale);
    assert_eq!(world.set_material(collider, Material::default()).err(), stale);
    assert_eq!(world.filter(collider).err(), stale);
    assert_eq!(world.set_filter(collider, Filter::default()).err(), stale);
    assert_eq!(world.one_way(collider).err(), stale);
    assert_eq!(world.set_one_way(collider, None).err(), stale);
    assert_eq!(world.is_seamless(collider).err(), stale);
    assert_eq!(world.set_seamless(collider, true).err(), stale);
    assert_eq!(world.is_sensor(collider).err(), stale);
    assert_eq!(world.set_sensor(collider, true).err(), stale);
    assert_eq!(world.has_contact_events(collider).err(), stale);
    assert_eq!(world.set_contact_events(collider, false).err(), stale);
    assert_eq!(world.has_hit_events(collider).err(), stale);
    assert_eq!(world.set_hit_events(collider, false).err(), stale);
    assert_eq!(world.aabb(collider).err(), stale);
    assert_eq!(world.fat_aabb(collider).err(), stale);
    assert_eq!(world.collider_def(collider).err(), stale);
    assert_eq!(world.collider_user_data(collider).err(), stale);
    assert_eq!(world.set_collider_user_data(collider, 1).err(), stale);
    assert_eq!(world.set_shape(collider, circle(1.0), Pose::IDENTITY).err(), stale);
    assert_eq!(world.contacts_of_collider(collider).err(), stale);
    assert_eq!(world.overlaps_of(collider).err(), stale);
    assert_eq!(world.destroy_collider(collider).err(), stale);
    assert_eq!(world.state_hash(), before);
}

#[test]
fn a_step_takes_a_sensible_time() {
    let (mut world, ..) = busy();
    let before = (world.state_hash(), world.report().step);
    for dt in [0.0, -0.0, -DT, f32::NAN, f32::INFINITY, 1.0e-9, 2.0] {
        match world.step(dt) {
            Err(StepError::InvalidTimeStep { dt: given }) => assert_eq!(given.to_bits(), dt.to_bits()),
            Ok(report) => panic!("a step of {dt} s was taken: {report:?}"),
        }
    }
    assert_eq!((world.state_hash(), world.report().step), before);
}

#[test]
fn kinds_are_respected() {
    let (mut world, body, _) = busy();
    let (fixed, _) = add_ground(&mut world);
    let wrong = |kind| move |error: &WorldError| matches!(error, WorldError::WrongKind { kind: k, .. } if *k == kind);
    assert!(world.set_linear_velocity(fixed, Vec2::X).is_err_and(|e| wrong(BodyKind::Static)(&e)));
    assert!(world.apply_impulse(fixed, Vec2::X).is_err_and(|e| wrong(BodyKind::Static)(&e)));
    assert!(world.set_kinematic_target(body, Pose::IDENTITY, DT).is_err_and(|e| wrong(BodyKind::Dynamic)(&e)));
}

#[test]
fn settings_are_checked() {
    fn refuse(name: &str, spoil: impl Fn(&mut Settings)) {
        let mut settings = Settings::default();
        spoil(&mut settings);
        let refused = World::new(settings).err();
        assert!(matches!(refused, Some(WorldError::InvalidNumber { what, .. }) if what == name), "{name}: {refused:?}");
    }
    type Set = fn(&mut Settings, f32);
    let amounts: [(&str, Set); 12] = [
        ("contact_hertz", |s, x| s.contact_hertz = x),
        ("contact_damping_ratio", |s, x| s.contact_damping_ratio = x),
        ("push_speed", |s, x| s.push_speed = x),
        ("restitution_threshold", |s, x| s.restitution_threshold = x),
        ("hit_speed", |s, x| s.hit_speed = x),
        ("speculative_margin", |s, x| s.speculative_margin = x),
        ("recycle_distance", |s, x| s.recycle_distance = x),
        ("linear_slop", |s, x| s.linear_slop = x),
        ("max_linear_speed", |s, x| s.max_linear_speed = x),
        ("sleep_speed", |s, x| s.sleep_speed = x),
        ("sleep_time", |s, x| s.sleep_time = x),
        ("aabb_margin", |s, x| s.aabb_margin = x),
    ];
    for (name, set) in amounts {
        for x in [f32::NAN, -1.0, f32::INFINITY] {
            refuse(name, |settings| set(settings, x));
        }
    }
    for x in BROKEN {
        refuse("gravity", |settings| settings.gravity.x = x);
        refuse("gravity", |settings| settings.gravity.y = x);
    }
    for sub_steps in [0, MAX_SUB_STEPS + 1] {
        refuse("sub_steps", |settings| settings.sub_steps = sub_steps);
    }
    for name in ["contact_hertz", "contact_damping_ratio", "max_linear_speed"] {
        let set = amounts.iter().find(|(of, _)| *of == name).expect("it is listed").1;
        refuse(name, |settings| set(settings, 0.0));
    }
}

#[test]
fn extremes_that_are_allowed_stay_finite() {
    let mut world = world();
    let far = 1.0e7;
    for (x, density, half) in [(far, 1.0e9, 1.0), (0.0, 1.0e-9, 1.0e-4), (0.5, 1.0e9, 1.0e3), (0.2, 0.0, 0.5)] {
        let def = BodyDef {
            linear_velocity: Vec2::new(-far, far),
            angular_velocity: far,
            ..BodyDef::dynamic(Vec2::new(x, 0.0))
        };
        let (body, _) = add(&mut world, &def, &ColliderDef { density, ..ColliderDef::new(rect(half, half)) });
        let _ = world.apply_force(body, Vec2::new(1.0e20, -1.0e20));
    }
    for dt in [1.0, 1.0e-6, DT, 1.0, DT] {
        world.step(dt).unwrap();
        for body in world.bodies() {
            assert!(world.pose(body).unwrap().is_finite());
            assert!(world.linear_velocity(body).unwrap().is_finite());
        }
    }
}

#[test]
fn who_is_refused_is_told_what_would_have_been_accepted() {
    let told = |settings: Settings| World::new(settings).unwrap_err().to_string();
    let default = Settings::default();
    assert_eq!(told(Settings { linear_slop: -1.0, ..default }), "linear_slop must be from 0 to 1e3, not -1");
    assert_eq!(told(Settings { push_speed: 2.0e4, ..default }), "push_speed must be from 0 to 1e4, not 20000");
    assert_eq!(told(Settings { sleep_time: f32::NAN, ..default }), "sleep_time must be from 0 to 1e7, not NaN");
    refused("density must be from 0 to 1e9, not -1", |world, body, _| {
        world.create_collider(body, &ColliderDef { density: -1.0, ..ColliderDef::new(rect(0.5, 0.5)) })
    });
    refused("mass must be from 0 to 1e30, not -1", |world, body, _| {
        let mass = world.mass_properties(body).unwrap();
        world.set_mass_properties(body, MassProperties { mass: -1.0, ..mass })
    });
    refused("rotational inertia must be at most 1e30, not 1", |world, body, _| {
        world.create_collider(body, &ColliderDef { density: 1.0e9, ..ColliderDef::new(circle(9.0e6)) })
    });
    refused("speed to the target must be at most max_linear_speed, not 600", |world, _, _| {
        let lift = world.create_body(&BodyDef::kinematic(Vec2::ZERO)).unwrap();
        let refusal = world.set_kinematic_target(lift, Pose::from_translation(Vec2::new(60.0, 0.0)), 0.1);
        world.destroy_body(lift).unwrap();
        refusal
    });
    refused("angular velocity to the target must be at most an eighth of a turn a step, not ", |world, _, _| {
        let plate = world.create_body(&BodyDef::kinematic(Vec2::ZERO)).unwrap();
        let refusal = world.set_kinematic_target(plate, Pose::new(Vec2::ZERO, Rot::from_angle(1.0)), 0.1);
        world.destroy_body(plate).unwrap();
        refusal
    });
}
