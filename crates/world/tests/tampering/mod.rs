//! Bytes to changes in what a recording is written as, and what must hold when it is read and replayed: run by a property test and by
//! the fuzzer.

use serde_json::{Value, json};
use world::{
    BodyDef, BodyId, BodyKind, Call, ColliderDef, ColliderId, Explosion, Filter, Given, MassProperties, Material,
    MotionLocks, Pose, Recording, Replay, ReplayError, Response, Rot, Settings, Shape, Vec2, World,
};

const DT: f32 = 1.0 / 60.0;

/// How many changes are made at most: with more hardly any text is a recording.
const MAX_CHANGES: usize = 6;

/// Changes what a recording is written as the way the bytes say, three of them for each change. If that is read, a replay ends where it
/// is refused or done, twice the same way, and leaves a world that goes on.
///
/// # Panics
/// When one of these does not hold.
pub fn run(bytes: &[u8]) {
    let mut written = serde_json::to_value(recorded()).expect("what is finite is written");
    for change in bytes.chunks_exact(3).take(MAX_CHANGES) {
        tamper(&mut written, usize::from(change[0]) << 8 | usize::from(change[1]), change[2]);
    }
    let Ok(recording) = serde_json::from_str::<Recording>(&written.to_string()) else { return };
    let Some((world, end)) = replayed(&recording) else { return };
    let (again, same_end) = replayed(&recording).expect("it was made before");
    assert_eq!((end, world.state_hash()), (same_end, again.state_hash()), "two replays differ");
    if end.is_ok() {
        let text = serde_json::to_string(&recording).expect("all of it was accepted");
        assert_eq!(serde_json::from_str::<Recording>(&text).expect("it was written"), recording);
    }
}

/// The world that calls lead to, and how that ended; none if there is no such world. All calls are made on it once more after that,
/// whether or not it takes them, and it goes on.
fn replayed(recording: &Recording) -> Option<(World, Result<(), ReplayError>)> {
    let mut world = World::new(*recording.settings()).ok()?;
    let mut replay = Replay::new();
    let end = loop {
        match recording.replay_step(&mut replay, &mut world) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    for call in recording.calls() {
        let before = world.state_hash();
        if world.apply(call).is_err() {
            assert_eq!(world.state_hash(), before, "{call:?} was refused");
        }
    }
    world.step(DT).expect("a usual step");
    for body in world.bodies() {
        let (pose, velocity) = (world.pose(body).expect("alive"), world.linear_velocity(body).expect("alive"));
        assert!(pose.translation.is_finite() && velocity.is_finite(), "{body:?} is nowhere");
    }
    Some((world, end))
}

/// Puts something else in the place of one of the values that it is made of: of a number another one, by every other `what`, which is
/// one of a few or another of its own; else anything in the place of anything.
fn tamper(written: &mut Value, place: usize, what: u8) {
    let (is_one, others): (fn(&Value) -> bool, Vec<Value>) = if what.is_multiple_of(2) {
        let small = [0.0, -0.0, 0.5, -1.0, 1.0e-45, 1.0e-30, 1.0e-3, 1.0e3, 1.0e7, -1.0e7, 1.0e18, 3.4e38, 1.0e39];
        let whole = [0, 1, 2, 255, u64::from(u32::MAX), u64::MAX];
        (Value::is_number, small.iter().map(|&number| json!(number)).chain(whole.map(Value::from)).collect())
    } else {
        let words = ["static", "dynamic", "kinematic", "separate", "minimum"].map(Value::from);
        let others = [json!(null), json!(true), json!(false), json!([]), json!({}), json!([0.0, 0.0])];
        (|_| true, words.into_iter().chain(others).collect())
    };
    let count = count(written, is_one);
    // Nothing is left of it.
    if count == 0 {
        return;
    }
    let what = usize::from(what / 2);
    let other = match others.get(what) {
        Some(other) => other.clone(),
        None => nth(written, is_one, &mut (place.wrapping_mul(what) % count)).expect("there are as many").clone(),
    };
    *nth(written, is_one, &mut (place % count)).expect("there are as many") = other;
}

/// How many values there are of a kind, from the whole to each number.
fn count(value: &Value, is_one: fn(&Value) -> bool) -> usize {
    usize::from(is_one(value))
        + match value {
            Value::Array(items) => items.iter().map(|item| count(item, is_one)).sum(),
            Value::Object(fields) => fields.values().map(|field| count(field, is_one)).sum(),
            _ => 0,
        }
}

/// One of these values, counted from the whole; what is counted is taken from `left`.
fn nth<'v>(value: &'v mut Value, is_one: fn(&Value) -> bool, left: &mut usize) -> Option<&'v mut Value> {
    if is_one(value) {
        if *left == 0 {
            return Some(value);
        }
        *left -= 1;
    }
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| nth(item, is_one, left)),
        Value::Object(fields) => fields.values_mut().find_map(|field| nth(field, is_one, left)),
        _ => None,
    }
}

/// Shapes of all kinds fall on a floor and are changed meanwhile.
fn recorded() -> Recording {
    let mut world = World::new(Settings { sub_steps: 2, ..Settings::default() }).expect("good settings");
    world.start_recording();
    let corners = [Vec2::new(-0.5, -0.4), Vec2::new(0.6, -0.3), Vec2::new(0.1, 0.7)];
    let shapes = [
        Shape::rect(8.0, 0.5),
        Shape::circle(0.4),
        Shape::capsule(Vec2::new(-0.4, 0.0), Vec2::new(0.4, 0.1), 0.2),
        Shape::segment(Vec2::new(-0.5, 0.0), Vec2::new(0.5, 0.2)),
        Shape::polygon(&corners),
    ];
    let sides: Vec<(BodyId, ColliderId)> = (0u8..)
        .zip(shapes)
        .map(|(number, shape)| {
            let at = Vec2::new(0.3 * f32::from(number), 0.7 * f32::from(number));
            let def = if number == 0 { BodyDef::fixed(at) } else { BodyDef::dynamic(at) };
            let body = world.create_body(&def).expect("a good body");
            let def = ColliderDef::new(shape.expect("a good shape"));
            (body, world.create_collider(body, &def).expect("a good collider"))
        })
        .collect();
    for call in changes(&sides) {
        let given = world.apply(&call).expect("a good call");
        assert_eq!(given, Given::Nothing);
    }
    world.stop_recording().expect("it was started")
}

/// Calls that change a floor and four bodies above it, with a few steps between.
fn changes(sides: &[(BodyId, ColliderId)]) -> Vec<Call> {
    let [(floor, ground), (body, collider), (second, skin), (third, bar), (last, corner)] = *sides else {
        unreachable!("there are five")
    };
    let pose = Pose::new(Vec2::new(0.1, 3.3), Rot::from_angle(0.3));
    let step = Call::Step { dt: DT };
    vec![
        step.clone(),
        Call::SetLinearVelocity { body, velocity: Vec2::new(3.0, -0.2) },
        Call::SetAngularVelocity { body: second, velocity: 3.0 },
        Call::SetKind { body: third, kind: BodyKind::Kinematic },
        Call::SetKinematicTarget { body: third, target: pose, dt: DT },
        Call::SetMassProperties { body: last, mass: MassProperties { mass: 2.0, center: Vec2::ZERO, inertia: 0.7 } },
        step.clone(),
        Call::SetResponse { body, response: Response::Separate },
        Call::SetLocks { body: second, locks: MotionLocks::ROTATION },
        Call::SetBullet { body: last, bullet: true },
        Call::SetDamping { body: second, linear: 0.1, angular: 0.2 },
        Call::SetGravityScale { body: last, scale: 2.0 },
        Call::ApplyForceAt { body: last, force: Vec2::new(90.0, 40.0), world_point: Vec2::X },
        Call::ApplyImpulse { body: second, impulse: Vec2::new(0.6, 0.7) },
        Call::Explode {
            explosion: Box::new(Explosion { radius: 2.0, impulse_per_length: 0.1, ..Explosion::default() }),
        },
        step.clone(),
        Call::SetPose { body: second, pose },
        Call::SetDensity { collider: corner, density: 3.0 },
        Call::SetMaterial { collider: ground, material: Material { friction: 0.3, ..Material::default() } },
        Call::SetFilter { collider: skin, filter: Filter { group: -1, ..Filter::ALL } },
        Call::SetOneWay { collider: ground, one_way: Some(Vec2::Y) },
        Call::SetSeamless { collider: ground, is_seamless: true },
        Call::SetSensor { collider: bar, is_sensor: true },
        step.clone(),
        Call::SetShape {
            collider: skin,
            shape: Box::new(Shape::rect(0.3, 0.2).expect("a good shape")),
            local_pose: pose,
        },
        Call::SetGravity { gravity: Vec2::new(1.0, -9.81) },
        Call::SetSettings { settings: Box::new(Settings { sub_steps: 3, ..Settings::default() }) },
        Call::SetEnabled { body: floor, enabled: false },
        step.clone(),
        Call::SetEnabled { body: floor, enabled: true },
        Call::DestroyCollider { collider },
        Call::DestroyBody { body: third },
        step,
    ]
}
