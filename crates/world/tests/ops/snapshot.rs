use crate::engine::{
    Aabb, BodyDef, BodyId, ColliderDef, ColliderId, MassProperties, Pose, Settings, Vec2, World, WorldError,
};

/// All that can be asked of a world.
#[derive(Debug, PartialEq)]
pub struct Snapshot {
    hash: u64,
    pub steps: u64,
    settings: Settings,
    awake: Vec<BodyId>,
    bodies: Vec<Body>,
    colliders: Vec<Collider>,
    /// Between which colliders, with how many points.
    contacts: Vec<(ColliderId, ColliderId, usize)>,
    events: [usize; 8],
}

#[derive(Debug, PartialEq)]
struct Body {
    id: BodyId,
    def: BodyDef,
    is_enabled: bool,
    mass: MassProperties,
    center: Vec2,
    colliders: Vec<ColliderId>,
    ignored: Vec<BodyId>,
}

#[derive(Debug, PartialEq)]
struct Collider {
    id: ColliderId,
    def: ColliderDef,
    body: BodyId,
    pose: Pose,
    fat_aabb: Aabb,
    overlaps: Vec<ColliderId>,
}

impl Snapshot {
    /// What the world says now.
    ///
    /// # Panics
    /// When it does not know one of its own bodies or colliders.
    pub fn of(world: &World) -> Self {
        let events = world.events();
        Self {
            hash: world.state_hash(),
            steps: world.report().step,
            settings: *world.settings(),
            awake: world.awake_bodies().collect(),
            bodies: world.bodies().map(|id| Body::of(world, id).expect("alive")).collect(),
            colliders: world.colliders().map(|id| Collider::of(world, id).expect("alive")).collect(),
            contacts: world.contacts().map(|contact| (contact.a, contact.b, contact.points().len())).collect(),
            events: [
                events.begin.len(),
                events.end.len(),
                events.hit.len(),
                events.sensor_begin.len(),
                events.sensor_end.len(),
                events.moved.len(),
                events.sleep.len(),
                events.wake.len(),
            ],
        }
    }
}

impl Body {
    fn of(world: &World, id: BodyId) -> Result<Self, WorldError> {
        Ok(Self {
            id,
            def: world.body_def(id)?,
            is_enabled: world.is_enabled(id)?,
            mass: world.mass_properties(id)?,
            center: world.center_of_mass(id)?,
            colliders: world.colliders_of(id)?.collect(),
            ignored: world.ignored_by(id)?.collect(),
        })
    }
}

impl Collider {
    fn of(world: &World, id: ColliderId) -> Result<Self, WorldError> {
        Ok(Self {
            id,
            def: world.collider_def(id)?,
            body: world.body_of(id)?,
            pose: world.collider_pose(id)?,
            fat_aabb: world.fat_aabb(id)?,
            overlaps: world.overlaps_of(id)?.collect(),
        })
    }
}
