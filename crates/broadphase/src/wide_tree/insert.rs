use super::{Hook, LANES, LEAF, NOWHERE, Node, Place, WideTree};
use crate::lanes::AabbLanes;
use crate::room::{Room, row_of};
use geom::{Aabb, Vec2};

impl WideTree {
    /// [`WideTree::set`] for these rows, those of a leaf after each other.
    pub fn set_all(&mut self, aabb: impl Fn(u32) -> Aabb, rows: impl Iterator<Item = u32>, room: &mut Room) {
        self.keys_by_place(rows, room);
        for &key in &room.keys {
            self.set(row_of(key), &aabb(row_of(key)));
        }
    }

    /// Puts `row` into the tree with this box, or gives it this box if it is there. O(log n).
    ///
    /// A box that still meets its leaf stays there and the leaf grows; one that jumped away is inserted anew, since a leaf
    /// stretched from the old place to the new one would be visited by every query between.
    pub fn set(&mut self, row: u32, aabb: &Aabb) {
        let place = self.place(row);
        if place == NOWHERE {
            self.insert(row, aabb);
            return;
        }
        let (node, lane) = Self::node_at(place);
        let stays = match self.hooks[node].parent {
            NOWHERE => true,
            parent => {
                let (parent, lane) = Self::node_at(parent);
                self.nodes[parent].boxes.lane(lane).overlaps(aabb)
            }
        };
        if stays {
            self.wear += 1;
            self.nodes[node].boxes.set_lane(lane, aabb);
            self.grow_ancestors(node, aabb);
        } else {
            self.remove(row);
            self.insert(row, aabb);
        }
    }

    /// Takes `row` out; says whether it was in. O(1), and O(log n) when it was alone in its leaf.
    pub fn remove(&mut self, row: u32) -> bool {
        let place = self.place(row);
        if place == NOWHERE {
            return false;
        }
        self.places[row as usize] = NOWHERE;
        self.len -= 1;
        self.wear += 1;
        self.remove_child(place);
        true
    }

    pub(super) fn insert(&mut self, row: u32, aabb: &Aabb) {
        if self.places.len() <= row as usize {
            self.places.resize(row as usize + 1, NOWHERE);
        }
        self.len += 1;
        self.wear += 1;
        let mut name = self.root.unwrap_or_else(|| self.new_root(0) | LEAF);
        while name & LEAF == 0 {
            let inner = &mut self.nodes[name as usize];
            let lane = lane_to_enlarge(inner, self.hooks[name as usize].len, aabb);
            let enlarged = inner.boxes.lane(lane).union(aabb);
            inner.boxes.set_lane(lane, &enlarged);
            name = inner.child[lane];
        }
        self.add_child(name & !LEAF, row, aabb);
    }

    /// Hangs a child into a node whose ancestors already bound it, splitting nodes that are full from here upwards.
    fn add_child(&mut self, node: u32, child: u32, aabb: &Aabb) {
        let lane = usize::from(self.hooks[node as usize].len);
        if lane < LANES {
            self.hooks[node as usize].len += 1;
            self.hang(node, lane, child, aabb);
            return;
        }
        let sibling = self.split(node, child, aabb);
        let bounds = self.nodes[node as usize].bounds();
        let sibling_bounds = self.nodes[sibling as usize].bounds();
        let parent = self.hooks[node as usize].parent;
        if parent == NOWHERE {
            let root = self.new_root(self.hooks[node as usize].level + 1);
            self.add_child(root, node, &bounds);
            self.add_child(root, sibling, &sibling_bounds);
        } else {
            let (parent, lane) = Self::node_at(parent);
            self.nodes[parent].boxes.set_lane(lane, &bounds);
            self.add_child(parent as u32, sibling, &sibling_bounds);
        }
    }

    /// Moves half of a full node's children, and the one it has no room for, to a new node beside it.
    ///
    /// Nine boxes are sorted by their middle along the axis on which the middles spread most; the first five stay.
    fn split(&mut self, node: u32, child: u32, aabb: &Aabb) -> u32 {
        let full = &mut self.nodes[node as usize];
        let mut entries = [(child, *aabb); LANES + 1];
        for (lane, entry) in entries.iter_mut().take(LANES).enumerate() {
            *entry = (full.child[lane], full.boxes.lane(lane));
        }
        let centers = entries.map(|(_, aabb)| aabb.center());
        let min = centers.iter().copied().fold(centers[0], Vec2::min) * 0.5;
        let max = centers.iter().copied().fold(centers[0], Vec2::max) * 0.5;
        let spread = max - min;
        if spread.x >= spread.y {
            entries.sort_by(|a, b| a.1.center().x.total_cmp(&b.1.center().x));
        } else {
            entries.sort_by(|a, b| a.1.center().y.total_cmp(&b.1.center().y));
        }

        full.boxes = AabbLanes::EMPTY;
        let kept = LANES / 2 + 1;
        self.hooks[node as usize].len = kept as u8;
        let sibling = self.new_node(self.hooks[node as usize].level);
        self.hooks[sibling as usize].len = (LANES + 1 - kept) as u8;
        for (rank, (child, aabb)) in entries.iter().enumerate() {
            if rank < kept {
                self.hang(node, rank, *child, aabb);
            } else {
                self.hang(sibling, rank - kept, *child, aabb);
            }
        }
        sibling
    }

    /// Writes a child, a node by its number or name or a row, into a lane, and the lane into the child.
    fn hang(&mut self, node: u32, lane: usize, child: u32, aabb: &Aabb) {
        let place = node * LANES as u32 + lane as u32;
        let (level, index) = (self.hooks[node as usize].level, (child & !LEAF) as usize);
        let parent = &mut self.nodes[node as usize];
        parent.boxes.set_lane(lane, aabb);
        // The children of the lowest inner nodes are leaves.
        parent.child[lane] = if level == 1 { child | LEAF } else { child };
        if level == 0 {
            self.places[index] = place;
        } else {
            self.hooks[index].parent = place;
        }
    }

    /// Closes the gap a child leaves with the last one; a node left without children goes too.
    fn remove_child(&mut self, place: Place) {
        let (index, lane) = Self::node_at(place);
        let (node, hook) = (&mut self.nodes[index], &mut self.hooks[index]);
        hook.len -= 1;
        let last = usize::from(hook.len);
        let (child, aabb) = (node.child[last], node.boxes.lane(last));
        node.boxes.set_lane(last, &AabbLanes::EMPTY.lane(0));
        if last > 0 {
            if lane != last {
                self.hang(index as u32, lane, child, &aabb);
            }
            return;
        }
        let parent = hook.parent;
        self.spare.push(index as u32);
        if parent == NOWHERE {
            self.root = None;
        } else {
            self.remove_child(parent);
        }
    }

    /// Makes every box above `node` contain `aabb`.
    fn grow_ancestors(&mut self, mut node: usize, aabb: &Aabb) {
        while self.hooks[node].parent != NOWHERE {
            let (parent, lane) = Self::node_at(self.hooks[node].parent);
            let bounds = self.nodes[parent].boxes.lane(lane);
            if bounds.contains(aabb) {
                return;
            }
            self.nodes[parent].boxes.set_lane(lane, &bounds.union(aabb));
            node = parent;
        }
    }

    fn new_node(&mut self, level: u8) -> u32 {
        self.is_layered = false;
        if let Some(index) = self.spare.pop() {
            self.nodes[index as usize] = Node::EMPTY;
            self.hooks[index as usize] = Hook::new(level);
            return index;
        }
        if self.nodes.len() == self.nodes.capacity() {
            // By an eighth instead of twice: nodes are most of what a tree holds.
            let more = self.nodes.len() / 8 + 8;
            self.nodes.reserve_exact(more);
            self.hooks.reserve_exact(more);
        }
        self.nodes.push(Node::EMPTY);
        self.hooks.push(Hook::new(level));
        (self.nodes.len() - 1) as u32
    }

    fn new_root(&mut self, level: u8) -> u32 {
        let root = self.new_node(level);
        self.root = Some(self.name(root));
        root
    }
}

/// The lane whose box's perimeter grows least to take `aabb` in; of equals the smaller box, then the lower lane.
///
/// Perimeter rather than Guttman's area: boxes without width have no area to compare.
fn lane_to_enlarge(node: &Node, len: u8, aabb: &Aabb) -> usize {
    // Scaled down so that even the box around every finite number has a finite one.
    let perimeter = |aabb: &Aabb| {
        let size = aabb.max * 0.25 - aabb.min * 0.25;
        size.x + size.y
    };
    let cost = |lane: usize| {
        let own = node.boxes.lane(lane);
        (perimeter(&own.union(aabb)) - perimeter(&own), perimeter(&own))
    };
    let cheaper = |a: &usize, b: &usize| {
        let (a, b) = (cost(*a), cost(*b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    };
    (0..usize::from(len)).min_by(cheaper).expect("an inner node has children")
}
