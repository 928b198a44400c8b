use crate::ray::Ray;
use geom::{Aabb, BoundingCircle, Vec2};

/// A disc on its way, prepared for many box tests: the ray of its centre against boxes with rounded corners, Ericson,
/// Real-Time Collision Detection, 2005, §5.5.7.
///
/// The disc's own box enters first, by the slab method. Only where its centre is then outside the box in both coordinates
/// has the disc not met it yet: what is left is a ray against the circle around that corner, since no way leads
/// from the corner's square to the box but through that circle.
#[derive(Clone, Copy, Debug)]
pub struct SweptCircle {
    /// Of the disc's box: enters no later, so it culls.
    bounds: Ray,
    center: [f64; 2],
    radius: f64,
    translation: [f64; 2],
}

impl SweptCircle {
    pub fn new(circle: &BoundingCircle, translation: Vec2) -> Self {
        let bounds = Ray::of_box(&circle.aabb(), translation);
        let (center, translation) = (widen(circle.center), widen(translation));
        Self { bounds, center, radius: f64::from(circle.radius), translation }
    }

    /// The sweep of the disc's box.
    pub fn bounds(&self) -> &Ray {
        &self.bounds
    }

    /// The fraction of the translation at which the disc meets the box, 0 from the start; `None` when it does not by
    /// `max_fraction`.
    #[inline]
    pub fn entry(&self, aabb: &Aabb, max_fraction: f32) -> Option<f32> {
        let near = self.bounds.entry(aabb, max_fraction)?;
        let (min, max) = (widen(aabb.min), widen(aabb.max));
        let center = [0, 1].map(|axis| self.center[axis] + f64::from(near) * self.translation[axis]);
        let is_before = [0, 1].map(|axis| center[axis] < min[axis]);
        let is_outside = |axis: usize| is_before[axis] || center[axis] > max[axis];
        if !(is_outside(0) && is_outside(1)) {
            return Some(near);
        }
        let corner = [0, 1].map(|axis| if is_before[axis] { min[axis] } else { max[axis] });
        let fraction = match self.corner_entry(corner) {
            Some(fraction) => fraction,
            None if self.meets_a_side(corner, is_before) => near,
            None => return None,
        };
        let fraction = if fraction < near { near } else { fraction };
        (fraction <= max_fraction).then_some(fraction)
    }

    /// Whether the disc, which does not come by this corner of a box, meets one of the two sides there between their ends: on a
    /// long way rounded numbers may put its centre beside a corner that it is not at. `is_before` tells whether the corner is the
    /// box's least, by coordinate.
    #[inline]
    fn meets_a_side(&self, corner: [f64; 2], is_before: [bool; 2]) -> bool {
        let is_met = |axis: usize| {
            let (other, speed) = (1 - axis, self.translation[axis].abs());
            let outward = |axis: usize, x: f64| if is_before[axis] { -x } else { x };
            let ahead = outward(axis, self.center[axis] - corner[axis]) - self.radius;
            // How far beyond the end of the side it is when it comes to it, times the speed.
            let beyond = (self.center[other] - corner[other]) * speed + ahead * self.translation[other];
            ahead > 0.0 && outward(axis, self.translation[axis]) < 0.0 && outward(other, beyond) <= 0.0
        };
        is_met(0) || is_met(1)
    }

    /// When the centre comes within the radius of a corner: the lesser root of |m + t d|² = r², 0 from within.
    ///
    /// Products of differences of `f32` fit in an `f64` but for their rounding, and nothing overflows: their squares stay
    /// below 1e155. The discriminant is taken as d² r² − (m × d)², whose terms do not grow with the way to the corner.
    #[inline]
    fn corner_entry(&self, [x, y]: [f64; 2]) -> Option<f32> {
        let (mx, my) = (self.center[0] - x, self.center[1] - y);
        let [dx, dy] = self.translation;
        let radius_sq = self.radius * self.radius;
        let outside = mx * mx + my * my - radius_sq;
        if outside <= 0.0 {
            return Some(0.0);
        }
        let (approach, cross) = (-(mx * dx + my * dy), mx * dy - my * dx);
        let discriminant = (dx * dx + dy * dy) * radius_sq - cross * cross;
        (approach > 0.0 && discriminant >= 0.0).then(|| (outside / (approach + discriminant.sqrt())) as f32)
    }
}

fn widen(vector: Vec2) -> [f64; 2] {
    vector.to_array().map(f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const UNIT: Aabb = Aabb::new(Vec2::ZERO, Vec2::ONE);

    fn disc(x: f32, y: f32, radius: f32, translation: Vec2) -> SweptCircle {
        SweptCircle::new(&BoundingCircle::new(Vec2::new(x, y), radius), translation)
    }

    #[test]
    fn a_disc_meets_a_side_one_radius_early() {
        assert_eq!(disc(-3.0, 0.5, 1.0, Vec2::new(4.0, 0.0)).entry(&UNIT, 1.0), Some(0.5));
        assert_eq!(
            disc(-3.0, 0.5, 1.0, Vec2::new(4.0, 0.0)).entry(&UNIT, 0.5),
            Some(0.5),
            "touching at the end counts"
        );
        assert_eq!(disc(-3.0, 0.5, 1.0, Vec2::new(4.0, 0.0)).entry(&UNIT, 0.4), None);
    }

    #[test]
    fn a_disc_meets_a_corner_by_pythagoras() {
        // Coming in at the height of 3 below the corner with radius 5, it meets when it is 4 before it.
        assert_eq!(disc(-12.0, -3.0, 5.0, Vec2::new(16.0, 0.0)).entry(&UNIT, 1.0), Some(0.5));
        // Its box passes through the box's corner, the disc does not.
        let past = disc(-3.0, 1.5, 1.0, Vec2::new(4.0, -4.0));
        assert!(past.bounds().entry(&UNIT, 1.0).is_some());
        assert_eq!(past.entry(&UNIT, 1.0), None);
    }

    #[test]
    fn a_disc_that_stands_still_meets_what_it_touches() {
        assert_eq!(disc(4.0, 5.0, 5.0, Vec2::ZERO).entry(&UNIT, 1.0), Some(0.0));
        assert_eq!(disc(5.0, 5.0, 5.5, Vec2::ZERO).entry(&UNIT, 1.0), None);
        assert_eq!(disc(0.5, 0.5, 0.0, Vec2::ZERO).entry(&UNIT, 1.0), Some(0.0));
    }

    #[test]
    fn a_disc_of_no_radius_is_a_ray() {
        let translation = Vec2::new(4.0, 1.0);
        let ray = Ray::new(Vec2::new(-2.0, 0.25), translation);
        assert_eq!(disc(-2.0, 0.25, 0.0, translation).entry(&UNIT, 1.0), ray.entry(&UNIT, 1.0));
    }

    /// Distances are wrong by less than this, in metres: coordinates and ways are below 16 metres, entering them takes a sum,
    /// a difference, an inverse and a product in `f32`, each good to 2⁻²⁴ of at most 32 metres: 4 · 32 · 2⁻²⁴ < 1e-5.
    const ROUNDING: f64 = 1e-5;

    fn distance(swept: &SweptCircle, aabb: &Aabb, fraction: f64) -> f64 {
        let gap = [0, 1].map(|axis| {
            let center = swept.center[axis] + fraction * swept.translation[axis];
            (f64::from(aabb.min[axis]) - center).max(center - f64::from(aabb.max[axis])).max(0.0)
        });
        gap[0].hypot(gap[1]) - swept.radius
    }

    fn number(range: f32) -> impl Strategy<Value = f32> {
        prop_oneof![(-1.0f32..1.0).prop_map(move |x| x * range), (-4i8..=4).prop_map(f32::from)]
    }

    fn vector(range: f32) -> impl Strategy<Value = Vec2> {
        (number(range), number(range)).prop_map(|(x, y)| Vec2::new(x, y))
    }

    proptest! {
        #[test]
        fn a_disc_is_met_no_sooner_than_its_box(
            x in -4.0f32..0.0, beyond in 1e-6f32..1e-4, radius in 0.1f32..1.0, way in 4.0f32..9.0, slope in -1e-3f32..1e-3,
        ) {
            // Beside the corner they are met next to at once.
            let swept = disc(x - 1.0, 1.0 + beyond, radius, Vec2::new(way, slope));
            if let Some(entry) = swept.entry(&UNIT, 1.0) {
                prop_assert!(swept.bounds().entry(&UNIT, 1.0).is_some_and(|bounds| bounds <= entry));
            }
        }

        #[test]
        fn a_disc_meets_what_its_centre_meets_however_long_the_way_is(
            corner in vector(1e6), way in (2e5f32..1e6, 2e5f32..1e6), part in 0.2f32..0.8, height in 0.001..0.1, radius in 0.0f32..0.01,
        ) {
            let way = Vec2::from(way);
            let center = corner - way * part;
            // Where its centre comes in through the left side, by numbers that are next to exact.
            let time = (f64::from(corner.x) - f64::from(center.x)) / f64::from(way.x);
            let y = f64::from(center.y) + time * f64::from(way.y);
            let min = Vec2::new(corner.x, (y - height) as f32);
            prop_assume!(f64::from(min.y) < y);
            let aabb = Aabb::new(min, min + Vec2::splat(4.0));
            prop_assert!(SweptCircle::new(&BoundingCircle::new(center, radius), way).entry(&aabb, 1.0).is_some());
        }

        #[test]
        fn a_disc_is_met_where_it_comes_within_its_radius(
            center in vector(8.0), radius in 0.0f32..4.0, translation in vector(16.0), corner in vector(8.0), size in vector(6.0),
        ) {
            let swept = SweptCircle::new(&BoundingCircle::new(center, radius), translation);
            let aabb = Aabb::new(corner, corner + size.abs());
            let entry = swept.entry(&aabb, 1.0);
            let end = entry.map_or(1.0, f64::from);
            for step in 0..64 {
                let before = f64::from(step) / 64.0 * end;
                prop_assert!(distance(&swept, &aabb, before) > -ROUNDING || end == 0.0, "met at {before}, not {entry:?}");
            }
            if entry.is_some() {
                prop_assert!(distance(&swept, &aabb, end) < ROUNDING, "{entry:?}");
            }
        }
    }
}
