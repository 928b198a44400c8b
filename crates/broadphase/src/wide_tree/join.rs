use super::{LEAF, WideTree};
use crate::lanes::{AabbLanes, LANES, lanes_of};
use crate::row_set::RowSet;
use geom::Aabb;

impl WideTree {
    /// Calls `found` once for every two rows whose boxes share a point, in no particular order of rows; or for a part of them,
    /// one of so many that are disjoint and together all.
    ///
    /// Two trees descended together (here the same one twice): Brinkhoff, Kriegel & Seeger, "Efficient Processing of Spatial
    /// Joins Using R-trees", SIGMOD 1993. Each comparison tests one box against the eight of a node.
    pub fn join(&self, part: usize, parts: usize, found: &mut impl FnMut(u32, u32)) {
        if let Some(root) = self.root {
            let level = self.hooks[(root & !LEAF) as usize].level;
            let shared = level.saturating_sub(LEVELS_IN_COMMON);
            self.join_within(root, level, &mut Turns { level: shared, part, parts, next: 0 }, found);
        }
    }

    /// Adds every row whose box shares a point with `aabb` to the set.
    pub fn overlapping(&self, aabb: &Aabb, rows: &mut RowSet) {
        if let Some(root) = self.root {
            self.overlapping_below(root, &AabbLanes::splat(aabb), rows);
        }
    }

    fn overlapping_below(&self, name: u32, query: &AabbLanes, rows: &mut RowSet) {
        let node = self.named(name);
        let meeting = node.boxes.overlaps(query);
        if name & LEAF == 0 {
            lanes_of(meeting).for_each(|lane| self.overlapping_below(node.child[lane], query, rows));
        } else if meeting == ALL_LANES {
            // Where boxes are crowded, most leaves are met as a whole.
            node.child.iter().for_each(|&row| rows.insert(row));
        } else {
            lanes_of(meeting).for_each(|lane| rows.insert(node.child[lane]));
        }
    }

    /// All pairs below one node of this level.
    fn join_within(&self, name: u32, level: u8, turns: &mut Turns, found: &mut impl FnMut(u32, u32)) {
        if turns.is_anothers(level) {
            return;
        }
        let node = self.named(name);
        let (mut meeting, in_use) = (0, node.boxes.in_use());
        for lane in lanes_of(in_use) {
            let query = AabbLanes::splat(&node.boxes.lane(lane));
            // Lanes up to this one were its partners already.
            meeting |= u64::from(node.boxes.overlaps(&query) & !1 << lane & ALL_LANES) << (lane * LANES);
        }
        if name & LEAF != 0 {
            meeting_lanes(meeting).for_each(|(a, b)| found(node.child[a], node.child[b]));
            return;
        }
        for lane in lanes_of(in_use) {
            self.join_within(node.child[lane], level - 1, turns, found);
        }
        for (a, b) in meeting_lanes(meeting) {
            self.join_between(node.child[a], node.child[b], &node.boxes.lane(b), level - 1, turns, found);
        }
    }

    /// All pairs with one row below each of two nodes of this level; all of `b` lies in `bounds_b`.
    fn join_between(
        &self,
        a: u32,
        b: u32,
        bounds_b: &Aabb,
        level: u8,
        turns: &mut Turns,
        found: &mut impl FnMut(u32, u32),
    ) {
        if turns.is_anothers(level) {
            return;
        }
        let (node_a, node_b) = (self.named(a), self.named(b));
        let mut meeting = 0;
        for lane in lanes_of(node_a.boxes.overlaps(&AabbLanes::splat(bounds_b))) {
            let query = AabbLanes::splat(&node_a.boxes.lane(lane));
            meeting |= u64::from(node_b.boxes.overlaps(&query)) << (lane * LANES);
        }
        if a & LEAF != 0 {
            meeting_lanes(meeting).for_each(|(a, b)| found(node_a.child[a], node_b.child[b]));
            return;
        }
        for (a, b) in meeting_lanes(meeting) {
            self.join_between(node_a.child[a], node_b.child[b], &node_b.boxes.lane(b), level - 1, turns, found);
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

const ALL_LANES: u32 = (1 << LANES) - 1;

/// The lanes of one node and the lanes of another that meet, given the eight masks of the first node's lanes in one number:
/// one loop over all of them ends unforeseen once a node instead of once a lane.
fn meeting_lanes(mut masks: u64) -> impl Iterator<Item = (usize, usize)> {
    std::iter::from_fn(move || {
        let bit = masks.trailing_zeros() as usize;
        let found = masks != 0;
        masks &= masks.wrapping_sub(1);
        found.then_some((bit / LANES, bit % LANES))
    })
}
