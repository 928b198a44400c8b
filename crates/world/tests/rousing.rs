//! What a change wakes, and what it keeps from falling asleep in the air.

mod common;

use common::{add, add_ground, circle, position, rect, run, weightless, world};
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, Filter, MassProperties, Material, MotionLocks, Pose, Response,
    Settings, Vec2, World, WorldError,
};

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
    let body = world.create_body(&BodyDef { is_awake: false, ..BodyDef::default() }).unwrap();
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

/// A change of a body or its collider: what it is called, what it does, and whether it wakes.
type Change = (&'static str, fn(&mut World, BodyId, ColliderId) -> Result<(), WorldError>, bool);

const CHANGES: [Change; 36] = [
    ("kind", |world, body, _| world.set_kind(body, BodyKind::Kinematic), true),
    ("same kind", |world, body, _| world.set_kind(body, BodyKind::Dynamic), false),
    ("response", |world, body, _| world.set_response(body, Response::Separate), true),
    ("same response", |world, body, _| world.set_response(body, Response::Dynamics), false),
    ("enabled as before", |world, body, _| world.set_enabled(body, true), false),
    ("locks", |world, body, _| world.set_locks(body, MotionLocks::ROTATION), true),
    ("same locks", |world, body, _| world.set_locks(body, MotionLocks::NONE), false),
    ("bullet", |world, body, _| world.set_bullet(body, true), false),
    ("damping", |world, body, _| world.set_damping(body, 1.0, 1.0), false),
    ("gravity scale", |world, body, _| world.set_gravity_scale(body, -1.0), true),
    ("same gravity scale", |world, body, _| world.set_gravity_scale(body, 1.0), false),
    ("same gravity", |world, _, _| world.set_gravity(world.settings().gravity), false),
    ("mass", |world, body, _| world.set_mass_properties(body, MassProperties { mass: 2.0, ..MASS }), true),
    (
        "centre of mass",
        |world, body, _| world.set_mass_properties(body, off_centre(world.mass_properties(body)?)),
        true,
    ),
    ("same mass", |world, body, _| world.set_mass_properties(body, world.mass_properties(body)?), false),
    ("mass of its colliders", |world, body, _| world.reset_mass_properties(body), false),
    ("pose", |world, body, _| world.set_pose(body, Pose::from_translation(Vec2::new(3.0, 0.5))), true),
    ("velocity", |world, body, _| world.set_linear_velocity(body, Vec2::X), true),
    ("no velocity", |world, body, _| world.set_linear_velocity(body, Vec2::ZERO), false),
    ("spin", |world, body, _| world.set_angular_velocity(body, 1.0), true),
    ("no spin", |world, body, _| world.set_angular_velocity(body, 0.0), false),
    ("force", |world, body, _| world.apply_force(body, Vec2::X), true),
    ("force at a point", |world, body, _| world.apply_force_at(body, Vec2::X, Vec2::ZERO), true),
    ("torque", |world, body, _| world.apply_torque(body, 1.0), true),
    ("impulse", |world, body, _| world.apply_impulse(body, Vec2::X), true),
    ("angular impulse", |world, body, _| world.apply_angular_impulse(body, 1.0), true),
    ("user data", |world, body, _| world.set_user_data(body, 1), false),
    ("may sleep as before", |world, body, _| world.set_can_sleep(body, true), false),
    ("may not sleep", |world, body, _| world.set_can_sleep(body, false), true),
    ("shape", |world, _, collider| world.set_shape(collider, circle(0.5), Pose::IDENTITY), true),
    ("density", |world, _, collider| world.set_density(collider, 2.0), true),
    ("same density", |world, _, collider| world.set_density(collider, 1.0), false),
    ("material", |world, _, collider| world.set_material(collider, smooth()), true),
    ("same material", |world, _, collider| world.set_material(collider, Material::default()), false),
    ("filter", |world, _, collider| world.set_filter(collider, Filter { category: 2, ..Filter::ALL }), true),
    ("same filter", |world, _, collider| world.set_filter(collider, Filter::ALL), false),
];

const MASS: MassProperties = MassProperties { mass: 1.0, center: Vec2::ZERO, inertia: 1.0 };

/// The same mass and inertia, elsewhere in the body.
fn off_centre(mass: MassProperties) -> MassProperties {
    MassProperties { center: Vec2::new(0.1, 0.0), ..mass }
}

fn smooth() -> Material {
    Material { friction: 0.0, ..Material::default() }
}

#[test]
fn each_change_wakes_a_sleeper_or_does_not_as_its_documentation_says() {
    for (name, change, wakes) in CHANGES {
        let (mut world, body, collider) = settled(60);
        let (upper, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 1.5)), &unit_box());
        run(&mut world, 120);
        assert_eq!((world.is_awake(body), world.is_awake(upper)), (Ok(false), Ok(false)));
        change(&mut world, body, collider).unwrap();
        // What lies on it wakes with it.
        assert_eq!((world.is_awake(body), world.is_awake(upper)), (Ok(wakes), Ok(wakes)), "{name}");
    }
}

#[test]
fn the_mass_of_its_colliders_wakes_a_body_that_was_given_another() {
    let (mut world, body, _) = settled(60);
    world.set_mass_properties(body, MASS).unwrap();
    run(&mut world, 60);
    assert_eq!(world.is_awake(body), Ok(false));
    world.reset_mass_properties(body).unwrap();
    assert_eq!(world.is_awake(body), Ok(true));
}

#[test]
fn the_mass_that_a_body_of_many_colliders_has_does_not_wake_it() {
    for colliders in [3u8, 7, 100] {
        let mut world = world();
        add_ground(&mut world);
        let (body, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &unit_box());
        for i in 1..colliders {
            let local_pose = Pose::from_translation(Vec2::new(0.03 * f32::from(i), 0.0));
            let density = 0.7 + 0.1 * f32::from(i);
            world.create_collider(body, &ColliderDef { local_pose, density, ..unit_box() }).unwrap();
        }
        run(&mut world, 60);
        assert_eq!(world.is_awake(body), Ok(false), "{colliders} colliders");
        world.reset_mass_properties(body).unwrap();
        assert_eq!(world.is_awake(body), Ok(false), "{colliders} colliders");
    }
}

#[test]
fn what_an_obstacle_weighs_wakes_nobody() {
    for kind in [BodyKind::Static, BodyKind::Kinematic] {
        let mut world = world();
        let (ground, slab) =
            add(&mut world, &BodyDef { kind, ..BodyDef::default() }, &ColliderDef::new(rect(5.0, 0.5)));
        let (body, _) = add(&mut world, &BodyDef::dynamic(Vec2::Y), &unit_box());
        run(&mut world, 60);
        world.set_density(slab, 3.0).unwrap();
        world.set_mass_properties(ground, MASS).unwrap();
        world.reset_mass_properties(ground).unwrap();
        assert_eq!((world.is_awake(ground), world.is_awake(body)), (Ok(false), Ok(false)), "{kind:?}");
    }
}

/// How an obstacle lies at a box: whether in its way, and whether its changes wake the box.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Obstacle {
    Solid,
    Sensor,
    Filtered,
    FilteredSensor,
    Ignored,
    /// It senses nonetheless.
    IgnoredSensor,
}

impl Obstacle {
    const ALL: [Self; 6] =
        [Self::Solid, Self::Sensor, Self::Filtered, Self::FilteredSensor, Self::Ignored, Self::IgnoredSensor];

    fn is_sensor(self) -> bool {
        matches!(self, Self::Sensor | Self::FilteredSensor | Self::IgnoredSensor)
    }

    fn is_filtered(self) -> bool {
        matches!(self, Self::Filtered | Self::FilteredSensor)
    }

    fn wakes(self) -> bool {
        !(self.is_filtered() || self == Self::Ignored)
    }
}

const GHOST: Filter = Filter { category: 2, mask: !1, group: 0 };

/// A box that sleeps on the ground, and an obstacle beside it that has nothing below.
fn beside(kind: BodyKind, obstacle: Obstacle) -> (World, BodyId, BodyId, ColliderId) {
    let (mut world, sleeper, _) = settled(0);
    let body = world.create_body(&BodyDef { kind, ..BodyDef::fixed(Vec2::new(1.01, 0.6)) }).unwrap();
    world.set_ignored(body, sleeper, matches!(obstacle, Obstacle::Ignored | Obstacle::IgnoredSensor)).unwrap();
    let filter = if obstacle.is_filtered() { GHOST } else { Filter::ALL };
    let def = ColliderDef { filter, is_sensor: obstacle.is_sensor(), ..unit_box() };
    let collider = world.create_collider(body, &def).unwrap();
    run(&mut world, 60);
    assert_eq!(world.is_awake(sleeper), Ok(false), "{kind:?} {obstacle:?}");
    (world, sleeper, body, collider)
}

/// Changes of an obstacle: how it is then, and what makes it so.
type ObstacleChange = (&'static str, fn(&mut World, BodyId, ColliderId) -> Result<(), WorldError>);

const OBSTACLE_CHANGES: [ObstacleChange; 7] = [
    ("moved", |world, body, _| world.set_pose(body, Pose::from_translation(Vec2::new(0.9, 0.6)))),
    ("disabled", |world, body, _| world.set_enabled(body, false)),
    ("destroyed", |world, body, _| world.destroy_body(body)),
    ("without its collider", |world, _, collider| world.destroy_collider(collider)),
    ("of another shape", |world, _, collider| world.set_shape(collider, rect(0.55, 0.5), Pose::IDENTITY)),
    ("smooth", |world, _, collider| world.set_material(collider, smooth())),
    ("with one collider more", |world, body, collider| {
        let def = world.collider_def(collider)?;
        world.create_collider(body, &def).map(|_| ())
    }),
];

#[test]
fn an_obstacle_that_neither_stops_nor_senses_a_sleeper_does_not_wake_it() {
    for kind in [BodyKind::Static, BodyKind::Kinematic] {
        for obstacle in Obstacle::ALL {
            let wakes = obstacle.wakes();
            for (name, change) in OBSTACLE_CHANGES {
                let (mut world, sleeper, body, collider) = beside(kind, obstacle);
                change(&mut world, body, collider).unwrap();
                assert_eq!(world.is_awake(sleeper), Ok(wakes), "{kind:?} {obstacle:?} {name}");
            }
            let (mut world, sleeper, body, _) = beside(kind, obstacle);
            world.set_enabled(body, false).unwrap();
            run(&mut world, 60);
            assert_eq!(world.is_awake(sleeper), Ok(false));
            world.set_enabled(body, true).unwrap();
            assert_eq!(world.is_awake(sleeper), Ok(wakes), "{kind:?} {obstacle:?} enabled");
        }
    }
}

#[test]
fn what_is_disabled_wakes_nobody() {
    for kind in [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic] {
        for (name, change) in OBSTACLE_CHANGES {
            let (mut world, sleeper, body, collider) = beside(BodyKind::Static, Obstacle::Solid);
            world.set_enabled(body, false).unwrap();
            world.set_kind(body, kind).unwrap();
            run(&mut world, 60);
            change(&mut world, body, collider).unwrap();
            assert_eq!(world.is_awake(sleeper), Ok(false), "{kind:?} {name}");
        }
    }
}

#[test]
fn what_nothing_moves_does_not_wake_for_an_obstacle() {
    for (is_sensor, wakes) in [(false, false), (true, true)] {
        let mut world = world();
        let (door, _) = add(&mut world, &BodyDef::kinematic(Vec2::ZERO), &unit_box());
        run(&mut world, 60);
        let wall = ColliderDef { is_sensor, ..unit_box() };
        let (wall, _) = add(&mut world, &BodyDef::fixed(Vec2::new(0.8, 0.0)), &wall);
        assert_eq!(world.is_awake(door), Ok(wakes), "a sensor: {is_sensor}");
        run(&mut world, 60);
        world.set_pose(wall, Pose::from_translation(Vec2::new(0.7, 0.0))).unwrap();
        assert_eq!(world.is_awake(door), Ok(wakes), "a sensor: {is_sensor}");
    }
}

#[test]
fn sensors_do_not_wake_each_other() {
    let (mut world, sleeper, _) = settled(0);
    let zone = ColliderDef { is_sensor: true, density: 0.0, ..unit_box() };
    let antenna = Pose::from_translation(Vec2::new(0.0, 4.0));
    world.create_collider(sleeper, &ColliderDef { local_pose: antenna, ..zone.clone() }).unwrap();
    run(&mut world, 60);
    let (body, collider) = add(&mut world, &BodyDef::fixed(Vec2::new(0.5, 4.5)), &zone);
    assert_eq!(world.is_awake(sleeper), Ok(false));
    world.set_pose(body, Pose::from_translation(Vec2::new(0.4, 4.5))).unwrap();
    assert_eq!(world.is_awake(sleeper), Ok(false));
    world.set_sensor(collider, false).unwrap();
    assert_eq!(world.is_awake(sleeper), Ok(true), "it is seen from now on");
}

#[test]
fn what_begins_or_ceases_to_let_a_sleeper_through_wakes_it() {
    for kind in [BodyKind::Static, BodyKind::Kinematic] {
        for obstacle in [Obstacle::Solid, Obstacle::Sensor, Obstacle::Filtered, Obstacle::FilteredSensor] {
            let filter = if obstacle.is_filtered() { Filter::ALL } else { GHOST };
            let (mut world, sleeper, _, collider) = beside(kind, obstacle);
            world.set_filter(collider, filter).unwrap();
            assert_eq!(world.is_awake(sleeper), Ok(true), "{kind:?} {obstacle:?}");
        }
        for (obstacle, is_ignored) in [(Obstacle::Solid, true), (Obstacle::Ignored, false)] {
            let (mut world, sleeper, body, _) = beside(kind, obstacle);
            world.set_ignored(body, sleeper, is_ignored).unwrap();
            assert_eq!(world.is_awake(sleeper), Ok(true), "{kind:?} {obstacle:?}");
        }
    }
}

#[test]
fn a_zone_that_goes_by_its_velocity_wakes_nobody_and_sees_who_sleeps() {
    let (mut world, sleeper, _) = settled(60);
    let zone = world.create_body(&BodyDef::kinematic(Vec2::new(-3.0, 0.6))).unwrap();
    let sensor = world.create_collider(zone, &ColliderDef { is_sensor: true, ..unit_box() }).unwrap();
    for step in 1..90u8 {
        let target = Pose::from_translation(Vec2::new(f32::from(step) * 0.05 - 3.0, 0.6));
        world.set_kinematic_target(zone, target, common::DT).unwrap();
        run(&mut world, 1);
        let is_inside = (45..75).contains(&step);
        assert!(!is_inside || world.overlaps_of(sensor).unwrap().count() == 1, "{step}");
        assert_eq!(world.is_awake(sleeper), Ok(false), "{step}");
    }
}

#[test]
fn who_is_told_to_be_awake_is_and_who_comes_back_is_told() {
    type Switch = fn(&mut World, BodyId, bool);
    let enable: Switch = |world, body, on| world.set_enabled(body, on).unwrap();
    let free: Switch =
        |world, body, on| world.set_kind(body, if on { BodyKind::Dynamic } else { BodyKind::Static }).unwrap();
    for switch in [enable, free] {
        let (mut world, body, _) = settled(120);
        assert_eq!(world.is_awake(body), Ok(false));
        switch(&mut world, body, false);
        run(&mut world, 1);
        assert_eq!((world.is_awake(body), &world.events().wake[..]), (Ok(false), &[][..]));
        switch(&mut world, body, true);
        run(&mut world, 1);
        assert_eq!((world.is_awake(body), &world.events().wake[..]), (Ok(true), &[body][..]));
        run(&mut world, 120);
        assert_eq!(world.is_awake(body), Ok(false));
        // Off and on between two steps it is told once.
        switch(&mut world, body, false);
        switch(&mut world, body, true);
        run(&mut world, 1);
        assert_eq!((world.is_awake(body), &world.events().wake[..]), (Ok(true), &[body][..]));
    }
}

#[test]
fn who_is_awake_and_becomes_kinematic_does_not_wake() {
    let (mut world, body, _) = settled(10);
    world.set_kind(body, BodyKind::Kinematic).unwrap();
    run(&mut world, 1);
    assert_eq!((world.is_awake(body), &world.events().wake[..]), (Ok(true), &[][..]));
}
