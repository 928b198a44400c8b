//! Box2D's manifold functions.

use super::{CollideLoop, ManifoldTask, Touch};
use crate::box2d::has_shapes_of;
use crate::box2d::shape::{self, Manifold, PosedCapsule, PosedCircle, PosedPolygon};
use crate::form::Form;
use crate::pair_workload::{PairWorkload, PosedForm};
use geom::Vec2;

/// Box2D's way to collide `workload`; none for polygons of more than eight vertices, which it does not have.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn ManifoldTask>> {
    if !has_shapes_of(workload) {
        return Vec::new();
    }
    let task = match (&workload.a[0].form, &workload.b[0].form) {
        (Form::Circle { .. }, _) => all(workload, PosedCircle::new, PosedCircle::new, shape::collide_circles),
        (Form::Capsule { .. }, _) => all(workload, PosedCapsule::new, PosedCapsule::new, shape::collide_capsules),
        (_, Form::Circle { .. }) => {
            all(workload, PosedPolygon::new, PosedCircle::new, shape::collide_polygon_and_circle)
        }
        (_, Form::Capsule { .. }) => {
            all(workload, PosedPolygon::new, PosedCapsule::new, shape::collide_polygon_and_capsule)
        }
        _ => all(workload, PosedPolygon::new, PosedPolygon::new, shape::collide_polygons),
    };
    vec![task]
}

fn all<A: 'static, B: 'static>(
    workload: &PairWorkload,
    a: fn(&PosedForm) -> A,
    b: fn(&PosedForm) -> B,
    collide: impl Fn(&A, &B) -> Manifold + 'static,
) -> Box<dyn ManifoldTask> {
    let sides = (workload.a.iter().map(a).collect(), workload.b.iter().map(b).collect());
    Box::new(CollideLoop::new("box2d", sides, workload, shape::NO_MANIFOLD, touch, move |a, b, out: &mut Manifold| {
        *out = collide(a, b);
    }))
}

/// What is compared of a manifold; none when it has no points.
pub(crate) fn touch(manifold: &Manifold) -> Option<Touch> {
    let separation = shape::points(manifold).iter().map(|point| point.separation).reduce(f32::min)?;
    Some(Touch { normal: Vec2::new(manifold.normal.x, manifold.normal.y), separation })
}
