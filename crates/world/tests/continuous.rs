//! Fast bodies against thin walls.

mod common;

use common::{DT, add, add_ground, circle, position, rect, run, weightless, world};
use world::{BodyDef, ColliderDef, Filter, Material, Pose, Response, Rot, Settings, Shape, Vec2, World};

#[test]
fn bullets_stop_at_thin_walls() {
    for (speed, shape) in [(100.0, circle(0.05)), (390.0, rect(0.05, 0.02)), (390.0, circle(0.2))] {
        for wall in [rect(0.01, 10.0), Shape::segment(Vec2::new(0.0, -10.0), Vec2::new(0.0, 10.0)).unwrap()] {
            for start in [0.0, 0.13, 0.77, 4.2] {
                let mut world = weightless();
                add(&mut world, &BodyDef::fixed(Vec2::new(10.0, 0.0)), &ColliderDef::new(wall.clone()));
                let def = BodyDef { linear_velocity: Vec2::new(speed, 1.0), ..BodyDef::dynamic(Vec2::new(start, 0.0)) };
                let (bullet, _) = add(&mut world, &def, &ColliderDef::new(shape.clone()));
                let mut farthest = start;
                for _ in 0..60 {
                    run(&mut world, 1);
                    farthest = position(&world, bullet).x.max(farthest);
                }
                assert!((9.7..10.0).contains(&farthest), "{speed} m/s from {start}: {farthest}");
            }
        }
    }
}

#[test]
fn bullets_at_a_thousand_metres_a_second() {
    let settings = Settings { gravity: Vec2::ZERO, max_linear_speed: 1000.0, ..Settings::default() };
    let capsule = Shape::capsule(Vec2::new(-0.2, 0.0), Vec2::new(0.2, 0.0), 0.02).unwrap();
    for shape in [rect(0.05, 0.05), circle(0.02), capsule, rect(0.3, 0.01)] {
        for wall in [rect(0.005, 10.0), Shape::segment(Vec2::new(0.0, -10.0), Vec2::new(0.0, 10.0)).unwrap()] {
            for start in [0.0, 1.7, 5.3, 13.4, 13.33] {
                let mut world = World::new(settings).unwrap();
                add(&mut world, &BodyDef::fixed(Vec2::new(30.0, 0.0)), &ColliderDef::new(wall.clone()));
                let velocity = Vec2::new(1000.0, 0.0);
                let def = BodyDef { linear_velocity: velocity, ..BodyDef::dynamic(Vec2::new(start, 0.0)) };
                let (bullet, _) = add(&mut world, &def, &ColliderDef::new(shape.clone()));
                let mut farthest = start;
                for _ in 0..30 {
                    run(&mut world, 1);
                    farthest = position(&world, bullet).x.max(farthest);
                }
                assert!((29.6..30.0).contains(&farthest), "from {start}: {farthest}");
            }
        }
    }
}

#[test]
fn bodies_at_a_thousand_metres_a_second_that_graze_a_wall_stay_on_their_side() {
    let settings = Settings { gravity: Vec2::ZERO, max_linear_speed: 1000.0, ..Settings::default() };
    let starts = [(0.6f32, 0.0f32), (0.6, 5.3), (0.96, 1.7), (0.96, 13.4), (0.9999, 13.33), (0.9999, 29.65)];
    for shape in [rect(0.05, 0.05), circle(0.02), rect(0.3, 0.01)] {
        for (along, start, bullet) in starts.into_iter().flat_map(|(a, s)| [(a, s, false), (a, s, true)]) {
            let mut world = World::new(settings).unwrap();
            let wall = Shape::segment(Vec2::new(0.0, -1000.0), Vec2::new(0.0, 1000.0)).unwrap();
            add(&mut world, &BodyDef::fixed(Vec2::new(30.0, 0.0)), &ColliderDef::new(wall));
            let linear_velocity = 999.9 * Vec2::new((1.0 - along * along).sqrt(), along);
            let def = BodyDef { linear_velocity, is_bullet: bullet, ..BodyDef::dynamic(Vec2::new(start, -400.0)) };
            let (body, _) = add(&mut world, &def, &ColliderDef::new(shape.clone()));
            // Until it is at the wall and ten steps more; all that time the wall is long enough.
            let steps = ((30.0 - start) / (linear_velocity.x * DT)) as usize + 10;
            let mut touched = 0;
            for step in 0..steps {
                touched += world.step(DT).unwrap().manifolds;
                let at = position(&world, body);
                assert!(at.x < 30.0 && at.y < 1000.0, "{along} from {start}, bullet {bullet}, step {step}: {at}");
            }
            assert!(touched > 0, "{along} from {start}, bullet {bullet}: {}", position(&world, body));
        }
    }
}

/// A ball of 25 cm passes the end of a wall in one step. Deeper than r (1 − √(1 − ¹⁄₁₆)) = 7.9 mm its way through the wall is
/// longer than half its radius.
#[test]
fn the_end_of_a_wall_stops_what_is_fast_unless_it_is_only_grazed() {
    for (depth, bullet) in [-0.001, 0.002, 0.0075, 0.0085, 0.02, 0.1].into_iter().flat_map(|d| [(d, false), (d, true)])
    {
        for wall in [rect(0.001, 5.0), Shape::segment(Vec2::new(0.0, -5.0), Vec2::new(0.0, 5.0)).unwrap()] {
            let mut world = weightless();
            add(&mut world, &BodyDef::fixed(Vec2::new(1.0, -5.25 + depth)), &ColliderDef::new(wall));
            let linear_velocity = Vec2::new(120.0, 0.0);
            let def = BodyDef { linear_velocity, is_bullet: bullet, ..BodyDef::dynamic(Vec2::ZERO) };
            let (ball, _) = add(&mut world, &def, &ColliderDef::new(circle(0.25)));
            run(&mut world, 1);
            let at = position(&world, ball);
            assert_eq!(depth < 0.008, at.x > 1.9, "{depth} deep, bullet {bullet}: {at}");
        }
    }
}

/// A ball of half a metre and a box as large, each from 32 places: what a step takes further than half of its core is held at the
/// surface. While only what it took further than a whole one was, they went in by up to 0.90 of their cores.
#[test]
fn what_goes_more_than_half_its_core_a_step_lands_on_the_surface() {
    let core = 0.5;
    for shape in [circle(core), rect(core, core)] {
        for (cores, bullet) in [(0.55, false), (0.75, false), (0.9, false), (0.75, true), (1.5, false)] {
            for start in (0..32u8).map(|i| f32::from(i) / 16.0 * core) {
                let mut world = world();
                add_ground(&mut world);
                let linear_velocity = Vec2::new(0.1, -cores * core / DT);
                let at = Vec2::new(0.0, 10.0 * core + start);
                let def = BodyDef { linear_velocity, is_bullet: bullet, ..BodyDef::dynamic(at) };
                let (body, collider) = add(&mut world, &def, &ColliderDef::new(shape.clone()));
                let mut deepest = 0.0f32;
                for _ in 0..90 {
                    run(&mut world, 1);
                    let aabb = shape.aabb(&world.collider_pose(collider).unwrap());
                    deepest = deepest.max(-aabb.min.y);
                }
                assert!(position(&world, body).y < 1.1 * core, "{cores} cores of {core} m, from {start} m: it landed");
                assert!(deepest < 0.01, "{cores} cores of {core} m, from {start} m: {deepest} deep");
            }
        }
    }
}

/// Points and edges that stick out of the disc in a body pass no wall, however little of the way it takes.
#[test]
fn what_has_a_thin_end_is_stopped_by_a_thin_wall() {
    let needle = Shape::polygon(&[Vec2::new(-0.5, -0.1), Vec2::new(0.5, 0.0), Vec2::new(-0.5, 0.1)]).unwrap();
    let wall = Shape::segment(Vec2::new(0.0, -5.0), Vec2::new(0.0, 5.0)).unwrap();
    for (shape, turn) in
        [needle, rect(0.005, 0.5), rect(0.3, 0.01)].into_iter().flat_map(|s| [(s.clone(), 0.0), (s, 1.0)])
    {
        for start in [0.0, 0.31, 0.9, 1.37] {
            let mut world = weightless();
            add(&mut world, &BodyDef::fixed(Vec2::new(10.0, 0.0)), &ColliderDef::new(wall.clone()));
            let linear_velocity = Vec2::new(150.0, 0.0);
            let pose = Pose::new(Vec2::new(start, 0.0), Rot::from_angle(turn));
            let def = BodyDef { linear_velocity, pose, ..BodyDef::dynamic(Vec2::ZERO) };
            let (body, _) = add(&mut world, &def, &ColliderDef::new(shape.clone()));
            run(&mut world, 20);
            let at = position(&world, body);
            assert!(at.x < 10.0, "{shape:?} turned {turn} from {start}: {at}");
        }
    }
}

#[test]
fn nothing_moves_faster_than_the_world_allows_within_a_step() {
    for velocity in [0.0, 300.0, 400.0] {
        let mut world = weightless();
        let def = BodyDef { linear_velocity: Vec2::new(velocity, 0.0), ..BodyDef::default() };
        let (body, _) = add(&mut world, &def, &ColliderDef::new(rect(0.5, 0.5)));
        world.apply_force(body, Vec2::new(60_000.0, 80_000.0)).unwrap();
        world.apply_torque(body, 1.0e6).unwrap();
        run(&mut world, 1);
        let pose = world.pose(body).unwrap();
        let (way, turn) = (pose.translation.length(), pose.rotation.angle().abs());
        assert!(way < 400.0 / 60.0 * 1.0001, "{way} m from {velocity} m/s");
        assert!(turn < std::f32::consts::FRAC_PI_4 * 1.0001, "{turn} rad");
    }
}

/// The velocity after a step of sub-steps, each of which pushes a body of a kilogram and then holds it to the largest speed.
fn limited_by_hand(start: Vec2, force: Vec2) -> Vec2 {
    let Settings { sub_steps, max_linear_speed, .. } = Settings::default();
    (0..sub_steps)
        .fold(start, |velocity, _| (velocity + force * DT / sub_steps as f32).clamp_length_max(max_linear_speed))
}

#[test]
fn what_the_largest_speed_takes_away_does_not_come_back() {
    for (start, force) in [
        (Vec2::ZERO, Vec2::new(60_000.0, 80_000.0)),
        (Vec2::new(300.0, 0.0), Vec2::new(60_000.0, 80_000.0)),
        (Vec2::new(400.0, 0.0), Vec2::new(60_000.0, 80_000.0)),
        (Vec2::new(400.0, 0.0), Vec2::new(0.0, 100_000.0)),
    ] {
        let mut world = weightless();
        let def = BodyDef { linear_velocity: start, ..BodyDef::default() };
        let (body, _) = add(&mut world, &def, &ColliderDef::new(rect(0.5, 0.5)));
        world.apply_force(body, force).unwrap();
        // In every sub-step it would spin by half as much again as it may.
        let most = std::f32::consts::FRAC_PI_4 / DT;
        let inertia = world.mass_properties(body).unwrap().inertia;
        world.apply_torque(body, 1.5 * most * inertia * 4.0 / DT).unwrap();
        run(&mut world, 1);
        let (velocity, expected) = (world.linear_velocity(body).unwrap(), limited_by_hand(start, force));
        assert!((velocity - expected).length() < 0.1, "{velocity}, not {expected} m/s");
        let spin = world.angular_velocity(body).unwrap();
        assert!((spin - most).abs() < 0.01, "{spin} rad/s of {most}");
    }
}

#[test]
fn sliding_fast_on_the_ground_does_not_stick() {
    let mut world = world();
    add_ground(&mut world);
    let material = Material { friction: 0.0, ..Material::default() };
    let def = BodyDef { linear_velocity: Vec2::new(60.0, 0.0), ..BodyDef::dynamic(Vec2::new(-80.0, 0.1)) };
    let (puck, _) = add(&mut world, &def, &ColliderDef { material, ..ColliderDef::new(rect(0.2, 0.1)) });
    run(&mut world, 120);
    assert!((position(&world, puck).x - 40.0).abs() < 0.5, "{}", position(&world, puck));
}

#[test]
fn only_bullets_are_stopped_by_what_gives_way() {
    for (bullet, awake) in [(true, true), (false, true), (true, false), (false, false)] {
        let mut world = weightless();
        // The shot flies 5 m a step: what does not stop it is in the middle of one.
        let def = BodyDef { is_awake: awake, ..BodyDef::dynamic(Vec2::new(12.5, 0.0)) };
        let (plate, _) = add(&mut world, &def, &ColliderDef::new(rect(0.02, 1.0)));
        // Whatever is hit may fly off as fast as it is hit, and the shot still meets it in its next step.
        let def = BodyDef { linear_velocity: Vec2::new(300.0, 0.0), ..BodyDef::default() };
        let (shot, _) = add(&mut world, &def, &ColliderDef::new(circle(0.1)));
        world.set_bullet(shot, bullet).unwrap();
        run(&mut world, 10);
        let pushed = world.linear_velocity(plate).unwrap().x > 0.0;
        let stopped = position(&world, shot).x < position(&world, plate).x;
        assert_eq!((stopped, pushed), (bullet, bullet), "awake: {awake}");
    }
}

#[test]
fn whatever_does_not_give_way_stops_what_is_fast_awake_or_asleep() {
    let at = Vec2::new(12.5, 0.0);
    let separated = BodyDef { response: Response::Separate, ..BodyDef::dynamic(at) };
    for (kind, def) in [("separated", separated), ("kinematic", BodyDef::kinematic(at)), ("static", BodyDef::fixed(at))]
    {
        for awake in [true, false] {
            let mut world = weightless();
            let (plate, _) = add(&mut world, &BodyDef { is_awake: awake, ..def }, &ColliderDef::new(rect(0.02, 1.0)));
            let def = BodyDef { linear_velocity: Vec2::new(300.0, 0.0), ..BodyDef::default() };
            let (shot, _) = add(&mut world, &def, &ColliderDef::new(circle(0.1)));
            run(&mut world, 2);
            assert_eq!(world.is_awake(plate), Ok(awake && kind != "static"), "{kind}: before it is met");
            // From 10 m to 15 m, but for the plate.
            run(&mut world, 1);
            let (shot, plate) = (position(&world, shot), position(&world, plate));
            assert!(shot.x < plate.x, "{kind}, awake {awake}: {shot}, the plate at {plate}");
        }
    }
}

#[test]
fn a_bullet_meets_a_plate_that_flies_towards_it() {
    let mut world = weightless();
    let flying = BodyDef { linear_velocity: Vec2::new(-200.0, 0.0), ..BodyDef::dynamic(Vec2::new(10.0, 0.0)) };
    let plate = ColliderDef { density: 100.0, ..ColliderDef::new(rect(0.02, 1.0)) };
    let (plate, _) = add(&mut world, &flying, &plate);
    let def = BodyDef { is_bullet: true, linear_velocity: Vec2::new(100.0, 0.0), ..BodyDef::default() };
    let (shot, _) = add(&mut world, &def, &ColliderDef::new(circle(0.1)));
    run(&mut world, 10);
    assert!(position(&world, shot).x < position(&world, plate).x);
    assert!(world.linear_velocity(shot).unwrap().x < -100.0, "the plate carries it along");
}

#[test]
fn what_a_hit_makes_fast_does_not_tunnel_in_the_same_step() {
    let mut world = weightless();
    add(&mut world, &BodyDef::fixed(Vec2::new(8.0, 0.0)), &ColliderDef::new(rect(0.01, 5.0)));
    let (ball, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(5.0, 0.0)), &ColliderDef::new(circle(0.2)));
    // It stands where the hammer arrives, at rest: nothing says before the solver that it will be at 8 m.
    let hammer = ColliderDef { density: 1000.0, ..ColliderDef::new(rect(0.5, 0.5)) };
    let flight = BodyDef { linear_velocity: Vec2::new(390.0, 0.0), ..BodyDef::dynamic(Vec2::new(4.29, 0.0)) };
    add(&mut world, &flight, &hammer);
    for step in 0..10 {
        run(&mut world, 1);
        let at = position(&world, ball);
        assert!(at.x < 8.0, "step {step}: {at}");
    }
}

#[test]
fn what_a_hit_makes_fast_does_not_tunnel_where_a_group_overrules_empty_masks() {
    for filter in [Filter { mask: 0, group: 3, ..Filter::ALL }, Filter { category: 0, group: 3, ..Filter::ALL }] {
        let collider = |shape, density| ColliderDef { density, filter, ..ColliderDef::new(shape) };
        let mut world = weightless();
        add(&mut world, &BodyDef::fixed(Vec2::new(8.0, 0.0)), &collider(rect(0.01, 5.0), 1.0));
        let (ball, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(5.0, 0.0)), &collider(circle(0.2), 1.0));
        let flight = BodyDef { linear_velocity: Vec2::new(390.0, 0.0), ..BodyDef::dynamic(Vec2::new(4.29, 0.0)) };
        add(&mut world, &flight, &collider(rect(0.5, 0.5), 1000.0));
        for step in 0..10 {
            run(&mut world, 1);
            let at = position(&world, ball);
            assert!(at.x < 8.0, "{filter:?}, step {step}: {at}");
        }
    }
}

#[test]
fn a_bullet_that_a_hit_makes_fast_skips_nothing_that_gives_way() {
    let mut world = weightless();
    let (plate, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(8.0, 0.0)), &ColliderDef::new(rect(0.01, 5.0)));
    let def = BodyDef { is_bullet: true, ..BodyDef::dynamic(Vec2::new(5.0, 0.0)) };
    let (ball, _) = add(&mut world, &def, &ColliderDef::new(circle(0.2)));
    let hammer = ColliderDef { density: 1000.0, ..ColliderDef::new(rect(0.5, 0.5)) };
    let flight = BodyDef { linear_velocity: Vec2::new(390.0, 0.0), ..BodyDef::dynamic(Vec2::new(4.29, 0.0)) };
    add(&mut world, &flight, &hammer);
    for step in 0..3 {
        run(&mut world, 1);
        let (ball, plate) = (position(&world, ball), position(&world, plate));
        assert!(ball.x < plate.x, "step {step}: {ball}, the plate at {plate}");
    }
}
