use super::halves::sort_by_halves;
use super::size_classes::{MOST_CLASSES, SizeClasses};
use super::{Hook, LANES, NOWHERE, Node, WideTree};
use crate::hilbert::{AT_ONCE, Grid, curve_position, curve_positions};
use crate::lanes::AabbLanes;
use crate::parallel;
use crate::room::{Room, row_of};
use geom::{Aabb, Vec2};

/// What decides which rows share leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// A Hilbert curve: sorted in O(n), for what is built time and again.
    Curve,
    /// Cuts in two, O(n log n): see [`sort_by_halves`]. For what is asked more often than it changes.
    Halves,
}

#[cfg(test)]
impl Packing {
    pub const ALL: [Self; 2] = [Self::Curve, Self::Halves];
}

impl WideTree {
    /// Replaces the contents by these rows, ascending, and their boxes, eight to a leaf.
    pub fn build(
        &mut self,
        packing: Packing,
        aabb: impl Fn(u32) -> Aabb + Sync + Send,
        rows: impl Iterator<Item = u32>,
        room: &mut Room,
    ) {
        self.clear();
        room.keys.clear();
        // Row in the lower half, key in the upper: equal keys keep the order of rows.
        room.keys.extend(rows.map(u64::from));
        let Some(&last_row) = room.keys.last() else { return };
        let classes = SizeClasses::of(room.keys.iter().map(|&row| aabb(row as u32)));
        sort_by_cell(packing, &aabb, &classes, room);
        self.len = room.keys.len();
        self.places.resize(last_row as usize + 1, NOWHERE);
        if cells_are_crowded(&room.keys) {
            self.sort_by_rank(packing, &aabb, &classes, room);
        }

        let Self { nodes, hooks, places, .. } = self;
        let keys = &room.keys;
        // The levels above the leaves are an eighth, a sixty-fourth and so on of them, rounded up; 2²⁸ rows make ten levels.
        let leaves = keys.len().div_ceil(LANES);
        let count = leaves + leaves / (LANES - 1) + 10;
        nodes.reserve(count);
        hooks.reserve(count);
        parallel::extend(nodes, leaves, |number| {
            if let Some(keys) = keys[number * LANES..].first_chunk::<LANES>() {
                let rows: [u32; LANES] = std::array::from_fn(|lane| row_of(keys[lane]));
                return Node { boxes: AabbLanes::of(&std::array::from_fn(|lane| aabb(rows[lane]))), child: rows };
            }
            let mut leaf = Node::EMPTY;
            for (lane, &key) in keys[number * LANES..].iter().take(LANES).enumerate() {
                leaf.boxes.set_lane(lane, &aabb(row_of(key)));
                leaf.child[lane] = row_of(key);
            }
            leaf
        });
        hooks.resize(leaves, Hook { len: LANES as u8, ..Hook::new(0) });
        hooks[leaves - 1].len = (keys.len() - (leaves - 1) * LANES) as u8;
        // A leaf's place and lane are its rank along the curve.
        for (place, &key) in (0..).zip(keys) {
            places[row_of(key) as usize] = place;
        }

        // Each level over the one below it, until one node holds everything.
        let (mut level, mut below) = (0, 0..self.nodes.len());
        while below.len() > 1 {
            level += 1;
            let start = self.nodes.len();
            for first in below.clone().step_by(LANES) {
                let (mut node, mut hook) = (Node::EMPTY, Hook::new(level));
                let place = (self.nodes.len() * LANES) as u32;
                for (lane, child) in (first..below.end.min(first + LANES)).enumerate() {
                    node.boxes.set_lane(lane, &self.nodes[child].bounds());
                    node.child[lane] = self.name(child as u32);
                    hook.len += 1;
                    self.hooks[child].parent = place + lane as u32;
                }
                self.nodes.push(node);
                self.hooks.push(hook);
            }
            below = start..self.nodes.len();
        }
        self.root = Some(self.name(below.start as u32));
    }

    /// Sorts the rows by a grid of ranks: a box's cell is where its centre comes among all centres from left to right and from
    /// bottom to top, however far apart they are. Costs two or three sorts more.
    fn sort_by_rank(
        &mut self,
        packing: Packing,
        aabb: &(impl Fn(u32) -> Aabb + Sync + Send),
        classes: &SizeClasses,
        room: &mut Room,
    ) {
        let cells = 1 << 16;
        for axis in 0..2 {
            for key in &mut room.keys {
                let row = row_of(*key);
                *key = u64::from(ordered(aabb(row).center()[axis])) << 32 | u64::from(row);
            }
            room.sort();
            let count = room.keys.len() as u64;
            for (rank, &key) in (0u64..).zip(&room.keys) {
                // Until the rows hang in leaves, their places hold what cell they are in.
                let place = &mut self.places[row_of(key) as usize];
                let cell = (rank * cells / count) as u32;
                *place = if axis == 0 { cell } else { *place | cell << 16 };
            }
        }
        let places = &self.places;
        if packing == Packing::Halves {
            // Among rows of one cell, which are more than one where there are more rows than ranks, the lowest comes first.
            for key in &mut room.keys {
                let row = u64::from(row_of(*key));
                *key = row << 32 | row;
            }
            room.sort();
            sort_by_halves(aabb, classes, |row, _| places[row as usize], |_| Vec2::ONE, room);
            return;
        }
        for key in &mut room.keys {
            let row = row_of(*key);
            let cell = places[row as usize];
            let position = curve_position(cell & 0xffff, cell >> 16);
            *key = sort_key(position, classes.class(&aabb(row)), classes) << 32 | u64::from(row);
        }
        room.sort();
    }

    /// Takes everything out; the memory stays.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.hooks.clear();
        self.spare.clear();
        self.places.clear();
        self.root = None;
        self.len = 0;
        self.wear = 0;
    }
}

/// Sorts the rows by size class, and by a grid of the class's own.
fn sort_by_cell(packing: Packing, aabb: &(impl Fn(u32) -> Aabb + Sync + Send), classes: &SizeClasses, room: &mut Room) {
    let mut grids = [const { Grid::SINGLE }; MOST_CLASSES];
    for (grid, extent) in grids.iter_mut().zip(classes.extents()) {
        *grid = Grid::over(extent).unwrap_or(Grid::SINGLE);
    }
    if packing == Packing::Halves {
        let cell = |row, class: usize| {
            let [x, y] = grids[class].cell(aabb(row).center());
            x | y << 16
        };
        sort_by_halves(aabb, classes, cell, |class| classes.extents()[class].half_size(), room);
        return;
    }
    parallel::for_each_stretch(&mut room.keys, AT_ONCE, |keys| {
        let (mut in_cells, mut its_class) = ([[0.0; AT_ONCE]; 2], [0; AT_ONCE]);
        for (number, &key) in keys.iter().enumerate() {
            let aabb = aabb(row_of(key));
            let class = if classes.count() == 1 { 0 } else { classes.class(&aabb) };
            let Vec2 { x, y } = grids[class].in_cells(aabb.center());
            (in_cells[0][number], in_cells[1][number], its_class[number]) = (x, y, class);
        }
        let positions = curve_positions(&in_cells);
        for ((key, position), class) in keys.iter_mut().zip(positions).zip(its_class) {
            *key |= sort_key(position, class, classes) << 32;
        }
    });
    room.sort();
}

/// Whether most boxes share a cell of the grid with seven others: something lies very far from the rest, and the grid
/// tells these no longer apart.
fn cells_are_crowded(keys: &[u64]) -> bool {
    let shared = keys.windows(2).filter(|pair| pair[0] >> 32 == pair[1] >> 32).count();
    shared * LANES > keys.len() * (LANES - 1)
}

/// The class, if there are several, above the position on the curve, whose lowest bits make room for it.
fn sort_key(position: u32, class: usize, classes: &SizeClasses) -> u64 {
    let bits = usize::BITS - (classes.count() - 1).leading_zeros();
    u64::from(position >> bits) | (class as u64) << (u32::BITS - bits)
}

/// The bits of a number, so changed that they order like the numbers.
fn ordered(number: f32) -> u32 {
    let bits = number.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geom::Vec2;
    use std::ops::ControlFlow;

    fn grid_of(side: u32) -> Vec<Aabb> {
        let cell = |index: u32| Vec2::new((index % side) as f32, (index / side) as f32);
        // Columns before rows would already be in a good order.
        let scattered = |index: u32| cell(index * 1_000_003 % (side * side));
        (0..side * side).map(|index| Aabb::from_center_half(scattered(index), Vec2::splat(0.4))).collect()
    }

    /// How many leaves a query about a tenth of the grid's side looks at.
    fn leaves_visited(packing: Packing, boxes: &[Aabb]) -> usize {
        let mut tree = WideTree::default();
        tree.build(packing, |row| boxes[row as usize], 0..boxes.len() as u32, &mut Room::default());
        tree.check();
        let query = Aabb::from_center_half(Vec2::splat(20.0), Vec2::splat(2.2));
        let mut hits = 0;
        let _ = tree.overlaps(&query, &mut |_| {
            hits += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(hits, boxes.iter().filter(|aabb| aabb.overlaps(&query)).count());
        tree.nodes
            .iter()
            .zip(&tree.hooks)
            .filter(|(node, hook)| hook.level == 0 && node.bounds().overlaps(&query))
            .count()
    }

    #[test]
    fn a_query_looks_at_few_leaves() {
        // It meets 25 boxes, three or four leaves if they were squares.
        for (packing, most) in Packing::ALL.into_iter().zip([16, 9]) {
            let leaves = leaves_visited(packing, &grid_of(64));
            assert!(leaves <= most, "{packing:?}: {leaves}");
        }
    }

    #[test]
    fn a_box_far_away_does_not_spoil_the_tree() {
        for far in [1e7, 1e30, f32::MAX] {
            let mut boxes = grid_of(64);
            boxes.push(Aabb::new(Vec2::splat(far), Vec2::splat(far)));
            for packing in Packing::ALL {
                assert!(leaves_visited(packing, &boxes) < 16, "{far}, {packing:?}");
            }
        }
    }

    #[test]
    fn boxes_in_one_point_make_a_tree() {
        let boxes = vec![Aabb::from_center_half(Vec2::splat(20.0), Vec2::splat(1.0)); 1000];
        for packing in Packing::ALL {
            assert_eq!(leaves_visited(packing, &boxes), 125);
        }
    }

    #[test]
    fn ordered_bits_order_like_numbers() {
        let numbers = [f32::MIN, -1.0, -1e-40, -0.0, 0.0, 1e-40, 1.0, f32::MAX];
        assert!(numbers.map(ordered).is_sorted());
    }
}
