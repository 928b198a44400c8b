//! That a question gets the same bits in every lane and in batches of every length, whatever stands in the other lanes.

use super::set::ShapeSet;
use super::testing::{pose, shape, translation};
use super::{BatchError, PairPlan, RayCast, ShapeCast, distances, mtvs, ray_casts, shape_casts};
use crate::lanes::LANES;
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn a_lane_answers_as_any_other(
        a in shape(), b in shape(), places in vec((-6.0f32..6.0, -6.0f32..6.0, pose(), pose(), translation()), LANES),
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
        check(pairs, |pairs, out| mtvs(&set, pairs, &mut plan, out))?;
        check(pairs, |pairs, out| distances(&set, pairs, &mut plan, out))?;
        check(rays, |rays, out| ray_casts(&set, rays, out))?;
    }
}
