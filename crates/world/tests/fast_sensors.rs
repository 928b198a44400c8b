//! Sensors see what passes them within one step.

mod common;

use common::{add, circle, position, rect, run, weightless};
use world::{BodyDef, BodyKind, ColliderDef, Response, SensorEvent, Shape, Vec2};

/// How often the visitor came in and went out within so many steps.
fn visits(sensor_body: &BodyDef, visitor_body: &BodyDef, steps: usize) -> (usize, usize) {
    let mut world = weightless();
    let sensor_def = ColliderDef { is_sensor: true, ..ColliderDef::new(rect(0.5, 2.0)) };
    let (_, sensor) = add(&mut world, sensor_body, &sensor_def);
    let (_, visitor) = add(&mut world, visitor_body, &ColliderDef::new(circle(0.1)));
    let (mut begun, mut ended) = (0, 0);
    for _ in 0..steps {
        run(&mut world, 1);
        let events = world.events();
        let all = [SensorEvent { sensor, visitor }];
        assert!([&events.sensor_begin, &events.sensor_end].into_iter().all(|list| list.is_empty() || list[..] == all));
        begun += events.sensor_begin.len();
        ended += events.sensor_end.len();
        assert!(begun >= ended && begun - ended <= 1);
    }
    (begun, ended)
}

#[test]
fn a_sensor_sees_a_bullet_come_and_go_once() {
    for speed in [60.0f32, 100.0, 390.0] {
        for start in 0..12u8 {
            let at = Vec2::new(-4.0 - 0.31 * f32::from(start), 0.3);
            let flight = BodyDef { linear_velocity: Vec2::new(speed, 0.0), ..BodyDef::dynamic(at) };
            let bodies = [flight, BodyDef { is_bullet: true, ..flight }];
            let kinematic = BodyDef { linear_velocity: flight.linear_velocity, ..BodyDef::kinematic(at) };
            for visitor in bodies.into_iter().chain([kinematic]) {
                let seen = visits(&BodyDef::fixed(Vec2::ZERO), &visitor, 20);
                assert_eq!(seen, (1, 1), "{:?} at {speed} m/s from {at}", visitor.kind);
            }
        }
    }
}

#[test]
fn a_sensor_that_flies_past_sees_what_stands_there() {
    for start in 0..12u8 {
        let at = Vec2::new(-5.0 - 0.31 * f32::from(start), 0.3);
        let flight = BodyDef { linear_velocity: Vec2::new(200.0, 0.0), ..BodyDef::kinematic(at) };
        assert_eq!(visits(&flight, &BodyDef::default(), 20), (1, 1), "from {at}");
    }
}

#[test]
fn a_sensor_and_what_flies_towards_it_as_fast_meet_once() {
    for start in 0..12u8 {
        let x = 4.0 + 0.31 * f32::from(start);
        let [left, right] = [-1.0, 1.0].map(|side| BodyDef {
            linear_velocity: Vec2::new(-side * 200.0, 0.0),
            ..BodyDef::kinematic(Vec2::new(side * x, 0.3))
        });
        for visitor in [right, BodyDef { kind: BodyKind::Dynamic, ..right }] {
            assert_eq!(visits(&left, &visitor, 20), (1, 1), "{:?} from {x}", visitor.kind);
        }
    }
}

#[test]
fn a_sensor_behind_a_wall_does_not_see_what_the_wall_stops() {
    let mut world = weightless();
    add(&mut world, &BodyDef::fixed(Vec2::new(5.0, 0.0)), &ColliderDef::new(rect(0.01, 5.0)));
    let sensor = ColliderDef { is_sensor: true, ..ColliderDef::new(rect(0.2, 2.0)) };
    add(&mut world, &BodyDef::fixed(Vec2::new(5.5, 0.0)), &sensor);
    let flight = BodyDef { linear_velocity: Vec2::new(300.0, 0.0), ..BodyDef::default() };
    let (shot, _) = add(&mut world, &flight, &ColliderDef::new(circle(0.1)));
    for _ in 0..10 {
        run(&mut world, 1);
        assert!(world.events().sensor_begin.is_empty());
    }
    assert!(position(&world, shot).x > 4.0, "it arrived");
}

/// A player that ends a step in a wall by less than a quarter of its width is pushed out of it again in the same step.
#[test]
fn a_sensor_behind_a_thin_wall_does_not_see_what_is_pushed_out_of_the_wall() {
    for start in 0..40u8 {
        let mut world = weightless();
        add(&mut world, &BodyDef::fixed(Vec2::new(5.0, 0.0)), &ColliderDef::new(rect(0.01, 5.0)));
        let sensor = ColliderDef { is_sensor: true, ..ColliderDef::new(rect(0.2, 2.0)) };
        add(&mut world, &BodyDef::fixed(Vec2::new(5.22, 0.0)), &sensor);
        let at = Vec2::new(f32::from(start) * 0.01, 0.0);
        let player = BodyDef { response: Response::Separate, ..BodyDef::dynamic(at) };
        let (player, _) = add(&mut world, &player, &ColliderDef::new(circle(0.2)));
        for _ in 0..40 {
            world.set_linear_velocity(player, Vec2::new(9.0, 0.0)).unwrap();
            run(&mut world, 1);
            assert!(world.events().sensor_begin.is_empty(), "from {at}: {:?}", world.events().sensor_begin);
        }
        assert!((position(&world, player).x - 4.79).abs() < 0.01, "it arrived");
    }
}

#[test]
fn a_sensor_or_an_arm_that_turns_meets_the_other_in_each_turn() {
    // Ten turns less a little: from beside the target until before it again.
    let (spin, turns) = (30.0f32, 10);
    let steps = (f32::from(turns as u8) * std::f32::consts::TAU / spin * 60.0) as usize;
    let blade = Shape::segment(Vec2::new(0.3, 0.0), Vec2::new(2.0, 0.0)).unwrap();
    for phase in (0..12u8).map(|i| 0.4 + 0.45 * f32::from(i)) {
        for (kind, turner_senses, target_first) in [BodyKind::Kinematic, BodyKind::Dynamic]
            .into_iter()
            .flat_map(|k| [(k, true, false), (k, false, false), (k, true, true), (k, false, true)])
        {
            let mut world = weightless();
            let hand = BodyDef { kind, angular_velocity: spin, can_sleep: false, ..BodyDef::default() };
            let blade = ColliderDef { is_sensor: turner_senses, ..ColliderDef::new(blade.clone()) };
            let (sin, cos) = phase.sin_cos();
            let target = ColliderDef { is_sensor: !turner_senses, ..ColliderDef::new(circle(0.2)) };
            let mut both = [(hand, blade), (BodyDef::fixed(1.8 * Vec2::new(cos, sin)), target)];
            if target_first {
                both.reverse();
            }
            for (body, collider) in &both {
                add(&mut world, body, collider);
            }
            let mut met = 0;
            for _ in 0..steps {
                run(&mut world, 1);
                met += world.events().sensor_begin.len();
            }
            assert_eq!(met, turns, "{kind:?}, senses: {turner_senses}, target first: {target_first}, from {phase}");
        }
    }
}
