use geom::{Aabb, Pose, Vec2};
use sat_simd::{Shape, mtv, sweep};
use world::{BodyId, ColliderId, Filter, World, WorldError};

/// How often a walk may change its direction, and how often it is pushed out at its end.
const MAX_TURNS: usize = 4;

/// A one-way surface holds what comes within 60° of its direction, as in the world: the cosine of that.
const LEAST_FACING: f32 = 0.5;

/// Moves `body` by `translation`: it stops where it will intersect another collider, slides along it with what is left of
/// the way, and is pushed out of whatever it still overlaps at the end.
///
/// Filters and sensors mean what they mean in the world; a one-way surface stops what comes against its front. The whole way is
/// swept, so nothing is jumped over. Costs a look at each collider's box, and a sweep per collider near the way.
pub fn walk(world: &mut World, body: BodyId, translation: Vec2) -> Result<(), WorldError> {
    let own: Vec<Solid> = solids(world, world.colliders_of(body)).collect::<Result<_, WorldError>>()?;
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

/// What may stop, or be stopped by, another.
struct Solid {
    shape: Shape,
    pose: Pose,
    filter: Filter,
    /// The direction that a one-way surface faces, in the world.
    front: Option<Vec2>,
}

impl Solid {
    fn of(world: &World, collider: ColliderId) -> Result<Self, WorldError> {
        let pose = world.collider_pose(collider)?;
        let front = world.one_way(collider)?.map(|front| pose.transform_vector(front));
        Ok(Self { shape: world.shape(collider)?.clone(), pose, filter: world.filter(collider)?, front })
    }

    fn moved(&self, by: Vec2) -> Pose {
        Pose::new(self.pose.translation + by, self.pose.rotation)
    }

    /// Whether something that moves by `way` and meets this with this normal, away from it, is let through.
    fn lets_pass(&self, normal: Vec2, way: Vec2) -> bool {
        self.front.is_some_and(|front| front.dot(normal) < LEAST_FACING || front.dot(way) > 0.0)
    }
}

fn solids(
    world: &World,
    colliders: impl Iterator<Item = ColliderId>,
) -> impl Iterator<Item = Result<Solid, WorldError>> {
    let is_solid = |&collider: &ColliderId| world.is_sensor(collider) != Ok(true);
    colliders.filter(is_solid).map(|collider| Solid::of(world, collider))
}

/// The colliders of other bodies that a way of this length in any direction could meet, in the order of their ids.
fn obstacles(world: &World, body: BodyId, own: &[Solid], reach: f32) -> Result<Vec<Solid>, WorldError> {
    let boxes = own.iter().map(|own| own.shape.aabb(&own.pose));
    // Being pushed out can lead as far again.
    let Some(near) = boxes.reduce(|a, b| a.union(&b)).map(|aabb| aabb.enlarged(2.0 * reach)) else {
        return Ok(Vec::new());
    };
    let is_near = |&collider: &ColliderId| {
        let found = |collider| Ok::<Aabb, WorldError>(world.shape(collider)?.aabb(&world.collider_pose(collider)?));
        world.body_of(collider) != Ok(body) && found(collider).is_ok_and(|aabb| aabb.overlaps(&near))
    };
    solids(world, world.colliders().filter(is_near)).collect()
}

/// The first time in 0..=1 at which something moved by `moved` and going on by `left` is stopped, and the normal there.
fn first_block(own: &[Solid], moved: Vec2, left: Vec2, obstacles: &[Solid]) -> Option<(f32, Vec2)> {
    let mut first: Option<(f32, Vec2)> = None;
    for (own, obstacle) in pairs(own, obstacles) {
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
fn push_out(own: &[Solid], moved: Vec2, obstacles: &[Solid]) -> Option<Vec2> {
    let two_sided = pairs(own, obstacles).filter(|(own, obstacle)| own.front.is_none() && obstacle.front.is_none());
    let overlaps = two_sided.filter_map(|(own, other)| mtv(&own.shape, &own.moved(moved), &other.shape, &other.pose));
    overlaps.reduce(|best, found| if found.depth > best.depth { found } else { best }).map(|mtv| mtv.translation())
}

/// The pairs that collide by their filters.
fn pairs<'s>(own: &'s [Solid], obstacles: &'s [Solid]) -> impl Iterator<Item = (&'s Solid, &'s Solid)> {
    let with = |own: &'s Solid| obstacles.iter().map(move |obstacle| (own, obstacle));
    own.iter().flat_map(with).filter(|(own, obstacle)| own.filter.accepts(&obstacle.filter))
}
