use std::collections::TryReserveError;

/// A number for each row, that takes no memory as long as all are the first one.
pub(crate) struct LazyColumn {
    first: u32,
    /// By row, or none.
    numbers: Vec<u32>,
    rows: usize,
    /// So many rows have room been asked for.
    room: usize,
}

geom::clone_in_place!(LazyColumn { first, numbers, rows, room });

impl LazyColumn {
    /// No rows, that have this number unless told otherwise.
    pub const fn of(first: u32) -> Self {
        Self { first, numbers: Vec::new(), rows: 0, room: 0 }
    }

    /// The number of a row.
    #[inline]
    pub fn get(&self, row: usize) -> u32 {
        self.numbers.get(row).copied().unwrap_or(self.first)
    }

    /// Gives a row another number.
    pub fn set(&mut self, row: usize, number: u32) {
        if number != self.first {
            self.write_down();
        }
        if !self.numbers.is_empty() {
            self.numbers[row] = number;
        }
    }

    /// Adds so many rows of one number.
    pub fn extend(&mut self, count: usize, number: u32) {
        if number != self.first {
            self.write_down();
        }
        let is_written = number != self.first || !self.numbers.is_empty();
        self.rows += count;
        if is_written {
            self.numbers.resize(self.rows, number);
        }
    }

    /// Keeps the numbers from now on.
    fn write_down(&mut self) {
        if self.numbers.is_empty() {
            self.numbers.reserve_exact(self.room.max(self.rows));
            self.numbers.resize(self.rows, self.first);
        }
    }

    /// Makes room for this many rows more, should they be needed.
    pub fn reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        self.room = self.rows + additional;
        if self.numbers.is_empty() { Ok(()) } else { self.numbers.try_reserve(additional) }
    }

    /// Leaves so many rows of the first number.
    pub fn clear(&mut self, rows: usize) {
        self.numbers.clear();
        self.rows = rows;
    }

    /// Bytes held, for reports.
    pub fn bytes(&self) -> usize {
        self.numbers.capacity() * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_down_once_one_differs() {
        let mut column = LazyColumn::of(7);
        column.reserve(100).expect("room for a hundred");
        column.extend(3, 7);
        column.set(1, 7);
        assert_eq!((column.bytes(), column.get(2)), (0, 7));
        column.set(1, 5);
        column.extend(2, 7);
        column.extend(1, 6);
        assert_eq!(std::array::from_fn(|row| column.get(row)), [7, 5, 7, 7, 7, 6]);
        assert_eq!(column.bytes(), 400);
        column.clear(1);
        column.extend(1, 4);
        assert_eq!([column.get(0), column.get(1)], [7, 4]);
    }
}
