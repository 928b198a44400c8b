//! rstar alone: a bulk-loaded R-tree joined with itself, built anew in every step.

use super::{BroadTask, Delivers, IndexPair};
use geom::Aabb;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{RTree, RTreeObject};
use std::hint::black_box;

type Item = GeomWithData<Rectangle<[f32; 2]>, u32>;

/// A plain rstar tree.
#[derive(Default)]
pub struct RStar {
    pairs: Vec<IndexPair>,
}

impl BroadTask for RStar {
    fn engine(&self) -> &'static str {
        "rstar"
    }

    fn delivers(&self) -> Delivers {
        Delivers::AllTight
    }

    fn scratch(&mut self, boxes: &[Aabb]) {
        *self = Self::default();
        self.step(boxes, &[]);
    }

    fn step(&mut self, boxes: &[Aabb], _movers: &[u32]) {
        let items = boxes
            .iter()
            .zip(0..)
            .map(|(aabb, index)| Item::new(Rectangle::from_corners(aabb.min.to_array(), aabb.max.to_array()), index));
        let tree = RTree::bulk_load(items.collect());
        self.pairs.clear();
        // The join gives both orders, boxes paired with themselves, and pairs whose leaves it has not compared.
        let candidates = tree.intersection_candidates_with_other_tree(&tree);
        let overlapping = candidates.filter(|(a, b)| a.data < b.data && touching(a, b));
        self.pairs.extend(overlapping.map(|(a, b)| (a.data, b.data)));
        black_box(&self.pairs);
    }

    fn pairs(&self) -> Vec<IndexPair> {
        self.pairs.clone()
    }

    fn rebuilds(&self) -> bool {
        true
    }

    fn most_boxes(&self, slow_boxes: usize) -> usize {
        slow_boxes
    }
}

fn touching(a: &Item, b: &Item) -> bool {
    let (a, b) = (a.envelope(), b.envelope());
    let ([al, ab], [ar, at]) = (a.lower(), a.upper());
    let ([bl, bb], [br, bt]) = (b.lower(), b.upper());
    al <= br && bl <= ar && ab <= bt && bb <= at
}
