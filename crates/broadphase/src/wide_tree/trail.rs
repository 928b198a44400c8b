use super::{Node, WideTree};
use crate::lanes::{Corners, LANES, Lanes};

/// How many nodes may wait for their other children to be searched: enough for a tree of as many levels, or two in tests. What
/// hangs deeper is searched by calls of its own.
const MOST_WAITING: usize = if cfg!(test) { 2 } else { 8 };

/// The bits of a key that hold a lane.
const LANE_BITS: u32 = LANES as u32 - 1;

/// The lanes of eight keys.
const NUMBERS: Lanes = Lanes::new([
    f32::from_bits(0),
    f32::from_bits(1),
    f32::from_bits(2),
    f32::from_bits(3),
    f32::from_bits(4),
    f32::from_bits(5),
    f32::from_bits(6),
    f32::from_bits(7),
]);

/// All bits but those of a lane, and the sign, which zeros may have.
const KEYS: Lanes = Lanes::new([f32::from_bits(!LANE_BITS & !(1 << 31)); LANES]);

/// The greatest key.
const MOST: Lanes = Lanes::new([f32::MAX; LANES]);

/// No child, or none that waits.
const NONE: Lanes = Lanes::new([f32::INFINITY; LANES]);

/// No node.
const NOTHING: u32 = u32::MAX;

/// Which children a search is to enter of the nodes that it has come through, and what it visits next.
///
/// A key is the number by which children are ordered, rounded down to have room for the lane of its child in the lowest bits:
/// the least of eight tells both, in three comparisons.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    /// By node that waits: the keys of its children that do. Of no meaning from `len` on.
    keys: [Lanes; MOST_WAITING],
    nodes: [u32; MOST_WAITING],
    /// A bit for each of those children; it is never empty.
    lanes: [u32; MOST_WAITING],
    len: usize,
    /// The name of the node that is visited next.
    next: u32,
}

impl Trail {
    /// Visits this node, if there is one, and what hangs below it.
    #[inline]
    pub fn from(next: Option<u32>) -> Self {
        let [nodes, lanes] = [[0; MOST_WAITING]; 2];
        Self { keys: [NONE; MOST_WAITING], nodes, lanes, len: 0, next: next.unwrap_or(NOTHING) }
    }

    /// [`Trail::from`], where another one was: filling the room takes as long as a node or two.
    #[inline]
    pub fn reset(&mut self, next: Option<u32>) {
        (self.len, self.next) = (0, next.unwrap_or(NOTHING));
    }

    /// The name of the node that is visited next.
    #[inline]
    pub fn next(&self) -> Option<u32> {
        (self.next != NOTHING).then_some(self.next)
    }

    /// Whether there is no room for one more node that waits.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.len == MOST_WAITING
    }

    /// Goes to the child with the least key of those whose lanes are selected, if there is one; the others wait. No key is less
    /// than zero.
    #[inline(always)]
    pub fn enter(&mut self, name: u32, node: &Node, selected: Lanes, keys: Lanes) {
        debug_assert!(!self.is_full(), "no room");
        let numbered = selected.select(keys.fast_min(MOST) & KEYS | NUMBERS, NONE);
        let (least, lane) = least(&numbered);
        let (lanes, place) = (selected.to_bitmask(), self.len % MOST_WAITING);
        self.nodes[place] = name;
        self.leave(place, numbered, lanes, least);
        self.next = if lanes == 0 { NOTHING } else { node.child[lane] };
    }

    /// Goes to the next child that waits, if its key is not beyond the limit.
    #[inline(always)]
    pub fn turn_back(&mut self, tree: &WideTree, limit: f32) {
        self.next = NOTHING;
        while self.len > 0 {
            self.len -= 1;
            let place = self.len % MOST_WAITING;
            let keys = self.keys[place];
            let (least, lane) = least(&keys);
            if f32::from_bits(least.to_bits() & !LANE_BITS) <= limit {
                self.next = tree.named(self.nodes[place]).child[lane];
                self.leave(place, keys, self.lanes[place], least);
                return;
            }
        }
    }

    /// Of these children of the node at the place, the last, all wait but one.
    #[inline(always)]
    fn leave(&mut self, place: usize, keys: Lanes, lanes: u32, but: f32) {
        let others = lanes & !(1 << (but.to_bits() & LANE_BITS));
        // A store of one lane would be waited for by whoever reads all of them.
        self.keys[place] = keys.fast_max(keys.simd_eq(Lanes::splat(but)) & NONE);
        self.lanes[place] = others;
        self.len += usize::from(others != 0);
    }
}

/// The least key, and the lane.
#[inline(always)]
fn least(keys: &Lanes) -> (f32, usize) {
    let half = |first: usize| Corners::new(std::array::from_fn(|lane| keys.as_array()[first + lane]));
    let four = half(0).fast_min(half(4));
    let two = four.unpack_lo(four).fast_min(four.unpack_hi(four));
    let least = two.fast_min(two.unpack_hi(two)).to_array()[0];
    (least, (least.to_bits() & LANE_BITS) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lanes::lanes_of, wide_tree::Packing};
    use geom::Aabb;
    use proptest::prelude::*;

    /// Neighbours, of which some are the same when they are rounded, both ends, and what a ray starts in.
    fn key() -> impl Strategy<Value = f32> {
        prop_oneof![
            Just(0.0),
            Just(-0.0),
            (0u32..20).prop_map(f32::from_bits),
            (0u32..20).prop_map(|step| f32::from_bits(1.0f32.to_bits() + step)),
            0.0f32..3.0,
            Just(f32::MAX),
            Just(f32::INFINITY),
        ]
    }

    proptest! {
        #[test]
        fn the_children_up_to_the_limit_are_entered_nearest_first(
            keys in prop::array::uniform8(key()),
            selected in 0u32..256,
            limit in key(),
        ) {
            let mut tree = WideTree::default();
            tree.build_of(Packing::Halves, |_| Aabb::default(), 0..64);
            let root = tree.root.expect("there are rows");
            let node = *tree.named(root);
            let lane_is_selected = |lane| if selected >> lane & 1 == 1 { f32::from_bits(u32::MAX) } else { 0.0 };
            let mut trail = Trail::from(Some(root));
            trail.enter(root, &node, Lanes::new(std::array::from_fn(lane_is_selected)), Lanes::new(keys));
            let mut entered = Vec::new();
            while let Some(child) = trail.next() {
                entered.push(node.child.iter().position(|&other| other == child).expect("a child"));
                trail.turn_back(&tree, limit);
            }
            let rounded = |&lane: &usize| keys[lane].abs().min(f32::MAX).to_bits() & !LANE_BITS;
            let mut expected: Vec<usize> = lanes_of(selected).collect();
            expected.sort_by_key(|lane| (rounded(lane), *lane));
            // The first is entered by the caller's leave.
            let within = |place: usize, lane: &usize| place == 0 || f32::from_bits(rounded(lane)) <= limit;
            let len = (0..).zip(&expected).take_while(|&(place, lane)| within(place, lane)).count();
            prop_assert_eq!(&entered, &expected[..len]);
            prop_assert!(lanes_of(selected).all(|lane| keys[lane] > limit || entered.contains(&lane)));
        }
    }
}
