use super::class::Class;
use super::plan::{Chunk, Indices};
use super::set::ShapeSet;
use crate::lanes::LANES;
use alloc::vec::Vec;

/// Pairs waiting for their like: one bucket for each pair of classes, emptied whenever eight are in it.
///
/// Pairs are met once, in the order given, and their answers are never far behind. What is read is read for the first time
/// in that order, so the processor's prefetchers keep ahead of it, and it is still in the first-level cache when its bucket
/// is full.
#[derive(Clone, Debug, Default)]
pub(super) struct Buckets(Vec<Chunk>);

/// All classes times all classes.
const KEYS: usize = Class::ALL.len() * Class::ALL.len();

impl Buckets {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Hands all `pairs` to `answer`, eight of the same two classes at a time. Two polygons of up to four vertices count as
    /// quadrangles, others of up to eight as octagons.
    ///
    /// # Panics
    /// When an index is not below the set's length, or for 2³² pairs or more.
    pub(super) fn fill<P: Indices>(
        &mut self,
        set: &ShapeSet,
        pairs: &[P],
        mut answer: impl FnMut(Class, Class, &Chunk),
    ) {
        let len = u32::try_from(pairs.len()).expect("a call takes less than 2³² pairs");
        self.0.clear();
        self.0.resize(KEYS, Chunk::EMPTY);
        let mut touched = 0;
        for (position, pair) in (0..len).zip(pairs) {
            let (a, b) = pair.indices();
            touched ^= set.touch(a) ^ set.touch(b);
            let (class_a, class_b) = common_classes(set.class(a), set.class(b));
            let bucket = &mut self.0[class_a as usize * Class::ALL.len() + class_b as usize];
            let lane = bucket.live % LANES;
            (bucket.a[lane], bucket.b[lane], bucket.positions[lane]) = (a, b, position);
            bucket.live = lane + 1;
            if bucket.live == LANES {
                // Where it stands: copied eight lanes at a time, it would wait for the last one to reach the cache.
                answer(class_a, class_b, bucket);
                bucket.live = 0;
            }
        }
        core::hint::black_box(touched);
        let classes = Class::ALL.into_iter().flat_map(|a| Class::ALL.map(|b| (a, b)));
        for ((a, b), bucket) in classes.zip(&mut self.0).filter(|(_, bucket)| bucket.live > 0) {
            bucket.repeat_last();
            answer(a, b, bucket);
        }
    }
}

/// Classes under which a pair of these two is asked.
///
/// Every pair of classes keeps up to seven pairs waiting, and rare ones wait long: with all sixteen pairs of polygons apart,
/// streamed ones took a quarter longer, because what they read had left the first-level cache when their turn came. That
/// costs more than vertices that are there twice.
#[inline]
fn common_classes(a: Class, b: Class) -> (Class, Class) {
    match (a.padded(), b.padded()) {
        (Some(a), Some(b)) => (a, b),
        _ => (a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{entries_and_pairs, set_of};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_pair_is_asked_once_with_its_like_and_in_order((entries, pairs) in entries_and_pairs()) {
            let set = set_of(&entries);
            let mut asked = vec![0; pairs.len()];
            let mut last = [None; KEYS];
            let mut buckets = Buckets::new();
            buckets.fill(&set, &pairs, |class_a, class_b, chunk| {
                let last = &mut last[class_a as usize * Class::ALL.len() + class_b as usize];
                for lane in 0..LANES {
                    let (pair, position) = ((chunk.a[lane], chunk.b[lane]), chunk.positions[lane]);
                    assert_eq!(pair, pairs[position as usize]);
                    assert_eq!((class_a, class_b), common_classes(set.class(pair.0), set.class(pair.1)));
                    if lane < chunk.live {
                        assert!(*last < Some(position), "{position} after {last:?}");
                        *last = Some(position);
                        asked[position as usize] += 1;
                    }
                }
            });
            prop_assert!(asked.iter().all(|times| *times == 1), "{:?}", asked);
        }
    }
}
