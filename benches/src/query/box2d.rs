//! Box2D: GJK distances, manifolds for depths, casts and times of impact.

use super::{QueryLoop, QueryTask, QueryWorkload, Question};
use crate::box2d::shape::{self, CastOutput, Manifold, PosedCapsule, PosedCircle, PosedPolygon, PosedProxy};
use crate::box2d::{has_shapes_of, vec2};
use crate::form::Form;
use crate::manifold::Touch;
use crate::manifold::box2d::touch;
use crate::pair_workload::PosedForm;

/// Box2D's way to answer `workload`; none for polygons of more than eight vertices, which it does not have.
#[must_use]
pub fn tasks(workload: &QueryWorkload) -> Vec<Box<dyn QueryTask>> {
    let pairs = &workload.pairs;
    if !has_shapes_of(pairs) {
        return Vec::new();
    }
    let proxies = |side: &[PosedForm]| side.iter().map(PosedProxy::new).collect();
    let sides = || (proxies(&pairs.a), proxies(&pairs.b));
    let translations = || workload.ways.iter().map(|way| vec2(way.translation)).collect::<Vec<_>>();
    let task: Box<dyn QueryTask> = match workload.question {
        Question::Distance => {
            let ways = vec![(); pairs.pairs.len()];
            let view: fn(&shape::DistanceOutput) -> _ = |found| Some(found.distance);
            Box::new(QueryLoop::new("box2d", sides(), ways, workload, view, |a, b, ()| shape::closest(a, b)))
        }
        Question::Separation | Question::Translation => match (&pairs.a[0].form, &pairs.b[0].form) {
            (Form::Capsule { .. }, _) => {
                depths(workload, PosedCapsule::new, PosedCapsule::new, shape::collide_capsules)
            }
            (_, Form::Circle { .. }) => {
                depths(workload, PosedPolygon::new, PosedCircle::new, shape::collide_polygon_and_circle)
            }
            _ => depths(workload, PosedPolygon::new, PosedPolygon::new, shape::collide_polygons),
        },
        Question::RayCast => match &pairs.b[0].form {
            Form::Circle { .. } => rays(workload, PosedCircle::new, shape::ray_cast_circle),
            Form::Capsule { .. } => rays(workload, PosedCapsule::new, shape::ray_cast_capsule),
            _ => rays(workload, PosedPolygon::new, shape::ray_cast_polygon),
        },
        Question::ShapeCast => {
            let ask = |a: &_, b: &_, way: &_| shape::shape_cast(a, b, *way);
            Box::new(QueryLoop::new("box2d", sides(), translations(), workload, fraction, ask))
        }
        Question::TimeOfImpact => {
            let sweeps = pairs.pairs.iter().zip(&workload.ways).map(|((ia, ib), way)| {
                let (a, b) = (&pairs.a[*ia as usize].pose, &pairs.b[*ib as usize].pose);
                (shape::sweep(a, way.translation, way.angle_a), shape::sweep(b, geom::Vec2::ZERO, way.angle_b))
            });
            Box::new(QueryLoop::new(
                "box2d",
                sides(),
                sweeps.collect(),
                workload,
                shape::impact_time,
                |a, b, sweeps| shape::time_of_impact(a, &sweeps.0, b, &sweeps.1),
            ))
        }
    };
    vec![task]
}

/// The deepest point of a manifold, and for separations, where there is none, the distance by GJK.
fn depths<A: 'static, B: 'static>(
    workload: &QueryWorkload,
    a: fn(&PosedForm) -> A,
    b: fn(&PosedForm) -> B,
    collide: impl Fn(&A, &B) -> Manifold + 'static,
) -> Box<dyn QueryTask> {
    let pairs = &workload.pairs;
    let ways = vec![(); pairs.pairs.len()];
    if workload.question == Question::Translation {
        let sides = (pairs.a.iter().map(a).collect(), pairs.b.iter().map(b).collect());
        let view: fn(&Option<Touch>) -> _ = |touch| touch.map(|touch| touch.separation);
        return Box::new(QueryLoop::new("box2d", sides, ways, workload, view, move |a, b, ()| {
            touch(&collide(a, b)).filter(|touch| touch.separation < 0.0)
        }));
    }
    let sides = (
        pairs.a.iter().map(|posed| (a(posed), PosedProxy::new(posed))).collect(),
        pairs.b.iter().map(|posed| (b(posed), PosedProxy::new(posed))).collect(),
    );
    let view: fn(&f32) -> _ = |separation| Some(*separation);
    Box::new(QueryLoop::new(
        "box2d",
        sides,
        ways,
        workload,
        view,
        move |a: &(A, PosedProxy), b: &(B, PosedProxy), ()| {
            touch(&collide(&a.0, &b.0)).map_or_else(|| shape::distance(&a.1, &b.1), |touch| touch.separation)
        },
    ))
}

fn rays<B: 'static>(
    workload: &QueryWorkload,
    shape: fn(&PosedForm) -> B,
    cast: impl Fn(&B, shape::Vector, shape::Vector) -> CastOutput + 'static,
) -> Box<dyn QueryTask> {
    let origins: Vec<_> = workload.pairs.a.iter().map(|posed| vec2(posed.pose.translation)).collect();
    let ways: Vec<_> = workload.ways.iter().map(|way| vec2(way.translation)).collect();
    let sides = (origins, workload.pairs.b.iter().map(shape).collect());
    Box::new(QueryLoop::new("box2d", sides, ways, workload, fraction, move |origin, b, way| cast(b, *origin, *way)))
}

fn fraction(output: &CastOutput) -> Option<f32> {
    output.hit.then_some(output.fraction)
}
