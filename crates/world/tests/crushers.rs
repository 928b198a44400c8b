//! What something kinematic squeezes: crates between a lift and a ceiling, and between a door and a wall.

mod common;

use common::dice::Dice;
use common::{add, circle, position, rect, run, world};
use world::{BodyDef, BodyId, ColliderDef, Settings, Shape, Vec2, World};

/// How long crushers wait before they move, and what they squeeze has to come to rest, in steps.
const PAUSE: usize = 60;

/// A crate, and half its height.
fn crate_of(dice: &mut Dice) -> (ColliderDef, f32) {
    let (half_x, half_y) = (dice.number(0.25, 0.6), dice.number(0.25, 0.6));
    let (shape, height) = match dice.throw(4) {
        0 => (circle(half_x), half_x),
        1 => {
            let ends = Vec2::new(half_x, 0.0);
            (Shape::capsule(-ends, ends, 0.5 * half_y).unwrap(), 0.5 * half_y)
        }
        _ => (rect(half_x, half_y), half_y),
    };
    (ColliderDef { density: dice.number(0.2, 5.0), ..ColliderDef::new(shape) }, height)
}

fn add_wall(world: &mut World, at: Vec2, half: Vec2) {
    add(world, &BodyDef::fixed(at), &ColliderDef::new(rect(half.x, half.y)));
}

/// A body that presses, how fast it goes, for how many steps, and what is in its way.
struct Crusher {
    world: World,
    body: BodyId,
    velocity: Vec2,
    steps: usize,
    crates: Vec<BodyId>,
}

/// How many crates leave what stands between `body` and a wall, told by how far they are `ahead` of where the body was at first, and how
/// far that wall's middle is; and how fast the fastest gets.
fn crush(crusher: Crusher, far: f32) -> (usize, f32) {
    let Crusher { mut world, body, velocity, steps, crates } = crusher;
    let (start, along) = (position(&world, body), velocity.normalize());
    run(&mut world, PAUSE);
    world.set_linear_velocity(body, velocity).unwrap();
    let mut is_lost = vec![false; crates.len()];
    let mut fastest = 0.0f32;
    for step in 0..steps + PAUSE {
        if step == steps {
            world.set_linear_velocity(body, Vec2::ZERO).unwrap();
        }
        run(&mut world, 1);
        let came = (position(&world, body) - start).dot(along);
        for (&body, is_lost) in crates.iter().zip(&mut is_lost) {
            let ahead = (position(&world, body) - start).dot(along);
            *is_lost |= ahead < came || ahead > far;
            if !*is_lost {
                fastest = fastest.max(world.linear_velocity(body).unwrap().length());
            }
        }
    }
    (is_lost.iter().filter(|&&lost| lost).count(), fastest)
}

/// One to five crates in a shaft, and a lift under them, which leaves them too little room below the ceiling. How far from the lift that
/// is.
fn lift(seed: u64) -> (Crusher, f32) {
    let (mut dice, mut world) = (Dice::new(seed), world());
    let (body, _) = add(&mut world, &BodyDef::kinematic(Vec2::new(0.0, -0.25)), &ColliderDef::new(rect(1.5, 0.25)));
    let (mut crates, mut top) = (Vec::new(), 0.0);
    for _ in 0..=dice.throw(5) {
        let (collider, half) = crate_of(&mut dice);
        let at = Vec2::new(dice.number(-0.7, 0.7), top + half);
        crates.push(add(&mut world, &BodyDef::dynamic(at), &collider).0);
        top += 2.0 * half;
    }
    let ceiling = top + dice.number(0.5, 2.0);
    add_wall(&mut world, Vec2::new(0.0, ceiling + 0.5), Vec2::new(3.0, 0.5));
    for side in [-1.0, 1.0] {
        add_wall(&mut world, Vec2::new(side * 2.03, 0.5 * ceiling), Vec2::new(0.5, ceiling));
    }
    let (way, speed) = (ceiling - top * dice.number(0.0, 0.8), dice.number(1.0, 10.0));
    let steps = (way / speed * 60.0) as usize;
    (Crusher { world, body, velocity: Vec2::new(0.0, speed), steps, crates }, ceiling + 0.75)
}

/// What a body has too much in opposite directions throws it through one of both as soon as the other lets it go.
#[test]
fn what_a_lift_presses_against_a_ceiling_stays_between_them() {
    let mut lost = 0;
    for seed in 0..400 {
        let (crusher, ceiling) = lift(seed);
        let most = 3.0 * crusher.velocity.length() + 20.0;
        let (some, fastest) = crush(crusher, ceiling);
        assert!(fastest < most, "seed {seed}: {fastest} m/s");
        lost += some;
    }
    // Twelve, were all that they press each other with kept for the next step.
    assert!(lost <= 2, "{lost} of 1200 crates are gone");
}

#[test]
fn what_is_never_pushed_out_is_carried_nonetheless() {
    let mut world = World::new(Settings { push_speed: 0.0, ..Settings::default() }).unwrap();
    add_wall(&mut world, Vec2::new(0.0, -0.5), Vec2::new(3.0, 0.5));
    // Each two centimetres deep in the one below.
    let stack = [0.48, 1.46, 2.44, 3.42, 4.4].map(|y| {
        let def = BodyDef { can_sleep: false, ..BodyDef::dynamic(Vec2::new(0.0, y)) };
        add(&mut world, &def, &ColliderDef::new(rect(0.5, 0.5))).0
    });
    run(&mut world, 600);
    let top = position(&world, stack[4]).y;
    assert!(top > 3.9, "the top sank to {top}");
}

/// A spring that pushes out at 3 m/s holds 102 N·s of each kilogram in a sub-step against what does not give way. Kept whole,
/// a disc that is pressed to half its width would have 201.
#[test]
fn a_press_is_felt_as_strongly_as_springs_hold_at_rest() {
    let mut world = world();
    add_wall(&mut world, Vec2::new(0.0, -0.5), Vec2::new(3.0, 0.5));
    let (squeezed, _) = add(&mut world, &BodyDef::dynamic(Vec2::new(0.0, 0.5)), &ColliderDef::new(circle(0.5)));
    let flight = BodyDef { linear_velocity: Vec2::new(0.0, -10.0), ..BodyDef::kinematic(Vec2::new(0.0, 2.0)) };
    let (press, _) = add(&mut world, &flight, &ColliderDef::new(rect(2.0, 0.5)));
    let mut largest = 0.0f32;
    for step in 0..60 {
        // Half a metre above the ground.
        if step == 6 {
            world.set_linear_velocity(press, Vec2::ZERO).unwrap();
        }
        run(&mut world, 1);
        for contact in world.contacts_of(squeezed).unwrap() {
            largest = largest.max(contact.points().iter().map(|point| point.normal_impulse).sum());
        }
    }
    let mass = world.mass_properties(squeezed).unwrap().mass;
    assert!((20.0 * mass..102.0 * mass).contains(&largest), "{largest} N·s of {mass} kg");
}
