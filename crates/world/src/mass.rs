use crate::error::check;
use crate::{BodyKind, World, WorldError};
use geom::{Pose, Vec2};
use sat_simd::MassProperties;

impl World {
    /// Gives a body the mass of its colliders. O(its colliders); O(1) if it is static, as that is weighed when somebody asks.
    pub(crate) fn weigh(&mut self, row: usize) -> Result<(), WorldError> {
        if self.puts_off_weighing(row) {
            return Ok(());
        }
        let mass = combined_mass(self.masses_of(row))?;
        self.bodies.set_mass(row, mass);
        self.measure(row);
        Ok(())
    }

    /// [`weigh`](World::weigh) the body of a collider that changed, which must not weigh too much by itself.
    pub(crate) fn weigh_anew(&mut self, collider: usize) -> Result<(), WorldError> {
        combined_mass(std::iter::once(self.colliders.parts[collider].mass))?;
        self.weigh(self.colliders.bodies[collider] as usize)
    }

    /// [`weigh`](World::weigh) where the sum must not be refused: what exceeds [`MAX_MASS`] becomes that.
    pub(crate) fn weigh_up_to_limit(&mut self, row: usize) {
        if !self.puts_off_weighing(row) {
            self.bodies.set_mass(row, self.mass_up_to_limit(row));
            self.measure(row);
        }
    }

    /// The mass of a body: that of its colliders if nobody has weighed these since they changed.
    pub(crate) fn mass_of(&self, row: usize) -> MassProperties {
        if self.bodies.traits[row].is_unweighed {
            self.mass_up_to_limit(row)
        } else {
            self.bodies.masses[row].properties
        }
    }

    /// Takes in what follows from its mass for a body that is of another kind now. O(its colliders).
    pub(crate) fn follow_mass(&mut self, row: usize) {
        self.bodies.set_mass(row, self.mass_of(row));
        self.measure(row);
    }

    fn mass_up_to_limit(&self, row: usize) -> MassProperties {
        let sum = sum_of_masses(self.masses_of(row));
        MassProperties { mass: sum.mass.min(MAX_MASS), inertia: sum.inertia.min(MAX_MASS), ..sum }
    }

    /// Notes that a body is to be weighed later, if it is static: a level of thousands of colliders, some of which go in each step.
    fn puts_off_weighing(&mut self, row: usize) -> bool {
        let traits = &mut self.bodies.traits[row];
        traits.is_unweighed = traits.kind == BodyKind::Static;
        traits.is_unweighed
    }

    /// Notes how far a body's colliders reach and how far it may move in a step.
    pub(crate) fn measure(&mut self, row: usize) {
        let list = self.colliders.list(self.bodies.traits[row].first_collider);
        let center = self.bodies.masses[row].local_center;
        self.bodies.rest[row].extent =
            list.clone().map(|slot| self.colliders.parts[slot].reach(center)).fold(0.0, f32::max);
        self.bodies.traits[row].core = list.map(|slot| self.colliders.traits[slot].core).fold(f32::MAX, f32::min);
    }

    /// Notes what a new shape of a collider adds to that. O(1); of a body that is not measured anew it may be more than there is.
    pub(crate) fn measure_collider(&mut self, collider: usize) {
        let row = self.colliders.bodies[collider] as usize;
        let reach = self.colliders.parts[collider].reach(self.bodies.masses[row].local_center);
        let (rest, traits) = (&mut self.bodies.rest[row], &mut self.bodies.traits[row]);
        rest.extent = rest.extent.max(reach);
        traits.core = traits.core.min(self.colliders.traits[collider].core);
    }

    fn masses_of(&self, row: usize) -> impl Iterator<Item = MassProperties> + Clone + '_ {
        self.colliders.list(self.bodies.traits[row].first_collider).map(|slot| self.colliders.parts[slot].mass)
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
