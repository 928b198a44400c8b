//! The double-precision core behind depth, distance, sweeps and casts.
//!
//! Every question about a pair is asked of one set, the Minkowski difference `D = B ⊖ A = {b − a}` of the two cores,
//! grown by the sum of the radii `R`: the shapes meet where `D ⊕ R` contains the origin, their distance and depth are
//! the origin's distance to its boundary, and moving A by `v` is a ray from the origin along `v`.
//!
//! # Accuracy
//! Vertices are taken relative to the first vertex of their own core, so a position, in the pose or in the vertices, is
//! no part of them; the one difference of positions that matters, from the first vertex of A to that of B, is a
//! compensated sum of terms that are exact in `f64`. What remains are coordinates no larger than the shapes' extents
//! plus their separation, each right to a few units of 2⁻⁵³ of that size, and all answers are those of shapes moved by
//! no more than that. `f32` coordinates up to 10³⁸ and down to the subnormals leave the products of up to four of them
//! well inside the range of `f64`, so nothing overflows and nothing underflows on the way.
//!
//! Most circles, boxes, segments and points beside edges are answered by closed forms (`discs`, `rects`, `segments`, `nearest`),
//! which measure from the origins of the shapes' own frames: they are off by `RELATIVE_ERROR` of how far the shapes reach around
//! those, twice that where two faces are as near, and give way to the difference where the sign of a separation could hang on
//! that, or where it is more than `MOST_ERROR` of extent and separation.

mod advance;
mod arms;
mod cast;
mod certain;
mod core;
mod cores;
mod difference;
mod discs;
mod nearest;
mod placed;
mod rects;
mod segments;
mod separation;

pub(crate) use self::core::Core;
pub(crate) use advance::{Advance, Arrival};
pub(crate) use cores::between_cores;
pub(crate) use difference::{Difference, Edge, Face, Owner};
pub(crate) use discs::{between_edges_and_disc, between_many_edges_and_disc, between_shape_and_disc};
pub(crate) use rects::between_rects;
pub(crate) use segments::between_capsules;
pub(crate) use separation::Contact;

use geom::{Rot, Vec2};
use glam::DVec2;

/// `value` rounded to `f32`; what lies beyond the largest one becomes that one.
#[inline]
pub(crate) fn to_f32(value: f64) -> f32 {
    value.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32
}

/// Both coordinates as by [`to_f32`].
#[inline]
pub(crate) fn to_vec2(v: DVec2) -> Vec2 {
    Vec2::new(to_f32(v.x), to_f32(v.y))
}

/// `v` in double precision.
#[inline]
pub(crate) fn widen(v: Vec2) -> DVec2 {
    DVec2::new(f64::from(v.x), f64::from(v.y))
}

/// `v`, turned by a stored rotation as it is: it may lengthen by a quarter of a millionth.
#[inline]
pub(crate) fn turn(rotation: Rot, v: DVec2) -> DVec2 {
    let (cos, sin) = (f64::from(rotation.cos()), f64::from(rotation.sin()));
    DVec2::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y)
}
