use super::core_block::MAX_COLUMNS;
use crate::shape::Shape;

/// What a kernel has to know about a shape before it reads it: its kind, or how many columns its core takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Class {
    Circle,
    /// Segments and capsules.
    Two,
    Rect,
    /// Polygons of up to this many vertices.
    Three,
    Four,
    Six,
    Eight,
    /// Polygons that no block holds: asked one by one.
    Large,
}

impl Class {
    pub const ALL: [Self; 8] =
        [Self::Circle, Self::Two, Self::Rect, Self::Three, Self::Four, Self::Six, Self::Eight, Self::Large];

    /// Of a polygon's class the one with four or eight vertices that holds it, too.
    #[inline]
    pub const fn padded(self) -> Option<Self> {
        match self {
            Self::Three | Self::Four => Some(Self::Four),
            Self::Six | Self::Eight => Some(Self::Eight),
            Self::Circle | Self::Two | Self::Rect | Self::Large => None,
        }
    }

    /// How many columns a block gives the cores of this class where it is to be one of few numbers: 2, 4 or 8.
    #[inline]
    pub const fn columns(self) -> usize {
        match self {
            Self::Circle | Self::Two => 2,
            Self::Rect | Self::Three | Self::Four => 4,
            Self::Six | Self::Eight | Self::Large => 8,
        }
    }

    pub fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Circle(_) => Self::Circle,
            Shape::Segment(_) | Shape::Capsule(_) => Self::Two,
            Shape::Rect(_) => Self::Rect,
            Shape::Polygon(polygon) => Self::of_vertices(polygon.len()),
        }
    }

    /// Of polygons of `len` vertices.
    #[inline]
    pub const fn of_vertices(len: usize) -> Self {
        match len {
            ..=3 => Self::Three,
            4 => Self::Four,
            5..=6 => Self::Six,
            7..=MAX_COLUMNS => Self::Eight,
            _ => Self::Large,
        }
    }
}
