use crate::bodies::{Bodies, NONE, Traits};
use crate::bounds::{circle_of, proxy_filter};
use crate::colliders::Colliders;
use crate::contacts::Contacts;
use crate::error::{check_coordinate, check_vector};
use crate::narrow_phase::BoxPairs;
use crate::{BodyDef, BodyId, BodyKind, ColliderDef, ColliderId, Events, Response, Settings, StepReport, WorldError};
use broadphase::{BroadPhase, Layer, Pair, Proxy};
use bumpalo::Bump;
use geom::{Pose, Vec2};
use sat_simd::{MassProperties, Shape};

/// Bodies and their colliders, and what happens to them when time goes on. See the [crate](crate) for an introduction.
///
/// Same calls, same bits: everything that comes out of a world is a function of the calls made on it, whatever the
/// machine, the instruction set or the build. [`World::state_hash`] tells two states apart.
pub struct World {
    pub(crate) settings: Settings,
    pub(crate) bodies: Bodies,
    pub(crate) colliders: Colliders,
    pub(crate) broad_phase: BroadPhase,
    pub(crate) contacts: Contacts,
    pub(crate) events: Events,
    pub(crate) report: StepReport,
    /// Pairs that passed the circle filter; kept for its room.
    pub(crate) near_pairs: Vec<Pair>,
    pub(crate) box_pairs: BoxPairs,
    /// What one step needs and the next one does not; grows once, then never asks the global allocator again.
    pub(crate) arena: Bump,
}

impl World {
    /// An empty world.
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] names the setting that is out of range.
    pub fn new(settings: Settings) -> Result<Self, WorldError> {
        settings.check()?;
        let margin = settings.aabb_margin;
        let broad_settings = broadphase::Settings { margin, ..broadphase::Settings::default() };
        Ok(Self {
            settings,
            bodies: Bodies::default(),
            colliders: Colliders::default(),
            broad_phase: BroadPhase::with_settings(broad_settings).expect("the margin was checked just now"),
            contacts: Contacts::default(),
            events: Events::default(),
            report: StepReport::default(),
            arena: Bump::new(),
            near_pairs: Vec::new(),
            box_pairs: BoxPairs::default(),
        })
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the gravity, in m/s².
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`].
    pub fn set_gravity(&mut self, gravity: Vec2) -> Result<(), WorldError> {
        check_vector("gravity", gravity)?;
        self.settings.gravity = gravity;
        Ok(())
    }

    /// Adds a body without colliders. O(1).
    ///
    /// # Errors
    /// [`WorldError::InvalidNumber`] names the field that is out of range; [`WorldError::Full`].
    pub fn create_body(&mut self, def: &BodyDef) -> Result<BodyId, WorldError> {
        def.check()?;
        self.bodies.insert(def).ok_or(WorldError::Full { what: "bodies", max: crate::id::Slots::MAX })
    }

    /// Adds a collider to a body, whose mass follows. O(vertices).
    ///
    /// Contacts with it start at the next step, whatever it overlaps; queries see it at once.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`]; [`WorldError::InvalidNumber`] names the field that is out of range, or a mass that
    /// overflows; [`WorldError::Full`].
    pub fn create_collider(&mut self, body: BodyId, def: &ColliderDef) -> Result<ColliderId, WorldError> {
        let row = self.body_row(body)?;
        def.check()?;
        let added = mass_of(&def.shape, &def.local_pose, def.density);
        let mass = combined_mass([self.bodies.masses[row].properties, added].into_iter())?;
        let traits = self.bodies.traits[row];
        let pose = self.bodies.poses[row] * def.local_pose;
        let layer = if traits.kind == BodyKind::Static { Layer::Static } else { Layer::Moving };
        let broad_phase = &mut self.broad_phase;
        let insert = |id: ColliderId| {
            let proxy = Proxy {
                aabb: def.shape.aabb(&pose),
                circle: circle_of(&def.shape, &pose),
                filter: proxy_filter(&def.filter, row),
                user_data: id.slot() as u64,
                layer,
            };
            broad_phase.insert(&proxy).ok()
        };
        let id = self
            .colliders
            .insert(def, row, pose, traits.first_collider, insert)
            .ok_or(WorldError::Full { what: "colliders", max: crate::id::Slots::MAX })?;
        let (traits, collider) = (&mut self.bodies.traits[row], id.slot());
        traits.first_collider = collider as u32;
        traits.core = traits.core.min(self.colliders.traits[collider].core);
        self.bodies.set_mass(row, mass);
        Ok(id)
    }

    /// Removes a body with its colliders. Their contacts and sensor overlaps end in the next step. O(its colliders).
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn destroy_body(&mut self, body: BodyId) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        let mut next = self.bodies.traits[row].first_collider;
        while next != NONE {
            let slot = next as usize;
            next = self.colliders.next[slot];
            self.remove_collider(slot);
        }
        self.bodies.slots.give_back(row);
        Ok(())
    }

    /// Removes a collider; its body's mass follows. Its contacts and sensor overlaps end in the next step.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn destroy_collider(&mut self, collider: ColliderId) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        let row = self.colliders.bodies[slot] as usize;
        let after = self.colliders.next[slot];
        let before = self.colliders.list(self.bodies.traits[row].first_collider);
        match before.take_while(|&other| other != slot).last() {
            Some(before) => self.colliders.next[before] = after,
            None => self.bodies.traits[row].first_collider = after,
        }
        self.remove_collider(slot);
        let mass = combined_mass(self.masses_of(row)).expect("less mass than before does not overflow");
        self.bodies.set_mass(row, mass);
        Ok(())
    }

    /// How many bodies there are.
    #[must_use]
    pub fn body_count(&self) -> usize {
        self.bodies.slots.len()
    }

    /// How many colliders there are.
    #[must_use]
    pub fn collider_count(&self) -> usize {
        self.colliders.slots.len()
    }

    /// The bodies in slot order.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.bodies.slots.iter().map(|slot| self.bodies.id(slot))
    }

    /// The colliders in slot order.
    pub fn colliders(&self) -> impl Iterator<Item = ColliderId> + '_ {
        self.colliders.slots.iter().map(|slot| self.colliders.id(slot))
    }

    /// What the last step did; all zero before the first.
    #[must_use]
    pub fn report(&self) -> &StepReport {
        &self.report
    }

    /// What happened in the last step.
    #[must_use]
    pub fn events(&self) -> &Events {
        &self.events
    }

    pub(crate) fn body_row(&self, id: BodyId) -> Result<usize, WorldError> {
        self.bodies.slot(id).ok_or(WorldError::StaleBody(id))
    }

    pub(crate) fn collider_row(&self, id: ColliderId) -> Result<usize, WorldError> {
        self.colliders.slot(id).ok_or(WorldError::StaleCollider(id))
    }

    fn remove_collider(&mut self, slot: usize) {
        self.broad_phase.remove(self.colliders.proxies[slot]).expect("a collider has a proxy as long as it lives");
        self.colliders.slots.give_back(slot);
    }

    fn masses_of(&self, row: usize) -> impl Iterator<Item = MassProperties> + Clone + '_ {
        let colliders = &self.colliders;
        colliders
            .list(self.bodies.traits[row].first_collider)
            .map(|slot| mass_of(&colliders.shapes[slot], &colliders.local_poses[slot], colliders.densities[slot]))
    }

    /// Puts a body's colliders where its pose says.
    pub(crate) fn follow(&mut self, row: usize) {
        let pose = self.bodies.poses[row];
        let mut next = self.bodies.traits[row].first_collider;
        while next != NONE {
            let slot = next as usize;
            next = self.colliders.next[slot];
            let pose = pose * self.colliders.local_poses[slot];
            self.colliders.poses[slot] = pose;
            let shape = &self.colliders.shapes[slot];
            let (aabb, circle) = (shape.aabb(&pose), circle_of(shape, &pose));
            self.broad_phase
                .update(self.colliders.proxies[slot], &aabb, &circle)
                .expect("coordinates within their limit give finite boxes");
        }
    }
}

/// Bodies: reading and changing them.
impl World {
    /// Where a body's origin is and how it is turned.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn pose(&self, body: BodyId) -> Result<Pose, WorldError> {
        Ok(self.bodies.poses[self.body_row(body)?])
    }

    /// Puts a body somewhere else at once, without moving through what is between. Its velocity stays.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`], [`WorldError::InvalidNumber`].
    pub fn set_pose(&mut self, body: BodyId, pose: Pose) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        check_vector("position", pose.translation)?;
        self.bodies.set_pose(row, pose);
        self.follow(row);
        Ok(())
    }

    /// A body's centre of mass in the world.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn center_of_mass(&self, body: BodyId) -> Result<Vec2, WorldError> {
        Ok(self.bodies.centers[self.body_row(body)?])
    }

    /// Velocity of a body's centre of mass, in m/s.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn linear_velocity(&self, body: BodyId) -> Result<Vec2, WorldError> {
        Ok(self.bodies.velocities[self.body_row(body)?].linear)
    }

    /// Sets the velocity of a body's centre of mass, in m/s.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`], [`WorldError::InvalidNumber`], [`WorldError::WrongKind`] for a static body.
    pub fn set_linear_velocity(&mut self, body: BodyId, velocity: Vec2) -> Result<(), WorldError> {
        let row = self.moving_row(body, "a velocity")?;
        check_vector("linear velocity", velocity)?;
        self.bodies.velocities[row].linear = velocity;
        Ok(())
    }

    /// A body's angular velocity in rad/s.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn angular_velocity(&self, body: BodyId) -> Result<f32, WorldError> {
        Ok(self.bodies.velocities[self.body_row(body)?].angular)
    }

    /// Sets a body's angular velocity in rad/s. A step turns a body by an eighth of a turn at most.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`], [`WorldError::InvalidNumber`], [`WorldError::WrongKind`] for a static body.
    pub fn set_angular_velocity(&mut self, body: BodyId, velocity: f32) -> Result<(), WorldError> {
        let row = self.moving_row(body, "a velocity")?;
        check_coordinate("angular velocity", velocity)?;
        self.bodies.velocities[row].angular = velocity;
        Ok(())
    }

    /// Gives a kinematic body the velocity that takes it to `target` within a step of `dt` seconds, by the shorter turn.
    ///
    /// It keeps that velocity until told otherwise. The position is met to rounding; the angle to a thousandth for turns
    /// below a tenth of a radian per step.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`]; [`WorldError::WrongKind`] unless the body is kinematic; [`WorldError::InvalidNumber`]
    /// when a number, or the velocity it would take, is out of range.
    pub fn set_kinematic_target(&mut self, body: BodyId, target: Pose, dt: f32) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        let kind = self.bodies.traits[row].kind;
        if kind != BodyKind::Kinematic {
            return Err(WorldError::WrongKind { what: "a target pose", kind });
        }
        check_vector("target position", target.translation)?;
        crate::error::check("dt", dt, "from 1e-6 to 1", |dt| {
            (crate::MIN_TIME_STEP..=crate::MAX_TIME_STEP).contains(&dt)
        })?;
        let pose = self.bodies.poses[row];
        let target_center = target.transform_point(self.bodies.masses[row].local_center);
        let linear = (target_center - self.bodies.centers[row]) / dt;
        let angular = pose.rotation.inv_mul(target.rotation).angle() / dt;
        check_vector("velocity to the target", linear)?;
        check_coordinate("angular velocity to the target", angular)?;
        self.bodies.velocities[row] = crate::bodies::Velocity { linear, angular };
        Ok(())
    }

    /// How a body moves.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn kind(&self, body: BodyId) -> Result<BodyKind, WorldError> {
        Ok(self.traits(body)?.kind)
    }

    /// How a body answers to contacts.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn response(&self, body: BodyId) -> Result<Response, WorldError> {
        Ok(self.traits(body)?.response)
    }

    /// The mass, centre (in the body's frame) and rotational inertia of a body's colliders.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn mass_properties(&self, body: BodyId) -> Result<MassProperties, WorldError> {
        Ok(self.bodies.masses[self.body_row(body)?].properties)
    }

    /// What the caller stored with a body.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn user_data(&self, body: BodyId) -> Result<u64, WorldError> {
        Ok(self.bodies.user_data[self.body_row(body)?])
    }

    /// Replaces what the caller stored with a body.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn set_user_data(&mut self, body: BodyId, user_data: u64) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        self.bodies.user_data[row] = user_data;
        Ok(())
    }

    /// A body's colliders, the newest first; none for a stale id.
    pub fn colliders_of(&self, body: BodyId) -> impl Iterator<Item = ColliderId> + '_ {
        let first = self.bodies.slot(body).map_or(NONE, |row| self.bodies.traits[row].first_collider);
        self.colliders.list(first).map(|slot| self.colliders.id(slot))
    }

    fn traits(&self, body: BodyId) -> Result<&Traits, WorldError> {
        Ok(&self.bodies.traits[self.body_row(body)?])
    }

    fn moving_row(&self, body: BodyId, what: &'static str) -> Result<usize, WorldError> {
        let row = self.body_row(body)?;
        match self.bodies.traits[row].kind {
            kind @ BodyKind::Static => Err(WorldError::WrongKind { what, kind }),
            _ => Ok(row),
        }
    }
}

/// Colliders: reading them.
impl World {
    /// The body a collider belongs to.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn body_of(&self, collider: ColliderId) -> Result<BodyId, WorldError> {
        Ok(self.bodies.id(self.colliders.bodies[self.collider_row(collider)?] as usize))
    }

    /// A collider's shape, in its own frame.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn shape(&self, collider: ColliderId) -> Result<&Shape, WorldError> {
        Ok(&self.colliders.shapes[self.collider_row(collider)?])
    }

    /// Where a collider is in the world.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn collider_pose(&self, collider: ColliderId) -> Result<Pose, WorldError> {
        let row = self.collider_row(collider)?;
        Ok(self.colliders.poses[row])
    }

    /// Whether a collider is a sensor.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn is_sensor(&self, collider: ColliderId) -> Result<bool, WorldError> {
        Ok(self.colliders.traits[self.collider_row(collider)?].is_sensor)
    }

    /// The box around a collider that the broad phase made its pairs with in the last step: tight, plus a margin for moving
    /// bodies.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn fat_aabb(&self, collider: ColliderId) -> Result<geom::Aabb, WorldError> {
        let proxy = self.colliders.proxies[self.collider_row(collider)?];
        Ok(self.broad_phase.fat_aabb(proxy).expect("a collider has a proxy as long as it lives"))
    }

    /// What the caller stored with a collider.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn collider_user_data(&self, collider: ColliderId) -> Result<u64, WorldError> {
        Ok(self.colliders.user_data[self.collider_row(collider)?])
    }
}

/// A collider's mass properties in its body's frame.
fn mass_of(shape: &Shape, local_pose: &Pose, density: f32) -> MassProperties {
    let own = shape.mass_properties(density);
    MassProperties { center: local_pose.transform_point(own.center), ..own }
}

/// The mass properties of several parts together, by the parallel axis theorem, in double precision.
fn combined_mass(parts: impl Iterator<Item = MassProperties> + Clone) -> Result<MassProperties, WorldError> {
    let wide = |v: Vec2| (f64::from(v.x), f64::from(v.y));
    let (mut mass, mut x, mut y) = (0.0, 0.0, 0.0);
    for part in parts.clone() {
        let (weight, center) = (f64::from(part.mass), wide(part.center));
        mass += weight;
        x += weight * center.0;
        y += weight * center.1;
    }
    if mass == 0.0 {
        return Ok(MassProperties::default());
    }
    (x, y) = (x / mass, y / mass);
    let mut inertia = 0.0;
    for part in parts {
        let (dx, dy) = (f64::from(part.center.x) - x, f64::from(part.center.y) - y);
        inertia += f64::from(part.inertia) + f64::from(part.mass) * (dx * dx + dy * dy);
    }
    let expected = "small enough for single precision";
    crate::error::check("mass", mass as f32, expected, |m| m <= MAX_MASS)?;
    crate::error::check("rotational inertia", inertia as f32, expected, |i| i <= MAX_MASS)?;
    Ok(MassProperties { mass: mass as f32, center: Vec2::new(x as f32, y as f32), inertia: inertia as f32 })
}

/// The largest mass in kg and inertia in kg·m²: their inverses and products with velocities stay in range.
const MAX_MASS: f32 = 1.0e30;
