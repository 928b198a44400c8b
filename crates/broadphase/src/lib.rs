//! Broad phase: fat boxes, bounding circles and filters in, sorted pairs and query hits out.
//!
//! ```
//! use broadphase::{BroadPhase, Pair, Proxy, QueryFilter};
//! use geom::{Aabb, BoundingCircle, Vec2};
//!
//! let mut broad_phase = BroadPhase::new();
//! for (my_id, x) in [(700, 0.0), (701, 0.9), (702, 5.0)] {
//!     let circle = BoundingCircle::new(Vec2::new(x, 0.0), 0.5);
//!     broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, user_data: my_id, ..Proxy::default() })?;
//! }
//! let changes = broad_phase.update_pairs();
//! assert_eq!(changes.begun, [Pair::new(0, 1)]);
//!
//! let seen = broad_phase.ray_cast_closest(Vec2::new(9.0, 0.0), Vec2::new(-9.0, 0.0), &QueryFilter::ALL)?;
//! assert_eq!(seen.and_then(|hit| broad_phase.user_data(hit.id)), Some(702));
//! # Ok::<(), broadphase::BroadPhaseError>(())
//! ```

mod broad_phase;
pub mod brute_force;
mod circle_filter;
mod columns;
mod error;
mod filter;
mod hilbert;
mod index;
mod lanes;
mod nearest;
mod pair;
mod pairs;
mod proxy;
mod query;
mod radix_sort;
mod ray;
mod ray_cast;
mod rstar_index;
mod settings;
mod update_pairs;
mod wide_tree;

pub use broad_phase::BroadPhase;
pub use circle_filter::circle_filter;
pub use error::BroadPhaseError;
pub use filter::{Filter, QueryFilter};
pub use index::IndexKind;
pub use nearest::NearHit;
pub use pair::Pair;
pub use proxy::{Layer, Proxy, ProxyId};
pub use ray_cast::RayHit;
pub use settings::{AABB_MARGIN, MARGIN_FRACTION, Settings};
pub use update_pairs::PairChanges;
