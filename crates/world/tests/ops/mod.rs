//! Bytes to operations on a world, and what must hold after each of them: run by a property test and by the fuzzer.

mod pairing;
mod sensing;
mod snapshot;
mod source;
mod touching;

use crate::engine::{
    self, Aabb, BodyDef, BodyId, BodyKind, Capacity, ColliderDef, ColliderId, Explosion, Filter, MAX_TIME_STEP,
    MIN_TIME_STEP, MassProperties, QueryFilter, Rot, Vec2, World, WorldError,
};
use pairing::Pairing;
use sensing::Sensing;
use snapshot::Snapshot;
use source::{KINDS, RESPONSES, Source};
use touching::Touching;

/// Ids that are alive, and ids that once were.
#[derive(Clone, Default)]
struct Known {
    bodies: Vec<BodyId>,
    colliders: Vec<ColliderId>,
    gone_bodies: Vec<BodyId>,
    gone_colliders: Vec<ColliderId>,
    pairing: Pairing,
}

/// Runs the operations that `bytes` spell, at most `limit` of them, twice: in two worlds that must not differ. Each is put back in the
/// end, to where it was after some of them, and the others must come to the same again. So must a recording, which was put back as well.
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
    world.start_recording();
    let mut known = Known::default();
    let first = usize::from(source.byte()) % limit;
    let mut hashes = go_on(&mut source, &mut world, &mut known, first);
    let mut saved = engine::Snapshot::new();
    world.snapshot(&mut saved);
    let (mut source_then, mut known_then, then) = (source, known.clone(), world.state_hash());
    let rest = go_on(&mut source, &mut world, &mut known, limit - first);
    let end = Snapshot::of(&world);
    world.restore(&saved);
    assert_eq!((world.state_hash(), world.events().moved.len()), (then, 0));
    check(&world, &known_then);
    for late in known.bodies.iter().filter(|body| !known_then.bodies.contains(body)) {
        assert_eq!(world.pose(*late), Err(WorldError::StaleBody(*late)), "it was given later");
    }
    let again = go_on(&mut source_then, &mut world, &mut known_then, limit - first);
    assert_eq!(rest, again, "a world that was put back went another way");
    let recording = world.stop_recording().expect("it was started, and put back");
    let mut anew = World::new(*recording.settings()).expect("they were good before");
    anew.start_recording();
    assert_eq!(recording.replay(&mut anew), Ok(()));
    assert_eq!(anew.stop_recording(), Some(recording));
    // The events of the step before are not put back.
    if end.steps > saved.step() {
        assert_eq!(Snapshot::of(&world), end, "a world that was put back came to another end");
        assert_eq!(Snapshot::of(&anew), end, "a replay came to another end");
    }
    hashes.extend(rest);
    (end, hashes)
}

/// Comes back with the hash of the world's state after each of the next operations, of which there are at most `limit`.
fn go_on(source: &mut Source, world: &mut World, known: &mut Known, limit: usize) -> Vec<u64> {
    let mut hashes = Vec::new();
    for _ in 0..limit {
        if source.0.is_empty() {
            break;
        }
        let before = Snapshot::of(world);
        if let Err(error) = operate(source, world, known) {
            assert_eq!(Snapshot::of(world), before, "{error} changed the world");
        }
        check(world, known);
        hashes.push(world.state_hash());
    }
    hashes
}

fn operate(source: &mut Source, world: &mut World, known: &mut Known) -> Result<(), WorldError> {
    match source.byte() % 17 {
        0..=2 => {
            let def = BodyDef {
                kind: source.pick(&KINDS).unwrap_or_default(),
                response: source.pick(&RESPONSES).unwrap_or_default(),
                pose: source.near_pose(),
                linear_velocity: source.vector(),
                angular_velocity: source.number(),
                locks: source.locks(),
                gravity_scale: source.number(),
                is_awake: !source.byte().is_multiple_of(4),
                is_bullet: source.byte().is_multiple_of(4),
                ..BodyDef::default()
            };
            known.bodies.push(world.create_body(&def)?);
        }
        3..=6 => {
            let (Some(body), Some(shape)) = (source.pick(&known.bodies), source.shape()) else { return Ok(()) };
            let def = ColliderDef {
                local_pose: source.near_pose(),
                density: source.number().abs(),
                material: source.material(),
                filter: if source.byte().is_multiple_of(2) { Filter::ALL } else { source.filter() },
                one_way: source.byte().is_multiple_of(4).then(|| source.vector()),
                is_seamless: source.byte().is_multiple_of(2),
                is_sensor: source.byte().is_multiple_of(8),
                ..ColliderDef::new(shape)
            };
            known.colliders.push(world.create_collider(body, &def)?);
        }
        7 => {
            let Some(body) = source.pick(&known.bodies) else { return Ok(()) };
            let colliders: Vec<ColliderId> = world.colliders_of(body)?.collect();
            world.destroy_body(body)?;
            known.bodies.retain(|&other| other != body);
            known.colliders.retain(|other| !colliders.contains(other));
            known.gone_bodies.push(body);
            known.gone_colliders.extend(colliders);
        }
        8 => {
            let Some(collider) = source.pick(&known.colliders) else { return Ok(()) };
            match source.byte() % 11 {
                0 => {
                    let Some(shape) = source.shape() else { return Ok(()) };
                    return world.set_shape(collider, shape, source.pose());
                }
                1 => return world.set_material(collider, source.material()),
                2 => return world.set_density(collider, source.number()),
                3 => return world.set_filter(collider, source.filter()),
                4 => {
                    let one_way = source.byte().is_multiple_of(2).then(|| source.vector());
                    return world.set_one_way(collider, one_way);
                }
                5 => return world.set_sensor(collider, source.byte().is_multiple_of(2)),
                6 => {
                    known.pairing.give_up();
                    return world.set_contact_events(collider, source.byte().is_multiple_of(2));
                }
                7 => return world.set_hit_events(collider, source.byte().is_multiple_of(2)),
                8 => return world.set_collider_user_data(collider, u64::from(source.byte())),
                9 => return world.set_seamless(collider, source.byte().is_multiple_of(2)),
                _ => world.destroy_collider(collider)?,
            }
            known.colliders.retain(|&other| other != collider);
            known.gone_colliders.push(collider);
        }
        9 => {
            let Some(body) = source.pick(&known.bodies) else { return Ok(()) };
            match source.byte() % 24 {
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
                14 => world.set_bullet(body, source.byte().is_multiple_of(2))?,
                15 => world.reset_mass_properties(body)?,
                16 => world.apply_torque(body, source.number())?,
                17 => world.set_user_data(body, u64::from(source.byte()))?,
                18 => world.apply_force(body, source.vector())?,
                19 => world.apply_impulse(body, source.vector())?,
                20 => world.apply_angular_impulse(body, source.number())?,
                21 => world.explode(&Explosion {
                    center: source.vector(),
                    radius: source.number(),
                    falloff: source.number(),
                    impulse_per_length: source.number(),
                    filter: source.filter(),
                })?,
                22 => {
                    let other = source.pick(&known.bodies).unwrap_or(body);
                    let ignored = !source.byte().is_multiple_of(4);
                    world.set_ignored(body, other, ignored)?;
                    assert_eq!(world.is_ignored(other, body), Ok(ignored && other != body));
                }
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
        12 => query(source, world, known)?,
        13 => {
            let (before, dt) = (Snapshot::of(world), source.strange_time_step());
            let is_step = (MIN_TIME_STEP..=MAX_TIME_STEP).contains(&dt);
            match world.step(dt) {
                Ok(_) => known.pairing.follow(world),
                Err(_) => assert_eq!(Snapshot::of(world), before),
            }
            assert_eq!(world.report().step, before.steps + u64::from(is_step));
        }
        14 => match source.byte() % 4 {
            0 => world.set_gravity(source.vector())?,
            1 => world.set_settings(source.settings())?,
            2 => world.reserve(&Capacity { bodies: usize::from(source.byte()), ..world.peak() }),
            _ => world.refresh(),
        },
        _ => {
            let (steps, dt) = (u64::from(source.byte() % 8) + 1, source.time_step());
            let before = world.report().step;
            for _ in 0..steps {
                let (touching, sensing) = (Touching::before_step(world), Sensing::before_step(world));
                world.step(dt).expect("a step of a microsecond to a second");
                touching.check(world);
                sensing.check(world);
                known.pairing.follow(world);
                check(world, known);
            }
            assert_eq!(world.report().step, before + steps);
        }
    }
    Ok(())
}

/// Asks everything there is to ask about a place and a way.
fn query(source: &mut Source, world: &World, known: &Known) -> Result<(), WorldError> {
    let (point, way, all) = (source.vector(), source.vector(), QueryFilter::ALL);
    let is_known = |hits: &[ColliderId]| hits.is_sorted() && hits.iter().all(|hit| known.colliders.contains(hit));
    let (mut hits, mut near, mut cast) = (Vec::new(), Vec::new(), Vec::new());
    world.query_point(point, &all, &mut hits)?;
    assert!(is_known(&hits));
    assert_eq!(world.query_point_any(point, &all)?, !hits.is_empty());
    world.nearest(point, 3, f32::INFINITY, &all, &mut near)?;
    assert!(
        near.is_sorted_by_key(|hit| hit.distance) && near.iter().all(|hit| known.colliders.contains(&hit.collider))
    );
    // What has the point in it is as near as can be.
    assert!(hits.len().min(3) <= near.iter().filter(|hit| hit.distance <= 0.0).count(), "{hits:?}, {near:?}");
    let (aabb, mut by_bounds) = (Aabb::new(point, point + way.abs()), Vec::new());
    world.query_aabb(&aabb, &all, &mut hits)?;
    assert_eq!(world.query_aabb_any(&aabb, &all)?, !hits.is_empty());
    world.query_bounds(&aabb, &all, &mut by_bounds)?;
    assert!(is_known(&by_bounds) && hits.is_sorted() && hits.iter().all(|hit| by_bounds.contains(hit)));
    let hit = world.ray_cast_closest(point, way, &all)?;
    assert!(hit.is_none_or(|hit| known.colliders.contains(&hit.collider)));
    let (Some(shape), pose) = (source.shape(), source.pose()) else { return Ok(()) };
    world.query_shape(&shape, &pose, &all, &mut hits)?;
    assert!(is_known(&hits));
    assert_eq!(world.query_shape_any(&shape, &pose, &all)?, !hits.is_empty());
    world.shape_cast_all(&shape, &pose, way, &all, &mut cast)?;
    assert!(cast.is_sorted_by_key(|hit| hit.fraction));
    assert_eq!(world.shape_cast_closest(&shape, &pose, way, &all)?, cast.first().copied());
    assert_eq!(world.shape_cast_any(&shape, &pose, way, &all)?, !cast.is_empty());
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
    for &collider in &known.colliders {
        let body = world.pose(world.body_of(collider).expect("alive")).expect("alive");
        let local = world.local_pose(collider).expect("alive");
        assert_eq!(world.collider_pose(collider), Ok(body * local), "{collider:?} is not where its body is");
    }
    let of_bodies: usize = known.bodies.iter().map(|&body| world.contacts_of(body).expect("alive").count()).sum();
    assert_eq!(of_bodies, 2 * world.contacts().count());
    for contact in world.contacts() {
        assert!(known.colliders.contains(&contact.a) && known.colliders.contains(&contact.b));
        let bodies = [contact.a, contact.b].map(|side| world.body_of(side).expect("alive"));
        assert!(bodies[0] != bodies[1] && bodies.iter().all(|body| known.bodies.contains(body)));
        assert_eq!(world.is_ignored(bodies[0], bodies[1]), Ok(false));
        assert!(contact.a < contact.b && (contact.normal.length() - 1.0).abs() < 1e-6);
        for point in contact.points() {
            assert!(point.point.is_finite() && point.separation.is_finite());
            assert!(point.normal_impulse >= 0.0 && point.normal_impulse.is_finite());
        }
    }
    let events = world.events();
    assert!(events.begin.is_sorted() && events.end.is_sorted());
    assert!(events.moved.is_sorted_by_key(|moved| moved.body));
}
