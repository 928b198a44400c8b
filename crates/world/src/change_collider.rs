use crate::colliders::Colliders;
use crate::contact::Contact;
use crate::def::{MAX_DENSITY, check_placed, unit_front};
use crate::error::check_amount;
use crate::mix::Mix;
use crate::{Call, ColliderId, Filter, Material, World, WorldError};
use geom::{Pose, Vec2};
use sat_simd::Shape;

/// Changing what a collider is like. Each of these wakes what lies at it, but where it says otherwise; what sets what is set already
/// wakes nobody, shapes aside.
impl World {
    /// Replaces a collider's shape and where it sits in its body's frame; the body's mass follows. Its contacts end and begin
    /// anew in the next step, without the impulses they had, even if the shape is the same. O(vertices and the body's colliders; O(vertices) if it
    /// is static).
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
        let seams_before = self.seam_place(slot);
        let row = self.colliders.bodies[slot] as usize;
        let before = self.colliders.replace_shape(slot, shape, local_pose);
        if let Err(error) = self.weigh_anew(slot) {
            self.colliders.replace_shape(slot, before.0, before.1);
            return Err(error);
        }
        self.measure_collider(slot);
        let shape = &self.colliders.shapes[slot];
        self.recorder.note(|| Call::SetShape { collider, shape: Box::new(shape.clone()), local_pose });
        self.rouse_within(slot, place_before);
        self.note_seams_at(slot, seams_before);
        self.colliders.pose_anew(slot, self.bodies.poses[row] * local_pose);
        self.renew_proxy(slot);
        self.rouse_at_collider(slot);
        Ok(())
    }

    /// Sets what a collider weighs, in kg/m²; the body's mass follows. Wakes the body if it is dynamic, and by that what fell asleep with
    /// it. O(the body's colliders); O(1) if it is static.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`]; [`WorldError::InvalidNumber`] when it is out of range, or the mass overflows.
    pub fn set_density(&mut self, collider: ColliderId, density: f32) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        check_amount("density", density, MAX_DENSITY)?;
        let row = self.colliders.bodies[slot] as usize;
        let before = self.colliders.replace_density(slot, density);
        if before != density {
            let mass_before = self.bodies.masses[row].properties;
            if let Err(error) = self.weigh_anew(slot) {
                self.colliders.replace_density(slot, before);
                return Err(error);
            }
            self.rouse_reweighed(row, mass_before);
        }
        self.recorder.note(|| Call::SetDensity { collider, density });
        Ok(())
    }

    /// Sets what a collider's surface is like, for the contacts it has as well. O(its contacts); the first change of this kind after a
    /// step, or of what is reported, looks through all contacts once.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`], [`WorldError::InvalidNumber`].
    pub fn set_material(&mut self, collider: ColliderId, material: Material) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        material.check()?;
        self.recorder.note(|| Call::SetMaterial { collider, material });
        if self.colliders.traits[slot].material != material {
            self.colliders.traits[slot].material = material;
            self.change_contacts(collider, |contact, [a, b], colliders| contact.mix = Mix::new(a, b, colliders));
            self.rouse_at_collider(slot);
        }
        Ok(())
    }

    /// Sets what a collider collides with. Contacts that are no longer wanted end in the next step, those it has anew begin.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn set_filter(&mut self, collider: ColliderId, filter: Filter) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        self.recorder.note(|| Call::SetFilter { collider, filter });
        if self.colliders.filters[slot] == filter {
            return Ok(());
        }
        self.rouse_at_collider(slot);
        self.note_seams(slot);
        self.colliders.filters[slot] = filter;
        self.note_seams(slot);
        let proxy = self.proxy_of(slot);
        self.broad_phase
            .set_filter(self.colliders.proxies[slot], proxy.filter)
            .expect("a collider has a proxy as long as it lives");
        // Those it collides with from now on may be others.
        self.rouse_at_collider(slot);
        Ok(())
    }

    /// Makes a collider one-way, as [`ColliderDef::one_way`](crate::ColliderDef) has it, or solid again. Its contacts end and begin
    /// anew in the next step, without the impulses they had.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`], [`WorldError::InvalidNumber`].
    pub fn set_one_way(&mut self, collider: ColliderId, one_way: Option<Vec2>) -> Result<(), WorldError> {
        let (slot, front) = (self.collider_row(collider)?, unit_front(one_way)?);
        self.recorder.note(|| Call::SetOneWay { collider, one_way });
        if self.colliders.traits[slot].one_way != front {
            self.colliders.traits[slot].one_way = front;
            self.begin_anew(slot);
        }
        Ok(())
    }

    /// Makes a collider [seamless](crate::ColliderDef::is_seamless), or one whose every edge and corner is felt. Its contacts end and
    /// begin anew in the next step, without the impulses they had.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn set_seamless(&mut self, collider: ColliderId, is_seamless: bool) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        self.recorder.note(|| Call::SetSeamless { collider, is_seamless });
        if self.colliders.traits[slot].is_seamless != is_seamless {
            self.note_seams(slot);
            self.colliders.traits[slot].is_seamless = is_seamless;
            self.begin_anew(slot);
        }
        Ok(())
    }

    /// Makes a collider a sensor, or one that collides. Its contacts or overlaps end, and the others begin, in the next step. It
    /// weighs what it did.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn set_sensor(&mut self, collider: ColliderId, is_sensor: bool) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        self.recorder.note(|| Call::SetSensor { collider, is_sensor });
        if self.colliders.traits[slot].is_sensor != is_sensor {
            self.colliders.set_sensor(slot, is_sensor);
            self.begin_anew(slot);
        }
        Ok(())
    }

    /// Sets whether a collider asks that its contacts and overlaps report when they begin and end, for which either side is enough; those
    /// that there are report from now on, or no longer: one that began unreported is reported when it ends. Wakes nobody. Costs what
    /// [`set_material`](World::set_material) does.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn set_contact_events(&mut self, collider: ColliderId, contact_events: bool) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        self.recorder.note(|| Call::SetContactEvents { collider, contact_events });
        if self.colliders.traits[slot].contact_events != contact_events {
            self.colliders.traits[slot].contact_events = contact_events;
            self.report_anew(collider);
        }
        Ok(())
    }

    /// Sets whether a collider asks that its contacts report hits from now on, for which either side is enough. Wakes nobody. Costs what
    /// [`set_material`](World::set_material) does.
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn set_hit_events(&mut self, collider: ColliderId, hit_events: bool) -> Result<(), WorldError> {
        let slot = self.collider_row(collider)?;
        self.recorder.note(|| Call::SetHitEvents { collider, hit_events });
        if self.colliders.traits[slot].hit_events != hit_events {
            self.colliders.traits[slot].hit_events = hit_events;
            self.report_anew(collider);
        }
        Ok(())
    }

    /// Brings what a collider's contacts report up to date with what their sides want.
    fn report_anew(&mut self, collider: ColliderId) {
        self.change_contacts(collider, |contact, [a, b], colliders| {
            contact.reports_for(&colliders.traits[a], &colliders.traits[b]);
        });
    }

    /// Calls `change` for each contact of a collider, with the slots of its sides, unless the other side is gone and it is about
    /// to end.
    fn change_contacts(&mut self, collider: ColliderId, change: impl Fn(&mut Contact, [usize; 2], &Colliders)) {
        let Self { contacts, colliders, collider_contacts, .. } = self;
        collider_contacts.make(contacts, self.broad_phase.user_data_column(), colliders.slots.capacity());
        for number in collider_contacts.of(collider.slot()) {
            let contact = &mut contacts.slots[number];
            let other = if contact.a == collider { contact.b } else { contact.a };
            if (contact.a == collider || contact.b == collider) && colliders.slot(other).is_some() {
                change(contact, [contact.a.slot(), contact.b.slot()], colliders);
            }
        }
    }

    /// Ends a collider's contacts in the next step, in which they begin anew as what they are now.
    fn begin_anew(&mut self, slot: usize) {
        self.rouse_at_collider(slot);
        self.renew_proxy(slot);
    }
}
