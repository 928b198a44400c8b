//! Box2D: GJK distances, casts and times of impact.

use super::{QueryLoop, QueryTask, QueryWorkload, Question};
use crate::box2d::shape::{self, CastOutput, PosedCapsule, PosedCircle, PosedPolygon, PosedProxy};
use crate::box2d::vec2;
use crate::form::Form;
use crate::pair_workload::PosedForm;

/// Box2D's way to answer `workload`.
#[must_use]
pub fn tasks(workload: &QueryWorkload) -> Vec<Box<dyn QueryTask>> {
    let pairs = &workload.pairs;
    let proxies = |side: &[PosedForm]| side.iter().map(PosedProxy::new).collect();
    let sides = || (proxies(&pairs.a), proxies(&pairs.b));
    let translations = || workload.ways.iter().map(|way| vec2(way.translation)).collect::<Vec<_>>();
    let task: Box<dyn QueryTask> = match workload.question {
        Question::Distance => {
            let ways = vec![(); pairs.pairs.len()];
            let view: fn(&shape::DistanceOutput) -> _ = |found| Some(found.distance);
            Box::new(QueryLoop::new("box2d", sides(), ways, workload, view, |a, b, ()| shape::closest(a, b)))
        }
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
