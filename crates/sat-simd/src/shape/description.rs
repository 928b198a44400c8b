use super::{Capsule, Circle, Polygon, Rect, Segment, Shape, ShapeError};
use alloc::vec::Vec;
use geom::Vec2;
use serde::{Deserialize, Serialize};

/// The numbers a shape is made of, as they are written down; read back, they go through the same door as any others.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Description {
    Circle {
        radius: f32,
    },
    Capsule {
        a: Vec2,
        b: Vec2,
        radius: f32,
    },
    Segment {
        a: Vec2,
        b: Vec2,
    },
    Rect {
        half: Vec2,
    },
    Polygon {
        vertices: Vec<Vec2>,
        #[serde(default)]
        radius: f32,
    },
}

impl From<Shape> for Description {
    fn from(shape: Shape) -> Self {
        match shape {
            Shape::Circle(circle) => Self::Circle { radius: circle.radius() },
            Shape::Capsule(capsule) => Self::Capsule { a: capsule.a(), b: capsule.b(), radius: capsule.radius() },
            Shape::Segment(segment) => Self::Segment { a: segment.a(), b: segment.b() },
            Shape::Rect(rect) => Self::Rect { half: rect.half() },
            Shape::Polygon(polygon) => {
                Self::Polygon { vertices: polygon.vertices().collect(), radius: polygon.radius() }
            }
        }
    }
}

impl TryFrom<Description> for Shape {
    type Error = ShapeError;

    fn try_from(description: Description) -> Result<Self, ShapeError> {
        match description {
            Description::Circle { radius } => Circle::new(radius).map(Self::from),
            Description::Capsule { a, b, radius } => Capsule::new(a, b, radius).map(Self::from),
            Description::Segment { a, b } => Segment::new(a, b).map(Self::from),
            Description::Rect { half } => Rect::new(half).map(Self::from),
            Description::Polygon { vertices, radius } => Polygon::new(&vertices)?.with_radius(radius).map(Self::from),
        }
    }
}
