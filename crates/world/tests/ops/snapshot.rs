use world::{
    Aabb, BodyId, BodyKind, ColliderId, Filter, MassProperties, Material, MotionLocks, Pose, Response, Settings, Shape,
    Vec2, World, WorldError,
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
    kind: BodyKind,
    response: Response,
    locks: MotionLocks,
    is_enabled: bool,
    is_bullet: bool,
    can_sleep: bool,
    damping: [f32; 2],
    gravity_scale: f32,
    user_data: u64,
    mass: MassProperties,
    center: Vec2,
    colliders: Vec<ColliderId>,
}

#[derive(Debug, PartialEq)]
struct Collider {
    id: ColliderId,
    body: BodyId,
    shape: Shape,
    pose: Pose,
    fat_aabb: Aabb,
    density: f32,
    material: Material,
    filter: Filter,
    local_pose: Pose,
    one_way: Option<Vec2>,
    is_seamless: bool,
    is_sensor: bool,
    has_events: [bool; 2],
    user_data: u64,
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
            kind: world.kind(id)?,
            response: world.response(id)?,
            locks: world.locks(id)?,
            is_enabled: world.is_enabled(id)?,
            is_bullet: world.is_bullet(id)?,
            can_sleep: world.can_sleep(id)?,
            damping: [world.linear_damping(id)?, world.angular_damping(id)?],
            gravity_scale: world.gravity_scale(id)?,
            user_data: world.user_data(id)?,
            mass: world.mass_properties(id)?,
            center: world.center_of_mass(id)?,
            colliders: world.colliders_of(id)?.collect(),
        })
    }
}

impl Collider {
    fn of(world: &World, id: ColliderId) -> Result<Self, WorldError> {
        Ok(Self {
            id,
            body: world.body_of(id)?,
            shape: world.shape(id)?.clone(),
            pose: world.collider_pose(id)?,
            fat_aabb: world.fat_aabb(id)?,
            density: world.density(id)?,
            material: world.material(id)?,
            filter: world.filter(id)?,
            local_pose: world.local_pose(id)?,
            one_way: world.one_way(id)?,
            is_seamless: world.is_seamless(id)?,
            is_sensor: world.is_sensor(id)?,
            has_events: [world.has_contact_events(id)?, world.has_hit_events(id)?],
            user_data: world.collider_user_data(id)?,
            overlaps: world.overlaps_of(id)?.collect(),
        })
    }
}
