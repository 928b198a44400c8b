//! A ball falls on a stack of three crates: prints where they are twice a second, and what hits what.

use world::{BodyDef, ColliderDef, Material, Settings, Shape, Vec2, World};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::new(Settings::default())?;

    let ground = world.create_body(&BodyDef::fixed(Vec2::new(0.0, -1.0)))?;
    world.create_collider(ground, &ColliderDef::new(Shape::rect(20.0, 1.0)?))?;

    let mut bodies = Vec::new();
    for height in [0.5, 1.5, 2.5] {
        let body = world.create_body(&BodyDef::dynamic(Vec2::new(0.0, height)))?;
        world.create_collider(body, &ColliderDef::new(Shape::rect(0.5, 0.5)?))?;
        bodies.push(body);
    }
    let ball = world.create_body(&BodyDef::dynamic(Vec2::new(0.2, 6.0)))?;
    let rubber = Material { restitution: 0.7, ..Material::default() };
    world.create_collider(ball, &ColliderDef { material: rubber, ..ColliderDef::new(Shape::circle(0.4)?) })?;
    bodies.push(ball);

    let mut hits = 0;
    for step in 0..180 {
        if step % 30 == 0 {
            let places: Result<Vec<String>, _> =
                bodies.iter().map(|&body| world.pose(body).map(|pose| format!("{:6.2}", pose.translation))).collect();
            println!("{:.1} s  {}", step as f32 / 60.0, places?.join("  "));
        }
        world.step(1.0 / 60.0)?;
        for hit in &world.events().hit {
            println!("       hit at {:.2} with {:.2} m/s", hit.point, hit.approach_speed);
            hits += 1;
        }
    }
    // The crates stand as they stood, and the ball has bounced off them.
    for (&crate_, height) in bodies.iter().zip([0.5, 1.5, 2.5]) {
        let at = world.pose(crate_)?.translation;
        assert!(at.distance(Vec2::new(0.0, height)) < 0.05, "a crate is at {at}");
    }
    assert!(hits > 1, "{hits} hits");
    println!("state hash {:016x}", world.state_hash());
    Ok(())
}
