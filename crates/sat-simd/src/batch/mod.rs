//! Many pairs of one kind at once: eight pairs in lanes.
//!
//! A batch keeps shapes and world poses as structures of arrays, eight to a block:
//!
//! ```text
//! lane     0    1    2    3    4    5    6    7
//! x       x0   x1   x2   x3   x4   x5   x6   x7       block 0 of a `RectBatch`
//! y       y0   y1   …
//! cos     …
//! ```
//!
//! Two batches of equal length are asked pair by pair, the first of one with the first of the other; answers come in
//! that order. [`RectSet`] is asked by pairs of indices instead: it keeps each box in one record, so that a random access
//! costs one cache line, and turns eight records at a time into lanes.
//!
//! The answers are those of [`overlaps`](crate::overlaps) with margin 0, exactly: `f32` decides the pairs whose gap is
//! beyond its error bound (the one proved for the single pair), and the few others are asked one by one.
//! [`rect_rect_manifolds`] gives the very bits of [`manifold`](crate::manifold()).
//!
//! No call allocates once the caller's buffers have grown.
//!
//! # Examples
//! ```
//! use sat_simd::batch::{self, PairMask, RectBatch};
//! use sat_simd::{Pose, Rect, Vec2};
//!
//! let boxed = Rect::new(Vec2::ONE)?;
//! let (mut a, mut b) = (RectBatch::new(), RectBatch::new());
//! for i in 0..5 {
//!     a.push(&boxed, &Pose::IDENTITY);
//!     b.push(&boxed, &Pose::from_translation(Vec2::new(i as f32, 0.0)));
//! }
//! let mut mask = PairMask::new();
//! batch::rect_rect_overlaps(&a, &b, &mut mask);
//! // Two metres apart they touch, and touching counts.
//! assert_eq!(mask.iter().collect::<Vec<_>>(), [true, true, true, false, false]);
//! # Ok::<(), sat_simd::ShapeError>(())
//! ```

mod cast_kernel;
mod casts;
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
mod edge_manifolds;
mod gather;
mod limits;
mod manifold_lanes;
mod manifolds;
mod mtvs;
mod nearest;
mod overlaps;
mod pair_mask;
mod placement;
mod plan;
mod point_manifolds;
mod polygons;
mod rect_manifolds;
mod rects;
mod separations;
mod set;
#[cfg(test)]
mod testing;
mod verdict;

pub use casts::{RayCast, ShapeCast, ray_casts, shape_casts};
pub use circles::{CircleBatch, circle_circle_overlaps};
pub use distances::distances;
pub use manifolds::manifolds;
pub use mtvs::mtvs;
pub use overlaps::overlaps;
pub use pair_mask::PairMask;
pub use plan::PairPlan;
pub use polygons::{
    MAX_BATCH_VERTICES, PolygonBatch, TooManyVertices, polygon_circle_overlaps, polygon_polygon_overlaps,
};
pub use rect_manifolds::rect_rect_manifolds;
pub use rects::{RectBatch, RectSet, rect_rect_overlaps, rect_rect_overlaps_indexed};
pub use separations::separations;
pub use set::ShapeSet;
