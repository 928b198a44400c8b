use crate::awake_set::AwakeSet;
use crate::column::{NONE, make_room, set};
use crate::contact::Contact;
use crate::id::Slots;
use crate::meet::SAFE_WAY;
use crate::rest::Rest;
use crate::{BodyDef, BodyId, BodyKind, MotionLocks, Response};
use geom::{Pose, Rot, Vec2};
use sat_simd::MassProperties;
use std::collections::TryReserveError;

/// The bodies, a row per slot, as a structure of arrays: what every step reads apart from what few steps do.
#[derive(Default)]
pub(crate) struct Bodies {
    pub slots: Slots,
    pub poses: Vec<Pose>,
    /// Centres of mass in the world: what the solver moves; the pose follows.
    pub centers: Vec<Vec2>,
    pub velocities: Vec<Velocity>,
    pub masses: Vec<Mass>,
    pub forces: Vec<Force>,
    /// How fast those that are pushed out moved in the last step, in m/s: what dynamic bodies feel of them.
    pub paces: Vec<Vec2>,
    pub traits: Vec<Traits>,
    pub rest: Vec<Rest>,
    pub awake: AwakeSet,
    /// Those that were created or put somewhere else since the last step.
    jumped: Vec<u32>,
    /// Those that are [passing](Traits::is_passing).
    pub passing: Vec<u32>,
    pub user_data: Vec<u64>,
}

geom::clone_in_place!(Bodies {
    slots,
    poses,
    centers,
    velocities,
    masses,
    forces,
    paces,
    traits,
    rest,
    awake,
    jumped,
    passing,
    user_data,
});

/// How fast a body moves and turns.
#[derive(Clone, Copy, Default)]
pub(crate) struct Velocity {
    pub linear: Vec2,
    pub angular: f32,
}

impl Velocity {
    pub fn is_moving(&self) -> bool {
        self.linear != Vec2::ZERO || self.angular != 0.0
    }
}

/// What a body weighs.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mass {
    /// 1/kg; zero when nothing pushes it.
    pub inv_mass: f32,
    /// 1/(kg·m²); zero when nothing turns it.
    pub inv_inertia: f32,
    pub local_center: Vec2,
    pub properties: MassProperties,
}

/// What pulls a body until the end of the next step.
#[derive(Clone, Copy, Default)]
pub(crate) struct Force {
    pub linear: Vec2,
    pub torque: f32,
}

/// What a body is like.
#[derive(Clone, Copy)]
pub(crate) struct Traits {
    pub kind: BodyKind,
    pub response: Response,
    pub bullet: bool,
    pub locks: MotionLocks,
    /// Whether it takes part at all.
    pub enabled: bool,
    /// It is dynamic, and was created or put somewhere else since the last step.
    pub has_jumped: bool,
    /// In the last step it went through one-way surfaces, and none held it.
    pub is_passing: bool,
    /// Of a body that is pushed out: it stands on what gives way, and on nothing else, so that it gives way as well.
    pub yields: bool,
    pub linear_damping: f32,
    pub angular_damping: f32,
    pub gravity_scale: f32,
    /// It is static, and the mass that is known is not that of its colliders any more.
    pub is_unweighed: bool,
    /// How far it may move in one step before it could skip something thin, in metres: the least of its colliders' cores.
    pub core: f32,
    /// The first of its colliders; each knows the next.
    pub first_collider: u32,
}

impl Traits {
    /// Whether contacts are solved for it by pushing it out.
    pub fn is_separated(&self) -> bool {
        self.kind == BodyKind::Dynamic && self.response == Response::Separate
    }

    /// Whether contacts are solved for it by impulses.
    pub fn gives_way(&self) -> bool {
        self.kind == BodyKind::Dynamic && self.response == Response::Dynamics
    }

    /// How far it may go in a step before what it does not touch yet is looked for on its way, in its cores. What is pushed out is
    /// so in the very step, and nobody is swept by what is kinematic.
    pub fn unswept(&self) -> f32 {
        if self.gives_way() { SAFE_WAY } else { 1.0 }
    }

    /// What gravity does to its velocity in a second, in m/s, as far as its locks let it.
    pub fn weight(&self, gravity: Vec2) -> Vec2 {
        self.locks.free(gravity * self.gravity_scale)
    }

    /// Whether impulses move or turn it in the solver.
    pub fn is_moved(&self) -> bool {
        let MotionLocks { x, y, rotation } = self.locks;
        match self.response {
            Response::Dynamics => self.gives_way() && !(x && y && rotation),
            Response::Separate => self.is_separated() && self.yields && !(x && y),
        }
    }
}

impl Bodies {
    /// Velocity of a body's material at a point in the world.
    pub fn velocity_at(&self, slot: usize, point: Vec2) -> Vec2 {
        let Velocity { linear, angular } = self.velocities[slot];
        linear + angular * (point - self.centers[slot]).perp()
    }

    /// How far a body's material, which is at a point in the world now, has come in the last `dt` seconds if its velocity was the same.
    pub fn way_to(&self, slot: usize, point: Vec2, dt: f32) -> Vec2 {
        let Velocity { linear, angular } = self.velocities[slot];
        let arm = point - self.centers[slot];
        let turn = Rot::from_angle(angular * dt);
        linear * dt + arm - turn.inv_rotate(arm)
    }

    /// Where what moves with a body, and is at a pose in the world now, was `dt` seconds ago if its velocity was the same.
    pub fn pose_before(&self, slot: usize, pose: &Pose, dt: f32) -> Pose {
        let turn = Rot::from_angle(self.velocities[slot].angular * dt);
        Pose::new(pose.translation - self.way_to(slot, pose.translation, dt), turn.inverse() * pose.rotation)
    }

    /// The body of a contact that sleeps, if touching its other side would wake it: not what stands still for good.
    #[inline]
    pub fn woken_by(&self, contact: &Contact) -> Option<usize> {
        let (a, b) = (contact.body_a as usize, contact.body_b as usize);
        let (sleeper, other) = match (self.awake.contains(a), self.awake.contains(b)) {
            (true, false) => (b, a),
            (false, true) => (a, b),
            _ => return None,
        };
        let moves = self.traits[other].kind == BodyKind::Dynamic || self.velocities[other].is_moving();
        (moves && self.traits[sleeper].kind == BodyKind::Dynamic).then_some(sleeper)
    }

    /// Makes room for so many.
    pub fn make_room(&mut self, count: usize) -> Result<(), TryReserveError> {
        let Self { slots, poses, centers, velocities, masses, forces, paces, traits, rest, .. } = self;
        slots.make_room(count)?;
        make_room(poses, count)?;
        make_room(centers, count)?;
        make_room(velocities, count)?;
        make_room(masses, count)?;
        make_room(forces, count)?;
        make_room(paces, count)?;
        make_room(traits, count)?;
        make_room(rest, count)?;
        let Self { awake, jumped, passing, user_data, .. } = self;
        awake.make_room(count)?;
        make_room(jumped, count)?;
        make_room(passing, count)?;
        make_room(user_data, count)
    }

    /// Adds a body, awake if it ever is and `awake` says so; `None` when there is no room.
    pub fn insert(&mut self, def: &BodyDef, awake: bool) -> Option<BodyId> {
        let handle = self.slots.take()?;
        let slot = handle.slot as usize;
        set(&mut self.poses, slot, def.pose);
        set(&mut self.centers, slot, def.pose.translation);
        let moves = def.kind != BodyKind::Static;
        let velocity = Velocity { linear: def.linear_velocity, angular: def.angular_velocity };
        set(&mut self.velocities, slot, if moves && awake { velocity } else { Velocity::default() });
        set(&mut self.masses, slot, Mass::default());
        set(&mut self.forces, slot, Force::default());
        set(&mut self.paces, slot, Vec2::ZERO);
        let traits = Traits {
            kind: def.kind,
            response: def.response,
            bullet: def.is_bullet,
            locks: def.locks,
            enabled: true,
            // Who had the slot before may have, and is on the list.
            has_jumped: self.traits.get(slot).is_some_and(|before| before.has_jumped),
            is_passing: false,
            yields: false,
            is_unweighed: false,
            linear_damping: def.linear_damping,
            angular_damping: def.angular_damping,
            gravity_scale: def.gravity_scale,
            core: f32::MAX,
            first_collider: NONE,
        };
        set(&mut self.traits, slot, traits);
        self.note_jump(slot);
        set(&mut self.rest, slot, Rest::new(slot, def));
        self.awake.admit(slot);
        if moves && awake {
            self.awake.insert(slot);
        }
        set(&mut self.user_data, slot, def.user_data);
        self.set_mass(slot, MassProperties::default());
        Some(BodyId(handle))
    }

    #[inline]
    pub fn slot(&self, id: BodyId) -> Option<usize> {
        self.slots.get(id.0)
    }

    /// The id of the body in a slot that is in use.
    pub fn id(&self, slot: usize) -> BodyId {
        BodyId(self.slots.handle(slot).expect("the slot is in use"))
    }

    /// Notes that a dynamic body was created or put somewhere else, until the next step has ended.
    pub fn note_jump(&mut self, slot: usize) {
        let Traits { kind, has_jumped, is_passing, .. } = &mut self.traits[slot];
        *is_passing = false;
        if *kind == BodyKind::Dynamic && !std::mem::replace(has_jumped, true) {
            self.jumped.push(slot as u32);
        }
    }

    /// Forgets who jumped.
    pub fn land_all(&mut self) {
        self.jumped.drain(..).for_each(|slot| self.traits[slot as usize].has_jumped = false);
    }

    /// Forgets what a body that is pushed out did in the last step, and what it stands on.
    pub fn forget_step(&mut self, slot: usize) {
        self.paces[slot] = Vec2::ZERO;
        self.traits[slot].yields = false;
    }

    /// Whether a body is [the same however it is turned](is_disc).
    pub fn is_disc(&self, slot: usize) -> bool {
        is_disc(&self.rest[slot], &self.traits[slot])
    }

    /// Puts a body somewhere, and its centre of mass with it.
    pub fn set_pose(&mut self, slot: usize, pose: Pose) {
        self.poses[slot] = pose;
        self.centers[slot] = pose.transform_point(self.masses[slot].local_center);
    }

    /// Gives a body this mass, keeping the velocity of the material at its new centre.
    ///
    /// A dynamic body without mass weighs a kilogram and never turns. A kinematic one has its centre in its origin, whatever its colliders
    /// weigh: a door turns about its hinge.
    pub fn set_mass(&mut self, slot: usize, properties: MassProperties) {
        let traits = &mut self.traits[slot];
        traits.is_unweighed = false;
        let dynamic = traits.kind == BodyKind::Dynamic;
        let inverse = |amount: f32, least: f32| if amount > 0.0 { 1.0 / amount.max(least) } else { 0.0 };
        let inv_inertia = if dynamic && !traits.locks.rotation && !traits.is_separated() {
            inverse(properties.inertia, LEAST_INERTIA)
        } else {
            0.0
        };
        let inv_mass = match dynamic {
            true if properties.mass > 0.0 => inverse(properties.mass, LEAST_MASS),
            true => 1.0,
            false => 0.0,
        };
        let local_center = if traits.kind == BodyKind::Kinematic { Vec2::ZERO } else { properties.center };
        self.masses[slot] = Mass { inv_mass, inv_inertia, local_center, properties };
        let before = self.centers[slot];
        self.centers[slot] = self.poses[slot].transform_point(local_center);
        let arm = self.centers[slot] - before;
        let velocity = &mut self.velocities[slot];
        velocity.linear += velocity.angular * arm.perp();
    }
}

/// Whether a body reaches as far from its centre of mass whichever way: a circle does, about that.
pub(crate) fn is_disc(rest: &Rest, traits: &Traits) -> bool {
    rest.extent <= traits.core
}

/// A body weighs no less than this, in kg, so that inverse masses and their products stay finite.
const LEAST_MASS: f32 = 1.0e-12;

/// Least rotational inertia in kg·m²; see [`LEAST_MASS`].
const LEAST_INERTIA: f32 = 1.0e-18;
