//! Side-by-side measurements against the peers.
//!
//! One workload, one process, all engines in turn: see `README.md` in this folder for what is compared and how.

pub mod arbiter;
pub mod box2d;
pub mod broad;
pub mod counting;
pub mod manifold;
mod ours_shape;
pub mod overlap;
pub mod quality;
pub mod query;
pub mod report;
mod stage_workload;
pub mod step;
pub mod tree_query;
pub mod world_query;

/// Boxes that move.
pub mod box_workload;
/// Which boxes share a point, the slow and sure way.
pub mod exact_pairs;
/// Shapes without an engine.
pub mod form;
/// Boxes that are hard to keep apart.
pub mod hard_world;
/// Interleaved measurements.
pub mod harness;
/// Random pairs of posed shapes.
pub mod pair_workload;
/// Random numbers.
pub mod rng;
/// Processor time.
pub mod stopwatch;
