//! What seamless ground still stops and carries: ramps, hills, steps, walls, pits.

mod common;

use common::dice::Dice;
use common::ground::{Piece, launch, lay, lay_along, movers, smooth, tile};
use common::{add, circle, position, rect, run, world};
use world::{BodyDef, ColliderDef, Material, Pose, Rot, Shape, Vec2, World, WorldError};

#[test]
fn a_ramp_joined_to_a_floor_leads_up() {
    for piece in [Piece::Polygon, Piece::Segment] {
        for (name, shape) in movers() {
            for speed in [2.0f32, 5.0, 20.0] {
                let mut world = world();
                let floor = (0..=10u8).map(|i| Vec2::new(f32::from(i), 0.0));
                let ramp = (1..=40u8).map(|i| Vec2::new(10.0 + f32::from(i), 0.5 * f32::from(i)));
                lay_along(&mut world, piece, &floor.chain(ramp).collect::<Vec<_>>());
                let body = launch(&mut world, &shape, smooth(), Vec2::new(5.0, 0.5), Vec2::new(speed, 0.0));
                let mut top = 0.0f32;
                for _ in 0..180 {
                    run(&mut world, 1);
                    let at = position(&world, body);
                    top = top.max(at.y - 0.5);
                    assert!(
                        at.x < 0.0 || at.y - 0.5 * (at.x - 10.0).max(0.0) > 0.49,
                        "{name} at {speed}: in the ground at {at}"
                    );
                }
                // At the foot of the ramp what goes into it is lost; what has corners turns there, and loses as much again.
                let along = speed * 0.8944;
                let height = along * along / 20.0;
                let case = format!("{name} at {speed} m/s over {piece:?}: {top} m up instead of {height}");
                assert!(top > 0.8 * height && top < 1.05 * height + 0.02, "{case}");
            }
        }
    }
}

#[test]
fn a_hill_of_slices_is_as_good_as_one_of_one_piece() {
    // A hill, and a plain on either side.
    let height = |x: f32| (4.0 - 0.04 * x * x).max(0.0);
    let surface: Vec<Vec2> = (-10..=10i8).map(f32::from).map(|x| Vec2::new(x, height(x))).collect();
    for (name, shape) in movers() {
        for friction in [0.0, 0.4] {
            let ends = [None, Some(Piece::Polygon), Some(Piece::Segment)].map(|piece| {
                let mut world = world();
                if let Some(piece) = piece {
                    lay_along(&mut world, piece, &surface);
                } else {
                    add(&mut world, &BodyDef::fixed(Vec2::ZERO), &ColliderDef::new(Shape::polygon(&surface).unwrap()));
                }
                let material = Material { friction, ..Material::default() };
                let body = launch(&mut world, &shape, material, Vec2::new(0.3, 4.5), Vec2::new(1.0, 0.0));
                run(&mut world, 100);
                world.pose(body).unwrap()
            });
            for end in &ends[1..] {
                let apart = (end.translation - ends[0].translation).length();
                assert!(apart < 0.03, "{name} with {friction}: {end:?}, in one piece {:?}", ends[0]);
            }
        }
    }
}

#[test]
fn rough_ground_of_polygons_is_that_of_segments() {
    for seed in 0..8 {
        let mut dice = Dice::new(seed);
        let mut points = vec![Vec2::new(-1.0, 3.0)];
        points.extend((0..40u8).map(|i| Vec2::new(f32::from(i), dice.number(0.0, 1.0))));
        for (name, shape) in [("circle", circle(0.4)), ("small circle", circle(0.1))] {
            let ends = [Piece::Polygon, Piece::Segment].map(|piece| {
                let mut world = world();
                lay_along(&mut world, piece, &points);
                let material = Material { friction: 0.5, ..Material::default() };
                let body = launch(&mut world, &shape, material, Vec2::new(1.0, 2.0), Vec2::new(3.0, 0.0));
                run(&mut world, 200);
                position(&world, body)
            });
            assert!((ends[0] - ends[1]).length() < 0.02, "seed {seed}, {name}: {ends:?}");
        }
    }
}

#[test]
fn a_step_and_a_wall_at_the_end_stop_what_comes() {
    for height in [0.0, 0.5, 1.0] {
        // What leans over a step is lifted onto it when it is fast.
        for (name, shape) in movers().into_iter().filter(|(name, _)| *name != "polygon") {
            for speed in [2.0, 20.0, 60.0] {
                let mut world = world();
                (0..20u8).for_each(|i| _ = tile(&mut world, f32::from(i), -0.5));
                // At the end of the row a step, and behind that a wall whose lower part the step covers.
                lay(&mut world, Piece::Rect, Vec2::new(19.5, height), Vec2::new(22.5, height));
                let wall = ColliderDef { is_seamless: true, ..ColliderDef::new(rect(0.5, 4.0)) };
                add(&mut world, &BodyDef::fixed(Vec2::new(23.0, 2.0)), &wall);
                let body = launch(&mut world, &shape, smooth(), Vec2::new(2.0, 0.5), Vec2::new(speed, 0.0));
                world.set_locks(body, world::MotionLocks::ROTATION).unwrap();
                let mut farthest = 0.0f32;
                for _ in 0..700 {
                    run(&mut world, 1);
                    farthest = farthest.max(position(&world, body).x);
                }
                let reach = shape.aabb(&Pose::IDENTITY).max.x;
                let most = if height == 0.0 { 22.5 - reach } else { 19.5 - reach };
                // What is fast goes in by up to half of its width in a step; a capsule's is that of its middle.
                assert!((most - 0.1..most + 0.26).contains(&farthest), "{name} at {speed} m/s, {height} m: {farthest}");
                let end = position(&world, body);
                assert!(end.x < most + 0.01 && (end.y - 0.5).abs() < 0.01, "{name} at {speed} m/s, {height} m: {end}");
            }
        }
    }
}

#[test]
fn what_slides_down_a_wall_of_tiles_slides_freely() {
    for (name, shape) in movers() {
        let mut world = world();
        world.set_gravity(Vec2::new(5.0, -10.0)).unwrap();
        (0..40u8).for_each(|i| _ = tile(&mut world, 0.5, 0.5 - f32::from(i)));
        let reach = shape.aabb(&Pose::IDENTITY).max.x;
        let body = launch(&mut world, &shape, smooth(), Vec2::new(-reach, 0.0), Vec2::ZERO);
        world.set_locks(body, world::MotionLocks::ROTATION).unwrap();
        run(&mut world, 120);
        let (at, velocity) = (position(&world, body), world.linear_velocity(body).unwrap());
        assert!((velocity - Vec2::new(0.0, -20.0)).length() < 0.02, "{name}: {velocity}");
        assert!((at.x + reach).abs() < 0.006, "{name}: {at}");
    }
}

#[test]
fn the_corner_between_a_floor_and_a_wall_holds_from_both_sides() {
    for (name, shape) in movers() {
        let mut world = world();
        world.set_gravity(Vec2::new(10.0, -10.0)).unwrap();
        for i in 0..6u8 {
            tile(&mut world, f32::from(i), -0.5);
            tile(&mut world, 5.0, 0.5 + f32::from(i));
        }
        let reach = shape.aabb(&Pose::IDENTITY).max.x;
        let body = launch(&mut world, &shape, smooth(), Vec2::new(2.0, 2.0), Vec2::ZERO);
        world.set_locks(body, world::MotionLocks::ROTATION).unwrap();
        run(&mut world, 600);
        let at = position(&world, body);
        assert!((at - Vec2::new(4.5 - reach, 0.5)).length() < 0.01, "{name}: {at}");
    }
}

/// A box is pushed to the right, over a tile that is taken away or put elsewhere meanwhile.
fn pushed_over_a_pit(change: impl Fn(&mut World, world::ColliderId) -> Result<(), WorldError>) -> Vec2 {
    let mut world = world();
    let tiles: Vec<_> = (0..10u8).map(|i| tile(&mut world, f32::from(i), -0.5)).collect();
    for i in 0..10u8 {
        tile(&mut world, f32::from(i), -1.5);
    }
    let body = launch(&mut world, &rect(0.3, 0.3), smooth(), Vec2::new(1.0, 0.3), Vec2::new(1.0, 0.0));
    run(&mut world, 60);
    change(&mut world, tiles[5]).unwrap();
    run(&mut world, 600);
    position(&world, body)
}

#[test]
fn where_a_tile_is_taken_away_its_neighbors_have_sides_again() {
    // Into the pit and against the side of the next tile.
    let in_pit = Vec2::new(5.2, -0.7);
    let is_in_pit = |at: Vec2| (at - in_pit).length() < 0.01;
    let removed = pushed_over_a_pit(|world, tile| world.destroy_collider(tile));
    assert!(is_in_pit(removed), "{removed}");
    let body_removed = pushed_over_a_pit(|world, tile| world.destroy_body(world.body_of(tile)?));
    assert!(is_in_pit(body_removed), "{body_removed}");
    let disabled = pushed_over_a_pit(|world, tile| world.set_enabled(world.body_of(tile)?, false));
    assert!(is_in_pit(disabled), "{disabled}");
    let moved = pushed_over_a_pit(|world, tile| {
        world.set_pose(world.body_of(tile)?, Pose::from_translation(Vec2::new(50.0, 0.0)))
    });
    assert!(is_in_pit(moved), "{moved}");
    let shrunk = pushed_over_a_pit(|world, tile| {
        world.set_shape(tile, rect(0.5, 0.1), Pose::from_translation(Vec2::new(0.0, -0.4)))
    });
    assert!((shrunk - Vec2::new(5.2, -0.5)).length() < 0.01, "{shrunk}");
    // As before.
    let kept = pushed_over_a_pit(|_, _| Ok(()));
    assert!(kept.x > 9.5 && kept.y < -5.0, "{kept}");
    let left = pushed_over_a_pit(|world, tile| world.set_seamless(tile, true));
    assert!(left.x > 9.5, "{left}");
}

#[test]
fn tiles_put_back_join_again() {
    let end = pushed_over_a_pit(|world, old| {
        world.destroy_collider(old)?;
        run(world, 2);
        tile(world, 5.0, -0.5);
        Ok(())
    });
    assert!(end.x > 9.5, "{end}");
}

#[test]
fn tiles_of_different_sizes_join_where_they_touch() {
    for (name, shape) in movers() {
        for speed in [1.0, 5.0, -1.0, -5.0, 20.0, -20.0] {
            let mut world = world();
            let mut add = |left: f32, right: f32, top: f32, bottom: f32| {
                let at = Vec2::new(0.5 * (left + right), 0.5 * (top + bottom));
                let def = ColliderDef {
                    is_seamless: true,
                    ..ColliderDef::new(rect(0.5 * (right - left), 0.5 * (top - bottom)))
                };
                add(&mut world, &BodyDef::fixed(at), &def);
            };
            // Large and small ones, whose sides are covered in part, and a wide one under narrow ones.
            add(-20.0, 0.0, 0.0, -3.0);
            add(0.0, 1.0, 0.0, -0.5);
            add(1.0, 2.0, 0.0, -2.0);
            add(2.0, 2.3, 0.0, -0.1);
            add(2.3, 6.0, 0.0, -4.0);
            add(6.0, 7.0, 0.0, -1.0);
            add(6.0, 9.0, -1.0, -2.0);
            add(7.0, 9.0, 0.0, -1.0);
            add(9.0, 29.0, 0.0, -0.2);
            let start = if speed > 0.0 { -1.5 } else { 10.5 };
            let body = launch(&mut world, &shape, smooth(), Vec2::new(start, 0.5), Vec2::new(speed, 0.0));
            for _ in 0..(12.0 * 60.0 / speed.abs()) as usize {
                run(&mut world, 1);
                let (at, velocity) = (position(&world, body), world.linear_velocity(body).unwrap());
                assert!(
                    (velocity.x / speed - 1.0).abs() < 1e-3 && (at.y - 0.5).abs() < 1e-3,
                    "{name} at {speed}: {at} {velocity}"
                );
            }
        }
    }
}

#[test]
fn nothing_gets_into_walls_of_tiles() {
    let shapes = [
        rect(0.3, 0.3),
        circle(0.3),
        rect(0.6, 0.15),
        Shape::capsule(Vec2::new(-0.3, 0.0), Vec2::new(0.3, 0.0), 0.2).unwrap(),
        circle(0.1),
        Shape::polygon(&[[-0.3, -0.3], [0.3, -0.3], [0.0, 0.4]].map(Vec2::from)).unwrap(),
    ];
    for seed in 0..24 {
        let mut dice = Dice::new(seed);
        let mut world = world();
        // A room of 20 m by 12, whose walls are three tiles thick.
        for x in -3..23i8 {
            for y in -3..15i8 {
                if !((0..20).contains(&x) && (0..12).contains(&y)) {
                    tile(&mut world, f32::from(x) + 0.5, f32::from(y) + 0.5);
                }
            }
        }
        let bodies: Vec<_> = (0..12)
            .map(|i| {
                let at = Vec2::new(dice.number(1.5, 18.5), dice.number(1.5, 10.5));
                let speed = [3.0, 10.0, 30.0, 100.0][seed as usize % 4] * dice.number(0.0, 1.0);
                let velocity = Rot::from_angle(dice.number(0.0, std::f32::consts::TAU)).rotate(Vec2::new(speed, 0.0));
                let def = BodyDef {
                    linear_velocity: velocity,
                    angular_velocity: dice.number(-10.0, 10.0),
                    ..BodyDef::dynamic(at)
                };
                add(&mut world, &def, &ColliderDef::new(shapes[i % 6].clone())).0
            })
            .collect();
        run(&mut world, 600);
        for body in bodies {
            let at = position(&world, body);
            assert!(at.cmpgt(Vec2::ZERO).all() && at.cmplt(Vec2::new(20.0, 12.0)).all(), "seed {seed}: at {at}");
        }
    }
}

/// In about one pit of a hundred and twenty two bodies come to rest in each other, by up to a quarter of a metre.
#[test]
fn what_falls_into_pits_of_tiles_comes_to_rest_there() {
    let (mut dice, mut deep) = (Dice::new(5), Vec::new());
    let corners = [[-0.3, -0.1], [0.4, -0.1], [0.0, 0.3]].map(Vec2::from);
    let shapes = [Shape::polygon(&corners).unwrap(), rect(0.02, 0.45), rect(0.3, 0.2), circle(0.3)];
    for speed in [0.0, 20.0, 100.0] {
        for case in 0..6 {
            let mut world = world();
            let tops: Vec<u16> = (0..20).map(|x| if x % 19 == 0 { 12 } else { 1 + dice.throw(5) as u16 }).collect();
            for (x, &top) in tops.iter().enumerate() {
                for y in 0..top {
                    tile(&mut world, x as f32 + 0.5, f32::from(y) + 0.5);
                }
                tile(&mut world, x as f32 + 0.5, 12.5);
            }
            let bodies: Vec<_> = (0..60u8)
                .map(|i| {
                    let at = Vec2::new(dice.number(1.5, 18.5), 7.0 + 0.07 * f32::from(i));
                    let velocity = speed * Vec2::new(dice.number(-1.0, 1.0), dice.number(-1.0, 1.0));
                    let shape = &shapes[usize::from(i) % shapes.len()];
                    launch(
                        &mut world,
                        shape,
                        Material { friction: dice.number(0.0, 1.0), ..Material::default() },
                        at,
                        velocity,
                    )
                })
                .collect();
            run(&mut world, 500);
            let deepest = (0..100).map(|_| {
                run(&mut world, 1);
                world.report().deepest_penetration
            });
            deep.extend(deepest.reduce(f32::max).filter(|&deepest| deepest > 0.06));
            for body in bodies {
                let at = world.center_of_mass(body).unwrap();
                let column = at.x.clamp(0.0, 19.0) as usize;
                let is_out = at.y > f32::from(tops[column]) - 0.01 && at.y < 12.0;
                assert!(is_out, "at up to {speed} m/s, {case}: {at} where the top is at {}", tops[column]);
            }
        }
    }
    assert!(deep.len() < 2, "of eighteen: {deep:?}");
}

#[test]
fn what_is_put_inside_solid_tiles_does_not_fall_through_them() {
    let mut world = world();
    for x in 0..7u8 {
        for y in 0..7u8 {
            tile(&mut world, f32::from(x), -f32::from(y));
        }
    }
    let bodies = [(3.1, -3.2), (2.8, -2.6), (3.5, -3.5)]
        .map(|(x, y)| launch(&mut world, &circle(0.2), Material::default(), Vec2::new(x, y), Vec2::ZERO));
    let starts = bodies.map(|body| position(&world, body));
    run(&mut world, 600);
    for (body, start) in bodies.into_iter().zip(starts) {
        let end = position(&world, body);
        assert!((end - start).length() < 0.5, "from {start} to {end}");
    }
}
