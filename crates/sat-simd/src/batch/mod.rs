//! Many pairs at once: eight pairs in lanes.
//!
//! A [`ShapeSet`] holds shapes of any kind at their world poses; the questions take pairs of indices into it, as a broad
//! phase hands them out, and answer in the order of the pairs. A [`PairPlan`] collects those whose shapes are alike, eight at
//! a time are gathered into lanes, and one kernel answers all eight:
//!
//! ```text
//! pairs → collected by class → gathered → kernel → answers in the caller's order
//!
//! lane     0    1    2    3    4    5    6    7
//! x       x0   x1   x2   x3   x4   x5   x6   x7
//! y       y0   y1   …
//! cos     …
//! ```
//!
//! A [`RectBatch`], [`CircleBatch`] or [`PolygonBatch`] holds shapes of one kind in lanes already, of larger polygons their
//! discs. Two of equal length are asked pair by pair, the first of one with the first of the other. Nothing is gathered, which for
//! circles and boxes is most of the time, but larger polygons that their discs leave open.
//!
//! Verdicts are those of the single pair, exactly: `f32` decides the pairs whose gap is beyond its error bound (derived at
//! each kernel), and the few others are asked one by one. So are polygons of more than eight vertices, for what the single
//! function takes. Only [`overlaps`] lets discs decide about them first, eight pairs at a time: nearly round 16-gons from
//! memory take 31 ns instead of 54 on an EPYC without AVX, narrow ellipses of 32 vertices 169 instead of 153.
//! Numbers say how far they are rounded; [`separations`], [`manifolds`] and [`rect_rect_manifolds`] give the very bits of
//! the single functions.
//!
//! [`distances`] and [`shape_casts`] hold each number against a separating axis, [`ray_casts`] against the error bound, and
//! ask one by one where rounding could have made the difference. [`times_of_impact`] takes that from every gap on the way.
//!
//! No call allocates once the caller's buffers have grown. One that names a shape that is not there or moves it by NaN, or
//! batches of different lengths, is refused with a [`BatchError`] before anything is written.
//!
//! # Examples
//! ```
//! use sat_simd::batch::{self, PairMask, PairPlan, ShapeSet};
//! use sat_simd::{Pose, Shape, Vec2};
//!
//! let mut set = ShapeSet::new();
//! let floor = set.push(&Shape::rect(8.0, 1.0)?, &Pose::IDENTITY)?;
//! let ball = set.push(&Shape::circle(0.5)?, &Pose::from_translation(Vec2::new(2.0, 1.25)))?;
//! let roof = set.push(&Shape::segment(Vec2::ZERO, Vec2::X)?, &Pose::from_translation(Vec2::new(0.0, 5.0)))?;
//! let pairs = [(floor, ball), (floor, roof), (ball, roof)];
//!
//! // Kept from step to step.
//! let (mut plan, mut mask) = (PairPlan::new(), PairMask::new());
//! let (mut separations, mut mtvs) = (Vec::new(), Vec::new());
//! batch::overlaps(&set, &pairs, 0.0, &mut plan, &mut mask)?;
//! assert_eq!(mask.iter().collect::<Vec<_>>(), [true, false, false]);
//! batch::separations(&set, &pairs, &mut plan, &mut separations)?;
//! assert_eq!(separations[..2], [-0.25, 4.0]);
//! batch::mtvs(&set, &pairs, &mut plan, &mut mtvs)?;
//! assert_eq!(mtvs[0].map(|mtv| mtv.translation()), Some(Vec2::new(0.0, -0.25)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod buckets;
mod cast_kernel;
mod casts;
mod chunk;
mod circle_pairs;
mod circles;
mod class;
mod clip_manifolds;
mod core_block;
mod core_circle;
mod cores;
mod discs;
mod distance_kernel;
#[cfg(test)]
mod distance_twins;
mod distances;
mod edge_lanes;
mod edge_manifolds;
mod edge_rows;
mod error;
mod gap;
mod gather;
mod impact_cores;
mod impact_kernel;
#[cfg(test)]
mod impact_twins;
mod impacts;
mod indices;
#[cfg(test)]
mod lane_tests;
mod limits;
#[cfg(test)]
mod manifold_gaps;
mod manifold_lanes;
mod manifolds;
mod mtvs;
mod nearest;
mod outlines;
mod over_edges;
mod overlaps;
mod pair_mask;
mod placement;
mod plan;
mod point_distances;
mod point_manifolds;
mod polygon_overlaps;
mod polygons;
mod rays;
#[cfg(test)]
mod rect_cast_twins;
mod rect_casts;
#[cfg(test)]
mod rect_distance_twins;
mod rect_distances;
#[cfg(test)]
mod rect_impact_twins;
mod rect_manifolds;
mod rect_sides;
mod rects;
#[cfg(test)]
mod rounded_twins;
mod segment_block;
mod separations;
mod set;
#[cfg(test)]
pub(crate) mod testing;
mod turn_kernel;
mod under_way;
mod verdict;
mod vertex_lines;
mod vertices;
mod ways;
#[cfg(test)]
mod ways_twins;

pub use casts::{ShapeCast, shape_casts};
pub use circles::{CircleBatch, circle_circle_overlaps};
pub use distances::distances;
pub use error::BatchError;
pub use impacts::{MovingPair, times_of_impact};
pub use manifolds::{manifolds, manifolds_and_gaps};
pub use mtvs::mtvs;
pub use overlaps::overlaps;
pub use pair_mask::PairMask;
pub use plan::PairPlan;
pub use polygon_overlaps::{polygon_circle_overlaps, polygon_polygon_overlaps};
pub use polygons::{MAX_BATCH_VERTICES, PolygonBatch, TooManyVertices};
pub use rays::{RayCast, ray_casts};
pub use rect_manifolds::rect_rect_manifolds;
pub use rects::{RectBatch, rect_rect_overlaps};
pub use separations::separations;
pub use set::ShapeSet;
