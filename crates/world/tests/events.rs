//! What steps report, and what queries find.

mod common;

use common::{add, add_ground, circle, position, rect, run, weightless, world};
use world::{Aabb, BodyDef, BodyKind, ColliderDef, Filter, Material, Pose, QueryFilter, SensorEvent, Shape, Vec2};

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
            let (body, sensor) = add(&mut world, &BodyDef { kind, awake, ..BodyDef::default() }, &sensor);
            let visitor = BodyDef { kind: other, awake, ..BodyDef::default() };
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
fn what_is_awake_is_told_with_where_it_is() {
    let mut world = world();
    add_ground(&mut world);
    let falling = |x: f32, user_data: u64| BodyDef { user_data, ..BodyDef::dynamic(Vec2::new(x, 0.5)) };
    let collider = ColliderDef::new(rect(0.5, 0.5));
    let [first, second] =
        [(0.0, 7), (5.0, 9)].map(|(x, user_data)| add(&mut world, &falling(x, user_data), &collider).0);
    let asleep = BodyDef { awake: false, ..BodyDef::dynamic(Vec2::new(20.0, 0.5)) };
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

#[test]
fn filters_and_bodies_decide_who_collides() {
    let mut world = world();
    add_ground(&mut world);
    let ghost = Filter { mask: 0, ..Filter::ALL };
    let def = ColliderDef { filter: ghost, ..ColliderDef::new(rect(0.5, 0.5)) };
    let (body, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &def);
    world.create_collider(body, &def).unwrap();
    run(&mut world, 60);
    assert!(position(&world, body).y < -3.0);
    assert_eq!(world.report().pairs, 0, "neither the ground nor each other");
}

#[test]
fn queries_are_exact_to_the_shape() {
    let mut world = weightless();
    let mut disc_at = |x: f32| add(&mut world, &BodyDef::fixed(Vec2::new(x, 0.0)), &ColliderDef::new(circle(1.0))).1;
    let discs = [disc_at(0.0), disc_at(5.0), disc_at(10.0)];
    let sensor = ColliderDef { is_sensor: true, ..ColliderDef::new(rect(20.0, 20.0)) };
    add(&mut world, &BodyDef::fixed(Vec2::ZERO), &sensor);
    let all = QueryFilter::ALL;
    let mut hits = Vec::new();
    world.query_point(Vec2::new(0.6, 0.8), &all, &mut hits).unwrap();
    assert!(hits.is_empty() || hits == [discs[0]], "on the border, give or take a rounding");
    world.query_point(Vec2::new(0.75, 0.75), &all, &mut hits).unwrap();
    assert_eq!(hits, [], "inside the box, outside the disc");
    world.query_point(Vec2::new(5.5, 0.5), &all, &mut hits).unwrap();
    assert_eq!(hits, [discs[1]]);
    let corner = Aabb { min: Vec2::new(0.8, 0.8), max: Vec2::new(4.2, 3.0) };
    world.query_aabb(&corner, &all, &mut hits).unwrap();
    assert_eq!(hits, []);
    world.query_bounds(&corner, &all, &mut hits).unwrap();
    assert_eq!(hits, [discs[0], discs[1]]);
    let line = Aabb { min: Vec2::new(-1.0, 0.5), max: Vec2::new(6.0, 0.5) };
    world.query_aabb(&line, &all, &mut hits).unwrap();
    assert_eq!(hits, [discs[0], discs[1]]);
    world.query_shape(&circle(4.0), &Pose::from_translation(Vec2::new(7.5, 4.0)), &all, &mut hits).unwrap();
    assert_eq!(hits, [discs[1], discs[2]]);

    let (origin, way) = (Vec2::new(-10.0, 0.0), Vec2::new(40.0, 0.0));
    let hit = world.ray_cast_closest(origin, way, &all).unwrap().unwrap();
    assert_eq!((hit.collider, hit.normal), (discs[0], -Vec2::X));
    assert!((hit.fraction - 9.0 / 40.0).abs() < 1e-6 && (hit.point - Vec2::new(-1.0, 0.0)).length() < 1e-5);
    let mut rays = Vec::new();
    world.ray_cast_all(origin, way, &all, &mut rays).unwrap();
    assert_eq!(rays.iter().map(|hit| hit.collider).collect::<Vec<_>>(), discs);
    assert_eq!(world.ray_cast_closest(origin, Vec2::new(0.0, 5.0), &all), Ok(None));
}

#[test]
fn queries_see_what_moved_without_a_step() {
    let mut world = weightless();
    let (body, collider) = add(&mut world, &BodyDef::dynamic(Vec2::ZERO), &ColliderDef::new(circle(1.0)));
    world.set_pose(body, Pose::from_translation(Vec2::new(50.0, 0.0))).unwrap();
    let mut hits = Vec::new();
    world.query_point(Vec2::new(50.5, 0.0), &QueryFilter::ALL, &mut hits).unwrap();
    assert_eq!(hits, [collider]);
    world.query_point(Vec2::ZERO, &QueryFilter::ALL, &mut hits).unwrap();
    assert_eq!(hits, []);
    assert_eq!(world.kind(body), Ok(BodyKind::Dynamic));
}

#[test]
fn contacts_are_shown_in_world_coordinates() {
    let mut world = world();
    let (_, ground) = add_ground(&mut world);
    let shape = Shape::rect(0.5, 0.25).unwrap();
    let (_, collider) = add(&mut world, &BodyDef::dynamic(Vec2::new(7.0, 0.25)), &ColliderDef::new(shape));
    run(&mut world, 30);
    let contact = world.contacts().next().unwrap();
    assert_eq!((contact.a, contact.b), (ground, collider));
    assert!((contact.normal - Vec2::Y).length() < 1e-5);
    let mut xs: Vec<f32> = contact.points().iter().map(|point| point.point.x).collect();
    xs.sort_by(f32::total_cmp);
    assert!((xs[0] - 6.5).abs() < 0.01 && (xs[1] - 7.5).abs() < 0.01, "{xs:?}");
    // 0.5 kg under 10 m/s² in sub-steps of 1/240 s.
    let support: f32 = contact.points().iter().map(|point| point.normal_impulse).sum();
    assert!((support - 0.5 * 10.0 / 240.0).abs() < 1e-3, "{support}");
}
