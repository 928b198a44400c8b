use crate::bodies::{Force, Velocity};
use crate::column::NONE;
use crate::def::MAX_RATE;
use crate::error::{check_amount, check_coordinate, check_vector};
use crate::mass::MAX_MASS;
use crate::{BodyId, BodyKind, Call, MotionLocks, Response, World, WorldError};
use sat_simd::MassProperties;

/// Changing what a body is like. Each of these wakes it with the dynamic bodies it touches, but where it says otherwise: what makes
/// no difference to a body at rest, or sets what is set already, wakes nobody. What changes a static or kinematic one as an obstacle wakes what
/// touches it.
impl World {
    /// Makes a body static, kinematic or dynamic, unless it is that already. A static one loses its velocity. Its contacts end
    /// and begin anew in the next step, without the impulses they had. O(its colliders).
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn set_kind(&mut self, body: BodyId, kind: BodyKind) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        self.recorder.note(|| Call::SetKind { body, kind });
        let before = self.bodies.traits[row].kind;
        if before == kind {
            return Ok(());
        }
        self.rouse_around(row);
        self.note_seams_of(row);
        self.bodies.awake.remove(row);
        self.bodies.traits[row].kind = kind;
        if kind == BodyKind::Static {
            self.bodies.velocities[row] = Velocity::default();
            self.bodies.forces[row] = Force::default();
        } else if self.bodies.traits[row].enabled && before == BodyKind::Static {
            self.join(row);
        } else if self.bodies.traits[row].enabled {
            self.bodies.awake.insert(row);
        }
        self.remake(row);
        Ok(())
    }

    /// Changes how a body answers to contacts, which end and begin anew in the next step. O(its colliders).
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn set_response(&mut self, body: BodyId, response: Response) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        self.recorder.note(|| Call::SetResponse { body, response });
        if self.bodies.traits[row].response != response {
            self.rouse_around(row);
            self.bodies.traits[row].response = response;
            self.remake(row);
        }
        Ok(())
    }

    /// Takes a body out of the simulation, or back in: as long as it is disabled it neither moves nor collides, and no query
    /// finds it; whatever is done to it, nobody wakes. It keeps its pose, its velocity and everything else but the forces of this step.
    /// O(its colliders).
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn set_enabled(&mut self, body: BodyId, enabled: bool) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        self.recorder.note(|| Call::SetEnabled { body, enabled });
        if self.bodies.traits[row].enabled == enabled {
            return Ok(());
        }
        self.rouse_around(row);
        self.bodies.traits[row].enabled = enabled;
        if !enabled {
            self.bodies.awake.remove(row);
            self.bodies.forces[row] = Force::default();
        } else if self.bodies.traits[row].kind != BodyKind::Static {
            self.bodies.rest[row].begin();
            self.join(row);
        }
        self.remake(row);
        self.rouse_around(row);
        Ok(())
    }

    /// Locks some of a body's motions.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn set_locks(&mut self, body: BodyId, locks: MotionLocks) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        self.recorder.note(|| Call::SetLocks { body, locks });
        if self.bodies.traits[row].locks != locks {
            self.rouse(row);
            self.bodies.traits[row].locks = locks;
            self.follow_mass(row);
        }
        Ok(())
    }

    /// Makes a body a [bullet](crate::BodyDef::is_bullet), or one no more. Wakes nobody.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn set_bullet(&mut self, body: BodyId, bullet: bool) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        self.recorder.note(|| Call::SetBullet { body, bullet });
        self.bodies.traits[row].bullet = bullet;
        Ok(())
    }

    /// Sets by what rates a body's linear and angular velocity decay, in 1/s. Wakes nobody.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`], [`WorldError::InvalidNumber`].
    pub fn set_damping(&mut self, body: BodyId, linear: f32, angular: f32) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        check_amount("linear damping", linear, MAX_RATE)?;
        check_amount("angular damping", angular, MAX_RATE)?;
        self.recorder.note(|| Call::SetDamping { body, linear, angular });
        let traits = &mut self.bodies.traits[row];
        (traits.linear_damping, traits.angular_damping) = (linear, angular);
        Ok(())
    }

    /// Sets by what a body's gravity is multiplied.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`], [`WorldError::InvalidNumber`].
    pub fn set_gravity_scale(&mut self, body: BodyId, scale: f32) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        check_coordinate("gravity scale", scale)?;
        self.recorder.note(|| Call::SetGravityScale { body, scale });
        if self.bodies.traits[row].gravity_scale.to_bits() != scale.to_bits() {
            self.rouse(row);
            self.bodies.traits[row].gravity_scale = scale;
        }
        Ok(())
    }

    /// Gives a body a mass, a centre of mass in its own frame, and a rotational inertia about that, whatever its colliders
    /// weigh. Colliders added later add to it; [`World::reset_mass_properties`] goes back to the colliders', as do a collider's other shape or
    /// density, and its end. A mass of zero counts as a kilogram, an inertia of zero never turns; what weighs less than 10⁻¹² kg, or has less
    /// inertia than 10⁻¹⁸ kg·m², is moved as if it had that, whether it was set or follows from colliders.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`], [`WorldError::InvalidNumber`].
    pub fn set_mass_properties(&mut self, body: BodyId, mass: MassProperties) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        check_amount("mass", mass.mass, MAX_MASS)?;
        check_amount("rotational inertia", mass.inertia, MAX_MASS)?;
        check_vector("centre of mass", mass.center)?;
        self.recorder.note(|| Call::SetMassProperties { body, mass });
        let before = self.bodies.masses[row].properties;
        self.bodies.set_mass(row, mass);
        self.measure(row);
        self.rouse_reweighed(row, before);
        Ok(())
    }

    /// Gives a body the mass of its colliders again. O(its colliders).
    ///
    /// # Errors
    /// [`WorldError::StaleBody`]; [`WorldError::InvalidNumber`] when the sum overflows.
    pub fn reset_mass_properties(&mut self, body: BodyId) -> Result<(), WorldError> {
        let row = self.body_row(body)?;
        let before = self.bodies.masses[row].properties;
        self.weigh(row)?;
        self.recorder.note(|| Call::ResetMassProperties { body });
        self.rouse_reweighed(row, before);
        Ok(())
    }

    /// Lets a body take part in steps that did not, and tells that it woke where others sleep.
    fn join(&mut self, row: usize) {
        self.bodies.awake.insert(row);
        if self.settings.sleep {
            self.tidy_woken();
            self.woken.push(self.bodies.id(row));
        }
    }

    /// Makes everything that follows from a body's kind, response and whether it is enabled anew.
    fn remake(&mut self, row: usize) {
        self.follow_mass(row);
        self.bodies.forget_step(row);
        let mut next = self.bodies.traits[row].first_collider;
        while next != NONE {
            self.renew_proxy(next as usize);
            next = self.colliders.next[next as usize];
        }
    }
}
