//! The shapes, checked once when they are made: every function behind them relies on what their types promise.

mod capsule;
mod circle;
mod error;
mod mass;
mod outline;
mod polygon;
mod rect;
mod segment;
mod shape_ref;

pub use capsule::Capsule;
pub use circle::Circle;
pub use error::ShapeError;
pub use mass::MassProperties;
#[cfg(feature = "decompose")]
pub(crate) use outline::{precedes, turn};
pub(crate) use polygon::Block;
pub use polygon::{MAX_VERTICES, Polygon};
pub use rect::Rect;
pub use segment::Segment;
pub use shape_ref::{AsShape, ShapeRef};

use crate::root::sqrt_f64;
use alloc::sync::Arc;
use geom::{Aabb, BoundingCircle, Pose, Vec2};

/// A convex shape in its own frame: a convex core (point, segment or polygon) grown by a radius.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc around the local origin.
    Circle(Circle),
    /// A segment grown by a radius.
    Capsule(Capsule),
    /// A line segment.
    Segment(Segment),
    /// A box around the local origin, given by half extents.
    Rect(Rect),
    /// A convex polygon, optionally rounded.
    Polygon(Arc<Polygon>),
}

impl Shape {
    /// A disc of `radius` metres around the local origin.
    ///
    /// # Errors
    /// As [`Circle::new`].
    pub fn circle(radius: f32) -> Result<Self, ShapeError> {
        Circle::new(radius).map(Self::Circle)
    }

    /// The segment from `a` to `b` grown by `radius` metres.
    ///
    /// # Errors
    /// As [`Capsule::new`].
    pub fn capsule(a: Vec2, b: Vec2, radius: f32) -> Result<Self, ShapeError> {
        Capsule::new(a, b, radius).map(Self::Capsule)
    }

    /// The segment from `a` to `b`.
    ///
    /// # Errors
    /// As [`Segment::new`].
    pub fn segment(a: Vec2, b: Vec2) -> Result<Self, ShapeError> {
        Segment::new(a, b).map(Self::Segment)
    }

    /// The box that reaches `half_x` and `half_y` metres to each side of the local origin.
    ///
    /// # Errors
    /// As [`Rect::new`].
    pub fn rect(half_x: f32, half_y: f32) -> Result<Self, ShapeError> {
        Rect::new(Vec2::new(half_x, half_y)).map(Self::Rect)
    }

    /// The convex polygon with these vertices, in either winding.
    ///
    /// # Errors
    /// As [`Polygon::new`].
    pub fn polygon(points: &[Vec2]) -> Result<Self, ShapeError> {
        Polygon::new(points).map(Self::from)
    }

    /// How far the shape reaches around its core, in metres: zero for segments, boxes and sharp polygons.
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.as_shape().radius()
    }

    /// How many vertices the core has: 1 for a circle, 2 for segment and capsule, 4 for a box.
    #[inline]
    #[must_use]
    pub fn core_len(&self) -> usize {
        self.as_shape().core_len()
    }

    /// Vertex `index` of the core in the local frame, counter-clockwise.
    ///
    /// # Panics
    /// When `index` is not below [`Shape::core_len`].
    #[inline]
    #[must_use]
    pub fn core_vertex(&self, index: usize) -> Vec2 {
        self.as_shape().core_vertex(index)
    }

    /// A circle in the local frame that contains the shape.
    ///
    /// Its radius is infinite when the shape's extent exceeds the range of `f32`.
    #[inline]
    #[must_use]
    pub fn bounding_circle(&self) -> BoundingCircle {
        match self {
            Self::Circle(circle) => BoundingCircle::new(Vec2::ZERO, circle.radius()),
            Self::Capsule(capsule) => capsule.bounding_circle(),
            Self::Segment(segment) => segment.bounding_circle(),
            Self::Rect(rect) => rect.bounding_circle(),
            Self::Polygon(polygon) => polygon.bounding_circle(),
        }
    }

    /// The box around the shape at `pose`, as tight as `f32` rounding lets it be: each side is right to within
    /// 2⁻²¹ of the shape's reach plus the rounding of the world coordinate itself. O(vertices).
    #[must_use]
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let core = match self {
            Self::Circle(_) => Aabb::new(pose.translation, pose.translation),
            Self::Rect(rect) => {
                let (cos, sin) = (pose.rotation.cos().abs(), pose.rotation.sin().abs());
                let half = rect.half();
                let reach = Vec2::new(cos * half.x + sin * half.y, sin * half.x + cos * half.y);
                Aabb::from_center_half(pose.translation, reach)
            }
            _ => {
                let first = pose.transform_point(self.core_vertex(0));
                (1..self.core_len()).fold(Aabb::new(first, first), |aabb, index| {
                    let point = pose.transform_point(self.core_vertex(index));
                    aabb.union(&Aabb::new(point, point))
                })
            }
        };
        core.enlarged(self.radius())
    }

    /// Mass, centre of mass and rotational inertia at `density` kilograms per square metre. O(vertices).
    ///
    /// Mass and inertia are proportional to `density`, whatever that is: they are negative if it is, and infinite beyond the
    /// range of `f32`.
    #[must_use]
    pub fn mass_properties(&self, density: f32) -> MassProperties {
        MassProperties::of_core((0..self.core_len()).map(|i| self.core_vertex(i)), self.radius(), density)
    }
}

impl From<Circle> for Shape {
    fn from(circle: Circle) -> Self {
        Self::Circle(circle)
    }
}

impl From<Capsule> for Shape {
    fn from(capsule: Capsule) -> Self {
        Self::Capsule(capsule)
    }
}

impl From<Segment> for Shape {
    fn from(segment: Segment) -> Self {
        Self::Segment(segment)
    }
}

impl From<Rect> for Shape {
    fn from(rect: Rect) -> Self {
        Self::Rect(rect)
    }
}

impl From<Polygon> for Shape {
    fn from(polygon: Polygon) -> Self {
        Self::Polygon(Arc::new(polygon))
    }
}

/// `value` rounded to `f32`, never below it.
pub(crate) fn round_up(value: f64) -> f32 {
    let rounded = value as f32;
    if f64::from(rounded) < value { rounded.next_up() } else { rounded }
}

/// The circle around the middle of the points' box that contains them all, grown by `radius`.
fn circle_around(points: impl Iterator<Item = Vec2> + Clone, radius: f32) -> BoundingCircle {
    let bounds = points.clone().map(|p| Aabb::new(p, p)).reduce(|a, b| a.union(&b)).unwrap_or_default();
    let center = bounds.center();
    let reach = points
        .map(|p| (f64::from(p.x) - f64::from(center.x), f64::from(p.y) - f64::from(center.y)))
        .map(|(dx, dy)| sqrt_f64(dx * dx + dy * dy))
        .fold(0.0, f64::max);
    // The slack covers the rounding of the f64 arithmetic itself.
    BoundingCircle::new(center, round_up((reach + f64::from(radius)) * (1.0 + 8.0 * f64::EPSILON)))
}

/// How far the points are from the local origin at most, rounded up.
fn reach(points: impl Iterator<Item = Vec2>) -> f32 {
    let distances = points.map(|p| sqrt_f64(f64::from(p.x) * f64::from(p.x) + f64::from(p.y) * f64::from(p.y)));
    // The slack covers the rounding of the f64 arithmetic itself.
    round_up(distances.fold(0.0, f64::max) * (1.0 + 8.0 * f64::EPSILON))
}

/// The unit normal to the right of `start → end`, each coordinate rounded once from double precision; `(1, 0)` when
/// the two are the same point.
fn edge_normal(start: Vec2, end: Vec2) -> Vec2 {
    let (dx, dy) = (f64::from(end.x) - f64::from(start.x), f64::from(end.y) - f64::from(start.y));
    let length = sqrt_f64(dx * dx + dy * dy);
    if length == 0.0 {
        return Vec2::X;
    }
    Vec2::new((dy / length) as f32, (-dx / length) as f32)
}
