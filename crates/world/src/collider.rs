use crate::colliders::ColliderTraits;
use crate::{BodyId, Call, ColliderDef, ColliderId, Filter, Material, World, WorldError};
use geom::{Aabb, Pose, Vec2};
use sat_simd::Shape;

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

    /// Where a collider sits in its body's frame. [`World::set_shape`] changes it.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn local_pose(&self, collider: ColliderId) -> Result<Pose, WorldError> {
        Ok(self.colliders.local_poses[self.collider_row(collider)?])
    }

    /// What a collider's surface is like.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn material(&self, collider: ColliderId) -> Result<Material, WorldError> {
        Ok(self.traits_of(collider)?.material)
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

    /// The direction against which a collider stops things, if it is one-way: unit, in its own frame.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn one_way(&self, collider: ColliderId) -> Result<Option<Vec2>, WorldError> {
        Ok(self.traits_of(collider)?.one_way)
    }

    /// Whether a collider [is seamless](crate::ColliderDef::is_seamless).
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn is_seamless(&self, collider: ColliderId) -> Result<bool, WorldError> {
        Ok(self.traits_of(collider)?.is_seamless)
    }

    /// Whether a collider asks that its contacts report when they begin and end, as the other side of one may.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn has_contact_events(&self, collider: ColliderId) -> Result<bool, WorldError> {
        Ok(self.traits_of(collider)?.contact_events)
    }

    /// Whether a collider asks that its contacts report hits, as the other side of one may.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn has_hit_events(&self, collider: ColliderId) -> Result<bool, WorldError> {
        Ok(self.traits_of(collider)?.hit_events)
    }

    /// Whether a collider is a sensor.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn is_sensor(&self, collider: ColliderId) -> Result<bool, WorldError> {
        Ok(self.traits_of(collider)?.is_sensor)
    }

    /// The box around a collider's shape where it is now, as [`Shape::aabb`] gives it. Follows whatever moves the collider at once, and
    /// is there while its body is [disabled](World::set_enabled). O(vertices).
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn aabb(&self, collider: ColliderId) -> Result<Aabb, WorldError> {
        let row = self.collider_row(collider)?;
        Ok(self.colliders.shapes[row].aabb(&self.colliders.poses[row]))
    }

    /// The box around a collider that the broad phase has of it: [tight](World::aabb), plus a margin for moving bodies; of what is fast
    /// it contains the way of the last step, too. For drawing why two have a contact, or do not: these boxes decide who is compared.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn fat_aabb(&self, collider: ColliderId) -> Result<Aabb, WorldError> {
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

    /// Replaces what the caller stored with a collider. Wakes nobody.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn set_collider_user_data(&mut self, collider: ColliderId, user_data: u64) -> Result<(), WorldError> {
        let row = self.collider_row(collider)?;
        self.recorder.note(|| Call::SetColliderUserData { collider, user_data });
        self.colliders.user_data[row] = user_data;
        Ok(())
    }

    /// The definition of a collider that is like this one now: what [`World::create_collider`] makes of it, on a body
    /// [like this one's](World::body_def), is the same, to rounding of its [one-way](ColliderDef::one_way) direction. O(1): a polygon
    /// shares its vertices.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn collider_def(&self, collider: ColliderId) -> Result<ColliderDef, WorldError> {
        let row = self.collider_row(collider)?;
        let colliders = &self.colliders;
        let ColliderTraits { material, one_way, is_seamless, is_sensor, contact_events, hit_events, .. } =
            colliders.traits[row];
        Ok(ColliderDef {
            shape: colliders.shapes[row].clone(),
            local_pose: colliders.local_poses[row],
            density: colliders.densities[row],
            material,
            filter: colliders.filters[row],
            one_way,
            is_seamless,
            is_sensor,
            contact_events,
            hit_events,
            user_data: colliders.user_data[row],
        })
    }

    pub(crate) fn traits_of(&self, collider: ColliderId) -> Result<&ColliderTraits, WorldError> {
        Ok(&self.colliders.traits[self.collider_row(collider)?])
    }
}
