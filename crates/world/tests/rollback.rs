//! A world that is put back goes the same way again, to the bit, whatever happened to it meanwhile.

mod common;

use common::{DT, add, add_ground, add_pyramid, circle, heap, rect, run, world};
use world::{
    Aabb, BodyDef, BodyId, BodyKind, ColliderDef, Events, Material, MotionLocks, Pose, QueryFilter, Response, Rot,
    Settings, Shape, Snapshot, StageTimes, StepReport, Vec2, World, WorldError,
};

/// What a step told, and all that is seen of the state after it.
#[derive(PartialEq)]
struct Told {
    report: StepReport,
    hash: u64,
    /// Events, contacts and who is awake, in their order, with numbers that tell their bits.
    rest: String,
}

impl Told {
    fn of(world: &World) -> Self {
        let (events, awake): (_, Vec<BodyId>) = (world.events(), world.awake_bodies().collect());
        let contacts: Vec<_> = world.contacts().collect();
        let colliders: Vec<_> = world.colliders().map(|id| (id, world.fat_aabb(id), world.collider_pose(id))).collect();
        Self {
            report: StepReport { times: StageTimes::default(), ..*world.report() },
            hash: world.state_hash(),
            rest: format!("{events:?} {contacts:?} {awake:?} {colliders:?}"),
        }
    }
}

/// What is done to a world before a step, given its number, or [`NOW`].
type Script = fn(&mut World, u64);

/// The number for what is done before the snapshot, and waits for the step after it.
const NOW: u64 = 1000;

/// Steps on by so many.
fn go_on(world: &mut World, script: Script, steps: usize) -> Vec<Told> {
    let step = |_| {
        script(world, world.report().step);
        // Other than in the step before, now and then: what that gave is scaled by the times of both.
        let dt = if world.report().step % 7 == 3 { 0.5 * DT } else { DT };
        world.step(dt).unwrap();
        Told::of(world)
    };
    (0..steps).map(step).collect()
}

fn assert_same(first: &[Told], again: &[Told], what: &str) {
    assert_eq!(first.len(), again.len());
    for (first, again) in first.iter().zip(again) {
        let step = first.report.step;
        assert_eq!(first.report, again.report, "{what}");
        assert_eq!(first.hash, again.hash, "{what}, step {step}");
        assert!(first.rest == again.rest, "{what}, step {step}:\n{}\n\n{}", first.rest, again.rest);
    }
}

/// A world where all else than in the others has happened.
fn elsewhere() -> World {
    let mut world =
        World::new(Settings { sub_steps: 7, aabb_margin: 0.2, sleep: false, ..Settings::default() }).unwrap();
    let bodies = add_pyramid(&mut world, 9);
    add_ground(&mut world);
    run(&mut world, 20);
    bodies.iter().step_by(3).for_each(|&body| world.destroy_body(body).unwrap());
    world
}

/// Puts the world back after `steps` steps, and another world, a new one and itself after anything was done to it, to where it was after
/// `before`; all of them must go the same way again.
fn assert_goes_the_same_way(make: fn() -> World, script: Script, before: usize, steps: usize) {
    let mut world = make();
    go_on(&mut world, script, before);
    script(&mut world, NOW);
    let mut snapshot = Snapshot::new();
    world.snapshot(&mut snapshot);
    assert_eq!(snapshot.step(), before as u64);
    let (mut copy, told) = (world.clone(), Told::of(&world));
    assert!(Told::of(&copy) == told, "a copy has the events and all else");
    let first = go_on(&mut world, script, steps);
    assert_same(&first, &go_on(&mut copy, script, steps), "a copy");

    world.restore(&snapshot);
    let (events, none) = (format!("{:?}", world.events()), format!("{:?}", Events::default()));
    assert_eq!((world.state_hash(), events), (told.hash, none));
    assert_same(&first, &go_on(&mut world, script, steps), "again");

    meddle(&mut world);
    world.restore(&snapshot);
    assert_same(&first, &go_on(&mut world, script, steps), "after anything");

    for (mut other, what) in [(World::new(Settings::default()).unwrap(), "a new world"), (elsewhere(), "another world")]
    {
        other.restore(&snapshot);
        assert_same(&first, &go_on(&mut other, script, steps), what);
    }

    // Over what it was of another world.
    let mut used = Snapshot::new();
    elsewhere().snapshot(&mut used);
    used.clone_from(&snapshot);
    copy.restore(&used);
    assert_same(&first, &go_on(&mut copy, script, steps), "a copy of the snapshot");
}

/// Changes nearly everything.
fn meddle(world: &mut World) {
    let settings = Settings { gravity: Vec2::X, sub_steps: 2, aabb_margin: 0.01, sleep_time: 0.0, ..*world.settings() };
    world.set_settings(settings).unwrap();
    let bodies: Vec<BodyId> = world.bodies().collect();
    for (i, &body) in bodies.iter().enumerate() {
        match i % 5 {
            0 => world.destroy_body(body).unwrap(),
            1 => world.set_pose(body, Pose::new(Vec2::new(i as f32, 3.0), Rot::from_angle(1.0))).unwrap(),
            2 => world.set_user_data(body, 77).unwrap(),
            3 => world.set_kind(body, BodyKind::Kinematic).unwrap(),
            _ => {
                let collider = world.colliders_of(body).unwrap().next().unwrap();
                world.set_shape(collider, circle(0.1), Pose::IDENTITY).unwrap();
            }
        }
    }
    add_pyramid(world, 5);
    run(world, 30);
}

/// Does nothing.
fn leave_alone(_: &mut World, _: u64) {}

/// Small pyramids, of which a ball wakes one after the other.
fn sleepers() -> World {
    let mut world = World::new(Settings { sleep_time: 0.2, ..Settings::default() }).unwrap();
    add_ground(&mut world);
    for x in [-20.0, -10.0, 0.0, 10.0] {
        for body in add_pyramid(&mut world, 5) {
            let Pose { translation, rotation } = world.pose(body).unwrap();
            world.set_pose(body, Pose::new(translation + Vec2::new(x, 0.0), rotation)).unwrap();
        }
    }
    let ball = BodyDef { linear_velocity: Vec2::new(9.0, 0.0), ..BodyDef::dynamic(Vec2::new(-34.0, 0.6)) };
    add(&mut world, &ball, &ColliderDef { density: 8.0, ..ColliderDef::new(circle(0.5)) });
    world
}

/// The user data of the first of ten tiles, of which the others have the next ones.
const TILES: u64 = 5000;

/// Something of everything: bullets, sensors, one-way floors, seamless tiles, a stirrer, players that are pushed out, polygons of many
/// vertices.
fn zoo() -> World {
    let mut world = world();
    add_ground(&mut world);
    let tile = ColliderDef { is_seamless: true, ..ColliderDef::new(rect(0.5, 0.1)) };
    for i in 0..10u8 {
        let at = Vec2::new(f32::from(i) - 4.5, 0.1);
        add(&mut world, &BodyDef { user_data: TILES + u64::from(i), ..BodyDef::fixed(at) }, &tile);
    }
    for x in [-8.0, 8.0] {
        add(&mut world, &BodyDef::fixed(Vec2::new(x, 5.0)), &ColliderDef::new(rect(0.5, 6.0)));
    }
    let floor = ColliderDef { one_way: Some(Vec2::Y), ..ColliderDef::new(rect(2.0, 0.1)) };
    for x in [-5.0, 5.0] {
        add(&mut world, &BodyDef::fixed(Vec2::new(x, 3.0)), &floor);
    }
    let (stirrer, _) = add(&mut world, &BodyDef::kinematic(Vec2::new(0.0, 3.0)), &ColliderDef::new(rect(2.5, 0.2)));
    world.set_angular_velocity(stirrer, 3.0).unwrap();
    let sensor = ColliderDef { is_sensor: true, ..ColliderDef::new(rect(2.0, 2.0)) };
    add(&mut world, &BodyDef::fixed(Vec2::new(0.0, 2.0)), &sensor);
    for i in 0..120u16 {
        let corner = |k: u16| Rot::from_angle(f32::from(k) * 0.5).rotate(Vec2::new(0.3, 0.0));
        let shape = match i % 4 {
            0 => rect(0.25, 0.2),
            1 => circle(0.25),
            2 => Shape::capsule(Vec2::new(-0.2, 0.0), Vec2::new(0.2, 0.0), 0.1).unwrap(),
            _ => Shape::polygon(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(corner)[..3 + usize::from(i % 9)]).unwrap(),
        };
        let (column, row) = (f32::from(i % 15), f32::from(i / 15));
        let def = BodyDef {
            response: if i % 13 == 5 { Response::Separate } else { Response::Dynamics },
            is_bullet: i % 7 == 3,
            linear_velocity: Vec2::new(0.0, if i % 14 == 3 { -90.0 } else { 0.0 }),
            locks: MotionLocks { rotation: i % 17 == 2, x: i % 31 == 4, ..MotionLocks::NONE },
            linear_damping: f32::from(i % 3) * 0.1,
            user_data: u64::from(i),
            ..BodyDef::dynamic(Vec2::new(column * 0.9 - 6.4, 0.6 + row * 0.8))
        };
        let material = Material { restitution: 0.3, rolling_resistance: f32::from(i % 2) * 0.1, ..Material::default() };
        let (body, _) = add(&mut world, &def, &ColliderDef { material, ..ColliderDef::new(shape) });
        if i % 20 == 0 {
            let offset = Pose::from_translation(Vec2::new(0.0, 0.3));
            world
                .create_collider(body, &ColliderDef { local_pose: offset, ..ColliderDef::new(rect(0.1, 0.2)) })
                .unwrap();
        }
    }
    world
}

/// Wakes what sleeps, between steps and now.
fn wake_one(world: &mut World, step: u64) {
    let is_asleep = |&body: &BodyId| world.is_awake(body) == Ok(false) && world.kind(body) == Ok(BodyKind::Dynamic);
    let sleeper = world.bodies().find(is_asleep);
    sleeper.filter(|_| step.is_multiple_of(25)).into_iter().for_each(|body| world.wake(body).unwrap());
}

/// Creates, destroys, changes and asks, by the number of the step alone.
fn play(world: &mut World, step: u64) {
    let bodies: Vec<BodyId> = world.bodies().filter(|&body| world.kind(body) == Ok(BodyKind::Dynamic)).collect();
    let body = |number: u64| bodies[(number * 7919 % bodies.len() as u64) as usize];
    for &player in &bodies {
        if world.response(player) != Ok(Response::Separate) {
            continue;
        }
        let along = if (step / 20).is_multiple_of(2) { 2.0 } else { -2.0 };
        let down = world.linear_velocity(player).unwrap().y;
        world.set_linear_velocity(player, Vec2::new(along, down)).unwrap();
    }
    world.apply_force(body(step), Vec2::new(40.0, 90.0)).unwrap();
    world.apply_torque(body(step + 1), 3.0).unwrap();
    match step % 11 {
        1 => world.destroy_body(body(step + 3)).unwrap(),
        2 | 9 => {
            let at = Vec2::new(0.0, 8.0 + 0.1 * (step % 50) as f32);
            let def = BodyDef { user_data: step, is_bullet: step.is_multiple_of(2), ..BodyDef::dynamic(at) };
            add(world, &def, &ColliderDef::new(circle(0.3)));
        }
        3 => world.set_pose(body(step), Pose::from_translation(Vec2::new(-4.0, 6.0))).unwrap(),
        4 => world.set_user_data(body(step), step).unwrap(),
        5 => {
            let collider = world.colliders_of(body(step)).unwrap().next().unwrap();
            world.set_shape(collider, rect(0.2, 0.3), Pose::IDENTITY).unwrap();
        }
        6 => {
            let mut hits = Vec::new();
            world.query_aabb(&Aabb::new(Vec2::ZERO, Vec2::splat(4.0)), &QueryFilter::ALL, &mut hits).unwrap();
            world.set_collider_user_data(hits[0], step).unwrap();
        }
        7 => world.set_enabled(body(step), step.is_multiple_of(2)).unwrap(),
        8 => {
            let settings = Settings { gravity: Vec2::new((step % 3) as f32 - 1.0, -10.0), ..*world.settings() };
            world.set_settings(settings).unwrap();
        }
        10 => {
            let tile = world.bodies().find(|&body| world.user_data(body) == Ok(TILES + step % 10)).unwrap();
            let Pose { translation, rotation } = world.pose(tile).unwrap();
            let at = Vec2::new(translation.x, 0.1 + 0.05 * (step % 3) as f32);
            world.set_pose(tile, Pose::new(at, rotation)).unwrap();
        }
        _ => world.wake(body(step)).unwrap(),
    }
}

#[test]
fn what_sleeps_and_is_woken_goes_the_same_way_again() {
    for before in [0, 40, 75, 130] {
        assert_goes_the_same_way(sleepers, leave_alone, before, 70);
        assert_goes_the_same_way(sleepers, wake_one, before, 70);
    }
    let mut world = sleepers();
    run(&mut world, 40);
    assert!(world.awake_bodies().count() < 20, "hardly anything sleeps");
    let woken = (0..70).map(|_| (world.step(DT).unwrap().step, world.events().wake.len()).1).sum::<usize>();
    assert!(woken > 10, "the ball woke {woken}");
}

#[test]
fn a_copy_has_the_events_of_the_last_step() {
    let mut world = sleepers();
    let (mut copy, mut changes) = (world.clone(), [0, 0]);
    for _ in 0..120 {
        world.step(DT).unwrap();
        copy.clone_from(&world);
        assert!(Told::of(&copy) == Told::of(&world));
        changes[0] += world.events().sleep.len();
        changes[1] += world.events().wake.len();
    }
    assert!(changes[0] > 50 && changes[1] > 10, "{changes:?} fell asleep and woke");
}

#[test]
fn what_is_of_every_kind_goes_the_same_way_again() {
    for before in [0, 1, 30] {
        assert_goes_the_same_way(zoo, leave_alone, before, 60);
    }
}

#[test]
fn what_is_changed_all_the_time_goes_the_same_way_again() {
    for before in [0, 1, 7, 24, 25, 28, 30, 90] {
        assert_goes_the_same_way(zoo, play, before, 40);
    }
}

#[test]
fn a_heap_goes_the_same_way_again_on_any_number_of_threads() {
    let told = |threads: usize| {
        let go = || {
            let mut world = heap();
            go_on(&mut world, leave_alone, 30);
            let mut snapshot = Snapshot::new();
            world.snapshot(&mut snapshot);
            let first = go_on(&mut world, leave_alone, 6);
            world.restore(&snapshot);
            assert_same(&first, &go_on(&mut world, leave_alone, 6), "again");
            let mut other = elsewhere();
            other.restore(&snapshot);
            assert_same(&first, &go_on(&mut other, leave_alone, 6), "another world");
            first
        };
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(go)
    };
    let one = told(1);
    for threads in [2, 3] {
        assert_same(&one, &told(threads), "more threads");
    }
}

#[test]
fn ids_come_to_life_and_go_stale_with_the_world() {
    let mut world = world();
    let [kept, freed] =
        [0.0, 5.0].map(|x| add(&mut world, &BodyDef::dynamic(Vec2::new(x, 0.0)), &ColliderDef::new(circle(0.5))));
    let mut snapshot = Snapshot::new();
    world.snapshot(&mut snapshot);
    world.destroy_body(freed.0).unwrap();
    let late = BodyDef::dynamic(Vec2::new(9.0, 0.0));
    let given = add(&mut world, &late, &ColliderDef::new(circle(0.5)));
    run(&mut world, 3);
    world.restore(&snapshot);
    assert_eq!(world.pose(given.0), Err(WorldError::StaleBody(given.0)));
    assert_eq!(world.body_of(given.1), Err(WorldError::StaleCollider(given.1)));
    assert_eq!(world.bodies().collect::<Vec<_>>(), [kept.0, freed.0]);
    assert_eq!(world.body_of(freed.1), Ok(freed.0));
    world.destroy_body(freed.0).unwrap();
    assert_eq!(add(&mut world, &late, &ColliderDef::new(circle(0.5))), given, "the same calls give the same ids");
}

#[test]
fn a_new_snapshot_is_of_an_empty_world() {
    let mut world = elsewhere();
    world.restore(&Snapshot::new());
    assert_eq!((world.body_count(), world.collider_count(), world.report().step), (0, 0, 0));
    assert_eq!(*world.settings(), Settings::default());
    run(&mut world, 2);
    assert_eq!(world.state_hash(), common::world().state_hash());
}
