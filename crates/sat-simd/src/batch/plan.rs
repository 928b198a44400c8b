use super::class::Class;
use super::set::ShapeSet;
use crate::lanes::LANES;
use alloc::vec::Vec;

/// In which order pairs are asked: grouped by the classes of their shapes, so that eight neighbours fit one kernel.
///
/// Found anew by every call, in O(pairs); keep it and pass it again, so that no call allocates once it has grown.
#[derive(Clone, Debug, Default)]
pub struct PairPlan {
    /// The class pair of each pair.
    keys: Vec<u8>,
    /// The pairs' positions, sorted by key and stable; not used when all have one key.
    order: Vec<u32>,
}

/// What names two shapes of a set: a pair of indices, or a question about such a pair.
pub(super) trait Indices: Copy {
    /// The shapes; twice the same one where the question is about one.
    fn indices(&self) -> (u32, u32);
}

impl Indices for (u32, u32) {
    #[inline]
    fn indices(&self) -> (u32, u32) {
        *self
    }
}

/// All classes times all classes.
const KEYS: usize = Class::ALL.len() * Class::ALL.len();

impl PairPlan {
    /// No pairs yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { keys: Vec::new(), order: Vec::new() }
    }

    /// The pairs of every pair of classes that occurs. A stable counting sort.
    ///
    /// # Panics
    /// When an index is not below the set's length, or for 2³² pairs or more.
    pub(super) fn runs<'a, P: Indices>(
        &'a mut self,
        set: &ShapeSet,
        pairs: &'a [P],
    ) -> impl Iterator<Item = Run<'a, P>> {
        let total = u32::try_from(pairs.len()).expect("a call takes less than 2³² pairs");
        let mut counts = [0u32; KEYS];
        self.order.clear();
        if let Some(class) = set.only_class() {
            counts[key(class, class)] = total;
        } else {
            self.keys.clear();
            self.keys.extend(pairs.iter().map(|pair| {
                let (a, b) = pair.indices();
                key(set.class(a), set.class(b)) as u8
            }));
            self.keys.iter().for_each(|&key| counts[usize::from(key)] += 1);
            let mut next = 0;
            let mut starts = counts.map(|count| {
                next += count;
                next - count
            });
            if counts.iter().filter(|count| **count > 0).count() > 1 {
                self.order.resize(pairs.len(), 0);
                for (position, &key) in (0..).zip(&self.keys) {
                    let slot = &mut starts[usize::from(key)];
                    self.order[*slot as usize] = position;
                    *slot += 1;
                }
            }
        }
        let order = &self.order;
        let mut start = 0;
        counts.into_iter().enumerate().filter(|(_, count)| *count > 0).map(move |(key, count)| {
            let range = start..start + count as usize;
            start = range.end;
            let order = if order.is_empty() { Order::AsGiven } else { Order::At(&order[range]) };
            Run { a: Class::ALL[key / Class::ALL.len()], b: Class::ALL[key % Class::ALL.len()], pairs, order }
        })
    }
}

fn key(a: Class, b: Class) -> usize {
    a as usize * Class::ALL.len() + b as usize
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

/// Eight pairs of a run.
#[derive(Clone, Copy)]
pub(super) struct Chunk {
    /// The shapes, to be gathered; a short last chunk repeats its last pair.
    pub a: [u32; LANES],
    pub b: [u32; LANES],
    /// Where the pairs stand among the caller's.
    pub positions: [u32; LANES],
    /// How many of the lanes are pairs.
    pub live: usize,
}

impl<'a, P: Indices> Run<'a, P> {
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
        (0..len).step_by(LANES).map(move |first| {
            let live = (len - first).min(LANES);
            let positions = core::array::from_fn(|lane| order.position(first + lane.min(live - 1)));
            let chosen = positions.map(|position| pairs[position as usize].indices());
            Chunk { a: chosen.map(|pair| pair.0), b: chosen.map(|pair| pair.1), positions, live }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{pose, shape};
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_pair_is_asked_once_with_its_like_and_in_order(
            entries in vec((shape(), pose()), 1..12), picks in vec((0usize..1000, 0usize..1000), 0..60),
        ) {
            let mut set = ShapeSet::new();
            entries.iter().for_each(|(shape, pose)| { set.push(shape, pose); });
            let pairs: Vec<(u32, u32)> =
                picks.iter().map(|(a, b)| ((a % set.len()) as u32, (b % set.len()) as u32)).collect();
            let mut asked = vec![0; pairs.len()];
            let mut plan = PairPlan::new();
            for run in plan.runs(&set, &pairs) {
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
