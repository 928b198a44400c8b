//! The verdict that bounding circles give, before anything reads vertices.

use super::pair_mask::PairMask;
use super::plan::PairPlan;
use super::set::ShapeSet;
use super::verdict::Verdict;
use crate::filter::RELATIVE_ERROR;
use crate::lanes::{F32s, LANES};
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

/// What is between the discs of eight pairs of shapes: the offset of their centres, the sums of the radii inside and around.
#[derive(Clone, Copy)]
pub(super) struct DiscPairs {
    pub offset: [F32s; 2],
    pub inner: F32s,
    pub outer: F32s,
}

impl DiscPairs {
    #[inline(always)]
    fn gather(set: &ShapeSet, pairs: &[(u32, u32); LANES]) -> Self {
        let (offset, [fourth, inner, reach]) = set.gather_offsets_and_sums(pairs);
        Self { offset, inner, outer: reach + fourth }
    }

    #[inline]
    pub(super) fn new(a: &DiscBlock, b: &DiscBlock) -> Self {
        Self { offset: [b.x - a.x, b.y - a.y], inner: a.inner + b.inner, outer: a.outer + b.outer }
    }
}

/// Whether eight pairs of shapes are within `margin`, as far as discs can tell: shapes are no further apart than discs in
/// them, and no closer than discs around them.
#[inline]
pub(super) fn verdict(DiscPairs { offset: [dx, dy], inner, outer }: DiscPairs, margin: f32) -> Verdict {
    let distance_sq = dx * dx + dy * dy;
    // As for two circles, twice the error: radii are scaled by poses, which are unit to within 4u.
    let margins = (F32s::splat(margin), F32s::splat(margin.abs()));
    let (inside, around, largest) = (inner + margins.0, outer + margins.0, outer + margins.1);
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
    let (eights, rest) = window.as_chunks::<LANES>();
    let mut open = 0;
    for (index, eight) in eights.iter().enumerate() {
        let verdict = verdict(DiscPairs::gather(set, eight), margin);
        out.set_byte(first / LANES + index, verdict.overlaps());
        open += list(verdict.unsure(), (first + index * LANES) as u32, &mut plan.open[open..]);
    }
    if let Some(last) = rest.last() {
        // Eight pairs with the last of them again and again.
        let eight = array::from_fn(|lane| *rest.get(lane).unwrap_or(last));
        let (verdict, live) = (verdict(DiscPairs::gather(set, &eight), margin), 0xff >> (LANES - rest.len()));
        out.set_byte(first / LANES + eights.len(), verdict.overlaps() & live);
        let start = (first + eights.len() * LANES) as u32;
        open += list(verdict.unsure() & live, start, &mut plan.open[open..]);
    }
    plan.open.truncate(open);
}

/// Writes `first` + lane for each lane that is set in `lanes` to the beginning of `places`, which has room for all eight;
/// gives how many those are.
///
/// By tables: no branch, and no lane that waits for the places of those before it.
#[inline]
pub(super) fn list(lanes: u8, first: u32, places: &mut [u32]) -> usize {
    if let Some(places) = places.first_chunk_mut::<LANES>() {
        *places = LISTED[usize::from(lanes)].map(|lane| first + u32::from(lane));
    }
    usize::from(COUNTS[usize::from(lanes)])
}

/// Of each mask of eight lanes those that are set, and then lane 0.
const LISTED: [[u8; LANES]; 256] = {
    let mut listed = [[0; LANES]; 256];
    let mut lanes = 0;
    while lanes < 256 {
        let (mut lane, mut place) = (0, 0);
        while lane < LANES {
            if lanes >> lane & 1 == 1 {
                listed[lanes][place] = lane as u8;
                place += 1;
            }
            lane += 1;
        }
        lanes += 1;
    }
    listed
};

/// How many lanes are set in each mask of eight: counting bits is a dozen instructions without SSE4.
const COUNTS: [u8; 256] = {
    let mut counts = [0; 256];
    let mut lanes = 0;
    while lanes < 256 {
        counts[lanes] = lanes.count_ones() as u8;
        lanes += 1;
    }
    counts
};

#[cfg(test)]
mod tests {
    use super::super::testing::{entries_and_pairs, set_of};
    use super::*;
    use proptest::prelude::*;

    /// Scalar twin of [`DiscPairs::gather`] and [`verdict`]: overlaps, is left open.
    fn verdict_of(a: &[f32; LANES], b: &[f32; LANES], margin: f32) -> (bool, bool) {
        let (dx, dy) = (b[2] - a[2], b[3] - a[3]);
        let distance_sq = dx * dx + dy * dy;
        let outer = (b[6] + a[6]) + (b[4] + a[4]);
        let (inside, around, largest) = (b[5] + a[5] + margin, outer + margin, outer + margin.abs());
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
            let pairs = array::from_fn(|lane| (pick(lane), pick(LANES + lane)));
            let wide = verdict(DiscPairs::gather(&set, &pairs), margin);
            for (lane, (a, b)) in pairs.into_iter().enumerate() {
                let got = (wide.overlaps() >> lane & 1 == 1, wide.unsure() >> lane & 1 == 1);
                prop_assert_eq!(got, verdict_of(set.record(a), set.record(b), margin), "lane {}", lane);
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
    fn lanes_are_listed_in_order() {
        for lanes in 0..=u8::MAX {
            let mut places = [0; LANES];
            let count = list(lanes, 100, &mut places);
            let expected: Vec<u32> = (0..8).filter(|lane| lanes >> lane & 1 == 1).map(|lane| 100 + lane).collect();
            assert_eq!(places[..count], expected);
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
