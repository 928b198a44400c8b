use crate::bodies::{Bodies, Traits, Velocity};
use crate::error::{check, check_coordinate, check_vector};
use crate::solver::Limits;
use crate::{BodyDef, BodyId, BodyKind, Call, ColliderId, MotionLocks, Response, World, WorldError};
use geom::{Pose, Vec2};
use sat_simd::MassProperties;

/// Bodies: reading and changing them.
impl World {
    /// Where a body's origin is and how it is turned.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn pose(&self, body: BodyId) -> Result<Pose, WorldError> {
        Ok(self.bodies.poses[self.body_row(body)?])
    }

    /// Puts a body somewhere else at once, without moving through what is between. Its velocity stays. Whether a dynamic one goes
    /// through a one-way surface that it still meets is decided anew. Wakes it, what touched it and what is there, but for what goes
    /// through it by a filter or [ignores](World::set_ignored) it and is not sensed. So a zone that is moved on in each frame keeps
    /// all that is in it awake: move a kinematic one by [`World::set_kinematic_target`] instead.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`], [`WorldError::InvalidNumber`].
    pub fn set_pose(&mut self, body: BodyId, pose: Pose) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        check_vector("position", pose.translation)?;
        self.recorder.note(|| Call::SetPose { body, pose });
        self.rouse_around(row);
        self.note_seams_of(row);
        self.bodies.set_pose(row, pose);
        self.bodies.note_jump(row);
        self.bodies.forget_step(row);
        self.follow(row);
        self.note_seams_of(row);
        self.rouse_around(row);
        Ok(())
    }

    /// A body's centre of mass in the world; of a kinematic one, its origin. As long as [its mass](World::mass_properties) takes.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn center_of_mass(&self, body: BodyId) -> Result<Vec2, WorldError> {
        let row = self.body_row(body)?;
        let Bodies { traits, poses, centers, .. } = &self.bodies;
        let center = || poses[row].transform_point(self.mass_of(row).center);
        Ok(if traits[row].is_unweighed { center() } else { centers[row] })
    }

    /// Velocity of a body's centre of mass, in m/s.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn linear_velocity(&self, body: BodyId) -> Result<Vec2, WorldError> {
        Ok(self.bodies.velocities[self.body_row(body)?].linear)
    }

    /// Sets the velocity of a body's centre of mass, in m/s. Unless it stands still then, it wakes with all that sleeps with it; what
    /// lies on a kinematic one wakes in the next step.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`], [`WorldError::InvalidNumber`], [`WorldError::WrongKind`] for a static body.
    pub fn set_linear_velocity(&mut self, body: BodyId, velocity: Vec2) -> Result<(), WorldError> {
        let row = self.moving_row(body, "a velocity")?;
        check_vector("linear velocity", velocity)?;
        self.recorder.note(|| Call::SetLinearVelocity { body, velocity });
        self.set_velocity(row, Velocity { linear: velocity, ..self.bodies.velocities[row] });
        Ok(())
    }

    /// A body's angular velocity in rad/s.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn angular_velocity(&self, body: BodyId) -> Result<f32, WorldError> {
        Ok(self.bodies.velocities[self.body_row(body)?].angular)
    }

    /// Sets a body's angular velocity in rad/s. A step turns a body by an eighth of a turn at most, a sub-step a disc. Wakes as
    /// [`World::set_linear_velocity`] does.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`], [`WorldError::InvalidNumber`], [`WorldError::WrongKind`] for a static body.
    pub fn set_angular_velocity(&mut self, body: BodyId, velocity: f32) -> Result<(), WorldError> {
        let row = self.moving_row(body, "a velocity")?;
        check_coordinate("angular velocity", velocity)?;
        self.recorder.note(|| Call::SetAngularVelocity { body, velocity });
        self.set_velocity(row, Velocity { angular: velocity, ..self.bodies.velocities[row] });
        Ok(())
    }

    /// Velocity of a body's material at a point in the world, in m/s: that of its centre of mass, and what its spin adds there, whether
    /// the point lies in one of its colliders or not. Zero for what is static or asleep.
    ///
    /// ```
    /// use world::{BodyDef, Settings, Vec2, World};
    ///
    /// let mut world = World::new(Settings::default())?;
    /// let plate = BodyDef { linear_velocity: Vec2::X, angular_velocity: 2.0, ..BodyDef::kinematic(Vec2::ZERO) };
    /// let plate = world.create_body(&plate)?;
    /// // What stands three metres right of its middle is lifted by six metres a second.
    /// assert_eq!(world.velocity_at(plate, Vec2::new(3.0, 0.0))?, Vec2::new(1.0, 6.0));
    /// # Ok::<(), world::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::StaleBody`], [`WorldError::InvalidNumber`] when the point is out of range.
    pub fn velocity_at(&self, body: BodyId, world_point: Vec2) -> Result<Vec2, WorldError> {
        let row = self.body_row(body)?;
        check_vector("point", world_point)?;
        Ok(self.bodies.velocity_at(row, world_point))
    }

    /// Gives a kinematic body the velocity that takes it to `target` within a step of `dt` seconds, by the shorter turn.
    ///
    /// It keeps that velocity until told otherwise. Its position is met to rounding, the angle to |turn|³/48 rad
    /// with the usual four sub-steps, which is 2·10⁻⁵ rad for a tenth of a radian. Motions that are locked are not made. What is farther than a step goes is refused: [`World::set_pose`] goes anywhere.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`]; [`WorldError::WrongKind`] unless the body is kinematic; [`WorldError::InvalidNumber`]
    /// when a number is out of range, or the body would have to move faster than
    /// [`Settings::max_linear_speed`](crate::Settings) or turn by more than an eighth.
    pub fn set_kinematic_target(&mut self, body: BodyId, target: Pose, dt: f32) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        let kind = self.bodies.traits[row].kind;
        if kind != BodyKind::Kinematic {
            return Err(WorldError::WrongKind { what: "a target pose", kind });
        }
        check_vector("target position", target.translation)?;
        check("dt", dt, "from 1e-6 to 1", |dt| (crate::MIN_TIME_STEP..=crate::MAX_TIME_STEP).contains(&dt))?;
        let pose = self.bodies.poses[row];
        let target_center = target.transform_point(self.bodies.masses[row].local_center);
        let linear = (target_center - self.bodies.centers[row]) / dt;
        let angular = pose.rotation.inv_mul(target.rotation).angle() / dt;
        let limits = Limits::new(&self.settings, dt);
        check("speed to the target", linear.length(), "at most max_linear_speed", |speed| speed <= limits.linear)?;
        check("angular velocity to the target", angular, "at most an eighth of a turn a step", |v| {
            v.abs() <= limits.angular
        })?;
        self.recorder.note(|| Call::SetKinematicTarget { body, target, dt });
        self.set_velocity(row, Velocity { linear, angular });
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

    /// Whether a body takes part in the simulation.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn is_enabled(&self, body: BodyId) -> Result<bool, WorldError> {
        Ok(self.traits(body)?.enabled)
    }

    /// Whether a body is a [bullet](crate::BodyDef::is_bullet).
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn is_bullet(&self, body: BodyId) -> Result<bool, WorldError> {
        Ok(self.traits(body)?.bullet)
    }

    /// Which of a body's motions are locked.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn locks(&self, body: BodyId) -> Result<MotionLocks, WorldError> {
        Ok(self.traits(body)?.locks)
    }

    /// By what rate a body's linear velocity decays, in 1/s.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn linear_damping(&self, body: BodyId) -> Result<f32, WorldError> {
        Ok(self.traits(body)?.linear_damping)
    }

    /// By what rate a body's angular velocity decays, in 1/s.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn angular_damping(&self, body: BodyId) -> Result<f32, WorldError> {
        Ok(self.traits(body)?.angular_damping)
    }

    /// By what a body's gravity is multiplied.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn gravity_scale(&self, body: BodyId) -> Result<f32, WorldError> {
        Ok(self.traits(body)?.gravity_scale)
    }

    /// The mass, centre (in the body's frame) and rotational inertia of a body's colliders, or those that were
    /// [set](World::set_mass_properties). O(1); O(its colliders) of a static body some of which ended or changed, as nothing but such a
    /// question needs to know.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn mass_properties(&self, body: BodyId) -> Result<MassProperties, WorldError> {
        Ok(self.mass_of(self.body_row(body)?))
    }

    /// What the caller stored with a body.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn user_data(&self, body: BodyId) -> Result<u64, WorldError> {
        Ok(self.bodies.user_data[self.body_row(body)?])
    }

    /// Replaces what the caller stored with a body. Wakes nobody.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn set_user_data(&mut self, body: BodyId, user_data: u64) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        self.recorder.note(|| Call::SetUserData { body, user_data });
        self.bodies.user_data[row] = user_data;
        Ok(())
    }

    /// A body's colliders, the newest first.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn colliders_of(&self, body: BodyId) -> Result<impl Iterator<Item = ColliderId> + '_, WorldError> {
        let first = self.traits(body)?.first_collider;
        Ok(self.colliders.list(first).map(|slot| self.colliders.id(slot)))
    }

    /// The definition of a body that is like this one now. O(1).
    ///
    /// What [`World::create_body`] makes of it, and [`World::create_collider`] of the [colliders'](World::collider_def), the oldest first,
    /// has the same pose, velocity and mass, to rounding, and all else that a definition says. The velocity in it is that at the body's
    /// origin, where a body without colliders has its centre of mass; with these that moves, and its velocity follows. It is
    /// [awake](BodyDef::is_awake) unless this one sleeps; static bodies are to be made before what sleeps on them, which they wake.
    ///
    /// Left out is what a definition does not say: whether the body is [disabled](World::set_enabled), a mass that was
    /// [set](World::set_mass_properties), the forces of this step, what it touches and is [let through](crate::ColliderDef::one_way) by, and
    /// how long it has rested. A body that went out of the range of [`World::create_body`] is refused there. To go back to a whole world,
    /// take a [`World::snapshot`].
    ///
    /// ```
    /// # use world::{BodyDef, ColliderDef, Pose, Settings, Shape, Vec2, World};
    /// # let mut world = World::new(Settings::default())?;
    /// # let crate_ = world.create_body(&BodyDef { user_data: 7, ..BodyDef::dynamic(Vec2::new(0.0, 4.0)) })?;
    /// # world.create_collider(crate_, &ColliderDef::new(Shape::rect(0.5, 0.5)?))?;
    /// // Another one like it, two metres to the right.
    /// let mut def = world.body_def(crate_)?;
    /// def.pose.translation.x += 2.0;
    /// let colliders = world.colliders_of(crate_)?.map(|collider| world.collider_def(collider)).collect::<Result<Vec<_>, _>>()?;
    /// let twin = world.create_body(&def)?;
    /// for collider in colliders.iter().rev() {
    ///     world.create_collider(twin, collider)?;
    /// }
    /// assert_eq!(world.mass_properties(twin), world.mass_properties(crate_));
    /// # assert_eq!((world.user_data(twin), world.pose(twin)), (Ok(7), Ok(Pose::from_translation(Vec2::new(2.0, 4.0)))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn body_def(&self, body: BodyId) -> Result<BodyDef, WorldError> {
        let row = self.body_row(body)?;
        let traits = &self.bodies.traits[row];
        let pose = self.bodies.poses[row];
        let sleeps = traits.kind != BodyKind::Static && traits.enabled && !self.bodies.awake.contains(row);
        Ok(BodyDef {
            kind: traits.kind,
            response: traits.response,
            pose,
            linear_velocity: self.bodies.velocity_at(row, pose.translation),
            angular_velocity: self.bodies.velocities[row].angular,
            linear_damping: traits.linear_damping,
            angular_damping: traits.angular_damping,
            gravity_scale: traits.gravity_scale,
            is_bullet: traits.bullet,
            locks: traits.locks,
            can_sleep: self.bodies.rest[row].can_sleep,
            is_awake: !sleeps,
            user_data: self.bodies.user_data[row],
        })
    }

    /// Sets a velocity; one other than zero wakes the body.
    pub(crate) fn set_velocity(&mut self, row: usize, velocity: Velocity) {
        if velocity.is_moving() {
            self.rouse(row);
        }
        self.bodies.velocities[row] = velocity;
    }

    pub(crate) fn traits(&self, body: BodyId) -> Result<&Traits, WorldError> {
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
