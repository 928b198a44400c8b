use crate::bodies::{Force, Velocity};
use crate::error::{check, check_coordinate, check_vector};
use crate::{BodyId, BodyKind, Call, World, WorldError};
use geom::Vec2;

/// Pushing dynamic bodies, which wakes them unless the push is zero. Forces add up and act throughout the next step; impulses change
/// the velocity at once. While a body is [disabled](World::set_enabled) no force acts on it, then or later; impulses change the velocity that
/// it will have when it is enabled.
impl World {
    /// Pulls a dynamic body by its centre of mass with `force` newtons during the next step.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`]; [`WorldError::WrongKind`] unless the body is dynamic; [`WorldError::InvalidNumber`]
    /// when the sum of all forces is not finite, or over 10²⁰ N or N·m along an axis.
    pub fn apply_force(&mut self, body: BodyId, force: Vec2) -> Result<(), WorldError> {
        let row = self.dynamic_row(body, "a force")?;
        self.pull(row, force, 0.0)?;
        self.recorder.note(|| Call::ApplyForce { body, force });
        Ok(())
    }

    /// [`apply_force`](World::apply_force) at a point in the world: what is off the centre of mass turns the body as well.
    ///
    /// # Errors
    /// As [`World::apply_force`], also when the point is out of range.
    pub fn apply_force_at(&mut self, body: BodyId, force: Vec2, world_point: Vec2) -> Result<(), WorldError> {
        let row = self.dynamic_row(body, "a force")?;
        check_vector("point", world_point)?;
        let arm = world_point - self.bodies.centers[row];
        self.pull(row, force, arm.perp_dot(force))?;
        self.recorder.note(|| Call::ApplyForceAt { body, force, world_point });
        Ok(())
    }

    /// Turns a dynamic body with `torque` newton metres, counter-clockwise, during the next step; one of
    /// [`Response::Separate`](crate::Response) turns by the velocity it is given alone.
    ///
    /// # Errors
    /// As [`World::apply_force`].
    pub fn apply_torque(&mut self, body: BodyId, torque: f32) -> Result<(), WorldError> {
        let row = self.dynamic_row(body, "a torque")?;
        self.pull(row, Vec2::ZERO, torque)?;
        self.recorder.note(|| Call::ApplyTorque { body, torque });
        Ok(())
    }

    /// Kicks a dynamic body at its centre of mass with `impulse` kg·m/s.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`]; [`WorldError::WrongKind`] unless the body is dynamic; [`WorldError::InvalidNumber`]
    /// when the impulse is not finite, or the velocity would be out of range.
    pub fn apply_impulse(&mut self, body: BodyId, impulse: Vec2) -> Result<(), WorldError> {
        let row = self.dynamic_row(body, "an impulse")?;
        self.kick(row, impulse, 0.0)?;
        self.recorder.note(|| Call::ApplyImpulse { body, impulse });
        Ok(())
    }

    /// [`apply_impulse`](World::apply_impulse) at a point in the world: off the centre of mass it turns the body as well.
    ///
    /// # Errors
    /// As [`World::apply_impulse`], also when the point is out of range.
    pub fn apply_impulse_at(&mut self, body: BodyId, impulse: Vec2, world_point: Vec2) -> Result<(), WorldError> {
        let row = self.dynamic_row(body, "an impulse")?;
        check_vector("point", world_point)?;
        let arm = world_point - self.bodies.centers[row];
        self.kick(row, impulse, arm.perp_dot(impulse))?;
        self.recorder.note(|| Call::ApplyImpulseAt { body, impulse, world_point });
        Ok(())
    }

    /// Spins a dynamic body with an angular impulse in kg·m²/s, counter-clockwise, unless it is of
    /// [`Response::Separate`](crate::Response).
    ///
    /// # Errors
    /// As [`World::apply_impulse`].
    pub fn apply_angular_impulse(&mut self, body: BodyId, impulse: f32) -> Result<(), WorldError> {
        let row = self.dynamic_row(body, "an impulse")?;
        self.kick(row, Vec2::ZERO, impulse)?;
        self.recorder.note(|| Call::ApplyAngularImpulse { body, impulse });
        Ok(())
    }

    fn pull(&mut self, row: usize, force: Vec2, torque: f32) -> Result<(), WorldError> {
        let before = self.bodies.forces[row];
        let sum = Force { linear: before.linear + force, torque: before.torque + torque };
        check_force("sum of forces", sum.linear.x)?;
        check_force("sum of forces", sum.linear.y)?;
        check_force("sum of torques", sum.torque)?;
        if force != Vec2::ZERO || torque != 0.0 {
            self.rouse(row);
        }
        if self.bodies.traits[row].enabled {
            self.bodies.forces[row] = sum;
        }
        Ok(())
    }

    fn kick(&mut self, row: usize, impulse: Vec2, angular_impulse: f32) -> Result<(), WorldError> {
        let velocity = self.kicked(row, self.bodies.velocities[row], impulse, angular_impulse)?;
        self.set_velocity(row, velocity);
        Ok(())
    }

    /// The velocity of a body after an impulse.
    pub(crate) fn kicked(
        &self,
        row: usize,
        before: Velocity,
        impulse: Vec2,
        angular_impulse: f32,
    ) -> Result<Velocity, WorldError> {
        let mass = &self.bodies.masses[row];
        let linear = before.linear + impulse * mass.inv_mass;
        let angular = before.angular + angular_impulse * mass.inv_inertia;
        check_vector("velocity after the impulse", linear)?;
        check_coordinate("angular velocity after the impulse", angular)?;
        Ok(Velocity { linear, angular })
    }

    fn dynamic_row(&self, body: BodyId, what: &'static str) -> Result<usize, WorldError> {
        let row = self.body_row(body)?;
        match self.bodies.traits[row].kind {
            BodyKind::Dynamic => Ok(row),
            kind => Err(WorldError::WrongKind { what, kind }),
        }
    }
}

/// Above this what the forces make of the velocity of the lightest body could overflow.
const MAX_FORCE: f32 = 1.0e20;

fn check_force(what: &'static str, value: f32) -> Result<(), WorldError> {
    check(what, value, "within ±1e20", |v| v.abs() <= MAX_FORCE)
}
