//! Worlds that make trees and sweeps quadratic: the nodes looked at are counted, so that the result does not depend on the
//! machine. What must not grow is the work beside the hits themselves.

use super::{Packing, WideTree};
use crate::lanes::{AabbLanes, LANES};
use geom::{Aabb, Vec2};
use std::cell::Cell;
use std::ops::ControlFlow;

const COUNT: u32 = 100_000;

fn square(x: f32, y: f32, half: f32) -> Aabb {
    Aabb::from_center_half(Vec2::new(x, y), Vec2::splat(half))
}

/// Numbers in [0, 1) that fill it evenly: the golden ratio's multiples.
fn spread(index: u32, stride: f64) -> f32 {
    (f64::from(index) * stride).fract() as f32
}

fn scattered(index: u32) -> Vec2 {
    // The plastic number's powers: M. Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018.
    Vec2::new(spread(index, 0.754_877_666), spread(index, 0.569_840_291))
}

fn built(packing: Packing, boxes: &[Aabb]) -> WideTree {
    let mut tree = WideTree::default();
    tree.build_of(packing, |row| boxes[row as usize], 0..boxes.len() as u32);
    tree.check();
    tree
}

/// Nodes looked at and boxes found by a query for each of a thousand of the boxes, per query.
fn cost(tree: &WideTree, boxes: &[Aabb]) -> (f64, f64) {
    let (nodes, mut hits) = (Cell::new(0u32), 0u32);
    let asked = boxes.iter().step_by(boxes.len() / 1000);
    for aabb in asked.clone() {
        let query = AabbLanes::splat(aabb);
        let root = tree.root.expect("there are boxes");
        let select = |boxes: &AabbLanes| {
            nodes.set(nodes.get() + 1);
            boxes.overlaps(&query)
        };
        let _ = tree.visit(root, &select, &mut |_| {
            hits += 1;
            ControlFlow::Continue(())
        });
    }
    let asked = asked.count() as f64;
    (f64::from(nodes.get()) / asked, f64::from(hits) / asked)
}

/// Six levels of a hundred thousand boxes, and some nodes beside the way down.
const NODES: f64 = 24.0;

#[test]
fn a_line_of_boxes_is_searched_like_a_plane_of_them() {
    let boxes: Vec<Aabb> = (0..COUNT).map(|index| square((index * 40_009 % COUNT) as f32, 0.0, 0.6)).collect();
    for packing in Packing::ALL {
        let (nodes, hits) = cost(&built(packing, &boxes), &boxes);
        assert!(hits < 3.0 && nodes < NODES, "{packing:?}: {nodes} nodes for {hits} hits");
    }
}

#[test]
fn a_huge_box_over_many_small_ones_is_one_hit_more() {
    let side = 400.0;
    let before: Vec<Aabb> =
        (0..COUNT).map(|index| square(scattered(index).x * side, scattered(index).y * side, 0.5)).collect();
    let mut after = before.clone();
    after[COUNT as usize / 2 + 1] = square(side / 2.0, side / 2.0, side);
    for packing in Packing::ALL {
        let (nodes_before, hits_before) = cost(&built(packing, &before), &before);
        assert!(nodes_before < NODES, "{nodes_before}");
        let (nodes, hits) = cost(&built(packing, &after), &after);
        // The one that became huge is not among those asked for.
        assert!(hits <= hits_before + 1.0, "{hits_before} -> {hits}");
        // The huge box makes one node of each level huge, and each of those has a handful of children that are looked at.
        assert!(nodes <= nodes_before + 6.0, "{packing:?}: {nodes_before} -> {nodes}");
    }
}

#[test]
fn large_boxes_aside_make_no_query_look_at_more_nodes() {
    let mut boxes: Vec<Aabb> =
        (0..COUNT).map(|index| square(scattered(index).x * 400.0, scattered(index).y * 400.0, 0.5)).collect();
    for packing in Packing::ALL {
        let (before, _) = cost(&built(packing, &boxes), &boxes);
        boxes.extend((0..9u8).map(|number| square(-100.0, 100.0 * f32::from(number), 30.0)));
        let (after, _) = cost(&built(packing, &boxes), &boxes[..COUNT as usize]);
        boxes.truncate(COUNT as usize);
        assert!(after <= before, "{packing:?}: {before} -> {after}");
    }
}

#[test]
fn a_box_far_from_more_boxes_than_there_are_ranks_makes_one_leaf_wide() {
    // What comes next to each other in one direction must come in any order in the other: xorshift64, Marsaglia, 2003.
    let mut state = 1u64;
    let mut place = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 * (316.0 / (1 << 24) as f32)
    };
    let mut boxes: Vec<Aabb> = (1..COUNT).map(|_| square(place(), place(), 0.5)).collect();
    boxes.push(square(1e6, 1e6, 0.5));
    for packing in Packing::ALL {
        let tree = built(packing, &boxes);
        let leaves = tree.nodes.iter().zip(&tree.hooks).filter(|(_, hook)| hook.level == 0);
        let wide = leaves.filter(|(leaf, _)| leaf.bounds().half_extents().max_element() > 10.0).count();
        assert_eq!(wide, 1, "{packing:?}: the one with the box far away");
        let (nodes, hits) = cost(&tree, &boxes);
        assert!(hits < 6.0 && nodes < NODES, "{packing:?}: {nodes} nodes for {hits} hits");
    }
}

#[test]
fn boxes_in_one_point_cost_a_node_for_eight_hits() {
    let boxes = vec![square(3.0, 4.0, 0.5); 10_000];
    for packing in Packing::ALL {
        let (nodes, hits) = cost(&built(packing, &boxes), &boxes);
        assert_eq!(hits, 10_000.0);
        // All nodes: an eighth of the boxes are leaves, and an eighth, a sixty-fourth and so on of those lie above.
        assert!(nodes <= hits / (LANES - 1) as f64 + 6.0, "{packing:?}: {nodes}");
    }
}

#[test]
fn sizes_from_a_millimetre_to_a_hundred_kilometres_cost_what_they_hit() {
    // Eight decades, as many boxes in each, the density of all of them the same: a small box meets a few of each decade.
    let boxes: Vec<Aabb> = (0..COUNT)
        .map(|index| {
            let half = 10f32.powi((index % 8) as i32 - 3) * 0.5;
            let reach = half * 2.0 * (COUNT as f32 / 8.0).sqrt();
            square((scattered(index).x - 0.5) * reach, (scattered(index).y - 0.5) * reach, half)
        })
        .collect();
    for packing in Packing::ALL {
        let (nodes, hits) = cost(&built(packing, &boxes), &boxes);
        assert!(nodes < 2.0 * hits + 8.0 * NODES, "{packing:?}: {nodes} nodes for {hits} hits");
    }
}

#[test]
fn boxes_inserted_one_by_one_in_any_of_these_worlds_cost_no_more_than_thrice_a_tree_built_at_once() {
    for world in 0..2 {
        let boxes: Vec<Aabb> = (0..COUNT)
            .map(|index| match world {
                0 => square(index as f32, 0.0, 0.6),
                _ => square(scattered(index).x * 400.0, scattered(index).y * 400.0, 0.5),
            })
            .collect();
        let mut tree = WideTree::default();
        boxes.iter().zip(0..).for_each(|(aabb, row)| tree.set(row, aabb));
        tree.check();
        let ((inserted, _), (built, _)) = (cost(&tree, &boxes), cost(&built(Packing::Curve, &boxes), &boxes));
        assert!(inserted < 3.0 * built, "world {world}: {inserted} nodes, not {built}");
    }
}

#[test]
fn boxes_that_all_jump_elsewhere_cost_no_more_than_twice_a_tree_built_at_once() {
    let place = |index: u32| square(scattered(index).x * 400.0, scattered(index).y * 400.0, 0.5);
    let before: Vec<Aabb> = (0..COUNT).map(place).collect();
    let after: Vec<Aabb> = (0..COUNT).map(|index| place(COUNT - 1 - index)).collect();
    let mut tree = built(Packing::Curve, &before);
    // Without ever building it anew, which updates do after half of them.
    after.iter().zip(0..).for_each(|(aabb, row)| tree.set(row, aabb));
    tree.check();
    let ((jumped, hits), (built, same_hits)) = (cost(&tree, &after), cost(&built(Packing::Curve, &after), &after));
    assert_eq!(hits, same_hits);
    assert!(jumped < 2.0 * built, "{jumped} nodes, not {built}");
}
