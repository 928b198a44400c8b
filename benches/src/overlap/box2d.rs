//! Box2D: its manifold functions (an overlap is a point that is not apart), and GJK.

use super::{OverlapTask, PairLoop};
use crate::box2d::has_shapes_of;
use crate::box2d::shape::{self, Manifold, PosedCircle, PosedPolygon, PosedProxy};
use crate::form::Form;
use crate::pair_workload::PairWorkload;

/// Box2D's ways to answer `workload`; none for polygons of more than eight vertices, which it does not have.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn OverlapTask>> {
    if !has_shapes_of(workload) {
        return Vec::new();
    }
    let (a, b) = (&workload.a, &workload.b);
    let polygons = |forms: &[_]| -> Vec<PosedPolygon> { forms.iter().map(PosedPolygon::new).collect() };
    let circles = |forms: &[_]| -> Vec<PosedCircle> { forms.iter().map(PosedCircle::new).collect() };
    let manifold: Box<dyn OverlapTask> = match (&a[0].form, &b[0].form) {
        (Form::Circle { .. }, _) => Box::new(PairLoop::new("box2d", circles(a), circles(b), workload, |a, b| {
            overlapping(&shape::collide_circles(a, b))
        })),
        (_, Form::Circle { .. }) => Box::new(PairLoop::new("box2d", polygons(a), circles(b), workload, |a, b| {
            overlapping(&shape::collide_polygon_and_circle(a, b))
        })),
        _ => Box::new(PairLoop::new("box2d", polygons(a), polygons(b), workload, |a, b| {
            overlapping(&shape::collide_polygons(a, b))
        })),
    };
    let proxies = |forms: &[_]| -> Vec<PosedProxy> { forms.iter().map(PosedProxy::new).collect() };
    let gjk = PairLoop::new("box2d", proxies(a), proxies(b), workload, |a, b| {
        // GJK reports 0 for overlapping cores; radii are subtracted by Box2D itself.
        shape::distance(a, b) <= 0.0
    });
    vec![manifold, Box::new(gjk)]
}

fn overlapping(manifold: &Manifold) -> bool {
    shape::points(manifold).iter().any(|point| point.separation <= 0.0)
}
