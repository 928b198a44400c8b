/// Which vertex of A meets which vertex of B at a contact point: the name a solver keeps impulses under.
///
/// A point clipped out of edge `i → i + 1` of A and edge `j → j + 1` of B is named by the two vertices at its end of
/// the overlap, `(i, j + 1)` or `(i + 1, j)`, whichever side was clipped and whichever edge was the reference. So the
/// name survives small motions; it changes when another edge comes into play. Circles have one contact point and always
/// count as vertex 0; so does the shape a circle touches, because a ball that rolls over a vertex keeps its contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FeatureId(u32);

impl FeatureId {
    /// Vertex `a` of A at vertex `b` of B. Polygons have at most 65 535 vertices, so both fit sixteen bits.
    #[inline]
    #[must_use]
    pub const fn new(a: u16, b: u16) -> Self {
        Self((a as u32) << 16 | b as u32)
    }

    /// The id as one number, for a solver's own tables.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The id with this number.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    /// Index of A's vertex.
    #[inline]
    #[must_use]
    pub const fn a(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// Index of B's vertex.
    #[inline]
    #[must_use]
    pub const fn b(self) -> u16 {
        self.0 as u16
    }

    /// The same point with A and B exchanged.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self(self.0.rotate_left(16))
    }
}
