//! Packed R-tree whose nodes hold eight children's boxes side by side, so that one comparison of eight lanes tests a node.
//!
//! Guttman's R-tree (SIGMOD 1984) with fan-out 8: built in one go along a Hilbert curve (Kamel & Faloutsos, "Hilbert R-tree",
//! VLDB 1994), then kept up to date by growing boxes, and by taking out and inserting again what moved too far, or refitted as a whole.
//!
//! ```text
//!            lane:     0      1      2      3      4      5      6      7
//!   Node   min_x   │ 0.0  │ 4.1  │ 7.9  │ 2.2  │ 5.0  │ +inf │ +inf │ +inf │   empty lanes hold a box
//!          min_y   │ 1.0  │ …    │      │      │      │ +inf │ +inf │ +inf │   that overlaps nothing
//!          max_x   │ 3.5  │      │      │      │      │ -inf │ -inf │ -inf │
//!          max_y   │ 2.0  │      │      │      │      │ -inf │ -inf │ -inf │
//!          child   │  17  │  18  │  19  │  20  │  21  │      │      │      │   nodes, or rows in a leaf
//!
//!   Hook   level 1, len 5, parent: node 40 lane 3                              beside it, for changes only
//! ```

mod build;
mod crowd;
mod curve_sort;
mod directory;
mod few;
mod groups;
mod halves;
#[cfg(test)]
mod hard_worlds;
mod insert;
mod join;
mod many;
mod nearest_first;
mod order;
mod query;
mod raster;
mod ray_search;
mod refit;
mod size_classes;
mod trail;

pub(crate) use build::Packing;
pub(crate) use many::{Found, Frontier, Probe, key_and_row};
pub(crate) use ray_search::{DESCENDING, RaySearch};

use crate::lanes::{AabbLanes, LANES};
use crate::parallel;
use crate::room::{Room, row_of};
use directory::Directory;
use geom::Aabb;

/// Where a child hangs: node × 8 + lane.
type Place = u32;

/// The place of what is in no tree, and of the root.
const NOWHERE: Place = u32::MAX;

/// The bit of a child's number that tells a leaf from an inner node.
const LEAF: u32 = 1 << 31;

/// Eight boxes and what they bound: in a leaf rows of the broad phase, above nodes one level lower, with [`LEAF`] where those
/// are leaves. 160 bytes: what a search reads and nothing else.
#[derive(Clone, Copy)]
struct Node {
    boxes: AabbLanes,
    child: [u32; LANES],
}

impl Node {
    const EMPTY: Self = Self { boxes: AabbLanes::EMPTY, child: [0; LANES] };

    /// The smallest box around all children.
    fn bounds(&self) -> Aabb {
        // Unused lanes hold what adds nothing.
        self.boxes.bounds()
    }
}

/// How a node hangs in the tree.
#[derive(Clone, Copy)]
struct Hook {
    parent: Place,
    /// Lanes in use: the lowest ones.
    len: u8,
    /// 0 for leaves.
    level: u8,
}

impl Hook {
    const fn new(level: u8) -> Self {
        Self { parent: NOWHERE, len: 0, level }
    }
}

/// See the module. Rows are the broad phase's; each is in the tree at most once.
#[derive(Default)]
pub(crate) struct WideTree {
    nodes: Vec<Node>,
    /// By node.
    hooks: Vec<Hook>,
    /// Nodes that are not in use.
    spare: Vec<u32>,
    /// With [`LEAF`] if it is one.
    root: Option<u32>,
    /// Of the nodes above leaves, as the tree was built.
    directory: Directory,
    /// The number of the first of those.
    listed_from: u32,
    /// By row: where its box is.
    places: Vec<Place>,
    len: usize,
    /// Changes since the tree was last built: what they loosen, only building anew tightens.
    wear: usize,
    /// Whether nodes lie level by level, leaves first, and lack a directory.
    is_layered: bool,
    /// How often it was refitted since it was last built.
    refits: u32,
    /// What its leaves then measured.
    built_size: f32,
    /// How often it is to be built before it may be refitted again.
    builds_to_wait: u32,
}

geom::clone_in_place!(WideTree {
    nodes,
    hooks,
    spare,
    root,
    directory,
    listed_from,
    places,
    len,
    wear,
    is_layered,
    refits,
    built_size,
    builds_to_wait,
});

impl WideTree {
    /// How many rows the tree holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether so much changed since the tree was built that building it anew pays.
    pub fn is_worn(&self, changes_to_come: usize) -> bool {
        // Half the rows. Measured with 10 000 rows, a tenth of them changing at a time: after a quarter or a half is level,
        // after a tenth or after all costs a fifth more, for building or for asking a loose tree.
        self.wear + changes_to_come > self.len / 2 + LANES
    }

    /// Calls `found` for every row, leaf by leaf; or for a part of them, one of so many that are disjoint and together all.
    pub fn each(&self, part: usize, parts: usize, mut found: impl FnMut(u32)) {
        let share = parallel::share(self.nodes.len(), part, parts);
        for (node, hook) in self.nodes[share.clone()].iter().zip(&self.hooks[share]).filter(|(_, hook)| hook.level == 0)
        {
            node.child[..usize::from(hook.len)].iter().for_each(|&row| found(row));
        }
    }

    /// Brings rows into the order of their leaves, so that work on one warms the cache for the next; those not in the tree
    /// come last.
    pub fn sort_by_place(&self, rows: &mut [u32], room: &mut Room) {
        self.keys_by_place(rows.iter().copied(), room);
        for (row, &key) in rows.iter_mut().zip(&room.keys) {
            *row = row_of(key);
        }
    }

    /// Puts the rows into the lower halves of keys, in the order of their leaves.
    fn keys_by_place(&self, rows: impl Iterator<Item = u32>, room: &mut Room) {
        room.keys.clear();
        room.keys.extend(rows.map(|row| u64::from(self.place(row)) << 32 | u64::from(row)));
        room.sort();
    }

    fn place(&self, row: u32) -> Place {
        self.places.get(row as usize).copied().unwrap_or(NOWHERE)
    }

    fn node_at(place: Place) -> (usize, usize) {
        (place as usize / LANES, place as usize % LANES)
    }

    /// What the parent of a node, or [`WideTree::root`], calls it.
    fn name(&self, node: u32) -> u32 {
        if self.hooks[node as usize].level == 0 { node | LEAF } else { node }
    }

    /// How many levels there are above the leaves.
    fn levels(&self) -> u8 {
        self.root.map_or(0, |root| self.hooks[Self::number(root)].level)
    }

    /// The number of the node of that name.
    pub const fn number(name: u32) -> usize {
        (name & !LEAF) as usize
    }

    /// The node of that name.
    #[inline]
    fn named(&self, name: u32) -> &Node {
        &self.nodes[(name & !LEAF) as usize]
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.hooks.capacity() * size_of::<Hook>()
            + (self.spare.capacity() + self.places.capacity()) * size_of::<u32>()
            + self.directory.bytes()
    }

    /// Panics unless every promise between the nodes holds.
    #[cfg(test)]
    fn check(&self) {
        let Some(root) = self.root else {
            assert_eq!(self.len, 0);
            return;
        };
        assert_eq!(self.hooks[(root & !LEAF) as usize].parent, NOWHERE);
        let mut rows = 0;
        let mut stack = vec![root];
        while let Some(name) = stack.pop() {
            let index = name & !LEAF;
            assert_eq!(name, self.name(index));
            let (node, hook) = (&self.nodes[index as usize], self.hooks[index as usize]);
            assert!(hook.len > 0 && usize::from(hook.len) <= LANES);
            for lane in 0..LANES {
                let place = index * LANES as u32 + lane as u32;
                let aabb = node.boxes.lane(lane);
                if lane >= usize::from(hook.len) {
                    assert_eq!(aabb, AabbLanes::EMPTY.lane(0), "unused lanes overlap nothing");
                } else if hook.level == 0 {
                    assert_eq!(self.places[node.child[lane] as usize], place);
                    rows += 1;
                } else {
                    let child = self.hooks[(node.child[lane] & !LEAF) as usize];
                    assert_eq!((child.parent, child.level + 1), (place, hook.level));
                    assert!(aabb.contains(&self.named(node.child[lane]).bounds()));
                    stack.push(node.child[lane]);
                }
            }
        }
        assert_eq!(rows, self.len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;
    use proptest::prelude::*;

    #[derive(Clone, Debug)]
    enum Op {
        Build(Packing),
        Set(u32, Aabb),
        Remove(u32),
        /// Moves all by so much, and the row to another place.
        Refit(Vec2, u32, Aabb),
    }

    fn aabb() -> impl Strategy<Value = Aabb> {
        (-20.0f32..20.0, -20.0f32..20.0, 0.0f32..4.0, 0.0f32..4.0)
            .prop_map(|(x, y, w, h)| Aabb::new(Vec2::new(x, y), Vec2::new(x + w, y + h)))
    }

    fn op() -> impl Strategy<Value = Op> {
        prop_oneof![
            1 => prop::sample::select(&Packing::ALL).prop_map(Op::Build),
            60 => (0u32..200, aabb()).prop_map(|(row, aabb)| Op::Set(row, aabb)),
            30 => (0u32..200).prop_map(Op::Remove),
            4 => (-1.0f32..1.0, -1.0f32..1.0, 0u32..200, aabb())
                .prop_map(|(x, y, row, aabb)| Op::Refit(Vec2::new(x, y), row, aabb)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn the_tree_holds_together_through_any_operations(ops in prop::collection::vec(op(), 0..600)) {
            let mut tree = WideTree::default();
            let mut model: Vec<Option<Aabb>> = vec![None; 200];
            for op in ops {
                match op {
                    Op::Build(packing) => {
                        let boxes: Vec<Aabb> = model.iter().map(|aabb| aabb.unwrap_or_default()).collect();
                        tree.build_of(packing, |row| boxes[row as usize], (0..200).filter(|&row| model[row as usize].is_some()));
                    }
                    Op::Set(row, aabb) => {
                        tree.set(row, &aabb);
                        model[row as usize] = Some(aabb);
                    }
                    Op::Remove(row) => {
                        let was_there = tree.remove(row);
                        prop_assert_eq!(was_there, model[row as usize].take().is_some());
                    }
                    Op::Refit(way, row, aabb) => {
                        let moved = |aabb: Aabb| Aabb::new(aabb.min + way, aabb.max + way);
                        let mut boxes: Vec<_> = model.iter().map(|aabb| aabb.map(moved)).collect();
                        boxes[row as usize] = Some(aabb);
                        let rows = || (0..200).filter(|&row| boxes[row as usize].is_some());
                        let count = rows().count();
                        if tree.should_refit(count, || count) {
                            let is_good = tree.refit(|row| boxes[row as usize].expect("in the tree"), count, rows());
                            tree.check();
                            if !is_good {
                                tree.build_of(Packing::Curve, |row| boxes[row as usize].expect("asked for"), rows());
                            }
                            model = boxes;
                        }
                    }
                }
            }
            tree.check();
            prop_assert_eq!(tree.len(), model.iter().flatten().count());
            let mut joined = Vec::new();
            for part in 0..3 {
                tree.join(part, 3, &|_| false, &mut |pairs| joined.extend(pairs.iter().map(|pair| (pair.a() as u32, pair.b() as u32))));
            }
            joined.sort_unstable();
            let mut expected = Vec::new();
            for (a, box_a) in (0u32..).zip(&model) {
                for (b, box_b) in (0u32..).zip(&model).skip(a as usize + 1) {
                    if box_a.zip(*box_b).is_some_and(|(box_a, box_b)| box_a.overlaps(&box_b)) {
                        expected.push((a, b));
                    }
                }
            }
            prop_assert_eq!(joined, expected);
        }
    }
}
