//! A player jumps from the ground onto a one-way platform, and from there onto a lift: prints its way.

use world::{BodyDef, BodyId, ColliderDef, Response, Settings, Shape, Vec2, World, WorldError};

const STEP: f32 = 1.0 / 60.0;

/// What the player presses in a step.
struct Keys {
    right: f32,
    jump: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(Settings { gravity: Vec2::new(0.0, -30.0), ..Settings::default() })?;
    let mut put = |body: &BodyDef, half: Vec2, one_way: Option<Vec2>| -> Result<BodyId, Box<dyn std::error::Error>> {
        let body = world.create_body(body)?;
        let shape = Shape::rect(half.x, half.y)?;
        world.create_collider(body, &ColliderDef { one_way, ..ColliderDef::new(shape) })?;
        Ok(body)
    };

    for x in 0..8u8 {
        put(&BodyDef::fixed(Vec2::new(f32::from(x), -0.5)), Vec2::splat(0.5), None)?;
    }
    put(&BodyDef::fixed(Vec2::new(3.0, 2.0)), Vec2::new(1.5, 0.1), Some(Vec2::Y))?;
    let lift = put(&BodyDef::kinematic(Vec2::new(6.5, 1.0)), Vec2::new(1.0, 0.1), Some(Vec2::Y))?;
    let player = BodyDef { response: Response::Separate, ..BodyDef::dynamic(Vec2::new(1.0, 0.5)) };
    let player = put(&player, Vec2::new(0.3, 0.5), None)?;

    for step in 0..300u16 {
        let keys = Keys { right: if step < 165 { 2.0 } else { 0.0 }, jump: step == 30 || step == 115 };
        let rise = if step < 200 { 0.0 } else { 1.0 };
        world.set_linear_velocity(lift, Vec2::new(0.0, rise))?;
        steer(&mut world, player, &keys)?;
        world.step(STEP)?;
        if step % 30 == 29 {
            let at = world.pose(player)?.translation;
            let ground = if stands(&world, player)? { "stands" } else { "flies" };
            println!("{:.1} s  {at:6.2}  {ground}", f32::from(step + 1) * STEP);
        }
    }
    let (on, under) = (world.pose(player)?.translation, world.pose(lift)?.translation);
    assert!((on.y - under.y - 0.6).abs() < 0.03, "the player at {on} does not stand on the lift at {under}");
    Ok(())
}

/// Sets the player's velocity: sideways as the keys say, upwards by a jump off what it stands on.
fn steer(world: &mut World, player: BodyId, keys: &Keys) -> Result<(), WorldError> {
    let fall = world.linear_velocity(player)?.y;
    let jumps = keys.jump && stands(world, player)?;
    world.set_linear_velocity(player, Vec2::new(keys.right, if jumps { 12.5 } else { fall }))
}

/// Whether a contact carries the body: one whose normal points up to it.
fn stands(world: &World, body: BodyId) -> Result<bool, WorldError> {
    Ok(world.contacts_of(body)?.any(|contact| {
        let is_b = world.body_of(contact.b) == Ok(body);
        let up = if is_b { contact.normal } else { -contact.normal };
        up.y > 0.7
    }))
}
