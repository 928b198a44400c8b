//! What steps report.

mod common;

use common::{add, add_ground, circle, position, rect, run, weightless, world};
use world::{BodyDef, BodyKind, ColliderDef, Material, Pose, SensorEvent, Settings, Shape, Vec2};

#[test]
fn a_landing_begins_and_hits_once_and_ends_when_it_lifts_off() {
    let mut world = world();
    let (_, ground) = add_ground(&mut world);
    let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 2.0)), &ColliderDef::new(rect(0.5, 0.5)));
    let (mut begins, mut hits, mut ends) = (0, Vec::new(), 0);
    for step in 0..240 {
        if step == 180 {
            world.apply_impulse(body, Vec2::new(0.0, 3.0)).unwrap();
        }
        run(&mut world, 1);
        let events = world.events();
        for event in events.begin.iter().chain(&events.end) {
            assert_eq!((event.a, event.b), (ground, collider));
        }
        begins += events.begin.len();
        ends += events.end.len();
        hits.extend(events.hit.iter().copied());
    }
    assert_eq!((begins, ends), (2, 1));
    // It fell 1.5 m, then rose for 0.3 s.
    assert_eq!(hits.len(), 2, "{hits:?}");
    assert!((hits[0].approach_speed - 30.0f32.sqrt()).abs() < 0.3 && hits[0].normal.y > 0.99, "{hits:?}");
    assert!(hits[0].point.y.abs() < 0.1);
}

#[test]
fn a_hit_is_told_where_it_was_whichever_body_is_older() {
    let mut points = Vec::new();
    for ground_is_first in [true, false] {
        let mut world = weightless();
        let bouncy = Material { restitution: 1.0, friction: 0.0, ..Material::default() };
        let collider = |shape: Shape| ColliderDef { material: bouncy, hit_events: true, ..ColliderDef::new(shape) };
        let ground = (BodyDef::fixed(Vec2::new(0.0, -1.0)), collider(rect(50.0, 1.0)));
        let linear_velocity = Vec2::new(50.0, -20.0);
        let ball = (BodyDef { linear_velocity, ..BodyDef::dynamic(Vec2::new(0.0, 5.0)) }, collider(circle(0.5)));
        let [first, second] = if ground_is_first { [ground, ball] } else { [ball, ground] };
        [first, second].iter().for_each(|(body, collider)| {
            add(&mut world, body, collider);
        });
        for _ in 0..30 {
            run(&mut world, 1);
            points.extend(world.events().hit.iter().map(|hit| (hit.point, hit.normal.y.abs())));
        }
    }
    // 4.5 m down at 20 m/s.
    let [(first, _), (second, _)] = points[..] else { panic!("{points:?}") };
    assert!((first - Vec2::new(11.25, 0.0)).length() < 0.01 && (first - second).length() < 1e-4, "{points:?}");
    assert!(points.iter().all(|(_, upright)| *upright > 0.999), "{points:?}");
}

#[test]
fn every_hit_is_one_of_a_contact_that_has_begun() {
    for restitution in [0.0, 1.0] {
        for gap in [0.0, 0.004, 0.006, 0.01, 0.019, 0.03, 0.2] {
            for speed in [1.5, 6.0, 40.0] {
                let mut world = weightless();
                let material = Material { restitution, ..Material::default() };
                let (_, ground) = add_ground(&mut world);
                let velocity = Vec2::new(0.0, -speed);
                let def = BodyDef { linear_velocity: velocity, ..BodyDef::dynamic(Vec2::new(0.0, 0.5 + gap)) };
                let (_, ball) = add(&mut world, &def, &ColliderDef { material, ..ColliderDef::new(circle(0.5)) });
                let (mut begun, mut ended, mut hits) = (0, 0, 0);
                for _ in 0..20 {
                    run(&mut world, 1);
                    let events = world.events();
                    begun += events.begin.len();
                    hits += events.hit.len();
                    let all = events.begin.iter().chain(&events.end);
                    assert!(all.map(|event| (event.a, event.b)).all(|pair| pair == (ground, ball)));
                    let is_of_one = events.hit.is_empty() || begun > ended;
                    assert!(is_of_one, "{speed} m/s, {gap} m away, restitution {restitution}");
                    ended += events.end.len();
                }
                let bounced = usize::from(restitution > 0.0);
                assert_eq!((begun, hits, ended), (1, 1, bounced), "{speed} m/s, {gap} m away");
            }
        }
    }
}

#[test]
fn a_contact_ends_out_of_the_margin_though_the_boxes_still_meet() {
    let mut world = weightless();
    add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(circle(0.5)));
    let (body, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(1.0, 0.0)), &ColliderDef::new(circle(0.5)));
    // There and back again, by a centimetre a step.
    for _ in 0..2 {
        run(&mut world, 1);
        assert_eq!((world.events().begin.len(), world.events().end.len()), (1, 0));
        world.set_linear_velocity(body, Vec2::new(0.6, 0.0)).unwrap();
        let end = (0..10).find(|_| {
            run(&mut world, 1);
            world.events().end.len() == 1
        });
        // The step that ends it finds a gap of more than 2 cm, and leaves one that is a centimetre wider.
        let gap = position(&world, body).x - 1.0;
        assert!(end.is_some() && (0.03..0.045).contains(&gap), "{gap} m");
        world.set_pose(body, Pose::from_translation(Vec2::new(1.0, 0.0))).unwrap();
        world.set_linear_velocity(body, Vec2::ZERO).unwrap();
    }
}

#[test]
fn a_sensor_sees_all_kinds_but_static_ones_from_a_static_body_and_sleepers_when_either_wakes() {
    let kinds = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic];
    for (kind, other) in kinds.into_iter().flat_map(|kind| kinds.map(|other| (kind, other))) {
        for awake in [true, false] {
            let mut world = weightless();
            let sensor = ColliderDef { is_sensor: true, ..ColliderDef::new(circle(1.0)) };
            let (body, sensor) = add(&mut world, &BodyDef { kind, is_awake: awake, ..BodyDef::default() }, &sensor);
            let visitor = BodyDef { kind: other, is_awake: awake, ..BodyDef::default() };
            let (visitor, _) = add(&mut world, &visitor, &ColliderDef::new(circle(0.5)));
            run(&mut world, 1);
            let case = format!("{kind:?} sees {other:?}, awake {awake}");
            let (moves, other_moves) = (kind != BodyKind::Static, other != BodyKind::Static);
            // Who adds a static collider wakes what lies there.
            let is_seen = if awake { moves || other_moves } else { moves && !other_moves };
            assert_eq!(world.overlaps_of(sensor).unwrap().count(), usize::from(is_seen), "{case}");
            world.wake(if moves { body } else { visitor }).unwrap();
            run(&mut world, 1);
            assert_eq!(world.overlaps_of(sensor).unwrap().count(), usize::from(moves || other_moves), "{case}, woken");
            world.set_enabled(visitor, false).unwrap();
            run(&mut world, 1);
            assert_eq!(world.events().sensor_end.len(), usize::from(moves || other_moves), "{case}, disabled");
        }
    }
}

#[test]
fn a_sensor_sees_what_passes_and_stops_nothing() {
    let mut world = weightless();
    let sensor_def = ColliderDef { is_sensor: true, ..ColliderDef::new(rect(1.0, 1.0)) };
    let (_, sensor) = add(&mut world, &BodyDef::fixed(Vec2::ZERO), &sensor_def);
    let def = BodyDef { linear_velocity: Vec2::new(4.0, 0.0), ..BodyDef::dynamic(Vec2::new(-3.0, 0.0)) };
    let (body, visitor) = add(&mut world, &def, &ColliderDef::new(circle(0.25)));
    let mut log = Vec::new();
    for step in 0..120 {
        run(&mut world, 1);
        log.extend(world.events().sensor_begin.iter().map(|&event| (step, true, event)));
        log.extend(world.events().sensor_end.iter().map(|&event| (step, false, event)));
        assert_eq!(world.contacts().count(), 0);
    }
    let event = SensorEvent { sensor, visitor };
    // In after 1.75 m, out after 4.25 m, each seen by the step after.
    assert_eq!(log, [(27, true, event), (64, false, event)]);
    assert_eq!(world.linear_velocity(body).unwrap(), Vec2::new(4.0, 0.0));
}

#[test]
fn what_woke_is_not_told_of_if_it_is_no_longer_awake() {
    let mut world = weightless();
    let asleep = |x: f32| BodyDef { is_awake: false, ..BodyDef::dynamic(Vec2::new(x, 0.0)) };
    let [stays, disabled, made_static, destroyed] =
        [0.0, 5.0, 10.0, 15.0].map(|x| add(&mut world, &asleep(x), &ColliderDef::new(circle(0.5))).0);
    for body in [stays, disabled, made_static, destroyed] {
        world.wake(body).unwrap();
    }
    world.set_enabled(disabled, false).unwrap();
    world.set_kind(made_static, BodyKind::Static).unwrap();
    world.destroy_body(destroyed).unwrap();
    run(&mut world, 1);
    assert_eq!(world.events().wake, [stays]);
}

#[test]
fn what_is_awake_is_told_with_where_it_is() {
    let mut world = world();
    add_ground(&mut world);
    let falling = |x: f32, user_data: u64| BodyDef { user_data, ..BodyDef::dynamic(Vec2::new(x, 0.5)) };
    let collider = ColliderDef::new(rect(0.5, 0.5));
    let [first, second] =
        [(0.0, 7), (5.0, 9)].map(|(x, user_data)| add(&mut world, &falling(x, user_data), &collider).0);
    let asleep = BodyDef { is_awake: false, ..BodyDef::dynamic(Vec2::new(20.0, 0.5)) };
    add(&mut world, &asleep, &collider);
    let (lift, _) = add(&mut world, &BodyDef::kinematic(Vec2::new(50.0, 9.0)), &collider);
    world.set_linear_velocity(lift, Vec2::Y).unwrap();
    world.set_linear_velocity(second, Vec2::X).unwrap();
    run(&mut world, 1);
    let told: Vec<_> = world.events().moved.iter().map(|moved| (moved.body, moved.user_data)).collect();
    assert_eq!(told, [(first, 7), (second, 9), (lift, 0)]);
    for moved in &world.events().moved {
        assert_eq!(Ok(moved.pose), world.pose(moved.body));
    }
    // The first one falls asleep in the step after it has rested for half a second, and is not told any more.
    let mut last = 0;
    while world.events().sleep.is_empty() {
        last = world.events().moved.iter().filter(|moved| moved.body == first).count();
        run(&mut world, 1);
    }
    assert_eq!((last, world.events().sleep[0]), (1, first));
    assert!(world.events().moved.iter().all(|moved| moved.body != first));
}

/// The sum of all hits' impulses on what flies at 10 m/s into a body that rests, or that is fixed.
fn impulse_of_hits(flier: &Shape, target: &BodyDef, restitution: f32) -> (f32, f32) {
    let mut world = weightless();
    let collider = |shape: &Shape| ColliderDef {
        material: Material { restitution, friction: 0.0, ..Material::default() },
        ..ColliderDef::new(shape.clone())
    };
    let def = BodyDef { linear_velocity: Vec2::new(10.0, 0.0), ..BodyDef::dynamic(Vec2::new(-2.0, 0.0)) };
    let (body, _) = add(&mut world, &def, &collider(flier));
    add(&mut world, target, &collider(&rect(0.5, 1.0)));
    let mut impulse = 0.0;
    for _ in 0..30 {
        run(&mut world, 1);
        impulse += world.events().hit.iter().map(|hit| hit.impulse).sum::<f32>();
    }
    let lost = 10.0 - world.linear_velocity(body).unwrap().x;
    (impulse, lost * world.mass_properties(body).unwrap().mass)
}

#[test]
fn hits_tell_the_momentum_that_they_pass_on() {
    for flier in [circle(0.5), rect(0.5, 0.5), rect(0.02, 0.3)] {
        for target in [BodyDef::fixed(Vec2::ZERO), BodyDef::dynamic(Vec2::ZERO)] {
            for restitution in [0.0, 0.5, 1.0] {
                let (impulse, passed) = impulse_of_hits(&flier, &target, restitution);
                let what = format!("{flier:?}, {:?}, restitution {restitution}", target.kind);
                assert!(passed > 0.1, "{what}: {passed} kg·m/s lost");
                assert!((impulse / passed - 1.0).abs() < 0.01, "{what}: {impulse} of {passed} kg·m/s");
            }
        }
    }
}

/// A plank that falls flat and turns on its way: one end comes at 7 m/s, the other one at 3, both in the same step.
#[test]
fn a_hit_is_told_where_it_was_hardest() {
    for (spin, ground_first) in [(1.0, true), (-1.0, true), (1.0, false), (-1.0, false)] {
        let mut world = weightless();
        if ground_first {
            add_ground(&mut world);
        }
        let linear_velocity = Vec2::new(0.0, -5.0);
        let falls = BodyDef { linear_velocity, angular_velocity: spin, ..BodyDef::dynamic(Vec2::new(0.0, 0.11)) };
        add(&mut world, &falls, &ColliderDef::new(rect(2.0, 0.1)));
        if !ground_first {
            add_ground(&mut world);
        }
        run(&mut world, 1);
        let [hit] = world.events().hit[..] else { panic!("{:?}", world.events().hit) };
        assert!((hit.approach_speed - 7.0).abs() < 1e-3, "spin {spin}: {hit:?}");
        assert!((hit.point.x + 2.0 * spin).abs() < 0.01, "spin {spin}: {hit:?}");
    }
}

/// Near enough for the solver to have a contact, and not there yet.
#[test]
fn what_only_comes_near_in_a_step_hits_nothing_before_it_touches() {
    let mut world = weightless();
    add_ground(&mut world);
    world.set_settings(Settings { hit_speed: 0.1, ..*world.settings() }).unwrap();
    let comes = BodyDef { linear_velocity: Vec2::new(0.0, -0.24), ..BodyDef::dynamic(Vec2::new(0.0, 0.519)) };
    let (body, _) = add(&mut world, &comes, &ColliderDef::new(circle(0.5)));
    // By 4 mm a step.
    for step in 1..=4 {
        run(&mut world, 1);
        let gap = position(&world, body).y - 0.5;
        assert!(gap > 2e-3 && world.contacts().count() == 1, "step {step}: {gap} m");
        assert!(world.events().hit.is_empty(), "step {step}: {:?}", world.events().hit);
    }
    run(&mut world, 1);
    let [hit] = world.events().hit[..] else { panic!("{:?}", world.events().hit) };
    assert!((hit.approach_speed - 0.24).abs() < 1e-4 && hit.impulse > 0.1, "{hit:?}");
}
