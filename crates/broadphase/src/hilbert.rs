use crate::lanes::Lanes;
use geom::{Aabb, Vec2};

/// Cells per side of the grid.
pub(crate) const SIDE: u32 = 1 << 16;

/// The last cell of a side.
const LAST: f32 = (SIDE - 1) as f32;

/// 2²³: numbers as large have no fraction.
const WHOLE: f32 = (1 << 23) as f32;

/// A 65 536 × 65 536 grid over a set of points, its cells numbered along a Hilbert curve.
pub(crate) struct Grid {
    /// Halved, so that differences between finite coordinates stay finite.
    half_min: Vec2,
    cells_per_half_metre: Vec2,
}

impl Grid {
    /// The grid of one cell.
    pub const SINGLE: Self = Self { half_min: Vec2::ZERO, cells_per_half_metre: Vec2::ZERO };

    /// The grid that just covers the points; `None` when there are none.
    pub fn around(points: impl Iterator<Item = Vec2>) -> Option<Self> {
        Self::over(&points.fold(Extent::NONE, Extent::with))
    }

    /// The grid that just covers the points within `extent`; `None` when there are none.
    pub fn over(extent: &Extent) -> Option<Self> {
        let Extent { min, max } = *extent;
        let half = extent.half_size();
        // A side of no length has all points in its first cell.
        let scale = |half: f32| if half > 0.0 { LAST / half } else { 0.0 };
        let cells_per_half_metre = Vec2::new(scale(half.x), scale(half.y));
        (min.x <= max.x).then_some(Self { half_min: min * 0.5, cells_per_half_metre })
    }

    /// The point in cells, before it is brought into one: see [`curve_positions`].
    #[inline]
    pub fn in_cells(&self, point: Vec2) -> Vec2 {
        (point * 0.5 - self.half_min) * self.cells_per_half_metre
    }

    /// [`Grid::in_cells`], eight times.
    #[inline]
    pub fn in_cells_wide(&self, [x, y]: [Lanes; 2]) -> [Lanes; 2] {
        let along = |axis: usize, numbers: Lanes| {
            (numbers * Lanes::splat(0.5) - Lanes::splat(self.half_min[axis]))
                * Lanes::splat(self.cells_per_half_metre[axis])
        };
        [along(0, x), along(1, y)]
    }

    /// The upper half of the number of the point's cell on the curve, for half of the work of the whole: neighbours in number are
    /// neighbours in the plane.
    #[inline]
    pub fn coarse_key(&self, point: Vec2) -> u32 {
        let [x, y] = self.cell(point);
        along_curve(x, y, [12, 8])
    }

    /// The upper half of [`Grid::coarse_key`].
    #[inline]
    pub fn coarsest_key(&self, point: Vec2) -> u32 {
        let [x, y] = self.cell(point);
        along_curve(x, y, [12])
    }

    /// The point's cell.
    #[inline]
    pub fn cell(&self, point: Vec2) -> [u32; 2] {
        let Vec2 { x, y } = self.in_cells(point);
        [whole(x), whole(y)]
    }
}

/// The nearest cell along a side.
#[inline]
fn whole(in_cells: f32) -> u32 {
    // NaN (0 × ∞, for extents near the smallest float) fails the comparison.
    let above = if in_cells > 0.0 { in_cells } else { 0.0 };
    let within = if above < LAST { above } else { LAST };
    // From 2²³ on numbers are whole ones, and what exceeds that stands in the lowest bits.
    (within + WHOLE).to_bits() & (SIDE - 1)
}

/// The smallest box around some points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    min: Vec2,
    max: Vec2,
}

impl Extent {
    /// Around none.
    pub const NONE: Self = Self { min: Vec2::INFINITY, max: Vec2::NEG_INFINITY };

    /// Around the corners of a box, or none if it is empty.
    pub fn of(bounds: &Aabb) -> Self {
        Self { min: bounds.min, max: bounds.max }
    }

    /// Around this point, too, which is finite.
    #[inline]
    pub fn with(self, point: Vec2) -> Self {
        self.around(&Self { min: point, max: point })
    }

    /// Half the lengths of its sides, which are finite where these are not.
    pub fn half_size(&self) -> Vec2 {
        self.max * 0.5 - self.min * 0.5
    }

    /// Around the points of both.
    #[inline]
    pub fn around(self, other: &Self) -> Self {
        // One comparison each, where `f32::min` also looks for NaN.
        let lesser = |a: f32, b: f32| if b < a { b } else { a };
        let greater = |a: f32, b: f32| if a < b { b } else { a };
        Self {
            min: Vec2::new(lesser(self.min.x, other.min.x), lesser(self.min.y, other.min.y)),
            max: Vec2::new(greater(self.max.x, other.max.x), greater(self.max.y, other.max.y)),
        }
    }
}

/// Position of cell (x, y) along the Hilbert curve of a `SIDE` × `SIDE` grid: four bits of each coordinate at a time.
#[inline]
pub(crate) fn curve_position(x: u32, y: u32) -> u32 {
    along_curve(x, y, [12, 8, 4, 0])
}

/// The position as far as the four bits above each of the shifts tell it.
#[inline]
fn along_curve<const STEPS_TAKEN: usize>(x: u32, y: u32, shifts: [u32; STEPS_TAKEN]) -> u32 {
    let (mut position, mut turn) = (0, 0);
    for shift in shifts {
        let entry = STEPS[turn][(x >> shift & 15) as usize][(y >> shift & 15) as usize];
        position = position << 8 | u32::from(entry.position);
        turn = usize::from(entry.turn);
    }
    position
}

/// [`curve_positions`] are so many.
pub(crate) const AT_ONCE: usize = 64;

/// The positions of many points' cells along the curve, from the points [in cells](Grid::in_cells), all x and all y: the steps of
/// all levels are put together by halves of their number, as sums of prefixes are, so that no cell waits for a look-up and lanes
/// work side by side. Two fifths of the instructions with SSE2.
///
/// After rawrunprotected, "2D Hilbert curves in O(1)", threadlocalmutex.com, 2016.
pub(crate) fn curve_positions([xs, ys]: &[[f32; AT_ONCE]; 2]) -> [u32; AT_ONCE] {
    let mut positions = [0; AT_ONCE];
    for ((position, &x), &y) in positions.iter_mut().zip(xs).zip(ys) {
        let (x, y) = (whole(x), whole(y));
        let (differ, both_clear) = (x ^ y, !(x | y) & (SIDE - 1));
        let (alike, x_only) = (differ ^ (SIDE - 1), x & !y);
        // Of the two bits each level is turned by: how those of the levels above it are changed, and to what they come.
        let (mut a, mut b) = (differ | alike >> 1, differ >> 1 ^ differ);
        let (mut c, mut d) =
            (both_clear >> 1 ^ alike & x_only >> 1 ^ both_clear, differ & both_clear >> 1 ^ x_only >> 1 ^ x_only);
        for span in [2, 4, 8] {
            (c, d) = (c ^ a & c >> span ^ b & d >> span, d ^ b & c >> span ^ (a ^ b) & d >> span);
            (a, b) = (a & a >> span ^ b & b >> span, a & b >> span ^ b & (a ^ b) >> span);
        }
        let (swapped, turned) = (c ^ c >> 1, d ^ d >> 1);
        let upper = turned | !(differ | swapped) & (SIDE - 1);
        *position = spread(upper) << 1 | spread(differ);
    }
    positions
}

/// The lower sixteen bits, each above a zero.
#[inline]
fn spread(bits: u32) -> u32 {
    let bits = (bits | bits << 8) & 0x00ff_00ff;
    let bits = (bits | bits << 4) & 0x0f0f_0f0f;
    let bits = (bits | bits << 2) & 0x3333_3333;
    (bits | bits << 1) & 0x5555_5555
}

/// Four levels of the curve: where it passes the cell, and how it is turned inside.
#[derive(Clone, Copy)]
struct Steps {
    position: u8,
    turn: u8,
}

/// By turn, four bits of x and four bits of y.
static STEPS: [[[Steps; 16]; 16]; 4] = steps();

/// Bit of a turn: x and y exchanged.
const SWAPPED: u8 = 1;
/// Bit of a turn: both coordinates run backwards.
const REVERSED: u8 = 2;

/// Follows the curve one level at a time, as in D. Hilbert, Math. Annalen 38, 1891: the first quadrant holds it mirrored in
/// the diagonal, the last one in the other diagonal. The two mirrorings commute, so a turn is two bits.
const fn steps() -> [[[Steps; 16]; 16]; 4] {
    let mut table = [[[Steps { position: 0, turn: 0 }; 16]; 16]; 4];
    let mut entry = 0;
    while entry < 4 * 16 * 16 {
        let (start, x, y) = (entry / 256, entry / 16 % 16, entry % 16);
        let (mut position, mut turn) = (0, start as u8);
        let mut bit = 4;
        while bit > 0 {
            bit -= 1;
            let reversed = turn / REVERSED;
            let (x, y) = ((x >> bit & 1) as u8 ^ reversed, (y >> bit & 1) as u8 ^ reversed);
            let (x, y) = if turn & SWAPPED != 0 { (y, x) } else { (x, y) };
            position = position << 2 | (3 * x) ^ y;
            if y == 0 {
                turn ^= SWAPPED | (x * REVERSED);
            }
        }
        table[start][x][y] = Steps { position, turn };
        entry += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(grid: &Grid, point: Vec2) -> u32 {
        let [x, y] = grid.cell(point);
        curve_position(x, y)
    }

    #[test]
    fn the_curve_visits_each_cell_of_a_corner_once_and_moves_to_a_neighbour() {
        let mut cells = vec![None; 64 * 64];
        for x in 0..64 {
            for y in 0..64 {
                cells[curve_position(x, y) as usize] = Some((x, y));
            }
        }
        let path: Vec<(u32, u32)> = cells.into_iter().map(|cell| cell.expect("every position is visited")).collect();
        for step in path.windows(2) {
            assert_eq!(step[0].0.abs_diff(step[1].0) + step[0].1.abs_diff(step[1].1), 1, "{step:?}");
        }
    }

    #[test]
    fn the_curve_runs_from_one_lower_corner_to_the_other() {
        assert_eq!(curve_position(0, 0), 0);
        assert_eq!(curve_position(SIDE - 1, 0), u32::MAX);
    }

    #[test]
    fn positions_are_the_same_one_by_one_and_side_by_side() {
        let grid =
            Grid::around([Vec2::new(-700.0, 300.0), Vec2::new(9e4, 1.02e5)].into_iter()).expect("there are points");
        for seed in 0..100u32 {
            // Some are beyond the grid.
            let number = |number: usize, axis: u32| {
                let hash = (seed * 128 + number as u32 * 2 + axis).wrapping_mul(0x9e37_79b1);
                ((hash ^ hash >> 15) % 110_000) as f32 - 5e3
            };
            let points: [Vec2; AT_ONCE] = std::array::from_fn(|at| Vec2::new(number(at, 0), number(at, 1)));
            let in_cells = [points.map(|point| grid.in_cells(point).x), points.map(|point| grid.in_cells(point).y)];
            assert_eq!(curve_positions(&in_cells), points.map(|point| position(&grid, point)), "{seed}");
            for (eight, lanes) in
                points.as_chunks().0.iter().zip(in_cells[0].as_chunks().0.iter().zip(in_cells[1].as_chunks().0))
            {
                let wide = [eight.map(|point: Vec2| point.x), eight.map(|point| point.y)].map(Lanes::new);
                assert_eq!(grid.in_cells_wide(wide).map(|axis| axis.to_array()), [*lanes.0, *lanes.1], "{seed}");
            }
        }
    }

    #[test]
    fn the_coarse_key_is_the_upper_half_of_the_position() {
        let points: Vec<Vec2> =
            (0..100u16).map(|n| Vec2::new(f32::from(n * 37 % 100), f32::from(n * 53 % 100))).collect();
        let grid = Grid::around(points.iter().copied()).expect("there are points");
        for &point in &points {
            assert_eq!(grid.coarse_key(point), position(&grid, point) >> 16, "{point}");
            assert_eq!(grid.coarsest_key(point), position(&grid, point) >> 24, "{point}");
        }
    }

    #[test]
    fn points_of_any_size_have_a_cell() {
        let huge = [Vec2::splat(f32::MAX), Vec2::splat(f32::MIN), Vec2::ZERO];
        let grid = Grid::around(huge.into_iter()).expect("there are points");
        let [upper, lower, middle] = huge.map(|point| position(&grid, point));
        assert!(lower < middle && middle < upper);
        let tiny = [Vec2::ZERO, Vec2::splat(f32::from_bits(1))];
        assert_eq!(position(&Grid::around(tiny.into_iter()).expect("there are points"), tiny[0]), 0);
        assert!(Grid::around(std::iter::empty()).is_none());
    }
}
