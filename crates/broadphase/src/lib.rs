//! Broad phase: fat boxes, bounding circles and filters in, sorted pairs and query hits out.
//!
//! Of everything in a 2D scene, which two might touch? What is under the cursor, near the blast, in front of the bullet? This
//! crate answers for boxes and circles, and leaves exact shapes to whoever has them: it knows no shape, no body and no
//! time. Use it alone when an engine has its own objects: they stay where they are, and their own id goes into
//! [`Proxy::user_data`] and comes back with every hit. Skip it below some fifty objects, where [`brute_force`] is as good.
//!
//! ```
//! use broadphase::{BoundingCircle, BroadPhase, Proxy, QueryFilter, Vec2};
//!
//! let mut broad_phase = BroadPhase::new();
//! for (my_id, x) in [(700, 0.0), (701, 0.9), (702, 5.0)] {
//!     let circle = BoundingCircle::new(Vec2::new(x, 0.0), 0.5);
//!     broad_phase.insert(&Proxy { user_data: my_id, ..Proxy::of_circle(circle) })?;
//! }
//! assert_eq!(broad_phase.update_pairs().begun, [(0, 1)]);
//! let seen = broad_phase.ray_cast_closest(Vec2::new(9.0, 0.0), Vec2::new(-9.0, 0.0), &QueryFilter::ALL)?;
//! assert_eq!(seen.and_then(|hit| broad_phase.user_data(hit.id)), Some(702));
//! # Ok::<(), broadphase::BroadPhaseError>(())
//! ```
//!
//! # A step
//!
//! 1. [`update`](BroadPhase::update) each proxy that moved. As long as its tight box stays inside the *fat* one (the tight box
//!    and [`AABB_MARGIN`]) that is a few comparisons; [`update_moving`](BroadPhase::update_moving) reaches ahead as well, and
//!    [`update_batch`](BroadPhase::update_batch) takes many in any order for less, and
//!    [`update_all`](BroadPhase::update_all) asks for the bounds of all, on several threads if there are. What has a long way
//!    before it goes [through](Change::Through) this place and is then [stretched](Change::Stretch) over the way.
//! 2. [`update_pairs`](BroadPhase::update_pairs) once. It looks at what left its fat box, came, went or changed its filter,
//!    and gives the pairs that [began](PairChanges::begun) and those that [ended](PairChanges::ended), each sorted;
//!    [`pairs`](BroadPhase::pairs) lists all.
//! 3. [`circle_filter`](BroadPhase::circle_filter) drops pairs whose bounding circles are apart, eight at a time: what is
//!    left deserves a look at the shapes. The circle of a [stretched](Change::Stretch) proxy is that of its start: who asks what
//!    meets on the way asks that of all pairs of such.
//!
//! Queries answer at any time, for the tight boxes as they are: [box](BroadPhase::query_aabb),
//! [point](BroadPhase::query_point), [circle](BroadPhase::query_circle), [ray, swept box, swept circle](BroadPhase::cast),
//! [k nearest](BroadPhase::nearest). Each comes as a call that fills the caller's buffer, as a visit that can stop early, and as
//! a [batch](BroadPhase::query_batch) whose hits are given query by query:
//!
//! ```
//! # use broadphase::{BatchHits, BoundingCircle, BroadPhase, Proxy, QueryFilter, RayCast, Vec2};
//! # let mut broad_phase = BroadPhase::new();
//! # let circle = BoundingCircle::new(Vec2::new(5.0, 0.0), 1.0);
//! # let id = broad_phase.insert(&Proxy::of_circle(circle))?;
//! let right = RayCast { origin: Vec2::ZERO, translation: Vec2::new(8.0, 0.0) };
//! let up = RayCast { origin: Vec2::ZERO, translation: Vec2::new(0.0, 8.0) };
//! let mut hits = BatchHits::new(); // Kept from frame to frame.
//! broad_phase.cast_closest_batch(&[right, up], &QueryFilter::ALL, &mut hits)?;
//! let found: Vec<_> = hits.iter().map(|hits| hits.first().map(|hit| (hit.id, hit.fraction))).collect();
//! assert_eq!(found, [Some((id, 0.5)), None]);
//! # Ok::<(), broadphase::BroadPhaseError>(())
//! ```
//!
//! Casts of a batch end at boxes, or, with [`cast_closest_batch_by`](BroadPhase::cast_closest_batch_by), at what your engine
//! has inside these.
//!
//! With the feature `serde` [proxies](Proxy), [filters](Filter) and [settings](Settings) can be written and read. A saved game has each
//! proxy as [`get`](BroadPhase::get) gives it: inserted again they are found as before, under new ids, and in new fat boxes, so that pairs
//! that did no more than linger in the old ones may be gone.
//!
//! With the feature `parallel`, builds, [`update_pairs`](BroadPhase::update_pairs) and batches use the threads of rayon's
//! current pool when there is enough to do, and give the same bits as without. Call them from within the pool, by
//! `ThreadPool::install` around all of a step: from outside, a call goes there as a whole if some thousands of proxies or queries
//! are worth the way, and else stays on its thread.
//!
//! # Conventions
//!
//! - Metres, y up. Boxes and circles are closed: touching counts, on every side, corners included.
//! - A pair names two *rows*, `a < b`, of the columns that [`user_data_column`](BroadPhase::user_data_column)
//!   and [`circles`](BroadPhase::circles) give; [`ProxyId::index`] is the row of a proxy.
//! - Two proxies pair when their fat boxes share a point, their [filters](Filter) accept each other, and one is in the moving
//!   [layer](Layer). Owners (the colliders of one body) and groups are part of the filter. What a query reports its
//!   [own](QueryFilter) decides, by the same masks and groups; it may leave out one owner, such as who asks.
//! - Bad numbers and stale ids are answered by a [`BroadPhaseError`] and change nothing; only
//!   [`update_all`](BroadPhase::update_all) refuses row by row. Nothing here panics on input.
//! - The same calls give the same bits on every machine, and the sorted answers do not depend on the [index](IndexKind).
//! - What is lent does not change: no proxy comes, moves or goes while pairs are read or a query visits, which the compiler
//!   sees to. Who removes what a query finds collects it first.
//! - Buffers are kept: once they have grown, neither updates nor queries touch the allocator. The exceptions are `rstar`,
//!   where it was chosen, entering rayon's pool, and [`pairs`](BroadPhase::pairs) read now and then only.
//!
//! ```compile_fail,E0502
//! # use broadphase::{Aabb, BroadPhase, QueryFilter, Vec2};
//! # use std::ops::ControlFlow;
//! # let mut broad_phase = BroadPhase::new();
//! let room = Aabb::new(Vec2::ZERO, Vec2::ONE);
//! let _ = broad_phase.visit_aabb(&room, &QueryFilter::ALL, |id| {
//!     broad_phase.remove(id).expect("just found"); // Collected first and removed afterwards it compiles.
//!     ControlFlow::Continue(())
//! });
//! ```
//!
//! ```compile_fail,E0499
//! # let mut broad_phase = broadphase::BroadPhase::new();
//! let changes = broad_phase.update_pairs();
//! broad_phase.clear(); // Once the changes have been read it compiles.
//! assert!(changes.begun.is_empty());
//! ```
//!
//! ```
//! # use broadphase::{Aabb, BroadPhase, QueryFilter, Vec2};
//! # let mut broad_phase = BroadPhase::new();
//! let (room, mut found) = (Aabb::new(Vec2::ZERO, Vec2::ONE), Vec::new());
//! broad_phase.query_aabb(&room, &QueryFilter::ALL, &mut found)?;
//! for id in found {
//!     broad_phase.remove(id)?;
//! }
//! # Ok::<(), broadphase::BroadPhaseError>(())
//! ```
//!
//! # What finds the boxes
//!
//! Each [layer](Layer) has an index, [of a kind](IndexKind) that [`Settings`] choose, and in each step an index is changed box by
//! box, refitted or built anew, [as said there](Upkeep) for its layer or whichever is cheaper. The answers are the same every time.
//!
//! - [`Wide`](IndexKind::Wide), what both layers have unless told otherwise, is a packed R-tree of our own
//!   with eight children to a node, their boxes side by side so that one comparison of eight lanes tests a node:
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
//!   The moving layer's is built in O(n). Boxes are parted into classes of size, lest a large one stretch the leaf of small ones.
//!   Their centres are numbered along a Hilbert curve and radix sorted. Every eight then become a node.
//!
//!   The static layer's, which is asked more often than it is built, is cut in two again and again instead, each class by itself:
//!   nodes then hardly overlap, less than where strips are sorted the other way, and building takes a third longer.
//!
//!   A box that moved a little makes its ancestors grow, one that jumped is taken out and inserted elsewhere. When an eighth of
//!   the boxes changed in a step, all nodes are refitted from their children, some 24 instructions a box where building takes 200,
//!   until neighbours have parted. When half the boxes have changed otherwise, the tree is built anew.
//!
//!   Pairs among many movers come from descending the tree against itself; where each meets dozens of others, from looking them up
//!   row by row, which leaves nothing to sort, and where each meets an eighth of all or more, from comparing all with all, eight at
//!   a time. The trees of the two layers are not joined: of 12 300 moving boxes among as many static ones, looking each up in the
//!   other layer takes 400 instructions a box, about what the moving layer's join with itself takes (390).
//! - [`Rstar`](IndexKind::Rstar) is the R*-tree of the crate `rstar`, bulk loaded when much of a layer changed. It is there to
//!   compare with: the tests of operations run on both. Chosen here, it takes 1.8 to 3.3 times as long as our own tree for boxes,
//!   points, circles and nearest neighbours of a static layer (the crate alone 1.6 to 2.8), and the crate alone 3.3 to 3.5 times as
//!   long to build.
//!
//! # Costs
//!
//! A step ([`update_batch`](BroadPhase::update_batch) of what moved, then [`update_pairs`](BroadPhase::update_pairs)) as a share
//! of the time that `rstar` alone takes to bulk load all boxes and join the tree with itself, which is 0.45, 4.7 and 47 ms for
//! 1000, 10 000 and 100 000 boxes. Boxes of half to one metre, four neighbours each, moving by a hundredth of their size, 5 cm margin;
//! processor time, means over blocks of steps. These times are of the benchmarks' report of commit e8bdf80, those of
//! queries of 14d9a2f, on a shared EPYC, baseline x86-64, one thread.
//!
//! | moving each step | 1000 | 10 000 | 100 000 |
//! |---|---|---|---|
//! | none | 0.001 | 0.0001 | 0.00001 |
//! | 1 % | 0.005 | 0.002 | 0.002 |
//! | 10 % | 0.02 | 0.01 | 0.02 |
//! | all | 0.07 | 0.07 | 0.12 |
//! | inserted and paired at once | 0.15 | 0.10 | 0.15 |
//!
//! The [`circle_filter`](circle_filter()) takes 2.4 to 2.9 ns a pair on an EPYC, the manifold of a pair that is apart 15 to 34: it pays where circles
//! are apart more often than once in eight pairs, among round or turned shapes and large and small ones, but not in piles of
//! boxes, whose circles contain their boxes. What touched a step ago need not be asked: it touches nearly always.
//!
//! A query takes O(log n) and O(1) for each hit. Nanoseconds for 24 600 static boxes of the scene `queries` of Box2D's
//! benchmark: one by one, in a batch of a thousand, and the best of parry2d, Box2D and `rstar` beside it:
//!
//! | query | one | in a batch | best peer |
//! |---|---|---|---|
//! | closest on a ray of some 250 m | 230 | 189 | 917 |
//! | closest on a ray of 5 m | 162 | 118 | 521 |
//! | closest to a box on a way of 25 m | 252 | 206 | 829 |
//! | closest to a disc on a way of some 250 m | 288 | 234 | 907 |
//! | box with ten hits | 334 | 161 | 646 |
//! | point | 92 | 38 | 183 |
//! | circle with eight hits | 356 | 145 | 759 |
//! | nearest | 251 | 144 | 660 |
//! | eight nearest | 966 | 460 | 3039 |
//! | all boxes inserted and indexed, ms | 2.08 | | 6.07 |
//!
//! Boxes that share a place are looked at whether or not their filters accept each other, but those of one owner, inserted one
//! after the other, and those of filters that do not accept the asker's are passed over together where each meets an eighth of
//! all. Eight thousand in one point come to an empty list in 1.1 to 1.5 ms, the index included, if they are of one owner, or of
//! two or four kinds that accept only a kind that lies elsewhere. They are looked at where few of them have changed, and the
//! kinds where there have been more than 64 different filters at once. Proxies that nobody accepts, such as those whose mask is
//! 0, are passed over where each meets an eighth of all or dozens of others, and where few have changed (0.3 ms), unless there
//! have been more than 64 different filters at once since the last [clearing](BroadPhase::clear).
//!
//! A proxy takes 84 bytes, 2 to 5 more in the static layer, everything included but pairs, if room was
//! [reserved](BroadPhase::reserve), 4 more each where proxies have owners and where they have different filters, and a pair
//! up to 30: 64 bytes a proxy are boxes, circle, user data, flags and its place in the index, 20 its share of the nodes.
//! The moving layer keeps room for sorting and for lists of what changed, 5 to 11 bytes a proxy, beside which that of the
//! pairs serves. What jumps far leaves room in the index until that is built anew: up to 24 bytes more. With all of it,
//! owners and different filters, when every third has jumped, a proxy takes 117 bytes in the static layer and 126 in the
//! moving one; 95 and 103 before the jump.
//!
//! # Sources
//! | for | from |
//! |---|---|
//! | a tree of boxes | A. Guttman, *R-trees: a dynamic index structure for spatial searching*, SIGMOD 1984 |
//! | order along a Hilbert curve | I. Kamel and C. Faloutsos, *Hilbert R-tree: an improved R-tree using fractals*, VLDB 1994 |
//! | the same along Morton's curve | C. Lauterbach et al., [*Fast BVH construction on GPUs*](https://doi.org/10.1111/j.1467-8659.2009.01377.x), Eurographics 2009; T. Karras, [*Maximizing parallelism in the construction of BVHs, octrees, and k-d trees*](https://doi.org/10.2312/EGGH/HPG12/033-037), HPG 2012, who splits it where keys' prefixes change |
//! | cuts in two | T. Lee and S. Lee, *OMT: overlap minimizing top-down bulk loading algorithm for R-tree*, CAiSE 2003 |
//! | strips, which we do not use | S. Leutenegger, M. Lopez and J. Edgington, [*STR: a simple and efficient algorithm for R-tree packing*](https://doi.org/10.1109/ICDE.1997.582015), ICDE 1997 |
//! | a tree against itself | T. Brinkhoff, H.-P. Kriegel and B. Seeger, *Efficient processing of spatial joins using R-trees*, SIGMOD 1993 |
//! | the tests themselves | C. Ericson, *Real-Time Collision Detection*, 2005, chapters 4 to 7 |
//! | the crate `rstar` | N. Beckmann, H.-P. Kriegel, R. Schneider and B. Seeger, *The R\*-tree: an efficient and robust access method for points and rectangles*, SIGMOD 1990 |

mod all_valid;
mod batch;
mod batch_hits;
mod broad_phase;
pub mod brute_force;
mod cast;
mod cast_batch;
mod cast_query;
mod change;
mod circle;
mod circle_filter;
mod columns;
mod common;
mod eights;
mod error;
mod few_pairs;
mod few_sort;
mod filter;
mod find_all;
mod found_pairs;
mod growth;
mod hilbert;
mod hit_list;
mod index;
mod insert;
mod lanes;
mod lazy_column;
mod marked;
mod nearest;
mod nearest_batch;
mod one_hit_batch;
mod pair;
mod pair_sort;
mod pairs;
mod parallel;
mod partners;
mod properties;
mod proxy;
mod query;
mod radix_sort;
mod ray;
mod ray_lanes;
mod reach;
mod region;
mod region_batch;
mod room;
mod row_lists;
mod row_set;
mod rows;
mod rstar_index;
mod rule_table;
mod rules;
mod set_bits;
mod settings;
mod sieve;
mod sorted;
mod swept_circle;
mod together;
mod update;
mod update_all;
mod update_crowd;
mod update_pairs;
mod wide_tree;

pub use batch_hits::BatchHits;
pub use broad_phase::BroadPhase;
pub use cast::{AabbCast, Cast, CastHit, CircleCast, RayCast};
pub use change::Change;
pub use circle_filter::circle_filter;
pub use error::BroadPhaseError;
pub use filter::{Filter, QueryFilter};
pub use geom::{Aabb, BoundingCircle, Pose, Vec2};
pub use hit_list::HitList;
pub use index::IndexKind;
pub use nearest::NearHit;
pub use pair::Pair;
pub use proxy::{Layer, Proxy, ProxyId};
pub use region::Region;
pub use settings::{AABB_MARGIN, MARGIN_FRACTION, Settings, Upkeep};
pub use update::Move;
pub use update_pairs::PairChanges;
