//! Detour's polygon overlap rule, for people porting from Recast Navigation.
//!
//! New code asks [`overlaps`](crate::overlaps) with margin `−eps`: it forgives a penetration of `eps` metres whatever
//! the edges' lengths, and neighbours that share an edge do not overlap for any `eps` above zero.

use crate::Vec2;

/// The tolerance of the rule, in square metres: products of an edge's length and a distance.
pub const TOLERANCE: f32 = 1e-4;

/// Whether two convex polygons overlap in the xz plane by the rule of `dtOverlapPolyPoly2D` (`DetourCommon.cpp`).
///
/// Vertices are (x, y, z) in either winding; y is ignored. On every edge's normal, *as long as the edge*, both shadows
/// must reach into each other by [`TOLERANCE`]. So touching is no overlap, and the forgiven depth is the tolerance
/// divided by the edge's length: 10⁻⁴ m for an edge of a metre, 10⁻² m for a centimetre, more than a small polygon
/// has. O((n + m)²).
///
/// Where this departs from the original: a repeated vertex (an edge of length zero) is skipped instead of separating
/// the polygon from everything; dot products are doubles, so that the tolerance is not lost in the rounding of
/// coordinates of a few hundred metres and neighbours that share an edge never overlap while coordinates times edges stay
/// below 10¹¹ m² (beyond, 10⁻⁴ is less than a double's rounding); polygons without vertices, or with NaN or infinite
/// ones, overlap nothing.
///
/// ```
/// use sat_simd::detour::overlap_poly_poly_2d;
///
/// let tile = |x: f32| [[x, 0.0, 0.0], [x + 1.0, 0.0, 0.0], [x + 1.0, 0.0, 1.0], [x, 0.0, 1.0]];
/// assert!(!overlap_poly_poly_2d(&tile(0.0), &tile(1.0)));
/// assert!(overlap_poly_poly_2d(&tile(0.0), &tile(0.5)));
/// ```
#[must_use]
pub fn overlap_poly_poly_2d(a: &[[f32; 3]], b: &[[f32; 3]]) -> bool {
    let is_polygon = |p: &[[f32; 3]]| !p.is_empty() && p.iter().all(|v| v[0].is_finite() && v[2].is_finite());
    is_polygon(a) && is_polygon(b) && shadows_overlap(a, a, b) && shadows_overlap(b, a, b)
}

/// Whether the shadows of `a` and `b` overlap by the tolerance on every edge normal of `reference`.
fn shadows_overlap(reference: &[[f32; 3]], a: &[[f32; 3]], b: &[[f32; 3]]) -> bool {
    let previous = reference.iter().cycle().skip(reference.len() - 1);
    previous.zip(reference).all(|(start, end)| {
        let [start, end] = [start, end].map(|v| Vec2::new(v[0], v[2]));
        if start == end {
            return true;
        }
        let normal = [f64::from(end.y) - f64::from(start.y), f64::from(start.x) - f64::from(end.x)];
        let ((min_a, max_a), (min_b, max_b)) = (shadow(normal, a), shadow(normal, b));
        let tolerance = f64::from(TOLERANCE);
        min_a + tolerance <= max_b && max_a - tolerance >= min_b
    })
}

/// The smallest and the largest dot product with the vertices.
fn shadow(normal: [f64; 2], polygon: &[[f32; 3]]) -> (f64, f64) {
    polygon.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), v| {
        let dot = normal[0] * f64::from(v[0]) + normal[1] * f64::from(v[2]);
        (if dot < min { dot } else { min }, if dot > max { dot } else { max })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f32, z: f32, side: f32) -> Vec<[f32; 3]> {
        vec![[x, 7.0, z], [x, -3.0, z + side], [x + side, 0.0, z + side], [x + side, 0.0, z]]
    }

    #[test]
    fn the_tolerance_is_divided_by_the_edge_length() {
        let ulp = |exponent: i32| f64::from(exponent).exp2() as f32;
        let unit = square(0.0, 0.0, 1.0);
        assert!(!overlap_poly_poly_2d(&unit, &square(1.0 - ulp(-14), 0.0, 1.0)));
        assert!(overlap_poly_poly_2d(&unit, &square(1.0 - ulp(-13), 0.0, 1.0)));
        let small = square(0.0, 0.0, ulp(-7));
        assert!(!overlap_poly_poly_2d(&small, &square(ulp(-8), 0.0, ulp(-7))));
        let large = square(0.0, 0.0, 1024.0);
        assert!(overlap_poly_poly_2d(&large, &square(1024.0 - ulp(-10), 0.0, 1024.0)));
    }

    #[test]
    fn repeated_vertices_are_harmless() {
        let mut twice = square(0.0, 0.0, 1.0);
        twice.insert(2, twice[1]);
        assert!(overlap_poly_poly_2d(&twice, &square(0.5, 0.5, 1.0)));
        assert!(!overlap_poly_poly_2d(&twice, &square(2.0, 0.5, 1.0)));
    }

    #[test]
    fn what_is_no_polygon_overlaps_nothing() {
        let unit = square(0.0, 0.0, 1.0);
        assert!(!overlap_poly_poly_2d(&[], &unit));
        let mut broken = unit.clone();
        broken[0][0] = f32::NAN;
        assert!(!overlap_poly_poly_2d(&broken, &unit) && !overlap_poly_poly_2d(&unit, &broken));
    }

    #[test]
    fn neighbours_with_a_shared_edge_do_not_overlap() {
        // Two triangles on either side of an edge in every direction, far from the origin, sheared so that the third
        // vertices lie anywhere.
        for step in 0..1000u16 {
            let t = f32::from(step);
            let (p, q) = ([5000.0 + t, 0.0, -3000.0], [5000.0 + 0.37 * t, 0.0, -3000.0 + 1.9 * t + 1.0]);
            let (dx, dz) = (q[0] - p[0], q[2] - p[2]);
            let apex = |side: f32| [p[0] + 0.3 * dx - side * dz, 0.0, p[2] + 0.3 * dz + side * dx];
            assert!(!overlap_poly_poly_2d(&[p, q, apex(0.7)], &[q, p, apex(-0.4)]), "step {step}");
        }
    }
}
