//! What turns fast does not swing through what is thin.

mod common;

use common::{DT, add, circle, rect, run, weightless};
use world::{BodyDef, BodyId, ColliderDef, Shape, Vec2, World};

/// A rod of ten metres that turns about the origin by 38° a step: its tips move by 3.3 m.
fn with_rod(def: &BodyDef, shape: Shape) -> (World, BodyId) {
    let mut world = weightless();
    let def = BodyDef { angular_velocity: 40.0, ..*def };
    let (rod, _) = add(&mut world, &def, &ColliderDef::new(shape));
    (world, rod)
}

#[test]
fn a_rod_does_not_swing_through_posts() {
    let capsule = Shape::capsule(Vec2::new(-4.95, 0.0), Vec2::new(4.95, 0.0), 0.05).unwrap();
    for shape in [rect(5.0, 0.05), capsule] {
        for post in [circle(0.1), rect(0.02, 0.02)] {
            for degrees in [10.0f32, 25.0, 50.0, 95.0, 130.0, 170.0] {
                for kind in [BodyDef::fixed, BodyDef::kinematic] {
                    let (mut world, rod) = with_rod(&BodyDef::default(), shape.clone());
                    let at = Vec2::from_angle(degrees.to_radians()) * 4.5;
                    add(&mut world, &kind(at), &ColliderDef::new(post.clone()));
                    let mut met = false;
                    for step in 0..12 {
                        run(&mut world, 1);
                        met |= !world.events().begin.is_empty();
                        // On the side that swings towards it, or off the rod's end.
                        let seen = world.pose(rod).unwrap().inv_transform_point(at);
                        assert!(seen.y > 0.0 || seen.x.abs() > 4.9, "{degrees}°, step {step}: at {seen} from the rod");
                    }
                    assert!(met, "{degrees}°: it arrives");
                }
            }
        }
    }
}

#[test]
fn a_rod_that_drifts_and_turns_meets_a_thin_wall_with_its_tip() {
    for start in [0.0, 0.2, 0.45] {
        let drift = BodyDef { linear_velocity: Vec2::new(3.0, 0.0), ..BodyDef::dynamic(Vec2::new(start, 0.0)) };
        let (mut world, rod) = with_rod(&drift, rect(0.05, 5.0));
        add(&mut world, &BodyDef::fixed(Vec2::new(5.6, 0.0)), &ColliderDef::new(rect(0.005, 20.0)));
        let met = (0..30).find(|_| {
            run(&mut world, 1);
            let pose = world.pose(rod).unwrap();
            let tips = [-5.0, 5.0].map(|end| pose.transform_point(Vec2::new(0.0, end)).x);
            assert!(tips[0].max(tips[1]) < 5.6, "from {start}: tips at {tips:?}");
            !world.events().begin.is_empty()
        });
        assert!(met.is_some(), "from {start}: it arrives");
    }
}

#[test]
fn a_rod_that_meets_nothing_turns_as_if_nothing_was_there() {
    let (mut free, rod) = with_rod(&BodyDef::default(), rect(5.0, 0.05));
    run(&mut free, 20);
    let (mut world, same_rod) = with_rod(&BodyDef::default(), rect(5.0, 0.05));
    add(&mut world, &BodyDef::fixed(Vec2::new(4.0, 4.0)), &ColliderDef::new(circle(0.1)));
    run(&mut world, 20);
    assert_eq!(world.pose(same_rod), free.pose(rod));
    // Each sub-step turns it by the arctangent of what it should.
    let angle = (80.0 * (10.0 * DT).atan()).rem_euclid(std::f32::consts::TAU);
    let turned = free.pose(rod).unwrap().rotation.angle().rem_euclid(std::f32::consts::TAU);
    assert!((turned - angle).abs() < 0.01, "{turned} of {angle}");
}
