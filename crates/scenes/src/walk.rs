use geom::{Aabb, Pose, Vec2};
use sat_simd::{Shape, mtv, sweep};
use world::{BodyId, ColliderId, MAX_COORDINATE, ONE_WAY_FACING, QueryFilter, World, WorldError};

/// How often a walk may change its direction, and how often it is pushed out at its end.
const MAX_TURNS: usize = 4;

/// Moves `body` by `translation`: it stops where it will intersect another collider, slides along it with what is left of
/// the way, and is pushed out of whatever it still overlaps at the end.
///
/// Filters and sensors mean what they mean in the world; a one-way surface stops what comes against its front. The whole way is
/// swept, so nothing is jumped over. Costs a query for each collider of the body, and a sweep for each that it finds.
pub fn walk(world: &mut World, body: BodyId, translation: Vec2) -> Result<(), WorldError> {
    let pairs = pairs(world, body, translation.length())?;
    let (mut moved, mut left) = (Vec2::ZERO, translation);
    for _ in 0..MAX_TURNS {
        let Some((time, normal)) = first_block(&pairs, moved, left) else {
            moved += left;
            break;
        };
        moved += left * time;
        left *= 1.0 - time;
        left -= normal * left.dot(normal);
    }
    for _ in 0..MAX_TURNS {
        let Some(push) = push_out(&pairs, moved) else { break };
        moved += push;
    }
    let pose = world.pose(body)?;
    world.set_pose(body, Pose::new(pose.translation + moved, pose.rotation))
}

/// What may stop, or be stopped by, another.
#[derive(Clone)]
struct Solid {
    shape: Shape,
    pose: Pose,
    /// The direction that a one-way surface faces, in the world.
    front: Option<Vec2>,
}

impl Solid {
    fn of(world: &World, collider: ColliderId) -> Result<Self, WorldError> {
        let pose = world.collider_pose(collider)?;
        let front = world.one_way(collider)?.map(|front| pose.transform_vector(front));
        Ok(Self { shape: world.shape(collider)?.clone(), pose, front })
    }

    fn moved(&self, by: Vec2) -> Pose {
        Pose::new(self.pose.translation + by, self.pose.rotation)
    }

    /// Whether something that moves by `way` and meets this with this normal, away from it, is let through.
    fn lets_pass(&self, normal: Vec2, way: Vec2) -> bool {
        self.front.is_some_and(|front| front.dot(normal) < ONE_WAY_FACING || front.dot(way) > 0.0)
    }
}

/// The body's solid colliders, each with one of another body that it collides with and could meet on a way of this length in any
/// direction: in the order of their ids.
fn pairs(world: &World, body: BodyId, reach: f32) -> Result<Vec<(Solid, Solid)>, WorldError> {
    let (mut pairs, mut found) = (Vec::new(), Vec::new());
    let edge = Vec2::splat(MAX_COORDINATE);
    for collider in world.colliders_of(body)? {
        if world.is_sensor(collider)? {
            continue;
        }
        let own = Solid::of(world, collider)?;
        // Being pushed out can lead as far again.
        let Aabb { min, max } = own.shape.aabb(&own.pose).enlarged(2.0 * reach);
        let near = Aabb::new(min.clamp(-edge, edge), max.clamp(-edge, edge));
        let others = QueryFilter { exclude_body: Some(body), ..world.filter(collider)?.query() };
        world.query_aabb(&near, &others, &mut found)?;
        for &other in &found {
            pairs.push((own.clone(), Solid::of(world, other)?));
        }
    }
    Ok(pairs)
}

/// The first time in 0..=1 at which something moved by `moved` and going on by `left` is stopped, and the normal there.
fn first_block(pairs: &[(Solid, Solid)], moved: Vec2, left: Vec2) -> Option<(f32, Vec2)> {
    let mut first: Option<(f32, Vec2)> = None;
    for (own, obstacle) in pairs {
        let Ok(swept) = sweep(&own.shape, &own.moved(moved), left, &obstacle.shape, &obstacle.pose) else { continue };
        let (true, Some(time), Some(normal)) = (swept.hit, swept.time_of_impact, swept.normal) else { continue };
        if obstacle.lets_pass(-normal, left) || own.lets_pass(normal, -left) {
            continue;
        }
        // What lies beside the way, or behind, does not stop it: rounding may have left a hair of overlap there.
        let into = left.dot(normal) > 1e-6 * left.length();
        if into && first.is_none_or(|(earliest, _)| time < earliest) {
            first = Some((time, normal));
        }
    }
    first
}

/// The push out of the deepest overlap after moving by `moved`.
fn push_out(pairs: &[(Solid, Solid)], moved: Vec2) -> Option<Vec2> {
    let two_sided = pairs.iter().filter(|(own, obstacle)| own.front.is_none() && obstacle.front.is_none());
    let overlaps = two_sided.filter_map(|(own, other)| mtv(&own.shape, &own.moved(moved), &other.shape, &other.pose));
    overlaps.reduce(|best, found| if found.depth > best.depth { found } else { best }).map(|mtv| mtv.translation())
}
