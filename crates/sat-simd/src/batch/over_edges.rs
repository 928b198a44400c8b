//! Circles over the edges of other shapes that face their centres most: what translations and separations are made of.

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
    pub center: [F32s; 2],
    pub limits: LimitsWide,
    pub edge: FacingEdge,
}

impl ShapeSet {
    /// What is answered for eight cores of a class and eight circles. Polygons are read in rows, others gathered into `block`.
    #[inline(always)]
    pub(super) fn over_edges<T>(
        &self,
        class: Class,
        cores: &[u32; LANES],
        circles: &[u32; LANES],
        block: &mut CoreBlock,
        answer: impl Fn(&OverEdges) -> T,
    ) -> T {
        match class {
            Class::Three | Class::Four => self.over_rows::<1, T>(cores, circles, answer),
            Class::Six | Class::Eight => self.over_rows::<2, T>(cores, circles, answer),
            _ => {
                self.gather_cores(class, cores, block);
                let facing = |center| facing_edge(block, center);
                answer(&OverEdges::new(&block.at, &block.radius, &self.gather_circles(circles), facing))
            }
        }
    }

    /// Of polygons with this many lines.
    #[inline(never)]
    fn over_rows<const LINES: usize, T>(
        &self,
        cores: &[u32; LANES],
        circles: &[u32; LANES],
        answer: impl Fn(&OverEdges) -> T,
    ) -> T {
        let rows = self.gather_edge_rows::<LINES>(cores);
        let facing = |center| rows.facing(center);
        answer(&OverEdges::new(&rows.at, &rows.radius, &self.gather_circles(circles), facing))
    }
}

impl<'a> OverEdges<'a> {
    /// Of cores that are grown by `radius`.
    #[inline(always)]
    fn new(
        at: &'a Placements,
        radius: &[f32; LANES],
        circles: &CircleBlock,
        facing: impl FnOnce([F32s; 2]) -> FacingEdge,
    ) -> Self {
        let (center, limits) = center_and_limits(at, radius, circles, 0.0);
        Self { at, center, limits, edge: facing(center) }
    }
}
