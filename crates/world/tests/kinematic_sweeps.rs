//! Nothing passes through kinematic bodies, whichever side is fast; tips of what only turns aside.

mod common;

use common::dice::Dice;
use common::{add, circle, position, rect, run, weightless, world};
use world::{BodyDef, BodyId, ColliderDef, Filter, Pose, Response, Shape, Vec2, World};

/// Something to be hit, at the origin, and a thin plate that comes from the left at 200 m/s: three metres a step.
fn with_plate(target: &BodyDef, start: f32) -> (World, BodyId, BodyId) {
    let mut world = weightless();
    let (target, _) = add(&mut world, target, &ColliderDef::new(rect(0.1, 0.1)));
    let flight = BodyDef { linear_velocity: Vec2::new(200.0, 0.0), ..BodyDef::kinematic(Vec2::new(start, 0.0)) };
    let (plate, _) = add(&mut world, &flight, &ColliderDef::new(rect(0.02, 1.0)));
    (world, target, plate)
}

#[test]
fn a_fast_plate_takes_along_what_stands_in_its_way() {
    for response in [Response::Dynamics, Response::Separate] {
        for awake in [true, false] {
            for start in [-3.0, -4.1, -5.3, -9.0] {
                let target = BodyDef { response, is_awake: awake, ..BodyDef::default() };
                let (mut world, target, plate) = with_plate(&target, start);
                for step in 0..10 {
                    run(&mut world, 1);
                    let ahead = position(&world, target).x - position(&world, plate).x;
                    assert!(ahead > 0.0, "{response:?}, awake {awake}, from {start}, step {step}: {ahead}");
                }
                assert!(position(&world, plate).x > 20.0, "nothing stops the plate");
            }
        }
    }
}

#[test]
fn a_fast_plate_wakes_nothing_that_it_goes_through() {
    let solid = |shape: Shape| ColliderDef::new(shape);
    let sensor = |shape: Shape| ColliderDef { is_sensor: true, ..solid(shape) };
    let other = |shape: Shape| ColliderDef { filter: Filter { category: 2, mask: 2, group: 0 }, ..solid(shape) };
    type Make<'m> = &'m dyn Fn(Shape) -> ColliderDef;
    let cases: [(&str, Make, Make, bool); 5] = [
        ("nothing", &solid, &solid, false),
        ("a sensor that flies", &sensor, &solid, false),
        ("a sensor that sleeps", &solid, &sensor, false),
        ("a filter", &other, &solid, false),
        ("ignored", &solid, &solid, true),
    ];
    for (name, plate, target, is_ignored) in cases {
        let mut world = weightless();
        let (target, _) = add(&mut world, &BodyDef::default(), &target(rect(0.1, 0.1)));
        run(&mut world, 60);
        let flight = BodyDef { linear_velocity: Vec2::new(200.0, 0.0), ..BodyDef::kinematic(Vec2::new(-5.3, 0.0)) };
        let (flight, _) = add(&mut world, &flight, &plate(rect(0.02, 1.0)));
        world.set_ignored(flight, target, is_ignored).unwrap();
        let (mut woken, mut sensed) = (0, [0, 0]);
        for _ in 0..10 {
            run(&mut world, 1);
            woken += world.events().wake.len();
            sensed[0] += world.events().sensor_begin.len();
            sensed[1] += world.events().sensor_end.len();
        }
        assert_eq!(woken, usize::from(name == "nothing"), "{name}");
        assert_eq!(sensed, if name.contains("sensor") { [1, 1] } else { [0, 0] }, "{name}");
    }
}

/// It would have rested long enough in the very step in which the plate passes it.
#[test]
fn a_fast_plate_takes_along_what_is_about_to_fall_asleep() {
    for response in [Response::Dynamics, Response::Separate] {
        for start in [-90.0, -93.0, -96.0, -99.0, -102.0, -105.0, -108.0, -111.0] {
            let (mut world, target, plate) = with_plate(&BodyDef { response, ..BodyDef::default() }, start);
            while position(&world, plate).x < 20.0 {
                run(&mut world, 1);
            }
            let ahead = position(&world, target).x - position(&world, plate).x;
            assert!(ahead > 0.0, "{response:?}, from {start}: {ahead}");
        }
    }
}

/// Where it touches the plate, that has left the place where it was when the step began.
#[test]
fn a_player_that_runs_after_a_plate_does_not_pass_it() {
    for (plate_speed, speed, up) in [(15.0, 75.0, 0.0), (75.0, 100.0, 10.0), (60.0, 300.0, 0.0), (300.0, 390.0, 40.0)] {
        for start in [2.8, 2.9, 3.0, 3.1, 3.2, 3.3, 3.4, 3.5] {
            let mut world = weightless();
            let flight =
                BodyDef { linear_velocity: Vec2::new(plate_speed, 0.0), ..BodyDef::kinematic(Vec2::new(start, 0.0)) };
            let (plate, _) = add(&mut world, &flight, &ColliderDef::new(rect(0.05, 100.0)));
            let player = BodyDef { response: Response::Separate, ..BodyDef::default() };
            let (player, _) = add(&mut world, &player, &ColliderDef::new(circle(0.1)));
            for step in 0..20 {
                world.set_linear_velocity(player, Vec2::new(speed, up)).unwrap();
                run(&mut world, 1);
                let ahead = position(&world, plate).x - position(&world, player).x;
                assert!(ahead > 0.0, "{speed} m/s after {plate_speed} m/s, from {start}, step {step}: {ahead}");
            }
            let ahead = position(&world, plate).x - position(&world, player).x;
            assert!(ahead < 0.15 + plate_speed / 60.0, "it has not caught up: {ahead}");
        }
    }
}

#[test]
fn what_a_hit_makes_fast_does_not_tunnel_through_kinematic_walls() {
    for velocity in [0.0, -0.5] {
        let mut world = weightless();
        let wall = BodyDef { linear_velocity: Vec2::new(velocity, 0.0), ..BodyDef::kinematic(Vec2::new(8.0, 0.0)) };
        let (wall, _) = add(&mut world, &wall, &ColliderDef::new(rect(0.01, 5.0)));
        let (ball, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(5.0, 0.0)), &ColliderDef::new(circle(0.2)));
        let hammer = ColliderDef { density: 1000.0, ..ColliderDef::new(rect(0.5, 0.5)) };
        let flight = BodyDef { linear_velocity: Vec2::new(390.0, 0.0), ..BodyDef::dynamic(Vec2::new(4.29, 0.0)) };
        add(&mut world, &flight, &hammer);
        for step in 0..10 {
            run(&mut world, 1);
            let ahead = position(&world, wall).x - position(&world, ball).x;
            assert!(ahead > 0.0, "wall at {velocity} m/s, step {step}: {ahead}");
        }
    }
}

#[test]
fn what_lies_in_a_pocket_that_turns_turns_with_it() {
    let mut world = weightless();
    // Half a metre a step at ten metres from the axis; the ball is 40 cm wide, the pocket half a metre high and 1.2 m wide.
    let wheel = world.create_body(&BodyDef { angular_velocity: 3.0, ..BodyDef::kinematic(Vec2::ZERO) }).unwrap();
    // Walls in the wheel's own frame: their colliders' origin does not move.
    let walls = [(10.0, 0.0, 1.0, 0.1), (10.0, 0.7, 1.0, 0.1), (10.4, 0.35, 0.1, 1.0), (9.0, 0.35, 0.1, 1.0)];
    for (x, y, half_x, half_y) in walls {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let corners = corners.map(|(i, j)| Vec2::new(x + i * half_x, y + j * half_y));
        world.create_collider(wheel, &ColliderDef::new(Shape::polygon(&corners).unwrap())).unwrap();
    }
    let flight = BodyDef { linear_velocity: Vec2::new(-1.05, 30.0), ..BodyDef::dynamic(Vec2::new(10.0, 0.35)) };
    let (ball, _) = add(&mut world, &flight, &ColliderDef::new(circle(0.2)));
    for step in 0..120 {
        run(&mut world, 1);
        let at = world.pose(wheel).unwrap().inv_transform_point(position(&world, ball));
        // Its surface within 5 cm of the pocket.
        let inside = (at - Vec2::new(9.7, 0.35)).abs().cmple(Vec2::new(0.6 - 0.15, 0.25 - 0.15)).all();
        assert!(inside, "step {step}: {at} in the wheel's frame");
    }
}

#[test]
fn what_a_plate_presses_against_a_wall_does_not_go_through_the_wall() {
    let capsule = Shape::capsule(Vec2::new(0.0, -0.2), Vec2::new(0.0, 0.2), 0.25).unwrap();
    for shape in [circle(0.25), capsule, rect(0.25, 0.25)] {
        for speed in [5.0, 10.0, 20.0, 60.0, 200.0] {
            let mut world = weightless();
            let wall = Shape::segment(Vec2::new(0.0, -5.0), Vec2::new(0.0, 5.0)).unwrap();
            add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(wall));
            let target = BodyDef::dynamic(Vec2::new(-0.3, 0.0));
            let (body, _) = add(&mut world, &target, &ColliderDef::new(shape.clone()));
            let flight = BodyDef { linear_velocity: Vec2::new(speed, 0.0), ..BodyDef::kinematic(Vec2::new(-2.0, 0.0)) };
            add(&mut world, &flight, &ColliderDef::new(rect(0.02, 5.0)));
            for step in 0..60 {
                run(&mut world, 1);
                let at = position(&world, body);
                assert!(at.x < 0.0, "{speed} m/s, step {step}: {at}");
            }
        }
    }
}

#[test]
fn what_carries_a_bullet_along_does_not_carry_it_through_a_kinematic_wall_that_stands_still() {
    for wall in [BodyDef::fixed(Vec2::new(5.1, 0.0)), BodyDef::kinematic(Vec2::new(5.1, 0.0))] {
        let mut world = weightless();
        add(&mut world, &wall, &ColliderDef::new(rect(0.1, 20.0)));
        let ram = BodyDef { linear_velocity: Vec2::new(47.0, 0.0), ..BodyDef::dynamic(Vec2::new(2.0, 0.0)) };
        add(&mut world, &ram, &ColliderDef::new(rect(0.5, 2.0)));
        let flight = BodyDef {
            is_bullet: true,
            linear_velocity: Vec2::new(0.0, 20.0),
            ..BodyDef::dynamic(Vec2::new(4.0, -1.0))
        };
        let (bullet, _) = add(&mut world, &flight, &ColliderDef::new(circle(0.1)));
        for step in 0..30 {
            run(&mut world, 1);
            let at = position(&world, bullet);
            // Squeezed it goes into the wall, not through.
            assert!(at.x < 5.1, "{:?}, step {step}: {at}", wall.kind);
        }
    }
}

/// Where it stopped at what it pushed, the plate ran over it in the rest of the step.
#[test]
fn a_bullet_that_a_plate_pushes_into_something_does_not_get_behind_the_plate() {
    for speed in [30.0, 60.0] {
        for (i, j) in (0..12u8).flat_map(|i| (0..12u8).map(move |j| (f32::from(i), f32::from(j)))) {
            let mut world = weightless();
            let start = Vec2::new(-2.0 - 0.09 * j, 0.0);
            let plate = BodyDef { linear_velocity: Vec2::new(speed, 0.0), ..BodyDef::kinematic(start) };
            let (plate, _) = add(&mut world, &plate, &ColliderDef::new(rect(0.1, 3.0)));
            let mut add_box = |x: f32, bullet: bool| {
                let def = BodyDef { is_bullet: bullet, ..BodyDef::dynamic(Vec2::new(x, 0.0)) };
                add(&mut world, &def, &ColliderDef::new(rect(0.3, 0.3))).0
            };
            let pushed = [add_box(0.0, true), add_box(0.61 + 0.04 * i, false)];
            run(&mut world, 60);
            for body in pushed {
                let (at, plate) = (position(&world, body), position(&world, plate));
                assert!(at.x > plate.x, "{speed} m/s from {start}, gap {i}: at {at} with the plate at {plate}");
            }
        }
    }
}

#[test]
fn a_player_walks_on_a_lift_however_fast_that_rises() {
    for (half, speed) in [0.1, 0.3].into_iter().flat_map(|half| [3.0, 6.0, 20.0, 40.0].map(|speed| (half, speed))) {
        let mut world = world();
        let lift = BodyDef { linear_velocity: Vec2::new(0.0, speed), ..BodyDef::kinematic(Vec2::new(0.0, -0.5)) };
        let (lift, _) = add(&mut world, &lift, &ColliderDef::new(rect(100.0, 0.5)));
        let player = BodyDef { response: Response::Separate, ..BodyDef::dynamic(Vec2::new(0.0, half)) };
        let (player, _) = add(&mut world, &player, &ColliderDef::new(rect(half, half)));
        for _ in 0..30 {
            let rise = world.linear_velocity(player).unwrap().y;
            world.set_linear_velocity(player, Vec2::new(2.0, rise)).unwrap();
            world.step(1.0 / 30.0).unwrap();
        }
        let at = position(&world, player) - position(&world, lift);
        // From rest it has the lift's speed only after the first step.
        assert!(
            (at - Vec2::new(2.0, 0.5 + half)).abs().max_element() < 0.07,
            "{half} m, {speed} m/s: at {at} on the lift"
        );
    }
}

/// What moved did not hold whom another player took along.
#[test]
fn who_comes_after_takes_a_player_through_no_wall_that_moves() {
    for wall_speed in [-0.6f32, -0.01, 0.0, 0.01, 0.6] {
        for gap in (0..20u8).map(|i| 0.05 * f32::from(i)) {
            for behind in [0.01, 0.2, 0.5] {
                let mut world = weightless();
                let along = Vec2::new(wall_speed, 0.0);
                let def = BodyDef { linear_velocity: along, ..BodyDef::kinematic(Vec2::new(0.5 + gap, 0.0)) };
                let (wall, _) = add(&mut world, &def, &ColliderDef::new(rect(0.1, 10.0)));
                let mut add_player = |x: f32, speed: f32| {
                    let linear_velocity = Vec2::new(speed, 0.0);
                    let def = BodyDef { linear_velocity, ..BodyDef::dynamic(Vec2::new(x, 0.0)) };
                    let def = BodyDef { response: Response::Separate, ..def };
                    add(&mut world, &def, &ColliderDef::new(circle(0.4))).0
                };
                let players = [add_player(0.0, 20.0), add_player(-0.8 - behind, 60.0)];
                for step in 0..4 {
                    run(&mut world, 1);
                    for player in players {
                        let ahead = position(&world, wall).x - position(&world, player).x;
                        let case = format!("at {wall_speed} m/s, {gap} m off, {behind} m behind, step {step}");
                        assert!(ahead > 0.1, "{case}: the wall is {ahead} m ahead");
                    }
                }
            }
        }
    }
}

/// Four walls, 10 cm thick and three metres from the middle, turn at 2 rad/s: their corners move by 14 cm in a step.
fn turning_room(world: &mut World) -> BodyId {
    let def = BodyDef { angular_velocity: 2.0, ..BodyDef::kinematic(Vec2::ZERO) };
    let room = world.create_body(&def).unwrap();
    for (way, half) in [(Vec2::X, Vec2::new(0.05, 3.1)), (Vec2::Y, Vec2::new(3.1, 0.05))] {
        for at in [way * 3.05, way * -3.05] {
            let local_pose = Pose::from_translation(at);
            let wall = ColliderDef { local_pose, ..ColliderDef::new(rect(half.x, half.y)) };
            world.create_collider(room, &wall).unwrap();
        }
    }
    room
}

/// It has hardly a speed of its own when it has come to a corner.
#[test]
fn a_small_player_does_not_leave_a_room_that_turns() {
    for seed in 0..100 {
        let (mut dice, mut world) = (Dice::new(seed), world());
        let room = turning_room(&mut world);
        let at = Vec2::new(dice.number(-1.0, 1.0), dice.number(-1.0, 1.0));
        let linear_velocity = Vec2::from_angle(dice.number(0.0, std::f32::consts::TAU)) * 60.0;
        let flight = BodyDef { response: Response::Separate, linear_velocity, ..BodyDef::dynamic(at) };
        let shape = if dice.one_in(2) { circle(0.05) } else { rect(0.05, dice.number(0.03, 0.06)) };
        let (player, _) = add(&mut world, &flight, &ColliderDef::new(shape));
        for step in 0..300 {
            run(&mut world, 1);
            let seen = world.pose(room).unwrap().inv_transform_point(position(&world, player));
            assert!(seen.abs().max_element() < 3.0, "seed {seed}, step {step}: {seen}");
        }
    }
}

/// It slides along the one wall towards the next.
#[test]
fn a_player_that_is_driven_on_does_not_leave_a_room_that_turns() {
    for seed in 0..100 {
        let (mut dice, mut world) = (Dice::new(seed), weightless());
        let room = turning_room(&mut world);
        let shape = circle(dice.number(0.05, 0.1));
        let player = BodyDef { response: Response::Separate, ..BodyDef::dynamic(Vec2::ZERO) };
        let (player, _) = add(&mut world, &player, &ColliderDef::new(shape));
        let mut way = Vec2::X;
        for step in 0..300 {
            if dice.one_in(20) {
                way = Vec2::from_angle(dice.number(0.0, std::f32::consts::TAU));
            }
            world.set_linear_velocity(player, way * 60.0).unwrap();
            run(&mut world, 1);
            let seen = world.pose(room).unwrap().inv_transform_point(position(&world, player));
            assert!(seen.abs().max_element() < 3.0, "seed {seed}, step {step}: {seen}");
        }
    }
}
