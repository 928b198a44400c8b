use crate::contact::Role;
use crate::{BodyId, ColliderId, World, WorldError};
use geom::Vec2;

/// A contact as it was solved in the last step, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// One side.
    pub a: ColliderId,
    /// The other side.
    pub b: ColliderId,
    /// Unit, from `a` to `b`.
    pub normal: Vec2,
    points: [ContactPoint; 2],
    count: usize,
}

/// Where two colliders touch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Halfway between the surfaces, or between where they were when the step began, if the sides moved against each other.
    pub point: Vec2,
    /// Distance along the normal in metres when the step began, off by up to [`Settings::recycle_distance`](crate::Settings) where the contact
    /// was kept as its sides hardly moved; negative when overlapping.
    pub separation: f32,
    /// What pushed B along the normal in the last sub-step, in kg·m/s: what carries a load, not what stopped a hit before that, which
    /// [`HitEvent::impulse`](crate::HitEvent) tells. Zero where
    /// [`Response::Separate`](crate::Response) pushes out and nothing else is felt; what such a body runs into is not in it, its weight
    /// on dynamic bodies that it stands on is. Of what is squeezed no more than pushing it out holds at rest.
    pub normal_impulse: f32,
    /// What rubbed B along the normal turned clockwise in the last sub-step, in kg·m/s.
    pub tangent_impulse: f32,
}

impl Contact {
    /// One or two points. The second may be further apart than the speculative margin: the other end of an edge whose first end is
    /// within it.
    #[must_use]
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }

    /// The contact as `collider` feels it: the other side, and the unit normal from that side to `collider`, which points up where
    /// it stands on something. `None` where it is neither side.
    #[must_use]
    pub fn seen_from(&self, collider: ColliderId) -> Option<(ColliderId, Vec2)> {
        if collider == self.a {
            Some((self.b, -self.normal))
        } else {
            (collider == self.b).then_some((self.a, self.normal))
        }
    }
}

impl World {
    /// The contacts that the last step found as it began, in a fixed order; points and normals have since gone where
    /// [`Contact::a`] did. Those of colliders destroyed since are left out.
    pub fn contacts(&self) -> impl Iterator<Item = Contact> + '_ {
        self.contacts.iter().filter_map(|contact| self.view(contact))
    }

    /// The contacts of a body as [`World::contacts`] has them, and in that order.
    ///
    /// Whoever asks first after a step, for any body or collider, looks through all contacts once; then it is O(its
    /// own). Allocates only while the number of contacts grows.
    ///
    /// # Errors
    /// [`WorldError::StaleBody`].
    pub fn contacts_of(&self, body: BodyId) -> Result<impl Iterator<Item = Contact> + '_, WorldError> {
        let row = self.body_row(body)?;
        Ok(self.felt_by(row).filter_map(|contact| self.view(contact)))
    }

    /// The contacts of a collider as [`World::contacts`] has them, and in that order. O(its body's contacts), as
    /// [`World::contacts_of`].
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn contacts_of_collider(&self, collider: ColliderId) -> Result<impl Iterator<Item = Contact> + '_, WorldError> {
        let row = self.colliders.bodies[self.collider_row(collider)?] as usize;
        let is_its = move |contact: &&crate::contact::Contact| contact.a == collider || contact.b == collider;
        Ok(self.felt_by(row).filter(is_its).filter_map(|contact| self.view(contact)))
    }

    /// What overlapped a sensor in the last step, touching included, in a fixed order; nothing for a collider that was no
    /// sensor then. Those destroyed since are left out. O(its body's contacts), as [`World::contacts_of`].
    ///
    /// # Errors
    /// [`WorldError::StaleCollider`].
    pub fn overlaps_of(&self, sensor: ColliderId) -> Result<impl Iterator<Item = ColliderId> + '_, WorldError> {
        let row = self.colliders.bodies[self.collider_row(sensor)?] as usize;
        let visitor = move |contact: &crate::contact::Contact| match contact.role {
            Role::SensorA if contact.a == sensor => Some(contact.b),
            Role::SensorB if contact.b == sensor => Some(contact.a),
            _ => None,
        };
        Ok(self.felt_by(row).filter_map(visitor).filter(|&visitor| self.colliders.slot(visitor).is_some()))
    }

    /// The contacts of a body that [are felt](crate::contact::Contact::is_felt), in the order of their pairs.
    fn felt_by(&self, row: usize) -> impl Iterator<Item = &crate::contact::Contact> {
        let numbers = self.contact_index.of(row, &self.contacts, self.bodies.slots.capacity());
        numbers.iter().map(|&number| &self.contacts.slots[number as usize])
    }

    fn view(&self, contact: &crate::contact::Contact) -> Option<Contact> {
        let pose = &self.colliders.poses[self.colliders.slot(contact.a)?];
        self.colliders.slot(contact.b)?;
        let mut points = [ContactPoint::default(); 2];
        let found = contact.manifold.points();
        for ((out, point), impulse) in points.iter_mut().zip(found).zip(&contact.impulses) {
            *out = ContactPoint {
                point: pose.transform_point(point.point),
                separation: point.separation,
                normal_impulse: impulse.normal,
                tangent_impulse: impulse.tangent,
            };
        }
        let normal = pose.transform_vector(contact.manifold.normal());
        (!found.is_empty()).then_some(Contact { a: contact.a, b: contact.b, normal, points, count: found.len() })
    }
}
