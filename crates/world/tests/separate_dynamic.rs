//! `Response::Separate`: players that stand on, push and are hit by dynamic bodies.

mod common;

use common::{DT, add, add_ground, circle, position, rect, run, weightless, world};
use world::{
    BodyDef, BodyId, ColliderDef, HitEvent, MassProperties, MotionLocks, Pose, Response, Rot, Settings, Shape, Vec2,
    World,
};

fn player(at: Vec2) -> BodyDef {
    BodyDef { response: Response::Separate, locks: MotionLocks::ROTATION, ..BodyDef::dynamic(at) }
}

fn add_crate(world: &mut World, at: Vec2, density: f32) -> BodyId {
    add(world, &BodyDef::dynamic(at), &ColliderDef { density, ..ColliderDef::new(rect(0.5, 0.5)) }).0
}

fn add_player(world: &mut World, at: Vec2) -> BodyId {
    add(world, &player(at), &ColliderDef::new(rect(0.3, 0.5))).0
}

/// Sets the pace sideways, and leaves the fall.
fn walk(world: &mut World, body: BodyId, pace: f32) {
    let fall = world.linear_velocity(body).unwrap().y;
    world.set_linear_velocity(body, Vec2::new(pace, fall)).unwrap();
    run(world, 1);
}

#[test]
fn a_player_stands_on_crates_as_on_ground() {
    for can_sleep in [true, false] {
        for (count, density) in
            [(1u8, 1.0), (2, 1.0), (3, 1.0), (5, 1.0), (1, 100.0), (2, 100.0), (5, 100.0), (2, 0.05)]
        {
            for offset in [0.0, 0.3, 0.6] {
                let mut world = world();
                add_ground(&mut world);
                let crates: Vec<_> =
                    (0..count).map(|i| add_crate(&mut world, Vec2::new(0.0, 0.5 + f32::from(i)), density)).collect();
                run(&mut world, 60);
                // Under a dynamic body, twelve times as heavy as a crate, they give way by 8 mm at first; under one that stands near an edge
                // they tilt, and who sets its pace anew in each step slides down until what shifted to that edge has settled.
                let (most, far) = match (density < 1.0, offset > 0.5) {
                    (true, true) if can_sleep => (8e-3, 1e-2),
                    (true, true) => (1.5e-2, 2e-2),
                    (true, false) => (5e-3, 1e-2),
                    (false, _) => (1e-3, 5e-3),
                };
                let settled: Vec<_> = crates.iter().map(|&crate_| position(&world, crate_)).collect();
                let start = Vec2::new(offset, f32::from(count) + 0.5);
                let def = BodyDef { can_sleep, ..player(start) };
                let (body, _) = add(&mut world, &def, &ColliderDef::new(rect(0.3, 0.5)));
                for step in 0..600 {
                    if can_sleep {
                        run(&mut world, 1);
                    } else {
                        walk(&mut world, body, 0.0);
                    }
                    let what = format!("{count} of density {density}, {offset} m off, step {step}");
                    let (at, top) = (position(&world, body), position(&world, crates[crates.len() - 1]));
                    assert!((at.y - top.y - 1.0).abs() < most, "{what}: the player is at {at}, the top at {top}");
                    assert!((at - start).length() < far, "{what}: the player is at {at}");
                    assert!(world.report().deepest_penetration < most, "{what}: {:?}", world.report());
                    for (&crate_, before) in crates.iter().zip(&settled) {
                        let moved = position(&world, crate_) - *before;
                        assert!(moved.length() < far, "{what}: a crate moved by {moved}");
                    }
                }
                assert_eq!(can_sleep, !world.is_awake(body).unwrap(), "{count}, {offset} m off");
            }
        }
    }
}

#[test]
fn what_a_player_stands_on_bears_its_whole_weight() {
    for density in [0.1, 1.0, 30.0] {
        let mut world = world();
        let (_, ground) = add_ground(&mut world);
        add_crate(&mut world, Vec2::new(0.0, 0.5), 1.0);
        let heavy = ColliderDef { density, ..ColliderDef::new(rect(0.3, 0.5)) };
        add(&mut world, &BodyDef { can_sleep: false, ..player(Vec2::new(0.1, 1.5)) }, &heavy);
        run(&mut world, 300);
        let sub_step = DT / 4.0;
        let contacts = world.contacts().filter(|contact| contact.a == ground || contact.b == ground);
        let force =
            contacts.flat_map(|contact| contact.points().to_vec()).map(|it| it.normal_impulse).sum::<f32>() / sub_step;
        let weight = 10.0 * (1.0 + 0.6 * density);
        assert!((force - weight).abs() < 0.01 * weight, "density {density}: {force} N of {weight} N");
    }
}

#[test]
fn a_player_that_lands_on_a_stack_throws_nothing_about() {
    for count in [1u8, 2, 5] {
        for height in [0.5, 2.0, 5.0] {
            let mut world = world();
            add_ground(&mut world);
            let crates: Vec<_> =
                (0..count).map(|i| add_crate(&mut world, Vec2::new(0.0, 0.5 + f32::from(i)), 1.0)).collect();
            let top = f32::from(count) + 0.5;
            let body = add_player(&mut world, Vec2::new(0.1, top + height));
            let mut fastest = 0.0f32;
            for _ in 0..240 {
                run(&mut world, 1);
                fastest = crates
                    .iter()
                    .map(|&crate_| world.linear_velocity(crate_).unwrap().length())
                    .fold(fastest, f32::max);
                let at = position(&world, body);
                assert!(at.y > top - 0.02, "{count}, from {height} m: {at}");
            }
            assert!(fastest < 1.0, "{count}, from {height} m: {fastest} m/s");
            // Nothing rubs: what it stands on need not be level to a micrometre.
            let off = position(&world, body) - Vec2::new(0.1, top);
            // By 7 mm a stack of five gives under a dynamic body.
            assert!(off.x.abs() < 0.1 && off.y.abs() < 0.015, "{count}, from {height} m: {off} off");
        }
    }
}

#[test]
fn a_player_walks_over_a_row_of_crates_without_throwing_them() {
    for pace in [0.5f32, 2.0, 6.0] {
        for gap in [1.0, 1.001, 1.1] {
            let mut world = world();
            add_ground(&mut world);
            let crates: Vec<_> =
                (0..12u8).map(|i| add_crate(&mut world, Vec2::new(gap * f32::from(i), 0.5), 1.0)).collect();
            let body = add_player(&mut world, Vec2::new(0.0, 1.5));
            let (steps, mut fastest) = ((9.0 / (pace * DT)) as usize, 0.0f32);
            for step in 0..steps {
                walk(&mut world, body, pace);
                let at = position(&world, body);
                assert!((at.y - 1.5).abs() < 4e-3, "{pace} m/s, gap {gap}, step {step}: {at}");
                fastest = crates
                    .iter()
                    .map(|&crate_| world.linear_velocity(crate_).unwrap().length())
                    .fold(fastest, f32::max);
            }
            assert!(fastest < 0.3, "{pace} m/s, gap {gap}: {fastest} m/s");
            let x = position(&world, body).x;
            assert!((x - 9.0).abs() < 0.3, "{pace} m/s, gap {gap}: it got to {x}");
        }
    }
}

#[test]
fn a_crate_that_falls_on_a_player_lands_or_slides_off() {
    for height in [2.0, 3.0, 5.0, 10.0] {
        for offset in [0.0, 0.1, 0.2, 0.3, 0.4, 0.6] {
            let mut world = world();
            add_ground(&mut world);
            let body = add_player(&mut world, Vec2::new(0.0, 0.5));
            let crate_ = add_crate(&mut world, Vec2::new(offset, height), 1.0);
            let mut fastest = 0.0f32;
            for step in 0..300 {
                run(&mut world, 1);
                let at = position(&world, body);
                assert!(at.y > 0.499, "from {height}, {offset} m off, step {step}: {at}");
                fastest = fastest.max(world.linear_velocity(body).unwrap().length());
            }
            assert!(fastest < 3.0, "from {height}, {offset} m off: the player at {fastest} m/s");
            if offset < 0.3 {
                let at = position(&world, crate_);
                assert!((at.y - 1.5).abs() < 0.02, "from {height}, {offset} m off: the crate is at {at}");
            }
        }
    }
}

#[test]
fn a_crate_between_a_player_and_a_wall_holds_the_player_off() {
    for gravity in [false, true] {
        for (half, density) in [(0.1, 1.0), (0.5, 1.0), (0.1, 50.0), (0.1, 0.05)] {
            for pace in [0.5, 1.0, 2.0, 3.0, 6.0] {
                let mut world = if gravity { world() } else { weightless() };
                add_ground(&mut world);
                add(&mut world, &BodyDef::fixed(Vec2::new(3.0 + half, 0.0)), &ColliderDef::new(rect(half, 10.0)));
                let crate_ = add_crate(&mut world, Vec2::new(1.5, 0.5), density);
                let body = add_player(&mut world, Vec2::new(0.0, 0.5));
                for step in 0..900 {
                    let fall = if gravity { world.linear_velocity(body).unwrap().y } else { 0.0 };
                    world.set_linear_velocity(body, Vec2::new(pace, fall)).unwrap();
                    run(&mut world, 1);
                    let (at, wedged) = (position(&world, body), position(&world, crate_));
                    let what = format!("gravity {gravity}, wall {half}, density {density}, {pace} m/s, step {step}");
                    // What is as fast as 6 m/s goes so deep before it is stopped.
                    let most = if step < 300 { 2.5 + pace * DT } else { 2.51 };
                    assert!(wedged.x < most, "{what}: the crate is at {wedged}, the player at {at}");
                    assert!(at.x < most - 0.79 && at.y > 0.499, "{what}: the player is at {at}, the crate at {wedged}");
                }
            }
        }
    }
}

#[test]
fn a_player_pushes_a_free_crate_with_no_more_than_its_momentum() {
    for density in [0.1, 1.0, 10.0, 100.0] {
        for pace in [1.0f32, 3.0, 6.0, 15.0] {
            let mut world = World::new(Settings { gravity: Vec2::ZERO, sleep: false, ..Settings::default() }).unwrap();
            // On rails, lest the player slides past it.
            let locks = MotionLocks { x: false, y: true, rotation: true };
            let heavy = ColliderDef { density, ..ColliderDef::new(rect(0.5, 0.5)) };
            let (crate_, _) = add(&mut world, &BodyDef { locks, ..BodyDef::dynamic(Vec2::new(1.5, 0.0)) }, &heavy);
            let body = add_player(&mut world, Vec2::ZERO);
            // It runs into the crate once.
            world.set_linear_velocity(body, Vec2::new(pace, 0.0)).unwrap();
            run(&mut world, 90);
            let momentum = density * world.linear_velocity(crate_).unwrap().x;
            assert!(momentum > 0.0 && momentum <= 0.6 * pace * 1.001, "{density}, {pace} m/s: {momentum} kg m/s");
            assert!(world.linear_velocity(crate_).unwrap().x <= pace * 1.001, "{density}, {pace} m/s");
            // It goes on pushing: step by step the crate takes on its pace.
            for _ in 0..240 {
                world.set_linear_velocity(body, Vec2::new(pace, 0.0)).unwrap();
                run(&mut world, 1);
                let speed = world.linear_velocity(crate_).unwrap().x;
                assert!(speed <= pace * 1.001, "{density}, {pace} m/s: {speed} m/s");
            }
            let speed = world.linear_velocity(crate_).unwrap().x;
            assert!(speed > 0.5 * pace, "{density}, {pace} m/s: {speed} m/s");
        }
    }
}

#[test]
fn a_player_that_runs_into_a_crate_hits_it_once() {
    let mut world = world();
    add_ground(&mut world);
    add(&mut world, &BodyDef::fixed(Vec2::new(2.2, 0.0)), &ColliderDef::new(rect(0.2, 10.0)));
    let body = add_player(&mut world, Vec2::new(0.0, 0.5));
    let (_, crate_) = add(&mut world, &BodyDef::dynamic(Vec2::new(1.5, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    let mut hits: Vec<HitEvent> = Vec::new();
    for _ in 0..120 {
        walk(&mut world, body, 3.0);
        hits.extend(world.events().hit.iter().filter(|hit| hit.a == crate_ || hit.b == crate_));
    }
    assert_eq!(hits.len(), 1, "{hits:?}");
    assert!((hits[0].approach_speed - 3.0).abs() < 0.1 && hits[0].normal.x > 0.99, "{hits:?}");
    // Of 0.6 and 1 kg.
    assert!((hits[0].impulse - 3.0 * 0.375).abs() < 0.04, "{hits:?}");
}

#[test]
fn a_crate_rides_on_a_player_that_walks() {
    let mut world = world();
    add_ground(&mut world);
    let body = add_player(&mut world, Vec2::new(0.0, 0.5));
    let small = ColliderDef::new(rect(0.25, 0.25));
    let (crate_, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 1.25)), &small);
    run(&mut world, 30);
    for step in 0..120 {
        // It speeds up no faster than what lies on it can follow.
        let pace = 2.0f32.min(4.0 * DT * f32::from(step as u16));
        walk(&mut world, body, pace);
        let (at, top) = (position(&world, body), position(&world, crate_));
        assert!((at.y - 0.5).abs() < 1e-3, "step {step}: {at}");
        assert!((top - at - Vec2::new(0.0, 0.75)).length() < 0.1, "step {step}: {at}, {top}");
    }
}

#[test]
fn a_player_stays_on_a_crate_on_a_lift() {
    let mut world = world();
    let (lift, _) = add(&mut world, &BodyDef::kinematic(Vec2::new(0.0, -0.5)), &ColliderDef::new(rect(2.0, 0.5)));
    let crate_ = add_crate(&mut world, Vec2::new(0.0, 0.5), 1.0);
    let body = add_player(&mut world, Vec2::new(0.0, 1.5));
    for step in 0..3000u16 {
        let time = f32::from(step + 1) * DT;
        let speed = Vec2::new(0.0, 1.5 * time.sin());
        world.set_linear_velocity(lift, speed).unwrap();
        run(&mut world, 1);
        let (on_lift, on_crate) = (
            position(&world, crate_).y - position(&world, lift).y - 1.0,
            position(&world, body).y - position(&world, crate_).y - 1.0,
        );
        assert!(on_lift.abs() < 1e-3, "step {step}: the crate is {on_lift} m above the lift");
        assert!(on_crate.abs() < 1e-3, "step {step}: the player is {on_crate} m above the crate");
    }
}

#[test]
fn a_crate_stays_on_a_player_on_a_lift() {
    for (speed, swings) in [(0.3, false), (1.0, false), (2.0, false), (1.5, true)] {
        let mut world = world();
        let (lift, _) = add(&mut world, &BodyDef::kinematic(Vec2::new(0.0, -0.5)), &ColliderDef::new(rect(2.0, 0.5)));
        let body = add_player(&mut world, Vec2::new(0.0, 0.5));
        let crate_ = add_crate(&mut world, Vec2::new(0.0, 1.5), 1.0);
        for step in 0..1200u16 {
            let time = f32::from(step + 1) * DT;
            let speed = Vec2::new(0.0, if swings { speed * time.sin() } else { speed });
            world.set_linear_velocity(lift, speed).unwrap();
            run(&mut world, 1);
            let on_lift = position(&world, body) - position(&world, lift) - Vec2::Y;
            let on_player = position(&world, crate_) - position(&world, body) - Vec2::Y;
            assert!(on_lift.length() < 2e-3, "{speed}, step {step}: the player is {on_lift} off the lift");
            let is_beside = on_player.y.abs() > 2e-3 || on_player.x.abs() > 0.02;
            assert!(!is_beside, "{speed}, step {step}: the crate is {on_player} off the player");
        }
    }
}

#[test]
fn what_rolls_over_a_small_player_does_not_press_it_through_a_thin_floor() {
    for speed in [3.0, 10.0, 28.0, 60.0] {
        let mut world = world();
        add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -0.005)), &ColliderDef::new(rect(100.0, 0.005)));
        let (body, _) = add(&mut world, &player(Vec2::new(0.0, 0.05)), &ColliderDef::new(circle(0.05)));
        for i in 0..8u8 {
            let at = Vec2::new(-3.0 - 1.7 * f32::from(i), 0.26);
            let ball = BodyDef { linear_velocity: Vec2::new(speed, 0.0), ..BodyDef::dynamic(at) };
            add(&mut world, &ball, &ColliderDef::new(circle(0.26)));
        }
        for step in 0..240 {
            run(&mut world, 1);
            let at = position(&world, body);
            assert!(at.y > 0.049, "{speed} m/s, step {step}: {at}");
        }
    }
}

#[test]
fn a_player_pushed_into_a_thin_wall_by_a_crate_stays_on_its_side() {
    for speed in [2.0, 5.0, 9.0, 25.0] {
        let mut world = weightless();
        add(&mut world, &BodyDef::fixed(Vec2::new(1.0, 0.0)), &ColliderDef::new(rect(0.005, 5.0)));
        let body = add_player(&mut world, Vec2::new(0.5, 0.0));
        let flight = BodyDef { linear_velocity: Vec2::new(speed, 0.0), ..BodyDef::dynamic(Vec2::new(-2.0, 0.1)) };
        add(&mut world, &flight, &ColliderDef { density: 20.0, ..ColliderDef::new(rect(0.5, 0.5)) });
        for step in 0..120 {
            run(&mut world, 1);
            let at = position(&world, body);
            assert!(at.x < 0.7, "{speed} m/s, step {step}: {at}");
        }
    }
}

#[test]
fn a_player_with_a_thin_sensor_at_its_feet_stands_on_crates_as_any_other() {
    let mut world = world();
    add_ground(&mut world);
    for y in [0.5, 1.5] {
        add_crate(&mut world, Vec2::new(0.0, y), 1.0);
    }
    let body = add_player(&mut world, Vec2::new(0.1, 2.5));
    let ray = Shape::segment(Vec2::new(0.0, -0.4), Vec2::new(0.0, -0.6)).unwrap();
    world.create_collider(body, &ColliderDef { is_sensor: true, ..ColliderDef::new(ray) }).unwrap();
    for step in 0..120 {
        walk(&mut world, body, 0.0);
        let at = position(&world, body);
        assert!((at - Vec2::new(0.1, 2.5)).length() < 2e-3, "step {step}: {at}");
    }
}

#[test]
fn a_player_hits_what_it_runs_into_once_and_in_the_step_in_which_it_does() {
    // From rest, from further than a step and from less than its margin; after it was put where it is; braking before it touches.
    let cases = [(0.05, 20.0, 1), (0.2, 20.0, 1), (0.05, 3.0, 1), (1.0, 8.0, 1), (0.51, 5.0, 0)];
    for (gap, speed, expected) in cases {
        let mut world = weightless();
        let body = add_player(&mut world, Vec2::new(-0.8 - gap, 0.0));
        add_crate(&mut world, Vec2::ZERO, 1.0);
        run(&mut world, 1);
        let mut hits: Vec<HitEvent> = Vec::new();
        for step in 0..30 {
            match step {
                0 => world.set_linear_velocity(body, Vec2::new(speed, 0.0)).unwrap(),
                6 if expected == 0 => world.set_linear_velocity(body, Vec2::new(0.9, 0.0)).unwrap(),
                7 => world.set_pose(body, world.pose(body).unwrap()).unwrap(),
                _ => {}
            }
            run(&mut world, 1);
            hits.extend(&world.events().hit);
        }
        assert_eq!(hits.len(), expected, "{gap} m, {speed} m/s: {hits:?}");
        assert!(hits.iter().all(|hit| (hit.approach_speed - speed).abs() < 1e-3), "{hits:?}");
    }
}

#[test]
fn a_crate_that_may_not_move_passes_no_push_on() {
    let mut world = weightless();
    let body = add_player(&mut world, Vec2::new(-2.0, 0.0));
    let heavy = MassProperties { mass: 100.0, ..world.mass_properties(body).unwrap() };
    world.set_mass_properties(body, heavy).unwrap();
    world.set_linear_velocity(body, Vec2::new(20.0, 0.0)).unwrap();
    let locked = add_crate(&mut world, Vec2::ZERO, 1.0);
    world.set_locks(locked, MotionLocks { x: true, ..MotionLocks::ROTATION }).unwrap();
    let (ball, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(1.0, 0.0)), &ColliderDef::new(circle(0.5)));
    run(&mut world, 60);
    assert!((position(&world, ball) - Vec2::X).length() < 1e-4, "{}", position(&world, ball));
}

/// Neither had moved: plates were at 90 to 180 m/s after 20 s, as the player had their velocity, which the solver showed them in turn.
#[test]
fn a_player_and_what_is_wedged_in_it_do_not_drive_each_other_on() {
    for density in [0.06, 0.2, 1.0] {
        let mut world = weightless();
        let def = BodyDef { pose: Pose::new(Vec2::ZERO, Rot::from_angle(2.75)), ..BodyDef::default() };
        let plates = world.create_body(&def).unwrap();
        for (half_x, half_y, at) in [(0.18, 0.37, Vec2::new(-0.23, -0.27)), (0.26, 0.33, Vec2::new(0.54, -0.24))] {
            let def = ColliderDef { density, ..ColliderDef::new(rect(half_x, half_y)) };
            world.create_collider(plates, &ColliderDef { local_pose: Pose::from_translation(at), ..def }).unwrap();
        }
        let pose = Pose::new(Vec2::new(0.75, 0.2), Rot::from_angle(1.3));
        let discs = BodyDef { response: Response::Separate, pose, ..BodyDef::default() };
        let discs = world.create_body(&discs).unwrap();
        for (radius, x, y) in [(0.085, -0.13, 0.48), (0.065, 0.03, 0.06), (0.015, -0.05, 0.26)] {
            let local_pose = Pose::from_translation(Vec2::new(x, y));
            world.create_collider(discs, &ColliderDef { local_pose, ..ColliderDef::new(circle(radius)) }).unwrap();
        }
        let mut fastest = 0.0f32;
        for _ in 0..1200 {
            run(&mut world, 1);
            fastest = fastest.max(world.linear_velocity(plates).unwrap().length());
        }
        // It is pushed out of one disc into another: 14 m/s at most in 160 s.
        assert!(fastest < 20.0, "density {density}: {fastest} m/s");
    }
}

#[test]
fn a_player_on_a_crate_on_a_lift_is_as_fast_as_the_lift() {
    let mut world = world();
    let (lift, _) = add(&mut world, &BodyDef::kinematic(Vec2::new(0.0, -1.0)), &ColliderDef::new(rect(2.0, 1.0)));
    add_crate(&mut world, Vec2::new(0.0, 0.5), 1.0);
    let body = add_player(&mut world, Vec2::new(0.0, 1.5));
    run(&mut world, 60);
    world.set_linear_velocity(lift, Vec2::new(0.0, 3.0)).unwrap();
    for _ in 0..60 {
        run(&mut world, 1);
        let velocity = world.linear_velocity(body).unwrap();
        assert!((velocity - Vec2::new(0.0, 3.0)).length() < 0.1, "{velocity}");
    }
}

/// It used to be as fast as the end of the beam.
#[test]
fn a_player_on_a_beam_that_swings_up_keeps_to_the_largest_speed() {
    let mut world = World::new(Settings { max_linear_speed: 2.0, ..Settings::default() }).unwrap();
    let locks = MotionLocks { x: true, y: true, ..MotionLocks::NONE };
    let heavy = ColliderDef { density: 100.0, ..ColliderDef::new(rect(10.0, 0.1)) };
    let (beam, _) = add(&mut world, &BodyDef { locks, ..BodyDef::dynamic(Vec2::ZERO) }, &heavy);
    let body = add_player(&mut world, Vec2::new(9.0, 0.6));
    run(&mut world, 10);
    world.set_angular_velocity(beam, 1.0).unwrap();
    for _ in 0..30 {
        run(&mut world, 1);
        let speed = world.linear_velocity(body).unwrap().length();
        assert!(speed < 2.001, "{speed} m/s");
    }
}

/// The deepest that dynamic bodies are in what is kinematic.
fn deepest(world: &World, kinematic: BodyId) -> f32 {
    let contacts = world.contacts_of(kinematic).unwrap();
    contacts.flat_map(|contact| contact.points().to_vec()).fold(0.0, |deepest, point| point.separation.min(deepest))
}

/// Felt as one that stands there, the player slowed the crates down until the door went through them, by 0.75 m in 4 s at 2 m/s.
#[test]
fn a_door_pushes_crates_and_a_player_along() {
    for (speed, count) in [0.5, 1.0, 2.0, 4.0].into_iter().flat_map(|speed| [1u8, 2, 3].map(|count| (speed, count))) {
        let mut world = world();
        add_ground(&mut world);
        let body = add_player(&mut world, Vec2::new(0.0, 0.5));
        for i in 0..count {
            add_crate(&mut world, Vec2::new(-0.8 - f32::from(i), 0.5), 1.0);
        }
        let start = -0.8 - f32::from(count);
        let def = BodyDef { linear_velocity: Vec2::new(speed, 0.0), ..BodyDef::kinematic(Vec2::new(start, 0.6)) };
        let (door, _) = add(&mut world, &def, &ColliderDef::new(rect(0.5, 0.5)));
        for step in 0..240 {
            run(&mut world, 1);
            let depth = deepest(&world, door);
            assert!(depth > -0.02, "{speed} m/s, {count} crates, step {step}: {depth}");
        }
        let ahead = position(&world, body).x - position(&world, door).x;
        let length = f32::from(count) + 0.8;
        assert!((ahead - length).abs() < 0.05, "{speed} m/s, {count} crates: {ahead} m of {length}");
    }
}

/// It had no velocity of its own, nor went as it was set to where a wall rubbed: the lift went through the crate.
#[test]
fn a_lift_raises_a_crate_and_a_player_along_a_wall() {
    for (speed, is_set) in [0.2, 1.0, 4.0].into_iter().flat_map(|speed| [false, true].map(|is_set| (speed, is_set))) {
        let mut world = world();
        let def = BodyDef { linear_velocity: Vec2::new(0.0, speed), ..BodyDef::kinematic(Vec2::new(0.0, -0.5)) };
        let (lift, _) = add(&mut world, &def, &ColliderDef::new(rect(2.0, 0.5)));
        add(&mut world, &BodyDef::fixed(Vec2::new(1.3, 0.0)), &ColliderDef::new(rect(1.0, 100.0)));
        let crate_at = add_crate(&mut world, Vec2::new(-0.25, 0.5), 1.0);
        let body = add_player(&mut world, Vec2::new(0.0, 1.5));
        for step in 0..600 {
            if is_set {
                world.set_linear_velocity(body, Vec2::new(0.0, speed)).unwrap();
            }
            run(&mut world, 1);
            let [bottom, middle, top] = [lift, crate_at, body].map(|body| position(&world, body).y);
            let gaps = [middle - bottom - 1.0, top - middle - 1.0];
            assert!(gaps.into_iter().all(|gap| gap.abs() < 0.02), "{speed} m/s, set: {is_set}, step {step}: {gaps:?}");
        }
    }
}
