use super::curve_sort::NODES_TO_SHARE;
use super::groups::Groups;
use super::{Hook, LANES, LEAF, NOWHERE, Node, WideTree};
use crate::hilbert::AT_ONCE;
use crate::lanes::AabbLanes;
use crate::parallel;
use crate::room::Room;
use geom::Aabb;
use std::ops::Range;

/// Fewer leaves than this are not worth another thread.
const LEAST_SHARED: usize = 256;

/// What decides which rows share leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// A Hilbert curve: sorted in O(n), for what is built time and again.
    Curve,
    /// Cuts in two, O(n log n): see [`sort_by_halves`](super::halves::sort_by_halves). For what is asked more often than it changes.
    Halves,
}

#[cfg(test)]
impl Packing {
    pub const ALL: [Self; 2] = [Self::Curve, Self::Halves];
}

#[cfg(test)]
impl WideTree {
    /// [`WideTree::build`] of these rows.
    pub fn build_of(
        &mut self,
        packing: Packing,
        aabb: impl Fn(u32) -> Aabb + Sync + Send,
        rows: impl Iterator<Item = u32>,
    ) {
        self.build(packing, aabb, &mut Room { rows: rows.collect(), ..Room::default() });
    }
}

/// The levels above the leaves.
struct Levels {
    count: u8,
    /// The nodes of the lowest of them.
    above_leaves: Range<usize>,
}

impl WideTree {
    /// Replaces the contents by `room.rows`, which are ascending, and their boxes, eight to a leaf.
    pub fn build(&mut self, packing: Packing, aabb: impl Fn(u32) -> Aabb + Sync + Send, room: &mut Room) {
        self.clear_but_nodes();
        let Some(&last_row) = room.rows.last() else { return self.nodes.clear() };
        self.len = room.rows.len();
        self.places.resize(last_row as usize + 1, NOWHERE);
        let leaves = self.len.div_ceil(LANES);
        let count = most_nodes(leaves, 1);
        self.hooks.reserve(count);
        // What leaves hold is written over: what stands there of the tree before need not be emptied.
        self.nodes.reserve(count.saturating_sub(self.nodes.len()));
        self.nodes.resize(leaves + NODES_TO_SHARE, Node::EMPTY);
        let groups = self.sort(packing, &aabb, room);
        let leaves = groups.nodes();
        self.nodes.resize(leaves, Node::EMPTY);
        let most_above = most_nodes(leaves, groups.parts().count()) - leaves;
        self.hooks.reserve_exact(leaves + most_above);
        self.nodes.reserve_exact(most_above);
        self.fill_leaves(&groups, &room.rows, &aabb);
        let levels = self.raise(groups);
        self.root = Some(self.name(self.nodes.len() as u32 - 1));
        self.is_layered = packing == Packing::Curve;
        self.built_size = self.size_of_leaves();
        self.builds_to_wait = self.builds_to_wait.saturating_sub(1);
        if packing == Packing::Halves && levels.count > 2 {
            self.list(levels.above_leaves);
        }
    }

    /// Fills the leaves, which are all nodes there are, and says where each row is.
    fn fill_leaves(&mut self, groups: &Groups, rows: &[u32], aabb: &(impl Fn(u32) -> Aabb + Sync + Send)) {
        let Self { nodes, hooks, places, .. } = self;
        let leaves = nodes.len();
        let fill_some = |rows: &[u32], nodes: &mut [Node]| {
            for (node, rows) in nodes.iter_mut().zip(rows.chunks(LANES)) {
                if let Ok(rows) = <[u32; LANES]>::try_from(rows) {
                    *node = Node { boxes: AabbLanes::of(&rows.map(aabb)), child: rows };
                    continue;
                }
                *node = Node::EMPTY;
                for (lane, &row) in rows.iter().enumerate() {
                    node.boxes.set_lane(lane, &aabb(row));
                    node.child[lane] = row;
                }
            }
        };
        let fill = || {
            for (its_rows, its_nodes) in groups.parts() {
                let rows = &rows[its_rows];
                parallel::for_each_stretch(&mut nodes[its_nodes], AT_ONCE, LEAST_SHARED, |first, nodes| {
                    fill_some(&rows[first * LANES..], nodes);
                });
            }
        };
        let hang = || {
            hooks.resize(leaves, Hook { len: LANES as u8, ..Hook::new(0) });
            for (its_rows, its_nodes) in groups.parts() {
                hooks[its_nodes.end - 1].len = len_of_last(&its_rows, &its_nodes);
                // A leaf's place and lane are its rank along the curve.
                for (place, &row) in (its_nodes.start as u32 * LANES as u32..).zip(&rows[its_rows]) {
                    places[row as usize] = place;
                }
            }
        };
        parallel::both(leaves >= LEAST_SHARED, fill, hang);
    }

    /// Puts each level over the one below it, until one node holds everything.
    fn raise(&mut self, mut groups: Groups) -> Levels {
        let (mut levels, mut below) = (Levels { count: 0, above_leaves: 0..0 }, 0..self.nodes.len());
        while below.len() > 1 {
            levels.count += 1;
            groups.rise();
            let start = self.nodes.len();
            self.nodes.resize(start + groups.nodes(), Node::EMPTY);
            self.hooks.resize(self.nodes.len(), Hook { len: LANES as u8, ..Hook::new(levels.count) });
            let (nodes, above) = self.nodes.split_at_mut(start);
            let leaf = if levels.count == 1 { LEAF } else { 0 };
            for (children, its_nodes) in groups.parts() {
                self.hooks[start + its_nodes.end - 1].len = len_of_last(&children, &its_nodes);
                let children = below.start + children.start..below.start + children.end;
                for (place, hook) in ((start + its_nodes.start) * LANES..).zip(&mut self.hooks[children.clone()]) {
                    hook.parent = place as u32;
                }
                parallel::for_each_stretch(&mut above[its_nodes], AT_ONCE, LEAST_SHARED, |first, above| {
                    for (node, eight) in above.iter_mut().zip(children.clone().skip(first * LANES).step_by(LANES)) {
                        for (lane, child) in (eight..children.end.min(eight + LANES)).enumerate() {
                            node.boxes.set_lane(lane, &nodes[child].bounds());
                            node.child[lane] = child as u32 | leaf;
                        }
                    }
                });
            }
            below = start..self.nodes.len();
            if levels.count == 1 {
                levels.above_leaves = below.clone();
            }
        }
        levels
    }

    /// Fills the directory with these nodes, those above the leaves.
    fn list(&mut self, above_leaves: Range<usize>) {
        let nodes = &self.nodes;
        let root = nodes.last().expect("the root was just built");
        let above = &nodes[above_leaves.clone()];
        self.directory.build(&root.bounds(), above.len(), |number| above[number].bounds());
        self.listed_from = above_leaves.start as u32;
    }

    /// Takes everything out; the memory stays.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.clear_but_nodes();
    }

    fn clear_but_nodes(&mut self) {
        self.hooks.clear();
        self.spare.clear();
        self.places.clear();
        self.directory.clear();
        self.root = None;
        self.len = 0;
        self.wear = 0;
        self.refits = 0;
        self.is_layered = false;
    }
}

/// How many nodes there are at most with so many leaves of so many groups: the levels above these are an eighth, a sixty-fourth and
/// so on of them, rounded up, and 2²⁸ rows make ten levels.
const fn most_nodes(leaves: usize, groups: usize) -> usize {
    leaves + leaves / (LANES - 1) + 10 * groups
}

/// How many of these children the last of their nodes has.
const fn len_of_last(children: &Range<usize>, nodes: &Range<usize>) -> u8 {
    let before = (nodes.end - nodes.start - 1) * LANES;
    (children.end - children.start - before) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;
    use std::ops::ControlFlow;

    fn grid_of(side: u32) -> Vec<Aabb> {
        let cell = |index: u32| Vec2::new((index % side) as f32, (index / side) as f32);
        // Columns before rows would already be in a good order.
        let scattered = |index: u32| cell(index * 1_000_003 % (side * side));
        (0..side * side).map(|index| Aabb::from_center_half(scattered(index), Vec2::splat(0.4))).collect()
    }

    /// How many leaves a query about a tenth of the grid's side looks at.
    fn leaves_visited(packing: Packing, boxes: &[Aabb]) -> usize {
        let mut tree = WideTree::default();
        tree.build_of(packing, |row| boxes[row as usize], 0..boxes.len() as u32);
        tree.check();
        let query = Aabb::from_center_half(Vec2::splat(20.0), Vec2::splat(2.2));
        let mut hits = 0;
        let _ = tree.overlaps(&query, &mut |_| {
            hits += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(hits, boxes.iter().filter(|aabb| aabb.overlaps(&query)).count());
        tree.nodes
            .iter()
            .zip(&tree.hooks)
            .filter(|(node, hook)| hook.level == 0 && node.bounds().overlaps(&query))
            .count()
    }

    #[test]
    fn a_query_looks_at_few_leaves() {
        // It meets 25 boxes, three or four leaves if they were squares.
        for (packing, most) in Packing::ALL.into_iter().zip([16, 9]) {
            let leaves = leaves_visited(packing, &grid_of(64));
            assert!(leaves <= most, "{packing:?}: {leaves}");
        }
    }

    #[test]
    fn a_box_far_away_does_not_spoil_the_tree() {
        for far in [1e7, 1e30, f32::MAX] {
            let mut boxes = grid_of(64);
            boxes.push(Aabb::new(Vec2::splat(far), Vec2::splat(far)));
            for packing in Packing::ALL {
                assert!(leaves_visited(packing, &boxes) < 16, "{far}, {packing:?}");
            }
        }
    }

    #[test]
    fn boxes_in_one_point_make_a_tree() {
        let boxes = vec![Aabb::from_center_half(Vec2::splat(20.0), Vec2::splat(1.0)); 1000];
        for packing in Packing::ALL {
            assert_eq!(leaves_visited(packing, &boxes), 125);
        }
    }
}
