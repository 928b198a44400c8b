use crate::error::check;
use crate::{World, WorldError};
use geom::{Pose, Vec2};
use sat_simd::MassProperties;

impl World {
    /// Gives a body the mass of its colliders. O(its colliders).
    pub(crate) fn weigh(&mut self, row: usize) -> Result<(), WorldError> {
        let mass = combined_mass(self.masses_of(row))?;
        self.bodies.set_mass(row, mass);
        self.measure(row);
        Ok(())
    }

    /// [`weigh`](World::weigh) where the sum must not be refused: what exceeds [`MAX_MASS`] becomes that.
    pub(crate) fn weigh_up_to_limit(&mut self, row: usize) {
        let sum = sum_of_masses(self.masses_of(row));
        let mass = MassProperties { mass: sum.mass.min(MAX_MASS), inertia: sum.inertia.min(MAX_MASS), ..sum };
        self.bodies.set_mass(row, mass);
        self.measure(row);
    }

    /// Notes how far a body's colliders reach and how far it may move in a step.
    pub(crate) fn measure(&mut self, row: usize) {
        let list = self.colliders.list(self.bodies.traits[row].first_collider);
        let center = self.bodies.masses[row].local_center;
        self.bodies.rest[row].extent = list.clone().map(|slot| self.reach_of(slot, center)).fold(0.0, f32::max);
        self.bodies.traits[row].core = list.map(|slot| self.colliders.traits[slot].core).fold(f32::MAX, f32::min);
    }

    /// How far a collider reaches from `center`, both in its body's frame.
    pub(crate) fn reach_of(&self, collider: usize, center: Vec2) -> f32 {
        let circle = self.colliders.shapes[collider].bounding_circle();
        let middle = self.colliders.local_poses[collider].transform_point(circle.center);
        (middle - center).length() + circle.radius
    }

    fn masses_of(&self, row: usize) -> impl Iterator<Item = MassProperties> + Clone + '_ {
        let colliders = &self.colliders;
        colliders
            .list(self.bodies.traits[row].first_collider)
            .map(|slot| {
                (colliders.shapes[slot].mass_properties(colliders.densities[slot]), &colliders.local_poses[slot])
            })
            .map(|(own, local_pose)| in_body_frame(own, local_pose))
    }
}

/// A collider's mass properties in its body's frame.
pub(crate) fn in_body_frame(own: MassProperties, local_pose: &Pose) -> MassProperties {
    MassProperties { center: local_pose.transform_point(own.center), ..own }
}

/// The mass properties of several parts together, unless they exceed [`MAX_MASS`].
pub(crate) fn combined_mass(parts: impl Iterator<Item = MassProperties> + Clone) -> Result<MassProperties, WorldError> {
    let sum = sum_of_masses(parts);
    // There is no lower limit: rounding may leave slivers less than nothing, which counts as nothing.
    check("mass", sum.mass, "at most 1e30", |m| m <= MAX_MASS)?;
    check("rotational inertia", sum.inertia, "at most 1e30", |i| i <= MAX_MASS)?;
    Ok(sum)
}

/// The mass properties of several parts together, by the parallel axis theorem, in double precision; infinite where that is
/// more than single precision holds.
fn sum_of_masses(parts: impl Iterator<Item = MassProperties> + Clone) -> MassProperties {
    let wide = |v: Vec2| (f64::from(v.x), f64::from(v.y));
    let (mut mass, mut x, mut y) = (0.0, 0.0, 0.0);
    for part in parts.clone() {
        let (weight, center) = (f64::from(part.mass), wide(part.center));
        mass += weight;
        x += weight * center.0;
        y += weight * center.1;
    }
    if mass == 0.0 {
        return MassProperties::default();
    }
    (x, y) = (x / mass, y / mass);
    let mut inertia = 0.0;
    for part in parts {
        let (dx, dy) = (f64::from(part.center.x) - x, f64::from(part.center.y) - y);
        inertia += f64::from(part.inertia) + f64::from(part.mass) * (dx * dx + dy * dy);
    }
    MassProperties { mass: mass as f32, center: Vec2::new(x as f32, y as f32), inertia: inertia as f32 }
}

/// The largest mass in kg and inertia in kg·m²: their inverses and products with velocities stay in range.
pub(crate) const MAX_MASS: f32 = 1.0e30;
