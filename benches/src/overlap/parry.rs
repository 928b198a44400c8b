//! parry2d: its functions for a known pair of types, and its dispatcher over trait objects.

use super::{OverlapTask, PairLoop};
use crate::form::Form;
use crate::pair_workload::{PairWorkload, PosedForm};
use parry2d::math::{Pose, Vector};
use parry2d::query::{self, details};
use parry2d::shape::{Ball, Capsule, ConvexPolygon, Cuboid, SharedShape};

/// A shape of parry's and its pose.
pub(crate) struct Posed<S> {
    pub(crate) shape: S,
    pub(crate) pose: Pose,
}

/// parry's ways to answer `workload`: the direct function, then the dispatcher.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn OverlapTask>> {
    let direct: Box<dyn OverlapTask> = match (&workload.a[0].form, &workload.b[0].form) {
        (Form::Rect { .. }, _) => Box::new(PairLoop::new(
            "parry2d",
            posed(&workload.a, cuboid),
            posed(&workload.b, cuboid),
            workload,
            |a, b| details::intersection_test_cuboid_cuboid(&a.pose.inv_mul(&b.pose), &a.shape, &b.shape),
        )),
        (Form::Circle { .. }, _) => {
            Box::new(PairLoop::new("parry2d", posed(&workload.a, ball), posed(&workload.b, ball), workload, |a, b| {
                // Balls do not turn: the difference of their centres is all that is needed.
                let center12 = b.pose.translation - a.pose.translation;
                details::intersection_test_ball_ball(center12, &a.shape, &b.shape)
            }))
        }
        (_, Form::Circle { .. }) => Box::new(PairLoop::new(
            "parry2d",
            posed(&workload.a, polygon),
            posed(&workload.b, ball),
            workload,
            |a, b| {
                let pos12 = a.pose.inv_mul(&b.pose);
                details::intersection_test_point_query_ball(&pos12, &a.shape, &b.shape).intersecting
            },
        )),
        _ => Box::new(PairLoop::new(
            "parry2d",
            posed(&workload.a, polygon),
            posed(&workload.b, polygon),
            workload,
            |a, b| details::intersection_test_support_map_support_map(&a.pose.inv_mul(&b.pose), &a.shape, &b.shape),
        )),
    };
    let dispatched = PairLoop::new("parry2d", posed(&workload.a, any), posed(&workload.b, any), workload, |a, b| {
        query::intersection_test(&a.pose, &*a.shape.0, &b.pose, &*b.shape.0)
            .expect("parry supports every pair of these shapes")
            .intersecting
    });
    vec![direct, Box::new(dispatched)]
}

pub(crate) fn posed<S>(forms: &[PosedForm], shape: impl Fn(&Form) -> S) -> Vec<Posed<S>> {
    forms.iter().map(|posed| Posed { shape: shape(&posed.form), pose: pose(&posed.pose) }).collect()
}

pub(crate) fn pose(pose: &geom::Pose) -> Pose {
    let rotation = parry2d::math::Rot2::from_cos_sin_unchecked(pose.rotation.cos(), pose.rotation.sin());
    Pose { rotation, translation: vector(pose.translation) }
}

pub(crate) fn vector(v: geom::Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

pub(crate) fn cuboid(form: &Form) -> Cuboid {
    let Form::Rect { half } = form else { unreachable!("rect workloads hold boxes") };
    Cuboid::new(vector(*half))
}

pub(crate) fn ball(form: &Form) -> Ball {
    Ball::new(form.radius())
}

pub(crate) fn capsule(form: &Form) -> Capsule {
    let Form::Capsule { a, b, radius } = form else { unreachable!("capsule workloads hold capsules") };
    Capsule::new(vector(*a), vector(*b), *radius)
}

pub(crate) fn polygon(form: &Form) -> ConvexPolygon {
    let vertices = form.core().into_iter().map(vector).collect();
    ConvexPolygon::from_convex_polyline_unmodified(vertices).expect("workloads hold convex polygons")
}

pub(crate) fn any(form: &Form) -> SharedShape {
    match form {
        Form::Rect { .. } => SharedShape::new(cuboid(form)),
        Form::Circle { .. } => SharedShape::new(ball(form)),
        Form::Capsule { .. } => SharedShape::new(capsule(form)),
        Form::Polygon { .. } => SharedShape::new(polygon(form)),
    }
}
