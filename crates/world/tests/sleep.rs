//! Islands fall asleep, and wake when they should.

mod common;

use common::{DT, add, add_ground, add_pyramid, circle, position, rect, run, weightless, world};
use world::{
    Aabb, BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, Filter, Layer, Pose, QueryFilter, Response, Settings,
    Vec2, World,
};

fn awake(world: &World) -> Vec<BodyId> {
    world.awake_bodies().collect()
}

fn block(at: Vec2) -> (BodyDef, ColliderDef) {
    (BodyDef::dynamic(at), ColliderDef::new(rect(0.5, 0.5)))
}

/// Ground, and a tower of three boxes that sleeps at x = 0.
fn sleeping_tower() -> (World, BodyId, [BodyId; 3]) {
    let mut world = world();
    let (ground, _) = add_ground(&mut world);
    let tower = [0.5, 1.5, 2.5].map(|y| {
        let (body, collider) = block(Vec2::new(0.0, y));
        add(&mut world, &body, &collider).0
    });
    run(&mut world, 120);
    assert_eq!(awake(&world), []);
    (world, ground, tower)
}

#[test]
fn a_pyramid_sleeps_half_a_second_after_it_rests_and_tells_so_once() {
    let mut world = world();
    add_ground(&mut world);
    let bodies = add_pyramid(&mut world, 6);
    let mut slept = Vec::new();
    for step in 1..=120u8 {
        run(&mut world, 1);
        assert!(step > 30 || world.report().awake_bodies == bodies.len());
        slept.extend_from_slice(&world.events().sleep);
    }
    assert_eq!(slept, bodies);
    let hash = world.state_hash();
    run(&mut world, 10);
    assert_eq!((world.report().awake_bodies, world.report().candidates, world.report().manifolds), (0, 0, 0));
    assert_eq!(world.state_hash(), hash, "nothing moves");
    // On the ground, on the row below, and side by side.
    assert_eq!(world.contacts().count(), 6 + 2 * 15 + 15, "contacts of sleepers can be read");
}

#[test]
fn a_body_that_lands_wakes_the_whole_island_in_the_same_step() {
    let (mut world, _, tower) = sleeping_tower();
    let (body, collider) = block(Vec2::new(0.0, 4.0));
    let (stone, _) = add(&mut world, &body, &collider);
    while awake(&world) == [stone] {
        run(&mut world, 1);
    }
    assert_eq!(world.events().wake, tower);
    assert!(world.events().begin.len() == 1 || position(&world, stone).y > 3.5);
    run(&mut world, 240);
    assert_eq!(awake(&world), []);
    for (body, y) in tower.into_iter().chain([stone]).zip([0.5, 1.5, 2.5, 3.5]) {
        assert!((position(&world, body) - Vec2::new(0.0, y)).length() < 0.01, "{}", position(&world, body));
    }
}

#[test]
fn a_hit_moves_a_sleeper_as_it_moves_one_that_is_awake() {
    let speeds = [true, false].map(|awake| {
        let mut world = weightless();
        let (body, collider) = block(Vec2::new(2.0, 0.0));
        let (target, _) = add(&mut world, &BodyDef { is_awake: awake, ..body }, &collider);
        let bullet = BodyDef { linear_velocity: Vec2::new(5.0, 0.0), ..BodyDef::dynamic(Vec2::ZERO) };
        add(&mut world, &bullet, &collider);
        run(&mut world, 30);
        world.linear_velocity(target).unwrap().x
    });
    assert!(speeds[0] > 1.0);
    assert_eq!(speeds[0].to_bits(), speeds[1].to_bits());
}

#[test]
fn a_sleeping_heap_is_hit_as_one_that_was_woken_before() {
    let mut world = world();
    add_ground(&mut world);
    let bodies = add_pyramid(&mut world, 5);
    run(&mut world, 120);
    assert_eq!(awake(&world), []);
    let ball = BodyDef { linear_velocity: Vec2::new(15.0, -2.0), ..BodyDef::dynamic(Vec2::new(-8.0, 3.0)) };
    add(&mut world, &ball, &ColliderDef::new(circle(0.5)));
    let mut before = world.clone();
    while world.report().awake_bodies <= 1 {
        before = world.clone();
        run(&mut world, 1);
    }
    before.wake(bodies[0]).unwrap();
    run(&mut before, 1);
    for step in 0..30 {
        for body in world.bodies() {
            let [hit, expected] = [&world, &before].map(|world| (world.pose(body), world.linear_velocity(body)));
            assert_eq!(hit, expected, "{body:?}, {step} steps after the hit");
        }
        run(&mut world, 1);
        run(&mut before, 1);
    }
}

#[test]
fn bodies_that_start_asleep_wake_in_a_chain() {
    let mut world = weightless();
    for x in 0..10u8 {
        let (body, collider) = block(Vec2::new(f32::from(x), 0.0));
        add(&mut world, &BodyDef { is_awake: false, linear_velocity: Vec2::X, ..body }, &collider);
    }
    run(&mut world, 60);
    assert_eq!(awake(&world), []);
    let bullet = BodyDef { linear_velocity: Vec2::new(5.0, 0.0), ..BodyDef::dynamic(Vec2::new(-1.6, 0.0)) };
    add(&mut world, &bullet, &ColliderDef::new(rect(0.5, 0.5)));
    run(&mut world, 10);
    assert_eq!(world.report().awake_bodies, 11);
}

#[test]
fn whatever_changes_a_body_wakes_its_island() {
    type Change = fn(&mut World, BodyId, [BodyId; 3]);
    let changes: [Change; 9] = [
        |world, _, tower| world.wake(tower[2]).unwrap(),
        |world, _, tower| world.apply_impulse(tower[2], Vec2::X).unwrap(),
        |world, _, tower| world.apply_force_at(tower[2], Vec2::X, Vec2::ZERO).unwrap(),
        |world, _, tower| world.set_angular_velocity(tower[1], 1.0).unwrap(),
        |world, _, tower| world.set_pose(tower[0], Pose::from_translation(Vec2::new(9.0, 0.5))).unwrap(),
        |world, _, tower| world.set_can_sleep(tower[0], false).unwrap(),
        |world, _, tower| world.destroy_body(tower[0]).unwrap(),
        |world, ground, _| world.destroy_body(ground).unwrap(),
        |world, ground, _| world.set_pose(ground, Pose::from_translation(Vec2::new(0.0, -1.5))).unwrap(),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        let (mut world, ground, tower) = sleeping_tower();
        change(&mut world, ground, tower);
        let alive: Vec<BodyId> = tower.into_iter().filter(|&body| world.pose(body).is_ok()).collect();
        run(&mut world, 1);
        assert_eq!(awake(&world), alive, "change {index}");
        assert_eq!(world.events().wake, alive, "change {index}");
    }
}

#[test]
fn what_changes_nothing_wakes_nobody() {
    let (mut world, _, tower) = sleeping_tower();
    world.set_linear_velocity(tower[0], Vec2::ZERO).unwrap();
    world.apply_force(tower[0], Vec2::ZERO).unwrap();
    add(&mut world, &BodyDef::fixed(Vec2::new(50.0, 3.0)), &ColliderDef::new(rect(1.0, 1.0)));
    run(&mut world, 1);
    assert_eq!(awake(&world), []);
}

#[test]
fn a_wall_put_into_a_sleeper_wakes_it() {
    let wall = ColliderDef::new(rect(1.0, 0.3));
    let (mut world, _, tower) = sleeping_tower();
    add(&mut world, &BodyDef::fixed(Vec2::new(-1.4, 1.5)), &wall);
    run(&mut world, 1);
    assert_eq!(awake(&world), tower);

    let (mut world, _, tower) = sleeping_tower();
    let (lift, _) = add(&mut world, &BodyDef::kinematic(Vec2::new(-1.4, 1.5)), &wall);
    assert_eq!(awake(&world), [&tower[..], &[lift]].concat(), "one that stands still");

    let (mut world, _, tower) = sleeping_tower();
    let (lift, _) = add(&mut world, &BodyDef::kinematic(Vec2::new(-1.4, 9.0)), &wall);
    for asleep in [false, true] {
        run(&mut world, if asleep { 200 } else { 1 });
        let there = Pose::from_translation(Vec2::new(0.0, -7.5));
        world.create_collider(lift, &ColliderDef { local_pose: there, ..wall.clone() }).unwrap();
        assert_eq!(awake(&world), [&tower[..], &[lift]].concat(), "one more collider of one that stands still");
    }
}

#[test]
fn who_wakes_what_stands_still_wakes_what_lies_on_it() {
    let lift = BodyDef::kinematic(Vec2::new(0.0, -0.5));
    for kind in [BodyKind::Kinematic, BodyKind::Static] {
        let mut world = world();
        let (support, _) = add(&mut world, &BodyDef { kind, ..lift }, &ColliderDef::new(rect(2.0, 0.5)));
        let (def, collider) = block(Vec2::new(0.0, 0.5));
        let (load, _) = add(&mut world, &def, &collider);
        run(&mut world, 60);
        assert_eq!(awake(&world), []);
        world.wake(support).unwrap();
        assert_eq!((world.is_awake(load), world.is_awake(support)), (Ok(true), Ok(kind == BodyKind::Kinematic)));
    }
}

#[test]
fn a_lift_carries_what_sleeps_on_it() {
    // Whichever of them is the first side of their contact.
    for lift_first in [true, false] {
        let mut world = world();
        let lift = (BodyDef::kinematic(Vec2::new(0.0, -0.5)), ColliderDef::new(rect(2.0, 0.5)));
        let load = block(Vec2::new(0.0, 0.5));
        let defs = if lift_first { [&lift, &load] } else { [&load, &lift] };
        let [first, second] = defs.map(|(body, collider)| add(&mut world, body, collider).0);
        let (lift, load) = if lift_first { (first, second) } else { (second, first) };
        run(&mut world, 60);
        assert_eq!(awake(&world), []);
        world.set_linear_velocity(lift, Vec2::new(0.0, 0.04)).unwrap();
        run(&mut world, 600);
        assert_eq!(awake(&world), [first, second], "what a moving lift carries stays awake, however slow it is");
        assert!((position(&world, load).y - 0.9).abs() < 0.01, "{}", position(&world, load));
        world.destroy_body(lift).unwrap();
        run(&mut world, 30);
        assert!(position(&world, load).y < 0.0);
    }
}

#[test]
fn what_lies_on_a_restless_lift_sleeps_until_that_moves() {
    let mut world = world();
    let def = BodyDef { can_sleep: false, ..BodyDef::kinematic(Vec2::new(0.0, -0.5)) };
    let (lift, _) = add(&mut world, &def, &ColliderDef::new(rect(2.0, 0.5)));
    let (def, collider) = block(Vec2::new(0.0, 0.5));
    let (load, _) = add(&mut world, &def, &collider);
    run(&mut world, 60);
    for _ in 0..60 {
        run(&mut world, 1);
        assert_eq!(awake(&world), [lift]);
    }
    world.set_linear_velocity(lift, Vec2::new(0.0, 0.04)).unwrap();
    run(&mut world, 1);
    assert_eq!(awake(&world), [lift, load]);
}

#[test]
fn a_restless_body_keeps_only_its_own_island_awake() {
    let mut world = world();
    add_ground(&mut world);
    let place = |world: &mut World, at: Vec2, can_sleep: bool| {
        let (body, collider) = block(at);
        add(world, &BodyDef { can_sleep, ..body }, &collider).0
    };
    place(&mut world, Vec2::new(-5.0, 0.5), true);
    let lower = place(&mut world, Vec2::new(5.0, 0.5), true);
    let upper = place(&mut world, Vec2::new(5.0, 1.5), false);
    run(&mut world, 120);
    assert_eq!(awake(&world), [lower, upper]);
    world.set_can_sleep(upper, true).unwrap();
    run(&mut world, 60);
    assert_eq!(awake(&world), []);
}

#[test]
fn a_player_sleeps_where_it_stands() {
    let mut world = world();
    add_ground(&mut world);
    let def = BodyDef { response: Response::Separate, ..BodyDef::dynamic(Vec2::new(0.0, 0.5)) };
    let (player, _) = add(&mut world, &def, &ColliderDef::new(circle(0.5)));
    run(&mut world, 120);
    assert_eq!(awake(&world), []);
    world.set_linear_velocity(player, Vec2::new(1.0, 0.0)).unwrap();
    run(&mut world, 10);
    assert!(position(&world, player).x > 0.1);
}

#[test]
fn players_side_by_side_and_on_each_other_sleep_where_they_stand() {
    let mut world = world();
    add_ground(&mut world);
    let players = [Vec2::new(0.0, 0.6), Vec2::new(0.9, 0.6), Vec2::new(0.1, 1.7)].map(|at| {
        let player = BodyDef { response: Response::Separate, ..BodyDef::dynamic(at) };
        add(&mut world, &player, &ColliderDef::new(rect(0.5, 0.5))).0
    });
    run(&mut world, 300);
    for player in players {
        assert_eq!(world.linear_velocity(player), Ok(Vec2::ZERO), "at {}", position(&world, player));
    }
    assert_eq!(awake(&world), []);
}

#[test]
fn nothing_sleeps_in_a_world_without_sleep() {
    let mut world = World::new(Settings { sleep: false, ..Settings::default() }).unwrap();
    add_ground(&mut world);
    let (body, collider) = block(Vec2::new(0.0, 0.5));
    add(&mut world, &BodyDef { is_awake: false, ..body }, &collider);
    run(&mut world, 120);
    assert_eq!(world.report().awake_bodies, 1);
}

#[test]
fn gravity_that_changes_wakes_all() {
    let (mut world, _, tower) = sleeping_tower();
    world.set_gravity(Vec2::new(0.0, 5.0)).unwrap();
    for _ in 0..60 {
        world.step(DT).unwrap();
    }
    assert!(tower.iter().all(|&body| position(&world, body).y > 2.0));
}

#[test]
fn what_was_about_to_sleep_does_not_do_so_in_the_air() {
    // After 30 steps of rest a body falls asleep at the start of the next; whatever it stands on goes just before that.
    for steps in 28..34 {
        for remove in [0, 1] {
            let mut world = world();
            let (ground, _) = add_ground(&mut world);
            let [lower, upper] = [0.5, 1.5].map(|y| {
                let (body, collider) = block(Vec2::new(0.0, y));
                add(&mut world, &body, &collider).0
            });
            run(&mut world, steps);
            world.destroy_body([ground, lower][remove]).unwrap();
            run(&mut world, 60);
            assert!(position(&world, upper).y < 1.0, "{steps} steps, {remove}: {}", position(&world, upper));
        }
    }
}

#[test]
fn a_player_that_runs_into_a_sleeping_one_wakes_and_pushes_it() {
    let mut world = weightless();
    let player =
        |x, awake| BodyDef { response: Response::Separate, is_awake: awake, ..BodyDef::dynamic(Vec2::new(x, 0.0)) };
    let (sleeper, _) = add(&mut world, &player(2.0, false), &ColliderDef::new(circle(0.5)));
    let (runner, _) = add(&mut world, &player(0.0, true), &ColliderDef::new(circle(0.5)));
    world.set_linear_velocity(runner, Vec2::new(25.0, 0.0)).unwrap();
    while !world.is_awake(sleeper).unwrap() {
        run(&mut world, 1);
        let apart = position(&world, sleeper).x - position(&world, runner).x;
        assert!(apart > 0.999, "{apart}");
    }
    let seen = world.collider_pose(world.colliders_of(sleeper).unwrap().next().unwrap()).unwrap();
    assert_eq!(seen, world.pose(sleeper).unwrap(), "its colliders follow");
    run(&mut world, 3);
    assert!(position(&world, sleeper).x > 2.1);
}

/// Neither touches it before the step, in which both come into it: one wakes it and pushes it, and then the other does.
#[test]
fn a_sleeping_player_that_two_others_run_into_at_once_is_where_its_collider_is() {
    let mut world = weightless();
    let mut player = |x, speed, awake| {
        let body = BodyDef {
            response: Response::Separate,
            linear_velocity: Vec2::new(speed, 0.0),
            is_awake: awake,
            ..BodyDef::dynamic(Vec2::new(x, 0.0))
        };
        add(&mut world, &body, &ColliderDef::new(circle(0.5)))
    };
    let (sleeper, collider) = player(0.0, 0.0, false);
    player(-1.05, 10.0, true);
    player(1.05, -6.0, true);
    run(&mut world, 1);
    assert_eq!(world.events().wake, [sleeper]);
    assert_eq!(world.collider_pose(collider), world.pose(sleeper));
    let mut hits = Vec::new();
    world.query_point(position(&world, sleeper) + Vec2::new(0.4999, 0.0), &QueryFilter::ALL, &mut hits).unwrap();
    assert!(hits.contains(&collider), "{hits:?}");
}

#[test]
fn a_sleeper_that_collides_through_a_group_alone_wakes_when_its_support_changes() {
    let filter = Filter { category: 0, mask: 0, group: 7 };
    let changes: [fn(&mut World, BodyId, ColliderId); 3] = [
        |world, body, _| world.destroy_body(body).unwrap(),
        |world, _, collider| world.destroy_collider(collider).unwrap(),
        |world, _, collider| world.set_filter(collider, Filter { group: 0, ..Filter::ALL }).unwrap(),
    ];
    for change in changes {
        let mut world = world();
        let slab = ColliderDef { filter, ..ColliderDef::new(rect(5.0, 0.5)) };
        let (support, collider) = add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -0.5)), &slab);
        let ball = ColliderDef { filter, ..ColliderDef::new(rect(0.5, 0.5)) };
        let (sleeper, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &ball);
        run(&mut world, 60);
        assert_eq!(world.is_awake(sleeper), Ok(false));
        change(&mut world, support, collider);
        run(&mut world, 60);
        assert!(position(&world, sleeper).y < -3.0, "it hangs in the air at {}", position(&world, sleeper));
    }
}

#[test]
fn the_box_of_a_sleeper_has_no_room_for_a_way() {
    // A player's box reaches as far as it may be pushed in a step; that of what is thin as far as it would fall.
    let player = BodyDef { response: Response::Separate, ..BodyDef::dynamic(Vec2::new(0.0, 0.4)) };
    let card = BodyDef::dynamic(Vec2::new(0.0, 0.01));
    for (def, half) in [(card, Vec2::new(0.4, 0.01)), (player, Vec2::splat(0.4))] {
        let mut world = world();
        add_ground(&mut world);
        let (body, collider) = add(&mut world, &def, &ColliderDef::new(rect(half.x, half.y)));
        while world.is_awake(body) == Ok(true) {
            world.step(0.1).unwrap();
        }
        let tight = world.aabb(collider).unwrap();
        let below = Aabb::new(Vec2::new(-0.1, -1.0), Vec2::new(0.1, tight.min.y - 1.0e-3));
        let mut hits = Vec::new();
        let moving = QueryFilter { layer: Some(Layer::Moving), ..QueryFilter::ALL };
        world.query_bounds(&below, &moving, &mut hits).unwrap();
        assert_eq!(hits, [], "of half {half}");
    }
}
