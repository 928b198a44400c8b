//! parry2d's tree in the two ways rapier drives it: leaves that left their fat box are re-inserted and pairs with a
//! changed leaf are visited (for few movers), or all leaves are updated in place and the whole tree is refitted.

use super::{BroadTask, Delivers, IndexPair, fat_margin, ordered};
use crate::overlap::parry::vector;
use geom::Aabb;
use parry2d::bounding_volume::Aabb as ParryAabb;
use parry2d::partitioning::{Bvh, BvhBuildStrategy, BvhLeafUpdateStatus, BvhWorkspace};
use std::hint::black_box;

/// Re-insertion of the leaves that left, partial refit, pairs with a changed leaf.
#[derive(Default)]
pub struct Incremental {
    tree: Bvh,
    workspace: BvhWorkspace,
    previous: Vec<u32>,
    changed: Vec<u32>,
    pairs: Vec<IndexPair>,
}

/// Update in place, full refit with a share of re-optimisation, all pairs.
#[derive(Default)]
pub struct Refit {
    tree: Bvh,
    workspace: BvhWorkspace,
    pairs: Vec<IndexPair>,
}

impl BroadTask for Incremental {
    fn engine(&self) -> &'static str {
        "parry2d"
    }

    fn delivers(&self) -> Delivers {
        Delivers::NewFat
    }

    fn scratch(&mut self, boxes: &[Aabb]) {
        *self = Self::default();
        self.tree = build(boxes);
        find::<false>(&self.tree, &mut self.workspace, &mut self.pairs);
        // Fresh leaves carry no change: every later step reports its own.
        self.tree.refit(&mut self.workspace);
    }

    fn step(&mut self, boxes: &[Aabb], movers: &[u32]) {
        self.changed.clear();
        for &mover in movers {
            let aabb = &boxes[mover as usize];
            let status = self.tree.reinsert_or_update_with_change_detection(bounds(aabb), mover, fat_margin(aabb));
            if status != BvhLeafUpdateStatus::Unchanged {
                self.changed.push(mover);
            }
        }
        self.tree.refit_partial(&self.previous, &self.changed);
        std::mem::swap(&mut self.previous, &mut self.changed);
        find::<true>(&self.tree, &mut self.workspace, &mut self.pairs);
    }

    fn pairs(&self) -> Vec<IndexPair> {
        self.pairs.clone()
    }
}

impl BroadTask for Refit {
    fn engine(&self) -> &'static str {
        "parry2d"
    }

    fn delivers(&self) -> Delivers {
        Delivers::AllFat
    }

    fn scratch(&mut self, boxes: &[Aabb]) {
        *self = Self::default();
        self.tree = build(boxes);
        find::<false>(&self.tree, &mut self.workspace, &mut self.pairs);
    }

    fn step(&mut self, boxes: &[Aabb], movers: &[u32]) {
        for &mover in movers {
            let aabb = &boxes[mover as usize];
            self.tree.insert_or_update_partially(bounds(aabb), mover, fat_margin(aabb));
        }
        self.tree.optimize_incremental(&mut self.workspace);
        self.tree.refit(&mut self.workspace);
        find::<false>(&self.tree, &mut self.workspace, &mut self.pairs);
    }

    fn pairs(&self) -> Vec<IndexPair> {
        self.pairs.clone()
    }
}

fn build(boxes: &[Aabb]) -> Bvh {
    let leaves: Vec<ParryAabb> = boxes.iter().map(|aabb| bounds(&aabb.enlarged(fat_margin(aabb)))).collect();
    Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves)
}

fn find<const CHANGED: bool>(tree: &Bvh, workspace: &mut BvhWorkspace, pairs: &mut Vec<IndexPair>) {
    pairs.clear();
    tree.traverse_bvtt_single_tree::<CHANGED>(workspace, &mut |a, b| pairs.push(ordered(a, b)));
    black_box(pairs);
}

fn bounds(aabb: &Aabb) -> ParryAabb {
    ParryAabb { mins: vector(aabb.min), maxs: vector(aabb.max) }
}
