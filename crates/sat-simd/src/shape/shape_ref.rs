use super::vertex_box::{box_of_blocks, box_of_ends};
use super::{Capsule, Circle, MassProperties, Polygon, Rect, Segment, Shape};
use alloc::sync::Arc;
use geom::{Aabb, BoundingCircle, Pose, Vec2};

/// What every question takes: [`Shape`], a shape of one kind, or a type of your own that has one.
///
/// An engine that keeps its circles, boxes and polygons in arrays of their own asks with those: a call whose kinds the
/// compiler knows does not look them up, and no shape takes the room of the largest kind.
///
/// ```
/// use sat_simd::{Circle, Pose, Rect, Shape, Vec2, overlaps};
///
/// let (crate_, ball) = (Rect::new(Vec2::ONE)?, Circle::new(0.5)?);
/// let (here, there) = (Pose::IDENTITY, Pose::from_translation(Vec2::new(1.25, 0.0)));
/// assert!(overlaps(&crate_, &here, &ball, &there, 0.0));
/// assert!(overlaps(&Shape::from(crate_), &here, &ball, &there, 0.0));
///
/// // What a `Shape` has of a polygon is shared, and asked as it is.
/// let Shape::Polygon(tile) = Shape::polygon(&[Vec2::ZERO, Vec2::X, Vec2::Y])? else { unreachable!("it was made as one") };
/// assert!(overlaps(&tile, &here, &ball, &there, 0.0));
/// # Ok::<(), sat_simd::ShapeError>(())
/// ```
pub trait AsShape {
    /// The shape, in its own frame.
    fn as_shape(&self) -> ShapeRef<'_>;
}

/// A shape of any kind, where it stands.
///
/// ```
/// use sat_simd::{Aabb, AsShape, Pose, Rect, Vec2};
///
/// let crate_ = Rect::new(Vec2::new(2.0, 1.0))?;
/// let there = Pose::from_translation(Vec2::new(5.0, 0.0));
/// assert_eq!(crate_.as_shape().aabb(&there), Aabb::new(Vec2::new(3.0, -1.0), Vec2::new(7.0, 1.0)));
/// # Ok::<(), sat_simd::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum ShapeRef<'a> {
    /// A disc around the local origin.
    Circle(&'a Circle),
    /// A segment grown by a radius.
    Capsule(&'a Capsule),
    /// A line segment.
    Segment(&'a Segment),
    /// A box around the local origin.
    Rect(&'a Rect),
    /// A convex polygon, optionally rounded.
    Polygon(&'a Polygon),
}

impl ShapeRef<'_> {
    /// How far the shape reaches around its core, in metres: zero for segments, boxes and sharp polygons.
    #[inline]
    #[must_use]
    pub fn radius(self) -> f32 {
        match self {
            Self::Circle(circle) => circle.radius(),
            Self::Capsule(capsule) => capsule.radius(),
            Self::Segment(_) | Self::Rect(_) => 0.0,
            Self::Polygon(polygon) => polygon.radius(),
        }
    }

    /// How many vertices the core has: 1 for a circle, 2 for segment and capsule, 4 for a box.
    #[inline]
    #[must_use]
    pub fn core_len(self) -> usize {
        match self {
            Self::Circle(_) => 1,
            Self::Capsule(_) | Self::Segment(_) => 2,
            Self::Rect(_) => 4,
            Self::Polygon(polygon) => polygon.len(),
        }
    }

    /// How far the core is from the local origin at most.
    #[inline]
    pub(crate) fn core_reach(self) -> f32 {
        match self {
            Self::Circle(_) => 0.0,
            Self::Capsule(capsule) => capsule.reach(),
            Self::Segment(segment) => segment.reach(),
            Self::Rect(rect) => rect.reach(),
            Self::Polygon(polygon) => polygon.reach(),
        }
    }

    /// Both ends of a segment or of a capsule's.
    #[inline]
    pub(crate) fn ends(self) -> Option<[Vec2; 2]> {
        match self {
            Self::Capsule(capsule) => Some([capsule.a(), capsule.b()]),
            Self::Segment(segment) => Some([segment.a(), segment.b()]),
            Self::Circle(_) | Self::Rect(_) | Self::Polygon(_) => None,
        }
    }

    /// Vertex `index` of the core in the local frame, counter-clockwise.
    ///
    /// # Panics
    /// When `index` is not below [`ShapeRef::core_len`].
    #[inline]
    #[must_use]
    pub fn core_vertex(self, index: usize) -> Vec2 {
        match self {
            Self::Circle(_) => [Vec2::ZERO][index],
            Self::Capsule(capsule) => [capsule.a(), capsule.b()][index],
            Self::Segment(segment) => [segment.a(), segment.b()][index],
            Self::Rect(rect) => rect.corners()[index],
            Self::Polygon(polygon) => polygon.vertex(index),
        }
    }

    /// A circle in the local frame that contains the shape; [`BoundingCircle::posed`] gives the one around it at a pose.
    ///
    /// Its radius is infinite when the shape's extent exceeds the range of `f32`.
    #[inline]
    #[must_use]
    pub fn bounding_circle(self) -> BoundingCircle {
        match self {
            Self::Circle(circle) => BoundingCircle::new(Vec2::ZERO, circle.radius()),
            Self::Capsule(capsule) => capsule.bounding_circle(),
            Self::Segment(segment) => segment.bounding_circle(),
            Self::Rect(rect) => rect.bounding_circle(),
            Self::Polygon(polygon) => polygon.bounding_circle(),
        }
    }

    /// The box around the shape at `pose`, as tight as `f32` rounding lets it be: each side is right to within
    /// 2⁻²¹ of the shape's reach plus the rounding of the world coordinate itself, of capsules and rounded polygons that of two:
    /// the core's, and its with the radius. O(vertices).
    ///
    /// So it may be smaller than the shape by that much, 3 cm a thousand kilometres from the origin, or 6 where two are rounded:
    /// boxes of shapes that just touch may not. A broad phase's margin makes up for it, or [`Aabb::enlarged`].
    #[must_use]
    pub fn aabb(self, pose: &Pose) -> Aabb {
        let core = match self {
            Self::Circle(_) => Aabb::new(pose.translation, pose.translation),
            Self::Rect(rect) => {
                let (cos, sin) = (pose.rotation.cos().abs(), pose.rotation.sin().abs());
                let half = rect.half();
                let reach = Vec2::new(cos * half.x + sin * half.y, sin * half.x + cos * half.y);
                Aabb::from_center_half(pose.translation, reach)
            }
            Self::Capsule(capsule) => box_of_ends(capsule.a(), capsule.b(), pose),
            Self::Segment(segment) => box_of_ends(segment.a(), segment.b(), pose),
            Self::Polygon(polygon) => box_of_blocks(polygon.blocks(), pose),
        };
        core.enlarged(self.radius())
    }

    /// Mass, centre of mass and rotational inertia at `density` kilograms per square metre. O(vertices); of capsules and
    /// rounded polygons with room on the heap for as many.
    ///
    /// Mass and inertia are proportional to `density`, whatever that is: they are negative if it is, and infinite beyond the
    /// range of `f32`.
    #[must_use]
    pub fn mass_properties(self, density: f32) -> MassProperties {
        MassProperties::of_core((0..self.core_len()).map(|i| self.core_vertex(i)), self.radius(), density)
    }
}

impl AsShape for ShapeRef<'_> {
    #[inline]
    fn as_shape(&self) -> ShapeRef<'_> {
        *self
    }
}

impl AsShape for Shape {
    #[inline]
    fn as_shape(&self) -> ShapeRef<'_> {
        match self {
            Self::Circle(circle) => ShapeRef::Circle(circle),
            Self::Capsule(capsule) => ShapeRef::Capsule(capsule),
            Self::Segment(segment) => ShapeRef::Segment(segment),
            Self::Rect(rect) => ShapeRef::Rect(rect),
            Self::Polygon(polygon) => ShapeRef::Polygon(polygon),
        }
    }
}

impl<T: AsShape + ?Sized> AsShape for &T {
    #[inline]
    fn as_shape(&self) -> ShapeRef<'_> {
        (**self).as_shape()
    }
}

impl<T: AsShape + ?Sized> AsShape for Arc<T> {
    #[inline]
    fn as_shape(&self) -> ShapeRef<'_> {
        (**self).as_shape()
    }
}

impl AsShape for Circle {
    #[inline]
    fn as_shape(&self) -> ShapeRef<'_> {
        ShapeRef::Circle(self)
    }
}

impl AsShape for Capsule {
    #[inline]
    fn as_shape(&self) -> ShapeRef<'_> {
        ShapeRef::Capsule(self)
    }
}

impl AsShape for Segment {
    #[inline]
    fn as_shape(&self) -> ShapeRef<'_> {
        ShapeRef::Segment(self)
    }
}

impl AsShape for Rect {
    #[inline]
    fn as_shape(&self) -> ShapeRef<'_> {
        ShapeRef::Rect(self)
    }
}

impl AsShape for Polygon {
    #[inline]
    fn as_shape(&self) -> ShapeRef<'_> {
        ShapeRef::Polygon(self)
    }
}
