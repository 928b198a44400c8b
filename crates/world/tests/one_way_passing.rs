//! What goes up through one-way surfaces side by side, or as a compound, goes as through one piece, and as one piece.

mod common;

use common::dice::Dice;
use common::{add, position, rect, run, world};
use std::f32::consts::PI;
use world::{BodyDef, BodyId, ColliderDef, MotionLocks, Pose, Response, Rot, Settings, Shape, Vec2, World};

fn polygon(points: &[[f32; 2]]) -> Shape {
    Shape::polygon(&points.iter().copied().map(Vec2::from).collect::<Vec<_>>()).unwrap()
}

fn one_way(shape: Shape) -> ColliderDef {
    ColliderDef { one_way: Some(Vec2::Y), ..ColliderDef::new(shape) }
}

/// Seamless segments along the x axis, each as long as that, if any; in the order in which bodies and they are created.
fn with_row(segment: Option<f32>, row_first: bool, body: &BodyDef, shapes: &[Shape]) -> (World, BodyId) {
    let mut world = world();
    let add_row = |world: &mut World| {
        let ground = world.create_body(&BodyDef::fixed(Vec2::ZERO)).unwrap();
        let Some(length) = segment else { return };
        for i in -40..40i8 {
            let [from, to] = [i, i + 1].map(|i| Vec2::new(f32::from(i) * length, 0.0));
            let segment = ColliderDef { is_seamless: true, ..one_way(Shape::segment(from, to).unwrap()) };
            world.create_collider(ground, &segment).unwrap();
        }
    };
    if row_first {
        add_row(&mut world);
    }
    let body = world.create_body(body).unwrap();
    for shape in shapes {
        world.create_collider(body, &ColliderDef::new(shape.clone())).unwrap();
    }
    if !row_first {
        add_row(&mut world);
    }
    (world, body)
}

/// Throws a body of these shapes up through a row a few hundred times, with a spin, and compares it with one that nothing is in the way of
/// until all of it is above. `segment` is how long each is.
fn throw_up(count: u16, response: Response, segment: f32, seed: u64, shapes: &[Shape]) {
    let mut dice = Dice::new(seed);
    for number in 0..count {
        let fastest = if dice.one_in(3) { 15.0 } else { 60.0 };
        let (direction, speed) = (dice.number(0.3, PI - 0.3), dice.number(5.0, fastest));
        let def = BodyDef {
            response,
            pose: Pose::new(Vec2::new(0.0, dice.number(-3.0, -1.2)), Rot::from_angle(dice.number(-PI, PI))),
            linear_velocity: Rot::from_angle(direction).rotate(Vec2::new(speed, 0.0)),
            angular_velocity: dice.number(-47.0, 47.0),
            ..BodyDef::default()
        };
        let row_first = dice.one_in(2);
        let (mut world, body) = with_row(Some(segment), row_first, &def, shapes);
        let (mut free, free_body) = with_row(None, row_first, &def, shapes);
        for step in 0..60 {
            run(&mut world, 1);
            run(&mut free, 1);
            let pose = free.pose(free_body).unwrap();
            let lowest = shapes.iter().map(|shape| shape.aabb(&pose).min.y).fold(f32::MAX, f32::min);
            if lowest > -0.01 || free.linear_velocity(free_body).unwrap().y < 0.0 {
                break;
            }
            let found = world.pose(body).unwrap();
            assert_eq!(found, pose, "throw {number}, {shapes:?}, {def:?}, step {step}");
        }
    }
}

/// Each segment decided for itself, and held a tip that swung down onto it while the body was half-way through those beside it: 5 % of these.
#[test]
fn what_rises_through_a_row_with_a_spin_goes_as_if_nothing_was_there() {
    for (seed, shape) in [rect(0.3, 0.28), polygon(&[[-0.3, -0.28], [0.3, -0.28], [-0.3, 0.28]])].iter().enumerate() {
        throw_up(400, Response::Dynamics, 0.5, 30 + seed as u64, std::slice::from_ref(shape));
    }
}

/// The head of a hammer came down on the platform that the handle went through.
#[test]
fn a_compound_rises_through_a_platform_as_a_whole() {
    let head = polygon(&[[0.6, -0.25], [0.8, -0.25], [0.8, 0.25], [0.6, 0.25]]);
    throw_up(600, Response::Dynamics, 4.0, 40, &[rect(0.7, 0.03), head]);
}

/// Whether a player came through was told by its velocity, which does not say what a tip that spins does, nor from where a corner is met.
#[test]
fn a_player_that_rises_through_a_row_with_a_spin_is_not_pushed_out() {
    throw_up(200, Response::Separate, 0.5, 50, &[Shape::circle(0.3).unwrap()]);
    throw_up(240, Response::Separate, 0.5, 51, &[rect(0.3, 0.28)]);
}

/// A one-way block stands on a one-way floor of tiles: who walks through it, or jumps in there, goes through the block but not the floor.
#[test]
fn who_goes_through_a_block_on_a_floor_does_not_go_through_that() {
    for response in [Response::Separate, Response::Dynamics] {
        for (speed, height) in
            [1.0, 4.0, 12.0].into_iter().flat_map(|speed| [0.0, 0.3, 2.0].map(|height| (speed, height)))
        {
            let at = Vec2::new(0.0, 0.5 + height);
            let walker = BodyDef { response, locks: MotionLocks::ROTATION, ..BodyDef::dynamic(at) };
            let (mut world, walker) = with_row(Some(0.5), true, &walker, &[rect(0.2, 0.5)]);
            for x in [2.0, 4.0, 6.0, 8.0] {
                add(&mut world, &BodyDef::fixed(Vec2::new(x, 0.4)), &one_way(rect(0.6, 0.4)));
            }
            let mut lowest = f32::MAX;
            for _ in 0..90 {
                let fall = world.linear_velocity(walker).unwrap().y;
                world.set_linear_velocity(walker, Vec2::new(speed, fall)).unwrap();
                run(&mut world, 1);
                lowest = lowest.min(position(&world, walker).y);
            }
            assert!(lowest > 0.45, "{response:?} at {speed} m/s from {height} m: down to {lowest}");
        }
    }
}

/// How long the last step took was told by the sub-steps of the next.
#[test]
fn who_passes_does_not_depend_on_how_many_sub_steps_come_next() {
    let def = BodyDef { linear_velocity: Vec2::new(0.0, 25.0), ..BodyDef::dynamic(Vec2::new(0.0, -0.26)) };
    let pose = [None, Some(100.0)].map(|segment| {
        let (mut world, body) = with_row(segment, true, &def, &[Shape::circle(0.25).unwrap()]);
        run(&mut world, 1);
        world.set_settings(Settings { sub_steps: 1, ..*world.settings() }).unwrap();
        run(&mut world, 1);
        assert_eq!(world.contacts().count(), 0, "it is let through");
        world.pose(body)
    });
    assert_eq!(pose[0], pose[1]);
}
