use super::{LANES, NOWHERE, Node, WideTree};
use crate::hilbert::Grid;
use crate::radix_sort::radix_sort;
use geom::Aabb;

impl WideTree {
    /// Replaces the contents by these rows of `boxes`, each given once, in O(n): along a Hilbert curve, eight to a leaf.
    pub fn build(&mut self, boxes: &[Aabb], rows: impl Iterator<Item = u32>) {
        self.clear();
        // Row in the lower half, key in the upper: equal keys keep the order of rows.
        self.keys.extend(rows.map(u64::from));
        let centers = self.keys.iter().map(|&row| boxes[row as usize].center());
        let Some(grid) = Grid::around(centers) else { return };
        for key in &mut self.keys {
            *key |= u64::from(grid.key(boxes[*key as usize].center())) << 32;
        }
        radix_sort(&mut self.keys, &mut self.keys_back);
        self.len = self.keys.len();
        self.places.resize(boxes.len(), NOWHERE);

        let keys = std::mem::take(&mut self.keys);
        for rows in keys.chunks(LANES) {
            let mut leaf = Node::new(0);
            let place = (self.nodes.len() * LANES) as u32;
            for (lane, &key) in rows.iter().enumerate() {
                let row = (key & u64::from(u32::MAX)) as u32;
                leaf.boxes.set_lane(lane, &boxes[row as usize]);
                leaf.child[lane] = row;
                self.places[row as usize] = place + lane as u32;
            }
            leaf.len = rows.len() as u8;
            self.nodes.push(leaf);
        }
        self.keys = keys;

        // Each level over the one below it, until one node holds everything.
        let (mut level, mut below) = (0, 0..self.nodes.len());
        while below.len() > 1 {
            level += 1;
            let start = self.nodes.len();
            for first in below.clone().step_by(LANES) {
                let mut node = Node::new(level);
                let place = (self.nodes.len() * LANES) as u32;
                for (lane, child) in (first..below.end.min(first + LANES)).enumerate() {
                    node.boxes.set_lane(lane, &self.nodes[child].bounds());
                    node.child[lane] = child as u32;
                    node.len += 1;
                    self.nodes[child].parent = place + lane as u32;
                }
                self.nodes.push(node);
            }
            below = start..self.nodes.len();
        }
        self.root = Some(below.start as u32);
    }

    /// Takes everything out; the memory stays.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.spare.clear();
        self.places.fill(NOWHERE);
        self.keys.clear();
        self.root = None;
        self.len = 0;
        self.wear = 0;
    }
}
