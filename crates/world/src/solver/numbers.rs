use crate::lanes::LANES;

/// The lower bits of a number: which one a body is in its zone. Above them stands the zone.
pub(crate) const PLACE_BITS: u32 = 26;

/// The part of a number that tells the place.
pub(super) const PLACE: u32 = (1 << PLACE_BITS) - 1;

/// What contacts call the rows of bodies while they are solved.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'s> {
    /// By row; where there is one zone, rows keep their names.
    by_row: Option<&'s [u32]>,
}

impl<'s> Numbers<'s> {
    pub fn new(by_row: Option<&'s [u32]>) -> Self {
        Self { by_row }
    }

    /// For a contact of no zone.
    pub fn anywhere(&self, row: u32) -> u32 {
        self.by_row.map_or(row, |numbers| numbers[row as usize])
    }

    /// For contacts of one zone, or those between two.
    pub fn of(&self, rows: &[u32; LANES], is_between: bool) -> [u32; LANES] {
        let Some(numbers) = self.by_row else { return *rows };
        let mask = if is_between { u32::MAX } else { PLACE };
        std::array::from_fn(|lane| numbers[rows[lane] as usize] & mask)
    }
}
