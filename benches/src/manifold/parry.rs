//! parry2d's manifolds: its functions for a known pair of types, and its dispatcher over trait objects.

use super::{CollideLoop, MARGIN, ManifoldTask, Touch};
use crate::form::Form;
use crate::overlap::parry::{Posed, any, ball, capsule, cuboid, polygon, posed};
use crate::pair_workload::PairWorkload;
use geom::Vec2;
use parry2d::math::Pose;
use parry2d::query::details::{
    contact_manifold_ball_ball, contact_manifold_capsule_capsule, contact_manifold_convex_ball,
    contact_manifold_cuboid_cuboid, contact_manifold_pfm_pfm,
};
use parry2d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};

type Manifold = ContactManifold<(), ()>;

/// parry's ways to collide `workload`: the direct function, then the dispatcher.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn ManifoldTask>> {
    let direct = match (&workload.a[0].form, &workload.b[0].form) {
        (Form::Rect { .. }, _) => all(workload, cuboid, cuboid, |pos12, a, b, out| {
            contact_manifold_cuboid_cuboid(pos12, a, b, MARGIN, out);
        }),
        (Form::Circle { .. }, _) => all(workload, ball, ball, |pos12, a, b, out| {
            contact_manifold_ball_ball(pos12, a, b, MARGIN, out);
        }),
        (Form::Capsule { .. }, _) => all(workload, capsule, capsule, |pos12, a, b, out| {
            contact_manifold_capsule_capsule(pos12, a, b, MARGIN, out);
        }),
        (_, Form::Circle { .. }) => all(workload, polygon, ball, |pos12, a, b, out| {
            contact_manifold_convex_ball(pos12, a, b, None, None, MARGIN, out, false);
        }),
        (_, Form::Capsule { .. }) => all(workload, polygon, capsule, |pos12, a, b, out| {
            // A capsule is its segment with a border, as parry's own dispatch has it.
            contact_manifold_pfm_pfm(pos12, a, 0.0, None, &b.segment, b.radius, None, MARGIN, out);
        }),
        _ => all(workload, polygon, polygon, |pos12, a, b, out| {
            contact_manifold_pfm_pfm(pos12, a, 0.0, None, b, 0.0, None, MARGIN, out);
        }),
    };
    let dispatched = all(workload, any, any, |pos12, a, b, out| {
        DefaultQueryDispatcher
            .contact_manifold_convex_convex(pos12, &*a.0, &*b.0, None, None, MARGIN, out)
            .expect("parry supports every pair of these shapes");
    });
    vec![direct, dispatched]
}

fn all<A: 'static, B: 'static>(
    workload: &PairWorkload,
    a: fn(&Form) -> A,
    b: fn(&Form) -> B,
    collide: impl Fn(&Pose, &A, &B, &mut Manifold) + 'static,
) -> Box<dyn ManifoldTask> {
    let sides = (posed(&workload.a, a), posed(&workload.b, b));
    Box::new(CollideLoop::new(
        "parry2d",
        sides,
        workload,
        Manifold::new(),
        touch,
        move |a: &Posed<A>, b: &Posed<B>, out: &mut Manifold| {
            // A fresh manifold each time: parry would otherwise keep the last one while little moves.
            *out = Manifold::new();
            collide(&a.pose.inv_mul(&b.pose), &a.shape, &b.shape, out);
        },
    ))
}

fn touch(manifold: &Manifold) -> Option<Touch> {
    let separation = manifold.points.iter().map(|point| point.dist).reduce(f32::min)?;
    // Both points of a face are returned, even one beyond the prediction distance.
    let normal = Vec2::new(manifold.local_n1.x, manifold.local_n1.y);
    (separation <= MARGIN).then_some(Touch { normal, separation })
}
