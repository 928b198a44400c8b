//! Restitution and friction against answers worked out by hand.

use scenes::{SceneWorld, TIME_STEP, Vec2, by_name};

fn build(name: &str) -> SceneWorld {
    by_name(name).unwrap().scene(scenes::Size::Full, 0).build().unwrap()
}

fn position(scene: &SceneWorld, rung: usize) -> Vec2 {
    scene.world().pose(scene.body(1 + rung).unwrap()).unwrap().translation
}

#[test]
fn balls_bounce_to_the_square_of_their_restitution() {
    let (mut scene, mut apexes) = (build("restitution_ladder"), [0.0f32; 11]);
    // They fall for a second; the bounciest is back at its height after two and the others before.
    for step in 0..120 {
        scene.step().unwrap();
        for (rung, apex) in apexes.iter_mut().enumerate().filter(|_| step > 62) {
            *apex = apex.max(position(&scene, rung).y - 0.5);
        }
    }
    for (rung, apex) in apexes.iter().enumerate() {
        // The 10 m/s of the fall are known to a step's gravity, a sixth of a metre per second, and so is the height
        // v²/2g to v·dt, a sixth of a metre, and the part of it that comes back to as large a part of that.
        let restitution = rung as f32 / 10.0;
        let (expected, tolerance) = (5.0 * restitution * restitution, 10.0 * TIME_STEP * restitution + 0.005);
        assert!((apex - expected).abs() <= tolerance, "restitution {restitution}: {apex} of {expected} m");
    }
}

#[test]
fn boxes_slide_by_what_friction_leaves_of_gravity() {
    let mut scene = build("friction_ladder");
    let starts: Vec<Vec2> = (0..11).map(|rung| position(&scene, rung)).collect();
    for _ in 0..120 {
        scene.step().unwrap();
    }
    let cos = 1.0 / 1.25f32.sqrt();
    let down = Vec2::new(cos, -0.5 * cos);
    for (rung, start) in starts.iter().enumerate() {
        let friction = 0.05 + 0.1 * rung as f32;
        // Two seconds in sub-steps of h: a·t·(t + h)/2, and a slop's worth of settling.
        let expected = 10.0 * cos * (0.5 - friction).max(0.0) * (2.0 + TIME_STEP / 4.0);
        let slid = (position(&scene, rung) - *start).dot(down);
        assert!((slid - expected).abs() < 0.005 + 0.02 * expected, "friction {friction}: {slid} of {expected} m");
    }
}
