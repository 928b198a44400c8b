use super::chunk::Chunk;
use super::class::Class;
use super::core_block::CoreBlock;
use super::error::BatchError;
use super::pair_mask::PairMask;
use super::plan::{PairPlan, READ_AHEAD, Run, WINDOW};
use super::set::ShapeSet;
use super::verdict::Verdict;
use super::{circle_pairs, circles, core_circle, cores, discs, rects};
use crate::filter::compare_axes;
use crate::lanes::LANES;

/// Whether the separation of the two shapes of each pair is at most `margin` metres: [`overlaps`](crate::overlaps) for
/// all `pairs` of indices into `set`, in their order. Exact.
///
/// Discs inside and around the shapes decide first, from one record of 32 bytes a shape; what they leave open is sorted by
/// class and read in full.
///
/// # Errors
/// [`BatchError::NoSuchShape`] for an index that is not below [`ShapeSet::len`], [`BatchError::Full`] for 2³² pairs or more:
/// `out` is then unchanged.
pub fn overlaps(
    set: &ShapeSet,
    pairs: &[(u32, u32)],
    margin: f32,
    plan: &mut PairPlan,
    out: &mut PairMask,
) -> Result<(), BatchError> {
    if set.only_class() == Some(Class::Circle) && margin.is_finite() {
        return circle_pairs::overlaps(set, pairs, margin, &mut plan.answers, out);
    }
    set.check(pairs)?;
    out.reset(pairs.len());
    let ask = |a, b| crate::overlaps(set.shape(a), &set.pose(a), set.shape(b), &set.pose(b), margin);
    if !margin.is_finite() {
        let yes = pairs.iter().enumerate().filter(|(_, pair)| ask(pair.0, pair.1));
        yes.for_each(|(position, _)| out.insert(position));
        return Ok(());
    }
    let mut asked = Asked { set, margin, a: CoreBlock::default(), b: CoreBlock::default() };
    if set.only_class() == Some(Class::Rect) {
        asked.run(&Run::as_given(Class::Rect, pairs), out);
        return Ok(());
    }
    for (index, window) in pairs.chunks(WINDOW).enumerate() {
        discs::decide(set, window, index * WINDOW, margin, plan, out);
        plan.runs_of_open(set, pairs).for_each(|run| asked.run(&run, out));
    }
    Ok(())
}

/// The question, and room for what is gathered to answer it.
struct Asked<'a> {
    set: &'a ShapeSet,
    margin: f32,
    a: CoreBlock,
    b: CoreBlock,
}

impl Asked<'_> {
    fn run(&mut self, run: &Run, out: &mut PairMask) {
        let Self { set, margin, a, b } = self;
        let margin = *margin;
        let ask = |a, b| crate::overlaps(set.shape(a), &set.pose(a), set.shape(b), &set.pose(b), margin);
        match (run.a, run.b) {
            (Class::Large, Class::Large) => {
                let overlap = |a, b| {
                    let radii = set.record(a)[4] + set.record(b)[4];
                    let verdict =
                        compare_axes(&set.outline(a), &set.pose(a), &set.outline(b), &set.pose(b), radii, margin);
                    if verdict.is_sure() { verdict.is_close } else { ask(a, b) }
                };
                run.pairs().filter(|pair| overlap(pair.1, pair.2)).for_each(|pair| out.insert(pair.0));
            }
            (Class::Large, _) | (_, Class::Large) => {
                run.pairs().filter(|pair| ask(pair.1, pair.2)).for_each(|pair| out.insert(pair.0));
            }
            (Class::Circle, Class::Circle) => answer(set, run, ask, out, |chunk| {
                circles::verdict(&set.gather_circles(&chunk.a), &set.gather_circles(&chunk.b), margin)
            }),
            (Class::Rect, Class::Rect) => answer(set, run, ask, out, |chunk| {
                let verdict = rects::verdict(&set.gather_rects(&chunk.a), &set.gather_rects(&chunk.b), margin);
                if margin <= 0.0 || verdict.unsure() == 0 {
                    return verdict;
                }
                set.gather_cores(Class::Rect, &chunk.a, a);
                set.gather_cores(Class::Rect, &chunk.b, b);
                cores::verdict::<true>(a, b, margin)
            }),
            (class, Class::Circle) => answer(set, run, ask, out, |chunk| {
                set.gather_cores(class, &chunk.a, a);
                core_circle::verdict(a, &set.gather_circles(&chunk.b), margin)
            }),
            (Class::Circle, class) => answer(set, run, ask, out, |chunk| {
                set.gather_cores(class, &chunk.b, b);
                core_circle::verdict(b, &set.gather_circles(&chunk.a), margin)
            }),
            (class_a, class_b) => answer(set, run, ask, out, |chunk| {
                set.gather_cores(class_a, &chunk.a, a);
                set.gather_cores(class_b, &chunk.b, b);
                cores::verdict::<true>(a, b, margin)
            }),
        }
    }
}

/// Asks `of_eight` of each chunk of `run`, and the pairs it cannot tell one by one.
#[inline]
fn answer(
    set: &ShapeSet,
    run: &Run,
    ask: impl Fn(u32, u32) -> bool,
    out: &mut PairMask,
    mut of_eight: impl FnMut(&Chunk) -> Verdict,
) {
    let mut chunks = run.chunks();
    // Two loops: a call in the one around the kernel would push its constants out of the registers (3.7 -> 7.4 ns a pair of
    // boxes).
    for first in (0..run.len()).step_by(READ_AHEAD) {
        run.read_ahead(set, first);
        for chunk in chunks.by_ref().take(READ_AHEAD / LANES) {
            let yes = of_eight(&chunk).settle(chunk.live, |lane| ask(chunk.a[lane], chunk.b[lane]));
            out.insert_lanes(&chunk, yes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entries_and_pairs, set_of};
    use super::*;
    use crate::Shape;
    use geom::Pose;
    use proptest::prelude::*;

    fn margin() -> impl Strategy<Value = f32> {
        prop_oneof![
            3 => Just(0.0), 2 => -2.0f32..2.0, 1 => Just(0.5), 1 => Just(-0.5), 1 => Just(f32::INFINITY),
            1 => Just(f32::NEG_INFINITY), 1 => Just(f32::NAN)
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn pairs_of_indices_are_answered_as_single_pairs(
            (entries, pairs) in entries_and_pairs(), margin in margin(),
        ) {
            check(&entries, &pairs, margin)?;
            // Sets of one kind are asked without discs.
            for class in [Class::Circle, Class::Rect] {
                let alike: Vec<_> = entries.iter().filter(|(shape, _)| Class::of(shape) == class).cloned().collect();
                let len = alike.len() as u32;
                let pairs: Vec<_> = (0..len).flat_map(|a| (0..len).map(move |b| (a, b))).collect();
                check(&alike, &pairs, margin)?;
            }
        }
    }

    fn check(entries: &[(Shape, Pose)], pairs: &[(u32, u32)], margin: f32) -> Result<(), TestCaseError> {
        let mut mask = PairMask::new();
        overlaps(&set_of(entries), pairs, margin, &mut PairPlan::new(), &mut mask).unwrap();
        prop_assert_eq!(mask.len(), pairs.len());
        for (got, &(a, b)) in mask.iter().zip(pairs) {
            let ((shape_a, pose_a), (shape_b, pose_b)) = (&entries[a as usize], &entries[b as usize]);
            let want = crate::overlaps(shape_a, pose_a, shape_b, pose_b, margin);
            prop_assert_eq!(got, want, "{:?} {:?} {:?} {:?}", shape_a, pose_a, shape_b, pose_b);
        }
        Ok(())
    }

    #[test]
    fn rounded_polygons_of_many_vertices_are_as_large_as_their_radius_makes_them() {
        let corner = |k: u8| geom::Rot::from_angle(f32::from(k) * core::f32::consts::FRAC_PI_6).rotate(geom::Vec2::X);
        let polygon = crate::Polygon::hull(&(0..12).map(corner).collect::<Vec<_>>()).unwrap();
        let shape = Shape::from(polygon.with_radius(0.5).unwrap());
        // From 2.93 m, where edges that face each other touch, to 3 m, where corners do, discs leave it open.
        let poses = (0..40u8).map(|k| Pose::from_translation(geom::Vec2::new(2.9 + f32::from(k) * 0.003, 0.1)));
        let entries: Vec<_> = [Pose::IDENTITY].into_iter().chain(poses).map(|pose| (shape.clone(), pose)).collect();
        check(&entries, &(1..41).map(|k| (0, k)).collect::<Vec<_>>(), 0.0).unwrap();
    }

    #[test]
    fn a_set_too_large_for_the_caches_is_answered_like_a_small_one() {
        let at = |i: u16| Pose::from_translation(geom::Vec2::new(f32::from(i % 100) * 1.5, f32::from(i / 100) * 1.5));
        let shape =
            |i: u16| if i.is_multiple_of(3) { Shape::circle(0.7).unwrap() } else { Shape::rect(0.8, 0.6).unwrap() };
        for is_mixed in [false, true] {
            let entries: Vec<_> = (0..9000).map(|i| (shape(if is_mixed { i } else { 1 }), at(i))).collect();
            let pairs: Vec<_> = (0..2000).map(|i| (i * 4, (i * 4 + [1, 100, 101, 2][i as usize % 4]) % 9000)).collect();
            check(&entries, &pairs, 0.0).unwrap();
        }
    }
}
