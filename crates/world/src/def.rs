use crate::error::{check, check_amount, check_coordinate, check_vector};
use crate::{Material, MotionLocks, QueryFilter, WorldError};
use geom::{Pose, Vec2};
use sat_simd::Shape;

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum BodyKind {
    /// Never by itself: ground and walls.
    Static,
    /// By its velocity alone; nothing pushes it, and it takes along what is in its way: lifts, doors, drums. It turns about its origin,
    /// whatever its colliders weigh, and keeps its velocity where a step goes less far for its [limits](BodyDef::angular_velocity).
    Kinematic,
    /// By forces, gravity and contacts.
    #[default]
    Dynamic,
}

/// How a dynamic body answers to contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Response {
    /// Impulses with friction and restitution; stacks stand, hits transfer momentum.
    #[default]
    Dynamics,
    /// It moves by its velocity and gravity, is pushed out of what it overlaps by the shortest way, and loses the
    /// velocity into the obstacle: what an arcade engine wants of a player. It does not turn by contacts, and has neither
    /// friction nor bounce. Two such bodies push each other out by half, in a step by no more than a quarter of their narrowest
    /// piece's width, and into no wall; many press each other as if all weighed the same. Hundreds that walk into a corner or to
    /// one place stay apart at ten diameters a second and less; at thirty a hundred end up in one place.
    ///
    /// However fast, it skips nothing, what it slides into included. What is long turns by parts and is pushed out of what is static or
    /// kinematic after each, and turns no further than there is room; past others its turn may skip.
    ///
    /// Dynamic bodies are in its way as walls are: it stands on a stack as on ground, a crate that is wedged holds it off, and it
    /// loses all of its velocity into one, however light: to jump with a crate on its head it takes the jump's velocity set in two steps running. What it runs
    /// into gets in the next step what an inelastic hit of both masses gives, in each step in which it presses: never more than its
    /// own momentum, so that it pushes what is light, and does not move what rubs on the ground by more than that. What it stands on
    /// bears its whole weight. Dynamic bodies land and ride on it: to them it is a kinematic body that moves as it really did in the step before, or as
    /// fast as what is kinematic pushes it, be it through up to four of them, and never against them. They move it only where they would
    /// overlap it. Between one and a wall it stays out of the wall.
    ///
    /// In corners of what is static or kinematic it rests on both sides. What is static on both sides and leaves too narrow a gap
    /// stops it at the mouth; where kinematic sides open by less than 3° it sinks in, as the way out would be too far.
    /// What is kinematic and leaves it no room goes into it, and pushes it through nothing static.
    /// As nothing rubs, a platform that moves sideways or down goes away under it: add the platform's velocity to the one you set. Its
    /// contacts with what is static, kinematic or of this kind begin and end, but have neither hits nor impulses; those with
    /// dynamic bodies have hits, and the impulses of what presses on it and of its weight.
    Separate,
}

/// What a body starts as. `..BodyDef::default()` fills in the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct BodyDef {
    /// How it moves; dynamic by default.
    pub kind: BodyKind,
    /// How it answers to contacts, when dynamic.
    pub response: Response,
    /// Where its origin is and how it is turned.
    pub pose: Pose,
    /// Velocity of its centre of mass, in m/s: of its origin, until a dynamic body's colliders move that, and the velocity with it if
    /// it turns.
    pub linear_velocity: Vec2,
    /// Angular velocity in rad/s, counter-clockwise. A step turns a body by an eighth of a turn at most, at 60 Hz 47 rad/s; a body of
    /// one circle that much in each sub-step, with four 188 rad/s: what would roll faster is braked, a ball of 10 cm from 19 m/s on. What
    /// a longer step takes away of a dynamic body's does not come back.
    pub angular_velocity: f32,
    /// By what rate its linear velocity decays, in 1/s: 0 for none, 0.1 for a light drag.
    pub linear_damping: f32,
    /// By what rate its angular velocity decays, in 1/s: 0 for none, 0.1 for a light drag.
    pub angular_damping: f32,
    /// By what its gravity is multiplied: 1 as usual, 0 for a floating body.
    pub gravity_scale: f32,
    /// Whether it also stops at dynamic bodies, however fast it moves or turns. Static and kinematic bodies, and those of
    /// [`Response::Separate`], stop every body, bullet or not.
    ///
    /// Four things still get past: the tip of a kinematic body that turns may pass by what is slow; two bullets may pass by each
    /// other; a thin rod that turns gets out between walls without thickness now and then (at 400 m/s some in a hundred, at
    /// 100 one in two hundred, at 30 none); and so does what rides on walls that turn fast, or slides along them (of 120 bodies in a square
    /// drum of ten metres, within 20 s, none at 2 rad/s; at 6 rad/s 14 at 60 Hz, none through walls 40 cm thick, and at 30 Hz all).
    ///
    /// In each step in which it moves, or any point of it turns, further than a quarter of its width, a bullet costs a sweep for
    /// each thing on its way.
    pub is_bullet: bool,
    /// Motions that it does not make.
    pub locks: MotionLocks,
    /// It may fall asleep when it comes to rest.
    pub can_sleep: bool,
    /// Whether it is awake from the start. A body that is not begins without the velocity that is given here, and wakes as soon as
    /// something that moves touches it. Static bodies are never awake, whatever this says; all others always are in a world without
    /// [`Settings::sleep`](crate::Settings).
    pub is_awake: bool,
    /// Anything of yours.
    pub user_data: u64,
}

impl Default for BodyDef {
    fn default() -> Self {
        Self {
            kind: BodyKind::Dynamic,
            response: Response::Dynamics,
            pose: Pose::IDENTITY,
            linear_velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            is_bullet: false,
            locks: MotionLocks::NONE,
            can_sleep: true,
            is_awake: true,
            user_data: 0,
        }
    }
}

impl BodyDef {
    /// A static body at `position`.
    #[must_use]
    pub fn fixed(position: Vec2) -> Self {
        Self { kind: BodyKind::Static, pose: Pose::from_translation(position), ..Self::default() }
    }

    /// A kinematic body at `position`.
    #[must_use]
    pub fn kinematic(position: Vec2) -> Self {
        Self { kind: BodyKind::Kinematic, pose: Pose::from_translation(position), ..Self::default() }
    }

    /// A dynamic body at `position`.
    #[must_use]
    pub fn dynamic(position: Vec2) -> Self {
        Self { pose: Pose::from_translation(position), ..Self::default() }
    }

    pub(crate) fn check(&self) -> Result<(), WorldError> {
        check_vector("position", self.pose.translation)?;
        check_vector("linear velocity", self.linear_velocity)?;
        check_coordinate("angular velocity", self.angular_velocity)?;
        check_amount("linear damping", self.linear_damping, MAX_RATE)?;
        check_amount("angular damping", self.angular_damping, MAX_RATE)?;
        check_coordinate("gravity scale", self.gravity_scale)
    }
}

/// The largest damping, in 1/s, and the largest friction and rolling resistance.
pub(crate) const MAX_RATE: f32 = 1.0e7;

/// The largest density in kg/m².
pub(crate) const MAX_DENSITY: f32 = 1.0e9;

/// Which colliders may touch which, of bodies that may: those of one body never do, nor those of two bodies that are both static or kinematic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Filter {
    /// The categories it belongs to, a bit each.
    pub category: u64,
    /// The categories it collides with. Both sides must agree.
    pub mask: u64,
    /// Colliders of one group other than 0 always collide when it is positive and never when it is negative, whatever
    /// their masks say.
    pub group: i32,
}

impl Filter {
    /// Category 1, collides with everything, no group.
    pub const ALL: Self = Self { category: 1, mask: u64::MAX, group: 0 };

    /// What a query reports that goes by this filter: whatever colliders with it may touch, those of a body of its own included
    /// unless it is [left out](QueryFilter::exclude_body).
    #[must_use]
    pub const fn query(&self) -> QueryFilter {
        let Self { category, mask, group } = *self;
        QueryFilter { category, mask, group, ..QueryFilter::ALL }
    }

    /// [`Filter::query`], with most of all else: it takes no look at filters where nobody uses them.
    pub(crate) fn wide_query(&self) -> broadphase::QueryFilter {
        broadphase::QueryFilter { group: self.group.max(0), ..broadphase::QueryFilter::ALL }
    }

    /// What the broad phase knows it as, before it belongs to a body.
    pub(crate) fn of_nobody(&self) -> broadphase::Filter {
        let Self { category, mask, group } = *self;
        broadphase::Filter { category, mask, group, owner: broadphase::Filter::NO_OWNER }
    }
}

impl Default for Filter {
    fn default() -> Self {
        Self::ALL
    }
}

/// What a collider starts as: a shape on a body. [`ColliderDef::new`] fills in the rest, as it does where fields are missing from what is
/// read with the feature `serde`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct ColliderDef {
    /// The shape; polygons share their vertices with the definition.
    pub shape: Shape,
    /// Where it sits in its body's frame.
    #[cfg_attr(feature = "serde", serde(default))]
    pub local_pose: Pose,
    /// In kg/m²; 1. The body's mass follows from it: where nothing but contacts acts, ratios alone matter. What weighs nothing, as
    /// segments do, adds nothing; a dynamic body of nothing else [counts as a kilogram that never
    /// turns](crate::World::set_mass_properties).
    #[cfg_attr(feature = "serde", serde(default = "unit_density"))]
    pub density: f32,
    /// What its surface is like.
    #[cfg_attr(feature = "serde", serde(default))]
    pub material: Material,
    /// What it collides with.
    #[cfg_attr(feature = "serde", serde(default))]
    pub filter: Filter,
    /// It stops only what comes against this direction, in its own frame and of any length, and lets through what comes from
    /// behind or from the side: `Some(Vec2::Y)` is a platform to jump onto from below. Solid from all sides by default.
    ///
    /// What is in it by more than the slop and passes does so until they are apart; and a body that passes one, and is held by none, goes on
    /// through the next if any of it is behind that: a row lets it through like one piece, and its colliders go together.
    /// To drop through, have the body
    /// [ignore](crate::World::set_ignored) the platform's, or take the platform's category out of the collider's
    /// [filter](crate::World::set_filter), until [none of that is where it is](crate::World::query_shape_any): what is still in it
    /// when it is solid again is put on top.
    #[cfg_attr(feature = "serde", serde(default))]
    pub one_way: Option<Vec2>,
    /// What slides or rolls over it does not feel where it meets other seamless colliders: tiles, ramps and segments in a row are to that
    /// what one piece would be; see [Tiles](crate#tiles). Where its body may move, those are its neighbours that move with it. False by
    /// default. On sensors and on circles it does nothing.
    #[cfg_attr(feature = "serde", serde(default))]
    pub is_seamless: bool,
    /// It collides with nothing, but reports what overlaps it, sensors aside, and what passed it within a step; queries see it
    /// only [if asked to](crate::Sensors). What a hit makes fast it sees from the next step on. One of a static body never sees
    /// what is static: make its body kinematic where it should. A sensor of a body that is awake sees what sleeps. Where both
    /// sides have slept since they were created, it sees the other when either wakes, and in the step after that where it woke
    /// within one. It weighs what any other collider does: on a dynamic body give it a [density](ColliderDef::density) of 0.
    #[cfg_attr(feature = "serde", serde(default))]
    pub is_sensor: bool,
    /// Its contacts report when they begin and end, and its overlaps with sensors, if it is set on either side.
    #[cfg_attr(feature = "serde", serde(default = "reports"))]
    pub contact_events: bool,
    /// Its contacts report hits harder than [`Settings::hit_speed`](crate::Settings), if it is set on either side, but for those of
    /// [`Response::Separate`] that no dynamic body feels: these begin without one.
    #[cfg_attr(feature = "serde", serde(default = "reports"))]
    pub hit_events: bool,
    /// Anything of yours.
    #[cfg_attr(feature = "serde", serde(default))]
    pub user_data: u64,
}

impl ColliderDef {
    /// `shape` at the body's origin with density 1 kg/m², the default material, no filter, and all its events.
    #[must_use]
    pub fn new(shape: impl Into<Shape>) -> Self {
        Self {
            shape: shape.into(),
            local_pose: Pose::IDENTITY,
            density: 1.0,
            material: Material::default(),
            filter: Filter::ALL,
            one_way: None,
            is_seamless: false,
            is_sensor: false,
            contact_events: true,
            hit_events: true,
            user_data: 0,
        }
    }

    pub(crate) fn check(&self) -> Result<(), WorldError> {
        check_amount("density", self.density, MAX_DENSITY)?;
        self.material.check()?;
        unit_front(self.one_way)?;
        check_placed(&self.shape, &self.local_pose)
    }
}

/// The density that is read where there is none.
#[cfg(feature = "serde")]
fn unit_density() -> f32 {
    1.0
}

/// Whether a collider that does not say reports events, when it is read.
#[cfg(feature = "serde")]
fn reports() -> bool {
    true
}

/// The direction of a one-way surface as a unit vector.
pub(crate) fn unit_front(front: Option<Vec2>) -> Result<Option<Vec2>, WorldError> {
    let Some(front) = front else { return Ok(None) };
    check_vector("one-way direction", front)?;
    // Squares of short ones vanish in single precision.
    let unit = front.as_dvec2().normalize_or_zero().as_vec2();
    check("one-way direction's length", unit.length(), "more than zero", |length| length > 0.0)?;
    Ok(Some(unit))
}

/// Refuses shapes that reach out of the world.
pub(crate) fn check_placed(shape: &Shape, local_pose: &Pose) -> Result<(), WorldError> {
    check_vector("local position", local_pose.translation)?;
    check_reach(shape)
}

/// Refuses shapes whose frame is far from them, or that are as large as the world.
pub(crate) fn check_reach(shape: &Shape) -> Result<(), WorldError> {
    let circle = shape.bounding_circle();
    check_vector("shape's centre", circle.center)?;
    check_amount("shape's extent", circle.radius, crate::MAX_COORDINATE)
}
