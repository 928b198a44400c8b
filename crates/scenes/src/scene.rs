use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::{SceneShape, Script};

/// A scene as data: which bodies stand where, and what happens to them from outside.
///
/// Nothing here belongs to one engine: benches build the same scenes in other engines. Lengths are in metres, angles in
/// radians, y points up. The fields with a default may be left out of a scene file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// What the scene is called.
    pub name: String,
    /// One paragraph: what the scene shows. Default: empty.
    #[serde(default)]
    pub about: String,
    /// Gravity in m/s². Default: `[0, -10]`.
    #[serde(default = "Scene::default_gravity")]
    pub gravity: Vec2,
    /// How many steps of 1/60 s a run takes unless told otherwise. Default: 300.
    #[serde(default = "Scene::default_steps")]
    pub steps: u32,
    /// Solver sub-steps per step, 1 to [`Scene::MAX_SUB_STEPS`]. Default: 4.
    #[serde(default = "Scene::default_sub_steps")]
    pub sub_steps: u32,
    /// Whether bodies that come to rest fall asleep. Default: false.
    #[serde(default)]
    pub sleep: bool,
    /// Whether contacts that hardly move keep their manifold instead of being looked for in every step. Default: true.
    #[serde(default = "Scene::default_recycle")]
    pub recycle: bool,
    /// The bodies, in the order they are created.
    #[serde(default)]
    pub bodies: Vec<SceneBody>,
    /// What moves, spawns and removes bodies from outside. Default: `"none"`.
    #[serde(default)]
    pub script: Script,
}

impl Scene {
    /// The largest number of sub-steps a scene may ask for.
    pub const MAX_SUB_STEPS: u32 = world::MAX_SUB_STEPS;

    /// A scene without bodies and with every default.
    #[must_use]
    pub fn new(name: &str, about: &str) -> Self {
        Self {
            name: name.to_owned(),
            about: about.to_owned(),
            gravity: Self::default_gravity(),
            steps: Self::default_steps(),
            sub_steps: Self::default_sub_steps(),
            sleep: false,
            recycle: Self::default_recycle(),
            bodies: Vec::new(),
            script: Script::default(),
        }
    }

    fn default_gravity() -> Vec2 {
        Vec2::new(0.0, -10.0)
    }

    fn default_steps() -> u32 {
        300
    }

    fn default_recycle() -> bool {
        true
    }

    fn default_sub_steps() -> u32 {
        4
    }
}

/// What may move a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyKind {
    /// Never moves.
    Static,
    /// Moves by its velocity; nothing pushes it.
    Kinematic,
    /// Moves by gravity and contacts.
    #[default]
    Dynamic,
}

/// How a dynamic body answers to contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneResponse {
    /// By impulses, friction and restitution.
    #[default]
    Dynamics,
    /// It is pushed out of what it overlaps by the shortest way and loses the velocity into the obstacle.
    Separate,
}

/// One body of a scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneBody {
    /// What may move it. Default: `"dynamic"`.
    #[serde(default)]
    pub kind: BodyKind,
    /// How it answers to contacts, when dynamic. Default: `"dynamics"`.
    #[serde(default)]
    pub response: SceneResponse,
    /// Where its origin stands. Default: `[0, 0]`.
    #[serde(default)]
    pub position: Vec2,
    /// How it is turned, in radians. Default: 0.
    #[serde(default)]
    pub angle: f32,
    /// Linear velocity in m/s. Default: `[0, 0]`.
    #[serde(default)]
    pub velocity: Vec2,
    /// Angular velocity in rad/s. Default: 0.
    #[serde(default)]
    pub spin: f32,
    /// By what rate its linear velocity decays, in 1/s. Default: 0.
    #[serde(default)]
    pub linear_damping: f32,
    /// By what rate its angular velocity decays, in 1/s. Default: 0.
    #[serde(default)]
    pub angular_damping: f32,
    /// Whether it skips no dynamic body either, however fast. Default: false.
    #[serde(default)]
    pub is_bullet: bool,
    /// Motions that it does not make. Default: none.
    #[serde(default)]
    pub locks: SceneLocks,
    /// Whether it is awake from the start; only where the scene lets bodies sleep can it be otherwise. Default: true.
    #[serde(default = "SceneBody::default_is_awake")]
    pub is_awake: bool,
    /// Its colliders: at least one.
    pub colliders: Vec<SceneCollider>,
}

impl SceneBody {
    /// A body of `kind` at `position`, not turned and at rest.
    #[must_use]
    pub fn new(kind: BodyKind, position: Vec2, colliders: Vec<SceneCollider>) -> Self {
        Self { kind, position, colliders, ..Self::default() }
    }

    fn default_is_awake() -> bool {
        true
    }
}

impl Default for SceneBody {
    fn default() -> Self {
        Self {
            kind: BodyKind::default(),
            response: SceneResponse::default(),
            position: Vec2::ZERO,
            angle: 0.0,
            velocity: Vec2::ZERO,
            spin: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            is_bullet: false,
            locks: SceneLocks::default(),
            is_awake: Self::default_is_awake(),
            colliders: Vec::new(),
        }
    }
}

/// Motions that a body does not make, whatever pushes it. Default: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneLocks {
    /// Along the world's x axis.
    #[serde(default)]
    pub x: bool,
    /// Along the world's y axis.
    #[serde(default)]
    pub y: bool,
    /// Turning.
    #[serde(default)]
    pub rotation: bool,
}

/// One shape of a body, with what it is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneCollider {
    /// The shape, in the collider's frame.
    pub shape: SceneShape,
    /// Where the collider's frame stands in the body's. Default: `[0, 0]`.
    #[serde(default)]
    pub offset: Vec2,
    /// How the collider's frame is turned in the body's, in radians. Default: 0.
    #[serde(default)]
    pub angle: f32,
    /// Mass per area in kg/m². Default: 1.
    #[serde(default = "SceneCollider::default_density")]
    pub density: f32,
    /// Coulomb friction, not negative. Default: 0.6.
    #[serde(default = "SceneCollider::default_friction")]
    pub friction: f32,
    /// How its friction and that of what it touches are mixed; engines that mix in one way only do so. Default: none, the
    /// geometric mean unless the other side says otherwise.
    #[serde(default)]
    pub friction_rule: Option<SceneMixRule>,
    /// Restitution, 0 to 1; 1 bounces back at the speed it came. Default: 0.
    #[serde(default)]
    pub restitution: f32,
    /// As `friction_rule`, for the restitution. Default: none, the maximum unless the other side says otherwise.
    #[serde(default)]
    pub restitution_rule: Option<SceneMixRule>,
    /// What stops it from rolling, where it is round, as a part of its radius. Default: 0.
    #[serde(default)]
    pub rolling_resistance: f32,
    /// As `friction_rule`, for the rolling resistance. Default: none, the maximum unless the other side says otherwise.
    #[serde(default)]
    pub rolling_resistance_rule: Option<SceneMixRule>,
    /// How fast its surface moves along its outline, counter-clockwise, in m/s: a conveyor belt. Default: 0.
    #[serde(default)]
    pub surface_speed: f32,
    /// As `friction_rule`, for the surface speed. Default: none, the sum unless the other side says otherwise.
    #[serde(default)]
    pub surface_speed_rule: Option<SceneMixRule>,
    /// It stops only what comes against this direction, in its own frame and of any length. Default: none, it is solid.
    #[serde(default)]
    pub one_way: Option<Vec2>,
    /// Whether bodies slide over its joints to others that are as over one piece: joints among static bodies, or of one body that
    /// may move. Default: false.
    #[serde(default)]
    pub is_seamless: bool,
    /// Whether it collides with nothing, but reports what overlaps it. Default: false.
    #[serde(default)]
    pub is_sensor: bool,
    /// Whether it reports what hits it hard. Default: false.
    #[serde(default)]
    pub hit_events: bool,
    /// What it may touch. Default: everything.
    #[serde(default)]
    pub filter: SceneFilter,
}

impl SceneCollider {
    /// A collider of this shape at the body's origin, with every default.
    #[must_use]
    pub fn new(shape: SceneShape) -> Self {
        Self {
            shape,
            offset: Vec2::ZERO,
            angle: 0.0,
            density: Self::default_density(),
            friction: Self::default_friction(),
            friction_rule: None,
            restitution: 0.0,
            restitution_rule: None,
            rolling_resistance: 0.0,
            rolling_resistance_rule: None,
            surface_speed: 0.0,
            surface_speed_rule: None,
            one_way: None,
            is_seamless: false,
            is_sensor: false,
            hit_events: false,
            filter: SceneFilter::default(),
        }
    }

    /// The same collider, moved to `offset` in the body's frame.
    #[must_use]
    pub fn at(mut self, offset: Vec2) -> Self {
        self.offset = offset;
        self
    }

    fn default_density() -> f32 {
        1.0
    }

    fn default_friction() -> f32 {
        0.6
    }
}

/// How one number comes of those that both sides of a contact have; of two different rules the later one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneMixRule {
    /// `(a + b) / 2`.
    Average,
    /// `√(a·b)`.
    GeometricMean,
    /// The smaller one.
    Minimum,
    /// `a·b`.
    Product,
    /// The larger one.
    Maximum,
    /// `a + b`.
    Sum,
}

/// Which colliders may touch: those whose masks each contain a category of the other, unless a shared group decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFilter {
    /// What it is, one bit per category. Default: 1.
    #[serde(default = "SceneFilter::default_category")]
    pub category: u64,
    /// Which categories it touches. Default: all bits.
    #[serde(default = "SceneFilter::default_mask")]
    pub mask: u64,
    /// Colliders of the same negative group never touch, those of the same positive one always. Default: 0, no group.
    #[serde(default)]
    pub group: i32,
}

impl SceneFilter {
    fn default_category() -> u64 {
        1
    }

    fn default_mask() -> u64 {
        u64::MAX
    }
}

impl Default for SceneFilter {
    fn default() -> Self {
        Self { category: Self::default_category(), mask: Self::default_mask(), group: 0 }
    }
}
