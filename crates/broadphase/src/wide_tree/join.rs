use super::{LEAF, Node, WideTree};
use crate::Pair;
use crate::lanes::{ALL_LANES, AabbLanes, LANES, lanes_of};
use crate::set_bits::set_bits;

impl WideTree {
    /// Calls `found` with some pairs at a time until it had every two rows whose boxes share a point once, in no particular order
    /// of rows; or a part of them, one of so many that are disjoint and together all. Nodes that are passed over are as if they
    /// were not there.
    ///
    /// Two trees descended together (here the same one twice): Brinkhoff, Kriegel & Seeger, "Efficient Processing of Spatial
    /// Joins Using R-trees", SIGMOD 1993. Each comparison tests one box against the eight of a node.
    pub fn join(&self, part: usize, parts: usize, passed_over: &impl Fn(u32) -> bool, found: &mut impl FnMut(&[Pair])) {
        if let Some(root) = self.root {
            let level = self.hooks[(root & !LEAF) as usize].level;
            let shared = level.saturating_sub(LEVELS_IN_COMMON);
            let turns = Turns { level: shared, part, parts, next: 0 };
            let mut join = Join { tree: self, turns, meetings: Meetings::none(), passed_over, found };
            join.within(root, level);
            join.flush();
        }
    }
}

/// A join on its way.
struct Join<'a, P, F> {
    tree: &'a WideTree,
    turns: Turns,
    meetings: Meetings,
    passed_over: &'a P,
    found: &'a mut F,
}

impl<P: Fn(u32) -> bool, F: FnMut(&[Pair])> Join<'_, P, F> {
    /// All pairs below one node of this level.
    fn within(&mut self, name: u32, level: u8) {
        if self.turns.is_anothers(level) || (self.passed_over)(name) {
            return;
        }
        let node = self.tree.named(name);
        let mut meeting = 0;
        // The last one has no partners left; lanes that are not in use meet nothing.
        for lane in 0..LANES - 1 {
            let query = AabbLanes::splat(&node.boxes.lane(lane));
            // Lanes up to this one were its partners already.
            meeting |= u64::from(node.boxes.overlaps(&query) & !1 << lane & ALL_LANES) << (lane * LANES);
        }
        if name & LEAF != 0 {
            self.note(meeting, node, node);
            return;
        }
        for lane in lanes_of(node.boxes.in_use()) {
            self.within(node.child[lane], level - 1);
        }
        self.below(meeting, node, node, level - 1);
    }

    /// All pairs with one row below each of two children, of this level, that meet.
    fn below(&mut self, meeting: u64, node_a: &Node, node_b: &Node, level: u8) {
        for (a, b) in meeting_lanes(meeting) {
            if self.turns.is_anothers(level) {
                continue;
            }
            let (name_a, name_b) = (node_a.child[a], node_b.child[b]);
            if (self.passed_over)(name_a) || (self.passed_over)(name_b) {
                continue;
            }
            let (child_a, child_b) = (self.tree.named(name_a), self.tree.named(name_b));
            let mut meeting = 0;
            // Most boxes of one do not even meet what is around those of the other.
            let near = child_a.boxes.overlaps(&AabbLanes::splat(&node_b.boxes.lane(b)));
            for lane in lanes_of(near) {
                let query = AabbLanes::splat(&child_a.boxes.lane(lane));
                meeting |= u64::from(child_b.boxes.overlaps(&query)) << (lane * LANES);
            }
            if level == 0 {
                self.note(meeting, child_a, child_b);
            } else {
                self.below(meeting, child_a, child_b, level - 1);
            }
        }
    }

    /// Notes which lanes of two leaves meet.
    #[inline]
    fn note(&mut self, lanes: u64, a: &Node, b: &Node) {
        let Meetings { lanes: all, rows, len, .. } = &mut self.meetings;
        // What is empty is overwritten by the next.
        let (of_a, of_b) = rows[*len].split_at_mut(LANES);
        of_a.copy_from_slice(&a.child);
        of_b.copy_from_slice(&b.child);
        all[*len] = lanes;
        *len += usize::from(lanes != 0);
        if *len == MOST_MEETINGS - 1 {
            self.flush();
        }
    }

    /// Hands out the pairs of rows of what was noted.
    fn flush(&mut self) {
        let Meetings { lanes: all, rows, len, pairs } = &mut self.meetings;
        let rows = rows.as_flattened();
        // The next meeting's lanes are read before they are needed, and added by a mask: a choice would become a branch that nobody
        // can tell.
        let (mut next, mut lanes, mut next_lanes, mut count) = (0, all[0], all[1], 0);
        while next < *len {
            let bit = lanes.trailing_zeros() as usize;
            let (of_a, of_b) = (next * 2 * LANES, next * 2 * LANES + LANES);
            let row = |place: usize| rows[place % (MOST_MEETINGS * 2 * LANES)];
            pairs[count] = Pair::of_rows(row(of_a + bit / LANES), row(of_b + bit % LANES));
            count += 1;
            if count == AT_A_TIME {
                (self.found)(pairs);
                count = 0;
            }
            lanes &= lanes.wrapping_sub(1);
            let is_done = u64::from(lanes == 0);
            lanes |= next_lanes & is_done.wrapping_neg();
            next += is_done as usize;
            next_lanes = all[(next + 1) % MOST_MEETINGS];
        }
        (self.found)(&pairs[..count]);
        *len = 0;
    }
}

/// One less than this are noted before their pairs are handed out.
const MOST_MEETINGS: usize = 64;

/// So many pairs are handed out at a time.
const AT_A_TIME: usize = 256;

/// Leaves whose pairs are still to be handed out: one loop over the pairs of many of them ends once where nobody can tell, instead of
/// once for every two leaves.
struct Meetings {
    /// The eight masks of the first leaf's lanes. One more than there may be: what comes after the last is looked at, too.
    lanes: [u64; MOST_MEETINGS],
    /// The rows of the first leaf, then those of the second.
    rows: [[u32; 2 * LANES]; MOST_MEETINGS],
    len: usize,
    /// Room for what is handed out.
    pairs: [Pair; AT_A_TIME],
}

impl Meetings {
    fn none() -> Self {
        Self {
            lanes: [0; MOST_MEETINGS],
            rows: [[0; 2 * LANES]; MOST_MEETINGS],
            len: 0,
            pairs: [Pair::in_order(0, 1); AT_A_TIME],
        }
    }
}

/// How many levels of the tree every part goes through: below the second there are some three hundred nodes and pairs of
/// nodes, enough to share among the threads of a large machine.
const LEVELS_IN_COMMON: u8 = 2;

/// Which nodes and pairs of nodes of a level are looked into: the parts take turns.
struct Turns {
    level: u8,
    part: usize,
    parts: usize,
    /// Whose turn is next.
    next: usize,
}

impl Turns {
    /// Whether what was come upon is another part's to look into.
    #[inline]
    fn is_anothers(&mut self, level: u8) -> bool {
        if level != self.level {
            return false;
        }
        let turn = self.next;
        self.next = if turn + 1 == self.parts { 0 } else { turn + 1 };
        turn != self.part
    }
}

/// The lanes of one node and the lanes of another that meet, given the eight masks of the first node's lanes in one number:
/// one loop over all of them ends unforeseen once a node instead of once a lane.
fn meeting_lanes(masks: u64) -> impl Iterator<Item = (usize, usize)> {
    set_bits(masks).map(|bit| (bit / LANES, bit % LANES))
}
