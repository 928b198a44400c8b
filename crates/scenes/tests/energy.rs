//! Scenes that nothing drives from outside do not gain energy.

use scenes::{Size, TIME_STEP, by_name};
use world::{BodyKind, World};

/// Kinetic and potential energy of the dynamic bodies, in joules; heights count from the origin.
fn energy(world: &World) -> f64 {
    let gravity = world.settings().gravity;
    let energy = |id| {
        let mass = world.mass_properties(id).unwrap();
        let (velocity, spin) = (world.linear_velocity(id).unwrap(), world.angular_velocity(id).unwrap());
        let fall = f64::from(world.center_of_mass(id).unwrap().dot(gravity));
        let (speed_sq, spin) = (f64::from(velocity.length_squared()), f64::from(spin));
        f64::from(mass.mass) * (0.5 * speed_sq - fall) + 0.5 * f64::from(mass.inertia) * spin * spin
    };
    world.bodies().filter(|&id| world.kind(id) == Ok(BodyKind::Dynamic)).map(energy).sum()
}

/// Coordinates of 100 m are rounded by 4 µm, which is this share of the least height that counts, a metre or two.
const ROUNDING: f64 = 4e-6;

#[test]
fn nothing_gains_energy_by_itself() {
    let names = [
        "large_pyramid",
        "many_pyramids",
        "smash",
        "compounds",
        "barrel",
        "rain",
        "restitution_ladder",
        "friction_ladder",
    ];
    for name in names {
        let data = by_name(name).unwrap().scene(Size::Small, 0);
        let mut scene = data.build().unwrap();
        let mut most = energy(scene.world());
        // Rain destroys its oldest bodies from step 320 on.
        for step in 0..400 {
            // What the script adds comes from outside, and so does what it takes away.
            let before = energy(scene.world());
            let actions = data.script.actions(step, data.bodies.len());
            actions.iter().for_each(|action| scene.act(action).unwrap());
            most += energy(scene.world()) - before;
            scene.world_mut().step(TIME_STEP).unwrap();
            let now = energy(scene.world());
            assert!(now <= most * (1.0 + ROUNDING), "{name}, step {step}: {most} → {now} J");
        }
    }
}
