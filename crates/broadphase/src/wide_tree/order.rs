//! Which rows share leaves.

use super::build::Packing;
use super::curve_sort::{sort_rest, sort_rows};
use super::few::{FEW, sort_few};
use super::groups::Groups;
use super::halves::sort_by_halves;
use super::size_classes::{MOST_CLASSES, SizeClasses};
use super::{LANES, Place, WideTree};
use crate::hilbert::{AT_ONCE, Grid, curve_position, curve_positions};
use crate::lanes::AabbLanes;
use crate::parallel;
use crate::room::{Room, row_of};
use geom::{Aabb, Vec2};

/// Fewer rows than this are not worth another thread.
const LEAST_SHARED: usize = 2048;

impl WideTree {
    /// Brings `room.rows` into an order in which those that are to share leaves come one after the other, and says which belong
    /// together. The children of nodes, and the places of rows, serve as room.
    pub(super) fn sort(
        &mut self,
        packing: Packing,
        aabb: &(impl Fn(u32) -> Aabb + Sync + Send),
        room: &mut Room,
    ) -> Groups {
        if room.rows.len() <= FEW {
            sort_few(&mut room.rows, aabb);
            return Groups::one(room.rows.len());
        }
        let classes = SizeClasses::of(&room.rows, aabb);
        let groups = classes.groups();
        let mut grids = [const { Grid::SINGLE }; MOST_CLASSES];
        for (grid, extent) in grids.iter_mut().zip(classes.extents()) {
            *grid = Grid::over(extent).unwrap_or(Grid::SINGLE);
        }
        if packing == Packing::Curve {
            set_curve_keys(&room.rows, 0, &mut self.places, aabb, &classes, &grids);
            let sorted_bits = sort_rows(&mut room.rows, &self.places, &mut self.nodes);
            let key = |row: &u32| self.places[*row as usize];
            // Cells of which fewer bits are known are as crowded at least.
            let is_crowded = sort_rest(room, &self.places, sorted_bits) && cells_are_crowded(room.rows.iter().map(key));
            if !is_crowded {
                return groups;
            }
        }
        room.keys.clear();
        room.keys.extend(room.rows.iter().map(|&row| u64::from(row)));
        if packing == Packing::Halves {
            let cell = |row, class: usize| {
                let [x, y] = grids[class].cell(aabb(row).center());
                x | y << 16
            };
            let half_size = |class: usize| classes.extents()[class].half_size();
            sort_by_halves(aabb, &classes, groups.parted(), cell, half_size, room);
        }
        if packing == Packing::Curve || cells_are_crowded(room.keys.iter().map(|key| (key >> 32) as u32)) {
            self.sort_by_rank(packing, aabb, &classes, groups.parted(), room);
        }
        room.rows.clear();
        room.rows.extend(room.keys.iter().map(|&key| row_of(key)));
        groups
    }

    /// Sorts the rows by a grid of ranks: a box's cell is where its centre comes among all centres from left to right and from
    /// bottom to top, however far apart they are. Costs two or three sorts more.
    fn sort_by_rank(
        &mut self,
        packing: Packing,
        aabb: &(impl Fn(u32) -> Aabb + Sync + Send),
        classes: &SizeClasses,
        parted: usize,
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
            sort_by_halves(aabb, classes, parted, |row, _| places[row as usize], |_| Vec2::ONE, room);
            return;
        }
        for key in &mut room.keys {
            let row = row_of(*key);
            let cell = places[row as usize];
            let position = curve_position(cell & 0xffff, cell >> 16);
            *key = u64::from(sort_key(position, classes.class(&aabb(row)), classes)) << 32 | u64::from(row);
        }
        room.sort();
    }
}

/// Writes to the places of rows, of which the first is that of the row `first`, by what they are sorted along a curve: their size
/// class, and the position on the curve of a grid of the class's own.
fn set_curve_keys(
    rows: &[u32],
    first: u32,
    places: &mut [Place],
    aabb: &(impl Fn(u32) -> Aabb + Sync),
    classes: &SizeClasses,
    grids: &[Grid],
) {
    if rows.len() >= LEAST_SHARED && parallel::threads() > 1 {
        let (lower, upper) = rows.split_at(rows.len() / 2);
        let (of_lower, of_upper) = places.split_at_mut((upper[0] - first) as usize);
        let set = |rows, first, places| set_curve_keys(rows, first, places, aabb, classes, grids);
        parallel::both(true, || set(lower, first, of_lower), || set(upper, upper[0], of_upper));
        return;
    }
    let (mut in_cells, mut its_class) = ([[0.0; AT_ONCE]; 2], [0; AT_ONCE]);
    for rows in rows.chunks(AT_ONCE) {
        if let [grid] = &grids[..classes.count()] {
            let [xs, ys] = in_cells.each_mut().map(|numbers| numbers.as_chunks_mut::<LANES>().0);
            for ((rows, xs), ys) in rows.chunks(LANES).zip(xs).zip(ys) {
                // The last row stands in for those that eight lack.
                let eight = <[u32; LANES]>::try_from(rows)
                    .unwrap_or_else(|_| std::array::from_fn(|lane| rows[lane.min(rows.len() - 1)]));
                let [x, y] = grid.in_cells_wide(AabbLanes::of(&eight.map(aabb)).center());
                (*xs, *ys) = (x.to_array(), y.to_array());
            }
            let places = &mut places[(rows[0] - first) as usize..];
            let positions = curve_positions(&in_cells);
            if rows[rows.len() - 1] - rows[0] == rows.len() as u32 - 1 {
                places[..rows.len()].copy_from_slice(&positions[..rows.len()]);
            } else {
                for (&row, position) in rows.iter().zip(positions) {
                    places[(row - rows[0]) as usize] = position;
                }
            }
            continue;
        }
        for (number, &row) in rows.iter().enumerate() {
            let aabb = aabb(row);
            let class = classes.class(&aabb);
            let Vec2 { x, y } = grids[class].in_cells(aabb.center());
            (in_cells[0][number], in_cells[1][number], its_class[number]) = (x, y, class);
        }
        let positions = curve_positions(&in_cells);
        for ((&row, position), class) in rows.iter().zip(positions).zip(its_class) {
            places[(row - first) as usize] = sort_key(position, class, classes);
        }
    }
}

/// Whether most boxes share a cell of the grid with seven others, given the sorted cells: something lies very far from the rest,
/// and the grid tells these no longer apart.
fn cells_are_crowded(mut cells: impl ExactSizeIterator<Item = u32>) -> bool {
    let count = cells.len();
    let Some(mut last) = cells.next() else { return false };
    let shared = cells.map(|cell| usize::from(std::mem::replace(&mut last, cell) == cell)).sum::<usize>();
    shared * LANES > count * (LANES - 1)
}

/// The class, if there are several, above the position on the curve, whose lowest bits make room for it.
#[inline]
fn sort_key(position: u32, class: usize, classes: &SizeClasses) -> u32 {
    match usize::BITS - (classes.count() - 1).leading_zeros() {
        0 => position,
        bits => position >> bits | (class as u32) << (u32::BITS - bits),
    }
}

/// The bits of a number, so changed that they order like the numbers.
fn ordered(number: f32) -> u32 {
    let bits = number.to_bits();
    if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordered_bits_order_like_numbers() {
        let numbers = [f32::MIN, -1.0, -1e-40, -0.0, 0.0, 1e-40, 1.0, f32::MAX];
        assert!(numbers.map(ordered).is_sorted());
    }
}
