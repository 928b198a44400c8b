/// An edge of a ring: from vertex `index` to the next, both counted from zero in the order given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RingEdge {
    /// Which ring.
    pub ring: usize,
    /// Which of its vertices the edge starts at.
    pub index: usize,
}

/// Why rings could not be cut into convex pieces.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum DecomposeError {
    /// A ring needs three vertices.
    #[error("ring {ring} needs at least 3 vertices, {count} given")]
    TooFewVertices {
        /// Which ring.
        ring: usize,
        /// How many vertices it has.
        count: usize,
    },
    /// All rings together have more vertices than [`MAX_VERTICES`](crate::MAX_VERTICES).
    #[error("{count} vertices exceed the limit of {}", crate::MAX_VERTICES)]
    TooManyVertices {
        /// How many were given.
        count: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("vertex {index} of ring {ring} is not finite: ({x}, {y})")]
    NotFinite {
        /// Which ring.
        ring: usize,
        /// Which of its vertices.
        index: usize,
        /// Its first coordinate.
        x: f32,
        /// Its second coordinate.
        y: f32,
    },
    /// Two edges cross in a point that is inside both, and no vertex of any ring.
    #[error("edge {} of ring {} crosses edge {} of ring {}", first.index, first.ring, second.index, second.ring)]
    Crossing {
        /// The edge that was given first.
        first: RingEdge,
        /// The edge that was given later.
        second: RingEdge,
    },
    /// The rings enclose nothing.
    #[error("the rings enclose no area")]
    ZeroArea,
}
