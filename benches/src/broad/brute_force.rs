//! Each box against each other: what a broad phase has to be faster than.

use super::{BroadTask, Delivers, IndexPair};
use geom::Aabb;
use std::hint::black_box;

/// Two loops.
#[derive(Default)]
pub struct BruteForce {
    pairs: Vec<IndexPair>,
}

impl BroadTask for BruteForce {
    fn engine(&self) -> &'static str {
        "brute_force"
    }

    fn delivers(&self) -> Delivers {
        Delivers::AllTight
    }

    fn scratch(&mut self, boxes: &[Aabb]) {
        *self = Self::default();
        self.step(boxes, &[]);
    }

    fn step(&mut self, boxes: &[Aabb], _movers: &[u32]) {
        self.pairs.clear();
        for (a, one) in (0u32..).zip(boxes) {
            for (b, other) in (a + 1..).zip(&boxes[a as usize + 1..]) {
                if one.overlaps(other) {
                    self.pairs.push((a, b));
                }
            }
        }
        black_box(&self.pairs);
    }

    fn pairs(&self) -> Vec<IndexPair> {
        self.pairs.clone()
    }

    fn rebuilds(&self) -> bool {
        true
    }

    fn most_boxes(&self, _slow_boxes: usize) -> usize {
        1000
    }
}
