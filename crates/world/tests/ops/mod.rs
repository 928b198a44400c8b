//! Bytes to operations on a world, and what must hold after each of them: run by a property test and by the fuzzer.

mod snapshot;

use snapshot::Snapshot;
use world::{
    BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, Filter, MassProperties, Material, MixRule, MotionLocks, Pose,
    QueryFilter, Response, Rot, Settings, Shape, Vec2, World, WorldError,
};

/// Bytes taken one after the other; zeros when they are used up.
struct Source<'a>(&'a [u8]);

impl Source<'_> {
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        let byte = usize::from(self.byte());
        (!from.is_empty()).then(|| from[byte % from.len()])
    }

    /// Mostly a moderate number, now and then an extreme or a broken one.
    fn number(&mut self) -> f32 {
        let byte = self.byte();
        match byte {
            255 => f32::NAN,
            254 => f32::INFINITY,
            253 => 1.0e7,
            252 => -1.0e7,
            251 => 1.0e30,
            250 => 1.0e-30,
            _ => (f32::from(byte) - 125.0) / 16.0,
        }
    }

    fn vector(&mut self) -> Vec2 {
        Vec2::new(self.number(), self.number())
    }

    fn pose(&mut self) -> Pose {
        Pose::new(self.vector(), Rot::from_angle(self.number()))
    }

    fn locks(&mut self) -> MotionLocks {
        let byte = self.byte();
        MotionLocks { x: byte.is_multiple_of(7), y: byte.is_multiple_of(5), rotation: byte.is_multiple_of(4) }
    }

    /// Islands mostly fall asleep as soon as they rest, so that much happens to sleepers.
    fn settings(&mut self) -> Settings {
        let byte = self.byte();
        Settings {
            gravity: if byte.is_multiple_of(8) { Vec2::ZERO } else { Vec2::new(0.0, -10.0) },
            sub_steps: 1 + u32::from(byte % 5),
            sleep: !byte.is_multiple_of(7),
            sleep_time: if byte.is_multiple_of(3) { 0.0 } else { 0.05 },
            speculative_margin: [0.02, 0.0, 0.5][usize::from(byte % 3)],
            aabb_margin: [0.05, 0.0][usize::from(byte % 2)],
            ..Settings::default()
        }
    }

    fn filter(&mut self) -> Filter {
        let byte = self.byte();
        Filter { category: u64::from(byte & 3), mask: u64::from(byte >> 2 & 7), group: i32::from(byte >> 5 & 3) - 1 }
    }

    fn material(&mut self) -> Material {
        Material {
            friction: self.number(),
            friction_rule: self.pick(&RULES).flatten(),
            restitution: self.number().abs() / 8.0,
            restitution_rule: self.pick(&RULES).flatten(),
            surface_speed: self.number(),
            rolling_resistance: self.number().abs(),
        }
    }

    fn shape(&mut self) -> Option<Shape> {
        match self.byte() % 5 {
            0 => Shape::circle(self.number().abs() * 0.2).ok(),
            1 => Shape::rect(self.number().abs() * 0.2, self.number().abs() * 0.2).ok(),
            2 => Shape::capsule(self.vector() * 0.1, self.vector() * 0.1, self.number().abs() * 0.1).ok(),
            3 => Shape::segment(self.vector(), self.vector()).ok(),
            _ => Shape::polygon(&[self.vector() * 0.2, self.vector() * 0.2, self.vector() * 0.2]).ok(),
        }
    }
}

const KINDS: [BodyKind; 4] = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic, BodyKind::Dynamic];
const RULES: [Option<MixRule>; 6] = [
    None,
    Some(MixRule::Average),
    Some(MixRule::GeometricMean),
    Some(MixRule::Minimum),
    Some(MixRule::Product),
    Some(MixRule::Maximum),
];
const RESPONSES: [Response; 3] = [Response::Dynamics, Response::Dynamics, Response::Separate];

/// Ids that are alive, and ids that once were.
#[derive(Default)]
struct Known {
    bodies: Vec<BodyId>,
    colliders: Vec<ColliderId>,
    gone_bodies: Vec<BodyId>,
    gone_colliders: Vec<ColliderId>,
}

/// Runs the operations that `bytes` spell, at most `limit` of them, twice: in two worlds that must not differ.
///
/// # Panics
/// When a law of the world is broken.
pub fn run(bytes: &[u8], limit: usize) {
    assert_eq!(replay(bytes, limit), replay(bytes, limit), "the same operations, and another world");
}

/// Comes back with what the world says in the end, and the hash of its state after each operation.
fn replay(bytes: &[u8], limit: usize) -> (Snapshot, Vec<u64>) {
    let mut source = Source(bytes);
    let mut world = World::new(source.settings()).expect("the settings are good");
    let mut known = Known::default();
    let mut hashes = Vec::new();
    for _ in 0..limit {
        if source.0.is_empty() {
            break;
        }
        let before = Snapshot::of(&world);
        if let Err(error) = operate(&mut source, &mut world, &mut known) {
            assert_eq!(Snapshot::of(&world), before, "{error} changed the world");
        }
        check(&world, &known);
        hashes.push(world.state_hash());
    }
    (Snapshot::of(&world), hashes)
}

fn operate(source: &mut Source, world: &mut World, known: &mut Known) -> Result<(), WorldError> {
    match source.byte() % 17 {
        0..=2 => {
            let def = BodyDef {
                kind: source.pick(&KINDS).unwrap_or_default(),
                response: source.pick(&RESPONSES).unwrap_or_default(),
                pose: source.pose(),
                linear_velocity: source.vector(),
                angular_velocity: source.number(),
                locks: source.locks(),
                gravity_scale: source.number(),
                awake: !source.byte().is_multiple_of(4),
                bullet: source.byte().is_multiple_of(4),
                ..BodyDef::default()
            };
            known.bodies.push(world.create_body(&def)?);
        }
        3..=6 => {
            let (Some(body), Some(shape)) = (source.pick(&known.bodies), source.shape()) else { return Ok(()) };
            let def = ColliderDef {
                local_pose: source.pose(),
                density: source.number().abs(),
                material: source.material(),
                filter: if source.byte().is_multiple_of(2) { Filter::ALL } else { source.filter() },
                one_way: source.byte().is_multiple_of(4).then(|| source.vector()),
                is_sensor: source.byte().is_multiple_of(8),
                ..ColliderDef::new(shape)
            };
            known.colliders.push(world.create_collider(body, &def)?);
        }
        7 => {
            let Some(body) = source.pick(&known.bodies) else { return Ok(()) };
            let colliders: Vec<ColliderId> = world.colliders_of(body).collect();
            world.destroy_body(body)?;
            known.bodies.retain(|&other| other != body);
            known.colliders.retain(|other| !colliders.contains(other));
            known.gone_bodies.push(body);
            known.gone_colliders.extend(colliders);
        }
        8 => {
            let Some(collider) = source.pick(&known.colliders) else { return Ok(()) };
            match source.byte() % 6 {
                0 => {
                    let Some(shape) = source.shape() else { return Ok(()) };
                    return world.set_shape(collider, shape, source.pose());
                }
                1 => return world.set_material(collider, source.material()),
                2 => return world.set_density(collider, source.number()),
                3 => return world.set_filter(collider, source.filter()),
                _ => world.destroy_collider(collider)?,
            }
            known.colliders.retain(|&other| other != collider);
            known.gone_colliders.push(collider);
        }
        9 => {
            let Some(body) = source.pick(&known.bodies) else { return Ok(()) };
            match source.byte() % 15 {
                0 => world.set_pose(body, source.pose())?,
                1 => world.set_linear_velocity(body, source.vector())?,
                2 => world.set_angular_velocity(body, source.number())?,
                3 => world.apply_impulse_at(body, source.vector(), source.vector())?,
                4 => world.apply_force_at(body, source.vector(), source.vector())?,
                5 => world.set_kind(body, source.pick(&KINDS).unwrap_or_default())?,
                6 => world.set_response(body, source.pick(&RESPONSES).unwrap_or_default())?,
                7 => world.set_enabled(body, source.byte().is_multiple_of(2))?,
                8 => world.set_locks(body, source.locks())?,
                9 => world.set_damping(body, source.number(), source.number())?,
                10 => world.set_gravity_scale(body, source.number())?,
                11 => {
                    let (mass, inertia, center) = (source.number(), source.number(), source.vector());
                    world.set_mass_properties(body, MassProperties { mass, inertia, center })?;
                }
                12 => world.wake(body)?,
                13 => world.set_can_sleep(body, source.byte().is_multiple_of(2))?,
                _ => world.set_kinematic_target(body, source.pose(), 1.0 / 60.0)?,
            }
        }
        10 => {
            if let Some(body) = source.pick(&known.gone_bodies) {
                assert_eq!(world.pose(body), Err(WorldError::StaleBody(body)));
                world.set_linear_velocity(body, Vec2::X)?;
            }
        }
        11 => {
            if let Some(collider) = source.pick(&known.gone_colliders) {
                world.destroy_collider(collider)?;
            }
        }
        12 => {
            let mut hits = Vec::new();
            world.query_point(source.vector(), &QueryFilter::ALL, &mut hits)?;
            assert!(hits.is_sorted() && hits.iter().all(|hit| known.colliders.contains(hit)));
            let hit = world.ray_cast_closest(source.vector(), source.vector(), &QueryFilter::ALL)?;
            assert!(hit.is_none_or(|hit| known.colliders.contains(&hit.collider)));
        }
        13 => {
            let before = Snapshot::of(world);
            if world.step(source.number()).is_err() {
                assert_eq!(Snapshot::of(world), before);
            }
        }
        14 => world.set_gravity(source.vector())?,
        _ => {
            let steps = u64::from(source.byte() % 8) + 1;
            let before = world.report().step;
            for _ in 0..steps {
                world.step(1.0 / 60.0).expect("a sixtieth of a second is a fine step");
            }
            assert_eq!(world.report().step, before + steps);
        }
    }
    Ok(())
}

/// What holds at any time.
fn check(world: &World, known: &Known) {
    assert_eq!(world.body_count(), known.bodies.len());
    assert_eq!(world.collider_count(), known.colliders.len());
    for &body in &known.bodies {
        let (pose, velocity) = (world.pose(body).expect("alive"), world.linear_velocity(body).expect("alive"));
        assert!(pose.is_finite() && velocity.is_finite(), "{body:?} at {pose:?}, {velocity}");
        let turn = pose.rotation;
        assert_eq!(Rot::new(turn.cos(), turn.sin()), Ok(turn));
        let awake = world.is_awake(body).expect("alive");
        assert!(!(awake && world.kind(body) == Ok(BodyKind::Static)));
        if !awake && world.is_enabled(body) == Ok(true) {
            assert_eq!((velocity, world.angular_velocity(body)), (Vec2::ZERO, Ok(0.0)));
        }
    }
    for contact in world.contacts() {
        assert!(known.colliders.contains(&contact.a) && known.colliders.contains(&contact.b));
        assert!(contact.a < contact.b && (contact.normal.length() - 1.0).abs() < 1e-3);
        for point in contact.points() {
            assert!(point.point.is_finite() && point.separation.is_finite());
            assert!(point.normal_impulse >= 0.0 && point.normal_impulse.is_finite());
        }
    }
    let events = world.events();
    assert!(events.begin.is_sorted() && events.end.is_sorted());
    assert!(events.moved.is_sorted_by_key(|moved| moved.body));
}
