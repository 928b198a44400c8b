//! A safe door to the parts of Box2D's C interface that are measured: the only place that calls into it.
#![allow(unsafe_code)] // Foreign functions; each call says what makes it sound.

pub mod heap;
pub mod shape;
pub mod tree;
pub mod world;
mod world_query;

use crate::pair_workload::PairWorkload;
use boxdd_sys::ffi;
use geom::{Pose, Vec2};

/// Whether Box2D has shapes of as many vertices as those of the workload.
pub(crate) fn has_shapes_of(workload: &PairWorkload) -> bool {
    workload.a.iter().chain(&workload.b).all(|posed| posed.form.core().len() <= shape::MAX_VERTICES)
}

pub(crate) fn vec2(v: Vec2) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x: v.x, y: v.y }
}

pub(crate) fn transform(pose: &Pose) -> ffi::b2Transform {
    let q = ffi::b2Rot { c: pose.rotation.cos(), s: pose.rotation.sin() };
    ffi::b2Transform { p: vec2(pose.translation), q }
}
