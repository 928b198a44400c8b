//! What a change wakes, and what it keeps from falling asleep in the air.

mod common;

use common::{add, add_ground, circle, position, run};
use world::{BodyDef, ColliderDef, Settings, Vec2, World};

#[test]
fn without_a_time_to_sleep_what_moves_stays_awake() {
    let settings = Settings { sleep_time: 0.0, ..Settings::default() };
    let mut world = World::new(settings).unwrap();
    add_ground(&mut world);
    let (ball, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 5.0)), &ColliderDef::new(circle(0.5)));
    run(&mut world, 30);
    assert!(position(&world, ball).y < 4.0, "it hangs at {}", position(&world, ball));
    run(&mut world, 120);
    assert_eq!(world.is_awake(ball), Ok(false), "on the ground it sleeps");
}
