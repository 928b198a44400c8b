//! `Response::Separate`: players that are pushed out and slide.

mod common;

use common::{DT, add, add_ground, circle, position, rect, run, weightless, world};
use world::{BodyDef, ColliderDef, Material, MotionLocks, Pose, Response, Rot, Settings, Shape, Vec2, World};

fn player(at: Vec2) -> BodyDef {
    BodyDef { response: Response::Separate, locks: MotionLocks::ROTATION, ..BodyDef::dynamic(at) }
}

#[test]
fn a_player_rests_without_jitter() {
    let mut world = world();
    add_ground(&mut world);
    let (body, _) = add(&mut world, &player(Vec2::new(0.0, 2.0)), &ColliderDef::new(rect(0.4, 0.9)));
    run(&mut world, 120);
    let rest = position(&world, body);
    assert!((rest.y - 0.9).abs() < 1e-3, "{rest}");
    for _ in 0..120 {
        run(&mut world, 1);
        assert!((position(&world, body) - rest).length() < 1e-4, "{}", position(&world, body));
    }
}

#[test]
fn a_player_slides_along_a_wall_and_over_the_joints_of_tiles() {
    let mut world = world();
    for x in 0..20u8 {
        add(&mut world, &BodyDef::fixed(Vec2::new(f32::from(x), -0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    }
    let (body, _) = add(&mut world, &player(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.3, 0.5)));
    for step in 1..=200u8 {
        let fall = world.linear_velocity(body).unwrap().y;
        world.set_linear_velocity(body, Vec2::new(5.0, fall)).unwrap();
        run(&mut world, 1);
        let at = position(&world, body);
        assert!((at.x - 5.0 * DT * f32::from(step)).abs() < 0.01 && (at.y - 0.5).abs() < 0.01, "step {step}: {at}");
    }
}

#[test]
fn a_wall_takes_only_the_velocity_into_it() {
    let mut world = weightless();
    add(&mut world, &BodyDef::fixed(Vec2::new(2.0, 0.0)), &ColliderDef::new(rect(0.5, 50.0)));
    let (body, _) = add(&mut world, &player(Vec2::ZERO), &ColliderDef::new(circle(0.5)));
    world.set_linear_velocity(body, Vec2::new(4.0, 3.0)).unwrap();
    run(&mut world, 60);
    assert!((world.linear_velocity(body).unwrap() - Vec2::new(0.0, 3.0)).length() < 1e-3);
    assert!((position(&world, body) - Vec2::new(1.0, 3.0)).length() < 0.02, "{}", position(&world, body));
}

#[test]
fn two_players_push_each_other_out_by_half() {
    let mut world = weightless();
    let (a, _) = add(&mut world, &player(Vec2::new(-0.3, 0.0)), &ColliderDef::new(circle(0.5)));
    let (b, _) = add(&mut world, &player(Vec2::new(0.3, 0.0)), &ColliderDef::new(circle(0.5)));
    run(&mut world, 1);
    assert!((position(&world, a) - Vec2::new(-0.5, 0.0)).length() < 1e-4, "{}", position(&world, a));
    assert!((position(&world, b) - Vec2::new(0.5, 0.0)).length() < 1e-4);
}

/// The one below had had its turn, or was asleep and had none, and was pushed into the floor by up to 7 cm until the next step.
#[test]
fn a_player_that_lands_on_another_pushes_it_into_nothing() {
    for (height, sleep) in (0..10u8).flat_map(|i| [true, false].map(|sleep| (7.0 + 0.03 * f32::from(i), sleep))) {
        for ys in [[0.9, height], [height, 0.9]] {
            lands_on_another(ys, sleep);
        }
    }
}

fn lands_on_another(ys: [f32; 2], sleep: bool) {
    let mut world = World::new(Settings { sleep, ..Settings::default() }).unwrap();
    add_ground(&mut world);
    let bodies = ys.map(|y| {
        let def = ColliderDef::new(Shape::capsule(Vec2::new(0.0, -0.3), Vec2::new(0.0, 0.3), 0.3).unwrap());
        add(&mut world, &player(Vec2::new(0.0, y)), &def).0
    });
    for step in 0..120 {
        run(&mut world, 1);
        let lowest = bodies.iter().map(|&body| position(&world, body).y - 0.6).fold(f32::MAX, f32::min);
        assert!(lowest > -1e-4, "step {step}, from {ys:?}, {sleep}: {lowest}");
    }
    let apart = (position(&world, bodies[0]).y - position(&world, bodies[1]).y).abs();
    assert!((apart - 1.2).abs() < 1e-2, "{apart}");
}

/// Its boxes did not reach the wall, to which it did not move by itself, and it was pushed 5 cm into that.
#[test]
fn a_player_that_another_runs_into_is_pushed_into_no_wall() {
    for gap in (0..20u8).map(|i| 0.005 * f32::from(i) + 3.0e-5) {
        let mut world = weightless();
        add(&mut world, &BodyDef::fixed(Vec2::new(1.0, 0.0)), &ColliderDef::new(rect(0.5, 5.0)));
        let def = ColliderDef::new(rect(0.3, 0.6));
        let [idle, runner] = [0.2 - gap, -1.5].map(|x| add(&mut world, &player(Vec2::new(x, 0.0)), &def).0);
        for step in 0..60 {
            world.set_linear_velocity(idle, Vec2::ZERO).unwrap();
            world.set_linear_velocity(runner, Vec2::new(6.0, 0.0)).unwrap();
            run(&mut world, 1);
            let at = position(&world, idle).x;
            assert!(at < 0.2 + 2.0e-5, "step {step}, {gap} m from the wall: {at}");
        }
        assert!(position(&world, runner).x > -0.5, "{}", position(&world, runner));
    }
}

#[test]
fn a_player_shoves_a_crate() {
    let mut world = world();
    add_ground(&mut world);
    let (crate_, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(1.5, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    let (body, _) = add(&mut world, &player(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    for _ in 0..120 {
        world.set_linear_velocity(body, Vec2::new(2.0, 0.0)).unwrap();
        run(&mut world, 1);
    }
    assert!(position(&world, crate_).x > 2.5, "{}", position(&world, crate_));
}

#[test]
fn a_fast_player_does_not_tunnel_and_slides_on() {
    let mut world = weightless();
    add(&mut world, &BodyDef::fixed(Vec2::new(5.0, 0.0)), &ColliderDef::new(rect(0.01, 50.0)));
    let (body, _) = add(&mut world, &player(Vec2::ZERO), &ColliderDef::new(circle(0.1)));
    world.set_linear_velocity(body, Vec2::new(390.0, 60.0)).unwrap();
    run(&mut world, 3);
    let at = position(&world, body);
    assert!(at.x < 5.0 && at.x > 4.8, "{at}");
    assert!(at.y > 2.5, "{at}");
}

#[test]
fn a_player_that_runs_into_a_corner_stays_in_it_without_jitter() {
    let mut world = world();
    add_ground(&mut world);
    add(&mut world, &BodyDef::fixed(Vec2::new(3.0, 2.0)), &ColliderDef::new(rect(1.0, 2.0)));
    let (body, _) = add(&mut world, &player(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    for step in 0..240 {
        let fall = world.linear_velocity(body).unwrap().y;
        world.set_linear_velocity(body, Vec2::new(6.0, fall)).unwrap();
        run(&mut world, 1);
        let at = position(&world, body);
        assert!(step < 30 || (at - Vec2::new(1.5, 0.5)).length() < 1e-3, "step {step}: {at}");
    }
}

#[test]
fn a_player_walks_up_and_down_a_slope_at_its_surface() {
    let angle = 0.5f32;
    let slope = Rot::from_angle(angle);
    for (pace, way) in [(3.0, 1.0), (-3.0, -1.0)] {
        let mut world = world();
        add(
            &mut world,
            &BodyDef { pose: Pose::new(Vec2::ZERO, slope), ..BodyDef::fixed(Vec2::ZERO) },
            &ColliderDef::new(rect(60.0, 1.0)),
        );
        let up = slope.rotate(Vec2::Y);
        let (body, _) = add(&mut world, &player(up * 1.5), &ColliderDef::new(circle(0.5)));
        for step in 0..240 {
            // Along the slope, and into it, as gravity would have it.
            world.set_linear_velocity(body, slope.rotate(Vec2::new(pace, -1.0))).unwrap();
            run(&mut world, 1);
            let at = position(&world, body);
            assert!((at.dot(up) - 1.5).abs() < 1e-3, "step {step}: {} m off the slope", at.dot(up) - 1.5);
        }
        // Nothing rubs: in the four sub-steps of a step gravity takes ¼, ½, ¾ and all of g·sin·dt off its pace.
        let along = position(&world, body).dot(slope.rotate(Vec2::X));
        let expected = (pace - 10.0 * angle.sin() * DT * 0.625) * 4.0;
        assert!(along * way > 0.0 && (along - expected).abs() < 0.02, "{along} of {expected}");
    }
}

#[test]
fn a_player_stays_on_a_lift_that_rises_and_sinks() {
    let mut world = world();
    let (lift, _) = add(&mut world, &BodyDef::kinematic(Vec2::new(0.0, -0.5)), &ColliderDef::new(rect(2.0, 0.5)));
    let (body, _) = add(&mut world, &player(Vec2::new(0.0, 0.9)), &ColliderDef::new(rect(0.4, 0.9)));
    for step in 0..480u16 {
        let time = f32::from(step + 1) * DT;
        let target = Vec2::new(0.0, 1.5 - 1.5 * time.cos() - 0.5);
        world.set_kinematic_target(lift, Pose::from_translation(target), DT).unwrap();
        run(&mut world, 1);
        let gap = position(&world, body).y - 0.9 - (position(&world, lift).y + 0.5);
        // It follows a lift that sinks a step late, by its own fall.
        assert!((-1e-4..0.03).contains(&gap), "step {step}: {gap} m above the lift");
    }
}

/// Nothing rubs on a player, whatever the materials say: who steers it adds the velocity of what it stands on.
#[test]
fn a_platform_that_moves_sideways_takes_along_only_a_player_that_is_steered_with_it() {
    for is_steered in [false, true] {
        let mut world = world();
        let speed = Vec2::new(1.5, 0.0);
        let rough = Material { friction: 10.0, ..Material::default() };
        let top = ColliderDef { material: rough, ..ColliderDef::new(rect(8.0, 0.5)) };
        let def = BodyDef { linear_velocity: speed, ..BodyDef::kinematic(Vec2::new(0.0, -0.5)) };
        let (platform, _) = add(&mut world, &def, &top);
        let shape = ColliderDef { material: rough, ..ColliderDef::new(rect(0.4, 0.9)) };
        let (body, _) = add(&mut world, &player(Vec2::new(0.0, 0.9)), &shape);
        for _ in 0..120 {
            if is_steered {
                let fall = world.linear_velocity(body).unwrap().y;
                let carried = world.linear_velocity(platform).unwrap().x;
                world.set_linear_velocity(body, Vec2::new(carried, fall)).unwrap();
            }
            run(&mut world, 1);
        }
        let (at, expected) = (position(&world, body), if is_steered { 3.0 } else { 0.0 });
        assert!((at - Vec2::new(expected, 0.9)).length() < 0.01, "steered: {is_steered}; {at}");
    }
}

#[test]
fn a_player_that_lands_begins_a_contact_without_a_hit_and_dynamic_bodies_hit_it() {
    let mut world = world();
    let (_, ground) = add_ground(&mut world);
    let (_, feet) = add(&mut world, &player(Vec2::new(0.0, 2.0)), &ColliderDef::new(rect(0.4, 0.9)));
    let (_, ball) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 6.0)), &ColliderDef::new(circle(0.2)));
    let (mut begins, mut hits) = (Vec::new(), Vec::new());
    for _ in 0..90 {
        run(&mut world, 1);
        begins.extend(world.events().begin.iter().map(|event| (event.a, event.b)));
        hits.extend(world.events().hit.iter().map(|event| (event.a, event.b)));
    }
    assert_eq!(begins[..2], [(ground, feet), (feet, ball)]);
    assert_eq!(hits[0], (feet, ball));
    assert!(!hits.contains(&(ground, feet)), "{hits:?}");
    let standing = world.contacts_of_collider(feet).unwrap().find(|contact| contact.a == ground).unwrap();
    assert!(standing.points().iter().all(|point| point.normal_impulse == 0.0));
}

#[test]
fn a_player_between_walls_that_close_in_is_squeezed_and_goes_through_neither() {
    let mut world = weightless();
    let walls = [-1.0f32, 1.0].map(|side| {
        let def = BodyDef { linear_velocity: Vec2::new(-side, 0.0), ..BodyDef::kinematic(Vec2::new(3.0 * side, 0.0)) };
        (add(&mut world, &def, &ColliderDef::new(rect(1.0, 5.0))).0, side)
    });
    let (body, _) = add(&mut world, &player(Vec2::new(0.7, 0.0)), &ColliderDef::new(circle(0.5)));
    let squeeze = |world: &mut World, steps: usize, depth: f32| {
        for step in 0..steps {
            run(world, 1);
            let at = position(world, body);
            for (wall, side) in walls {
                let gap = (position(world, wall).x - at.x) * side - 1.5;
                assert!(gap > -depth, "step {step}: {} m into the wall at {side}", -gap);
            }
            assert!(at.y.abs() < 1e-3 && world.linear_velocity(body).unwrap().length() < 1.1, "step {step}: {at}");
        }
    };
    // After 1.5 s they touch it on both sides; what then overlaps, one of them has to take: a way of 2 m/s, 0.5 s.
    squeeze(&mut world, 90, 1e-3);
    squeeze(&mut world, 24, 0.85);
    walls.iter().for_each(|(wall, side)| world.set_linear_velocity(*wall, Vec2::new(*side, 0.0)).unwrap());
    squeeze(&mut world, 60, 0.85);
    let free = walls.iter().all(|&(wall, side)| (position(&world, wall).x - position(&world, body).x) * side > 1.499);
    assert!(free, "{}", position(&world, body));
}

#[test]
fn a_player_that_slides_off_its_way_meets_what_is_there() {
    // From 24 m/s, where the way fits into the fat box, to what the world allows.
    for speed in [60.0, 150.0, 390.0] {
        for start in [0.0, 0.3, 0.55, 0.8] {
            let mut world = weightless();
            let slope = Shape::segment(Vec2::new(0.0, -1.0), Vec2::new(10.0, 9.0)).unwrap();
            let ceiling = Shape::segment(Vec2::new(0.0, 1.5), Vec2::new(10.0, 1.5)).unwrap();
            for shape in [slope, ceiling] {
                add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(shape));
            }
            let (body, _) = add(&mut world, &player(Vec2::new(start, 0.0)), &ColliderDef::new(circle(0.1)));
            let mut highest = 0.0f32;
            for step in 0..20 {
                world.set_linear_velocity(body, Vec2::new(speed, 0.0)).unwrap();
                run(&mut world, 1);
                let at = position(&world, body);
                highest = highest.max(at.y);
                assert!(at.y < 1.5 && at.y > at.x - 1.0, "{speed} m/s from {start}, step {step}: {at}");
            }
            assert!(highest > 1.0, "{speed} m/s from {start}: it slides up to {highest}");
        }
    }
}

#[test]
fn a_player_that_a_force_makes_fast_does_not_tunnel() {
    for wall in [0.6, 2.0, 5.0] {
        let mut world = weightless();
        add(&mut world, &BodyDef::fixed(Vec2::new(wall, 0.0)), &ColliderDef::new(rect(0.01, 50.0)));
        let (body, _) = add(&mut world, &player(Vec2::ZERO), &ColliderDef::new(rect(0.5, 0.5)));
        world.apply_force(body, Vec2::new(60_000.0, 0.0)).unwrap();
        run(&mut world, 1);
        let at = position(&world, body);
        assert!((at.x - (wall - 0.51)).abs() < 0.01, "wall at {wall}: {at}");
    }
}

#[test]
fn a_fast_ball_does_not_pass_through_a_player() {
    for y in [0.0, 0.6] {
        let mut world = weightless();
        let (body, _) = add(&mut world, &player(Vec2::new(5.0, 0.0)), &ColliderDef::new(rect(0.05, 1.0)));
        let flight = BodyDef { linear_velocity: Vec2::new(300.0, 0.0), ..BodyDef::dynamic(Vec2::new(0.0, y)) };
        let (ball, _) = add(&mut world, &flight, &ColliderDef::new(circle(0.1)));
        for step in 0..5 {
            run(&mut world, 1);
            assert!(position(&world, ball).x < position(&world, body).x, "step {step}: {}", position(&world, ball));
        }
        assert!(position(&world, ball).x > 4.0 || world.linear_velocity(ball).unwrap().x < 0.0, "it arrived");
    }
}

#[test]
fn the_centre_of_a_fast_player_that_turns_keeps_to_its_line() {
    let mut world = weightless();
    let def = BodyDef {
        response: Response::Separate,
        linear_velocity: Vec2::new(10.0, 0.0),
        angular_velocity: 10.0,
        ..BodyDef::dynamic(Vec2::ZERO)
    };
    let at = Pose::from_translation(Vec2::X);
    let (body, _) = add(&mut world, &def, &ColliderDef { local_pose: at, ..ColliderDef::new(circle(0.1)) });
    let (start, velocity) = (world.center_of_mass(body).unwrap(), world.linear_velocity(body).unwrap());
    for step in 1..=30u8 {
        run(&mut world, 1);
        let (center, expected) = (world.center_of_mass(body).unwrap(), start + velocity * DT * f32::from(step));
        assert!((center - expected).length() < 1e-4, "step {step}: {center}, not {expected}");
    }
}

#[test]
fn what_flies_past_a_player_that_a_wall_has_stopped_flies_on() {
    for disc_first in [false, true] {
        let mut world = weightless();
        let wall = ColliderDef::new(rect(0.01, 5.0));
        add(&mut world, &BodyDef::fixed(Vec2::new(1.0, 5.5)), &wall);
        let fast = |x: f32| Vec2::new(x, 0.0);
        let runner = BodyDef { linear_velocity: fast(300.0), ..player(Vec2::ZERO) };
        let flight = BodyDef { linear_velocity: fast(-300.0), ..BodyDef::dynamic(Vec2::new(3.0, -0.5)) };
        let mut disc = None;
        if disc_first {
            disc = Some(add(&mut world, &flight, &ColliderDef::new(circle(0.1))).0);
        }
        let (body, _) = add(&mut world, &runner, &ColliderDef::new(rect(0.05, 1.0)));
        let disc = disc.unwrap_or_else(|| add(&mut world, &flight, &ColliderDef::new(circle(0.1))).0);
        run(&mut world, 1);
        let (stopped, at) = (position(&world, body).x, position(&world, disc).x);
        assert!(stopped < 0.95, "the wall lets the player through to {stopped}");
        // What comes on takes the player along, and stops at it: half the player's width and a radius apart.
        assert!((at - stopped - 0.15).abs() < 1e-3, "the disc is at {at}, the player at {stopped}");
    }
}

#[test]
fn a_player_meets_nothing_that_a_wall_has_stopped() {
    for ball_first in [false, true] {
        let mut world = weightless();
        add(&mut world, &BodyDef::fixed(Vec2::new(1.0, 0.0)), &ColliderDef::new(rect(0.01, 5.0)));
        let fast = |x: f32| Vec2::new(x, 0.0);
        let runner = BodyDef { linear_velocity: fast(-300.0), ..player(Vec2::new(3.0, 0.0)) };
        let flight = BodyDef { linear_velocity: fast(300.0), ..BodyDef::dynamic(Vec2::ZERO) };
        let (player, disc) = ((runner, rect(0.05, 1.0)), (flight, circle(0.1)));
        let order = if ball_first { [disc, player] } else { [player, disc] };
        let bodies = order.map(|(def, shape)| add(&mut world, &def, &ColliderDef::new(shape)).0);
        let [player, ball] = if ball_first { [bodies[1], bodies[0]] } else { bodies };
        run(&mut world, 1);
        let (stopped, at) = (position(&world, player).x, position(&world, ball).x);
        assert!((at - 0.89).abs() < 0.01, "the ball is at {at}");
        // With the ball on the far side of the wall there is nothing but the wall on its way.
        assert!((stopped - 1.06).abs() < 0.01, "the player is at {stopped}");
    }
}
