//! Separating axis theorem for convex 2D shapes, eight axes or eight pairs at a time, with exact answers.

pub mod batch;
mod closest_point;
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
mod ray_cast;
mod relation;
mod separation;
mod shape;
mod sweep;
mod verdict;

pub use closest_point::{ClosestPoint, closest_point, contains_point};
pub use distance::{Distance, distance};
pub use explain::{Axis, AxisSource, Explanation, Interval, Outline, explain};
pub use feature_id::FeatureId;
pub use geom::{Aabb, BoundingCircle, Pose, Rot, Vec2};
pub use manifold::{Manifold, ManifoldPoint, manifold};
pub use mtv::{Mtv, mtv};
pub use polygon_collision::{PolygonCollisionResult, polygon_collision};
pub use projection::project_onto;
pub use query_error::QueryError;
pub use ray_cast::{RayHit, ray_cast, shape_cast};
pub use relation::{Relation, Stage, overlaps, relation, relation_and_stage};
pub use separation::separation;
pub use shape::{Capsule, Circle, MAX_VERTICES, MassProperties, Polygon, Rect, Segment, Shape, ShapeError};
pub use sweep::{Sweep, sweep};
