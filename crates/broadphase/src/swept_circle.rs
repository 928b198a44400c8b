use crate::ray::{Along, Ray};
use geom::{Aabb, BoundingCircle, Vec2};

/// More than sums and products of doubles are off by here, as a part of them: 2⁻⁴⁹, or 16u of theirs. What is missed by less
/// than so much of the way or of the radius may be met, and what is met is not missed.
const SLACK: f64 = 8.0 * f64::EPSILON;

/// A disc on its way, prepared for many box tests: the ray of its centre against boxes with rounded corners, Ericson,
/// Real-Time Collision Detection, 2005, §5.5.7.
///
/// A box around the disc enters first, by the slab method. What it meets is decided in doubles, since the sum of a centre
/// and a radius is no `f32`, as a rule. By the slab method again the disc's own box enters; only where its centre is then
/// outside the box in both coordinates has the disc not met it yet: what is left is a ray against the circle around that
/// corner, since no way leads from the corner's square to the box but through that circle.
#[derive(Clone, Copy, Debug)]
pub struct SweptCircle {
    /// Of a box around the disc's, one or two roundings larger where numbers go on: enters no later, so it culls.
    bounds: Ray,
    /// All that follows is turned over, by coordinate, where the way goes backwards.
    is_backwards: [bool; 2],
    center: [f64; 2],
    radius: f64,
    /// The radius, larger by the slack.
    reach: f64,
    translation: [f64; 2],
    /// Of the translation, which may be 0.
    inverse: [f64; 2],
}

impl SweptCircle {
    #[inline]
    pub fn new(circle: &BoundingCircle, translation: Vec2) -> Self {
        let (Aabb { min, max }, radius) = (circle.aabb(), Vec2::splat(circle.radius));
        // No less than what rounding to the nearest has taken; sums in the subnormal range are exact.
        let taken = (circle.center.abs() + radius) * f32::EPSILON;
        let mut bounds = Ray::of_box(&Aabb::new(min - taken, max + taken), translation);
        // No box goes beyond the greatest number, and unused lanes of nodes, which are infinitely far, are not to be met: the
        // sides ahead end there. Those behind do not where the disc goes on, or what they have not passed would be left.
        bounds.front = bounds.front.clamp(Vec2::MIN, Vec2::MAX);
        for axis in 0..2 {
            if bounds.along[axis] == Along::Not {
                bounds.back[axis] = bounds.back[axis].clamp(f32::MIN, f32::MAX);
            }
        }
        let is_backwards = [translation.x < 0.0, translation.y < 0.0];
        let turned = |axis: usize, x: f64| if is_backwards[axis] { -x } else { x };
        let center = [turned(0, f64::from(circle.center.x)), turned(1, f64::from(circle.center.y))];
        let translation = [f64::from(translation.x.abs()), f64::from(translation.y.abs())];
        let inverse = translation.map(f64::recip);
        let radius = f64::from(circle.radius);
        Self { bounds, is_backwards, center, radius, reach: radius * (1.0 + SLACK), translation, inverse }
    }

    /// The sweep of a box around the disc.
    pub fn bounds(&self) -> &Ray {
        &self.bounds
    }

    /// The fraction of the translation at which the disc meets the box, 0 from the start; `None` when it does not by
    /// `max_fraction`.
    #[inline]
    pub fn entry(&self, aabb: &Aabb, max_fraction: f32) -> Option<f32> {
        self.entry_from(self.bounds.entry(aabb, max_fraction)?, aabb, max_fraction)
    }

    /// [`SweptCircle::entry`] of a box that the bounds enter at `least`.
    #[inline]
    pub fn entry_from(&self, least: f32, aabb: &Aabb, max_fraction: f32) -> Option<f32> {
        let (x, y) = (self.slab(aabb, 0), self.slab(aabb, 1));
        // Where there is no way the disc comes at −∞, never at ∞, or, where it touches, at NaN, which is no later than 0.
        let near = larger(x.near, larger(y.near, 0.0));
        let at = [near * self.translation[0], near * self.translation[1]];
        let (high, low) = (at.map(|at| at * (1.0 + SLACK)), at.map(|at| at * (1.0 - SLACK)));
        let beyond = [low[0] - x.max, low[1] - y.max];
        // Of no way never is NaN, which is not within reach.
        if !(beyond[0] <= self.reach && beyond[1] <= self.reach) {
            return None;
        }
        let mut fraction = near as f32;
        let is_before = [high[0] < x.min, high[1] < y.min];
        if (is_before[0] || beyond[0] > 0.0) && (is_before[1] || beyond[1] > 0.0) {
            let corner = [if is_before[0] { x.min } else { x.max }, if is_before[1] { y.min } else { y.max }];
            fraction = self.corner_entry(corner)? as f32;
        }
        // The bounds may be later by rounding, and must not be.
        let fraction = if fraction < least { least } else { fraction };
        (fraction <= max_fraction).then_some(fraction)
    }

    #[inline]
    fn slab(&self, aabb: &Aabb, axis: usize) -> Slab {
        let (min, max) = (f64::from(aabb.min[axis]), f64::from(aabb.max[axis]));
        let (min, max) = if self.is_backwards[axis] { (-max, -min) } else { (min, max) };
        let (min, left_out) = difference(min, self.center[axis]);
        // Next to a radius that all but cancels it, even what a double leaves out counts.
        let from = (min - self.radius) + left_out;
        Slab { min, max: max - self.center[axis], near: from * self.inverse[axis] }
    }

    /// When the centre comes within the radius of a corner, which is seen from it: the lesser root of |m − t d|² = r², 0 from
    /// within.
    ///
    /// Nothing overflows: squares of products of `f32` stay below 1e156. The discriminant is taken as d² r² − (m × d)², whose
    /// terms do not grow with the way to the corner.
    #[inline]
    fn corner_entry(&self, [mx, my]: [f64; 2]) -> Option<f64> {
        let [dx, dy] = self.translation;
        let (radius_sq, distance_sq) = (self.radius * self.radius, mx * mx + my * my);
        let outside = distance_sq - radius_sq;
        if outside <= SLACK * distance_sq {
            return Some(0.0);
        }
        let (left, right, approach) = (mx * dy, my * dx, mx * dx + my * dy);
        let (cross, reach_sq) = (left - right, (dx * dx + dy * dy) * radius_sq);
        let discriminant = reach_sq - cross * cross;
        let most = || {
            let least = larger(cross.abs() - SLACK * (left.abs() + right.abs()), 0.0);
            reach_sq - least * least
        };
        if approach <= 0.0 || discriminant < 0.0 && most() < 0.0 {
            return None;
        }
        let fraction = outside / (approach + larger(discriminant, 0.0).sqrt());
        // What a large radius or a graze rounds to beyond the end is met there.
        let is_rounded = || outside - SLACK * distance_sq <= approach + larger(most(), 0.0).sqrt();
        Some(if fraction > 1.0 && is_rounded() { 1.0 } else { fraction })
    }
}

/// A box's extent along an axis, seen from the disc's centre at the start.
struct Slab {
    min: f64,
    max: f64,
    /// The fraction of the way at which the disc comes to it.
    near: f64,
}

/// The difference rounded to a double, and what that leaves out. D. Knuth, The Art of Computer Programming 2, §4.2.2, theorem B.
#[inline]
fn difference(a: f64, b: f64) -> (f64, f64) {
    let rounded = a - b;
    let taken = a - rounded;
    (rounded, (a - (rounded + taken)) + (taken - b))
}

/// The second of those that are not comparable.
#[inline]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lanes::AabbLanes, ray_lanes::RayLanes};
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

    #[test]
    fn a_disc_far_out_is_met_by_its_own_numbers_and_not_by_those_of_a_rounded_box() {
        let up = |x: f32, y: f32, radius: f32, way: f32, side: f32| {
            let above = Aabb::new(Vec2::new(x - 1.0, side), Vec2::new(x + 1.0, side + 1.0));
            let exact = (f64::from(side) - f64::from(y) - f64::from(radius)) / f64::from(way);
            assert_eq!(disc(x, y, radius, Vec2::new(0.0, way)).entry(&above, 1.0), Some(exact as f32));
        };
        up(1e6, 1e6, 0.26, 0.745, 1_000_001.0);
        up(1e3, 1e3, 0.50002, 0.49999, 1001.0);
        up(1e5, 1e5, 0.3, 0.05, 100_000.31);
        // Not even its box touches this one, by 2.7 cm.
        let below = Aabb::new(Vec2::new(1_000_003.5, 999_996.0), Vec2::new(1_000_004.25, 999_997.2));
        assert_eq!(disc(1_000_003.75, 999_998.56, 1.348_262_1, Vec2::ZERO).entry(&below, 1.0), None);
    }

    #[test]
    fn a_disc_beside_which_coordinates_are_nothing_moves_all_the_same() {
        // From the disc of a metre to the side it is 2⁻⁸⁰ m, which is lost in doubles, too.
        let (far, tiny) = (2.0f32.powi(-80), 2.0f32.powi(-79));
        let beyond = Aabb::new(Vec2::new(1.0, -1.0), Vec2::new(2.0, 1.0));
        assert_eq!(disc(-far, 0.0, 1.0, Vec2::new(tiny, 0.0)).entry(&beyond, 1.0), Some(0.5));
        assert_eq!(disc(-far, 0.0, 1.0, Vec2::new(0.25 * tiny, 0.0)).entry(&beyond, 1.0), None);
    }

    #[test]
    fn a_disc_that_reaches_beyond_all_numbers_meets_all_boxes_but_no_unused_lane() {
        let far = Aabb::new(Vec2::MIN, Vec2::new(f32::MIN, f32::MAX));
        let mut lanes = AabbLanes::EMPTY;
        lanes.set_lane(1, &UNIT);
        lanes.set_lane(3, &far);
        for translation in [Vec2::ZERO, Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_ONE, Vec2::MAX, Vec2::new(1e-42, 1.0)]
        {
            let swept = disc(-1.0, 0.0, f32::MAX, translation);
            assert_eq!(RayLanes::new(swept.bounds()).entry(&lanes, 1.0).0, 0b1010, "{translation}");
            assert_eq!(swept.entry(&UNIT, 1.0), Some(0.0), "{translation}");
        }
    }

    #[test]
    fn a_disc_that_reaches_beyond_all_numbers_does_not_leave_what_is_still_behind_its_centre() {
        // Upper sides that go down, and right ones that go left, from beyond all numbers.
        let (top, side) =
            (Aabb::new(Vec2::new(1e38, f32::MAX), Vec2::MAX), Aabb::new(Vec2::new(f32::MAX, 0.0), Vec2::MAX));
        assert_eq!(disc(0.0, f32::MAX, 1e38, Vec2::new(2e38, -1e37)).entry(&top, 1.0), Some(0.0));
        // The lesser roots of (2 − 2t)² + t² ÷ 100 = 1 and of (4 − 4t)² + t² = 4.
        assert_eq!(disc(-1e38, f32::MAX, 1e38, Vec2::new(2e38, -1e37)).entry(&top, 1.0), Some(0.500_627));
        assert_eq!(disc(f32::MAX, -4.0, 2.0, Vec2::new(-1.0, 4.0)).entry(&side, 1.0), Some(0.516_993_94));
        for way in [Vec2::new(-1.0, 1.0), Vec2::NEG_ONE, Vec2::MIN, Vec2::ONE, Vec2::new(0.0, -1.0)] {
            let swept = disc(0.0, 0.0, f32::MAX, way);
            assert_eq!(RayLanes::new(swept.bounds()).entry(&AabbLanes::EMPTY, 1.0).0, 0, "{way}");
        }
    }

    #[test]
    fn a_disc_beside_which_its_way_is_nothing_meets_a_corner_at_the_end() {
        // To the corner, which is a little aside, it is all but the way; doubles are 4096 m apart there.
        let corner = Aabb::new(Vec2::new(-2e19, -8_388_608.0), Vec2::new(-16_777_215.0, 0.0));
        let way = Vec2::new(-16_777_216.0, 0.0);
        let radius = 2.000_000_2e19;
        assert_eq!(disc(radius, -33_554_432.0, radius, way).entry(&corner, 1.0), Some(1.0));
    }

    /// Distances are wrong by less than this, in metres: coordinates and ways are below 16 metres, entering them takes a sum,
    /// a difference, an inverse and a product in `f32`, each good to 2⁻²⁴ of at most 32 metres: 4 · 32 · 2⁻²⁴ < 1e-5.
    const ROUNDING: f64 = 1e-5;

    fn distance(swept: &SweptCircle, aabb: &Aabb, fraction: f64) -> f64 {
        let gap = [0, 1].map(|axis| {
            let center = swept.center[axis] + fraction * swept.translation[axis];
            let center = if swept.is_backwards[axis] { -center } else { center };
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
