use super::{Capsule, Circle, Polygon, Rect, Segment, Shape};
use geom::Vec2;

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
/// # Ok::<(), sat_simd::ShapeError>(())
/// ```
pub trait AsShape {
    /// The shape, in its own frame.
    fn as_shape(&self) -> ShapeRef<'_>;
}

/// A shape of any kind, where it stands.
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
    #[inline]
    pub(crate) fn radius(self) -> f32 {
        match self {
            Self::Circle(circle) => circle.radius(),
            Self::Capsule(capsule) => capsule.radius(),
            Self::Segment(_) | Self::Rect(_) => 0.0,
            Self::Polygon(polygon) => polygon.radius(),
        }
    }

    #[inline]
    pub(crate) fn core_len(self) -> usize {
        match self {
            Self::Circle(_) => 1,
            Self::Capsule(_) | Self::Segment(_) => 2,
            Self::Rect(_) => 4,
            Self::Polygon(polygon) => polygon.len(),
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

    #[inline]
    pub(crate) fn core_vertex(self, index: usize) -> Vec2 {
        match self {
            Self::Circle(_) => [Vec2::ZERO][index],
            Self::Capsule(capsule) => [capsule.a(), capsule.b()][index],
            Self::Segment(segment) => [segment.a(), segment.b()][index],
            Self::Rect(rect) => rect.corners()[index],
            Self::Polygon(polygon) => polygon.vertex(index),
        }
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
