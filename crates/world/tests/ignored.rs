//! Bodies that go through each other.

mod common;

use common::{add, add_ground, circle, position, rect, run, weightless, world};
use proptest::prelude::*;
use world::{BodyDef, BodyId, BodyKind, ColliderDef, ContactEvent, Filter, Response, Vec2, World, WorldError};

/// Two discs that overlap, in a world without gravity.
fn two_discs() -> (World, [BodyId; 2]) {
    let mut world = weightless();
    let bodies = [0.0, 0.5].map(|x| add(&mut world, &BodyDef::dynamic(Vec2::new(x, 0.0)), &disc()).0);
    (world, bodies)
}

fn disc() -> ColliderDef {
    ColliderDef::new(circle(0.5))
}

#[test]
fn bodies_that_ignore_each_other_do_not_touch_until_told_otherwise() {
    let (mut world, [a, b]) = two_discs();
    for (one, other) in [(a, b), (b, a)] {
        world.set_ignored(one, other, true).unwrap();
        assert_eq!((world.is_ignored(a, b), world.is_ignored(b, a)), (Ok(true), Ok(true)));
        let before = world.state_hash();
        run(&mut world, 10);
        assert_eq!((world.contacts().count(), world.state_hash()), (0, before));
        world.set_ignored(a, b, false).unwrap();
        assert_eq!(world.is_ignored(b, a), Ok(false));
        run(&mut world, 1);
        assert_eq!(world.contacts().count(), 1);
        assert_ne!(world.state_hash(), before);
    }
}

#[test]
fn a_contact_ends_with_an_event_and_begins_with_another() {
    let (mut world, [a, b]) = two_discs();
    let [one, other] = [a, b].map(|body| world.colliders_of(body).unwrap().next().unwrap());
    let event = ContactEvent { a: one, b: other };
    run(&mut world, 1);
    assert_eq!(world.events().begin, [event]);
    world.set_ignored(a, b, true).unwrap();
    assert_eq!(world.contacts().count(), 0);
    run(&mut world, 1);
    assert_eq!((&world.events().begin[..], &world.events().end[..]), (&[][..], &[event][..]));
    run(&mut world, 1);
    assert!(world.events().end.is_empty());
    world.set_ignored(a, b, false).unwrap();
    run(&mut world, 1);
    assert_eq!(world.events().begin, [event]);
    // There and back again before anybody could tell.
    world.set_ignored(a, b, true).unwrap();
    world.set_ignored(a, b, false).unwrap();
    run(&mut world, 1);
    assert!(world.events().begin.is_empty() && world.events().end.is_empty());
    assert_eq!(world.contacts().count(), 1);
}

#[test]
fn a_sleeper_falls_through_what_it_ignores_and_leaves_its_neighbours_alone() {
    let drop = |ignored: bool, is_first: bool| {
        let mut world = world();
        let (_, floor) = add_ground(&mut world);
        let platform = add(&mut world, &BodyDef::fixed(Vec2::new(0.0, 5.0)), &ColliderDef::new(rect(4.0, 0.2))).0;
        let crates = [-1.0, 1.0].map(|x| {
            let def = BodyDef::dynamic(Vec2::new(x, 5.7));
            add(&mut world, &def, &ColliderDef::new(rect(0.5, 0.5))).0
        });
        run(&mut world, 100);
        assert_eq!(world.awake_bodies().count(), 0);
        if ignored {
            let (a, b) = if is_first { (crates[0], platform) } else { (platform, crates[0]) };
            world.set_ignored(a, b, true).unwrap();
        }
        run(&mut world, 150);
        let lands = world.contacts_of(crates[0]).unwrap().any(|contact| contact.seen_from(floor).is_some());
        (lands, position(&world, crates[1]), world.is_awake(crates[1]).unwrap())
    };
    let stays = drop(false, true);
    for is_first in [true, false] {
        let falls = drop(true, is_first);
        assert_eq!((stays.0, falls.0), (false, true));
        assert_eq!((stays.1, stays.2), (falls.1, falls.2));
    }
}

#[test]
fn only_who_is_near_wakes() {
    let mut world = world();
    add_ground(&mut world);
    let crates = [0.0, 1.01, 9.0].map(|x| {
        let def = BodyDef { is_awake: false, ..BodyDef::dynamic(Vec2::new(x, 0.5)) };
        add(&mut world, &def, &ColliderDef::new(rect(0.5, 0.5))).0
    });
    run(&mut world, 1);
    world.set_ignored(crates[0], crates[2], true).unwrap();
    assert_eq!(world.awake_bodies().count(), 0);
    for ignored in [true, false] {
        world.set_ignored(crates[0], crates[1], ignored).unwrap();
        assert_eq!(world.awake_bodies().collect::<Vec<_>>(), &crates[..2], "{ignored}");
        run(&mut world, 120);
        assert_eq!(world.awake_bodies().count(), 0);
        world.set_ignored(crates[0], crates[1], ignored).unwrap();
        assert_eq!(world.awake_bodies().count(), 0, "it was so already");
    }
}

#[test]
fn what_is_fast_goes_through_the_wall_that_it_ignores_and_stops_at_the_next() {
    for response in [Response::Dynamics, Response::Separate] {
        let mut world = weightless();
        let [first, second] = [2.0, 9.0]
            .map(|x| add(&mut world, &BodyDef::fixed(Vec2::new(x, 0.0)), &ColliderDef::new(rect(0.01, 5.0))).0);
        let def = BodyDef { linear_velocity: Vec2::new(500.0, 0.0), response, ..BodyDef::dynamic(Vec2::ZERO) };
        let (shot, _) = add(&mut world, &def, &ColliderDef::new(circle(0.1)));
        world.set_ignored(shot, first, true).unwrap();
        run(&mut world, 3);
        let x = position(&world, shot).x;
        assert!(x > 8.0 && x < 9.0, "{response:?} at {x}");
        assert_eq!(world.ignored_by(shot).unwrap().collect::<Vec<_>>(), [first]);
        assert_eq!(world.ignored_by(second).unwrap().count(), 0);
    }
}

#[test]
fn a_seamless_neighbour_that_is_ignored_covers_nothing() {
    let tile = ColliderDef { is_seamless: true, ..ColliderDef::new(rect(1.0, 1.0)) };
    for (speed, response) in [(2.0, Response::Dynamics), (80.0, Response::Dynamics), (2.0, Response::Separate)] {
        let mut world = weightless();
        let [left, _] = [-1.0, 1.0].map(|x| add(&mut world, &BodyDef::fixed(Vec2::new(x, -1.0)), &tile).0);
        let def = BodyDef {
            linear_velocity: Vec2::new(speed, 0.0),
            response,
            is_bullet: true,
            ..BodyDef::dynamic(Vec2::new(-1.0, -1.0))
        };
        run(&mut world, 1);
        let (ball, _) = add(&mut world, &def, &ColliderDef::new(circle(0.3)));
        world.set_ignored(left, ball, true).unwrap();
        run(&mut world, 60);
        let at = position(&world, ball);
        assert!(at.x < -0.29 && at.y == -1.0, "{response:?} {speed} {at}");
    }
}

#[test]
fn sensors_sense_what_they_ignore() {
    let (mut world, [a, b]) = two_discs();
    let sensor = ColliderDef { is_sensor: true, ..disc() };
    let sensor = world.create_collider(a, &sensor).unwrap();
    run(&mut world, 1);
    world.set_ignored(a, b, true).unwrap();
    run(&mut world, 1);
    assert_eq!(world.overlaps_of(sensor).unwrap().count(), 1);
    assert!(world.events().sensor_end.is_empty() && world.events().sensor_begin.is_empty());
}

#[test]
fn colliders_that_come_later_are_ignored_as_well() {
    let (mut world, [a, b]) = two_discs();
    world.set_ignored(a, b, true).unwrap();
    run(&mut world, 1);
    world.create_collider(a, &disc()).unwrap();
    run(&mut world, 1);
    assert_eq!(world.contacts().count(), 0);
}

#[test]
fn it_ends_with_either_body() {
    let (mut world, [a, b]) = two_discs();
    let (c, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(-9.0, 0.0)), &disc());
    world.set_ignored(a, b, true).unwrap();
    world.set_ignored(c, b, true).unwrap();
    world.destroy_body(a).unwrap();
    assert_eq!(world.ignored_by(b).unwrap().collect::<Vec<_>>(), [c]);
    let (next, _) = add(&mut world, &BodyDef::dynamic(Vec2::ZERO), &disc());
    run(&mut world, 1);
    assert_eq!(world.contacts_of(next).unwrap().count(), 1, "it took the slot, and nothing else");
    for (one, other) in [(a, b), (b, a)] {
        assert_eq!(world.set_ignored(one, other, true), Err(WorldError::StaleBody(a)));
        assert_eq!(world.is_ignored(one, other), Err(WorldError::StaleBody(a)));
    }
    assert_eq!(world.ignored_by(a).err(), Some(WorldError::StaleBody(a)));
    // A body is no pair.
    world.set_ignored(b, b, true).unwrap();
    assert_eq!(world.is_ignored(b, b), Ok(false));
}

#[test]
fn who_is_ignored_is_part_of_a_snapshot() {
    let (mut world, [a, b]) = two_discs();
    world.set_ignored(a, b, true).unwrap();
    let mut snapshot = world::Snapshot::new();
    world.snapshot(&mut snapshot);
    world.set_ignored(a, b, false).unwrap();
    world.restore(&snapshot);
    assert_eq!(world.is_ignored(a, b), Ok(true));
    run(&mut world, 1);
    assert_eq!(world.contacts().count(), 0);
}

/// What falls into a heap: where, how fast it goes sideways, and of what sort it is.
type Falling = (f32, f32, f32, u8);

/// The hash after each of 150 steps of what falls onto a few walls, of which these pairs ignore each other, be it that they are told to
/// or that their filters say so.
fn heap(falling: &[Falling], ignored: &[(usize, usize)], by_filter: bool) -> Vec<u64> {
    let mut world = world();
    let ground = [(0.0, -0.5, 20.0, 0.5), (-4.0, 2.0, 0.1, 2.0), (4.0, 2.0, 0.1, 2.0), (1.0, 2.0, 1.5, 0.1)];
    let walls = ground.map(|(x, y, half_x, half_y)| (BodyDef::fixed(Vec2::new(x, y)), rect(half_x, half_y)));
    let others = falling.iter().map(|&(x, y, speed, sort)| {
        let def = BodyDef {
            kind: if sort % 8 == 0 { BodyKind::Kinematic } else { BodyKind::Dynamic },
            response: if sort % 8 == 1 { Response::Separate } else { Response::Dynamics },
            is_bullet: sort % 8 == 2,
            linear_velocity: Vec2::new(if sort % 8 == 2 { 40.0 * speed } else { speed }, 0.0),
            ..BodyDef::dynamic(Vec2::new(x, y))
        };
        (def, if sort < 128 { circle(0.3) } else { rect(0.4, 0.2) })
    });
    let bodies: Vec<(BodyDef, _)> = walls.into_iter().chain(others).collect();
    let ids: Vec<BodyId> = (0..)
        .zip(&bodies)
        .map(|(number, (def, shape))| {
            let others = ignored.iter().filter_map(|&(a, b)| match (a == number, b == number) {
                (true, false) => Some(b),
                (false, true) => Some(a),
                _ => None,
            });
            let mask = !others.map(|other| 1 << other).sum::<u64>();
            let filter = if by_filter { Filter { category: 1 << number, mask, group: 0 } } else { Filter::ALL };
            add(&mut world, def, &ColliderDef { filter, ..ColliderDef::new(shape.clone()) }).0
        })
        .collect();
    if !by_filter {
        ignored.iter().for_each(|&(a, b)| world.set_ignored(ids[a], ids[b], true).unwrap());
    }
    let step = |_| {
        run(&mut world, 1);
        world.state_hash()
    };
    (0..150).map(step).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn it_is_to_the_bit_as_if_filters_said_so(
        falling in prop::collection::vec((-4.0f32..4.0, 0.5f32..9.0, -2.0f32..2.0, any::<u8>()), 1..40),
        ignored in prop::collection::btree_set((0usize..44, 0usize..44), 0..60),
    ) {
        let count = falling.len() + 4;
        let pairs: Vec<(usize, usize)> = ignored.into_iter().filter(|&(a, b)| a < b && b < count).collect();
        prop_assert_eq!(heap(&falling, &pairs, false), heap(&falling, &pairs, true));
    }
}
