//! Somebody else's engine: it keeps its own actors and asks `broadphase` which are near and `sat-simd` how deep they are in
//! each other. There is no world, no solver and no id but its own index.
//!
//!     cargo run -p broadphase --example custom_engine

use broadphase::{BroadPhase, Filter, Layer, Pair, Proxy, ProxyId, QueryFilter};
use sat_simd::{Pose, Rot, Shape, Vec2, contains_point, mtv};

const DT: f32 = 1.0 / 60.0;

/// Half the side of the yard that the actors stay in, in metres.
const HALF: f32 = 20.0;

/// What the engine knows of a thing; anything else of its own would stand here as well.
struct Actor {
    shape: Shape,
    pose: Pose,
    velocity: Vec2,
    /// In rad/s.
    spin: f32,
    /// Walls are not pushed.
    is_wall: bool,
    proxy: ProxyId,
}

#[derive(Default)]
struct Engine {
    actors: Vec<Actor>,
    near: BroadPhase,
    /// Pairs whose bounding circles meet, kept from step to step for its room.
    candidates: Vec<Pair>,
}

impl Engine {
    fn add(
        &mut self,
        shape: Shape,
        position: Vec2,
        velocity: Vec2,
        is_wall: bool,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let pose = Pose::from_translation(position);
        let layer = if is_wall { Layer::Static } else { Layer::Moving };
        // `user_data` comes back with every pair and every hit: the engine's own index.
        let (circle, user_data) = (shape.bounding_circle().posed(&pose), self.actors.len() as u64);
        let proxy = Proxy { aabb: shape.aabb(&pose), circle, filter: Filter::ALL, user_data, layer };
        let proxy = self.near.insert(&proxy)?;
        let spin = velocity.x;
        self.actors.push(Actor { shape, pose, velocity, spin, is_wall, proxy });
        Ok(())
    }

    /// Moves everything, then pushes apart what overlaps. Comes back with the number of pairs that did.
    fn step(&mut self) -> Result<usize, Box<dyn std::error::Error>> {
        for actor in self.actors.iter_mut().filter(|actor| !actor.is_wall) {
            let displacement = actor.velocity * DT;
            let turned = Rot::from_angle(actor.pose.rotation.angle() + actor.spin * DT);
            actor.pose = Pose::new(actor.pose.translation + displacement, turned);
            let (aabb, circle) = (actor.shape.aabb(&actor.pose), actor.shape.bounding_circle().posed(&actor.pose));
            self.near.update_moving(actor.proxy, &aabb, &circle, displacement)?;
        }
        self.near.update_pairs();
        self.near.circle_filter(0.0, &mut self.candidates)?;
        let mut overlaps = 0;
        for pair in &self.candidates {
            // Rows of the broad phase's columns, back to our own indices.
            let [a, b] = [pair.a(), pair.b()].map(|row| self.near.user_data_column()[row] as usize);
            let [a, b] = self.actors.get_disjoint_mut([a, b])?;
            if let Some(mtv) = mtv(&a.shape, &a.pose, &b.shape, &b.pose) {
                overlaps += 1;
                resolve(a, b, mtv.normal, mtv.depth);
                // Who asks between two steps, as `pick` does, is to find what was pushed where it is now.
                for actor in [a, b].into_iter().filter(|actor| !actor.is_wall) {
                    let (aabb, circle) =
                        (actor.shape.aabb(&actor.pose), actor.shape.bounding_circle().posed(&actor.pose));
                    self.near.update(actor.proxy, &aabb, &circle)?;
                }
            }
        }
        Ok(overlaps)
    }

    /// Which actor is under the cursor: boxes first, then the exact shapes.
    fn pick(&self, cursor: Vec2) -> Result<Option<usize>, Box<dyn std::error::Error>> {
        let mut hits = Vec::new();
        self.near.query_point(cursor, &QueryFilter::ALL, &mut hits)?;
        let owners = hits.iter().filter_map(|&id| self.near.user_data(id)).map(|index| index as usize);
        let is_under = |&index: &usize| contains_point(&self.actors[index].shape, &self.actors[index].pose, cursor);
        Ok(owners.filter(|index| is_under(index) == Ok(true)).min())
    }
}

/// Half the way out for each, or all of it where the other is a wall; what flies into each other exchanges that velocity.
fn resolve(a: &mut Actor, b: &mut Actor, normal: Vec2, depth: f32) {
    let share_a = if a.is_wall {
        0.0
    } else if b.is_wall {
        1.0
    } else {
        0.5
    };
    a.pose.translation -= normal * (depth * share_a);
    b.pose.translation += normal * (depth * (1.0 - share_a));
    let closing = (a.velocity - b.velocity).dot(normal).max(0.0);
    a.velocity -= normal * (2.0 * closing * share_a);
    b.velocity += normal * (2.0 * closing * (1.0 - share_a));
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut engine = Engine::default();
    for (x, y) in [(1.0f32, 0.0f32), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let wall = Shape::rect(if x == 0.0 { HALF + 2.0 } else { 1.0 }, if y == 0.0 { HALF + 2.0 } else { 1.0 })?;
        engine.add(wall, Vec2::new(x, y) * (HALF + 1.0), Vec2::ZERO, true)?;
    }
    let triangle = [Vec2::new(-0.5, -0.4), Vec2::new(0.5, -0.4), Vec2::new(0.0, 0.6)];
    let shapes = [Shape::circle(0.4)?, Shape::rect(0.5, 0.3)?, Shape::polygon(&triangle)?];
    for index in 0..400u16 {
        let (column, row) = (f32::from(index % 20), f32::from(index / 20));
        let position = Vec2::new(column - 9.5, row - 9.5) * 1.9;
        let velocity = Vec2::new(f32::from(index * 37 % 13) - 6.0, f32::from(index * 53 % 11) - 5.0);
        engine.add(shapes[usize::from(index % 3)].clone(), position, velocity, false)?;
    }
    let mut overlaps = 0;
    for _ in 0..600 {
        overlaps += engine.step()?;
    }
    println!(
        "{} actors, {} pairs of boxes, {overlaps} overlaps resolved",
        engine.actors.len(),
        engine.near.pairs().len()
    );
    let cursor = engine.actors[100].pose.translation;
    println!("under the cursor at {cursor:.2}: actor {:?}", engine.pick(cursor)?);
    // A step's way of the fastest, and a few neighbours' pushes, may be left of an overlap with a wall.
    let outside = |actor: &&Actor| actor.pose.translation.abs().max_element() > HALF;
    assert_eq!(engine.actors.iter().filter(|actor| !actor.is_wall).filter(outside).count(), 0);
    assert!(overlaps > 1000 && engine.pick(cursor)?.is_some());
    Ok(())
}
