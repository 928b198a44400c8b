use glam::DVec2;

/// 64u, u = 2⁻⁵³, of the size: what a height over an edge of a placed shape may be off by, three times over. Unit vectors are
/// right to 2.5u, a position to 5.5u of its distance, cosine and sine between two shapes to 7u, a vertex seen through them or
/// a box's shadow to 10u·√2 of its reach.
pub(super) const RELATIVE_ERROR: f64 = 32.0 * f64::EPSILON;

/// An error this part of the larger shape's extent and of the separation at most, 2⁻²², leaves the numbers within the bound they
/// have, 2⁻²¹. More it is for points and small shapes that come near each other far from the origins of their own frames.
pub(super) const MOST_ERROR: f64 = 1.0 / 4_194_304.0;

/// How a shape is turned, with a unit vector, and by how much its stored rotation lengthens it.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    pub right: DVec2,
    pub scale: f64,
}

impl Placed {
    /// From the cosine and sine: a stored rotation lengthens by ρ. With e = ρ² − 1 below 2⁻²¹, 1/ρ = 1 − e/2 + 3e²/8 but for 2⁻⁶⁴.
    #[inline]
    pub fn new(stored: DVec2) -> Self {
        let square = stored.length_squared();
        let excess = square - 1.0;
        let per_length = 1.0 - excess * (0.5 - 0.375 * excess);
        Self { right: stored * per_length, scale: square * per_length }
    }

    /// `v` of the world in the shape's frame.
    #[inline]
    pub fn turned_back(&self, v: DVec2) -> DVec2 {
        DVec2::new(self.right.dot(v), self.right.perp_dot(v))
    }
}
