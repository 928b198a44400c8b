//! What bounces hardly gains energy, and loses no momentum.

mod common;

use common::{DT, add, circle, rect, weightless};
use world::{BodyDef, BodyId, ColliderDef, Material, MotionLocks, Rot, Settings, Vec2, World};

/// How much of what a gas starts with may come back once it is lost, with less than restitution 1.
///
/// A sub-step goes over the contacts once with the push and once without. One contact alone is then solved; of several
/// that share a body, a little of what the last sub-step's impulses and the push out of overlaps put in may stay. Here that is
/// 1.0·10⁻⁴ at most, a hundredth of what one body has: all machines take the same steps, and twice as much is allowed. Rounding is
/// nothing beside it: each of the hundred positive terms is rounded six times, and a hundred times in the sum, by ε/2 each, which
/// makes 53 ε of the whole.
const RETURN: f32 = 2.0e-4;

/// The same as a share of what is left, 1.3 % at most here: the slower all are, the more of it is from pushes out of overlaps.
const RETURN_OF_REST: f32 = 0.025;

/// How much more than it started with a gas of restitution 1 may ever have. It comes to 1.0013; in Box2D, at the same settings, one of
/// boxes, of which several bounce off one another at once, to 8.
const GAIN: f32 = 0.005;

/// How much energy a gas of restitution 1 keeps at least in [`STEPS`]: all of it if no body had several contacts at once. Here they keep
/// 0.95 to 0.99.
const KEPT: f32 = 0.9;

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
        let (mut world, bodies) = gas(is_ball, restitution);
        let start = energy(&world, &bodies);
        let (mut least, mut touched) = (start, 0);
        for step in 0..STEPS {
            touched += world.step(DT).unwrap().manifolds;
            let now = energy(&world, &bodies);
            let most = if restitution < 1.0 {
                least + (RETURN * start).min(RETURN_OF_REST * least)
            } else {
                (1.0 + GAIN) * start
            };
            assert!(now <= most, "{kind}, {restitution}, step {step}: {start} → {least} → {now} J");
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
    let mut world = World::new(Settings { gravity: Vec2::ZERO, sleep: false, ..Settings::default() }).unwrap();
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

/// On plain tiles it hits two at once wherever they join, and gets faster.
#[test]
fn what_bounces_about_between_seamless_tiles_keeps_its_speed() {
    let settings = Settings { gravity: Vec2::ZERO, sleep: false, restitution_threshold: 0.0, ..Settings::default() };
    let material = Material { restitution: 1.0, friction: 0.0, ..Material::default() };
    let tile = ColliderDef { material, is_seamless: true, ..ColliderDef::new(rect(0.5, 0.5)) };
    for (shape, speed) in
        [circle(0.3), rect(0.3, 0.2)].into_iter().flat_map(|shape| [5.0, 30.0, 200.0].map(|v| (shape.clone(), v)))
    {
        for turn in 0..5u8 {
            let mut world = World::new(settings).unwrap();
            for along in -6..6i8 {
                let along = f32::from(along) + 0.5;
                for at in [(along, -5.5), (along, 5.5), (-5.5, along), (5.5, along)] {
                    add(&mut world, &BodyDef::fixed(Vec2::from(at)), &tile);
                }
            }
            let velocity = Rot::from_angle(f32::from(turn) + 0.3).rotate(Vec2::new(speed, 0.0));
            let locks = MotionLocks { rotation: true, ..MotionLocks::default() };
            let def = BodyDef { linear_velocity: velocity, locks, ..BodyDef::dynamic(Vec2::new(0.7, -0.4)) };
            let (body, _) = add(&mut world, &def, &ColliderDef { material, ..ColliderDef::new(shape.clone()) });
            for _ in 0..STEPS {
                world.step(DT).unwrap();
            }
            let kept = world.linear_velocity(body).unwrap().length() / speed;
            assert!((kept - 1.0).abs() < 1e-3, "{shape:?} at {speed} m/s, {turn}: {kept}");
            let at = world.center_of_mass(body).unwrap();
            assert!(at.abs().max_element() < 4.81, "{shape:?} at {speed} m/s, {turn}: in the wall at {at}");
        }
    }
}

/// What pushes out of an overlap is taken out again within the sub-step, and is nothing that a bounce could give back.
#[test]
fn a_wall_that_is_overlapped_never_pulls() {
    for (restitution, overlap) in [0.0, 0.2, 0.5, 1.0].into_iter().flat_map(|e| [0.0, 0.05, 0.2, 0.3].map(|d| (e, d))) {
        let mut world = weightless();
        let smooth = |shape, density, restitution| ColliderDef {
            density,
            material: Material { restitution, friction: 0.0, ..Material::default() },
            ..ColliderDef::new(shape)
        };
        add(&mut world, &BodyDef::fixed(Vec2::new(-0.5, 0.0)), &smooth(rect(0.5, 0.2), 1.0, restitution));
        let moving =
            |x, y, speed| BodyDef { linear_velocity: Vec2::new(speed, 0.0), ..BodyDef::dynamic(Vec2::new(x, y)) };
        let mut bodies = vec![add(&mut world, &moving(0.5 - overlap, 0.0, -1.5), &smooth(rect(0.5, 1.0), 1.0, 0.0)).0];
        // Discs that hit the box from behind throw it off the wall.
        for y in [0.7, -0.7] {
            bodies.push(add(&mut world, &moving(-0.3 - overlap, y, 5.0), &smooth(circle(0.3), 10.0, 0.0)).0);
        }
        let momentum = |world: &World| -> f32 {
            let of = |&body| world.linear_velocity(body).unwrap().x * world.mass_properties(body).unwrap().mass;
            bodies.iter().map(of).sum()
        };
        let before = momentum(&world);
        world.step(DT).unwrap();
        let push = momentum(&world) - before;
        // A sum of some 28 N s, rounded a hundred times or less.
        assert!(
            push >= -100.0 * f32::EPSILON * 28.0,
            "restitution {restitution}, {overlap} m deep: pulled by {push} N s"
        );
    }
}
