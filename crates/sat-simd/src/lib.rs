//! Separating axis theorem for convex 2D shapes, eight axes or eight pairs at a time, with exact answers.

mod distance;
mod feature_id;
mod lanes;
mod manifold;
mod mtv;
mod precise;
mod query_error;
mod shape;
mod sweep;
mod verdict;

pub use distance::{Distance, distance};
pub use feature_id::FeatureId;
pub use geom::{Aabb, BoundingCircle, Pose, Rot, Vec2};
pub use manifold::{Manifold, ManifoldPoint, manifold};
pub use mtv::{Mtv, mtv};
pub use query_error::QueryError;
pub use shape::{Capsule, Circle, MAX_VERTICES, MassProperties, Polygon, Rect, Segment, Shape, ShapeError};
pub use sweep::{Sweep, sweep};
