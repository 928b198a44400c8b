//! Batches of polygons pair by pair: discs decide first where there are more than four vertices, eight pairs at a time.

use super::circles::{CircleBatch, CircleBlock};
use super::class::Class;
use super::core_block::CoreBlock;
use super::discs::{self, DiscBlock, DiscPairs};
use super::error::BatchError;
use super::pair_mask::PairMask;
use super::polygons::PolygonBatch;
use super::verdict::Verdict;
use super::{core_circle, cores};
use crate::lanes::{F32s, LANES, map_lanes};
use core::hint::black_box;

/// Whether polygon `i` of `a` and polygon `i` of `b` have a point in common, for all `i`:
/// [`overlaps`](crate::overlaps) with margin 0.
///
/// # Errors
/// [`BatchError::LengthsDiffer`] when the batches do; `out` is then unchanged.
pub fn polygon_polygon_overlaps(a: &PolygonBatch, b: &PolygonBatch, out: &mut PairMask) -> Result<(), BatchError> {
    BatchError::check_lengths(a.len(), b.len())?;
    let mut pairs = PolygonPairs { a, b, cores: Default::default() };
    match (a.small(), b.small()) {
        (Some(a), Some(b)) => answer_small(&pairs, (a, b), |a, b| cores::verdict::<false>(a, b, 0.0), out),
        _ => answer(&mut pairs, out),
    }
    Ok(())
}

/// Whether polygon `i` of `a` and circle `i` of `b` have a point in common, for all `i`: [`overlaps`](crate::overlaps)
/// with margin 0.
///
/// # Errors
/// [`BatchError::LengthsDiffer`] when the batches do; `out` is then unchanged.
pub fn polygon_circle_overlaps(a: &PolygonBatch, b: &CircleBatch, out: &mut PairMask) -> Result<(), BatchError> {
    BatchError::check_lengths(a.len(), b.len())?;
    let mut pairs = CirclePairs { a, b, core: CoreBlock::default() };
    match a.small() {
        Some(a) => answer_small(&pairs, (a, b.blocks()), |a, b| core_circle::verdict(a, b, 0.0), out),
        None => answer(&mut pairs, out),
    }
    Ok(())
}

/// Pairs of the shapes of two batches, those of equal index.
trait Pairs {
    fn len(&self) -> usize;

    /// What the discs say about the pairs of a block.
    fn discs(&self, block: usize) -> Verdict;

    /// The classes of both shapes, of circles none, as a number below [`KEYS`].
    fn key(&self, index: u32) -> usize;

    /// The verdicts on eight pairs of one key.
    fn of_eight(&mut self, key: usize, indices: &[u32; LANES]) -> Verdict;

    /// Reads what will be gathered of the pairs `open`, together, so that the loads overlap, if there is much to read.
    fn read_ahead(&self, open: &[u32]);

    /// The single function.
    fn ask(&self, index: usize) -> bool;
}

const CLASSES: [Class; 4] = [Class::Three, Class::Four, Class::Six, Class::Eight];

/// All classes of polygons times all of them.
const KEYS: usize = CLASSES.len() * CLASSES.len();

/// So many blocks are decided by discs before what they leave open is read: it fits the first-level cache.
const GROUP: usize = 16;

/// Answers by the verdicts on blocks in lanes, the few pairs after the last full block of `blocks.0` one by one.
fn answer_small<A, B>(
    pairs: &impl Pairs,
    blocks: (&[A], &[B]),
    verdict: impl Fn(&A, &B) -> Verdict,
    out: &mut PairMask,
) {
    let whole = blocks.0.len() * LANES;
    out.fill(whole, blocks, verdict, |block, lane| pairs.ask(block * LANES + lane));
    out.extend((whole..pairs.len()).map(|index| pairs.ask(index)));
}

/// Answers by discs and, where those leave it open, by eight pairs of one key, each of which waits for seven more in the
/// order given.
fn answer(pairs: &mut impl Pairs, out: &mut PairMask) {
    let len = pairs.len();
    out.reset(len);
    let mut open = [0; (GROUP + 1) * LANES];
    let mut buckets = [([0; LANES], 0); KEYS];
    let blocks = len.div_ceil(LANES);
    for first in (0..blocks).step_by(GROUP) {
        let mut count = 0;
        for block in first..blocks.min(first + GROUP) {
            let start = block * LANES;
            let live = (len - start).min(LANES);
            let lanes = 0xff >> (LANES - live);
            let verdict = pairs.discs(block);
            out.set_byte(block, verdict.overlaps() & lanes);
            count += discs::list(verdict.unsure() & lanes, start as u32, &mut open[count..]);
        }
        pairs.read_ahead(&open[..count]);
        for &index in &open[..count] {
            let key = pairs.key(index) % KEYS;
            let (indices, waiting) = &mut buckets[key];
            indices[*waiting % LANES] = index;
            *waiting += 1;
            if *waiting == LANES {
                *waiting = 0;
                settle(pairs, key, indices, LANES, out);
            }
        }
    }
    for (key, (indices, waiting)) in buckets.iter_mut().enumerate().filter(|(_, bucket)| bucket.1 > 0) {
        let last = indices[*waiting - 1];
        indices[*waiting..].fill(last);
        settle(pairs, key, indices, *waiting, out);
    }
}

/// Answers the first `live` of eight pairs of one key.
fn settle(pairs: &mut impl Pairs, key: usize, indices: &[u32; LANES], live: usize, out: &mut PairMask) {
    let verdict = pairs.of_eight(key, indices);
    out.insert_at(indices, verdict.settle(live, |lane| pairs.ask(indices[lane] as usize)) & (0xff >> (LANES - live)));
}

struct PolygonPairs<'a> {
    a: &'a PolygonBatch,
    b: &'a PolygonBatch,
    /// Room for what is gathered.
    cores: (CoreBlock, CoreBlock),
}

impl Pairs for PolygonPairs<'_> {
    fn len(&self) -> usize {
        self.a.len()
    }

    #[inline]
    fn discs(&self, block: usize) -> Verdict {
        discs::verdict(DiscPairs::new(&self.a.discs(block), &self.b.discs(block)), 0.0)
    }

    #[inline]
    fn key(&self, index: u32) -> usize {
        place(self.a.class(index)) * CLASSES.len() + place(self.b.class(index))
    }

    #[inline]
    fn of_eight(&mut self, key: usize, indices: &[u32; LANES]) -> Verdict {
        self.a.gather(CLASSES[key / CLASSES.len() % CLASSES.len()], indices, &mut self.cores.0);
        self.b.gather(CLASSES[key % CLASSES.len()], indices, &mut self.cores.1);
        cores::verdict::<false>(&self.cores.0, &self.cores.1, 0.0)
    }

    #[inline]
    fn read_ahead(&self, open: &[u32]) {
        if self.a.is_large() {
            black_box(open.iter().fold(0, |bits, &index| bits ^ self.a.touch(index) ^ self.b.touch(index)));
        }
    }

    #[inline(never)]
    fn ask(&self, index: usize) -> bool {
        let ((a, pose_a), (b, pose_b)) = (self.a.get(index), self.b.get(index));
        crate::overlaps(a, pose_a, b, pose_b, 0.0)
    }
}

struct CirclePairs<'a> {
    a: &'a PolygonBatch,
    b: &'a CircleBatch,
    /// Room for what is gathered.
    core: CoreBlock,
}

impl Pairs for CirclePairs<'_> {
    fn len(&self) -> usize {
        self.a.len()
    }

    #[inline]
    fn discs(&self, block: usize) -> Verdict {
        let CircleBlock { x, y, radius } = self.b.blocks()[block];
        let radius = F32s::new(radius);
        let circles = DiscBlock { x: F32s::new(x), y: F32s::new(y), inner: radius, outer: radius };
        discs::verdict(DiscPairs::new(&self.a.discs(block), &circles), 0.0)
    }

    #[inline]
    fn key(&self, index: u32) -> usize {
        place(self.a.class(index))
    }

    #[inline]
    fn of_eight(&mut self, key: usize, indices: &[u32; LANES]) -> Verdict {
        self.a.gather(CLASSES[key % CLASSES.len()], indices, &mut self.core);
        let circles = map_lanes(indices, |index| (&self.b.blocks()[index as usize / LANES], index as usize % LANES));
        let circles = CircleBlock {
            x: map_lanes(&circles, |(block, lane)| block.x[lane]),
            y: map_lanes(&circles, |(block, lane)| block.y[lane]),
            radius: map_lanes(&circles, |(block, lane)| block.radius[lane]),
        };
        core_circle::verdict(&self.core, &circles, 0.0)
    }

    #[inline]
    fn read_ahead(&self, open: &[u32]) {
        if self.a.is_large() {
            black_box(open.iter().fold(0, |bits, &index| bits ^ self.a.touch(index)));
        }
    }

    #[inline(never)]
    fn ask(&self, index: usize) -> bool {
        let ((polygon, pose), circles) = (self.a.get(index), &self.b.blocks()[index / LANES]);
        crate::overlaps(polygon, pose, &circles.shape(index % LANES), &circles.pose(index % LANES), 0.0)
    }
}

/// Where `class` is among the [`CLASSES`].
#[inline]
fn place(class: Class) -> usize {
    class as usize - Class::Three as usize
}

#[cfg(test)]
mod tests {
    use super::super::testing::{polygon, pose, radius};
    use super::*;
    use crate::shape::{Circle, Polygon};
    use geom::Pose;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Polygons of any number of vertices, or of three and four alone.
    fn polygons(count: impl Strategy<Value = usize>) -> impl Strategy<Value = Vec<(Polygon, Pose)>> {
        let small = || polygon().prop_filter("a small polygon", |polygon| polygon.len() <= 4);
        (count, any::<bool>()).prop_flat_map(move |(count, is_small)| {
            if is_small { vec((small().boxed(), pose()), count) } else { vec((polygon().boxed(), pose()), count) }
        })
    }

    proptest! {
        #[test]
        fn batches_of_polygons_answer_as_single_pairs(
            (posed_a, posed_b) in (0usize..20).prop_flat_map(|count| (polygons(Just(count)), polygons(Just(count)))),
        ) {
            let (mut a, mut b) = (PolygonBatch::new(), PolygonBatch::new());
            let mut expected = vec![];
            for ((polygon_a, pose_a), (polygon_b, pose_b)) in posed_a.iter().zip(&posed_b) {
                a.push(polygon_a, pose_a).unwrap();
                b.push(polygon_b, pose_b).unwrap();
                expected.push(crate::overlaps(polygon_a, pose_a, polygon_b, pose_b, 0.0));
            }
            let mut mask = PairMask::new();
            polygon_polygon_overlaps(&a, &b, &mut mask).unwrap();
            prop_assert_eq!(mask.iter().collect::<Vec<_>>(), expected);
        }

        #[test]
        fn batches_of_polygons_and_circles_answer_as_single_pairs(
            (posed, circles) in (0usize..20).prop_flat_map(|count| (polygons(Just(count)), vec((radius(), pose()), count))),
        ) {
            let (mut a, mut b) = (PolygonBatch::new(), CircleBatch::new());
            let mut expected = vec![];
            for ((polygon, pose_a), (radius, pose_b)) in posed.iter().zip(&circles) {
                let circle = Circle::new(*radius).unwrap();
                a.push(polygon, pose_a).unwrap();
                b.push(&circle, pose_b.translation);
                expected.push(crate::overlaps(polygon, pose_a, &circle, pose_b, 0.0));
            }
            let mut mask = PairMask::new();
            polygon_circle_overlaps(&a, &b, &mut mask).unwrap();
            prop_assert_eq!(mask.iter().collect::<Vec<_>>(), expected);
        }
    }
}
