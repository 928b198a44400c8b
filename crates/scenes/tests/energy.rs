//! Scenes that nothing drives from outside do not gain energy.

use scenes::{Size, by_name};
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
    for name in ["large_pyramid", "many_pyramids", "smash", "compounds"] {
        let mut scene = by_name(name).unwrap().scene(Size::Small, 0).build().unwrap();
        let start = energy(scene.world());
        for step in 0..300 {
            scene.step().unwrap();
            let now = energy(scene.world());
            assert!(now <= start * (1.0 + ROUNDING), "{name}, step {step}: {start} → {now} J");
        }
    }
}
