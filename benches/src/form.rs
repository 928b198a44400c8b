use geom::Vec2;
use sat_simd::Shape;

/// A shape without an engine: what the adapters translate into their own types.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A disc around the local origin.
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
    /// A box around the local origin.
    Rect {
        /// Half extents in metres.
        half: Vec2,
    },
    /// A convex polygon.
    Polygon {
        /// Counter-clockwise vertices.
        vertices: Vec<Vec2>,
    },
}

impl Form {
    /// The vertices of the convex core: one for a circle, two for a capsule, counter-clockwise for the others.
    #[must_use]
    pub fn core(&self) -> Vec<Vec2> {
        match self {
            Self::Circle { .. } => vec![Vec2::ZERO],
            Self::Capsule { a, b, .. } => vec![*a, *b],
            Self::Rect { half } => {
                vec![-*half, Vec2::new(half.x, -half.y), *half, Vec2::new(-half.x, half.y)]
            }
            Self::Polygon { vertices } => vertices.clone(),
        }
    }

    /// How far the shape reaches around its core, in metres.
    #[must_use]
    pub fn radius(&self) -> f32 {
        match self {
            Self::Circle { radius } | Self::Capsule { radius, .. } => *radius,
            Self::Rect { .. } | Self::Polygon { .. } => 0.0,
        }
    }

    /// The radius of the smallest circle around the local origin that contains the shape.
    #[must_use]
    pub fn reach(&self) -> f32 {
        self.core().iter().map(|v| v.length()).fold(0.0, f32::max) + self.radius()
    }

    /// The shape in our own types.
    ///
    /// # Panics
    /// When the form is not a valid shape: workloads make none such.
    #[must_use]
    pub fn shape(&self) -> Shape {
        match self {
            Self::Circle { radius } => Shape::circle(*radius),
            Self::Capsule { a, b, radius } => Shape::capsule(*a, *b, *radius),
            Self::Rect { half } => Shape::rect(half.x, half.y),
            Self::Polygon { vertices } => Shape::polygon(vertices),
        }
        .expect("workloads hold valid shapes only")
    }
}
