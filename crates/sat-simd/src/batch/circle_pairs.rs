//! Circles by pairs of indices.

use super::circles::verdict_of;
use super::error::BatchError;
use super::pair_mask::PairMask;
use super::set::ShapeSet;
use crate::lanes::{F32Quad, LANES, eight};

/// So many blocks of eight pairs are gathered before they are judged: what is between them stays in the first-level cache.
const BLOCKS: usize = 8;

/// Four pairs of circles: the squared distances of their centres, and the sums of their radii.
#[derive(Clone, Copy, Default)]
struct Four {
    distance_sq: F32Quad,
    radii: F32Quad,
}

/// [`overlaps`](super::overlaps()) where all shapes are circles, in the caller's order; `margin` is finite.
///
/// Too little is asked to pay for anything else: no discs, no classes, and no pass over the indices, which are checked where
/// they are read. Until all are known to be sound the answers wait in `answers`. Gathered four by four, as sixteen addresses
/// would not stay in registers, and judged in a loop of its own, in which constants do.
pub(super) fn overlaps(
    set: &ShapeSet,
    pairs: &[(u32, u32)],
    margin: f32,
    answers: &mut PairMask,
    out: &mut PairMask,
) -> Result<(), BatchError> {
    BatchError::check_count("questions", pairs.len())?;
    answers.clear();
    let mut gathered = [[Four::default(); 2]; BLOCKS];
    for group in pairs.chunks(BLOCKS * LANES) {
        if set.gather_circle_pairs(group, gathered.as_flattened_mut()).is_none() {
            return Err(set.first_fault(pairs));
        }
        let blocks = &gathered[..group.len().div_ceil(LANES)];
        let verdict = |[low, high]: &[Four; 2], (): &()| {
            verdict_of(eight(low.distance_sq, high.distance_sq), eight(low.radii, high.radii), margin)
        };
        answers.extend_by_group(group.len(), (blocks, &[(); BLOCKS][..blocks.len()]), verdict, |block, lane| {
            let (a, b) = pairs[block * LANES + lane];
            crate::overlaps(set.shape(a), &set.pose(a), set.shape(b), &set.pose(b), margin)
        });
    }
    out.copy_from(answers);
    Ok(())
}

impl ShapeSet {
    /// What is between the circles of `pairs`, four by four; none if an index names no shape.
    #[inline]
    fn gather_circle_pairs(&self, pairs: &[(u32, u32)], out: &mut [Four]) -> Option<()> {
        let (fours, rest) = pairs.as_chunks::<4>();
        for (four, out) in fours.iter().zip(&mut *out) {
            *out = self.four_circle_pairs(*four)?;
        }
        if let (Some(last), Some(out)) = (rest.last(), out.get_mut(fours.len())) {
            *out = self.four_circle_pairs(core::array::from_fn(|lane| *rest.get(lane).unwrap_or(last)))?;
        }
        Some(())
    }

    #[inline(always)]
    fn four_circle_pairs(&self, [a, b, c, d]: [(u32, u32); 4]) -> Option<Four> {
        let rows = [self.circle_pair(a)?, self.circle_pair(b)?, self.circle_pair(c)?, self.circle_pair(d)?];
        let [dx, dy, radii, _] = F32Quad::transpose(rows);
        Some(Four { distance_sq: dx * dx + dy * dy, radii })
    }

    /// The offset of the second circle from the first, and the sum of their radii: with the first one's radius negated, one
    /// difference is all three.
    #[inline(always)]
    fn circle_pair(&self, (a, b): (u32, u32)) -> Option<F32Quad> {
        let negated = F32Quad::new([0.0, 0.0, -0.0, -0.0]);
        Some(self.place_and_radius(b)? - (self.place_and_radius(a)? ^ negated))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;
    use geom::{Pose, Vec2};

    fn set() -> ShapeSet {
        let mut set = ShapeSet::new();
        for k in 0..20u8 {
            let at = Pose::from_translation(Vec2::new(f32::from(k), 0.0));
            set.push(&Shape::circle(f32::from(k % 5) * 0.5).unwrap(), &at).unwrap();
        }
        set
    }

    #[test]
    fn each_pair_is_answered_in_its_place_however_many_there_are() {
        let (set, mut out) = (set(), PairMask::new());
        let all: Vec<(u32, u32)> = (0..150).map(|k| (k * 7 % 20, (k * 3 + k / 20) % 20)).collect();
        for count in 0..all.len() {
            overlaps(&set, &all[..count], 0.0, &mut PairMask::new(), &mut out).unwrap();
            let want = all[..count]
                .iter()
                .map(|&(a, b)| crate::overlaps(set.shape(a), &set.pose(a), set.shape(b), &set.pose(b), 0.0));
            assert_eq!(out.len(), count);
            assert!(out.iter().eq(want));
            assert!(out.as_bytes().last().is_none_or(|last| u32::from(*last) >> ((count + 7) % 8 + 1) == 0));
        }
    }

    #[test]
    fn an_index_that_is_too_large_is_refused_wherever_it_stands_and_nothing_is_written() {
        let set = set();
        let mut out = PairMask::new();
        overlaps(&set, &[(0, 0), (0, 19)], 0.0, &mut PairMask::new(), &mut out).unwrap();
        let before = out.clone();
        for position in 0..75 {
            for pair in [(20, 3), (3, u32::MAX)] {
                let mut pairs = [(0, 1); 75];
                pairs[position] = pair;
                let index = pair.0.max(pair.1);
                let refused = Err(BatchError::NoSuchShape { position, index, len: 20 });
                assert_eq!(overlaps(&set, &pairs, 0.0, &mut PairMask::new(), &mut out), refused);
                assert_eq!(out, before);
            }
        }
    }
}
