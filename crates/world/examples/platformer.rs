//! A player jumps from the ground onto a one-way platform, and from there onto a platform that takes it up, then aside, then
//! down: prints its way. Another walks down a slope without leaving the ground, and a third drops through a platform and jumps back onto it.

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

    let mut boarded = Vec2::ZERO;
    for step in 0..450u16 {
        let keys = Keys { right: if step < 165 { 2.0 } else { 0.0 }, jump: step == 30 || step == 115 };
        let way = match step {
            0..200 => Vec2::ZERO,
            200..320 => Vec2::Y,
            320..420 => Vec2::new(1.5, 0.0),
            _ => Vec2::new(0.0, -3.0),
        };
        world.set_linear_velocity(lift, way)?;
        steer(&mut world, player, &keys)?;
        world.step(STEP)?;
        let at = world.pose(player)?.translation;
        let above = at - world.pose(lift)?.translation;
        if step == 199 {
            boarded = above;
        }
        // From then on it is taken along, up, aside and down, and never left behind in the air.
        assert!(
            step < 199 || (above - boarded).length() < 0.02 && stands_on(&world, player, lift)?,
            "in step {step} the player is {above} from the platform, not {boarded}"
        );
        if step % 30 == 29 {
            let stands = if ground(&world, player)?.is_some() { "stands" } else { "flies" };
            println!("{:.1} s  {at:6.2}  {stands}", f32::from(step + 1) * STEP);
        }
    }
    walk_downhill()?;
    drop_through()
}

/// Walks ten metres down a slope of thirty degrees.
fn walk_downhill() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(Settings { gravity: Vec2::new(0.0, -30.0), ..Settings::default() })?;
    let slope = world.create_body(&BodyDef::fixed(Vec2::ZERO))?;
    let corners = [[-20.0, -1.0], [0.0, -1.0], [0.0, 0.0], [-20.0, 11.55]].map(Vec2::from);
    world.create_collider(slope, &ColliderDef::new(Shape::polygon(&corners)?))?;
    let player = BodyDef { response: Response::Separate, ..BodyDef::dynamic(Vec2::new(-19.0, 11.56)) };
    let player = world.create_body(&player)?;
    world.create_collider(player, &ColliderDef::new(Shape::circle(0.5)?))?;
    for step in 0..130 {
        steer(&mut world, player, &Keys { right: if step < 10 { 0.0 } else { 5.0 }, jump: false })?;
        world.step(STEP)?;
        let (stands, at) = (stands_on(&world, player, slope)?, world.pose(player)?.translation);
        assert!(step < 10 || stands, "in step {step} the player flies at {at}");
    }
    println!("downhill to {:.2}", world.pose(player)?.translation);
    Ok(())
}

/// Drops through a one-way platform, which the player ignores until it is below, and jumps back onto it.
fn drop_through() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(Settings { gravity: Vec2::new(0.0, -30.0), ..Settings::default() })?;
    let ground = world.create_body(&BodyDef::fixed(Vec2::new(0.0, -0.5)))?;
    world.create_collider(ground, &ColliderDef::new(Shape::rect(5.0, 0.5)?))?;
    let platform = world.create_body(&BodyDef::fixed(Vec2::new(0.0, 2.0)))?;
    let shape = Shape::rect(1.5, 0.1)?;
    world.create_collider(platform, &ColliderDef { one_way: Some(Vec2::Y), ..ColliderDef::new(shape) })?;
    let player = BodyDef { response: Response::Separate, ..BodyDef::dynamic(Vec2::new(0.0, 2.6)) };
    let player = world.create_body(&player)?;
    world.create_collider(player, &ColliderDef::new(Shape::rect(0.3, 0.5)?))?;
    let mut stood = vec![platform];
    for step in 0..150 {
        if step == 30 {
            world.set_ignored(player, platform, true)?;
        }
        steer(&mut world, player, &Keys { right: 0.0, jump: step == 80 })?;
        world.step(STEP)?;
        if world.is_ignored(player, platform)? && world.pose(player)?.translation.y < 1.3 {
            world.set_ignored(player, platform, false)?;
        }
        for under in [ground, platform] {
            if stands_on(&world, player, under)? && stood.last() != Some(&under) {
                stood.push(under);
            }
        }
    }
    assert_eq!(stood, [platform, ground, platform]);
    println!("dropped through the platform, and back on it");
    Ok(())
}

/// Sets the player's velocity. Along the ground it is what the keys say, beside the velocity of what the player stands on: level on a
/// slope it would be in the air after each step downhill. Up and down the player moves as the ground does, so that it stays on what
/// sinks, unless it jumps off. In the step after a jump it may still touch what it jumped off, but rises: then it keeps the speed it has.
fn steer(world: &mut World, player: BodyId, keys: &Keys) -> Result<(), WorldError> {
    let velocity = world.linear_velocity(player)?;
    let ground = ground(world, player)?;
    let Some((ground, at, normal)) = ground else {
        return world.set_linear_velocity(player, Vec2::new(keys.right, velocity.y));
    };
    let along = world.velocity_at(ground, at)?;
    let walk = -normal.perp() * keys.right;
    // What has just begun to sink is not jumped off, though it is slower than the player.
    let jumps_off = (velocity - Vec2::new(along.x, along.y.max(0.0))).dot(normal) > 1.0;
    let up = if jumps_off {
        velocity.y
    } else if keys.jump {
        along.y + 12.5
    } else {
        along.y + walk.y
    };
    world.set_linear_velocity(player, Vec2::new(along.x + walk.x, up))
}

/// Whether one body stands on another.
fn stands_on(world: &World, body: BodyId, other: BodyId) -> Result<bool, WorldError> {
    Ok(ground(world, body)?.is_some_and(|(under, ..)| under == other))
}

/// The body that carries another, where, and the normal up from it there.
fn ground(world: &World, body: BodyId) -> Result<Option<(BodyId, Vec2, Vec2)>, WorldError> {
    for collider in world.colliders_of(body)? {
        for contact in world.contacts_of_collider(collider)? {
            if let Some((under, normal)) = contact.seen_from(collider)
                && normal.y > 0.7
            {
                return Ok(Some((world.body_of(under)?, contact.points()[0].point, normal)));
            }
        }
    }
    Ok(None)
}
