//! Seen from above: a player walks through a door into a room, around a pillar, and shoves a crate. Then a crowd comes
//! after it. Prints its way.

use world::{BodyDef, BodyId, ColliderDef, Response, Settings, Shape, Vec2, World};

const STEP: f32 = 1.0 / 60.0;

/// Where the player walks to, one after the other.
const WAY: [Vec2; 4] = [Vec2::new(0.0, 0.0), Vec2::new(3.0, 0.1), Vec2::new(3.0, 2.5), Vec2::new(0.0, 2.5)];

/// In m/s.
const PACE: f32 = 3.0;

/// Of whoever walks, in metres.
const RADIUS: f32 = 0.35;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(Settings { gravity: Vec2::ZERO, ..Settings::default() })?;
    let walls =
        [((-2.0, 3.0), (0.1, 2.0)), ((-2.0, -3.0), (0.1, 2.0)), ((1.0, 5.0), (3.0, 0.1)), ((4.1, 0.0), (0.1, 5.0))];
    for (center, half) in walls.map(|(center, half)| (Vec2::from(center), Vec2::from(half))) {
        add(&mut world, &BodyDef::fixed(center), Shape::rect(half.x, half.y)?)?;
    }
    add(&mut world, &BodyDef::fixed(Vec2::new(1.5, 0.2)), Shape::circle(0.5)?)?;
    // On a floor there is no gravity to press a crate down: damping stands for its friction.
    let crate_ = BodyDef { linear_damping: 8.0, angular_damping: 8.0, ..BodyDef::dynamic(Vec2::new(2.9, 1.5)) };
    let crate_ = add(&mut world, &crate_, Shape::rect(0.3, 0.3)?)?;
    let walker = |x, y| BodyDef { response: Response::Separate, ..BodyDef::dynamic(Vec2::new(x, y)) };
    let player = add(&mut world, &walker(-4.0, 0.0), Shape::circle(RADIUS)?)?;
    let mut crowd = Vec::new();
    for i in 0..20u8 {
        let (x, y) = (-6.0 - f32::from(i / 5), f32::from(i % 5) - 2.0);
        crowd.push(add(&mut world, &walker(x, y), Shape::circle(RADIUS)?)?);
    }

    let mut way = WAY.into_iter();
    let mut goal = way.next();
    for step in 0..600 {
        let at = world.pose(player)?.translation;
        let Some(target) = goal else { break };
        if at.distance(target) < 0.1 {
            println!("{:.1} s  at {at:.2}, the crate at {:.2}", step as f32 * STEP, world.pose(crate_)?.translation);
            goal = way.next();
        }
        world.set_linear_velocity(player, (target - at).normalize_or_zero() * PACE)?;
        world.step(STEP)?;
    }
    assert_eq!(goal, None, "the player is stuck at {}", world.pose(player)?.translation);
    assert!(world.pose(crate_)?.translation.y > 2.0);

    // It waits, and all come through the door and press around it.
    let at = world.pose(player)?.translation;
    for _ in 0..600 {
        follow(&mut world, &crowd, at, PACE)?;
        world.step(STEP)?;
    }
    crowd.push(player);
    let places =
        crowd.iter().map(|&one| Ok(world.pose(one)?.translation)).collect::<Result<Vec<_>, world::WorldError>>()?;
    let pairs = places.iter().enumerate().flat_map(|(i, one)| places[..i].iter().map(|other| one.distance(*other)));
    let (nearest, inside) = (pairs.fold(f32::MAX, f32::min), places.iter().filter(|place| place.x > -2.0).count());
    println!("{inside} are in the room, no two nearer than {nearest:.2} m");
    assert!(nearest > 1.97 * RADIUS && inside == crowd.len(), "{places:?}");
    Ok(())
}

/// Lets all of a crowd walk towards a place in the room, those outside through the door.
fn follow(world: &mut World, crowd: &[BodyId], place: Vec2, pace: f32) -> Result<(), world::WorldError> {
    for &one in crowd {
        let at = world.pose(one)?.translation;
        let way = if at.x < -1.5 { WAY[0] - at } else { place - at };
        world.set_linear_velocity(one, way.normalize_or_zero() * pace)?;
    }
    Ok(())
}

fn add(world: &mut World, body: &BodyDef, shape: Shape) -> Result<BodyId, world::WorldError> {
    let body = world.create_body(body)?;
    world.create_collider(body, &ColliderDef::new(shape))?;
    Ok(body)
}
