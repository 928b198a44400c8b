//! parry2d: its functions for a known pair of types, and its dispatcher over trait objects.

use super::{QueryLoop, QueryTask, QueryWorkload, Question};
use crate::form::Form;
use crate::overlap::parry::{Posed, any, ball, capsule, cuboid, polygon, pose, posed, vector};
use parry2d::math::{Pose, Vector};
use parry2d::query::details::{
    cast_shapes_ball_ball, cast_shapes_support_map_support_map, contact_convex_polyhedron_ball, contact_cuboid_cuboid,
    contact_support_map_support_map, distance_ball_ball, distance_convex_polyhedron_ball, distance_cuboid_cuboid,
    distance_support_map_support_map,
};
use parry2d::query::sweep_toi::{Sweep, SweepToiOutput, SweepToiStatus, ToiProxy, sweep_time_of_impact};
use parry2d::query::{
    self, Contact, NonlinearRigidMotion, Ray, RayCast, RayIntersection, ShapeCastHit, ShapeCastOptions,
};
use parry2d::shape::SharedShape;

/// parry's ways to answer `workload`.
#[must_use]
pub fn tasks(workload: &QueryWorkload) -> Vec<Box<dyn QueryTask>> {
    match workload.question {
        Question::Distance => distances(workload),
        Question::Separation => contacts(workload, FAR),
        Question::Translation => contacts(workload, 0.0),
        Question::RayCast => ray_casts(workload),
        Question::ShapeCast => shape_casts(workload),
        Question::TimeOfImpact => vec![times_of_impact(workload), sweeps(workload)],
    }
}

fn distances(workload: &QueryWorkload) -> Vec<Box<dyn QueryTask>> {
    let direct = match (&workload.pairs.a[0].form, &workload.pairs.b[0].form) {
        (Form::Rect { .. }, _) => measured(workload, cuboid, cuboid, distance_cuboid_cuboid),
        (Form::Circle { .. }, _) => {
            measured(workload, ball, ball, |pos12, a, b| distance_ball_ball(a, pos12.translation, b))
        }
        (Form::Capsule { .. }, _) => measured(workload, capsule, capsule, distance_support_map_support_map),
        (_, Form::Circle { .. }) => measured(workload, polygon, ball, distance_convex_polyhedron_ball),
        _ => measured(workload, polygon, polygon, distance_support_map_support_map),
    };
    let dispatched = measured(workload, any, any, |pos12, a, b| {
        query::distance(&Pose::IDENTITY, &*a.0, pos12, &*b.0).expect("parry supports these shapes").distance
    });
    vec![direct, dispatched]
}

fn measured<A: 'static, B: 'static>(
    workload: &QueryWorkload,
    a: fn(&Form) -> A,
    b: fn(&Form) -> B,
    distance: impl Fn(&Pose, &A, &B) -> f32 + 'static,
) -> Box<dyn QueryTask> {
    let sides = (posed(&workload.pairs.a, a), posed(&workload.pairs.b, b));
    let ways = vec![(); workload.ways.len()];
    let view: fn(&f32) -> _ = |distance| Some(*distance);
    Box::new(QueryLoop::new("parry2d", sides, ways, workload, view, move |a: &Posed<A>, b: &Posed<B>, ()| {
        distance(&a.pose.inv_mul(&b.pose), &a.shape, &b.shape)
    }))
}

/// Further than any pair of a workload is apart.
const FAR: f32 = 1000.0;

/// Contacts of shapes that overlap or are no further apart than `within`.
fn contacts(workload: &QueryWorkload, within: f32) -> Vec<Box<dyn QueryTask>> {
    let direct = match (&workload.pairs.a[0].form, &workload.pairs.b[0].form) {
        (Form::Rect { .. }, _) => {
            contact(workload, cuboid, cuboid, move |pos12, a, b| contact_cuboid_cuboid(pos12, a, b, within))
        }
        (Form::Capsule { .. }, _) => {
            contact(workload, capsule, capsule, move |pos12, a, b| contact_support_map_support_map(pos12, a, b, within))
        }
        (_, Form::Circle { .. }) => {
            contact(workload, polygon, ball, move |pos12, a, b| contact_convex_polyhedron_ball(pos12, a, b, within))
        }
        _ => {
            contact(workload, polygon, polygon, move |pos12, a, b| contact_support_map_support_map(pos12, a, b, within))
        }
    };
    let dispatched = contact(workload, any, any, move |pos12, a, b| {
        query::contact(&Pose::IDENTITY, &*a.0, pos12, &*b.0, within).expect("parry supports these shapes")
    });
    vec![direct, dispatched]
}

fn contact<A: 'static, B: 'static>(
    workload: &QueryWorkload,
    a: fn(&Form) -> A,
    b: fn(&Form) -> B,
    contact: impl Fn(&Pose, &A, &B) -> Option<Contact> + 'static,
) -> Box<dyn QueryTask> {
    let sides = (posed(&workload.pairs.a, a), posed(&workload.pairs.b, b));
    let ways = vec![(); workload.ways.len()];
    let view: fn(&Option<Contact>) -> _ = |contact| contact.as_ref().map(|contact| contact.dist);
    Box::new(QueryLoop::new("parry2d", sides, ways, workload, view, move |a: &Posed<A>, b: &Posed<B>, ()| {
        contact(&a.pose.inv_mul(&b.pose), &a.shape, &b.shape)
    }))
}

fn ray_casts(workload: &QueryWorkload) -> Vec<Box<dyn QueryTask>> {
    let direct = match &workload.pairs.b[0].form {
        Form::Rect { .. } => rays(workload, cuboid),
        Form::Circle { .. } => rays(workload, ball),
        Form::Capsule { .. } => rays(workload, capsule),
        Form::Polygon { .. } => rays(workload, polygon),
    };
    vec![direct]
}

fn rays<B: RayCast + 'static>(workload: &QueryWorkload, b: fn(&Form) -> B) -> Box<dyn QueryTask> {
    let origins: Vec<Vector> = workload.pairs.a.iter().map(|posed| vector(posed.pose.translation)).collect();
    let sides = (origins, posed(&workload.pairs.b, b));
    let view: fn(&Option<RayIntersection>) -> _ = |hit| hit.map(|hit| hit.time_of_impact);
    Box::new(QueryLoop::new("parry2d", sides, translations(workload), workload, view, |origin, b, way| {
        let b: &Posed<B> = b;
        b.shape.cast_ray_and_get_normal(&b.pose, &Ray::new(*origin, *way), 1.0, true)
    }))
}

fn translations(workload: &QueryWorkload) -> Vec<Vector> {
    workload.ways.iter().map(|way| vector(way.translation)).collect()
}

fn shape_casts(workload: &QueryWorkload) -> Vec<Box<dyn QueryTask>> {
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let direct = match (&workload.pairs.a[0].form, &workload.pairs.b[0].form) {
        (Form::Rect { .. }, _) => cast(workload, cuboid, cuboid, move |pos12, vel12, a, b| {
            cast_shapes_support_map_support_map(pos12, vel12, a, b, options)
        }),
        (Form::Circle { .. }, _) => {
            cast(workload, ball, ball, move |pos12, vel12, a, b| cast_shapes_ball_ball(pos12, vel12, a, b, options))
        }
        (Form::Capsule { .. }, _) => cast(workload, capsule, capsule, move |pos12, vel12, a, b| {
            cast_shapes_support_map_support_map(pos12, vel12, a, b, options)
        }),
        (_, Form::Circle { .. }) => cast(workload, polygon, ball, move |pos12, vel12, a, b| {
            cast_shapes_support_map_support_map(pos12, vel12, a, b, options)
        }),
        _ => cast(workload, polygon, polygon, move |pos12, vel12, a, b| {
            cast_shapes_support_map_support_map(pos12, vel12, a, b, options)
        }),
    };
    let dispatched = cast(workload, any, any, move |pos12, vel12, a, b| {
        query::cast_shapes(&Pose::IDENTITY, Vector::ZERO, &*a.0, pos12, vel12, &*b.0, options)
            .expect("parry supports these shapes")
    });
    vec![direct, dispatched]
}

fn cast<A: 'static, B: 'static>(
    workload: &QueryWorkload,
    a: fn(&Form) -> A,
    b: fn(&Form) -> B,
    cast: impl Fn(&Pose, Vector, &A, &B) -> Option<ShapeCastHit> + 'static,
) -> Box<dyn QueryTask> {
    let sides = (posed(&workload.pairs.a, a), posed(&workload.pairs.b, b));
    let ways = translations(workload);
    Box::new(QueryLoop::new("parry2d", sides, ways, workload, time, move |a: &Posed<A>, b: &Posed<B>, way| {
        cast(&a.pose.inv_mul(&b.pose), a.pose.rotation.inverse() * -*way, &a.shape, &b.shape)
    }))
}

fn time(hit: &Option<ShapeCastHit>) -> Option<f32> {
    hit.map(|hit| hit.time_of_impact)
}

fn times_of_impact(workload: &QueryWorkload) -> Box<dyn QueryTask> {
    let pairs = &workload.pairs;
    let sides = (posed(&pairs.a, any), posed(&pairs.b, any));
    let motions = pairs.pairs.iter().zip(&workload.ways).map(|((ia, ib), way)| {
        let (a, b) = (pose(&pairs.a[*ia as usize].pose), pose(&pairs.b[*ib as usize].pose));
        let a = NonlinearRigidMotion::new(a, Vector::ZERO, vector(way.translation), way.angle_a);
        (a, NonlinearRigidMotion::new(b, Vector::ZERO, Vector::ZERO, way.angle_b))
    });
    Box::new(QueryLoop::new("parry2d", sides, motions.collect(), workload, time, |a, b, motions| {
        let (a, b): (&Posed<SharedShape>, &Posed<SharedShape>) = (a, b);
        query::cast_shapes_nonlinear(&motions.0, &*a.shape.0, &motions.1, &*b.shape.0, 0.0, 1.0, true)
            .expect("parry supports these shapes")
    }))
}

/// How near sweeps come to each other before they count as met: the slop parry's documentation names.
const SLOP: f32 = 0.005;

/// The vertices of a core, and the radius around it.
type Cloud = (Vec<Vector>, f32);

/// Times of impact between poses at both ends of the motion, as parry took them over from Box2D.
fn sweeps(workload: &QueryWorkload) -> Box<dyn QueryTask> {
    let pairs = &workload.pairs;
    let core = |form: &Form| -> Cloud { (form.core().into_iter().map(vector).collect(), form.radius()) };
    let sides = (posed(&pairs.a, core), posed(&pairs.b, core));
    let sweep = |start: &geom::Pose, translation, angle| {
        let end = geom::Pose::new(start.translation + translation, start.rotation * geom::Rot::from_angle(angle));
        Sweep::from_poses(&pose(start), &pose(&end), Vector::ZERO)
    };
    let sweeps = pairs.pairs.iter().zip(&workload.ways).map(|((ia, ib), way)| {
        let (a, b) = (&pairs.a[*ia as usize].pose, &pairs.b[*ib as usize].pose);
        (sweep(a, way.translation, way.angle_a), sweep(b, geom::Vec2::ZERO, way.angle_b))
    });
    let view: fn(&SweepToiOutput) -> _ =
        |found| matches!(found.status, SweepToiStatus::Hit | SweepToiStatus::Overlapped).then_some(found.fraction);
    Box::new(QueryLoop::new("parry2d", sides, sweeps.collect(), workload, view, |a, b, sweeps: &(Sweep, Sweep)| {
        let (a, b): (&Posed<Cloud>, &Posed<Cloud>) = (a, b);
        let [proxy_a, proxy_b] = [&a.shape, &b.shape].map(|(core, radius)| ToiProxy::from_points(core, *radius));
        sweep_time_of_impact(&proxy_a, &sweeps.0, &proxy_b, &sweeps.1, 1.0, SLOP)
    }))
}
