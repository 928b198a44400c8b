//! sepax2d: its shapes stand in the world, so each test poses both shapes first, without allocating.

use super::{OverlapTask, PairLoop};
use crate::form::Form;
use crate::pair_workload::{PairWorkload, PosedForm};
use geom::{Pose, Vec2};
use sepax2d::prelude::*;
use sepax2d::sat_overlap;

/// sepax2d's way to answer `workload`.
#[must_use]
pub fn tasks(workload: &PairWorkload) -> Vec<Box<dyn OverlapTask>> {
    let task: Box<dyn OverlapTask> = match (&workload.a[0].form, &workload.b[0].form) {
        (Form::Rect { .. }, _) => Box::new(PairLoop::new(
            "sepax2d",
            workload.a.iter().map(half_extents).collect(),
            workload.b.iter().map(half_extents).collect(),
            workload,
            |a, b| sat_overlap(&parallelogram(a), &parallelogram(b)),
        )),
        (Form::Circle { .. }, _) => Box::new(PairLoop::new(
            "sepax2d",
            workload.a.iter().map(circle).collect(),
            workload.b.iter().map(circle).collect(),
            workload,
            |a: &Circle, b: &Circle| sat_overlap(a, b),
        )),
        (_, Form::Circle { .. }) => {
            let mut scratch = Polygon::new((0.0, 0.0));
            Box::new(PairLoop::new(
                "sepax2d",
                workload.a.iter().map(outline).collect(),
                workload.b.iter().map(circle).collect(),
                workload,
                move |a, b: &Circle| {
                    place(&mut scratch, a);
                    sat_overlap(&scratch, b)
                },
            ))
        }
        _ => {
            let mut scratch = (Polygon::new((0.0, 0.0)), Polygon::new((0.0, 0.0)));
            Box::new(PairLoop::new(
                "sepax2d",
                workload.a.iter().map(outline).collect(),
                workload.b.iter().map(outline).collect(),
                workload,
                move |a, b| {
                    place(&mut scratch.0, a);
                    place(&mut scratch.1, b);
                    sat_overlap(&scratch.0, &scratch.1)
                },
            ))
        }
    };
    vec![task]
}

pub(crate) fn half_extents(posed: &PosedForm) -> (Vec2, Pose) {
    let Form::Rect { half } = posed.form else { unreachable!("rect workloads hold boxes") };
    (half, posed.pose)
}

pub(crate) fn parallelogram((half, pose): &(Vec2, Pose)) -> Parallelogram {
    let u = pose.transform_vector(Vec2::new(2.0 * half.x, 0.0));
    let v = pose.transform_vector(Vec2::new(0.0, 2.0 * half.y));
    let corner = pose.translation - (u + v) * 0.5;
    Parallelogram::new((corner.x, corner.y), (u.x, u.y), (v.x, v.y))
}

pub(crate) fn circle(posed: &PosedForm) -> Circle {
    Circle::new((posed.pose.translation.x, posed.pose.translation.y), posed.form.radius())
}

pub(crate) fn outline(posed: &PosedForm) -> (Vec<Vec2>, Pose) {
    (posed.form.core(), posed.pose)
}

pub(crate) fn place(polygon: &mut Polygon, (vertices, pose): &(Vec<Vec2>, Pose)) {
    polygon.position = (pose.translation.x, pose.translation.y);
    polygon.vertices.clear();
    polygon.vertices.extend(vertices.iter().map(|v| {
        let turned = pose.transform_vector(*v);
        (turned.x, turned.y)
    }));
}
