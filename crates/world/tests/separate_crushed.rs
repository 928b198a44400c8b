//! `Response::Separate`: players that something kinematic leaves too little room.

mod common;

use common::{add, position, rect, run, world};
use world::{BodyDef, ColliderDef, Pose, Response, Rot, Vec2};

/// It was pushed out of the door and of the wall by turns, each deeper than the floor: that let it sink, and ended below.
#[test]
fn a_player_that_a_door_presses_against_a_wall_goes_through_neither_wall_nor_floor() {
    for half_floor in [0.05, 0.5] {
        for tilt in [-0.25, 0.0, 0.25] {
            for speed in [1.0, 4.0, 8.0, 20.0] {
                let mut world = world();
                add(
                    &mut world,
                    &BodyDef::fixed(Vec2::new(0.0, -half_floor)),
                    &ColliderDef::new(rect(10.0, half_floor)),
                );
                add(&mut world, &BodyDef::fixed(Vec2::new(3.2, 3.0)), &ColliderDef::new(rect(0.2, 3.0)));
                let (half_x, half_y) = (0.4, 0.5);
                let def = BodyDef { response: Response::Separate, ..BodyDef::dynamic(Vec2::new(0.0, half_y)) };
                let (player, _) = add(&mut world, &def, &ColliderDef::new(rect(half_x, half_y)));
                let pose = Pose::new(Vec2::new(-3.0, 1.6), Rot::from_angle(tilt));
                let linear_velocity = Vec2::new(speed, 0.0);
                let def = BodyDef { pose, linear_velocity, ..BodyDef::kinematic(Vec2::ZERO) };
                let (door, _) = add(&mut world, &def, &ColliderDef::new(rect(0.4, 1.5)));
                while position(&world, door).x < 3.0 {
                    run(&mut world, 1);
                    let (at, door) = (position(&world, player), position(&world, door));
                    let is_out = at.x < 3.0 - half_x + 1e-3 && at.y > half_y - 1e-3;
                    assert!(
                        is_out,
                        "floor {half_floor}, tilt {tilt}, {speed} m/s: the player is at {at}, the door at {door}"
                    );
                }
            }
        }
    }
}
