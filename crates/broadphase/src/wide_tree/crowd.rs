use super::{LEAF, WideTree};
use crate::lanes::{ALL_LANES, AabbLanes, lanes_of};
use geom::Aabb;

/// What a crowd is asked.
impl WideTree {
    /// Calls `found` for every row whose box shares a point with `aabb`, but for those below nodes that are passed over.
    pub fn overlapping(&self, aabb: &Aabb, passed_over: &impl Fn(u32) -> bool, found: &mut impl FnMut(u32)) {
        if let Some(root) = self.root {
            self.overlapping_below(root, &AabbLanes::splat(aabb), passed_over, found);
        }
    }

    fn overlapping_below(
        &self,
        name: u32,
        query: &AabbLanes,
        passed_over: &impl Fn(u32) -> bool,
        found: &mut impl FnMut(u32),
    ) {
        if passed_over(name) {
            return;
        }
        let node = self.named(name);
        let meeting = node.boxes.overlaps(query);
        if name & LEAF == 0 {
            lanes_of(meeting).for_each(|lane| self.overlapping_below(node.child[lane], query, passed_over, found));
        } else if meeting == ALL_LANES {
            // Where boxes are crowded, most leaves are met as a whole.
            node.child.iter().for_each(|&row| found(row));
        } else {
            lanes_of(meeting).for_each(|lane| found(node.child[lane]));
        }
    }

    /// Appends the rows of leaves all of whose boxes meet at least so many of the samples, and says of each node whether below
    /// it are such leaves only.
    pub fn whole_leaves_meeting(&self, samples: &[Aabb], least: usize, nodes: &mut Vec<bool>, rows: &mut Vec<u32>) {
        nodes.clear();
        nodes.resize(self.nodes.len(), false);
        if let Some(root) = self.root {
            self.whole_leaves_below(root, samples, least, nodes, rows);
        }
    }

    fn whole_leaves_below(
        &self,
        name: u32,
        samples: &[Aabb],
        least: usize,
        nodes: &mut [bool],
        rows: &mut Vec<u32>,
    ) -> bool {
        let node = self.named(name);
        let in_use = node.boxes.in_use();
        // No leaf below meets more samples than the box around it.
        let met = |lanes: u32| {
            let meets = |aabb: &&Aabb| node.boxes.overlaps(&AabbLanes::splat(aabb)) & lanes == lanes;
            samples.iter().filter(meets).count()
        };
        let is_whole = if name & LEAF != 0 {
            let is_whole = met(in_use) >= least;
            if is_whole {
                rows.extend(lanes_of(in_use).map(|lane| node.child[lane]));
            }
            is_whole
        } else {
            let mut is_whole = true;
            for lane in lanes_of(in_use) {
                let below =
                    met(1 << lane) >= least && self.whole_leaves_below(node.child[lane], samples, least, nodes, rows);
                is_whole &= below;
            }
            is_whole
        };
        nodes[(name & !LEAF) as usize] = is_whole;
        is_whole
    }
}
