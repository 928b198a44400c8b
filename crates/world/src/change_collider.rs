use crate::def::{MAX_DENSITY, check_placed};
use crate::error::check_amount;
use crate::{ColliderId, Filter, Material, World, WorldError};
use geom::Pose;
use sat_simd::Shape;

/// Changing what a collider is like. Each of these wakes what lies at it.
impl World {
    /// Replaces a collider's shape and where it sits in its body's frame; the body's mass follows. Its contacts end and begin
    /// anew in the next step, without the impulses they had. O(vertices and the body's colliders).
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`]; [`WorldError::InvalidNumber`] names what is out of range, or a mass that overflows.
    pub fn set_shape(
        &mut self,
        collider: ColliderId,
        shape: impl Into<Shape>,
        local_pose: Pose,
    ) -> Result<(), WorldError> {
        let (slot, shape) = (self.collider_row(collider)?, shape.into());
        check_placed(&shape, &local_pose)?;
        let place_before = self.colliders.shapes[slot].aabb(&self.colliders.poses[slot]);
        let row = self.colliders.bodies[slot] as usize;
        let before = self.colliders.replace_shape(slot, shape, local_pose);
        if let Err(error) = self.weigh(row) {
            self.colliders.replace_shape(slot, before.0, before.1);
            return Err(error);
        }
        self.rouse_within(slot, place_before);
        self.colliders.pose_anew(slot, self.bodies.poses[row] * local_pose);
        self.renew_proxy(slot);
        self.rouse_at_collider(slot);
        Ok(())
    }

    /// Sets what a collider weighs, in kg/m²; the body's mass follows. O(the body's colliders).
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`]; [`WorldError::InvalidNumber`] when it is out of range, or the mass overflows.
    pub fn set_density(&mut self, collider: ColliderId, density: f32) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        check_amount("density", density, MAX_DENSITY)?;
        let row = self.colliders.bodies[slot] as usize;
        let before = std::mem::replace(&mut self.colliders.densities[slot], density);
        if let Err(error) = self.weigh(row) {
            self.colliders.densities[slot] = before;
            return Err(error);
        }
        self.rouse_at_collider(slot);
        Ok(())
    }

    /// Sets what a collider's surface is like, for the contacts it has as well. O(contacts).
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`], [`WorldError::InvalidNumber`].
    pub fn set_material(&mut self, collider: ColliderId, material: Material) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        material.check()?;
        self.colliders.traits[slot].material = material;
        self.contacts.remix(collider, &self.colliders);
        self.rouse_at_collider(slot);
        Ok(())
    }

    /// Sets what a collider collides with. Contacts that are no longer wanted end in the next step, those it has anew begin.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn set_filter(&mut self, collider: ColliderId, filter: Filter) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        self.rouse_at_collider(slot);
        self.colliders.filters[slot] = filter;
        let proxy = self.proxy_of(slot);
        self.broad_phase
            .set_filter(self.colliders.proxies[slot], proxy.filter)
            .expect("a collider has a proxy as long as it lives");
        // Those it collides with from now on may be others.
        self.rouse_at_collider(slot);
        Ok(())
    }

    /// What a collider's surface is like.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn material(&self, collider: ColliderId) -> Result<Material, WorldError> {
        Ok(self.colliders.traits[self.collider_row(collider)?].material)
    }

    /// What a collider collides with.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn filter(&self, collider: ColliderId) -> Result<Filter, WorldError> {
        Ok(self.colliders.filters[self.collider_row(collider)?])
    }

    /// What a collider weighs, in kg/m².
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn density(&self, collider: ColliderId) -> Result<f32, WorldError> {
        Ok(self.colliders.densities[self.collider_row(collider)?])
    }
}
