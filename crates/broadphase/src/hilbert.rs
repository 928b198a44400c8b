use geom::Vec2;

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

    /// The number of the point's cell on the curve: neighbours in number are neighbours in the plane.
    #[inline]
    pub fn key(&self, point: Vec2) -> u32 {
        let [x, y] = self.cell(point);
        curve_position(x, y)
    }

    /// The point's cell.
    #[inline]
    pub fn cell(&self, point: Vec2) -> [u32; 2] {
        let cell = (point * 0.5 - self.half_min) * self.cells_per_half_metre;
        // NaN (0 × ∞, for extents near the smallest float) fails the comparison.
        let clamped = |cell: f32| if cell > 0.0 { if cell < LAST { cell } else { LAST } } else { 0.0 };
        // From 2²³ on numbers are whole ones, and what exceeds that stands in the lowest bits.
        let rounded = |cell: f32| (clamped(cell) + WHOLE).to_bits() & (SIDE - 1);
        [rounded(cell.x), rounded(cell.y)]
    }
}

/// The smallest box around some points.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    min: Vec2,
    max: Vec2,
}

impl Extent {
    /// Around none.
    pub const NONE: Self = Self { min: Vec2::INFINITY, max: Vec2::NEG_INFINITY };

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
    let (mut position, mut turn) = (0, 0);
    for shift in [12, 8, 4, 0] {
        let entry = STEPS[turn][(x >> shift & 15) as usize][(y >> shift & 15) as usize];
        position = position << 8 | u32::from(entry.position);
        turn = usize::from(entry.turn);
    }
    position
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
    fn points_of_any_size_have_a_cell() {
        let huge = [Vec2::splat(f32::MAX), Vec2::splat(f32::MIN), Vec2::ZERO];
        let grid = Grid::around(huge.into_iter()).expect("there are points");
        assert!(grid.key(huge[1]) < grid.key(huge[2]) && grid.key(huge[2]) < grid.key(huge[0]));
        let tiny = [Vec2::ZERO, Vec2::splat(f32::from_bits(1))];
        assert_eq!(Grid::around(tiny.into_iter()).expect("there are points").key(tiny[0]), 0);
        assert!(Grid::around(std::iter::empty()).is_none());
    }
}
