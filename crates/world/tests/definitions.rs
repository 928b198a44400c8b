//! The definitions that a world gives of what it has make the same again.

mod common;

use common::dice::Dice;
use common::{DT, add, circle, rect, run, world};
use world::{
    BodyDef, BodyKind, ColliderDef, Filter, Material, MotionLocks, Pose, Response, Rot, Shape, Vec2, World, WorldError,
};

/// Bodies of every kind fifty metres apart, with none to three colliders each, everything about them random; some sleep, some are
/// disabled, all are what ten steps and later changes made of them.
fn scattered(seed: u64) -> World {
    let (mut world, mut dice) = (world(), Dice::new(seed));
    for i in 0..80u8 {
        let vector = |dice: &mut Dice| Vec2::new(dice.number(-2.0, 2.0), dice.number(-2.0, 2.0));
        let pose = |dice: &mut Dice, around| Pose::new(around + vector(dice), Rot::from_angle(dice.number(-3.0, 3.0)));
        let def = BodyDef {
            kind: [BodyKind::Dynamic, BodyKind::Dynamic, BodyKind::Kinematic, BodyKind::Static][usize::from(i % 4)],
            response: if dice.one_in(3) { Response::Separate } else { Response::Dynamics },
            pose: pose(&mut dice, 50.0 * Vec2::new(f32::from(i % 9), f32::from(i / 9))),
            linear_velocity: vector(&mut dice),
            angular_velocity: dice.number(-4.0, 4.0),
            linear_damping: dice.number(0.0, 1.0),
            angular_damping: dice.number(0.0, 1.0),
            gravity_scale: dice.number(-1.0, 1.0),
            is_bullet: dice.one_in(2),
            locks: MotionLocks { x: dice.one_in(4), y: dice.one_in(4), rotation: dice.one_in(4) },
            can_sleep: dice.one_in(2),
            is_awake: !dice.one_in(4),
            user_data: dice.throw(1000),
        };
        let body = world.create_body(&def).unwrap();
        for _ in 0..dice.throw(4) {
            let shapes = [circle(0.5), rect(1.0, 0.2), Shape::capsule(-Vec2::X, Vec2::ONE, 0.1).unwrap()];
            let def = ColliderDef {
                shape: shapes[dice.throw(3) as usize].clone(),
                local_pose: pose(&mut dice, Vec2::ZERO),
                density: dice.number(0.0, 3.0),
                material: Material { friction: dice.number(0.0, 1.0), ..Material::default() },
                filter: Filter {
                    category: 1 << dice.throw(60),
                    mask: dice.throw(1000),
                    group: dice.throw(9) as i32 - 4,
                },
                one_way: dice.one_in(3).then(|| vector(&mut dice) + Vec2::splat(3.0)),
                is_seamless: dice.one_in(2),
                is_sensor: dice.one_in(3),
                contact_events: dice.one_in(2),
                hit_events: dice.one_in(2),
                user_data: dice.throw(1000),
            };
            world.create_collider(body, &def).unwrap();
        }
    }
    run(&mut world, 10);
    let bodies: Vec<_> = world.bodies().collect();
    for (i, &body) in bodies.iter().enumerate() {
        match i % 16 {
            0 => world.set_enabled(body, false).unwrap(),
            1 => world.set_damping(body, 0.25, 0.5).unwrap(),
            2 => world.set_bullet(body, dice.one_in(2)).unwrap(),
            _ => {}
        }
    }
    world
}

/// A world made of what another one says of all it has; ids are the same as long as nothing was destroyed.
fn copy_of(world: &World) -> Result<World, WorldError> {
    let mut copy = World::new(*world.settings())?;
    for body in world.bodies() {
        assert_eq!(copy.create_body(&world.body_def(body)?), Ok(body));
        let mut colliders: Vec<_> = world.colliders_of(body)?.collect();
        colliders.reverse();
        for collider in colliders {
            assert_eq!(copy.create_collider(body, &world.collider_def(collider)?), Ok(collider));
        }
        copy.set_enabled(body, world.is_enabled(body)?)?;
    }
    Ok(copy)
}

fn are_near(a: Vec2, b: Vec2) -> bool {
    a.distance(b) <= 1e-5 * (1.0 + a.length())
}

#[test]
fn a_copy_answers_as_the_original_does() -> Result<(), WorldError> {
    let (mut asleep, mut disabled, mut off_center) = (0, 0, 0);
    for seed in 0..8 {
        let world = scattered(seed);
        let copy = copy_of(&world)?;
        for body in world.bodies() {
            let BodyDef {
                kind,
                response,
                pose,
                linear_velocity,
                angular_velocity,
                linear_damping,
                angular_damping,
                gravity_scale,
                is_bullet: bullet,
                locks,
                can_sleep,
                is_awake: awake,
                user_data,
            } = copy.body_def(body)?;
            assert_eq!((kind, response, pose), (world.kind(body)?, world.response(body)?, world.pose(body)?));
            assert!(are_near(linear_velocity, world.velocity_at(body, pose.translation)?));
            assert!(are_near(copy.linear_velocity(body)?, world.linear_velocity(body)?), "seed {seed}, {body:?}");
            assert_eq!(angular_velocity, world.angular_velocity(body)?);
            let damping = [world.linear_damping(body)?, world.angular_damping(body)?];
            assert_eq!(([linear_damping, angular_damping], gravity_scale), (damping, world.gravity_scale(body)?));
            assert_eq!((bullet, locks), (world.is_bullet(body)?, world.locks(body)?));
            assert_eq!((can_sleep, user_data), (world.can_sleep(body)?, world.user_data(body)?));
            assert_eq!(copy.is_awake(body), world.is_awake(body), "seed {seed}, {body:?}");
            assert_eq!(awake, world.is_awake(body)? || kind == BodyKind::Static || !world.is_enabled(body)?);
            assert_eq!(copy.is_enabled(body), world.is_enabled(body));
            assert_eq!(copy.mass_properties(body), world.mass_properties(body), "seed {seed}, {body:?}");
            assert!(are_near(copy.center_of_mass(body)?, world.center_of_mass(body)?));
            assert!(copy.colliders_of(body)?.eq(world.colliders_of(body)?));
            asleep += usize::from(!awake);
            disabled += usize::from(!world.is_enabled(body)?);
            off_center += usize::from(!are_near(world.center_of_mass(body)?, pose.translation));
        }
        for collider in world.colliders() {
            let ColliderDef {
                shape,
                local_pose,
                density,
                material,
                filter,
                one_way,
                is_seamless,
                is_sensor,
                contact_events,
                hit_events,
                user_data,
            } = copy.collider_def(collider)?;
            assert_eq!((&shape, local_pose), (world.shape(collider)?, world.local_pose(collider)?));
            assert_eq!((density, material), (world.density(collider)?, world.material(collider)?));
            assert_eq!((filter, is_seamless), (world.filter(collider)?, world.is_seamless(collider)?));
            let fronts = one_way.zip(world.one_way(collider)?);
            assert_eq!((one_way.is_some(), fronts.is_some()), (world.one_way(collider)?.is_some(), one_way.is_some()));
            assert!(fronts.is_none_or(|(a, b)| are_near(a, b)));
            assert_eq!(is_sensor, world.is_sensor(collider)?);
            assert_eq!(contact_events, world.has_contact_events(collider)?);
            assert_eq!((hit_events, user_data), (world.has_hit_events(collider)?, world.collider_user_data(collider)?));
            assert_eq!(
                (copy.body_of(collider), copy.collider_pose(collider)),
                (world.body_of(collider), world.collider_pose(collider))
            );
        }
    }
    assert!(asleep > 50 && disabled > 30 && off_center > 200, "{asleep}, {disabled}, {off_center}");
    Ok(())
}

#[test]
fn a_copy_goes_where_the_original_goes() -> Result<(), WorldError> {
    let mut moved = 0;
    for seed in 0..4 {
        let mut world = scattered(seed);
        let before: Vec<_> = world.bodies().map(|body| world.pose(body).unwrap().translation).collect();
        let mut copy = copy_of(&world)?;
        // Before anything falls asleep: for how long the original has rested, the copy does not know.
        for _ in 0..18 {
            world.step(DT).unwrap();
            copy.step(DT).unwrap();
            assert_eq!(world.contacts().count(), 0);
        }
        for (body, before) in world.bodies().zip(before) {
            let (pose, expected) = (copy.pose(body)?, world.pose(body)?);
            assert!(are_near(pose.translation, expected.translation), "seed {seed}, {body:?}: {pose:?}, {expected:?}");
            let turned = pose.rotation.inv_mul(expected.rotation).angle();
            assert!(turned.abs() < 1e-5, "seed {seed}, {body:?}: {turned}");
            moved += usize::from(!are_near(before, expected.translation));
        }
    }
    assert!(moved > 100, "{moved}");
    Ok(())
}

#[test]
fn what_has_its_centre_of_mass_at_its_origin_is_copied_to_the_bit() -> Result<(), WorldError> {
    let mut world = world();
    let def = BodyDef { angular_velocity: 3.0, linear_velocity: Vec2::new(2.0, 9.0), ..BodyDef::dynamic(Vec2::ONE) };
    let (body, _) = add(&mut world, &def, &ColliderDef::new(rect(0.5, 0.2)));
    run(&mut world, 20);
    let mut copy = copy_of(&world)?;
    run(&mut world, 60);
    run(&mut copy, 60);
    assert_eq!(copy.pose(body), world.pose(body));
    assert_eq!(copy.linear_velocity(body), world.linear_velocity(body));
    Ok(())
}

#[cfg(feature = "serde")]
mod written {
    use super::*;
    use serde::Deserialize;
    use std::fmt::Debug;
    use world::{Explosion, Settings};

    fn read<T: for<'a> Deserialize<'a>>(text: &str) -> T {
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// An object without fields is read as the default, and one with a field that there is not is refused.
    fn is_default<T: for<'a> Deserialize<'a> + Default + PartialEq + Debug>() {
        assert_eq!(read::<T>("{}"), T::default());
        let refused = serde_json::from_str::<T>("{\"colour\": 1}").unwrap_err().to_string();
        assert!(refused.starts_with("unknown field `colour`"), "{refused}");
    }

    #[test]
    fn what_is_left_out_of_a_definition_is_read_as_its_default() {
        is_default::<BodyDef>();
        is_default::<Material>();
        is_default::<Filter>();
        is_default::<MotionLocks>();
        is_default::<Settings>();
        is_default::<Explosion>();
        is_default::<Pose>();
        let ball = ColliderDef::new(circle(0.5));
        assert_eq!(read::<ColliderDef>("{\"shape\": {\"circle\": {\"radius\": 0.5}}}"), ball);
        let ice = ColliderDef { material: Material { friction: 0.01, ..ball.material }, is_seamless: true, ..ball };
        let text =
            "{\"shape\": {\"circle\": {\"radius\": 0.5}}, \"material\": {\"friction\": 0.01}, \"is_seamless\": true}";
        assert_eq!(read::<ColliderDef>(text), ice);
        let refused = serde_json::from_str::<ColliderDef>("{\"density\": 1.0}").unwrap_err().to_string();
        assert!(refused.starts_with("missing field `shape`"), "{refused}");
    }
}
