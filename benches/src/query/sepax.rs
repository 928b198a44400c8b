//! sepax2d: the shift that ends an overlap; its shapes are posed in each test, as for overlaps.

use super::{QueryLoop, QueryTask, QueryWorkload, Question};
use crate::form::Form;
use crate::overlap::sepax::{circle, half_extents, outline, parallelogram, place};
use sepax2d::prelude::*;
use sepax2d::sat_collision;

/// A shift of B, in the world; zero when nothing has to be moved.
type Shift = (f32, f32);

/// sepax2d's way to answer `workload`, if it has one.
#[must_use]
pub fn tasks(workload: &QueryWorkload) -> Option<Box<dyn QueryTask>> {
    if workload.question != Question::Translation {
        return None;
    }
    let (a, b) = (&workload.pairs.a, &workload.pairs.b);
    let ways = vec![(); workload.pairs.pairs.len()];
    match (&a[0].form, &b[0].form) {
        (Form::Rect { .. }, Form::Rect { .. }) => {
            let sides = (a.iter().map(half_extents).collect(), b.iter().map(half_extents).collect());
            Some(Box::new(QueryLoop::new("sepax2d", sides, ways, workload, minus_depth, |a, b, ()| {
                sat_collision(&parallelogram(a), &parallelogram(b))
            })))
        }
        (Form::Polygon { .. }, Form::Circle { .. }) => {
            let sides = (a.iter().map(outline).collect(), b.iter().map(circle).collect());
            let mut scratch = Polygon::new((0.0, 0.0));
            Some(Box::new(QueryLoop::new("sepax2d", sides, ways, workload, minus_depth, move |a, b, ()| {
                place(&mut scratch, a);
                sat_collision(&scratch, b)
            })))
        }
        (Form::Polygon { .. }, Form::Polygon { .. }) => {
            let sides = (a.iter().map(outline).collect(), b.iter().map(outline).collect());
            let mut scratch = (Polygon::new((0.0, 0.0)), Polygon::new((0.0, 0.0)));
            Some(Box::new(QueryLoop::new("sepax2d", sides, ways, workload, minus_depth, move |a, b, ()| {
                place(&mut scratch.0, a);
                place(&mut scratch.1, b);
                sat_collision(&scratch.0, &scratch.1)
            })))
        }
        _ => None,
    }
}

fn minus_depth(shift: &Shift) -> Option<f32> {
    (*shift != (0.0, 0.0)).then(|| -shift.0.hypot(shift.1))
}
