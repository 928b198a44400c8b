//! broccoli: a kd-tree with sweeps in its nodes, built anew in every step as its authors intend.

use super::{BroadTask, Delivers, IndexPair, ordered};
use ::broccoli::axgeom::Rect;
use ::broccoli::{Tree, rect};
use geom::Aabb;
use std::hint::black_box;

/// A broccoli tree.
#[derive(Default)]
pub struct Broccoli {
    items: Vec<(Rect<f32>, u32)>,
    pairs: Vec<IndexPair>,
}

impl BroadTask for Broccoli {
    fn engine(&self) -> &'static str {
        "broccoli"
    }

    fn delivers(&self) -> Delivers {
        Delivers::AllTight
    }

    fn scratch(&mut self, boxes: &[Aabb]) {
        *self = Self::default();
        self.step(boxes, &[]);
    }

    fn step(&mut self, boxes: &[Aabb], _movers: &[u32]) {
        let Self { items, pairs } = self;
        items.clear();
        let ranges = boxes.iter().map(|aabb| rect(aabb.min.x, aabb.max.x, aabb.min.y, aabb.max.y));
        items.extend(ranges.zip(0..));
        pairs.clear();
        let mut tree = Tree::new(items);
        tree.find_colliding_pairs(|a, b| pairs.push(ordered(*a.unpack_inner(), *b.unpack_inner())));
        black_box(pairs);
    }

    fn pairs(&self) -> Vec<IndexPair> {
        self.pairs.clone()
    }

    fn rebuilds(&self) -> bool {
        true
    }
}
