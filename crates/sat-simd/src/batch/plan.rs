use super::buckets::{Buckets, KEYS, key};
use super::chunk::Chunk;
use super::class::Class;
use super::indices::Indices;
use super::pair_mask::PairMask;
use super::set::ShapeSet;
use super::under_way::UnderWay;
use crate::lanes::{LANES, map_lanes};
use alloc::vec::Vec;
use core::array;

/// In which order pairs are asked: grouped by the classes of their shapes, so that eight neighbours fit one kernel.
///
/// Found anew by every call, in O(pairs); keep it and pass it again, so that no call allocates once it has grown. It holds the
/// other room that a call needs, too, as for the gaps of [`manifolds`](super::manifolds()).
#[derive(Clone, Debug, Default)]
pub struct PairPlan {
    /// The class pair of each open pair of a window.
    keys: Vec<u8>,
    /// The positions of the open pairs of a window, sorted by key and stable.
    order: Vec<u32>,
    groups: Vec<Group>,
    /// The pairs of a window that their bounding circles leave open.
    pub(super) open: Vec<u32>,
    /// The pairs of two classes that are not eight yet.
    pub(super) buckets: Buckets,
    /// What manifolds are asked for without gaps write those to.
    pub(super) gaps: Vec<f32>,
    /// Answers that are not given before all indices are known to be sound.
    pub(super) answers: PairMask,
    /// The moving pairs of two classes that have not met yet.
    pub(super) under_way: Vec<UnderWay>,
}

/// Pairs of one key.
#[derive(Clone, Copy, Debug)]
struct Group {
    key: usize,
    /// The place of the first in the order.
    first: usize,
    len: usize,
}

/// So many pairs are sorted at a time: what they touch stays in the second-level cache from one class to the next.
pub(super) const WINDOW: usize = 2048;

/// So many pairs are read ahead together: what 64 pairs of boxes need fills a quarter of the first-level cache.
pub(super) const READ_AHEAD: usize = 64;

impl PairPlan {
    /// No pairs yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            keys: Vec::new(),
            order: Vec::new(),
            groups: Vec::new(),
            open: Vec::new(),
            gaps: Vec::new(),
            answers: PairMask::new(),
            buckets: Buckets::new(),
            under_way: Vec::new(),
        }
    }

    /// Hands all `pairs`, which [`ShapeSet::check`] has let in, to `answer`, eight of the same two classes at a time.
    ///
    /// Pairs wait for each other in the order given: what is read is read in that order, and none are sorted. Where the shapes
    /// leave the second-level cache, polygons wait for polygons of the next of two sizes, or what the first of eight have read
    /// would have left the first-level cache (streamed polygons' distances 152 → 67 ns a pair). In it, padding costs more than
    /// that gives (casts of polygons 78 → 87 ns): only what is left over of each two classes then shares fewer (512 polygons'
    /// distances 91 → 83 ns a pair).
    pub(super) fn each_eight<P: Indices>(
        &mut self,
        set: &ShapeSet,
        pairs: &[P],
        mut answer: impl FnMut(Class, Class, &Chunk),
    ) {
        if let Some(class) = set.only_class() {
            Run::as_given(class, pairs).chunks().for_each(|chunk| answer(class, class, &chunk));
        } else if set.is_large() {
            self.buckets.fill(set, pairs, answer);
        } else {
            self.buckets.fill_exactly(set, pairs, answer);
        }
    }

    /// The pairs at the positions `open`, grouped by their classes.
    pub(super) fn runs_of_open<'a, P: Indices>(
        &'a mut self,
        set: &ShapeSet,
        pairs: &'a [P],
    ) -> impl Iterator<Item = Run<'a, P>> + use<'a, P> {
        self.start();
        let open = core::mem::take(&mut self.open);
        if let Some(class) = set.only_class() {
            self.order.extend_from_slice(&open);
            self.groups.push(Group { key: key(class, class), first: 0, len: open.len() });
        } else {
            self.sort(pairs, open.iter().copied(), |a, b| key(set.class(a), set.class(b)));
        }
        self.open = open;
        self.groups(pairs)
    }

    fn start(&mut self) {
        self.order.clear();
        self.groups.clear();
    }

    /// Appends the groups of one window by the keys of two shapes. A stable counting sort.
    fn sort<P: Indices>(
        &mut self,
        pairs: &[P],
        window: impl Iterator<Item = u32> + Clone,
        key_of: impl Fn(u32, u32) -> usize,
    ) {
        let mut counts = [0; KEYS];
        self.keys.clear();
        self.keys.extend(window.clone().map(|position| {
            let (a, b) = pairs[position as usize].indices();
            let key = key_of(a, b);
            counts[key] += 1;
            key as u8
        }));
        let mut first = self.order.len();
        let mut next = [0; KEYS];
        for (key, &len) in counts.iter().enumerate().filter(|(_, len)| **len > 0) {
            self.groups.push(Group { key, first, len });
            next[key] = first;
            first += len;
        }
        self.order.resize(first, 0);
        for (position, &key) in window.zip(&self.keys) {
            let place = &mut next[usize::from(key) % KEYS];
            self.order[*place] = position;
            *place += 1;
        }
    }

    fn groups<'a, P>(&'a self, pairs: &'a [P]) -> impl Iterator<Item = Run<'a, P>> + use<'a, P> {
        self.groups.iter().map(|group| Run {
            a: Class::ALL[group.key / Class::ALL.len()],
            b: Class::ALL[group.key % Class::ALL.len()],
            pairs,
            order: Order::At(&self.order[group.first..group.first + group.len]),
        })
    }
}

/// The pairs of two classes.
pub(super) struct Run<'a, P = (u32, u32)> {
    pub a: Class,
    pub b: Class,
    pairs: &'a [P],
    order: Order<'a>,
}

#[derive(Clone, Copy)]
enum Order<'a> {
    /// All pairs, as they come.
    AsGiven,
    /// The pairs at these positions.
    At(&'a [u32]),
}

impl Order<'_> {
    /// Where pair `place` of the run stands among the caller's.
    #[inline]
    fn position(self, place: usize) -> u32 {
        match self {
            Order::AsGiven => place as u32,
            Order::At(positions) => positions[place],
        }
    }
}

impl<'a, P: Indices> Run<'a, P> {
    /// All `pairs`, of shapes that are all of `class`, as they come.
    pub fn as_given(class: Class, pairs: &'a [P]) -> Self {
        Self { a: class, b: class, pairs, order: Order::AsGiven }
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        match self.order {
            Order::AsGiven => self.pairs.len(),
            Order::At(positions) => positions.len(),
        }
    }

    /// The pairs, one at a time: their position among the caller's and the shapes.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, u32, u32)> + use<'a, P> {
        let (pairs, order) = (self.pairs, self.order);
        (0..self.len()).map(move |place| {
            let position = order.position(place) as usize;
            let (a, b) = pairs[position].indices();
            (position, a, b)
        })
    }

    /// The pairs, eight at a time.
    #[inline]
    pub fn chunks(&self) -> impl Iterator<Item = Chunk> + use<'a, P> {
        let (pairs, order, len) = (self.pairs, self.order, self.len());
        (0..len).step_by(LANES).map(move |first| match order {
            Order::AsGiven => match pairs[first..].first_chunk() {
                Some(eight) => Chunk::new(array::from_fn(|lane| (first + lane) as u32), eight, LANES, true),
                None => Chunk::short(pairs, |lane| (first + lane) as u32, len - first, true),
            },
            Order::At(positions) => match positions[first..].first_chunk() {
                Some(eight) => Chunk::new(*eight, &map_lanes(eight, |place| pairs[place as usize]), LANES, false),
                None => Chunk::short(pairs, |lane| positions[first + lane], len - first, false),
            },
        })
    }

    /// Reads what the pairs from `first` on need, if the set is large: [`READ_AHEAD`] of them together, so that the loads
    /// overlap. Between kernels the processor sees no further than one chunk.
    #[inline(never)]
    pub fn read_ahead(&self, set: &ShapeSet, first: usize) {
        if set.is_large() {
            let places = first..self.len().min(first + READ_AHEAD);
            set.read_ahead(places.map(|place| self.pairs[self.order.position(place) as usize].indices()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{pose, shape};
    use super::*;
    use crate::shape::Shape;
    use geom::Pose;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// The shapes at their poses, and pairs of them.
    fn set_and_pairs(entries: &[(Shape, Pose)], picks: &[(usize, usize)]) -> (ShapeSet, Vec<(u32, u32)>) {
        let mut set = ShapeSet::new();
        for (shape, pose) in entries {
            set.push(shape, pose).unwrap();
        }
        let index = |pick: usize| (pick % set.len()) as u32;
        let pairs = picks.iter().map(|&(a, b)| (index(a), index(b))).collect();
        (set, pairs)
    }

    proptest! {
        #[test]
        fn eights_are_of_pairs_alike_and_few_are_short(
            entries in vec((shape(), pose()), 1..12), picks in vec((0usize..1000, 0usize..1000), 0..200),
        ) {
            let (set, pairs) = set_and_pairs(&entries, &picks);
            let (mut asked, mut is_short) = (vec![0; pairs.len()], [false; KEYS]);
            PairPlan::new().each_eight(&set, &pairs, |class_a, class_b, chunk| {
                for (position, a, b) in chunk.pairs() {
                    assert_eq!((a, b), pairs[position]);
                    for (class, wanted) in [(set.class(a), class_a), (set.class(b), class_b)] {
                        assert!(class == wanted || class.padded() == Some(wanted), "{class:?} as {wanted:?}");
                    }
                    asked[position] += 1;
                }
                let key = match (class_a.padded(), class_b.padded()) {
                    (Some(a), Some(b)) => key(a, b),
                    _ => key(class_a, class_b),
                };
                assert!(chunk.live == LANES || !core::mem::replace(&mut is_short[key], true), "two of them");
            });
            prop_assert!(asked.iter().all(|times| *times == 1));
        }

        #[test]
        fn every_pair_is_asked_once_with_its_like_and_in_order(
            entries in vec((shape(), pose()), 1..12), picks in vec((0usize..1000, 0usize..1000), 0..60),
        ) {
            let (set, pairs) = set_and_pairs(&entries, &picks);
            let mut asked = vec![0; pairs.len()];
            let mut plan = PairPlan::new();
            plan.open.extend(0..pairs.len() as u32);
            for run in plan.runs_of_open(&set, &pairs) {
                let mut last = None;
                for (position, a, b) in run.pairs() {
                    prop_assert_eq!((a, b), pairs[position]);
                    prop_assert_eq!((set.class(a), set.class(b)), (run.a, run.b));
                    prop_assert!(last < Some(position));
                    last = Some(position);
                    asked[position] += 1;
                }
                let lanes = run.chunks().flat_map(|chunk| (0..chunk.live).map(move |lane| {
                    (chunk.positions[lane] as usize, chunk.a[lane], chunk.b[lane])
                }));
                prop_assert!(lanes.eq(run.pairs()));
            }
            prop_assert!(asked.iter().all(|times| *times == 1));
        }
    }
}
