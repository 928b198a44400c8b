use geom::{Aabb, Pose, Vec2};
use sat_simd::{Shape, mtv, sweep};
use world::{BodyId, MAX_COORDINATE, QueryFilter, World, WorldError};

/// How often a walk may change its direction, and how often it is pushed out at its end.
const MAX_TURNS: usize = 4;

/// Moves `body` by `translation`: it stops where it will intersect another collider, slides along it with what is left of
/// the way, and is pushed out of whatever it still overlaps at the end.
///
/// The whole way is swept, so nothing is jumped over. Costs a query, and a sweep per collider that it
/// finds.
pub fn walk(world: &mut World, body: BodyId, translation: Vec2) -> Result<(), WorldError> {
    let own: Vec<(Shape, Pose)> = world
        .colliders_of(body)
        .map(|collider| Ok((world.shape(collider)?.clone(), world.collider_pose(collider)?)))
        .collect::<Result<_, WorldError>>()?;
    let obstacles = obstacles(world, body, &own, translation.length())?;

    let (mut moved, mut left) = (Vec2::ZERO, translation);
    for _ in 0..MAX_TURNS {
        let Some((time, normal)) = first_block(&own, moved, left, &obstacles) else {
            moved += left;
            break;
        };
        moved += left * time;
        left *= 1.0 - time;
        left -= normal * left.dot(normal);
    }
    for _ in 0..MAX_TURNS {
        let Some(push) = push_out(&own, moved, &obstacles) else { break };
        moved += push;
    }
    let pose = world.pose(body)?;
    world.set_pose(body, Pose::new(pose.translation + moved, pose.rotation))
}

/// The colliders of other bodies that a way of this length in any direction could meet, in the order of their ids.
fn obstacles(world: &World, body: BodyId, own: &[(Shape, Pose)], reach: f32) -> Result<Vec<(Shape, Pose)>, WorldError> {
    let boxes = own.iter().map(|(shape, pose)| shape.aabb(pose));
    let Some(aabb) = boxes.reduce(|a, b| a.union(&b)) else { return Ok(Vec::new()) };
    // Being pushed out can lead as far again.
    let Aabb { min, max } = aabb.enlarged(2.0 * reach);
    let edge = Vec2::splat(MAX_COORDINATE);
    let mut found = Vec::new();
    world.query_aabb(&Aabb::new(min.max(-edge), max.min(edge)), &QueryFilter::ALL, &mut found)?;
    let mut obstacles = Vec::with_capacity(found.len());
    for collider in found {
        if world.body_of(collider)? != body {
            obstacles.push((world.shape(collider)?.clone(), world.collider_pose(collider)?));
        }
    }
    Ok(obstacles)
}

/// The first time in 0..=1 at which something moved by `moved` and going on by `left` is stopped, and the normal there.
fn first_block(own: &[(Shape, Pose)], moved: Vec2, left: Vec2, obstacles: &[(Shape, Pose)]) -> Option<(f32, Vec2)> {
    let mut first: Option<(f32, Vec2)> = None;
    for (shape, pose) in own {
        let pose = Pose::new(pose.translation + moved, pose.rotation);
        for (obstacle, obstacle_pose) in obstacles {
            let Ok(swept) = sweep(shape, &pose, left, obstacle, obstacle_pose) else { continue };
            let (true, Some(time), Some(normal)) = (swept.hit, swept.time_of_impact, swept.normal) else { continue };
            // What lies beside the way, or behind, does not stop it: rounding may have left a hair of overlap there.
            let into = left.dot(normal) > 1e-6 * left.length();
            if into && first.is_none_or(|(earliest, _)| time < earliest) {
                first = Some((time, normal));
            }
        }
    }
    first
}

/// The push out of the deepest overlap after moving by `moved`.
fn push_out(own: &[(Shape, Pose)], moved: Vec2, obstacles: &[(Shape, Pose)]) -> Option<Vec2> {
    let mut deepest: Option<sat_simd::Mtv> = None;
    for (shape, pose) in own {
        let pose = Pose::new(pose.translation + moved, pose.rotation);
        for (obstacle, obstacle_pose) in obstacles {
            if let Some(found) = mtv(shape, &pose, obstacle, obstacle_pose)
                && deepest.is_none_or(|best| found.depth > best.depth)
            {
                deepest = Some(found);
            }
        }
    }
    deepest.map(|mtv| mtv.translation())
}
