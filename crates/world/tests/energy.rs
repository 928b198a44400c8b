//! What bounces neither gains energy nor loses momentum.

mod common;

use common::{DT, add, circle, rect, weightless};
use world::{BodyDef, BodyId, ColliderDef, Material, Settings, Vec2, World};

/// By how much, as a share, what is left of the energy may grow again.
///
/// A sub-step goes over the contacts once with the push and once without. One contact alone is then solved; of several
/// that share a body, a little of what the last sub-step's impulses and the push out of overlaps put in may stay. Here
/// that is 1.1·10⁻³ at most, where next to nothing is pushed out as well, and a fifth of it where the contacts bounce:
/// all machines take the same steps, and twice as much is allowed. Rounding is nothing beside it: each of the hundred
/// positive terms is rounded six times, and a hundred times in the sum, by ε/2 each, which makes 53 ε of the whole.
const RESIDUE: f32 = 2.0e-3;

/// [`RESIDUE`] for one kind alone without restitution: 1.26·10⁻² of the 1.2 J that boxes have left of 587, 6.1·10⁻³ of the 6.8
/// that balls have, each in a step or two. That is the push: limited to 1 mm/s it leaves 1.2·10⁻³ at most.
const PUSHED: f32 = 2.5e-2;

/// [`RESIDUE`] for restitution 1, bodies a hundredth faster, which nobody sees: what bounces gets its speed back in one pass, and
/// of several contacts of a body all but the last are left with another. It adds up, as nothing else takes energy away:
/// 1.99·10⁻² at most since it was least, by both kinds together, 1.5·10⁻² by either alone.
const BOUNCED: f32 = 2.0e-2;

/// How much energy a gas of restitution 1 keeps at least in [`STEPS`]: all of it if no body had several contacts at once. What
/// matters is that it still is one.
const KEPT: f32 = 0.5;

const STEPS: usize = if cfg!(debug_assertions) { 200 } else { 2000 };

fn energy(world: &World, bodies: &[BodyId]) -> f32 {
    let of = |&body: &BodyId| {
        let (mass, velocity) = (world.mass_properties(body).unwrap(), world.linear_velocity(body).unwrap());
        let spin = world.angular_velocity(body).unwrap();
        0.5 * (mass.mass * velocity.length_squared() + mass.inertia * spin * spin)
    };
    bodies.iter().map(of).sum()
}

/// A hundred bodies that fly about in a yard: which of each two are balls, others being boxes.
fn gas(is_ball: [bool; 2], restitution: f32) -> (World, Vec<BodyId>) {
    let settings = Settings { gravity: Vec2::ZERO, sleep: false, restitution_threshold: 0.0, ..Settings::default() };
    let mut world = World::new(settings).unwrap();
    let material = Material { restitution, friction: 0.0, ..Material::default() };
    let solid = |shape| ColliderDef { material, ..ColliderDef::new(shape) };
    for (x, y) in [(1.0f32, 0.0f32), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let half = Vec2::new(if x == 0.0 { 12.0 } else { 1.0 }, if y == 0.0 { 12.0 } else { 1.0 });
        add(&mut world, &BodyDef::fixed(Vec2::new(x, y) * 11.0), &solid(rect(half.x, half.y)));
    }
    let mut bodies = Vec::new();
    for i in 0..100u16 {
        let (column, row) = (f32::from(i % 10), f32::from(i / 10));
        let linear_velocity = Vec2::new(f32::from(i * 37 % 13) - 6.0, f32::from(i * 53 % 11) - 5.0);
        let at = Vec2::new(column - 4.5, row - 4.5) * 1.9;
        let shape = if is_ball[usize::from(i % 2)] { circle(0.4) } else { rect(0.4, 0.3) };
        bodies.push(add(&mut world, &BodyDef { linear_velocity, ..BodyDef::dynamic(at) }, &solid(shape)).0);
    }
    (world, bodies)
}

#[test]
fn a_gas_gains_hardly_any_energy() {
    let kinds = [("balls", [true, true]), ("boxes", [false, false]), ("both", [true, false])];
    for ((kind, is_ball), restitution) in kinds.into_iter().flat_map(|kind| [0.0, 0.5, 1.0].map(|e| (kind, e))) {
        let growth = match restitution {
            1.0 => BOUNCED,
            0.0 if kind != "both" => PUSHED,
            _ => RESIDUE,
        };
        let (mut world, bodies) = gas(is_ball, restitution);
        let start = energy(&world, &bodies);
        let (mut least, mut touched) = (start, 0);
        for step in 0..STEPS {
            touched += world.step(DT).unwrap().manifolds;
            let now = energy(&world, &bodies);
            assert!(now <= least * (1.0 + growth), "{kind}, {restitution}, step {step}: {least} → {now} J");
            least = least.min(now);
        }
        assert!(restitution < 1.0 || least > KEPT * start, "{kind}: {start} → {least} J");
        assert!(touched > 5 * STEPS, "{kind}, {restitution}: {touched} contacts");
    }
}

/// The roundings of a cradle, as a share of what is rounded: whatever one ball gets the other loses, but for a rounding,
/// twice in each of some hundred sub-steps of contact.
const ROUNDINGS: f32 = 1000.0 * f32::EPSILON;

/// How fast the balls of a cradle are in the end, of which the first `incoming` came at 5 m/s.
fn cradle(gap: f32, incoming: usize) -> Vec<f32> {
    let mut world = weightless();
    let material = Material { restitution: 1.0, friction: 0.0, ..Material::default() };
    let def = ColliderDef { material, ..ColliderDef::new(circle(0.5)) };
    let mut add_at = |x: f32, speed: f32| {
        let def_at = BodyDef { linear_velocity: Vec2::new(speed, 0.0), ..BodyDef::dynamic(Vec2::new(x, 0.0)) };
        add(&mut world, &def_at, &def).0
    };
    let mut balls = Vec::new();
    for i in 0..incoming {
        balls.push(add_at(-4.0 + (1.0 + gap) * i as f32, 5.0));
    }
    for i in 0..3u8 {
        balls.push(add_at((1.0 + gap) * f32::from(i), 0.0));
    }
    for _ in 0..240 {
        world.step(DT).unwrap();
    }
    balls.iter().map(|&ball| world.linear_velocity(ball).unwrap().x).collect()
}

/// Balls that touch, or nearly, are hit all at once, and the momentum may be shared in many ways.
#[test]
fn a_cradle_of_balls_that_nearly_touch_keeps_the_momentum_and_gains_no_energy() {
    for gap in [0.0, 0.01, 0.015, 0.02] {
        for incoming in [1, 2] {
            let speeds = cradle(gap, incoming);
            let (momentum, energy) =
                (speeds.iter().sum::<f32>(), speeds.iter().map(|speed| speed * speed).sum::<f32>());
            let (start, most) = (5.0 * incoming as f32, 25.0 * incoming as f32 * (1.0 + ROUNDINGS));
            assert!((momentum - start).abs() <= start * ROUNDINGS, "gap {gap}: {speeds:?}");
            assert!(energy <= most, "gap {gap}: {speeds:?}");
            assert!(
                speeds.is_sorted() && speeds[incoming + 2] > speeds[0],
                "gap {gap}, through each other: {speeds:?}"
            );
        }
    }
}

#[test]
fn two_balls_throw_two_out_of_a_cradle() {
    let speeds = cradle(0.5, 2);
    let expected = [0.0, 0.0, 0.0, 5.0, 5.0];
    let is_close = |(speed, expected): (&f32, f32)| (speed - expected).abs() <= 5.0 * ROUNDINGS;
    assert!(speeds.iter().zip(expected).all(is_close), "{speeds:?}");
}
