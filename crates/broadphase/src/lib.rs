//! Broad phase: fat boxes, bounding circles and filters in, sorted pairs and query hits out.
//!
//! Of everything in a 2D scene, which two might touch? What is under the cursor, near the blast, in front of the bullet? This
//! crate answers for boxes and circles, and leaves exact shapes to whoever has them: it knows no shape, no body and no
//! time. Use it alone when an engine has its own objects: they stay where they are, and their own id goes into
//! [`Proxy::user_data`] and comes back with every hit. Skip it below some fifty objects, where [`brute_force`] is as good.
//!
//! ```
//! use broadphase::{BroadPhase, Pair, Proxy, QueryFilter};
//! use geom::{BoundingCircle, Vec2};
//!
//! let mut broad_phase = BroadPhase::new();
//! for (my_id, x) in [(700, 0.0), (701, 0.9), (702, 5.0)] {
//!     let circle = BoundingCircle::new(Vec2::new(x, 0.0), 0.5);
//!     broad_phase.insert(&Proxy { aabb: circle.aabb(), circle, user_data: my_id, ..Proxy::default() })?;
//! }
//! assert_eq!(broad_phase.update_pairs().begun, [Pair::new(0, 1)]);
//! let seen = broad_phase.ray_cast_closest(Vec2::new(9.0, 0.0), Vec2::new(-9.0, 0.0), &QueryFilter::ALL)?;
//! assert_eq!(seen.and_then(|hit| broad_phase.user_data(hit.id)), Some(702));
//! # Ok::<(), broadphase::BroadPhaseError>(())
//! ```
//!
//! # A step
//!
//! 1. [`update`](BroadPhase::update) each proxy that moved. As long as its tight box stays inside the *fat* one (the tight box
//!    and [`AABB_MARGIN`]) that is a few comparisons; [`update_moving`](BroadPhase::update_moving) reaches ahead as well.
//! 2. [`update_pairs`](BroadPhase::update_pairs) once. It looks at what left its fat box, came, went or changed its filter,
//!    and gives the pairs that [began](PairChanges::begun) and those that [ended](PairChanges::ended), each sorted;
//!    [`pairs`](BroadPhase::pairs) lists all.
//! 3. [`circle_filter`](BroadPhase::circle_filter) drops pairs whose bounding circles are apart, eight at a time: what is
//!    left deserves a look at the shapes.
//!
//! Queries answer at any time, for the tight boxes as they are: [box](BroadPhase::query_aabb),
//! [point](BroadPhase::query_point), [circle](BroadPhase::query_circle), [ray](BroadPhase::ray_cast),
//! [swept box or circle](BroadPhase::cast), [k nearest](BroadPhase::nearest).
//!
//! # Conventions
//!
//! - Metres, y up. Boxes and circles are closed: touching counts, on every side, corners included.
//! - A pair names two *rows*, `a < b`, of the columns that [`user_data_column`](BroadPhase::user_data_column),
//!   [`aabbs`](BroadPhase::aabbs) and [`circles`](BroadPhase::circles) give; [`ProxyId::index`] is the row of a proxy.
//! - Two proxies pair when their fat boxes share a point, their [filters](Filter) accept each other, and one is in the moving
//!   [layer](Layer). Owners (the colliders of one body) and groups are part of the filter.
//! - Bad numbers and stale ids are answered by a [`BroadPhaseError`] and change nothing. Nothing here panics on input.
//! - The same calls give the same bits on every machine, and the sorted answers do not depend on the [index](IndexKind).
//! - Buffers are kept: once they have grown, neither updates nor queries touch the allocator. The exceptions are `rstar`'s:
//!   its nodes when static proxies change, and its heap of candidates in [`nearest`](BroadPhase::nearest).
//!
//! # What finds the boxes
//!
//! Each [layer](Layer) has an index, [of a kind](IndexKind) that [`Settings`] choose; every kind gives the same answers.
//!
//! - **Static** things are kept in an R*-tree by the crate `rstar` (Beckmann, Kriegel, Schneider & Seeger, "The R*-tree",
//!   SIGMOD 1990), bulk loaded when much of the layer changed. It packs boxes with little overlap and seldom has to change.
//! - **Moving** things are kept in a packed R-tree of our own (Guttman, "R-trees", SIGMOD 1984) with eight children to a
//!   node, their boxes side by side so that one comparison of eight lanes tests a node:
//!
//! ```text
//!     lane    0      1      2      3      4      5      6      7
//!   min_x │  0.0 │  4.1 │  7.9 │  2.2 │  5.0 │ +inf │ +inf │ +inf │  <= query.max_x ┐
//!   min_y │  1.0 │  0.2 │  3.3 │  6.0 │  2.5 │ +inf │ +inf │ +inf │  <= query.max_y ├ and: one bit a lane,
//!   max_x │  3.5 │  6.0 │  9.1 │  2.9 │  8.8 │ -inf │ -inf │ -inf │  >= query.min_x │ e.g. 0b00010001
//!   max_y │  2.0 │  1.7 │  4.4 │  7.5 │  3.0 │ -inf │ -inf │ -inf │  >= query.min_y ┘
//!   child │   17 │   18 │   19 │   20 │   21 │    - │    - │    - │  nodes; in a leaf, rows
//! ```
//!
//!   It is built in O(n): centres are numbered along a Hilbert curve (Kamel & Faloutsos, "Hilbert R-tree", VLDB 1994), radix
//!   sorted, and every eight become a node; a sort-tile-recursive order (Leutenegger, Lopez & Edgington, ICDE 1997) would
//!   need two sorts. A box that moved a little makes its ancestors grow, one that jumped is taken out and inserted
//!   elsewhere, and when half the boxes have changed the tree is built anew. Pairs among many movers come from descending
//!   the tree against itself (Brinkhoff, Kriegel & Seeger, SIGMOD 1993). For the tests themselves see Ericson, Real-Time
//!   Collision Detection, 2005, chapters 4 to 7.
//!
//! # Costs
//!
//! [`update_pairs`](BroadPhase::update_pairs) as a share of the time that `rstar` alone takes to bulk load all boxes and join
//! the tree with itself, which is 0.6, 7 and 80 ms for 1000, 10 000 and 100 000 boxes on a 2.5 GHz Xeon. Boxes of 1 m,
//! four neighbours each, moving 1 cm a step, 5 cm margin; processor time within one run (means over the steps, the lower
//! quartile for building from scratch), baseline x86-64, one thread, on a busy machine:
//!
//! | moving each step | 1000 | 10 000 | 100 000 |
//! |---|---|---|---|
//! | none | 0.001 | 0.0001 | 0.00001 |
//! | 1 % | 0.01 | 0.014 | 0.02 |
//! | 10 % | 0.03 | 0.03 | 0.05 |
//! | all | 0.08 | 0.11 | 0.23 |
//! | all, without a margin | 0.15 | 0.14 | 0.36 |
//! | inserted and paired at once | 0.28 | 0.37 | 0.6 |
//!
//! Beside that, [`update`](BroadPhase::update) takes about 20 ns for a proxy that stays in its fat box and 40 to 60 ns for one
//! that leaves it, and the [`circle_filter`] 3 to 6 ns a pair.
//!
//! A query takes O(log n) and O(1) for each hit. With 10 000 boxes in the moving layer, as a share of the same query with
//! [`IndexKind::Rstar`] there: a box with 25 hits 0.6, a point 0.4, a circle 0.5, the closest along a 10 m ray 0.6, the
//! eight nearest 0.6. So a game with many static boxes and many queries may prefer [`IndexKind::Wide`] for both layers.
//!
//! A proxy holds about 140 bytes in columns, index and lists, and a pair 40.

mod batch;
mod broad_phase;
pub mod brute_force;
mod cast;
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
mod parallel;
mod partners;
mod proxy;
mod query;
mod radix_sort;
mod ray;
mod rstar_index;
mod settings;
mod sorted;
mod swept_circle;
mod update_pairs;
mod wide_tree;

pub use batch::BatchHits;
pub use broad_phase::BroadPhase;
pub use cast::{AabbCast, Cast, CircleCast, RayCast, RayHit};
pub use circle_filter::circle_filter;
pub use error::BroadPhaseError;
pub use filter::{Filter, QueryFilter};
pub use index::IndexKind;
pub use nearest::NearHit;
pub use pair::Pair;
pub use proxy::{Layer, Proxy, ProxyId};
pub use query::Region;
pub use settings::{AABB_MARGIN, MARGIN_FRACTION, Settings};
pub use update_pairs::PairChanges;
