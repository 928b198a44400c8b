//! The verdict that bounding circles give, before anything reads vertices.

use super::pair_mask::PairMask;
use super::plan::PairPlan;
use super::set::ShapeSet;
use super::verdict::Verdict;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, LANES, map_lanes};
use core::array;

/// For each of eight shapes a disc inside it and a disc around it. A negative radius inside is how far the shape is from the
/// disc's centre at most.
#[derive(Clone, Copy)]
pub(super) struct DiscBlock {
    pub x: F32s,
    pub y: F32s,
    pub inner: F32s,
    pub outer: F32s,
}

/// Whether eight pairs of shapes are within `margin`, as far as discs can tell: shapes are no further apart than discs in
/// them, and no closer than discs around them.
#[inline]
pub(super) fn verdict(a: &DiscBlock, b: &DiscBlock, margin: f32) -> Verdict {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let distance_sq = dx * dx + dy * dy;
    // As for two circles, twice the error: radii are scaled by poses, which are unit to within 4u.
    let margins = (F32s::splat(margin), F32s::splat(margin.abs()));
    let (inside, around, largest) =
        (a.inner + b.inner + margins.0, a.outer + b.outer + margins.0, a.outer + b.outer + margins.1);
    let error = (distance_sq + largest * largest) * F32s::splat(2.0 * RELATIVE_ERROR) + F32s::splat(f32::MIN_POSITIVE);
    let overlaps = (distance_sq - inside * inside.abs()).simd_lt(-error);
    let is_apart = (distance_sq - around * around.abs()).simd_gt(error);
    Verdict::of_masks(overlaps, is_apart)
}

/// Answers the pairs of a window that their discs decide, and leaves the positions of the others in the plan. The window
/// begins at pair `first`, a multiple of eight.
pub(super) fn decide(
    set: &ShapeSet,
    window: &[(u32, u32)],
    first: usize,
    margin: f32,
    plan: &mut PairPlan,
    out: &mut PairMask,
) {
    plan.open.resize(window.len() + LANES, 0);
    let mut open = 0;
    for (index, chunk) in window.chunks(LANES).enumerate() {
        // A short last chunk repeats its last pair.
        let eight = chunk.first_chunk().copied().unwrap_or_else(|| array::from_fn(|i| chunk[i.min(chunk.len() - 1)]));
        let a = set.gather_discs(&map_lanes(&eight, |pair| pair.0));
        let b = set.gather_discs(&map_lanes(&eight, |pair| pair.1));
        let verdict = verdict(&a, &b, margin);
        let live = 0xff >> (LANES - chunk.len());
        out.set_byte(first / LANES + index, verdict.overlaps() & live);
        open += list(verdict.unsure() & live, (first + index * LANES) as u32, &mut plan.open[open..]);
    }
    plan.open.truncate(open);
}

/// Writes `first` + lane for each lane that is set in `lanes` to the beginning of `places`, which has room for all eight;
/// gives how many those are.
#[inline]
pub(super) fn list(lanes: u8, first: u32, places: &mut [u32]) -> usize {
    let mut place = 0;
    // No branch: every lane is written, and the next one over it unless it is set.
    if let Some(places) = places.first_chunk_mut::<LANES>() {
        for lane in 0..LANES {
            places[place % LANES] = first + lane as u32;
            place += usize::from(lanes >> lane & 1);
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entries_and_pairs, set_of};
    use super::*;
    use proptest::prelude::*;

    /// Scalar twin of [`verdict`]: overlaps, is left open.
    fn verdict_of(a: [f32; 4], b: [f32; 4], margin: f32) -> (bool, bool) {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let distance_sq = dx * dx + dy * dy;
        let (inside, around) = (a[2] + b[2] + margin, a[3] + b[3] + margin);
        let largest = a[3] + b[3] + margin.abs();
        let error = (distance_sq + largest * largest) * (2.0 * RELATIVE_ERROR) + f32::MIN_POSITIVE;
        let overlaps = distance_sq - inside * inside.abs() < -error;
        let is_apart = distance_sq - around * around.abs() > error;
        (overlaps, !(overlaps || is_apart))
    }

    proptest! {
        #[test]
        fn wide_verdicts_equal_their_twin(
            (entries, _) in entries_and_pairs(), picks in proptest::collection::vec(0u32..1000, 2 * LANES),
            margin in -2.0f32..2.0,
        ) {
            let set = set_of(&entries);
            let pick = |lane: usize| picks[lane] % set.len() as u32;
            let (a, b) = (array::from_fn(pick), array::from_fn(|lane| pick(LANES + lane)));
            let wide = verdict(&set.gather_discs(&a), &set.gather_discs(&b), margin);
            for lane in 0..LANES {
                let disc = |index: u32| {
                    let record = set.record(index);
                    [record[0], record[1], record[5], record[6] + record[4]]
                };
                let got = (wide.overlaps() >> lane & 1 == 1, wide.unsure() >> lane & 1 == 1);
                prop_assert_eq!(got, verdict_of(disc(a[lane]), disc(b[lane]), margin), "lane {}", lane);
            }
        }

        #[test]
        fn discs_are_never_wrong((entries, pairs) in entries_and_pairs(), margin in -2.0f32..2.0) {
            let set = set_of(&entries);
            let (mut plan, mut out) = (PairPlan::new(), PairMask::new());
            out.reset(pairs.len());
            decide(&set, &pairs, 0, margin, &mut plan, &mut out);
            for (position, (got, &(a, b))) in out.iter().zip(&pairs).enumerate() {
                let want = crate::overlaps(set.shape(a), &set.pose(a), set.shape(b), &set.pose(b), margin);
                let is_open = plan.open.contains(&(position as u32));
                prop_assert!(if is_open { !got } else { got == want }, "{:?} {:?}", set.shape(a), set.shape(b));
            }
        }
    }

    #[test]
    fn discs_decide_what_is_clearly_apart_or_clearly_overlapping() {
        let mut set = ShapeSet::new();
        let triangle = crate::Polygon::hull(&[[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]].map(Into::into)).unwrap();
        for x in [0.0, 0.5, 1.5, 3.0] {
            set.push(&triangle.clone().into(), &geom::Pose::from_translation(geom::Vec2::new(x, 0.0))).unwrap();
        }
        let (mut plan, mut out) = (PairPlan::new(), PairMask::new());
        out.reset(3);
        decide(&set, &[(0, 1), (0, 2), (0, 3)], 0, 0.0, &mut plan, &mut out);
        assert_eq!((out.iter().collect::<Vec<_>>(), plan.open), (vec![true, false, false], vec![1]));
    }
}
