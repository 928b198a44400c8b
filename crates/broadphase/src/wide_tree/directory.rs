use super::raster::Raster;
use geom::Aabb;

/// A cell lists so many nodes at most.
pub(super) const MOST_LISTED: usize = 8;

/// So many cells per node: what lies around a cell is then little more than the cell's own, and the lists of a field of boxes
/// come to three bytes a box.
const CELLS_PER_NODE: f32 = 16.0;

/// Nodes are listed in 16 bits.
const MOST_NODES: usize = 1 << 16;

/// By the cells of a grid, which nodes of one level a search for something small may come to, so that it need not look at those
/// above: the directory of a grid file (Nievergelt, Hinterberger & Sevcik, ACM TODS 9(1), 1984) over an R-tree.
///
/// ```text
///   ┌───┬───┬───┬───┐
///   │ · │ · │ · │ · │   here: nodes that meet the cell (x), for what is inside one cell
///   ├───┼───┼───┼───┤   near: those that meet only the cells around it (·), for what is in a cell and
///   │ · │ x │ x │ · │         those around it
///   ├───┼───┼───┼───┤
///   │ · │ · │ · │ · │   the node in the two cells x is near eight others
///   └───┴───┴───┴───┘
/// ```
#[derive(Default)]
pub(super) struct Directory {
    raster: Raster,
    /// Row by row.
    cells: Vec<Cell>,
    /// Cell by cell, those here before those near, and as many more as a cell may list.
    nodes: Vec<u16>,
}

geom::clone_in_place!(Directory { raster, cells, nodes });

/// Where a cell's nodes start, how many of them are here, and how many they are in all: 24, 4 and 4 bits.
#[derive(Clone, Copy, Default)]
struct Cell(u32);

impl Cell {
    /// What is added to count one more, or one more that is here.
    const ONE: u32 = 1;
    const HERE: u32 = 1 << 4;
    /// What is added to start one later.
    const NEXT: u32 = 1 << 8;

    const fn start(self) -> usize {
        (self.0 >> 8) as usize
    }

    const fn here(self) -> usize {
        (self.0 >> 4 & 15) as usize
    }

    /// One more than can be listed if they are too many.
    const fn len(self) -> usize {
        (self.0 & 15) as usize
    }

    /// How many are listed.
    const fn listed(self) -> usize {
        if self.len() > MOST_LISTED { 0 } else { self.len() }
    }
}

impl Directory {
    /// Lists none.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.nodes.clear();
    }

    /// Lists these nodes, which are within `bounds`, unless they are too many or overlap too much for it to be of use.
    pub fn build(&mut self, bounds: &Aabb, count: usize, node: impl Fn(usize) -> Aabb) {
        self.clear();
        if count > MOST_NODES || !(bounds.max - bounds.min).is_finite() {
            return;
        }
        let (raster, all) = Raster::over(bounds, count as f32 * CELLS_PER_NODE);
        let blocks = || (0..count).map(|number| raster.block(&node(number)));
        // Where lists would have to be longer on the average there are none.
        if blocks().map(|block| block.len() as u64).sum::<u64>() > (MOST_LISTED * all.len()) as u64 {
            return;
        }
        let (mut cells, mut nodes) = (std::mem::take(&mut self.cells), std::mem::take(&mut self.nodes));
        cells.reserve_exact(all.len());
        cells.resize(all.len(), Cell::default());
        let count = |cell: &mut Cell, one: u32| cell.0 += if cell.len() <= MOST_LISTED { one } else { 0 };
        for block in blocks() {
            block.around(&all).each(&mut cells, &all, |cell| count(cell, Cell::ONE));
            block.each(&mut cells, &all, |cell| count(cell, Cell::HERE));
        }
        let mut end = 0;
        for cell in &mut cells {
            cell.0 += Cell::NEXT * end;
            end += cell.listed() as u32;
        }
        nodes.reserve_exact(end as usize + MOST_LISTED);
        nodes.resize(end as usize + MOST_LISTED, 0);
        // A cell's start moves on to where its next one is written, and goes back in the end.
        let mut list = |cell: &mut Cell, number: u16| {
            if cell.listed() > 0 {
                nodes[cell.start()] = number;
                cell.0 += Cell::NEXT;
            }
        };
        for (number, block) in (0..).zip(blocks()) {
            block.each(&mut cells, &all, |cell| list(cell, number));
        }
        for (number, block) in (0..).zip(blocks()) {
            for side in block.sides(&all) {
                side.each(&mut cells, &all, |cell| list(cell, number));
            }
        }
        for cell in &mut cells {
            cell.0 -= Cell::NEXT * cell.listed() as u32;
        }
        *self = Self { raster, cells, nodes };
    }

    /// All nodes that meet something within `span` are among those listed from here on, so many; `None` where it is too large,
    /// or too many are listed.
    #[inline]
    pub fn listed(&self, span: &Aabb) -> Option<(&[u16; MOST_LISTED], usize)> {
        let [x, y, end_x, end_y] = self.raster.cells_of(span);
        let (wide, high) = (end_x - x, end_y - y);
        // Of three cells side by side the one in the middle lists all.
        if wide.max(high) > 2 {
            return None;
        }
        let cell = self.cells.get(((y + end_y) / 2) as usize * self.raster.columns + ((x + end_x) / 2) as usize)?;
        if cell.len() > MOST_LISTED {
            return None;
        }
        let len = if wide | high == 0 { cell.here() } else { cell.len() };
        Some((self.nodes[cell.start()..].first_chunk()?, len))
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<Cell>() + self.nodes.capacity() * size_of::<u16>()
    }
}

#[cfg(test)]
mod tests {
    use super::Directory;
    use crate::lanes::AabbLanes;
    use crate::region::Disc;
    use crate::room::row_of;
    use crate::wide_tree::{Found, Frontier, Packing, Probe, WideTree};
    use geom::{Aabb, Vec2};
    use proptest::prelude::*;

    /// Boxes about a metre apart, in disorder, on so many columns.
    fn field(columns: u16) -> Vec<Aabb> {
        let place = |index: u16| Vec2::new(f32::from(index % columns), f32::from(index / columns));
        let jitter = |index: u16| Vec2::new(f32::from(index * 7 % 10), f32::from(index * 3 % 10)) * 0.05;
        (0..1500).map(|index| Aabb::from_center_half(place(index) + jitter(index), Vec2::new(0.5, 0.3))).collect()
    }

    fn built(boxes: &[Aabb]) -> WideTree {
        let mut tree = WideTree::default();
        tree.build_of(Packing::Halves, |row| boxes[row as usize], 0..boxes.len() as u32);
        tree
    }

    /// The rows each probe selects, ascending.
    fn found<P: Probe>(tree: &WideTree, probes: &[P]) -> Vec<Vec<u32>> {
        let mut found = Found::default();
        assert!(tree.find_many(probes, usize::MAX, &mut Frontier::default(), &mut found));
        let rows = |query| found.of(query).iter().copied().map(row_of).collect::<Vec<u32>>();
        let sorted = |mut rows: Vec<u32>| {
            rows.sort_unstable();
            rows
        };
        (0..probes.len()).map(rows).map(sorted).collect()
    }

    fn meeting(boxes: &[Aabb], meets: impl Fn(&Aabb) -> bool) -> Vec<u32> {
        (0..).zip(boxes).filter(|(_, aabb)| meets(aabb)).map(|(row, _)| row).collect()
    }

    fn query() -> impl Strategy<Value = (Vec2, f32)> {
        let size = prop_oneof![Just(0.0f32), 0.0f32..3.0, Just(1e-30), Just(50.0), Just(f32::MAX)];
        (-10.0f32..60.0, -10.0f32..60.0, size).prop_map(|(x, y, size)| (Vec2::new(x, y), size))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn what_is_listed_is_all_there_is(
            columns in prop::sample::select(&[1u16, 5, 40, 1500]),
            odd in prop::collection::vec((query(), 0usize..1500), 0..4),
            queries in prop::collection::vec(query(), 1..20),
            together in any::<bool>(),
            change in prop::option::of(query()),
        ) {
            let mut boxes = field(columns);
            for ((center, half), row) in odd {
                boxes[row] = Aabb::from_center_half(center, Vec2::splat(half.min(1e30)));
            }
            let mut tree = built(&boxes);
            if let Some((center, _)) = change {
                boxes[7] = Aabb::from_center_half(center * 2.0, Vec2::ONE);
                tree.set(7, &boxes[7]);
            }
            // Together one large query sends all to the root.
            for queries in queries.chunks(if together { 20 } else { 1 }) {
                let areas: Vec<Aabb> = queries.iter().map(|&(center, half)| Aabb::from_center_half(center, Vec2::splat(half))).collect();
                let points: Vec<Vec2> = queries.iter().map(|&(center, _)| center).collect();
                let discs: Vec<Disc<false>> = queries.iter().map(|&(center, radius)| Disc { center, radius_sq: radius * radius }).collect();
                let expected: Vec<_> = areas.iter().map(|area| meeting(&boxes, |aabb| aabb.overlaps(area))).collect();
                prop_assert_eq!(found(&tree, &areas.iter().map(AabbLanes::splat).collect::<Vec<_>>()), expected);
                let expected: Vec<_> = points.iter().map(|&point| meeting(&boxes, |aabb| aabb.contains_point(point))).collect();
                prop_assert_eq!(found(&tree, &points), expected);
                let expected: Vec<_> = discs.iter().map(|disc| meeting(&boxes, |aabb| aabb.distance_sq(disc.center) <= disc.radius_sq)).collect();
                prop_assert_eq!(found(&tree, &discs), expected);
            }
        }
    }

    proptest! {
        #[test]
        fn all_that_meets_a_span_is_listed_or_nothing_is(
            x in -1.0f32..11.0, y in -1.0f32..11.0, width in 0.0f32..2.0, height in 0.0f32..2.0,
        ) {
            // Four cells to a metre.
            let place = |number: usize| Vec2::new((number % 10) as f32, (number / 10) as f32);
            let node = |number: usize| Aabb::new(place(number), place(number) + Vec2::splat(0.9));
            let mut directory = Directory::default();
            directory.build(&Aabb::new(Vec2::ZERO, Vec2::splat(9.9)), 100, node);
            let span = Aabb::new(Vec2::new(x, y), Vec2::new(x + width, y + height));
            let listed = directory.listed(&span);
            prop_assert!(listed.is_some() || width.max(height) > 0.4, "{:?}", span);
            if let Some((nodes, len)) = listed {
                let is_listed = |number: usize| nodes[..len].contains(&(number as u16));
                prop_assert!((0..100).all(|number| is_listed(number) || !node(number).overlaps(&span)), "{:?}", span);
            }
        }
    }

    #[test]
    fn small_questions_are_listed_and_large_ones_are_not() {
        let tree = built(&field(40));
        let listed = |half: f32| tree.directory.listed(&Aabb::from_center_half(Vec2::splat(20.3), Vec2::splat(half)));
        let [here, near] = [0.0, 1.5].map(|half| listed(half).expect("it is small").1);
        assert!(here > 0 && here < near, "{here} {near}");
        assert!(listed(8.0).is_none());
        let changed = {
            let mut tree = tree.clone();
            tree.remove(0);
            tree
        };
        let mut visited = Default::default();
        assert!(tree.enter_below(&[Vec2::ONE], &mut visited) && !changed.enter_below(&[Vec2::ONE], &mut visited));
    }

    #[test]
    fn what_grew_where_it_hangs_is_found_where_it_was_not_listed() {
        let mut boxes = field(40);
        let mut tree = built(&boxes);
        boxes[7].max += Vec2::splat(20.0);
        tree.set(7, &boxes[7]);
        let points = [boxes[7].max];
        assert_eq!(found(&tree, &points), [meeting(&boxes, |aabb| aabb.contains_point(points[0]))]);
    }

    #[test]
    fn neither_boxes_that_overlap_everywhere_nor_a_crowd_in_a_cell_are_listed() {
        let everywhere = [Aabb::from_center_half(Vec2::ZERO, Vec2::ONE); 1500];
        assert!(built(&everywhere).directory.cells.is_empty());
        let mut crowd = field(40);
        crowd[..1400].iter_mut().for_each(|aabb| *aabb = Aabb::from_center_half(aabb.center() * 1e-3, Vec2::ZERO));
        let tree = built(&crowd);
        let here = |x: f32| tree.directory.listed(&Aabb::from_center_half(Vec2::splat(x), Vec2::ZERO));
        assert!(here(0.02).is_none() && here(30.0).is_some());
    }
}
