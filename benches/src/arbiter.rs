//! The judge between engines: separations in double precision, straight from the definition.

use crate::form::Form;
use geom::{Pose, Vec2};

type Point = [f64; 2];

/// A posed form in double precision, in the world frame.
#[derive(Clone, Debug)]
pub struct Posed {
    core: Vec<Point>,
    radius: f64,
}

impl Posed {
    /// `form` at `pose`, with the stored `f32` values taken as exact numbers.
    #[must_use]
    pub fn new(form: &Form, pose: &Pose) -> Self {
        Self::moved(form, pose, [0.0; 2], 0.0)
    }

    /// `form` at `pose`, moved by `by` and turned by `angle` about its own place.
    #[must_use]
    pub fn moved(form: &Form, pose: &Pose, by: [f64; 2], angle: f64) -> Self {
        let (c, s) = (f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
        let (turn_s, turn_c) = angle.sin_cos();
        let (c, s) = (c * turn_c - s * turn_s, s * turn_c + c * turn_s);
        let (px, py) = (f64::from(pose.translation.x) + by[0], f64::from(pose.translation.y) + by[1]);
        let turned = |v: Vec2| {
            let (x, y) = (f64::from(v.x), f64::from(v.y));
            [px + (c * x - s * y), py + (s * x + c * y)]
        };
        Self { core: form.core().into_iter().map(turned).collect(), radius: f64::from(form.radius()) }
    }

    /// The largest projection of the shape on the unit vector `n`.
    fn support(&self, n: Point) -> f64 {
        self.core.iter().map(|v| dot(*v, n)).fold(f64::NEG_INFINITY, f64::max) + self.radius
    }

    fn edges(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        // A segment has two edges, there and back: each of its normals counts.
        let count = if self.core.len() == 1 { 0 } else { self.core.len() };
        (0..count).map(|i| (self.core[i], self.core[(i + 1) % self.core.len()]))
    }
}

/// The gap between two shapes when they are pushed together along the unit vector `normal`, which points from a to b.
#[must_use]
pub fn separation_along(a: &Posed, b: &Posed, normal: [f64; 2]) -> f64 {
    -b.support([-normal[0], -normal[1]]) - a.support(normal)
}

/// The gap between two shapes, or minus the length of the shortest way out when they overlap.
///
/// Separating axes over the edge normals of both cores decide whether the cores overlap and how deep; when they do not,
/// the smallest distance between a vertex and an edge is their distance. O(n·m).
#[must_use]
pub fn separation(a: &Posed, b: &Posed) -> f64 {
    let mut widest_gap = f64::NEG_INFINITY;
    let cores = (Posed { core: a.core.clone(), radius: 0.0 }, Posed { core: b.core.clone(), radius: 0.0 });
    for (start, end) in a.edges() {
        if let Some(n) = outward_normal(start, end) {
            widest_gap = widest_gap.max(separation_along(&cores.0, &cores.1, n));
        }
    }
    for (start, end) in b.edges() {
        if let Some(n) = outward_normal(start, end) {
            widest_gap = widest_gap.max(separation_along(&cores.0, &cores.1, [-n[0], -n[1]]));
        }
    }
    // Two points have no edges: the gap is still −∞.
    let cores_overlap = widest_gap < 0.0 && widest_gap.is_finite();
    let core_separation = if cores_overlap { widest_gap } else { core_distance(a, b) };
    core_separation - a.radius - b.radius
}

fn core_distance(a: &Posed, b: &Posed) -> f64 {
    let mut distance_sq = f64::INFINITY;
    for (from, to) in [(a, b), (b, a)] {
        for v in &from.core {
            for w in &to.core {
                distance_sq = distance_sq.min(squared(sub(*v, *w)));
            }
            for (start, end) in to.edges() {
                distance_sq = distance_sq.min(distance_to_segment_sq(*v, start, end));
            }
        }
    }
    distance_sq.sqrt()
}

fn distance_to_segment_sq(p: Point, start: Point, end: Point) -> f64 {
    let (along, to_point) = (sub(end, start), sub(p, start));
    let t = (dot(to_point, along) / squared(along)).clamp(0.0, 1.0);
    squared(sub(to_point, [along[0] * t, along[1] * t]))
}

fn outward_normal(start: Point, end: Point) -> Option<Point> {
    let d = sub(end, start);
    let length = squared(d).sqrt();
    (length > 0.0).then(|| [d[1] / length, -d[0] / length])
}

fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn squared(a: Point) -> f64 {
    dot(a, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(form: &Form, x: f32, y: f32) -> Posed {
        Posed::new(form, &Pose::from_translation(Vec2::new(x, y)))
    }

    #[test]
    fn boxes_overlap_by_the_shorter_way_out() {
        let unit = Form::Rect { half: Vec2::ONE };
        assert_eq!(separation(&at(&unit, 0.0, 0.0), &at(&unit, 1.5, 1.0)), -0.5);
        assert_eq!(separation(&at(&unit, 0.0, 0.0), &at(&unit, 5.0, 6.0)), 5.0);
    }

    #[test]
    fn a_circle_near_a_corner_is_measured_to_the_corner() {
        let (unit, disc) = (Form::Rect { half: Vec2::ONE }, Form::Circle { radius: 1.0 });
        assert_eq!(separation(&at(&unit, 0.0, 0.0), &at(&disc, 4.0, 5.0)), 4.0);
        assert_eq!(separation(&at(&disc, 4.0, 5.0), &at(&unit, 0.0, 0.0)), 4.0);
        assert_eq!(separation(&at(&disc, 0.0, 0.0), &at(&disc, 0.0, 1.5)), -0.5);
    }

    #[test]
    fn crossing_capsules_overlap_by_their_radii() {
        let along_x = Form::Capsule { a: Vec2::new(-2.0, 0.0), b: Vec2::new(2.0, 0.0), radius: 0.5 };
        let along_y = Form::Capsule { a: Vec2::new(0.0, -1.0), b: Vec2::new(0.0, 1.0), radius: 0.25 };
        assert_eq!(separation(&at(&along_x, 0.0, 0.0), &at(&along_y, 0.0, 3.0)), 1.25);
        assert!(separation(&at(&along_x, 0.0, 0.0), &at(&along_y, 0.0, 0.0)) <= -0.75);
    }
}
