//! The vocabulary the collision crates share: [`Vec2`], [`Rot`], [`Pose`], [`Aabb`] and [`BoundingCircle`].
//!
//! Units are metres and radians, y points up, angles grow counter-clockwise. Every operation is built from
//! `+ − × ÷ √`, comparisons and a portable sine and cosine, so results have the same bits on every machine.
//!
//! ```
//! use geom::{Pose, Rot, Vec2};
//!
//! let door = Pose::new(Vec2::new(2.0, 1.0), Rot::from_angle(core::f32::consts::FRAC_PI_2));
//! let handle = door.transform_point(Vec2::new(1.0, 0.0));
//! assert!((handle - Vec2::new(2.0, 2.0)).length() < 1e-6);
//! ```

#![no_std]

#[cfg(test)]
extern crate std;

mod aabb;
mod bounding_circle;
mod clone_in_place;
mod pose;
mod rot;

pub use aabb::Aabb;
pub use bounding_circle::BoundingCircle;
pub use glam::Vec2;
pub use pose::Pose;
pub use rot::{Rot, RotError};
