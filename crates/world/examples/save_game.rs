//! A saved game: all bodies with their colliders as JSON, and a world made from that again.
//!
//! Ids are given anew, so bodies are known by what is stored with them. What contacts remember is left out: what rests on something
//! while it is awake settles anew. To go on with the same bits, restore a `Snapshot` in the same process, or replay a recording.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use world::{BodyDef, BodyId, BodyKind, ColliderDef, MassProperties, Settings, Shape, Vec2, World, WorldError};

#[derive(Serialize, Deserialize)]
struct SavedWorld {
    settings: Settings,
    bodies: Vec<SavedBody>,
    /// Places in `bodies` of those that go through each other.
    ignored: Vec<[usize; 2]>,
}

#[derive(Serialize, Deserialize)]
struct SavedBody {
    def: BodyDef,
    colliders: Vec<ColliderDef>,
    mass: MassProperties,
    is_enabled: bool,
}

fn save(world: &World) -> Result<SavedWorld, WorldError> {
    let save_body = |body: BodyId| {
        let mut colliders: Vec<ColliderDef> =
            world.colliders_of(body)?.map(|collider| world.collider_def(collider)).collect::<Result<_, _>>()?;
        // They are listed newest first.
        colliders.reverse();
        let (mass, is_enabled) = (world.mass_properties(body)?, world.is_enabled(body)?);
        Ok(SavedBody { def: world.body_def(body)?, colliders, mass, is_enabled })
    };
    let ids: Vec<BodyId> = world.bodies().collect();
    let mut ignored = Vec::new();
    for (place, &body) in ids.iter().enumerate() {
        let others = world.ignored_by(body)?.filter_map(|other| ids[..place].binary_search(&other).ok());
        ignored.extend(others.map(|other| [other, place]));
    }
    let bodies = ids.into_iter().map(save_body).collect::<Result<_, _>>()?;
    Ok(SavedWorld { settings: *world.settings(), bodies, ignored })
}

fn load(saved: &SavedWorld) -> Result<World, WorldError> {
    let mut world = World::new(saved.settings)?;
    // What is made under a sleeper wakes it: static bodies come first.
    let (fixed, moving): (Vec<_>, Vec<_>) =
        saved.bodies.iter().enumerate().partition(|(_, body)| body.def.kind == BodyKind::Static);
    let mut ids = BTreeMap::new();
    for (place, SavedBody { def, colliders, mass, is_enabled }) in fixed.into_iter().chain(moving) {
        let body = world.create_body(def)?;
        ids.insert(place, body);
        for collider in colliders {
            world.create_collider(body, collider)?;
        }
        // One of its own, which does not follow from the colliders. Who sleeps is woken by it.
        if world.mass_properties(body)? != *mass {
            world.set_mass_properties(body, *mass)?;
        }
        if !is_enabled {
            world.set_enabled(body, false)?;
        }
    }
    for [a, b] in &saved.ignored {
        world.set_ignored(ids[a], ids[b], true)?;
    }
    Ok(world)
}

/// The body with this number.
fn body(world: &World, number: u64) -> BodyId {
    world.bodies().find(|&body| world.user_data(body) == Ok(number)).expect("it was saved")
}

/// Where the body with this number is.
fn place(world: &World, number: u64) -> Result<Vec2, WorldError> {
    Ok(world.pose(body(world, number))?.translation)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(Settings::default())?;
    // One that sleeps, and is older than the ground.
    let old =
        world.create_body(&BodyDef { user_data: 6, is_awake: false, ..BodyDef::dynamic(Vec2::new(30.0, 0.5)) })?;
    world.create_collider(old, &ColliderDef::new(Shape::rect(0.5, 0.5)?))?;
    let ground = world.create_body(&BodyDef::fixed(Vec2::new(0.0, -1.0)))?;
    world.create_collider(ground, &ColliderDef::new(Shape::rect(40.0, 1.0)?))?;
    for (number, height) in (1..).zip([0.5, 1.5, 2.5]) {
        let crate_ = BodyDef { user_data: number, ..BodyDef::dynamic(Vec2::new(0.0, height)) };
        let crate_ = world.create_body(&crate_)?;
        world.create_collider(crate_, &ColliderDef::new(Shape::rect(0.5, 0.5)?))?;
    }
    // A ball that is thrown at the crates, one that flies over them, and one in the same place, which goes through it.
    for (number, y) in [(4, 2.0), (5, 9.0), (7, 9.0)] {
        let ball = BodyDef { linear_velocity: Vec2::new(8.0, 5.0), ..BodyDef::dynamic(Vec2::new(-12.0, y)) };
        let ball = world.create_body(&BodyDef { user_data: number, ..ball })?;
        world.create_collider(ball, &ColliderDef::new(Shape::circle(0.4)?))?;
    }
    world.set_ignored(body(&world, 5), body(&world, 7), true)?;
    for _ in 0..60 {
        world.step(1.0 / 60.0)?;
    }

    let json = serde_json::to_string(&save(&world)?)?;
    let mut loaded = load(&serde_json::from_str(&json)?)?;
    println!("{} bodies with {} colliders in {} bytes", loaded.body_count(), loaded.collider_count(), json.len());
    assert!(!world.is_awake(old)? && !loaded.is_awake(body(&loaded, 6))?, "who sleeps still does");
    for number in [1, 2, 3, 4, 5, 7] {
        assert_eq!(place(&loaded, number)?, place(&world, number)?, "number {number} is where it was");
    }

    for _ in 0..30 {
        world.step(1.0 / 60.0)?;
        loaded.step(1.0 / 60.0)?;
    }
    for number in [1, 2, 3, 4, 5, 7] {
        let (went_on, was_loaded) = (place(&world, number)?, place(&loaded, number)?);
        println!("number {number} is at {went_on:.3}, and at {was_loaded:.3} in the world that was loaded");
        assert!(went_on.distance(was_loaded) < 0.01);
    }
    Ok(())
}
