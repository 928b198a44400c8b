//! Tiles beside others that do not hold everything: of another category, or one-way.

mod common;

use common::ground::{launch, movers, smooth, tile};
use common::{add, circle, rect, run, world};
use sat_simd::mtv;
use world::{BodyDef, BodyId, ColliderDef, Filter, MotionLocks, Pose, Response, Vec2, World};

/// A seamless tile of a metre.
fn seamless() -> ColliderDef {
    ColliderDef { is_seamless: true, ..ColliderDef::new(rect(0.5, 0.5)) }
}

/// Whether a box with this filter that slides from tiles to others like this one loses speed at the joint.
fn is_felt(other: &ColliderDef, filter: Filter) -> bool {
    let mut world = world();
    for i in 0..5u8 {
        tile(&mut world, f32::from(i), -0.5);
    }
    for i in 5..10u8 {
        add(&mut world, &BodyDef::fixed(Vec2::new(f32::from(i), -0.5)), other);
    }
    let def = BodyDef { linear_velocity: Vec2::X, ..BodyDef::dynamic(Vec2::new(3.5, 0.3)) };
    let shape = ColliderDef { material: smooth(), filter, ..ColliderDef::new(rect(0.3, 0.3)) };
    let (body, _) = add(&mut world, &def, &shape);
    (0..120).any(|_| {
        run(&mut world, 1);
        (world.linear_velocity(body).unwrap().x - 1.0).abs() > 1e-3
    })
}

#[test]
fn seamless_colliders_of_any_filter_are_neighbors_for_what_collides_with_both() {
    let ice = ColliderDef { filter: Filter { category: 0b10, ..Filter::ALL }, ..seamless() };
    for other in [seamless(), ice.clone()] {
        assert!(!is_felt(&other, Filter::ALL));
        assert!(is_felt(&ColliderDef { is_seamless: false, ..other }, Filter::ALL));
    }
    let earth_alone = Filter { mask: 0b01, ..Filter::ALL };
    // What the ice lets through meets the side of the earth behind it.
    let mut world = world();
    tile(&mut world, 5.0, 0.5);
    add(&mut world, &BodyDef::fixed(Vec2::new(4.0, 0.5)), &ice);
    add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -0.5)), &ColliderDef::new(rect(20.0, 0.5)));
    let shape = ColliderDef { material: smooth(), filter: earth_alone, ..ColliderDef::new(rect(0.3, 0.3)) };
    let def = BodyDef { linear_velocity: Vec2::X, ..BodyDef::dynamic(Vec2::new(2.0, 0.3)) };
    let (body, _) = add(&mut world, &def, &shape);
    run(&mut world, 300);
    let x = world.pose(body).unwrap().translation.x;
    assert!((x - 4.2).abs() < 0.01, "at {x}");
}

/// Ten solid tiles, ten that are one-way, and ten solid ones again, all level.
fn solid_and_one_way(one_way: &ColliderDef) -> World {
    let mut world = world();
    for i in 0..30u8 {
        let def = if (10..20).contains(&i) { one_way.clone() } else { seamless() };
        let at = Vec2::new(f32::from(i), -def.shape.aabb(&Pose::IDENTITY).max.y);
        add(&mut world, &BodyDef::fixed(at), &def);
    }
    world
}

#[test]
fn rows_of_solid_and_one_way_tiles_are_as_one_piece() {
    let plank = ColliderDef { one_way: Some(Vec2::Y), shape: rect(0.5, 0.1), ..seamless() };
    let to_drop_through = ColliderDef { filter: Filter { category: 0b10, ..Filter::ALL }, ..plank.clone() };
    for one_way in [plank, to_drop_through] {
        for (name, shape) in movers() {
            for speed in [1.0, 5.0, 20.0] {
                for (start, speed) in [(0.5, speed), (28.5, -speed)] {
                    let mut world = solid_and_one_way(&one_way);
                    let slider = launch(&mut world, &shape, smooth(), Vec2::new(start, 0.5), Vec2::new(speed, 0.0));
                    let runner = BodyDef {
                        response: Response::Separate,
                        linear_velocity: Vec2::new(speed, 0.0),
                        ..BodyDef::dynamic(Vec2::new(start, 0.5))
                    };
                    let aside = Filter { group: -1, ..Filter::ALL };
                    let (runner, collider) = add(
                        &mut world,
                        &runner,
                        &ColliderDef { material: smooth(), ..ColliderDef::new(shape.clone()) },
                    );
                    let sliding = world.colliders_of(slider).unwrap().next().unwrap();
                    for side in [collider, sliding] {
                        world.set_filter(side, aside).unwrap();
                    }
                    for _ in 0..(27.0 * 60.0 / speed.abs()) as usize {
                        run(&mut world, 1);
                        let is_level = |body: BodyId| {
                            let (at, velocity) =
                                (world.pose(body).unwrap().translation, world.linear_velocity(body).unwrap());
                            assert!((at.y - 0.5).abs() < 1e-3, "{name} at {speed} m/s: {at}");
                            assert!((velocity.x / speed - 1.0).abs() < 1e-3, "{name} at {speed} m/s: {velocity}");
                        };
                        is_level(slider);
                        is_level(runner);
                    }
                }
            }
        }
    }
}

/// While it is in the one-way tile, which does not hold it, corner and side of the other one are there.
#[test]
fn what_comes_up_through_a_one_way_tile_meets_the_wall_beside_it() {
    for shape in [circle(0.3), rect(0.25, 0.3)] {
        // Some come to rest with their middle just above the corner, and fall back.
        for (rise, speed) in
            [4.4f32, 4.6, 4.8, 6.0].into_iter().flat_map(|rise| [(rise, 1.0), (rise, 2.0), (rise, 4.0)])
        {
            let mut world = world();
            let wall = tile(&mut world, 1.0, -0.5);
            let plank = ColliderDef { one_way: Some(Vec2::Y), shape: rect(0.5, 0.1), ..seamless() };
            add(&mut world, &BodyDef::fixed(Vec2::new(0.0, -0.1)), &plank);
            let def = BodyDef {
                linear_velocity: Vec2::new(speed, rise),
                locks: MotionLocks::ROTATION,
                ..BodyDef::dynamic(Vec2::new(0.495 - shape.aabb(&Pose::IDENTITY).max.x, -1.0))
            };
            let collider = ColliderDef { material: smooth(), ..ColliderDef::new(shape.clone()) };
            let (body, collider) = add(&mut world, &def, &collider);
            let (gravity, margin) = (-world.settings().gravity.y, world.settings().speculative_margin);
            let mut highest = f32::MIN;
            for _ in 0..60 {
                // It is pushed against the wall.
                let velocity = world.linear_velocity(body).unwrap();
                world.set_linear_velocity(body, Vec2::new(speed, velocity.y)).unwrap();
                run(&mut world, 1);
                let [pose, its] = [collider, wall].map(|side| world.collider_pose(side).unwrap());
                let depth = mtv(&shape, &pose, world.shape(wall).unwrap(), &its).map_or(0.0, |mtv| mtv.depth);
                // What lands on the wall is not stopped within a step.
                let has_landed = pose.translation.y > 0.2;
                assert!(has_landed || depth < margin, "{shape:?} at {speed} and {rise} m/s: {depth} deep at {pose:?}");
                highest = highest.max(pose.translation.y);
            }
            let free = rise * rise / (2.0 * gravity) - 1.0;
            assert!(highest > free - 0.1, "{shape:?} at {speed} and {rise} m/s: it came to {highest} of {free}");
        }
    }
}
