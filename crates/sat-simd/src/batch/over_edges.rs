//! Circles over the edges of other shapes that face their centres most: what distances, translations and separations
//! are made of.

use super::circles::CircleBlock;
use super::class::Class;
use super::core_block::CoreBlock;
use super::core_circle::{center_and_limits, facing_edge};
use super::limits::LimitsWide;
use super::nearest::FacingEdge;
use super::placement::Placements;
use super::set::ShapeSet;
use crate::lanes::{F32s, LANES};

/// Eight circles' centres in the frames of eight cores, and the edges that face them most.
pub(super) struct OverEdges<'a> {
    /// Where the cores are.
    pub at: &'a Placements,
    /// Of the cores and of the circles.
    pub radii: [F32s; 2],
    pub center: [F32s; 2],
    pub limits: LimitsWide,
    pub edge: FacingEdge,
}

/// An answer for eight cores and eight circles. A trait, because a function that is handed over is called: distances 274 → 226
/// instructions a pair.
pub(super) trait FromOverEdges {
    fn from_over_edges(over: &OverEdges) -> Self;
}

impl ShapeSet {
    /// What is answered for eight cores of a class and eight circles. Polygons are read in rows, others gathered into `block`.
    #[inline(always)]
    pub(super) fn over_edges<T: FromOverEdges>(
        &self,
        class: Class,
        cores: &[u32; LANES],
        circles: &[u32; LANES],
        block: &mut CoreBlock,
    ) -> T {
        match class {
            Class::Three | Class::Four => self.over_rows::<1, T>(cores, circles),
            Class::Six | Class::Eight => self.over_rows::<2, T>(cores, circles),
            _ => {
                self.gather_cores(class, cores, block);
                T::from_over_edges(&OverEdges::of_cores(block, &self.gather_circles(circles)))
            }
        }
    }

    /// Of polygons with this many lines.
    #[inline(never)]
    fn over_rows<const LINES: usize, T: FromOverEdges>(&self, cores: &[u32; LANES], circles: &[u32; LANES]) -> T {
        let rows = self.gather_edge_rows::<LINES>(cores);
        let facing = |center| rows.facing(center);
        T::from_over_edges(&OverEdges::new(&rows.at, &rows.radius, &self.gather_circles(circles), facing))
    }
}

impl<'a> OverEdges<'a> {
    /// Of cores in columns.
    #[inline(always)]
    pub(super) fn of_cores(cores: &'a CoreBlock, circles: &CircleBlock) -> Self {
        Self::new(&cores.at, &cores.radius, circles, |center| facing_edge(cores, center))
    }

    /// Of cores that are grown by `radius`.
    #[inline(always)]
    fn new(
        at: &'a Placements,
        radius: &[f32; LANES],
        circles: &CircleBlock,
        facing: impl FnOnce([F32s; 2]) -> FacingEdge,
    ) -> Self {
        let (center, limits) = center_and_limits(at, radius, circles, 0.0);
        Self { at, radii: [F32s::new(*radius), F32s::new(circles.radius)], center, limits, edge: facing(center) }
    }
}
