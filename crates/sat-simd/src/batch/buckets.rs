use super::chunk::Chunk;
use super::class::Class;
use super::indices::Indices;
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
pub(super) const KEYS: usize = Class::ALL.len() * Class::ALL.len();

impl Buckets {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Hands all `pairs`, which [`ShapeSet::check`] has let in, to `answer`, eight of the same two classes at a time. Two
    /// polygons of up to four vertices count as quadrangles, others of up to eight as octagons.
    pub(super) fn fill<P: Indices>(
        &mut self,
        set: &ShapeSet,
        pairs: &[P],
        mut answer: impl FnMut(Class, Class, &Chunk),
    ) {
        let buckets = self.emptied();
        if set.is_large() {
            let mut touched = 0;
            for (position, pair) in pairs.iter().enumerate() {
                let (a, b) = pair.indices();
                touched ^= set.touch(a) ^ set.touch(b);
                put(buckets, set.bucket(a, b), (a, b), position as u32, &mut answer);
            }
            core::hint::black_box(touched);
        } else {
            for (position, pair) in pairs.iter().enumerate() {
                let (a, b) = pair.indices();
                put(buckets, set.bucket(a, b), (a, b), position as u32, &mut answer);
            }
        }
        flush(buckets, answer);
    }

    /// The same, but polygons count as others only where fewer than eight are left over.
    pub(super) fn fill_exactly<P: Indices>(
        &mut self,
        set: &ShapeSet,
        pairs: &[P],
        mut answer: impl FnMut(Class, Class, &Chunk),
    ) {
        let buckets = self.emptied();
        for (position, pair) in pairs.iter().enumerate() {
            let (a, b) = pair.indices();
            put(buckets, key(set.class(a), set.class(b)), (a, b), position as u32, &mut answer);
        }
        for (key, &bucket) in BUCKETS.iter().enumerate().filter(|(key, bucket)| *key != usize::from(**bucket)) {
            let rest = core::mem::replace(&mut buckets[key], Chunk::EMPTY);
            for (position, a, b) in rest.pairs() {
                put(buckets, usize::from(bucket), (a, b), position as u32, &mut answer);
            }
        }
        flush(buckets, answer);
    }

    fn emptied(&mut self) -> &mut [Chunk; KEYS] {
        self.0.resize(KEYS, Chunk::EMPTY);
        // What is in them is written over before it is read: to clear all of it took a store a pair where 512 are asked.
        self.0.iter_mut().for_each(|bucket| bucket.live = 0);
        self.0.first_chunk_mut().expect("it has just been made as long")
    }
}

/// Puts a pair into its bucket, and hands that to `answer` if it is full.
#[inline(always)]
fn put(
    buckets: &mut [Chunk; KEYS],
    key: usize,
    (a, b): (u32, u32),
    position: u32,
    answer: &mut impl FnMut(Class, Class, &Chunk),
) {
    let bucket = &mut buckets[key % KEYS];
    let lane = bucket.live % LANES;
    (bucket.a[lane], bucket.b[lane], bucket.positions[lane]) = (a, b, position);
    bucket.live = lane + 1;
    if bucket.live == LANES {
        // Where it stands: copied eight lanes at a time, it would wait for the last one to reach the cache.
        let [class_a, class_b] = classes(key);
        answer(class_a, class_b, bucket);
        bucket.live = 0;
    }
}

/// Hands what is left over to `answer`.
fn flush(buckets: &mut [Chunk; KEYS], mut answer: impl FnMut(Class, Class, &Chunk)) {
    for (key, bucket) in buckets.iter_mut().enumerate().filter(|(_, bucket)| bucket.live > 0) {
        bucket.repeat_last();
        let [class_a, class_b] = classes(key);
        answer(class_a, class_b, bucket);
    }
}

/// All classes times all classes.
#[inline]
pub(super) fn key(a: Class, b: Class) -> usize {
    a as usize * Class::ALL.len() + b as usize
}

impl ShapeSet {
    /// The bucket of two shapes: below [`KEYS`].
    #[inline]
    pub(super) fn bucket(&self, a: u32, b: u32) -> usize {
        usize::from(BUCKETS[key(self.class(a), self.class(b))]) % KEYS
    }
}

/// The classes of the shapes in bucket `key`.
#[inline]
pub(super) const fn classes(key: usize) -> [Class; 2] {
    let count = Class::ALL.len();
    [Class::ALL[key / count % count], Class::ALL[key % count]]
}

/// The bucket of each pair of classes, itself counted like a bucket.
///
/// Every pair of classes keeps up to seven pairs waiting, and rare ones wait long: with all sixteen pairs of polygons apart,
/// streamed ones took a quarter longer, because what they read had left the first-level cache when their turn came. That
/// costs more than vertices that are there twice. A table, because matches made 11 instructions a pair.
const BUCKETS: [u8; KEYS] = {
    let mut buckets = [0; KEYS];
    let mut key = 0;
    while key < KEYS {
        let [a, b] = classes(key);
        let [a, b] = match (a.padded(), b.padded()) {
            (Some(a), Some(b)) => [a, b],
            _ => [a, b],
        };
        buckets[key] = (a as usize * Class::ALL.len() + b as usize) as u8;
        key += 1;
    }
    buckets
};

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
                    let exact = [set.class(pair.0), set.class(pair.1)];
                    let padded = exact.map(|class| class.padded().unwrap_or(class));
                    let are_polygons = exact.iter().all(|class| class.padded().is_some());
                    assert_eq!([class_a, class_b], if are_polygons { padded } else { exact });
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
