use crate::root::sqrt_f64;
use alloc::vec::Vec;
use geom::Vec2;

/// Mass, centre of mass and inertia of a shape of even density.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MassProperties {
    /// Mass in kilograms.
    pub mass: f32,
    /// Centre of mass in the local frame.
    pub center: Vec2,
    /// Rotational inertia about the centre of mass, in kg·m².
    pub inertia: f32,
}

/// Area and its first and second moments about a reference point, in double precision.
#[derive(Default)]
struct Moments {
    area: f64,
    first: [f64; 2],
    second: f64,
}

impl Moments {
    /// Adds a piece of `area` centred at `center`, whose second moment about its own centre is `own`.
    fn add(&mut self, area: f64, center: [f64; 2], own: f64) {
        self.area += area;
        self.first[0] += area * center[0];
        self.first[1] += area * center[1];
        self.second += own + area * (center[0] * center[0] + center[1] * center[1]);
    }
}

impl MassProperties {
    /// The properties of a convex core, counter-clockwise, grown by `radius`.
    ///
    /// The grown shape is cut into the core (a fan of triangles), one rectangle per edge and one circular sector per
    /// vertex; the sectors add up to a full disc. Everything is taken relative to the first vertex, so nothing cancels
    /// far from the origin.
    pub(super) fn of_core(vertices: impl Iterator<Item = Vec2> + Clone, radius: f32, density: f32) -> Self {
        let origin = vertices.clone().next().expect("a core has a vertex");
        let points =
            vertices.clone().map(|v| [f64::from(v.x) - f64::from(origin.x), f64::from(v.y) - f64::from(origin.y)]);
        let mut moments = Moments::default();
        let others = points.clone().skip(1);
        for (p, q) in others.clone().zip(others.skip(1)) {
            add_triangle(&mut moments, p, q);
        }
        if radius > 0.0 && points.clone().nth(1).is_none() {
            add_disc(&mut moments, [0.0; 2], f64::from(radius));
        } else if radius > 0.0 {
            add_rounding(&mut moments, &distinct(points), f64::from(radius));
        }
        if moments.area == 0.0 {
            return Self { center: middle(vertices), ..Self::default() };
        }
        let center = [moments.first[0] / moments.area, moments.first[1] / moments.area];
        let inertia = moments.second - moments.area * (center[0] * center[0] + center[1] * center[1]);
        let density = f64::from(density);
        Self {
            mass: (density * moments.area) as f32,
            center: Vec2::new((f64::from(origin.x) + center[0]) as f32, (f64::from(origin.y) + center[1]) as f32),
            inertia: (density * inertia.max(0.0)) as f32,
        }
    }
}

/// The points of an outline without repetitions: vertices that differ by less than 2⁻⁵³ of the shape's extent meet here, and an
/// edge must have a direction.
fn distinct(points: impl Iterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    let mut points: Vec<[f64; 2]> = points.collect();
    points.dedup();
    while points.len() > 1 && points[points.len() - 1] == points[0] {
        points.pop();
    }
    points
}

fn middle(vertices: impl Iterator<Item = Vec2> + Clone) -> Vec2 {
    let scale = 1.0 / vertices.clone().count() as f32;
    vertices.fold(Vec2::ZERO, |sum, v| sum + v * scale)
}

/// The triangle from the reference point to `p` and `q`.
fn add_triangle(moments: &mut Moments, p: [f64; 2], q: [f64; 2]) {
    let area = 0.5 * (p[0] * q[1] - p[1] * q[0]);
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
    // About its own centroid a triangle with edge vectors p, q has the second moment A (p·p − p·q + q·q) / 18.
    let own = area * (dot(p, p) - dot(p, q) + dot(q, q)) / 18.0;
    moments.add(area, [(p[0] + q[0]) / 3.0, (p[1] + q[1]) / 3.0], own);
}

fn add_disc(moments: &mut Moments, center: [f64; 2], radius: f64) {
    let area = core::f64::consts::PI * radius * radius;
    moments.add(area, center, 0.5 * area * radius * radius);
}

/// The band of width `radius` around the core.
fn add_rounding(moments: &mut Moments, points: &[[f64; 2]], radius: f64) {
    let n = points.len();
    let edge = |i: usize| {
        let (a, b) = (points[i % n], points[(i + 1) % n]);
        [b[0] - a[0], b[1] - a[1]]
    };
    let length = |e: [f64; 2]| sqrt_f64(e[0] * e[0] + e[1] * e[1]);
    if n == 1 {
        return add_disc(moments, points[0], radius);
    }
    for i in 0..n {
        let (start, e) = (points[i], edge(i));
        let len = length(e);
        let normal = [e[1] / len, -e[0] / len];
        let middle = [start[0] + 0.5 * (e[0] + normal[0] * radius), start[1] + 0.5 * (e[1] + normal[1] * radius)];
        let area = len * radius;
        moments.add(area, middle, area * (len * len + radius * radius) / 12.0);

        // The sector at the end of this edge opens from this edge's normal to the next one's.
        let (next, end) = (edge(i + 1), points[(i + 1) % n]);
        let cross = e[0] * next[1] - e[1] * next[0];
        let angle = libm::atan2(cross, e[0] * next[0] + e[1] * next[1]).abs();
        let half = 0.5 * angle;
        let (sin, cos) = libm::sincos(half);
        let bisector = [normal[0] * cos - normal[1] * sin, normal[0] * sin + normal[1] * cos];
        let area = half * radius * radius;
        let reach = if half > 0.0 { 2.0 / 3.0 * radius * sin / half } else { 0.0 };
        let center = [end[0] + bisector[0] * reach, end[1] + bisector[1] * reach];
        moments.add(area, center, 0.5 * area * radius * radius - area * reach * reach);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Shape, Vec2};

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() <= 1e-6 * b.abs().max(1.0)
    }

    #[test]
    fn a_box_has_a_twelfth_of_its_squared_sides() {
        let got = Shape::rect(1.0, 2.0).unwrap().mass_properties(3.0);
        assert_eq!((got.mass, got.center), (24.0, Vec2::ZERO));
        assert!(close(got.inertia, 24.0 * (4.0 + 16.0) / 12.0));
    }

    #[test]
    fn a_disc_has_half_its_squared_radius() {
        let got = Shape::circle(2.0).unwrap().mass_properties(1.0);
        assert!(close(got.mass, 4.0 * std::f32::consts::PI) && close(got.inertia, got.mass * 2.0));
    }

    #[test]
    fn a_capsule_is_a_box_and_two_half_discs() {
        let got = Shape::capsule(Vec2::new(9.0, 5.0), Vec2::new(13.0, 5.0), 1.0).unwrap().mass_properties(1.0);
        let pi = std::f32::consts::PI;
        assert!(close(got.mass, 8.0 + pi) && close(got.center.x, 11.0) && close(got.center.y, 5.0));
        // Box 4×2: 8·20/12. Half discs of area π/2, centroids 4/(3π) from the ends at distance 2.
        let half_disc = pi / 2.0 * (0.5 + 4.0 + 2.0 * 2.0 * 4.0 / (3.0 * pi));
        assert!(close(got.inertia, 8.0 * 20.0 / 12.0 + 2.0 * half_disc), "{got:?}");
    }

    #[test]
    fn rounding_a_core_whose_vertices_meet_in_double_precision_keeps_the_mass_a_number() {
        let corners = [Vec2::new(-33_554_432.0, 6e23), Vec2::new(-4e-10, 2e-38), Vec2::ZERO];
        let core = crate::Polygon::new(&corners).unwrap();
        let got = Shape::from(core.with_radius(2e-38).unwrap()).mass_properties(1.0);
        assert!(got.mass >= 0.0 && got.center.is_finite() && got.inertia >= 0.0, "{got:?}");
    }

    #[test]
    fn a_triangle_balances_at_its_centroid_wherever_it_stands() {
        let far = Vec2::new(30_000.0, -20_000.0);
        let corners = [Vec2::ZERO, Vec2::new(6.0, 0.0), Vec2::new(0.0, 3.0)];
        let got = Shape::polygon(&corners.map(|v| v + far)).unwrap().mass_properties(1.0);
        assert_eq!((got.mass, got.center), (9.0, far + Vec2::new(2.0, 1.0)));
        assert!(close(got.inertia, 9.0 * (36.0 + 9.0) / 18.0));
    }

    #[test]
    fn segments_and_points_weigh_nothing() {
        let got = Shape::segment(Vec2::ZERO, Vec2::new(2.0, 0.0)).unwrap().mass_properties(1.0);
        assert_eq!((got.mass, got.center, got.inertia), (0.0, Vec2::new(1.0, 0.0), 0.0));
    }
}
