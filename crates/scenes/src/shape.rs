use glam::Vec2;
use sat_simd::{Polygon, Shape, ShapeError};
use serde::{Deserialize, Serialize};

/// A convex shape as it is written in a scene, not yet checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum SceneShape {
    /// A disc around the origin.
    Circle {
        /// Radius in metres.
        radius: f32,
    },
    /// A segment grown by a radius.
    Capsule {
        /// First end of the core segment.
        a: Vec2,
        /// Second end of the core segment.
        b: Vec2,
        /// Radius in metres.
        radius: f32,
    },
    /// A line segment, solid from both sides.
    Segment {
        /// First end.
        a: Vec2,
        /// Second end.
        b: Vec2,
    },
    /// A box around the origin.
    Box {
        /// Half the width and half the height in metres.
        half: Vec2,
    },
    /// A convex polygon in either winding, optionally rounded.
    Polygon {
        /// The corners.
        vertices: Vec<Vec2>,
        /// How far it is rounded, in metres. Default: 0.
        #[serde(default)]
        radius: f32,
    },
}

impl SceneShape {
    /// The square that reaches `half` metres to each side.
    #[must_use]
    pub fn square(half: f32) -> Self {
        Self::Box { half: Vec2::splat(half) }
    }

    /// The box that reaches `half_x` and `half_y` metres to each side.
    #[must_use]
    pub fn rect(half_x: f32, half_y: f32) -> Self {
        Self::Box { half: Vec2::new(half_x, half_y) }
    }

    /// The convex polygon with these corners, not rounded.
    #[must_use]
    pub fn polygon(vertices: &[Vec2]) -> Self {
        Self::Polygon { vertices: vertices.to_vec(), radius: 0.0 }
    }

    /// The checked shape the engine works with.
    ///
    /// # Errors
    /// The [`ShapeError`] of the shape's constructor: numbers that are not finite, a negative radius, an outline that
    /// is not convex or has no area.
    pub fn to_shape(&self) -> Result<Shape, ShapeError> {
        match self {
            Self::Circle { radius } => Shape::circle(*radius),
            Self::Capsule { a, b, radius } => Shape::capsule(*a, *b, *radius),
            Self::Segment { a, b } => Shape::segment(*a, *b),
            Self::Box { half } => Shape::rect(half.x, half.y),
            Self::Polygon { vertices, radius } => Polygon::new(vertices)?.with_radius(*radius).map(Shape::from),
        }
    }
}
