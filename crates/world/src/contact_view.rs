use crate::{ColliderId, World};
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
    /// Halfway between the surfaces.
    pub point: Vec2,
    /// Distance along the normal in metres when the step began; negative when overlapping.
    pub separation: f32,
    /// What pushed B along the normal in the last sub-step, in kg·m/s.
    pub normal_impulse: f32,
    /// What rubbed B along the normal turned clockwise in the last sub-step, in kg·m/s.
    pub tangent_impulse: f32,
}

impl Contact {
    /// One or two points.
    #[must_use]
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }
}

impl World {
    /// The contacts that the last step found, in a fixed order; where they are now. Those of colliders destroyed since are
    /// left out.
    pub fn contacts(&self) -> impl Iterator<Item = Contact> + '_ {
        self.contacts.iter().filter_map(|contact| self.view(contact))
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
