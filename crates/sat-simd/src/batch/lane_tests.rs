//! That a question gets the same bits in every lane and in batches of every length, whatever stands in the other lanes.

use super::set::ShapeSet;
use super::testing::{half, margin, place, polygon, pose, radius, shape, translation};
use super::{
    BatchError, CircleBatch, PairMask, PairPlan, PolygonBatch, RayCast, RectBatch, ShapeCast, circle_circle_overlaps,
    distances, mtvs, overlaps, polygon_circle_overlaps, polygon_polygon_overlaps, ray_casts, rect_rect_overlaps,
    separations, shape_casts,
};
use crate::lanes::LANES;
use crate::shape::{Circle, Polygon, Rect};
use geom::{Pose, Vec2};
use proptest::collection::vec;
use proptest::prelude::*;
use std::fmt::Debug;

/// Checks `ask` with up to eight questions that follow each other, from each of them on; they share a kernel.
fn check<Q: Copy, R: Debug>(
    questions: [Q; LANES],
    mut ask: impl FnMut(&[Q], &mut Vec<R>) -> Result<(), BatchError>,
) -> Result<(), TestCaseError> {
    let mut out = Vec::new();
    let mut answers = |questions: &[Q]| {
        ask(questions, &mut out).unwrap();
        // Floats print as many digits as tell them from all others, and the signs of zeros.
        out.iter().map(|answer| format!("{answer:?}")).collect::<Vec<_>>()
    };
    let alone = questions.map(|question| answers(&[question]).remove(0));
    for first in 0..LANES {
        for len in 1..=LANES {
            let places: Vec<usize> = (first..first + len).map(|place| place % LANES).collect();
            let got = answers(&places.iter().map(|&place| questions[place]).collect::<Vec<_>>());
            let want: Vec<_> = places.iter().map(|&place| alone[place].clone()).collect();
            prop_assert_eq!(got, want, "{} from {}", len, first);
        }
    }
    Ok(())
}

fn few_corners() -> impl Strategy<Value = Polygon> {
    polygon().prop_filter("many corners", |polygon| polygon.len() <= 4)
}

/// Eight pairs of polygons.
fn pairs_of(polygon: BoxedStrategy<Polygon>) -> impl Strategy<Value = Vec<[(Polygon, Pose); 2]>> {
    vec(((polygon.clone(), place()), (polygon, place())).prop_map(|(a, b)| [a, b]), LANES)
}

/// The answers of a mask, one by one.
fn read(mask: &PairMask, out: &mut Vec<bool>) {
    out.clear();
    out.extend(mask.iter());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_lane_answers_as_any_other(
        a in shape(), b in shape(), places in vec((-6.0f32..6.0, -6.0f32..6.0, pose(), pose(), translation()), LANES),
        margin in margin(),
    ) {
        let mut set = ShapeSet::new();
        let casts: Vec<ShapeCast> = places
            .iter()
            .map(|&(x, y, pose_a, pose_b, translation)| {
                let a = set.push(&a, &Pose::new(Vec2::new(x, y), pose_a.rotation)).unwrap();
                let b = set.push(&b, &Pose::new(Vec2::ZERO, pose_b.rotation)).unwrap();
                ShapeCast { a, b, translation }
            })
            .collect();
        let casts: [ShapeCast; LANES] = casts.try_into().unwrap();
        let pairs = casts.map(|cast| (cast.a, cast.b));
        let rays = casts.map(|cast| {
            RayCast { shape: cast.b, origin: set.pose(cast.a).translation, translation: cast.translation }
        });
        let mut plan = PairPlan::new();
        check(casts, |casts, out| shape_casts(&set, casts, &mut plan, out))?;
        let mut mask = PairMask::new();
        check(pairs, |pairs, out| {
            overlaps(&set, pairs, margin, &mut plan, &mut mask)?;
            read(&mask, out);
            Ok(())
        })?;
        check(pairs, |pairs, out| separations(&set, pairs, &mut plan, out))?;
        check(pairs, |pairs, out| mtvs(&set, pairs, &mut plan, out))?;
        check(pairs, |pairs, out| distances(&set, pairs, &mut plan, out))?;
        check(rays, |rays, out| ray_casts(&set, rays, out))?;
    }

    #[test]
    fn a_lane_of_a_filled_batch_answers_as_any_other(
        boxes in vec(((half(), place()), (half(), place())), LANES),
        (polygons, small) in (pairs_of(polygon().boxed()), pairs_of(few_corners().boxed())),
        circles in vec(((radius(), place()), (radius(), place())), LANES),
    ) {
        let every: [usize; LANES] = core::array::from_fn(|lane| lane);
        let mut mask = PairMask::new();
        check(every, |picks, out| {
            let (mut a, mut b) = (RectBatch::new(), RectBatch::new());
            for &pick in picks {
                a.push(&Rect::new(boxes[pick].0.0).unwrap(), &boxes[pick].0.1);
                b.push(&Rect::new(boxes[pick].1.0).unwrap(), &boxes[pick].1.1);
            }
            rect_rect_overlaps(&a, &b, &mut mask)?;
            read(&mask, out);
            Ok(())
        })?;
        // Where all have few corners, their vertices stand in lanes.
        for polygons in [&polygons, &small] {
            check(every, |picks, out| {
                let [mut a, mut b] = [PolygonBatch::new(), PolygonBatch::new()];
                let [mut left, mut right] = [CircleBatch::new(), CircleBatch::new()];
                for &pick in picks {
                    a.push(&polygons[pick][0].0, &polygons[pick][0].1).unwrap();
                    b.push(&polygons[pick][1].0, &polygons[pick][1].1).unwrap();
                    left.push(&Circle::new(circles[pick].0.0).unwrap(), circles[pick].0.1.translation);
                    right.push(&Circle::new(circles[pick].1.0).unwrap(), circles[pick].1.1.translation);
                }
                polygon_polygon_overlaps(&a, &b, &mut mask)?;
                let met = mask.clone();
                polygon_circle_overlaps(&a, &left, &mut mask)?;
                let with_circle = mask.clone();
                circle_circle_overlaps(&left, &right, &mut mask)?;
                out.clear();
                out.extend(met.iter().zip(with_circle.iter()).zip(mask.iter()));
                Ok(())
            })?;
        }
    }
}
