//! What comes down fast lands: it is turned by the corner that hits first, goes on sliding and turning, and lies down.

mod common;

use common::{DT, add, add_ground, rect, run, world};
use proptest::prelude::*;
use world::{BodyDef, BodyId, ColliderDef, Material, Pose, Rot, Shape, Vec2, World};

/// How far a body of this shape is in the ground.
fn depth(world: &World, body: BodyId, shape: &Shape) -> f32 {
    -shape.aabb(&world.pose(body).unwrap()).min.y
}

#[test]
fn a_plank_that_lands_on_a_corner_is_turned_by_it_and_not_through_the_ground() {
    let capsule = Shape::capsule(Vec2::new(-0.06, 0.0), Vec2::new(0.06, 0.0), 0.04).unwrap();
    for shape in [rect(0.1, 0.04), capsule] {
        for speed in [8.0, 14.0, 20.0, 30.0] {
            for angle in [-0.3, -0.15, 0.05, 0.2] {
                let mut world = world();
                add_ground(&mut world);
                let pose = Pose::new(Vec2::new(0.0, 0.5), Rot::from_angle(angle));
                let def = BodyDef { pose, linear_velocity: Vec2::new(0.0, -speed), ..BodyDef::default() };
                let (plank, _) = add(&mut world, &def, &ColliderDef::new(shape.clone()));
                for step in 0..120 {
                    run(&mut world, 1);
                    let deep = depth(&world, plank, &shape);
                    assert!(deep < 0.01, "{shape:?}, {speed} m/s, {angle} rad, step {step}: {deep} m deep");
                }
                let (pose, at_rest) = (world.pose(plank).unwrap(), world.linear_velocity(plank).unwrap().length());
                assert!(
                    pose.rotation.sin().abs() < 0.01 && at_rest < 0.05,
                    "{speed} m/s, {angle} rad: {pose:?}, {at_rest} m/s"
                );
            }
        }
    }
}

/// Planks, capsules, discs and triangles, of which the centre of the bounding circle may lie outside.
fn shape() -> impl Strategy<Value = Shape> {
    let half = || 0.05f32..0.5;
    let triangle = |(x, y, tip): (f32, f32, f32)| {
        Shape::polygon(&[Vec2::new(-x, -0.5 * y), Vec2::new(x, -0.5 * y), Vec2::new(tip * x, y)]).unwrap()
    };
    prop_oneof![
        (half(), half()).prop_map(|(x, y)| rect(x, y)),
        (half(), half()).prop_map(|(x, y)| Shape::capsule(Vec2::new(-x, 0.0), Vec2::new(x, 0.0), 0.5 * y).unwrap()),
        half().prop_map(|radius| Shape::circle(radius).unwrap()),
        (half(), half(), -1.0f32..1.0).prop_map(triangle),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 256 } else { 2048 }))]
    #[test]
    fn nothing_that_has_a_speed_stands_still_in_the_ground(
        shape in shape(),
        velocity in (-10.0f32..10.0, -60.0f32..-1.0),
        angle in -3.0f32..3.0,
        spin in -30.0f32..30.0,
        friction in 0.0f32..1.0,
    ) {
        let mut world = world();
        add_ground(&mut world);
        let def = BodyDef {
            pose: Pose::new(Vec2::new(0.0, 1.0), Rot::from_angle(angle)),
            linear_velocity: velocity.into(),
            angular_velocity: spin,
            ..BodyDef::default()
        };
        let material = Material { friction, ..Material::default() };
        let (body, _) = add(&mut world, &def, &ColliderDef { material, ..ColliderDef::new(shape) });
        // What stops it on its way stops its turn, too, for that step.
        let mut turned_at = 0;
        for step in 0..120 {
            let before = world.pose(body).unwrap();
            run(&mut world, 1);
            let speed = world.linear_velocity(body).unwrap().length();
            let turn = world.angular_velocity(body).unwrap().abs();
            prop_assert!(
                world.pose(body).unwrap() != before || (speed < 0.5 && turn < 1.0),
                "step {}: {} m/s and {} rad/s at {:?}, and does not move in {} s", step, speed, turn, before, DT
            );
            if world.pose(body).unwrap().rotation != before.rotation || turn < 1.0 {
                turned_at = step;
            }
            prop_assert!(step < turned_at + 3, "step {}: {} rad/s at {:?}, and does not turn", step, turn, before);
        }
    }
}
