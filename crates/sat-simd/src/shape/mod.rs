//! The shapes, checked once when they are made: every function behind them relies on what their types promise.

mod capsule;
mod circle;
#[cfg(feature = "serde")]
mod description;
mod error;
mod mass;
mod outline;
mod polygon;
mod rect;
mod segment;
mod shape_ref;
mod vertex_box;

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
///
/// With the feature `serde` it is written, and read through the checks of its constructors, as one of the following in JSON;
/// a polygon's radius may be left out, which is zero, and unknown fields are refused. Vertices go counter-clockwise.
///
/// ```json
/// {"circle": {"radius": 0.5}}
/// {"capsule": {"a": [-1.0, 0.0], "b": [1.0, 0.0], "radius": 0.25}}
/// {"segment": {"a": [-1.0, 0.0], "b": [1.0, 0.0]}}
/// {"rect": {"half": [2.0, 1.5]}}
/// {"polygon": {"vertices": [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]], "radius": 0.1}}
/// ```
#[derive(Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "description::Description", try_from = "description::Description")
)]
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

impl Clone for Shape {
    fn clone(&self) -> Self {
        match self {
            Self::Circle(circle) => Self::Circle(*circle),
            Self::Capsule(capsule) => Self::Capsule(*capsule),
            Self::Segment(segment) => Self::Segment(*segment),
            Self::Rect(rect) => Self::Rect(*rect),
            Self::Polygon(polygon) => Self::Polygon(Arc::clone(polygon)),
        }
    }

    /// Leaves a polygon that is the same one already alone: nobody counts who shares it then, in memory that is far away.
    fn clone_from(&mut self, source: &Self) {
        match (&*self, source) {
            (Self::Polygon(polygon), Self::Polygon(other)) if Arc::ptr_eq(polygon, other) => {}
            _ => *self = source.clone(),
        }
    }
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

    /// As [`ShapeRef::radius`].
    #[inline]
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.as_shape().radius()
    }

    /// As [`ShapeRef::core_len`].
    #[inline]
    #[must_use]
    pub fn core_len(&self) -> usize {
        self.as_shape().core_len()
    }

    /// As [`ShapeRef::core_vertex`].
    ///
    /// # Panics
    /// When `index` is not below [`Shape::core_len`].
    #[inline]
    #[must_use]
    pub fn core_vertex(&self, index: usize) -> Vec2 {
        self.as_shape().core_vertex(index)
    }

    /// As [`ShapeRef::bounding_circle`].
    #[inline]
    #[must_use]
    pub fn bounding_circle(&self) -> BoundingCircle {
        self.as_shape().bounding_circle()
    }

    /// As [`ShapeRef::aabb`].
    #[inline]
    #[must_use]
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        self.as_shape().aabb(pose)
    }

    /// As [`ShapeRef::mass_properties`].
    #[must_use]
    pub fn mass_properties(&self, density: f32) -> MassProperties {
        self.as_shape().mass_properties(density)
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
    let farthest = points
        .map(|p| (f64::from(p.x) - f64::from(center.x), f64::from(p.y) - f64::from(center.y)))
        .map(|(dx, dy)| dx * dx + dy * dy)
        .fold(0.0, f64::max);
    let reach = sqrt_f64(farthest);
    // The slack covers the rounding of the f64 arithmetic itself.
    BoundingCircle::new(center, round_up((reach + f64::from(radius)) * (1.0 + 8.0 * f64::EPSILON)))
}

/// How far the points are from the local origin at most, rounded up.
fn reach(points: impl Iterator<Item = Vec2>) -> f32 {
    let squares = points.map(|p| f64::from(p.x) * f64::from(p.x) + f64::from(p.y) * f64::from(p.y));
    // The slack covers the rounding of the f64 arithmetic itself.
    round_up(sqrt_f64(squares.fold(0.0, f64::max)) * (1.0 + 8.0 * f64::EPSILON))
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
