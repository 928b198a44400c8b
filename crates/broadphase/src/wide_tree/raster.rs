use crate::lanes::{Corners, corners};
use geom::Aabb;
use std::ops::Range;

/// From 2²³ on numbers are whole ones, and what exceeds that stands in the lowest bits.
const WHOLE: f32 = (1 << 23) as f32;

/// Where the cells are: each number twice, as a box has it.
#[derive(Clone, Copy, Default)]
pub(super) struct Raster {
    /// The lower corner of all.
    min: Corners,
    cells_per_metre: Corners,
    /// The numbers of the last column and row, less than 2²³.
    last: Corners,
    pub columns: usize,
}

/// Cells side by side.
pub(super) struct Block {
    pub columns: Range<usize>,
    pub rows: Range<usize>,
}

impl Block {
    pub fn len(&self) -> usize {
        self.columns.len() * self.rows.len()
    }

    /// With the cells around it, as far as there are any.
    pub fn around(&self, all: &Self) -> Self {
        let wider = |cells: &Range<usize>, end: usize| cells.start.saturating_sub(1)..end.min(cells.end + 1);
        Self { columns: wider(&self.columns, all.columns.end), rows: wider(&self.rows, all.rows.end) }
    }

    /// The cells around it: those below, those above, and those to the left and the right.
    pub fn sides(&self, all: &Self) -> [Self; 4] {
        let Self { columns, rows } = self.around(all);
        [
            Self { columns: columns.clone(), rows: rows.start..self.rows.start },
            Self { columns: columns.clone(), rows: self.rows.end..rows.end },
            Self { columns: columns.start..self.columns.start, rows: self.rows.clone() },
            Self { columns: self.columns.end..columns.end, rows: self.rows.clone() },
        ]
    }

    /// Calls `each` with all of them.
    #[inline]
    pub fn each<T>(&self, cells: &mut [T], all: &Self, mut each: impl FnMut(&mut T)) {
        let width = all.columns.end;
        for row in cells[self.rows.start * width..self.rows.end * width].chunks_mut(width) {
            row[self.columns.clone()].iter_mut().for_each(&mut each);
        }
    }
}

impl Raster {
    /// A grid of so many cells at most, each about as long as wide, and all of them.
    pub fn over(bounds: &Aabb, cells: f32) -> (Self, Block) {
        let size = bounds.max - bounds.min;
        // Zero by zero, which is not a number, has all cells in one row.
        let columns = (cells * (size.x / size.y)).sqrt().min(cells).floor().max(1.0);
        let rows = (cells / columns).floor().max(1.0);
        let twice = |x: f32, y: f32| Corners::new([x, y, x, y]);
        // Neither zero nor infinite, whatever the size, so that no difference times this is not a number.
        let scale = |last: f32, size: f32| (last / size.max(f32::MIN_POSITIVE)).clamp(f32::MIN_POSITIVE, f32::MAX);
        let raster = Self {
            min: twice(bounds.min.x, bounds.min.y),
            cells_per_metre: twice(scale(columns - 1.0, size.x), scale(rows - 1.0, size.y)),
            last: twice(columns - 1.0, rows - 1.0),
            columns: columns as usize,
        };
        (raster, Block { columns: 0..columns as usize, rows: 0..rows as usize })
    }

    /// The cells of the two corners: what is within the box is in those in between, for the order of numbers outlives the rounding.
    #[inline]
    pub fn cells_of(&self, aabb: &Aabb) -> [u32; 4] {
        let in_cells = (corners(aabb) - self.min) * self.cells_per_metre;
        let within = in_cells.fast_max(Corners::ZERO).fast_min(self.last);
        (within + Corners::splat(WHOLE)).to_array().map(|cell| cell.to_bits() - WHOLE.to_bits())
    }

    /// The cells the box may meet.
    pub fn block(&self, aabb: &Aabb) -> Block {
        let [x, y, end_x, end_y] = self.cells_of(aabb).map(|cell| cell as usize);
        Block { columns: x..end_x + 1, rows: y..end_y + 1 }
    }
}
