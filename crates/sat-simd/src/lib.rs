//! Separating axis theorem for convex 2D shapes, eight axes or eight pairs at a time, with exact answers.
//!
//! Two shapes and their poses go in; out come verdicts, depths, contact manifolds, sweeps and distances. There are no
//! bodies here, no identity and no time: a physics engine, an editor or a navigation mesh brings its own. Concave
//! outlines are cut into convex pieces first (`decompose`); for many shapes, find the pairs with a broad phase first.
//!
//! Not for: three dimensions; shapes that bend or whose edges are curves other than circles around corners; contacts that
//! remember their impulses, friction and time steps, which are a solver's; signed distance fields and offset outlines; verdicts
//! on numbers beyond `f32`, which have to be brought into its range first.
//!
//! | question | function | answer |
//! |---|---|---|
//! | how do they lie to each other? | [`relation`] | separated, touching or overlapping; **exact** |
//! | do they come within a margin, or this deep? | [`overlaps`] | yes or no; **exact** |
//! | how far apart, how deep? | [`separation`] | metres, negative when overlapping |
//! | which way out? | [`mtv`] | the shortest translation that parts them, containment included |
//! | where do they touch? | [`manifold`] | one normal, up to two points with stable ids |
//! | do they meet on the way? | [`sweep`], [`shape_cast`], [`ray_cast`] | whether, when, and with which normal |
//! | and only what it runs into? | [`shape_cast_into`] | the same; what it slides along is no hit |
//! | and when they turn as well? | [`time_of_impact`] | the time of first contact |
//! | what is nearest? | [`distance`], [`closest_point`] | a distance and the points |
//! | why? | [`explain`] | every axis with both shadows, as text or a picture |
//! | many pairs at once? | [`batch`] | yes or no, separations, translations, manifolds, distances, casts and times of impact, eight pairs to an instruction; its distances, translations and ray casts are right to 2⁻¹⁹ of the size, shape casts to 5·2⁻²⁰, verdicts are exact |
//!
//! The size of a pair is the distance of the two positions (of a ray's origin and the shape's) plus how far each shape reaches around
//! its own; casts add the length of the way.
//!
//! # Conventions
//! Metres and radians, y up, counter-clockwise. A pair is `a` and `b`; poses and answers are in the world frame except
//! where a function says so. Normals are unit vectors from A to B. Shapes are closed sets: what has a point in common
//! is at least touching, and touching counts as overlap at margin zero.
//!
//! # What exact means
//! A shape is a convex core (a point, a segment, a polygon) and a radius; a pose maps a core's point v to p + [c −s; s
//! c]·v. The numbers `f32` hold for v, p, c, s and the radii are taken as exact reals, and the verdict is the true one
//! for the sets they describe, rounded nowhere: at 10³⁰ as among subnormals, for needles, slivers and segments of
//! length zero. (The alternative, vertices rounded to `f32` after posing, would tear a tile floor apart when it turns.
//! A stored rotation is not quite unit, |c² + s² − 1| ≤ 2⁻²¹, so the map scales by up to a quarter of a millionth; it
//! stays an exact similarity, and a convex core stays convex.)
//!
//! *Overlapping* means that some positive distance is needed to part the two: the origin is inside the difference set
//! {b − a}. *Touching* means that it is on its boundary. So segments that cross overlap, segments in one line that
//! share points touch, and a point strictly inside a polygon overlaps it.
//!
//! Most pairs are decided by eight lanes of `f32` with a proven error bound, the rest by doubles, robust predicates
//! and, hardly ever but where shapes touch, whole numbers of up to 1792 bits; [`relation_and_stage`] tells which. Numbers (depths,
//! distances, times) are rounded and say how far.
//!
//! # An example of each level
//! ```
//! use sat_simd::batch::{self, PairMask, PairPlan, ShapeSet};
//! use sat_simd::{Motion, Pose, Relation, Shape, Vec2};
//! use sat_simd::{closest_point, contains_point, distance, explain, manifold, mtv, overlaps, ray_cast, relation};
//! use sat_simd::{separation, shape_cast, sweep, time_of_impact};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A crate from (0, 0) to (4, 3), and a ball whose centre is at x, 1.
//! let (crate_, ball) = (Shape::rect(2.0, 1.5)?, Shape::circle(1.0)?);
//! let here = Pose::from_translation(Vec2::new(2.0, 1.5));
//! let ball_at = |x| Pose::from_translation(Vec2::new(x, 1.0));
//!
//! // Verdicts: exact.
//! assert_eq!(relation(&crate_, &here, &ball, &ball_at(5.0)), Relation::Touching);
//! assert!(overlaps(&crate_, &here, &ball, &ball_at(5.0), 0.0));
//! assert!(!overlaps(&crate_, &here, &ball, &ball_at(5.0), -0.01), "they would have to be a centimetre deep");
//! assert_eq!(contains_point(&crate_, &here, Vec2::new(4.0, 1.0)), Ok(true));
//!
//! // How far apart, how deep, and which way out.
//! assert_eq!(separation(&crate_, &here, &ball, &ball_at(6.0)), 1.0);
//! let gap = distance(&crate_, &here, &ball, &ball_at(6.0));
//! assert_eq!((gap.distance, gap.point_a, gap.point_b), (1.0, Vec2::new(4.0, 1.0), Vec2::new(5.0, 1.0)));
//! let push = mtv(&crate_, &here, &ball, &ball_at(4.75)).expect("they overlap by a quarter");
//! assert_eq!(push.translation(), Vec2::new(-0.25, 0.0));
//! assert_eq!(closest_point(&crate_, &here, Vec2::new(3.5, 1.0))?.point, Vec2::new(4.0, 1.0));
//!
//! // Where they touch, for a solver: one normal, up to two points.
//! let contact = manifold(&crate_, &ball, &here.inv_mul(&ball_at(4.75)), 0.0);
//! assert_eq!((contact.normal(), contact.points()[0].separation), (Vec2::X, -0.25));
//!
//! // Along a way, and of what turns besides.
//! let way = Vec2::new(-10.0, 0.0);
//! let shot = sweep(&ball, &ball_at(10.0), way, &crate_, &here)?;
//! assert_eq!((shot.hit, shot.time_of_impact, shot.leave_time), (true, Some(0.5), None));
//! assert_eq!(shape_cast(&ball, &ball_at(10.0), way, &crate_, &here)?.map(|hit| hit.fraction), Some(0.5));
//! let ray = ray_cast(&crate_, &here, Vec2::new(9.0, 1.0), way)?.expect("it runs into the crate's side");
//! assert_eq!((ray.fraction, ray.point, ray.normal), (0.5, Vec2::new(4.0, 1.0), Vec2::X));
//! let spun = Motion { translation: way, angle: 3.0, ..Motion::resting(ball_at(10.0)) };
//! let impact = time_of_impact(&ball, &spun, &crate_, &Motion::resting(here))?.expect("turning does not help");
//! assert!((impact.time - 0.5).abs() < 1e-6);
//!
//! // Why.
//! let why = explain(&crate_, &here, &ball, &ball_at(6.0))?;
//! assert_eq!((why.relation, why.axes[why.winner].gap), (Relation::Separated, 1.0));
//!
//! // Many pairs at once.
//! let mut set = ShapeSet::new();
//! for (shape, pose) in [(&crate_, here), (&ball, ball_at(4.75)), (&ball, ball_at(6.0))] {
//!     set.push(shape, &pose)?;
//! }
//! let mut mask = PairMask::new();
//! batch::overlaps(&set, &[(0, 1), (0, 2), (1, 2)], 0.0, &mut PairPlan::new(), &mut mask)?;
//! assert_eq!(mask.iter().collect::<Vec<_>>(), [true, false, true]);
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//! | feature | without it | with it |
//! |---|---|---|
//! | `std`, on by default | `no_std` with `alloc`; square roots from `libm` | square roots from the standard library: the same bits |
//! | `decompose` | | `decompose` cuts concave outlines with holes into convex pieces; brings `std` along, which the triangulation needs |
//! | `serde` | | answers and explanations can be serialized, but for errors, [`batch::PairMask`] and `Compound`; shapes, poses and motions also read back, shapes and rotations through the checks of their constructors; [`Shape`] shows its form |
//! | `mint` | | vectors of any crate that speaks [`mint`](https://docs.rs/mint) come in and go out by `into()` |
//!
//! The vectors are [`glam`](https://docs.rs/glam)'s: who uses the same version hands them over as they are.
//!
#![cfg_attr(feature = "mint", doc = "```")]
#![cfg_attr(not(feature = "mint"), doc = "```ignore")]
//! use sat_simd::{Shape, Vec2};
//!
//! let corners = [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]].map(mint::Point2::<f32>::from).map(Vec2::from);
//! let Shape::Polygon(triangle) = Shape::polygon(&corners)? else { unreachable!("it was made as one") };
//! let back: mint::Vector2<f32> = triangle.vertex(1).into();
//! assert_eq!((back.x, back.y), (4.0, 0.0));
//! # Ok::<(), sat_simd::ShapeError>(())
//! ```
//!
//! # Costs
//! Nanoseconds a pair, one by one / in a batch by indices, on a shared EPYC with SSE2, in cache: random pairs of which half
//! overlap for `overlaps` and `separation`, one in ten for `distance`, nine in ten for `mtv` and `manifold`; polygons of 3 to 8
//! vertices. Least of the rounds of 0.6 s each, 2026-11-25.
//!
//! | question | boxes | polygons | polygon, circle | circles | capsules | in vertices |
//! |---|---|---|---|---|---|---|
//! | [`overlaps`], [`relation`] | 9.3 / 4.5 | 18.3 / 17.2 | 10.9 / 8.4 | 1.9 / 1.4 | | O(log n) from nine on, unless they all but touch |
//! | [`separation`] | 18.4 / 12.2 | 93 / 54 | 21 / 13.6 | | 29 / 19.6 | O(n · m) / 8, from 90 on O(n + m) |
//! | [`mtv`] | 33 / 8.7 | 109 / 46 | 39 / 17.8 | | 51 / 26 | O(n + m) |
//! | [`manifold`] | 48 / 16.0 | 90 / 62 | 23 / 17.8 | 11.4 / 8.0 | 45 / 22 | O(n · m) / 8, from 49 on O(n log m) |
//! | [`distance`] | 37 / 16.4 | 105 / 63 | 41 / 19.1 | | 49 / 34 | O(n + m) |
//! | [`ray_cast`] at them | 15.1 / 6.4 | 31 / 13.4 | | 12.5 / 5.8 | 26 / 14.0 | O(n) / 8 |
//! | [`shape_cast`] | 63 / 16.8 | 153 / 87 | 114 / 47 | | 55 / 48 | O(n + m) |
//! | [`time_of_impact`] | 528 / 154 | 686 / 270 | | | | O(n + m) for each of a few advances, of [thousands](time_of_impact()) for what stays near |
//!
//! Shapes that lie in lanes already overlap or do not in 1.8 ns (boxes), 25 (polygons), 14 (a polygon and a circle) and 1.0 (circles).
//! Not measured: [`sweep`], O(n + m); [`closest_point`] and [`contains_point`], O(n); [`shape_cast_into`], as [`shape_cast`];
//! [`explain`], O((n + m)²) with allocations, for tools and logs.
//!
//! Two boxes that touch as tiles do take 28 ns, other pairs of few vertices that touch exactly 0.4 to 5 µs: only there verdicts
//! need more than doubles' error bounds, and O(n · m). [`mtv`] and [`distance`] of such pairs ask for that verdict, too.
//!
//! # AVX2
//! The lanes are [`wide`](https://docs.rs/wide)'s: two SSE2 registers on any x86-64, one AVX register where the compiler may
//! use them, NEON or WebAssembly registers elsewhere. The answers have the same bits on all of them. For AVX2 build the
//! whole program with `RUSTFLAGS="-C target-cpu=x86-64-v3"`, or put `rustflags = ["-C", "target-cpu=x86-64-v3"]` under
//! `[build]` into `.cargo/config.toml`.
//!
//! # Sources
//! | for | from |
//! |---|---|
//! | separating axes of polygons | S. Gottschalk, *Separating axis theorem*, technical report TR96-024, Department of Computer Science, University of North Carolina at Chapel Hill, 1996; S. Gottschalk, M. C. Lin and D. Manocha, [*OBBTree: a hierarchical structure for rapid interference detection*](https://doi.org/10.1145/237170.237244), SIGGRAPH 1996 |
//! | boxes | E. Meythaler, [*2D rotated rectangle collision*](https://www.gamedev.net/articles/programming/general-and-gameplay-programming/2d-rotated-rectangle-collision-r2604/), gamedev.net, 2004 |
//! | the moving test | L. Cozic, [*2D polygon collision detection*](https://www.codeproject.com/Articles/15573/2D-Polygon-Collision-Detection), CodeProject, 2006: [`polygon_collision`] |
//! | tolerance | M. Mononen's [Detour](https://github.com/recastnavigation/recastnavigation): [`detour`] |
//! | contact points by clipping | E. Catto, [*Contact manifolds*](https://box2d.org/publications/), Game Developers Conference, 2007 |
//! | polygons of many vertices | E. Gilbert, D. Johnson and S. Keerthi, [*A fast procedure for computing the distance between complex objects in three-dimensional space*](https://doi.org/10.1109/56.2083), IEEE J. Robotics and Automation 4(2), 1988 |
//! | edges and supports in step | M. I. Shamos, *Computational geometry*, PhD thesis, Yale University, 1978 (rotating calipers) |
//! | casts | M. Cyrus and J. Beck, [*Generalized two- and three-dimensional clipping*](https://doi.org/10.1016/0097-8493%2878%2990021-3), Computers & Graphics 3(1), 1978 |
//! | time of impact | B. V. Mirtich, *Impulse-based dynamic simulation of rigid body systems*, PhD thesis, University of California, Berkeley, 1996; E. Catto, [*Continuous collision*](https://box2d.org/publications/), Game Developers Conference, 2013 |
//! | exact signs | J. R. Shewchuk, [*Adaptive precision floating-point arithmetic and fast robust geometric predicates*](https://doi.org/10.1007/PL00009321), Discrete & Computational Geometry 18, 1997 |
//! | convex pieces | S. Hertel and K. Mehlhorn, [*Fast triangulation of simple polygons*](https://doi.org/10.1007/3-540-12689-9_105), FCT 1983 |

// The unit tests are built with the standard library, so that they may use what it has in scope.
#![cfg_attr(not(test), no_std)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod batch;
mod cast_hit;
mod closest_point;
#[cfg(feature = "decompose")]
mod decompose;
pub mod detour;
mod distance;
mod exact;
mod explain;
mod feature_id;
mod filter;
mod lanes;
mod manifold;
mod mtv;
mod polygon_collision;
mod precise;
mod projection;
mod query_error;
mod ray;
mod ray_cast;
mod relation;
mod root;
mod separation;
mod shape;
mod shape_cast;
mod sweep;
mod time_of_impact;
mod verdict;

pub use cast_hit::CastHit;
pub use closest_point::{ClosestPoint, closest_point, contains_point};
#[cfg(feature = "decompose")]
pub use decompose::{Compound, DecomposeError, RingEdge, decompose};
pub use distance::{Distance, distance};
pub use explain::{Axis, AxisSource, Explanation, Interval, Outline, explain};
pub use feature_id::FeatureId;
pub use geom::{Aabb, BoundingCircle, Pose, Rot, RotError, Vec2};
pub use manifold::{Manifold, ManifoldPoint, manifold};
pub use mtv::{Mtv, mtv};
pub use polygon_collision::{PolygonCollisionResult, polygon_collision};
pub use projection::project_onto;
pub use query_error::QueryError;
pub use ray_cast::ray_cast;
pub use relation::{Relation, Stage, overlaps, relation, relation_and_stage};
pub use separation::separation;
pub use shape::{
    AsShape, Capsule, Circle, MAX_VERTICES, MassProperties, Polygon, Rect, Segment, Shape, ShapeError, ShapeRef,
};
pub use shape_cast::{shape_cast, shape_cast_into};
pub use sweep::{Sweep, sweep};
pub use time_of_impact::{Impact, Motion, time_of_impact};
