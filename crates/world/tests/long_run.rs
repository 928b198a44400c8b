//! What holds for a long time, and between bodies that have little in common.

mod common;

use common::{add, add_ground, add_pyramid, circle, position, rect, run};
use world::{BodyDef, ColliderDef, Settings, Vec2, World};

/// Ten thousand, and where the optimiser is off a tenth of that.
const STEPS: usize = if cfg!(debug_assertions) { 1000 } else { 10_000 };

fn restless() -> World {
    World::new(Settings { sleep: false, ..Settings::default() }).unwrap()
}

#[test]
fn a_pyramid_stands_for_ten_thousand_steps() {
    let mut world = restless();
    add_ground(&mut world);
    let bodies = add_pyramid(&mut world, 10);
    let start: Vec<Vec2> = bodies.iter().map(|&body| position(&world, body)).collect();
    run(&mut world, STEPS);
    let slop = world.settings().linear_slop;
    for (&body, start) in bodies.iter().zip(start) {
        // A NaN is not within the slop either.
        let way = (position(&world, body) - start).length();
        assert!(way < slop, "{start} moved by {way} m");
    }
}

#[test]
fn a_rolling_heap_sinks_nowhere_in_ten_thousand_steps() {
    let mut world = restless();
    add_ground(&mut world);
    for x in [-4.0, 4.0] {
        add(&mut world, &BodyDef::fixed(Vec2::new(x, 5.0)), &ColliderDef::new(rect(0.5, 5.0)));
    }
    let (stirrer, _) = add(&mut world, &BodyDef::kinematic(Vec2::new(0.0, 2.0)), &ColliderDef::new(rect(1.5, 0.2)));
    world.set_angular_velocity(stirrer, 1.0).unwrap();
    let mut bodies = Vec::new();
    for i in 0..40u8 {
        let at = Vec2::new(f32::from(i % 8) * 0.8 - 2.8, 4.0 + f32::from(i / 8));
        let shape = if i % 2 == 0 { rect(0.3, 0.2) } else { circle(0.25) };
        bodies.push(add(&mut world, &BodyDef::dynamic(at), &ColliderDef::new(shape)).0);
    }
    // How deep the bodies come in each other, and in what they are squeezed between.
    let (mut in_body, mut in_squeeze) = (0.0f32, 0.0f32);
    for round in 0..STEPS / 100 {
        for _ in 0..100 {
            run(&mut world, 1);
            for contact in world.contacts() {
                let sides = [contact.a, contact.b].map(|side| world.body_of(side).unwrap());
                let deepest =
                    if sides.iter().all(|side| bodies.contains(side)) { &mut in_body } else { &mut in_squeeze };
                *deepest = contact.points().iter().map(|point| -point.separation).fold(*deepest, f32::max);
            }
        }
        for &body in &bodies {
            let at = position(&world, body);
            // Its centre stays above the ground and between the walls, and no impulse throws it out.
            assert!(at.y > 0.0 && at.y < 10.0 && at.x.abs() < 3.5, "round {round}: {at}");
        }
    }
    // Under the stirrer's tip there is room for less than a box that stands on one that lies, and than one on its corner. What is
    // caught there gives way by the difference, all of it in one contact at worst.
    let room = 2.0 - Vec2::new(1.5, 0.2).length();
    let (one_on_another, on_corner) = (0.6 + 0.4, Vec2::new(0.6, 0.4).length());
    assert!(in_body < one_on_another - room, "bodies {in_body} m deep in each other");
    assert!(in_squeeze < on_corner - room, "bodies {in_squeeze} m deep in the stirrer or what stands still");
}

#[test]
fn a_grain_rests_on_a_mountain() {
    // 2500 m² of stone and a grain of a gram: masses as 10⁹ to 1.
    let mut world = restless();
    add_ground(&mut world);
    let stone = ColliderDef { density: 2000.0, ..ColliderDef::new(rect(25.0, 25.0)) };
    let (mountain, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 25.0)), &stone);
    let grain = ColliderDef { density: 2.0, ..ColliderDef::new(rect(0.02, 0.02)) };
    let (grain, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(10.0, 50.02)), &grain);
    let ratio = world.mass_properties(mountain).unwrap().mass / world.mass_properties(grain).unwrap().mass;
    assert!(ratio > 1e9, "{ratio}");
    run(&mut world, 600);
    let slop = world.settings().linear_slop;
    for (body, start) in [(mountain, Vec2::new(0.0, 25.0)), (grain, Vec2::new(10.0, 50.02))] {
        assert!((position(&world, body) - start).length() < slop, "{}", position(&world, body));
    }
}

#[test]
fn a_thousand_times_its_weight_neither_crushes_a_box_nor_throws_it() {
    let mut world = restless();
    add_ground(&mut world);
    let (light, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &ColliderDef::new(rect(0.5, 0.5)));
    let iron = ColliderDef { density: 1000.0, ..ColliderDef::new(rect(0.5, 0.5)) };
    let (heavy, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 1.5)), &iron);
    for step in 0..600 {
        run(&mut world, 1);
        let (low, high) = (position(&world, light).y, position(&world, heavy).y);
        assert!((low - 0.5).abs() < 0.02 && (high - 1.5).abs() < 0.02, "step {step}: {low}, {high}");
    }
}
