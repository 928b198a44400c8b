//! What is recorded, replayed, comes to the same ids, events and bits; and what came to something else is told.

mod common;

use common::dice::Dice;
use common::{DT, add, add_ground, add_pyramid, circle, heap, rect, run, world};
use world::{
    BodyDef, BodyId, BodyKind, Call, CallError, Capacity, ColliderDef, ColliderId, Explosion, Filter, Given,
    MassProperties, Material, MotionLocks, Pose, Recording, Replay, ReplayError, Response, Rot, Settings, Shape,
    Snapshot, StageTimes, StepError, StepReport, Vec2, World, WorldError,
};

/// All that a world tells of its last step and of its state.
fn told(world: &World) -> String {
    let report = StepReport { times: StageTimes::default(), ..*world.report() };
    let contacts: Vec<_> = world.contacts().collect();
    let bodies: Vec<_> = world.bodies().map(|body| (body, world.pose(body), world.is_awake(body))).collect();
    format!("{report:?} {:?} {contacts:?} {bodies:?} {}", world.events(), world.state_hash())
}

/// A pyramid that a bullet hits, whose bodies are changed as time goes on.
fn play(world: &mut World, steps: u64) {
    add_ground(world);
    let bodies = add_pyramid(world, 6);
    let ball =
        BodyDef { is_bullet: true, linear_velocity: Vec2::new(30.0, 4.0), ..BodyDef::dynamic(Vec2::new(-12.0, 1.0)) };
    let (ball, skin) = add(world, &ball, &ColliderDef { density: 3.0, ..ColliderDef::new(circle(0.5)) });
    go_on(world, &bodies, (ball, skin), steps);
}

fn go_on(world: &mut World, bodies: &[BodyId], (ball, skin): (BodyId, ColliderId), steps: u64) {
    for step in 0..steps {
        match step % 10 {
            3 => world.apply_impulse(ball, Vec2::new(-20.0, 10.0)).unwrap(),
            5 => world.set_density(skin, 1.0 + step as f32).unwrap(),
            7 => world.apply_force_at(bodies[9], Vec2::new(0.0, 300.0), Vec2::new(1.0, 2.0)).unwrap(),
            9 => {
                let at = Vec2::new(0.0, 12.0 + step as f32);
                add(world, &BodyDef::dynamic(at), &ColliderDef::new(rect(0.4, 0.3)));
            }
            _ => {}
        }
        world.step(DT).unwrap();
    }
}

fn recorded(steps: u64) -> (World, Recording) {
    let mut world = world();
    world.start_recording();
    play(&mut world, steps);
    let recording = world.stop_recording().unwrap();
    (world, recording)
}

/// A call of every method.
fn every_call(body: BodyId, collider: ColliderId) -> Vec<Call> {
    let shape = Shape::polygon(&[Vec2::ZERO, Vec2::X, Vec2::Y]).unwrap();
    let pose = Pose::new(Vec2::new(0.1, 7.3), Rot::from_angle(0.3));
    let mass = MassProperties { mass: 2.0, center: Vec2::new(0.1, 0.0), inertia: 0.7 };
    let capacity = Capacity { bodies: 20, colliders: 30, contacts: 40 };
    let explosion = Explosion { radius: 0.3, falloff: 20.0, impulse_per_length: 0.01, ..Explosion::default() };
    let def = BodyDef { linear_damping: 0.1, user_data: u64::MAX, ..BodyDef::fixed(Vec2::new(1.0e-7, -0.0)) };
    let skin = ColliderDef { one_way: Some(Vec2::new(0.0, 3.0)), ..ColliderDef::new(shape.clone()) };
    vec![
        Call::CreateBody { def: Box::new(def) },
        Call::CreateCollider { body, def: Box::new(skin) },
        Call::SetPose { body, pose },
        Call::SetLinearVelocity { body, velocity: Vec2::new(0.1, -0.2) },
        Call::SetAngularVelocity { body, velocity: 0.3 },
        Call::SetKind { body, kind: BodyKind::Kinematic },
        Call::SetKinematicTarget { body, target: pose, dt: DT },
        // What changes nothing is accepted as well.
        Call::SetKind { body, kind: BodyKind::Kinematic },
        Call::SetKind { body, kind: BodyKind::Dynamic },
        Call::SetResponse { body, response: Response::Separate },
        Call::SetResponse { body, response: Response::Separate },
        Call::SetEnabled { body, enabled: false },
        Call::SetEnabled { body, enabled: false },
        Call::SetEnabled { body, enabled: true },
        Call::SetLocks { body, locks: MotionLocks::ROTATION },
        Call::SetBullet { body, bullet: true },
        Call::SetDamping { body, linear: 0.1, angular: 0.2 },
        Call::SetGravityScale { body, scale: -0.5 },
        Call::SetMassProperties { body, mass },
        Call::ResetMassProperties { body },
        Call::SetCanSleep { body, can_sleep: false },
        Call::SetUserData { body, user_data: 1 << 60 },
        Call::Wake { body },
        Call::ApplyForce { body, force: Vec2::new(0.1, 0.2) },
        Call::ApplyForceAt { body, force: Vec2::new(0.3, 0.4), world_point: Vec2::X },
        Call::ApplyTorque { body, torque: 0.5 },
        Call::ApplyImpulse { body, impulse: Vec2::new(0.6, 0.7) },
        Call::ApplyImpulseAt { body, impulse: Vec2::new(0.8, 0.9), world_point: Vec2::Y },
        Call::ApplyAngularImpulse { body, impulse: 0.01 },
        Call::Explode { explosion: Box::new(explosion) },
        Call::SetShape { collider, shape: Box::new(shape), local_pose: pose },
        Call::SetDensity { collider, density: 0.2 },
        Call::SetMaterial { collider, material: Material { friction: 0.3, ..Material::default() } },
        Call::SetFilter { collider, filter: Filter { group: -1, ..Filter::ALL } },
        Call::SetOneWay { collider, one_way: Some(Vec2::new(0.2, 0.3)) },
        Call::SetOneWay { collider, one_way: None },
        Call::SetSeamless { collider, is_seamless: true },
        Call::SetSeamless { collider, is_seamless: true },
        Call::SetSensor { collider, is_sensor: true },
        Call::SetSensor { collider, is_sensor: true },
        Call::SetContactEvents { collider, contact_events: false },
        Call::SetHitEvents { collider, hit_events: false },
        Call::SetColliderUserData { collider, user_data: 6 },
        Call::SetGravity { gravity: Vec2::new(0.0, -9.81) },
        Call::SetSettings { settings: Box::new(Settings { sub_steps: 6, ..Settings::default() }) },
        Call::SetSettings { settings: Box::new(Settings { sub_steps: 6, ..Settings::default() }) },
        Call::Reserve { capacity },
        Call::Refresh {},
        Call::Step { dt: DT },
        Call::DestroyCollider { collider },
        Call::DestroyBody { body },
    ]
}

/// What makes the sides of [`every_call`], and every call.
fn all_made() -> (World, Recording) {
    let mut world = world();
    world.start_recording();
    let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::ZERO), &ColliderDef::new(rect(0.5, 0.5)));
    for call in every_call(body, collider) {
        let given = world.apply(&call);
        assert!(given.is_ok(), "{call:?}: {given:?}");
    }
    let recording = world.stop_recording().unwrap();
    let made = every_call(body, collider);
    for (noted, made) in recording.calls()[2..].iter().zip(&made) {
        assert_eq!(noted, made, "it is noted once, as it was made");
    }
    assert_eq!(recording.calls().len(), 2 + made.len());
    (world, recording)
}

#[test]
fn every_call_is_recorded() {
    let (world, recording) = all_made();
    let mut names: Vec<String> = recording
        .calls()
        .iter()
        .map(|call| format!("{call:?}").split_whitespace().next().unwrap().to_owned())
        .collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 42, "{names:?}");
    let mut again = self::world();
    assert_eq!(recording.replay(&mut again), Ok(()));
    assert_eq!(told(&again), told(&world));
}

#[test]
fn a_replay_has_the_ids_the_events_and_the_bits_of_the_first_time() {
    let (world, recording) = recorded(60);
    assert_eq!(recording.steps(), 60);
    let mut again = World::new(*recording.settings()).unwrap();
    recording.replay(&mut again).unwrap();
    assert_eq!(told(&again), told(&world));
    assert!(!world.events().moved.is_empty() && world.contacts().count() > 20);
}

#[test]
fn a_replay_stops_after_each_step() {
    let (_, recording) = recorded(30);
    let (mut again, mut replay, mut snapshot) = (world(), Replay::new(), Snapshot::new());
    let step = |replay: &mut Replay, world: &mut World| {
        let goes_on = recording.replay_step(replay, world).unwrap();
        assert_eq!(world.report().step, replay.steps() as u64);
        goes_on
    };
    for _ in 0..12 {
        assert!(step(&mut replay, &mut again));
    }
    again.snapshot(&mut snapshot);
    let then = replay;
    while step(&mut replay, &mut again) {}
    let end = told(&again);
    assert_eq!(replay.steps(), 30);
    again.restore(&snapshot);
    replay = then;
    while step(&mut replay, &mut again) {}
    assert_eq!((replay.steps(), told(&again)), (30, end));
}

#[test]
fn a_recording_that_began_later_is_replayed_from_a_snapshot() {
    let mut world = world();
    play(&mut world, 25);
    let bodies: Vec<BodyId> = world.bodies().collect();
    let ball = *bodies.iter().find(|&&body| world.is_bullet(body) == Ok(true)).unwrap();
    let skin = world.colliders_of(ball).unwrap().next().unwrap();
    // It waits for the next step, and no hash tells.
    world.apply_force(ball, Vec2::new(500.0, 0.0)).unwrap();
    let mut snapshot = Snapshot::new();
    world.snapshot(&mut snapshot);
    world.start_recording();
    go_on(&mut world, &bodies, (ball, skin), 40);
    let recording = world.stop_recording().unwrap();
    let mut again = self::world();
    assert_eq!(recording.replay(&mut again), Err(ReplayError::OtherStart));
    again.restore(&snapshot);
    recording.replay(&mut again).unwrap();
    assert_eq!(told(&again), told(&world));
}

#[test]
fn what_is_refused_is_not_recorded() {
    let mut world = world();
    let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::ZERO), &ColliderDef::new(rect(0.5, 0.5)));
    let (wall, gone) = add(&mut world, &BodyDef::fixed(Vec2::X), &ColliderDef::new(rect(0.5, 0.5)));
    world.destroy_body(wall).unwrap();
    world.start_recording();
    let refused = [
        Call::CreateBody { def: Box::new(BodyDef { gravity_scale: f32::NAN, ..BodyDef::default() }) },
        Call::CreateCollider { body: wall, def: Box::new(ColliderDef::new(rect(1.0, 1.0))) },
        Call::CreateCollider { body, def: Box::new(ColliderDef { density: -1.0, ..ColliderDef::new(rect(1.0, 1.0)) }) },
        Call::DestroyBody { body: wall },
        Call::DestroyCollider { collider: gone },
        Call::SetPose { body, pose: Pose::from_translation(Vec2::NAN) },
        Call::SetLinearVelocity { body, velocity: Vec2::INFINITY },
        Call::SetAngularVelocity { body, velocity: 1.0e9 },
        Call::SetKinematicTarget { body, target: Pose::IDENTITY, dt: DT },
        Call::SetKind { body: wall, kind: BodyKind::Static },
        Call::SetDamping { body, linear: 0.0, angular: -1.0 },
        Call::SetGravityScale { body, scale: f32::NAN },
        Call::SetMassProperties { body, mass: MassProperties { inertia: -1.0, ..MassProperties::default() } },
        Call::ResetMassProperties { body: wall },
        Call::Wake { body: wall },
        Call::SetUserData { body: wall, user_data: 1 },
        Call::ApplyForce { body, force: Vec2::NAN },
        Call::ApplyForceAt { body, force: Vec2::X, world_point: Vec2::NAN },
        Call::ApplyTorque { body, torque: f32::INFINITY },
        Call::ApplyImpulse { body, impulse: Vec2::splat(1.0e30) },
        Call::ApplyImpulseAt { body, impulse: Vec2::X, world_point: Vec2::splat(1.0e8) },
        Call::ApplyAngularImpulse { body, impulse: f32::NAN },
        Call::Explode { explosion: Box::new(Explosion { falloff: -1.0, ..Explosion::default() }) },
        Call::SetShape { collider, shape: Box::new(circle(1.0e9)), local_pose: Pose::IDENTITY },
        Call::SetDensity { collider, density: f32::NAN },
        Call::SetMaterial { collider, material: Material { restitution: 2.0, ..Material::default() } },
        Call::SetFilter { collider: gone, filter: Filter::ALL },
        Call::SetOneWay { collider, one_way: Some(Vec2::ZERO) },
        Call::SetSensor { collider: gone, is_sensor: true },
        Call::SetColliderUserData { collider: gone, user_data: 1 },
        Call::SetGravity { gravity: Vec2::NAN },
        Call::SetSettings { settings: Box::new(Settings { sub_steps: 0, ..Settings::default() }) },
        Call::Step { dt: 0.0 },
    ];
    for call in &refused {
        assert!(world.apply(call).is_err(), "{call:?}");
    }
    assert_eq!(world.apply(&Call::Wake { body: wall }), Err(CallError::World(WorldError::StaleBody(wall))));
    assert_eq!(world.apply(&Call::Step { dt: 2.0 }), Err(CallError::Step(StepError::InvalidTimeStep { dt: 2.0 })));
    assert_eq!(world.stop_recording().unwrap().calls(), []);
}

#[test]
fn a_call_gives_the_id_that_its_method_gives() {
    let [mut world, mut other] = [world(), world()];
    let body = world.create_body(&BodyDef::default()).unwrap();
    let def = ColliderDef::new(circle(1.0));
    let collider = world.create_collider(body, &def).unwrap();
    let given = other.apply(&Call::CreateBody { def: Box::default() });
    assert_eq!(given, Ok(Given::Body(body)));
    assert_eq!(other.apply(&Call::CreateCollider { body, def: Box::new(def) }), Ok(Given::Collider(collider)));
    assert_eq!(other.apply(&Call::Step { dt: DT }), Ok(Given::Nothing));
}

#[test]
fn a_world_records_from_start_to_stop_only() {
    let mut world = world();
    assert!(!world.is_recording() && world.stop_recording().is_none());
    let body = world.create_body(&BodyDef::default()).unwrap();
    world.start_recording();
    world.wake(body).unwrap();
    assert!(world.is_recording() && !world.clone().is_recording());
    world.start_recording();
    world.step(DT).unwrap();
    assert_eq!(world.stop_recording().unwrap().calls(), [Call::Step { dt: DT }], "it began anew");
    world.wake(body).unwrap();
    assert!(!world.is_recording() && world.stop_recording().is_none());
}

#[test]
fn going_back_takes_back_what_was_recorded_since() {
    let mut world = world();
    world.start_recording();
    play(&mut world, 15);
    let mut snapshot = Snapshot::new();
    world.snapshot(&mut snapshot);
    let bodies: Vec<BodyId> = world.bodies().collect();
    let push = |world: &mut World, x| {
        world.apply_impulse(bodies[9], Vec2::new(x, 0.0)).unwrap();
        add(world, &BodyDef::dynamic(Vec2::new(x, 20.0)), &ColliderDef::new(circle(0.3)));
        run(world, 5);
    };
    push(&mut world, 1.0);
    world.restore(&snapshot);
    push(&mut world, 2.0);
    world.restore(&snapshot);
    push(&mut world, 3.0);
    let recording = world.stop_recording().unwrap();
    assert_eq!(recording.steps(), 20);
    let mut again = self::world();
    recording.replay(&mut again).unwrap();
    assert_eq!(told(&again), told(&world));
}

#[test]
fn where_its_calls_do_not_lead_a_recording_ends() {
    let (mut world, other) = (world(), heap());
    let body = world.create_body(&BodyDef::default()).unwrap();
    let [mut before, mut early, mut late] = [(); 3].map(|()| Snapshot::new());
    world.snapshot(&mut before);
    world.start_recording();
    world.snapshot(&mut early);
    run(&mut world, 3);
    world.snapshot(&mut late);
    world.restore(&late);
    world.restore(&early);
    // As many calls as had led to the later one.
    (0..3).for_each(|_| world.set_linear_velocity(body, Vec2::X).unwrap());
    assert!(world.is_recording());
    world.restore(&late);
    assert!(!world.is_recording() && world.stop_recording().is_none(), "others led there");

    let mut recording = other.clone();
    recording.start_recording();
    recording.snapshot(&mut late);
    for snapshot in [&before, &early, &late] {
        world.start_recording();
        world.restore(snapshot);
        assert!(!world.is_recording(), "it was taken before, or of another world");
    }
    world.start_recording();
    world.clone_from(&other);
    assert!(!world.is_recording() && recording.is_recording());
}

#[test]
fn a_recording_is_of_the_calls_that_led_to_the_world_wherever_that_was_put_back() {
    let mut dice = Dice::new(7);
    let (mut went_back, mut ended) = (0, 0);
    for _ in 0..300 {
        let mut world = world();
        world.start_recording();
        let body = world.create_body(&BodyDef::default()).unwrap();
        let mut calls = vec![Call::CreateBody { def: Box::default() }];
        let mut saved = vec![];
        for number in 0..40u8 {
            let call = match dice.throw(8) {
                0 | 1 => {
                    let mut snapshot = Snapshot::new();
                    world.snapshot(&mut snapshot);
                    saved.push((snapshot, calls.clone()));
                    continue;
                }
                2 if !saved.is_empty() => {
                    let (snapshot, calls_then) = &saved[dice.throw(saved.len() as u64) as usize];
                    world.restore(snapshot);
                    if !world.is_recording() {
                        break;
                    }
                    went_back += 1;
                    calls.clone_from(calls_then);
                    continue;
                }
                3 => Call::CreateBody { def: Box::default() },
                4 | 5 => Call::SetLinearVelocity { body, velocity: Vec2::new(f32::from(number), 0.0) },
                _ => Call::Step { dt: DT },
            };
            world.apply(&call).unwrap();
            calls.push(call);
        }
        let Some(recording) = world.stop_recording() else {
            ended += 1;
            continue;
        };
        assert_eq!(recording.calls(), calls);
        let mut again = self::world();
        again.start_recording();
        assert_eq!(recording.replay(&mut again), Ok(()));
        assert_eq!(again.state_hash(), world.state_hash());
        assert_eq!(again.stop_recording(), Some(recording), "of a world that was never put back");
    }
    assert!(went_back > 300 && (100..250).contains(&ended), "{went_back} went back, {ended} ended");
}

#[test]
fn what_differs_from_the_start_on_is_told() {
    let (_, recording) = recorded(3);
    let mut other = World::new(Settings { sub_steps: 5, ..*recording.settings() }).unwrap();
    assert_eq!(recording.replay(&mut other), Err(ReplayError::OtherStart));
    // It looks the same, but does not give the same ids.
    let mut used = world();
    let (body, _) = add(&mut used, &BodyDef::default(), &ColliderDef::new(circle(1.0)));
    used.destroy_body(body).unwrap();
    let ReplayError::OtherId { call: 1, given, recorded: Given::Body(first) } =
        recording.replay(&mut used).unwrap_err()
    else {
        panic!("the first body is given another id")
    };
    assert_eq!((first, given), (body, Given::Body(used.bodies().next().unwrap())));
}

#[test]
fn a_heap_is_replayed_on_any_number_of_threads() {
    let on = |threads: usize, go: &(dyn Fn() -> (String, Recording) + Sync)| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(go)
    };
    let mut start = Snapshot::new();
    heap().snapshot(&mut start);
    let (end, recording) = on(1, &|| {
        let mut world = world();
        world.restore(&start);
        world.start_recording();
        run(&mut world, 12);
        (told(&world), world.stop_recording().unwrap())
    });
    for threads in [1, 2] {
        let (again, _) = on(threads, &|| {
            let mut world = world();
            world.restore(&start);
            recording.replay(&mut world).unwrap();
            (told(&world), recording.clone())
        });
        assert_eq!(again, end, "{threads} threads");
    }
}

#[cfg(feature = "serde")]
mod written {
    use super::*;

    fn text(recording: &Recording) -> String {
        serde_json::to_string(recording).unwrap()
    }

    /// Why a recording is not read in whose text this is replaced by that.
    fn refusal(recording: &Recording, this: &str, that: &str) -> String {
        let text = text(recording);
        assert!(text.contains(this), "{text}");
        serde_json::from_str::<Recording>(&text.replacen(this, that, 1)).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_down_is_read_back() {
        for (world, recording) in [all_made(), recorded(40)] {
            let read: Recording = serde_json::from_str(&text(&recording)).unwrap();
            assert_eq!(read, recording);
            let mut again = World::new(*read.settings()).unwrap();
            read.replay(&mut again).unwrap();
            assert_eq!(told(&again), told(&world));
        }
    }

    #[test]
    fn what_is_none_is_refused() {
        let (_, recording) = all_made();
        let id = r#"{"slot":0,"generation":1}"#;
        let free = refusal(&recording, id, r#"{"slot":0,"generation":2}"#);
        assert!(free.starts_with("no id has an even generation"), "{free}");
        let steps = refusal(&recording, r#"{"step":{"dt":0.016666668}},"#, "");
        assert!(steps.starts_with("there are not as many `step_hashes` as steps"), "{steps}");
        let ids = refusal(&recording, &format!(r#"{{"body":{id}}},"#), "");
        assert!(ids.starts_with("there are not as many ids `given`"), "{ids}");
        let name = refusal(&recording, r#""sub_steps""#, r#""substeps""#);
        assert!(name.starts_with("unknown field `substeps`"), "{name}");
        let turn = refusal(&recording, r#""cos":1.0"#, r#""cos":2.0"#);
        assert!(turn.contains("have squares that add up to 4, not 1"), "{turn}");
        let radius = refusal(&recording, r#"{"rect":{"half":[0.5,0.5]}}"#, r#"{"circle":{"radius":-1.0}}"#);
        assert!(radius.contains("radius"), "{radius}");
    }

    #[test]
    fn what_is_read_is_checked_as_calls_are() {
        let (_, recording) = recorded(3);
        let with = |this: &str, that: &str| -> Recording {
            serde_json::from_str(&text(&recording).replacen(this, that, 1)).unwrap()
        };
        let none = with(r#""sub_steps":4"#, r#""sub_steps":0"#);
        assert!(matches!(World::new(*none.settings()), Err(WorldError::InvalidNumber { what: "sub_steps", .. })));
        let far = with(r#"{"translation":[0.0,-1.0]"#, r#"{"translation":[1e9,-1.0]"#).replay(&mut world());
        let Err(ReplayError::Refused { call: 1, source: CallError::World(source) }) = far else {
            panic!("{far:?} is not refused")
        };
        assert_eq!(source.to_string(), "position must be within ±1e7, not 1000000000");
        let stale = with(r#"{"body":{"slot":0,"generation":1},"def""#, r#"{"body":{"slot":9,"generation":1},"def""#);
        let stale = stale.replay(&mut world()).unwrap_err().to_string();
        assert_eq!(stale, "call 2 was refused: no such body: BodyId(9v1)");
    }

    #[test]
    fn a_tampered_call_is_told_by_the_step_after_it() {
        let (_, recording) = recorded(8);
        let this = r#"{"apply_impulse":{"body":{"slot":22,"generation":1},"impulse":[-20.0,10.0]}}"#;
        assert!(text(&recording).contains(this), "{}", text(&recording));
        let that = this.replace("-20.0", "-20.000002");
        let tampered: Recording = serde_json::from_str(&text(&recording).replace(this, &that)).unwrap();
        let differs = tampered.replay(&mut world()).unwrap_err();
        assert!(matches!(differs, ReplayError::OtherState { step: 4, .. }), "{differs}");
    }
}
