//! Box2D's dynamic tree, driven as its broad phase drives it: boxes that left their fat box are enlarged, looked up one
//! by one, and the enlarged part of the tree is rebuilt; what jumped is moved, as by `b2Body_SetTransform`. Its table of
//! existing pairs is left out, in its favour.

use super::{BroadTask, Delivers, IndexPair, fat_margin, ordered};
use crate::box2d::tree::{ProxyId, Tree};
use geom::Aabb;
use std::hint::black_box;

/// Box2D's tree: the pairs of this step's leavers.
#[derive(Default)]
pub struct Box2d {
    tree: Tree,
    ids: Vec<ProxyId>,
    fat: Vec<Aabb>,
    left: Vec<u32>,
    has_left: Vec<bool>,
    pairs: Vec<IndexPair>,
}

impl Box2d {
    fn find(&mut self) {
        let Self { tree, fat, left, has_left, pairs, .. } = self;
        pairs.clear();
        for &a in left.iter() {
            // Two leavers find each other: the pair is the lower one's.
            tree.query(&fat[a as usize], u64::MAX, &mut |b| {
                if a != b && (a < b || !has_left[b as usize]) {
                    pairs.push(ordered(a, b));
                }
            });
        }
        left.iter().for_each(|&a| has_left[a as usize] = false);
        left.clear();
        tree.rebuild();
        black_box(pairs);
    }
}

impl BroadTask for Box2d {
    fn engine(&self) -> &'static str {
        "box2d"
    }

    fn delivers(&self) -> Delivers {
        Delivers::NewFat
    }

    fn scratch(&mut self, boxes: &[Aabb]) {
        *self = Self { tree: Tree::with_room(boxes.len()), ..Self::default() };
        for (aabb, index) in boxes.iter().zip(0..) {
            let fat = aabb.enlarged(fat_margin(aabb));
            self.ids.push(self.tree.insert(&fat, 1, index));
            self.fat.push(fat);
            self.left.push(index);
        }
        self.has_left = vec![true; boxes.len()];
        self.find();
    }

    fn step(&mut self, boxes: &[Aabb], movers: &[u32]) {
        for &mover in movers {
            let (index, aabb) = (mover as usize, &boxes[mover as usize]);
            if !self.fat[index].contains(aabb) {
                let fat = aabb.enlarged(fat_margin(aabb));
                let jumped = !self.fat[index].overlaps(aabb);
                self.fat[index] = fat;
                if jumped {
                    self.tree.move_to(self.ids[index], &fat);
                } else {
                    self.tree.enlarge(self.ids[index], &fat);
                }
                self.left.push(mover);
                self.has_left[index] = true;
            }
        }
        self.find();
    }

    fn pairs(&self) -> Vec<IndexPair> {
        self.pairs.clone()
    }

    fn most_boxes(&self, slow_boxes: usize) -> usize {
        slow_boxes
    }
}
