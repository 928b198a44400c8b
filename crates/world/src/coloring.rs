use crate::awake_set::FIXED_ROW;
use crate::lanes::LANES;

/// How many sets of contacts there are that share no movable body.
pub(crate) const COLORS: usize = 24;

/// A contact and its colour.
#[derive(Clone, Copy)]
pub(crate) struct Colored {
    pub contact: u32,
    pub color: u32,
}

/// Contacts between two movable bodies take one of the first of these, lowest first. Contacts with something immovable
/// take any, highest first: so they are solved last, and what is fixed has the last word.
const PAIR_COLORS: usize = 20;

/// Where contacts without a free colour go.
const OVERFLOW: usize = COLORS;

/// What a step has to know of a contact that it looked at.
#[derive(Clone, Copy)]
pub(crate) struct Link {
    /// Which rows of the solver it moves, [`FIXED_ROW`] for a side that it does not.
    pub row_a: u32,
    pub row_b: u32,
    /// Whether it began or ended, if there is an event of it.
    pub noted: Option<bool>,
}

impl Link {
    /// Moves nothing, and nothing happened.
    pub const NONE: Self = Self { row_a: FIXED_ROW, row_b: FIXED_ROW, noted: None };
}

/// Gives contacts colours greedily, in the order in which they come. Kept from step to step for its room.
#[derive(Default)]
pub(crate) struct Coloring {
    /// Bit `c` of a row's mask: a contact of colour `c` already moves that body.
    taken: Vec<u32>,
    /// Those with a colour, in the order in which they came.
    pub colored: Vec<Colored>,
    /// Those without, in the same order.
    pub overflow: Vec<u32>,
    /// How many contacts have each colour.
    pub counts: [usize; COLORS],
}

impl Coloring {
    /// Begins anew, for so many rows and at most so many contacts.
    pub fn begin(&mut self, rows: usize, contacts: usize) {
        self.taken.clear();
        self.taken.resize(rows, 0);
        self.colored.clear();
        self.colored.reserve(contacts);
        self.overflow.clear();
        self.counts = [0; COLORS];
    }

    /// How many blocks of [`LANES`] contacts each colour takes.
    pub fn blocks(&self) -> [usize; COLORS] {
        self.counts.map(|count| count.div_ceil(LANES))
    }

    /// Where the contacts of each colour begin, when one colour comes after the other in whole blocks: a lane.
    pub fn starts(&self) -> [usize; COLORS] {
        let mut next = 0;
        self.blocks().map(|count| {
            let start = next;
            next += count * LANES;
            start
        })
    }

    /// Colours a contact, unless it moves nothing.
    #[inline]
    pub fn add(&mut self, contact: u32, link: Link) {
        let (a, b) = (link.row_a as usize, link.row_b as usize);
        let color = match (link.row_a != FIXED_ROW, link.row_b != FIXED_ROW) {
            (true, true) => lowest_free(self.taken[a] | self.taken[b]),
            (true, false) => highest_free(self.taken[a]),
            (false, true) => highest_free(self.taken[b]),
            (false, false) => return,
        };
        if color == OVERFLOW {
            self.overflow.push(contact);
            return;
        }
        // Nobody asks what the fixed row has taken.
        self.taken[a] |= 1 << color;
        self.taken[b] |= 1 << color;
        self.counts[color] += 1;
        self.colored.push(Colored { contact, color: color as u32 });
    }
}

/// The lowest colour below [`PAIR_COLORS`] that is not taken, or [`OVERFLOW`].
fn lowest_free(taken: u32) -> usize {
    let color = taken.trailing_ones() as usize;
    if color < PAIR_COLORS { color } else { OVERFLOW }
}

/// The highest colour that is not taken, or [`OVERFLOW`].
fn highest_free(taken: u32) -> usize {
    let above = u32::BITS - COLORS as u32;
    let from_top = (taken << above).leading_ones() as usize;
    if from_top < COLORS { COLORS - 1 - from_top } else { OVERFLOW }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_take_the_first_free_colour_from_their_end() {
        assert_eq!(lowest_free(0b1011), 2);
        assert_eq!(lowest_free((1 << PAIR_COLORS) - 1), OVERFLOW);
        assert_eq!(highest_free(0), COLORS - 1);
        assert_eq!(highest_free(1 << (COLORS - 1)), COLORS - 2);
        assert_eq!(highest_free((1 << COLORS) - 1), OVERFLOW);
    }
}
