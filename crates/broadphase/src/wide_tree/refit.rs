//! A tree that is given the boxes of now as it stands: what moves together may stay together.

use super::{LANES, NOWHERE, Node, WideTree};
use crate::hilbert::AT_ONCE;
use crate::lanes::AabbLanes;
use crate::parallel;
use geom::Aabb;

/// Fewer nodes than this are not worth another thread.
const LEAST_SHARED: usize = if cfg!(test) { 16 } else { 256 };

/// A tree is refitted when more than one in so many of its rows changed: fewer are given their boxes one by one. Measured with
/// 10 000 rows that fly about by 0.02 of their size a step: 4, 8 and 16 are alike, at 2 updates take 1.1 times the instructions.
const SHARE: usize = 8;

/// So many times in a row at most, lest a slow loss be kept: with 3, 7 and 15 steps of the world's scenes take less and less, by
/// ever smaller parts.
const MOST_REFITS: u32 = 16;

/// How much larger leaves may become. From 1.1 to 1.4 all are alike where neighbours part slowly; at 1.4 updates of rows that fly
/// by twice their size a step take 0.9 of the instructions that they take at 1.2.
const LOOSE: f32 = 1.4;

/// A tree that is no good after its first refit is built so often before the next one is tried: rows jump.
const BUILDS_TO_WAIT: u32 = 8;

impl WideTree {
    /// Whether a [refit](WideTree::refit) is what so many changes are worth; `count` tells how many rows it is to hold
    /// then, and is asked only where there are enough of them.
    pub fn should_refit(&self, changes: usize, count: impl FnOnce() -> usize) -> bool {
        let may_refit = self.is_layered && self.builds_to_wait == 0 && self.levels() > 0 && self.refits < MOST_REFITS;
        may_refit && changes > self.len / SHARE && count() - self.len <= self.len / (2 * SHARE)
    }

    /// Gives each row that it holds its box of now, and each node the boxes of what is below it; then takes in what it lacks of
    /// `rows`, until it holds `count`. Says whether that is about as good as a tree built anew; else it is to be built, and
    /// lacks them still. O(n), without a sort.
    pub fn refit(&mut self, aabb: impl Fn(u32) -> Aabb + Sync, count: usize, rows: impl Iterator<Item = u32>) -> bool {
        let Self { nodes, hooks, .. } = self;
        let mut start = 0;
        for level in 0.. {
            let end = hooks.partition_point(|hook| hook.level <= level);
            if start == end {
                break;
            }
            let (below, nodes) = nodes.split_at_mut(start);
            parallel::for_each_stretch(&mut nodes[..end - start], AT_ONCE, LEAST_SHARED, |first, nodes| {
                for (node, hook) in nodes.iter_mut().zip(&hooks[start + first..]) {
                    if level == 0 {
                        node.fit(hook.len, &aabb);
                    } else {
                        node.fit(hook.len, |child| below[Self::number(child)].bounds());
                    }
                }
            });
            start = end;
        }
        self.refits += 1;
        self.wear = 0;
        if self.size_of_leaves() > LOOSE * self.built_size {
            if self.refits == 1 {
                self.builds_to_wait = BUILDS_TO_WAIT;
            }
            return false;
        }
        if self.len < count {
            for row in rows {
                if self.place(row) == NOWHERE {
                    self.insert(row, &aabb(row));
                }
            }
        }
        true
    }

    /// How often it was refitted since it was built.
    #[cfg(test)]
    pub const fn refits(&self) -> u32 {
        self.refits
    }

    /// Width and height of all leaves together.
    pub(super) fn size_of_leaves(&self) -> f32 {
        let above =
            self.hooks.partition_point(|hook| hook.level == 0)..self.hooks.partition_point(|hook| hook.level <= 1);
        self.nodes[above].iter().map(|node| node.boxes.sizes().to_array().iter().sum::<f32>()).sum()
    }
}

impl Node {
    /// Gives so many children, which it holds, their boxes.
    fn fit(&mut self, len: u8, aabb: impl Fn(u32) -> Aabb) {
        if usize::from(len) == LANES {
            self.boxes = AabbLanes::of(&self.child.map(aabb));
            return;
        }
        for lane in 0..usize::from(len) {
            self.boxes.set_lane(lane, &aabb(self.child[lane]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Packing;
    use super::*;
    use crate::room::Room;
    use geom::Vec2;

    const SIDE: u32 = 64;
    const COUNT: usize = (SIDE * SIDE) as usize;

    /// A field of boxes, each `aside` of its place in some direction of its own.
    fn field(aside: f32) -> Vec<Aabb> {
        let away = |row: u32| Vec2::from_angle(row as f32) * aside;
        let place = |row: u32| Vec2::new((row % SIDE) as f32, (row / SIDE) as f32);
        (0..SIDE * SIDE).map(|row| Aabb::from_center_half(place(row) + away(row), Vec2::splat(0.45))).collect()
    }

    fn tree_of(packing: Packing, boxes: &[Aabb], rows: u32) -> WideTree {
        let mut tree = WideTree::default();
        tree.build(packing, |row| boxes[row as usize], &mut Room { rows: (0..rows).collect(), ..Room::default() });
        tree
    }

    /// All boxes that nodes hold, after looking whether they are exactly those of what is below.
    fn tight(tree: &WideTree, boxes: &[Aabb]) -> Vec<Aabb> {
        tree.check();
        let mut all = Vec::new();
        for (node, hook) in tree.nodes.iter().zip(&tree.hooks) {
            for lane in 0..usize::from(hook.len) {
                let (aabb, child) = (node.boxes.lane(lane), node.child[lane]);
                let below = if hook.level == 0 { boxes[child as usize] } else { tree.named(child).bounds() };
                assert_eq!(aabb, below);
                all.push(aabb);
            }
        }
        all
    }

    #[test]
    fn what_moves_a_little_stays_where_it_is_in_a_tree_as_tight_as_can_be() {
        let mut tree = tree_of(Packing::Curve, &field(0.0), SIDE * SIDE);
        let places = tree.places.clone();
        for refits in 1..=MOST_REFITS {
            assert!(tree.should_refit(COUNT / 7, || COUNT) && !tree.should_refit(COUNT / 8, || COUNT), "{refits}");
            let boxes = field(0.01 * refits as f32);
            assert!(tree.refit(|row| boxes[row as usize], COUNT, 0..0), "{refits}");
            tight(&tree, &boxes);
        }
        assert!(tree.places == places && !tree.should_refit(COUNT, || COUNT), "it was refitted often enough");
    }

    #[test]
    fn threads_refit_it_as_one_does() {
        let boxes = field(0.1);
        let refitted = |threads| {
            let mut tree = tree_of(Packing::Curve, &field(0.0), SIDE * SIDE - 3);
            tree.remove(77);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| assert!(tree.refit(|row| boxes[row as usize], COUNT, 0..0)));
            tight(&tree, &boxes)
        };
        assert!(refitted(3) == refitted(1));
    }

    #[test]
    fn what_has_come_is_taken_in_unless_it_is_much() {
        let boxes = field(0.1);
        for arrivals in [1, 16, COUNT / 17, COUNT / 16] {
            let held = COUNT - arrivals;
            let mut tree = tree_of(Packing::Curve, &field(0.0), held as u32);
            assert_eq!(tree.should_refit(COUNT, || COUNT), arrivals <= held / 16, "{arrivals}");
            assert!(tree.refit(|row| boxes[row as usize], COUNT, 0..SIDE * SIDE));
            tree.check();
            assert_eq!(tree.len(), COUNT);
        }
    }

    #[test]
    fn what_jumps_makes_no_good_tree_and_is_given_time() {
        let mut tree = tree_of(Packing::Curve, &field(0.0), SIDE * SIDE);
        let elsewhere: Vec<_> = field(0.0)
            .into_iter()
            .rev()
            .enumerate()
            .map(|(row, aabb)| if row % 3 == 0 { aabb } else { field(0.0)[row] })
            .collect();
        assert!(!tree.refit(|row| elsewhere[row as usize], COUNT, 0..0));
        for _ in 0..BUILDS_TO_WAIT {
            assert!(!tree.should_refit(COUNT, || COUNT));
            let rows = (0..SIDE * SIDE).collect();
            tree.build(Packing::Curve, |row| elsewhere[row as usize], &mut Room { rows, ..Room::default() });
        }
        assert!(tree.should_refit(COUNT, || COUNT));
    }

    #[test]
    fn only_a_tree_as_it_was_built_along_a_curve_is_refitted() {
        assert!(!WideTree::default().should_refit(1, || 0));
        let boxes = field(0.0);
        assert!(!tree_of(Packing::Curve, &boxes, 8).should_refit(8, || 8), "one leaf");
        assert!(!tree_of(Packing::Halves, &boxes, SIDE * SIDE).should_refit(COUNT, || COUNT), "that has a directory");
        let mut tree = tree_of(Packing::Curve, &boxes, SIDE * SIDE);
        tree.remove(1000);
        tree.set(1000, &boxes[1000]);
        assert!(tree.should_refit(COUNT, || COUNT), "there was room in its leaf");
        tree.set(SIDE * SIDE, &boxes[1000]);
        assert!(!tree.should_refit(COUNT, || COUNT + 1), "its leaf was split");
    }
}
