use crate::WorldError;
use crate::error::check;
use geom::{Pose, Vec2};
use sat_simd::{MassProperties, Shape};

/// A collider's mass properties in its body's frame.
pub(crate) fn mass_of(shape: &Shape, local_pose: &Pose, density: f32) -> MassProperties {
    let own = shape.mass_properties(density);
    MassProperties { center: local_pose.transform_point(own.center), ..own }
}

/// The mass properties of several parts together, by the parallel axis theorem, in double precision.
pub(crate) fn combined_mass(parts: impl Iterator<Item = MassProperties> + Clone) -> Result<MassProperties, WorldError> {
    let wide = |v: Vec2| (f64::from(v.x), f64::from(v.y));
    let (mut mass, mut x, mut y) = (0.0, 0.0, 0.0);
    for part in parts.clone() {
        let (weight, center) = (f64::from(part.mass), wide(part.center));
        mass += weight;
        x += weight * center.0;
        y += weight * center.1;
    }
    if mass == 0.0 {
        return Ok(MassProperties::default());
    }
    (x, y) = (x / mass, y / mass);
    let mut inertia = 0.0;
    for part in parts {
        let (dx, dy) = (f64::from(part.center.x) - x, f64::from(part.center.y) - y);
        inertia += f64::from(part.inertia) + f64::from(part.mass) * (dx * dx + dy * dy);
    }
    let expected = "small enough for single precision";
    check("mass", mass as f32, expected, |m| m <= MAX_MASS)?;
    check("rotational inertia", inertia as f32, expected, |i| i <= MAX_MASS)?;
    Ok(MassProperties { mass: mass as f32, center: Vec2::new(x as f32, y as f32), inertia: inertia as f32 })
}

/// The largest mass in kg and inertia in kg·m²: their inverses and products with velocities stay in range.
pub(crate) const MAX_MASS: f32 = 1.0e30;
