//! Separating axis theorem for convex 2D shapes, eight axes or eight pairs at a time, with exact answers.

mod lanes;
mod shape;

pub use geom::{Aabb, BoundingCircle, Pose, Rot, Vec2};
pub use shape::{Capsule, Circle, MAX_VERTICES, MassProperties, Polygon, Rect, Segment, Shape, ShapeError};
