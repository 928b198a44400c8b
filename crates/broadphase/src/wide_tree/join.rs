use super::WideTree;
use crate::lanes::{AabbLanes, lanes_of};
use geom::Aabb;

impl WideTree {
    /// Calls `found` once for every two rows whose boxes share a point, in no particular order of rows.
    ///
    /// Two trees descended together (here the same one twice): Brinkhoff, Kriegel & Seeger, "Efficient Processing of Spatial
    /// Joins Using R-trees", SIGMOD 1993. Each comparison tests one box against the eight of a node.
    pub fn join(&self, found: &mut impl FnMut(u32, u32)) {
        if let Some(root) = self.root {
            self.join_within(root, found);
        }
    }

    /// All pairs below one node.
    fn join_within(&self, index: u32, found: &mut impl FnMut(u32, u32)) {
        let node = &self.nodes[index as usize];
        for lane in 0..usize::from(node.len) {
            let query = AabbLanes::splat(&node.boxes.lane(lane));
            // Lanes up to this one were its partners already.
            let partners = node.boxes.overlaps(&query) & !1 << lane;
            if node.level == 0 {
                for partner in lanes_of(partners) {
                    found(node.child[lane], node.child[partner]);
                }
            } else {
                self.join_within(node.child[lane], found);
                for partner in lanes_of(partners) {
                    let bounds = node.boxes.lane(partner);
                    self.join_between(node.child[lane], node.child[partner], &bounds, found);
                }
            }
        }
    }

    /// All pairs with one row below each of two nodes of the same level; all of `b` lies in `bounds_b`.
    fn join_between(&self, a: u32, b: u32, bounds_b: &Aabb, found: &mut impl FnMut(u32, u32)) {
        let (node_a, node_b) = (&self.nodes[a as usize], &self.nodes[b as usize]);
        let near_b = node_a.boxes.overlaps(&AabbLanes::splat(bounds_b));
        for lane in lanes_of(near_b) {
            let query = AabbLanes::splat(&node_a.boxes.lane(lane));
            let partners = node_b.boxes.overlaps(&query);
            if node_a.level == 0 {
                for partner in lanes_of(partners) {
                    found(node_a.child[lane], node_b.child[partner]);
                }
            } else {
                for partner in lanes_of(partners) {
                    let bounds = node_b.boxes.lane(partner);
                    self.join_between(node_a.child[lane], node_b.child[partner], &bounds, found);
                }
            }
        }
    }
}
