use super::core_block::{CoreBlock, EdgeColumn};
use super::distance_kernel::{ClosestWide, closest_wide, dot};
use super::placement::RelativeWide;
use super::rect_distances::closest_rects_wide;
use super::rects::RectBlock;
use crate::lanes::{F32s, LANES, max_wide, min_wide};

/// Eight cores on their ways, as a round sees them.
pub(super) trait Cores {
    /// How far they reach around their positions, without the radii.
    fn reach(&self) -> [f32; LANES];

    fn radius(&self) -> [f32; LANES];

    /// The nearest points of these and `others`.
    fn closest(&self, others: &Self, relative: &RelativeWide, size: F32s) -> ClosestWide;

    /// The heights of the vertices farthest along `direction`.
    fn highest(&self, direction: [F32s; 2]) -> F32s;

    /// The heights of the vertices least far along `direction`.
    fn lowest(&self, direction: [F32s; 2]) -> F32s;
}

impl Cores for CoreBlock {
    #[inline]
    fn reach(&self) -> [f32; LANES] {
        self.at.reach
    }

    #[inline]
    fn radius(&self) -> [f32; LANES] {
        self.radius
    }

    #[inline]
    fn closest(&self, others: &Self, relative: &RelativeWide, size: F32s) -> ClosestWide {
        closest_wide(self, others, relative, size)
    }

    #[inline(always)]
    fn highest(&self, direction: [F32s; 2]) -> F32s {
        extreme(self, |edge| dot(direction, edge.vertex()), max_wide)
    }

    #[inline(always)]
    fn lowest(&self, direction: [F32s; 2]) -> F32s {
        extreme(self, |edge| dot(direction, edge.vertex()), min_wide)
    }
}

impl Cores for RectBlock {
    #[inline]
    fn reach(&self) -> [f32; LANES] {
        self.at.reach
    }

    #[inline]
    fn radius(&self) -> [f32; LANES] {
        [0.0; LANES]
    }

    #[inline(always)]
    fn closest(&self, others: &Self, relative: &RelativeWide, size: F32s) -> ClosestWide {
        closest_rects_wide(self, others, relative, size)
    }

    #[inline(always)]
    fn highest(&self, [x, y]: [F32s; 2]) -> F32s {
        x.abs() * F32s::new(self.half_x) + y.abs() * F32s::new(self.half_y)
    }

    #[inline(always)]
    fn lowest(&self, direction: [F32s; 2]) -> F32s {
        -self.highest(direction)
    }
}

/// What is the most, or the least, by `of` of the vertices' heights.
#[inline(always)]
fn extreme(core: &CoreBlock, height: impl Fn(&EdgeColumn) -> F32s, of: impl Fn(F32s, F32s) -> F32s) -> F32s {
    let [first, others @ ..] = core.edges() else { return F32s::splat(0.0) };
    others.iter().fold(height(first), |best, edge| of(height(edge), best))
}
